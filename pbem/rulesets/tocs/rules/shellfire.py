"""Shells on a hex: the modifiers of the roll, and what the cell does to whom (TOCS-W10.24, W10.25, TOCS-1.13)."""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.tables import Grid
from pbem.kernel.dice import Dice
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.cells import fire_cell
from pbem.rulesets.tocs.rules.target_dice import struck

BUILT_UP = ("town", "suburb", "city")
TREES = ("woods", "forest")
WORKS = {"entrenched": 1, "strongpoint": 2, "fortified_area": 3}
FOOT = ("foot", "horse", "cavalry")
COMPANIES = ("company", "half_company", "hq_company")


class Target(Value):
    """A unit under fire: its counter and the steps it has left."""

    unit: str
    counter: Counter
    steps: int


class Shoot(Value):
    """The facts of a mission that bear on its roll. works: level of the position the targets have, "" for none; built: what
    else the shells may fall on (bridges, facilities, stores), by name, with the damage points each can still take; spotter: an
    aerial spotter is over the hex; shore: naval guns fire, at more than half their range."""

    kind: str
    observed: bool
    night: bool
    terrain: str
    works: str
    targets: tuple[Target, ...]
    aim: str = ""
    built: Mapping[str, int] = field(default_factory=dict)
    spotter: bool = False
    shore: bool = False


WAITS: Mapping[str, str] = {
    "in_column": phrase("a mark of who came by road"),
}
STRUCTURES = ("bridge", "facility")
"""What is built and can be aimed at: who aims at it spares the troops in the hex."""
KNOWN = ("aerial_spotter", "observer", "harassing", "night_unobserved", "built_up", "bridge", "shore")
"""What the firer knows of himself and of the map; the other modifiers are the target's and are not told."""


def _afoot(shoot: Shoot) -> bool:
    return any(t.counter.mobility in FOOT for t in shoot.targets)


def _under_works(shoot: Shoot) -> bool:
    return shoot.works in WORKS and any(t.counter.kind in COMPANIES for t in shoot.targets)


def _armoured(shoot: Shoot) -> bool:
    return bool(shoot.aim and shoot.targets) and all(t.counter.mobility == "armored" for t in shoot.targets)


def _bridge(shoot: Shoot) -> bool:
    return shoot.aim == "bridge"


FITS: Mapping[str, Callable[[Shoot], bool]] = {
    "aerial_spotter": lambda s: s.spotter,
    "observer": lambda s: s.observed and s.kind != "harass",
    "harassing": lambda s: s.kind == "harass",
    "night_unobserved": lambda s: s.night and not s.observed,
    "entrenched": _under_works,
    "built_up": lambda s: s.terrain in BUILT_UP,
    "tree_burst": lambda s: s.terrain in TREES and _afoot(s) and not _under_works(s),
    "armoured_target": _armoured,
    "bridge": _bridge,
    "shore": lambda s: s.shore,
}


@rule("TOCS-W2.6.2-4", "TOCS-W10.24-4")
def drms(grid: Grid, shoot: Shoot) -> tuple[tuple[str, int], ...]:
    """The modifiers of a mission's roll: each with its value; deeper works count for more."""
    fitting = [d for d in grid.drms.values() if d.id in FITS and FITS[d.id](shoot)]
    return tuple((d.id, int(str(d.value)) * (WORKS[shoot.works] if d.id == "entrenched" else 1)) for d in fitting)


class Hit(Value):
    """What a mission did to one target, by its call or its name among what is built: steps or damage points, and states."""

    call: str
    steps: int
    states: int


@rule("TOCS-W10.24-4", "TOCS-W10.25-2", "TOCS-W8.2-6", "TOCS-1.13-1", "TOCS-1.13-2", "TOCS-W5.0-2")
def hits(dice: Dice, occasion: str, shoot: Shoot, cell: str) -> tuple[Hit, ...]:
    """Who and what is hit, and how: every target that the letter picks falls a state and takes the damage, a unit as much
    as a bridge, a facility or a store. What one cannot take falls on others at random until it is used up; aimed fire
    stays on its target."""
    damage, letter = fire_cell(cell)
    left = {t.counter.call: t.steps for t in shoot.targets} | dict(shoot.built)  # a throw is named for what the owner calls it
    found: dict[str, Hit] = {}
    over = 0
    for call in struck(dice, occasion, tuple(left), "d" if shoot.aim and letter else letter):
        taken = min(damage, left[call])
        over += damage - taken
        left[call] -= taken
        found[call] = Hit(call, taken, 1)
    while over and not shoot.aim and any(left.values()):
        call = struck(dice, f"{occasion}/more{over}", [c for c, steps in left.items() if steps], "d")[0]
        before = found.get(call, Hit(call, 0, 0))
        left[call] -= 1
        over -= 1
        found[call] = Hit(call, before.steps + 1, before.states)
    return tuple(found[call] for call in sorted(found))
