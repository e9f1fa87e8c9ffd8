"""A battle's sum: strengths, modifiers, column shifts, dice modifiers (TOCS-3.9, W19). Facts in, reckonings out.

Every id of the charts `crt-strength-modifiers` and `crt-column-shifts` and every DRM of `crt` either has its
predicate here or stands in WAITS with what it waits for; a test compares the charts with these names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.tables import Grid, Modifiers
from pbem.rulesets.tocs.oob import Counter

LEVELS = ("ambush", "hasty", "deliberate", "intensive", "infiltration")  # TOCS-W19.0-3, lowest first
EFFORTS = {"hasty": 1, "deliberate": 2, "intensive": 3}
CLOSE_TERRAIN = ("city", "suburb", "forest", "jungle")
BUILT_UP = ("city", "suburb")
WET = ("flooded", "marsh", "swamp")
VEHICLES = ("motorized", "mechanized", "armored")
INFANTRY = ("company", "half_company", "hq_company")


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in a battle. ap: how long it attacks; origin: where it comes from (None when it is in the hex)."""

    counter: Counter
    steps: int
    state: int
    ap: int = 0
    origin: Hex | None = None
    column: bool = False
    over_bridge: bool = False
    out_of_wet: bool = False
    uphill: bool = False
    over_stream: bool = False
    scouted: bool = False
    probed: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """The facts of a battle. works: level of the defender's improved position, or ""; night_penalty: attacker's nation."""

    hex: Hex
    terrain: str
    level: str
    carried: bool
    night: bool
    works: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    night_penalty: bool = False
    at_bonus: int = 0

    def leaders(self) -> tuple[Fighter, ...]:
        """The attackers that spent most AP: they set the level (TOCS-W19.0-4)."""
        most = max(f.ap for f in self.attackers)
        return tuple(f for f in self.attackers if f.ap == most)


WAITS: Mapping[str, str] = {
    "tracked_on_train": "trains",
    "train_ambushed": "trains",
    "train_infantry": "trains",
    "out_of_supply_attack": "lines of supply",
    "out_of_supply_defence": "lines of supply",
    "defender_unsupplied": "lines of supply",
    "attacker_out_of_command": "lines of communication",
    "minefield": "minefields",
    "artillery_strike": "artillery",
    "bombardment": "artillery",
    "time_on_target": "artillery",
    "naval_strike": "naval",
    "infiltration_success": "infiltration",
    "infiltration_detected": "infiltration",
    "aerial_observer": "air",
    "tactical_ground_support": "air",
    "napalm_ground_support": "air",
    "defender_ground_support": "air",
    "reserves": "reserves",
    "defender_stretched": "extended deployment",
    "river_minor": "the choice of a bank",
    "river_medium_or_major": "the choice of a bank",
}

UnitTest = Callable[[Battle, Fighter], bool]
BattleTest = Callable[[Battle], bool]


def _armour(fighter: Fighter) -> bool:
    return fighter.counter.mobility == "armored"


def _is_company(fighter: Fighter) -> bool:
    return fighter.counter.kind in INFANTRY


def _company_under(level: str) -> UnitTest:
    return lambda battle, fighter: battle.works == level and _is_company(fighter)


@rule("TOCS-W11.15-1", "TOCS-W11.16-1", "TOCS-W11.26-1", "TOCS-W11.27-1")
def _armour_in_close_terrain(battle: Battle, fighter: Fighter) -> bool:
    return _armour(fighter) and battle.terrain in CLOSE_TERRAIN


@rule("TOCS-W11.4-3", "TOCS-W11.5-2")
def _vehicles_over_bridge(battle: Battle, fighter: Fighter) -> bool:
    """Over a bridge, or into or out of wet ground, which counts as a bridge."""
    into = battle.terrain in WET and fighter.origin is not None
    return fighter.counter.mobility in VEHICLES and (fighter.over_bridge or fighter.out_of_wet or into)


def _armour_alone_at_night(battle: Battle, fighter: Fighter) -> bool:
    return _armour(fighter) and battle.night and not any(_is_company(f) for f in battle.attackers)


@rule("TOCS-W2.2-3")
def _inherent_at(battle: Battle, fighter: Fighter) -> bool:
    return battle.at_bonus > 0 and _is_company(fighter) and any(_armour(f) for f in battle.attackers)


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
    "armour_alone_at_night": _armour_alone_at_night,
    "entrenched": _company_under("entrenched"),
    "strongpoint": _company_under("strongpoint"),
    "fortified_area": _company_under("fortified_area"),
    "inherent_at": _inherent_at,
    "mortars": _mortars,
    "floor": lambda battle, fighter: True,
}


def _combined_arms(battle: Battle) -> bool:
    tanks = any(_armour(f) and f.counter.kind == "vehicle_platoon" for f in battle.attackers)
    return tanks and any(_is_company(f) for f in battle.attackers) and battle.terrain not in CLOSE_TERRAIN


def _concentric(battle: Battle) -> bool:
    """Companies or platoons across three hexsides, or two opposite ones."""
    fighting = (f for f in battle.attackers if f.origin and (_is_company(f) or f.counter.kind == "vehicle_platoon"))
    sides = {direction(battle.hex, f.origin) for f in fighting if f.origin} - {None}
    numbers = {DIRECTIONS.index(s) for s in sides if s}
    return len(numbers) >= 3 or any((n + 3) % 6 in numbers for n in numbers)


def _engineers_against_works(battle: Battle) -> bool:
    fresh = any(f.counter.engineer and f.state == 0 for f in battle.attackers)
    return fresh and (bool(battle.works) or battle.terrain in BUILT_UP)


def _line(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Companies and vehicle platoons; batteries and HQs count only when alone."""
    line = tuple(f for f in fighters if _is_company(f) or f.counter.kind == "vehicle_platoon")
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


SHIFTS: Mapping[str, BattleTest] = {
    "reconnaissance": lambda battle: any(f.scouted or f.probed for f in battle.attackers),
    "combined_arms": _combined_arms,
    "concentric": _concentric,
    "engineers_against_works": _engineers_against_works,
    "attacker_experience": _attacker_experience,
    "ambush": lambda battle: battle.level == "ambush",
    "uphill": lambda battle: bool(_from_outside(battle)) and all(f.uphill for f in battle.attackers),
    "stream": lambda battle: bool(_from_outside(battle)) and all(f.over_stream for f in battle.attackers),
    "defender_experience": _defender_experience,
    "night_unready": lambda battle: battle.night and battle.night_penalty,
}

DRMS: Mapping[str, BattleTest] = {"probe": lambda battle: any(f.probed for f in battle.attackers)}


@rule("TOCS-W19.0-3", "TOCS-W19.0-4", "TOCS-W10.4-14")
def level_of(attacks: tuple[tuple[int, bool], ...]) -> str:
    """The level of a battle from its (ap, scouted or probed) attacks: the longest governs, but to keep the recon shift
    the whole attack drops to the shortest of the units that scouted."""
    by_ap = {ap: name for name, ap in EFFORTS.items()}
    scouts = [ap for ap, scouted in attacks if scouted]
    return by_ap[min(scouts) if scouts else max(ap for ap, _ in attacks)]


@rule("TOCS-W2.4-5", "TOCS-W19.1-1")
def strengths(chart: Modifiers, battle: Battle, side: str) -> tuple[int, tuple[str, ...]]:
    """The total strength of a side ("attacker" or "defender") and its working, a line a unit (TOCS-3.9-1, TOCS-3.9-4)."""
    fighters = battle.attackers if side == "attacker" else battle.defenders
    worked = [_unit_strength(chart, battle, fighter, side) for fighter in fighters]
    total = sum(value for value, _ in worked)
    lines = [line for _, line in worked]
    for item in _applicable(chart, battle, side, "company"):
        count = sum(STRENGTH[item.id](battle, f) for f in fighters)
        each = battle.at_bonus if item.value == "nation.at_bonus" else int(str(item.value))
        if count and each:
            total += count * each
            lines.append(f"{_words(item.id)} {count} x {each:+d}")
    floor = int(str(chart["floor"].value))
    if total < floor:  # TOCS-W19.1-1
        total = floor
        lines.append(f"never below {floor}")
    return total, tuple(lines)


def _applicable(chart: Modifiers, battle: Battle, side: str, scope: str) -> list:  # type: ignore[type-arg]
    return [
        m
        for m in chart.modifiers.values()
        if m.id in STRENGTH and m.scope == scope and m.side in (side, "both")
        and (not battle.carried or m.engagement) and (not m.attacks or battle.level in m.attacks)
    ]  # fmt: skip


def _unit_strength(chart: Modifiers, battle: Battle, fighter: Fighter, side: str) -> tuple[int, str]:
    value, said = Fraction(fighter.counter.strength), [f"{fighter.counter.call} {fighter.counter.strength}"]
    for item in sorted(_applicable(chart, battle, side, "unit"), key=lambda m: m.order):
        if not STRENGTH[item.id](battle, fighter):
            continue
        before = value
        value = _applied(item.op, value, fighter, (item.value, item.minimum))
        if item.id == "mortars":
            value = before + fighter.counter.artillery  # full bombardment strength in a battle of its own (TOCS-W2.4-6)
        if value != before:
            said.append(f"{_words(item.id)} {value}")
    return int(value), ", ".join(said)


def _applied(op: str, value: Fraction, fighter: Fighter, by: tuple[int | str | None, int | None]) -> Fraction:
    """One modifier on one unit. Scaling and halving round up."""
    amount, least = by
    if op == "exclude":
        return Fraction(0)
    if op == "scale":
        return Fraction(ceil(value * Fraction(fighter.steps, fighter.counter.steps)))
    if op == "add":
        lowered = value + int(str(amount)) * fighter.state
        return max(lowered, Fraction(min(least or 0, int(value))))
    if op == "mul":
        return Fraction(ceil(value * Fraction(str(amount))))
    return value


@rule("TOCS-W19.3-1", "TOCS-W19.3-2", "TOCS-W19.3-3")
def shifts(chart: Modifiers, battle: Battle, side: str) -> tuple[int, tuple[str, ...]]:
    """Column shifts a side has, and their names; those in red do not apply to a battle carried over (TOCS-W19.3-1)."""
    total, said = 0, []
    for item in chart.modifiers.values():
        if item.side != side or item.id not in SHIFTS or (battle.carried and not item.engagement):
            continue
        if item.attacks and battle.level not in item.attacks:
            continue
        if SHIFTS[item.id](battle):
            total += int(str(item.value))
            said.append(f"{_words(item.id)} {item.value}")
    return total, tuple(said)


@rule("TOCS-1.12-2", "TOCS-W10.5-4")
def drms(crt: Grid, battle: Battle) -> tuple[int, tuple[str, ...]]:
    """Modifiers to the 2d6, and their names."""
    fitting = [d for d in crt.drms.values() if d.id in DRMS and DRMS[d.id](battle)]
    return sum(int(str(d.value)) for d in fitting), tuple(f"{_words(d.id)} {int(str(d.value)):+d}" for d in fitting)


@rule("TOCS-W19.2-1", "TOCS-W19.2-2", "TOCS-W1.9-1", "TOCS-W11.20-1", "TOCS-W11.21-1", "TOCS-W11.23-1")
def terrain_row(crt: Grid, terrain: str) -> str:
    """The CRT row of the hex: of those that cover its terrain the one best for the defender."""
    rows = [m for m in crt.row_maps.values() if terrain in m.covers]
    return min(rows, key=lambda m: (sum(m.lines), m.id)).id if rows else "open_farmland"


def _words(modifier: str) -> str:
    return modifier.replace("_", " ")
