"""Who comes upon whom in a sea zone (TOCS-W16.3): both sides throw, in secret and in an empty zone too (ruling N1)."""

from pbem.kernel.dice import Throw
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import READY
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_battle import SeaBattle, Squadron, fought
from pbem.rulesets.tocs.resolution.sea_harm import sky
from pbem.rulesets.tocs.rules import air, naval
from pbem.rulesets.tocs.ships import SPENT, TOP, Plane, Ship
from pbem.rulesets.tocs.standing_orders.asked_at_sea import InterceptsAtSea, LaunchesAll, StrikesBoxes
from pbem.rulesets.tocs.view import View

Events = tuple[e.Event, ...]
OVER_SEA = phrase("over the sea")
"""The box of aircraft over a sea zone."""


class _Try(Value):
    """A side's try: the boxes of its own that may act, those of the enemy's it falls on, and whether it wants a battle."""

    side: str
    reach: tuple[int, ...]
    boxes: tuple[int, ...]
    wants: bool


@rule("TOCS-W16.0-2", "TOCS-W16.3-1", "TOCS-W16.3-3", "TOCS-W16.3-4", "TOCS-W16.5-1")
def sought(moment: Moment, zone: str, what: str) -> Events:
    """Both sides throw in a zone where `what` was announced or found; then those fight who may and want to."""
    number = moment.board.seeks + 1
    throws = tuple((s.id, _throw(moment, s.id, zone, number)) for s in moment.game.sides)
    events: list[e.Event] = [e.InterceptionTried(number, zone, throws)]
    first, second = (_try(moment, side, zone, what, throw) for side, throw in throws)
    for one in (first, second):
        if one.reach and one.wants:
            events += _launched(after(moment, events), one.side, zone)
    return (*events, *_battles(after(moment, events), zone, first, second))


def _throw(moment: Moment, side: str, zone: str, number: int) -> Throw:
    return moment.dice.throw(f"seek/{side}/{moment.board.public.impulse_name}/{zone}/{number}", "1d6")


def _try(moment: Moment, side: str, zone: str, what: str, throw: Throw) -> _Try:
    view = moment.board.view(moment.game, side)
    grid = moment.game.grid("naval-interception")
    total = throw.total + naval.seek_drm(grid, _sight(moment, view, zone))
    return _Try(side, naval.reach(grid, total), moment.ask(side, StrikesBoxes()), moment.ask(side, InterceptsAtSea(what)))


@rule("TOCS-W16.3-3")
def _sight(moment: Moment, view: View, zone: str) -> naval.Sight:
    sea, enemy = view.forces.sea, moment.board.forces[moment.game.other(view.side)].sea
    radar = any(ship.radar for ship in sea.in_zone(zone))
    return naval.Sight(radar, zone in sea.searched, len(enemy.in_zone(zone)), view.night, naval.rough(sky(moment, zone)))


@rule("TOCS-W16.3-5", "TOCS-W16.2-2", "TOCS-W13.3-2")
def _launched(moment: Moment, side: str, zone: str) -> Events:
    """Carriers send up all that is ready as an interception opens, where their order says so and the weather of
    the zone lets them take off: into box 3, for a box."""
    if air.grounded(sky(moment, zone)) or not moment.ask(side, LaunchesAll()):
        return ()
    able = (s for s in moment.board.forces[side].sea.in_zone(zone) if s.planes and s.box > SPENT and not s.disabled)
    return tuple(event for ship in able for event in _sent_up(moment.board.forces[side], ship))


def _sent_up(forces: Forces, ship: Ship) -> Events:
    ready = tuple(craft for craft in forces.air.aircraft.values() if craft.base == ship.call and craft.box == READY)
    if not ready:
        return ()
    down = e.ShipsMoved(forces.side, (replace(ship, box=ship.box - 1, acted=True),), phrase("launched aircraft"))
    planes = tuple(Plane(craft.call, ship.zone, TOP) for craft in ready)
    up = tuple(replace(craft, box=OVER_SEA) for craft in ready)
    return (down, e.PlanesMoved(forces.side, planes, (), up, phrase("launched")))


@rule("TOCS-W16.5-1", "TOCS-W16.3-4")
def _battles(moment: Moment, zone: str, first: _Try, second: _Try) -> Events:
    """At most two battles, the one in the higher box struck first; a side whose throw failed is surprised."""
    events: list[e.Event] = []
    waiting = []
    for one, other in ((first, second), (second, first)):
        if not (one.reach and one.wants):
            continue
        able, met = _able(moment, one.side, one.reach, zone), _met(moment, other.side, one.boxes, zone)
        if not (able.ships or able.planes):
            continue
        if not (met.ships or met.planes):
            events.append(e.NobodyFound(one.side, zone))
            continue
        waiting.append((_highest(moment, met), one, other))
    for _, one, other in sorted(waiting, key=lambda w: (-w[0], w[1].side)):
        events += joined(after(moment, events), zone, Clash(one.side, one.reach, other.side, one.boxes, not other.reach))
    return tuple(events)


class Clash(Value):
    """Who attacks out of which boxes whom in which, and whether the other is surprised; finder: the ship whose patrol found them,
    which attacks before its patrol costs it a box, "" for none."""

    side: str
    reach: tuple[int, ...]
    enemy: str
    boxes: tuple[int, ...]
    surprise: bool
    finder: str = ""


def joined(moment: Moment, zone: str, clash: Clash) -> Events:
    """A battle between what a side has in some boxes and what the enemy has in others, if either has anything there still."""
    able = _able(moment, clash.side, clash.reach, zone, clash.finder)
    met = _met(moment, clash.enemy, clash.boxes, zone)
    if not (able.ships or able.planes) or not (met.ships or met.planes):
        return ()
    return fought(moment, SeaBattle(moment.board.public.sea_battles + 1, zone, able, met, clash.surprise))


def _able(moment: Moment, side: str, reach: tuple[int, ...], zone: str, finder: str = "") -> Squadron:
    """What a side has in the boxes that may act, and box 0 is none but for the ship that found the enemy on patrol."""
    sea = moment.board.forces[side].sea
    boxes = set(reach) - {SPENT}
    there = (s for s in sea.in_zone(zone) if s.box in boxes or s.call == finder)
    ships = tuple(s.call for s in there if naval.fights(s) and s.hex is None)
    return Squadron(side, ships, tuple(p.call for p in sea.over(zone) if p.box in boxes))


def _met(moment: Moment, side: str, boxes: tuple[int, ...], zone: str) -> Squadron:
    """What a side has in the boxes that are struck: submarines are not found so, nor is what lies close inshore."""
    sea = moment.board.forces[side].sea
    ships = tuple(s.call for s in sea.in_zone(zone) if s.box in boxes and s.surface and s.hex is None)
    return Squadron(side, ships, tuple(p.call for p in sea.over(zone) if p.box in boxes))


def _highest(moment: Moment, met: Squadron) -> int:
    sea = moment.board.forces[met.side].sea
    return max((*(sea.ships[c].box for c in met.ships), *(sea.planes[c].box for c in met.planes)))
