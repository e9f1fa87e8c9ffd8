"""A record in the making: the state as it goes along, and what the record will hold."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem import __version__
from pbem.campaign import deadlines, digests
from pbem.campaign.admin_events import AdminEvent, CalendarTold, EffectNoted, LettersSent
from pbem.campaign.calendars import CalendarEntry, changes
from pbem.campaign.module_versions import Editions
from pbem.campaign.records import Again, Cause, DigestLetter, Earlier, Holding, Record, Sent, State, remembered, taken_back
from pbem.campaign.request import Request
from pbem.campaign.state import Filed, Seat
from pbem.engine.awaited import Awaited
from pbem.engine.idiom import Idiom
from pbem.engine.moments import StandingFile
from pbem.engine.opaque import OpaqueEvent, OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.play import Play, PlayState
from pbem.engine.runs import Budget, Orders
from pbem.engine.situation import PhaseEntered
from pbem.kernel import values
from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Dice, Throw, dice_key
from pbem.kernel.i18n import say
from pbem.kernel.memo import kept
from pbem.kernel.values import Value, replace
from pbem.letters.calendar_part import deadline_of
from pbem.letters.desk import Desk, Out, Resend, WordTable, called, officer, side_title
from pbem.letters.opened import diary_opened, journal_opened, logs_opened, reveal
from pbem.orders.parser import read_standing
from pbem.orders.tree import Act, Vocabulary
from pbem.rulesets.form import OpaqueFieldBattles, Ruleset


class CampaignContext(Value, eq=False, gc=True):  # its past leads back to the campaign that holds it
    """What does not change while a campaign runs: its ruleset, its pace, the words of a letter, its game until a patch of the
    module takes effect.

    editions: the module as patches have it from a turn on, of which `game` is the one in force.
    `read` keeps each side's standing orders as they were last read, since they seldom change between two letters. past:
    every record so far, each with the state before it, for a host who takes play back.
    """

    ruleset: Ruleset
    game: OpaqueGame
    pace: deadlines.Pace
    words: WordTable
    editions: Editions | None = None
    read: dict[str, tuple[Filed, tuple[Act, ...]]] = values.field(default_factory=dict)
    past: Callable[[], Iterable[tuple[State, Record]]] = tuple

    def at(self, state: State) -> "CampaignContext":
        """The context with the game that is in force in this state."""
        if self.editions is None:  # a rehearsal, whose module nobody patches
            return self
        game = self.editions.game(state.admin.hosting.patches, state.situation.board)
        return self if game is self.game else replace(self, game=game)


@dataclass(slots=True)
class UnitOfWork:
    """A record in the making: the state as it goes along, and what the record will hold. request: what a seat's letter wants."""

    table: CampaignContext
    state: State
    cause: Cause
    papers: list[AdminEvent] = field(default_factory=list)
    events: list[OpaqueEvent] = field(default_factory=list)
    seen: list[tuple[str, OpaqueSeen]] = field(default_factory=list)
    letters: list[Sent | Again] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    sheet: str = ""
    request: Request | None = None
    earlier: Earlier | None = None
    held: list[Holding] = field(default_factory=list)

    def put(self, paper: AdminEvent) -> None:
        """File an admin event."""
        self.papers.append(paper)
        admin = self.state.admin
        if not isinstance(paper, EffectNoted):  # that one is filed in place, and only once the record is durable
            admin = paper.apply(admin)
        self.state = replace(self.state, admin=admin)

    def called(self, seat: Seat) -> str:
        """A seat as its own side and the host are told of it."""
        return called(self.table.ruleset, self.table.game, seat)

    def speaker(self, side: str) -> str:
        """`American command`: a side as the host and the other one name it."""
        return side_title(self.table.ruleset, self.table.game, side)

    def officer(self, seat: Seat | str | None) -> str:
        """A seat, or the one of that id, as sentences to its own side name it; None: nobody has the last word there."""
        held = self.state.admin.seats[seat] if isinstance(seat, str) else seat
        return officer(self.table.ruleset, self.table.game, held) if held else say("your commander")

    def desk(self, seat: Seat) -> Desk:
        """What a letter to this seat may be made from, as things stand now."""
        state, side = self.state, seat.side
        news = (*state.news.get(side, ()), *(o for d, o in self.seen if d == side))
        return Desk(
            state.admin, self.table.ruleset, self.table.words, self.table.game, seat, state.pictures.get(side),
            news, self._battles(side), self.cause.at, state.admin.hosting.zones.get(seat.id, self.table.pace.zone),
        )  # fmt: skip

    def moment(self, seat: Seat) -> str:
        """`T3.2`, as the seat's desk knows it."""
        return self.table.ruleset.sequence.named(self.state.pictures[seat.side])

    def _battles(self, side: str) -> tuple[OpaqueSeen, ...]:
        """What was kept for the questions of a side, this record's too."""
        return (*self.state.battles.get(side, ()), *(o for d, o in self.seen if d == side and self._kept(o)))

    def _kept(self, observation: OpaqueSeen) -> bool:
        return self.table.ruleset.reports.kept(observation)

    def send(self, out: Out | Resend) -> str:
        """Number a letter and put it into the record; the number is returned, "" for a letter that waits for the seat's digest."""
        if isinstance(out, Resend):
            self.letters.append(Again(out.seat, out.number))
            return out.number
        admin, seat = self.state.admin, self.state.admin.seats[out.seat]
        until = self.held_until(seat) if out.waits else None
        if until:
            turn = self.table.ruleset.sequence.turn(self.state.pictures[seat.side])
            self.held.append(Holding(seat.id, DigestLetter(self.cause.at, until, out.kind, out.document, turn)))
            return ""
        n = admin.sent.get(out.seat, 0) + 1
        reply = admin.last_in.get(out.seat, "") if out.answer else ""
        entries = self._calendar(seat, out.kind, n)
        document = replace(out.document, map=None) if seat.bare and out.kind != "receipt" else out.document  # MAP is asked for
        sent = Sent(out.seat, n, out.kind, document, out.answer, reply, seat.generation, seat.plain, seat.bare, entries)
        self.letters.append(sent)
        self.put(LettersSent(out.seat, n))
        return admin.number(out.seat, n)

    def _calendar(self, seat: Seat, kind: str, n: int) -> tuple[CalendarEntry, ...]:
        """What the n-th letter to a seat, of this kind, changes in its reader's calendar; it stands there from here on."""
        told = self.state.admin.calendars.get(seat.id)
        if not (seat.calendar or told):
            return ()
        entries = changes(told, deadline_of(self.desk(seat), kind), n, self.cause.at)
        if entries:
            self.put(CalendarTold(seat.id, None if entries[-1].gone else entries[-1]))
        return entries

    def held_until(self, seat: Seat) -> datetime | None:
        """Until when a letter to a seat that may wait for its digest does so; None when it does not."""
        return digests.held_until(self.state.admin, seat, self.cause.at, self.desk(seat).zone)

    @property
    def idiom(self) -> Idiom:
        """What the ruleset calls what all rulesets have."""
        return self.table.ruleset.idiom

    @property
    def hosts(self) -> tuple[Seat, ...]:
        """Host and co-hosts, in order of id."""
        return tuple(s for _, s in sorted(self.state.admin.seats.items()) if s.role == "host")

    @property
    def phase(self) -> str:
        """What both sides know is being played: "start", "T1.2", "end"."""
        stage = self.state.admin.stage
        if stage != "playing":
            return "start" if stage == "inviting" else "end"
        return self.table.ruleset.sequence.named(self.state.pictures[min(self.state.pictures)])

    @property
    def awaited(self) -> Awaited:
        """Whom play waits for, as things stand now; all desks know the same of it."""
        return self.table.ruleset.sequence.awaited(self.state.pictures[min(self.state.pictures)])

    @property
    def pauses(self) -> bool:
        """Does play pause in the middle of things, for a decision or for field commanders?"""
        return self.awaited.wanted == "decision"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are written to, in order of id."""
        return self.state.admin.reached()

    def take_back(self, earlier: Earlier) -> None:
        """Play stands again where it stood; the first thing in a record."""
        self.earlier = earlier
        self.state = taken_back(self.state, earlier)
        self.table = self.table.at(self.state)

    # ------------------------------------------------------------ the board: nothing else in this room touches it

    def settle(self) -> None:
        """Play on to the next pause."""
        play = self._play()
        play.settle()
        self._played(play)

    def run(self, orders: Orders) -> None:
        """Carry out the orders of all who are awaited, by side, and play on to the next pause. What came of it stands in `seen`."""
        play = self._play()
        self.table.ruleset.actions.run(play, orders)
        play.settle()
        self._played(play)

    def budget(self, side: str, said: tuple[Act, ...]) -> Budget:
        """What a letter with these words may spend."""
        points = self.table.ruleset.points
        return points.budget(said, self.standing(side)) if points else Budget()

    def answer(self, side: str, choice: str) -> None:
        """A side decides what play waits for ("" leaves it to its standing orders), and play goes on."""
        play, decisions = self._play(), self.table.ruleset.decisions
        play.happen(decisions.answer(play.moment, side, choice) if decisions else ())
        play.settle()
        self._played(play)

    def field_report(self, side: str, number: int, report: object) -> None:
        """A field commander's report is filed; play goes on if it was waited for."""
        self._field(lambda play: self.field_battles.report(play.moment, side, number, report))

    def field_rule(self, number: int, side: str) -> None:
        """A field battle is decided by one side's report, or ("") falls to the CRT."""
        self._field(lambda play: self.field_battles.rule(play.moment, number, side))

    def _field(self, events: Callable[[Play], tuple[OpaqueEvent, ...]]) -> None:
        play = self._play()
        play.happen(events(play))
        play.settle()
        self._played(play)

    def field_decided(self, number: int) -> bool:
        """Is the outcome of a field battle known?"""
        return self.field_battles.decided(self.state.situation.board, number)

    def field_differs(self, number: int) -> tuple[str, ...]:
        """In what its two reports differ."""
        return self.field_battles.differing(self.state.situation.board, number)

    # ------------------------------------------------------------ what a ruleset may leave out

    @property
    def field_battles(self) -> OpaqueFieldBattles:
        """The part of the ruleset for battles that people fight. RuntimeError where there are none, so that none are asked for."""
        found = self.table.ruleset.field_battles
        if found is None:
            raise RuntimeError(f"{self.table.ruleset.name} has no field battles")
        return found

    def owes(self, side: str) -> Decision | None:
        """The decision that a side owes."""
        decisions = self.table.ruleset.decisions
        return decisions.owed(self.state.pictures[side]) if decisions else None

    def asked(self, side: str) -> int:
        """How many decisions a side was asked for so far."""
        decisions = self.table.ruleset.decisions
        return decisions.asked(self.state.pictures[side]) if decisions else 0

    def points_left(self, side: str) -> int:
        """How many points a side can spend now; 0 where there are none."""
        points = self.table.ruleset.points
        return points.left(self.state.pictures[side]) if points else 0

    def points_spent(self, side: str) -> int:
        """How many points a side has spent in this pause."""
        points = self.table.ruleset.points
        return points.spent(self.state.pictures[side]) if points else 0

    def chain(self, side: str, call: str) -> tuple[str, ...]:
        """The formations that a unit stands in, innermost first."""
        command = self.table.ruleset.command
        return command.chain(self.state.pictures[side], call) if command else ()

    # ------------------------------------------------------------ time that runs out

    def fall_silent(self, side: str) -> None:
        """Time is up: standing orders answer a decision, or close a part of play, and play goes on."""
        play = self._play()
        self._by_standing_orders(play, side)
        self._played(play)

    def close(self, side: str) -> None:
        """A part of play in which nothing is left to spend ends, as if its side had said so."""
        play = self._play()
        play.happen(self.table.ruleset.actions.close(play.moment, side))
        play.settle()
        self._played(play)

    def preview(self, side: str, orders: Orders | None = None) -> tuple[str, ...]:
        """What would come of a side's silence, or of these orders, in words; with rolls for the preview alone."""
        play = self._play()
        play.dice = Dice(dice_key(b"preview", [bytes.fromhex(self.state.seed)]), self.state.edition)
        if orders is None:
            self._by_standing_orders(play, side)
        else:
            self.table.ruleset.actions.run(play, orders)
            play.settle()
        return self.table.ruleset.scenario.annals(play.situation.board, tuple(play.events))

    def conclude(self, winner: str, how: str) -> None:
        """The commanders end it: the result to date stands."""
        play = self._play()
        play.happen((*self.table.ruleset.scenario.conclude(play.moment, winner, how), PhaseEntered("")))
        self._played(play)

    def happen(self, events: tuple[OpaqueEvent, ...]) -> None:
        """Let the host's events happen; play does not go on by them."""
        play = self._play()
        play.happen(events)
        self._played(play)

    def _by_standing_orders(self, play: Play, side: str) -> None:
        decisions = self.table.ruleset.decisions
        if decisions and decisions.owed(play.pictures[side]):
            play.happen(decisions.answer(play.moment, side, ""))
        else:
            play.happen(self.table.ruleset.actions.lapse(play.moment, side))
        play.settle()

    def reveal(self) -> tuple[Out, ...]:
        """The letter that opens everything to everybody: both orders of battle, the logs, the journal."""
        state, ruleset = self.state, self.table.ruleset
        annals = (*state.annals, *ruleset.scenario.annals(state.situation.board, tuple(self.events)))
        blocks = (
            *ruleset.scenario.reveal(
                self.table.game, state.situation.board, {side: self._battles(side) for side in state.pictures}
            ),
            *logs_opened(state.admin, {seat.id: self.officer(seat) for seat in state.admin.seats.values()}),
            *journal_opened(
                annals,
                {side: ruleset.scenario.adjective(self.table.game, side) for side in state.pictures},
                ruleset.scenario.retold,
            ),
        )
        return tuple(reveal(desk, (*diary_opened(desk, self._enemy(desk)), *blocks)) for desk in map(self.desk, self.seats))

    def _enemy(self, desk: Desk) -> OpaquePicture | None:
        """The other side's picture; None for a seat of no side."""
        others = [picture for side, picture in self.state.pictures.items() if side != desk.seat.side]
        return others[0] if desk.seat.side and others else None

    def _play(self) -> Play:
        """The game, open for this record."""
        state = PlayState(self.state.situation, self.state.pictures)
        return Play(self.table.ruleset, self.table.game, state, self._standing(), self._dice())

    def standing(self, side: str) -> StandingFile:
        """A side's standing orders, read."""
        return acts(self.table, self.state, side)

    def _standing(self) -> dict[str, StandingFile]:
        return {side: self.standing(side) for side in self.state.pictures}

    def _dice(self) -> Dice:
        admin = self.state.admin
        nonces = [bytes.fromhex(admin.nonces[s]) for s in sorted(admin.nonces)]
        return Dice(dice_key(bytes.fromhex(self.state.seed), nonces), self.state.edition)

    def _played(self, play: Play) -> None:
        """Take over what happened in a play."""
        self.events += play.events
        self.seen += play.seen
        self.throws += play.dice.thrown
        self.state = replace(self.state, situation=play.situation, pictures=play.pictures)
        self.table = self.table.at(self.state)

    def record(self) -> tuple[Record, State]:
        """The record, and the state after it."""
        standing = tuple(sorted((s, f.version) for s, f in self.state.admin.standing.items()))
        record = Record(
            self.cause, __version__, self.sheet, standing, tuple(self.papers), tuple(self.events), tuple(self.throws),
            tuple(self.seen), tuple(self.letters), self.earlier, tuple(self.held),
        )  # fmt: skip
        return record, remembered(self.table.ruleset, self.state, record)


EVERYBODY = ("enemy", "host", "team", "all")  # whom a message may be for, beside seats and sides


def words(table: CampaignContext, state: State, side: str) -> Vocabulary:
    """The vocabulary of a side: the words of every letter, and the ruleset's own."""
    own = table.ruleset.actions.vocabulary(table.game, state.pictures[side])
    return _beside(table.words, own, state.admin.seats, side)


@kept(16)  # the same words for all that is read in a letter
def _beside(known: WordTable, own: Vocabulary, seats: Mapping[str, Seat], side: str) -> Vocabulary:
    held = [seat for seat in seats.values() if seat.side]
    names = (name for s in held if s.side == side for name in (s.id.partition(".")[0], s.id.rpartition(".")[2]))
    return known.beside(own, frozenset({*EVERYBODY, *(s.side for s in held), *names}))


def acts(table: CampaignContext, state: State, side: str) -> tuple[Act, ...]:
    """The standing orders of a side, read."""
    filed = state.admin.standing.get(side)
    if filed is None:
        return ()
    last = table.read.get(side)
    if last is None or last[0] is not filed:
        found = read_standing(tuple(text for _, text in filed.lines), words(table, state, side))
        last = table.read[side] = (filed, found)
    return last[1]
