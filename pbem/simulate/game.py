"""A game of a rehearsal: people answer in their own time, the clocks run out on them, the referee is the real one."""

import hashlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from time import perf_counter

from pbem import handlers as causes
from pbem.campaign.admin_events import EffectNoted
from pbem.campaign.records import Cause, Record, Sent, State
from pbem.campaign.state import Clock
from pbem.documents.document import Document
from pbem.handlers import CampaignContext
from pbem.handlers.bot import Commander, Temper
from pbem.handlers.timing import LATE
from pbem.handlers.unit_of_work import words
from pbem.handlers.words import words_of
from pbem.kernel.numbered_lines import numbered
from pbem.modules import library
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS
from pbem.simulate.people import OrderDesk, answer_at, reports, seats_of, shared_out
from pbem.simulate.plan import Played, RehearsalPlan

BEGUN = datetime(2026, 11, 23, 19, 0, tzinfo=UTC)
MOST_CAUSES = 8000  # a campaign that has not ended by then never will
PLAN_RUNS = timedelta(hours=2, minutes=31)  # after its part of play has begun
FIELD = "BATTLES FIELD IF 6 OWN STEPS OR A NAMED OBJECTIVE"


def play(plan: RehearsalPlan, module: OpenModule, number: int) -> Played:
    """One game, the same for the same plan and number but for `seconds`."""
    return _Game(plan, module, number).played()


class _Game:
    """A game in hand: the state, the time of its calendar, letters people will write, and what came of it so far."""

    def __init__(self, plan: RehearsalPlan, module: OpenModule, number: int) -> None:
        ruleset = RULESETS[module.ruleset]
        if ruleset.rehearsals is None:
            raise ValueError(f"games of {ruleset.name} cannot be rehearsed")
        self.rehearsals = ruleset.rehearsals
        if plan.field:
            module = self.rehearsals.with_field_battles(module)
        game, situation, pictures = ruleset.scenario.opening(module, library.charts(module.ruleset))
        seats = tuple(seats_of(self.rehearsals, module, plan.team, plan.field))
        sides, name = [s.id for s in module.sides], f"{plan.seed}/{number}"
        tempo = dict.fromkeys(sides, "on-end" if plan.team > 1 else "at-once")
        admin = causes.opening_admin("rehearsal", module.title, seats, tempo=tempo)
        self.plan, self.table = plan, CampaignContext(ruleset, game, plan.pace, words_of(ruleset))
        self.state = State(admin, situation, pictures, hashlib.sha256(name.encode()).hexdigest())
        self.chance, self.fights = random.Random(f"{name}/days"), random.Random(f"{name}/field")
        self.plans = random.Random(f"{name}/plans")
        self.minds = {s: Commander(ruleset, self.table.words, game, random.Random(f"{name}/{s}"), _temper(name, s)) for s in sides}
        self.result = Played(letters=dict.fromkeys(sides, 0), points=dict.fromkeys(sides, 0))
        self.at, self.count = BEGUN, 0
        self.coming: list[tuple[datetime, str, str]] = []  # reports of battles that will be written: when, by whom, what

    def played(self) -> Played:
        """From the invitations to the last letter."""
        self._handle("start")
        for seat in sorted(self.state.admin.seats):
            self._write(seat, "ACCEPT")
        if self.plan.field:
            for side in self.minds:
                self._write(side, FIELD)
        while self._running is not None and self.count < MOST_CAUSES:
            self._moment(self._running)
        for side, picture in self.state.pictures.items():
            self.result.waiting[side] = self.rehearsals.waiting(picture)
        self.result.days = (self.at - BEGUN) / timedelta(days=1)
        return self.result

    @property
    def _running(self) -> Clock | None:
        """The clock of who is awaited; of several sides the first by name."""
        return min(self.state.admin.clocks.items(), default=("", None))[1]

    def _moment(self, running: Clock) -> None:
        """One moment: they answer in their own time, or the clock runs out on them."""
        self.result.moments += 1
        if self.state.admin.together:
            self._together(running)
            return
        if self.plan.team > 1:
            self._team(running)
            return
        if running.side in self.state.admin.plans:
            silences = self.result.silences
            self._until(running, self.at + PLAN_RUNS)
            if not _open(self._running, running):
                self.result.planned, self.result.silences = self.result.planned + 1, silences
        if _open(self._running, running):
            self._until(running, answer_at(self.at, self.table.pace.zone, self.chance))
            self._close(running, self._letters(running.side))
        if self._running is not None and self._running.side != running.side and self.plans.random() * 100 < self.plan.plans:
            self._leave_plan(running.side)

    def _leave_plan(self, side: str) -> None:
        """What he would do now if he could, for his next part of play."""
        orders = self.minds[side].letter(self.state.pictures[side], end=False)
        self._write(side, f"PLAN FOR NEXT\nrun anyway\n{orders}END IMPULSE\nEND PLAN")

    def _together(self, running: Clock) -> None:
        """Where several sides write at once each files its orders in its own time and is done; then all of it runs."""
        sides = [side for side, clock in sorted(self.state.admin.clocks.items()) if clock.moment == running.moment]
        for at, side in sorted((answer_at(self.at, self.table.pace.zone, self.chance), side) for side in sides):
            self._until(running, at)
            if not _open(self._running, running):
                return
            self._write(side, f"{self.minds[side].letter(self.state.pictures[side], end=False)}\nDONE")
            if side in self.state.admin.drafts:  # a line of it has a fault: what is sound is on file
                self._write(side, "YES\nDONE")
        self._until(running, max(clock.last for clock in self.state.admin.clocks.values()) + LATE)

    def _close(self, running: Clock, letters: Iterator[str]) -> None:
        """Letters of the side's commander one after another until the part of play is closed; else the clock closes it."""
        for text in letters:
            if not _open(self._running, running):
                return
            self._write(running.side, text)
            self.at += timedelta(minutes=10)
        if _open(self._running, running):
            self._until(running, running.last + LATE)

    def _letters(self, side: str) -> Iterator[str]:
        """His orders; if something stopped them, new ones; if the part of play is still open then, plainer ways to close it."""
        yield self.minds[side].letter(self.state.pictures[side])
        yield f"cancel\n{self.minds[side].letter(self.state.pictures[side])}"
        yield "cancel\nend impulse anyway\n"

    def _team(self, running: Clock) -> None:
        """Each seat files its own lines in its own time and is done; then everything runs, and what is left open is closed."""
        side, admin = running.side, self.state.admin
        picture = self.state.pictures[side]
        text = self.minds[side].letter(picture, end=False)
        desk = OrderDesk(side, picture, words(self.table, self.state, side))
        shares = shared_out(self.table.ruleset, admin, desk, text)
        seats = [seat.id for seat in admin.seats_of(side) if seat.commands]
        turns = sorted((answer_at(self.at, self.table.pace.zone, self.chance), seat) for seat in seats)
        for at, seat in turns:
            self._until(running, at)
            if not _open(self._running, running):
                return
            self._write(seat, "\n".join([*shares.get(seat, []), "DONE"]))
        self._close(running, iter(("EXECUTE\nEND IMPULSE", "CANCEL\nEND IMPULSE ANYWAY")))

    def _until(self, running: Clock, at: datetime) -> None:
        """Time goes by to `at`; on the way clocks run out and field commanders report."""
        while _open(self._running, running):
            struck = causes.due(self.table.pace, self.state.admin, at, causes.running_out(self.state))
            written = min(self.coming, default=None)
            if written and written[0] <= min(at, struck[0] if struck else at):
                self.coming.remove(written)
                self.at = max(self.at, written[0])
                self._write(*written[1:])
            elif struck:
                self.at = max(self.at, struck[0])
                self._handle(struck[1])
                self.result.silences += struck[1] != "run" and not _open(self._running, running)
            else:
                break
        self.at = max(self.at, at) if _open(self._running, running) else self.at

    def _write(self, seat: str, text: str) -> None:
        self.result.letters[self.state.admin.seats[seat].side] += 1
        self._handle("letter", seat, text)

    def _handle(self, kind: str, seat: str = "", text: str = "") -> None:
        """One cause, as a campaign on disk would handle it."""
        self.count += 1
        name = f"{kind}/{self.count}"
        admin = self.state.admin
        answers = admin.number(seat, admin.sent.get(seat, 0)) if seat else ""
        lines = tuple(numbered(text.splitlines(), 1))
        cause = Cause(kind, name, self.at, seat, hashlib.sha256(name.encode()).hexdigest(), answers=answers, lines=lines)
        handlers = {"start": causes.start, "letter": causes.letter, "deadline": causes.deadline, "digest": causes.nightly,
                    "daily": causes.daily, "run": causes.deadline}  # fmt: skip
        begun = perf_counter()
        record, self.state = handlers[kind](self.table, self.state, cause)
        self.result.seconds += perf_counter() - begun
        self._count(record)
        self._briefed(record)

    def _briefed(self, record: Record) -> None:
        """Field commanders who were given a battle will report it in their own time."""
        briefs = {s.seat: s.document for s in record.letters if isinstance(s, Sent) and s.kind == "brief"}
        for pair in _pairs(briefs):
            for seat, text in reports(pair, partial(self.rehearsals.fought, self.table.game), self.fights).items():
                self.coming.append((answer_at(self.at, self.table.pace.zone, self.chance), seat, text))

    def _count(self, record: Record) -> None:
        for paper in record.papers:
            if isinstance(paper, EffectNoted):
                self.state.admin.effects[paper.key] = paper.number
        self.result.answers += sum(isinstance(letter, Sent) for letter in record.letters)
        tally = self.rehearsals.tally(record.events)
        self.result.battles += tally.battles
        self.result.fields += tally.fields
        for what, count in tally.counts.items():
            self.result.counts[what] = self.result.counts.get(what, 0) + count
        if tally.points is not None:
            self.result.points = dict(tally.points)
            self.result.winner, self.result.ended = tally.winner, True


def _pairs(briefs: dict[str, Document]) -> list[dict[str, Document]]:
    """The briefs of each battle, of both its commanders."""
    by_battle: dict[str, dict[str, Document]] = {}
    for seat, brief in briefs.items():
        by_battle.setdefault(brief.subject, {})[seat] = brief
    return list(by_battle.values())


def _temper(name: str, side: str) -> Temper:
    """Commanders differ: between careful and bold."""
    return Temper(boldness=random.Random(f"{name}/{side}/temper").uniform(0.35, 0.85))


def _open(now: Clock | None, running: Clock) -> bool:
    return now is not None and (now.side, now.moment) == (running.side, running.moment)
