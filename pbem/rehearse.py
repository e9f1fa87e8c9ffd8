"""`pbem rehearse`: whole campaigns of a module, played in memory by scripted commanders who write real order letters.

Orders go through the real order language and the real causes; only mail and disk are left out. The days are a
forecast: how long a commander takes to answer is drawn from the model below, and the pace's clock cuts him short.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from time import perf_counter
from zoneinfo import ZoneInfo

from pbem import causes, library
from pbem.causes import Table
from pbem.chronicle import Cause, Record, Sent, State
from pbem.command.affairs import Clock, EffectNoted, Seat
from pbem.command.deadlines import Pace
from pbem.commander import Commander, Temper
from pbem.kernel.values import Value
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.events import BattleFought, GameOver
from pbem.rulesets.tocs.module import Module, load_module

BEGUN = datetime(2026, 11, 23, 19, 0, tzinfo=UTC)
ANSWERS = ((0.42, 0), (0.72, 1), (0.88, 2), (0.95, 3))
"""How many days a commander lets go by: shares counted up, same evening, next day, two days, three; else later."""
LATER = (4, 7)
EVENING, LATE, LONGEST = 18, 22, 4.0  # he sits down at six and writes for up to four hours; after ten it is tomorrow
MOST_CAUSES = 4000  # a campaign that has not ended by then never will


class Plan(Value):
    """What is rehearsed: a module's folder, how many games, from which seed, at which pace."""

    module: Path
    games: int = 10
    seed: int = 1
    pace: Pace = Pace()
    scenario: str = "scenario-1.toml"


@dataclass(slots=True)
class Played:
    """What came of one game. points and letters (written by the commanders) by side; seconds: the referee's own."""

    points: dict[str, int] = field(default_factory=dict)
    winner: str = ""
    ended: bool = False
    letters: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    impulses: int = 0
    silences: int = 0
    battles: int = 0
    seconds: float = 0.0
    days: float = 0.0


def rehearse(plan: Plan) -> str:
    """Play the games and print what came of them. ModuleError for a module that is not fit to play."""
    module = load_module(library.module_files(plan.module), scenario=plan.scenario)
    return report(plan, module, [play(plan, module, number) for number in range(1, plan.games + 1)])


def play(plan: Plan, module: Module, number: int) -> Played:
    """One game, the same for the same plan and number but for `seconds`."""
    return _Game(plan, module, number).played()


class _Game:
    """A game in hand: the state, the time of its calendar, and what came of it so far."""

    def __init__(self, plan: Plan, module: Module, number: int) -> None:
        ruleset = RULESETS[module.ruleset]
        game, situation, pictures = ruleset.opening(module, library.charts(module.ruleset))
        seats = tuple(Seat(s.id, s.id, "commander", f"{s.id}@rehearsal.invalid", s.letter_prefix) for s in module.sides)
        name = f"{plan.seed}/{number}"
        affairs = causes.opening_affairs("rehearsal", module.title, seats)
        self.table = Table(ruleset, game, plan.pace)
        self.state = State(affairs, situation, pictures, hashlib.sha256(name.encode()).hexdigest())
        self.chance = random.Random(f"{name}/days")
        self.minds = {s.id: Commander(ruleset, game, random.Random(f"{name}/{s.id}"), _temper(name, s.id)) for s in seats}
        self.result = Played(letters=dict.fromkeys(self.minds, 0), points=dict.fromkeys(self.minds, 0))
        self.at, self.count = BEGUN, 0

    def played(self) -> Played:
        """From the invitations to the last letter."""
        self._handle("start")
        for side in self.minds:
            self._write(side, "ACCEPT")
        while self.state.affairs.clock is not None and self.count < MOST_CAUSES:
            self._impulse(self.state.affairs.clock)
        self.result.days = (self.at - BEGUN) / timedelta(days=1)
        return self.result

    def _impulse(self, running: Clock) -> None:
        """One impulse: he answers in his own time, or the clock runs out on him."""
        self.result.impulses += 1
        self._until(running, answer_at(self.at, self.table.pace.zone, self.chance))
        for text in self._letters(running.side):
            if not _open(self.state.affairs.clock, running):
                return
            self._write(running.side, text)
            self.at += timedelta(minutes=10)
        if _open(self.state.affairs.clock, running):
            self._until(running, running.last)

    def _letters(self, side: str) -> Iterator[str]:
        """His orders; if something stopped them, new ones; if the impulse is still open then, plainer ways to close it."""
        yield self.minds[side].letter(self.state.pictures[side])
        yield f"cancel\n{self.minds[side].letter(self.state.pictures[side])}"
        yield "cancel\nend impulse\n"
        yield "pass\nyes\n"

    def _until(self, running: Clock, at: datetime) -> None:
        """Time goes by to `at`; the clocks that run out on the way are handled."""
        while (current := self.state.affairs.clock) is not None and _open(current, running):
            strikes = current.last if current.reminded else current.due
            if strikes > at:
                break
            self.at = max(self.at, strikes)
            self._handle("deadline")
            self.result.silences += not _open(self.state.affairs.clock, running)
        self.at = max(self.at, at) if _open(self.state.affairs.clock, running) else self.at

    def _write(self, side: str, text: str) -> None:
        self.result.letters[side] += 1
        lines = tuple(enumerate(text.splitlines(), 1))
        self._handle("letter", side, lines)

    def _handle(self, kind: str, seat: str = "", lines: tuple[tuple[int, str], ...] = ()) -> None:
        """One cause, as a campaign on disk would handle it."""
        self.count += 1
        name = f"{kind}/{self.count}"
        cause = Cause(kind, name, self.at, seat, hashlib.sha256(name.encode()).hexdigest(), lines=lines)
        handlers = {"start": causes.start, "letter": causes.letter, "deadline": causes.deadline}
        begun = perf_counter()
        record, self.state = handlers[kind](self.table, self.state, cause)
        self.result.seconds += perf_counter() - begun
        self._count(record)

    def _count(self, record: Record) -> None:
        for paper in record.papers:
            if isinstance(paper, EffectNoted):
                self.state.affairs.effects[paper.key] = paper.number
        self.result.answers += sum(isinstance(letter, Sent) for letter in record.letters)
        for event in record.events:
            self.result.battles += isinstance(event, BattleFought)
            if isinstance(event, GameOver):
                self.result.points = {side: total for side, _, total in event.tallies}
                self.result.winner, self.result.ended = event.winner, True


def _temper(name: str, side: str) -> Temper:
    """Commanders differ: between careful and bold."""
    return Temper(boldness=random.Random(f"{name}/{side}/temper").uniform(0.35, 0.85))


def _open(now: Clock | None, running: Clock) -> bool:
    return now is not None and (now.side, now.impulse) == (running.side, running.impulse)


def answer_at(opened: datetime, zone: str, chance: random.Random) -> datetime:
    """When a commander answers a letter that came at `opened`: an evening of his own, drawn from the answering model."""
    drawn = chance.random()
    days = next((days for share, days in ANSWERS if drawn < share), chance.randint(*LATER))
    local = opened.astimezone(ZoneInfo(zone))
    if local.hour >= LATE:
        days += 1
    sits = datetime.combine(_day(local, days), time(EVENING), ZoneInfo(zone)).astimezone(UTC)
    begins = max(sits, opened)
    ends = max(sits + timedelta(hours=LONGEST), begins + timedelta(minutes=45))
    return begins + (ends - begins) * chance.random()


def _day(local: datetime, days: int) -> date:
    return local.date() + timedelta(days=days)


# ---------------------------------------------------------------- the table


def report(plan: Plan, module: Module, games: Sequence[Played]) -> str:
    """The games as a table: a line each, then median and the middle four fifths of every figure, then who won."""
    sides = [s.id for s in module.sides]
    pace = plan.pace
    head = (
        f"{module.title}: {len(games)} games from seed {plan.seed}; impulses of {pace.hours} h and not before "
        f"{pace.evening}:00, {pace.grace} h grace, {pace.zone}"
    )
    each = [_line(number, game, sides) for number, game in enumerate(games, 1)]
    rows = [f"{what:<34}{_spread(values)}" for what, values in _figures(games, sides)]
    columns = f"{'':<34}{'median':>9}{'10 %':>9}{'90 %':>9}"
    return "\n".join((head, "", *each, "", columns, *rows, "", _winners(games, sides))) + "\n"


def _line(number: int, game: Played, sides: Sequence[str]) -> str:
    points = " : ".join(str(game.points[s]) for s in sides)
    end = f"{game.winner or 'nobody'} wins" if game.ended else "DID NOT END"
    went = f"{game.impulses:>3} impulses   {game.battles:>3} battles   {game.days:>5.1f} days"
    return f"game {number:>3}   {points:>9}   {went}   {end}"


def _figures(games: Sequence[Played], sides: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
    yield "days (forecast)", [g.days for g in games]
    yield "impulses", [g.impulses for g in games]
    yield "impulses closed by silence", [g.silences for g in games]
    yield "battles", [g.battles for g in games]
    for side in sides:
        yield f"letters written, {side}", [g.letters[side] for g in games]
    yield "letters of the referee", [g.answers for g in games]
    for side in sides:
        yield f"victory points, {side}", [g.points[side] for g in games]
    yield "referee's ms for an impulse", [1000 * g.seconds / max(g.impulses, 1) for g in games]


def _spread(values: Sequence[float]) -> str:
    return "".join(f"{share_of(values, share):>9.1f}" for share in (0.5, 0.1, 0.9))


def share_of(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, between the two nearest; ValueError for none."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _winners(games: Sequence[Played], sides: Sequence[str]) -> str:
    ended = [g for g in games if g.ended]
    won = [f"{s} {sum(g.winner == s for g in ended)}" for s in sides]
    drawn = sum(not g.winner for g in ended)
    left = len(games) - len(ended)
    return f"won: {', '.join(won)}; drawn {drawn}" + (f"; not ended {left}" if left else "")
