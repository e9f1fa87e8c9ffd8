"""What passes between a campaign and a battle of it that is fought as a campaign of its own.

The liaison (`service/field_liaison.py`) brings each cause; words: (what, …), by DEEDS. Of the battle the campaign is told the
reports that the referee writes, and nothing else; of the campaign the battle is told who commands, whether clocks run, and that it
is over.
"""

from collections.abc import Callable, Mapping

from pbem.campaign.admin_events import BattleKept, FieldFiled, OutageSeen, PlayPaused, PlayResumed, SeatAccepted, SeatGiven
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import BattleOf
from pbem.engine.ruleset import NOBODY
from pbem.handlers import evenings
from pbem.handlers.fields import follow, give, settle
from pbem.handlers.finishing import finish
from pbem.handlers.pausing import resume, tell
from pbem.handlers.stations import last_letters, stations
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.field_briefs import reported
from pbem.letters.invitations import hand_over
from pbem.letters.short_letters import short

FOR = "FOR "
"""Begins the report of a side among the lines of a cause."""


def liaison(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """Something has happened in a battle that its campaign must hear of, or the other way round."""
    work = UnitOfWork(table, state, cause)
    DEEDS[cause.words[0]](work)
    return finish(work)


# ---------------------------------------------------------------- told to the campaign


def _fought(work: UnitOfWork) -> None:
    """The battle is over: both reports, which agree, are filed; what is amiss with one leaves the battle to the table."""
    number = int(work.cause.words[1])
    file = work.state.admin.fields.get(number)
    if file is None or file.stage == "agreed":
        return
    fields, told, game = work.field_battles, _by_side(work.cause), work.table.game
    read = {side: fields.read(game, work.state.pictures[side], number, told.get(side, ())) for side in sorted(file.seats)}
    if any(found.report is None for found in read.values()):
        settle(work, number, "")
        follow(work)
        return
    for side, found in read.items():
        work.field_report(side, number, found.report)
    if not work.field_decided(number):  # the reports of a referee agree, else the table decides
        settle(work, number, "")
        follow(work)
        return
    work.put(FieldFiled(number, replace(file, stage="agreed")))
    for side, held in sorted(file.seats.items()):
        seat = work.state.admin.seats[held]
        if not seat.left:
            work.send(reported(work.desk(seat), number, file, tuple(f"  {line}" for line in told[side])))
    stations(work)
    follow(work)


def _by_side(cause: Cause) -> Mapping[str, tuple[str, ...]]:
    """The lines of each side's report."""
    found: dict[str, tuple[str, ...]] = {}
    side = ""
    for line in cause.lines:
        if line.text.startswith(FOR):
            side = line.text.removeprefix(FOR)
        else:
            found[side] = (*found.get(side, ()), line.text)
    return found


def _silent(work: UnitOfWork) -> None:
    """Neither commander fights it: the table decides."""
    number = int(work.cause.words[1])
    if number in work.state.admin.fields:
        settle(work, number, "")
    follow(work)


def _passed_on(work: UnitOfWork) -> None:
    """Who commanded a side of it has left: it is the next one's."""
    number, side = int(work.cause.words[1]), work.cause.words[2]
    file = work.state.admin.fields.get(number)
    if file is not None:
        work.put(FieldFiled(number, replace(file, refused=(*file.refused, file.seats[side]))))
        give(work, number, side)
    follow(work)


# ---------------------------------------------------------------- told to the battle


def _known(work: UnitOfWork) -> BattleOf:
    found = work.state.admin.battle
    if found is None:
        raise ValueError("no battle of another campaign")
    return found


def _relieved(work: UnitOfWork) -> None:
    """Somebody else commands a side of it: whoever did hears no more of it, and all is handed over."""
    _, side, address, *also = work.cause.words
    before = work.state.admin.seats[side]
    if not before.left:
        lines = (
            say("The battle has passed to another field commander of your side."),
            say("Further letters from you have no effect and are not answered. This is your last letter of it."),
        )
        work.send(replace(short(work.desk(before), "farewell", say("you no longer command this battle"), lines), answer=False))
    work.put(
        SeatGiven(side, address, True, tuple(also))
    )  # the last letter to whoever had it, of now or of a RESIGN, is still theirs
    work.put(SeatAccepted(side, ""))
    seat = work.state.admin.seats[side]
    work.send(replace(hand_over(work.desk(seat)), answer=False))


def _held(work: UnitOfWork) -> None:
    """The campaign is paused: so is its battle."""
    known = _known(work)
    work.put(BattleKept(replace(known, paused=True)))
    work.put(PlayPaused("host"))
    lines = (
        say("{title} is paused, and this battle with it. No clock runs and no deadline counts.", title=known.title),
        say("Questions are answered as ever. Orders count again when play resumes."),
    )
    tell(work, say("PAUSED"), say("the battle is paused"), lines)


def _goes_on(work: UnitOfWork) -> None:
    """The campaign's clocks run again."""
    work.put(BattleKept(replace(_known(work), paused=False)))
    resume(work)


def _recalled(work: UnitOfWork) -> None:
    """The campaign has no use for it any more: it ends as it stands, and nothing of it is reported."""
    admin = work.state.admin
    if admin.paused:
        work.put(PlayResumed())
    if admin.hosting.outage:
        work.put(OutageSeen(""))
    evenings.over(work)
    work.conclude(NOBODY, say("the battle was taken back or decided otherwise in the campaign"))
    stations(work)


def _opened(work: UnitOfWork) -> None:
    """The campaign is over: what nobody could know of its battle is opened."""
    work.put(BattleKept(replace(_known(work), opened=True)))
    last_letters(work)


DEEDS: Mapping[str, Callable[[UnitOfWork], None]] = {
    "fought": _fought, "silent": _silent, "passed on": _passed_on, "relieved": _relieved, "held": _held, "goes on": _goes_on,
    "recalled": _recalled, "opened": _opened,
}  # fmt: skip
