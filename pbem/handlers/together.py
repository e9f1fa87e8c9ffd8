"""Several sides write at once: what each has on file lies there until one run carries out all of it, in a record of its own.

Who has written is nobody's to know but the writer's own side's. So nothing runs by a letter: once nobody is waited for any more
an hour is set (`timing.set_run`), which every letter and clock may move, and the run is a cause of its own. Each side's clock
runs out at its own time whether it has written or not, and it may still amend until the run.
"""

from collections.abc import Iterable, Mapping

from pbem.campaign.admin_events import ClockChanged, OrdersFiled, RunSet, StaffworkEnded
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.engine.opaque import OpaqueSeen
from pbem.engine.run_observations import RUN, MessageHeard, OfARun, RunStopped
from pbem.engine.runs import Orders, RunSheet
from pbem.handlers import evenings, silence
from pbem.handlers.on_file_run import in_order, read_again
from pbem.handlers.orders import CheckedOrders, RunPart, judged, run_sheet, told
from pbem.handlers.timing import set_clocks
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.values import Value, replace
from pbem.letters.receipts import ran_by_itself


def clock_over(work: UnitOfWork, side: str) -> None:
    """The time of one of several sides has run out; the run follows at once where play waited for that, or no clock runs now."""
    waited = not work.state.admin.is_settled
    work.put(ClockChanged(replace(work.state.admin.clocks[side], over=True)))
    admin = work.state.admin
    if admin.is_settled and (waited or all(clock.over for clock in admin.clocks.values())):
        work.put(RunSet(work.cause.at))


class SeatSheet(Value):
    """What a seat has on file, read and checked again; numbered: as it runs, where no two lines of a side have one number; after:
    how many of its side's other seats come before its own."""

    seat: Seat
    request: Request
    checked: CheckedOrders
    numbered: RunSheet
    after: int

    def part(self, seen: Iterable[OpaqueSeen]) -> tuple[OpaqueSeen, ...]:
        """What its side learnt in the run, its own lines under their own numbers and nothing of other seats' lines."""
        numbers = {line.number for line in self.numbered.lines}
        own = (self._own(item, numbers) if isinstance(item, RUN) else item for item in seen)
        return tuple(item for item in own if item is not None)

    def _own(self, item: OfARun, numbers: set[int]) -> OpaqueSeen | None:
        if isinstance(item, RunStopped):
            rest = tuple((number - self.after, text) for number, text in item.rest if number in numbers)
            return replace(item, rest=rest)
        if isinstance(item, MessageHeard):
            return item
        return replace(item, line=item.line - self.after) if item.line in numbers else None


def carry_out(work: UnitOfWork) -> None:
    """The run: what lies on file of every side that is awaited, in one. Who was silent has nothing in it, and is counted so."""
    before, admin, moment = len(work.seen), work.state.admin, work.phase
    sheets = {side: sheets_of(work, side) for side in sorted(work.awaited.sides)}
    work.run(run_sheets(sheets))
    for side, of in sheets.items():
        seen = tuple(item for desk, item in work.seen[before:] if desk == side)
        for sheet in of:
            _answer(work, sheet, RunPart(sheet.checked.verdicts, sheet.part(seen), moment))
        work.put(StaffworkEnded(side))
    work.put(RunSet(None))
    for side in sheets:
        _count_silence(work, side, admin)
    if not work.table.ruleset.reports.station(tuple(o for _, o in work.seen)):
        set_clocks(work)


def _answer(work: UnitOfWork, sheet: SeatSheet, part: RunPart) -> None:
    """A seat is told how its part of the run went."""
    work.put(OrdersFiled(sheet.seat.side, sheet.seat.id, None))
    answered = told(work, sheet.seat, sheet.request, part)
    if sheet.seat.in_office and not sheet.seat.scripted:
        work.send(ran_by_itself(work.desk(sheet.seat), answered))


def _count_silence(work: UnitOfWork, side: str, admin: AdminState) -> None:
    """A side that was not done when all was run. admin: as they stood then."""
    if admin.is_ready(side):
        return
    if admin.clocks[side].live:
        evenings.note_silence(work, side)
    else:
        silence.count(work, side, admin.staff(side).done)


def preview(work: UnitOfWork) -> tuple[str, ...]:
    """What the run would come to, were it now."""
    sides = sorted(work.awaited.sides)
    return work.preview(sides[0], run_sheets({side: sheets_of(work, side) for side in sides}))


def run_sheets(sheets: Mapping[str, tuple[SeatSheet, ...]]) -> Orders:
    """The sheets of every side as they run."""
    return {side: tuple(sheet.numbered for sheet in of) for side, of in sheets.items()}


def sheets_of(work: UnitOfWork, side: str) -> tuple[SeatSheet, ...]:
    """What the seats of a side have on file, in the order they run."""
    staff, found, after = work.state.admin.staff(side), list[SeatSheet](), 0
    for name in in_order(work, side):
        if name in staff.files:
            seat = work.state.admin.seats[name]
            request = read_again(work, seat, staff.files[name])
            checked = judged(work, seat, request)
            sheet = run_sheet(work, seat, request, checked)
            numbered = replace(sheet, lines=tuple(replace(line, number=line.number + after) for line in sheet.lines))
            found.append(SeatSheet(seat, request, checked, numbered, after))
            after += max((verdict.line.number for verdict in checked.verdicts), default=0)
    return tuple(found)
