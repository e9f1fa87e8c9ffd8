"""What is written on a map hides no counter, and no counter another: by the boxes of whole sheets, over random positions."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from pbem.documents.cartography.boxes import LEADER, LETTER, LIST, SIGN, UNIT, WALL, WORDS
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.sheet import Headline
from pbem.documents.cartography.situation import canvas_of, draw_sheet
from pbem.documents.cartography.strokes import Box
from pbem.documents.map_picture import Arrow, Frame, MapPicture, Obstruction, Radius, Sighting, Symbol
from pbem.kernel.hexes import Hex, neighbours
from pbem.modules import library
from pbem.rulesets.tocs.ground import bank_point, is_divided
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports.map_overlay import land_of

GROUND = load_module(library.module_files(library.module_folder("heumen-bridge"))).ground
HEAD = Headline("The Heumen Bridge", "as known", "AMERICAN SIDE ONLY", "171200A SEP 44", "A hex is 1200 m across.")
FRAMES = (Frame("map", "all", radius="HQ504"), Frame("front", "near", (12, 9), (18, 15), near=True))
SIGNS = ("foot", "parachute", "guns", "hq", "observer", "engineer", "recon", "mortar", "armour")
CALLS = ("A/504", "HQ1/504", "mor 2/508", "82rcn", "Kampfgruppe Henke", "1")
SLACK = 0.05  # pixels: what sums of widths are off by


def position(seed: int) -> MapPicture:
    """A desk's map with some twenty units in few hexes, contacts among them and beside them, ways and goals."""
    chance = Random(seed)
    places = chance.sample(GROUND.hexes, 12)
    units = tuple(_unit(chance, chance.choice(places), number) for number in range(chance.randint(4, 34)))
    seen = chance.sample([*GROUND.hexes, *places], 10)
    contacts = tuple(
        Sighting(place, number, (("infantry",), ("vehicles", "infantry"), ())[number % 3], "T1.2", number % 4)
        for number, place in enumerate(dict.fromkeys(seen))
    )
    near = [other for place in places for other in neighbours(place) if other in GROUND.terrain]
    ways = tuple(Arrow((place, chance.choice([h for h in neighbours(place) if h in GROUND.terrain]))) for place in places[:4])
    goals = tuple((place, 2) for place in chance.sample(GROUND.hexes, 4))
    ours = tuple(sorted({*places, *near}))
    engaged = tuple(sorted({place for place in places if place in seen}))
    works = tuple((place, number % 3 > 0) for number, place in enumerate(dict.fromkeys([*places, *seen[:5]])))
    first, radii = tuple(seen[:3]), (Radius(places[0], "HQ504", 3),)
    stores = tuple((place, number % 2 > 0) for number, place in enumerate([*places[:3], *chance.sample(GROUND.hexes, 2)]))
    kinds = ("roadblock", "roadblock", "minefield")
    laid = tuple(Obstruction(place, kinds[number % 3], number % 2 > 0) for number, place in enumerate([*places[2:5], *seen[:3]]))
    return MapPicture("allied", "T1.2", FRAMES, units, contacts, ways, ours, first, engaged, works, goals=goals, radii=radii,
                      stores=stores, dumps=tuple((place, 3) for place, _ in stores[:2]), obstacles=laid)  # fmt: skip


def _unit(chance: Random, place: Hex, number: int) -> Symbol:
    bank = bank_point(GROUND, place, chance.randrange(len(GROUND.banks[place]))) if is_divided(GROUND, place) else ""
    steps, call = chance.randint(1, 6), f"{chance.choice(CALLS)}{number}"
    return Symbol(place, call, chance.choice(SIGNS), "I", steps, chance.randrange(steps), chance.randrange(6), bank=bank)


def sheets(seed: int) -> Iterator[Canvas]:
    """The whole map and a part of it, drawn."""
    picture = position(seed)
    for frame in FRAMES:
        canvas = canvas_of(land_of(GROUND), picture, frame)
        draw_sheet(canvas, HEAD, "American")
        yield canvas


def shrunk(box: Box) -> Box:
    return Box(box.x + SLACK, box.y + SLACK, box.width - 2 * SLACK, box.height - 2 * SLACK)


def nothing_is_hidden(seed: int) -> None:
    """No counter hides a counter; no list, name or sign hides a counter, a list, a name, a letter, a sign or works."""
    for canvas in sheets(seed):
        laid = [each for each in canvas.boxes.laid if each.weight >= LETTER]
        solid = [(shrunk(each.box), each.weight) for each in laid]
        for (one, first), (other, second) in combinations(solid, 2):
            if {first, second} == {LETTER}:
                continue  # letters of one word lie close
            assert not one.meets(other), (seed, canvas.frame.name, one, other, first, second)
        assert {each.weight for each in laid} <= {UNIT, LIST, WORDS, LETTER, SIGN, WALL} and LEADER < LETTER


@pytest.mark.parametrize("seed", range(40))
def test_no_word_hides_a_counter_and_no_counter_another(seed: int) -> None:
    nothing_is_hidden(seed)


@pytest.mark.soak
def test_no_word_hides_a_counter_in_a_thousand_positions() -> None:
    for seed in range(1000):
        nothing_is_hidden(seed)
