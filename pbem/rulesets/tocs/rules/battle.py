"""A battle's sum: its level, strengths, column shifts, dice modifiers and row (TOCS-3.9, W19). Facts in, reckonings out."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from pbem.kernel.charts.entries import texts, whole
from pbem.kernel.charts.tables import Grid, Modifier, Modifiers
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.rules.modifiers import (
    DRMS,
    EFFORTS,
    HEX,
    OPEN_WATER,
    RANGED,
    SHIFTS,
    STRENGTH,
    WAITS,
    WET,
    Battle,
    Fighter,
    Fire,
)
from pbem.rulesets.tocs.units import Attack

__all__ = [
    "DRMS",
    "EFFORTS",
    "HEX",
    "OPEN_WATER",
    "RANGED",
    "SHIFTS",
    "STRENGTH",
    "WAITS",
    "WET",
    "Battle",
    "BattleSum",
    "Fighter",
    "Fire",
    "computed",
    "drms",
    "level_of",
    "shifts",
    "step_by_step",
    "strength_of",
    "strengths",
    "terrain_row",
]  # fmt: skip


OVER_WATER, RIVERS = phrase("over open water"), ("river_minor", "river_medium_or_major")
_TERM = re.compile(r"(?<![\w/.-])[a-z]{2,}(?: [a-z]{2,})*(?![\w/])")  # a name of a chart, which no number or call is


class Strength(NamedTuple):
    """What a fighter, the hex or a gun adds to a side, and its line of the working."""

    value: int
    line: str


class BattleSum(NamedTuple):
    """What things add up to (strengths, column shifts, a modifier to the roll), and a line or a name for each of them."""

    total: int
    lines: tuple[str, ...]


@rule("TOCS-W19.0-3", "TOCS-W19.0-4", "TOCS-W10.4-14")
def level_of(attacks: tuple[Attack, ...]) -> str:
    """The level of a battle from its attacks: the longest governs, but to keep the recon shift the whole attack drops to the
    shortest of the units that scouted or probed."""
    by_ap = {ap: name for name, ap in EFFORTS.items()}
    scouts = [attack.ap for attack in attacks if attack.scouted or attack.probed]
    return by_ap[min(scouts) if scouts else max(attack.ap for attack in attacks)]


@rule("TOCS-W2.4-5", "TOCS-W19.1-1")
def strengths(chart: Modifiers, battle: Battle, side: str) -> BattleSum:
    """The total strength of a side ("attacker" or "defender") and its working, a line a unit (TOCS-3.9-1, TOCS-3.9-4)."""
    fighters = battle.attackers if side == "attacker" else battle.defenders
    worked = [_unit_strength(chart, battle, fighter, side) for fighter in fighters]
    worked += [*_by_company(chart, battle, side), *_of_the_hex(chart, battle, side), *_ranged(chart, battle, side)]
    total = sum(value for value, _ in worked)
    lines = [line for _, line in worked]
    least = int(str(chart["floor"].value))
    if total < least:  # TOCS-W19.1-1
        total = least
        lines.append(f"{phrase('never below')} {least}")
    return BattleSum(total, tuple(lines))


def _by_company(chart: Modifiers, battle: Battle, side: str) -> list[Strength]:
    """What each company of a side adds that a modifier is for: as much as the chart says, or as its nation has it."""
    fighters = battle.attackers if side == "attacker" else battle.defenders
    added = []
    for item in _applicable(chart, battle, side, "company"):
        nations = item.value == "nation.at_bonus"
        worth = Counter(f.at_bonus if nations else int(str(item.value)) for f in fighters if STRENGTH[item.id](battle, f))
        added += [Strength(count * each, f"{_words(item.id)} {count} x {each:+d}") for each, count in sorted(worth.items())]
    return added


def strength_of(chart: Modifiers, battle: Battle, attacker: Fighter) -> int:
    """What an attacker's own strength counts for in the battle's sum."""
    return _unit_strength(chart, battle, attacker, "attacker").value


@rule("TOCS-W10.11-3")
def _of_the_hex(chart: Modifiers, battle: Battle, side: str) -> list[Strength]:
    """What the hex itself adds to a side."""
    items = [m for m in chart.modifiers.values() if m.id in HEX and m.extras["side"] == side and HEX[m.id](battle)]
    counted = [m for m in items if not battle.carried or m.extras["engagement"]]
    return [Strength(int(str(m.value)), f"{_words(m.id)} {int(str(m.value)):+d}") for m in counted]


@rule("TOCS-3.9-4", "TOCS-W10.24-6", "TOCS-W10.25-3", "TOCS-W2.4-6")
def _ranged(chart: Modifiers, battle: Battle, side: str) -> list[Strength]:
    """What guns out of the battle add to a side: a strike once their strength, a bombardment twice, TOT by its chart."""
    added = []
    for fire in battle.fire.get(side, ()):
        item = chart[fire.kind]
        if item.extras["side"] in (side, "both") and (not battle.carried or item.extras["engagement"]):
            value = int(fire.strength * Fraction(str(item.value)))
            added.append(Strength(value, f"{fire.call} {_words(fire.kind)} {value:+d}"))
    return added


def _applicable(chart: Modifiers, battle: Battle, side: str, scope: str) -> list[Modifier]:
    return [
        m for m in chart.modifiers.values()
        if m.id in STRENGTH and m.extras["scope"] == scope and m.extras["side"] in (side, "both") and _is_of(m, battle)
    ]  # fmt: skip


def _is_of(item: Modifier, battle: Battle) -> bool:
    """Does a modifier count in a battle that is carried over or not, of this level?"""
    levels = texts(item.extras, "attacks")
    return (not battle.carried or bool(item.extras["engagement"])) and (not levels or battle.level in levels)


def _unit_strength(chart: Modifiers, battle: Battle, fighter: Fighter, side: str) -> Strength:
    value, said = Fraction(fighter.counter.strength), [f"{fighter.counter.call} {fighter.counter.strength}"]
    for item in sorted(_applicable(chart, battle, side, "unit"), key=lambda m: whole(m.extras, "order")):
        if not STRENGTH[item.id](battle, fighter):
            continue
        before = value
        value = _applied(item, value, fighter)
        if item.id == "mortars":
            # full bombardment strength in a battle of its own, in proportion to the steps left (TOCS-W2.4-6)
            guns = Fraction(fighter.counter.artillery * fighter.steps, fighter.counter.steps)
            value = before + ceil(guns * Fraction(str(item.value)))
        if value != before:
            said.append(f"{_words(item.id)} {value}")
    return Strength(int(value), ", ".join(said))


PER: Mapping[str, Callable[[Fighter], int]] = {
    "": lambda fighter: 1,
    "state below good order": lambda fighter: fighter.state,
    "step lost": lambda fighter: fighter.counter.steps - fighter.steps,
}
"""How often what a modifier adds is added, by its key `per`."""


def _applied(item: Modifier, value: Fraction, fighter: Fighter) -> Fraction:
    """One modifier on one unit. Scaling and halving round up, or down where the chart says so."""
    rounded = floor if item.extras["round"] == "down" else ceil
    if item.op == "exclude":
        return Fraction(0)
    if item.op == "scale":
        return Fraction(rounded(value * Fraction(fighter.steps, fighter.counter.steps)))
    if item.op == "add":
        lowered = value + int(str(item.value)) * PER[str(item.extras["per"])](fighter)
        return max(lowered, Fraction(min(whole(item.extras, "minimum"), int(value))))
    if item.op == "mul":
        return Fraction(rounded(value * Fraction(str(item.value))))
    return value


@rule("TOCS-W19.3-1", "TOCS-W19.3-2", "TOCS-W19.3-3")
def shifts(chart: Modifiers, battle: Battle, side: str) -> BattleSum:
    """Column shifts a side has, and their names; those in red do not apply to a battle carried over (TOCS-W19.3-1)."""
    mine = (m for m in chart.modifiers.values() if m.extras["side"] == side and m.id in SHIFTS)
    fitting = [m for m in mine if _is_of(m, battle) and SHIFTS[m.id](battle)]
    counted = [m for m in fitting if not any(_beats(other, m) for other in fitting)]
    return BattleSum(sum(_worth(m) for m in counted), tuple(f"{_words(m.id)} {m.value}" for m in counted))


def _beats(other: Modifier, item: Modifier) -> bool:
    """Do two shifts exclude each other, and is the other worth more, or as much and first in the chart?"""
    if other.id == item.id or not (item.id in texts(other.extras, "excludes") or other.id in texts(item.extras, "excludes")):
        return False
    return _worth(other) > _worth(item) or (_worth(other) == _worth(item) and item.id in texts(other.extras, "excludes"))


def _worth(item: Modifier) -> int:
    return int(str(item.value))


@rule("TOCS-1.12-2", "TOCS-W10.5-4")
def drms(crt: Grid, battle: Battle) -> BattleSum:
    """Modifiers to the 2d6, and their names."""
    fitting = [d for d in crt.drms.values() if d.id in DRMS and DRMS[d.id](battle)]
    names = tuple(f"{_named(battle, d.id)} {int(str(d.value)):+d}" for d in fitting)
    return BattleSum(sum(int(str(d.value)) for d in fitting), names)


@rule("TOCS-W19.2-1", "TOCS-W19.2-2", "TOCS-W1.9-1", "TOCS-W11.20-1", "TOCS-W11.21-1", "TOCS-W11.23-1")
@rule("TOCS-W11.17-1", "TOCS-W11.18-1", "TOCS-W11.22-1", "TOCS-W11.24-1", "TOCS-W11.25-1")
def terrain_row(crt: Grid, kinds: tuple[str, ...]) -> str:
    """The CRT row of a hex with these kinds of terrain: of those that cover any of them the one best for the defender."""
    rows = [m for m in crt.row_maps.values() if set(kinds) & set(m.covers)]
    return min(rows, key=lambda m: (sum(m.lines), m.id)).id if rows else "open_farmland"


def computed(line: str) -> str:
    """A line of a battle's working (`E/504 6, step losses 5`) with the names of its charts in the language spoken: so the annals
    of a campaign have it, which are put together again from every journal."""
    return _TERM.sub(lambda term: text(term[0]), line)


def step_by_step(line: str) -> str:
    """The same with what a unit's strength came to by each of them as such: `E/504 6, 5 after step losses`."""
    first, *then = computed(line).split(", ")
    cuts = (cut.rpartition(" ") for cut in then)
    return ", ".join((first, *(say("{value} after {cut}", value=value, cut=cut) for cut, _, value in cuts)))


def _named(battle: Battle, drm: str) -> str:
    """A modifier in words: a lake or the sea counts as a wide river, and is called what it is."""
    return OVER_WATER if battle.water == OPEN_WATER and drm in RIVERS else _words(drm)


def _words(modifier: str) -> str:
    return modifier.replace("_", " ")
