"""The report on a field battle: its form, what is read from it, and what it says in its commander's own words."""

from pbem.documents.document import wrapped
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.form import ReportRead
from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call
from pbem.rulesets.tocs.rules.after_action import RESULTS, TO_BE_TOLD, read
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.rules.field_battle import best_state
from pbem.rulesets.tocs.units import STATES, Unit


@rule("MASL-4.1-1", "MASL-4.1-2", "MASL-4.1-3")
def form(game: Game, picture: Picture, number: int) -> tuple[str, ...]:
    """The report's form: every item of it, filled in as far as it can be."""
    force = picture.forces.force(number)
    if force is None:
        return ()
    units = [f"{call(picture.forces, u.id)} {_left(picture, u)} {STATES[best_state(u)]} {force.hex}" for u in force.units]
    bridge = ("BRIDGE       WHOLE",) if standing(picture.view(game), force.hex) else ()
    turns = f"1 of {force.turns}" if force.turns else "1"
    return (
        f"AAR {number}", "RESULT       ENGAGED", f"TURNS FOUGHT {turns}",
        *(f"OWN UNITS    {units[0]}", *(f"             ; {text}" for text in units[1:])),
        *bridge, f"PERIMETER    PART OF {force.hex}", "LEFT         NONE", "PRISONERS    0 TAKEN, 0 LOST",
        "ENEMY SEEN   NONE", "SUPPORT USED NONE", "CIVILIANS    NONE ASKED", "NARRATIVE", say(TO_BE_TOLD),
        "RECOMMEND    NOTHING", "END AAR",
    )  # fmt: skip


@rule("MASL-4.1-2")
def understood(game: Game, picture: Picture, report: AfterAction) -> tuple[str, ...]:
    """What a report was taken to say in the items that must be right, in the words of its form."""
    result = next(word for word, holds in RESULTS.items() if holds == report.result)
    units = (
        f"{call(picture.forces, f.unit)} {f'{f.steps} {STATES[f.state]} {f.hex}' if f.steps else 'destroyed'}" for f in report.units
    )
    held = (f"{part.upper()} OF {hex_}" for hex_, part in report.held)
    bridge = (f"BRIDGE {report.bridge.upper()}",) if report.bridge else ()
    lines = (
        f"RESULT {result.upper()}", f"OWN UNITS {' ; '.join(units)}", *bridge,
        f"PERIMETER {', '.join(held)}", f"PRISONERS {report.taken} TAKEN, {report.given} LOST",
    )  # fmt: skip
    return tuple(f"  {line}" for line in lines)


def _left(picture: Picture, unit: Unit) -> int:
    return picture.forces.counter(unit).steps - unit.lost


def heard(game: Game, picture: Picture, number: int, text: tuple[str, ...]) -> ReportRead[AfterAction]:
    """The report that these lines make, or every fault."""
    force = picture.forces.force(number)
    if force is None:
        return ReportRead(None, ())
    return read(picture.view(game), force, text)


def own_words(picture: Picture, number: int, name: str) -> tuple[str, ...]:
    """What a side's own report says of an item in which it differs from the other, in its commander's words; () before it."""
    force = picture.forces.force(number)
    if force is None or force.report is None:
        return ()
    return wrapped(dict(force.report.words).get(name, "") or say("nothing of the {name}", name=name), " ", " ")


def whole(picture: Picture, number: int) -> tuple[str, ...]:
    """A side's whole report, in its commander's words, for the host who must rule."""
    force = picture.forces.force(number)
    items = force.report.words if force and force.report else ()
    return tuple(line for name, words in items for line in wrapped(f"{name.upper()}: {' '.join(words.split())}", "   ", " "))
