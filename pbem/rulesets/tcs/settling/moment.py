"""A moment of TCS's play."""

from typing import TypeAlias

from pbem.engine import moments
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture

Moment: TypeAlias = moments.Moment[TacticalGame, TacticalBoard, TacticalPicture]
