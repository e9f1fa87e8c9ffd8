"""Ships and aircraft go from zone to zone, through passages that may be mined (TOCS-W16.1 to W16.3, W17.1, W17.4)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import sea_mines
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_harm import harmed, sky
from pbem.rulesets.tocs.resolution.sea_seek import sought
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.rules.naval import Fall, Passage
from pbem.rulesets.tocs.ships import AIRCRAFT, NAVAL_UNITS, SPENT, Plane, Ship, later

Events = tuple[e.Event, ...]
SAILED, NOT_SAILED, MINED = phrase("sailed"), phrase("did not get away"), phrase("struck a mine")


class Voyage(Value):
    """A move to another zone: the call that was ordered, its ships, the zone, and the water hex it leads over, None for none."""

    call: str
    ships: tuple[Ship, ...]
    zone: str
    through: Hex | None


@rule("TOCS-W16.1-3")
def facts_of(moment: Moment, side: str, voyage: Voyage) -> Passage:
    """What bears on a move between zones."""
    forces: Forces = moment.board.forces[side]
    storm = any(sky(moment, zone).wind == naval.HEAVY or sky(moment, zone).precipitation == "blizzard"
                for zone in (voyage.ships[0].zone, voyage.zone))  # fmt: skip
    loaded = any(ship.points or lading.cargo(forces, ship.call) for ship in voyage.ships)
    return Passage(min(ship.box for ship in voyage.ships), storm, loaded, any(ship.crippled for ship in voyage.ships))


@rule("TOCS-W16.1-2", "TOCS-W16.1-3", "TOCS-W16.0-2", "TOCS-W16.3-1", "TOCS-W17.1-1")
def sailed(moment: Moment, side: str, voyage: Voyage) -> Events:
    """One throw for the fleet on its lowest box: it goes, or stays, a box lower. Both zones are told, mines meet it on the way."""
    chart = moment.game.check("naval-movement")
    facts = facts_of(moment, side, voyage)
    said = naval.passage_drms(chart, facts)
    throw = moment.dice.throw(f"sail/{voyage.call}/{moment.board.public.impulse_name}", chart.trial.roll)
    total, needed = throw.total + sum(value for _, value in said), naval.needed(facts.lowest)
    went = total <= needed
    events: list[e.Event] = [e.SailThrown(side, voyage.call, voyage.zone, throw, said, needed, went)]
    if not went:
        stays = tuple(replace(ship, box=facts.lowest - 1, acted=True) for ship in voyage.ships)
        return (*events, e.ShipsMoved(side, stays, NOT_SAILED))
    start = voyage.ships[0].zone
    events += [e.ZoneTraffic(side, start, NAVAL_UNITS, True)]
    events += sought(after(moment, events), start, NAVAL_UNITS)
    left = still(after(moment, events), side, voyage.ships)
    there = _arrived(after(moment, events), side, left, voyage.zone, facts.lowest - 1)
    events += [e.ShipsMoved(side, there, SAILED)] if left else []
    if voyage.through and left:
        events += mined(after(moment, events), side, _of(voyage, left), voyage.through)
    known = after(moment, events).board.forces[side].sea.ships
    if any(not known[ship.call].sunk for ship in left):  # a mine that disabled a ship does not keep it out of the zone
        events += [e.ZoneTraffic(side, voyage.zone, NAVAL_UNITS, False)]
        events += sought(after(moment, events), voyage.zone, NAVAL_UNITS)
    return tuple(events)


def still(moment: Moment, side: str, ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Those that have not been sunk or disabled on the way."""
    known = moment.board.forces[side].sea.ships
    return tuple(known[ship.call] for ship in ships if not known[ship.call].sunk and not known[ship.call].disabled)


def _of(voyage: Voyage, left: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Of the ships of a voyage, as they set out, those that are left."""
    calls = {ship.call for ship in left}
    return tuple(ship for ship in voyage.ships if ship.call in calls)


def _arrived(moment: Moment, side: str, ships: tuple[Ship, ...], zone: str, box: int) -> tuple[Ship, ...]:
    """The ships in the other zone, and the craft they carry with them."""
    calls = {ship.call for ship in ships}
    carried = (craft for craft in moment.board.forces[side].sea.ships.values() if craft.aboard in calls)
    there = (replace(ship, zone=zone, box=max(box, SPENT), moved=True, acted=True, hex=None) for ship in ships)
    return (*there, *(replace(craft, zone=zone) for craft in carried))


@rule("TOCS-W17.4-1")
def mined(moment: Moment, side: str, ships: tuple[Ship, ...], place: Hex) -> Events:
    """Each ship that goes through a mined hex throws, sweepers first; who strikes one knows of the field from then on.
    ships: as they were before the act that takes them there."""
    enemy = moment.game.other(side)
    events: list[e.Event] = []
    there = still(moment, side, ships)
    again = {ship.call: later((ship,)) for ship in ships}
    swept = any(ship.ship in naval.SWEEPERS for ship in there)
    for ship in sorted(there, key=lambda s: (s.ship not in naval.SWEEPERS, s.call)):
        now = after(moment, events)
        if not sea_mines(now.board, enemy, place):
            break
        known = place in now.board.forces[side].sea.dangers
        events += _through(now, side, _Crossing(ship, place, again[ship.call]), Fall(ship, known=known, swept=swept))
    return tuple(events)


class _Crossing(Value):
    """A ship that goes through a hex, and what tells its throw from one of another act in the same impulse."""

    ship: Ship
    place: Hex
    later: str


def _through(moment: Moment, side: str, crossing: _Crossing, facts: Fall) -> Events:
    ship, place = crossing.ship, crossing.place
    grid = moment.game.grid("naval-minefield")
    factors = sea_mines(moment.board, moment.game.other(side), place)
    said = naval.drms(grid, replace(facts, night=moment.board.view(moment.game, side).night))
    throw = moment.dice.throw(f"mines/{ship.call}/{moment.board.public.impulse_name}/{place}{crossing.later}", grid.dice.roll)
    strike = naval.strike_of(naval.cell(grid, factors, throw.total + sum(value for _, value in said)))
    if strike == naval.NO_STRIKE:
        return ()  # who goes through unharmed is told nothing, or a field that is gone would be known by the silence
    told = e.MineStruck(side, ship.call, place, throw, said, naval.token(strike))
    found = () if facts.known else (e.MinesFound(side, place, 0, False),)
    events = (told, *found)
    return (*events, *harmed(after(moment, events), side, ship.call, strike, MINED))


@rule("TOCS-W16.2-1", "TOCS-W16.2-6")
def onward(plane: Plane) -> int:
    """The box in which aircraft come into a second zone: from the deck into the own zone and on to the next are two moves, so that
    they are in box 1 at the best, as those are that came from land."""
    return min(plane.box - 1, 1)


@rule("TOCS-W16.2-2", "TOCS-W16.2-7")
def put_out(moment: Moment, side: str, plane: Plane, up: e.PlanesMoved) -> Events:
    """Aircraft from land come into a zone, which is announced."""
    events: tuple[e.Event, ...] = (up, e.ZoneTraffic(side, plane.zone, AIRCRAFT, False))
    return (*events, *sought(after(moment, events), plane.zone, AIRCRAFT))


@rule("TOCS-W16.2-1", "TOCS-W16.2-4", "TOCS-W16.0-2")
def flown(moment: Moment, side: str, plane: Plane, zone: str) -> Events:
    """Aircraft come into a zone beside theirs, which needs no throw; both zones are told."""
    name = moment.board.public.impulse_name
    there = replace(plane, zone=zone, box=onward(plane), legs=plane.legs + 1, acted=name)
    events: list[e.Event] = [e.ZoneTraffic(side, plane.zone, AIRCRAFT, True)]
    events += sought(after(moment, events), plane.zone, AIRCRAFT)
    if plane.call not in after(moment, events).board.forces[side].sea.planes:
        return tuple(events)
    events += [e.PlanesMoved(side, (there,), (), (), phrase("flew on")), e.ZoneTraffic(side, zone, AIRCRAFT, False)]
    return (*events, *sought(after(moment, events), zone, AIRCRAFT))
