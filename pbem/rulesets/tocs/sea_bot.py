"""What a scripted commander has ships do: sail to the coast, sweep, shell what is known, and land who is aboard."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import Value
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, UnitLine, Vocabulary
from pbem.rulesets.form import Chance
from pbem.rulesets.tocs.actions import ACTIONS, control
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import OPEN
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.rules.stacking import afoot
from pbem.rulesets.tocs.ships import CRAFT, SUBMARINE, SeaZone, Ship
from pbem.rulesets.tocs.units import Unit

ORDER = (
    "minesweeper", "battleship", "monitor", "cruiser", "patrol_boat", "destroyer", "escort", "carrier", "minelayer", "submarine",
    "transport", "landing_craft",
)  # fmt: skip
"""In which order ships are thought of: those that make the way free first."""
STACK = 4  # companies in a hex (TOCS-W3.0-2)
BIG = 5  # strength from which guns are worth a shelling


class Shore(Value):
    """Where a landing is to go: the water hex, and the hex ashore."""

    water: Hex
    land: Hex


class _Plan(Value):
    """Where it is to go: the zone on the coast, the shore (None: nowhere any more), and chance."""

    coast: SeaZone
    shore: Shore | None
    chance: Chance


class _Book(NamedTuple):
    """The lines so far, and the words there are for more."""

    said: list[str]
    words: Vocabulary


def lines(game: Game, picture: Picture, chance: Chance, words: Vocabulary) -> tuple[list[str], Picture]:
    """The lines, each legal on the picture there is, and the picture they would bring about."""
    said: list[str] = []
    coast = _coast(game)
    if not picture.forces.sea.ships or coast is None:
        return said, picture
    plan = _Plan(coast, _shore(game, picture, coast), chance)
    ships = sorted(picture.forces.sea.ships.values(), key=lambda ship: (ORDER.index(ship.ship), ship.call))
    for ship in ships:
        picture = _done(game, picture, _wishes(game, picture, ship.call, plan), _Book(said, words))
    for unit in _inshore(picture):
        picture = _done(game, picture, iter(_landings(game, picture, unit)), _Book(said, words))
    return said, picture


def _done(game: Game, picture: Picture, wishes: Iterator[str], book: _Book) -> Picture:
    """The picture after those of some lines that are legal, which go into the book."""
    for text in tuple(wishes):
        after = tried(game, picture, text, book.words)
        if after is not None:
            book.said.append(text)
            picture = after
    return picture


def tried(game: Game, picture: Picture, text: str, words: Vocabulary) -> Picture | None:
    """The picture after a line of one unit or ship, None when it is illegal."""
    command = read_line(text, words).command
    if not isinstance(command, UnitLine):
        return None
    pays = all(isinstance(step, Act) and ACTIONS[step.verb].pays for step in command.steps)
    take = control.check_activate if pays else control.check_take_up
    refused, picture = take(game, picture, command.units[0], 0)
    for step in command.steps:
        if refused or not isinstance(step, Act):
            return None
        action = ACTIONS[step.verb]
        order = control.wrong_element(picture, step.verb, action.sea) or action.order(step, picture)
        if isinstance(order, Refusal) or action.check(game, picture, order):
            return None
        picture = action.expect(game, picture, order)
    return picture


def _coast(game: Game) -> SeaZone | None:
    return next((zone for zone in game.ground.zones.values() if zone.coast and zone.water), None)


def _shore(game: Game, picture: Picture, coast: SeaZone) -> Shore | None:
    """The shore nearest to what pays that can be landed on, where no mines are known and nobody is known to stand."""
    goals = advice.goals(game, picture) or coast.coast
    found = [
        Shore(water, land)
        for land in coast.coast if game.ground.shores.get(land) and picture.public.owner[land] != picture.side
        for water in game.ground.neighbours[land] if water in coast.water
    ]  # fmt: skip
    held = picture.held_by_enemy()

    def cost(shore: Shore) -> tuple[object, ...]:
        near = min(distance(shore.land, goal) for goal in goals)
        rocky = game.ground.shores[shore.land] != "beach"
        return (shore.water in picture.forces.sea.dangers, shore.land in held, near + rocky, shore.land, shore.water)

    return min(found, key=cost, default=None)


def _wishes(game: Game, picture: Picture, call: str, plan: _Plan) -> Iterator[str]:
    """Lines a ship would like to be told, the best first."""
    coast, chance = plan.coast, plan.chance
    ship = picture.forces.sea.ships[call]
    if ship.sunk or ship.aboard or call in picture.forces.sea.done:
        return
    start = ""
    if ship.zone != coast.id:
        if ship.moved or (ship.ship == SUBMARINE and chance.random() < 0.5):
            return
        start = f"sail {coast.name}; "
    duty = next(_duties(game, picture, ship, plan), "")
    if duty and (ship.zone == coast.id or ship.box > 1):
        yield f"{call}: {start}{duty}"
    if start:
        yield f"{call}: {start.removesuffix('; ')}"


def _duties(game: Game, picture: Picture, ship: Ship, plan: _Plan) -> Iterator[str]:
    shore, chance = plan.shore, plan.chance
    units = [picture.forces.counter(unit).call for unit in lading.cargo(picture.forces, ship.call) if unit.status == "off"]
    if shore and ship.ship == CRAFT and units:
        yield f"bring to {shore.water}"
    if shore and ship.ship == "transport" and units:
        yield from _into_boats(picture, ship, units)
    if shore and ship.ship in naval.SWEEPERS:
        yield f"lift mines {shore.water}"
    if ship.gunnery >= BIG:
        yield from _guns(picture, shore, chance)
    if naval.may_patrol(ship) and chance.random() < 0.5:
        yield "sweep for subs"


def _into_boats(picture: Picture, ship: Ship, units: list[str]) -> Iterator[str]:
    craft = (c for c in picture.forces.sea.ships.values() if c.ship == CRAFT and not c.sunk and c.aboard in ("", ship.call))
    beside = sorted((c for c in craft if c.zone == ship.zone and not c.hex), key=lambda c: (not c.aboard, c.call))
    yield from (f"boats {', '.join(units)} to {c.call}" for c in beside)


def _guns(picture: Picture, shore: Shore | None, chance: Chance) -> Iterator[str]:
    """At the nearest enemy that is known; else at the shore, or on call for the fight for it."""
    held = sorted(picture.held_by_enemy())
    if held:
        yield f"shell {chance.choice(held)}"
    if shore and chance.random() < 0.5:
        yield f"cover {shore.land}"
    yield from (f"shell {goal}" for goal in ([shore.land] if shore else []))


def _inshore(picture: Picture) -> tuple[Unit, ...]:
    """Who stands in craft beside the coast."""
    craft = (ship.call for ship in picture.forces.sea.ships.values() if ship.hex)
    return tuple(unit for call in craft for unit in lading.cargo(picture.forces, call))


def _landings(game: Game, picture: Picture, unit: Unit) -> list[str]:
    """How one goes ashore: by moving in where there is room, by attack where the enemy is known to be; one way is enough."""
    held, call = picture.held_by_enemy(), picture.forces.counter(unit).call
    near = [h for h in game.ground.neighbours[unit.hex] if game.ground.terrain[h] not in OPEN]
    room = [h for h in near if h not in held and _has_room(picture, h)]
    return [*(f"{call}: move {h}" for h in room), *(f"{call}: attack {h} hasty" for h in near if h in held)]


def _has_room(picture: Picture, land: Hex) -> bool:
    """Would one company more still be within the stacking limit? What is over it is lost as the impulse ends (TOCS-W3.0-2)."""
    ashore = [picture.forces.counter(unit) for unit in afoot(picture.forces, land)]
    return sum(counter.kind != "hq" for counter in ashore) < STACK
