"""Games of a module of TCS between two scripted commanders, played on the rules alone: no mail, no store."""

import random
from functools import lru_cache
from typing import cast

from pbem.engine.opaque import OpaqueBoard, OpaqueGame, OpaquePicture
from pbem.engine.play import Play, PlayState
from pbem.engine.runs import Budget, Manner, RunSheet
from pbem.handlers.bot import Commander
from pbem.kernel.dice import Dice, dice_key
from pbem.kernel.numbered_lines import numbered
from pbem.modules import library
from pbem.orders.parser import read_orders, read_standing
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Opening, Temper
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import load_module
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.told_events import BattleOver
from tests.letter_words import WORDS
from tests.rulesets.tcs.test_doors import load

TCS = RULESETS["tcs"]
OPENING = TCS.scenario.opening(load(), library.charts("tcs"))


@lru_cache
def opening_of(name: str) -> Opening[OpaqueGame, OpaqueBoard, OpaquePicture]:
    """The opening of a module that is shipped."""
    files = library.module_files(library.module_folder(name))
    return TCS.scenario.opening(
        load_module(files, charts=library.charts("tcs"), grammar=library.grammar("tcs")), library.charts("tcs")
    )


DAY_ONE = tuple(line for word in TCS.standing_orders.WORDS.values() for line in word.defaults)
STOPS = 4
"""More letters than two a turn that a game may take."""


class RandomGame:
    """One game. seed: of its dice and of both commanders; opening: of a game of another module."""

    def __init__(self, seed: int, opening: Opening[OpaqueGame, OpaqueBoard, OpaquePicture] = OPENING) -> None:
        self.game = cast(TacticalGame, opening.game)
        standing = {
            side: read_standing(DAY_ONE, vocabulary(self.game, cast(TacticalPicture, p))) for side, p in opening.pictures.items()
        }
        dice = Dice(dice_key(seed.to_bytes(32, "big"), []))
        self.play = Play(TCS, opening.game, PlayState(opening.situation, opening.pictures), standing, dice)
        self.commanders = {
            side: Commander(TCS, WORDS, opening.game, random.Random(f"{seed}/{side}"), Temper(0.6, 0.05))
            for side in opening.pictures
        }
        self.letters = 0
        self.refused = list[str]()
        self.play.settle()

    @property
    def board(self) -> TacticalBoard:
        return cast(TacticalBoard, self.play.situation.board)

    def played(self) -> BattleOver:
        """Play it to its end."""
        while not self.board.public.over:
            self.letter()
        return next(event for event in self.play.events if isinstance(event, BattleOver))

    def letter(self) -> None:
        """Both write what they want of this pause, and it runs."""
        self.letters += 1
        assert self.letters <= 2 * self.game.turns + STOPS, "the game does not end"
        orders = {side: (self._sheet(side),) for side in sorted(TCS.sequence.awaited(self.play.situation.board).sides)}
        TCS.actions.run(self.play, orders)
        self.play.settle()

    def _sheet(self, side: str) -> RunSheet:
        picture = self.play.pictures[side]
        words = TCS.actions.vocabulary(self.play.game, picture)
        lines = read_orders(tuple(numbered(self.commanders[side].letter(picture, end=False).split("\n"), 1)), words).lines
        verdicts = TCS.actions.check(self.play.game, picture, lines, Budget())
        self.refused += [verdict.line.text for verdict in verdicts if not verdict.ok]
        return RunSheet(side, lines, Manner(side, Budget()))
