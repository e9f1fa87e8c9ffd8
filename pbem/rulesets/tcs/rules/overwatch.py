"""Overwatch: triggers, who may answer one, the marked die, return fire (TCSB-14, TCS3-1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.rolls import Roll, can_fail, meets, throw_for
from pbem.rulesets.tcs.units import TacticalUnit

CHART = "overwatch"
Act = Literal["enters", "overwatch", "returns", "retreats", "changes mode", "mounts", "dismounts", "breaches", "suppressive"]
TRIGGERS: frozenset[Act] = frozenset({"enters", "overwatch"})
NEAR, FAR, ADJACENT = "within_three_of_trigger", "farther", "adjacent_to_trigger"


class Trigger(Value):
    """Something to answer. place: the hex that was entered, or that fired; units: who did it, all of a stack that moves together;
    act: what they did."""

    place: Hex
    units: tuple[str, ...]
    act: Act = "enters"


class Stack(Value):
    """Units of one side in a hex that may answer. marked: any of them has fired overwatch; sees: it sees the trigger, a mortar by
    its spotter; observing: it has a firer that sees for itself; spotter: where the eyes are of one that has none, None for its own.
    """

    place: Hex
    units: tuple[str, ...]
    marked: bool
    sees: bool
    observing: bool = True
    spotter: Hex | None = None


class Answerer(Value):
    """A stack that may answer: the row of the chart it answers by, and the number its die needs ("A" for none)."""

    stack: Stack
    row: str
    needed: str


class MarkedDie(Value):
    """The die of a marked stack; roll: None where none was needed."""

    roll: Roll | None
    fires: bool


@rule("TCSB-14-4", "TCSB-14-12", "TCSB-17-16", "TCSB-21-6", "TCS3-1-2")
def is_trigger(act: Act) -> bool:
    """Does an act let the enemy fire? Entering a hex and overwatch fire do; nothing else, return fire and retreats among it."""
    return act in TRIGGERS


@rule("TCS3-1-10", "TCS3-1-11")
def row_of(charts: ChartBook, trigger: Hex, eyes: Hex) -> str:
    """The row by which a stack answers: next to the trigger, within three hexes, or farther. Mortars count by their spotter."""
    away = distance(trigger, eyes)
    return ADJACENT if away <= 1 else NEAR if away <= _near(charts) else FAR


@rule("TCS3-1-3", "TCS3-1-5", "TCSB-3-9")
def needed_by(charts: ChartBook, stack: Stack, row: str) -> str:
    """What its die needs: nothing unmarked; marked the chart's number, higher for those who shoot by another's eyes."""
    state = "unmarked" if not stack.marked else "marked_self_observing" if stack.observing else "marked_via_spotter"
    return charts.sheet(CHART).cell(row, state)


@rule("TCS3-1-4", "TCS3-1-7", "TCS3-1-10")
def may_answer(charts: ChartBook, trigger: Trigger, stacks: Iterable[Stack]) -> tuple[Answerer, ...]:
    """The stacks that may answer a trigger, nearest first: those that see it. `within_cap` says how many of the far ones."""
    found = []
    for stack in stacks:
        if stack.sees and is_trigger(trigger.act):
            row = row_of(charts, trigger.place, stack.spotter or stack.place)
            found.append(Answerer(stack, row, needed_by(charts, stack, row)))
    return tuple(sorted(found, key=lambda answer: (distance(trigger.place, answer.stack.place), answer.stack.place)))


@rule("TCS3-1-7")
def within_cap(charts: ChartBook, answering: Sequence[Answerer], rank: Mapping[Hex, int]) -> tuple[Answerer, ...]:
    """Of the stacks that would fire those that may: all within three hexes, and one other, the side's first by rank.

    rank: by hex of the stack, the lower first; who has none comes last, nearer before farther.
    """
    others = whole(section(charts.sheet(CHART).extras, "cap"), "others")
    far = [answer for answer in answering if answer.row == FAR]
    far.sort(key=lambda answer: rank.get(answer.stack.place, len(rank) + max(rank.values(), default=0)))
    chosen = {id(answer) for answer in far[:others]}
    return tuple(answer for answer in answering if answer.row != FAR or id(answer) in chosen)


@rule("TCS3-1-5")
def throw_marked_die(charts: ChartBook, dice: Dice, occasion: str, answer: Answerer) -> MarkedDie:
    """A marked stack throws once, all its units by the one die; unmarked or next to the trigger nothing is thrown."""
    if not can_fail(answer.needed):
        return MarkedDie(None, True)
    roll = throw_for(dice, occasion, charts.sheet(CHART))
    return MarkedDie(roll, meets(roll.value, answer.needed))


@rule("TCSB-14-10")
def marked_together(stack: Iterable[TacticalUnit]) -> tuple[TacticalUnit, ...]:
    """Those of a stack who take its mark: if anybody has fired overwatch, all who have not."""
    units = tuple(stack)
    return tuple(unit for unit in units if not unit.overwatch) if any(unit.overwatch for unit in units) else ()


@rule("TCSB-14-13", "TCSB-14-14", "TCSB-14-15")
def may_fire_overwatch(unit: TacticalUnit, battery: bool, fired_in_phase: bool, fired_at_trigger: bool) -> bool:
    """May a unit of an answering stack fire? Not paralyzed, not a battery, once a trigger, a mortar once an Action Phase."""
    if unit.paralyzed or battery or fired_at_trigger or unit.steps == 0:
        return False
    return not (unit.counter.type == "mortar_section" and fired_in_phase)


@rule("TCSB-14-16")
def ends_movement(unit: TacticalUnit) -> bool:
    """Does a unit's movement end after fire at it? When it is suppressed or paralyzed, or gone."""
    return unit.suppressed or unit.paralyzed or unit.steps == 0


def _near(charts: ChartBook) -> int:
    return whole(section(charts.sheet(CHART).extras, "cap"), "within")
