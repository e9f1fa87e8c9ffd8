"""Is anybody there? A seat whose letters hold no line that is understood, three in a row, is answered no more until one does.

So a machine that answers every letter, and says so nowhere in its header, does not keep the referee writing for ever. A letter that
can change nothing and says what the last one said, within hours of it, counts as one that holds none.
"""

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime

from pbem.campaign.admin_events import LetterCame
from pbem.campaign.receiving import receive
from pbem.campaign.records import Cause, State
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers.filled_forms import clauses, whole
from pbem.handlers.orders import out_of_turn
from pbem.handlers.telling import hosts_eyes, tell_host
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork, words
from pbem.handlers.word import said_at
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.help import asked_for, is_topic
from pbem.orders.tree import LetterWord, Question, SheetLine, UnitLine, Vocabulary
from pbem.orders.whose import begins_as

AGAIN_WITHIN = 6  # hours after a letter in which one that says the same is a machine's rather than a person's
MOST_UNHEARD = 3  # letters in a row without a line that is understood; those after them are put aside
LAST_ANSWER = phrase(
    "Your last three letters held no line that the referee understood. Further ones are held without an answer until one"
    " holds such a line: HELP, or STATUS."
)
SAID_AGAIN = phrase(
    "Your last letters said one and the same. Further ones like them are held without an answer, until one says something else"
    " (HELP, or STATUS) or {hours} have passed."
)
_FIGURES = re.compile(r"\S*[0-9]\S*")


class Sense(Value):
    """What of a letter is understood. some: a line of it, and it does not say once more what the last one said; whole: all of
    them; says: what a letter that can change nothing is known by, "" for any other; again: it says the same as the last."""

    some: bool
    whole: bool
    says: str = ""
    again: bool = False


NONE = Sense(False, False)


def bench_words(table: CampaignContext) -> Vocabulary:
    """What an officer on the bench may say."""
    return Vocabulary(table.words.verbs, {}, {}, {})


def sense(table: CampaignContext, state: State, cause: Cause) -> Sense:
    """What of a letter would be understood, if it were handled now."""
    seat = state.admin.seats[cause.seat]
    if cause.kind != "letter":
        return NONE
    if seat.role == "host":
        return sense_of_host(table, state, cause)
    if seat.role == "reserve":
        lines = receive(state.admin, seat.id, cause.answers, cause.lines, bench_words(table)).written.lines
        return _unless_again(sense_of(lines, table), state, cause, _known_by(cause, lines, ()))
    work = UnitOfWork(table, state, cause)
    whole_letter = whole(work, seat, cause)
    return sense_of_request(work, asked(work, seat, whole_letter), whole_letter)


def asked(work: UnitOfWork, seat: Seat, cause: Cause) -> Request:
    """What a seat's letter asks for, as its side's words are read."""
    lines, vocabulary = clauses(work.table, cause.lines), words(work.table, work.state, seat.side)
    return receive(work.state.admin, seat.id, cause.answers, lines, vocabulary)


def accepts(table: CampaignContext, state: State, cause: Cause) -> bool:
    """Would a letter take its seat, if it were handled now?"""
    work = UnitOfWork(table, state, cause)
    seat = state.admin.seats[cause.seat]
    return cause.kind == "letter" and asked(work, seat, whole(work, seat, cause)).accepting == "yes"


def sense_of_host(table: CampaignContext, state: State, cause: Cause) -> Sense:
    """The same of a letter of a host's."""
    words = table.words.host
    said = words.read(cause.lines)
    found = sense_of(said.sheet.lines, table)
    if not found.some:
        return Sense(begins_as("letter", cause.lines, words.vocabulary), False)
    changes = any(map(words.changes, said.acts))
    return found if changes else _unless_again(found, state, cause, _known_by(cause, said.sheet.lines, ()))


def sense_of_request(work: UnitOfWork, request: Request, cause: Cause) -> Sense:
    """The same of a letter that is read. One that names a unit of its side is somebody's who plays, however it goes on."""
    if request.accepting == "yes":
        return Sense(True, True)
    said = sense_of(request.written.lines, work.table)
    found = Sense(said.some, said.whole and not request.chat)  # chat may be a machine's words
    seat = work.state.admin.seats[request.seat]
    ordered = any(isinstance(line.command, UnitLine) for line in request.written.lines)  # most letters: nothing is laid out again
    if request.amends or ordered or begins_as("unit", clauses(work.table, cause.lines), words(work.table, work.state, seat.side)):
        return Sense(True, found.whole)
    if not found.some or _may_change(work, seat, request):
        return found
    return _unless_again(found, work.state, cause, _known_by(cause, request.written.lines, request.chat))


def sense_of(lines: Sequence[SheetLine], table: CampaignContext) -> Sense:
    """What is understood of these lines, each by itself. HELP with words behind it that are no topic may be a machine's."""
    known = [line.command is not None and _asks_for_a_topic(line, table) for line in lines]
    return Sense(any(known), bool(known) and all(known))


def _asks_for_a_topic(line: SheetLine, table: CampaignContext) -> bool:
    """Is a line no HELP, or one whose every word there is something to read under?"""
    command = line.command
    if not isinstance(command, Question | LetterWord) or command.act.verb != "help":
        return True
    topic, ruleset, words = command.act.text("TOPIC") or "", table.ruleset, table.words
    asked = asked_for(ruleset, words, topic)
    return words.host.named(topic.strip().casefold()) is not None or all(is_topic(ruleset, words, part) for part in asked)


def _may_change(work: UnitOfWork, seat: Seat, request: Request) -> bool:
    """Could the letter do more than be answered? Words for which it is not the time cannot."""
    admin, said = work.state.admin, request.said
    if (
        request.standing or request.messages or request.writings or request.blocks
        or request.has("plays") or request.has("arranges") or request.of("add address")
        or request.for_next or said & {"new token", "accept"}
    ):  # fmt: skip
        return True
    idle = {word.name for word, _ in said_at(work, request, "running")} if not admin.files(seat.side) else set[str]()
    waits = seat.id in admin.drafts or seat.id in admin.asked or seat.id in admin.plans
    orders = any(isinstance(line.command, LetterWord | UnitLine) for line in request.lines) and not out_of_turn(work, seat)
    return orders or bool(request.verbs("does") - idle) or (waits and bool(said & {"yes", "cancel", "cancel plan"}))


def _known_by(cause: Cause, lines: Sequence[SheetLine], chat: Sequence[str]) -> str:
    """What a letter says: each line that is understood, remarks of its writer's (`# …`), the others but for numbers, which a
    machine counts up."""
    known = [line.canonical or _without_figures(line.text) for line in lines]
    remarks = [text.strip() for _, text in cause.lines if text.lstrip().startswith("#")]
    others = [_without_figures(text) for text in chat]
    return hashlib.sha256("\n".join((*known, "", *remarks, "", *others)).encode()).hexdigest()[:16]


def _without_figures(text: str) -> str:
    return _FIGURES.sub("#", " ".join(text.casefold().split()))


def _unless_again(found: Sense, state: State, cause: Cause, says: str) -> Sense:
    """What is understood of a letter that can change nothing: nothing new, if the last one said the same a short time ago."""
    admin = state.admin
    hour = admin.came.get(cause.seat, ("", 0))[0]
    if admin.last_said.get(cause.seat) != says or not hour:
        return replace(found, says=says)
    last = datetime.fromisoformat(f"{hour}:00+00:00")
    again = (cause.at - last).total_seconds() < AGAIN_WITHIN * 3600
    return Sense(False, False, says, True) if again else replace(found, says=says)


def unheard(state: State, seat: str) -> bool:
    """Have its last letters held nothing that was understood, so that the next such one is not answered?"""
    return state.admin.unheard.get(seat, 0) >= MOST_UNHEARD


def came(work: UnitOfWork, sense: Sense) -> tuple[str, ...]:
    """A letter of a seat is counted in. What its answer says of it besides: that it is the last for now. The host hears of it."""
    cause = work.cause
    before = work.state.admin.unheard.get(cause.seat, 0)
    work.put(LetterCame(cause.seat, cause.message_id, f"{cause.at:%Y-%m-%dT%H}", sense.some, sense.says))
    if work.state.admin.unheard.get(cause.seat, 0) != MOST_UNHEARD or before == MOST_UNHEARD:
        return ()
    seat = work.state.admin.seats[cause.seat]
    hours = counted(AGAIN_WITHIN, "{number} hour", "{number} hours")
    last = say(SAID_AGAIN, hours=hours) if sense.again else say(LAST_ANSWER)
    if not hosts_eyes(work).sees(seat.side):  # when the other side writes, and what, is no knowledge of a host who plays
        return (last,)
    told = say(
        "Three letters in a row from {who} held no line that the referee understood, or said the same again: perhaps a"
        " program answers every letter. They are held without an answer until one holds such a line."
        " Write to that person another way.",
        who=f"{work.called(seat)}, {seat.address},",
    )
    tell_host(work, say("letters that say nothing"), (told,), but=seat.id)
    return (last,)
