"""The sea as impulses and turns end: boxes rise, submarines are hunted and attack, aircraft go home (TOCS-W16.1, W16.8)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_harm import harmed, landed, sky
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.rules.nations import date
from pbem.rulesets.tocs.rules.naval import Fall
from pbem.rulesets.tocs.rules.target_dice import struck
from pbem.rulesets.tocs.ships import SPENT, SUBMARINE, TOP, Ship
from pbem.rulesets.tocs.standing_orders.asked_at_sea import BoatsAttack, GoesForShips

Events = tuple[e.Event, ...]
AHEAD_SINCE, SONAR_SINCE = "1943-01", "1939-09"
TORPEDOED, DEPTH_CHARGED = phrase("torpedoed"), phrase("hit while submerged")
PORT_LOST = phrase("left port as it was lost")


def afloat(board: Board) -> bool:
    """Has either side ships, or aircraft over the water?"""
    return any(forces.sea.ships for forces in board.forces.values())


# ---------------------------------------------------------------- an impulse


@rule("TOCS-W16.1-4", "TOCS-W17.6-1")
def closing(moment: Moment, phasing: str) -> Events:
    """As an impulse ends: idle ships of its side that were in no fight rise a box, in port as at sea; cover that the other side
    paid for is over."""
    if not afloat(moment.board):
        return ()
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        changed = tuple(
            now for _, ship in sorted(forces.sea.ships.items())
            if not ship.sunk and (now := _rested(ship) if side == phasing else replace(ship, covers=None)) != ship
        )  # fmt: skip
        events += [e.ShipsMoved(side, changed, phrase("impulse over"))] if changed else []
    return tuple(events)


def _rested(ship: Ship) -> Ship:
    rises = not (ship.aboard or ship.acted or ship.fought or ship.disabled) and ship.hex is None
    return replace(ship, box=min(TOP, ship.box + 1) if rises else ship.box, acted=False, fought=False)


@rule("TOCS-W12.5-1")
def ports_lost(moment: Moment) -> Events | None:
    """Ships docked in a port that the enemy has taken put out into box 0; those that are disabled are lost with what is aboard
    (ruling N10). None when there are none."""
    board: Board = moment.board
    for side, forces in sorted(board.forces.items()) if afloat(board) else ():
        for call, ship in sorted(forces.sea.ships.items()):
            site = board.sites.get(ship.port) if ship.port and not ship.sunk else None
            if site is None or board.public.owner[site.hex] == side:
                continue
            out = replace(ship, port="", box=SPENT)
            told = e.ShipsMoved(side, (out,), PORT_LOST)
            lost = harmed(after(moment, (told,)), side, call, naval.NavalResult(sinks=True), PORT_LOST) if ship.disabled else ()
            return (told, *lost)
    return None


# ---------------------------------------------------------------- a turn


@rule("TOCS-W16.1-5", "TOCS-W16.8-2", "TOCS-W16.8-4")
def turn_over(moment: Moment) -> Events:
    """Ships on patrol hunt submarines; those left attack; then all turn back and rise a box, and aircraft go home."""
    if not afloat(moment.board):
        return ()
    events: list[e.Event] = []
    for step in (_hunts, _boats, _home, _risen):
        events += step(after(moment, events))
    return tuple(events)


def _hunts(moment: Moment) -> Events:
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        for call in sorted(c for c, ship in forces.sea.ships.items() if ship.patrols):
            events += hunted(after(moment, events), side, call)
    return tuple(events)


@rule("TOCS-W16.8-2", "TOCS-W17.3-1", "TOCS-W16.8-3")
def hunted(moment: Moment, side: str, call: str) -> Events:
    """A ship throws its box or less, and attacks a submarine in its zone; it throws whether one is there or not, and reads the same
    unless it hits."""
    ship = moment.board.forces[side].sea.ships[call]
    if ship.sunk or not ship.afloat:
        return ()
    throw = moment.dice.throw(f"hunt/{call}/T{moment.board.public.turn}", "1d6")
    enemy = moment.game.other(side)
    prey = tuple(b.call for b in moment.board.forces[enemy].sea.in_zone(ship.zone) if b.ship == SUBMARINE and not b.disabled)
    if not naval.finds(ship.box, throw.total) or not prey:
        return (e.SubHunted(side, call, ship.zone, throw, ""),)
    boat = struck(moment.dice, f"hunt/{call}/T{moment.board.public.turn}/boat", prey, "d")[0]
    return attacked(moment, side, e.SubHunted(side, call, ship.zone, throw, ""), boat)


@rule("TOCS-W16.8-1", "TOCS-W16.8-2", "TOCS-W16.8-3")
def attacked(moment: Moment, side: str, told: e.SubHunted, boat: str, later: str = "") -> Events:
    """A submarine that was found is attacked, by ships on the ASW chart, by aircraft on theirs: disabled to box 0, or sunk.
    later: what tells the throw from one of the same aircraft in the same impulse."""
    forces, enemy = moment.board.forces[side], moment.game.other(side)
    plane = told.call in forces.sea.planes
    grid = moment.game.grid("naval-air-to-sub" if plane else "naval-asw")
    prey, weather = moment.board.forces[enemy].sea.ships[boat], sky(moment, told.zone)
    ship = forces.sea.ships.get(told.call)
    nation = ship.nation if ship else forces.air.aircraft[told.call].nation
    now, allied = date(moment.game), nation.casefold() in ("british", "american", "us", "canadian")
    box = ship.box if ship else forces.sea.planes[told.call].box
    facts = Fall(
        prey, radar=bool(ship and ship.radar), night=moment.board.view(moment.game, side).night, rough=naval.rough(weather),
        shallow="shallow" in moment.game.ground.zones[told.zone].water.values(), sonar=allied and now >= SONAR_SINCE,
        ahead=allied and now >= AHEAD_SINCE, with_air=any(p.patrols and p.box == box for p in forces.sea.over(told.zone)),
    )  # fmt: skip
    count = 1 if plane else sum(s.patrols and s.box == box for s in forces.sea.in_zone(told.zone))
    throw = moment.dice.throw(f"depth/{told.call}/{moment.board.public.impulse_name}/{boat}{later}", grid.dice.roll)
    strike = naval.strike_of(naval.cell(grid, count, throw.total + sum(value for _, value in naval.drms(grid, facts))))
    if strike == naval.NO_STRIKE:
        return (told,)
    hit = replace(told, hit="sunk" if strike.sinks else "disabled")
    return (hit, *harmed(after(moment, (hit,)), enemy, boat, strike, DEPTH_CHARGED))


@rule("TOCS-W16.8-4")
def _boats(moment: Moment) -> Events:
    """Each submarine left that throws its box or less attacks one ship in its box, and drops a box."""
    events: list[e.Event] = []
    for side in sorted(moment.board.forces):
        if not moment.ask(side, BoatsAttack()):
            continue
        for call, boat in sorted(moment.board.forces[side].sea.ships.items()):
            if boat.ship == SUBMARINE:
                events += _torpedoes(after(moment, events), side, call)
    return tuple(events)


def _torpedoes(moment: Moment, side: str, call: str) -> Events:
    boat = moment.board.forces[side].sea.ships[call]
    if not boat.afloat or boat.disabled:
        return ()
    throw = moment.dice.throw(f"lurk/{call}/T{moment.board.public.turn}", "1d6")
    enemy = moment.game.other(side)
    there = tuple(s for s in moment.board.forces[enemy].sea.in_zone(boat.zone) if s.surface and s.box == boat.box and s.hex is None)
    if not naval.finds(boat.box, throw.total) or not there:
        return ()
    target = naval.by_priority(there, moment.ask(side, GoesForShips(boats=True)))[0]
    grid = moment.game.grid("naval-sub-to-surface")
    screens = sum(s.ship in naval.SMALL and s.call != target.call and naval.may_patrol(s) for s in there)
    warned = boat.zone in moment.board.forces[enemy].sea.warned
    night = moment.board.view(moment.game, side).night
    said = naval.drms(grid, Fall(target, screens, night=night, enemy_radar=target.radar, warned=warned))
    shot = moment.dice.throw(f"torpedo/{call}/T{moment.board.public.turn}", grid.dice.roll)
    strike = naval.strike_of(naval.cell(grid, 1, shot.total + sum(value for _, value in said)))
    told = e.Torpedoed(side, call, boat.zone, target.ship, target.call, shot, said, naval.token(strike))
    down = e.ShipsMoved(side, (replace(boat, box=max(SPENT, boat.box - 1)),), phrase("attacked"))
    events: tuple[e.Event, ...] = (told, down)
    if strike == naval.NO_STRIKE:
        return events
    return (*events, *harmed(after(moment, events), enemy, target.call, strike, TORPEDOED))


@rule("TOCS-W16.1-5", "TOCS-W17.2-1")
def _home(moment: Moment) -> Events:
    """All aircraft over the water go home."""
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        events += landed(after(moment, events), side, tuple(sorted(forces.sea.planes)), phrase("landed"))
    return tuple(events)


@rule("TOCS-W16.1-5")
def _risen(moment: Moment) -> Events:
    """All rise a box, in port as at sea, and may move again; craft in which nobody is left go back to their zone."""
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        ships = ((ship, _turned(forces, ship)) for _, ship in sorted(forces.sea.ships.items()) if not ship.sunk)
        changed = tuple(now for ship, now in ships if now != ship)
        events += [e.ShipsMoved(side, changed, phrase("turn over"))] if changed else []
    return tuple(events)


def _turned(forces: Forces, ship: Ship) -> Ship:
    empty = ship.hex is not None and not lading.cargo(forces, ship.call)
    box = ship.box if ship.aboard else min(TOP, ship.box + 1)
    return replace(ship, box=box, moved=False, patrols=False, disabled=False, hex=None if empty else ship.hex)
