"""Clocks: when the next one is due, and what happens when it runs out."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pbem.campaign import deadlines
from pbem.campaign.admin_events import DigestSent, HostMissed, Reminded, SilenceCounted, WaitOver
from pbem.campaign.deadlines import Pace
from pbem.campaign.hosting import Waiting
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.seats import senior
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.handlers import digests, drill, evenings, fields, pausing, plans
from pbem.handlers.finishing import finish
from pbem.handlers.letters import taken
from pbem.handlers.on_file_run import is_h_hour, last_call, run_at_hour
from pbem.handlers.stations import stations
from pbem.handlers.telling import hosts_eyes, is_blind
from pbem.handlers.timing import silent_at
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.calendar import on_clock
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import replace
from pbem.letters.host import CampaignNight, digest, host_letter, nights_letter
from pbem.letters.short_letters import notice
from pbem.letters.stations import reminder

NIGHTLY = time(4, 0)  # when the host's digest is written, on the campaign's clocks


class DueTime(NamedTuple):
    """When a clock runs out, and what kind of cause it is then: deadline, digest (the host's) or daily."""

    at: datetime
    kind: str


def deadline(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A clock has run out: a pause ends, a letter waited long enough, a plan runs, a reminder goes, silence closes the impulse."""
    work, at = UnitOfWork(table, state, cause), cause.at
    until = state.affairs.hosting.until
    if state.affairs.paused:
        if until and until <= at:
            pausing.resume(work)
        return finish(work)
    letters = _due_letters(state.affairs, at)
    if letters:
        _carry_out(work, letters)
    elif not state.affairs.hosting.outage:
        _strike(work)
    return finish(work)


def _strike(work: UnitOfWork) -> None:
    """Something of an evening, a battle in the field or the impulse has run out; each is a cause of its own."""
    running = work.state.affairs.clock
    if evenings.is_due(work.state.affairs, work.cause.at):
        evenings.turn(work)
    elif fields.expired(work):
        stations(work)
        fields.follow(work)
    elif running:
        if work.state.affairs.is_scripted(running.side):
            drill.act(work, running.side)
        else:
            _run_out(work, running)
        fields.follow(work)


def _run_out(work: UnitOfWork, running: Clock) -> None:
    """The clock of an impulse or a decision of somebody's: what waits for an hour of it runs, else it is over."""
    at = work.cause.at
    if plans.next_planned(work) or is_h_hour(work, running.side):
        _run_arranged(work, running.side)
        stations(work)
    elif running.spent and running.spent <= at:
        work.close(running.side)
        stations(work)
    elif not running.reminded and at < running.last:
        work.put(Reminded())
        for seat in work.state.affairs.reached(running.side):
            work.send(reminder(work.desk(seat), running))
    elif last_call(work, running.side):
        stations(work)
    elif work.state.affairs.camp and not deadlines.is_decision(running):
        work.conclude("", say("the boot camp was left by its pupil"))
        stations(work)
    elif not deadlines.is_decision(running) and evenings.is_deserted(work.state.affairs, running):
        evenings.break_up(work, running.side)
    else:
        _let_go_by(work, running)


def _run_arranged(work: UnitOfWork, side: str) -> None:
    """Run everything whose hour has come, plans and what lies on file."""
    while seat := plans.next_planned(work):
        plans.carry_out(work, seat)
    if is_h_hour(work, side):
        run_at_hour(work, side)


def _let_go_by(work: UnitOfWork, running: Clock) -> None:
    """Nobody has closed the impulse or the decision."""
    counts = not deadlines.is_decision(running)
    if counts and running.live:
        evenings.note_silence(work, running.side)
    work.fall_silent(running.side)
    if counts and not running.live:
        _silent(work, running)
    stations(work)


def _due_letters(affairs: AdminState, at: datetime) -> list[Waiting]:
    """The letters that could be recalled until now."""
    return [w for w in affairs.hosting.waiting if _until(affairs.clock, w.until) <= at]


def _carry_out(work: UnitOfWork, letters: Iterable[Waiting]) -> None:
    """Letters that could be recalled are carried out."""
    seats = work.state.affairs.seats
    for letter in letters:
        seat = seats[letter.seat]
        cause = replace(
            work.cause, kind="letter", id=letter.id, seat=seat.id, lines=letter.lines, answers=letter.answers,
            message_id=letter.message_id, left_out=letter.left_out,
        )  # fmt: skip
        taken(work, seat, cause)
        work.put(WaitOver(letter.id))


def _until(running: Clock | None, until: datetime) -> datetime:
    """When a letter that waits is carried out: at the latest when the clock would run out over it."""
    return min(until, running.last) if running else until


def _silent(work: UnitOfWork, running: Clock) -> None:
    """Nobody of the side closed it: the second time in a row a seat's senior is told, the third the host, the fourth calls for the
    bench. Who said that he would be away is not counted.
    """
    hosting = work.state.affairs.hosting
    for seat in work.state.affairs.seats_of(running.side):
        if not seat.commands or hosting.away(seat.id, work.cause.at):
            continue
        count = hosting.silences.get(seat.id, 0) + 1
        work.put(SilenceCounted(seat.id, count))
        if count > 1:
            _report_silence(work, seat, count)


def _report_silence(work: UnitOfWork, seat: Seat, count: int) -> None:
    first = senior(work.state.affairs, seat.side)
    if count == 2 and first and first.id != seat.id:
        lines = (
            say(
                "{seat} let {impulses} in a row go by without a word.",
                seat=seat.id,
                impulses=counted(count, "{number} impulse", "{number} impulses"),
            ),
        )
        work.send(notice(work.desk(first), say("SILENCE"), say("{seat} is silent", seat=seat.id), lines))
        return
    if is_blind(work):  # how the other side's impulses end is no knowledge of a host who plays
        return
    asks = say("Call somebody from the bench to take the seat.") if count > 3 else say("Write to him by another way.")
    for host in work.hosts:
        lines = (
            say(
                "{seat} ({address}) let {impulses} in a row go by without a word. {asks}",
                seat=seat.id,
                address=seat.address,
                impulses=counted(count, "{number} impulse", "{number} impulses"),
                asks=asks,
            ),
        )
        work.send(host_letter(work.desk(host), say("{seat} is silent", seat=seat.id), lines))


# ---------------------------------------------------------------- the nightly digest


def nightly(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The digest of the night to every host, of all his campaigns in the letter of one; a host who is not heard of is missed."""
    work = UnitOfWork(table, state, cause)
    local = cause.at.astimezone(ZoneInfo(table.pace.zone)).date()
    work.put(DigestSent(local.isoformat()))
    for host in work.hosts:
        others = [CampaignNight(campaign, lines) for seat, campaign, lines in cause.nights if seat == host.id]
        if all(other.campaign for other in others):
            night = say("digest of {isoformat}", isoformat=local.isoformat())
            work.send(nights_letter(work.desk(host), night, _told_of(work, host), others))
    heard = state.affairs.hosting.heard
    if heard and not state.affairs.hosting.warned and cause.at - heard >= timedelta(days=table.pace.missed):
        _missed(work, (cause.at - heard).days)
    return finish(work)


def digest_lines(table: CampaignContext, state: State, address: str, at: datetime) -> tuple[str, ...]:
    """What a night's digest tells the host at this address of a campaign."""
    work = UnitOfWork(table, state, Cause("digest", "", at))
    return _told_of(work, next(host for host in work.hosts if host.address == address))


def _told_of(work: UnitOfWork, host: Seat) -> tuple[str, ...]:
    return digest(work.state.affairs, work.phase, work.cause.at, work.desk(host).zone, hosts_eyes(work))


def _missed(work: UnitOfWork, days: int) -> None:
    """The dead man's notice: co-hosts are told, else everybody, in the same words."""
    work.put(HostMissed())
    deputies, affairs = work.hosts[1:], work.state.affairs
    heard = say("The host has not been heard of for {days}.", days=counted(days, "{number} day", "{number} days"))
    if affairs.paused:
        goes_on = say("The campaign is paused: questions are answered, no clock runs.")
    elif affairs.hosting.outage:
        goes_on = say("Letters are answered, but no deadline counts until RESUME.")
    else:
        goes_on = say("The referee goes on by himself: letters are answered, deadlines count.")
    lines = (
        f"{heard} {goes_on}",
        say("You can say every word of his.")
        if deputies
        else say("Who can reach him, do; pauses, rulings and replacements wait for him."),
    )
    for seat in deputies or work.seats:
        work.send(notice(work.desk(seat), say("THE HOST IS SILENT"), say("the host is silent"), lines))


# ---------------------------------------------------------------- what is due


def due(pace: Pace, affairs: AdminState, now: datetime, runs_out: DueTime | None) -> DueTime | None:
    """When the next cause of the clock is due, and its kind: deadline, digest (the host's), daily; None if none is up to `now`.

    runs_out: what `running_out` says of the state.
    """
    night = _digest(pace, affairs, now)
    found = [clock for clock in (runs_out, DueTime(night, "digest") if night else None) if clock]
    first = min(found, default=None)
    return first if first and first.at <= now else None


def next_due(pace: Pace, affairs: AdminState, now: datetime, runs_out: DueTime | None) -> datetime | None:
    """When the next cause of the clock is due, be it in time to come; None if none will be unless a letter comes.

    runs_out: what `running_out` says of the state.
    """
    night = _digest(pace, affairs, now) or _next_night(pace, affairs, now)
    return min((at for at in (runs_out.at if runs_out else None, night) if at), default=None)


def running_out(state: State) -> DueTime | None:
    """When the next clock of this state runs out, and its kind: deadline or daily; None if none is running. A record changes it."""
    clocks = (_deadline(state), "deadline"), (digests.due(state), "daily")
    return min((DueTime(at, kind) for at, kind in clocks if at), default=None)


def _deadline(state: State) -> datetime | None:
    affairs = state.affairs
    running, hosting = affairs.clock, affairs.hosting
    if affairs.stage != "playing":
        return None
    if affairs.paused:
        return hosting.until
    moments = [_until(running, w.until) for w in hosting.waiting]
    if running and not hosting.outage:
        hour = affairs.staff(running.side).hour
        moments += [silent_at(state, running) if running.reminded else running.due]
        moments += [moment for moment in (running.spent, hour, *(plan.due for plan in affairs.plans.values())) if moment]
    if not hosting.outage:
        moments += evenings.moments(affairs)
    battles = fields.due(affairs)
    if battles and not hosting.outage:
        moments.append(battles)
    return min(moments, default=None)


def _digest(pace: Pace, affairs: AdminState, now: datetime) -> datetime | None:
    """The last night's hour, if its digest has not been written; none where nobody hosts by mail, or all is over."""
    if not affairs.hosting.digest or affairs.stage == "over":
        return None
    today = now.astimezone(ZoneInfo(pace.zone)).date()
    nights = (on_clock(day, NIGHTLY, pace.zone).at for day in (today, today - timedelta(days=1)))
    at = next(night for night in nights if night <= now)
    at = _after_the_evening(affairs, at)
    written = affairs.hosting.digest >= at.astimezone(ZoneInfo(pace.zone)).date().isoformat()
    return None if written else at


def _next_night(pace: Pace, affairs: AdminState, now: datetime) -> datetime | None:
    """The hour of the next night's digest."""
    zone = pace.zone
    if not affairs.hosting.digest or affairs.stage == "over":
        return None
    today = now.astimezone(ZoneInfo(zone)).date()
    nights = (on_clock(today + timedelta(days=n), NIGHTLY, zone).at for n in (0, 1))
    return _after_the_evening(affairs, next(night for night in nights if night > now))


def _after_the_evening(affairs: AdminState, at: datetime) -> datetime:
    """A digest whose hour falls into a live evening waits for its end."""
    evening = affairs.evenings.evening
    sits = evening is not None and evening.stage != "agreed" and evening.start <= at < evening.end
    return evening.end if evening and sits else at
