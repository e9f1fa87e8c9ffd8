"""EXTEND: give a running part of play more time."""

from pbem.campaign import deadlines
from pbem.campaign.admin_events import ClockChanged
from pbem.handlers.host.clocking import no_clock
from pbem.handlers.host.word import HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, phrase, say
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb

MOST_HOURS = 24 * 28


def _no_extension(work: UnitOfWork, asked: SaidWord) -> str:
    hours = asked.act.number("N") or 0
    return no_clock(work, asked) or (
        "" if 0 < hours <= MOST_HOURS else say("between 1 and {most_hours} hours can be given", most_hours=MOST_HOURS)
    )


def _extend(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    count = asked.act.number("N") or 0
    hours, clocks = counted(count, "{number} hour", "{number} hours"), sorted(work.state.admin.clocks.items())
    for side, running in clocks:
        work.put(ClockChanged(deadlines.put_off(running, count, work.cause.at)))
        for seat in work.state.admin.reached(side):  # who is not awaited learns nothing of who is late
            lines = (say("The host has given {name} {hours} more.", name=running.moment, hours=hours),)
            work.send(notice(work.desk(seat), say("MORE TIME"), say("{name} · more time", name=running.moment), lines))
    told = phrase("{name} has {hours} more; both sides are told") if len(clocks) > 1 else phrase(
        "{name} has {hours} more; its side is told"
    )  # fmt: skip
    return (say(told, name=clocks[0][1].moment, hours=hours),)


WORD = HostWord(
    Verb("extend", ("extend PART by N hours",), "letter", phrase("give a running {moment} more time")),
    phrase(
        "EXTEND gives the {moment} that runs more hours. Only the side whose {moment} it is hears of it.\n"
        "\n"
        "    EXTEND {part} BY 24 HOURS"
    ),
    30,
    refuse=_no_extension,
    do=_extend,
)
