"""A moment of TCS's play."""

from typing import TypeAlias

from pbem.engine import moments
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture

Moment: TypeAlias = moments.Moment[Game, Board, Picture]
