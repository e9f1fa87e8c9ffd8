"""H-HOUR: let what lies on file run at an hour."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from pbem.campaign.admin_events import HourSet
from pbem.campaign.state import Seat
from pbem.handlers.on_file_run import unless_in_turns
from pbem.handlers.telling import tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.calendar import clock, next_clock_time
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _hour(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """H-HOUR: the next time the clock of the writer's zone shows it, today unless he says tomorrow, within the part of play."""
    said = act.text("CLOCK")
    if said is None:
        work.put(HourSet(seat.side, None))
        return (say("there is no H-hour"),)
    zone, now = work.desk(seat).zone, work.cause.at
    at = _moment(said, now, zone, act.says("tomorrow"))
    running = work.state.admin.clock(seat.side)
    if not act.says("tomorrow") and at.astimezone(ZoneInfo(zone)).date() != now.astimezone(ZoneInfo(zone)).date():
        words = phrase("no H-hour set: {said} is past, it is {now} now; H-HOUR TOMORROW {said} is {tomorrow}")
        return (say(words, said=said, now=clock(now, zone), tomorrow=clock(at, zone)),)
    if running and at >= running.last:
        ends = clock(running.last, zone)
        return (
            say(
                "no H-hour set: {hour} is after the {moment} ends, {end}",
                moment=work.idiom.moment,
                hour=clock(at, zone),
                end=ends,
            ),
        )
    work.put(HourSet(seat.side, at))
    tell_team(
        work,
        seat,
        say("h-hour"),
        (say("{seat} has set the H-hour: what is on file runs at {clock}.", seat=work.officer(seat), clock=clock(at, "UTC")),),
    )
    return (say("H-hour is {clock}: what is on file then runs", clock=clock(at, zone)),)


def _moment(said: str, now: datetime, zone: str, tomorrow: bool) -> datetime:
    reading = time.fromisoformat(said)
    at = next_clock_time(now, reading, zone).at
    same_day = at.astimezone(ZoneInfo(zone)).date() == now.astimezone(ZoneInfo(zone)).date()
    return next_clock_time(at, reading, zone).at if tomorrow and same_day else at


WORD = Word(
    Verb(
        "h-hour",
        ("h-hour [tomorrow] CLOCK", "h-hour off"),
        "letter",
        phrase("let what lies on file run at an hour"),
        ("does", "files"),
    ),
    phrase(
        "H-HOUR lets everything on file run at that hour of your own clock, within the {moment}. H-HOUR OFF takes\n"
        "it back.\n\n    H-HOUR 20:00\n    H-HOUR TOMORROW 7:30\n    H-HOUR OFF"
    ),
    acts={"staffwork": _hour},
    by=FIELD,
    refuse=unless_in_turns,
)
