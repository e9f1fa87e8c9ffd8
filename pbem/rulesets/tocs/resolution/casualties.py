"""Losses and retreats of one side of a battle (TOCS-2.6, W19.4, W19.5)."""

from collections.abc import Iterator, Mapping

from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import bank_of
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.oob import full_kind
from pbem.rulesets.tocs.resolution import choices
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.assigning import may_own
from pbem.rulesets.tocs.rules.losses import Loser, share
from pbem.rulesets.tocs.rules.movement import Position
from pbem.rulesets.tocs.standing_orders.asked import HowToRetreat, PlaceAmongLosers, WayBack
from pbem.rulesets.tocs.units import Toll, Unit


class Blow(Value):
    """What falls on one side: steps to lose, hexes to fall back, states to degrade besides."""

    side: str
    units: tuple[Unit, ...]
    loss: int
    retreat: int
    degrade: Mapping[str, int]


class Bargain(Value):
    """How a side takes a blow: hexes it pays for in steps, steps it pays for in hexes, and what makes it do so (`Toll.how`)."""

    paid: int = 0
    given: int = 0
    how: str = ""


class Flight(Value):
    """A side's retreat: how many hexes, and whether anybody got away."""

    hexes: int
    left: bool


class Taken(Value):
    """What came of a blow: events, steps lost, the longest way fallen back, whether the side left the hex."""

    events: tuple[e.Event, ...]
    lost: int
    way: tuple[Hex, ...]
    left: bool
    captives: tuple[e.Captive, ...]
    toll: Toll


def defender(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """The defender's losses and retreat; he degrades for the battle unless it was carried over (TOCS-W19.4-6)."""
    units = _present(moment.board.forces[fight.defender], fight.defenders, fight.hex)
    state = 0 if _carried_on(moment, fight) else 1
    blow = Blow(fight.defender, units, fight.d_loss, fight.d_retreat, dict.fromkeys((u.id for u in units), state))
    taken = _take(moment, fight, blow)
    gone = (fight.defender,) if taken.left else ()
    lost_by = ((fight.defender, taken.lost),)
    return (*taken.events, e.FightWent(replace(fight, stage="attacker", path=taken.way, left=gone, lost=lost_by,
                                                captives=taken.captives, tolls=(taken.toll,))))  # fmt: skip


def attacker(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """The attacker's losses and retreat; he degrades for his activation (an ambushed unit when it ends its activation)."""
    forces = moment.board.forces[fight.attacker]
    units = tuple(forces.units[a.unit] for a in fight.attacks if forces.units[a.unit].status == "map")
    carried = _carried_on(moment, fight)
    degrade = {a.unit: int(a.ap > 0 or (fight.level != "ambush" and not carried)) for a in fight.attacks}
    blow = Blow(fight.attacker, units, fight.a_loss, fight.a_retreat, degrade)
    taken = _take(moment, fight, blow)
    gone = (*fight.left, fight.attacker) if taken.left else fight.left
    lost_by = (*fight.lost, (fight.attacker, taken.lost))
    return (*taken.events, e.FightWent(replace(fight, stage="aftermath", left=gone, lost=lost_by,
                                                captives=(*fight.captives, *taken.captives),
                                                tolls=(*fight.tolls, taken.toll))))  # fmt: skip


def _carried_on(moment: Moment, fight: e.Fight) -> bool:
    return fight.carried and moment.game.switches["continued_engagement_degrades"] == "retreating"


def _present(forces: Forces, ids: tuple[str, ...], hex_: Hex) -> tuple[Unit, ...]:
    return tuple(u for u in (forces.units[i] for i in ids) if u.status == "map" and u.hex == hex_)


@rule("TOCS-W19.4-1", "TOCS-W19.5-3", "TOCS-W19.5-4")
def _take(moment: Moment, fight: e.Fight, blow: Blow) -> Taken:
    """The blow falls: steps are lost, then the side falls back, all of it or none."""
    forces: Forces = moment.board.forces[blow.side]
    said = blow
    blow, bargain, price = _traded(moment, fight, said)
    lost = _losses(moment, fight, blow, blow.loss)
    hurt = tuple(replace(u, lost=u.lost + lost.get(u.id, 0)) for u in blow.units)
    alive = _led(forces, tuple(u for u in hurt if u.lost < forces.counter(u).steps))
    ways = {u.id: _way(moment, fight, blow.side, u, blow.retreat) for u in alive}
    ways |= _carried(moment, blow.side, alive, ways)
    flight = Flight(blow.retreat, any(ways.values()))
    living = {u.id: u for u in alive}
    outcome: list[e.Event] = []
    for unit in sorted(hurt, key=lambda u: forces.counter(u).call):  # the enemy reads who died in this order
        here = after(moment, outcome)
        if unit.id in living:
            outcome.extend(_fall_back(here, blow, living[unit.id], flight, ways[unit.id]))
        else:
            outcome.append(buried(here, blow.side, unit, _why_buried(forces, unit)))
    gone = {event.unit.id: event.unit.lost for event in outcome if isinstance(event, e.UnitChanged | e.UnitDestroyed)}
    steps = _steps_lost(forces, blow, gone)
    way = max((tuple(p.hex for p in way) for way in ways.values()), key=len, default=())
    toll = Toll(blow.side, steps, said.loss, said.retreat, bargain.paid, bargain.given, price, bargain.how)
    total = sum(count for _, count in steps)
    return Taken(tuple(outcome), total, way, flight.left, tuple(_captured(blow, forces, gone)), toll)


def _why_buried(forces: Forces, unit: Unit) -> str:
    """An asset that has steps left is lost because its unit died, and none is there to take it over."""
    return say("lost with its unit") if unit.lost < forces.counter(unit).steps else "battle"


def _steps_lost(forces: Forces, blow: Blow, gone: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The steps each unit lost that lost any, by call. gone: the losses of each unit, by id, as they are now."""
    return tuple(sorted((forces.counter(u).call, gone[u.id] - u.lost) for u in blow.units if gone[u.id] > u.lost))


@rule("TOCS-W12.1.1-1")
def _carried(
    moment: Moment, side: str, alive: tuple[Unit, ...], ways: Mapping[str, tuple[Position, ...]]
) -> dict[str, tuple[Position, ...]]:
    """On open water boats and all who are in them fall back by the way of the unit they are with."""
    view = moment.board.view(moment.game, side)
    wet = {u.id: u.hex for u in alive if afloat.floating(view, u.hex)}
    return {u.id: ways[u.assigned] for u in alive if u.id in wet and wet.get(u.assigned) == u.hex}


@rule("TOCS-W1.7-1", "TOCS-W2.5-2")
def _led(forces: Forces, alive: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those that live on: an asset whose unit died goes to another of its stack that may own it, or is lost with its unit."""
    ids = {u.id for u in alive}
    led: list[Unit] = []
    for unit in alive:
        if not unit.assigned or unit.assigned in ids or forces.units[unit.assigned].hex != unit.hex:
            led.append(unit)
            continue
        heirs = (u for u in alive if (u.hex, u.bank) == (unit.hex, unit.bank) and may_own(forces, unit, u))
        heir = min(heirs, key=lambda u: forces.counter(u).call, default=None)
        led += [replace(unit, assigned=heir.id)] if heir else []
    return tuple(led)


def _captured(blow: Blow, forces: Forces, gone: Mapping[str, int]) -> Iterator[e.Captive]:
    """A captive for each step lost, by call; the last step of a unit is marked."""
    for unit in sorted(blow.units, key=lambda u: forces.counter(u).call):
        steps = forces.counter(unit).steps
        yield from (e.Captive(blow.side, unit.id, unit.state, n == steps) for n in range(unit.lost + 1, gone[unit.id] + 1))


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def _traded(moment: Moment, fight: e.Fight, blow: Blow) -> tuple[Blow, Bargain, int]:
    """The blow as its owner takes it, what was paid, and the steps a hex costs: hexes of retreat paid for in steps, or steps
    beyond the first in hexes, at the rates of the chart. Both are for all units of the side (TOCS-W19.5-4), and nobody yields
    who has no way back."""
    chart = moment.game.records("crt-battle-procedure")
    price, worth = (whole(chart[name], "rate") for name in ("trade_retreat_for_loss", "trade_loss_for_retreat"))
    bargain = _choice(moment, fight, blow, price)
    yielding = replace(blow, loss=blow.loss - bargain.given, retreat=blow.retreat + bargain.given * worth)
    if bargain.given and all(_open(moment, fight, yielding, u) for u in blow.units):
        return yielding, bargain, price
    paid = replace(bargain, given=0, how=bargain.how if bargain.paid else "")
    return replace(blow, loss=blow.loss + paid.paid * price, retreat=blow.retreat - paid.paid), paid, price


def _open(moment: Moment, fight: e.Fight, blow: Blow, unit: Unit) -> bool:
    """Has a unit a way back as far as this, over ground of its own?"""
    way = _way(moment, fight, blow.side, unit, blow.retreat)
    return len(way) == blow.retreat and all(moment.board.public.owner[place] == blow.side for place, _ in way)


def _choice(moment: Moment, fight: e.Fight, blow: Blow, price: int) -> Bargain:
    """Hexes paid for with steps, or steps paid for with hexes: as chosen, else by standing orders."""
    forces: Forces = moment.board.forces[blow.side]
    spare = (sum(forces.counter(u).steps - u.lost for u in blow.units) - blow.loss) // price
    holds = any(u.hex == fight.hex for u in blow.units)
    match dict(fight.chosen).get(blow.side, ""):
        case choices.STAND:
            return Bargain(blow.retreat if spare >= blow.retreat else 0, 0, "chosen")
        case choices.YIELD:
            return Bargain(0, blow.loss - 1, "chosen")  # is an option where more than one is lost
        case choices.RETREAT:
            return Bargain()
    trade = moment.ask(blow.side, HowToRetreat(fight.hex, blow.retreat, blow.loss, spare, holds))
    return Bargain(trade.retreat, trade.steps, trade.by)


def _losses(moment: Moment, fight: e.Fight, blow: Blow, count: int) -> Mapping[str, int]:
    forces: Forces = moment.board.forces[blow.side]
    ap = {a.unit: a.ap for a in fight.attacks}
    losers = tuple(Loser(u.id, forces.counter(u).steps - u.lost, forces.counter(u).strength, ap.get(u.id, 0)) for u in blow.units)
    return share(count, losers, lambda loser: moment.ask(blow.side, PlaceAmongLosers(loser, forces.counter(loser.unit))))


@rule("TOCS-W19.5-4", "TOCS-W19.5-5", "TOCS-W19.5-6", "TOCS-W5.0-2", "TOCS-W10.26-4")
def _fall_back(moment: Moment, blow: Blow, unit: Unit, flight: Flight, way: tuple[Position, ...]) -> tuple[e.Event, ...]:
    """One unit's retreat. Every hex for which there is no way costs a step; where the rest of its side gets away and it
    cannot, it is lost. Reconnaissance units do not degrade for retreating."""
    counter = moment.board.forces[blow.side].counter(unit)
    under_fire = any(place in moment.board.public.interdicted for place, _ in way)  # TOCS-W10.26-4
    unit = degraded(unit, blow.degrade[unit.id] + int(bool(way) and not counter.recon) + under_fire)
    unit = replace(unit, lost=min(unit.lost + flight.hexes - len(way), counter.steps))
    if unit.lost >= counter.steps or (flight.left and not way):
        return (buried(moment, blow.side, unit, say("no way back")),)
    return _walk(moment, blow.side, unit, way) if way else (e.UnitChanged(blow.side, unit, phrase("battle")),)


def _way(moment: Moment, fight: e.Fight, side: str, unit: Unit, hexes: int) -> tuple[Position, ...]:
    """The places a unit falls back through. An attacker goes back to the hex he came from first (TOCS-W19.5-5)."""
    if hexes == 0:
        return ()
    attack = next((a for a in fight.attacks if a.unit == unit.id), None)
    if attack is None:
        return moment.ask(side, WayBack(unit, fight.hex, hexes))
    home = attack.origin if attack.origin != fight.hex else unit.origin
    if home is None:
        return moment.ask(side, WayBack(unit, fight.hex, hexes))
    bank = attack.bank if attack.origin != fight.hex else _bank(moment, fight.hex, home)
    return moment.ask(side, WayBack(unit, fight.hex, hexes, Position(home, bank)))


def _bank(moment: Moment, hex_: Hex, home: Hex) -> int:
    side = direction(home, hex_)
    found = bank_of(moment.game.ground, home, side) if side else 0
    return found or 0


@rule("TOCS-2.6-5", "TOCS-3.9-8", "TOCS-W19.5-2")
def _walk(moment: Moment, side: str, unit: Unit, way: tuple[Position, ...]) -> tuple[e.Event, ...]:
    """The steps of a retreat as they come off: into the enemy is destruction, his empty hexes are taken. Only a retreat
    in the own impulse has grace until the next one (TOCS-W3.0-4)."""
    enemy = moment.game.other(side)
    own_impulse = moment.board.public.phasing == side
    events: list[e.Event] = []
    for place, bank in way:
        unit = replace(unit, hex=place, bank=bank, origin=None, overstacked=own_impulse)
        if moment.board.occupants(place, enemy):
            return (*events, buried(moment, side, unit, say("retreat into the enemy")))
        if moment.board.public.owner[place] != side:
            events.append(e.OwnerChanged(place, side, phrase("entered in retreat")))
    return (*events, e.UnitChanged(side, unit, phrase("retreated")))


@rule("TOCS-W2.6.2-5", "TOCS-W1.11-1")
def buried(moment: Moment, side: str, unit: Unit, why: str) -> e.UnitDestroyed:
    """The event of a unit's end (TOCS-W1.11-1, TOCS-W19.4-5)."""
    counter = moment.board.forces[side].counter(unit)
    dead = replace(unit, lost=counter.steps, status="dead", fell=moment.board.public.turn, origin=None)
    return e.UnitDestroyed(side, dead, counter.call, counter.name, full_kind(counter), counter.level, why)
