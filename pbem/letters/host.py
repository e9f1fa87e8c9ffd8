"""Letters to the host, as documents: answers to his words with the code that carries one out, the digest, his HELP.

Nothing of what any side knows stands in the digest, so that a host who commands a side may read it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.campaign import evenings
from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.hosting import Appeal, Leak, Pending
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.documents.document import Block, Document
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import Value, replace
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.host_table import HostTable


def host_letter(desk: Desk, subject: str, lines: tuple[str, ...], code: str = "", answer: bool = False) -> Out:
    """A letter to a host. code: what he must send back to have a word carried out."""
    head = ((say("[{campaign}] HOST {subject}", campaign=desk.admin.campaign, subject=subject), desk.number),)
    if not code:
        return Out(desk.seat.id, "host", Document(subject, head, (), (Block("", lines),)), answer)
    form = Block("TO HAVE IT DONE", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", f"CONFIRM {code}", "END ORDERS"), "form")
    wanted = (say("ANSWER  CONFIRM {code}  (within a day; it counts once)", code=code),)
    return Out(desk.seat.id, "host", Document(subject, head, wanted, (Block("", lines), form)), answer)


class CampaignNight(NamedTuple):
    """What the digest of a night tells of one campaign."""

    campaign: str
    told: tuple[str, ...]


def nights_letter(desk: Desk, night: str, lines: tuple[str, ...], others: Sequence[CampaignNight]) -> Out:
    """A night's digest of a campaign, and below it of the others that its reader hosts."""
    if not others:
        return host_letter(desk, night, lines)
    subject = say(
        "{night}: {campaigns}", night=night, campaigns=counted(1 + len(others), "{number} campaign", "{number} campaigns")
    )
    out = host_letter(desk, subject, ())
    all_of_them = (Block(name.upper(), told) for name, told in ((desk.admin.campaign, lines), *others))
    where = say("An answer to this letter is for {campaign}; a word for another is an answer to any letter of it, or `pbem host`.",
                campaign=desk.admin.campaign)  # fmt: skip
    return replace(out, document=replace(out.document, blocks=(*all_of_them, Block("", (where,), "prose"))))


def host_welcome(desk: Desk) -> Out:
    """The first letter to a host: what he can say, and that his codes come here."""
    lines = (
        say(
            "You host {title}. Answer this letter with a word of the host's: it carries the token that proves you.",
            title=desk.admin.title,
        ),
        say("A word that changes something is not done until you send back the code that is mailed to you here."),
        *your_words(desk.words.host, eyes(desk.admin).blind),
        say("Every night a digest comes. `pbem host` says the same words from the shell."),
    )
    form = Block("TO ANSWER", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", "STATUS", "END ORDERS"), "form")
    head = ((say("[{campaign}] HOST", campaign=desk.admin.campaign), desk.number),)
    return Out(desk.seat.id, "host", Document(say("you host this campaign"), head, (), (Block("", lines), form)), False)


def your_words(words: HostTable, blind: bool) -> tuple[str, ...]:
    """The words that a host may say, and those that nobody may while a host of the campaign commands a side (blind)."""
    mine = words.open_words(blind)
    closed = ", ".join(w.name.upper() for w in words.listed if w not in mine)
    return (
        say("Your words: {host_words}. HELP <word> explains one.", host_words=", ".join(w.name.upper() for w in mine)),
        *((say("Closed, since a host of this campaign commands a side: {closed}.", closed=closed),) if closed else ()),
    )


def host_help(words: HostTable, topic: str, blind: bool = False) -> tuple[str, ...]:
    """A word of the host's, explained; all of them, when it is none. blind: a host of the campaign commands a side."""
    word = words.named(topic.strip().casefold())
    if word is None:
        mine = words.open_words(blind)
        return (
            *(f"{syntax.upper():<58} {say(w.verb.summary)}" for w in mine for syntax in w.verb.syntax[:1]),
            *your_words(words, blind)[1:],
        )
    text, *examples = say(word.help, **words.idiom.parts).split("\n\n")
    return (*word.verb.syntax, " ".join(text.split()), *examples[-1].split("\n"))


class HostsView(Value):
    """How a host sees his campaign: where play stands, the zone on whose clocks hours are told him, what he may see, his words."""

    phase: str
    zone: str
    eyes: Eyes
    words: HostTable


def digest(admin: AdminState, view: HostsView, at: datetime) -> tuple[str, ...]:
    """Where the campaign stands: its clock, who is late, away or silent, what waits for the host, as far as his eyes may see.

    It may leave long after the hour of the night for which it is written, so it names moments and counts no hours to them.
    """
    told = evenings.told(admin.evenings, view.zone)
    return (
        *_course(admin, view, at),
        *(f"{line[0].upper()}{line[1:]}." for line in told),
        *_people(admin, view, at),
        *_left_to_the_host(admin, view, at),
    )


def _course(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """How far play has come, and what it waits for."""
    hosting, phase, zone = admin.hosting, view.phase, view.zone
    stages = {"inviting": say("waiting for commanders"), "over": say("over")}
    stage = say("paused") if admin.paused else stages.get(admin.stage, say("in {phase}", phase=phase))
    yield f"{admin.title}: {stage}."
    if admin.paused and hosting.until:
        yield say("It goes on by itself {clock}.", clock=clock(hosting.until, zone))
    if hosting.outage:
        yield say("The referee was away; no deadline counts until RESUME {phase}.", phase=phase)
    if not admin.paused:
        yield from (_clock_line(running, at, zone, view.eyes) for _, running in sorted(admin.clocks.items()))


def _people(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """Whose answer is awaited, and of whom nothing is heard."""
    seats = [seat for _, seat in sorted(admin.seats.items()) if seat.side]
    if admin.stage == "inviting":
        yield from (say("{seat} has not accepted yet.", seat=seat.id) for seat in seats if not seat.accepted)
    if not view.eyes.blind:
        yield from (line for seat in seats for line in _person(admin, seat, at, view.zone))


def _left_to_the_host(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """What waits for his word, or for its turn."""
    hosting, eyes = admin.hosting, view.eyes
    for appeal in open_appeals(admin, eyes):
        yield say("Appeal {number} of {seat} waits (APPEALS).", number=appeal.number, seat=appeal.seat)
    yield from (say("Leak {number}: no REMEDY chosen.", number=leak.number) for leak in open_leaks(admin, eyes))
    if hosting.patches and not eyes.blind:
        turns = ", ".join(str(patch.turn) for patch in hosting.patches)
        yield say("Patches of the module on file: from turn {patches} on.", patches=turns)
    for pending in hosting.pending.values():
        if pending.until > at and _may_be_done(view.words, admin, pending):
            until = clock(pending.until, view.zone)
            yield say("A word of {seat} waits for its code until {clock}.", seat=pending.seat, clock=until)


def _clock_line(running: Clock, at: datetime, zone: str, eyes: Eyes) -> str:
    """Whose clock runs, and until when, of a side he may see."""
    if not eyes.sees(running.side):
        return say("{impulse} of {side} is being played.", impulse=running.impulse, side=running.side)
    grace = say("; in grace") if running.due <= at else ""
    due = clock(running.due, zone)
    return say("{impulse} of {side} is due {clock}{grace}.", impulse=running.impulse, side=running.side, clock=due, grace=grace)


def _may_be_done(table: HostTable, admin: AdminState, pending: Pending) -> bool:
    """Is what waits for its code still a word for the campaign as it stands? After the end nothing is rolled back."""
    words = (table.named(act.verb) for act in table.read(pending.lines).acts)
    return any(word and word.changes and admin.stage in word.stages for word in words)


def open_appeals(admin: AdminState, eyes: Eyes) -> tuple[Appeal, ...]:
    """Appeals that wait for the host's answer: one of the side that he does not command he cannot judge, and does not read."""
    return tuple(a for a in admin.hosting.appeals if not a.answer and eyes.sees_seat(admin, a.seat))


def open_leaks(admin: AdminState, eyes: Eyes) -> tuple[Leak, ...]:
    """Leaks without a remedy: of letters whose owner he may know of."""
    return tuple(k for k in admin.hosting.leaks if not k.remedy and eyes.sees_seat(admin, k.seat))


def _person(admin: AdminState, seat: Seat, at: datetime, zone: str) -> tuple[str, ...]:
    hosting = admin.hosting
    absence, silent = hosting.absences.get(seat.id), hosting.silences.get(seat.id, 0)
    proxy = say(", {proxy} stands in", proxy=absence.proxy) if absence and absence.proxy else ""
    return (
        *(
            [say("{seat} is away until {clock}{proxy}.", seat=seat.id, clock=clock(absence.end, zone), proxy=proxy)]
            if absence and absence.end > at
            else []
        ),
        *(
            [
                say(
                    "{seat} let {impulses} in a row go by.",
                    seat=seat.id,
                    impulses=counted(silent, "{number} impulse", "{number} impulses"),
                )
            ]
            if silent
            else []
        ),
    )
