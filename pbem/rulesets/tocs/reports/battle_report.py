"""A battle as one side may know it: its own sum, of the enemy the total alone, dice with their occasion (TOCS-3.9-1)."""

from collections.abc import Iterable
from typing import Any

from pbem.documents.document import Block
from pbem.kernel.i18n import counted, phrase, phrases, say, text, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.reports.waters import bank_held
from pbem.rulesets.tocs.reports.wording import both, dice, place
from pbem.rulesets.tocs.rules.battle import computed
from pbem.rulesets.tocs.rules.cells import crt_cell

TOLLS = ("TOCS-W19.4-3", "TOCS-W19.5-3")  # the rows that the lines of a toll stand on
KEPT = (
    t.BankTaken, o.BattleSeen, o.OwnToll, o.BattleFoughtSeen, o.PrisonerHeard, o.CiviliansHeard, t.FieldReported,
    o.FieldBattleEndedSeen,
)  # fmt: skip
HOW = {
    "agreed": phrase("both reports agree"),
    "ruled": phrase("by the host's ruling"),
    "late": phrase("a report did not come in time"),
    "end": phrase("the last turn was over before both reports agreed"),
}


def kept(seen: Any) -> bool:
    """Is this observation kept so that WHY can explain the battle later?"""
    return isinstance(o.what(seen), KEPT)


def fought(battles: tuple[Any, ...]) -> tuple[int, ...]:
    """The numbers of the battles that WHY can explain."""
    return tuple(sorted({b.number for b in battles if isinstance(b, o.BattleSeen)}))


def rolled(game: Game, side: str, seen: o.BattleSeen) -> tuple[str, ...]:
    """The roll in two lines."""
    level = f"{say(seen.level)}{say(' carried over') if seen.carried and seen.level != 'engagement' else ''}"
    head = say(
        "battle {seen}, {place}: {level}, we {role}; {odds}",
        seen=seen.number,
        place=place(game, seen.hex),
        level=level,
        role=_role(seen),
        odds=_odds(seen),
    )
    return (
        head,
        say(
            "{dice}{drm}: {cell} (attacker/defender)",
            dice=dice(seen.throw),
            drm=f" {seen.drm:+d}" if seen.drm else "",
            cell=seen.cell,
        ),
    )


@rule("TOCS-W10.1.2-1")
def ambushed(game: Game, seen: o.BattleSeen) -> str:
    """The roll of an ambush in a line of a receipt."""
    drm = f" {seen.drm:+d}" if seen.drm else ""
    return say("ambush in {place}: {odds}; {dice}{drm}, {cell} (attacker/defender)", place=place(game, seen.hex), odds=_odds(seen),
               dice=dice(seen.throw), drm=drm, cell=seen.cell)  # fmt: skip


def _role(seen: o.BattleSeen) -> str:
    return say("attack") if seen.role == "attacker" else say("defend")


def _odds(seen: o.BattleSeen) -> str:
    if seen.enemy_total is None:
        own = say("our strength {total}, our shifts {shift}", total=seen.total, shift=seen.shift)
        return say("{own}; read at {column}", own=own, column=seen.column) if seen.column else own
    ours, theirs = seen.total, seen.enemy_total
    pair = f"{ours}:{theirs}" if seen.role == "attacker" else f"{theirs}:{ours}"
    net = seen.shift - (seen.enemy_shift or 0)
    net = net if seen.role == "attacker" else -net
    return say(
        "{pair}, column {basic_column}, net shift {net:+d}, read at {column}",
        pair=pair,
        basic_column=seen.basic_column,
        net=net,
        column=seen.column,
    )


def outcome(game: Game, side: str, seen: o.BattleFoughtSeen) -> str:
    """How it ended, in a sentence."""
    enemy = seen.attacker if side == seen.defender else seen.defender
    lost = dict(seen.lost)
    steps = say("we lost {own}, the enemy {his}", own=_steps(lost.get(side, 0)), his=_steps(lost.get(enemy, 0)))
    back = [game.staff(s).adjective for s in seen.left]
    end = say("engagement") if seen.engaged else say("the hex is {adjective}", adjective=game.staff(seen.holder).adjective)
    if not back:
        return say("battle {seen}: {steps}; {end}", seen=seen.number, steps=steps, end=end)
    return say("battle {seen}: {steps}; {back} fell back; {end}", seen=seen.number, steps=steps, back=both(*back), end=end)


@rule("TOCS-W19.4-3", "TOCS-W19.5-3")
def toll(seen: o.OwnToll) -> tuple[str, ...]:
    """Which own units lost how many steps and, where that is not what the result said, what was paid for what by whose word."""
    took = seen.toll
    said = (say("own losses: {units}", units=", ".join(f"{call} {_steps(n)}" for call, n in took.steps)),) if took.steps else ()
    return (*said, *traded(seen))


def traded(seen: o.OwnToll) -> tuple[str, ...]:
    """What was paid for what, and by whose word; () when the result was taken as it is."""
    took = seen.toll
    total = sum(steps for _, steps in took.steps)
    by = say("as you chose") if took.how == "chosen" else say("by your standing order {line}", line=took.how)
    due = took.loss - took.given + took.paid * took.price
    parts: list[str] = []
    if took.paid:
        one, many = phrases("standing instead of falling back {number} hex", "standing instead of falling back {number} hexes")
        held = counted(took.paid, one, many)
        parts.append(say("{steps} for {held}, {by}", steps=_steps(took.paid * took.price), held=held, by=by))
    if took.given:
        parts.append(say("{steps} fewer for falling back farther, {by}", steps=_steps(took.given), by=by))
    if total > due:
        parts.append(say("{steps} for want of a way back", steps=_steps(total - due)))
    if not parts:
        return ()
    return (say("the result asked for {steps}; {parts}", steps=_steps(took.loss), parts="; ".join(parts)),)


def _steps(count: int) -> str:
    return counted(count, "{number} step", "{number} steps") if count else say("nothing")


def blocks(game: Game, side: str, news: Iterable[Any]) -> tuple[Block, ...]:
    """A block for each battle among the news: roll, own working, outcome."""
    news = o.whats(news)
    rolls = {n.number: n for n in news if isinstance(n, o.BattleSeen)}
    ends = {n.number: n for n in news if isinstance(n, o.BattleFoughtSeen)}
    said = [n for n in news if isinstance(n, (t.BankTaken, o.OwnToll, o.PrisonerHeard, o.CiviliansHeard))]
    return tuple(
        _block(game, side, rolls.get(number), ends.get(number), [n for n in said if n.number == number])
        for number in sorted({*rolls, *ends})
    )


def _block(
    game: Game, side: str, roll: o.BattleSeen | None, end: o.BattleFoughtSeen | None,
    said: list[t.BankTaken | o.OwnToll | o.PrisonerHeard | o.CiviliansHeard],
) -> Block:  # fmt: skip
    """Roll and outcome, or the one that came since the last report: a pause may fall between them; before them the bank
    that was declared, after them who talked."""
    lines = [bank_held(side, item) for item in said if isinstance(item, t.BankTaken)]
    lines += [*rolled(game, side, roll), *_working(roll)] if roll else []
    lines += [outcome(game, side, end)] if end else []
    lines += [line for item in said if isinstance(item, o.OwnToll) for line in toll(item)]
    lines += [heard(item) for item in said if isinstance(item, (o.PrisonerHeard, o.CiviliansHeard))]
    told = next(item for item in (roll, end) if item)
    return Block(
        say("BATTLE {number}, {place}", number=told.number, place=place(game, told.hex)), tuple(f" {line}" for line in lines)
    )


def stole(game: Game, side: str, seen: t.InfiltrationThrown) -> str:
    """How an infiltration went, and whose the shift is."""
    who = say("our infiltration") if seen.side == side else say("the enemy's infiltration")
    went = say("was not seen") if seen.success else say("was detected")
    return say("{who} of {place} {went}; {dice}", who=who, place=place(game, seen.hex), went=went, dice=dice(seen.throw))


def heard(seen: o.PrisonerHeard | o.CiviliansHeard) -> str:
    """What a captive or the people of a place said, and the throw it hung on."""
    who = say("a prisoner") if isinstance(seen, o.PrisonerHeard) else say("the civilians")
    if not seen.answer.cell:  # the modifier would tell of what kind he is
        return f"{say('{who} said nothing of use', who=who)}; {dice(seen.throw)}"
    return f"{who}: {seen.answer.words}; {dice(seen.throw)}{f' {seen.drm:+d}' if seen.drm else ''}"


def _working(seen: o.BattleSeen) -> tuple[str, ...]:
    own = "; ".join(map(computed, (*seen.lines, *seen.shifts, *seen.drms)))
    told = phrase("our side: {own}; the enemy's sum is not told") if seen.enemy_total is None else phrase("our side: {own}")
    return (say(told, own=own), f"{_row(seen)}: {came_of(seen.cell)}")


def _row(seen: o.BattleSeen) -> str:
    return say("terrain row {row}, line {line}", row=worded(seen.row), line=seen.line)


CAUSES = {"ambush": "cause_ambush", "infiltration": "cause_infiltration", "engagement": "cause_engagement"}
"""Why a battle was fought, by its level; any other level is an attack that was launched."""


@rule("TOCS-W19.0-2")
def cause(game: Game, level: str) -> str:
    """The condition under which this battle arose, in the words of the chart's list."""
    return text(str(game.records("crt-battle-procedure")[CAUSES.get(level, "cause_attack")]["rule"]))


@rule("TOCS-1.11-2")
def came_of(cell: str) -> str:
    """What a cell says, in words: steps lost, hexes fallen back, or, where neither side gives way, an engagement."""
    sides = crt_cell(cell)
    said = [
        say(whom, part=part)
        for whom, side in zip((phrase("the attacker {part}"), phrase("the defender {part}")), sides, strict=True)
        if (part := _suffers(*side))
    ]
    stay = not any(hexes for _, hexes in sides)
    return "; ".join((*said, *((say("who is left on both sides stays: an engagement"),) if stay else ())))


def _suffers(losses: int, hexes: int) -> str:
    said = (say("loses {steps}", steps=_steps(losses)),) if losses else ()
    back = (counted(hexes, "falls back {number} hex", "falls back {number} hexes"),) if hexes else ()
    return both(*said, *back) if said or back else ""


def why(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """Everything of a battle that this side may know, with the rules (TOCS-3.9-1 to 3.9-6, TOCS-W19)."""
    battles = o.whats(battles)
    roll = next((b for b in battles if isinstance(b, o.BattleSeen) and b.number == number), None)
    if roll is None:
        return _in_the_field(game, battles, number) or (say("no battle {number} of ours", number=number),)
    end = next((b for b in battles if isinstance(b, o.BattleFoughtSeen) and b.number == number), None)
    told_of = [b for b in battles if isinstance(b, t.BankTaken) and b.number == number]
    banks = [say("river: {bank_held} (TOCS-W1.10-3)", bank_held=bank_held(_own(roll, b), b)) for b in told_of]
    side_lines = [say("strength: {line} (TOCS-3.9-1)", line=computed(line)) for line in roll.lines]
    shifts = [say("shift: {shift} (TOCS-3.9-3)", shift=computed(s)) for s in roll.shifts]
    drms = [say("dice: {dice}", dice=computed(d)) for d in roll.drms]
    told = (say("cause: {cause} (TOCS-W19.0-2)", cause=cause(game, roll.level)),)
    row = (f"{_row(roll)} (TOCS-W19.2-1)", say("result: {came_of} (TOCS-1.11-2)", came_of=came_of(roll.cell)))
    ends = [outcome(game, roll_side(roll, end), end), *_tolls(battles, number)] if end else []
    return (*rolled(game, "", roll), *told, *banks, *side_lines, *shifts, *drms, *row, *ends)


def _tolls(battles: tuple[Any, ...], number: int) -> list[str]:
    """What a battle took of this side, each line with its rule."""
    tolls = [line for b in battles if isinstance(b, o.OwnToll) and b.number == number for line in toll(b)]
    return [f"{line} ({row})" for line, row in zip(tolls, TOLLS, strict=False)]


def _in_the_field(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """How a field battle came out, for WHY: both commanders' reports decided it, and no die was thrown."""
    ends = [b for b in battles if isinstance(b, o.FieldBattleEndedSeen) and b.battle.number == number]
    return tuple(
        say(
            "battle {number} in {place} went to field commanders: {how} (MASL-4.1-4)",
            number=number,
            place=b.battle.hex,
            how=say(HOW[b.how]),
        )
        for b in ends
    )


def _own(roll: o.BattleSeen, seen: t.BankTaken) -> str:
    """The side whose roll this is, if it defends; no side otherwise."""
    return seen.side if roll.role == "defender" else ""


def roll_side(roll: o.BattleSeen, end: o.BattleFoughtSeen) -> str:
    """The side whose observation this is."""
    return end.attacker if roll.role == "attacker" else end.defender
