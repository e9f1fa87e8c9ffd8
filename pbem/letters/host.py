"""Letters to the host, as documents: answers to his words with the code that carries one out, the digest, his HELP.

Nothing of what any side knows stands in the digest, so that a host who commands a side may read it.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import NamedTuple

from pbem.campaign import evenings
from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.hosting import Appeal, Leak, Pending
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.documents.document import Block, Document, block
from pbem.kernel.calendar import clock, weekday
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.values import Value
from pbem.letters.desk import TOKEN, Desk, Out
from pbem.letters.host_table import HostTable


def host_letter(desk: Desk, subject: str, lines: tuple[str, ...], code: str = "", answer: bool = False) -> Out:
    """A letter to a host. code: what he must send back to have a word carried out."""
    head = ((say("[{campaign}] HOST · {subject}", campaign=desk.admin.campaign, subject=subject), desk.number),)
    if not code:
        return Out(desk.seat.id, "host", Document(subject, head, (), (Block("", lines),)), answer)
    form = Block("TO HAVE IT DONE", (f"BEGIN ORDERS {desk.admin.campaign} {TOKEN}", f"CONFIRM {code}", "END ORDERS"), "form")
    wanted = (say("REPLY  CONFIRM {code}  (within a day; it counts once)", code=code),)
    return Out(desk.seat.id, "host", Document(subject, head, wanted, (Block("", lines), form)), answer)


class CampaignNight(NamedTuple):
    """What the digest of a night tells of one campaign; wants: what waits for the host's word, with the line that answers it."""

    campaign: str
    told: tuple[str, ...]
    wants: tuple[str, ...] = ()


class Night(NamedTuple):
    """A night: its date, the campaigns that its reader hosts, the one that tells of them first; mailroom: of letters and disk."""

    date: str
    campaigns: tuple[CampaignNight, ...]
    mailroom: tuple[str, ...] = ()


def nights_letter(desk: Desk, night: Night) -> Out:
    """The digest of a night, of every campaign that its reader hosts: first what wants a decision, then how things stand."""
    name, campaigns = desk.admin.campaign, night.campaigns
    wants = tuple(f"{of.campaign}: {text}" for of in campaigns for text in of.wants)
    wanted: tuple[str, ...]
    run, day = counted(len(campaigns), "{number} campaign", "{number} campaigns"), weekday(date.fromisoformat(night.date))
    decisions = counted(len(wants), "{number} decision", "{number} decisions")
    if wants:
        subject = say("{decisions} for you · {run} · {date}", decisions=decisions, run=run, date=day)
        one, many = phrases("{number} decision waits for you.", "{number} decisions wait for you.")
        wanted = (f"{counted(len(wants), one, many)} {say('Each has the line that answers it.')}",)
    else:
        subject = say("ALL QUIET · {run} · {date}", run=run, date=day)
        wanted = (say("ALL QUIET in {run}: no decision waits for you.", run=run), say("NO REPLY NEEDED."))
    blocks = (
        *block("DECISIONS", (f"{n}. {text}" for n, text in enumerate(wants, 1))),
        *(Block(of.campaign.upper(), of.told) for of in campaigns),
        *block("MAIL AND DISK", night.mailroom),
        *block("", (say(WHOSE, campaign=name),) if len(campaigns) > 1 else (), "prose"),
    )
    head = ((say("[{campaign}] HOST DIGEST · {date}", campaign=name, date=day), desk.number),)
    return Out(desk.seat.id, "host", Document(subject, head, wanted, blocks), False)


WHOSE = phrase("A reply to this letter is for {campaign}. For another campaign reply to one of its letters, or use `pbem host`.")


def host_welcome(desk: Desk) -> Out:
    """The first letter to a host: what he can say, and that his codes come here."""
    lines = (
        say(
            "You host {title}. Reply to this letter with one of the host's words: it carries the token that proves who you are.",
            title=desk.admin.title,
        ),
        say("A word that changes anything takes effect only when you send back the code that is mailed to you."),
        *your_words(desk.words.host, eyes(desk.admin).blind),
        say("A digest comes every night. `pbem host` takes the same words at the shell."),
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
            *(
                f"{syntax.upper():<58} {say(w.verb.summary, **words.idiom.nouns)}"
                for w in mine
                for syntax in words.idiom.printed(w.verb.syntax[:1])
            ),
            *your_words(words, blind)[1:],
        )
    text, *examples = say(word.help, **words.idiom.parts).split("\n\n")
    return (*words.idiom.printed(word.verb.syntax), " ".join(text.split()), *examples[-1].split("\n"))


class HostsView(Value):
    """How a host sees his campaign: where play stands, the zone on whose clocks hours are told him, what he may see, his words;
    titles: what each seat and side is called."""

    phase: str
    zone: str
    eyes: Eyes
    words: HostTable
    titles: Mapping[str, str]

    def seat(self, name: str) -> str:
        """`American command (allied)`: a seat with the name by which words of the host's call it."""
        return f"{self.titles[name]} ({name})"


def digest(admin: AdminState, view: HostsView, at: datetime) -> tuple[str, ...]:
    """Where the campaign stands: its clock, who is late, away or silent, what waits for the host, as far as his eyes may see.

    It may leave long after the hour of the night for which it is written, so it names moments and counts no hours to them.
    """
    told = evenings.told(admin.evenings, view.zone)
    return (
        *_course(admin, view, at),
        *(f"{line[0].upper()}{line[1:]}." for line in told),
        *_people(admin, view, at),
        *_on_file(admin, view),
    )


def _course(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """How far play has come, and what it waits for."""
    hosting, phase, zone = admin.hosting, view.phase, view.zone
    stages = {"inviting": say("waiting for commanders"), "over": say("over")}
    stage = say("paused") if admin.paused else stages.get(admin.stage, say("{phase} is being played", phase=phase))
    yield f"{admin.title}: {stage}."
    if admin.paused and hosting.until:
        yield say("Play resumes by itself {clock}.", clock=clock(hosting.until, zone))
    if hosting.outage:
        yield say("The referee was away; no deadline counts until RESUME {phase}.", phase=phase)
    if not admin.paused:
        yield from (_clock_line(running, at, view) for _, running in sorted(admin.clocks.items()))


def _people(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """Whose answer is awaited, and of whom nothing is heard."""
    seats = [seat for _, seat in sorted(admin.seats.items()) if seat.side]
    if admin.stage == "inviting":
        yield from (say("{seat} has not accepted yet.", seat=view.seat(seat.id)) for seat in seats if not seat.accepted)
    if not view.eyes.blind:
        yield from (line for seat in seats for line in _person(admin, seat, at, view))


def _on_file(admin: AdminState, view: HostsView) -> Iterator[str]:
    """What is in force by the host's word."""
    if admin.hosting.patches and not view.eyes.blind:
        turns = ", ".join(str(patch.turn) for patch in admin.hosting.patches)
        yield say("Patches of the module on file: from turn {patches} on.", patches=turns)


def wanting(admin: AdminState, view: HostsView, at: datetime) -> tuple[str, ...]:
    """What waits for the host's word, each with the word that answers it; of the side that a host does not see, nothing."""
    appealed = phrase("Appeal {number} of {seat} waits. APPEALS shows it, ANSWER APPEAL {number} <words> decides it.")
    away = say("The referee was away and no deadline counts. RESUME {phase} lets time run.", phase=view.phase)
    return (
        *(say(appealed, number=appeal.number, seat=view.seat(appeal.seat)) for appeal in open_appeals(admin, view.eyes)),
        *(say("Leak {number} has no remedy yet. HELP REMEDY lists them.", number=k.number) for k in open_leaks(admin, view.eyes)),
        *([away] if admin.hosting.outage else []),
        *(
            say("{title} is empty. REPLACE {seat} BY <address> fills it.", title=view.titles[seat], seat=seat)
            for seat in _empty(admin)
        ),
        *_waiting(admin, view, at),
    )


def _empty(admin: AdminState) -> tuple[str, ...]:
    """The seats that nobody holds, while it matters."""
    return tuple(s.id for _, s in sorted(admin.seats.items()) if s.left and s.side and admin.stage != "over")


def _waiting(admin: AdminState, view: HostsView, at: datetime) -> Iterator[str]:
    """Words that wait for their code."""
    for pending in admin.hosting.pending.values():
        if pending.until > at and _may_be_done(view.words, admin, pending):
            until = clock(pending.until, view.zone)
            whose = view.titles[pending.seat]
            yield say("A word of the {seat} waits for its confirmation code until {clock}.", seat=whose, clock=until)


def _clock_line(running: Clock, at: datetime, view: HostsView) -> str:
    """Whose clock runs, and until when, of a side he may see."""
    side, due = view.titles[running.side], clock(running.due, view.zone)
    if not view.eyes.sees(running.side):
        return say("Waiting for the {side}: {name}.", name=running.moment, side=side)
    if running.due <= at:
        return say("OVERDUE, in grace: the {side}, {name}, was due {clock}.", side=side, name=running.moment, clock=due)
    return say("Waiting for the {side}: {name}, by {clock}.", name=running.moment, side=side, clock=due)


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


def _person(admin: AdminState, seat: Seat, at: datetime, view: HostsView) -> tuple[str, ...]:
    hosting = admin.hosting
    absence, silent = hosting.absences.get(seat.id), hosting.silences.get(seat.id, 0)
    proxy = say(", {proxy} stands in", proxy=view.seat(absence.proxy)) if absence and absence.proxy else ""
    return (
        *(
            [say("{seat} is away until {clock}{proxy}.", seat=view.seat(seat.id), clock=clock(absence.end, view.zone), proxy=proxy)]
            if absence and absence.end > at
            else []
        ),
        *(
            [
                say(
                    "{seat} has not written for {moments}.",
                    seat=view.seat(seat.id),
                    moments=view.words.idiom.many(silent),
                )
            ]
            if silent
            else []
        ),
    )
