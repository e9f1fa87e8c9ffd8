"""Knowledge: what is true, what each desk learns of it, and what it makes of that."""

from collections.abc import Mapping
from types import UnionType

from pbem.rulesets.tcs import events, observations
from pbem.rulesets.tcs.board import TacticalBoard, apply
from pbem.rulesets.tcs.learning import learn
from pbem.rulesets.tcs.observe import observe
from pbem.rulesets.tcs.picture import TacticalPicture

__all__ = ["BOARD", "EVENTS", "OBSERVATIONS", "PICTURE", "RENAMED", "apply", "learn", "observe"]

BOARD, PICTURE = TacticalBoard, TacticalPicture
EVENTS: UnionType = events.Event
OBSERVATIONS: UnionType = observations.Seen
RENAMED: Mapping[str, str] = {  # what TOCS has classes of its own by
    "GameOver": "BattleOver",
    "HexEntered": "UnitsEntered",
    "OwnEvent": "OwnNews",
    "PublicEvent": "PublicNews",
    "ShellsFell": "SheafsFell",
    "TurnBegan": "TurnOpened",
    "TurnEnded": "CleanUpDone",
}
