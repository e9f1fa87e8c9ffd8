"""A boot camp's lessons ride on the letters that the pupil is sent anyway, in the same record as what passes them."""

from pbem.campaign.admin_events import CampMoved, PlayBegan, PlayEnded
from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.records import Again, Sent
from pbem.campaign.state import Seat
from pbem.documents.document import Block
from pbem.handlers import lessons
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.values import replace
from pbem.letters.desk import Desk

CARRIERS = ("receipt", "sitrep", "hand-over")


def teach(work: UnitOfWork) -> None:
    """At the end of a record: what of the lesson has been done is noted, and the last letter to the pupil tells what is next."""
    admin = work.state.admin
    if admin.camp is None or admin.stage == "inviting" or admin.seats[admin.camp.pupil].left:
        return
    pupil, before = admin.seats[admin.camp.pupil], admin.camp
    if work.request is not None and work.request.seat == pupil.id:
        _learn(work, before)
    now = work.state.admin.camp or before
    if any(isinstance(paper, PlayEnded) for paper in work.papers):
        work.send(lessons.certificate(work.desk(pupil), now))
    elif admin.stage == "playing":
        _attach(work, pupil, _told(work, pupil, (before, now)))


def _learn(work: UnitOfWork, camp: BootCamp) -> None:
    """What the pupil's letter did counts for the lesson he was at when he wrote it."""
    if work.request is None or any(isinstance(paper, CampMoved) for paper in work.papers):
        return  # he has gone to another lesson himself
    seen = tuple(o for side, o in work.seen if side == work.state.admin.seats[camp.pupil].side)
    ruleset, papers = work.table.ruleset, tuple(work.papers)
    ended = ruleset.reports.station(seen) == "began" and not any(isinstance(paper, PlayBegan) for paper in papers)
    letter = lessons.letter_of(work.request, papers, lessons.teaching(ruleset).did(seen), ended)
    now = lessons.moved(ruleset, camp, letter)
    if now != camp:
        work.put(CampMoved(now))


def _told(work: UnitOfWork, pupil: Seat, camps: tuple[BootCamp, BootCamp]) -> tuple[Block, ...]:
    """What the pupil is told: the lesson he passed; the next one, once he can do it, or when he asks; else what is still to do."""
    before, now = camps
    desk, asked = work.desk(pupil), bool(work.request and work.request.of("lesson"))
    praise = tuple(lessons.praised(desk.ruleset, name) for name in now.passed if name not in before.passed)
    moved = any(isinstance(p, CampMoved) for p in work.papers) and before.lesson != now.lesson
    if asked or ((moved or _opens(work, pupil)) and _his(desk)):
        return (*praise, lessons.taught(desk, now))
    wrote = work.request is not None and work.request.acts and now == before and not work.request.has("arranges")
    return (*praise, *(lessons.reminded(desk.ruleset, now, wrote) if _his(desk) else ()))


def _his(desk: Desk) -> bool:
    """Does the pupil's own part of play run?"""
    running = desk.admin.clock(desk.seat.side)
    return running is not None and running.kind == "orders"


def _opens(work: UnitOfWork, pupil: Seat) -> bool:
    """Does a report of its own accord go to the pupil?"""
    return any(isinstance(s, Sent) and s.seat == pupil.id and s.kind == "sitrep" and not s.answer for s in work.letters)


def _attach(work: UnitOfWork, pupil: Seat, blocks: tuple[Block, ...]) -> None:
    """Let the last letter of this record to the pupil carry them, before all else it tells."""
    for at in range(len(work.letters) - 1, -1, -1):
        sent = work.letters[at]
        if not isinstance(sent, Again) and sent.seat == pupil.id and sent.kind in CARRIERS:
            work.letters[at] = replace(sent, document=replace(sent.document, blocks=(*blocks, *sent.document.blocks)))
            return


# ---------------------------------------------------------------- the pupil's words
