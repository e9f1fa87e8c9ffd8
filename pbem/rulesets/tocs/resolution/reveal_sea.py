"""The sea when all is over: ships of both sides as they were left, and what happened on the water, in words (TOCS-5.0-3)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.kernel.i18n import say, worded
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ships import WORDS_OF_CLASS, Ship


@rule("TOCS-5.0-3", "TOCS-W16.0-3")
def ships(forces: Forces) -> Iterator[str]:
    """Every ship of a side, and how the campaign left it."""
    for _, ship in sorted(forces.sea.ships.items()):
        kind = say(WORDS_OF_CLASS[ship.ship])
        yield say("{call} {name}, {kind}: {fate}", call=ship.call, name=ship.name, kind=kind, fate=_fate(ship))
    for hex_, factors in sorted(forces.sea.mines.items()):
        yield say("mines in {hex}: {factors}", hex=hex_, factors=factors)


def _fate(ship: Ship) -> str:
    if ship.sunk:
        return say("sunk")
    hits = say(", damage {damage} of {dp}", damage=ship.damage, dp=ship.dp) if ship.damage else ""
    if ship.aboard:
        return f"{say('aboard {ship}', ship=ship.aboard)}{hits}"
    if ship.port:
        return f"{say('docked at {port}', port=worded(ship.port))}{hits}"
    return f"{say('{zone}, box {box}', zone=worded(ship.zone), box=ship.box)}{hits}"


# ---------------------------------------------------------------- what happened


def _sailed(_: Board, event: e.SailThrown) -> Iterator[str]:
    if event.sailed:
        yield say("  {call} sails to {zone}", call=event.call, zone=worded(event.zone))
    else:
        yield say("  {call} does not get away to {zone}", call=event.call, zone=worded(event.zone))


def _battle(_: Board, event: e.SeaBattleBegan) -> Iterator[str]:
    how = say(" by surprise") if event.surprise else ""
    yield say(
        "  battle S{number} in {zone}: {side} attacks{how}",
        number=event.number,
        zone=worded(event.zone),
        side=event.attacker,
        how=how,
    )


def _fight(_: Board, event: e.SeaAirFought) -> Iterator[str]:
    one = sum(bout.attacker_lost + bout.attacker_home for bout in event.rounds)
    other = sum(bout.defender_lost + bout.defender_home for bout in event.rounds)
    yield say("  S{number}: aircraft of {side} against the screen, {one} and {other} down or driven off",
              number=event.number, side=event.attacker, one=one, other=other)  # fmt: skip


def _bombed(_: Board, event: e.ShipsBombed) -> Iterator[str]:
    hit = ", ".join(event.ships) or say("no hits")
    yield say("  S{number}: {aircraft} aircraft of {side} bomb ships: {hit}", number=event.number, aircraft=event.aircraft,
              side=event.side, hit=hit)  # fmt: skip


def _duel(_: Board, event: e.SurfaceDuel) -> Iterator[str]:
    firing, target = ", ".join(say(WORDS_OF_CLASS[kind]) for kind in event.firing), say(WORDS_OF_CLASS[event.target])
    yield say("  S{number}: {side} {firing} against {target}: {hits}, return fire {back}", number=event.number, side=event.side,
              firing=firing, target=target, hits=event.target_hits, back=event.firer_hits)  # fmt: skip


def _torpedoed(_: Board, event: e.Torpedoed) -> Iterator[str]:
    yield say("  {call} attacks {victim} in {zone}: {result}", call=event.call, victim=event.victim, zone=worded(event.zone),
              result=event.result)  # fmt: skip


def _hunted(_: Board, event: e.SubHunted) -> Iterator[str]:
    if event.hit:
        yield say("  {call} finds a submarine in {zone}: {hit}", call=event.call, zone=worded(event.zone), hit=worded(event.hit))


def _mined(_: Board, event: e.MineStruck) -> Iterator[str]:
    yield say("  {call} strikes a mine in {hex}: {result}", call=event.call, hex=event.hex, result=event.result)


def _sunk(_: Board, event: e.ShipSunk) -> Iterator[str]:
    yield say("  {name} of {side} sunk", name=event.name, side=event.side)


def _shelled(_: Board, event: e.ShipsShelled) -> Iterator[str]:
    yield say(
        '  {ships} shell {hex}, {bore}": {cell}', ships=", ".join(event.ships), hex=event.hex, bore=event.bore, cell=event.cell
    )


def _coast_guns(_: Board, event: e.CoastGunsFired) -> Iterator[str]:
    yield say("  {call} fires at {ship}: {result}", call=event.unit, ship=event.ship, result=event.result)


LINES: Mapping[type[Value], Callable[[Board, Any], Iterator[str]]] = {
    e.SailThrown: _sailed, e.SeaBattleBegan: _battle, e.SeaAirFought: _fight, e.ShipsBombed: _bombed, e.SurfaceDuel: _duel,
    e.Torpedoed: _torpedoed, e.SubHunted: _hunted, e.MineStruck: _mined, e.ShipSunk: _sunk, e.ShipsShelled: _shelled,
    e.CoastGunsFired: _coast_guns,
}  # fmt: skip
"""What the historian is told of each class of events at sea."""
