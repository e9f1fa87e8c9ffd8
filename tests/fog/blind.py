"""A seat's mail written again by a referee who is blind to everything that seat cannot know.

He is given the seat's own causes as they came, its own desk's observations, the papers that are public, the moments at
which something public happened, and a board that nobody may open. What he writes must be what was written, byte for
byte: the mail of a seat is a function of its own letters, its observations and the public clock.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from pbem import causes
from pbem.adjudicate.running import Manner
from pbem.causes.plans import LEAST
from pbem.causes.stations import stations
from pbem.causes.work import Work
from pbem.chronicle import Cause, Record, Sent, State
from pbem.command.affairs import Affairs
from pbem.command.papers import EffectNoted, PlayBegan, SeatAccepted
from pbem.dispatch.desk import Out
from pbem.dispatch.words import message
from pbem.engine.play import fold_picture
from pbem.engine.situation import Situation
from pbem.intel.run import MessageHeard, RunStopped
from pbem.kernel.values import replace
from pbem.mail.chain import START, Links
from pbem.orders.sheet import SheetLine
from pbem.postroom import letter_path
from pbem.reports.document import Document
from pbem.rulesets.tocs import observations as o
from tests.fog.stage import Stage


class BoardOpenedError(AssertionError):
    """Somebody looked at the board while a letter was written."""


class Sealed:
    """The board, sealed."""

    def __getattribute__(self, name: str) -> Any:
        raise BoardOpenedError(name)


@contextmanager
def blindfold(side: str, told: list[Any]) -> Iterator[type[Work]]:
    """For so long the referee works on what `side` was told, not on the board."""

    class Blind(Work):
        """A record in the making, from one side's observations."""

        @property
        def seats(self) -> tuple[Any, ...]:
            """Only this side is written to."""
            return self.state.affairs.reached(side)

        def settle(self) -> None:
            """What this side learnt of it."""
            self.hear()

        def run(self, lines: tuple[SheetLine, ...], manner: Manner) -> None:
            """What this side learnt of it: up to the end of this run, where others follow in the same record."""
            ends = [n for n, item in enumerate(told, 1) if isinstance(item, RunStopped)]
            then_silence = any(isinstance(item, o.ImpulseClosedSeen) for item in told[ends[0] :]) if ends else False
            self.hear(ends[0] if len(ends) > 1 or then_silence else len(told))

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
        for room in ("letters", "refusing", "clocks", "start", "pausing", "hosting.words", "digests"):
            covered.enter_context(patch(f"pbem.causes.{room}.Work", Blind))
        # the drawn minute comes of the secret seed: he runs a plan at the moment at which one was run, not before
        covered.enter_context(patch("pbem.causes.plans.hour", lambda work, _: work.cause.at + LEAST))
        yield Blind


def rewritten(stage: Stage, side: str) -> list[str]:
    """What differs between the letters of a side as they were written and as the blind referee writes them."""
    records, faults = stage.records(), []
    throws = tuple(t for r in records for t in r.throws)
    state = _beginning(stage, side)
    for number, record in enumerate(records, 1):
        told = [seen for desk, seen in record.seen if desk == side]
        if record.cause.kind == "start" or any(isinstance(seen, o.GameOverSeen) for seen in told):
            state = replace(state, seed=stage.campaign.state.seed, throws=throws)  # bound, and at the end opened, to all
        written, state = _one(stage, side, (record, told), state)
        state = replace(state, seed="", throws=())
        found = _differences(stage, side, (record, written), state)
        faults += [f"record {number} ({record.cause.kind}): {fault}" for fault in found]
    return faults


def _beginning(stage: Stage, side: str) -> State:
    """The opening as this side knows it: its own picture, its own seat, that there is another."""
    campaign = stage.campaign
    first = campaign.script.state(campaign.first_snapshot())
    seats = {i: s if s.side == side else replace(s, address="", generation=0) for i, s in first.affairs.seats.items()}
    tempo = {side: first.affairs.tempo.get(side, "at-once")}
    affairs = Affairs(first.affairs.campaign, first.affairs.title, seats, tempo=tempo, camp=first.affairs.camp)
    return State(affairs, Situation("", Sealed()), {side: first.pictures[side]}, "")


def _one(stage: Stage, side: str, what: tuple[Record, list[Any]], state: State) -> tuple[Record, State]:
    record, told = what
    kinds: dict[str, Callable[..., tuple[Record, State]]] = {
        "start": causes.start, "letter": causes.letter, "deadline": causes.deadline, "held": causes.held, "refused": causes.refused,
        "host": causes.host, "daily": causes.daily,
    }  # fmt: skip
    heard = list(told)
    table = stage.campaign.table
    with blindfold(side, heard) as blind:
        if _concerns(stage, side, record.cause, state):
            written, after = kinds[record.cause.kind](table, state, record.cause)
        else:
            written, after = _public(blind(table, state, Cause("public", "", record.cause.at)), side, (record, heard))
    assert not heard, "observations that nobody asked for"
    for paper in written.papers:
        if isinstance(paper, EffectNoted):
            after.affairs.effects[paper.key] = paper.number
    return written, after


def _concerns(stage: Stage, side: str, cause: Cause, state: State) -> bool:
    """Is this cause the side's own: its letter, its clock; or everybody's: the start, the host's word, the hour of digests?"""
    if cause.kind == "deadline":
        return state.affairs.clock is not None and state.affairs.clock.side == side
    return cause.kind in ("start", "host", "daily") or stage.campaign.state.affairs.seats[cause.seat].side == side


def _public(work: Any, side: str, what: tuple[Record, list[Any]]) -> tuple[Record, State]:
    """Somebody else's cause: only that it happened at a public moment, what was said to this side, what its desk learnt."""
    record, heard = what
    for paper in record.papers:
        if isinstance(paper, SeatAccepted | PlayBegan):
            work.put(paper)
    for item in [h for h in heard if isinstance(h, MessageHeard)]:
        heard.remove(item)
        work.seen.append((side, item))
        for seat in (s for s in work.seats if s.id in item.to or not item.to):
            work.send(message(work.desk(seat), item.sender, item.lines))
    work.hear()
    stations(work)
    written: tuple[Record, State] = work.record()
    return written


def _differences(stage: Stage, side: str, what: tuple[Record, Record], state: State) -> Iterator[str]:
    """Documents, numbers and bytes that are not the same."""
    record, written = what
    mine = [s.id for s in state.affairs.seats.values() if s.side == side]
    was, now = ([x for x in r.letters if x.seat in mine and getattr(x, "kind", "") != "reveal"] for r in (record, written))
    if len(was) != len(now):
        yield f"{len(was)} letters were written, {len(now)} now"
    campaign: Any = SimpleNamespace(id=stage.campaign.id, state=state, dressed=stage.campaign.dressed)  # by the module alone
    for old, new in zip(was, now, strict=False):
        if old != new:
            yield f"another letter: {old} / {new}"
        elif isinstance(new, Sent):
            at: Any = SimpleNamespace(cause=SimpleNamespace(at=record.cause.at))
            path = letter_path(stage.campaign, new.seat, state.affairs.number(new.seat, new.n))
            last = letter_path(stage.campaign, new.seat, state.affairs.number(new.seat, new.n - 1))
            before = (Links().of(last) or "gone") if new.n > 1 else START
            if stage.referee.postroom.bytes_of(campaign, at, new, before) != path.read_bytes():
                yield f"other bytes: {path.name}"
