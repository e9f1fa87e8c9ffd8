"""Game modules: the one that is shipped, and every fault a module can have."""

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.calendar import dtg
from pbem.kernel.charts.tables import Track
from pbem.modules import library
from pbem.modules.faults import Fault, Source, line_of, near, spell
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.module import SWITCHES, Module, ModuleError, OpsPool, PrintedWork
from pbem.rulesets.tocs.oob import full_kind, parse_oob
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import Obstacle

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
HOME = Path(__file__).parents[3]
FOLDER = HOME / "games" / "heumen-bridge"
FILES = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")}
TRACKS = (HOME / "pbem" / "rulesets" / "tocs" / "tables" / "turn-ending.toml").read_text(encoding="utf-8")
WORDS = frozenset({"move", "recon", "attack", "end", "if"})

MODULE, SCENARIO, MAP, ALLIED, GERMAN = (
    "module.toml",
    "scenario-1.toml",
    "map.toml",
    "oob-allied.toml",
    "oob-german.toml",
)


@pytest.fixture(scope="module")
def module() -> Module:
    return load_module(FILES, WORDS)


def faults_of(files: dict[str, str]) -> tuple[Fault, ...]:
    with pytest.raises(ModuleError) as caught:
        load_module(files, WORDS)
    return caught.value.faults


def changed(file: str, old: str, new: str) -> dict[str, str]:
    """The shipped module with the first `old` of a file replaced."""
    assert old in FILES[file], old
    return {**FILES, file: FILES[file].replace(old, new, 1)}


def test_the_shipped_module_is_clean(module: Module) -> None:
    assert (module.id, module.ruleset, module.scenario) == ("heumen-bridge", "tocs", "scenario-1")
    assert len(module.ground.hexes) == 120


def test_each_side_has_eight_to_eighteen_counters_and_two_headquarters_or_more(module: Module) -> None:
    for side in module.sides:
        own = [counter for counter in module.counters if counter.side == side.id]
        assert 8 <= len(own) <= 18
        assert sum(counter.kind == "hq" for counter in own) >= 2


def test_only_the_germans_have_armour(module: Module) -> None:
    assert {counter.side for counter in module.counters if counter.mobility == "armored"} == {"german"}


def test_six_turns_run_from_noon_into_a_moonless_night(module: Module) -> None:
    assert [turn.id for turn in module.turns] == ["17-1200", "17-1500", "17-1800", "17-2100", "18-0000", "18-0300"]
    assert [turn.number for turn in module.turns] == [1, 2, 3, 4, 5, 6]
    assert [turn.light for turn in module.turns] == ["day", "day", "dusk", "night", "night", "night"]
    assert [turn.moon for turn in module.turns] == ["", "", "", "new", "new", "new"]
    assert dtg(module.turns[1], module.month, module.zone_letter, module.year) == "171500A SEP 44"


def test_the_tracks_of_the_turns_stand_in_the_chart(module: Module) -> None:
    chart = load_module({**FILES, "tables/turn-ending.toml": TRACKS}).charts["turn-ending"]
    assert isinstance(chart, Track)
    assert {turn.track for turn in module.turns} <= set(chart.tracks)


def test_a_pool_opens_on_the_number_of_its_turn(module: Module) -> None:
    assert module.pools == (
        OpsPool("american", "allied", "american", 2, 6, 1),
        OpsPool("german", "german", "german", 2, 8, 3),
    )


def test_an_impulse_earns_six_to_nine_points_as_a_rule(module: Module) -> None:
    assert all(6 <= pool.minimum + 5.5 <= 9 for pool in module.pools)


def test_every_hex_has_an_owner(module: Module) -> None:
    assert tuple(module.owners) == module.ground.hexes
    assert (module.owners[module.ground.hexes[0]], len(set(module.owners.values()))) == ("german", 2)


def test_the_guards_of_three_bridges_are_dug_in(module: Module) -> None:
    assert {work.hex for work in module.works} == {"13.11", "14.12", "16.13"}
    assert all(work == PrintedWork(work.hex, "entrenched", "german") for work in module.works)


def test_both_sides_are_paid_for_the_heumen_bridge(module: Module) -> None:
    paid = [(entry.side, entry.points) for entry in module.victory if "heumen" in entry.bridges]
    assert paid == [("allied", 6), ("german", 6)]


def test_every_kind_of_unit_on_the_map_can_be_paid_for_by_its_enemy_or_is_known_not_to(module: Module) -> None:
    unpaid = {
        full_kind(counter)
        for counter in module.counters
        if not any(full_kind(counter) in entry.unit_kinds for entry in module.victory if entry.side != counter.side)
    }
    assert unpaid == {"asset"}  # the German's patrol and flak sections are worth nothing to the American


def test_each_brief_fits_a_letter_and_names_the_bridge(module: Module) -> None:
    for side in module.sides:
        assert all(len(line) <= 72 for line in side.brief.splitlines())
        assert "Heumen" in side.brief
        assert module.side(side.id) is side


def test_a_brief_promises_the_points_that_are_paid(module: Module) -> None:
    for entry in module.victory:
        assert f" {entry.points}" in module.side(entry.side).brief


def test_switches_not_set_have_their_defaults(module: Module) -> None:
    assert set(module.switches) == set(SWITCHES)
    assert module.switches["engaged_recover"] == 2


def test_every_switch_allows_its_default_and_something_else() -> None:
    for switch in SWITCHES.values():
        assert switch.default in switch.allowed
        assert len(switch.allowed) > 1
        assert switch.rules


def test_a_chart_of_the_modules_own_is_taken_whole() -> None:
    charts = load_module({**FILES, "tables/turn-ending.toml": TRACKS}).charts
    assert list(charts) == ["turn-ending"]


def test_a_track_of_the_modules_own_chart_may_be_used() -> None:
    files = changed(SCENARIO, 'track = "postal_day"', 'track = "slow"')
    assert faults_of(files)
    load_module({**files, "tables/turn-ending.toml": TRACKS + '[[track]]\nid = "slow"\nboxes = [2, 12]\nsource = "house"\n'})


def test_another_scenario_of_the_same_module_can_be_asked_for() -> None:
    second = FILES[SCENARIO].replace('id = "scenario-1"', 'id = "scenario-2"')
    assert load_module({**FILES, "scenario-2.toml": second}, scenario="scenario-2.toml").scenario == "scenario-2"


def test_a_parsed_counter_has_what_its_entry_prints() -> None:
    counters = {counter.call: counter for counter in parse_oob(GERMAN, FILES[GERMAN])}
    stug, guard, henke = counters["STUG"], counters["2/LS"], counters["HQHENKE"]
    assert (stug.kind, stug.mobility, stug.steps, stug.strength, stug.bank) == ("vehicle_platoon", "armored", 2, 5, "")
    assert (guard.parent, guard.setup, guard.bank, guard.side) == ("de-ls", "14.12", "NE", "german")
    assert (full_kind(henke), henke.formation, full_kind(stug)) == ("hq_kampfgruppe", "HENKE", "vehicle_platoon")


A504 = 'id = "us-504-a", call = "A/504"'
UNIT_FAULTS = [
    (ALLIED, 'id = "us-504-b"', 'id = "us-504-a"', "unit[3].id", 'B/504: the id "us-504-a" is taken'),
    (GERMAN, 'id = "de-hg-2"', 'id = "us-504-a"', "unit[2].id", 'the id "us-504-a" is taken'),
    (ALLIED, 'call = "B/504"', 'call = "a/504"', "unit[3].call", '"a/504" is what A/504 is called'),
    (ALLIED, 'call = "B/504"', 'call = "504MOR"', "unit[5].aliases", '"504mor" is what 504MOR is called'),
    (ALLIED, 'call = "B/504"', 'call = "B Coy"', "unit[3].call", "one to eight letters"),
    (ALLIED, 'call = "B/504"', 'call = "Baker/504"', "unit[3].call", "one to eight letters"),
    (ALLIED, 'call = "B/504"', 'call = "1212"', "unit[3].call", "not all digits"),
    (ALLIED, 'call = "B/504"', 'call = "Recon"', "unit[3].call", '"Recon" is an order word'),
    (ALLIED, 'call = "B/504"', 'call = "Grave"', "unit[3].call", '"Grave" is a place on the map'),
    (ALLIED, 'aliases = ["504mor"]', 'aliases = ["the mortars"]', "unit[5].aliases", "cannot be written in an order"),
    (ALLIED, 'aliases = ["504mor"]', 'aliases = ["MOVE"]', "unit[5].aliases", '"MOVE" is an order word'),
    (ALLIED, A504, A504.replace("call", "calls"), "unit[2].calls", 'unknown key "calls": did you mean "call"?'),
    (ALLIED, ', call = "A/504"', "", "unit[2].call", 'the key "call" is missing'),
    (ALLIED, 'kind = "company"', 'kind = "squad"', "unit[2].kind", "not 'squad'"),
    (ALLIED, 'mobility = "foot"', 'mobility = "jeep"', "unit[1].mobility", "not 'jeep'"),
    (ALLIED, "steps = 4", "steps = 5", "unit[2].steps", "not 5"),
    (ALLIED, "steps = 4", 'steps = "4"', "unit[2].steps", "integer"),
    (ALLIED, "elr = 5", "elr = 6", "unit[0].elr", "not 6"),
    (ALLIED, 'nation = "american"', 'nation = "polish"', "unit[0].nation", 'no pool for "polish"'),
    (ALLIED, 'parent = "us-504-1"', 'parent = "us-505-1"', "unit[2].parent", 'did you mean "us-504-1"?'),
    (ALLIED, 'parent = "us-504-1"', 'parent = "de-henke"', "unit[2].parent", 'its side has no unit "de-henke"'),
    (ALLIED, 'parent = "us-504-1"', 'parent = "us-504-b"', "unit[2].parent", "B/504 is no headquarters"),
    (ALLIED, 'parent = "us-504", kind', 'parent = "us-504-1", kind', "unit[1].parent", "runs in a circle"),
    (ALLIED, 'level = "battalion", ', "", "unit[1].level", "a headquarters has a level"),
    (ALLIED, 'kind = "company", ', 'kind = "company", level = "corps", ', "unit[2].level", "nothing else has one"),
    (ALLIED, "command = 3, ", "", "unit[1].command", "needs a command range"),
    (ALLIED, "artillery = 2, range = 2", "artillery = 2", "unit[5].range", "artillery needs a range"),
    (ALLIED, 'setup = "12.10"', 'setup = "12.18"', "unit[4].setup", "C/504: 12.18 is not on the map"),
    (ALLIED, 'setup = "12.10"', 'setup = "12.09"', "unit[4].setup", "C/504: 12.09 is not its own ground"),
    (ALLIED, 'setup = "12.10"', 'setup = "12,10"', "unit[4].setup", "should be a hex such as 08.12"),
    (GERMAN, 'setup = "13.11", bank = "NE"', 'setup = "13.11"', "unit[7].bank", "its banks are NE or S+SW+NW"),
    (
        GERMAN,
        'setup = "14.12", bank = "NE"',
        'setup = "14.12", bank = "E"',
        "unit[8].bank",
        "its banks are NE or S+SW+NW",
    ),
    (GERMAN, 'setup = "18.12"', 'setup = "18.12", bank = "N"', "unit[12].bank", "18.12 has only one bank"),
    (GERMAN, 'side = "german"', 'side = "germany"', "side", 'no side "germany": did you mean "german"?'),
]

MINE = '[[feature]]\nkind = "minefield"\n'
SCENARIO_FAULTS = [
    (MODULE, 'id = "german"', 'id = "allied"', "side[1].id", 'the id "allied" is taken'),
    (MODULE, 'letter_prefix = "G"', 'letter_prefix = "A"', "side[1].letter_prefix", "the other side's letters bear it"),
    (MODULE, 'letter_prefix = "G"', 'letter_prefix = "C"', "side[1].letter_prefix", "kept for contacts"),
    (MODULE, 'odds = "column"', 'ods = "told"', "switches.ods", 'unknown switch "ods": did you mean "odds"?'),
    (MODULE, 'odds = "column"', 'odds = "whispered"', "switches.odds", "'whispered' is not one of 'column', 'open', 'hidden'"),
    (MODULE, 'odds = "column"', "engaged_recover = true", "switches.engaged_recover", "True is not one of 1, 2"),
    (MODULE, 'ruleset = "tocs"', 'ruleset = "chess"', "ruleset", "not 'chess'"),
    (MODULE, 'month = "SEP"', 'month = "September"', "month", "not 'September'"),
    (MODULE, 'title = "The', 'titel = "The', "titel", 'unknown key "titel": did you mean "title"?'),
    (SCENARIO, 'kind = "variable"', 'kind = "historical"', "weather.spell[0].cloud", "history has to say what it was"),
    (SCENARIO, 'regime = "settled"', 'cloud = "clear"', "weather.spell[0].cloud", "rolled for where the weather is variable"),
    (SCENARIO, 'regime = "settled"', "fog = true", "weather.spell[0].fog", "rolled for where the weather is variable"),
    (SCENARIO, 'regime = "settled"', 'regime = "stormy"', "weather.spell[0].regime", "not 'stormy'"),
    (SCENARIO, 'from = "17-2100"', 'from = "17-2200"', "weather.spell[1].from", 'there is no turn "17-2200": did you mean'),
    (SCENARIO, 'from = "17-2100"', 'from = "17-1200"', "weather.spell[1].from", '"17-1200" does not come after "17-1200"'),
    (SCENARIO, "[[improved]]", f'{MINE}hex = "99.99"\nside = "german"\n\n[[improved]]', "feature[0].hex", "not on the map"),
    (SCENARIO, "[[improved]]", f'{MINE}hex = "13.11"\nside = "dutch"\n\n[[improved]]', "feature[0].side", 'no side "dutch"'),
    (SCENARIO, 'moves_first = "allied"', 'moves_first = "allies"', "moves_first", 'did you mean "allied"?'),
    (SCENARIO, 'default = "german"', 'default = "dutch"', "ownership.default", 'there is no side "dutch"'),
    (SCENARIO, 'default = "german"', "", "ownership", "nobody owns 09.08"),
    (SCENARIO, "allied = [", "allies = [", "ownership.hexes.allies", 'no side "allies": did you mean "allied"?'),
    (SCENARIO, '"19.13", "19.14",', '"19.13", "19.18",', "ownership.hexes.allied", "19.18 is not on the map"),
    (SCENARIO, '"19.13", "19.14",', '"19.13", "19.13", "19.14",', "ownership.hexes.allied", "19.13 is given twice"),
    (SCENARIO, 'hex = "14.12"', 'hex = "14.18"', "improved[1].hex", "14.18 is not on the map"),
    (SCENARIO, 'hex = "14.12"', 'hex = "12.11"', "improved[1].hex", "12.11 does not belong to german"),
    (SCENARIO, 'hex = "14.12"', 'hex = "13.11"', "improved[1].hex", "13.11 has two improved positions"),
    (SCENARIO, 'level = "entrenched"', 'level = "dug"', "improved[0].level", "not 'dug'"),
    (SCENARIO, '[[brief]]\nside = "allied"', '[[brief]]\nside = "german"', "brief", '"allied" has 0 briefs'),
    (SCENARIO, 'id = "17-1500", day = 17', 'id = "17-1500", day = 18', "turn[1].id", "not day 18 and hour 1500"),
    (
        SCENARIO,
        'id = "17-1500", day = 17, hour = "1500"',
        'id = "17-1200", day = 17, hour = "1200"',
        "turn[1].id",
        "after",
    ),
    (SCENARIO, 'track = "postal_day"', 'track = "postal_dya"', "turn[0].track", 'did you mean "postal_day"?'),
    (SCENARIO, 'light = "night", moon = "new"', 'light = "night"', "turn[3].moon", "a night has a moon"),
    (SCENARIO, 'light = "dusk"', 'light = "dusk", moon = "full"', "turn[2].moon", "only a night"),
    (SCENARIO, 'from = "17-1200"', 'from = "16-1200"', "pool[0].may_draw_from", 'there is no turn "16-1200"'),
    (SCENARIO, 'id = "german"\nside', 'id = "american"\nside', "pool[1].id", 'the id "american" is taken'),
    (SCENARIO, 'bridges = ["heumen"]', 'bridges = ["heuman"]', "victory[0].bridges", 'did you mean "heumen"?'),
    (SCENARIO, 'bridges = ["heumen"]', "bridges = []", "victory[0].bridges", "may not be empty"),
    (
        SCENARIO,
        'bridges = ["heumen"]',
        'bridges = ["heumen"]\nhexes = ["14.12"]',
        "victory[0].hexes",
        'with kind "hexes"',
    ),
    (SCENARIO, 'hexes = ["20.11", "17.13"]', 'hexes = ["20.18"]', "victory[3].hexes", "20.18 is not on the map"),
    (SCENARIO, '"hq_kampfgruppe"', '"hq_kampfgrupe"', "victory[5].unit_kinds", 'did you mean "hq_kampfgruppe"?'),
    (SCENARIO, 'id = "molenhoek"', 'id = "heumen"', "victory[1].id", 'allied has two entries "heumen"'),
    (SCENARIO, "points = 6", "points = 6.5", "victory[0].points", "integer"),
]


SEAT = '\n[[seat]]\nside = "allied"\nid = "regiment"\nformations = ["504"]\n'


def test_a_scenario_may_offer_seats_that_join_late() -> None:
    late = SEAT.replace("regiment", "late").replace("504", "505") + 'joins = "17-1800"\nuntil = "regiment"\n'
    text = FILES[SCENARIO] + SEAT + late
    posts = load_module({**FILES, SCENARIO: text}).posts
    assert [(p.id, p.formations, p.joins, p.until) for p in posts] == [
        ("allied.regiment", ("504",), "", ""), ("allied.late", ("505",), "17-1800", "allied.regiment"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "key", "message"),
    (
        (SEAT.replace('"allied"', '"dutch"'), "seat[0].side", 'there is no side "dutch"'),
        (SEAT.replace("504", "506"), "seat[0].formations", 'its side has no formation "506": did you mean "504"'),
        (SEAT + 'joins = "19-0600"\n', "seat[0].joins", 'there is no turn "19-0600"'),
        (SEAT + 'until = "nobody"\n', "seat[0].until", 'its side has no other seat "nobody"'),
        (SEAT + SEAT, "seat[0].id", '"regiment" is another seat of its side already'),
        (SEAT + SEAT.replace("regiment", "other"), "seat[1].formations", "504 is held by seat 1 already"),
    ),
)
def test_a_seat_that_cannot_be_is_a_fault(seat: str, key: str, message: str) -> None:
    faults = faults_of({**FILES, SCENARIO: FILES[SCENARIO] + seat})
    assert any(f.key == key and message in f.message for f in faults), faults


@pytest.mark.parametrize(("file", "old", "new", "key", "message"), [*UNIT_FAULTS, *SCENARIO_FAULTS])
def test_a_fault_is_found_in_its_file_at_its_key(file: str, old: str, new: str, key: str, message: str) -> None:
    found = faults_of(changed(file, old, new))
    assert any((fault.file, fault.key) == (file, key) and message in fault.message for fault in found), found


@pytest.mark.parametrize(
    ("file", "old", "new"), [(file, old, new) for file, old, new, *_ in [*UNIT_FAULTS, *SCENARIO_FAULTS] if new]
)
def test_a_fault_has_the_line_it_stands_on_or_one_close_by(file: str, old: str, new: str) -> None:
    files = changed(file, old, new)
    start = FILES[file].index(old)
    at = FILES[file][:start].count("\n") + 1
    lines = [fault.line for fault in faults_of(files) if fault.file == file]
    assert min(abs(line - at) for line in lines) <= 9, lines


@pytest.mark.parametrize("file", [MODULE, SCENARIO, MAP])
def test_a_file_that_is_missing_is_named(file: str) -> None:
    files = {name: text for name, text in FILES.items() if name != file}
    assert Fault(file, "", 0, "the file is missing") in faults_of(files)


def test_a_module_needs_an_order_of_battle() -> None:
    files = {name: text for name, text in FILES.items() if not name.startswith("oob-")}
    assert Fault("oob-*.toml", "", 0, "no order of battle") in faults_of(files)


def test_a_file_with_a_strange_name_is_not_passed_over() -> None:
    assert Fault("scenari-2.toml", "", 0, "no file of a module has this name") in faults_of({**FILES, "scenari-2.toml": ""})


def test_a_broken_chart_is_told_by_file_and_key() -> None:
    broken = TRACKS.replace("boxes = [2, 3, 5, 7, 9, 12]", 'boxes = "rising"')
    assert broken != TRACKS
    found = faults_of({**FILES, "tables/turn-ending.toml": broken})
    assert [fault.file for fault in found] == ["tables/turn-ending.toml"]
    assert "boxes" in found[0].key


def test_text_that_is_not_toml_has_its_line() -> None:
    (fault,) = faults_of(changed(MODULE, "year = 1944", "year = = 1944"))
    assert (fault.file, fault.line) == (MODULE, 8)


def test_five_companies_in_a_hex_are_one_too_many() -> None:
    crowd = FILES[ALLIED].replace('setup = "12.10"', 'setup = "12.11"').replace('setup = "11.12"', 'setup = "12.11"')
    assert not [counter for counter in load_module({**FILES, ALLIED: crowd}).counters if counter.setup == "12.10"]
    crowd = crowd.replace('engineer = true, setup = "11.11"', 'engineer = true, setup = "12.11"')
    found = faults_of({**FILES, ALLIED: crowd})
    assert [fault.message for fault in found] == ["C/307: more than 4 companies, platoons and batteries in 12.11"]


def test_five_assets_in_a_hex_are_one_too_many() -> None:
    asset = '  {{ id = "x{0}", call = "X{0}", name = "Jeep", nation = "american", kind = "asset", mobility = "motorized", \
steps = 1, strength = 1, mp = 6, ml = 8, elr = 5, setup = "12.11" }},\n'
    text = FILES[ALLIED].removesuffix("]\n")
    load_module({**FILES, ALLIED: text + "".join(map(asset.format, range(3))) + "]\n"})
    (fault,) = faults_of({**FILES, ALLIED: text + "".join(map(asset.format, range(4))) + "]\n"})
    assert fault.message == "X3: more than 4 assets in 12.11"


def test_all_faults_are_told_at_once() -> None:
    files = changed(ALLIED, 'setup = "12.10"', 'setup = "12.18"')
    files = {**files, SCENARIO: files[SCENARIO].replace("17-1200", "17-1201"), MAP: "nothing"}
    assert {fault.file for fault in faults_of(files)} >= {SCENARIO, MAP}


def test_a_fault_reads_as_one_line_for_a_designer() -> None:
    found = faults_of(changed(ALLIED, 'setup = "12.10"', 'setup = "12.18"'))
    assert str(found[0]) == "oob-allied.toml:10: unit[4].setup: C/504: 12.18 is not on the map"


@pytest.mark.parametrize(("file", "old", "new", "said"), [
    (ALLIED, 'call = "HQ1/504",', 'call = "HQ1/504", aliases = ["1/504"],', '"1/504" hides the formation of HQ1/504'),
    (GERMAN, 'call = "HQHENKE",', 'call = "HQHENKE", aliases = ["henke"],', '"henke" hides the formation of HQHENKE'),
    (ALLIED, 'call = "A/504"', 'call = "1/504"', '"1/504" hides the formation of HQ1/504'),
])  # fmt: skip
def test_no_name_of_a_unit_hides_a_formation(file: str, old: str, new: str, said: str) -> None:
    """TOCS-W10.17-3: `1/504: move …` would order the staff alone, and not the battalion."""
    found = faults_of(changed(file, old, new))
    assert any(said in str(fault) and fault.line for fault in found), found


def charted(files: dict[str, str]) -> list[str]:
    """What `pbem check` says that the ruleset's charts show."""
    try:
        load_module(files, WORDS, charts=library.charts("tocs"))
    except ModuleError as error:
        return [str(fault) for fault in error.faults]
    return []


def test_a_nation_that_the_chart_does_not_know_is_told() -> None:
    """TOCS-W18.0-1: it would have a supply range of nothing, without a word."""
    assert charted(FILES) == []
    dutch = {name: text.replace('nation = "american"', 'nation = "amercan"') for name, text in FILES.items()}
    (fault,) = charted(dutch)
    assert 'nation: HQ504: "amercan": the chart national-characteristics has none by that name: did you mean "american"?' in fault
    early = {**FILES, MODULE: FILES[MODULE].replace("year = 1944", "year = 1940")}
    assert any('"american": the chart national-characteristics has no line for 1940-09' in fault for fault in charted(early))
    chart = library.chart_texts("tocs")["national-characteristics.toml"]
    own = chart.replace('nation = "American"', 'nation = "Amercan"')
    assert charted({**dutch, "tables/national-characteristics.toml": own}) == [], "a module may bring a chart that knows it"


@pytest.mark.parametrize(("level", "most"), [
    ("battalion", 1), ("brigade", 2), ("kampfgruppe", 2), ("division", 3), ("corps", 4), ("army", 4), ("army_group", 4),
])  # fmt: skip
def test_a_headquarters_has_the_steps_of_its_level_by_the_chart(level: str, most: int) -> None:
    """TOCS-W2.1-1, TOCS-W2.1-2: and the chart may be the module's own."""
    line = next(line for line in FILES[ALLIED].splitlines() if '"HQ504"' in line)
    bare = line.replace('level = "regiment"', f'level = "{level}"')
    for steps, whole in ((most, True), (most + 1, False)):
        if steps > 4:  # no counter has more
            continue
        found = charted({**FILES, ALLIED: FILES[ALLIED].replace(line, bare.replace("steps = 2", f"steps = {steps}"))})
        assert (found == []) == whole, found
    chart = library.chart_texts("tocs")["unit-steps.toml"]
    chart = chart.replace(f'id = "hq_{level}"\nsteps = {most}', f'id = "hq_{level}"\nsteps = 1')
    two = {**FILES, ALLIED: FILES[ALLIED].replace(line, bare), "tables/unit-steps.toml": chart}
    assert any("at most 1" in fault for fault in charted(two))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_a_file_with_a_line_lost_or_doubled_is_refused_or_read_but_never_breaks(file: str, data: st.DataObject) -> None:
    lines = FILES[file].splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number : number + 1] = data.draw(st.sampled_from([[], [lines[number]] * 2]))
    try:
        load_module({**FILES, file: "\n".join(lines)}, WORDS)
    except ModuleError as error:
        assert all(0 <= fault.line <= len(lines) + 1 for fault in error.faults)
        assert error.faults


def test_key_paths_are_spelt_as_in_the_file() -> None:
    assert spell(("unit", 3, "call")) == "unit[3].call"
    assert spell(("hex", "08.12", "terrain")) == 'hex."08.12".terrain'


TABLES = """a = 1
[[unit]]
id = "x"
[[unit]]
id = "y"
call = "z"
[switches]
odds = "told"
list = [
  { id = "p" },
  { id = "q", call = "r" },
]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 1),
        (("unit", 1, "id"), 5),
        (("unit", 0, "call"), 2),
        (("unit", 1, "call"), 6),
        (("switches", "odds"), 8),
        (("switches", "list", 1, "call"), 11),
        (("nothing",), 0),
    ],
)
def test_a_key_is_found_on_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(TABLES, path) == line
    assert Source("x.toml", TABLES).fault(path, "wrong").line == line


def test_only_a_near_word_is_offered() -> None:
    assert near("stpes", ["steps", "strength"]) == ': did you mean "steps"?'
    assert near("banana", ["steps", "strength"]) == ""
    assert near("x", []) == ""


HISTORY = """[weather]
kind = "historical"
[[weather.spell]]
from = "17-1200"
wind = "calm"
"""


@pytest.mark.parametrize("sky, message", [
    ('cloud = "clear"\nprecipitation = "rain"', "rain needs a sky that is overcast, not clear"),
    ('cloud = "overcast"\nprecipitation = "rain_squall"', "rain_squall needs a sky that is scattered, not overcast"),
    ('cloud = "scattered"\nprecipitation = "mist"', "mist needs a sky that is overcast, not scattered"),
    ('cloud = "overcast"\nprecipitation = "snow_light"', "snow_light does not fall when it is mild"),
    ('cloud = "overcast"\nprecipitation = "rain"\ntemperature = "freezing"', "rain does not fall when it is freezing"),
])  # fmt: skip
def test_nothing_falls_from_a_sky_that_cannot_hold_it(sky: str, message: str) -> None:
    """TOCS-W13.3-5, TOCS-W13.4.2-1, TOCS-W13.4.3-1, TOCS-W13.4.4-5, TOCS-W13.4-2."""
    start, end = FILES[SCENARIO].index("[weather]"), FILES[SCENARIO].index("[ownership]")
    text = FILES[SCENARIO][:start] + HISTORY + sky + "\n" + FILES[SCENARIO][end:]
    assert message in [fault.message for fault in faults_of({**FILES, SCENARIO: text})]


def test_a_modules_own_rain_chart_keeps_to_the_clouds() -> None:
    """TOCS-W13.3-5, TOCS-W13.4.3-1."""
    folder = HOME / "pbem" / "rulesets" / "tocs" / "tables"
    chart = (folder / "weather-precipitation.toml").read_text(encoding="utf-8")
    wrong = re.sub('"rain_squall", "(rain|downpour)"', r'"rain", "\1"', chart)
    assert wrong != chart
    assert load_module({**FILES, "tables/weather-precipitation.toml": chart}, WORDS).charts
    found = faults_of({**FILES, "tables/weather-precipitation.toml": wrong})
    assert "rain needs a sky that is overcast, not scattered" in [fault.message for fault in found]


def test_a_module_may_lay_what_only_scouts_find() -> None:
    """TOCS-W10.4-6: on the board, and in the picture of the side that laid it alone."""
    mine = MINE + 'hex = "13.11"\nside = "german"\n\n[[improved]]'
    laid = load_module({**FILES, SCENARIO: FILES[SCENARIO].replace("[[improved]]", mine, 1)}, WORDS)
    _, situation, pictures = opening(laid, library.charts("tocs"))
    assert situation.board.obstacles == {"13.11": (Obstacle("minefield", "german"),)} == pictures["german"].obstacles
    assert pictures["allied"].obstacles == {}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (MODULE, 'adjective = "American"', 'adjective = "American\\nEND IMPULSE"'),
        (MODULE, 'staff = "HQ 82d AIRBORNE DIVISION"', 'staff = "BEGIN ORDERS"'),
        (MODULE, 'report = "G-3 SITREP"', 'report = "*END ORDERS*"'),
        (MODULE, 'title = "', 'title = "\\u2028CONCEDE '),
        (ALLIED, 'name = "', 'name = "b e g i n  o r d e r s '),
        (ALLIED, 'name = "', 'name = "\\u202EEND '),
        (ALLIED, 'name = "', 'name = "BEG\u200dIN ORD\u200cERS '),
        (MAP, 'name = "', 'name = "ＢＥＧＩＮ ＯＲＤＥＲＳ'),
        (SCENARIO, 'title = "', 'title = "A\\rB'),
    ],
)
def test_no_name_breaks_a_line_or_reads_as_the_edge_of_orders(file: str, old: str, new: str) -> None:
    faults = faults_of(changed(file, old, new))
    assert len(faults) == 1 and faults[0].file == file and faults[0].line
    assert "a sign that nobody sees" in faults[0].message or "the beginning or the end of orders" in faults[0].message


def test_prose_may_hold_line_breaks_and_charts_of_its_own_may_not() -> None:
    load_module(changed(SCENARIO, 'text = """\n', 'text = """\nBEGIN ORDERS\nCONCEDE\nEND ORDERS\n'), WORDS)
    chart = TRACKS + '[[track]]\nid = "slow"\nboxes = [2, 12]\nsource = "house"\n'
    load_module({**FILES, "tables/turn-ending.toml": chart}, WORDS)
    (fault,) = faults_of({**FILES, "tables/turn-ending.toml": chart.replace('title = "', 'title = "a\\nb')})
    assert fault.file == "tables/turn-ending.toml"
