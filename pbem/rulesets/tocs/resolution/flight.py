"""One flight on its way: hex by hex under fire, turned by hits, over its zones, and home (TOCS-W14.2, W15.15, MASL-7.1)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import Sortie
from pbem.rulesets.tocs.flights import HURT, OFF_MAP, SUPPLY, FlightLeg, FlightPlan, Stick
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_patrols, bombs
from pbem.rulesets.tocs.resolution.antiaircraft import fired
from pbem.rulesets.tocs.resolution.descents import Jump, Jumper, brought, dropped, landed, set_down
from pbem.rulesets.tocs.rules import bombing, dogfights, drift, flak, waves
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.target_dice import struck
from pbem.rulesets.tocs.rules.waves import formation

TURNED, HOME, SHOT_DOWN = phrase("hit"), phrase("turned back"), phrase("shot down")
SHORT = phrase("bombs off target")
WORTH = {flak.HIT: 1, flak.ABORT: 2, flak.LOST: 2}
"""Hits that a result is on a flight with troops: what sends a lone aircraft home, or destroys it, is two (house rule)."""


class FlightUnderWay:
    """A flight as it goes: what has happened so far, where the rest of its course leads, what it carries still."""

    def __init__(self, moment: Moment, side: str, flight: FlightPlan) -> None:
        self.now, self.side, self.flight = moment, side, flight
        self.enemy: str = moment.game.other(side)
        self.events: tuple[e.Event, ...] = ()
        self.course: drift.Course = flight.path
        self.aircraft, self.points, self.helpers = flight.aircraft, flight.points, flight.pathfinders
        self.escorts = flight.escorts
        self.legs: list[FlightLeg] = []
        self.hits = self.thrown = self.losses = self.tries = 0
        self.hurt: dict[str, int] = {}
        self.killed: dict[str, int] = {}
        self.zone: Hex | None = None
        self.bombs = bool(flight.bombs)
        self.faces: list[int] = []
        self.gone: list[str] = []
        self.escorts_gone: list[str] = []

    def happen(self, events: tuple[e.Event, ...]) -> None:
        """These events come after those before."""
        self.events, self.now = (*self.events, *events), after(self.now, events)

    @property
    def goes(self) -> bool:
        """Is anything left of it?"""
        return bool(self.flight.aboard or self.points or self.bombs) and self.aircraft > 0

    def overhead(self) -> tuple[Hex, ...]:
        """The hexes of the map that it has come over, as far as it went."""
        return tuple(h for h in self.course if h is not None and h in self.now.game.ground.terrain)


@rule("TOCS-W14.2-1", "TOCS-W14.2-2", "TOCS-W15.0-3", "MASL-7.1-4", "MASL-7.1-5")
def fly(moment: Moment, side: str, flight: FlightPlan) -> FlightUnderWay:
    """The whole of a flight: what it met hex by hex, and what came down. It turns aside for nothing it learns on its way."""
    went = FlightUnderWay(moment, side, flight)
    for index, planned in enumerate(flight.path):
        if not went.goes:
            went.course = went.course[:index]
            break
        if planned in flight.zones:
            _over_zone(went, index, planned)
        else:
            _on_the_way(went, index)
    marked = tuple(event.hex for event in went.events if isinstance(event, e.EngagementMarked))
    struck = marked if moment.game.switches["drop_on_enemy"] == "ambush" else ()
    went.happen((e.FlightFlown(side, replace(flight, status="over", struck=struck), tuple(went.legs), went.zone),))
    return went


def _attacked(went: FlightUnderWay, here: Hex | None) -> tuple[str, ...]:
    """The results of patrols, then of the fire over a hex; off the map there is none."""
    if here is None or here not in went.now.game.ground.terrain:
        return ()
    results = _intercepted(went, here)
    met = _seen_as(went)
    shots = fired(went.now, went.enemy, met, here)
    went.happen(shots.events)
    return (*results, *shots.results)


def _seen_as(went: FlightUnderWay) -> flak.Formation:
    """The flight as those it comes upon see it."""
    return formation(went.now.board.forces[went.side], went.flight, went.aircraft + went.escorts)


@rule("TOCS-W15.7-2", "TOCS-W14.6-1")
def _intercepted(went: FlightUnderWay, here: Hex) -> tuple[str, ...]:
    """Patrols that come upon a flight: its escorts take what the fight costs first, the rest falls on it as results of flak do
    (ruling L9). It flies its plan, and breaks nothing off."""
    results: tuple[str, ...] = ()
    for patrol in air_patrols.patrols(went.now, went.enemy, here):
        went.tries += 1
        seen = _seen_as(went)
        prey = air_patrols.Entering(f"{went.flight.call}/{went.tries}", here, seen.name, low=seen.altitude == flak.LOW)
        if went.goes and air_patrols.catches(went.now, went.enemy, patrol, prey):
            results = (*results, *_fought(went, here, patrol))
    return results


@rule("TOCS-W14.6-2", "TOCS-W15.8-1")
def _fought(went: FlightUnderWay, here: Hex, patrol: Sortie) -> tuple[str, ...]:
    """A fight with a patrol, and what of it falls on the flight itself."""
    quality, name = figure(went.now.game, went.now.game.staff(went.side).nation, "air"), _seen_as(went).name
    ours = dogfights.Flyers(went.aircraft + went.escorts, went.escorts, quality, fighters=False, limit=None)
    bout = air_patrols.fought(
        went.now, here, air_patrols.party(went.now, went.enemy, patrol), air_patrols.Party(went.side, name, ours)
    )
    went.happen(bout.told)
    went.happen(air_patrols.paid(went.now, went.enemy, patrol, bout.attacker).events)
    cost = bout.defender.cost
    results = (*(flak.LOST,) * cost.lost, *(flak.ABORT,) * cost.home)
    went.escorts_gone += results[: went.escorts]
    suffered = results[went.escorts :]
    went.escorts = max(0, went.escorts - cost.all)
    return suffered


@rule("MASL-7.1-6", "TOCS-W14.5-3", "TOCS-W15.15-4")
def _on_the_way(went: FlightUnderWay, index: int) -> None:
    """Fire over one hex of the way: each hit turns the rest of the course at once, or counts till the zone."""
    here = went.course[index]
    for result in _attacked(went, here):
        hits = _taken(went, result, here)
        if went.flight.lands:
            _worn(went, hits, here or went.flight.path[index])
        elif went.now.game.switches["flight_hit"] == "skew":
            for _ in range(hits):
                _turn(went, index, here)
        else:
            went.hits += hits
            went.legs += [FlightLeg(here or went.flight.path[index], TURNED)] * hits


@rule("TOCS-W15.4-1", "TOCS-W15.15-7")
def _worn(went: FlightUnderWay, hits: int, here: Hex) -> None:
    """Hits on what is to land on a field: it finds the field, but a unit aboard falls a state for each, by die (house rule)."""
    for _ in range(hits if went.flight.aboard else 0):
        went.thrown += 1
        name = _one_aboard(went, f"hit/{went.flight.call}/{here}/{went.thrown}")
        went.hurt[name] = went.hurt.get(name, 0) + 1
    went.legs += [FlightLeg(here, TURNED)] * hits


def _turn(went: FlightUnderWay, index: int, here: Hex | None) -> None:
    went.thrown += 1
    face = went.now.dice.throw(f"drift/{went.flight.call}/{went.thrown}", "1d6").total
    went.faces.append(face)
    went.course = (*went.course[: index + 1], *drift.skewed(went.course[index + 1 :], face))
    went.legs.append(FlightLeg(here or went.flight.path[index], TURNED, drift.toward(face)))


@rule("TOCS-W14.5-3", "TOCS-W14.3-1")
def _taken(went: FlightUnderWay, result: str, here: Hex | None) -> int:
    """What a result does at once: an aircraft of supplies goes home or is lost with what it carries, troops lose a step. How many
    hits are left of it. Where no aircraft is left, nothing is hit."""
    if not went.goes:
        return 0
    at = here or went.flight.path[0]
    escorts = went.escorts
    _share_with_escorts(went, result, at)
    if went.escorts < escorts:
        return 0
    if not went.flight.aboard and result in (flak.ABORT, flak.LOST):
        went.aircraft -= 1
        went.gone.append(result)
        went.points = min(went.points, went.aircraft)
        went.legs.append(FlightLeg(at, HOME if result == flak.ABORT else SHOT_DOWN))
        return 0
    if result == flak.LOST:
        went.losses += 1
        name = _one_aboard(went, f"lost/{went.flight.call}/{went.losses}")
        went.killed[name] = went.killed.get(name, 0) + 1
        went.legs.append(FlightLeg(at, SHOT_DOWN))
    return WORTH[result]


@rule("TOCS-W14.5-3", "TOCS-W15.8-1")
def _share_with_escorts(went: FlightUnderWay, result: str, at: Hex) -> None:
    """Which aircraft of a flight with escorts is driven off or shot down is thrown for (ruling L26): an escort is gone then."""
    if not went.escorts or result == flak.HIT:
        return
    went.losses += 1
    names = (*(f"aircraft/{n}" for n in range(went.aircraft)), *(f"escort/{n}" for n in range(went.escorts)))
    if struck(went.now.dice, f"lost/{went.flight.call}/{went.losses}", names, "d")[0].startswith("escort"):
        went.escorts -= 1
        went.escorts_gone.append(result)
        went.legs.append(FlightLeg(at, HOME if result == flak.ABORT else SHOT_DOWN))


def _one_aboard(went: FlightUnderWay, occasion: str) -> str:
    """The id of a unit aboard, by die."""
    forces = went.now.board.forces[went.side]
    calls = {forces.counters[name].call: name for name in went.flight.units}
    return calls[struck(went.now.dice, occasion, tuple(calls), "d")[0]]


# ---------------------------------------------------------------- over the zone


@rule("TOCS-W15.15-5", "TOCS-W15.15-7", "TOCS-W15.12-2", "MASL-7.1-8", "TOCS-W15.0-4")
def _over_zone(went: FlightUnderWay, index: int, planned: Hex) -> None:
    """Hits not yet flown off drift a hex each, but for those that pathfinders take back; guns fire at the hex so found; all that
    leaves the flight here comes down."""
    if went.flight.lands:
        _at_field(went, planned)
        return
    saved = min(went.hits, went.helpers)
    went.helpers -= saved
    for _ in range(went.hits - saved):
        went.thrown += 1
        face = went.now.dice.throw(f"drift/{went.flight.call}/{went.thrown}", "1d6").total
        went.faces.append(face)
        went.course = (*went.course[:index], *drift.skewed(went.course[index:], face))
    went.hits = 0
    found = went.course[index]
    over = drift.nearest(went.now.game.ground, found or planned)
    went.zone = over
    worse = _zone_fire(went, over)
    if planned in went.flight.path[index + 1 :]:
        return  # what it has for the hex goes down once, when it comes over it for the last time
    if went.bombs and went.goes:
        _bomb(went, planned, over, _Aim(off=found != over, hits=worse))
    for stick in (s for s in went.flight.aboard if s.at == planned):
        _jump(went, stick, over, worse)
    if went.points and planned == went.flight.path[-1]:
        _drop(went, planned, over, off=found != over, worse=worse)


def _zone_fire(went: FlightUnderWay, over: Hex) -> int:
    """Fire over the zone: how many hexes more it makes things drift; or counters aboard fall a state each, by die."""
    hits = sum(_taken(went, result, over) for result in _attacked(went, over))
    if not went.goes:
        return 0
    before = went.legs.count(FlightLeg(over, HURT))
    went.legs += [FlightLeg(over, HURT)] * hits
    if went.now.game.switches["flak_over_zone"] == "drift" or not went.flight.aboard:
        return hits
    for number in range(before + 1, before + hits + 1):
        name = _one_aboard(went, f"hit/{went.flight.call}/{over}/{number}")
        went.hurt[name] = went.hurt.get(name, 0) + 1
    return 0


# ---------------------------------------------------------------- bombs


class _Aim(Value):
    """How bombers come over their target: carried off the map, and with how many hits."""

    off: bool
    hits: int


@rule("TOCS-W15.13-1", "TOCS-W15.14-1")
def _bomb(went: FlightUnderWay, planned: Hex, over: Hex, aim: _Aim) -> None:
    """Their bombs fall on the hex they come over, or on a rectangle about it, by turns; then patrols that a field under them sent
    up have their try."""
    flight = went.flight
    if flight.carpet:
        targets: tuple[Hex | None, ...] = _carpet(went)
        shares = bombing.shares(went.aircraft, len(targets))
    else:
        targets = (None if aim.off else over,)
        shares = (bombing.shares(went.aircraft, len(flight.bombs))[flight.bombs.index(planned)],)
    for target, aircraft in zip(targets, shares, strict=True):
        if target is None or target not in went.now.game.ground.terrain:
            went.legs.append(FlightLeg(over, OFF_MAP))
            continue
        for number in range(1, bombing.times(flight.carpet) + 1):
            load = bombs.Load(flight.call, aircraft, went.helpers, aim.hits, number)
            _beneath(went, target, bombs.fallen(went.now, went.side, target, load))


def _beneath(went: FlightUnderWay, target: Hex, events: tuple[e.Event, ...]) -> None:
    """Bombs have fallen on a hex; who took off from a field in it fights the flight."""
    before = {sortie.id for sortie in went.now.board.forces[went.enemy].air.sorties}
    went.happen(events)
    for sortie in went.now.board.forces[went.enemy].air.sorties:
        if sortie.id not in before and went.goes:
            for result in _fought(went, target, sortie):
                _taken(went, result, target)


@rule("TOCS-W15.14-2", "TOCS-W15.12-2")
def _carpet(went: FlightUnderWay) -> tuple[Hex | None, ...]:
    """Where a carpet falls: moved as the flight was, and off its target unless a die, and its pathfinders, say no."""
    moved = tuple(drift.carried(place, went.faces) for place in went.flight.bombs)
    grid, name = went.now.game.grid("bombing"), f"carpet/{went.flight.call}"
    thrown = went.now.dice.throw(name, "1d6").total
    if bombing.accurate(grid, thrown, went.helpers):
        return moved
    way, far = went.now.dice.throw(f"{name}/astray", "2d6").faces
    went.legs.append(FlightLeg(went.flight.path[-1], SHORT, drift.toward(way)))
    return tuple(place and drift.astray(place, way, far) for place in moved)


# ---------------------------------------------------------------- on a field


@rule("TOCS-W15.4-1", "TOCS-W15.16-3")
def _at_field(went: FlightUnderWay, place: Hex) -> None:
    """It lands, under the fire of guns about the field: units are set down, supplies are a depot there."""
    went.zone = place
    hits = sum(_taken(went, result, place) for result in _attacked(went, place))
    _worn(went, hits, place)
    for stick in went.flight.aboard:
        went.happen(set_down(went.now, went.side, place, _jumpers(went, stick)))
    if went.points:
        went.happen(brought(went.now, went.side, place, went.points))


def _jumpers(went: FlightUnderWay, stick: Stick) -> tuple[Jumper, ...]:
    units = went.now.board.forces[went.side].units
    return tuple(Jumper(units[name], went.hurt.get(name, 0), went.killed.get(name, 0)) for name in stick.units)


def _jump(went: FlightUnderWay, stick: Stick, over: Hex, worse: int) -> None:
    together = went.now.game.switches["drift_roll"] == "flight"
    jump = Jump(went.flight.call, stick.at, over, stick.load, stick.bank, went.helpers, worse, together)
    went.happen(landed(went.now, went.side, jump, _jumpers(went, stick)))


def _drop(went: FlightUnderWay, planned: Hex, over: Hex, off: bool, worse: int) -> None:
    """Supplies; those of a flight that was carried off the map are lost."""
    if off:
        went.legs.append(FlightLeg(over, OFF_MAP))
        went.points = 0
        return
    together = went.now.game.switches["drift_roll"] == "flight"
    jump = Jump(went.flight.call, planned, over, SUPPLY, "", went.helpers, worse, together)
    went.happen(dropped(went.now, went.side, jump, went.points))


@rule("TOCS-3.2-9", "MASL-7.1-5")
def heard(moment: Moment, side: str, what: str, ways: tuple[Hex, ...]) -> tuple[e.Event, ...]:
    """What the enemy hears of a side's aircraft of a class: who is near, whether he has guns or not (ruling L7)."""
    enemy = moment.game.other(side)
    over = waves.heard(moment.board.view(moment.game, enemy), ways)
    return (e.AircraftHeard(enemy, what, tuple(sorted(over))),) if over else ()
