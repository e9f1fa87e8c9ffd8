"""WHY and DIARY of a unit: the figures behind what it fired and what struck it, from what its side was told as it happened."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter
from pbem.rulesets.tcs.reports import sentences
from pbem.rulesets.tcs.reports.wording import place
from pbem.rulesets.tcs.rules.area_fire import CHART, area_column, area_modifier
from pbem.rulesets.tcs.rules.missions import sheaf_strength
from pbem.rulesets.tcs.rules.morale import steadiest
from pbem.rulesets.tcs.rules.odds import percent_of_digits, percent_of_sum
from pbem.rulesets.tcs.rules.point_fire import mortar_needed
from pbem.rulesets.tcs.rules.rolls import NEVER
from pbem.rulesets.tcs.rules.shifts import Shift
from pbem.rulesets.tcs.view import TacticalForces

OF_ONE = (t.PointFired, t.AtThrown, t.UnitStruck, t.FellBack, t.BreachTried)
OF_SOME = (
    t.AreaFired,
    t.MoraleTried,
    t.ArmorTried,
    t.UnitsEntered,
    t.ClosedIn,
    t.CloseOver,
    t.CrowdedOut,
    t.SmokeMade,
    t.BarrierTried,
)
OF_GUNS = (t.MissionAdjusted, t.MissionOver)


def is_kept(seen: o.Seen) -> bool:
    """Is it kept for WHY and DIARY: turns, what units did and suffered, what missions of batteries came to?"""
    if isinstance(seen, o.PublicNews):
        return isinstance(seen.event, t.TurnOpened)
    kept = (*OF_ONE, *OF_SOME, *OF_GUNS, t.OverwatchHeld)
    return isinstance(seen, o.Bursts) or (isinstance(seen, o.OwnNews) and isinstance(seen.event, kept))


Of = o.OwnNews | o.Bursts


class _OfTurn(Value):
    """What a unit or battery did and suffered in a turn."""

    turn: int
    seen: tuple[Of, ...]


def why(game: TacticalGame, forces: TacticalForces, kept: tuple[o.Seen, ...], unit: str) -> Iterator[str]:
    """The figures of the last turn in which the unit or battery did anything. forces: its own."""
    turns = list(_turns(kept, unit))
    if not turns:
        yield say("Nothing has happened to {unit} yet.", unit=unit)
        return
    yield say("Turn {turn}:", turn=turns[-1].turn)
    for seen in turns[-1].seen:
        told = sentences.tell(game, seen)
        yield from filter(None, (told,))
        yield from (f"  {line}" if told else line for line in _figures(game, forces, seen) if line)


@rule("TCSB-7-11")
def of_an_enemy(enemy: EnemyCounter) -> Iterator[str]:
    """Why there are no figures of an enemy, and what is known of it."""
    words = phrase("{name}, {title}, is an enemy in sight at {where}.")
    if enemy.under:
        words = phrase("{name}, {title}, is an enemy under another counter in {where}.")
    elif not enemy.spotted:
        words = phrase("{name}, {title}, is an enemy, last seen at {where} in turn {turn}.")
    yield say(words, name=enemy.name, title=enemy.look.title, where=enemy.look.hex, turn=enemy.turn)
    yield say("WHY has figures of your own units only: ask it of the unit that fired, or that was struck.")


def diary(game: TacticalGame, kept: tuple[o.Seen, ...], unit: str) -> Iterator[str]:
    """What the unit did and suffered, turn by turn."""
    told = {of.turn: " ".join(filter(None, (sentences.tell(game, seen) for seen in of.seen))) for of in _turns(kept, unit)}
    for turn, lines in told.items():
        if lines:
            yield say("Turn {turn}: {lines}", turn=turn, lines=lines)
    if not any(told.values()):
        yield say("Nothing has happened to {unit} yet.", unit=unit)


def _turns(kept: tuple[o.Seen, ...], unit: str) -> Iterator[_OfTurn]:
    """The turns in which anything happened to it, the first first."""
    turn, events = 0, list[Of]()
    for seen in kept:
        if isinstance(seen, o.PublicNews) and isinstance(seen.event, t.TurnOpened):
            if events:
                yield _OfTurn(turn, tuple(events))
            turn, events = seen.event.turn, []
        elif isinstance(seen, Of) and unit in _units(seen):
            events.append(_of_it(seen, unit))
    if events:
        yield _OfTurn(turn, tuple(events))


def _of_it(seen: Of, unit: str) -> Of:
    """What was kept, with what it says of a unit."""
    if isinstance(seen, o.OwnNews) and isinstance(seen.event, t.OverwatchHeld):
        held = tuple(one for one in seen.event.held if one.unit == unit)
        return replace(seen, event=replace(seen.event, held=held))
    return seen


def _units(seen: Of) -> tuple[str, ...]:
    if isinstance(seen, o.Bursts):
        return (seen.plot.battery,)
    event = seen.event
    if isinstance(event, OF_GUNS):
        return (event.plot.battery,)
    if isinstance(event, OF_ONE):
        return (event.unit,)
    if isinstance(event, t.OverwatchHeld):
        return tuple(one.unit for one in event.held)
    return event.units if isinstance(event, OF_SOME) else ()


def _figures(game: TacticalGame, forces: TacticalForces, seen: Of) -> Iterator[str]:
    """The look-up behind what was learnt, "" for none."""
    if isinstance(seen, o.Bursts):
        yield from _bursts(game, forces, seen)
    elif isinstance(seen.event, t.UnitStruck) and seen.event.how == "mortar_line":
        yield _on_the_line(game, forces, seen.event)
    elif worked := _FIGURES.get(type(seen.event)):
        yield worked(game, seen.event)


@rule("TCS3-7-2", "TCSB-9-5")
def _area(game: TacticalGame, event: t.AreaFired) -> str:
    return say("Column {column} is a strength of {strength}.", column=event.column, strength=strength_of(game.book, event.column))


def strength_of(book: ChartBook, column: int) -> str:
    """The strengths that come to a column of area fire, weak fire applied: "20 to 29", "170 and more"."""
    bounds = [bound * 10 - 5 for bound in book.grid(CHART).columns.bounds]
    least = max(0, bounds[column])
    if column + 1 == len(bounds):
        return say("{least} and more", least=least)
    return say("{least} to {most}", least=least, most=bounds[column + 1] - 1)


@rule("TCSB-12-1")
def _point(game: TacticalGame, event: t.PointFired) -> str:
    if event.needed in NEVER:
        words = phrase("Net value {net}{counting}: below the first column of the chart, it cannot hit.")
        return say(words, net=event.net, counting=counted_in(event.counting))
    chance = percent_of_digits(event.needed)
    words = phrase("Net value {net}{counting}: {needed} or more on 3d6 in order, {percent} percent.")
    return say(words, net=event.net, counting=counted_in(event.counting), needed=event.needed, percent=chance)


@rule("TCSB-11-7", "TCSB-11-12")
def _struck(game: TacticalGame, event: t.UnitStruck) -> str:
    """The roll, what counted by its own ground and posture, and the rest, which the enemy's fire brought with it."""
    if event.how != "area" or not event.faces:
        return ""
    known, plain = area_modifier(game.book, event.counting), sum(shift.by for shift in event.counting)
    cut = say(", {by:+d} together, since cover counts no further", by=known) if known != plain else ""
    rest = event.total - sum(event.faces) - known
    lay = say(", smoke and what lay between {by:+d}", by=rest) if rest else ""
    return say(
        "Column {column}: 2d6 {faces} = {sum}{counting}{lay}, {total} in all: {result}.",
        column=event.column, faces="+".join(map(str, event.faces)), sum=sum(event.faces), counting=counted_in(event.counting) + cut,
        lay=lay, total=event.total, result=_result(event),
    )  # fmt: skip


def counted_in(counting: tuple[Shift, ...]) -> str:
    """`, terrain -2, moving +2`."""
    return "".join(f", {text(shift.id.replace('_', ' '))} {shift.by:+d}" for shift in counting if shift.by)


def _result(event: t.UnitStruck) -> str:
    if event.losses:
        return say("{steps} lost, morale is tried", steps=event.losses) if event.check else say("{steps} lost", steps=event.losses)
    return say("morale is tried") if event.check else say("no effect")


@rule("TCSB-18-15", "TCSB-18-17", "TCS3-2.11-1")
def _bursts(game: TacticalGame, forces: TacticalForces, seen: o.Bursts) -> Iterator[str]:
    """What the sheafs of an own mission were worth: the column of each number of them that came down together."""
    mission, battery = seen.plot.mission, forces.battery(seen.plot.battery)
    if mission is None or battery is None or mission.round != "HE" or not battery.caliber:
        return
    many = sum(one.many for one in seen.seen) + seen.unseen
    each = sheaf_strength(game.book, battery.caliber, 1)
    together = sorted({1, *(one.many for one in seen.seen)})
    columns = ", ".join(
        say("{many} in a hex column {column}", many=number, column=area_column(game.book, Fraction(each * number)))
        for number in together
    )
    words = phrase("Battery fires: {fires}; sheafs: {many} of strength {each}; {columns}. Each rolls against each vehicle too.")
    yield say(words, fires=mission.fires, many=many, each=each, columns=columns)


@rule("TCS3-2.2-4", "TCS3-2.2-5")
def _adjusted(game: TacticalGame, event: t.MissionAdjusted) -> str:
    if not event.faces:
        return ""
    return say(
        "2d6 {faces} = {sum}, distance of the observer {by:+d}: {needed} or more adjusts, {percent} percent.",
        faces="+".join(map(str, event.faces)), sum=sum(event.faces), by=event.shift, needed=event.needed,
        percent=percent_of_sum(event.needed, event.shift),
    )  # fmt: skip


@rule("TCSB-16-12", "TCS3-2.11-1")
def _on_the_line(game: TacticalGame, forces: TacticalForces, event: t.UnitStruck) -> str:
    """What shells needed against it; "" where it is gone."""
    unit = forces.units.get(event.unit)
    if unit is None:
        return ""
    defense = unit.counter.defense
    needed = mortar_needed(game.book, defense)
    return say(
        "Mortar line against defense {defense}: {needed} or more on 3d6 in order for each sheaf, {percent} percent.",
        defense=defense, needed=needed, percent=percent_of_digits(needed),
    )  # fmt: skip


@rule("TCSB-15-5")
def _antitank(game: TacticalGame, event: t.AtThrown) -> str:
    by = event.total - sum(event.faces)
    if not event.faces:
        return ""
    return say(
        "2d6 {faces} = {sum}, modifiers {by:+d}, {total} in all: {needed} or more destroys, {percent} percent.",
        faces="+".join(map(str, event.faces)), sum=sum(event.faces), by=by, total=event.total, needed=event.needed,
        percent=percent_of_sum(event.needed, by),
    )  # fmt: skip


@rule("TCSB-21-5", "TCSB-27-9")
def _cleared(game: TacticalGame, event: t.BreachTried | t.BarrierTried) -> str:
    if not event.faces or event.needed in NEVER:
        return ""
    percent = percent_of_sum(event.needed, 0, len(event.faces))
    return say("{needed} or more on 1d6, {percent} percent.", needed=event.needed, percent=percent)


HELD: Mapping[t.HoldReason, str] = {
    "mortar": phrase("its policy keeps its shot for another segment"),
    "adjacent": phrase("its policy does not fire at who comes next to it"),
    "range": phrase("that is beyond the range of its policy"),
    "marked": phrase("it is marked, and its policy does not try the roll"),
    "hold": phrase("its policy holds fire"),
    "odds": phrase("{found} percent, and its policy asks for {least} or more"),
    "column": phrase("column {found}, and its policy asks for {least} or more"),
    "targets": phrase("nothing seen there that its fire reaches and its policy fires at"),
    "cap": phrase("only one distant stack may answer, and another did"),
}


@rule("TCS3-1-3", "TCS3-1-7")
def _overwatch_held(game: TacticalGame, event: t.OverwatchHeld) -> str:
    whys = (say(HELD[one.reason], found=one.found, least=one.least) for one in event.held)
    return say("No overwatch at {where}: {why}.", where=place(game, event.hex), why="; ".join(whys))


@rule("TCSB-17-2", "TCSB-17-3", "TCSARM-4.1b-1")
def _morale(game: TacticalGame, event: t.MoraleTried | t.ArmorTried) -> str:
    by, most = event.total - sum(event.faces), steadiest(game.book, event.effective)
    return say(
        "Effective morale {effective}: 2d6 {faces} = {sum}, modifiers {by:+d}, {total} in all; {holds}.",
        effective=event.effective, faces="+".join(map(str, event.faces)), sum=sum(event.faces), by=by, total=event.total,
        holds=say("no roll holds") if most is None else say("it holds at {most} or less", most=most),
    )  # fmt: skip


_FIGURES: Mapping[type[Value], Callable[..., str]] = {
    t.AreaFired: _area, t.PointFired: _point, t.UnitStruck: _struck, t.MoraleTried: _morale, t.ArmorTried: _morale,
    t.OverwatchHeld: _overwatch_held,
    t.AtThrown: _antitank, t.BreachTried: _cleared, t.BarrierTried: _cleared, t.MissionAdjusted: _adjusted,
}  # fmt: skip
