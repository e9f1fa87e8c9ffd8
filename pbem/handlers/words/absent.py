"""ABSENT: say that you will be away."""

from datetime import timedelta

from pbem.campaign.admin_events import ClockChanged
from pbem.campaign.admin_events.event import HostingEvent, put
from pbem.campaign.hosting import Absence, Hosting
from pbem.campaign.state import Seat
from pbem.campaign.zones import moment
from pbem.handlers.timing import for_who_is_away
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


class AbsenceFiled(HostingEvent):
    """A seat will be away, or (None) is back."""

    seat: str
    absence: Absence | None

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, absences=put(hosting.absences, self.seat, self.absence))


def _absent(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    if act.says("no"):
        was_away = seat.id in work.state.admin.hosting.absences
        work.put(AbsenceFiled(seat.id, None))
        return [say("your absence is off file") if was_away else say("you had no absence on file")]
    zone, now = work.desk(seat).zone, work.cause.at
    start = moment(act.text("MOMENT") or "", now - timedelta(days=1), zone, "00:00")
    end = moment(act.text("MOMENT_END") or "", start.at if start else now, zone, "23:59")
    if start is None or end is None:
        return [say("no absence filed: there is no such day")]
    proxy = act.text("SEAT") or ""
    why = _no_absence(work, seat, start.at < end.at and end.at > now, end.at - max(start.at, now), proxy)
    if why:
        return [say("no absence filed: {why}", why=why)]
    work.put(AbsenceFiled(seat.id, Absence(start.at, end.at, proxy)))
    _wait_for_him(work, seat)
    who = (
        say("{proxy} stands in for you", proxy=work.officer(proxy))
        if proxy
        else say("{a_moment} in which you command does not end before you are back", a_moment=work.idiom.a_moment)
    )
    return [
        say("you are away from {start} to {end}: {who}", start=clock(start.at, zone), end=clock(end.at, zone), who=who),
        *(m.note for m in (start, end) if m.note),
    ]


def _wait_for_him(work: UnitOfWork, seat: Seat) -> None:
    """A part of play of his that is being played ends no sooner than he is back."""
    running = work.state.admin.clock(seat.side)
    if running is None or running.kind != "orders":
        return
    later = for_who_is_away(work, running)
    if later != running:
        work.put(ClockChanged(later))


def _no_absence(work: UnitOfWork, seat: Seat, to_come: bool, lasts: timedelta, proxy: str) -> str:
    others = [s.id for s in work.state.admin.seats_of(seat.side) if s.id != seat.id]
    if not to_come:
        return say("it ends before it begins, or is gone by")
    if proxy and proxy not in others:
        return say("a proxy sits on your own side: {others}", others=say(" or ").join(others) or say("nobody else does"))
    leave = work.table.pace.leave
    if not proxy and lasts > timedelta(days=leave):
        return say(
            "without a proxy it can last {days}; ask the host for a PAUSE", days=counted(leave, "{number} day", "{number} days")
        )
    return ""


WORD = Word(
    Verb(
        "absent",
        ("absent MOMENT to MOMENT_END [proxy SEAT]", "absent no"),
        "letter",
        phrase("say that you will be away"),
        ("does", "arranges"),
    ),
    phrase(
        "ABSENT says from when to when you are away. A PROXY, a seat of your own side, commands meanwhile and your clock\n"
        "runs on. Without one, your deadline that falls in that time moves to the first evening after it (up to two\n"
        "weeks). ABSENT NO takes it back. The other side is told nothing.\n"
        "\n"
        "    ABSENT 2026-12-20 to 2026-12-27\n"
        "    ABSENT 20 Dec 18:00 to 27 Dec proxy {officer_seat}\n"
        "    ABSENT NO"
    ),
    acts={"arrangements": _absent},
    events=(AbsenceFiled,),
)
