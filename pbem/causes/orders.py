"""Order lines: checked, kept as a draft if any is faulty, else carried out."""

from typing import Any

from pbem.adjudicate.checking import Verdict, check
from pbem.adjudicate.lines import Budget
from pbem.adjudicate.running import Manner, Ran, ran
from pbem.causes.authority import permitted
from pbem.causes.work import Work
from pbem.command.affairs import Draft, Seat
from pbem.command.papers import DraftDropped, DraftKept, MarchFiled, OrdersRan
from pbem.command.staffwork import OpsSpent, left_to
from pbem.dispatch.desk import Answered
from pbem.intel.run import LineBegan, LineEnded, ManeuverHalted
from pbem.kernel.tongue import counted, say
from pbem.kernel.values import Value, replace
from pbem.orders.sheet import LetterWord, SheetLine, UnitLine
from pbem.receive import Request


class Checked(Value):
    """Order lines that may run: the verdict on each, and what they may spend."""

    verdicts: tuple[Verdict, ...]
    budget: Budget


def orders(work: Work, seat: Seat, request: Request) -> Answered:
    """Check the lines, keep them as a draft if any is faulty, else carry them out."""
    waited = work.state.affairs.drafts.get(seat.id)
    checked = checked_orders(work, seat, request)
    answered = checked if isinstance(checked, Answered) else carried_out(work, seat, request, checked)
    if waited is None or request.amends or work.state.affairs.drafts.get(seat.id) == waited:
        return answered
    lines = counted(len(waited.lines), "{number} line", "{number} lines")
    gone = say("your draft of {lines} that waited to be mended is dropped: these orders took its place", lines=lines)
    return replace(answered, notes=(*answered.notes, gone))


def checked_orders(work: Work, seat: Seat, request: Request) -> Checked | Answered:
    """The lines, fit to run; else what is answered instead: refused, only looked at, or kept as a draft."""
    if not request.lines or "for next impulse" in request.said:
        return Answered(request)
    refused = out_of_turn(work, seat)
    if refused:
        return Answered(request, refused=refused, notes=_not_understood(request))
    budget = _budget(work, seat, request)
    verdicts = check(work.table.ruleset, work.table.game, work.state.pictures[seat.side], request.lines, budget)
    verdicts = permitted(work, seat, verdicts)
    if "check" in request.said:
        return Answered(request, verdicts)
    waits = _waits(work, seat, request, verdicts)
    if waits and not (_carries_on(request) and any(v.ok for v in verdicts)):
        return waits
    if seat.id in work.state.affairs.drafts:
        work.put(DraftDropped(seat.id))
    return Checked(verdicts, budget)


def _carries_on(request: Request) -> bool:
    return bool({"carry out what you can", "run anyway"} & request.said)


def carried_out(work: Work, seat: Seat, request: Request, checked: Checked) -> Answered:
    """Run the lines; what their writer's desk learnt of it is the answer."""
    verdicts = checked.verdicts
    lines = tuple(v.line for v in verdicts if v.ok)
    impulse = work.impulse(seat)
    before, spent = len(work.seen), work.table.ruleset.control.spent(work.state.pictures[seat.side])
    work.run(lines, Manner(seat.side, checked.budget, _carries_on(request), _stop_on_contact(lines)))
    _count(work, seat, impulse, spent)
    mine = tuple(o for d, o in work.seen[before:] if d == seat.side)
    bad, went = tuple(v.line for v in verdicts if not v.ok), ran(lines, mine)
    _filed(work, seat, lines, mine)
    texts = tuple(ln.canonical or ln.text for ln in request.lines)
    work.put(OrdersRan(seat.id, texts, tuple(_end(v, mine) for v in verdicts), _told(lines, mine), impulse))
    went = Ran((*bad, *went.rest), went.why or (say("not fit to run") if bad else ""))
    return Answered(request, verdicts, went, _own_part(work, mine), impulse=impulse)


def _count(work: Work, seat: Seat, impulse: str, before: int) -> None:
    """What a seat has spent of the OPs allotted to it, while its impulse lasts."""
    staff = work.state.affairs.staff(seat.side)
    now = work.table.ruleset.control.spent(work.state.pictures[seat.side])
    if staff.allotted and work.impulse(seat) == impulse and now > before:
        work.put(OpsSpent(seat.side, seat.id, staff.spent.get(seat.id, 0) + now - before))


def _filed(work: Work, seat: Seat, lines: tuple[SheetLine, ...], seen: tuple[Any, ...]) -> None:
    """Marches that were begun and are not over stay on file; those that are over come off it."""
    begun = {item.line for item in seen if isinstance(item, (LineBegan, ManeuverHalted))}
    over = {item.line for item in seen if isinstance(item, ManeuverHalted) and item.over}
    for line in lines:
        act = line.command.act if isinstance(line.command, LetterWord) else None
        maneuver = work.table.ruleset.maneuvers.get(act.verb) if act else None
        if act and maneuver and maneuver.stays and line.number in begun:
            formation = act.text("FORMATION") or ""
            text = "" if line.number in over else line.canonical
            if text != work.state.affairs.marches.get(seat.id, {}).get(formation, ""):
                work.put(MarchFiled(seat.id, formation, text))


def _told(lines: tuple[SheetLine, ...], seen: tuple[Any, ...]) -> tuple[tuple[str, str], ...]:
    """What each unit that was taken in hand was told, by call: all of its line, or its part of a line for several."""
    acts = {line.number: line.canonical.partition(": ")[2] for line in lines if isinstance(line.command, UnitLine)}
    begun = (item for item in seen if isinstance(item, LineBegan))
    return tuple({i.call: said for i in begun if (said := i.acts or acts.get(i.line, "")) and i.call != "staff"}.items())


def _not_understood(request: Request) -> tuple[str, ...]:
    """What of a letter that came out of turn could not be read: it may have been meant as a standing order."""
    return tuple(
        say("not understood: {text} ({why})", text=ln.text, why=ln.remarks[0].text)
        for ln in request.lines
        if ln.command is None and ln.remarks
    )


def _end(verdict: Verdict, seen: tuple[Any, ...]) -> str:
    """What came of a line, with the rules it came to grief over."""
    if not verdict.ok:
        return "; ".join([f"{r.words} ({r.rule})" for _, r in verdict.refusals] or [r.text for r in verdict.line.remarks])
    of = [item for item in seen if getattr(item, "line", None) == verdict.line.number]
    failed = [f"{i.call}: {i.words} ({i.rule})" for i in of if isinstance(i, LineEnded) and i.status == "failed"]
    halted = [i.words for i in of if isinstance(i, ManeuverHalted)]
    begun = any(isinstance(i, LineBegan) for i in of) or not isinstance(verdict.line.command, UnitLine)
    return "; ".join([*failed, *halted]) or (say("it came off") if begun else say("it was not begun"))


def _own_part(work: Work, seen: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the receipt tells: up to the station, which has a letter of its own."""
    for index, item in enumerate(seen):
        if work.table.ruleset.reports.closes(item):
            return seen[: index + 1]
    return seen


def out_of_turn(work: Work, seat: Seat) -> tuple[str, ...]:
    """Why orders cannot be carried out now; nothing in it but what both sides know."""
    affairs = work.state.affairs
    if affairs.stage == "inviting" and not affairs.seats[seat.id].accepted:
        return (say("your seat is not taken yet: write ACCEPT on a line of its own, or DECLINE"),)
    if affairs.stage == "inviting":
        return (say("play has not begun: not every commander has accepted"),)
    if affairs.stage == "over":
        return (say("the campaign is over"),)
    if work.table.ruleset.control.paused(work.state.pictures[seat.side]):
        return (say("play pauses for a decision; orders are taken when it goes on"),)
    if work.table.ruleset.phasing(work.state.pictures[seat.side]) != seat.side:
        name = work.impulse(seat)
        return (
            say("{name} is the enemy's impulse: orders are taken in your own,", name=name),
            say("and these came too late or too soon"),
        )
    return ()


def _budget(work: Work, seat: Seat, request: Request) -> Budget:
    """What the letter may spend: by its own words, its side's standing orders, and the OPs allotted to its seat."""
    said, standing = dict(request.budget), work.budget(seat.side)
    points = work.table.ruleset.control.points(work.state.pictures[seat.side])
    least = [n for n in (said.get("spend"), left_to(work.state.affairs.staff(seat.side), seat.id, points)) if n is not None]
    return Budget(min(least, default=None), said.get("keep", standing[0]), said.get("deficit", standing[1]))


def _stop_on_contact(lines: tuple[Any, ...]) -> bool:
    first = lines[0].command if lines else None
    return isinstance(first, LetterWord) and first.act.verb == "stop" and first.act.says("on contact")


def _waits(work: Work, seat: Seat, request: Request, verdicts: tuple[Verdict, ...]) -> Answered | None:
    """The letter waits as a draft: a faulty line, or a pass that asks for YES."""
    texts = tuple(ln.canonical or ln.text for ln in request.lines)
    if any(not v.ok for v in verdicts) or request.problems:
        work.put(DraftKept(seat.id, Draft(tuple(ln.text for ln in request.lines))))
        return Answered(request, verdicts)
    passing = any(isinstance(ln.command, LetterWord) and ln.command.act.verb == "pass" for ln in request.lines)
    if passing and "yes" not in request.said:
        work.put(DraftKept(seat.id, Draft(texts, True)))
        points = work.table.ruleset.reports.points(work.state.pictures[seat.side])
        wanted = (say("ANSWER  YES (pass, it cannot be undone) | CANCEL"),)
        return Answered(request, verdicts, wanted=wanted, notes=(say("OPs unspent: {points}", points=points),))
    return None
