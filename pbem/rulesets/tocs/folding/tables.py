"""The tables that the chapters fill: what becomes of each thing that board and picture both hold, by class of event."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.rows import Rows
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import Public

Works = Mapping[Hex, tuple[str, str]]
"""Hex → level and owner of an improved position."""
Obstacles = Mapping[Hex, tuple[Obstacle, ...]]

FORCES: Rows[Forces] = Rows()
"""Of an event of a side's: its forces; of one that both see: each side's."""
PUBLIC: Rows[Public] = Rows()
WORKS: Rows[Works] = Rows()
OBSTACLES: Rows[Obstacles] = Rows()

NOTHING: frozenset[type[Value]] = frozenset((
    t.HexScouted, t.HexObserved, t.FixedFound, t.HomeScouted, t.WaterTried, t.RefitTried, t.EngineersTried, t.ScriptBroke,
    t.AttackFoundEmpty, t.PursuitStopped, t.InfiltrationThrown, t.AircraftHeard, t.DescentSeen,
    t.HexesFlownOver, t.MovementSeen, t.LeafletsDropped, t.BattleFlownOver,
    t.SailThrown, t.NobodyFound, t.MineStruck, t.CraftSeen, t.ZoneTraffic, t.SeaAirFought, t.SurfaceDuel, t.ShipSunk,
    t.NavalGunsFired,
))  # fmt: skip
"""What is told and changes nothing that board and picture both hold: answers, throws, words."""


class SharedMap(Protocol):
    """What board and picture both hold beside forces."""

    @property
    def public(self) -> Public:
        """What both sides see."""

    @property
    def works(self) -> Works:
        """Improved positions."""

    @property
    def obstacles(self) -> Obstacles:
        """Mines and blocks."""


Changes = dict[str, Public | Works | Obstacles]


def ground_row(kind: type[Value]) -> Callable[[SharedMap, Any], Changes] | None:
    """What an event of this class changes of the ground, by field; None when it changes nothing of it."""
    public, works, obstacles = PUBLIC.by.get(kind), WORKS.by.get(kind), OBSTACLES.by.get(kind)
    if not (public or works or obstacles):
        return None

    def changes(ground: SharedMap, event: Any) -> Changes:
        changed: Changes = {}
        if public:
            changed["public"] = public(ground.public, event)
        if works:
            changed["works"] = works(ground.works, event)
        if obstacles:
            changed["obstacles"] = obstacles(ground.obstacles, event)
        return changed

    return changes
