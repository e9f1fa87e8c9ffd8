"""What op sheets let a unit do with a move: boundaries, positions, start lines, reserves (TCSB-6)."""

from collections.abc import Iterable
from itertools import pairwise

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.boundaries import is_within
from pbem.rulesets.tcs.sheets import DEFENSES, OpSheet
from pbem.rulesets.tcs.units import TacticalUnit

JOINING = 4
"""How far off a position may be that an unassigned unit joins."""


@rule("TCSB-6-42")
def against(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, path: tuple[Hex, ...]) -> Refusal | None:
    """Why a unit may not go this way, by its op sheet; None where it may."""
    if game.switches["command"] == "off":
        return None
    sheet = picture.forces.sheet_of(unit)
    if sheet is None:
        return _unassigned(game, picture, unit, path)
    return _on_sheet(picture, unit, sheet, path)


@rule("TCSB-6-25")
def rallying(sheet: OpSheet) -> str:
    """What its units do when it fails: `go to 04.01 by themselves`; without rally hexes they stay."""
    return say("go to {rally} by themselves", rally=", ".join(sheet.rally)) if sheet.rally else say("stay where they are")


@rule("TCSB-6-27", "TCSB-6-29", "TCSB-6-25")
def _on_sheet(picture: TacticalPicture, unit: TacticalUnit, sheet: OpSheet, path: tuple[Hex, ...]) -> Refusal | None:
    if sheet.status == "failed":
        return illegal(say("{sheet} has failed: its units {rally}", sheet=sheet.id, rally=rallying(sheet)), "TCSB-6-25")
    if sheet.type == "reserve":
        return _in_reserve(sheet, path)
    out = next((hex_ for hex_ in path if not is_within(hex_, sheet.left, sheet.right)), None)
    if out:
        return illegal(say("{hex} lies outside the boundaries of {sheet}", hex=out, sheet=sheet.id), "TCSB-6-27")
    if sheet.type in DEFENSES:
        return _in_defense(unit, sheet, path)
    near = next((hex_ for hex_ in path if sheet.type == "move" and _nearest(hex_, picture.known_enemies) == 1), None)
    if near:
        return illegal(say("{hex} is next to a known enemy, and {sheet} is a move", hex=near, sheet=sheet.id), "TCSB-6-29")
    return None


@rule("TCSB-6-32")
def _in_reserve(sheet: OpSheet, path: tuple[Hex, ...]) -> Refusal | None:
    out = next((hex_ for hex_ in path if hex_ not in sheet.objective), None)
    if out is None:
        return None
    words = say("{sheet} is a reserve that is not committed: it waits in {hexes}", sheet=sheet.id, hexes=", ".join(sheet.objective))
    return illegal(words, "TCSB-6-32")


@rule("TCSB-6-28")
def _in_defense(unit: TacticalUnit, sheet: OpSheet, path: tuple[Hex, ...]) -> Refusal | None:
    """Inside the position and one hex around it a unit goes where it likes; outside it comes nearer."""
    here = _nearest(unit.hex, sheet.objective)
    for hex_ in path:
        there = _nearest(hex_, sheet.objective)
        if there > 1 and there >= here:
            words = say(
                "{hex} leads away from the position of {sheet}, {hexes}", hex=hex_, sheet=sheet.id, hexes=", ".join(sheet.objective)
            )
            return illegal(words, "TCSB-6-28")
        here = there
    return None


@rule("TCSB-6-36", "TCSB-6-37", "TCSB-6-44")
def _unassigned(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, path: tuple[Hex, ...]) -> Refusal | None:
    """As far as the start line of a sheet that waits, where no FragOrds take the place of that; besides away from the enemy, toward
    the rally hexes of its last sheet, or to a position within four hexes."""
    lines = [sheet for sheet in picture.forces.waiting(unit) if sheet.start_line and game.switches["armor"] is not True]
    beyond, rally = _before_the_line(lines, path) if lines else None, picture.forces.rallying.get(unit.id, ())
    if lines and beyond is None:
        return None
    if _joins(picture, unit, path[-1]) or _away(picture.known_enemies, unit, path) or _toward(rally, unit, path):
        return None
    if beyond:
        return beyond
    words = phrase("{unit} is on no op sheet in force: it may only move away from known enemies or join a position")
    if rally:
        words = phrase("{unit} is on no op sheet in force: it may only move away from known enemies, to {rally} or to a position")
    words = say(words, unit=unit.id, rally=", ".join(rally))
    return illegal(words, "TCSB-6-44")


def _before_the_line(lines: list[OpSheet], path: tuple[Hex, ...]) -> Refusal | None:
    beyond = next((hex_ for hex_ in path if all(_is_beyond(hex_, sheet) for sheet in lines)), None)
    if beyond is None:
        return None
    words = say("{hex} lies beyond the start line of {sheet}, which is not in force", hex=beyond, sheet=lines[0].id)
    return illegal(words, "TCSB-6-36")


def _joins(picture: TacticalPicture, unit: TacticalUnit, end: Hex) -> bool:
    """Does it come to a unit on a sheet that is near?"""
    there = any(other.id != unit.id and picture.forces.sheet_of(other) for other in picture.forces.at(end))
    return there and distance(unit.hex, end) <= JOINING


def _away(enemies: frozenset[Hex], unit: TacticalUnit, path: tuple[Hex, ...]) -> bool:
    here = _nearest(unit.hex, enemies)
    return bool(enemies) and all(_nearest(hex_, enemies) >= here for hex_ in path)


def _toward(rally: Iterable[Hex], unit: TacticalUnit, path: tuple[Hex, ...]) -> bool:
    """Does each hex of a path lead nearer to one of these?"""
    ways = ([distance(hex_, goal) for hex_ in (unit.hex, *path)] for goal in rally)
    return any(all(after < before for before, after in pairwise(way)) for way in ways)


def _is_beyond(hex_: Hex, sheet: OpSheet) -> bool:
    """Is a hex nearer to the objective than any hex of the start line?"""
    return _nearest(hex_, sheet.objective) < min(_nearest(line, sheet.objective) for line in sheet.start_line)


def _nearest(hex_: Hex, others: Iterable[Hex]) -> int:
    return min((distance(hex_, other) for other in others), default=99)
