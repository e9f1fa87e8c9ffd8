"""Naval guns fire at the shore, and coast guns at ships (TOCS-W16.4, W17.5, W17.6, ruling N5)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import fire
from pbem.rulesets.tocs.resolution.sea_harm import harmed, sky
from pbem.rulesets.tocs.rules import naval, naval_guns, perimeter, shellfire
from pbem.rulesets.tocs.rules.artillery import observers
from pbem.rulesets.tocs.rules.naval import Fall
from pbem.rulesets.tocs.rules.naval_guns import Broadside
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.ships import Ship, later
from pbem.rulesets.tocs.standing_orders.asked_at_sea import CoastGunsFire
from pbem.rulesets.tocs.units import Mission

Events = tuple[e.Event, ...]
COAST = phrase("hit by coast guns")


@rule("TOCS-W16.4-1", "TOCS-W17.5-1")
def shelled(moment: Moment, side: str, ships: tuple[Ship, ...], mission: Mission) -> Events:
    """One roll for each size of gun that reaches the hex."""
    events: list[e.Event] = []
    for battery in naval_guns.batteries(moment.game, ships, mission.hex):
        again = later(tuple(ship for ship in ships if ship.call in battery.ships))
        events += _salvo(after(moment, events), side, _Shelling(battery, mission, again))
    return tuple(events)


class _Shelling(Value):
    """The guns of one size that fire at a hex, and what tells the throw from one of the same ships in the same impulse."""

    battery: Broadside
    mission: Mission
    later: str


def _salvo(moment: Moment, side: str, salvo: _Shelling) -> Events:
    battery, mission = salvo.battery, salvo.mission
    view = moment.board.view(moment.game, side)
    seeing = observers(view, mission.hex, reach(view))
    watched = replace(mission, observer=seeing[0].id if seeing else "")
    shoot = replace(fire.shoot_at(moment, side, watched), shore=battery.far)
    grid = moment.game.grid("bombardment")
    known = shellfire.drms(grid, shoot)
    drm = sum(value for _, value in known)
    calls = "+".join(battery.ships)
    occasion = f"shore/{calls}/{battery.bore}/{moment.board.public.impulse_name}/{mission.hex}{salvo.later}"
    throw = moment.dice.throw(occasion, grid.dice.roll)
    column = grid.column_at(battery.strength)
    cell = "-" if column is None else grid.cell({}, column, throw.total + drm)
    fell = fire.fallen(moment, side, watched, shoot, fire.Impact(occasion, cell))
    board: Board = moment.board
    there = board.occupants(mission.hex, moment.game.other(side))
    kinds = perimeter.kinds(tuple(board.forces[moment.game.other(side)].counter(u) for u in there))
    said = tuple(f"{name.replace('_', ' ')} {value:+d}" for name, value in known if name in shellfire.KNOWN)
    label = "" if column is None else grid.columns.labels[column]
    told = e.ShipsShelled(
        side, battery.ships, mission.hex, battery.bore, mission.aim, battery.strength, throw, said, drm, label, cell,
        shoot.observed or shoot.spotter, kinds, fell.effects,
    )  # fmt: skip
    return (told, *fell.events)


@rule("TOCS-W16.7-1", "TOCS-W13.3-2")
def answered(moment: Moment, side: str, calls: tuple[str, ...]) -> Events:
    """Coast guns answer ships that shell, sweep, lay mines or bring craft within their range, once each (ruling N5); in fog they
    see none (ruling N8). side: whose the ships are."""
    enemy = moment.game.other(side)
    events: list[e.Event] = []
    for call in calls:
        now = after(moment, events)
        ship = now.board.forces[side].sea.ships[call]
        gun = naval_guns.coast_battery(now.game, now.board.forces[enemy], ship)
        if gun is None or ship.sunk or sky(now, ship.zone).fog or not now.ask(enemy, CoastGunsFire(ship.ship)):
            continue
        grid = now.game.grid("naval-surface-to-surface")
        said = naval.drms(grid, Fall(ship, night=now.board.view(now.game, enemy).night, rough=naval.rough(sky(now, ship.zone))))
        throw = now.dice.throw(f"coast-guns/{gun.id}/{now.board.public.impulse_name}/{call}", grid.dice.roll)
        strength = now.board.forces[enemy].coast_guns[gun.id]
        strike = naval.exchange(grid, strength, ship.gunnery, throw.total + sum(value for _, value in said)).target
        counter = now.board.forces[enemy].counter(gun)
        events.append(e.CoastGunsFired(enemy, counter.call, call, ship.ship, throw, said, naval.token(strike)))
        if strike != naval.NO_STRIKE:
            events += harmed(after(moment, events), side, call, strike, COAST)
    return tuple(events)


@rule("TOCS-W17.6-1")
def covered(board: Board, side: str, place: Hex) -> tuple[Ship, ...]:
    """The ships of a side whose guns are on call for battles in a hex."""
    return tuple(ship for _, ship in sorted(board.forces[side].sea.ships.items()) if ship.covers == place and not ship.sunk)


def cover_spent(moment: Moment, place: Hex) -> Events:
    """Ships that fired in a battle for a hex do so no more: it was paid for one battle (ruling N6)."""
    events: list[e.Event] = []
    for side in sorted(moment.board.forces):
        ships = covered(moment.board, side, place)
        if ships:
            events.append(e.NavalGunsFired(side, place))
            events.append(e.ShipsMoved(side, tuple(replace(ship, covers=None) for ship in ships), phrase("cover fired")))
    return tuple(events)
