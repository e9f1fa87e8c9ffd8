"""The digest of the night: what every host is told of all campaigns, and what is done when a host is not heard of."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.campaign.admin_events import DigestSent, HostMissed
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.finishing import finish
from pbem.handlers.telling import hosts_view
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.calendar import on_clock
from pbem.kernel.i18n import counted, say
from pbem.letters.host import CampaignNight, Night, digest, nights_letter, wanting
from pbem.letters.short_letters import notice
from pbem.store.evidence import is_letter

NIGHTLY = time(4, 0)  # when the host's digest is written, on the campaign's clocks


def nightly(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The digest of the night to every host, all campaigns of theirs in one letter; a host who is not heard of is missed."""
    work = UnitOfWork(table, state, cause)
    local = cause.at.astimezone(ZoneInfo(table.pace.zone)).date()
    for host in work.hosts:
        _tell(work, host, local.isoformat())
    work.put(DigestSent(local.isoformat(), *_letters(work.state)))
    heard = state.admin.hosting.heard
    if heard and not state.admin.hosting.warned and cause.at - heard >= timedelta(days=table.pace.missed):
        _missed(work, (cause.at - heard).days)
    return finish(work)


def _tell(work: UnitOfWork, host: Seat, date: str) -> None:
    """The letter of the night, unless another campaign's tells this host of the night."""
    cause = work.cause
    others = [CampaignNight(of, told, _wants(cause, host, of)) for seat, of, told in cause.nights if seat == host.id]
    if all(other.campaign for other in others):
        mailroom = next((lines for seat, lines in cause.mailroom if seat == host.id), ())
        work.send(nights_letter(work.desk(host), Night(date, (_told_of(work, host), *others), mailroom)))


def _wants(cause: Cause, host: Seat, campaign: str) -> tuple[str, ...]:
    """What of another campaign waits for this host's word."""
    return next((lines for seat, name, lines in cause.wants if (seat, name) == (host.id, campaign)), ())


def campaign_night(table: CampaignContext, state: State, address: str, at: datetime) -> CampaignNight:
    """What a night's digest tells the host at this address of a campaign."""
    work = UnitOfWork(table, state, Cause("digest", "", at))
    return _told_of(work, next(host for host in work.hosts if host.address == address))


def _told_of(work: UnitOfWork, host: Seat) -> CampaignNight:
    admin, view = work.state.admin, hosts_view(work, work.desk(host).zone)
    told = (*digest(admin, view, work.cause.at), *(() if view.eyes.blind else _traffic(work.state)))
    return CampaignNight(admin.campaign, told, wanting(admin, view, work.cause.at))


def _letters(state: State) -> tuple[int, int]:
    """How many letters have come in and gone out so far."""
    return sum(map(is_letter, state.causes)), sum(state.admin.sent.values())


def _traffic(state: State) -> tuple[str, ...]:
    """How many letters came and went since the last digest: of both sides, so that a host who plays is not told."""
    (heard, sent), (before, gone) = _letters(state), state.admin.hosting.counted
    return (say("Letters since the last digest: {heard} in, {sent} out.", heard=heard - before, sent=sent - gone),)


def _missed(work: UnitOfWork, days: int) -> None:
    """The dead man's notice: co-hosts are told, else everybody, in the same words."""
    work.put(HostMissed())
    deputies, admin = work.hosts[1:], work.state.admin
    heard = say("The host has not been heard of for {days}.", days=counted(days, "{number} day", "{number} days"))
    if admin.paused:
        goes_on = say("The campaign is paused: questions are answered, no clock runs.")
    elif admin.hosting.outage:
        goes_on = say("Letters are answered, but no deadline counts until RESUME.")
    else:
        goes_on = say("Play continues by itself: letters are answered, deadlines count.")
    lines = (
        f"{heard} {goes_on}",
        say("You can use every word of the host.")
        if deputies
        else say("If you can reach the host, please do. Pauses, rulings and replacements wait."),
    )
    for seat in deputies or work.seats:
        work.send(notice(work.desk(seat), say("THE HOST IS SILENT"), say("the host is silent"), lines))


def last_night(pace: Pace, admin: AdminState, now: datetime) -> datetime | None:
    """The last night's hour, if its digest has not been written; none where nobody hosts by mail, or all is over."""
    if not admin.hosting.digest or admin.stage == "over":
        return None
    today = now.astimezone(ZoneInfo(pace.zone)).date()
    nights = (on_clock(day, NIGHTLY, pace.zone).at for day in (today, today - timedelta(days=1)))
    at = next(night for night in nights if night <= now)
    at = _after_the_evening(admin, at)
    written = admin.hosting.digest >= at.astimezone(ZoneInfo(pace.zone)).date().isoformat()
    return None if written else at


def next_night(pace: Pace, admin: AdminState, now: datetime) -> datetime | None:
    """The hour of the next night's digest."""
    zone = pace.zone
    if not admin.hosting.digest or admin.stage == "over":
        return None
    today = now.astimezone(ZoneInfo(zone)).date()
    nights = (on_clock(today + timedelta(days=n), NIGHTLY, zone).at for n in (0, 1))
    return _after_the_evening(admin, next(night for night in nights if night > now))


def _after_the_evening(admin: AdminState, at: datetime) -> datetime:
    """A digest whose hour falls into a live evening waits for its end."""
    evening = admin.evenings.evening
    sits = evening is not None and evening.stage != "agreed" and evening.start <= at < evening.end
    return evening.end if evening and sits else at
