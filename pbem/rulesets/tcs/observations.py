"""Everything a desk can learn: events of its own side, events that both know, and of the enemy what is seen.

Each has a licence: the rule that lets the desk know it.
"""

from typing import ClassVar, Literal

from pbem.engine.observation import Observation
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tcs.plots import Barrier, CountedHex, Minefield, Plot, Round
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.told_events import OwnTold, PublicTold
from pbem.rulesets.tcs.units import KINDS, Kind, Mode, Target


class ShownCounter(Value):
    """What a counter shows to who spots it: where it is, what it is, its mode and markers; classes: of all that are spotted in its
    hex, since of a stack the top alone is shown and its classes are told truly (TCS3-10-1); kind, defense, open_top: as printed;
    facing: the hexside that armor on the move faces, "" for none."""

    hex: Hex
    title: str
    target: Target
    mode: Mode
    markers: tuple[str, ...] = ()
    classes: tuple[Target, ...] = ()
    kind: Kind = "foot"
    defense: int = 0
    open_top: bool = False
    facing: str = ""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The classes in the hex as orders name them; whoever is not at the top is known by its letter alone."""
        under = {"A": "foot", "B": "soft", "P": "armour"}
        found = (self.kind, *(under[target] for target in self.classes if target != self.target))
        return tuple(kind for kind in KINDS if kind in found)


class OwnNews(Observation):
    """An event of the desk's own side, as it stands."""

    licence: ClassVar[str] = "TCSB-2-4"
    event: OwnTold


class PublicNews(Observation):
    """An event that both sides know, as it stands."""

    licence: ClassVar[str] = "TCSB-2-1"
    event: PublicTold


class EnemySeen(Observation):
    """An enemy counter is shown for the first time, or as it is now."""

    licence: ClassVar[str] = "TCSB-7-3"
    name: str
    look: ShownCounter
    new: bool = False


class EnemyHidden(Observation):
    """An enemy counter that was shown went out of sight, from where it was last seen. under: in journals from before `EnemyUnder`
    the hex in which it is spotted still."""

    licence: ClassVar[str] = "TCSB-7-9"
    name: str
    under: str = ""


class EnemyUnder(Observation):
    """An enemy counter that was shown is spotted still, under another counter of the stack in this hex."""

    licence: ClassVar[str] = "TCS3-10-1"
    name: str
    hex: Hex


class EnemiesForgotten(Observation):
    """Nobody spots them at the Clean-Up: their names are given up; where they were last seen is remembered."""

    licence: ClassVar[str] = "TCSB-7-9"
    names: tuple[str, ...]


Effect = Literal["hit", "suppressed", "paralyzed", "buttoned", "fell back", "destroyed", "surrendered"]


class EnemyHurt(Observation):
    """What fire did to an enemy unit that was in sight: its name if it had one, and its class. gone: it is no more; counter: the
    one that is printed, where it was shown."""

    licence: ClassVar[str] = "TCSB-7-3"
    name: str
    target: Target
    hex: Hex
    effect: Effect
    gone: bool = False
    counter: str = ""


class FireSeen(Observation):
    """The enemy fired at a hex: from where, if his counters there are in sight, else from which side of it."""

    licence: ClassVar[str] = "TCSB-9-10"
    hex: Hex
    kinds: tuple[str, ...] = ()
    origin: Hex | None = None
    bearing: str = ""


class Bursts(Observation):
    """Where the sheafs of an own mission came down, as far as anybody of the side sees it; unseen: those that nobody did."""

    licence: ClassVar[str] = "TCS3-2.3-6"
    plot: Plot
    seen: tuple[CountedHex, ...]
    unseen: int


class ShellsSeen(Observation):
    """Shells of the enemy came down in hexes that the side sees or is in."""

    licence: ClassVar[str] = "TCSB-7-3"
    round: Round
    seen: tuple[CountedHex, ...]


class AircraftSeen(Observation):
    """An aircraft of the enemy's made a run at a hex that the side sees or is in. away: it turned away without attacking."""

    licence: ClassVar[str] = "TCSB-7-3"
    hex: Hex
    away: bool


class MinesSeen(Observation):
    """A minefield of the other side's in a hex, as it is now; None: it is gone."""

    licence: ClassVar[str] = "TCSB-21-2"
    hex: Hex
    field: Minefield | None


class BarrierSeen(Observation):
    """Wire or a roadblock in a hex, own or the enemy's; stands: no: it is gone."""

    licence: ClassVar[str] = "TCSB-27-9"
    hex: Hex
    barrier: Barrier
    stands: bool


class SmokeSeen(Observation):
    """How many markers of smoke lie in hexes that the side sees."""

    licence: ClassVar[str] = "TCS3-2.3-5"
    smoke: tuple[CountedHex, ...]


class TriggerSeen(Observation):
    """Enemies entered a hex in sight of own stacks: what is seen of them, and the hexes of those stacks."""

    licence: ClassVar[str] = "TCS3-1-3"
    look: ShownCounter
    stacks: tuple[Hex, ...]


class WorksSeen(Observation):
    """Works in a hex as they are now: own ones, or those that an own unit sees; None: nothing any more."""

    licence: ClassVar[str] = "TCSPD-5-2"
    hex: Hex
    position: DugPosition | None


Seen = (
    OwnNews | PublicNews | EnemySeen | EnemyHidden | EnemyUnder | EnemiesForgotten | EnemyHurt | FireSeen | TriggerSeen
    | Bursts | ShellsSeen | SmokeSeen | WorksSeen | AircraftSeen | MinesSeen | BarrierSeen
)  # fmt: skip
