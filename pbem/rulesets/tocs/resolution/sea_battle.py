"""A battle in a sea zone, in its order: aircraft against aircraft, against ships, ships against ships (TOCS-W16.5 to W16.7).

Both sides file their choices beforehand (SEA SCREEN, GROUP, TARGETS), so that nobody is asked and neither sees the other's.
"""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import AirRound
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_harm import harmed, landed, shot_down, sky
from pbem.rulesets.tocs.rules import dogfights, naval
from pbem.rulesets.tocs.rules.dogfights import Cost, Flyers
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.naval import Fall, NavalResult
from pbem.rulesets.tocs.rules.target_dice import struck
from pbem.rulesets.tocs.ships import Ship
from pbem.rulesets.tocs.standing_orders.asked_at_sea import GoesForShips, GroupsShips, ScreensInTheAir
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import BreaksOffAt

Events = tuple[e.Event, ...]
CLEAR = ("clear", "scattered")
TORPEDOES = "naval"
BOMBED, SHELLED, FOUGHT = phrase("bombed"), phrase("hit by naval guns"), phrase("in battle")


class Squadron(Value):
    """What a side has in a battle, by call."""

    side: str
    ships: tuple[str, ...]
    planes: tuple[str, ...]


class SeaBattle(Value):
    """A battle: its number and zone, who attacks whom, and whether the defender is surprised."""

    number: int
    zone: str
    attacker: Squadron
    defender: Squadron
    surprise: bool


class _Raid(Value):
    """Aircraft of one side that go for the ships of the other, and those that screen them."""

    flyers: Squadron
    attack: tuple[str, ...]
    prey: Squadron
    screen: tuple[str, ...]


@rule("TOCS-W16.5-1", "TOCS-W16.6-1", "TOCS-W16.7-1")
def fought(moment: Moment, battle: SeaBattle) -> Events:
    """All of a battle, step by step in the order of the chart."""
    events: list[e.Event] = [e.SeaBattleBegan(battle.number, battle.zone, battle.attacker.side, battle.surprise)]
    steps = {"allocate": _marked, "air_to_air": _raids, "surface": _duels}
    for name in moment.game.items("naval-battle-order"):
        events += steps[name](after(moment, events), battle) if name in steps else ()
    return tuple(events)


def _raids(moment: Moment, battle: SeaBattle) -> Events:
    """The attacker's aircraft first, then the defender's: against the screen, then against ships."""
    events: list[e.Event] = []
    for raid in _allotted(moment, battle):
        events += _raided(after(moment, events), battle, raid)
    return tuple(events)


def _marked(moment: Moment, battle: SeaBattle) -> Events:
    """Whoever is in a battle does not rest."""
    events: list[e.Event] = []
    for squadron in (battle.attacker, battle.defender):
        sea = moment.board.forces[squadron.side].sea
        ships = tuple(replace(sea.ships[call], fought=True) for call in squadron.ships)
        events += [e.ShipsMoved(squadron.side, ships, FOUGHT)] if ships else []
    return tuple(events)


# ---------------------------------------------------------------- in the air


@rule("TOCS-W16.6-1")
def _allotted(moment: Moment, battle: SeaBattle) -> tuple[_Raid, _Raid]:
    """Both sides split their aircraft blind; of either those that attack meet those of the other that screen."""
    split = {}
    for squadron in (battle.attacker, battle.defender):
        count = moment.ask(squadron.side, ScreensInTheAir(len(squadron.planes)))
        split[squadron.side] = squadron.planes[:count], squadron.planes[count:]
    one, other = battle.attacker, battle.defender
    return (
        _Raid(one, split[one.side][1], other, split[other.side][0]),
        _Raid(other, split[other.side][1], one, split[one.side][0]),
    )


@rule("TOCS-W16.6-1", "TOCS-W16.6-3")
def _raided(moment: Moment, battle: SeaBattle, raid: _Raid) -> Events:
    """The attackers fight the screen, all of it; those over and above it go for the ships."""
    if not raid.attack:
        return ()
    events: list[e.Event] = []
    left = raid.attack
    if raid.screen:
        surprise = battle.surprise and raid.flyers.side == battle.attacker.side
        events += _dogfight(moment, battle, raid, surprise)
        flying = after(moment, events).board.forces[raid.flyers.side].sea.planes
        left = tuple(call for call in raid.attack if call in flying)[: max(0, len(raid.attack) - len(raid.screen))]
    if left and raid.prey.ships:
        events += _bombed(after(moment, events), battle, raid, left)
    return tuple(events)


def _dogfight(moment: Moment, battle: SeaBattle, raid: _Raid, surprise: bool) -> Events:
    """Rounds as in any fight in the air, as DOGFIGHT has it for either side."""
    grid, weather = moment.game.grid("air-combat"), sky(moment, battle.zone)
    sides = (raid.flyers.side, raid.prey.side)
    one, other = (_flyers(moment, side, calls) for side, calls in zip(sides, (raid.attack, raid.screen), strict=True))
    now = dogfights.Round(1, one, other, weather.cloud == "overcast", surprise or (weather.cloud in CLEAR and not weather.fog))
    rounds: list[AirRound] = []
    taken = [Cost(), Cost()]
    while True:
        occasion = f"sea-air/{moment.board.public.impulse_name}/{battle.number}/{sides[0]}/{now.number}"
        throw = moment.dice.throw(occasion, grid.dice.roll)
        cost = dogfights.costs(grid, now, throw.total)
        rounds.append(AirRound(throw, cost[0].lost, cost[0].home, cost[1].lost, cost[1].home))
        taken = [Cost(old.lost + new.lost, old.home + new.home) for old, new in zip(taken, cost, strict=True)]
        now = replace(now, attacker=dogfights.after(now.attacker, cost[0]), defender=dogfights.after(now.defender, cost[1]))
        if not dogfights.goes_on(now, (taken[0].all, taken[1].all)):
            break
        now = replace(now, number=now.number + 1)
    events: list[e.Event] = [e.SeaAirFought(battle.number, battle.zone, sides[0], tuple(rounds))]
    for side, calls, worn in ((sides[0], raid.attack, taken[0]), (sides[1], raid.screen, taken[1])):
        events += _down(after(moment, events), battle, Squadron(side, (), calls), worn)
    return tuple(events)


def _flyers(moment: Moment, side: str, calls: tuple[str, ...]) -> Flyers:
    craft = moment.board.forces[side].air.aircraft[calls[0]]
    return Flyers(len(calls), 0, figure(moment.game, craft.nation, "air"), True, moment.ask(side, BreaksOffAt()))


@rule("TOCS-W16.5-3", "TOCS-W16.5-4")
def _down(moment: Moment, battle: SeaBattle, flown: Squadron, cost: Cost) -> Events:
    """Aircraft shot down and driven home, by die among those that fought."""
    events: list[e.Event] = []
    left = list(flown.planes)
    for count in range(cost.all):
        if not left:
            break
        call = struck(moment.dice, f"sea-lost/{battle.number}/{flown.side}/{count}", tuple(left), "d")[0]
        left.remove(call)
        now = after(moment, events)
        if count >= cost.lost:
            events += landed(now, flown.side, (call,), phrase("driven off"))
            continue
        craft = shot_down(now.board.forces[flown.side], call)
        events.append(e.PlanesMoved(flown.side, (), (call,), (craft,), phrase("shot down in the air")))
    return tuple(events)


@rule("TOCS-W16.6-2", "TOCS-W16.6-3")
def _bombed(moment: Moment, battle: SeaBattle, raid: _Raid, left: tuple[str, ...]) -> Events:
    """Aircraft attack the group of the ship they want most; each hit falls on a ship of it by die."""
    prey, flyers = raid.prey.side, raid.flyers.side
    ships = _alive(moment, raid.prey)
    if not ships:
        return ()
    made = naval.groups(ships, moment.ask(prey, GroupsShips()))
    target = naval.by_priority(ships, moment.ask(flyers, GoesForShips()))[0]
    group = next(group for group in made if target in group)
    grid, weather = moment.game.grid("naval-air-to-surface"), sky(moment, battle.zone)
    known = moment.board.forces[flyers].air.aircraft
    night = moment.board.view(moment.game, flyers).night
    wet = weather.cloud == "overcast" or weather.precipitation in naval.RAIN
    facts = Fall(target, len(group) - 1, any(known[c].craft == TORPEDOES for c in left), night=night, cloud=wet)
    said = naval.drms(grid, facts)
    throw = moment.dice.throw(f"sea-bombs/{moment.board.public.impulse_name}/{battle.number}/{flyers}", grid.dice.roll)
    strike = naval.strike_of(naval.cell(grid, len(left), throw.total + sum(value for _, value in said)))
    hit = tuple(_one_of(moment, f"sea-hit/{battle.number}/{flyers}/{n}", group) for n in range(strike.hits))
    told = e.ShipsBombed(
        flyers, battle.number, battle.zone, len(left), target.ship, throw, said, strike.hits, tuple(dict.fromkeys(hit))
    )
    events: list[e.Event] = [told]
    for number, call in enumerate(hit):
        now = after(moment, events)
        if not now.board.forces[prey].sea.ships[call].sunk:
            events += harmed(now, prey, call, NavalResult(1, strike.disabled and number == 0), BOMBED)
    return tuple(events)


def _one_of(moment: Moment, occasion: str, group: tuple[Ship, ...]) -> str:
    return struck(moment.dice, occasion, tuple(ship.call for ship in group), "d")[0]


def _alive(moment: Moment, squadron: Squadron) -> tuple[Ship, ...]:
    known = moment.board.forces[squadron.side].sea.ships
    return tuple(known[call] for call in squadron.ships if not known[call].sunk)


# ---------------------------------------------------------------- ship to ship


@rule("TOCS-W16.7-1", "TOCS-W16.7-2")
def _duels(moment: Moment, battle: SeaBattle) -> Events:
    """Ships against ships, open to both: one exchange for each ship that is attacked, those that screen first."""
    firing = tuple(ship for ship in _alive(moment, battle.attacker) if naval.fights(ship))
    prey = _alive(moment, battle.defender)
    if not firing or not prey:
        return ()
    wanted = moment.ask(battle.attacker.side, GoesForShips())
    events: list[e.Event] = []
    for number, (target, firers) in enumerate(naval.paired(firing, naval.line_of(prey, len(firing)), wanted), 1):
        events += _duel(after(moment, events), battle, _Duel(number, target.call, tuple(ship.call for ship in firers)))
    return tuple(events)


class _Duel(Value):
    """An exchange of fire: its number in the battle, the ship that is attacked, and those that fire, by call."""

    number: int
    target: str
    firers: tuple[str, ...]


def _duel(moment: Moment, battle: SeaBattle, duel: _Duel) -> Events:
    """One exchange: the firers' guns against the target's, which fires back as it is attacked. A ship is in one exchange of a
    battle at the most."""
    one, other = battle.attacker.side, battle.defender.side
    target, number = moment.board.forces[other].sea.ships[duel.target], duel.number
    known = moment.board.forces[one].sea.ships
    firers = tuple(known[call] for call in duel.firers)
    grid, weather = moment.game.grid("naval-surface-to-surface"), sky(moment, battle.zone)
    radar = any(ship.radar for ship in firers)
    night = moment.board.view(moment.game, one).night
    rough = naval.rough(weather)
    facts = Fall(target, surprised=battle.surprise, radar=radar, enemy_radar=target.radar, night=night, rough=rough)
    said = naval.drms(grid, facts)
    throw = moment.dice.throw(f"sea-guns/{moment.board.public.impulse_name}/{battle.number}/{number}", grid.dice.roll)
    strength = sum(ship.gunnery for ship in firers)
    result = naval.exchange(grid, strength, target.gunnery, throw.total + sum(value for _, value in said))
    told = e.SurfaceDuel(
        battle.number,
        one,
        tuple(ship.ship for ship in firers),
        target.ship,
        throw,
        said,
        naval.token(result.firer),
        naval.token(result.target),
    )
    events: list[e.Event] = [told]
    if result.firer != naval.NO_STRIKE:
        call = struck(moment.dice, f"sea-back/{battle.number}/{number}", tuple(ship.call for ship in firers), "d")[0]
        events += harmed(after(moment, events), one, call, result.firer, SHELLED)
    if result.target != naval.NO_STRIKE:
        events += harmed(after(moment, events), other, target.call, result.target, SHELLED)
    return tuple(events)
