"""Whose orders are taken: each line by the seat of its writer, and formations that change hands (TOCS-1.1-2, MASL-2.1-1)."""

from collections.abc import Iterator

from pbem.campaign.admin_events import Delegated
from pbem.campaign.drafting import CLOSING
from pbem.campaign.request import Request, only_questions
from pbem.campaign.seats import acting, call_names, commanders, may_order, named, senior, speaks_for_its_side
from pbem.campaign.state import AdminState, Seat
from pbem.campaign.units_ordered import ordered
from pbem.engine.runs import Verdict
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.letters.short_letters import word
from pbem.orders.tree import Act, LetterWord, SheetLine, Vocabulary

OBSERVERS = ("accept", "new token", "again", "add address", "decline", "resign")


@rule("MASL-2.1-1", "MASL-2.1-4")
def permitted(work: UnitOfWork, seat: Seat, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The verdicts, with a refusal on every line that orders units which the seat does not command."""
    if speaks_for_its_side(work.state.affairs, seat, work.cause.at):
        return verdicts
    vocabulary = words(work.table, work.state, seat.side)
    return tuple(replace(v, refusals=(*_refusals(work, seat, v.line, vocabulary), *v.refusals)) for v in verdicts)


def _refusals(work: UnitOfWork, seat: Seat, line: SheetLine, vocabulary: Vocabulary) -> Iterator[tuple[str, Refusal]]:
    affairs, first = work.state.affairs, senior(work.state.affairs, seat.side)
    if isinstance(line.command, LetterWord) and line.command.act.verb in CLOSING and first:
        yield (
            "",
            illegal(
                say("{verb} is for {first} to say, who commands the side", verb=line.command.act.verb.upper(), first=first.id),
                "MASL-2.1-3",
            ),
        )
    own = acting(affairs, seat, work.cause.at)
    for call in ordered(line.command, vocabulary.formations):
        chain = work.chain(seat.side, call)
        if not may_order(affairs, own, seat.side, chain):
            yield call, illegal(_whose(affairs, seat, call, commanders(affairs, seat.side, chain)), "MASL-2.1-1")


def _whose(affairs: AdminState, seat: Seat, call: str, able: tuple[Seat, ...]) -> str:
    """Who commands the unit instead, and what the writer can do about it."""
    if not able:
        return say("{call} is not yours to order, and nobody commands it now", call=call)
    nearest, held = able[0], affairs.seats[seat.id]
    mine = next((other for other in able if other.address == held.address), None)
    if mine is not None:
        whose = say("{call} is not {seat}'s to order but {mine}'s, a seat of yours too", call=call, seat=seat.id, mine=mine.id)
        return say("{whose}: write it in answer to a letter to that seat", whose=whose)
    return say(
        "{call} is not yours to order: {nearest} commands it. MESSAGE {nearest}, or ask {superior} to DELEGATE",
        call=call,
        nearest=nearest.id,
        superior=able[-1].id,
    )


@rule("MASL-2.1-3")
def closes_for_others(work: UnitOfWork, seat: Seat, act: Act) -> Refusal | None:
    """Why a seat may not file a standing order that says how the side's impulses end."""
    affairs, first = work.state.affairs, senior(work.state.affairs, seat.side)
    closes = work.table.ruleset.standing_orders.WORDS[act.verb].closes
    if first is None or not closes or speaks_for_its_side(affairs, seat, work.cause.at):
        return None
    return illegal(say("{verb} is for {first} to say, who commands the side", verb=act.verb.upper(), first=first.id), "MASL-2.1-3")


@rule("MASL-2.1-2")
def watching(request: Request) -> tuple[Request, tuple[str, ...]]:
    """What an observer's letter comes to: questions, and words to his own side; what else it held, in words."""
    words = tuple(word for word in request.words if word.act.verb in OBSERVERS)
    mild = replace(only_questions(request), messages=request.messages, words=words)
    left = request.lines or request.standing or request.has("plays") or request.blocks
    return mild, (say("you hold an observer's seat, which gives no orders: nothing of that kind was done"),) if left else ()


def delegated(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """DELEGATE and TAKE BACK; a note on each. The seats whose command changes hear of it."""
    done = {"delegate": _given, "take back": _taken}
    return [done[act.verb](work, seat, act) for act in request.of(*done)]


def _given(work: UnitOfWork, seat: Seat, act: Act) -> str:
    affairs, formation = work.state.affairs, act.text("FORMATION") or ""
    to = named(affairs, seat.side, act.text("SEAT") or "")
    if to is None:
        return say(
            "not delegated: your side has no seat {seat}; there are {call_names}",
            seat=act.text("SEAT"),
            call_names=call_names(affairs, seat.side),
        )
    if not to.commands:
        return say("not delegated: nobody gives orders from {seat} now", seat=to.id)
    able = _over(work, seat, formation)
    if seat.id not in (other.id for other in able):
        return say("not delegated: {whose} (MASL-2.1-1)", whose=_whose(affairs, seat, formation, able))
    if to.id == seat.id:
        return say("not delegated: {formation} is yours to order already", formation=formation)
    work.put(Delegated(seat.side, formation, to.id, seat.id))
    _tell(
        work,
        {to.id, *(other.id for other in able)} - {seat.id},
        say("{seat} has delegated {formation} to {other}", seat=seat.id, formation=formation, other=to.id),
    )
    return say(
        "{formation} is now {seat}'s to order; you may still order it, and TAKE BACK {formation} ends it",
        formation=formation,
        seat=to.id,
    )


def _taken(work: UnitOfWork, seat: Seat, act: Act) -> str:
    affairs, formation = work.state.affairs, act.text("FORMATION") or ""
    to, by = affairs.delegated.get(seat.side, {}).get(formation, ("", ""))
    if not to:
        return say("not taken back: {formation} is delegated to nobody", formation=formation)
    if seat.id not in (to, by) and not speaks_for_its_side(affairs, seat, work.cause.at):
        return say("not taken back: {by} delegated {formation} to {to} (MASL-2.1-3)", by=by, formation=formation, to=to)
    work.put(Delegated(seat.side, formation, "", seat.id))
    _tell(work, {to, by} - {seat.id}, say("{seat} has taken {formation} back from {to}", seat=seat.id, formation=formation, to=to))
    return say("{formation} is no longer {to}'s to order", formation=formation, to=to)


def _over(work: UnitOfWork, seat: Seat, formation: str) -> tuple[Seat, ...]:
    """Who may order a formation, asked of its headquarters."""
    staff = words(work.table, work.state, seat.side).formations.get(formation, ("",))[0]
    return commanders(work.state.affairs, seat.side, work.chain(seat.side, staff))


def _tell(work: UnitOfWork, seats: set[str], what: str) -> None:
    for other in sorted(seats):
        held = work.state.affairs.seats.get(other)
        if held is not None and held.in_office:
            work.send(word(work.desk(held), say("YOUR COMMAND"), say("the chain of command"), (f"{what}.",)))
