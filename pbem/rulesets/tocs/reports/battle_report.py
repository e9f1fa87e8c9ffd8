"""A battle as one side may know it: outcome and cost first, then odds and result, rolls with their occasion last (TOCS-3.9-1)."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from pbem.documents.document import Block, block
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, phrases, say, text, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.captives import asked_roll, heard
from pbem.rulesets.tocs.reports.focus import Calls, large
from pbem.rulesets.tocs.reports.headline import ENDS, ending, steps
from pbem.rulesets.tocs.reports.waters import bank_held
from pbem.rulesets.tocs.reports.wording import both, dice, place
from pbem.rulesets.tocs.rules.battle import computed, step_by_step
from pbem.rulesets.tocs.rules.cells import crt_cell

TOLLS = ("TOCS-W19.4-3", "TOCS-W19.5-3")  # the rows that the lines of a toll stand on
KEPT = (
    t.BankTaken, o.BattleSeen, o.OwnToll, o.BattleFoughtSeen, o.PrisonerHeard, o.CiviliansHeard, t.FieldReported,
    o.FieldBattleEndedSeen,
)  # fmt: skip
KEPT_AT_SEA = (
    t.SeaBattleBegan,
    t.SeaAirFought,
    t.SurfaceDuel,
    o.OwnBombing,
    o.ShipsAttacked,
    t.ShipSunk,
)
_KEPT = frozenset((*KEPT, *KEPT_AT_SEA))
HOW = {
    "agreed": phrase("both reports agree"),
    "ruled": phrase("by the host's ruling"),
    "late": phrase("a report did not come in time"),
    "end": phrase("the last turn was over before both reports agreed"),
}


def kept(seen: Any) -> bool:
    """Is this observation kept so that WHY can explain the battle later?"""
    return type(o.what(seen)) in _KEPT


def fought(battles: tuple[Any, ...]) -> tuple[int, ...]:
    """The numbers of the battles that WHY can explain."""
    return tuple(sorted({b.number for b in battles if isinstance(b, o.BattleSeen)}))


def rolled(game: Game, seen: o.BattleSeen) -> tuple[str, ...]:
    """A battle's odds in a line, and its result in a line with the roll."""
    head = say(
        "battle {number}, {place}: {level}, {role}; {odds}",
        number=seen.number, place=place(game, seen.hex), level=_level(seen), role=_role(seen), odds=_odds(seen),
    )  # fmt: skip
    return (head, say("result {cell} (attacker/defender); {roll}", cell=seen.cell, roll=_roll(seen)))


@rule("TOCS-W10.1.2-1")
def ambushed(game: Game, seen: o.BattleSeen) -> str:
    """The roll of an ambush in a line of a receipt."""
    words = phrase("ambush in {place}: result {cell} (attacker/defender); {odds}; {roll}")
    return say(words, place=place(game, seen.hex), cell=seen.cell, odds=_odds(seen), roll=_roll(seen))


def _roll(seen: o.BattleSeen) -> str:
    """`2d6 4+2 = 6 [battle/1/crt] -2`."""
    return f"{dice(seen.throw)}{f' {seen.drm:+d}' if seen.drm else ''}"


def _role(seen: o.BattleSeen) -> str:
    return say("you attack") if seen.role == "attacker" else say("you defend")


def _odds(seen: o.BattleSeen) -> str:
    """`odds 6:4 = 3:2, shifted 2 right to 5:1`; of an enemy whose strength is not told, the own part and where it led."""
    if seen.enemy_total is None:
        own = say("own strength {total}, own shifts {shift}", total=seen.total, shift=seen.shift)
        return say("odds {column} after all shifts; {own}", own=own, column=seen.column) if seen.column else own
    yours, enemy = seen.total, seen.enemy_total
    pair = f"{yours}:{enemy}" if seen.role == "attacker" else f"{enemy}:{yours}"
    net = seen.shift - (seen.enemy_shift or 0)
    net = net if seen.role == "attacker" else -net
    basic = seen.basic_column
    if not net:
        return say("odds {pair} = {basic}, no shift", pair=pair, basic=basic)
    way = phrase("odds {pair} = {basic}, shifted {net} right to {column}")
    back = phrase("odds {pair} = {basic}, shifted {net} left to {column}")
    return say(way if net > 0 else back, pair=pair, basic=basic, net=abs(net), column=seen.column)


def outcome(game: Game, side: str, seen: o.BattleFoughtSeen) -> str:
    """How it ended, in a sentence."""
    ended = say(ENDS[ending(side, seen)][0], place=place(game, seen.hex))
    own, enemy = _lost(side, seen)
    said = say("battle {number}: {ended}; own losses: {own}, enemy losses seen: {enemy}",
               number=seen.number, ended=ended, own=steps(own), enemy=steps(enemy))  # fmt: skip
    who = [say("your troops") if back == side else say("the enemy") for back in seen.left]
    return say("{said}; {who} withdrew", said=said, who=both(*who)) if who else said


def _lost(side: str, seen: o.BattleFoughtSeen) -> tuple[int, int]:
    """The steps a side lost, and those the enemy lost."""
    return dict(seen.lost).get(side, 0), sum(count for who, count in seen.lost if who != side)


@rule("TOCS-W19.4-3", "TOCS-W19.5-3")
def toll(seen: o.OwnToll) -> tuple[str, ...]:
    """Which own units lost how many steps and, where that is not what the result said, what was paid for what by whose word."""
    lost = seen.toll.steps
    said = (say("own losses: {units}", units=", ".join(f"{call} {steps(n)}" for call, n in lost)),) if lost else ()
    return (*said, *traded(seen))


def traded(seen: o.OwnToll) -> tuple[str, ...]:
    """What was paid for what, and by whose word; () when the result was taken as it is."""
    took = seen.toll
    total = sum(lost for _, lost in took.steps)
    by = say("as you chose") if took.how == "chosen" else say("by your standing order {line}", line=took.how)
    due = took.loss - took.given + took.paid * took.price
    parts: list[str] = []
    if took.paid:
        one, many = phrases("to stay instead of withdrawing {number} hex", "to stay instead of withdrawing {number} hexes")
        held = counted(took.paid, one, many)
        parts.append(say("{steps} paid {held}, {by}", steps=steps(took.paid * took.price), held=held, by=by))
    if took.given:
        parts.append(say("{steps} fewer for withdrawing farther, {by}", steps=steps(took.given), by=by))
    if total > due:
        parts.append(say("{steps} because there was no way to withdraw", steps=steps(total - due)))
    if not parts:
        return ()
    return (say("{steps} by the result; {parts}", steps=steps(took.loss), parts="; ".join(parts)),)


Told = t.BankTaken | o.OwnToll | o.PrisonerHeard | o.CiviliansHeard | t.UnitChanged
"""What belongs to one battle besides its roll and its end."""


class _Fight(NamedTuple):
    """A battle, or the part of it that came since the last report (a pause may fall between roll and end)."""

    number: int
    roll: o.BattleSeen | None
    end: o.BattleFoughtSeen | None
    said: tuple[Told, ...]


def blocks(game: Game, picture: Picture, news: Iterable[Any], calls: Calls = None, brief: bool = False) -> tuple[Block, ...]:
    """A block for each battle among the news: outcome, losses, who withdrew, PW; then odds and result; the rolls at its foot. A
    large side's letter has those of the units that it tells of (calls), in a paragraph each. brief: of the odds where they led
    alone, and no rolls."""
    mine = _fights(o.whats(news), calls)
    if not large(picture.forces):
        return tuple(_block(game, picture.side, fight) for fight in mine)
    if brief:
        paragraphs = [f" {_in_short(game, picture.side, fight)}" for fight in mine]
    else:
        paragraphs = [f" {_paragraph(game, picture.side, fight, calls is None)}" for fight in mine]
    more = [say(" WHY {number} gives the full working.", number=mine[0].number)] if mine else []
    return block("BATTLES", (*paragraphs, *more))


def told(news: Iterable[Any], calls: Calls) -> tuple[int, ...]:
    """The numbers of the battles that a large side's letter has a paragraph of."""
    return tuple(fight.number for fight in _fights(o.whats(news), calls))


def rolls(news: Iterable[Any]) -> tuple[str, ...]:
    """The rolls of all battles, a line each."""
    return tuple(line for fight in _fights(o.whats(news), None) for line in _rolls(fight))


def _fights(news: tuple[o.What, ...], calls: Calls) -> list[_Fight]:
    """The battles among the news, of those of which a letter tells these units."""
    rolls = {n.number: n for n in news if isinstance(n, o.BattleSeen)}
    ends = {n.number: n for n in news if isinstance(n, o.BattleFoughtSeen)}
    fights = (_Fight(number, rolls.get(number), ends.get(number), _of(news, number)) for number in sorted({*rolls, *ends}))
    return [fight for fight in fights if calls is None or _of_these(fight, calls)]


def _of_these(fight: _Fight, calls: frozenset[str]) -> bool:
    """Did one of these units fight in it?"""
    fought = {line.rpartition(" ")[0] for line in fight.roll.lines} if fight.roll else set()
    return bool(calls & {*fought, *(call for item in fight.said if isinstance(item, o.OwnToll) for call, _ in item.toll.steps)})


def _paragraph(game: Game, side: str, fight: _Fight, rolls: bool) -> str:
    """Outcome, cost, odds and result of a battle, and where they are told its rolls, all in a row."""
    said = [*_cost(game, side, _heard_alone(fight))]
    if fight.roll:
        said += [_odds(fight.roll), say("result {cell}, {level}", cell=fight.roll.cell, level=_level(fight.roll))]
    said += [bank_held(side, item) for item in fight.said if isinstance(item, t.BankTaken)]
    said += [*_rolls(fight)] if rolls else []
    return f"{fight.number}, {_ended(side, fight, partial(place, game))}: {'; '.join(said)}"


def _in_short(game: Game, side: str, fight: _Fight) -> str:
    """Outcome and cost of a battle, what PW said, the odds that it was rolled on and the result."""
    said = [*_cost(game, side, _heard_alone(fight), brief=True)]
    if fight.roll:
        column = say("{column}: ", column=fight.roll.column) if fight.roll.column else ""
        said += [f"{_level(fight.roll)}, {column}{fight.roll.cell}"]
    said += [bank_held(side, item) for item in fight.said if isinstance(item, t.BankTaken)]
    return f"{fight.number}, {_ended(side, fight, str)}: {'; '.join(dict.fromkeys(said))}"


def _heard_alone(fight: _Fight) -> _Fight:
    """Without PW and people who said nothing."""
    silent = (o.PrisonerHeard, o.CiviliansHeard)
    return fight._replace(said=tuple(item for item in fight.said if not isinstance(item, silent) or item.answer.cell))


def _of(news: tuple[o.What, ...], number: int) -> tuple[Told, ...]:
    """What belongs to a battle: by its number, and own units that withdrew after its roll and before the next."""
    found, now = list[Told](), 0
    for seen in news:
        now = seen.number if isinstance(seen, o.BattleSeen) else now
        if isinstance(seen, (t.BankTaken, o.OwnToll, o.PrisonerHeard, o.CiviliansHeard)) and seen.number == number:
            found.append(seen)
        if isinstance(seen, t.UnitChanged) and seen.why == "retreated" and now == number:
            found.append(seen)
    return tuple(found)


def _block(game: Game, side: str, fight: _Fight) -> Block:
    """Bottom line in the title; then losses and PW; the odds, the result; the rolls last."""
    lines = [*_cost(game, side, fight), *(_working(fight.roll) if fight.roll else ())]
    lines += [bank_held(side, item) for item in fight.said if isinstance(item, t.BankTaken)]
    lines += [*_rolls(fight)]
    title = say("BATTLE {number}, {ended}", number=fight.number, ended=_ended(side, fight, partial(place, game)))
    return Block(title, tuple(f" {line}" for line in lines))


def _ended(side: str, fight: _Fight, named: Callable[[Hex], str]) -> str:
    """`14.10 LOST`: the bottom line."""
    told = next(item for item in (fight.end, fight.roll) if item)
    where = named(told.hex).upper()
    if fight.end is None:
        return say("{place}: NOT DECIDED YET", place=where)
    return say(ENDS[ending(side, fight.end)][1], place=where).rstrip(".")


def _rolls(fight: _Fight) -> Iterator[str]:
    """All that was rolled for a battle, in a line."""
    rolls = [_roll(fight.roll)] if fight.roll else []
    rolls += [asked_roll(item) for item in fight.said if isinstance(item, (o.PrisonerHeard, o.CiviliansHeard))]
    if rolls:
        yield say("rolls: {rolls}", rolls="; ".join(rolls))


def _level(seen: o.BattleSeen) -> str:
    return f"{say(seen.level)}{say(' carried over') if seen.carried and seen.level != 'engagement' else ''}"


def _cost(game: Game, side: str, fight: _Fight, brief: bool = False) -> Iterator[str]:
    """What the battle cost both, who withdrew and where, what PW and people said. brief: places by their numbers, and not that
    both sides are there still, which the outcome says."""
    if fight.end:
        tolls = [line for item in fight.said if isinstance(item, o.OwnToll) for line in toll(item)]
        own, enemy = _lost(side, fight.end)
        yield from tolls or [say("own losses: {steps}", steps=steps(own))]
        yield say("enemy losses seen: {steps}", steps=steps(enemy))
        yield from _withdrawn(fight.end, side, fight.said, str if brief else partial(place, game))
        yield from (say("both sides remain in contact"),) if fight.end.engaged and not brief else ()
    yield from (heard(item) for item in fight.said if isinstance(item, (o.PrisonerHeard, o.CiviliansHeard)))


def _withdrawn(end: o.BattleFoughtSeen, side: str, said: tuple[Told, ...], named: Callable[[Hex], str]) -> Iterator[str]:
    """Who withdrew, the own troops to where."""
    if side in end.left:
        moved = {item.unit.id: item.unit for item in said if isinstance(item, t.UnitChanged)}
        to = ", ".join(dict.fromkeys(named(unit.hex) for unit in moved.values() if unit.status == "map"))
        yield say("your troops withdrew to {to}", to=to) if to else say("your troops withdrew")
    if any(who != side for who in end.left):
        yield say("the enemy withdrew")


def stole(game: Game, side: str, seen: t.InfiltrationThrown) -> str:
    """How an infiltration went, and whose the shift is."""
    who = say("own infiltration") if seen.side == side else say("enemy infiltration")
    went = say("not detected") if seen.success else say("detected")
    return say("{who} of {place}: {went}; {dice}", who=who, place=place(game, seen.hex), went=went, dice=dice(seen.throw))


def _working(seen: o.BattleSeen) -> Iterator[str]:
    """The odds with the own part of them, and what the result means."""
    untold = phrase("{odds}; enemy strength not known")
    yield say(untold, odds=_odds(seen)) if seen.enemy_total is None else _odds(seen)
    yield say("own strength: {lines}", lines="; ".join(map(step_by_step, seen.lines)))
    if seen.shifts:
        yield say("own shifts: {shifts}", shifts=", ".join(map(computed, seen.shifts)))
    drms = f" ({', '.join(map(computed, seen.drms))})" if seen.drms else ""
    words = phrase("result {cell}, {level}, rolled {rolled}{drms}: {came_of}")
    rolled = seen.throw.total
    yield say(words, cell=seen.cell, level=_level(seen), rolled=rolled, drms=drms, came_of=came_of(seen.cell))


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
    return "; ".join((*said, *((say("survivors of both sides remain in contact"),) if stay else ())))


def _suffers(losses: int, hexes: int) -> str:
    said = (say("loses {steps}", steps=steps(losses)),) if losses else ()
    back = (counted(hexes, "withdraws {number} hex", "withdraws {number} hexes"),) if hexes else ()
    return both(*said, *back) if said or back else ""


def why(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """Everything of a battle that this side may know, with the rules (TOCS-3.9-1 to 3.9-6, TOCS-W19)."""
    battles = o.whats(battles)
    told = [b for b in battles if getattr(b, "number", None) == number]
    roll = next((b for b in told if isinstance(b, o.BattleSeen)), None)
    if roll is None:
        unknown = phrase(
            "battle {number} is not over, or not your side's: one with field commanders is told when both have reported"
        )
        return _in_the_field(game, battles, number) or (say(unknown, number=number),)
    end = next((b for b in told if isinstance(b, o.BattleFoughtSeen)), None)
    banks = [b for b in told if isinstance(b, t.BankTaken)]
    return (
        *([outcome(game, roll_side(roll, end), end), *_tolls(battles, number)] if end else ()),
        *rolled(game, roll),
        say("cause: {cause} (TOCS-W19.0-2)", cause=cause(game, roll.level)),
        *(say("river: {bank_held} (TOCS-W1.10-3)", bank_held=bank_held(_own(roll, b), b)) for b in banks),
        *(say("strength: {line} (TOCS-3.9-1)", line=step_by_step(line)) for line in roll.lines),
        *_shifts(roll),
        *(say("roll modifier: {modifier}", modifier=computed(drm)) for drm in roll.drms),
        f"{_row(roll)} (TOCS-W19.2-1)",
        say("result: {came_of} (TOCS-1.11-2)", came_of=came_of(roll.cell)),
    )


def _shifts(roll: o.BattleSeen) -> Iterator[str]:
    """The own shifts one by one, and where the odds are open those of the enemy's together."""
    yield from (say("shift: {shift} (TOCS-3.9-3)", shift=computed(shift)) for shift in roll.shifts)
    if roll.enemy_shift:
        yield say("shift: {shift} of the enemy's (TOCS-3.9-3)", shift=roll.enemy_shift)


def _tolls(battles: tuple[Any, ...], number: int) -> list[str]:
    """What a battle took of this side, each line with its rule."""
    tolls = [line for b in battles if isinstance(b, o.OwnToll) and b.number == number for line in toll(b)]
    return [f"{line} ({row})" for line, row in zip(tolls, TOLLS, strict=False)]


def _in_the_field(game: Game, battles: tuple[Any, ...], number: int) -> tuple[str, ...]:
    """How a field battle came out, for WHY: both commanders' reports decided it, and nothing was rolled."""
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
