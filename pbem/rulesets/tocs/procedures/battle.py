"""A battle's sum: its level, strengths, column shifts, dice modifiers and row (TOCS-3.9, W19). Facts in, reckonings out."""

import re
from collections import Counter
from fractions import Fraction
from math import ceil

from pbem.kernel.rulebook import rule
from pbem.kernel.tables import Grid, Modifiers
from pbem.kernel.tongue import phrase, text
from pbem.rulesets.tocs.procedures.modifiers import (
    DRMS,
    EFFORTS,
    HEX,
    RANGED,
    SHIFTS,
    STRENGTH,
    WAITS,
    WET,
    Battle,
    Fighter,
    Fire,
)

__all__ = [
    "DRMS", "EFFORTS", "HEX", "RANGED", "SHIFTS", "STRENGTH", "WAITS", "WET", "Battle", "Fighter", "Fire",
    "drms", "level_of", "reckoned", "shifts", "strength_of", "strengths", "terrain_row",
]  # fmt: skip


_TERM = re.compile(r"(?<![\w/.-])[a-z]{2,}(?: [a-z]{2,})*(?![\w/])")  # a name of a chart, which no number or call is


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
        nations = item.value == "nation.at_bonus"
        worth = Counter(f.at_bonus if nations else int(str(item.value)) for f in fighters if STRENGTH[item.id](battle, f))
        for each, count in sorted(worth.items()):
            total += count * each
            lines.append(f"{_words(item.id)} {count} x {each:+d}")
    for value, line in (*_of_the_hex(chart, battle, side), *_ranged(chart, battle, side)):
        total += value
        lines.append(line)
    floor = int(str(chart["floor"].value))
    if total < floor:  # TOCS-W19.1-1
        total = floor
        lines.append(f"{phrase('never below')} {floor}")
    return total, tuple(lines)


def strength_of(chart: Modifiers, battle: Battle, attacker: Fighter) -> int:
    """What an attacker's own strength counts for in the battle's sum."""
    return _unit_strength(chart, battle, attacker, "attacker")[0]


@rule("TOCS-W10.11-3")
def _of_the_hex(chart: Modifiers, battle: Battle, side: str) -> list[tuple[int, str]]:
    """What the hex itself adds to a side."""
    items = [m for m in chart.modifiers.values() if m.id in HEX and m.side == side and HEX[m.id](battle)]
    return [(int(str(m.value)), f"{_words(m.id)} {int(str(m.value)):+d}") for m in items if not battle.carried or m.engagement]


@rule("TOCS-3.9-4", "TOCS-W10.24-6", "TOCS-W10.25-3", "TOCS-W2.4-6")
def _ranged(chart: Modifiers, battle: Battle, side: str) -> list[tuple[int, str]]:
    """What guns out of the battle add to a side: a strike once their strength, a bombardment twice, TOT by its chart."""
    added = []
    for fire in battle.fire.get(side, ()):
        item = chart[fire.kind]
        if item.side in (side, "both") and (not battle.carried or item.engagement):
            value = int(fire.strength * Fraction(str(item.value)))
            added.append((value, f"{fire.call} {_words(fire.kind)} {value:+d}"))
    return added


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
        times = fighter.state if item.id == "degraded" else 1
        value = _applied(item.op, value, (fighter, times), (item.value, item.minimum))
        if item.id == "mortars":
            value = before + fighter.counter.artillery  # full bombardment strength in a battle of its own (TOCS-W2.4-6)
        if value != before:
            said.append(f"{_words(item.id)} {value}")
    return int(value), ", ".join(said)


def _applied(op: str, value: Fraction, on: tuple[Fighter, int], by: tuple[int | str | None, int | None]) -> Fraction:
    """One modifier on one unit; what is added is added so many times. Scaling and halving round up."""
    (fighter, times), (amount, least) = on, by
    if op == "exclude":
        return Fraction(0)
    if op == "scale":
        return Fraction(ceil(value * Fraction(fighter.steps, fighter.counter.steps)))
    if op == "add":
        lowered = value + int(str(amount)) * times
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
@rule("TOCS-W11.17-1", "TOCS-W11.18-1", "TOCS-W11.22-1", "TOCS-W11.24-1", "TOCS-W11.25-1")
def terrain_row(crt: Grid, terrain: str) -> str:
    """The CRT row of the hex: of those that cover its terrain the one best for the defender."""
    rows = [m for m in crt.row_maps.values() if terrain in m.covers]
    return min(rows, key=lambda m: (sum(m.lines), m.id)).id if rows else "open_farmland"


def reckoned(line: str) -> str:
    """A line of a battle's working (`E/504 6, step losses 5`) with the names of its charts in the language spoken."""
    return _TERM.sub(lambda term: text(term[0]), line)


def _words(modifier: str) -> str:
    return modifier.replace("_", " ")
