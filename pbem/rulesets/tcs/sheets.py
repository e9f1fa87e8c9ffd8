"""Op sheets: what a force is to do, and how far it is from coming into force."""

from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

MissionType = Literal["attack", "prep_defense", "hasty_defense", "move"]
SheetType = Literal["attack", "prep_defense", "hasty_defense", "move", "reserve"]
Status = Literal["unimplemented", "implemented", "failed"]
Rolls = Literal["always", "never"]

DEFENSES = ("prep_defense", "hasty_defense")


@rule("TCSB-6-2")
class SheetMission(Value):
    """A mission in outline: a lettered one of a reserve, or an alternate. left, right: hexes joined by straight lines."""

    letter: str
    type: MissionType
    objective: tuple[Hex, ...]
    left: tuple[Hex, ...] = ()
    right: tuple[Hex, ...] = ()


@rule("TCSB-6-3")
class OpSheet(Value):
    """An op sheet. force: ids of units; objective: of its type (attack: to be taken, defense: the position, move: its end, reserve:
    where it waits); rolls: whether it is rolled for; weighted: turns it has gained; begun: steps of its force when it came into
    force, 0 before; turn: in which it did, 0 = by the scenario; written: in which turn it was, 0 = by the
    scenario; committing: the lettered mission that a reserve is to be rolled for."""

    id: str
    type: SheetType
    force: tuple[str, ...]
    mission: str
    objective: tuple[Hex, ...]
    status: Status = "unimplemented"
    weighted: int = 0
    start_line: tuple[Hex, ...] = ()
    left: tuple[Hex, ...] = ()
    right: tuple[Hex, ...] = ()
    route: tuple[Hex, ...] = ()
    fail_percent: int = 50
    rally: tuple[Hex, ...] = ()
    options: tuple[SheetMission, ...] = ()
    alternate: SheetMission | None = None
    rolls: Rolls = "always"
    begun: int = 0
    turn: int = 0
    written: int = 0
    committing: str = ""
