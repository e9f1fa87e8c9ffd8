"""Forms that were filled in where they stand in the quoted letter: what of a letter counts then, and what makes it doubtful."""

from collections.abc import Iterator
from functools import cache

from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork, words
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.mail.forms import is_report
from pbem.orders.whose import says_something


def whole(work: UnitOfWork, seat: Seat, cause: Cause) -> Cause:
    """The form of a battle's report and orders beside it are one letter: a question, say, asked with the report."""
    if not (is_report(cause.form) and _speaks(work, seat, cause)):
        return cause
    return replace(cause, lines=(*cause.beside, *cause.lines), beside=())


def _speaks(work: UnitOfWork, seat: Seat, cause: Cause) -> bool:
    """Do orders stand beside the form?"""
    return says_something(clauses(work.table, cause.beside), words(work.table, work.state, seat.side))


def doubtful(work: UnitOfWork, seat: Seat, cause: Cause, request: Request) -> tuple[str, ...]:
    """Why a form cannot be taken at its word: it is an old one, or orders, or another report, stand beside it too."""
    if is_report(cause.form):
        told = [paper.about for paper in request.writings if paper.kind == "aar"]
        twice = say("A report stands in the form in the quoted letter, and another of the same battle beside it.")
        return (twice, say("Send one of them.")) if len(set(told)) < len(told) else ()
    if not (cause.form and request.acts):
        return ()
    now = work.moment(seat)
    if cause.form != now.casefold() and not request.for_next:
        return (say("The form you filled in is that of {form}; {now} is being played.", form=cause.form.upper(), now=now),
                say("Fill in the form of the last report (REPORT brings it), or write your orders without a form."))  # fmt: skip
    if _speaks(work, seat, cause):
        return (say("You filled in the form in the quoted report, and wrote orders beside it too: which of the two is meant?"),
                say("Write all of it in the form, or all of it above the quoted report."))  # fmt: skip
    return ()


def clauses(table: CampaignContext, lines: tuple[NumberedLine, ...]) -> tuple[NumberedLine, ...]:
    """Standing orders may stand several on a line: `RETREAT TOWARD 12.07 ; HOLD 14.12` is two of them."""
    verbs = tuple(table.ruleset.standing_orders.WORDS)
    return tuple(NumberedLine(number, clause) for number, text in lines for clause in _clauses(text, verbs))


@cache
def _followed_by_more(verbs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{verb} " for verb in verbs)


def _clauses(text: str, verbs: tuple[str, ...]) -> Iterator[str]:
    """The standing orders of a line, each with its verb, which may be said once for all of them; any other line as it stands."""
    head = text.strip().lower()
    if not head.startswith(_followed_by_more(verbs)):
        yield text
        return
    verb = next(verb for verb in verbs if head.startswith(f"{verb} "))
    for part in (p.strip() for p in text.split(";")):
        yield part if not part or part.lower().startswith(verb) else f"{verb} {part}"
