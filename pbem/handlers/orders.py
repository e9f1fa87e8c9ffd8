"""Order lines: checked, kept as a draft if any is faulty, else carried out."""

from pbem.campaign.admin_events import DraftDropped, DraftKept, MarchFiled, OrdersRan, PointsSpent, UnitsOrdered
from pbem.campaign.drafting import closing_word, is_closing
from pbem.campaign.request import Request
from pbem.campaign.staffwork import left_to
from pbem.campaign.state import Draft, Seat
from pbem.engine.awaited import Awaited
from pbem.engine.opaque import OpaqueSeen
from pbem.engine.run_observations import RUN, LineBegan, LineEnded, ManeuverHalted
from pbem.engine.runs import Budget, Manner, Ran, RunSheet, Verdict, ran
from pbem.handlers.authority import permitted
from pbem.handlers.command_changes import in_command, tell_changes
from pbem.handlers.same_unit import asked_first, in_a_team, others, tell_others, told_of_it
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace
from pbem.letters.desk import Answered
from pbem.letters.on_file import points_line
from pbem.orders.line_numbers import in_runs
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, LetterWord, SheetLine, UnitLine, Vocabulary
from pbem.orders.whose import without_units

MOST_NAMED = 40  # lines that are not understood out of turn, named


class CheckedOrders(Value):
    """Order lines that may run: the verdict on each, and what they may spend; notes: what was taken out of lines so that they may;
    slips: lines that one hint each would put right, for which the word that closes the part of play waits."""

    verdicts: tuple[Verdict, ...]
    budget: Budget
    notes: tuple[str, ...] = ()
    slips: tuple[Verdict, ...] = ()


def orders(work: UnitOfWork, seat: Seat, request: Request) -> Answered:
    """Check the lines, keep them as a draft if any is faulty, else carry them out."""
    waited = work.state.admin.drafts.get(seat.id)
    checked = checked_orders(work, seat, request)
    answered = checked if isinstance(checked, Answered) else carried_out(work, seat, request, checked)
    if waited is None or request.amends or work.state.admin.drafts.get(seat.id) == waited:
        return answered
    lines = counted(len(waited.lines), "{number} line", "{number} lines")
    gone = say("your draft of {lines} that waited is dropped", lines=lines)
    return replace(answered, notes=(*answered.notes, gone))


def checked_orders(work: UnitOfWork, seat: Seat, request: Request) -> CheckedOrders | Answered:
    """The lines, fit to run; else what is answered instead: refused, only looked at, or kept as a draft."""
    if not request.lines or request.for_next:
        return Answered(request)
    refused = out_of_turn(work, seat)
    if refused and request.does_more and all(line.command is None for line in request.lines):
        return Answered(request, notes=_not_understood(request))  # a remark beside what it does
    if refused:
        return Answered(request, refused=(*_turned_away(request), *refused, *_for_the_next(work)), notes=_not_understood(request))
    if "check" not in request.said and not request.amends and _nothing_understood(work, seat, request):
        return Answered(request, notes=tuple(_not_understood(request)))
    checked = _narrowed(work, seat, request, judged(work, seat, request))
    if "check" in request.said:
        meeting = told_of_it(work, others(work, seat, request.lines))
        return Answered(request, checked.verdicts, notes=(*_only_checked(request), *meeting))
    waits = _waits(work, seat, request, checked.verdicts)
    slips = _slips(work, request, checked.verdicts)
    if waits and not (_carries_on(request) and _some_ready(work, checked, slips)):
        return waits
    if seat.id in work.state.admin.drafts:
        work.put(DraftDropped(seat.id))
    return replace(checked, slips=slips)


def _some_ready(work: UnitOfWork, checked: CheckedOrders, slips: tuple[Verdict, ...]) -> bool:
    """May some line run? What closes the part of play does not while lines have a slip."""
    verbs = work.table.words.verbs
    return any(v.ok and not (slips and is_closing(v.line, verbs)) for v in checked.verdicts)


def _slips(work: UnitOfWork, request: Request, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The lines of a letter to be carried out as far as it can be that one hint each would put right, where it closes the part of
    play too: that cannot be taken back, so it waits until its writer has said what they meant."""
    if not request.has("carries") or request.ends or request.sure:
        return ()
    closing = [v.line.command for v in verdicts if v.ok and is_closing(v.line, work.table.words.verbs)]
    plain = any(isinstance(command, LetterWord) and not command.act.says("anyway") for command in closing)
    return tuple(v for v in verdicts if _is_a_slip(v)) if plain else ()


def _is_a_slip(verdict: Verdict) -> bool:
    """Would one hint for each of its faults put the line right?"""
    faults = [remark for remark in verdict.line.remarks if remark.kind == "error"]
    return bool(faults) and not verdict.refusals and all(len(fault.hints) == 1 for fault in faults)


def _narrowed(work: UnitOfWork, seat: Seat, request: Request, checked: CheckedOrders) -> CheckedOrders:
    """The same where the letter says to carry out what can be: a line that some of its units cannot follow is for the others."""
    if not _carries_on(request):
        return checked
    vocabulary = words(work.table, work.state, seat.side)
    less = {v.line.number: line for v in checked.verdicts if (line := _for_the_others(v, vocabulary)) is not None}
    if not less:
        return checked
    lines = tuple(less.get(line.number, line) for line in request.lines)
    again = judged(work, seat, replace(request, lines=lines))
    fit = {v.line.number for v in again.verdicts if v.ok} & less.keys()
    notes = [
        say("line {number} without {calls}: {why}", number=v.line.number, calls=", ".join(_refused(v)), why=v.refusals[0][1].words)
        for v in checked.verdicts if v.line.number in fit
    ]  # fmt: skip
    return replace(again, notes=tuple(notes))


def _for_the_others(verdict: Verdict, vocabulary: Vocabulary) -> SheetLine | None:
    """A line without the units that are refused; None where that is not what is wrong with it, or nobody is left."""
    line, refused = verdict.line, frozenset(_refused(verdict))
    if not isinstance(line.command, UnitLine) or not refused or "" in refused or any(r.kind == "error" for r in line.remarks):
        return None
    text = without_units(line.text, refused, vocabulary)
    return replace(read_line(text, vocabulary), number=line.number, source=line.source) if text else None


def _refused(verdict: Verdict) -> list[str]:
    """The units of a line that are refused, each once."""
    return list(dict.fromkeys(call for call, _ in verdict.refusals))


def judged(work: UnitOfWork, seat: Seat, request: Request) -> CheckedOrders:
    """The verdict on every line, by the seat's own picture, and what they may spend."""
    budget = _budget(work, seat, request)
    verdicts = work.table.ruleset.actions.check(work.table.game, work.state.pictures[seat.side], request.lines, budget)
    return CheckedOrders(permitted(work, seat, verdicts), budget)


def _for_the_next(work: UnitOfWork) -> tuple[str, ...]:
    """How orders that came in the enemy's part of play are kept for the writer's next one, while play goes on."""
    if work.state.admin.stage != "playing" or work.pauses:
        return ()
    kept = phrase("FOR NEXT {moment} on a line above them keeps them for your next one.")
    return (say(kept, moment=work.idiom.moment.upper()),)


def _turned_away(request: Request) -> tuple[str, ...]:
    """The lines of a letter that came out of turn, so that nobody takes one for filed because a plan beside it is."""
    lines = [ln.canonical for ln in request.lines if ln.command is not None and ln.canonical]
    more = len(lines) - MOST_NAMED
    rest = (counted(more, "and {number} more line", "and {number} more lines"),) if more > 0 else ()
    return (*(f"  {text}" for text in lines[:MOST_NAMED]), *(f"  {text}" for text in rest))


def _only_checked(request: Request) -> tuple[str, ...]:
    """CHECK changes nothing, and CANCEL beside it is not passed over in silence."""
    return (say("CHECK changes nothing: CANCEL is not done"),) if "cancel" in request.said else ()


def _nothing_understood(work: UnitOfWork, seat: Seat, request: Request) -> bool:
    """Not one line of a letter can be read while orders wait: a machine's words, or a slip, take the place of nothing."""
    return seat.id in work.state.admin.drafts and all(line.command is None for line in request.lines)


def _carries_on(request: Request) -> bool:
    return request.ends or request.has("carries")


def carried_out(work: UnitOfWork, seat: Seat, request: Request, checked: CheckedOrders) -> Answered:
    """Run the lines; what their writer's desk learnt of it is the answer."""
    if checked.slips:
        return _held_open(work, seat, request, checked)
    moment = work.moment(seat)
    before, spent = len(work.seen), work.points_spent(seat.side)
    meeting = others(work, seat, (v.line for v in checked.verdicts if v.ok))
    commanded = in_command(work, seat.side)
    work.run({seat.side: (run_sheet(work, seat, request, checked),)})
    _count(work, seat, moment, spent)
    mine = tuple(o for d, o in work.seen[before:] if d == seat.side)
    answered = told(work, seat, request, RunPart(checked.verdicts, mine, moment))
    tell_others(work, seat, meeting)
    tell_changes(work, seat, commanded)
    answered = replace(answered, notes=(*answered.notes, *checked.notes, *told_of_it(work, meeting)))
    rest, verbs = answered.ran.rest if answered.ran else (), work.table.words.verbs
    asks = rest and is_closing(rest[-1], verbs) and answered.ran and answered.ran.asks
    return _asked_about(work, seat, answered) if asks else answered


def _held_open(work: UnitOfWork, seat: Seat, request: Request, checked: CheckedOrders) -> Answered:
    """Run the lines but those with a slip, which wait with the word that closes the part of play."""
    rest = tuple(v for v in checked.verdicts if not is_closing(v.line, work.table.words.verbs))
    answered = carried_out(work, seat, request, replace(checked, verdicts=rest, slips=()))
    if answered.ran is None or answered.asks:
        return answered
    held = {v.line.number for v in checked.slips}
    went = replace(answered.ran, rest=tuple(line for line in answered.ran.rest if line.number not in held))
    return replace(
        answered, verdicts=checked.verdicts, ran=went, wanted=(kept_open(work, seat, checked, checked.slips),), asks=True
    )


def kept_open(work: UnitOfWork, seat: Seat, checked: CheckedOrders, kept: tuple[Verdict, ...]) -> str:
    """These lines, those with a slip among them, become a draft with the word that closes the part of play; what its writer is
    asked."""
    closing = tuple(v for v in checked.verdicts if is_closing(v.line, work.table.words.verbs))
    work.put(DraftKept(seat.id, Draft(tuple(v.line.text for v in (*(v for v in kept if v not in closing), *closing)))))
    asked = phrase("REPLY  YES (take the hint, run it, end the {moment}) | {word} ANYWAY (end it without) | CANCEL")
    return say(asked, moment=work.idiom.moment, word=work.idiom.closing.upper())


def run_sheet(work: UnitOfWork, seat: Seat, request: Request, checked: CheckedOrders) -> RunSheet:
    """The lines of a letter that may run, and how it wants them run."""
    lines = tuple(v.line for v in checked.verdicts if v.ok)
    manner = Manner(seat.side, checked.budget, _carries_on(request), request.costs, work.table.words.verbs)
    return RunSheet(seat.id, lines, manner)


class RunPart(Value):
    """A seat's part of a run: the verdicts on its lines, what its desk learnt meanwhile, in which part of play."""

    verdicts: tuple[Verdict, ...]
    seen: tuple[OpaqueSeen, ...]
    moment: str


def told(work: UnitOfWork, seat: Seat, request: Request, part: RunPart) -> Answered:
    """What became of a seat's lines in a run is noted, and makes its answer."""
    verdicts, mine, moment = part.verdicts, part.seen, part.moment
    lines = tuple(v.line for v in verdicts if v.ok)
    bad, went = tuple(v.line for v in verdicts if not v.ok), ran(lines, mine)
    of_the_run = tuple(item for item in mine if type(item) in RUN)
    _filed(work, seat, lines, of_the_run)
    texts = tuple(ln.canonical or ln.text for ln in request.lines)
    activated = _told(lines, of_the_run)
    work.put(OrdersRan(seat.id, texts, tuple(_end(v, of_the_run) for v in verdicts), activated, moment))
    if activated and in_a_team(work, seat) and work.moment(seat) == moment:
        work.put(UnitsOrdered(seat.side, seat.id, tuple(call for call, _ in activated)))
    left = Ran((*bad, *went.rest), went.why or _why_left(request, bad), went.asks)
    return Answered(request, verdicts, left, _own_part(work, mine), moment=moment)


def _why_left(request: Request, bad: tuple[SheetLine, ...]) -> str:
    if not bad:
        return ""
    return say("left out") if "yes" in request.said else say("not fit to run")


def _asked_about(work: UnitOfWork, seat: Seat, answered: Answered) -> Answered:
    """What closes the part of play alone is left: it would cost what its writer was not told of, and waits for his YES."""
    costs = work.table.ruleset.actions.costs_of_closing(work.table.game, work.state.pictures[seat.side])
    work.put(DraftKept(seat.id, Draft((closing_word(work.table.words.verbs),), True, costs)))
    idiom = work.idiom
    wanted = (say("REPLY  YES (end the {moment} all the same) | <orders> | CANCEL", moment=idiom.moment),)
    others = answered.ran.rest[:-1] if answered.ran else ()
    went = Ran(others, say("left out") if others else "")
    waits = say("{closing} waits for your YES", closing=idiom.closing.upper())
    return replace(answered, ran=went, wanted=wanted, notes=(*costs, waits), asks=True)


def _count(work: UnitOfWork, seat: Seat, moment: str, before: int) -> None:
    """What a seat has spent of the OPs allotted to it, while its part of play lasts."""
    staff = work.state.admin.staff(seat.side)
    now = work.points_spent(seat.side)
    if staff.allotted and work.moment(seat) == moment and now > before:
        work.put(PointsSpent(seat.side, seat.id, staff.spent.get(seat.id, 0) + now - before))


def _filed(work: UnitOfWork, seat: Seat, lines: tuple[SheetLine, ...], seen: tuple[OpaqueSeen, ...]) -> None:
    """Marches that were begun and are not over stay on file; those that are over come off it."""
    begun = {item.line for item in seen if isinstance(item, (LineBegan, ManeuverHalted))}
    over = {item.line for item in seen if type(item) is ManeuverHalted and item.over}
    for line in (line for line in lines if line.number in begun):
        act = _stays(work, line)
        if act is None:
            continue
        formation = act.text("FORMATION") or ""
        text = "" if line.number in over else line.canonical
        if text != work.state.admin.marches.get(seat.id, {}).get(formation, ""):
            work.put(MarchFiled(seat.id, formation, text))


def _stays(work: UnitOfWork, line: SheetLine) -> Act | None:
    """The act of a line that stays on file until it is over."""
    if not isinstance(line.command, LetterWord):
        return None
    word = work.table.ruleset.actions.WORDS.get(line.command.act.verb)
    return line.command.act if word and word.stays else None


def _told(lines: tuple[SheetLine, ...], seen: tuple[OpaqueSeen, ...]) -> tuple[tuple[str, str], ...]:
    """What each unit that was activated was told, by call: all of its line, or its part of a line for several."""
    acts = {line.number: line.canonical.partition(": ")[2] for line in lines if isinstance(line.command, UnitLine)}
    begun = (item for item in seen if type(item) is LineBegan)
    return tuple({i.call: said for i in begun if (said := i.acts or acts.get(i.line, "")) and i.call not in ("", "staff")}.items())


def _not_understood(request: Request) -> tuple[str, ...]:
    """What of a letter that came out of turn could not be read: it may have been meant as a standing order."""
    lost = [ln for ln in request.lines if ln.command is None and ln.remarks]
    told = (say("not understood: {text} ({why})", text=ln.text, why=ln.remarks[0].text) for ln in lost[:MOST_NAMED])
    more = len(lost) - MOST_NAMED
    return (
        *told,
        *((counted(more, "{number} more line is not understood", "{number} more lines are not understood"),) if more > 0 else ()),
    )


def _end(verdict: Verdict, seen: tuple[OpaqueSeen, ...]) -> str:
    """What came of a line, with the rules by which it failed."""
    if not verdict.ok:
        return "; ".join(_unfit(verdict))
    of = [item for item in seen if getattr(item, "line", None) == verdict.line.number]
    failed = [f"{i.call}: {i.words} ({i.rule})" for i in of if isinstance(i, LineEnded) and i.status == "failed"]
    halted = [i.words for i in of if isinstance(i, ManeuverHalted)]
    begun = any(isinstance(i, LineBegan) for i in of) or not isinstance(verdict.line.command, UnitLine)
    return "; ".join([*failed, *halted]) or (say("it was executed") if begun else say("it was not begun"))


def _unfit(verdict: Verdict) -> list[str]:
    """Why a line may not run: the rules against it, else what cannot be read in it."""
    refused = [f"{refusal.words} ({refusal.rule})" for _, refusal in verdict.refusals]
    return refused or [remark.text for remark in verdict.line.remarks]


def _own_part(work: UnitOfWork, seen: tuple[OpaqueSeen, ...]) -> tuple[OpaqueSeen, ...]:
    """What the receipt tells: up to the station, which has a letter of its own."""
    for index, item in enumerate(seen):
        if work.table.ruleset.reports.closes(item):
            return seen[: index + 1]
    return seen


def out_of_turn(work: UnitOfWork, seat: Seat) -> tuple[str, ...]:
    """Why orders cannot be carried out now; nothing in it but what both sides know."""
    admin = work.state.admin
    if admin.stage == "inviting" and not admin.seats[seat.id].accepted:
        return (say("your seat is not taken yet: write ACCEPT on a line of its own, or DECLINE"),)
    if admin.stage == "inviting":
        return (say("play has not begun: not every commander has accepted"),)
    waited = work.awaited
    if admin.stage == "over" or waited == Awaited():  # by a word of the letter itself
        return (say("the battle is over") if admin.battle else say("the campaign is over"),)
    if waited.wanted == "decision":
        return (say("play pauses for a decision; orders are taken when play resumes"),)
    if seat.side not in waited.sides:
        untimely = phrase("{name} is the enemy's {moment}. Orders count only in your own; these came too late or too early.")
        return (say(untimely, name=work.moment(seat), moment=work.idiom.moment),)
    return ()


def _budget(work: UnitOfWork, seat: Seat, request: Request) -> Budget:
    """What the letter may spend: by its own words, its side's standing orders, and the OPs allotted to its seat."""
    budget = work.budget(seat.side, tuple(word.act for word in request.words))
    share = left_to(work.state.admin.staff(seat.side), seat.id, work.points_left(seat.side))
    return replace(budget, spend=min((n for n in (budget.spend, share) if n is not None), default=None))


def _waits(work: UnitOfWork, seat: Seat, request: Request, verdicts: tuple[Verdict, ...]) -> Answered | None:
    """The letter waits as a draft: a faulty line, or a word that asks for YES."""
    if request.problems or not _may_run(work, seat, request, verdicts):
        work.put(DraftKept(seat.id, Draft(tuple(ln.text for ln in request.lines))))
        return Answered(request, verdicts, waits=True, notes=(*_never_run(work, seat, request), *_yes_waits(request, verdicts)))
    wanted = _asked_before_closing(work, seat, request, verdicts)
    meeting = (*_written_before(work, seat, request), *asked_first(work, seat, request, request.lines))
    if meeting:
        return _asked_for_a_yes(work, seat, request, verdicts, meeting)
    if not wanted:
        return None
    texts = tuple(ln.canonical or ln.text for ln in request.lines)
    costs = tuple(words for v in verdicts if is_closing(v.line, work.table.words.verbs) for words in v.warnings)
    work.put(DraftKept(seat.id, Draft(texts, True, costs)))
    points = work.idiom.points
    unspent = tuple(say("{points} unspent: {left}", points=points, left=left) for left in points_line(work.desk(seat)))
    notes = (*_never_run(work, seat, request), *unspent)
    return Answered(request, verdicts, wanted=(wanted,), notes=notes, asks=True)


def _written_before(work: UnitOfWork, seat: Seat, request: Request) -> tuple[str, ...]:
    """That orders which run as they come answer a letter from before the last report, and may be meant for what is over."""
    admin = work.state.admin
    if work.cause.kind != "letter" or request.costs is None or request.sure or admin.files(seat.side):
        return ()
    if not admin.is_of_before(seat.id, request.answers):
        return ()
    words = phrase("Your letter answers {letter}, from before {moment}: with your YES it is executed in {moment}")
    return (say(words, letter=request.answers, moment=work.moment(seat)),)


def _asked_for_a_yes(
    work: UnitOfWork, seat: Seat, request: Request, verdicts: tuple[Verdict, ...], meeting: tuple[str, ...]
) -> Answered:
    """The letter waits for a YES: it orders what a superior has ordered in this part of play, or was written before it."""
    costs = tuple(words for v in verdicts if is_closing(v.line, work.table.words.verbs) for words in v.warnings)
    work.put(DraftKept(seat.id, Draft(tuple(ln.canonical or ln.text for ln in request.lines), True, (*costs, *meeting))))
    return Answered(request, verdicts, wanted=tuple(f"{words}." for words in meeting), waits=True)


def _yes_waits(request: Request, verdicts: tuple[Verdict, ...]) -> tuple[str, ...]:
    """That a YES beside a line that is faulty in another way is not done: it leaves out nothing that its writer was not told of."""
    bad = [verdict.line.number for verdict in verdicts if not verdict.ok]
    if "yes" not in request.said or not bad:
        return ()
    return (
        say(
            "your YES is not done: as written now, still faulty in line {numbers}; YES once more leaves it out",
            numbers=in_runs(bad),
        ),
    )


def _may_run(work: UnitOfWork, seat: Seat, request: Request, verdicts: tuple[Verdict, ...]) -> bool:
    """Is no line faulty? Or does a YES leave out those that its writer was told it would, and others remain?"""
    bad = [v for v in verdicts if not v.ok]
    draft = work.state.admin.drafts.get(seat.id)
    told = draft.lines if draft and "yes" in request.said else ()
    return not bad or (len(bad) < len(verdicts) and all(v.line.text in told for v in bad))


def _asked_before_closing(work: UnitOfWork, seat: Seat, request: Request, verdicts: tuple[Verdict, ...]) -> str:
    """What is asked of who closes their part of play and may not mean it; "" when nothing is."""
    verbs, idiom = work.table.words.verbs, work.idiom
    closing = next((ln.command.act for ln in request.lines if isinstance(ln.command, LetterWord) and is_closing(ln, verbs)), None)
    if closing is None or request.sure or closing.says("anyway"):
        return ""
    if closing.verb in request.verbs("final"):
        return say("REPLY  YES ({word}; it cannot be taken back) | CANCEL", word=closing.verb)
    if _never_run(work, seat, request):
        return say("REPLY  YES (end the {moment} all the same) | <orders> | CANCEL", moment=idiom.moment)
    if _crossed(work, seat, request) and work.points_left(seat.side) and not _spends(work, seat, verdicts):
        unused = phrase("REPLY  YES (end the {moment}, not one {point} of it spent) | <orders> | CANCEL")
        return say(unused, moment=idiom.moment, point=idiom.point)
    return ""


def _never_run(work: UnitOfWork, seat: Seat, request: Request) -> tuple[str, ...]:
    """What a letter that closes the part of play says of the plans that other seats of the side have on file for it: their hour
    would never come."""
    plans, verbs = work.state.admin.plans, work.table.words.verbs
    held = (s.id for s in work.state.admin.seats_of(seat.side) if s.id != seat.id and s.id in plans)
    waiting = [work.officer(name) for name in held if plans[name].due and not plans[name].quiet]
    if not waiting or not any(is_closing(line, verbs) for line in request.lines):
        return ()
    void = phrase("not run yet, and void once the {moment} is over: the plan of {seats}")
    return (say(void, moment=work.idiom.moment, seats=", ".join(waiting)),)


def _spends(work: UnitOfWork, seat: Seat, verdicts: tuple[Verdict, ...]) -> int:
    """Points of the pause that are spent, or would be by these lines."""
    return work.points_spent(seat.side) + sum(v.cost for v in verdicts)


def _crossed(work: UnitOfWork, seat: Seat, request: Request) -> bool:
    """Was the letter written before its writer had the last one? Then it may not mean the part of play as it stands."""
    admin = work.state.admin
    return request.answers != admin.number(seat.id, admin.sent.get(seat.id, 0))
