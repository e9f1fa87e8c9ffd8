"""Small random maps with a river, roads over it, bridges that stand or are down, and hexes that can be gone round."""

from itertools import pairwise
from random import Random

from pbem.kernel.hexes import DIRECTIONS, Hex, direction, hex_at, neighbour, neighbours
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.map_file import NEVER_PASSED
from pbem.rulesets.tocs.map_reading import parse_map
from pbem.rulesets.tocs.waterways import Water, banks_between, crossed_sides

SIZE = 5
HEXES = tuple(hex_at(c, r) for c in range(1, SIZE + 1) for r in range(1, SIZE + 1))
GENTLE = ("farmland", "open", "woods", "village", "town")
HARSH = (*GENTLE, "forest", "bocage", "marsh", "city", "polder", "flooded")


def small_map(chance: Random, terrains: tuple[str, ...] = GENTLE, kinds: tuple[str, ...] = ("medium_river",)) -> Ground:
    """A map of five by five hexes, the same for the same chance."""
    river = _river(chance, chance.choice(kinds))
    crossed = crossed_sides([river])
    roads = [road for _ in range(chance.randint(0, 4)) if len(road := _road(chance, crossed)) > 1]
    lines = ['schema = "pbem-map/1"', "[grid]", f"columns = [1, {SIZE}]", f"rows = [1, {SIZE}]", "hex_metres = 1200"]
    lines += ["contour_metres = 20", "[hex]", *(_hex(chance, place, chance.choice(terrains)) for place in HEXES)]
    lines += ["[[water]]", 'id = "r"', 'name = "R"', f'kind = "{river.kind}"', f"path = {_listed(river.path)}"]
    lines += [f'enters = "{river.enters}"', f'leaves = "{river.leaves}"']
    for number, path in enumerate(roads):
        lines += ["[[road]]", f'id = "road {number}"', 'class = "paved"', f"path = {_listed(path)}"]
    for place in sorted({place for path in roads for place in _crossings(path, crossed)}):
        lines += ["[[bridge]]", f'id = "{place}"', f'name = "Bridge {place}"', f'hex = "{place}"', 'water = "r"', 'kind = "stone"']
        lines += ['carries = ["paved"]', "damage_points = 6", f"intact = {str(chance.random() < 0.6).lower()}"]
    return parse_map("map.toml", "\n".join(lines) + "\n")


def _hex(chance: Random, place: Hex, terrain: str) -> str:
    level = chance.choice((0, 0, 0, 1, 2))
    sides = [side for side in DIRECTIONS if chance.random() < 0.5] if terrain not in NEVER_PASSED else []
    room = ", ".join(f'{side} = "{chance.choice(("open", "farmland", "woods"))}"' for side in sides)
    return f'"{place}" = {{ terrain = "{terrain}", level = {level}' + (f", room = {{ {room} }}" if room else "") + " }"


def _river(chance: Random, kind: str) -> Water:
    """From an edge of the map through hexes it does not touch twice, as far as it comes."""
    path = [chance.choice([place for place in HEXES if _outward(place)])]
    while len(path) < 12:
        there = [h for h in neighbours(path[-1]) if h in HEXES and h not in path]
        there = [h for h in there if sum(other in path for other in neighbours(h)) == 1]
        if not there:
            break
        path.append(chance.choice(there))
    if len(path) < 2:
        path.append(next(h for h in neighbours(path[0]) if h in HEXES))
    ends = _outward(path[-1])
    return Water("r", "R", kind, tuple(path), chance.choice(_outward(path[0])), chance.choice(ends) if ends else "")


def _outward(place: Hex) -> list[str]:
    return [side for side in DIRECTIONS if neighbour(place, side) not in HEXES]


def _road(chance: Random, crossed: dict[Hex, frozenset[str]]) -> list[Hex]:
    path = [chance.choice(HEXES)]
    for _ in range(chance.randint(2, 6)):
        free = [h for h in neighbours(path[-1]) if h in HEXES and h not in path]
        free = [h for h in free if direction(path[-1], h) not in crossed.get(path[-1], ())]
        if not free:
            break
        path.append(chance.choice(free))
    return path


def _crossings(path: list[Hex], crossed: dict[Hex, frozenset[str]]) -> list[Hex]:
    """The hexes in which a road goes from bank to bank."""
    found = []
    for (before, place), (_, after) in pairwise(pairwise(path)):
        sides = {direction(place, before), direction(place, after)}
        if place in crossed and not any(sides <= set(bank) for bank in banks_between(crossed[place])):
            found.append(place)
    return found


def _listed(path: tuple[Hex, ...] | list[Hex]) -> str:
    return "[" + ", ".join(f'"{place}"' for place in path) + "]"
