"""ROLL, COMMIT, CALL OFF: what letter A says of op sheets."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tcs.actions.form import Action, Calls
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.told_events import CommitSet, OwnTold, RollsSet, SheetClosed


def _sheet(picture: Picture, act: Act) -> OpSheet | Refusal:
    name = act.text("LETTER") or ""
    known = ", ".join(picture.forces.sheets) or say("none")
    found = picture.forces.sheets.get(name)
    return found or illegal(say("there is no op sheet {name}; yours are {known}", name=name, known=known), "TCSB-6-3")


@rule("TCSB-6-14")
def _no_roll(picture: Picture, act: Act) -> Refusal | None:
    sheet = _sheet(picture, act)
    if isinstance(sheet, Refusal) or sheet.status == "unimplemented":
        return sheet if isinstance(sheet, Refusal) else None
    return illegal(say("{sheet} is in force already", sheet=sheet.id), "TCSB-6-14")


def _roll(game: Game, picture: Picture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return (RollsSet(picture.side, act.text("LETTER") or "", "never" if act.says("never") else "always"),)


@rule("TCSB-6-33")
def _no_commit(picture: Picture, act: Act) -> Refusal | None:
    sheet = _sheet(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    if sheet.type != "reserve" or sheet.status != "implemented":
        return illegal(say("{sheet} is no reserve in force", sheet=sheet.id), "TCSB-6-33")
    letters = [option.letter for option in sheet.options]
    if (act.text("WORD") or "") not in letters:
        words = say("{sheet} has the missions {letters}", sheet=sheet.id, letters=", ".join(letters))
        return illegal(words, "TCSB-6-32", f"commit {sheet.id} {letters[0]}")
    return None


def _commit(game: Game, picture: Picture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return (CommitSet(picture.side, act.text("LETTER") or "", act.text("WORD") or ""),)


def _called_off(game: Game, picture: Picture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return (SheetClosed(picture.side, act.text("LETTER") or "", "cancelled"),)


@rule("TCSB-6-20", "TCSB-6-21")
def _no_calling_off(picture: Picture, act: Act) -> Refusal | None:
    sheet = _sheet(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    if sheet.status == "failed":
        return illegal(say("{sheet} has failed: its units go to their rally hexes first", sheet=sheet.id), "TCSB-6-25")
    return None


ROLL = Action(
    Verb("roll", ("roll LETTER (always|never)",), "letter", phrase("whether an op sheet is rolled for"), ("runs",)),
    phrase(
        "ROLL says whether the referee rolls for an op sheet that is not in force, in each Command Phase. It\n"
        "stays until changed. Sheets are rolled for unless you say NEVER: a failed roll costs nothing\n"
        "(TCSB-6-14, TCSB-6-16). Your report has the number needed and its chance.\n\n    ROLL US-2 NEVER"
    ),
    "A",
    lambda game, picture, calls, act: tuple(("", why) for why in (_no_roll(picture, act),) if why),
    _roll,
    _roll,
)
COMMIT = Action(
    Verb("commit", ("commit LETTER WORD",), "letter", phrase("commit a reserve to one of its missions"), ("runs",)),
    phrase(
        "COMMIT tries to commit a reserve in force to one of its lettered missions: 1d6, 4 or more, in this\n"
        "Command Phase (TCSB-6-33). It may be tried again each turn.\n\n    COMMIT GE-2 a"
    ),
    "A",
    lambda game, picture, calls, act: tuple(("", why) for why in (_no_commit(picture, act),) if why),
    _commit,
    _commit,
)
CALL_OFF = Action(
    Verb("call off", ("call off LETTER",), "letter", phrase("cancel an op sheet"), ("runs",)),
    phrase(
        "CALL OFF cancels an op sheet; units of one in force are unassigned from then (TCSB-6-20, TCSB-6-21).\n\n    CALL OFF US-1"
    ),
    "A",
    lambda game, picture, calls, act: tuple(("", why) for why in (_no_calling_off(picture, act),) if why),
    _called_off,
    _called_off,
)
