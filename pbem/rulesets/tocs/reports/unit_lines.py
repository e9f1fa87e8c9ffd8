"""Own units in words: what became of one, by why it changed; halts, ways and attacks."""

from collections.abc import Callable, Mapping

from pbem.kernel.i18n import say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.diary import EFFORT
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import communications, fire, organisation, supply, waters, works
from pbem.rulesets.tocs.reports.wording import call, condition, place, spot

OfUnit = Callable[[Game, Picture, t.UnitChanged], tuple[str, ...]]


def _forfeit(_: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    return (say("{call} {why}, and its OP is forfeit", call=call(picture.forces, event.unit.id), why=say(event.why)),)


def _stands(game: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    forces, unit = picture.forces, event.unit
    said = condition(forces, unit)
    return (say("{call} {condition}, at {place}", call=call(forces, unit.id), condition=said, place=spot(game, unit)),)


def _is_in(game: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    return (say("{call} moved to {place}", call=call(picture.forces, event.unit.id), place=spot(game, event.unit)),)


def _stood_down(_: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    forces, unit = picture.forces, event.unit
    return (say("{call} stands down, {condition}", call=call(forces, unit.id), condition=condition(forces, unit)),)


def _fought(game: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    forces, unit = picture.forces, event.unit
    return (f"{call(forces, unit.id)} {condition(forces, unit)}, {say(event.why)}, {spot(game, unit)}",)


def _left_reserve(_: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    return (say("{call} is no longer in reserve, and its OP is forfeit", call=call(picture.forces, event.unit.id)),)


def _arrived(_: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    return (f"{call(picture.forces, event.unit.id)} {say(event.why)}",)


def _taken_off(_: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    return (say("{call} was taken off the map: its turns to leave it are over", call=call(picture.forces, event.unit.id)),)


AS_IT_IS: Mapping[str, OfUnit] = {
    "gave up its reserve": _forfeit, "no longer in reserve": _forfeit, "corrected": _stands, "moved": _is_in,
    "stood down": _stood_down,
}  # fmt: skip
"""In a receipt, also of a unit that is dead."""
IN_RECEIPT: Mapping[str, OfUnit] = {
    **AS_IT_IS, "struck from the air": fire.changed, "bombed": fire.changed, "brought by air": _stands, "leaflets": fire.changed,
    "retreated": _fought, "battle": _fought, "engaged": _fought, "advanced": _fought, "joined the engagement": _fought,
    "pursued": _fought, "exploited": _fought, "broke through": _fought,
    "other bank": waters.line, "rallied": communications.told, "withdrew": communications.told,
    "entered the map": _is_in, "set up": _is_in, "in the mines": works.told, "left the map": _arrived,
    "assigned": organisation.told, "reassigned": organisation.told, "made good": organisation.told,
}  # fmt: skip
IN_REPORT: Mapping[str, OfUnit] = {
    "struck from the air": fire.changed, "bombed": fire.changed, "brought by air": _stands, "leaflets": fire.changed,
    "no longer in reserve": _left_reserve, "other bank": waters.line, "shelled": fire.changed, "waits to enter": _arrived,
    "entered the map": _arrived, "left the map": _arrived, "had to be gone by now": _taken_off, "made good": organisation.told,
}  # fmt: skip


def changed(game: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    """What became of an own unit, for a receipt."""
    why, unit = event.why, event.unit
    if unit.status == "dead" and why not in AS_IT_IS:
        return (say("{call} destroyed ({why})", call=call(picture.forces, unit.id), why=say(why)),)
    words: OfUnit = IN_RECEIPT.get(why, supply.told)
    return words(game, picture, event)


def since(game: Game, picture: Picture, event: t.UnitChanged) -> tuple[str, ...]:
    """What became of an own unit since the last report."""
    why, unit = event.why, event.unit
    if unit.status == "dead" and why != "no longer in reserve":
        where = spot(game, unit)
        return (say("{call} destroyed in {place} ({why})", call=call(picture.forces, unit.id), place=where, why=say(why)),)
    words: OfUnit = IN_REPORT.get(why, supply.told)
    return words(game, picture, event)


def halted(game: Game, picture: Picture, seen: o.OwnHalt) -> tuple[str, ...]:
    """EZOC held a mover."""
    who, where = call(picture.forces, seen.unit), place(game, seen.hex)
    if seen.barred:
        return (say("{call} cannot leave {place} that way", call=who, place=where),)
    return (say("{call} halted by enemy ZOC in {place}", call=who, place=where),)


def way(game: Game, picture: Picture, event: t.WayTested) -> tuple[str, ...]:
    """A way was kept; of one that was lost the move itself tells."""
    if event.to != event.meant:
        return ()
    who, where = call(picture.forces, event.unit), place(game, event.meant)
    return (say("{call} kept its way into {place}; units that follow it there cannot stray", call=who, place=where),)


def attack(game: Game, picture: Picture, event: t.AttackOrdered) -> tuple[str, ...]:
    """An attack was launched."""
    launched = event.attack
    who, where = call(picture.forces, launched.unit), place(game, launched.target)
    if launched.infiltrates:
        return (say("{call} infiltrates toward {place}: nothing is announced yet", call=who, place=where),)
    return (say("{call}: {effort} attack on {place} ordered", call=who, place=where, effort=say(EFFORT[launched.ap])),)


def handed_over(game: Game, picture: Picture, event: t.CommandPassed) -> tuple[str, ...]:
    """A headquarters took over command."""
    order = picture.forces.passes[event.number]
    names = ", ".join(call(picture.forces, name) for name in event.units) or say("nobody new")
    words = say("{to} takes command of {names}", to=call(picture.forces, order.to), names=names)
    either = say(" or ").join(call(picture.forces, name) for name in order.either)
    return (words, *((say("lines of supply may run to {either} from now on", either=either),) if either else ()))
