"""What counts in a battle: its facts, and a predicate for each modifier of the charts (TOCS-3.9, W19).

Every id of the charts `crt-strength-modifiers` and `crt-column-shifts` and every DRM of `crt` either has its
predicate here or stands in WAITS with what it waits for; a test compares the charts with these names.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.rulesets.tocs.oob import Counter

EFFORTS = {"hasty": 1, "deliberate": 2, "intensive": 3}
CLOSE_TERRAIN = ("city", "suburb", "forest", "jungle")
BUILT_UP = ("city", "suburb")
WET = ("flooded", "marsh", "swamp", "shallows")
OPEN_WATER = "open_water"
RECONNOITRED = "reconnaissance"
VEHICLES = ("motorized", "mechanized", "armored")
INFANTRY = ("company", "half_company", "hq_company")


class Fighter(Value):
    """A unit in a battle. ap: how long it attacks; over_water: it comes over a lake or the sea; origin: where it comes from
    (None when it is in the hex); linked: it is in communication; bank: the bank of the battle's hex on which an attacker
    arrives, or is; at_bonus: its nation's."""

    counter: Counter
    steps: int
    state: int
    ap: int = 0
    origin: Hex | None = None
    column: bool = False
    over_bridge: bool = False
    over_water: bool = False
    out_of_wet: bool = False
    uphill: bool = False
    over_stream: bool = False
    scouted: bool = False
    probed: bool = False
    unsupplied: bool = False
    linked: bool = True
    bank: int = 0
    extended: bool = False
    at_bonus: int = 0


class Fire(Value):
    """A battery's fire in support of a battle. kind: the strength modifier it falls under; strength: what is left of it."""

    call: str
    kind: str
    strength: int


class Battle(Value):
    """The facts of a battle. works: level of the defender's improved position, or ""; night_penalty: attacker's nation.

    minefield: the defender's, in the hex; fire: missions in support, by role (TOCS-3.9-4); infiltration:
    "success" or "detected", "" without one; reserves: a unit out of reserve came into the hex this impulse (TOCS-3.8-2);
    water: the kind of the river that counts for the defender, OPEN_WATER for a lake or the sea, "" when none does
    (TOCS-W11.10-2, TOCS-W11.7-1); afloat: it is fought on open water; mixed: the kinds of
    terrain that the hex holds besides its own; aloft: the shifts that aircraft give, by their ids, RECONNOITRED for a hex that was
    seen from the air this impulse.
    """

    hex: Hex
    terrain: str
    level: str
    carried: bool
    night: bool
    works: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    night_penalty: bool = False
    minefield: bool = False
    fire: Mapping[str, tuple[Fire, ...]] = field(default_factory=dict)
    infiltration: str = ""
    reserves: bool = False
    water: str = ""
    afloat: bool = False
    mixed: tuple[str, ...] = ()
    aloft: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of terrain in the hex, its own first."""
        return (self.terrain, *self.mixed)

    def leaders(self) -> tuple[Fighter, ...]:
        """The attackers that spent most AP: they set the level (TOCS-W19.0-4)."""
        most = max(f.ap for f in self.attackers)
        return tuple(f for f in self.attackers if f.ap == most)


WAITS: Mapping[str, str] = {
    "tracked_on_train": "trains",
    "train_ambushed": "trains",
    "train_infantry": "trains",
}

UnitTest = Callable[[Battle, Fighter], bool]
BattleTest = Callable[[Battle], bool]


def _armour(fighter: Fighter) -> bool:
    return fighter.counter.mobility == "armored"


def _is_company(fighter: Fighter) -> bool:
    return fighter.counter.kind in INFANTRY


@rule("TOCS-W10.9-4", "TOCS-W10.9-5")
def _company_under(level: str) -> UnitTest:
    """Every company in the hex is under its marker, whatever it is worth and has lost."""
    return lambda battle, fighter: battle.works == level and _is_company(fighter)


@rule("TOCS-W11.15-1", "TOCS-W11.16-1", "TOCS-W11.26-1", "TOCS-W11.27-1")
@rule("TOCS-W1.9-1")
def _armour_in_close_terrain(battle: Battle, fighter: Fighter) -> bool:
    """In a mixed hex the defender has the best of it: tanks that attack meet its close part, his own stand in the open one."""
    close = [kind in CLOSE_TERRAIN for kind in battle.kinds]
    return _armour(fighter) and (all(close) if fighter in battle.defenders else any(close))


@rule("TOCS-W11.4-3", "TOCS-W11.5-2", "TOCS-W11.6-1", "TOCS-W11.7-1")
def _vehicles_over_bridge(battle: Battle, fighter: Fighter) -> bool:
    """Over a bridge, or into or out of wet ground, which counts as a bridge, as open water does."""
    into = battle.terrain in WET and fighter.origin is not None
    return fighter.counter.mobility in VEHICLES and (fighter.over_bridge or fighter.over_water or fighter.out_of_wet or into)


@rule("TOCS-W11.6-1", "TOCS-W11.7-1")
def _in_boats(battle: Battle, fighter: Fighter) -> bool:
    return battle.afloat and "amphibious" not in fighter.counter.traits


def _armour_alone_at_night(battle: Battle, fighter: Fighter) -> bool:
    return _armour(fighter) and battle.night and not any(_is_company(f) for f in battle.attackers)


@rule("TOCS-W2.2-3")
def _inherent_at(battle: Battle, fighter: Fighter) -> bool:
    return fighter.at_bonus > 0 and _is_company(fighter) and any(_armour(f) for f in battle.attackers)


@rule("TOCS-W10.1.2-3")
def _mortars(battle: Battle, fighter: Fighter) -> bool:
    """Mortars fire with full strength in a battle, but indirect fire has no part in an ambush."""
    return fighter.counter.arm == "mortar" and fighter.counter.artillery > 0 and battle.level != "ambush"


STRENGTH: Mapping[str, UnitTest] = {
    "underscored_value": lambda battle, fighter: fighter.counter.defence_only,
    "step_losses": lambda battle, fighter: fighter.steps < fighter.counter.steps,
    "degraded": lambda battle, fighter: fighter.state > 0,
    "armour_in_close_terrain": _armour_in_close_terrain,
    "ambushed_on_road": lambda battle, fighter: fighter.column,
    "vehicles_over_bridge": _vehicles_over_bridge,
    "in_boats": _in_boats,
    "armour_alone_at_night": _armour_alone_at_night,
    "entrenched": _company_under("entrenched"),
    "strongpoint": _company_under("strongpoint"),
    "fortified_area": _company_under("fortified_area"),
    "inherent_at": _inherent_at,
    "mortars": _mortars,
    "out_of_supply_attack": lambda battle, fighter: fighter.unsupplied,
    "out_of_supply_defence": lambda battle, fighter: fighter.unsupplied,
    "floor": lambda battle, fighter: True,
}

HEX: Mapping[str, BattleTest] = {"minefield": lambda battle: battle.minefield}

RANGED = ("artillery_strike", "bombardment", "time_on_target", "naval_strike")
"""What fire in support may fall under; mortars fire with the strength they would have in the battle (TOCS-W2.4-6)."""


def _combined_arms(battle: Battle) -> bool:
    tanks = any(_armour(f) and f.counter.platoon for f in battle.attackers)
    close = any(kind in CLOSE_TERRAIN for kind in battle.kinds)
    return tanks and any(_is_company(f) for f in battle.attackers) and not close


def _concentric(battle: Battle) -> bool:
    """Companies or platoons across three hexsides, or two opposite ones."""
    fighting = (f for f in battle.attackers if f.origin and (_is_company(f) or f.counter.platoon))
    sides = {direction(battle.hex, f.origin) for f in fighting if f.origin} - {None}
    numbers = {DIRECTIONS.index(s) for s in sides if s}
    return len(numbers) >= 3 or any((n + 3) % 6 in numbers for n in numbers)


def _engineers_against_works(battle: Battle) -> bool:
    fresh = any(f.counter.engineer and f.state == 0 for f in battle.attackers)
    return fresh and (bool(battle.works) or battle.terrain in BUILT_UP)


def _line(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Companies and vehicle platoons; batteries and HQs count only when alone."""
    line = tuple(f for f in fighters if _is_company(f) or f.counter.platoon)
    return line or fighters


@rule("TOCS-W4.2-1")
def _attacker_experience(battle: Battle) -> bool:
    best = max(f.counter.elr for f in _line(battle.defenders))
    return min(f.counter.elr for f in battle.leaders()) >= best + 2


@rule("TOCS-W4.2-1")
def _defender_experience(battle: Battle) -> bool:
    best = max(f.counter.elr for f in battle.leaders())
    return min(f.counter.elr for f in _line(battle.defenders)) >= best + 2


def _from_outside(battle: Battle) -> tuple[Fighter, ...]:
    return tuple(f for f in battle.attackers if f.origin)


@rule("TOCS-W10.15-1")
def _stretched(battle: Battle) -> bool:
    """Is every defending company in extended deployment?"""
    companies = [f for f in battle.defenders if _is_company(f)]
    return bool(companies) and all(f.extended for f in companies)


@rule("TOCS-W7.0-4")
def _out_of_command(battle: Battle) -> bool:
    """No attacking company or platoon is in communication."""
    line = [f for f in battle.attackers if _is_company(f) or f.counter.platoon]
    return bool(line) and not any(f.linked for f in line)


@rule("TOCS-W15.10-1", "TOCS-W15.10-2", "TOCS-W15.3-3")
def _aloft(shift: str) -> BattleTest:
    """Do aircraft give this shift?"""
    return lambda battle: shift in battle.aloft


SHIFTS: Mapping[str, BattleTest] = {
    "infiltration_success": lambda battle: battle.infiltration == "success",
    "infiltration_detected": lambda battle: battle.infiltration == "detected",
    "reserves": lambda battle: battle.reserves,
    "reconnaissance": lambda battle: RECONNOITRED in battle.aloft or any(f.scouted or f.probed for f in battle.attackers),
    "aerial_observer": _aloft("aerial_observer"),
    "tactical_ground_support": _aloft("tactical_ground_support"),
    "napalm_ground_support": _aloft("napalm_ground_support"),
    "defender_ground_support": _aloft("defender_ground_support"),
    "combined_arms": _combined_arms,
    "concentric": _concentric,
    "engineers_against_works": _engineers_against_works,
    "attacker_experience": _attacker_experience,
    "defender_stretched": _stretched,
    "defender_unsupplied": lambda battle: all(f.unsupplied for f in battle.defenders),
    "attacker_out_of_command": _out_of_command,
    "ambush": lambda battle: battle.level == "ambush",
    "uphill": lambda battle: bool(_from_outside(battle)) and all(f.uphill for f in battle.attackers),
    "stream": lambda battle: bool(_from_outside(battle)) and all(f.over_stream for f in battle.attackers) and not battle.water,
    "defender_experience": _defender_experience,
    "night_unready": lambda battle: battle.night and battle.night_penalty,
}

DRMS: Mapping[str, BattleTest] = {
    "probe": lambda battle: any(f.probed for f in battle.attackers),
    "river_minor": lambda battle: battle.water == "minor_river",
    "river_medium_or_major": lambda battle: battle.water in ("medium_river", "major_river", OPEN_WATER),
}

COMPARED = (
    "engineers_against_works", "attacker_experience", "defender_stretched", "defender_unsupplied", "uphill", "stream",
    "defender_experience", "attacker_out_of_command",
)  # fmt: skip
"""Shifts of a side that rest on facts of the other's: with hidden odds their own side is not told of them (TOCS-3.9-1)."""
