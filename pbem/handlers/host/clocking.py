"""What several of the host's words on the clock share: PAUSE and HOLD ALL, EXTEND, PROCESS and PREVIEW, HOLD ALL and RESUME ALL."""

from pbem.campaign.admin_events import SaidForAll
from pbem.campaign.state import Clock
from pbem.campaign.zones import moment
from pbem.handlers.host.word import SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.calendar import ZonedMoment, clock
from pbem.kernel.i18n import say


def until(work: UnitOfWork, asked: SaidWord) -> ZonedMoment | None:
    """Until when a pause is meant to last; None for no end, or for a day that there is not."""
    return moment(asked.text("MOMENT"), work.cause.at, work.table.pace.zone) if asked.text("MOMENT") else None


def no_pause(work: UnitOfWork, asked: SaidWord) -> str:
    """Why the campaign cannot be paused, "" when it can."""
    admin = work.state.admin
    if admin.paused or admin.stage == "over":
        return say("the campaign is {state}", state=say("paused already") if admin.paused else say("over"))
    if asked.text("MOMENT"):
        end = until(work, asked)
        if end is None:
            return say("there is no such day: {moment}", moment=asked.text("MOMENT"))
        if end.at <= work.cause.at:
            return say(
                "{moment} is gone by: it is {clock}", moment=asked.text("MOMENT"), clock=clock(work.cause.at, work.table.pace.zone)
            )
    return ""


def no_clock(work: UnitOfWork, asked: SaidWord) -> str:
    """Why there is no clock to turn, "" when one runs."""
    admin = work.state.admin
    if admin.paused:
        return say("the campaign is paused; RESUME comes first")
    return "" if admin.clocks else say("no clock runs")


def first_clock(work: UnitOfWork) -> Clock:
    """The clock that runs, or one of several that are of one name."""
    return min(work.state.admin.clocks.items())[1]


def echoes(work: UnitOfWork) -> bool:
    """Is the word said of every campaign, and this one of the others? Then nobody is told where it changes nothing."""
    return bool(work.cause.words)


def not_held(work: UnitOfWork) -> str:
    """Why there is nothing for RESUME ALL to end, "" when there is."""
    return "" if work.state.admin.paused == "all" else say("the campaign was not held by HOLD ALL")


def for_all(work: UnitOfWork, words: str, done: str, why: str) -> tuple[str, ...]:
    """The word goes for the other campaigns too, whatever it changes here: it is `done`, or not done and `why`."""
    if echoes(work):
        return (done,)
    work.put(SaidForAll(words, work.cause.id))
    return (
        say("here nothing changes: {why}", why=why) if why else done,
        say("the same is said to every other campaign that you are host of"),
    )
