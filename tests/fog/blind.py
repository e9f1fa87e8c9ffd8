"""A seat's mail written again by a referee who is blind to everything that seat cannot know.

He is given the seat's own causes as they came, its own desk's observations, the papers that are public, the moments at
which something public happened, and a board that nobody may open. What he writes must be what was written, byte for
byte: the mail of a seat is a function of its own letters, its observations and the public clock.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from pbem import handlers as causes
from pbem.campaign.admin_events import (
    AdminEvent,
    EffectNoted,
    EveningSet,
    FieldFiled,
    LiveOfferGone,
    PlanFiled,
    PlayBegan,
    SeatAccepted,
)
from pbem.campaign.receiving import receive
from pbem.campaign.records import Cause, Record, Sent, State
from pbem.campaign.state import AdminState, Seat
from pbem.documents.document import Document
from pbem.engine.play import fold_picture
from pbem.engine.run_observations import MessageHeard, RunStopped
from pbem.engine.runs import Orders
from pbem.engine.situation import Situation
from pbem.handlers import deadlines as clocks
from pbem.handlers import evenings, fields
from pbem.handlers.finishing import finish
from pbem.handlers.plans import LEAST
from pbem.handlers.stations import stations
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.handlers.words import draw, live
from pbem.handlers.words.draw import DrawOffered
from pbem.handlers.words.live import LiveOffered
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value, field, replace
from pbem.letters.desk import Out
from pbem.letters.evenings import evening_notice, offered
from pbem.letters.short_letters import message
from pbem.mail.chain import START, ChainPlace, Links
from pbem.rulesets.tocs import observations as o
from pbem.service.unposted import letter_at
from tests.fog.stage import Stage
from tests.opened import as_board, found, hidden


class BoardOpenedError(AssertionError):
    """Somebody looked at the board while a letter was written."""


class Sealed:
    """The board, sealed."""

    def __getattribute__(self, name: str) -> Any:
        raise BoardOpenedError(name)


class Given(Value):
    """What he is given of a record beside causes and observations. decided, differ: what both sides know of the reports on battles
    in the field, which are decided, and in what two reports differ (MASL-4.1-1, MASL-4.1-4); drawn: when a seat's own plan runs."""

    decided: frozenset[int] = frozenset()
    differ: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    drawn: Mapping[str, datetime] = field(default_factory=dict)


@contextmanager
def blindfold(side: str, told: list[Any], given: Given) -> Iterator[type[UnitOfWork]]:  # noqa: C901 - each way to the board
    """For so long the referee works on what `side` was told, not on the board."""

    class Blind(UnitOfWork):
        """A record in the making, from one side's observations."""

        @property
        def seats(self) -> tuple[Any, ...]:
            """Only this side is written to."""
            return self.state.admin.reached(side)

        def settle(self) -> None:
            """What this side learnt of it."""
            self.hear()

        def run(self, orders: Orders) -> None:
            """What this side learnt of it: up to the end of this run, where others follow in the same record."""
            ends = [n for n, item in enumerate(told, 1) if isinstance(item, RunStopped)]
            then_silence = any(isinstance(item, o.ImpulseClosedSeen) for item in told[ends[0] :]) if ends else False
            self.hear(ends[0] if len(ends) > 1 or then_silence else len(told))

        def field_report(self, side: str, number: int, report: Any) -> None:
            """What this side learnt of it."""
            self.hear()

        def field_rule(self, number: int, side: str) -> None:
            """What this side learnt of it."""
            self.hear()

        def field_decided(self, number: int) -> bool:
            """Both sides are told."""
            return number in given.decided

        def field_differs(self, number: int) -> tuple[str, ...]:
            """Both sides are told, when both reports are in."""
            return given.differ.get(number, ())

        def close(self, side: str) -> None:
            """What this side learnt of it."""
            self.hear()

        def answer(self, side: str, choice: str) -> None:
            """What this side learnt of it."""
            self.hear()

        def reveal(self) -> tuple[Any, ...]:
            """What is opened when all is over is no secret any more, and no part of what this side knew: a letter of its number."""
            return tuple(Out(seat.id, "reveal", Document("", (), (), ()), False) for seat in self.seats)

        def fall_silent(self, side: str) -> None:
            """What this side learnt of it."""
            self.hear()

        def conclude(self, winner: str, how: str) -> None:
            """What this side learnt of it."""
            self.hear()

        def hear(self, count: int = 10_000) -> None:
            """The observations of this record, or the next of them, once."""
            now = told[:count]
            self.seen += [(side, item) for item in now]
            picture = fold_picture(self.table.ruleset, self.state.pictures[side], now)
            self.state = replace(self.state, pictures={side: picture})
            del told[:count]

    with ExitStack() as covered:
        for room in ("letters", "refusing", "deadlines", "start", "pausing", "evenings", "host.letter", "digests"):
            covered.enter_context(patch(f"pbem.handlers.{room}.UnitOfWork", Blind))
        # drawn minutes come of the secret seed
        covered.enter_context(patch("pbem.handlers.deadlines.silent_at", lambda state, running: running.last))
        covered.enter_context(patch("pbem.handlers.plans.hour", lambda work, seat: given.drawn.get(seat.id, work.cause.at + LEAST)))
        yield Blind


def rewritten(stage: Stage, side: str) -> list[str]:
    """What differs between the letters of a side as they were written and as the blind referee writes them."""
    records, faults = stage.records(), []
    throws = tuple(t for r in records for t in r.throws)
    state, given = _beginning(stage, side), _given(stage, side)
    for number, record in enumerate(records, 1):
        told = [seen for desk, seen in record.seen if desk == side]
        if record.cause.kind == "start" or any(isinstance(seen, o.GameOverSeen) for seen in told):
            state = replace(state, seed=stage.campaign.state.seed, throws=throws)  # bound, and at the end opened, to all
        written, state = _one(stage, side, (record, told, given[number - 1]), state)
        state = replace(state, seed="", throws=())
        found = _differences(stage, side, (record, written), state)
        faults += [f"record {number} ({record.cause.kind}): {fault}" for fault in found]
    return faults


def _beginning(stage: Stage, side: str) -> State:
    """The opening as this side knows it: its own picture, its own seat, that there is another."""
    campaign = stage.campaign
    first = campaign.script.state(campaign.first_snapshot())
    seats = {i: s if s.side == side else replace(s, address="", generation=0) for i, s in first.admin.seats.items()}
    tempo = {side: first.admin.tempo.get(side, "at-once")}
    admin = AdminState(first.admin.campaign, first.admin.title, seats, tempo=tempo, camp=first.admin.camp)
    return State(admin, Situation("", hidden(Sealed())), {side: first.pictures[side]}, "")


def _given(stage: Stage, side: str) -> list[Given]:
    """What he is given of each record."""
    told, known, differing = list(stage.campaign.past()), list[Given](), found(stage.campaign.table.ruleset.field_battles).differing
    boards = [*(before.situation.board for before, _ in told[1:]), stage.campaign.state.situation.board]
    for (_, record), board in zip(told, boards, strict=True):
        files = [paper for paper in record.papers if isinstance(paper, FieldFiled)]
        decided = frozenset(paper.number for paper in files if paper.file and paper.file.stage == "agreed")
        out = (battle.number for battle in as_board(board).public.fields.values())
        plans = (p for p in record.papers if isinstance(p, PlanFiled) and stage.campaign.state.admin.seats[p.seat].side == side)
        drawn = {paper.seat: paper.plan.due for paper in plans if paper.plan.due}
        known.append(Given(decided, {number: items for number in out if (items := differing(board, number))}, drawn))
    return known


def _one(stage: Stage, side: str, what: tuple[Record, list[Any], Given], state: State) -> tuple[Record, State]:
    record, told, given = what
    kinds: dict[str, Callable[..., tuple[Record, State]]] = {
        "start": causes.start, "letter": causes.letter, "deadline": causes.deadline, "held": causes.held, "refused": causes.refused,
        "host": causes.host, "daily": causes.daily, "outage": causes.outage, "missed": causes.missed,
    }  # fmt: skip
    heard = list(told)
    table = stage.campaign.table
    with blindfold(side, heard, given) as blind:
        if _concerns(stage, side, record.cause, state):
            written, after = kinds[record.cause.kind](table, state, record.cause)
        else:
            written, after = _public(blind(table, state, Cause("public", "", record.cause.at)), side, (record, heard))
    assert not heard, "observations that nobody asked for"
    for paper in written.papers:
        if isinstance(paper, EffectNoted):
            after.admin.effects[paper.key] = paper.number
    return written, after


FOR_ALL = ("start", "host", "daily", "outage", "missed")


def _concerns(stage: Stage, side: str, cause: Cause, state: State) -> bool:
    """Is this cause the side's own: its letter, its clock; or everybody's: the start, the host's word, the hour of digests?"""
    if cause.kind == "deadline":
        mine = side in state.admin.clocks
        return mine and (clocks.running_out(state) or clocks.DueTime(cause.at, "")).at <= cause.at
    return cause.kind in FOR_ALL or stage.campaign.state.admin.seats[cause.seat].side == side


def _public(work: Any, side: str, what: tuple[Record, list[Any]]) -> tuple[Record, State]:
    """Somebody else's cause: only that it happened at a public moment, what was said to this side, what its desk learnt."""
    record, heard = what
    for item in [h for h in heard if isinstance(h, MessageHeard)]:
        heard.remove(item)
        work.seen.append((side, item))
        for seat in (s for s in work.seats if s.id in item.to or not item.to):
            work.send(message(work.desk(seat), item.sender, item.lines))
    if record.cause.kind == "deadline":
        of_evenings = any(at <= work.cause.at for at in evenings.moments(work.state.admin))
        if of_evenings:
            evenings.turn(work)
        fell_due = of_evenings or fields.expired(work)
    else:
        fell_due = False
    for paper in () if fell_due else record.papers:
        _said_to_both(work, side, (record, paper))
    work.hear()
    stations(work)
    fields.follow(work)
    written: tuple[Record, State] = finish(work)
    return written


def _said_to_both(work: Any, side: str, what: tuple[Record, AdminEvent]) -> None:
    """What the other side has done that is meant for this one: it is done again by what both know, as that side's commander."""
    record, paper = what
    enemy = next(seat for _, seat in sorted(work.state.admin.seats.items()) if seat.side not in ("", side))
    match paper:
        case SeatAccepted() | PlayBegan():
            work.put(paper)
        case LiveOffered(offer):
            instead = work.state.admin.evenings.of(offer.side) is not None
            work.put(paper)
            for seat in work.seats:
                work.send(offered(work.desk(seat), offer, instead))
        case LiveOfferGone(of):
            live._declined(work, enemy, None) if of == side else live._called_off(work, enemy)
        case EveningSet(evening):
            _evening(work, enemy, (record, evening))
        case DrawOffered(sides):
            text = "OFFER DRAW" if sides else "DECLINE DRAW"
            request = receive(work.state.admin, enemy.id, "", (NumberedLine(1, text),), words(work.table, work.state, side))
            draw._draw(work, enemy, request.words[0].act)


def _evening(work: Any, enemy: Seat, what: tuple[Record, Any]) -> None:
    """What the other side has done with an evening: agreed to it, called it off, let it be over by silence; or been heard of."""
    record, evening = what
    now = work.state.admin.evenings
    mine = now.of(next(s.side for s in work.seats))
    if evening.stage == "agreed" and now.ahead is None and mine:
        live._agreed(work, enemy, mine)
    elif evening.stage == "over" and now.ahead and record.cause.kind == "letter":
        live._called_off(work, enemy)
    elif evening.stage == "over" and now.ahead:
        evenings.over(work)
        for seat in work.seats:
            work.send(evening_notice(work.desk(seat), say(evenings.IS_OVER), (say(evenings.OVER),)))
    elif now.ahead:
        work.put(EveningSet(evening))


def _differences(stage: Stage, side: str, what: tuple[Record, Record], state: State) -> Iterator[str]:
    """Documents, numbers and bytes that are not the same."""
    record, written = what
    mine = [s.id for s in state.admin.seats.values() if s.side == side]
    was, now = ([x for x in r.letters if x.seat in mine and getattr(x, "kind", "") != "reveal"] for r in (record, written))
    if len(was) != len(now):
        yield f"{len(was)} letters were written, {len(now)} now"
    campaign: Any = SimpleNamespace(  # dressed, table: by the module alone; shelf: where the first letter lies, whose thread it is
        id=stage.campaign.id, state=state, dressed=stage.campaign.dressed, shelf=stage.campaign.shelf, table=stage.campaign.table
    )
    for old, new in zip(was, now, strict=False):
        if old != new:
            yield f"another letter: {old} / {new}"
        elif isinstance(new, Sent):
            at: Any = SimpleNamespace(cause=SimpleNamespace(at=record.cause.at))
            letter = letter_at(stage.campaign, new.seat, state.admin.number(new.seat, new.n))
            last = letter_at(stage.campaign, new.seat, state.admin.number(new.seat, new.n - 1))
            kept = Links().of(last)
            before = (kept.link if kept else "gone") if new.n > 1 else START
            if stage.referee.press.bytes_of(campaign, at, new, ChainPlace(before)) != letter.raw():
                yield f"other bytes: {letter.number}"
