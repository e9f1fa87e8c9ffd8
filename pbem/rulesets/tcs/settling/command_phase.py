"""The Command Phase of a side: sheets that are over, weighted turns, the rolls (TCSB-2-2). Nobody else learns of it."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.kernel.hexes import Hex, disc
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.sheet_changes import (
    FRAGORD_MORALE,
    Circumstances,
    change_roll,
    on_alternate,
    rolls_together,
    why_no_fragord,
)
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.standing_orders.so_asked import IsSo
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

RESERVE_TARGET = 4


class SentAhead(NamedTuple):
    """Who makes one roll for a FragOrd, and for which sheet."""

    sheet: str
    units: tuple[TacticalUnit, ...]


@rule("TCSB-2-2")
def ended(moment: Moment, side: str) -> tuple[t.OwnTold, ...]:
    """Sheets that failed, were rallied from or are finished."""
    forces, events = moment.board.forces[side], list[t.OwnTold]()
    for sheet in forces.sheets.values():
        if sheet.status == "implemented" and (command.has_failed(forces, sheet) or _failed_by_terms(moment, side, sheet)):
            events.append(t.SheetChanged(side, replace(sheet, status="failed"), "failed"))
        elif sheet.status == "failed" and _has_rallied(forces, sheet):
            events.append(t.SheetClosed(side, sheet.id, "rallied"))
        elif sheet.status == "implemented" and command.is_finished(sheet, _held(moment, side), _contested(moment, side, sheet)):
            events.append(t.SheetClosed(side, sheet.id, "finished"))
    return tuple(events)


@rule("TCSB-6-25")
def _has_rallied(forces: TacticalForces, sheet: OpSheet) -> bool:
    """Does the force of a failed sheet stand in its rally hexes? Where none are written it need not go anywhere."""
    return not sheet.rally or all(unit.hex in sheet.rally for unit in command.force_of(forces, sheet))


@rule("TCSB-6-24")
def _failed_by_terms(moment: Moment, side: str, sheet: OpSheet) -> bool:
    """Does what is written on the sheet beside its losses say that it has failed, as far as its owner knows?"""
    return sheet.fail_when is not None and moment.ask(side, IsSo(sheet.fail_when, own=True)) is True


@rule("TCSB-6-3", "TCSB-6-26")
def staged(moment: Moment, side: str) -> tuple[t.OwnTold, ...]:
    """Sheets whose force is through with the stage it was in."""
    sheets = moment.board.forces[side].sheets.values()
    through = (sheet for sheet in sheets if sheet.status == "implemented" and _is_through(moment, side, sheet))
    return tuple(t.SheetChanged(side, replace(sheet, stage=sheet.stage + 1), "stage") for sheet in through)


def _is_through(moment: Moment, side: str, sheet: OpSheet) -> bool:
    """Is a stage over: by its own condition, else once a hex of it is reached, or all are held?"""
    now = sheet.now
    if now is None:
        return False
    if now.until:
        return moment.ask(side, IsSo(now.until, own=True)) is True
    if now.kind == "reach":
        return any(unit.hex in now.hexes for unit in command.force_of(moment.board.forces[side], sheet))
    return now.kind == "take" and set(now.hexes) <= set(_held(moment, side))


def _held(moment: Moment, side: str) -> tuple[Hex, ...]:
    return tuple(hex_ for hex_, holder in moment.board.held.items() if holder == side)


@rule("TCSB-6-22")
def _contested(moment: Moment, side: str, sheet: OpSheet) -> tuple[Hex, ...]:
    """The hexes within one of the objective in which an enemy stands who is not paralyzed."""
    enemies = {unit.hex for unit in moment.board.forces[moment.game.other(side)].units.values() if not unit.paralyzed}
    return tuple(sorted(enemies & {near for hex_ in sheet.objective for near in disc(hex_, 1)}))


@rule("TCSB-6-11", "TCSB-6-16")
def gained(moment: Moment, side: str) -> tuple[t.OwnTold, ...]:
    """What each sheet that waits gains in this turn."""
    forces = moment.board.forces[side]
    waiting = (sheet for sheet in forces.sheets.values() if sheet.status == "unimplemented" and command.has_anybody(forces, sheet))
    gains = ((sheet, command.gain(moment.game.book, forces, sheet, moment.board.public)) for sheet in waiting)
    return tuple(
        t.SheetChanged(side, replace(sheet, weighted=sheet.weighted + more), "gained", more) for sheet, more in gains if more
    )


@rule("TCSB-6-14", "TCSB-6-15", "TCSB-6-17")
def rolled(moment: Moment, side: str, sheet: OpSheet) -> tuple[t.OwnTold, ...]:
    """The implementation roll of a sheet; passed, it is in force for this turn."""
    forces, turn = moment.board.forces[side], moment.board.public.turn
    needed = command.preparation(moment.game.book, sheet, command.size(moment.game.book, forces, sheet)).needed
    faces = moment.dice.throw(f"command/{sheet.id}/T{turn}", "2d6").faces
    total = faces[0] * 10 + faces[1]
    roll = t.CommandRolled(side, sheet.id, "implementation", faces, total, needed, total >= needed)
    if not roll.passed:
        return (roll,)
    now = replace(sheet, status="implemented", begun=forces.steps(sheet.force), turn=turn)
    return (roll, t.SheetChanged(side, now, "in force"))


@rule("TCSB-6-33", "TCSB-6-35")
def committed(moment: Moment, side: str, sheet: OpSheet) -> tuple[t.OwnTold, ...]:
    """The reserve roll; passed, the lettered mission is the sheet's."""
    forces, turn = moment.board.forces[side], moment.board.public.turn
    die = moment.dice.throw(f"reserve/{sheet.id}/T{turn}", "1d6")
    total = die.total + _drm(moment, side, command.force_of(forces, sheet), sheet)
    roll = t.CommandRolled(side, sheet.id, "commit", die.faces, total, RESERVE_TARGET, total >= RESERVE_TARGET)
    asked = replace(sheet, committing="")
    if not roll.passed:
        return (roll, t.SheetChanged(side, asked, "waits"))
    option = next(option for option in sheet.options if option.letter == sheet.committing)
    now = replace(
        asked, type=option.type, objective=option.objective, left=option.left, right=option.right, options=(), turn=turn,
        begun=forces.steps(sheet.force),
    )  # fmt: skip
    return (roll, t.SheetChanged(side, now, "committed"))


def _drm(moment: Moment, side: str, force: tuple[TacticalUnit, ...], sheet: OpSheet) -> int:
    """What is added to the die by which a force changes what it does."""
    staff = command.has_staff(moment.board.forces[side], sheet)
    facts = Circumstances(force, staff, moment.board.public.dark, moment.game.reserve_drm.get(side, 0))
    return change_roll(moment.game.book.check("reserve-roll"), facts)


@rule("TCSARM-4.8-1", "TCSB-6-35")
def ahead(moment: Moment, side: str) -> Iterator[SentAhead]:
    """Who rolls for a FragOrd now: units that were named, and all of a sheet that says PRELIM FRAGORD."""
    forces = moment.board.forces[side]
    asked = {**forces.fragging, **(_by_prelim(forces) if moment.game.switches["armor"] is True else {})}
    for name in dict.fromkeys(asked.values()):
        yield from (SentAhead(name, units) for units in rolls_together(forces.units[u] for u, on in asked.items() if on == name))


def _by_prelim(forces: TacticalForces) -> dict[str, str]:
    """Units of sheets that say PRELIM FRAGORD and wait, with the sheet."""
    waiting = [sheet for sheet in forces.sheets.values() if sheet.prelim and sheet.status == "unimplemented"]
    return {
        unit.id: sheet.id for sheet in waiting for unit in command.force_of(forces, sheet) if why_no_fragord(sheet, unit) is None
    }


@rule("TCSARM-4.8-1", "TCSARM-4.8-2")
def sent_ahead(moment: Moment, side: str, ahead: SentAhead) -> tuple[t.OwnTold, ...]:
    """The roll for a FragOrd; passed, the battalion is shaken by it."""
    forces, turn = moment.board.forces[side], moment.board.public.turn
    die = moment.dice.throw(f"fragord/{ahead.units[0].id}/T{turn}", "1d6")
    total = die.total + _drm(moment, side, ahead.units, forces.sheets[ahead.sheet])
    names, passed = tuple(unit.id for unit in ahead.units), total >= RESERVE_TARGET
    roll = t.FragRolled(side, ahead.sheet, names, die.faces, total, RESERVE_TARGET, passed)
    if not passed:
        return (roll,)
    battalion = ahead.units[0].battalion
    now = forces.morale.get(battalion, 0) + FRAGORD_MORALE
    return (roll, t.FormationShaken(side, battalion, FRAGORD_MORALE, now))


@rule("TCSB-6-14")
def waiting(moment: Moment, side: str) -> Iterator[OpSheet]:
    """The sheets that are rolled for now: with weighted turns and somebody on them, not barred by their owner."""
    forces = moment.board.forces[side]
    able = (s for s in forces.sheets.values() if s.status == "unimplemented" and s.weighted and command.has_anybody(forces, s))
    return (sheet for sheet in able if _is_rolled_for(moment, side, sheet))


def _is_rolled_for(moment: Moment, side: str, sheet: OpSheet) -> bool:
    if sheet.rolls == "when" and sheet.roll_when:
        return moment.ask(side, IsSo(sheet.roll_when)) is True
    return sheet.rolls == "always"


@rule("TCSB-6-34", "TCSB-6-35")
def alternated(moment: Moment, side: str, sheet: OpSheet) -> tuple[t.OwnTold, ...]:
    """The roll for an alternate; passed, it is the sheet's mission from this turn on."""
    forces, turn = moment.board.forces[side], moment.board.public.turn
    die = moment.dice.throw(f"alternate/{sheet.id}/T{turn}", "1d6")
    total = die.total + _drm(moment, side, command.force_of(forces, sheet), sheet)
    roll = t.CommandRolled(side, sheet.id, "alternate", die.faces, total, RESERVE_TARGET, total >= RESERVE_TARGET)
    asked = replace(sheet, alternating=False)
    if not roll.passed:
        return (roll, t.SheetChanged(side, asked, "alternate waits"))
    return (roll, t.SheetChanged(side, on_alternate(asked, forces.steps(sheet.force), turn), "alternate"))


def alternating(forces: TacticalForces) -> Iterator[OpSheet]:
    """The sheets whose alternate is to be taken."""
    return (s for s in forces.sheets.values() if s.alternating and s.alternate)


def committing(forces: TacticalForces) -> Iterator[OpSheet]:
    """The reserves that are to be committed."""
    return (s for s in forces.sheets.values() if s.committing and s.type == "reserve")
