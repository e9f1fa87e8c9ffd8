"""Losses made good: steps of disbanded units, the pools, refits, wrecks brought in (TOCS-W10.20 to W10.23, W12.8)."""

from collections.abc import Mapping

from pbem.kernel.charts.entries import Entry, section, sections, whole
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.rules import afloat, facilities
from pbem.rulesets.tocs.rules import overland_lines as overland
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.rules.supply import in_los, los
from pbem.rulesets.tocs.rules.zoc import too_near
from pbem.rulesets.tocs.units import Replacements, SupplySource, Task, Unit
from pbem.rulesets.tocs.view import View

LONG_AGO = 8  # turns without a loss, after which nobody comes back from the rear
NEVER = 99
FACILITY = {"men": "hospital", "vehicles": "field_repair"}
MOST_RETURNED = 2  # steps a facility gives back a turn
NEAR, BANKS = 3, (0, 1)  # hexes of supply route that are near, from whichever bank of a divided hex


class Disbanded(Value):
    """What comes of a unit that is disbanded: whom its steps heal, the pools then, trucks that were with it, steps wasted."""

    healed: tuple[Unit, ...]
    left: Replacements
    trucks: tuple[SupplySource, ...]
    wasted: int


@rule("TOCS-W10.20-2", "TOCS-W10.20-3", "TOCS-W10.20-4")
def disbanded(view: View, unit: Unit, into: tuple[str, ...], pool: bool) -> Disbanded:
    """The steps that are left of a unit, one for one: to units of its own kind that stand with it, then to the pool if it
    is in supply; the rest is lost, guns and vehicles wrecked.

    into: calls of those that are to have them, in order; none named: whoever lost most first. pool: to the pool alone.
    """
    forces = view.forces
    steps = forces.counter(unit).steps - unit.lost
    healed = list[Unit]()
    for other in () if pool else wanting(forces, unit, into):
        share = min(steps, other.lost)
        steps -= share
        if share:
            healed.append(replace(other, lost=other.lost - share))
    saved = steps if in_supply(view, unit) else 0
    left = stocked(forces.replacements, forces.counter(unit).replaced_by, saved)
    trucks = tuple(replace(s, join="", noted=0) for s in forces.sources.values() if s.join == unit.id)
    return Disbanded(tuple(healed), left, trucks, steps - saved)


def wanting(forces: Forces, unit: Unit, into: tuple[str, ...]) -> tuple[Unit, ...]:
    """Who may have the steps of a unit: those of its kind that stand with it and have lost some."""
    kind = forces.counter(unit).replaced_by
    near = (u for u in forces.at(unit.hex) if u.bank == unit.bank and u.id != unit.id and u.lost)
    found = [u for u in near if forces.counter(u).replaced_by == kind]
    if into:
        return tuple(sorted((u for u in found if forces.counter(u).call in into), key=lambda u: into.index(forces.counter(u).call)))
    return tuple(sorted(found, key=lambda u: (-u.lost, forces.counter(u).call)))


@rule("TOCS-W12.8-1", "TOCS-W10.22-3")
def stocked(left: Replacements, kind: str, steps: int) -> Replacements:
    """The pools with so many steps more (or fewer) of a kind."""
    if kind == "men":
        return replace(left, men=left.men + steps)
    return replace(left, vehicles=left.vehicles + steps)


def held(left: Replacements, kind: str) -> int:
    """Steps in the pool of a kind."""
    return left.men if kind == "men" else left.vehicles


def in_supply(view: View, unit: Unit) -> bool:
    """Is the unit in supply, by its mark and by its line?"""
    return in_los(view, unit) and los(view, unit).ok


# ---------------------------------------------------------------- refit


@rule("TOCS-W10.22-1", "TOCS-W10.22-2", "TOCS-W8.4-1")
def cannot_refit(view: View, unit: Unit) -> Refusal | None:
    """Why a unit cannot refit now: whole, out of supply, near the enemy, or about something else."""
    forces, call = view.forces, view.forces.counter(unit).call
    if not unit.lost:
        return illegal(say("{call} has lost no step", call=call), "TOCS-W10.22-2")
    if unit.id in forces.tasks:
        return illegal(say("{call} is at work: {work}", call=call, work=forces.tasks[unit.id].words), "TOCS-W10.22-1")
    if afloat.floating(view, unit.hex):
        return illegal(say("{call} is on open water", call=call), "TOCS-W11.6-1")
    if not in_supply(view, unit):
        return forbidden(view, unit, "refit") or illegal(
            say("{call} has no line of supply: {why}", call=call, why=los(view, unit).why), "TOCS-W10.22-1"
        )
    if near := too_near(view, unit):
        return illegal(near, "TOCS-W10.22-1")
    if (forces.active and forces.active.unit == unit.id) or forces.attack_of(unit.id) or unit.reserve:
        return illegal(
            say("{call} is active, in reserve or committed to an attack: a refit is all that a unit does", call=call),
            "TOCS-W10.22-1",
        )
    return None


@rule("TOCS-W10.22-4", "TOCS-W12.8-2", "MASL-16.4-2", "MASL-16.5-2")
def helped_by(view: View, unit: Unit) -> Facility | None:
    """The facility that makes a unit's losses good when the pool is empty: for men a hospital, for vehicles and guns a field
    repair centre with some of them in it; the nearest that has not given back all that it can this turn."""
    left, kind = view.forces.replacements, view.forces.counter(unit).replaced_by
    able = [
        site for site in facilities.serving(view, FACILITY[kind])
        if left.returned.get(site.id, 0) < MOST_RETURNED and (kind == "men" or left.repaired.get(site.id))
    ]  # fmt: skip
    return min(able, key=lambda site: (distance(unit.hex, site.hex), site.id), default=None)


@rule("MASL-16.4-2", "MASL-16.4-3")
def wards_lost(view: View, unit: Unit) -> bool:
    """Is a unit's troops' only way back closed: the pool is empty, and of the hospitals in which the module has them recover, which
    its side may set up afresh, none works? Elsewhere luck alone may bring men back."""
    kind = view.forces.counter(unit).replaced_by
    if kind != "men" or held(view.forces.replacements, kind) or facilities.serving(view, FACILITY[kind]):
        return False
    theirs = {place.facility for place in view.forces.afresh}
    return any(site.id in theirs and site.kind == FACILITY[kind] for site in view.forces.sites)


def _near(view: View, unit: Unit, site: Facility) -> bool:
    """Does a supply route of three hexes join the unit and the facility?"""
    starts = {Position(site.hex, bank): site.id for bank in BANKS}
    return Position(unit.hex, unit.bank) in overland.flood(view, view.forces.counter(unit), starts, NEAR)


@rule("TOCS-W10.22-4", "TOCS-W12.8-2")
def chances(view: View, unit: Unit, task: Task, site: Facility | None) -> Mapping[str, int]:
    """The modifiers of the chart to a refit out of an empty pool, with the help of a facility or (None) without."""
    drms = view.game.grid("refit").drms
    kind = view.forces.counter(unit).replaced_by
    holds = {
        "near": site is not None and _near(view, unit, site),
        "damaged": site is not None and 2 * site.damage >= site.dp,
        "rested": task.done >= 1,
        "no_losses": view.forces.replacements.since.get(kind, NEVER) >= LONG_AGO,
        "night": site is not None and kind == "vehicles" and view.night,
    }
    return {name: int(str(drms[name].value)) for name in drms if holds.get(name)}


@rule("TOCS-W10.22-4", "TOCS-W12.8-2", "TOCS-W10.22-5")
def came_back(view: View, site: Facility | None, total: int) -> str:
    """What a throw brings a unit on refit when the pool is empty: "step" or "none"."""
    grid = view.game.grid("refit")
    return grid.cell({}, grid.column_named(site.kind if site else "none"), total)


@rule("TOCS-W12.8-2", "TOCS-W12.10-2")
def returned(left: Replacements, site: Facility | None) -> Replacements:
    """After a facility (None: luck alone) gave a step back."""
    if site is None:
        return left
    left = replace(left, returned={**left.returned, site.id: left.returned.get(site.id, 0) + 1})
    return replace(left, repaired=_with(left.repaired, site.id, -1)) if site.id in left.repaired else left


def _with(counts: Mapping[str, int], name: str, more: int) -> dict[str, int]:
    """Counts with one changed, and none that are nothing."""
    changed = {**counts, name: counts.get(name, 0) + more}
    return {key: number for key, number in changed.items() if number}


@rule("TOCS-W12.10-2")
def abandoned(view: View) -> tuple[str, ...]:
    """The facilities in which the side had vehicles and guns repaired, and that are its own no longer."""
    sites = {site.id: site for site in view.forces.sites}
    return tuple(name for name in sorted(view.forces.replacements.repaired) if not view.own(sites[name].hex))


def without(left: Replacements, site: str) -> Replacements:
    """The pools without what stood in a facility."""
    return replace(left, repaired={name: number for name, number in left.repaired.items() if name != site})


# ---------------------------------------------------------------- recovery


def _chart(view: View) -> Entry:
    """How wrecks are looked for, by the chart."""
    return section(view.game.grid("refit").extras, "recovery_action")


@rule("TOCS-W10.23-1", "TOCS-W10.22-5")
def cannot_recover(view: View, hex_: Hex) -> Refusal | None:
    """Why nothing can be recovered from a hex: it is not inside the perimeter, it is fought over, or nothing lies there."""
    if not view.own(hex_) or hex_ in view.public.engaged:
        return illegal(say("{hex} is not inside your perimeter, or fought over", hex=hex_), "TOCS-W10.23-1")
    if not view.forces.replacements.wrecks.get(hex_):
        return illegal(say("you have no lost vehicle or gun in {hex}", hex=hex_), "TOCS-W10.23-1")
    return None


@rule("TOCS-W10.23-1", "TOCS-W10.22-5")
def search(view: View, hex_: Hex) -> tuple[str, int, tuple[tuple[str, int], ...]]:
    """How wrecks are looked for in a hex: the dice, the number they must not exceed, the modifiers that hold."""
    chart = _chart(view)
    holds = {
        "engineers": any(view.forces.counter(u).engineer for u in view.forces.at(hex_)),
        "ezoc": hex_ in view.ezoc(),
        "night": view.night,
    }
    drms = tuple((str(d["id"]), whole(d, "value")) for d in sections(chart, "drm") if holds[str(d["id"])])
    return str(chart["roll"]), whole(chart, "target"), drms


@rule("TOCS-W10.23-2")
def searched(view: View, hex_: Hex, found: bool) -> Replacements:
    """After a search: what was found is no longer on the field but in the nearest field repair centre that works for the
    side, else in the Motor Pool."""
    left = view.forces.replacements
    left = replace(left, searches=left.searches + 1)
    if not found:
        return left
    rest = {**left.wrecks, hex_: left.wrecks[hex_] - 1}
    left = replace(left, wrecks={h: n for h, n in rest.items() if n})
    site = min(facilities.serving(view, FACILITY["vehicles"]), key=lambda s: (distance(hex_, s.hex), s.id), default=None)
    return replace(left, repaired=_with(left.repaired, site.id, 1)) if site else replace(left, vehicles=left.vehicles + 1)
