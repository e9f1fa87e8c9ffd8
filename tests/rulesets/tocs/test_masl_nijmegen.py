"""What the Nijmegen module asks for and no other has: nations that come late, people by country, points of other kinds."""

from functools import partial

import pytest

from pbem.documents.map_picture import Frame
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.actions import DEEDS
from pbem.rulesets.tocs.actions.enter import Enter
from pbem.rulesets.tocs.ground import bridge_named
from pbem.rulesets.tocs.module import ModuleError, Victory
from pbem.rulesets.tocs.observations import OwnEvent
from pbem.rulesets.tocs.reports import map_near, map_view
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.rules import waves
from pbem.rulesets.tocs.rules.activation import pool_of
from pbem.rulesets.tocs.rules.arrivals import entries
from pbem.rulesets.tocs.rules.interrogation import met_by
from pbem.rulesets.tocs.rules.supply import live
from pbem.rulesets.tocs.rules.turn import earning
from pbem.rulesets.tocs.rules.victory import Land, tally
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.told_events import IncomeEarned, UnitChanged
from pbem.rulesets.tocs.units import ForcesPatch
from pbem.rulesets.tocs.view import Weather
from tests.rulesets.tocs.builder import Piece, Scene, source

FILES = library.module_files(library.module_folder("omg-nijmegen"))
SCENARIO, GERMAN = "scenario-1.toml", "oob-german.toml"
MODULE = door.load_module(FILES, grammar=library.grammar("tocs"))
OPENED = opening(MODULE, library.charts("tocs"))
ALLIED, GERMANS = (OPENED.situation.board.forces[side] for side in ("allied", "german"))
load_module = partial(door.load_module, grammar=library.grammar("tocs"))


def test_its_size_is_that_of_the_campaign() -> None:
    """MASL-1.0: hexes, counters and turns of the four days."""
    assert (len(MODULE.ground.hexes), len(MODULE.counters), len(MODULE.turns)) == (532, 251, 27)


def test_a_company_that_has_lost_steps_before_play_comes_with_its_losses_and_can_be_made_whole() -> None:
    """TOCS-W1.4-1: three companies of a battalion lack one step of four each."""
    lacking = {GERMANS.counter(u).call: (u.lost, GERMANS.counter(u).steps) for u in GERMANS.units.values() if u.lost}
    assert lacking == {f"{n}/EULING": (1, 4) for n in (1, 2, 3)}


def test_a_nation_has_an_income_from_the_turn_it_comes_on() -> None:
    """MASL-10.1-1."""
    comes = next(turn.number for turn in MODULE.turns if turn.id == "19-0600")
    assert earning(ALLIED, 1) == earning(ALLIED, comes - 1) == ("american",)
    assert earning(ALLIED, comes) == ("american", "british")


def test_those_without_points_of_their_own_are_paid_for_by_the_pool_that_is_said_to() -> None:
    """MASL-10.1-1."""
    dutch, british = ([u for u in ALLIED.units.values() if ALLIED.counter(u).nation == nation] for nation in ("dutch", "british"))
    assert {pool_of(ALLIED, unit).id for unit in dutch} == {"american"}
    assert {pool_of(ALLIED, unit).id for unit in british} == {"british"}


def test_a_patch_brings_what_is_printed_of_a_pool_and_leaves_its_points() -> None:
    """TOCS-1.1-1, MASL-10.1-1."""
    now, sooner = replace(ALLIED.pools["british"], bank=3), replace(ALLIED.pools["british"], bank=9, earns_from=2)
    after = ALLIED.with_pool(now).patched(ForcesPatch(2, pools=(sooner,)))
    assert after.pools["british"] == replace(sooner, bank=3)


def test_a_road_home_that_opens_later_is_no_source_until_then_and_the_report_says_when() -> None:
    """TOCS-W8.0-2."""
    late = replace(source("02.03", 7, "depot"), opens=2)
    s = Scene([Piece("A", "02.03")], [], supply={"blue": [late]})
    assert s.public.turn == 1 and not live(s.view("blue"))
    view = s.view("blue")
    assert live(replace(view, public=replace(view.public, turn=2))) == (late,)
    (line,) = [line for line in stores.lines(s.game, s.picture("blue")) if "7 SP" in line]
    assert "a source from" in line


def test_its_third_wave_hangs_on_the_weather_and_its_supply_comes_down_by_air() -> None:
    """MASL-7.1-4, MASL-12.1-1, MASL-7.1-1: by daylight alone, on 11 or more on the 19th, 10 or more on the 20th, on no other day;
    fog keeps wave and drop at home. Three drops of 4, 2 and 4 points, that nobody of the German is told of before."""
    game, board = OPENED.game, OPENED.situation.board
    third = ALLIED.schedule.waves[3]
    turns = {turn.id: turn.number for turn in game.turns}
    said = {}
    for turn in ("18-1500", "19-0600", "19-0900", "19-2100", "20-0900"):
        view = board.view(game, "allied")
        view = replace(view, public=replace(view.public, turn=turns[turn]))
        said[turn] = waves.wanted(view, third)
    assert said == {"18-1500": None, "19-0600": None, "19-0900": 11, "19-2100": None, "20-0900": 10}
    drops = {f.call: (game.turns[f.turn - 1].id, f.points) for f in ALLIED.schedule.flights.values() if f.points}
    assert drops == {"DROP1": ("18-1500", 4), "DROP2": ("19-1500", 2), "DROP3": ("20-1500", 4)}
    view = board.view(game, "allied")
    coming = [due for due in waves.due(ALLIED, turns["18-1500"]) if due.wave is None]  # the second wave has come by then
    assert [flight.call for due in coming for flight in due.flights] == ["DROP1"] and not GERMANS.schedule.flights
    for fog in (False, True):
        late = replace(view, public=replace(view.public, turn=turns["18-1500"], weather=Weather(fog=fog)))
        assert bool(waves.kept(late, coming[0])) is fog


def test_the_dutch_rise_where_their_town_is_in_own_hands_and_cost_nothing_to_bring_on() -> None:
    """MASL-8.1-1: three companies of the resistance, from 1800 on, at a built-up hex of Holland inside the perimeter; no OP is
    paid, and one to act comes out of the American pool."""
    picture = OPENED.pictures["allied"]
    rising = picture.forces.unit_called("NL1")
    assert rising is not None and {MODULE.ground.country[h] for h in entries(picture.forces, rising)} == {"NL"}
    waiting = picture.forces.with_unit(replace(rising, status="waiting"))
    there = replace(picture, forces=waiting)
    order = Enter(("NL1",), Hex("20.11"))
    assert [refusal.rule for refusal in DEEDS["enter"].check(OPENED.game, there, order)] == ["TOCS-2.3-1"], (
        "Groesbeek is German yet"
    )
    taken = replace(there, public=replace(there.public, owner={**there.public.owner, Hex("20.11"): "allied"}))
    assert DEEDS["enter"].check(OPENED.game, taken, order) == ()
    after = DEEDS["enter"].expect(OPENED.game, taken, order)
    came = after.forces.unit_called("NL1")
    assert came is not None and (came.status, came.hex) == ("map", Hex("20.11"))
    assert {name: pool.spent for name, pool in after.forces.pools.items()} == {"american": 0, "british": 0}


@pytest.mark.parametrize(("side", "hex_", "manner"), [
    ("allied", "06.01", "friendly"), ("german", "06.01", "hostile"),
    ("allied", "30.10", "hostile"), ("german", "30.10", "friendly"),
])  # fmt: skip
def test_people_are_friends_of_the_side_of_their_country(side: str, hex_: str, manner: str) -> None:
    """MASL-9.1-1."""
    (place,) = (h for h in MODULE.ground.hexes if h == hex_)
    assert met_by(OPENED.game, side, place) == manner
    assert met_by(replace(OPENED.game, friends={}), side, place) == "neutral"


def aim(kind: str, **more: object) -> Victory:
    """A condition of the German's, two points each."""
    made: dict[str, object] = {"hexes": (), "bridges": (), "unit_kinds": (), **more}
    return Victory(side="german", id="aim", points=2, kind=kind, what="aim", **made)  # type: ignore[arg-type]


def land(**owners: str) -> Land:
    """The bridges of Heumen and Malden, whose hexes belong to these sides; Malden's is down."""
    ground = MODULE.ground
    found = {name: bridge_named(ground, name) for name in ("heumen", "malden")}
    held = {bridge.hex: owners.get(name, "allied") for name, bridge in found.items() if bridge}
    assert found["malden"]
    return Land(ground, {**MODULE.owners, **held}, (replace(found["malden"], intact=False),))


def test_a_bridge_counts_owned_or_destroyed_once_each() -> None:
    """MASL-16.13-4."""
    both = ("heumen", "malden")
    spent = [
        tally([aim("bridges_or_destroyed", bridges=both)], where, ())[0][1]
        for where in (land(), land(heumen="german", malden="german"))
    ]
    assert spent == [2, 4]
    assert tally([aim("bridges", bridges=both)], land(malden="german"), ()) == (("aim", 0),)


def test_what_pays_once_pays_no_oftener_and_two_halves_are_one() -> None:
    """TOCS-5.0-1."""
    once = aim("bridges_or_destroyed", bridges=("heumen", "malden"), once=True)
    assert tally([once], land(heumen="german"), ()) == (("aim", 2),)
    dead = aim("destroyed", unit_kinds=("company", "half_company"), half=("half_company",))
    counts = [tally([dead], land(), ("company", *("half_company",) * halves))[0][1] // 2 for halves in range(5)]
    assert counts == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(("file", "old", "new", "key", "said"), [
    (SCENARIO, 'earns_from = "19-0600"', 'earns_from = "19-0700"', "pool[1].earns_from", 'there is no turn "19-0700"'),
    (SCENARIO, 'pays_for = ["dutch"]', "", "unit[88].nation", 'its side has no pool for "dutch"'),
    (SCENARIO, '\nfrom = "19-0600"', '\nfrom = "19-0700"', "supply[2].from", 'there is no turn "19-0700"'),
    (SCENARIO, 'country = "NL"', 'country = "BE"', "civilians[0].country", 'no hex lies in "BE"'),
    (SCENARIO, 'country = "NL"', 'country = "DE"', "civilians[1].country", "the people of DE are told of twice"),
    (SCENARIO, 'friendly_to = "allied"', 'friendly_to = "dutch"', "civilians[0].friendly_to", 'there is no side "dutch"'),
    (SCENARIO, 'half = ["half_company"]', 'half = ["asset"]', "half", '"asset" is none of its unit_kinds'),
    (SCENARIO, 'kind = "bridges_or_destroyed"', 'kind = "hexes"', "victory[3]",
     '"bridges" goes with kind "bridges" and "bridges_or_destroyed"'),
    (GERMAN, "steps = 4, lost = 1", "steps = 1, lost = 1", ".lost", "it would be dead"),
])  # fmt: skip
def test_what_its_files_may_not_say_is_told_with_file_and_key(file: str, old: str, new: str, key: str, said: str) -> None:
    assert old in FILES[file]
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, file: FILES[file].replace(old, new, 1)})
    assert any(key in str(fault) and said in str(fault) for fault in found.value.faults), [str(f) for f in found.value.faults]


def test_people_by_country_without_a_word_on_any_country_are_a_fault() -> None:
    """MASL-9.1-1."""
    gone = FILES[SCENARIO]
    for country, side in (("NL", "allied"), ("DE", "german")):
        gone = gone.replace(f'[[civilians]]\ncountry = "{country}"\nfriendly_to = "{side}"\n', "")
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, SCENARIO: gone})
    assert any("which country is for whom" in str(fault) for fault in found.value.faults)


@pytest.mark.parametrize(("why", "said"), [
    ("out of supply", "4 units are out of supply: section 5 names them"),
    ("in supply again", "4 units are in supply again: A,B,C/504, HQ504"),
    ("starving", "4 units were out of supply all day and are worse for it: A,B,C/504, HQ504"),
    ("waits to enter", "A,B,C/504, HQ504 wait to enter"),
])  # fmt: skip
def test_what_happens_to_several_units_of_a_large_side_alike_is_one_line(why: str, said: str) -> None:
    """TOCS-W8.5-1, TOCS-2.3-1: one unit alone has its own."""
    picture = OPENED.pictures["allied"]
    units = [unit for call in ("A/504", "B/504", "C/504", "HQ504") if (unit := picture.forces.unit_called(call))]
    told = changes.lines(OPENED.game, picture, tuple(OwnEvent(UnitChanged("allied", unit, why)) for unit in units))
    assert [line for line in told if "504" in line or "units" in line] == [f"    - {said}"]
    one = changes.lines(OPENED.game, picture, (OwnEvent(UnitChanged("allied", units[0], why)),))
    (alone,) = [line for line in one if "/504" in line]
    assert "A/504" in alone and said not in alone


def test_the_reserve_of_points_that_opens_is_told_a_large_side_and_other_income_is_not() -> None:
    """MASL-16.11-1: 62 OP of which 13 were earned; the first lines have what every impulse brings."""
    picture = OPENED.pictures["german"]
    (pool,) = picture.forces.pools.values()
    for reserve in (0, 30):
        earned = OwnEvent(IncomeEarned("german", replace(pool, bank=62, earned=13), Throw("op", "1d10", (8,)), 0, reserve))
        told = " ".join(changes.lines(OPENED.game, picture, (earned,)))
        assert ("13 OP earned; 30 from the reserve; 62 on hand" in told) == bool(reserve) and ("62" in told) == bool(reserve)


def test_units_without_supply_for_the_same_reason_stand_in_one_line() -> None:
    """TOCS-W8.3-4: by when and by what they are cut off; all that there are of a formation go by its name, one unit by its call."""
    picture = OPENED.pictures["allied"]
    down = [replace(unit, status="map", hex=Hex("11.11"), cut="T4.1") for unit in picture.forces.units.values()
            if picture.forces.counter(unit).call.endswith("/504")]  # fmt: skip
    for many, named in (
        (1, "HQ1/504 cut off since T4.1: no"),
        (2, "2 units, all of 504; no source of supply is left"),
        (len(down), "15 units"),
    ):
        forces = picture.forces
        for unit in down[:many]:
            forces = forces.with_unit(unit)
        told = [line for line in stores.lines(OPENED.game, replace(picture, forces=forces)) if "no source of supply" in line]
        assert len(told) == 1 and named in told[0], told


def test_the_map_of_a_scattered_formation_is_of_its_main_body_and_says_where_else_it_is() -> None:
    """A phone shows no more; before play, when all stand near one another, nothing is left out."""
    picture = OPENED.pictures["german"]
    rail = picture.forces.unit_called("RAIL")
    assert rail is not None
    away = replace(picture, forces=picture.forces.with_unit(replace(rail, hex=Hex("33.11"))))
    titles = {frame.formation: frame for frame in map_view.theatre(OPENED.game, away).frames if frame.formation}
    assert titles["HENKE"].title == "HENKE; elsewhere: 33.11" and titles["HENKE"].last < (21, 20)
    assert "HENKE" in [frame.title for frame in map_view.theatre(OPENED.game, picture).frames]


def test_who_leads_a_part_of_a_large_side_sees_first_what_is_near_to_it() -> None:
    """On a phone that map alone is read without zooming; who leads all, or nobody, sees where most of the side's is going on."""
    picture, game = OPENED.pictures["german"], OPENED.game
    places, forces = (Hex("33.11"), Hex("12.12")), picture.forces
    units = list(forces.on_map())[: len(places)]
    for unit, place in zip(units, places, strict=True):
        forces = forces.with_unit(replace(unit, hex=place))
    apart = replace(picture, forces=forces)

    def near(own: frozenset[str] | None) -> set[Hex]:
        (frame,) = (frame for frame in map_view.theatre(game, apart, own).frames if frame.near)
        inside = {place: column_row(place) for place in game.ground.hexes}
        return {h for h, (c, r) in inside.items() if frame.first[0] <= c <= frame.last[0] and frame.first[1] <= r <= frame.last[1]}

    for unit, place in zip(units, places, strict=True):
        shown = near(frozenset({forces.counter(unit).call}))
        assert place in shown and len(shown) <= map_near.NARROW.columns * map_near.NARROW.rows
    assert near(frozenset()) == near(None)


def test_the_map_of_where_the_enemy_is_near_names_the_engagements_that_none_shows() -> None:
    """A letter's first map left out the engagement of three companies."""
    picture = OPENED.pictures["allied"]
    engaged = "12.09 18.06 12.12 20.11 21.13 30.14 30.02"

    def drawn(hexes: str) -> tuple[Frame, ...]:
        public = replace(picture.public, engaged={Hex(h): "german" for h in hexes.split()})
        return tuple(frame for frame in map_view.theatre(OPENED.game, replace(picture, public=public)).frames if frame.near)

    one = drawn("12.09")
    assert [frame.title for frame in one] == ["Where the enemy is near"]
    three = drawn(engaged)
    assert [frame.name for frame in three] == ["front", "front-2", "front-3"]
    assert (
        three[0].title.startswith("Where the enemy is near, 1/3; also engaged: ")
        and three[1].title == "Where the enemy is near, 2/3"
    )
    unseen = [h for h in engaged.split() if not any(within(frame, Hex(h)) for frame in three)]
    assert unseen and three[0].title.endswith(", ".join(sorted(unseen)))


def within(frame: Frame, place: Hex) -> bool:
    """Does a frame show a hex?"""
    column, row = column_row(place)
    return frame.first[0] <= column <= frame.last[0] and frame.first[1] <= row <= frame.last[1]
