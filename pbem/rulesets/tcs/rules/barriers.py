"""Wire and roadblocks: whom they hinder and stop, who sees them, how they are cleared (TCSB-27-9)."""

from collections.abc import Collection, Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, flag, section, text, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.plots import Barrier, BarrierKind
from pbem.rulesets.tcs.rules.minefields import ENGINEERS, MineThrow
from pbem.rulesets.tcs.rules.rolls import meets, throw_as
from pbem.rulesets.tcs.units import MoveClass, TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

CHART = "barriers"


@rule("TCSB-27-9")
def hinders(charts: ChartBook, barrier: Barrier, side: str) -> bool:
    """Does a barrier cost a side anything? Not its own wire, through which it knows the gaps."""
    return barrier.side != side or not flag(_record(charts, barrier.kind), "gaps")


@rule("TCSB-27-9")
def barred(charts: ChartBook, forces: TacticalForces) -> Mapping[Hex, BarrierKind]:
    """Barriers that a side knows of and that hinder its units."""
    return {hex_: there.kind for hex_, there in forces.barriers.items() if hinders(charts, there, forces.side)}


@rule("TCSB-27-9")
def stops(charts: ChartBook, kind: BarrierKind, move: MoveClass) -> bool:
    """Does who enters end its movement there?"""
    return _record(charts, kind)["stops"] == move


@rule("TCSB-27-9")
def flattens(charts: ChartBook, kind: BarrierKind, moves: Collection[MoveClass]) -> bool:
    """Do some who enter together roll it flat?"""
    return _record(charts, kind)["flattened"] in moves


@rule("TCSB-27-9", "TCSB-7-1")
def seen_within(charts: ChartBook, kind: BarrierKind) -> int:
    """How near one must be to see it, in hexes, with a clear line."""
    return whole(_record(charts, kind), "seen")


@rule("TCSB-27-9", "TCSB-26-5")
def needed_to_clear(charts: ChartBook, unit: TacticalUnit, kind: BarrierKind) -> str:
    """The number or more on a die; engineers do it better."""
    return str(_record(charts, kind)["engineers" if unit.counter.type == ENGINEERS else "clear"])


@rule("TCSB-27-9")
def clear(charts: ChartBook, dice: Dice, occasion: str, needed: str) -> MineThrow:
    """Throws a try to clear a barrier."""
    roll = throw_as(dice, occasion, text(section(charts.records(CHART).extras, "clear"), "dice"))
    return MineThrow(needed, roll, meets(roll.value, needed))


@rule("TCSB-27-9", "TCSB-22-5")
def shift_in_wire(charts: ChartBook, here: Barrier | None, side: str, round_: int) -> int:
    """What is added to the dice against men who assault a hex with wire of the enemy's, in round 1."""
    tangled = here is not None and here.kind == "wire" and here.side != side and round_ == 1
    return whole(section(charts.records(CHART).extras, "assault"), "adds") if tangled else 0


def with_barrier(barriers: Mapping[Hex, Barrier], hex_: Hex, barrier: Barrier | None) -> Mapping[Hex, Barrier]:
    """Barriers with what stands in a hex now."""
    others = {place: other for place, other in barriers.items() if place != hex_}
    return {**others, hex_: barrier} if barrier else others


def _record(charts: ChartBook, kind: BarrierKind) -> Entry:
    return charts.records(CHART)[kind]
