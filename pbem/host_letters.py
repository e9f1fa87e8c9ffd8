"""Letters to the host, as documents: answers to his words with the code that carries one out, the digest, his HELP.

Nothing of what any side knows stands in the digest, so that a host who commands a side may read it.
"""

from datetime import datetime

from pbem.command import evenings
from pbem.command.affairs import Affairs, Seat
from pbem.command.host_words import HOST_WORDS
from pbem.command.seats import led_by_hosts
from pbem.dispatch.desk import TOKEN, Desk, Out
from pbem.kernel.calendar import clock, time_left
from pbem.kernel.tongue import counted, say
from pbem.reports.document import Block, Document


def host_letter(desk: Desk, subject: str, lines: tuple[str, ...], code: str = "", answer: bool = False) -> Out:
    """A letter to a host. code: what he must send back to have a word carried out."""
    head = ((say("[{campaign}] HOST {subject}", campaign=desk.affairs.campaign, subject=subject), desk.number),)
    if not code:
        return Out(desk.seat.id, "host", Document(subject, head, (), (Block("", lines),)), answer)
    form = Block("TO HAVE IT DONE", (f"BEGIN ORDERS {desk.affairs.campaign} {TOKEN}", f"CONFIRM {code}", "END ORDERS"), "form")
    wanted = (say("ANSWER  CONFIRM {code}  (within a day; it counts once)", code=code),)
    return Out(desk.seat.id, "host", Document(subject, head, wanted, (Block("", lines), form)), answer)


def host_welcome(desk: Desk) -> Out:
    """The first letter to a host: what he can say, and that his codes come here."""
    lines = (
        say(
            "You host {title}. Answer this letter with a word of the host's: it carries the token that proves you.",
            title=desk.affairs.title,
        ),
        say("A word that changes something is not done until you send back the code that is mailed to you here."),
        say("Your words: {host_words}. HELP <word> explains one.", host_words=", ".join(w.name.upper() for w in HOST_WORDS)),
        say("Every night a digest comes. `pbem host` says the same words from the shell."),
    )
    form = Block("TO ANSWER", (f"BEGIN ORDERS {desk.affairs.campaign} {TOKEN}", "STATUS", "END ORDERS"), "form")
    head = ((say("[{campaign}] HOST", campaign=desk.affairs.campaign), desk.number),)
    return Out(desk.seat.id, "host", Document(say("you host this campaign"), head, (), (Block("", lines), form)), False)


def host_help(topic: str) -> tuple[str, ...]:
    """A word of the host's, explained; all of them, when it is none."""
    word = next((w for w in HOST_WORDS if w.name == topic.strip().casefold()), None)
    if word is None:
        return tuple(f"{syntax.upper():<58} {say(w.verb.summary)}" for w in HOST_WORDS for syntax in w.verb.syntax[:1])
    text, *examples = say(word.help).split("\n\n")
    return (*word.verb.syntax, " ".join(text.split()), *examples[-1].split("\n"))


def digest(affairs: Affairs, phase: str, at: datetime, zone: str, blind: bool) -> tuple[str, ...]:
    """Where the campaign stands: its clock, who is late, away or silent, what waits for the host. blind: he commands a side, and
    reads nothing of who is away.
    """
    hosting = affairs.hosting
    stages = {"inviting": say("waiting for commanders"), "over": say("over")}
    stage = say("paused") if affairs.paused else stages.get(affairs.stage, say("in {phase}", phase=phase))
    lines = [f"{affairs.title}: {stage}."]
    if affairs.paused and hosting.until:
        lines.append(say("It goes on by itself {clock}.", clock=clock(hosting.until, zone)))
    if hosting.outage:
        lines.append(say("The referee was away; no deadline counts until RESUME {phase}.", phase=phase))
    if affairs.clock and not affairs.paused and blind and affairs.clock.side not in led_by_hosts(affairs):
        lines.append(say("{impulse} of {side} is being played.", impulse=affairs.clock.impulse, side=affairs.clock.side))
    elif affairs.clock and not affairs.paused:
        lines.append(
            say(
                "{impulse} of {side} is due {clock}, {time_left}{grace}.",
                impulse=affairs.clock.impulse,
                side=affairs.clock.side,
                clock=clock(affairs.clock.due, zone),
                time_left=time_left(at, affairs.clock.due),
                grace=say("; in grace") if affairs.clock.due <= at else "",
            )
        )
    lines += [f"{line[0].upper()}{line[1:]}." for line in evenings.told(affairs.evenings, zone)]
    seats = [s for _, s in sorted(affairs.seats.items()) if s.side]
    lines += [say("{seat} has not accepted yet.", seat=s.id) for s in seats if not s.accepted and affairs.stage == "inviting"]
    lines += [line for s in seats if not blind for line in _person(affairs, s, at, zone)]
    lines += [
        say("Appeal {number} of {seat} waits (APPEALS).", number=a.number, seat=a.seat) for a in hosting.appeals if not a.answer
    ]
    lines += [say("Leak {number}: no REMEDY chosen.", number=k.number) for k in hosting.leaks if not k.remedy]
    if hosting.patches and not blind:
        lines.append(
            say("Patches of the module on file: from turn {patches} on.", patches=", ".join(str(p.turn) for p in hosting.patches))
        )
    waiting = [p for p in hosting.pending.values() if p.until > at]
    return (
        *lines,
        *(say("A word of {seat} waits for its code until {clock}.", seat=p.seat, clock=clock(p.until, zone)) for p in waiting),
    )


def _person(affairs: Affairs, seat: Seat, at: datetime, zone: str) -> tuple[str, ...]:
    hosting = affairs.hosting
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
