"""Assault and overrun: who may, in what order, and what changes in the ordinary tables (TCSB-22, TCSB-23)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, number, texts, whole
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.area_fire import Shelter
from pbem.rulesets.tcs.units import TacticalUnit, vehicles_on

AT_ROLLS, FIRE, MORALE = "at_rolls", "fire", "morale"
Side = Literal["defender", "attacker", "both"]


class AssaultPart(Value):
    """A part of an assault: a round, what is done in it and by whom."""

    round: int
    what: str
    side: Side


class SheetDuty(Value):
    """What a unit's op sheet lets it assault. kind: of the sheet in force, "" for a unit that is unassigned; inside: the hex is in
    the area of a defense sheet."""

    kind: str = ""
    inside: bool = False


@rule("TCSB-22-1", "TCSB-6-31")
def may_assault(duty: SheetDuty) -> bool:
    """Only units on an attack sheet, or on a defense sheet inside its area."""
    return duty.kind == "attack" or (duty.kind in ("hasty_defense", "prep_defense") and duty.inside)


@rule("TCSB-22-2")
def may_enter_assault(unit: TacticalUnit, place: Hex) -> bool:
    """In move mode, from an adjacent hex, and able."""
    able = unit.mode == "move" and not (unit.suppressed or unit.paralyzed or unit.over) and unit.steps > 0
    return able and distance(unit.hex, place) == 1


@rule("TCSB-22-2")
def must_check_first(charts: ChartBook, effective: int) -> bool:
    """Does an attacker check morale before round 1? Anything but no effect keeps it out of the assault."""
    return effective >= whole(_assault(charts, "check_in"), "from_morale")


@rule("TCSB-22-4", "TCS3-9-6")
def stages(charts: ChartBook) -> tuple[AssaultPart, ...]:
    """An assault from first to last: up to three rounds of AT rolls by both, fire, morale; in round 1 the defender fires first."""
    found: list[AssaultPart] = []
    for number_ in range(1, whole(_assault(charts, "rounds"), "most") + 1):
        found.append(AssaultPart(number_, AT_ROLLS, "both"))
        sides: tuple[Side, ...] = ("defender", "attacker") if number_ == 1 else ("both",)
        for side in sides:
            found += [AssaultPart(number_, FIRE, side), AssaultPart(number_, MORALE, side)]
    return tuple(found)


@rule("TCSB-22-5", "TCSPD-9-2")
def shelter_in_assault(shelter: Shelter, defends: bool) -> Shelter:
    """What ground and works give in an assault: the defender half the terrain's, toward none, and all his digging; attackers
    nothing, and no use of the position until they hold the hex."""
    if not defends:
        return Shelter()
    return replace(shelter, cover=-(-shelter.cover // 2), protective=False, hexside=False)


@rule("TCSB-22-4")
def moves_in_assault(round_: int, attacks: bool) -> bool:
    """Does the modifier for moving targets count? For attackers, in round 1."""
    return attacks and round_ == 1


@rule("TCSB-22-4")
def fires_in_round(unit: TacticalUnit, round_: int) -> bool:
    """Does a defender fire in a round of an assault? Paralyzed ones from round 2, and then weak."""
    return unit.steps > 0 and (not unit.paralyzed or round_ > 1)


@rule("TCSB-22-4")
def is_weak_in_round(unit: TacticalUnit, round_: int) -> bool:
    """Is a defender's fire halved? Suppressed in round 1, paralyzed after it."""
    return unit.paralyzed or (unit.suppressed and round_ == 1)


@rule("TCSB-26-5")
def charges(charts: ChartBook, unit: TacticalUnit, against: Shelter) -> int:
    """What engineers with charges add to strength against the dug in."""
    return whole(_assault(charts, "engineers"), "adds") if unit.counter.type == "engineer_platoon" and against.is_dug_in else 0


@rule("TCSARM-4.9b-1")
def steps_in_assault(unit: TacticalUnit) -> int:
    """What infantry and engineers add to strength in close assault, with the rules for armor: their steps."""
    return unit.steps if unit.counter.type in ("infantry_platoon", "engineer_platoon", "infantry_section") else 0


@rule("TCSARM-4.9a-1")
def fires_early(firing: Iterable[TacticalUnit], against: Iterable[TacticalUnit]) -> tuple[str, ...]:
    """American armor that fires before any German armor of a round, where both may: those of its units that do."""
    if not any(unit.counter.armor and not unit.paralyzed for unit in against):
        return ()
    return tuple(unit.id for unit in firing if unit.counter.armor and unit.counter.point and not unit.paralyzed)


def column_at_night(charts: ChartBook, column: int, round_: int, night: bool) -> int:
    """The area column of a round: by night one less in the first, not below the first of the chart."""
    return max(0, column - (whole(_assault(charts, "night"), "columns") if night and round_ == 1 else 0))


@rule("TCSB-22-10")
def winner(attackers: int, defenders: int, round_: int, rounds: int) -> str:
    """Who holds the hex after a round: who is left alone; the defender when both are there after the last; "" while it goes on."""
    if attackers and not defenders:
        return "attacker"
    if not attackers or round_ >= rounds:
        return "defender"
    return ""


@rule("TCSB-23-1")
def may_overrun(charts: ChartBook, terrain: str, enemies: Iterable[TacticalUnit]) -> bool:
    """May a hex be overrun? Open, crops or scrub without enemy armor that can fire."""
    ready = any(enemy.counter.armor and enemy.steps and not enemy.paralyzed for enemy in enemies)
    return terrain in texts(_overrun(charts, "against"), "terrain") and not ready


@rule("TCSB-23-1", "TCSB-23-7", "TCS3-10-2")
def who_overruns(charts: ChartBook, units: Sequence[TacticalUnit]) -> tuple[TacticalUnit, ...]:
    """Of units entering together those that take part: tracked armor in move mode, five at most."""
    able = [unit for unit in units if unit.counter.armor and unit.counter.move == "tracked" and unit.mode == "move" and unit.steps]
    most, found = whole(_overrun(charts, "who"), "most"), list[TacticalUnit]()
    for unit in able:
        if sum(vehicles_on(one.counter, one.steps) for one in (*found, unit)) <= most:
            found.append(unit)
    return tuple(found)


@rule("TCSB-23-2")
def overrun_cost(charts: ChartBook) -> int:
    """MP that an overrun costs besides the terrain."""
    return whole(_overrun(charts, "cost"), "mp")


@rule("TCSB-23-4")
def overrun_strength(charts: ChartBook, units: Iterable[TacticalUnit]) -> Fraction:
    """Area strength of an overrun: each vehicle its own by the factor, and never less than the least; all are added. A platoon
    counter is as many vehicles as it has steps."""
    spec, found = _overrun(charts, "attack"), Fraction(0)
    for unit in units:
        strength = number(spec, "factor") * unit.counter.area * unit.steps / unit.counter.steps
        found += max(strength, number(spec, "at_least") * vehicles_on(unit.counter, unit.steps))
    return found


def shift_without_at(charts: ChartBook) -> int:
    """What it is for those that have none."""
    return whole(_overrun(charts, "attack"), "without_at")


@rule("TCSB-23-5")
def is_crushed(target: TacticalUnit, any_effect: bool) -> bool:
    """Is a gun or a B target destroyed in an overrun? By any result."""
    return any_effect and (target.counter.gun or target.counter.target == "B")


@rule("TCSB-23-5")
def overrun_strain(charts: ChartBook) -> int:
    """What survivors of an overrun add to their morale check."""
    return whole(_overrun(charts, "morale"), "adds")


@rule("TCSB-23-6")
def may_go_on(left_in_hex: Iterable[TacticalUnit]) -> bool:
    """May the vehicles go on after an overrun? If the hex is empty; else they stop where they came from."""
    return not any(unit.steps for unit in left_in_hex)


def _assault(charts: ChartBook, item: str) -> Entry:
    return charts.listing("assault")[item].extras


def _overrun(charts: ChartBook, item: str) -> Entry:
    return charts.listing("overrun")[item].extras
