"""A letter of the host's, or a line of his from the shell: understood, refused, asked about, confirmed by its code, done.

Whoever can read the host's mailbox is the host: a word that changes something is carried out only when the code that was
mailed there comes back. The shell of the machine needs no code.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta

from pbem.campaign.admin_events import HostHeard, WordAsked, WordSpent
from pbem.campaign.hosting import Pending
from pbem.campaign.records import Cause, Record, State
from pbem.documents.ceiling import Ceiling
from pbem.documents.document import theirs
from pbem.handlers import fields, hearing
from pbem.handlers.finishing import finish
from pbem.handlers.host.word import HostWord, SaidWord, word_of
from pbem.handlers.stations import stations
from pbem.handlers.telling import hosts_eyes, is_blind
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value, replace
from pbem.letters.host import host_letter, your_words
from pbem.letters.host_table import Said
from pbem.orders.tree import Act, LetterWord, SheetLine

CODE_HOLDS = timedelta(hours=24)
MOST_LINES, MOST_QUOTED = 3, 100  # lines without a word, and characters of each, that are quoted back
NOTHING = phrase("Nothing was done.")  # the first line of every refusal


class HostAnswer(Value):
    """What the host is told. changed: something was done; code: what he must send back to have it done, "" for nothing."""

    subject: str
    lines: tuple[str, ...]
    changed: bool = False
    code: str = ""

    @property
    def refused(self) -> bool:
        """Was it turned down?"""
        return self.lines[:1] == (say(NOTHING),)


def host(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a host's seat, or (without a seat) a line from the shell."""
    work = UnitOfWork(table, state, cause)
    remarks: tuple[str, ...] = ()
    if cause.seat:
        remarks = hearing.came(work, hearing.sense(table, state, cause))
    answer = heard(work)
    answer = replace(answer, lines=(*answer.lines, *remarks))
    for seat in work.hosts:
        if seat.id == cause.seat or answer.changed:
            work.send(host_letter(work.desk(seat), answer.subject, answer.lines, answer.code, seat.id == cause.seat))
    stations(work)
    fields.follow(work)
    return finish(work)


def heard(work: UnitOfWork) -> HostAnswer:
    """The host is heard: what comes of the words of this work's cause, done where they are to be done."""
    work.put(HostHeard(work.cause.at))
    return answered(work)


def answered(work: UnitOfWork, dry: bool = False) -> HostAnswer:
    """What comes of the words of this work's cause; dry: what would have to be read before it, from the shell."""
    words = work.table.words.host
    said = words.read(work.cause.lines)
    if said.faults or not said.acts:
        return HostAnswer(say("not understood"), (say(NOTHING), *_faults(work, said)))
    changing = [act for act in said.acts if words.changes(act)]
    if len(changing) > 1:
        return HostAnswer(
            say("one word at a time"), (say(NOTHING), say("One word a letter that changes something, so that its code is its own."))
        )
    for act in said.acts:
        if act.verb == "confirm":
            return _confirmed(work, act)
    lines = _all_told(work, [act for act in dict.fromkeys(said.acts) if not words.changes(act)])
    if not changing:
        asked = ", ".join(dict.fromkeys(act.verb.upper() for act in said.acts))
        return HostAnswer(say("answers: {asked}", asked=asked), tuple(lines))
    found = _changed(work, SaidWord(changing[0], said.body), work.cause.lines, bool(work.cause.seat) or dry)
    return replace(found, lines=(*lines, *found.lines))


def _all_told(work: UnitOfWork, acts: list[Act]) -> list[str]:
    """The answers to his questions, as many as there is room for."""
    ceiling = Ceiling()
    lines, left = ceiling.kept(() if ceiling.full else _told(work, SaidWord(act)) for act in acts)
    one, many = phrases(
        "{number} more question: it had no room in this letter, ask it again in another.",
        "{number} more questions: they had no room in this letter, ask them again in another.",
    )
    return [*lines, *([counted(left, one, many)] if left else [])]


def _told(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    why = _refusal(work, asked)
    return (f"{asked.act.verb.upper()}: {why}",) if why else _word(work, asked).do(work, asked)


def _changed(work: UnitOfWork, asked: SaidWord, lines: tuple[NumberedLine, ...], ask: bool) -> HostAnswer:
    """A word that changes something: refused, or asked about, or done."""
    name = asked.act.verb.upper()
    why = _refusal(work, asked)
    if why:
        return HostAnswer(
            say("{name} is refused", name=name), (say(NOTHING), *(f"{name}: {reason}." for reason in why.split("\n")))
        )
    word = _word(work, asked)
    if not ask:
        return HostAnswer(say("{name} is done", name=name), tuple(word.do(work, asked)), True)
    code = _code(work)
    if work.cause.seat:
        until = work.cause.at + CODE_HOLDS
        work.put(WordAsked(Pending(work.cause.seat, lines, code, until, _letters_told(work))))
    said = next(ln.text.strip() for ln in work.table.words.host.read(lines).sheet.lines if _says(ln, asked.act))
    told = (*word.read(work, asked), *word.state(work, asked))
    lines_said = (say("You wrote:"), *theirs((said,)), *told, say("Nothing is done yet."))
    return HostAnswer(say("{name} waits for its code", name=name), lines_said, code=code)


def _says(line: SheetLine, act: Act) -> bool:
    """Does this word stand in a line? Greetings may stand above it."""
    return isinstance(line.command, LetterWord) and line.command.act == act


def _word(work: UnitOfWork, asked: SaidWord) -> HostWord:
    return word_of(work.table.words.host, asked.act)


def _refusal(work: UnitOfWork, asked: SaidWord) -> str:
    """Why a word is not for this moment or this host; else its own reason."""
    word, stage = _word(work, asked), work.state.admin.stage
    if stage not in word.stages:
        names = {"inviting": say("before play"), "playing": say("in play"), "over": say("after the end")}
        return say(
            "it is a word for {stages}, and this campaign is {names}",
            stages=", ".join(names[s] for s in word.stages),
            names=names[stage],
        )
    meant = asked.text("PART")
    if meant and meant != work.phase:
        return say("it names {meant}, and {phase} is being played", meant=meant, phase=work.phase)
    if not word.blind and is_blind(work):
        return say("a host of this campaign commands a side, and to its hosts this word is closed")
    return word.refuse(work, asked)


def _confirmed(work: UnitOfWork, act: Act) -> HostAnswer:
    """The code has come back: the word is carried out once, if nothing has come between."""
    pending = work.state.admin.hosting.pending.get(work.cause.seat)
    given = (act.text("WORD") or "").replace("-", "")
    if pending is None or not hmac.compare_digest(given.encode(), pending.code.replace("-", "").encode()):
        return HostAnswer(
            say("no word waits for this code"),
            (say(NOTHING), say("None of your words waits for it. A code counts once, for a day.")),
        )
    work.put(WordSpent(work.cause.seat))
    if work.cause.at > pending.until:
        return HostAnswer(say("the code came too late"), (say(NOTHING), say("The code is older than a day: say the word again.")))
    words = work.table.words.host
    said = words.read(pending.lines)
    asked = SaidWord(next(filter(words.changes, said.acts)), said.body)
    stale = pending.told != _letters_told(work)
    found = _changed(work, asked, pending.lines, stale and _word(work, asked).state(work, asked) != ())
    if found.code:
        return replace(found, lines=(say("The players were written to since: read again; the code is new."), *found.lines))
    return found


def _letters_told(work: UnitOfWork) -> int:
    """How much the players have been told: what a statement says of it holds as long as this does. What a host who plays is told
    counts the letters of his own side alone."""
    eyes = hosts_eyes(work)
    return sum(work.state.admin.sent.get(seat.id, 0) for seat in work.seats if eyes.sees(seat.side))


def _code(work: UnitOfWork) -> str:
    """A code that only this mailbox is told: eight letters, bound to the letter that asked."""
    digest_ = hmac.new(bytes.fromhex(work.state.seed), f"code/{work.cause.id}".encode(), hashlib.sha256).digest()
    text = base64.b32encode(digest_[:5]).decode().lower()
    return f"{text[:4]}-{text[4:]}"


def _faults(work: UnitOfWork, said: Said) -> Iterator[str]:
    lines, left = Ceiling().kept(tuple(_fault(line)) for line in said.faults)
    yield from lines
    if left:
        yield counted(left, "{number} more line is not a word of the host's.", "{number} more lines are not words of the host's.")
    forms = tuple(_forms(work, said))
    yield from forms
    if not said.sheet.lines and not forms:
        yield say("Your letter holds no word of the host's.")
        yield from theirs(tuple(f"{chat.text.strip():.{MOST_QUOTED}}" for chat in said.sheet.chat[:MOST_LINES]))
    yield from your_words(work.table.words.host, is_blind(work))


def _forms(work: UnitOfWork, said: Said) -> Iterator[str]:
    """How a word is written that a line begins with, when the line could not be read to its end."""
    lines = (*((chat.source, chat.text) for chat in said.sheet.chat), *((line.source, line.text) for line in said.faults))
    for source, text in lines:
        first = next(iter(text.casefold().split()), "")
        for word in work.table.words.host.listed:
            if word.name.split()[0] == first:
                for form in word.verb.syntax:
                    yield say("line {source}: it is written {form}", source=source, form=form)


def _fault(line: SheetLine) -> Iterator[str]:
    for remark in line.remarks:
        hints = say("; did you mean {hints}?", hints=say(" or ").join(remark.hints)) if remark.hints else ""
        yield say(
            "line {source}, column {column}: {remark}{hints}",
            source=line.source,
            column=remark.column,
            remark=remark.text,
            hints=hints,
        )
    if not line.remarks:
        yield say("line {source}: {line}: not a word of the host's", source=line.source, line=line.text)
