"""WHY and DIARY of a unit: the figures behind what it fired and what struck it, from what its side was told as it happened."""

from collections.abc import Callable, Iterator, Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.i18n import say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.reports import sentences
from pbem.rulesets.tcs.rules.area_fire import CHART
from pbem.rulesets.tcs.rules.odds import percent_of_digits
from pbem.rulesets.tcs.rules.rolls import NEVER
from pbem.rulesets.tcs.rules.shifts import Shift

OF_ONE = (t.PointFired, t.AtThrown, t.UnitStruck, t.FellBack)
OF_SOME = (t.AreaFired, t.MoraleTried, t.ArmorTried, t.HexEntered, t.ClosedIn, t.CloseOver, t.CrowdedOut, t.SmokeMade)
Figured = t.AreaFired | t.PointFired | t.UnitStruck | t.MoraleTried


def is_kept(seen: o.Seen) -> bool:
    """Is it kept for WHY and DIARY: turns, and what units did and suffered?"""
    if isinstance(seen, o.PublicEvent):
        return isinstance(seen.event, t.TurnBegan)
    return isinstance(seen, o.OwnEvent) and isinstance(seen.event, (*OF_ONE, *OF_SOME))


class _OfTurn(Value):
    """What a unit did and suffered in a turn."""

    turn: int
    events: tuple[t.OwnTold, ...]


def why(game: Game, kept: tuple[o.Seen, ...], unit: str) -> Iterator[str]:
    """The figures of the last turn in which the unit did anything."""
    turns = list(_turns(kept, unit))
    if not turns:
        yield say("Nothing has happened to {unit} yet.", unit=unit)
        return
    yield say("Turn {turn}:", turn=turns[-1].turn)
    for event in turns[-1].events:
        yield sentences.own(game, event)
        yield from (f"  {line}" for line in _figures(game, event) if line)


def diary(game: Game, kept: tuple[o.Seen, ...], unit: str) -> Iterator[str]:
    """What the unit did and suffered, turn by turn."""
    turns = list(_turns(kept, unit))
    for of in turns:
        yield say("Turn {turn}: {lines}", turn=of.turn, lines=" ".join(sentences.own(game, event) for event in of.events))
    if not turns:
        yield say("Nothing has happened to {unit} yet.", unit=unit)


def _turns(kept: tuple[o.Seen, ...], unit: str) -> Iterator[_OfTurn]:
    """The turns in which anything happened to it, the first first."""
    turn, events = 0, list[t.OwnTold]()
    for seen in kept:
        if isinstance(seen, o.PublicEvent) and isinstance(seen.event, t.TurnBegan):
            if events:
                yield _OfTurn(turn, tuple(events))
            turn, events = seen.event.turn, []
        elif isinstance(seen, o.OwnEvent) and unit in _units(seen.event):
            events.append(seen.event)
    if events:
        yield _OfTurn(turn, tuple(events))


def _units(event: t.OwnTold) -> tuple[str, ...]:
    if isinstance(event, OF_ONE):
        return (event.unit,)
    return event.units if isinstance(event, OF_SOME) else ()


def _figures(game: Game, event: t.OwnTold) -> Iterator[str]:
    """The look-up behind an event, "" for none."""
    worked = _FIGURES.get(type(event))
    if worked:
        yield worked(game, event)


@rule("TCS3-7-2", "TCSB-9-5")
def _area(game: Game, event: t.AreaFired) -> str:
    return say("Column {column} is a strength of {strength}.", column=event.column, strength=strength_of(game.book, event.column))


def strength_of(book: ChartBook, column: int) -> str:
    """The strengths that come to a column of area fire, weak fire applied: "20 to 29", "170 and more"."""
    bounds = [bound * 10 - 5 for bound in book.grid(CHART).columns.bounds]
    least = max(0, bounds[column])
    if column + 1 == len(bounds):
        return say("{least} and more", least=least)
    return say("{least} to {most}", least=least, most=bounds[column + 1] - 1)


@rule("TCSB-12-1")
def _point(game: Game, event: t.PointFired) -> str:
    if event.needed in NEVER:
        return say("Below the first column of the chart: it cannot hit.")
    chance = percent_of_digits(event.needed)
    return say("Net value {net}: {needed} or more on 3d6 in order, {percent} percent.", net=event.net, needed=event.needed,
               percent=chance)  # fmt: skip


@rule("TCSB-11-7", "TCSB-11-12")
def _struck(game: Game, event: t.UnitStruck) -> str:
    """The roll, what counted by its own ground and posture, and the rest, which the enemy's fire brought with it."""
    if event.how != "area" or not event.faces:
        return ""
    rest = event.total - sum(event.faces) - sum(shift.by for shift in event.counting)
    lay = say(", smoke and what lay between {by:+d}", by=rest) if rest else ""
    return say(
        "Column {column}: 2d6 {faces} = {sum}{counting}{lay}, {total} in all: {result}.",
        column=event.column, faces="+".join(map(str, event.faces)), sum=sum(event.faces), counting=counted_in(event.counting),
        lay=lay, total=event.total, result=_result(event),
    )  # fmt: skip


def counted_in(counting: tuple[Shift, ...]) -> str:
    """`, terrain -2, moving +2`."""
    return "".join(f", {text(shift.id.replace('_', ' '))} {shift.by:+d}" for shift in counting if shift.by)


def _result(event: t.UnitStruck) -> str:
    if event.losses:
        return say("{steps} lost, morale is tried", steps=event.losses) if event.check else say("{steps} lost", steps=event.losses)
    return say("morale is tried") if event.check else say("no effect")


@rule("TCSB-17-2", "TCSB-17-3")
def _morale(game: Game, event: t.MoraleTried) -> str:
    by = event.total - sum(event.faces)
    return say(
        "Effective morale {effective}: 2d6 {faces} = {sum}, modifiers {by:+d}, {total} in all.",
        effective=event.effective, faces="+".join(map(str, event.faces)), sum=sum(event.faces), by=by, total=event.total,
    )  # fmt: skip


_FIGURES: Mapping[type[Value], Callable[..., str]] = {
    t.AreaFired: _area, t.PointFired: _point, t.UnitStruck: _struck, t.MoraleTried: _morale,
}  # fmt: skip
