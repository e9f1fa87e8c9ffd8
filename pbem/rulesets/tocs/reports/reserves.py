"""Reserves in words: who waits, on what, and what they did when they were called (TOCS-3.8, 3.10, W10.21)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from typing import Any

from pbem.kernel.i18n import say, text
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large, of
from pbem.rulesets.tocs.reports.wording import call, place, places, short_spot, spot
from pbem.rulesets.tocs.units import Unit

MOVED = "moved"  # why a unit has changed that went on by a hex

Tell = Callable[[Game, Picture, Any], tuple[str, ...]]


def deeds(game: Game, picture: Picture, news: Iterable[Any], tell: Tell) -> tuple[str, ...]:
    """What own reserves did since the last report, in order, a line each; a unit's way is one, however many hexes it had."""
    told = (seen for seen in _done_by_reserves(news) if tell(game, picture, seen))
    groups = (list(together) for _, together in groupby(told, key=_mover))
    return tuple(f" {line}" for group in groups for line in _said(game, picture, group, tell))


def _said(game: Game, picture: Picture, group: list[Any], tell: Tell) -> Iterable[str]:
    """What is told of what was learnt in a row: the moves of one unit, or other things."""
    if len(group) > 1 and _mover(group[0]):
        return (_way(game, picture, [seen.unit for seen in group]),)
    return chain.from_iterable(tell(game, picture, seen) for seen in group)


def _done_by_reserves(news: Iterable[Any]) -> Iterator[Any]:
    """What was learnt while a reserve that was called acted, and of scripts that broke off."""
    acting = ""
    for seen in news:
        if isinstance(seen, t.ReserveCommitted):
            acting = seen.unit.id
        if acting or isinstance(seen, t.ScriptBroke):
            yield seen
        if isinstance(seen, t.ActivationChanged) and seen.active is None:
            acting = ""


def _mover(seen: Any) -> str:
    """The unit that this moves by a hex, "" where it is something else."""
    return seen.unit.id if isinstance(seen, t.UnitChanged) and seen.why == MOVED else ""


def _way(game: Game, picture: Picture, steps: list[Unit]) -> str:
    """`21AT moved to 16.04 Lent by 07.15, 08.14, 08.13`."""
    *way, last = steps
    hexes = ", ".join(str(unit.hex) for unit in way)
    return say("{call} moved to {place} by {hexes}", call=call(picture.forces, last.id), place=spot(game, last), hexes=hexes)


def waiting(game: Game, picture: Picture, filed: Iterable[tuple[str, str]], calls: Calls = None) -> tuple[str, ...]:
    """Own units in reserve, where, and the script that calls each. filed: the standing orders, (part, line); calls: of the units
    told of."""
    scripts = dict(filed)
    forces = picture.forces
    units = sorted((u for u in of(forces, calls, forces.on_map()) if u.reserve), key=lambda u: forces.counter(u).call)
    rest = " / ".join(text for part, text in scripts.items() if part.startswith("reserves"))
    lines, where = [], short_spot if large(forces) else spot
    for unit in units:
        name = forces.counter(unit).call
        script = scripts.get(f"when {name}", "")
        lines.append(
            say(
                " {name} in {place}: {partition}",
                name=name,
                place=where(game, unit),
                partition=script.partition(": ")[2].lower() or say("no script ({rest})", rest=rest.lower()),
            )
        )
    return tuple(lines)


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """One observation about own reserves in words, for a receipt or a report."""
    forces = picture.forces
    match seen:
        case t.ReserveOrdered(_, unit, _):
            paid = "" if forces.counter(unit).kind == "battery" else say(", its OP paid")
            return (say("{call} is in reserve in {place}{paid}", call=call(forces, unit.id), place=spot(game, unit), paid=paid),)
        case t.ReserveCommitted(_, unit, active):
            cause = say(": {place} is attacked", place=place(game, active.asked)) if active.asked else say(" after the battles")
            return (say("{call} comes out of reserve{cause}", call=call(forces, unit.id), cause=cause),)
        case t.ScriptBroke(_, unit, words, row):
            return (f"{call(forces, unit)} {text(words)} ({row})",)
        case t.PlansFiled(_, plans):
            last = plans[-1]
            hexes = f"{places(game, last.hexes)} {last.moment}" if last.hexes else say("the battles")
            return (say("left for after {hexes}: {orders}", hexes=hexes, orders=last.orders),)
        case t.MoveStopped(_, unit, hex_, into, _):
            return (
                say(
                    "{call} stops in {place}: {next} is occupied",
                    call=call(forces, unit),
                    place=place(game, hex_),
                    next=place(game, into),
                ),
            )
    return ()
