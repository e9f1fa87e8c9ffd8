"""Digging level by level: the rolls of the Command Phase, the turn that accrues, what stands by it, what is taken down (TCSPD)."""

from collections.abc import Iterator
from fractions import Fraction

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.diggings import PARTS, Digging
from pbem.rulesets.tcs.rules import digging as rules
from pbem.rulesets.tcs.rules.rolls import Roll
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCSPD-3-1", "TCSPD-4-1", "TCSPD-6-1", "TCSPD-7-2")
def begun(moment: Moment, side: str, name: str) -> tuple[e.Event, ...]:
    """A unit that was named begins to dig where it stands: its own roll, or by the option that of its company."""
    forces = moment.board.forces[side]
    unit = forces.units.get(name)
    if unit is None or not may_dig(moment, unit):
        return ()
    by_company = moment.game.switches["dig_roll"] == "company"
    rolled = _company_roll(moment, unit) if by_company else ()
    faces = forces.company_digs.get(company_key(moment, unit)) if by_company else None
    if faces is None:
        occasion = f"dig/{unit.company}/{_sheet(moment, unit)}" if by_company else f"dig/{unit.id}/T{moment.board.public.turn}"
        faces = rolled[0].faces if rolled else rules.roll_to_dig(moment.game.book, moment.dice, occasion).faces
    table: rules.DigTable = "printed" if moment.game.switches["dig_table"] == "printed" else "corrected"
    morale = _company_morale(moment, unit) if by_company else unit.morale
    to_levels = rules.totals(moment.game.book, table, morale, sum(faces))
    standing = moment.board.works.get(unit.hex)
    level = rules.level_used(moment.game.book, standing, unit) if standing else 0
    record = rules.started(unit, Roll("", faces, sum(faces)), to_levels, level)
    return (*rolled, t.DigStarted(side, kept(record)))


def kept(record: rules.DigRecord) -> Digging:
    """A record as it is kept."""
    return Digging(record.unit, record.hex, record.roll.faces, record.totals.turns, round(record.accrued * PARTS))


def _record(digging: Digging) -> rules.DigRecord:
    """A record as the rules have it."""
    roll = Roll("", digging.faces, sum(digging.faces))
    return rules.DigRecord(digging.unit, digging.hex, roll, rules.Totals(digging.totals), Fraction(digging.parts, PARTS))


@rule("TCSPD-1-1", "TCSPD-2-4")
def may_dig(moment: Moment, unit: TacticalUnit) -> bool:
    """Is it on a hasty defense in force, in one of its hexes, and no vehicle?"""
    sheet = moment.board.forces[unit.side].sheet_of(unit)
    if sheet is None or sheet.status != "implemented" or unit.hex not in sheet.objective:
        return False
    return rules.may_dig(moment.game.book, unit, sheet.type)


def _sheet(moment: Moment, unit: TacticalUnit) -> str:
    sheet = moment.board.forces[unit.side].sheet_of(unit)
    return sheet.id if sheet else ""


def company_key(moment: Moment, unit: TacticalUnit) -> str:
    """Under what a company's roll is kept: for as long as its sheet lasts."""
    return f"{unit.company}/{_sheet(moment, unit)}"


@rule("TCSPD-OPT-2")
def _company_roll(moment: Moment, unit: TacticalUnit) -> tuple[t.CompanyDug, ...]:
    """The company's one roll, if it has not been made for this sheet."""
    key = company_key(moment, unit)
    if key in moment.board.forces[unit.side].company_digs:
        return ()
    roll = rules.roll_to_dig(moment.game.book, moment.dice, f"dig/{key}")
    return (t.CompanyDug(unit.side, key, roll.faces),)


def _company_morale(moment: Moment, unit: TacticalUnit) -> int:
    return rules.company_morale(u for u in moment.board.forces[unit.side].units.values() if u.company == unit.company)


@rule("TCSPD-5-1", "TCSPD-5-2", "TCSPD-7-1", "TCSB-27-6")
def accrued(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """The end of a side's Action Phase: a turn more for each builder who is where it dug, and what stands by it."""
    forces, found = moment.board.forces[side], list[e.Event]()
    for digging in forces.digging.values():
        unit = forces.units.get(digging.unit)
        if unit is None or unit.hex != digging.hex:
            found.append(t.DigEnded(side, digging.unit, digging.hex))
            continue
        found += _of_one(moment, unit, digging)
    arrived = [name for name in forces.digging_later if name in forces.units and may_dig(moment, forces.units[name])]
    return (*found, *(event for name in arrived for event in begun(moment, side, name)))


def _of_one(moment: Moment, unit: TacticalUnit, digging: Digging) -> Iterator[e.Event]:
    paused = not may_dig(moment, unit)
    if paused:
        if not digging.paused:
            yield t.DigWentOn(unit.side, replace(digging, paused=True), ())
        return
    night = bool(moment.board.public.dark)
    record = rules.accrue(moment.game.book, _record(digging), not unit.under_fire, night, moment.game.dig_ground)
    level = rules.level_reached(moment.game.book, record, unit)
    before = moment.board.works.get(unit.hex)
    after = rules.marked(before, level, unit)
    yield t.DigWentOn(unit.side, replace(kept(record), paused=False), (level,) if after != before else ())
    if after and after != before:
        yield e.WorksChanged(unit.hex, after)


@rule("TCSPD-10-1", "TCSPD-8-1")
def taken_down(moment: Moment) -> tuple[e.Event, ...]:
    """The end of the turn: positions that their occupants were told to lower."""
    found = list[e.Event]()
    for side, forces in sorted(moment.board.forces.items()):
        for hex_, levels in forces.reducing.items():
            position = moment.board.works.get(hex_)
            if position and position.owner == side:
                found.append(e.WorksChanged(hex_, rules.taken_down(position, levels, forces.at(hex_))))
    return tuple(found)


@rule("TCSPD-5-2", "TCSPD-9-3", "TCSB-7-3")
def works_shown(moment: Moment) -> tuple[e.Event, ...]:
    """Positions that a desk learns of, or sees changed: its own, and those in hexes that one of its units sees."""
    board, found = moment.board, list[e.Event]()
    if not board.works and not any(board.works_shown.values()):
        return ()
    for side in sorted(board.forces):
        known = board.works_shown.get(side, {})
        for hex_ in sorted({*board.works, *known}):
            now = board.works.get(hex_)
            if now != known.get(hex_) and _knows(moment, side, hex_):
                found.append(e.WorksShown(side, hex_, now))
    return tuple(found)


def _knows(moment: Moment, side: str, hex_: Hex) -> bool:
    position, own = moment.board.works.get(hex_), moment.board.forces[side].units.values()
    if any(unit.hex == hex_ for unit in own) or (position and position.owner == side):
        return True
    over = air(moment.game, moment.board)
    places = sorted({unit.hex for unit in own if not unit.rides})
    return any(in_sight(moment.game.book, moment.game.sight, over, place, hex_) for place in places)
