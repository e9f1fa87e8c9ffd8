"""ROLL, COMMIT, ALTERNATE, CALL OFF, JOIN, LINE: what letter A says of op sheets."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.duties import rallying
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.sheet_blocks import next_number, own_side
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules import command as rules
from pbem.rulesets.tcs.rules.drawing_up import type_of
from pbem.rulesets.tcs.rules.sheet_changes import joined, line_entry, why_no_alternate, why_not_join
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.told_events import AlternateSet, CommitSet, OwnTold, RollsSet, SheetChanged, SheetClosed
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS
from pbem.rulesets.tcs.words.sheet import opening_of

Why = Callable[[TacticalGame, TacticalPicture, Act], Refusal | None]
Begins = Callable[[TacticalGame, TacticalPicture, Act], tuple[OwnTold, ...]]


def letter_order(verb: str, help_: str, why: Why, begins: Begins, letter: str = "A") -> TacticalAction:
    """An order of the whole letter, which begins as it is expected to."""

    def check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
        refused = why(game, picture, act)
        return (("", refused),) if refused else ()

    def happens(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
        return begins(game, picture, act)

    return TacticalAction(ORDER_VERBS[verb], help_, letter, check, happens, happens)


def sheet_named(picture: TacticalPicture, act: Act) -> OpSheet | Refusal:
    """The sheet that an order names."""
    name = act.text("SHEET") or ""
    known = ", ".join(picture.forces.sheets) or say("none")
    found = picture.forces.sheets.get(name)
    return found or illegal(say("there is no op sheet {name}; yours are {known}", name=name, known=known), "TCSB-6-3")


@rule("TCSB-6-14")
def _no_roll(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    sheet = sheet_named(picture, act)
    if isinstance(sheet, Refusal) or sheet.status == "unimplemented":
        return sheet if isinstance(sheet, Refusal) else None
    return illegal(say("{sheet} is in force already", sheet=sheet.id), "TCSB-6-14")


def _roll(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    when = act.condition()
    return (RollsSet(picture.side, act.text("SHEET") or "", "when" if when else "never" if act.says("never") else "always", when),)


@rule("TCSB-6-33")
def _no_commit(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    sheet = sheet_named(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    if sheet.type != "reserve" or sheet.status != "implemented":
        return illegal(say("{sheet} is no reserve in force", sheet=sheet.id), "TCSB-6-33")
    letters = [option.letter for option in sheet.options]
    if (act.text("WORD") or "") not in letters:
        words = say("{sheet} has the missions {letters}", sheet=sheet.id, letters=", ".join(letters))
        return illegal(words, "TCSB-6-32", f"commit {sheet.id} {letters[0]}")
    return None


def _commit(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (CommitSet(picture.side, act.text("SHEET") or "", act.text("WORD") or ""),)


@rule("TCSB-6-34")
def _no_alternate(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    sheet = sheet_named(picture, act)
    return sheet if isinstance(sheet, Refusal) else why_no_alternate(sheet)


def _alternate(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (AlternateSet(picture.side, act.text("SHEET") or ""),)


@rule("TCSB-6-20", "TCSB-6-21")
def _no_calling_off(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    sheet = sheet_named(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    if sheet.status == "failed":
        return illegal(say("{sheet} has failed: its units go to their rally hexes first", sheet=sheet.id), "TCSB-6-25")
    if sheet.status == "implemented" and rules.has_failed(picture.forces, sheet):
        words = phrase("{sheet} has lost so many steps that it fails in this Command Phase: its units {rally}")
        return illegal(say(words, sheet=sheet.id, rally=rallying(sheet)), "TCSB-6-24")
    return None


def _called_off(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (SheetClosed(picture.side, act.text("SHEET") or "", "cancelled"),)


def _joining(picture: TacticalPicture, act: Act) -> tuple[TacticalUnit, ...]:
    return tuple(picture.forces.units[call] for call in act.texts("UNITS") if call in picture.forces.units)


@rule("TCSB-6-19", "TCSB-2-3")
def _no_join(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    sheet = sheet_named(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    lost = [call for call in act.texts("UNITS") if call not in picture.forces.units]
    if lost:
        return absent(picture, lost[0])
    force = rules.force_of(picture.forces, sheet)
    for unit in _joining(picture, act):
        joins = any(unit.id in other.joining for other in picture.forces.sheets.values())
        why = why_not_join(sheet, unit, joins or picture.forces.sheet_of(unit) is not None, force)
        if why:
            return why
    return None


def _join(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    sheet = picture.forces.sheets[act.text("SHEET") or ""]
    return (SheetChanged(picture.side, joined(sheet, _joining(picture, act)), "joined"),)


@rule("TCS3-5-3")
def _no_line(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """The line-entry form is for where it was agreed on."""
    if game.switches["command"] != "lines":
        words = say("orders in one line are not agreed on here: draw up an op sheet")
        return illegal(words, "TCS3-5-3", opening_of(next_number(game, picture)))
    lost = [call for call in act.texts("UNITS") if call not in picture.forces.units]
    if lost:
        return absent(picture, lost[0])
    if not act.hexes() and type_of(act) != "reserve":
        return illegal(say("a line has its objective behind the mission"), "TCS3-5-3")
    off = [hex_ for hex_ in act.hexes() if hex_ not in own_side(game, picture).hexes]
    return illegal(say("{hex} is not on the map", hex=off[0]), "TCSB-1-6") if off else None


def _line(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    units = _joining(picture, act)
    kind = type_of(act) or "attack"
    where = act.hexes() or tuple(dict.fromkeys(unit.hex for unit in units))
    sheet = line_entry(next_number(game, picture), kind, units, where, picture.public.turn)
    return (SheetChanged(picture.side, replace(sheet, mission=""), "written"),)


ROLL = letter_order(
    "roll",
    phrase(
        "ROLL says whether the referee rolls for an op sheet that is not in force, in each Command Phase:\n"
        "ALWAYS, NEVER, or WHEN something is so that you know of. It stays until changed. Sheets are rolled\n"
        "for unless you say otherwise: a failed roll costs nothing (TCSB-6-14, TCSB-6-16). Your report has\n"
        "the number needed and its chance.\n\n    ROLL US-2 NEVER\n    ROLL US-2 WHEN A-1 AT 05.04 OR TURN 3"
    ),
    _no_roll,
    _roll,
)
COMMIT = letter_order(
    "commit",
    phrase(
        "COMMIT tries to commit a reserve in force to one of its lettered missions: 1d6, 4 or more, in this\n"
        "Command Phase (TCSB-6-33). It may be tried again each turn.\n\n    COMMIT GE-2 a"
    ),
    _no_commit,
    _commit,
)
ALTERNATE = letter_order(
    "alternate",
    phrase(
        "ALTERNATE tries to take the alternate mission that is written on a sheet of attack or defense in\n"
        "force: 1d6, 4 or more, in this Command Phase, once in the sheet's life (TCSB-6-34).\n\n    ALTERNATE US-1"
    ),
    _no_alternate,
    _alternate,
)
CALL_OFF = letter_order(
    "call off",
    phrase(
        "CALL OFF cancels an op sheet; units of one in force are unassigned from then (TCSB-6-20, TCSB-6-21).\n\n    CALL OFF US-1"
    ),
    _no_calling_off,
    _called_off,
)
JOIN = letter_order(
    "join",
    phrase(
        "JOIN adds unassigned units to a sheet in force, if they stand within three hexes of one of its units\n"
        "(TCSB-6-19). They act on it from the next turn and are unassigned until then. The force of a sheet that is\n"
        "not in force is changed by HELP SHEET.\n\n    JOIN T-1 TO US-1"
    ),
    _no_join,
    _join,
)
LINE = letter_order(
    "line",
    phrase(
        'LINE is an order in one line, in modules with the switch command = "lines": units, a mission, its\n'
        "hexes (TCS3-5-3). It is prepared and rolled for as an op sheet, without boundaries. When it fails its\n"
        "units withdraw to where they began.\n\n    LINE A-1, A-2 ATTACK 05.04"
    ),
    _no_line,
    _line,
)
