"""Letters to the host, as documents: answers to his words with the code that carries one out, the digest, his HELP.

Nothing of what any side knows stands in the digest, so that a host who commands a side may read it.
"""

from datetime import datetime

from pbem.command import evenings
from pbem.command.affairs import Affairs, Seat
from pbem.command.host_words import HOST_WORDS
from pbem.dispatch.desk import TOKEN, Desk, Out
from pbem.kernel.calendar import clock, time_left
from pbem.reports.document import Block, Document, wrapped


def host_letter(desk: Desk, subject: str, lines: tuple[str, ...], code: str = "", answer: bool = False) -> Out:
    """A letter to a host. code: what he must send back to have a word carried out."""
    head = ((f"[{desk.affairs.campaign}] HOST {subject}", desk.number),)
    if not code:
        return Out(desk.seat.id, "host", Document(subject, head, (), (Block("", lines),)), answer)
    form = Block("TO HAVE IT DONE", (f"BEGIN ORDERS {desk.affairs.campaign} {TOKEN}", f"CONFIRM {code}", "END ORDERS"), "form")
    wanted = (f"ANSWER  CONFIRM {code}  (within a day; it counts once)",)
    return Out(desk.seat.id, "host", Document(subject, head, wanted, (Block("", lines), form)), answer)


def host_welcome(desk: Desk) -> Out:
    """The first letter to a host: what he can say, and that his codes come here."""
    lines = (
        f"You host {desk.affairs.title}. Answer this letter with a word of the host's: it carries the token that proves you.",
        "A word that changes something is not done until you send back the code that is mailed to you here.",
        f"Your words: {', '.join(w.name.upper() for w in HOST_WORDS)}. HELP <word> explains one.",
        "Every night a digest comes. `pbem host` says the same words from the shell.",
    )
    form = Block("TO ANSWER", (f"BEGIN ORDERS {desk.affairs.campaign} {TOKEN}", "STATUS", "END ORDERS"), "form")
    head = ((f"[{desk.affairs.campaign}] HOST", desk.number),)
    return Out(desk.seat.id, "host", Document("you host this campaign", head, (), (Block("", lines), form)), False)


def host_help(topic: str) -> tuple[str, ...]:
    """A word of the host's, explained; all of them, when it is none."""
    word = next((w for w in HOST_WORDS if w.name == topic.strip().casefold()), None)
    if word is None:
        return tuple(f"{syntax.upper():<58} {w.verb.summary}" for w in HOST_WORDS for syntax in w.verb.syntax[:1])
    text, *examples = word.help.split("\n\n")
    return (*word.verb.syntax, *wrapped(text), *examples[-1].split("\n"))


def digest(affairs: Affairs, phase: str, at: datetime, zone: str, blind: bool) -> tuple[str, ...]:
    """Where the campaign stands: its clock, who is late, away or silent, what waits for the host. blind: he commands a side, and
    reads nothing of who is away.
    """
    hosting = affairs.hosting
    stage = "paused" if affairs.paused else {"inviting": "waiting for commanders", "over": "over"}.get(affairs.stage, f"in {phase}")
    lines = [f"{affairs.title}: {stage}."]
    if affairs.paused and hosting.until:
        lines.append(f"It goes on by itself {clock(hosting.until, zone)}.")
    if hosting.outage:
        lines.append(f"The referee was away; no deadline counts until RESUME {phase}.")
    if affairs.clock and not affairs.paused:
        lines.append(f"{affairs.clock.impulse} of {affairs.clock.side} is due {clock(affairs.clock.due, zone)},"
                     f" {time_left(at, affairs.clock.due)}{'; in grace' if affairs.clock.due <= at else ''}.")  # fmt: skip
    lines += [f"{line[0].upper()}{line[1:]}." for line in evenings.told(affairs.evenings, zone)]
    seats = [s for _, s in sorted(affairs.seats.items()) if s.side]
    lines += [f"{s.id} has not accepted yet." for s in seats if not s.accepted and affairs.stage == "inviting"]
    lines += [line for s in seats if not blind for line in _person(affairs, s, at, zone)]
    lines += [f"Appeal {a.number} of {a.seat} waits (APPEALS)." for a in hosting.appeals if not a.answer]
    lines += [f"Leak {k.number}: no REMEDY chosen." for k in hosting.leaks if not k.remedy]
    if hosting.patches and not blind:
        lines.append(f"Patches of the module on file: from turn {', '.join(str(p.turn) for p in hosting.patches)} on.")
    waiting = [p for p in hosting.pending.values() if p.until > at]
    return (*lines, *(f"A word of {p.seat} waits for its code until {clock(p.until, zone)}." for p in waiting))


def _person(affairs: Affairs, seat: Seat, at: datetime, zone: str) -> tuple[str, ...]:
    hosting = affairs.hosting
    absence, silent = hosting.absences.get(seat.id), hosting.silences.get(seat.id, 0)
    proxy = f", {absence.proxy} stands in" if absence and absence.proxy else ""
    return (
        *([f"{seat.id} is away until {clock(absence.end, zone)}{proxy}."] if absence and absence.end > at else []),
        *([f"{seat.id} let {silent} impulse{'' if silent == 1 else 's'} in a row go by."] if silent else []),
    )
