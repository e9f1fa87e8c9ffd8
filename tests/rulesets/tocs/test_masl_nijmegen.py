"""What the Nijmegen module asks for and no other has: nations that come late, people by country, points of other kinds."""

from functools import partial

import pytest

from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.ground import bridge_named
from pbem.rulesets.tocs.module import ModuleError, Victory
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.rules.activation import pool_of
from pbem.rulesets.tocs.rules.interrogation import met_by
from pbem.rulesets.tocs.rules.supply import live
from pbem.rulesets.tocs.rules.turn import earning
from pbem.rulesets.tocs.rules.victory import Land, tally
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import ForcesPatch
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
