"""Prepared defenses dug level by level: totals, turns that accrue, credit, positions (TCSPD)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, text, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.rolls import Roll, throw_as
from pbem.rulesets.tcs.units import TacticalUnit

CHART = "prepared-defense"
DigTable = Literal["corrected", "printed"]


class Totals(Value):
    """Turns from nothing to each level, the first first."""

    turns: tuple[int, ...]

    def to(self, level: int) -> int:
        """Turns to a level; none to no level."""
        return self.turns[level - 1] if level else 0


class DigRecord(Value):
    """A builder's record. roll: the dice, its owner's alone; accrued: turns, credit for a standing level included; it holds as long
    as the unit stays in the hex."""

    unit: str
    hex: Hex
    roll: Roll
    totals: Totals
    accrued: Fraction


class DugPosition(Value):
    """What was built in a hex. level: of a finished position, 1 to 3, 0 where a bunker stands alone; owner: the side that was the
    last to enter the hex; built_by: the side that dug it; bunker: a record of `bunkers`, "" for none."""

    hex: Hex
    level: int
    owner: str
    built_by: str
    bunker: str = ""


@rule("TCSPD-4-1", "TCSPD-4-2", "TCSPD-FIG1-0", "TCSPD-FIG1-m0", "TCSPD-FIG1-m1", "TCSPD-FIG1-m2", "TCSPD-FIG1-m3")
@rule("TCSPD-FIG1-m4", "TCSPD-FIG1-m5", "TCSPD-FIG1-m6", "TCSPD-FIG1-m7", "TCSPD-EX-1")
def totals(charts: ChartBook, table: DigTable, morale: int, dice: int) -> Totals:
    """The totals for two dice against morale, by the corrected or the printed table; they are counted from zero."""
    sheet = charts.sheet(CHART)
    rows = [row for row in sheet.rows.values() if text(row.extras, "set") == table]
    column = sheet.column_at(dice)
    assert column is not None, "no two dice are below the first column"
    cell = rows[max(0, min(morale, len(rows) - 1))].cells[column]
    return Totals(tuple(map(int, cell.split(","))))


@rule("TCSPD-4-1", "TCSPD-6-1", "TCSPD-OPT-2")
def roll_to_dig(charts: ChartBook, dice: Dice, occasion: str) -> Roll:
    """Throws a builder's dice, however many stand in the hex; by the option once for a company and its sheet."""
    return throw_as(dice, occasion, text(section(charts.sheet(CHART).extras, "roll"), "dice"))


@rule("TCSPD-OPT-2")
def company_morale(company: Iterable[TacticalUnit]) -> int:
    """The morale that counts when a company digs by one roll: its worst."""
    return max(unit.morale for unit in company)


@rule("TCSPD-3-1", "TCSPD-7-2", "TCSPD-EX-2", "TCSPD-7-1")
def started(unit: TacticalUnit, roll: Roll, to_levels: Totals, standing: int) -> DigRecord:
    """A new record: nothing accrued, but for the turns its own result needs to a level that stands there, even its own.

    Who leaves a hex loses his record, and with it what was accrued toward the next level.
    """
    return DigRecord(unit.id, unit.hex, roll, to_levels, Fraction(to_levels.to(standing)))


@rule("TCSPD-1-1", "TCSPD-2-4")
def may_dig(charts: ChartBook, unit: TacticalUnit, sheet: str) -> bool:
    """May a unit be named to dig? On a hasty defense sheet in force, and no vehicle."""
    return sheet == "hasty_defense" and highest(charts, unit) > 0 and unit.steps > 0


@rule("TCSPD-2-2", "TCSPD-2-4")
def highest(charts: ChartBook, unit: TacticalUnit) -> int:
    """The highest level a unit can build: vehicles none, infantry platoons one more than the others."""
    return whole(charts.records("unit-types")[unit.counter.type], "digs")


@rule("TCSPD-5-1", "TCSPD-5-3", "TCSB-1-3", "TCSPD-3-1", "TCSB-27-6")
def accrue(charts: ChartBook, record: DigRecord, quiet: bool, night: bool, ground: Iterable[str] = ()) -> DigRecord:
    """A record at the end of its side's Action Phase: a turn more, three by night, none if the unit was fired at.

    ground: modifiers of `dig-terrain` that the module turns on. Under a sheet that has ended nothing accrues, and nothing is lost.
    """
    accrual = section(charts.sheet(CHART).extras, "accrual")
    turns = Fraction(whole(accrual, "night" if night else "day") if quiet else whole(accrual, "fired_at"))
    return replace(record, accrued=record.accrued + turns * ground_factor(charts, ground))


@rule("TCSPD-OPT-1")
def ground_factor(charts: ChartBook, ground: Iterable[str]) -> Fraction:
    """What ground and season make of the turns credited."""
    factor = Fraction(1)
    for name in ground:
        factor *= Fraction(str(charts.modifiers("dig-terrain")[name].value))
    return factor


@rule("TCSPD-5-2", "TCSPD-2-2", "TCSPD-CHK-1")
def level_reached(charts: ChartBook, record: DigRecord, unit: TacticalUnit) -> int:
    """The level that stands by a record, within what its builder can build."""
    reached = sum(record.accrued >= turns for turns in record.totals.turns)
    return min(reached, highest(charts, unit))


@rule("TCSPD-5-2", "TCSPD-8-1")
def marked(position: DugPosition | None, level: int, builder: TacticalUnit) -> DugPosition | None:
    """The position of a hex after a builder's turns: what stands is never lowered by another's record."""
    if level == 0 or (position and position.level >= level):
        return position
    built_by, bunker = (position.built_by, position.bunker) if position else (builder.side, "")
    return DugPosition(builder.hex, level, builder.side, built_by, bunker)


@rule("TCSPD-2-1", "TCSPD-2-3", "TCSPD-8-1", "TCSPD-9-1", "TCSPD-9-2", "TCSPD-9-3", "TCSPD-11-1")
def level_used(charts: ChartBook, position: DugPosition, unit: TacticalUnit) -> int:
    """The level that a unit in the hex has the use of: all that are no vehicles at once, friends of the builder the whole of it.

    An enemy who assaults has none of it until he holds the hex, and then one level less.
    """
    if unit.counter.vehicle or unit.side != position.owner:
        return 0
    enemy = 0 if unit.side == position.built_by else whole(section(charts.sheet(CHART).extras, "occupant"), "lower_by")
    return max(0, position.level - enemy)


@rule("TCSPD-9-3", "TCSPD-8-1", "TCSB-28-2")
def held_by(position: DugPosition, side: str) -> DugPosition:
    """A position after a side has come to hold its hex."""
    return replace(position, owner=side)


@rule("TCSPD-10-1", "TCSPD-8-1")
def taken_down(position: DugPosition, levels: int, units: Iterable[TacticalUnit]) -> DugPosition | None:
    """A position that its owner lowers at the end of his turn: by no more than his men there have units; None for gone."""
    hands = sum(unit.side == position.owner and not unit.counter.vehicle and unit.steps > 0 for unit in units)
    left = position.level - min(levels, hands)
    return replace(position, level=max(0, left)) if left > 0 or position.bunker else None
