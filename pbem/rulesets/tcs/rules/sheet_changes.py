"""What becomes of op sheets in the Command Phase: amended, joined, its alternate taken; FragOrds; the line-entry form (TCSB-6)."""

from collections.abc import Iterable, Sequence

from pbem.kernel.charts.chart import Check
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.sheets import DEFENSES, OpSheet, SheetType
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words.sheet import change_of

JOIN_REACH = 3
_REWRITTEN = ("objective", "left", "right", "options", "alternate", "type")


class Circumstances(Value):
    """What weighs on the roll by which a force changes what it does. staff: it is on a sheet with a battalion staff; module: what
    the module gives the side."""

    force: tuple[TacticalUnit, ...]
    staff: bool = False
    night: bool = False
    module: int = 0


@rule("TCSB-6-18")
def weighted_after(before: OpSheet, after: OpSheet) -> int:
    """The weighted turns of a sheet that is not in force after a change: none of them when its force loses a unit or its objective
    or boundaries change, half of them, fractions down, when units are added, all of them else."""
    lost = set(before.force) - set(after.force)
    if lost or any(getattr(before, name) != getattr(after, name) for name in _REWRITTEN):
        return 0
    return before.weighted // 2 if set(after.force) > set(before.force) else before.weighted


@rule("TCSB-6-18")
def amended(before: OpSheet, after: OpSheet) -> OpSheet | Refusal:
    """The sheet as it is after a change, with what the change costs; a sheet in force is not amended."""
    if before.status != "unimplemented":
        return illegal(say("{sheet} is in force: CALL OFF ends it, a new one takes its place", sheet=before.id), "TCSB-6-18")
    return replace(after, weighted=weighted_after(before, after))


@rule("TCSB-6-19")
def why_not_join(sheet: OpSheet, unit: TacticalUnit, assigned: bool, force: Iterable[TacticalUnit]) -> Refusal | None:
    """Why a unit cannot be added to a sheet in force, None when it can. assigned: it is on a sheet in force."""
    if sheet.status != "implemented":
        return illegal(say("{sheet} is not in force: change its FORCE", sheet=sheet.id), "TCSB-6-19", change_of(sheet.id))
    if assigned:
        return illegal(say("{unit} is on another sheet in force", unit=unit.id), "TCSB-6-19")
    if all(distance(unit.hex, other.hex) > JOIN_REACH for other in force):
        words = say("{unit} is more than {reach} hexes from the units of {sheet}", unit=unit.id, reach=JOIN_REACH, sheet=sheet.id)
        return illegal(words, "TCSB-6-19")
    return None


@rule("TCSB-6-19")
def joined(sheet: OpSheet, units: Iterable[TacticalUnit]) -> OpSheet:
    """A sheet in force with further units, whose steps count from now on; they act on it from the next turn."""
    more = tuple(unit for unit in units if unit.id not in sheet.force)
    begun, names = sheet.begun + sum(unit.steps for unit in more), tuple(unit.id for unit in more)
    return replace(sheet, force=(*sheet.force, *names), begun=begun, joining=(*sheet.joining, *names))


@rule("TCSB-6-33", "TCSB-6-34", "TCSB-6-35", "TCSB-6-38")
def change_roll(chart: Check, facts: Circumstances) -> int:
    """What is added to the die by which a reserve is committed, an alternate taken or a FragOrd followed (`reserve-roll`)."""
    force = facts.force
    fits = {
        "radio": bool(force) and all(unit.counter.vehicle or unit.rides for unit in force),
        "staff": facts.staff,
        "night": facts.night,
        "under_fire": any(unit.under_fire or unit.before for unit in force),
    }
    fixed = sum(_figure(chart, name) for name, so in fits.items() if so)
    module = chart.drms["module_command"]
    return fixed + max(module.lo or 0, min(module.hi or 0, facts.module))


@rule("TCSB-6-33", "TCSB-6-34")
def change_passes(chart: Check, die: int, facts: Circumstances) -> bool:
    """Does a die come off?"""
    target = chart.trial.target
    if not isinstance(target, int):
        raise TypeError(f"{chart.id} has no figure to reach")
    return die + change_roll(chart, facts) >= target


def _figure(chart: Check, name: str) -> int:
    value = chart.drms[name].value
    if not isinstance(value, int):
        raise TypeError(f"{chart.id}: {name} has no figure")
    return value


@rule("TCSB-6-34")
def why_no_alternate(sheet: OpSheet) -> Refusal | None:
    """Why a sheet cannot take its alternate, None when it can be tried: once in its life, in force, of an attack or a defense."""
    if sheet.status != "implemented" or sheet.type not in ("attack", *DEFENSES):
        return illegal(say("{sheet} is no attack or defense in force", sheet=sheet.id), "TCSB-6-34")
    if sheet.alternate is None:
        return illegal(say("{sheet} has no alternate, or has taken it", sheet=sheet.id), "TCSB-6-34")
    return None


@rule("TCSB-6-34")
def on_alternate(sheet: OpSheet, steps: int, turn: int) -> OpSheet:
    """The sheet with its alternate for its mission, from this turn on; steps: those of its force now. ValueError: it has none."""
    other = sheet.alternate
    if other is None:
        raise ValueError(f"{sheet.id} has no alternate")
    left, right = (other.left or sheet.left), (other.right or sheet.right)
    return replace(
        sheet, type=other.type, objective=other.objective, left=left, right=right, alternate=None, begun=steps, turn=turn
    )


FRAGORD_MORALE = 1
"""What a FragOrd adds to the sum of the battalion (TCSARM-4.8-2)."""


@rule("TCSARM-4.8-1", "TCSB-6-37", "TCSB-6-39")
def why_no_fragord(sheet: OpSheet, unit: TacticalUnit) -> Refusal | None:
    """Why a unit may not be sent ahead on a sheet: it must be on it, the sheet not in force, and it rolls once for it."""
    if sheet.status != "unimplemented":
        return illegal(say("{sheet} is in force: its units need no FragOrd", sheet=sheet.id), "TCSARM-4.8-1")
    if unit.id not in sheet.force:
        return illegal(say("{unit} is not on {sheet}", unit=unit.id, sheet=sheet.id), "TCSARM-4.8-1")
    if unit.fragord == sheet.id:
        return illegal(say("{unit} acts on a FragOrd already", unit=unit.id), "TCSB-6-39")
    return None


@rule("TCSARM-4.8-1")
def rolls_together(units: Iterable[TacticalUnit]) -> tuple[tuple[TacticalUnit, ...], ...]:
    """Units by the rolls that they make for a FragOrd: those of a tank platoon make one, anybody else one of their own."""
    found: dict[tuple[str, ...], list[TacticalUnit]] = {}
    for unit in units:
        found.setdefault(unit.chain[:2] if unit.counter.armor else (unit.id,), []).append(unit)
    return tuple(map(tuple, found.values()))


@rule("TCSB-6-41")
def combined_morale(parts: Sequence[TacticalUnit]) -> int:
    """The morale of a platoon that was combined: the worst of its parts."""
    return max(unit.morale for unit in parts)


@rule("TCS3-5-3")
def line_entry(number: str, kind: SheetType, units: Sequence[TacticalUnit], objective: tuple[Hex, ...], turn: int) -> OpSheet:
    """A sheet in one line, where the option is played: no boundaries, stages or alternates; when it fails its units withdraw to
    where they began (`line-entry`)."""
    starts = tuple(dict.fromkeys(unit.hex for unit in units))
    return OpSheet(number, kind, tuple(unit.id for unit in units), "", objective, rally=starts, written=turn)
