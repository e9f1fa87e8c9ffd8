"""What cannot be taken back is asked back: it counts by a YES to the letter that asks, and by nothing else.

Whatever words came into somebody's letter, by a slip, a quotation or another's hand, only who reads the mailbox of the seat can
answer that letter.
"""

from collections.abc import Iterator
from datetime import timedelta

from pbem.campaign.admin_events import AskedBack
from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import Asked, Seat
from pbem.handlers.hearing import asked
from pbem.handlers.telling import hosts_eyes
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Final, word_of
from pbem.kernel.i18n import phrase, say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.letters.short_letters import asked_back
from pbem.orders.tree import Act, LetterWord, Message, OrderSheet, SheetLine

HOLDS = timedelta(days=3)
MOST_ASKED = 10  # words that one letter asks about
TO_A_PLAYER = phrase("The host also commands the other side: the enemy's commander reads what you write.")


def finals(work: UnitOfWork, seat: Seat, request: Request) -> tuple[Final, ...]:
    """The words of a letter that cannot be taken back and could be carried out now; others have their own answer."""
    if request.sure or "check" in request.said:
        return ()
    acts = (ln.command.act for ln in request.written.lines if isinstance(ln.command, LetterWord) and not ln.block)
    words = ((word_of(work.table.words, act.verb), act) for act in acts)
    found = (*(word.final(work, seat, act) for word, act in words if word), *_to_a_player(work, seat, request))
    return tuple({final.lines: final for final in found if final}.values())


def _to_a_player(work: UnitOfWork, seat: Seat, request: Request) -> Iterator[Final]:
    """Messages to a host who commands the other side."""
    if any(side != seat.side for side in hosts_eyes(work).led):
        yield from (Final(None, f"MESSAGE {item.to}", TO_A_PLAYER, item) for item in request.messages if item.to == "host")


def without(request: Request, words: tuple[Final, ...]) -> Request:
    """The request without the words that wait for a YES, and without a YES that was written before anything was asked."""
    acts = [*(final.act for final in words if final.act), *([] if request.amends else [Act("yes")])]
    told = [final.message for final in words if final.message]
    verbs = {act.verb for act in acts}
    return replace(
        request,
        written=OrderSheet(tuple(line for line in request.written.lines if not _waits(line, acts, told))),
        messages=tuple(item for item in request.messages if item not in told),
        words=tuple(word for word in request.words if not (word.act in acts or (word.is_bare and word.act.verb in verbs))),
    )


def _waits(line: SheetLine, acts: list[Act], told: list[Message]) -> bool:
    """Is a line one of these words or messages?"""
    return line.command in told or (isinstance(line.command, LetterWord) and line.command.act in acts)


def ask(work: UnitOfWork, seat: Seat, words: tuple[Final, ...]) -> str:
    """Ask about these words in a letter of its own; its number."""
    left, words = len(words) - MOST_ASKED, words[:MOST_ASKED]
    texts = tuple(dict.fromkeys(final.text for final in words))
    more = say("{number} more have no room in this letter and are discarded: write them again later.", number=left)
    lines = (
        *(say("{word}: {cost}", word=final.text, cost=say(final.cost)) for final in words),
        *(f"> {line}" for final in words if final.message for line in final.message.lines),
        *([more] if left > 0 else []),
        say("Nothing is done yet. Only a YES in answer to this very letter does it, within three days. If you did not write that,"
            " answer CANCEL."),
    )  # fmt: skip
    wanted = say("REPLY  YES (do it; it cannot be taken back) | CANCEL")
    subject = say("{word} waits for your YES", word=", ".join(texts))
    number = work.send(asked_back(work.desk(work.state.admin.seats[seat.id]), subject, wanted, lines))
    waiting = tuple(line for final in words for line in final.lines)
    work.put(AskedBack(seat.id, Asked(waiting, number, work.cause.at + HOLDS, texts)))
    return number


def answered(work: UnitOfWork, seat: Seat, cause: Cause, request: Request) -> Request:
    """The request of a letter that answers the one that asks: the words that were asked about, and what else it says."""
    waits = work.state.admin.asked.get(seat.id)
    said = request.said - ({"yes"} if request.ends else set())  # YES END is said of orders, and confirms nothing else
    if waits is None or not said & {"yes", "cancel"}:
        return request
    drafted, named = seat.id in work.state.admin.drafts, ", ".join(waits.names or waits.lines)
    if cause.answers != waits.number:
        note = say("YES counts for {words} only in answer to {number}, which asks about it", words=named, number=waits.number)
        return replace(request, joined=(note,)) if "yes" in said and not drafted else request
    work.put(AskedBack(seat.id, None))
    rest = _besides(cause, request)
    if "cancel" in said or cause.at > waits.until:
        late = say("that YES came too late: write {words} again", words=named)
        note = say("{words} is discarded: nothing was done", words=named) if "cancel" in said else late
        return replace(asked(work, seat, replace(cause, lines=rest)), joined=(note,), left_out=request.left_out)
    lines = (*((0, text) for text in waits.lines), *rest)
    return replace(asked(work, seat, replace(cause, lines=lines)), sure=True, left_out=request.left_out)


def _besides(cause: Cause, request: Request) -> tuple[NumberedLine, ...]:
    """The lines of a letter that are not its YES or CANCEL."""
    spoken = ((line.source, line.command.act.verb) for line in request.written.lines if isinstance(line.command, LetterWord))
    said = {number for number, verb in spoken if verb in ("yes", "cancel")}
    return tuple(NumberedLine(number, text) for number, text in cause.lines if number not in said)
