"""Plans: orders that lie on file for a seat's next part of play and run at its opening.

A plan runs between two hours and two and a half after the part of play began, at a moment drawn from the campaign's seed, so
that the enemy cannot tell by the hour of a letter that nobody sat down to write it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from pbem.campaign.admin_events import PlanDropped, PlanFiled
from pbem.campaign.drafting import closing_word
from pbem.campaign.receiving import receive, runs_in_a_plan
from pbem.campaign.request import PLAN, Request
from pbem.campaign.seats import is_senior, senior
from pbem.campaign.state import Plan, Seat
from pbem.engine.runs import Verdict
from pbem.handlers.authority import permitted
from pbem.handlers.on_file_run import by_plan
from pbem.handlers.orders import orders
from pbem.handlers.timing import drawn
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import replace
from pbem.letters.desk import Answered
from pbem.letters.receipts import ran_by_itself
from pbem.letters.short_letters import word
from pbem.orders.tree import LetterWord, SheetLine, Verb

LEAST, SPREAD = timedelta(hours=2), 1800
MINUTE = 60  # seconds


def filed(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """File what stands under FOR NEXT IMPULSE or in PLAN FOR NEXT; a line that is not understood, or is not the seat's to say,
    keeps it off file. Whether it may be done is asked when it runs, and so is once more who may say it."""
    found = list(_planned(request))
    if not found:
        return []
    faults = _faults(work, seat, found)
    if faults:
        return [say("plan not filed: {fault}", fault=fault) for fault in faults]
    before, noun = work.state.admin.plans.get(seat.id), work.idiom.moment
    work.put(PlanFiled(seat.id, Plan(tuple(line.canonical for line in found))))
    stays = [say("this {moment} does not close by itself any more", moment=noun)] if before and before.quiet and before.due else []
    return (
        stays
        + [say("on file for your next {moment}: {canonical}", moment=noun, canonical=line.canonical) for line in found]
        + [say("CANCEL PLAN takes the plan off file")]
    )


def off_file(work: UnitOfWork, seat: Seat, request: Request) -> tuple[SheetLine, ...]:
    """All lines of a plan that a fault keeps off file, for its writer to fix; none of one that could be filed, or of CHECK."""
    found = tuple(_planned(request))
    return found if "check" not in request.said and _faults(work, seat, found) else ()


def looked_at(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """CHECK: what of a plan could go on file."""
    found = list(_planned(request))
    faults = _faults(work, seat, found)
    if faults:
        return [say("the plan could not be filed: {fault}", fault=fault) for fault in faults]
    noun = work.idiom.moment
    return [say("{canonical}: could go on file for your next {moment}", moment=noun, canonical=line.canonical) for line in found]


def _faults(work: UnitOfWork, seat: Seat, lines: Iterable[SheetLine]) -> list[str]:
    """What keeps lines off file: those that are not understood; if all are, those that would do nothing at the plan's hour; if none
    would, those that are not the seat's to say."""
    read = list(lines)
    wrong = _not_understood(read) or _idle(read, words(work.table, work.state, seat.side).verbs)
    if wrong:
        return wrong
    verdicts = permitted(work, seat, tuple(Verdict(line) for line in read))
    return [
        say("line {number}: {why} ({rule}): {text}", number=v.line.number, why=r.words, rule=r.rule, text=v.line.text)
        for v in verdicts
        for _, r in v.refusals
    ]


def _not_understood(lines: Iterable[SheetLine]) -> list[str]:
    wrong = (line for line in lines if line.command is None or any(r.kind == "error" for r in line.remarks))
    return [say("line {number}: {why}: {text}", number=line.number, why=line.remarks[0].text, text=line.text) for line in wrong]


def _idle(lines: Iterable[SheetLine], verbs: tuple[Verb, ...]) -> list[str]:
    """What would do nothing at the hour of a plan."""
    why = say("a plan holds orders alone; write this outside the plan, where it counts at once")
    idle = (line for line in lines if not runs_in_a_plan(line, verbs))
    return [say("line {number}: {why}: {text}", number=line.number, why=why, text=line.text) for line in idle]


def _planned(request: Request) -> Iterator[SheetLine]:
    """The lines of the plan: the whole letter, or its block."""
    if request.for_next:
        yield from request.lines
        yield from (line for line in request.written.lines if _modifies(request, line))
    for name, lines in request.blocks:
        if name == PLAN:
            yield from lines


def _modifies(request: Request, line: SheetLine) -> bool:
    """Is it a word that says how orders are to run?"""
    return isinstance(line.command, LetterWord) and not line.block and line.command.act.verb in request.verbs("manner")


def opened(work: UnitOfWork) -> None:
    """A part of play has begun: the plans of those who are awaited are given their hour, or are void."""
    _too_late(work)
    for seat in [seat for side in sorted(work.awaited.sides) for seat in work.state.admin.reached(side)]:
        plan = work.state.admin.plans.get(seat.id)
        if plan and (plan.due or plan.void):  # of a part of play gone by
            work.put(PlanDropped(seat.id))
            plan = None
        if plan is None:
            _quiet(work, seat)
            continue
        why = _void(work, seat, plan)
        work.put(PlanFiled(seat.id, replace(plan, due=None if why else hour(work, seat), void=why)))


def _too_late(work: UnitOfWork) -> None:
    """A plan of a side whose own part of play has ended before its hour came did not run: its writer reads so."""
    for seat in [seat for side in sorted(set(work.state.pictures) - work.awaited.sides) for seat in work.state.admin.reached(side)]:
        plan = work.state.admin.plans.get(seat.id)
        if plan and plan.due and not plan.quiet:
            void = say("the {moment} ended before it ran", moment=work.idiom.moment)
            work.put(PlanFiled(seat.id, replace(plan, due=None, void=void)))


def _quiet(work: UnitOfWork, seat: Seat) -> None:
    """A quiet part of play closes by itself, where its side's standing orders say so, at the hour a plan would run."""
    if not is_senior(work.state.admin, seat):
        return
    picture = work.state.pictures.get(seat.side)  # None for a referee who knows the other side alone
    if picture is not None and work.table.ruleset.standing_orders.idles(work.standing(seat.side), work.table.game, picture):
        work.put(PlanFiled(seat.id, Plan((closing_word(work.table.words.verbs),), hour(work, seat), quiet=True)))


def _void(work: UnitOfWork, seat: Seat, plan: Plan) -> str:
    """Why a plan may not run, by its own guards and its owner's own news."""
    desk = work.desk(seat)
    sheet = receive(work.state.admin, seat.id, "", _lines(plan), words(work.table, work.state, seat.side))
    guards = sheet.of(*sheet.verbs("guards"))
    found = (work.table.ruleset.actions.void(desk.picture, desk.news, act) for act in guards)
    return next(filter(None, found), "")


def hour(work: UnitOfWork, seat: Seat) -> datetime:
    """When a plan runs: drawn from the seed, so that its minute tells nothing."""
    occasion = f"plan/{seat.id}/{work.moment(seat)}"
    running, live = work.state.admin.clock(seat.side), work.table.pace.live * MINUTE
    if running and running.live:  # between a quarter and three quarters of the part of play
        return work.cause.at + timedelta(seconds=live // 4 + drawn(work.state.seed, occasion, live // 2))
    return work.cause.at + LEAST + timedelta(seconds=drawn(work.state.seed, occasion, SPREAD))


def hastened(work: UnitOfWork, side: str) -> None:
    """A live evening has shortened the moment: the plans that wait in it are given a new hour."""
    for seat in work.state.admin.reached(side):
        plan = work.state.admin.plans.get(seat.id)
        if plan and plan.due:
            work.put(PlanFiled(seat.id, replace(plan, due=hour(work, seat))))


def _lines(plan: Plan) -> tuple[NumberedLine, ...]:
    return tuple(numbered(plan.lines, 1))


def next_planned(work: UnitOfWork) -> Seat | None:
    """The first seat with a plan whose hour has come; None: there is none."""
    plans = work.state.admin.plans
    return next((s for s in work.seats if s.id in plans and (due := plans[s.id].due) and due <= work.cause.at), None)


def carry_out(work: UnitOfWork, seat: Seat) -> None:
    """Run a seat's plan, which is off file then, and tell its writer."""
    plan = work.state.admin.plans[seat.id]
    work.put(PlanDropped(seat.id))
    request = receive(work.state.admin, seat.id, "", _lines(plan), words(work.table, work.state, seat.side))
    request = replace(request.saying("yes"), sure=True)
    answered = by_plan(work, seat, request) or orders(work, seat, request)
    work.send(ran_by_itself(work.desk(seat), answered, say("your plan has run")))
    _tell_the_senior(work, seat, answered)


def _tell_the_senior(work: UnitOfWork, seat: Seat, answered: Answered) -> None:
    """Who has to close the part of play hears that a plan of another seat of the side has acted in it, and what it ordered."""
    first = senior(work.state.admin, seat.side)
    if answered.ran is None or first is None or first.id == seat.id or not first.in_office or work.moment(seat) != answered.moment:
        return
    back = {line.number for line in answered.ran.rest}
    ran = [v.line.canonical or v.line.text for v in answered.verdicts if v.ok and v.line.number not in back]
    if not ran:
        return
    moment = work.idiom.moment
    lines = (
        say("The plan of {seat} has run. {moment} {name} is yours to close.",
            seat=work.officer(seat), moment=f"{moment[0].upper()}{moment[1:]}", name=answered.moment),
        *(f"  {text}" for text in ran),
    )  # fmt: skip
    subject = say("the plan of {seat} has run", seat=work.officer(seat))
    work.send(word(work.desk(first), say("A PLAN HAS RUN"), subject, lines))


def overtaken(work: UnitOfWork, seat: Seat) -> list[str]:
    """Who writes orders himself has made up his mind afresh: the plan whose hour has not come is off file."""
    plan = work.state.admin.plans.get(seat.id)
    if plan is None or not (plan.due or plan.void):
        return []
    work.put(PlanDropped(seat.id))
    return [say("the plan on file is dropped: you have written orders yourself")]
