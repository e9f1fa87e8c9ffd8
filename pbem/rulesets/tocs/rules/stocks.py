"""Stores and what lives on them: who draws, what trucks share with their unit, and what hunger does (TOCS-W8.2, 8.4, 8.5)."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from pbem.kernel.calendar import Turn
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.rules.nations import trait
from pbem.rulesets.tocs.rules.supply import in_los
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View

DRAW = ("division", "regiment", "brigade", "kampfgruppe")
LAST_HOUR = "2100"
VEHICLES = ("motorized", "mechanized", "armored")


@rule("TOCS-W8.5-1")
def day_ends(game: Game, turn: int) -> bool:
    """Is this the last turn of a day: that of 2100, or the last of a date on which no turn begins at that hour, where turns are
    longer or shorter than three hours, or nights are left out (TOCS-W1.5-1)?"""
    now, later = game.turns[turn - 1], game.turns[turn:]
    if now.hour == LAST_HOUR or not later or later[0].day == now.day:
        return now.hour == LAST_HOUR
    return not any(t.hour == LAST_HOUR for t in _date(game, turn))


def _date(game: Game, turn: int) -> Iterator[Turn]:
    """The turns of the date up to a turn, backwards."""
    return takewhile(lambda t: t.day == game.turns[turn - 1].day, reversed(game.turns[:turn]))


def _day(game: Game, turn: int) -> int:
    """Days that have ended before a turn."""
    return sum(day_ends(game, number) for number in range(1, turn))


def days_cut(view: View, unit: Unit) -> int:
    """How many days have ended since the unit was found out of supply."""
    if not unit.cut:
        return 0
    since = int(unit.cut.removeprefix("T").partition(".")[0])
    return _day(view.game, view.public.turn) - _day(view.game, since)


@rule("TOCS-W8.5-1", "MASL-16.10-3")
def drawers(forces: Forces) -> tuple[Unit, ...]:
    """The headquarters that draw a point a day, in order of their calls: those the module names, else those of a level."""
    if forces.draw:
        named = (forces.units[name] for name in forces.draw.units)
        return tuple(sorted((u for u in named if u.status == "map"), key=lambda u: forces.counter(u).call))
    found = (u for u in forces.on_map() if forces.counter(u).kind == "hq" and forces.counter(u).level in DRAW)
    return tuple(sorted(found, key=lambda u: forces.counter(u).call))


def formation(forces: Forces, hq: Unit) -> tuple[Unit, ...]:
    """A headquarters and all that answer to it, however far down."""
    names, grown = {hq.id}, True
    while grown:
        more = {i for i in forces.counters if parent_of(forces, i) in names} - names
        names, grown = names | more, bool(more)
    return tuple(u for u in forces.on_map() if u.id in names)


def fresh(forces: Forces, kind: str) -> str:
    """A name for a store that is new to a side."""
    number = 1
    while f"{kind}-{number}" in forces.sources:
        number += 1
    return f"{kind}-{number}"


@rule("TOCS-W8.2-4", "TOCS-W8.2-5")
def beside(game: Game, source: SupplySource, unit: Unit) -> SupplySource:
    """Trucks as they are after what happened to their unit: they go with it, unless no truck can, and a quarter of what is on
    them goes with each step it loses."""
    losses = max(0, unit.lost - source.noted)
    source = replace(source, sp=quartered(source.sp, losses), noted=unit.lost)
    if (source.hex, source.bank) == (unit.hex, unit.bank):
        return source
    if game.sheet("cost-of-terrain").cell(game.ground.terrain[unit.hex], "motorized") == "X":
        return replace(source, join="", noted=0)
    return replace(source, hex=unit.hex, bank=unit.bank)


@rule("TOCS-W8.2-5")
def quartered(points: int, times: int) -> int:
    """Supply points after a quarter was lost so many times, what is left rounded down."""
    for _ in range(times):
        points = points * 3 // 4
    return points


def quarters(points: int) -> int:
    """How many quarters can be lost until nothing is left."""
    times = 0
    while points:
        points, times = quartered(points, 1), times + 1
    return times


@rule("TOCS-W12.7-2")
def damaged(source: SupplySource, points: int) -> SupplySource:
    """A facility after so many damage points: it holds that much less of what it was built for, and the rest is lost."""
    if not source.dp:
        return source
    damage = min(source.dp, source.damage + points)
    room = source.room * (source.dp - damage) // source.dp
    return replace(source, damage=damage, sp=min(source.sp, room))


# ---------------------------------------------------------------- the chart of disadvantages


def chart(game: Game) -> Mapping[str, Any]:
    """The chart of what it means to be out of supply."""
    return game.items("out-of-supply")


@rule("TOCS-W8.4-1")
def suffers(view: View, unit: Unit, item: str) -> bool:
    """Does an item of the chart touch this unit now?"""
    return item in chart(view.game) and bool(unit.cut) and not in_los(view, unit)


@rule("TOCS-W8.4-1")
def lost_ap(view: View, unit: Unit) -> int:
    """Action points a unit has less for want of supply."""
    return -int(chart(view.game)["ap"].extras["ap"]) if suffers(view, unit, "ap") else 0


@rule("TOCS-W8.4-1")
def forbidden(view: View, unit: Unit, what: str) -> Refusal | None:
    """Why a unit may not do a thing for want of supply: an intensive attack, a bombardment, a refit … as the chart names it."""
    for item in chart(view.game).values():
        if what in item.extras.get("forbids", ()) and suffers(view, unit, item.id):
            call = view.forces.counter(unit).call
            return illegal(say("{call} is out of supply: {item}", call=call, item=item.text), "TOCS-W8.4-1")
    return None


@rule("TOCS-W8.4-1")
def slowed(view: View, unit: Unit) -> bool:
    """Have tracked and wheeled troops run dry? From the second day without supply."""
    wheels = view.forces.counter(unit).mobility in VEHICLES
    return wheels and days_cut(view, unit) >= 1 and suffers(view, unit, "vehicles")


@rule("TOCS-W8.4-1", "TOCS-W18.2.6-1")
def starves(view: View, unit: Unit) -> bool:
    """Has the unit gone hungry for a whole day? Those who live off the land find food in villages and towns."""
    if days_cut(view, unit) < 1 or not suffers(view, unit, "starving"):
        return False
    return not (_lives_off_the_land(view, unit) and view.game.ground.terrain[unit.hex] in ("village", "town"))


def _lives_off_the_land(view: View, unit: Unit) -> bool:
    return trait(view.game, view.forces.counter(unit).nation, "forages")
