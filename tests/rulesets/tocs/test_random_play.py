"""Random legal play of the training module: it ends, keeps what must be so, and never surprises the dry run.

Rows that hold for any play: TOCS-W9.1-1, TOCS-W9.1-2, TOCS-1.9-1, TOCS-1.9-2, TOCS-W9.0-1, TOCS-3.0-1, TOCS-1.7-1,
TOCS-3.5-1, TOCS-W10.0-1, TOCS-W5.0-1, TOCS-2.0-1.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pbem.engine.play import Play, fold, fold_picture
from pbem.engine.runs import Budget, Manner
from pbem.engine.situation import CONTROL
from pbem.kernel.decisions import Refusal
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import disc
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Act, LetterWord, UnitLine
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs import RULESET, scenario
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, closing, control
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.runner import run
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.units import Unit
from tests.opened import TocsPlay, as_board, hidden, played
from tests.rulesets.tocs.builder import standing_acts
from tests.rulesets.tocs.laws import check_events, check_invariants

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
OPENING = scenario.opening(MODULE, library.charts("tocs"))
MOST_IMPULSES = 80
# What only the enemy can tell: a zone, an enemy met on the way, a bridge that is down. All else the dry run foresees.
UNFORESEEN = {
    "TOCS-W6.0-11", "TOCS-W6.0-12", "TOCS-W10.1.2-1", "TOCS-W10.4-3", "TOCS-W11.3-2",
    "TOCS-W10.10-5", "TOCS-W10.10-6", "TOCS-W10.11-4", "TOCS-W10.12-2",
}  # fmt: skip
THROWN = {"TOCS-W10.11-6", "TOCS-W10.1.3-4", "TOCS-W10.1.3-5", "TOCS-W2.6.3-1", "TOCS-W10.3-6"}  # and what the dice decide
STANDING = (("ezoc always",), ("ezoc never",), ("losses weakest first", "retreat hold 14.12 13.11"), ("if silent pass",))


class Commander:
    """Two commanders who do anything that is allowed, by a seeded coin."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.game, situation, pictures = OPENING
        standing = {s: self.lines(pictures[s]) for s in pictures}
        self.play = played(self.game, (situation, pictures), standing, Dice(seed.to_bytes(8, "big")))
        self.seen = 0

    def lines(self, picture: Picture) -> tuple[Act, ...]:
        texts = self.choose.choice(STANDING)
        return standing_acts(vocabulary(self.game, picture), texts)

    def impulse(self) -> None:
        """One impulse: some units, some acts, END or PASS."""
        side = self.play.situation.board.public.phasing
        for _ in range(self.choose.randrange(9)):
            self.unit(side)
        passes = not self.play.pictures[side].forces.activated and self.choose.random() < 0.3
        self.play.happen(closing.close(self.play.moment, side, "pass" if passes else "end"))
        self.play.settle()
        check_invariants(self.play)

    def unit(self, side: str) -> None:
        picture = self.play.pictures[side]
        if self.choose.random() < 0.1:
            self.together(side, picture)
            return
        if self.choose.random() < 0.15:
            self.staff(side, picture)
            return
        units = picture.forces.on_map()
        if not units:
            return
        call = picture.forces.counter(self.choose.choice(units)).call
        deficit = self.choose.randrange(4)
        refusals, _ = control.check_activate(self.game, picture, call, deficit)
        outcome = control.activate(self.play.moment, side, call, deficit)
        if not (picture.forces.active and control.active_unit(picture) == call):
            assert bool(refusals) == bool(outcome.failure)
        if refusals:
            return
        self.play.happen(outcome.events)
        for _ in range(self.choose.randrange(5)):
            if control.active_unit(self.play.pictures[side]) != call:
                break
            self.act(side)

    def together(self, side: str, picture: Picture) -> None:
        """A line for several units: a march anywhere, or the taking of any hex from beside it."""
        words = vocabulary(self.game, picture)
        goal, calls = self.choose.choice(self.game.ground.hexes), sorted(words.calls.values())
        some = ", ".join(self.choose.sample(calls, 3))
        formation, manner = self.choose.choice(sorted(words.formations)), self.choose.choice(("safe", "scout", "bold"))
        near = self.choose.choice(sorted(picture.held_by_enemy()) or [goal])
        origin = self.choose.choice(self.game.ground.neighbours[near])
        text = self.choose.choice((
            f"march {formation} to {goal} {manner} max {self.choose.randrange(1, 5)} op",
            f"take {near} with {some} from {origin} hasty scout {some.partition(',')[0]} if at least {self.choose.randrange(1, 3)}",
        ))  # fmt: skip
        lines = read_orders([NumberedLine(1, text)], words).lines
        assert lines[0].command, lines[0].remarks
        (verdict,) = check(self.game, picture, lines, Budget())
        if verdict.ok:
            run(self.play, lines, Manner(side, Budget()))
            check_invariants(self.play)

    def staff(self, side: str, picture: Picture) -> None:
        """A line of the staff's own, of those that some unit makes possible: it comes off as the dry run has it."""
        lines = advice.deeds(self.game, picture)
        if not lines:
            return
        command = read_line(self.choose.choice(lines), vocabulary(self.game, picture)).command
        assert isinstance(command, LetterWord), lines
        deed = DEEDS[command.act.verb]
        order = deed.order(command.act, picture)
        assert not isinstance(order, Refusal) and not deed.check(self.game, picture, order), lines
        expected = deed.expect(self.game, picture, order)
        outcome = deed.execute(self.play.moment, self.play.pictures[side], order)
        assert outcome.failure is None
        self.play.happen(outcome.events)
        if command.act.verb != "recover":  # which is thrown for
            assert self.play.pictures[side].forces == expected.forces
        self.play.settle_act()
        check_invariants(self.play)

    def act(self, side: str) -> None:
        picture = self.play.pictures[side]
        texts = [t for a in ACTIONS.values() for t in a.options(self.game, picture, picture.forces.held().unit)]
        texts += [self.far(picture)]
        text = self.choose.choice(texts)
        command = read_line(text, vocabulary(self.game, picture)).command
        assert isinstance(command, UnitLine), text
        act = command.steps[0]
        assert isinstance(act, Act)
        action = ACTIONS[act.verb]
        order = action.order(act, picture)
        if isinstance(order, Refusal) or action.check(self.game, picture, order):
            return
        expected = action.expect(self.game, picture, order)
        action.warn(self.game, picture, order)
        outcome = action.execute(self.play.moment, self.play.pictures[side], order)
        assert outcome.failure is None or outcome.failure.rule in UNFORESEEN | THROWN, (text, outcome.failure)
        self.play.happen(outcome.events)
        self.play.settle_act()
        check_invariants(self.play)
        found = any(isinstance(event, e.FixedFound) for event in outcome.events)  # a block that nobody knew of costs more
        if not outcome.contact and not outcome.failure and not found and act.verb != "rally":
            self.came_off(side, expected)

    def came_off(self, side: str, expected: Picture) -> None:
        """Nobody was met: the unit stands where the dry run put it, with the points it said."""
        now, then = self.play.pictures[side].forces, expected.forces
        assert _supplied(now.units) == _supplied(then.units) and now.attacks == then.attacks
        if now.active and then.active:
            assert (now.active.ap, now.active.mp, now.active.asked) == (then.active.ap, then.active.mp, then.active.asked)

    def far(self, picture: Picture) -> str:
        assert picture.forces.active
        here = picture.forces.units[picture.forces.active.unit].hex
        hexes = self.choose.choice([h for h in disc(here, 4) if h in self.game.ground.terrain])
        verbs = ("move", "move", "recon around", "recon toward", "attack")
        verb = self.choose.choice(verbs)
        through = self.choose.choice(("none", "empty", "any"))
        if verb == "attack":
            near = self.game.ground.neighbours[here]
            target, axis = self.choose.choice(near), self.choose.choice(self.game.ground.hexes)
            effort = self.choose.choice(("hasty", "deliberate", "intensive"))
            return f"attack {target} {effort} pursue 3 toward {hexes} exploit toward {axis} breakthrough {through}"
        return verb if verb == "recon around" else f"{verb} {hexes}"


def _supplied(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Units without the mark of being cut off: it comes off at once when a way opens, which the dry run need not foresee."""
    return {name: replace(unit, cut="") for name, unit in units.items()}


def played_to_the_end(seed: int) -> TocsPlay:
    commander = Commander(seed)
    commander.play.settle()
    for _ in range(MOST_IMPULSES):
        if commander.play.situation.closed:
            break
        commander.impulse()
    return commander.play


@settings(max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_random_legal_play_ends_and_keeps_what_must_be_so(seed: int) -> None:
    play = played_to_the_end(seed)
    assert play.situation.closed
    assert isinstance([x for x in play.events if isinstance(x, e.GameOver)][-1], e.GameOver)
    check_events(OPENING[1].board, [x for x in play.events if type(x) not in CONTROL])


class Distrustful(Play):
    """Looks for what an act set going after every event that is said to set nothing going."""

    looked: Counter[str]

    def happen(self, events: Iterable[Any]) -> None:
        for event in events:
            board, sequence = self.situation.board, self.ruleset.sequence
            rests = as_board(board).fight is None and type(event) not in CONTROL and sequence.settle(self.moment) is None
            super().happen((event,))
            if rests and sequence.is_idle(board, event):
                assert sequence.settle(self.moment) is None, event
                self.looked[type(event).__name__] += 1


def test_events_that_are_said_to_set_nothing_going_set_nothing_going() -> None:
    looked = Counter[str]()
    for seed in range(3):
        commander = Commander(seed)
        before = commander.play
        play = commander.play = played(OPENING[0], OPENING[1:], before.standing, before.dice, Distrustful)
        cast(Any, play).looked = looked
        play.settle()
        for _ in range(30):
            if not play.situation.closed:
                commander.impulse()
    assert {"UnitActivated", "ActivationEnded", "ActivationChanged", "AttackOrdered", "ImpulseClosed"} <= looked.keys()


def test_who_is_laid_down_only_worn_sets_nothing_going() -> None:
    """A unit that changes in more than its state may do anything."""
    board = OPENING[1].board
    unit = board.forces["allied"].on_map()[0]
    assert RULESET.sequence.is_idle(board, e.ActivationEnded("allied", replace(unit, state=unit.state + 1)))
    assert not RULESET.sequence.is_idle(board, e.ActivationEnded("allied", replace(unit, state=unit.state + 1, reserve=True)))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(4))
def test_five_hundred_random_plays_keep_what_must_be_so(part: int) -> None:
    for seed in range(part, 500, 4):
        play = played_to_the_end(seed)
        assert play.situation.closed
        check_events(OPENING[1].board, [x for x in play.events if type(x) not in CONTROL])


@pytest.fixture(scope="module")
def finished() -> TocsPlay:
    return played_to_the_end(20)


def test_the_board_is_the_fold_of_the_events(finished: TocsPlay) -> None:
    assert fold(RULESETS["tocs"], hidden(OPENING[1]), finished.events) == hidden(finished.situation)


def test_each_picture_is_the_fold_of_its_own_observations(finished: TocsPlay) -> None:
    for side, picture in finished.pictures.items():
        own = [seen for desk, seen in finished.seen if desk == side]
        assert fold_picture(RULESETS["tocs"], hidden(OPENING[2][side]), own) == hidden(picture)


def test_no_observation_names_a_unit_of_the_enemys_that_still_lives(finished: TocsPlay) -> None:
    """TOCS-1.2-1: pieces are identified to the enemy when they are destroyed, and not before."""
    dead: set[str] = set()
    enemies = {side: next(c for s, c in OPENING[1].board.forces.items() if s != side) for side in OPENING[2]}
    for desk, seen in finished.seen:
        if isinstance(seen, o.EnemyDestroyed):
            dead.add(seen.call)
            continue
        words = repr(seen)
        for counter in enemies[desk].counters.values():
            assert counter.call in dead or (f"'{counter.call}'" not in words and counter.id not in words), seen
