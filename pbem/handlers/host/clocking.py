"""PAUSE, RESUME, EXTEND, PROCESS, PREVIEW, HOLD ALL: the host's hand on the clock."""

from pbem.campaign import deadlines
from pbem.campaign.admin_events import ClockChanged, SaidForAll
from pbem.campaign.state import Clock
from pbem.campaign.zones import moment
from pbem.documents.document import theirs
from pbem.handlers import pausing, together
from pbem.handlers.host.handling import Handling, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.calendar import ZonedMoment, clock
from pbem.kernel.i18n import counted, phrase, say
from pbem.letters.short_letters import notice

MOST_HOURS = 24 * 28


def _until(work: UnitOfWork, asked: SaidWord) -> ZonedMoment | None:
    return moment(asked.text("MOMENT"), work.cause.at, work.table.pace.zone) if asked.text("MOMENT") else None


def _no_pause(work: UnitOfWork, asked: SaidWord) -> str:
    admin = work.state.admin
    if admin.paused or admin.stage == "over":
        return say("the campaign is {state}", state=say("paused already") if admin.paused else say("over"))
    if asked.text("MOMENT"):
        until = _until(work, asked)
        if until is None:
            return say("there is no such day: {moment}", moment=asked.text("MOMENT"))
        if until.at <= work.cause.at:
            return say(
                "{moment} is gone by: it is {clock}", moment=asked.text("MOMENT"), clock=clock(work.cause.at, work.table.pace.zone)
            )
    return ""


def _pause(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    until = _until(work, asked)
    pausing.pause(work, "host", until.at if until else None, asked.text("TEXT"))
    return (say("paused; both sides are told"), *([until.note] if until and until.note else []))


def _no_resume(work: UnitOfWork, asked: SaidWord) -> str:
    admin = work.state.admin
    return "" if admin.paused or admin.hosting.outage else say("the campaign is not paused")


def _how_long(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    """What was understood of a PAUSE: until when, and what is only a remark for the players."""
    until, remark = _until(work, asked), asked.text("TEXT")
    lines = [say("It goes on by itself at {clock}.", clock=clock(until.at, work.table.pace.zone)) if until
             else say("No end is named: it lasts until you say RESUME.")]  # fmt: skip
    if remark:
        lines += [say("Told to the players as your reason:"), *theirs((remark,))]
    return tuple(lines)


def _resume(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    pausing.resume(work)
    return (say("goes on; both sides are told"),)


def _no_clock(work: UnitOfWork, asked: SaidWord) -> str:
    admin = work.state.admin
    if admin.paused:
        return say("the campaign is paused; RESUME comes first")
    return "" if admin.clocks else say("no clock runs")


def _no_extension(work: UnitOfWork, asked: SaidWord) -> str:
    hours = asked.act.number("N") or 0
    return _no_clock(work, asked) or (
        "" if 0 < hours <= MOST_HOURS else say("between 1 and {most_hours} hours can be given", most_hours=MOST_HOURS)
    )


def _extend(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    count = asked.act.number("N") or 0
    hours, clocks = counted(count, "{number} hour", "{number} hours"), sorted(work.state.admin.clocks.items())
    for side, running in clocks:
        work.put(ClockChanged(deadlines.put_off(running, count, work.cause.at)))
        for seat in work.state.admin.reached(side):  # who is not awaited learns nothing of who is late
            lines = (say("The host has given {impulse} {hours} more.", impulse=running.impulse, hours=hours),)
            work.send(notice(work.desk(seat), say("MORE TIME"), say("{impulse} · more time", impulse=running.impulse), lines))
    told = phrase("{impulse} has {hours} more; both sides are told") if len(clocks) > 1 else phrase(
        "{impulse} has {hours} more; its side is told"
    )  # fmt: skip
    return (say(told, impulse=clocks[0][1].impulse, hours=hours),)


def _process(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    running = _first(work)
    if work.state.admin.together:
        together.carry_out(work)
    else:
        work.fall_silent(running.side)
    return (say("{impulse} is closed; both sides get their reports", impulse=running.impulse),)


def _first(work: UnitOfWork) -> Clock:
    """The clock that runs, or one of several that are of one name."""
    return min(work.state.admin.clocks.items())[1]


def _closing(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    running = _first(work)
    if work.state.admin.together:
        return (say("What lies on file for {impulse} runs now; who has nothing there was silent.", impulse=running.impulse),)
    return (say("{impulse} of {side} is closed as silence closes it.", impulse=running.impulse, side=running.side),)


def _preview(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    found = together.preview(work) if work.state.admin.together else work.preview(_first(work).side)
    return (say("With dice thrown for this preview alone PROCESS would come to:"), *found)


def _echoes(work: UnitOfWork) -> bool:
    """Is the word said of every campaign, and this one of the others? Then nobody is told where it changes nothing."""
    return bool(work.cause.words)


def _no_hold(work: UnitOfWork, asked: SaidWord) -> str:
    if work.state.admin.paused == "all":
        return say("the campaign is held already")
    return _no_pause(work, asked) if _echoes(work) else ""


def _hold(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    why = _no_pause(work, asked)
    if not why:
        pausing.pause(work, "all", None, asked.text("TEXT"))
    return _for_all(work, f"hold all {asked.text('TEXT')}".strip(), say("paused; both sides are told"), why)


def _no_resume_all(work: UnitOfWork, asked: SaidWord) -> str:
    return _not_held(work) if _echoes(work) else ""


def _not_held(work: UnitOfWork) -> str:
    return "" if work.state.admin.paused == "all" else say("the campaign was not held by HOLD ALL")


def _resume_all(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    why = _not_held(work)
    if not why:
        pausing.resume(work)
    return _for_all(work, "resume all", say("goes on; both sides are told"), why)


def _for_all(work: UnitOfWork, words: str, done: str, why: str) -> tuple[str, ...]:
    """The word goes for the other campaigns too, whatever it changes here."""
    if _echoes(work):
        return (done,)
    work.put(SaidForAll(words, work.cause.id))
    return (
        say("here nothing changes: {why}", why=why) if why else done,
        say("the same is said to every other campaign that you are host of"),
    )


CLOCKING = {
    "pause": Handling(_no_pause, _pause, read=_how_long),
    "resume": Handling(_no_resume, _resume),
    "extend": Handling(_no_extension, _extend),
    "process": Handling(_no_clock, _process, _closing),
    "preview": Handling(_no_clock, _preview),
    "hold all": Handling(_no_hold, _hold),
    "resume all": Handling(_no_resume_all, _resume_all),
}
