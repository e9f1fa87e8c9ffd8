"""Rehearsals: what a forecast counts of a game of TOCS."""

from collections import Counter

from pbem.engine.situation import Control
from pbem.kernel.values import replace
from pbem.modules.opened import OpenModule
from pbem.rulesets.form import ForecastTally, FoughtOut
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import Module, own_module
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.cells import crt_cell

ROW = "town_village"
"""The row of the CRT by which a rehearsal ends its field battles: houses and works are what they are fought for."""


def with_field_battles(module: OpenModule) -> Module:
    """The module, its engagements fought by people."""
    own = own_module(module)
    return replace(own, switches={**own.switches, "field_battle": "engagement"})


def length(module: OpenModule) -> int:
    """How many turns it has."""
    return len(own_module(module).turns)


def largest(module: OpenModule, side: str) -> tuple[str, ...]:
    """A side's formations, those with most counters directly below their headquarters first."""
    own = [counter for counter in own_module(module).counters if counter.side == side]
    sizes = Counter(counter.parent for counter in own)
    heads = {counter.formation: counter.id for counter in own if counter.formation}
    return tuple(sorted(heads, key=lambda name: (-sizes[heads[name]], name)))


def waiting(picture: Picture) -> int:
    """Units that wait off the board."""
    return sum(unit.status == "waiting" for unit in picture.forces.units.values())


def tally(events: tuple[e.Event | Control, ...]) -> ForecastTally:
    """Battles, and the points of the end."""
    over = next((event for event in events if isinstance(event, e.GameOver)), None)
    return ForecastTally(
        sum(isinstance(event, e.BattleFought) for event in events),
        sum(isinstance(event, e.FieldBattleEnded) and not event.thrown for event in events),
        {side: total for side, _, total in over.tallies} if over else None,
        over.winner if over else "",
        dict(_of_air_and_sea(events)),
    )


def _of_air_and_sea(events: tuple[e.Event | Control, ...]) -> Counter[str]:
    """Shots of flak, flights that were hit, what came down and how much of it on its zone, and ships sunk; none where there is
    nothing to count."""
    found: Counter[str] = Counter()
    for event in events:
        match event:
            case e.FlakFired():
                found["shots of flak"] += 1
            case e.FlightFlown():
                found["flights by plan"] += 1
                found["flights hit"] += bool(event.legs)
            case e.StickLanded():
                found["came down"] += len(event.landings)
                found["came down on its zone"] += sum(row.landed == row.planned for row in event.landings)
                found["lost in the drop"] += sum(row.landed is None for row in event.landings)
            case e.ShipSunk():
                found[f"ships sunk, {event.side}"] += 1
    return found


def fought(game: Game, attacker: int, defender: int, thrown: int) -> FoughtOut:
    """A deliberate attack with so many steps on so many, as the CRT has it."""
    crt = game.grid("crt")
    cell = crt.cell({"attack": "deliberate", "terrain": ROW}, crt.column_for(attacker, defender), thrown, ROW)
    ours, theirs = crt_cell(cell)
    if theirs.retreat or theirs.losses >= defender:
        return FoughtOut("attacker", ours.losses, theirs.losses)
    return FoughtOut("defender" if ours.retreat or ours.losses >= attacker else "", ours.losses, theirs.losses)
