"""Which clock runs: of a decision, else of the part of play; put off for who is away; ended early when nothing is left to spend."""

import hashlib
from datetime import datetime, timedelta

from pbem.campaign import deadlines
from pbem.campaign.admin_events import ClockChanged, ClocksSet, RunSet
from pbem.campaign.records import State
from pbem.campaign.state import Clock, Seat
from pbem.engine.awaited import Wanted
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace

LATE = timedelta(minutes=30)


def drawn(seed: str, occasion: str, below: int) -> int:
    """A number from 0 on, less than `below`, drawn from the secret seed for an occasion: what hangs on it tells nothing."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{occasion}".encode()).digest()[:4], "big") % below


def silent_at(state: State, running: Clock) -> datetime:
    """When silence closes a part of play, or decides: a drawn while after the last moment that was told, within half an hour, so
    that the second of it does not say that nobody wrote. A letter that comes before still counts. At that moment itself on a live
    evening, in a boot camp, and for the referee's own commander."""
    admin = state.admin
    if running.live or admin.camp or admin.is_scripted(running.side):
        return running.last
    occasion = f"silence/{running.side}/{running.moment}/{running.last.isoformat()}"
    return running.last + timedelta(seconds=drawn(state.seed, occasion, int(LATE.total_seconds())))


def set_clocks(work: UnitOfWork) -> None:
    """From here on the clocks run of who is awaited, and no others: each side has its own, of the decision play waits for, else of
    its orders; none while field commanders fight, whose battles have a time of their own.
    """
    waited, name = work.awaited, work.phase
    if waited.wanted == "decision":
        name = say("the decision in {name}", name=name)
    clocks = (_whole(work, side, name, waited.wanted) for side in sorted(waited.sides))
    work.put(ClocksSet(tuple(replace(clock, filed=True) if waited.filed else clock for clock in clocks)))


def set_run(work: UnitOfWork) -> None:
    """Where several sides write at once: the hour of the run is set once nobody is waited for, and taken back when somebody is."""
    admin = work.state.admin
    if not admin.together or admin.is_settled == (admin.run_at is not None):
        return
    work.put(RunSet(_run_hour(work) if admin.is_settled else None))


def _run_hour(work: UnitOfWork) -> datetime:
    """When the run is due: at once for who plays against the referee's own commander, who has nothing to hide."""
    admin = work.state.admin
    if any(seat.scripted for seat in admin.seats.values()):
        return work.cause.at
    return deadlines.run_after(work.table.pace, work.cause.at, admin.evenings.until is not None)


def afresh(work: UnitOfWork, running: Clock) -> Clock:
    """The same clock with its whole time again, from now: in the minutes of a live evening, while one runs."""
    return replace(_whole(work, running.side, running.moment, running.kind), filed=running.filed)


def _whole(work: UnitOfWork, side: str, name: str, kind: Wanted) -> Clock:
    if work.state.admin.is_scripted(side):
        return deadlines.at_once(side, name, work.cause.at, kind)
    return (_of_decision if kind == "decision" else _of_moment)(work, side, name)


def _of_decision(work: UnitOfWork, side: str, name: str) -> Clock:
    pace, at, until = work.table.pace, work.cause.at, work.state.admin.evenings.until
    live = deadlines.decision_in_minutes(pace, side, name, at, until) if until else None
    return live or deadlines.decision_clock(pace, side, name, at)


def _of_moment(work: UnitOfWork, side: str, moment: str) -> Clock:
    pace, at, until = work.table.pace, work.cause.at, work.state.admin.evenings.until
    live = deadlines.in_minutes(pace, side, moment, at, until) if until else None
    return for_who_is_away(work, live or deadlines.clock(pace, side, moment, at))


def for_who_is_away(work: UnitOfWork, running: Clock) -> Clock:
    """The clock of a side whose every commander is away without a proxy when it ends: it ends after the first is back.

    Nothing of it is told to the other side, who learns of a part of play only when it begins.
    """
    hosting, seats = work.state.admin.hosting, [s for s in work.state.admin.seats_of(running.side) if s.commands]
    away = [hosting.away(seat.id, running.due) for seat in seats]
    if seats and all(absence and not absence.proxy for absence in away):
        return deadlines.not_before(work.table.pace, running, min(a.end for a in away if a))
    return running


def nothing_left(work: UnitOfWork, seat: Seat) -> list[str]:
    """A letter was carried out: if it leaves nothing to spend, the part of play ends by itself some hours after it; a note for the
    receipt.
    """
    running, pace = work.state.admin.clock(seat.side), work.table.pace
    ruleset, picture = work.table.ruleset, work.state.pictures[seat.side]
    if running is None or not pace.after or work.pauses or work.state.admin.together:
        return []
    if running.moment != ruleset.sequence.named(picture):
        return []
    after = timedelta(minutes=pace.live_grace) if running.live else timedelta(hours=pace.after)
    points = ruleset.points
    spent = work.cause.at + after if points and points.counting(picture) and points.left(picture) == 0 else None
    spent = spent if spent and spent < running.due else None
    if spent != running.spent:
        work.put(ClockChanged(replace(running, spent=spent)))
    when = spent and clock(spent, work.desk(seat).zone)
    if not when:
        return []
    idiom, told = ruleset.idiom, phrase("no {point} is left: {word} closes {name} now, else it ends by itself {when}")
    return [say(told, point=idiom.point, word=idiom.closing.upper(), name=running.moment, when=when)]
