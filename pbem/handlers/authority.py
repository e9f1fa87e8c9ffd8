"""Whose orders are taken: each line by the seat of its writer, and formations that change hands."""

from collections.abc import Iterator

from pbem.campaign.drafting import closing_words
from pbem.campaign.request import Request, WordSaid, only_questions
from pbem.campaign.seats import acting, commanders, may_order, senior, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.campaign.units_ordered import ordered
from pbem.engine.idiom import stands_on
from pbem.engine.runs import Verdict
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.handlers.word import word_of
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, LetterWord, SheetLine, Vocabulary


@stands_on("command", "operations")
def permitted(work: UnitOfWork, seat: Seat, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The verdicts, with a refusal on every line that orders units which the seat does not command."""
    if speaks_for_its_side(work.state.admin, seat, work.cause.at):
        return verdicts
    vocabulary = words(work.table, work.state, seat.side)
    return tuple(replace(v, refusals=(*_refusals(work, seat, v.line, vocabulary), *v.refusals)) for v in verdicts)


def _refusals(work: UnitOfWork, seat: Seat, line: SheetLine, vocabulary: Vocabulary) -> Iterator[tuple[str, Refusal]]:
    admin, first, idiom = work.state.admin, senior(work.state.admin, seat.side), work.idiom
    if isinstance(line.command, LetterWord) and line.command.act.verb in closing_words(work.table.words.verbs) and first:
        yield (
            "",
            illegal(
                say(
                    "{verb} is for {first} to say, who commands the side",
                    verb=line.command.act.verb.upper(),
                    first=work.officer(first),
                ),
                idiom.row("last word"),
            ),
        )
    own = acting(admin, seat, work.cause.at)
    for call in ordered(line.command, vocabulary.formations):
        chain = work.chain(seat.side, call)
        if not may_order(admin, own, seat.side, chain):
            yield call, illegal(whose(work, seat, call, commanders(admin, seat.side, chain)), idiom.row("command"))


def whose(work: UnitOfWork, seat: Seat, call: str, able: tuple[Seat, ...]) -> str:
    """Who commands the unit instead, and what the writer can do about it."""
    if not able:
        return say("{call} is not yours to order, and nobody commands it now", call=call)
    nearest, held = able[0], work.state.admin.seats[seat.id]
    mine = next((other for other in able if other.address == held.address), None)
    if mine is not None:
        whose = say("{call} is ordered by {mine}, which is your seat too", call=call, mine=work.officer(mine))
        return say("{whose}: write it in answer to a letter to that seat", whose=whose)
    return say(
        "{call} is not yours to order: {nearest} has it. Write MESSAGE {name}, or ask {superior} to DELEGATE",
        call=call,
        nearest=work.officer(nearest),
        name=nearest.id,
        superior=work.officer(able[-1]),
    )


@stands_on("last word")
def closes_for_others(work: UnitOfWork, seat: Seat, act: Act) -> Refusal | None:
    """Why a seat may not file a standing order that says how the side's parts of play end."""
    admin, first = work.state.admin, senior(work.state.admin, seat.side)
    closes = work.table.ruleset.standing_orders.WORDS[act.verb].closes
    if first is None or not closes or speaks_for_its_side(admin, seat, work.cause.at):
        return None
    said = say("{verb} is for {first} to say, who commands the side", verb=act.verb.upper(), first=work.officer(first))
    return illegal(said, work.idiom.row("last word"))


def said_by(work: UnitOfWork, request: Request, role: str) -> tuple[WordSaid, ...]:
    """The words of a letter that somebody of this role may say."""
    found = ((said, word_of(work.table.words, said.act.verb)) for said in request.words)
    return tuple(said for said, word in found if word and role in word.by)


@stands_on("observers")
def watching(work: UnitOfWork, request: Request) -> tuple[Request, tuple[str, ...]]:
    """What an observer's letter comes to: questions, and words to his own side; what else it held, in words."""
    mild = replace(only_questions(request), messages=request.messages, words=said_by(work, request, "observer"))
    left = request.lines or request.standing or request.has("plays") or request.blocks
    return mild, (say("you hold an observer's seat, which gives no orders: nothing of that kind was done"),) if left else ()
