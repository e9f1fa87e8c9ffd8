"""Who goes with whom, which companies are divided, what there is to make losses good: in words for the side alone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.kernel.i18n import phrase, say, worded
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large, of, within
from pbem.rulesets.tocs.reports.wording import call, condition, dice, place
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.units import Replacements, Unit


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """What stands on file: assets with their units, who is on the water, troops under another HQ, divided companies, pools and
    wrecks. calls: of the units told of."""
    forces = picture.forces
    assigned = tuple(_assigned(forces, calls))
    told = ("; ".join(assigned),) if assigned and large(forces) else assigned
    return tuple(f" {line}" for line in (*told, *_afloat(game, picture, calls), *_pools(game, forces.replacements, calls)))


def _assigned(forces: Forces, calls: Calls) -> Iterator[str]:
    units = sorted(forces.on_map(), key=lambda u: forces.counter(u).call)
    for unit in units:
        assets = [a.id for a in units if a.assigned == unit.id]
        if assets and within(forces, calls, (unit.id, *assets)):
            yield say("with {call}: {assets}", call=call(forces, unit.id), assets=", ".join(call(forces, a) for a in assets))
    yield from _under_others(forces, of(forces, calls, units))
    divided = sorted(call(forces, u.id) for u in of(forces, calls, forces.units.values()) if u.status == "split")
    if divided:
        yield say("divided into half-companies: {divided}", divided=", ".join(divided))


def _under_others(forces: Forces, units: Iterable[Unit]) -> Iterator[str]:
    """Who is under another headquarters than its own."""
    for unit in units:
        if unit.under:
            yield say("{call} is under {hq}", call=call(forces, unit.id), hq=call(forces, unit.under))


def _afloat(game: Game, picture: Picture, calls: Calls) -> Iterator[str]:
    """Who is on open water, and in whose boats."""
    view = picture.view(game)
    for hex_, units in picture.forces.stacks().items():
        mine = of(picture.forces, calls, units)
        if mine and afloat.floating(view, hex_):
            names = ", ".join(call(picture.forces, unit.id) for unit in mine)
            yield say("on the water at {place}: {calls}", place=place(game, hex_), calls=names)


def _pools(game: Game, left: Replacements, calls: Calls) -> Iterator[str]:
    """The pools and wrecks of the whole side, for who reads of all of it."""
    if calls is not None:
        return
    if left.men or left.vehicles or left.repaired:
        repaired = say(", {values} in field repair centres", values=sum(left.repaired.values())) if left.repaired else ""
        pools = phrase("Replacement Pool {men}, Motor Pool {vehicles}{repaired}")
        yield say(pools, men=left.men, vehicles=left.vehicles, repaired=repaired)
    wrecks = [say("{name} at {place}", name=n, place=place(game, h)) for h, n in sorted(left.wrecks.items()) if n]
    if wrecks:
        yield say("vehicles and guns lost on the field: {wrecks}", wrecks=", ".join(wrecks))


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of them, a line."""
    forces = picture.forces
    match seen:
        case t.UnitChanged(_, unit, why):
            return (f"{call(forces, unit.id)} {_became(forces, unit, why)}",)
        case t.CompanyDeployed(_, unit, counters, _):
            halves = say(" and ").join(c.call for c in counters)
            whole = call(forces, unit)
            return (
                say("{whole} split into {halves}", whole=whole, halves=halves)
                if halves
                else say("{whole} is whole again: {condition}", whole=whole, condition=condition(forces, forces.units[unit])),
            )
        case t.ReplacementsChanged(_, left, why):
            return (
                say("{why}: Replacement Pool {men}, Motor Pool {vehicles}", why=say(why), men=left.men, vehicles=left.vehicles),
            )
        case t.WrecksSought():
            return (_search(game, seen),)
        case t.RefitTried(_, unit, _, _, result):
            came = say("a step regained") if result == "step" else say("nothing yet")
            return (say("{call} on refit: {came}", call=call(forces, unit), came=came),)
    return ()


def rolls(_: Game, picture: Picture, seen: t.RefitTried) -> tuple[str, ...]:
    """The die of a refit, and what was added to it."""
    words = phrase("refit, {call}: {dice}{reasons}")
    return (say(words, call=call(picture.forces, seen.unit), dice=dice(seen.throw), reasons=_reasons(dict(seen.drms))),)


def _became(forces: Forces, unit: Unit, why: str) -> str:
    match why:
        case "assigned":
            return say("goes with {call} now", call=call(forces, unit.assigned))
        case "reassigned":
            return say("is under {call} now", call=call(forces, unit.under or forces.counter(unit).parent))
        case "made good":
            return say("regains a step: {condition}", condition=condition(forces, unit))
    return say(why)


def _search(game: Game, seen: t.WrecksSought) -> str:
    came = say("a vehicle or gun is recovered") if seen.found else say("nothing can be saved")
    return say(
        "wrecks at {place}: {dice}{reasons}, {needed} or less: {came}",
        place=place(game, seen.hex),
        dice=dice(seen.throw),
        reasons=_reasons(dict(seen.drms)),
        needed=seen.needed,
        came=came,
    )


def _reasons(drms: Mapping[str, int]) -> str:
    return "".join(f", {worded(name)} {value:+d}" for name, value in drms.items())
