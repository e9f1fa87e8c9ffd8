"""The picture: what one side's desk knows. A fold of its observations, built up from nothing but its own forces."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces


class EnemyCounter(Value):
    """An enemy counter as it was last seen: in which turn; spotted: it is shown now; under: it lies under one that is shown in
    that hex."""

    name: str
    look: ShownCounter
    turn: int
    spotted: bool = True
    under: bool = False

    @property
    def in_sight(self) -> bool:
        """Is it known where it is now?"""
        return self.spotted or self.under


class Hull(Value):
    """An armored vehicle that burnt in a hex in sight of the desk. own: it was one of its own."""

    hex: Hex
    own: bool


class TacticalPicture(Value):
    """One desk's knowledge. enemies: by name, those that are shown and those that are remembered; held: who holds which hexes, as
    far as it knows; works: dug positions, as last seen; brief: what the module tells it, seat_briefs: what it tells a seat
    by its id; enemy: the other side; trp: its own
    target reference points; trigger: the last enemies that it saw move in this turn, triggers: how many each own unit has;
    killed: the counters of enemies that it saw destroyed; hulls: the armored vehicles that it saw burn, in that order."""

    public: PublicKnowledge
    forces: TacticalForces
    held: Mapping[Hex, str]
    enemies: Mapping[str, EnemyCounter] = field(default_factory=dict)
    smoke: Mapping[Hex, int] = field(default_factory=dict)
    works: Mapping[Hex, DugPosition] = field(default_factory=dict)
    brief: str = ""
    seat_briefs: Mapping[str, str] = field(default_factory=dict)
    enemy: str = ""
    trp: tuple[Hex, ...] = ()
    trigger: ShownCounter | None = None
    triggers: Mapping[str, int] = field(default_factory=dict)
    killed: tuple[str, ...] = ()
    hulls: tuple[Hull, ...] = ()

    @property
    def side(self) -> str:
        """Whose picture this is."""
        return self.forces.side

    @property
    @rule("TCSB-7-11")
    def known_enemies(self) -> frozenset[Hex]:
        """The hexes of enemy counters that are shown now."""
        return frozenset(enemy.look.hex for enemy in self.enemies.values() if enemy.spotted)
