"""The loop: return if a decision is owed; else take the one next thing. Steps are atoms.

A `Play` is held open for the length of one cause: it applies events, lets desks learn from them at the moment they
happen, and collects everything for the record.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.engine.moments import Desks, Moment, StandingFile
from pbem.engine.opaque import OpaqueBoard, OpaqueEvent, OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.ruleset import OpaqueMoment, OpaquePhase, PlayedRules
from pbem.engine.run_observations import RUN
from pbem.engine.situation import CONTROL, Control, DecisionMade, DecisionOwed, PhaseEntered, Situation, StepTaken
from pbem.kernel.dice import Dice
from pbem.kernel.values import replace

MOST_STEPS = 10_000  # a turn takes some tens; a loop that never pauses is a bug, not a long turn


class PlayState(NamedTuple):
    """What a play begins from: the situation, and each desk's picture."""

    situation: Situation[OpaqueBoard]
    pictures: Mapping[str, OpaquePicture]


class Play:
    """One run of the referee: the situation and the pictures as they go along, and what happened on the way."""

    def __init__(
        self,
        ruleset: PlayedRules,
        game: OpaqueGame,
        state: PlayState,
        standing: Mapping[str, StandingFile],
        dice: Dice,
    ) -> None:
        self.ruleset = ruleset
        self.game = game
        self.situation, pictures = state
        self.pictures: dict[str, OpaquePicture] = dict(pictures)
        self.standing = standing
        self.dice = dice
        self.events: list[OpaqueEvent] = []
        self.seen: list[tuple[str, OpaqueSeen]] = []
        self._resting: OpaqueBoard | None = None  # the last board on which nothing was found to settle

    @property
    def moment(self) -> OpaqueMoment:
        """What the referee has before him now."""
        now = self.situation
        return Moment(self.game, now.board, Desks(self.game, self.pictures, self.standing), self.dice, now.taken)

    def happen(self, events: Iterable[OpaqueEvent]) -> None:
        """Let events happen, one after another."""
        for event in events:
            self.events.append(event)
            if type(event) in CONTROL:
                self.situation = controlled(self.situation, event)
                continue
            before = self.situation.board
            board = self.ruleset.knowledge.apply(before, event)
            self.situation = replace(self.situation, board=board)
            if before is self._resting and self.ruleset.sequence.is_idle(before, event):
                self._resting = board
            for desk, observation in self.ruleset.knowledge.observe(self.game, before, event):
                self.learn(desk, observation)
        if self.ruleset.patches:
            self.game = self.ruleset.patches.in_force(self.game, self.situation.board)

    @property
    def pauses(self) -> bool:
        """Does play wait for a decision?"""
        return bool(self.situation.owed)

    def learn(self, desk: str, observation: OpaqueSeen) -> None:
        """Let a desk learn something."""
        self.seen.append((desk, observation))
        self.pictures[desk] = self.ruleset.knowledge.learn(self.pictures[desk], observation)

    def learn_run(self, desk: str, observation: OpaqueSeen) -> None:
        """Tell a desk how its own letter runs: it stands in the record, and changes no picture."""
        self.seen.append((desk, observation))

    def settle(self) -> None:
        """Take every step that needs no orders: what an act set going (an ambush), then the phases, up to a pause."""
        for _ in range(MOST_STEPS):
            if self.situation.closed or self.situation.owed or not self._step():
                return
        raise RuntimeError(f"no pause after {MOST_STEPS} steps in phase {self.situation.phase}")

    def settle_act(self) -> None:
        """Take the steps that the last act set going, and no others."""
        while not self.situation.owed and (events := self._unsettled()) is not None:
            self.happen(events)

    def _unsettled(self) -> tuple[OpaqueEvent | Control, ...] | None:
        """What there is on the board to settle, None for nothing. A board that rests need not be looked over again."""
        board = self.situation.board
        if board is self._resting:
            return None
        events = self.ruleset.sequence.settle(self.moment)
        if events is None:
            self._resting = board
        return events

    def _step(self) -> bool:
        unsettled = self._unsettled()
        if unsettled is not None:
            self.happen(unsettled)
            return True
        phase = phase_of(self.ruleset, self.situation.phase)
        events = phase.step(self.moment)
        if events is None:
            self.happen((PhaseEntered(phase.then(self.game, self.situation.board)),))
            return True
        if not events and phase.awaits(self.game, self.situation.board):
            return False
        self.happen((*events, StepTaken(self.situation.taken + 1)))
        return True


def phase_of(ruleset: PlayedRules, name: str) -> OpaquePhase:
    """The phase with this name."""
    return next(phase for phase in ruleset.sequence.PHASES if phase.name == name)


def controlled(situation: Situation[OpaqueBoard], event: OpaqueEvent) -> Situation[OpaqueBoard]:
    """The situation after an event of control."""
    match event:
        case PhaseEntered(phase):
            return replace(situation, phase=phase, taken=0, closed=not phase)
        case StepTaken(taken):
            return replace(situation, taken=taken)
        case DecisionOwed(decision):
            return replace(situation, owed=(*situation.owed, decision))
        case DecisionMade(number, side):
            left = tuple(d for d in situation.owed if (d.number, d.side) != (number, side))
            return replace(situation, owed=left)
    raise TypeError(f"not an event of control: {event!r}")


def fold(ruleset: PlayedRules, situation: Situation[OpaqueBoard], events: Iterable[OpaqueEvent]) -> Situation[OpaqueBoard]:
    """The situation after events read back from the journal."""
    for event in events:
        if type(event) in CONTROL:
            situation = controlled(situation, event)
        else:
            situation = replace(situation, board=ruleset.knowledge.apply(situation.board, event))
    return situation


def fold_picture(ruleset: PlayedRules, picture: OpaquePicture, observations: Iterable[OpaqueSeen]) -> OpaquePicture:
    """A picture after observations read back from the journal."""
    for observation in observations:
        if type(observation) not in RUN:
            picture = ruleset.knowledge.learn(picture, observation)
    return picture
