"""Guns and shells in words: missions in a receipt, shells in a sitrep, and what the own guns can do."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbem.documents.document import Block, block, table
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large
from pbem.rulesets.tocs.reports.wording import call, condition, dice, place, short_spot, spot, together
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.artillery import is_observer, weight
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.units import STATES, Mission, Unit

FELL = {0: "", 1: phrase("falls a state")}


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """An observation about guns in words, () for any other."""
    match seen:
        case o.OwnMission(mission, strength, throw, drms):
            extra = f" {', '.join(drms)}" if drms else ""
            return (
                say(
                    "{fired} at {place}, strength {strength}: {dice}{extra}",
                    fired=_fired(picture, mission),
                    place=place(game, mission.hex),
                    strength=strength,
                    dice=dice(throw),
                    extra=extra,
                ),
            )
        case o.FallOfShot():
            return (fall_of_shot(game, seen),)
        case t.SupportOrdered(_, mission):
            how = say("time on target") if mission.tot else say("a barrage") if mission.barrage else say("fire")
            return (
                say(
                    "{guns}: {how} laid on the battle for {place}",
                    guns=_guns(picture, mission),
                    how=how,
                    place=place(game, mission.hex),
                ),
            )
        case t.AttackCalledOff(_, unit, hex_):
            return (
                say(
                    "{call}: attack on {place} called off, the ground is under fire",
                    call=call(picture.forces, unit.id),
                    place=place(game, hex_),
                ),
            )
        case t.BattleCalledOff(hex_):
            return (say("no battle for {place}: fire stopped the attack", place=place(game, hex_)),)
        case o.InterdictionSeen(side, hex_):
            return (
                say("{place} is under {adjective} interdiction", place=place(game, hex_), adjective=game.staff(side).adjective),
            )
        case t.InterdictionLifted(side):
            return (say("{adjective} interdiction is over", adjective=game.staff(side).adjective),)
    return ()


def _fired(picture: Picture, mission: Mission) -> str:
    words = {"harass": say("harassing fire"), "bombard": say("a bombardment")}.get(mission.kind, say("a strike"))
    words = say("time on target") if mission.tot else words
    fire = say("{fire} at {aim}", fire=words, aim=worded(mission.aim)) if mission.aim else words
    guns = _guns(picture, mission)
    if not mission.observer:
        return f"{guns}: {fire}"
    return say("{guns}, {call} observing: {fire}", guns=guns, call=call(picture.forces, mission.observer), fire=fire)


def _guns(picture: Picture, mission: Mission) -> str:
    return ", ".join(call(picture.forces, b) for b in mission.batteries)


def fall_of_shot(game: Game, seen: o.FallOfShot) -> str:
    """`observed: 14.12 Heumen holds infantry, guns; infantry lose 1 step and drop one state`."""
    if not seen.kinds:
        return say("observed: nobody in {place}", place=place(game, seen.hex))
    suffered = [_suffer(worded(kind), steps, states) for kind, steps, states in seen.effects if steps or states]
    hit = "; ".join(suffered) or say("no effect seen")
    return say(
        "observed: {place} holds {kinds}; {hit}", place=place(game, seen.hex), kinds=", ".join(map(worded, seen.kinds)), hit=hit
    )


def _suffer(kind: str, steps: int, states: int) -> str:
    lost = counted(steps, "{number} step", "{number} steps")
    if not steps:
        return say("{kind} drop one state", kind=kind)
    if not states:
        return say("{kind} lose {steps}", kind=kind, steps=lost)
    return say("{kind} lose {steps} and drop one state", kind=kind, steps=lost)


def changed(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What the enemy's guns did, for a report; () for anything else."""
    match seen:
        case o.ShellsFell(hex_, heavy):
            return (say("{fire} fell on {place}", fire=say("a bombardment") if heavy else say("shells"), place=place(game, hex_)),)
        case t.UnitChanged(_, unit, "shelled"):
            return (
                say(
                    "{call} under shellfire: {condition}",
                    call=call(picture.forces, unit.id),
                    condition=condition(picture.forces, unit),
                ),
            )
        case t.UnitChanged(_, unit, "struck from the air" | "bombed" | "leaflets"):
            what = say("{why}: {condition}", why=say(seen.why), condition=condition(picture.forces, unit))
            return (f"{call(picture.forces, unit.id)} {what}",)
    return ()


def guns(game: Game, picture: Picture, calls: Calls = None) -> tuple[Block, ...]:
    """The own guns and observers, fire laid on battles to come, and hexes under fire; guns of a large side that are alike share a
    line. calls: of the units that are told of."""
    forces = picture.forces
    rows = [
        row
        for unit in sorted(forces.on_map(), key=lambda u: forces.counter(u).call)
        if (calls is None or forces.counter(unit).call in calls) and (row := _row(game, picture, unit))
    ]
    laid = [say("laid on {place}: {guns}", place=place(game, m.hex), guns=_guns(picture, m)) for m in forces.missions]
    fire = [say("under fire: {place} ({sides})", place=place(game, h), sides=', '.join(game.staff(s).adjective for s in sides))
            for h, sides in sorted(picture.public.interdicted.items())]  # fmt: skip
    mute = silent(game, picture, [row.call for row in rows])
    below = [f" {line}" for line in (*mute, *laid, *fire)]
    if large(forces):
        alike = together(((f"{row.call} {row.where}", f"{row.power}, {row.state}") for row in rows), alone=1)
        return block("ARTILLERY", (*(f" {line}" for line in alike), *below))
    titles = _Gun(say("guns"), say("strength, range"), say("state"), say("where"))
    return table("ARTILLERY", [titles, *rows], below)


@rule("TOCS-W10.24-1", "TOCS-W15.15-10")
def silent(game: Game, picture: Picture, calls: list[str]) -> Iterator[str]:
    """Those of the batteries listed that fire no strike whatever their state, and why."""
    view, mute = picture.view(game), dict[str, list[str]]()
    for unit in filter(None, map(picture.forces.unit_called, calls)):
        counter = picture.forces.counter(unit)
        if counter.artillery and unit.gathers:
            mute.setdefault(say("just landed, no guns yet"), []).append(counter.call)
        elif counter.artillery and forbidden(view, unit, "artillery_strike"):
            mute.setdefault(say("out of supply"), []).append(counter.call)
    for why, guns in mute.items():
        yield say("cannot fire, {why}: {guns}", why=why, guns=", ".join(guns))


class _Gun(NamedTuple):
    """A battery or an observer: what it can do, its state (an observer's AP), its place."""

    call: str
    power: str
    state: str
    where: str


def _row(game: Game, picture: Picture, unit: Unit) -> _Gun | None:
    """What is told of a gun or an observer; None of any other unit."""
    forces, view = picture.forces, picture.view(game)
    counter, where = forces.counter(unit), short_spot if large(forces) else spot
    if counter.artillery:
        reached = counted(counter.range, "{number} hex", "{number} hexes")
        words = phrase("strength {strength}, range {range}") if large(forces) else phrase("{strength}, {range}")
        power = say(words, strength=weight(forces, unit), range=reached)
        return _Gun(counter.call, power, say(STATES[unit.state]), where(game, unit))
    if is_observer(counter):
        able = say("{points} AP", points=action_points(view, unit))
        return _Gun(counter.call, say("observer, sees {reach}", reach=reach(view)), able, where(game, unit))
    return None
