"""Communications in words: who is cut off and by what, which headquarters are awake, what orders and morale checks came to."""

from typing import Any

from pbem.kernel.hexes import distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.reports.focus import Calls, large, of
from pbem.rulesets.tocs.reports.wording import call, calls_in_short, condition, dice, spot
from pbem.rulesets.tocs.rules.battle import computed
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.communications import by_land, by_wireless, loc
from pbem.rulesets.tocs.rules.formations import chain
from pbem.rulesets.tocs.units import STATES, Unit

FEW = 2  # units of a large side that are out of communication and have a line each


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """Who is out of communication, since when and by what; and what is left of the HQs and assets that are awake. calls: of the
    units told of."""
    forces = picture.forces
    units = of(forces, calls, sorted(forces.on_map(), key=lambda u: forces.counter(u).call))
    out = [u for u in units if not loc(picture.view(game), u).ok]
    short = large(forces) and len(out) > FEW
    cut = _together(forces, out) if short else [f" {call(forces, u.id)} {_cut(game, picture, u)}" for u in out]
    awake = sorted(f"{call(forces, i)} {active.ap} AP" for i, active in forces.staffs.items())
    staffs = [say(" HQs activated, to the end of the impulse: {awake}", awake=", ".join(awake))] if awake else []
    woken = (
        [say(" assets activated, without an OP: {woken}", woken=", ".join(sorted(call(forces, i) for i in forces.woken)))]
        if forces.woken
        else []
    )
    return (*cut, *staffs, *woken)


def of_other_seats(game: Game, picture: Picture, calls: Calls, own: Calls) -> tuple[str, ...]:
    """For who commands all of a large side: the headquarters of other seats that are out of communication, and since when. calls:
    of the units told of in full; own: of those that no other seat has."""
    forces = picture.forces
    if calls is not None or own is None:
        return ()
    staffs = (u for u in forces.on_map() if forces.counter(u).formation and forces.counter(u).call not in own)
    out = sorted((forces.counter(u).call, forces.silent.get(u.id, "")) for u in staffs if not loc(picture.view(game), u).ok)
    said = (say("{call} since {since}", call=call, since=since) if since else say("{call} now", call=call) for call, since in out)
    return (say(" Cut off from their HQ, one AP fewer: {calls}", calls=", ".join(said)),) if out else ()


def _together(forces: Forces, units: list[Unit]) -> list[str]:
    """Of many, those that miss the same headquarters in a line, and how to ask for the reason."""
    alike: dict[tuple[str, str], list[str]] = {}
    for unit in units:
        above = next((call(forces, hq.id) for hq in superiors(forces, unit)), "")
        alike.setdefault((above, forces.silent.get(unit.id, "")), []).append(call(forces, unit.id))
    told = []
    for (above, since), calls in alike.items():
        words = OUT[bool(above), bool(since)]
        told.append(say(words, hq=above, since=since, calls=calls_in_short(calls)))
    return [*told, say(" WHY OUT OF COMMUNICATION {call} says what is in the way.", call=call(forces, units[0].id))]


OUT = {
    (True, True): phrase(" Cut off from {hq} since {since}: {calls}"), (True, False): phrase(" Cut off from {hq} now: {calls}"),
    (False, True): phrase(" Without a headquarters since {since}: {calls}"),
    (False, False): phrase(" Without a headquarters now: {calls}"),
}  # fmt: skip
"""How those that miss a headquarters are told, by whether there is one and since when it is known."""


def _cut(game: Game, picture: Picture, unit: Unit) -> str:
    """`cut off from its HQ since T3.2: EZOC at 12.07`."""
    since = picture.forces.silent.get(unit.id)
    found = loc(picture.view(game), unit)
    if since:
        return say("cut off from its HQ since {since}: {why}", since=since, why=found.why)
    return say("cut off from its HQ now: {why}", why=found.why)


def why_cut(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Where an own unit's supply comes from and whether it is in communication, or what cuts it off from either."""
    found = picture.forces.unit_called(unit)
    supply = stores.why_cut(game, picture, unit)
    if found is None or found.status != "map":
        return supply
    if loc(picture.view(game), found).ok:
        return (*supply, say("{unit} is in communication", unit=unit))
    return (
        *supply,
        say(
            "{unit} is {cut}: one AP fewer, no orders, no guns (TOCS-W7.0-4, TOCS-W7.0-5)",
            unit=unit,
            cut=_cut(game, picture, found),
        ),
    )


@rule("TOCS-W7.1-1", "TOCS-W7.2-1", "TOCS-W7.0-2")
def runner(game: Game, picture: Picture, ours: tuple[str, ...], theirs: tuple[str, ...]) -> int | None:
    """How many turns on a message between the staffs of these formations is there, 0 = within this one; None when it is there
    at once: where land or wireless joins two of them, for the side's own staff, and for one that is not on the map.
    """
    view, one, other = picture.view(game), _staffs(picture, ours), _staffs(picture, theirs)
    ways = [(a, b) for a in one for b in other]
    if not ways or any(by_wireless(view, a, b) or by_land(view, a, b) for a, b in ways):
        return None
    return (min(distance(a.hex, b.hex) for a, b in ways) - 1) // int(game.switches["runner_hexes"])


def _staffs(picture: Picture, formations: tuple[str, ...]) -> list[Unit]:
    """The headquarters of formations that are on the map; of those that have lost theirs all troops: somebody leads them."""
    forces = picture.forces
    there = forces.on_map()
    staffs = [u for u in there if forces.counter(u).formation and forces.counter(u).formation in formations]
    return staffs or [u for u in there if set(chain(forces, forces.counter(u).call)) & set(formations)]


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of orders and morale, a line."""
    forces = picture.forces
    match seen:
        case t.StaffWoken(active=active):
            return (say("{call} activated (1 OP), order given: {ap} AP left", call=call(forces, active.unit), ap=active.ap),)
        case t.StaffChanged(_, active, "ordered"):
            return (say("{call} gives the order: {ap} AP left", call=call(forces, active.unit), ap=active.ap),)
        case t.AssetsWoken(_, active, units):
            names = ", ".join(sorted(call(forces, i) for i in units))
            return (say("{call} activates {names}: {ap} AP left", call=call(forces, active.unit), names=names, ap=active.ap),)
        case t.MoraleChecked():
            return (_morale(picture, seen),)
        case t.UnitChanged(_, unit, "rallied"):
            return (say("{call} rallies: {state}", call=call(forces, unit.id), state=say(STATES[unit.state])),)
        case t.UnitChanged(_, unit, "withdrew"):
            return (
                say(
                    "{call} {condition}, withdrew to {place}",
                    call=call(forces, unit.id),
                    condition=condition(forces, unit),
                    place=spot(game, unit),
                ),
            )
    return ()


def _morale(picture: Picture, seen: t.MoraleChecked) -> str:
    """`A/504 withdrawal: 2d6 3+4 = 7 [withdraw/…], night -1: 6, ML 8 or less: passed`."""
    why = f", {', '.join(map(computed, seen.reasons))}: {seen.throw.total + seen.drm}" if seen.reasons else ""
    outcome = say("passed") if seen.passed else say("failed")
    return say(
        "{call}, {what}: {dice}{why}, needs {needed} or less: {outcome}",
        call=call(picture.forces, seen.unit.id),
        what=say(seen.what),
        dice=dice(seen.throw),
        why=why,
        needed=seen.needed,
        outcome=outcome,
    )
