"""Patrols that intercept, and fights in the air as they are played (TOCS-W14.6, W15.7, W15.8).

A patrol that tries and fails, or that its orders keep from trying, is told to nobody; of a fight both sides are told.
"""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, ON_STATION, AirRound, Sortie
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.rules import air, dogfights, flak
from pbem.rulesets.tocs.rules.dogfights import Cost, Flyers
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.target_dice import struck
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import BreaksOffAt, EngagesAircraft
from pbem.rulesets.tocs.view import AirZone

Events = tuple[e.Event, ...]
SHOT_DOWN, DRIVEN_OFF, BROKE_OFF = phrase("shot down in the air"), phrase("driven off"), phrase("broke off the fight")
HUNTERS = ("patrol", "strike", "interdict")
CLEAR = ("clear", "scattered")


class Met(Value):
    """What became of a mission over a hex: events, and the mission as it is, None when nothing is left of it."""

    events: Events
    sortie: Sortie | None


class Entering(Value):
    """Aircraft that come into a hex as a patrol meets them. name: of the mission or flight, for its dice; what: their class, as the
    other side is told; low: they fly low."""

    name: str
    hex: Hex
    what: str
    low: bool


class Party(Value):
    """One side of a fight. what: the class of its aircraft, as the other side is told."""

    side: str
    what: str
    flyers: Flyers


class Worn(Value):
    """What a fight took of a side, and whether what is left breaks off."""

    cost: Cost
    broke: bool


class Fought(Value):
    """A fight as it went: who attacked, and who was attacked."""

    told: Events
    attacker: Worn
    defender: Worn


# ---------------------------------------------------------------- a patrol tries


@rule("TOCS-W15.7-1")
def patrols(moment: Moment, side: str, place: Hex) -> tuple[Sortie, ...]:
    """The patrols of a side in whose zone a hex lies, the nearest first."""
    there = (s for s in moment.board.forces[side].air.on_station("patrol") if dogfights.within(s.goal, place))
    return tuple(sorted(there, key=lambda s: (distance(s.goal, place), s.id)))


@rule("TOCS-W15.7-2")
def catches(moment: Moment, side: str, patrol: Sortie, prey: Entering) -> bool:
    """Does a patrol of a side's try, by its orders, and come upon what is in a hex of its zone?"""
    if not moment.ask(side, EngagesAircraft(prey.hex, prey.what)):
        return False
    public = moment.board.public
    dim = light(moment.game, public) in ("dawn", "dusk")
    watch = dogfights.Watch(patrol.goal, len(patrol.flying), public.weather.cloud == "overcast", dim)
    thrown = moment.dice.throw(f"intercept/{patrol.id}/{public.impulse_name}/{prey.hex}/{prey.name}", "2d6").total
    return dogfights.intercepted(moment.game.grid("air-interception"), watch, dogfights.Prey(prey.hex, low=prey.low), thrown)


# ---------------------------------------------------------------- a fight


def party(moment: Moment, side: str, sortie: Sortie) -> Party:
    """A mission as it fights: its orders say after how much it breaks off."""
    seen = air.formation(moment.game, sortie)
    craft = moment.board.forces[side].air.aircraft[sortie.flying[0]]
    limit = moment.ask(side, BreaksOffAt())
    quality = figure(moment.game, craft.nation, "air")
    return Party(side, seen.name, Flyers(len(sortie.flying), len(sortie.escorts), quality, seen.fighters, limit))


@rule("TOCS-W14.6-2", "TOCS-W15.8-1")
def fought(moment: Moment, place: Hex, attacker: Party, defender: Party) -> Fought:
    """Round after round, until a side is gone or breaks off, six at most (ruling L9)."""
    grid, public = moment.game.grid("air-combat"), moment.board.public
    number, weather = public.air_fights + 1, public.weather
    now = dogfights.Round(
        1, attacker.flyers, defender.flyers, weather.cloud == "overcast", weather.cloud in CLEAR and not weather.fog
    )
    taken = [Cost(), Cost()]
    rounds: list[AirRound] = []
    while True:
        throw = moment.dice.throw(f"dogfight/{public.impulse_name}/{place}/{number}/{now.number}", grid.dice.roll)
        cost = dogfights.costs(grid, now, throw.total)
        rounds.append(AirRound(throw, cost[0].lost, cost[0].home, cost[1].lost, cost[1].home))
        taken = [Cost(old.lost + new.lost, old.home + new.home) for old, new in zip(taken, cost, strict=True)]
        now = replace(now, attacker=dogfights.after(now.attacker, cost[0]), defender=dogfights.after(now.defender, cost[1]))
        if not dogfights.goes_on(now, (taken[0].all, taken[1].all)):
            break
        now = replace(now, number=now.number + 1)
    told = e.AirFought(number, place, attacker.side, attacker.what, defender.what, tuple(rounds))
    return Fought((told,), _worn(now.attacker, taken[0]), _worn(now.defender, taken[1]))


def _worn(flyers: Flyers, cost: Cost) -> Worn:
    return Worn(cost, flyers.limit is not None and cost.all >= flyers.limit)


@rule("TOCS-W14.6-2", "TOCS-W15.8-1", "TOCS-W14.3-1")
def paid(moment: Moment, side: str, sortie: Sortie, worn: Worn) -> Met:
    """A mission after a fight: escorts fall out first, then by die; who breaks off goes home, and the mission is over. moment: with
    the fight already told, its number is of the dice."""
    events: list[e.Event] = []
    left: Sortie | None = sortie
    for count in range(worn.cost.all):
        if left:
            met = _one_less(after(moment, events), side, left, count, count < worn.cost.lost)
            events, left = [*events, *met.events], met.sortie
    if left and worn.broke:
        events.append(_down(after(moment, events), side, left.flying, LANDED, BROKE_OFF))
        left = None
    return Met((*events, *(() if left else lifted(after(moment, events), side, sortie))), left)


def _one_less(moment: Moment, side: str, sortie: Sortie, count: int, lost: bool) -> Met:
    """A mission without one of its escorts, or of its aircraft when it has none, by die; count: how many there were before."""
    public = moment.board.public
    occasion = f"lost/{sortie.id}/{public.impulse_name}/air{public.air_fights}/{count}"
    call = struck(moment.dice, occasion, sortie.escorts or sortie.aircraft, "d")[0]
    told = _down(moment, side, (call,), LOST if lost else LANDED, SHOT_DOWN if lost else DRIVEN_OFF)
    rest = next((other for other in sortie.aircraft if other != call), "")
    return Met((told,), after(moment, (told,)).board.forces[side].air.sortie_of(rest) if rest else None)


def _down(moment: Moment, side: str, calls: tuple[str, ...], box: str, why: str) -> e.AircraftMoved:
    known = moment.board.forces[side].air.aircraft
    return e.AircraftMoved(side, tuple(replace(known[call], box=box) for call in calls), why)


def lifted(moment: Moment, side: str, sortie: Sortie) -> Events:
    """An announced mission that is over is taken back, unless another is flown about the same hex."""
    zone = AirZone(side, sortie.kind, sortie.goal)
    same = (s for s in moment.board.forces[side].air.on_station(sortie.kind) if s.goal == sortie.goal and s.id != sortie.id)
    if zone not in moment.board.public.zones or any(same):
        return ()
    return (e.AirZoneMarked(zone, False),)


# ---------------------------------------------------------------- a mission on station


@rule("TOCS-W15.7-2", "TOCS-W14.6-1")
def intercepted(moment: Moment, side: str, sortie: Sortie, place: Hex) -> Met:
    """A mission over a hex, and the enemy's patrols that come upon it there."""
    enemy, found = moment.game.other(side), Met((), sortie)
    seen = air.formation(moment.game, sortie)
    for patrol in patrols(moment, enemy, place):
        now, prey = after(moment, found.events), Entering(sortie.id, place, seen.name, seen.altitude == flak.LOW)
        if found.sortie is None or not catches(now, enemy, patrol, prey):
            continue
        found = clash(now, found, place, Flying(enemy, patrol), Flying(side, found.sortie))
    return found


@rule("TOCS-W14.6-1", "TOCS-W15.7-2")
def found_there(moment: Moment, side: str, sortie: Sortie) -> Met:
    """A mission that comes on station fights the enemy's over the same hex, if one of the two hunts; a patrol also looks for what
    is in its zone already."""
    enemy, found = moment.game.other(side), Met((), sortie)
    for other in _others(moment, enemy, sortie):
        now = after(moment, found.events)
        there = now.board.forces[enemy].air.sortie_of(other.aircraft[0])
        if found.sortie is None or there is None or not _finds(now, side, found.sortie, there):
            continue
        found = clash(now, found, there.goal, Flying(side, found.sortie), Flying(enemy, there))
    return found


def _others(moment: Moment, enemy: str, sortie: Sortie) -> tuple[Sortie, ...]:
    """The enemy's missions on station that one comes upon; patrols had their own try at it."""
    reach = dogfights.ZONE if sortie.kind == "patrol" else 0
    known = moment.board.forces[enemy].air.sorties
    return tuple(s for s in known if s.status == ON_STATION and s.kind != "patrol" and distance(s.goal, sortie.goal) <= reach)


def _finds(moment: Moment, side: str, sortie: Sortie, there: Sortie) -> bool:
    """Does one come upon the other: a patrol by the table, any other over the same hex where one of them hunts?"""
    if sortie.kind == "patrol":
        seen = air.formation(moment.game, there)
        return catches(moment, side, sortie, Entering(there.id, there.goal, seen.name, seen.altitude == flak.LOW))
    return dogfights.meets(_hunts(sortie), _hunts(there))


def _hunts(sortie: Sortie) -> bool:
    return sortie.kind in HUNTERS or bool(sortie.escorts)


class Flying(Value):
    """A mission, and whose it is."""

    side: str
    sortie: Sortie


def clash(moment: Moment, so_far: Met, place: Hex, attacker: Flying, defender: Flying) -> Met:
    """Two missions fight; what is left of the one that `so_far` is about."""
    bout = fought(moment, place, party(moment, attacker.side, attacker.sortie), party(moment, defender.side, defender.sortie))
    events = bout.told
    left: Sortie | None = None
    for flying, worn in ((attacker, bout.attacker), (defender, bout.defender)):
        met = paid(after(moment, events), flying.side, flying.sortie, worn)
        events = (*events, *met.events)
        left = met.sortie if flying.sortie is so_far.sortie else left
    return Met((*so_far.events, *events), left)
