"""The ford village without mail: units put where a test wants them, atoms taken on until nothing is left to settle."""

from collections.abc import Iterable
from typing import Any, cast

from pbem.engine.opaque import OpaqueEvent
from pbem.engine.play import Play, PlayState
from pbem.kernel.dice import Dice
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import Act
from pbem.rulesets import RULESETS
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.settling.turns import begun
from pbem.rulesets.tcs.units import TacticalUnit
from tests.rulesets.tcs.test_doors import load

OPENING = RULESETS["tcs"].scenario.opening(load(), library.charts("tcs"))


class Field:
    """A board of the ford village, its pictures, and what happens on it."""

    def __init__(self, seed: int = 0, **switches: str | bool) -> None:
        game = cast(TacticalGame, OPENING.game)
        self.game = replace(game, switches={**game.switches, **switches})
        state = PlayState(OPENING.situation, OPENING.pictures)
        key = f"a field of tests {seed}".encode()
        self.play = Play(RULESETS["tcs"], cast(Any, self.game), state, {"us": (), "ge": ()}, Dice(key))
        self.happen(*(begun(cast(Any, self.play.moment)) or ()))

    @property
    def board(self) -> TacticalBoard:
        return cast(TacticalBoard, self.play.situation.board)

    def picture(self, side: str) -> TacticalPicture:
        return cast(TacticalPicture, self.play.pictures[side])

    def unit(self, name: str) -> TacticalUnit:
        return next(forces.units[name] for forces in self.board.forces.values() if name in forces.units)

    def put(self, name: str, **changes: Any) -> None:
        """A unit stands otherwise than at the opening, on the board and in its own side's picture."""
        changed = replace(self.unit(name), **changes)
        forces = self.board.forces[changed.side].with_unit(changed)
        board = replace(self.board, forces={**self.board.forces, changed.side: forces}, look=True)
        self.play.situation = replace(self.play.situation, board=cast(Any, board))
        self.play.pictures[changed.side] = cast(Any, replace(self.picture(changed.side), forces=forces))

    def show(self, *names: str) -> None:
        """The other side's picture learns how units stand that a test has put somewhere, as far as it sees them."""
        for name in names:
            side = self.unit(name).side
            for on in (True, False):
                self.happen(t.Marked(side, name, "fired", on, self.unit(name).spent))

    def dead(self, *names: str) -> None:
        """Units that are not there at all."""
        for name in names:
            unit = self.unit(name)
            forces = self.board.forces[unit.side].without(unit)
            self.play.situation = replace(
                self.play.situation,
                board=cast(Any, replace(self.board, forces={**self.board.forces, unit.side: forces})),
            )
            self.play.pictures[unit.side] = cast(Any, replace(self.picture(unit.side), forces=forces))

    def order(self, side: str, calls: tuple[str, ...], act: Act) -> list[e.Event]:
        """Units carry out an order that their side's picture allows."""
        picture = self.picture(side)
        if self.board.public.acting != side:
            self.happen(t.ActionBegan(side))
            picture = self.picture(side)
        wrong = ACTIONS[act.verb].check(self.game, picture, calls, act)
        assert not wrong, wrong
        return self.happen(*ACTIONS[act.verb].begun(self.game, picture, calls, act))

    def refused(self, side: str, calls: tuple[str, ...], act: Act) -> str:
        """The row by which an order is refused, "" where it is not."""
        wrong = ACTIONS[act.verb].check(self.game, self.picture(side), calls, act)
        return wrong[0][1].rule if wrong else ""

    def happen(self, *events: e.Event) -> list[e.Event]:
        """These happen, and all that they set going; what came of them."""
        before = len(self.play.events)
        self.play.happen(cast(Iterable[OpaqueEvent], events))
        self.play.settle_act()
        return [cast(e.Event, event) for event in self.play.events[before:]]

    def seen(self, side: str, kind: type) -> list[Any]:
        return [seen for desk, seen in self.play.seen if desk == side and isinstance(seen, kind)]
