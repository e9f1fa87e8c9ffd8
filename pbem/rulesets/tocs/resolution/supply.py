"""Supply in play: the mark at impulse start, its removal, capture, the daily draw, hunger (TOCS-W8.1 to W8.5)."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution import refitting
from pbem.rulesets.tocs.rules import convoys, stocks
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.shellfire import Hit
from pbem.rulesets.tocs.rules.supply import line_of
from pbem.rulesets.tocs.standing_orders.asked import KeepsCapture
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View

Events = tuple[e.Event, ...]


class Linked(NamedTuple):
    """Trucks that are assigned, and their unit."""

    forces: Forces
    source: SupplySource
    unit: Unit


@rule("TOCS-W8.3-1", "TOCS-W8.0-1", "MASL-16.10-2")
def marked(moment: Moment, side: str, impulse: str) -> Events:
    """As a side's impulse begins each unit without a line of supply is marked, and each that has one again is not."""
    board: Board = moment.board
    view = board.view(moment.game, side)
    return tuple(_mark(view, unit, impulse) for unit in view.forces.on_map() if line_of(view, unit).ok == bool(unit.cut))


def _mark(view: View, unit: Unit, impulse: str) -> e.UnitChanged:
    if unit.cut:
        return e.UnitChanged(view.side, replace(unit, cut=""), phrase("in supply again"))
    return e.UnitChanged(view.side, replace(unit, cut=impulse), phrase("out of supply"))


def follow(moment: Moment) -> Events | None:
    """What the last act brings with it for supply, at once; None when there is nothing."""
    linked = tuple(_linked(moment))
    rest = (_regained(moment), _taken(moment), refitting.abandoned(moment))
    return tuple(_carried(moment, linked)) or tuple(chain.from_iterable(rest)) or tuple(_orphaned(linked)) or None


@rule("TOCS-W8.3-2")
def _regained(moment: Moment) -> Iterator[e.Event]:
    """The mark comes off the moment a line is open again, in whosever impulse."""
    board: Board = moment.board
    for side in sorted(board.forces):
        waiting = board.forces[side].muster().cut
        if waiting:
            view = board.view(moment.game, side)
            yield from (_mark(view, u, "") for u in waiting if u.status == "map" and line_of(view, u).ok)


@rule("TOCS-W8.1-4", "TOCS-W8.2-3")
def _taken(moment: Moment) -> Iterator[e.Event]:
    """Stores in a hex that the enemy has taken are his, whether he stopped there, drove through it or scouted it: kept or
    destroyed, as his standing order says. In an engagement, where its own side stands too, it is nobody's prize yet."""
    board: Board = moment.board
    for side in sorted(board.forces):
        enemy = moment.game.other(side)
        lost = [s for s in board.forces[side].sources.values() if board.public.owner[s.hex] == enemy]
        for source in lost:
            if source.kind != "edge" and not board.occupants(source.hex, side):
                yield from _fallen(moment, side, source)


def _fallen(moment: Moment, side: str, source: SupplySource) -> Iterator[e.Event]:
    board: Board = moment.board
    captor = moment.game.other(side)
    keep = moment.ask(captor, KeepsCapture(source.hex))
    yield e.SourceLost(side, source, phrase("captured") if keep else phrase("burnt"))
    if keep:
        name = stocks.fresh(board.forces[captor], source.kind)
        yield e.SourceChanged(captor, replace(source, id=name, join="", seeks="", bound=None), phrase("captured"))
    if source.kind == "base" and not source.secret:
        yield e.BaseMarked(source.hex, captor if keep else "")


@rule("TOCS-W8.2-4", "TOCS-W8.2-5", "TOCS-W8.0-3")
def _carried(moment: Moment, linked: tuple[Linked, ...]) -> Iterator[e.Event]:
    """Trucks that belong to a unit go where it goes and suffer what it suffers: out of a hex that falls to the enemy too."""
    for forces, source, unit in linked:
        after = stocks.beside(moment.game, source, unit) if unit.status == "map" else source
        if after != source:
            yield e.SourceChanged(forces.side, after, phrase("losses") if after.sp != source.sp else phrase("moved"))


@rule("TOCS-W8.2-4")
def _orphaned(linked: tuple[Linked, ...]) -> Iterator[e.Event]:
    """Trucks that the enemy did not take are lost with their unit."""
    for forces, source, unit in linked:
        if unit.status != "map":
            yield e.SourceLost(forces.side, source, say("lost with {call}", call=forces.counter(unit).call))


def _linked(moment: Moment) -> Iterator[Linked]:
    """The trucks that are assigned, each with its unit."""
    board: Board = moment.board
    for side in sorted(board.forces):
        forces = board.forces[side]
        yield from (Linked(forces, source, forces.units[source.join]) for source in forces.sources.values() if source.join)


@rule("TOCS-W8.2-2")
def rolling(moment: Moment, side: str) -> Events:
    """Trucks that are on their way drive on as their side's impulse begins."""
    board: Board = moment.board
    view = board.view(moment.game, side)
    found: list[convoys.ConvoyStep] = []
    for trucks in (s for s in view.forces.sources.values() if s.bound):
        found += convoys.drive(replace(view, forces=convoys.changed(view.forces, tuple(found))), trucks)
    return tuple(e.SourceLost(side, c.source, c.why) if c.gone else e.SourceChanged(side, c.source, c.why) for c in found)


@rule("TOCS-W8.5-1", "TOCS-W8.5-3", "TOCS-W8.3-7")
def drawn(moment: Moment) -> Events:
    """The last turn of the day is over: each HQ from regiment up takes a point from the source its line runs to.

    Where an HQ finds none, the units of its formation that have no line of their own are marked.
    """
    board: Board = moment.board
    if not stocks.day_ends(moment.game, board.public.turn) or moment.game.switches["supply"] == "ample":
        return ()
    by_level = (side for side in sorted(board.forces) if board.forces[side].draw is None)
    return tuple(event for side in by_level for event in _draws(board.view(moment.game, side), 1))


@rule("MASL-16.10-3")
def drawn_by_name(moment: Moment, turn: int) -> Events:
    """A turn begins: where the module names who draws at its hour, they do."""
    board: Board = moment.board
    if moment.game.switches["supply"] == "ample":
        return ()
    views = (board.view(moment.game, side) for side in sorted(board.forces))
    due = ((view, view.forces.draw) for view in views if view.forces.draw)
    now = moment.game.turns[turn - 1].hour
    return tuple(event for view, draw in due if draw.hour == now for event in _draws(view, draw.points))


def _draws(view: View, points: int) -> Iterator[e.Event]:
    wanting: list[Unit] = []
    for hq in stocks.drawers(view.forces):
        line = line_of(view, hq)
        if line.source:
            source = view.forces.sources[line.source]
            left = replace(source, sp=max(0, source.sp - points))
            yield e.SourceChanged(view.side, left, say("drawn by {call}", call=view.forces.counter(hq).call))
            view = replace(view, forces=view.forces.with_source(left))
        elif not line.free:
            wanting.append(hq)
    short = {u.id: u for hq in wanting for u in stocks.formation(view.forces, hq)}
    for unit in (short[i] for i in sorted(short)):
        if not unit.cut and not line_of(view, unit).ok:
            yield e.UnitChanged(view.side, replace(unit, cut=view.public.impulse_name), phrase("out of supply"))


@rule("TOCS-W8.2-6", "TOCS-W12.7-2")
def under_fire(moment: Moment, side: str, hex_: Hex) -> Mapping[str, int]:
    """A side's stores in a hex that shells may fall on, by the name they throw under, with the damage each can still take:
    what is built its damage points, trucks a quarter of their load for each."""
    board: Board = moment.board
    here = [s for s in board.forces[side].sources.values() if s.hex == hex_ and s.kind != "edge"]
    built = {f"store/{s.id}": s.dp - s.damage for s in here if s.kind != "mobile" and s.damage < s.dp}
    return built | {f"trucks/{s.id}": stocks.quarters(s.sp) for s in here if s.kind == "mobile"}


@rule("TOCS-W8.2-6", "TOCS-W8.2-5", "TOCS-W12.7-2")
def shelled(moment: Moment, side: str, hits: Mapping[str, Hit]) -> Events:
    """What the hits of a mission do to a side's stores, by name: trucks lose a quarter for being hit and for each point of
    damage; what is built takes the damage and holds so much less."""
    board: Board = moment.board
    events: list[e.Event] = []
    for source in board.forces[side].sources.values():
        hit = hits.get(f"trucks/{source.id}" if source.kind == "mobile" else f"store/{source.id}")
        if hit is None:
            continue
        load = stocks.quartered(source.sp, hit.states + hit.steps)
        after = replace(source, sp=load) if source.kind == "mobile" else stocks.damaged(source, hit.steps)
        if after.kind == "mobile" and not after.sp:
            events.append(e.SourceLost(side, source, phrase("shelled")))
        elif after != source:
            events.append(e.SourceChanged(side, after, phrase("shelled")))
    return tuple(events)


def starved(moment: Moment) -> Events:
    """A unit that was out of supply for a whole day is the worse for it as the day ends, by the chart (TOCS-W8.4-1)."""
    board: Board = moment.board
    if not stocks.day_ends(moment.game, board.public.turn):
        return ()
    views = (board.view(moment.game, side) for side in sorted(board.forces))
    hungry = ((view, u) for view in views for u in view.forces.on_map() if stocks.starves(view, u))
    return tuple(e.UnitChanged(view.side, degraded(u), phrase("starving")) for view, u in hungry)
