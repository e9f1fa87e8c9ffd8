"""What a side's policies come to for one unit: a value with a field for each key, made of the narrowest lines."""

from collections.abc import Callable, Mapping
from typing import Literal

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Condition
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

ClassWord = Literal["armour", "soft", "guns", "foot", "any"]
Segment = Literal["initial", "normal", "final"]
Until = Literal["", "fired", "triggers"]
_CLASSES: tuple[ClassWord, ...] = ("armour", "soft", "guns", "foot", "any")
_SEGMENTS: tuple[Segment, ...] = ("initial", "normal", "final")
FOOT_RANGE, VEHICLE_RANGE = 8, 16
_ALL, _SHEET, _STACK, _UNITS = range(4)


class UnitPolicy(Value):
    """What answers for a unit. hold: it fires no overwatch, until: "fired" (on it), "triggers" (of which `triggers` must have
    come), ""
    for never; targets: the best first, only: nothing else; marked: it tries the die of a marked stack; distant: its place in line,
    0 for none; return_at: "nearest", "strongest", "none", or the name of an enemy; pair: "auto", "none", or the infantry and the
    gun;
    syr: hexes to make for, syr_toward: a direction; rounds, leave_under: how long it stands in an assault; sfa: hexes in order,
    () for the strongest at the nearest, sfa_none: not at all; second: its side goes second where it may choose; mortar, fallback,
    smoke, leader: for armor."""

    hold: bool = False
    until: Until = ""
    triggers: int = 0
    range: int = FOOT_RANGE
    targets: tuple[ClassWord, ...] = ("foot", "guns", "soft")
    only: bool = False
    odds: int = 5
    column: int = 1
    marked: bool = True
    adjacent: bool = True
    distant: int = 0
    return_at: str = "nearest"
    defiladed: bool = True
    pair: tuple[str, ...] = ("auto",)
    antitank: tuple[ClassWord, ...] = ("armour", "any")
    double: bool = True
    guns_first: bool = False
    syr: tuple[Hex, ...] = ()
    syr_toward: str = ""
    rounds: int = 3
    leave_under: int = 0
    sfa: tuple[Hex, ...] = ()
    sfa_none: bool = False
    second: bool = False
    mortar: Segment = "normal"
    fallback: Condition | None = None
    fallback_toward: str = ""
    fallback_to: Hex | None = None
    smoke: Hex | None = None
    leader: bool = True


@rule("TCS3-1-3")
def policy_of(standing: StandingFile, forces: TacticalForces, unit: TacticalUnit) -> UnitPolicy:
    """The policy of a unit by its side's file: of each key the narrowest line that names it, its stack, its sheet, or all."""
    said: dict[str, Act] = {}
    for act in sorted(standing, key=_narrowness):
        if _is_for(act, forces, unit):
            said[act.verb.removeprefix("policy ")] = act
    policy = _of_day_one(unit)
    for key, act in said.items():
        policy = READERS[key](policy, act)
    return policy


def _of_day_one(unit: TacticalUnit) -> UnitPolicy:
    """What holds where nothing is said."""
    at = UnitPolicy(range=VEHICLE_RANGE if unit.counter.vehicle else FOOT_RANGE)
    return replace(at, targets=("armour", "soft", "guns", "foot")) if unit.counter.point else at


def _narrowness(act: Act) -> tuple[int, int]:
    """How narrow a line is, the widest first."""
    units = act.texts("UNITS")
    if units:
        return (_UNITS, -len(units))
    return (_STACK if act.hex("HEX_STACK") else _SHEET if act.text("SHEET") else _ALL, 0)


def _is_for(act: Act, forces: TacticalForces, unit: TacticalUnit) -> bool:
    units, stack, sheet = act.texts("UNITS"), act.hex("HEX_STACK"), act.text("SHEET")
    if units:
        return unit.id in units
    if stack:
        return unit.hex == stack
    if sheet:
        return unit.id in (forces.sheets[sheet].force if sheet in forces.sheets else ())
    return True


def _classes(act: Act) -> tuple[ClassWord, ...]:
    return tuple(name for word in act.words for name in _CLASSES if name == word)


def _fire(policy: UnitPolicy, act: Act) -> UnitPolicy:
    triggers = act.number("N") or 0
    until: Until = "fired" if act.says("fired on") else "triggers" if triggers else ""
    return replace(policy, hold=act.says("hold"), until=until, triggers=triggers)


def _return(policy: UnitPolicy, act: Act) -> UnitPolicy:
    words = [word for word in ("nearest", "strongest", "none") if act.says(word)]
    return replace(policy, return_at=act.text("TARGET") or words[0], defiladed=not act.says("defiladed no"))


def _pair(policy: UnitPolicy, act: Act) -> UnitPolicy:
    infantry, gun = act.text("UNIT"), act.text("UNIT_GUN")
    return replace(policy, pair=(infantry, gun) if infantry and gun else ("none" if act.says("none") else "auto",))


def _fallback(policy: UnitPolicy, act: Act) -> UnitPolicy:
    return replace(
        policy, fallback=act.condition(), fallback_toward=act.text("DIRECTION") or "", fallback_to=act.hex()
    )  # fmt: skip


def _antitank(policy: UnitPolicy, act: Act) -> UnitPolicy:
    return replace(policy, antitank=_classes(act), double=not act.says("double no"))


def _rounds(policy: UnitPolicy, act: Act) -> UnitPolicy:
    return replace(policy, rounds=act.number("N") or 0, leave_under=act.number("N_STEPS") or 0)


def _segment(policy: UnitPolicy, act: Act) -> UnitPolicy:
    return replace(policy, mortar=next(name for name in _SEGMENTS if act.says(name)))


READERS: Mapping[str, Callable[[UnitPolicy, Act], UnitPolicy]] = {
    "fire": _fire,
    "range": lambda policy, act: replace(policy, range=act.number("N") or 0),
    "targets": lambda policy, act: replace(policy, targets=_classes(act), only=act.says("only")),
    "odds": lambda policy, act: replace(policy, odds=act.number("N") or 0),
    "column": lambda policy, act: replace(policy, column=act.number("N") or 0),
    "marked": lambda policy, act: replace(policy, marked=act.says("yes")),
    "adjacent": lambda policy, act: replace(policy, adjacent=act.says("fire")),
    "distant": lambda policy, act: replace(policy, distant=act.number("N") or 0),
    "mortar": _segment,
    "return": _return,
    "fallback": _fallback,
    "smoke": lambda policy, act: replace(policy, smoke=act.hex()),
    "pair": _pair,
    "leader": lambda policy, act: replace(policy, leader=act.says("substitute yes")),
    "antitank": _antitank,
    "losses": lambda policy, act: replace(policy, guns_first=act.says("guns first")),
    "syr": lambda policy, act: replace(policy, syr=act.hexes(), syr_toward=act.text("DIRECTION") or ""),
    "assault": _rounds,
    "turn": lambda policy, act: replace(policy, second=act.says("second")),
    "sfa": lambda policy, act: replace(policy, sfa=act.hexes(), sfa_none=act.says("none")),
}
"""What each key makes of a policy."""
