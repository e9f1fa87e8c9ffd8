"""A letter of the host's, or a line of his from the shell: understood, refused, asked about, confirmed by its code, done.

Whoever can read the host's mailbox is the host: a word that changes something is carried out only when the code that was
mailed there comes back. The shell of the machine needs no code.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta

from pbem.causes import fields
from pbem.causes.hosting.clocking import CLOCKING
from pbem.causes.hosting.handling import Asked, Handling
from pbem.causes.hosting.leaking import LEAKING
from pbem.causes.hosting.patching import PATCHING
from pbem.causes.hosting.ruling import RULING
from pbem.causes.hosting.undoing import UNDOING
from pbem.causes.stations import stations
from pbem.causes.telling import is_blind
from pbem.causes.work import Table, Work
from pbem.chronicle import Cause, Record, State
from pbem.command.host_words import HOST_WORDS, Said, read_host, word_of
from pbem.command.hosting import HostHeard, Pending, WordAsked, WordSpent
from pbem.command.papers import LetterCame
from pbem.command.seats import led_by_hosts
from pbem.host_letters import digest, host_help, host_letter
from pbem.kernel.tongue import phrase, say
from pbem.kernel.values import Value, replace
from pbem.orders.sheet import Act

CODE_HOLDS = timedelta(hours=24)
NOTHING = phrase("Nothing was done.")  # the first line of every refusal


def _status(work: Work, asked: Asked) -> tuple[str, ...]:
    return digest(work.state.affairs, work.phase, work.cause.at, work.table.pace.zone, is_blind(work))


def _help(work: Work, asked: Asked) -> tuple[str, ...]:
    return host_help(asked.text("TOPIC"))


def _granted(work: Work, asked: Asked) -> str:
    return ""


HANDLINGS: dict[str, Handling] = {
    **CLOCKING, **UNDOING, **RULING, **LEAKING, **PATCHING,
    "status": Handling(_granted, _status), "help": Handling(_granted, _help),
}  # fmt: skip
"""Every word of the host's but CONFIRM, which is part of how they are said."""


class Answer(Value):
    """What the host is told. changed: something was done; code: what he must send back to have it done, "" for nothing."""

    subject: str
    lines: tuple[str, ...]
    changed: bool = False
    code: str = ""

    @property
    def refused(self) -> bool:
        """Was it turned down?"""
        return self.lines[:1] == (say(NOTHING),)


def host(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a host's seat, or (without a seat) a line from the shell."""
    work = Work(table, state, cause)
    if cause.seat:
        work.put(LetterCame(cause.seat, cause.message_id, f"{cause.at:%Y-%m-%dT%H}"))
    work.put(HostHeard(cause.at))
    answer = answered(work)
    for seat in work.hosts:
        if seat.id == cause.seat or answer.changed:
            work.send(host_letter(work.desk(seat), answer.subject, answer.lines, answer.code, seat.id == cause.seat))
    stations(work)
    fields.follow(work)
    return work.record()


def answered(work: Work, dry: bool = False) -> Answer:
    """What comes of the words of this work's cause; dry: what would have to be read before it, from the shell."""
    said = read_host(work.cause.lines)
    if said.faults or not said.acts:
        return Answer(say("not understood"), (say(NOTHING), *_faults(said)))
    changing = [act for act in said.acts if word_of(act).changes]
    if len(changing) > 1:
        return Answer(
            say("one word at a time"), (say(NOTHING), say("One word a letter that changes something, so that its code is its own."))
        )
    lines: list[str] = []
    for act in said.acts:
        if act.verb == "confirm":
            return _confirmed(work, act)
        if not word_of(act).changes:
            lines += _told(work, Asked(act))
    if not changing:
        return Answer(say("answer"), tuple(lines))
    found = _changed(work, Asked(changing[0], said.body), work.cause.lines, bool(work.cause.seat) or dry)
    return replace(found, lines=(*lines, *found.lines))


def _told(work: Work, asked: Asked) -> tuple[str, ...]:
    why = _refusal(work, asked)
    return (f"{asked.act.verb.upper()}: {why}",) if why else HANDLINGS[asked.act.verb].do(work, asked)


def _changed(work: Work, asked: Asked, lines: tuple[tuple[int, str], ...], ask: bool) -> Answer:
    """A word that changes something: refused, or asked about, or done."""
    name = asked.act.verb.upper()
    why = _refusal(work, asked)
    if why:
        return Answer(say("{name} is refused", name=name), (say(NOTHING), *(f"{name}: {reason}." for reason in why.split("\n"))))
    handling = HANDLINGS[asked.act.verb]
    if not ask:
        return Answer(say("{name} is done", name=name), tuple(handling.do(work, asked)), True)
    code = _code(work)
    if work.cause.seat:
        until = work.cause.at + CODE_HOLDS
        work.put(WordAsked(Pending(work.cause.seat, lines, code, until, _letters_told(work))))
    said = next(text.strip() for _, text in lines if text.strip())
    lines_said = (say("You wrote: {said}", said=said), *handling.state(work, asked), say("Nothing is done yet."))
    return Answer(say("{name} waits for its code", name=name), lines_said, code=code)


def _refusal(work: Work, asked: Asked) -> str:
    """Why a word is not for this moment or this host; else its own reason."""
    word, stage = word_of(asked.act), work.state.affairs.stage
    if stage not in word.stages:
        names = {"inviting": say("before play"), "playing": say("in play"), "over": say("after the end")}
        return say(
            "it is a word for {stages}, and this campaign is {names}",
            stages=", ".join(names[s] for s in word.stages),
            names=names[stage],
        )
    meant = asked.text("IMPULSE")
    if meant and meant != work.phase:
        return say("it names {meant}, and {phase} is being played", meant=meant, phase=work.phase)
    if not word.blind and is_blind(work):
        return say("a host who commands a side is blind")
    return HANDLINGS[asked.act.verb].refuse(work, asked)


def _confirmed(work: Work, act: Act) -> Answer:
    """The code has come back: the word is carried out once, if nothing has come between."""
    pending = work.state.affairs.hosting.pending.get(work.cause.seat)
    given = (act.text("WORD") or "").replace("-", "")
    if pending is None or not hmac.compare_digest(given.encode(), pending.code.replace("-", "").encode()):
        return Answer(
            say("no word waits for this code"), (say(NOTHING), say("No word of yours waits for it; a code counts once, for a day."))
        )
    work.put(WordSpent(work.cause.seat))
    if work.cause.at > pending.until:
        return Answer(say("the code came too late"), (say(NOTHING), say("The code is older than a day: say the word again.")))
    said = read_host(pending.lines)
    asked = Asked(next(a for a in said.acts if word_of(a).changes), said.body)
    stale = pending.told != _letters_told(work)
    found = _changed(work, asked, pending.lines, stale and HANDLINGS[asked.act.verb].state(work, asked) != ())
    if found.code:
        return replace(found, lines=(say("The players were written to since: read again; the code is new."), *found.lines))
    return found


def _letters_told(work: Work) -> int:
    """How much the players have been told: what a statement says of it holds as long as this does. What a host who plays is told
    counts the letters of his own side alone."""
    led = led_by_hosts(work.state.affairs)
    return sum(work.state.affairs.sent.get(seat.id, 0) for seat in work.seats if not led or seat.side in led)


def _code(work: Work) -> str:
    """A code that only this mailbox is told: eight letters, bound to the letter that asked."""
    digest_ = hmac.new(bytes.fromhex(work.state.seed), f"code/{work.cause.id}".encode(), hashlib.sha256).digest()
    text = base64.b32encode(digest_[:5]).decode().lower()
    return f"{text[:4]}-{text[4:]}"


def _faults(said: Said) -> Iterator[str]:
    for line in said.faults:
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
    if not said.sheet.lines:
        yield say("No word stood in it.")
    yield say("Your words: {host_words}. HELP <word> explains one.", host_words=", ".join(w.name.upper() for w in HOST_WORDS))
