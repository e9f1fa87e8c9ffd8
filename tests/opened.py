"""What the shared rooms cannot look into, opened for tests: TOCS's own types, in and out of the opaque ones.

Each of these gives back the very same object, known by its own class or by none.
"""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar, cast

from pbem.engine.moments import StandingFile
from pbem.engine.opaque import OpaqueBoard, OpaqueEvent, OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.play import Play
from pbem.engine.situation import Control, Situation
from pbem.kernel.dice import Dice
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Ruleset
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.events import Event
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.observations import Seen
from pbem.rulesets.tocs.parts import knowledge
from pbem.rulesets.tocs.picture import Picture

T = TypeVar("T")


class TocsPlay(Protocol):
    """`Play`, as TOCS's own tests see it."""

    game: Game
    situation: Situation[Board]
    pictures: dict[str, Picture]
    standing: Mapping[str, StandingFile]
    dice: Dice
    events: list[Any]
    seen: list[tuple[str, Any]]

    @property
    def moment(self) -> Moment: ...
    @property
    def pauses(self) -> bool: ...
    def happen(self, events: Iterable[Event | Control]) -> None: ...
    def learn(self, desk: str, observation: Seen) -> None: ...
    def learn_run(self, desk: str, observation: OpaqueSeen) -> None: ...
    def settle(self) -> None: ...
    def settle_act(self) -> None: ...
    def _step(self) -> bool: ...


def played(
    game: Game,
    state: tuple[Situation[Board], Mapping[str, Picture]],
    standing: Mapping[str, StandingFile],
    dice: Dice,
    kind: type[Play] = Play,
) -> TocsPlay:
    """A play of TOCS. kind: `Play`, or a class of a test's that derives from it."""
    return cast(TocsPlay, cast(Any, kind)(RULESETS["tocs"], game, state, standing, dice))


def found(thing: T | None) -> T:
    """What is there."""
    assert thing is not None
    return thing


def as_game(game: OpaqueGame | Game) -> Game:
    return cast(Game, game)


def as_board(board: OpaqueBoard | Board) -> Board:
    return cast(Board, board)


def as_picture(picture: OpaquePicture | Picture) -> Picture:
    return cast(Picture, picture)


def as_event(event: OpaqueEvent) -> Any:
    return event


def as_seen(seen: OpaqueSeen) -> Any:
    return seen


def hidden(value: Any) -> Any:
    """A value of TOCS's where a shared room takes an opaque one."""
    return value


def with_knowledge(**changes: object) -> Ruleset:
    """TOCS with other folds in the place of some of its own."""
    parts = {name: getattr(knowledge, name) for name in knowledge.__all__}
    return replace(RULESETS["tocs"], knowledge=SimpleNamespace(**{**parts, **changes}))


def order_verbs() -> tuple[Verb, ...]:
    """Every verb of the rulesets: of orders, then of standing orders."""
    tables = [table for r in RULESETS.values() for table in (r.actions.WORDS, r.standing_orders.WORDS)]
    return tuple(word.verb for table in tables for word in table.values())
