"""Everything that can happen on a board of TCS: what is told as it stands (`told_events.py`), and here what only the referee knows
whole. Who learns what is said by `observe.py`."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tcs.attacks import Answering, ArmorDue, Closing, FireOrder, HexAttack
from pbem.rulesets.tcs.plots import Barrier, CountedHex, Minefield, Round, Volley
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.told_events import OwnTold, PublicTold


class EnemyShown(Value):
    """A unit is shown to the other side's desk, which calls it by a name of its own counting; side: who sees it."""

    side: str
    unit: str
    name: str


class NamesDropped(Value):
    """Nobody of a side spots these units at the Clean-Up: its names for them are given up, and never given again."""

    side: str
    units: tuple[str, ...]


class SheafsFell(Value):
    """The sheafs of a mission came down, all of them before any attacks. fallen: hexes of the map, and how many in each; lost:
    sheafs that fell off it, or out of their pattern."""

    volley: Volley
    round: Round
    fallen: tuple[CountedHex, ...]
    lost: int


class SmokeLaid(Value):
    """Smoke lies in hexes: so many markers more."""

    smoke: tuple[CountedHex, ...]


class SmokeShown(Value):
    """A side sees smoke that it did not know of, or that it is gone: how many markers lie in hexes now."""

    side: str
    smoke: tuple[CountedHex, ...]


class DirectTaken(Value):
    """Direct fire of a battery has become attacks."""


class MinesShown(Value):
    """A side sees that a minefield of the enemy's was met, or what became of it; None: that it is gone."""

    side: str
    hex: Hex
    field: Minefield | None


class BarrierShown(Value):
    """A side sees a barrier that it did not know of, or (stands: no) that one is gone."""

    side: str
    hex: Hex
    barrier: Barrier
    stands: bool


class SightChecked(Value):
    """All that could be newly seen has been looked at."""


class FireOrdered(Value):
    """Fire is to be given, behind what is to be before it."""

    order: FireOrder


class FireTaken(Value):
    """The first of the fires that are to be given was given; order: what is left of it."""

    order: FireOrder | None


class TriggerNoticed(Value):
    """Stacks of a side see a trigger: its desk learns of it. stacks: their hexes."""

    trigger: Answering
    stacks: tuple[Hex, ...]


class TriggerChanged(Value):
    """How far the answers to a trigger have come; None: it is over."""

    trigger: Answering | None


class ClosingChanged(Value):
    """How far units that go into an enemy's hex have come; None: they are through."""

    closing: Closing | None


class AssaultsBegan(Value):
    """The end of an action phase has come: assaults are fought, in the order of their entries."""


class AssaultChanged(Value):
    """How far the first assault has come; None: it is over."""

    assault: Closing | None


class ArmorFiredAt(Value):
    """Armor was under fire that could hit it: it is to try its morale behind all fire of the same action."""

    due: ArmorDue


class WorksChanged(Value):
    """What is dug in a hex, None: nothing any more."""

    hex: Hex
    position: DugPosition | None


class WorksShown(Value):
    """A desk learns of works, or that they have changed."""

    side: str
    hex: Hex
    position: DugPosition | None


class AttackBegan(Value):
    """Something strikes a hex: it is taken on behind those before it."""

    attack: HexAttack


class AttackWentOn(Value):
    """How far the first of the attacks on their way has come."""

    attack: HexAttack


class AttackEnded(Value):
    """It is over."""


Fire = FireOrdered | FireTaken | TriggerNoticed | TriggerChanged | ClosingChanged | AssaultsBegan | AssaultChanged | ArmorFiredAt
Event = (
    OwnTold | PublicTold | EnemyShown | NamesDropped | SightChecked | Fire | AttackBegan | AttackWentOn | AttackEnded
    | SheafsFell | SmokeLaid | SmokeShown | WorksChanged | WorksShown | MinesShown | DirectTaken
    | BarrierShown
)  # fmt: skip
