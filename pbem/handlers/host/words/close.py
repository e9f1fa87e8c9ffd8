"""CLOSE: the host ends a campaign that nobody goes on with. Nobody wins; everything is opened, as after the last turn."""

from pbem.campaign.admin_events import OutageSeen, PauseEnds, PlayEnded, PlayResumed
from pbem.documents.document import theirs
from pbem.engine.idiom import stands_on
from pbem.engine.ruleset import NOBODY
from pbem.handlers import evenings
from pbem.handlers.host.word import BEFORE_THE_END, HostWord, SaidWord
from pbem.handlers.pausing import tell
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Verb


def _statement(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    """What is read before it is done."""
    opened = say("Both sides get their last letters, in which everything is opened: troops, logs, journal, rolls.")
    begun = work.state.admin.stage == "playing"
    return (
        say("CLOSE ends the campaign for good: nobody wins, and no word takes it back."),
        *((opened,) if begun else ()),
        *([say("Told to the players as your reason: {remark}", remark=asked.text("TEXT"))] if asked.text("TEXT") else []),
    )


@stands_on("opening")
def _close(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    admin, reason = work.state.admin, asked.text("TEXT")
    begun = admin.stage == "playing"
    lines = (
        say("The host has closed the campaign: it is over, and nobody has won.") if begun
        else say("The host has closed the campaign before it began: nothing more is wanted of your seat."),
        *([say("Reason:"), *theirs((reason,))] if reason else []),
        *([say("Everything is opened in letters of their own.")] if begun else []),
    )  # fmt: skip
    tell(work, say("CLOSED BY THE HOST"), say("the campaign is closed by the host"), lines)
    if admin.paused:
        work.put(PlayResumed())
        work.put(PauseEnds(None))
    if admin.hosting.outage:
        work.put(OutageSeen(""))
    if not begun:
        work.put(PlayEnded())
        return (say("closed before it began; everybody who was invited is told"),)
    evenings.over(work)
    work.conclude(NOBODY, say("closed by the host"))
    return (say("closed; both sides are told, and everything is opened to them"),)


WORD = HostWord(
    Verb("close", ("close PART [TEXT]",), "letter", phrase("end a campaign for good")),
    phrase(
        "CLOSE ends a campaign that nobody continues, or that never began (CLOSE START). Nobody wins; both\n"
        "sides are told, with the reason if you give one, and everything is opened to them as after the last turn.\n"
        "No word takes it back.\n"
        "\n"
        "    CLOSE {later_part}\n"
        "    CLOSE {later_part} both commanders have left"
    ),
    90,
    do=_close,
    read=_statement,
    stages=BEFORE_THE_END,
)
