"""Two worlds that differ in one thing that a side cannot know, under the same letters: whatever that side is sent must be the
same to the byte, and so must what it knows."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from pbem.campaign.records import State
from pbem.campaign.state import Seat
from pbem.kernel.dice import Dice, Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from tests.fog.stage import Stage
from tests.opened import as_board, as_picture

Change = Callable[[State], State]
Step = Callable[[Stage], None]
Made = Callable[[Path], str]
"""Makes a module in a folder; its name, or where it lies."""


def unchanged(state: State) -> State:
    """Nothing differs."""
    return state


def nothing(stage: Stage) -> None:
    """Nothing is done."""


def as_it_is(folder: Path) -> str:
    """The training module."""
    return "heumen-bridge"


def at_once(*changes: Change) -> Change:
    """Several changes together."""

    def change(state: State) -> State:
        for one in changes:
            state = one(state)
        return state

    return change


def owned(side: str, *hexes: str) -> Change:
    """Hexes that a side holds, as both know."""

    def change(state: State) -> State:
        taken = {Hex(h): side for h in hexes}
        board = state.situation.board
        public = replace(as_board(board).public, owner={**as_board(board).public.owner, **taken})
        known = {
            s: replace(as_picture(p), public=replace(as_picture(p).public, owner={**as_picture(p).public.owner, **taken}))
            for s, p in state.pictures.items()
        }
        return replace(state, situation=replace(state.situation, board=replace(as_board(board), public=public)), pictures=known)

    return change


@dataclass(frozen=True)
class Worlds:
    """A pair, and the side that may not learn in which of the two it lives.

    modules: what is played in either; seats: who sits where (() for a commander a side); common: a change of the state in both;
    differs: in either. Then the letters `before`, written in both; then what is done in either (acts);
    then `letters`. dice: faces by the beginning of their occasion, in both.
    """

    name: str
    eye: str
    modules: tuple[Made, Made] = (as_it_is, as_it_is)
    seats: tuple[Seat, ...] = ()
    common: Change = unchanged
    differs: tuple[Change, Change] = (unchanged, unchanged)
    before: tuple[tuple[str, str], ...] = ()
    acts: tuple[Step, Step] = (nothing, nothing)
    letters: tuple[tuple[str, str], ...] = ()
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@contextmanager
def played(folder: Path, worlds: Worlds) -> Iterator[tuple[Stage, Stage]]:
    """Both worlds, played to the end of the letters."""
    with ExitStack() as open_:
        open_.enter_context(patch.object(Dice, "throw", loaded(worlds.dice)))
        made = [make(folder / f"module-{name}") for name, make in zip(("here", "there"), worlds.modules, strict=True)]
        stages = [
            open_.enter_context(closing(Stage(folder / name, 1, module, worlds.seats)))
            for name, module in zip(("here", "there"), made, strict=True)
        ]
        here, there = stages
        for stage, differs in zip(stages, worlds.differs, strict=True):
            stage.begin()
            stage.campaign.state = differs(worlds.common(stage.campaign.state))
        _both(stages, worlds.before)
        for stage, act in zip(stages, worlds.acts, strict=True):
            act(stage)
        here.count = there.count = max(here.count, there.count)
        here.at = there.at = max(here.at, there.at)
        _both(stages, worlds.letters)
        yield here, there


def _both(stages: list[Stage], letters: tuple[tuple[str, str], ...]) -> None:
    for seat, lines in letters:
        for stage in stages:  # in either he answers the letter that he has there
            stage.hand_in(stage.letter(seat, lines, stage.last(seat)))


def loaded(faces: Mapping[str, tuple[int, ...]]) -> Callable[[Dice, str, str], Throw]:
    """Dice that fall as told, and as ever where nothing is told."""
    throw = Dice.throw

    def falls(dice: Dice, occasion: str, spec: str) -> Throw:
        thrown = throw(dice, occasion, spec)
        told = next((face for start, face in faces.items() if occasion.startswith(start)), None)
        if told is None:
            return thrown
        dice.thrown[-1] = replace(thrown, faces=told)
        return dice.thrown[-1]

    return falls


def told_apart(folder: Path, worlds: Worlds) -> list[str]:
    """What tells the two apart for the side that may not: letters, and what it knows. [] when nothing does."""
    with played(folder, worlds) as pair:
        bags = [stage.bag(worlds.eye) for stage in pair]
        found = [f"{len(bags[0])} letters, and {len(bags[1])}"] if len(bags[0]) != len(bags[1]) else []
        found += [f"letter {n} differs" for n, (one, other) in enumerate(zip(*bags, strict=False), 1) if one != other]
        seen = [[item for record in stage.records() for desk, item in record.seen if desk == worlds.eye] for stage in pair]
        return [*found, *(["what its desk has seen differs"] if seen[0] != seen[1] else [])]
