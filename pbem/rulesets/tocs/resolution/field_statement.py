"""A battle that is out, stated for another ruleset, which lays it out and lets people fight it (MASL-1.1-3).

What went in is each side's force as it was given; the ground is the printed hex and what lies around it, as it truly stands.
"""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.modules.battlefield import (
    FieldDate,
    FieldGround,
    FieldGuns,
    FieldParty,
    FieldRoad,
    FieldTroop,
    FieldWater,
    FieldWork,
    Sky,
    StatedBattle,
    TroopKind,
)
from pbem.rulesets.tocs.board import Board, laid_by
from pbem.rulesets.tocs.field_units import FieldBattle, Force
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bridge_at, is_divided
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.waterways import Water

ARMS: dict[str, TroopKind] = {
    "anti_tank": "antitank", "armoured_car": "armored_cars", "assault_gun": "assault_guns", "bridging": "engineers",
    "engineer": "engineers", "glider_engineer": "engineers", "parachute_engineer": "engineers", "heavy_flak": "antitank",
    "light_flak": "flak", "mortar": "mortars", "observer": "observers", "reconnaissance": "reconnaissance", "tank": "tanks",
}  # fmt: skip
"""What a unit is by its arm; else by its kind, and else it is infantry."""
KINDS: dict[str, TroopKind] = {"hq": "staff", "battery": "guns", "vehicle_platoon": "vehicles"}
WORKS: dict[str, FieldWork] = {"entrenched": "entrenched", "strongpoint": "strongpoint", "fortified_area": "fortified"}
PAVED = ("highway", "paved")
WORST, BEST = 2, 12


@rule("MASL-1.1-3", "MASL-3.1-2", "MASL-3.1-3")
def statement(game: Game, board: Board, number: int) -> StatedBattle:
    """The battle of this number. LookupError where it is not out."""
    battle = next((found for found in board.public.fields.values() if found.number == number), None)
    if battle is None:
        raise LookupError(f"battle {number} is not out")
    forces = {side: _given(board, side, number) for side in (battle.attacker, battle.defender)}
    ground = _ground(game, board, battle)
    aim = next(iter(ground.bridges), ground.place)
    attacks = forces[battle.attacker]
    told = {battle.attacker: _to_attack(game, aim, attacks), battle.defender: _to_hold(game, aim)}
    turn, weather = game.turns[int(battle.since[1:].partition(".")[0]) - 1], board.public.weather
    sky: Sky = "fog" if weather.fog else "rain" if weather.precipitation != "dry" else "haze"
    return StatedBattle(
        id="battle", title=say("Battle {number}, {place}", number=number, place=ground.place), ground=ground,
        parties=(_party(game, battle.attacker, told), _party(game, battle.defender, told)),
        troops=tuple(troop for side, force in forces.items() for troop in _troops(game, board, side, force)),
        guns=tuple(guns for side, force in forces.items() for guns in _guns(board, side, force)), turns=attacks.turns,
        date=FieldDate(turn.day, game.month[:3].upper(), game.year, turn.hour, game.zone_letter), aim=aim,
        sky="clear" if sky == "haze" and weather.cloud == "clear" else sky, night=light(game, board.public) == "night",
    )  # fmt: skip


def _given(board: Board, side: str, number: int) -> Force:
    force = board.forces[side].force(number)
    if force is None:
        raise LookupError(f"battle {number}: {side} has given no force")
    return force


# ---------------------------------------------------------------- the ground


def _ground(game: Game, board: Board, battle: FieldBattle) -> FieldGround:
    ground, place = game.ground, battle.hex
    beside = {direction(place, other) or "": other for other in ground.neighbours[place]}
    level, owner = board.works.get(place, ("", ""))
    return FieldGround(
        place=f"{place} {ground.names[place]}" if ground.names.get(place) else str(place),
        terrain=ground.terrain[place],
        around={side: ground.terrain[other] for side, other in beside.items()},
        rise={side: ground.level[other] - ground.level[place] for side, other in beside.items()},
        roads=tuple(_roads(game, place, beside)),
        waters=tuple(_water(water, place) for water in ground.waters if place in water.path),
        bridges=tuple(bridge.name for bridge in bridge_at(ground, place, board.spans) if bridge.intact),
        works=WORKS.get(level, "") if owner == battle.defender else "",
        mined=laid_by(board, place, "minefield", battle.defender),
        hex_metres=ground.hex_metres,
        map=game.tactical.get(place, ""),
    )


def _roads(game: Game, place: Hex, beside: dict[str, Hex]) -> Iterator[FieldRoad]:
    for side, other in beside.items():
        road = game.ground.roads.get((place, other))
        if road or (place, other) in game.ground.rails:
            yield FieldRoad(side, road in PAVED)


def _water(water: Water, place: Hex) -> FieldWater:
    at = water.path.index(place)
    before, after = water.path[:at][-1:], water.path[at + 1 :][:1]
    return FieldWater(
        (direction(place, before[0]) or "") if before else water.enters,
        (direction(place, after[0]) or "") if after else water.leaves,
        "brook" if water.kind == "minor_river" else "river",
    )


# ---------------------------------------------------------------- who fights


def _party(game: Game, side: str, told: dict[str, str]) -> FieldParty:
    staff = game.staff(side)
    return FieldParty(side, staff.name, staff.adjective, staff.nation, staff.heading, staff.prefix, told[side])


def _to_attack(game: Game, aim: str, force: Force) -> str:
    minutes = force.turns
    return say(
        "Take {aim}. The battle lasts {turns} turns, which only you know. All that is fought for must be yours at the end; a part"
        " of it leaves both sides in the hex, nothing of it is a defeat.",
        aim=aim, turns=minutes,
    )  # fmt: skip


def _to_hold(game: Game, aim: str) -> str:
    return say(
        "Hold {aim}. How long the enemy will try is not known. As long as a part of what is fought for is yours at the end, the hex"
        " is not lost.",
        aim=aim,
    )  # fmt: skip


def _troops(game: Game, board: Board, side: str, force: Force) -> Iterator[FieldTroop]:
    """Its units as they went in, but those that only look on from another's column."""
    ways = {attack.unit: direction(force.hex, attack.origin) or "" for attack in force.attacks}
    first = next(iter(ways.values()), "N") if force.role == "attacker" else ""
    for unit in force.units:
        counter = board.forces[side].counter(unit)
        yield FieldTroop(
            name=counter.call, side=side, kind=_kind(counter), steps=max(1, counter.steps - unit.lost), whole=counter.steps,
            quality=max(WORST, min(BEST, counter.ml)), wear=unit.state, comes=ways.get(unit.id) or first,
            bank=_bank(game, unit) if not first else (), parent=_parent(board, side, counter),
        )  # fmt: skip


def _kind(counter: Counter) -> TroopKind:
    if counter.kind == "hq":
        return "staff"
    if counter.kind == "battery" and counter.platoon:
        return "assault_guns"
    return ARMS.get(counter.arm) or KINDS.get(counter.kind, "infantry")


def _bank(game: Game, unit: Unit) -> tuple[str, ...]:
    return game.ground.banks[unit.hex][unit.bank] if is_divided(game.ground, unit.hex) else ()


def _parent(board: Board, side: str, counter: Counter) -> str:
    above = board.forces[side].counters.get(counter.parent)
    return above.formation or above.call if above else ""


def _guns(board: Board, side: str, force: Force) -> Iterator[FieldGuns]:
    """Batteries that fire in support, each once, as far as they do not fight in the hex themselves."""
    inside = {unit.id for unit in force.units}
    firing = dict.fromkeys(battery for mission in force.guns for battery in mission.batteries if battery not in inside)
    for battery in firing:
        counter = board.forces[side].counters[battery]
        yield FieldGuns(counter.call, side, max(1, counter.artillery))
