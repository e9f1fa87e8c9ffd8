"""HOLD ALL: stop the clocks of all your campaigns."""

from pbem.handlers import pausing
from pbem.handlers.host.clocking import echoes, for_all, no_pause
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _no_hold(work: UnitOfWork, asked: SaidWord) -> str:
    if work.state.admin.paused == "all":
        return say("the campaign is held already")
    return no_pause(work, asked) if echoes(work) else ""


def _hold(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    why = no_pause(work, asked)
    if not why:
        pausing.pause(work, "all", None, asked.text("TEXT"))
    return for_all(work, f"hold all {asked.text('TEXT')}".strip(), say("paused; both sides are told"), why)


WORD = HostWord(
    Verb("hold all", ("hold all [TEXT]",), "letter", phrase("stop the clocks of all your campaigns")),
    phrase("HOLD ALL pauses every campaign of this referee's that you are host of.\n\n    HOLD ALL the provider is down"),
    170,
    refuse=_no_hold,
    do=_hold,
    stages=ANY,
)
