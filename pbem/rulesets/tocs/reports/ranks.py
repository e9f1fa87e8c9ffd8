"""Who goes with whom, which companies are divided, what there is to make losses good: in words for the side alone."""

from collections.abc import Iterator
from typing import Any

from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.camp import Camp
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Replacements, Unit
from pbem.rulesets.tocs.reports.wording import call, condition, dice, place


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """What stands on file: assets with their units, troops under another HQ, divided companies, pools and wrecks."""
    camp = picture.camp
    return tuple(f" {line}" for line in (*_assigned(camp), *_pools(game, camp.replacements)))


def _assigned(camp: Camp) -> Iterator[str]:
    units = sorted(camp.on_map(), key=lambda u: camp.counter(u).call)
    for unit in units:
        assets = [call(camp, a.id) for a in units if a.assigned == unit.id]
        if assets:
            yield f"with {call(camp, unit.id)}: {', '.join(assets)}"
    for unit in units:
        if unit.under:
            yield f"{call(camp, unit.id)} is under {call(camp, unit.under)}"
    divided = sorted(call(camp, u.id) for u in camp.units.values() if u.status == "split")
    if divided:
        yield f"divided into half-companies: {', '.join(divided)}"


def _pools(game: Game, left: Replacements) -> Iterator[str]:
    if left.men or left.vehicles or left.mended:
        mended = f", {sum(left.mended.values())} in field repair centres" if left.mended else ""
        yield f"Replacement Pool {left.men}, Motor Pool {left.vehicles}{mended}"
    wrecks = [f"{n} at {place(game, h)}" for h, n in sorted(left.wrecks.items()) if n]
    if wrecks:
        yield f"vehicles and guns lost on the field: {', '.join(wrecks)}"


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of them, a line."""
    camp = picture.camp
    match seen:
        case o.OwnUnit(unit, why):
            return (f"{call(camp, unit.id)} {_became(camp, unit, why)}",)
        case o.OwnDeployment(unit, counters, _):
            halves = " and ".join(c.call for c in counters)
            whole = call(camp, unit)
            return (f"{whole} deploys into {halves}" if halves else f"{whole} is whole again: {condition(camp, camp.units[unit])}",)
        case o.OwnReplacements(left, why):
            return (f"{why}: Replacement Pool {left.men}, Motor Pool {left.vehicles}",)
        case o.OwnSearch():
            return (_search(game, seen),)
        case o.OwnRefit(unit, throw, drms, result):
            came = "a step is found" if result == "step" else "nothing yet"
            return (f"{call(camp, unit)} on refit: {dice(throw)}{_reasons(drms)}: {came}",)
    return ()


def _became(camp: Camp, unit: Unit, why: str) -> str:
    match why:
        case "assigned":
            return f"goes with {call(camp, unit.assigned)} now"
        case "reassigned":
            return f"is under {call(camp, unit.under or camp.counter(unit).parent)} now"
        case "made good":
            return f"regains a step: {condition(camp, unit)}"
    return why


def _search(game: Game, seen: o.OwnSearch) -> str:
    came = "a vehicle or gun is recovered" if seen.found else "nothing can be saved"
    return f"wrecks at {place(game, seen.hex)}: {dice(seen.throw)}{_reasons(seen.drms)}, {seen.needed} or less: {came}"


def _reasons(drms: tuple[tuple[str, int], ...]) -> str:
    return "".join(f", {name.replace('_', ' ')} {value:+d}" for name, value in drms)
