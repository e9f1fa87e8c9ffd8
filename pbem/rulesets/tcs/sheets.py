"""Op sheets: what a force is to do, and how far it is from coming into force."""

from typing import Literal

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Condition

MissionType = Literal["attack", "prep_defense", "hasty_defense", "move"]
SheetType = Literal["attack", "prep_defense", "hasty_defense", "move", "reserve"]
Status = Literal["unimplemented", "implemented", "failed"]
Rolls = Literal["always", "never", "when"]
StageKind = Literal["reach", "take", "hold"]

DEFENSES = ("prep_defense", "hasty_defense")


@rule("TCSB-6-2")
class SheetMission(Value):
    """A mission in outline: a lettered one of a reserve, or an alternate. left, right: hexes joined by straight lines."""

    letter: str
    type: MissionType
    objective: tuple[Hex, ...]
    left: tuple[Hex, ...] = ()
    right: tuple[Hex, ...] = ()


@rule("TCSB-6-3", "TCSB-6-26")
class SheetStage(Value):
    """What a force does first, second, third: until a condition holds; without one until a hex is reached, or all are held."""

    number: int
    kind: StageKind
    hexes: tuple[Hex, ...]
    until: Condition | None = None


@rule("TCSB-6-3")
class OpSheet(Value):
    """An op sheet. force: ids of units; objective: of its type (attack: to be taken, defense: the position, move: its end, reserve:
    where it waits); rolls: whether it is rolled for; weighted: turns it has gained; begun: steps of its force when it came into
    force, 0 before; turn: in which it did, 0 = by the scenario; written: in which turn it was, 0 = by the
    scenario; committing: the lettered mission that a reserve is to be rolled for; alternating: its alternate is to be;
    roll_when: with
    rolls "when"; stages, of which `stage` are done; fail_when: on what it fails beside its losses; rally_by: the way there; prelim:
    its units may be sent ahead by FragOrds; joining: those of its force who joined it in this turn and act on it from the next."""

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
    alternating: bool = False
    roll_when: Condition | None = None
    stages: tuple[SheetStage, ...] = ()
    stage: int = 0
    fail_when: Condition | None = None
    rally_by: tuple[Hex, ...] = ()
    prelim: bool = False
    joining: tuple[str, ...] = ()

    @property
    def now(self) -> SheetStage | None:
        """The stage that its force is in, None when all are done or none is written."""
        return next((stage for n, stage in enumerate(self.stages) if n >= self.stage), None)
