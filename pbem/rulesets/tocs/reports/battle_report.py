"""A battle as one side may know it: its own sum, of the enemy the total alone, dice with their occasion (TOCS-3.9-1)."""

from collections.abc import Iterable
from typing import Any

from pbem.kernel.counting import counted
from pbem.kernel.rulebook import rule
from pbem.kernel.tables import crt_cell
from pbem.reports.document import Block
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.reports.waters import bank_held
from pbem.rulesets.tocs.reports.wording import dice, place

KEPT = (o.BankSeen, o.BattleSeen, o.BattleFoughtSeen, o.PrisonerHeard, o.CiviliansHeard, o.OwnFieldReport, o.FieldBattleEndedSeen)
HOW = {"agreed": "both reports agree", "ruled": "by the host's ruling", "late": "a report did not come in time"}


def kept(seen: Any) -> bool:
    """Is this observation kept so that WHY can explain the battle later?"""
    return isinstance(seen, KEPT)


def fought(battles: tuple[Any, ...]) -> tuple[int, ...]:
    """The numbers of the battles that WHY can explain."""
    return tuple(sorted({b.number for b in battles if isinstance(b, o.BattleSeen)}))


def rolled(game: Game, side: str, seen: o.BattleSeen) -> tuple[str, ...]:
    """The roll in two lines."""
    level = f"{seen.level}{' carried over' if seen.carried and seen.level != 'engagement' else ''}"
    head = f"battle {seen.number}, {place(game, seen.hex)}: {level}, we {_role(seen)}; {_odds(seen)}"
    return (head, f"{dice(seen.throw)}{f' {seen.drm:+d}' if seen.drm else ''}: {seen.cell} (attacker/defender)")


def _role(seen: o.BattleSeen) -> str:
    return "attack" if seen.role == "attacker" else "defend"


def _odds(seen: o.BattleSeen) -> str:
    if seen.enemy_total is None:
        return f"our strength {seen.total}, our shifts {seen.shift}"
    ours, theirs = seen.total, seen.enemy_total
    pair = f"{ours}:{theirs}" if seen.role == "attacker" else f"{theirs}:{ours}"
    net = seen.shift - (seen.enemy_shift or 0)
    net = net if seen.role == "attacker" else -net
    return f"{pair}, column {seen.basic_column}, net shift {net:+d}, read at {seen.column}"


def outcome(game: Game, side: str, seen: o.BattleFoughtSeen) -> str:
    """How it ended, in a sentence."""
    enemy = seen.attacker if side == seen.defender else seen.defender
    lost = dict(seen.lost)
    steps = f"we lost {_steps(lost.get(side, 0))}, the enemy {_steps(lost.get(enemy, 0))}"
    back = [game.staff(s).adjective for s in seen.left]
    went = f"; {' and '.join(back)} fell back" if back else ""
    end = "engagement" if seen.engaged else f"{game.staff(seen.holder).adjective} hold the hex"
    return f"battle {seen.number}: {steps}{went}; {end}"


def _steps(count: int) -> str:
    return counted(count, "step") if count else "nothing"


def blocks(game: Game, side: str, news: Iterable[Any]) -> tuple[Block, ...]:
    """A block for each battle among the news: roll, own working, outcome."""
    rolls = {n.number: n for n in news if isinstance(n, o.BattleSeen)}
    ends = {n.number: n for n in news if isinstance(n, o.BattleFoughtSeen)}
    said = [n for n in news if isinstance(n, (o.BankSeen, o.PrisonerHeard, o.CiviliansHeard))]
    return tuple(
        _block(game, side, (rolls.get(number), ends.get(number)), [n for n in said if n.number == number])
        for number in sorted({*rolls, *ends})
    )


def _block(
    game: Game, side: str, battle: tuple[o.BattleSeen | None, o.BattleFoughtSeen | None],
    said: list[o.BankSeen | o.PrisonerHeard | o.CiviliansHeard],
) -> Block:  # fmt: skip
    """Roll and outcome, or the one that came since the last report: a pause may fall between them; before them the bank
    that was declared, after them who talked."""
    roll, end = battle
    lines = [bank_held(side, item) for item in said if isinstance(item, o.BankSeen)]
    lines += [*rolled(game, side, roll), *_working(roll)] if roll else []
    lines += [outcome(game, side, end)] if end else []
    lines += [heard(item) for item in said if not isinstance(item, o.BankSeen)]
    told = next(item for item in (roll, end) if item)
    return Block(f"BATTLE {told.number}, {place(game, told.hex)}", tuple(f" {line}" for line in lines))


def stole(game: Game, side: str, seen: o.InfiltrationSeen) -> str:
    """How an infiltration went, and whose the shift is."""
    who = "our infiltration" if seen.side == side else "the enemy's infiltration"
    went = "was not seen" if seen.success else "was detected"
    return f"{who} of {place(game, seen.hex)} {went}; {dice(seen.throw)}"


def heard(seen: o.PrisonerHeard | o.CiviliansHeard) -> str:
    """What a captive or the people of a place said, and the throw it hung on."""
    who = "a prisoner" if isinstance(seen, o.PrisonerHeard) else "the civilians"
    said = f"{who}: {seen.answer.words}" if seen.answer.cell else f"{who} said nothing of use"
    return f"{said}; {dice(seen.throw)}{f' {seen.drm:+d}' if seen.drm else ''}"


def _working(seen: o.BattleSeen) -> tuple[str, ...]:
    own = "; ".join((*seen.lines, *seen.shifts, *seen.drms))
    hidden = "; the enemy's sum is not told" if seen.enemy_total is None else ""
    return (f"our side: {own}{hidden}", f"{_row(seen)}: {came_of(seen.cell)}")


def _row(seen: o.BattleSeen) -> str:
    return f"terrain row {seen.row.replace('_', ' ')}, line {seen.line}"


CAUSES = {"ambush": "cause_ambush", "infiltration": "cause_infiltration", "engagement": "cause_engagement"}
"""Why a battle was fought, by its level; any other level is an attack that was launched."""


@rule("TOCS-W19.0-2")
def cause(game: Game, level: str) -> str:
    """The condition under which this battle arose, in the words of the chart's list."""
    return str(game.records("crt-battle-procedure")[CAUSES.get(level, "cause_attack")]["rule"])


@rule("TOCS-1.11-2")
def came_of(cell: str) -> str:
    """What a cell says, in words: steps lost, hexes fallen back, or, where neither side gives way, an engagement."""
    sides = crt_cell(cell)
    said = [f"the {name} {part}" for name, side in zip(("attacker", "defender"), sides, strict=True) if (part := _suffers(*side))]
    stay = not any(hexes for _, hexes in sides)
    return "; ".join((*said, *(("who is left on both sides stays: an engagement",) if stay else ())))


def _suffers(losses: int, hexes: int) -> str:
    back = f"falls back {hexes} hex{'es' if hexes > 1 else ''}" if hexes else ""
    return " and ".join(part for part in (f"loses {_steps(losses)}" if losses else "", back) if part)


def why(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """Everything of a battle that this side may know, with the rules (TOCS-3.9-1 to 3.9-6, TOCS-W19)."""
    roll = next((b for b in battles if isinstance(b, o.BattleSeen) and b.number == number), None)
    if roll is None:
        return _in_the_field(game, battles, number) or (f"no battle {number} of ours",)
    end = next((b for b in battles if isinstance(b, o.BattleFoughtSeen) and b.number == number), None)
    told_of = [b for b in battles if isinstance(b, o.BankSeen) and b.number == number]
    banks = [f"river: {bank_held(_own(roll, b), b)} (TOCS-W1.10-3)" for b in told_of]
    side_lines = [f"strength: {line} (TOCS-3.9-1)" for line in roll.lines]
    shifts = [f"shift: {s} (TOCS-3.9-3)" for s in roll.shifts]
    drms = [f"dice: {d}" for d in roll.drms]
    told = (f"cause: {cause(game, roll.level)} (TOCS-W19.0-2)",)
    row = (f"{_row(roll)} (TOCS-W19.2-1)", f"result: {came_of(roll.cell)} (TOCS-1.11-2)")
    ends = [outcome(game, roll_side(roll, end), end)] if end else []
    return (*rolled(game, "", roll), *told, *banks, *side_lines, *shifts, *drms, *row, *ends)


def _in_the_field(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """How a field battle came out, for WHY: both commanders' reports decided it, and no die was thrown."""
    ends = [b for b in battles if isinstance(b, o.FieldBattleEndedSeen) and b.battle.number == number]
    return tuple(f"battle {number} in {b.battle.hex} went to field commanders: {HOW[b.how]} (MASL-4.1-4)" for b in ends)


def _own(roll: o.BattleSeen, seen: o.BankSeen) -> str:
    """The side whose roll this is, if it defends; no side otherwise."""
    return seen.side if roll.role == "defender" else ""


def roll_side(roll: o.BattleSeen, end: o.BattleFoughtSeen) -> str:
    """The side whose observation this is."""
    return end.attacker if roll.role == "attacker" else end.defender
