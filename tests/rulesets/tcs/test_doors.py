"""The doors of a module of TCS: what is wrong is said with its file, key and line; all of tcs-training comes through."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tcs.module import TacticalModule, load_module
from pbem.rulesets.tcs.switches import SWITCHES, settings

FILES = library.module_files(library.module_folder("tcs-training"))


def load(**files: str) -> TacticalModule:
    texts = {**FILES, **{name.replace("_", ".").replace("1.toml", "-1.toml"): text for name, text in files.items()}}
    return load_module(texts, charts=library.charts("tcs"), grammar=library.grammar("tcs"))


def faulty(file: str, old: str, new: str) -> str:
    assert old in FILES[file], old
    with pytest.raises(ModuleError) as caught:
        load_module({**FILES, file: FILES[file].replace(old, new, 1)}, charts=library.charts("tcs"), grammar=library.grammar("tcs"))
    return str(caught.value)


def test_the_training_module_comes_through() -> None:
    """TCSB-28-1, TCSB-28-5, TCSB-28-6, TCSB-1-1, TCSB-1-5, TCSB-3-1."""
    module = load()
    assert module.contents == "13 counters, 6 turns" and module.ground.metres == (125, 20, 100)
    assert module.ground.terrain[Hex("05.04")] == "village" and module.ground.level[Hex("02.03")] == 2
    assert module.ground.road(Hex("05.03"), Hex("05.04")) == "road" and module.ground.road(Hex("05.03"), Hex("06.03")) is None
    assert (Hex("02.03"), Hex("03.04")) in module.ground.crests
    waiting = {sheet.id: sheet.weighted for sheet in module.sheets["us"] if sheet.status == "unimplemented"}
    assert waiting == {"US-2": 6}
    assert [unit.counter.steps for unit in module.units if unit.id == "A-1"] == [5]


@pytest.mark.parametrize(("file", "old", "new", "fault"), [
    ("map.toml", '"....oo..",', '"....oo.",', "map.toml:10: terrain: row 1 has 7 signs, not 8"),
    ("map.toml", '"..W.....",', '"..Q.....",', 'row 2 has the sign "Q", which means nothing here'),
    ("map.toml", '"02.03/SE"', '"02.03/N"', "02.03/N: a crest is named from its higher hex"),
    ("map.toml", '"05.01", "05.02", "05.03"', '"05.01", "05.03"', "road[0].hexes: 05.03 is not next to 05.01"),
    ("oob.toml", 'counter = "m4"', 'counter = "m5"', 'there is no counter "m5": did you mean "m4"?'),
    ("oob.toml", "point_range = 24", "point_range = 0", "point, point_class and point_range go together"),
    ("oob.toml", "morale = 3", "morale = 9", "unit[0].morale"),
    ("scenario-1.toml", 'hex = "05.01"', 'hex = "09.01"', "setup[0].hex: 09.01 is not on the map"),
    ("scenario-1.toml", 'unit = "A-2"', 'unit = "A-1"', "A-1 is placed twice"),
    ("scenario-1.toml", 'hex = "05.01"', 'hex = "05.05"', "both sides are in 05.05"),
    ("scenario-1.toml", 'force = ["T-1", "T-2", "T-3"]', 'force = ["T-1", "G-1"]', 'us has no unit "G-1"'),
    ("scenario-1.toml", 'id = "US-2"', 'id = "GE-7"', "the sheets of us begin with US-"),
    ("scenario-1.toml", "hi = 0", "hi = -1", "each level begins one above the one below it"),
    ("scenario-1.toml", 'visibility = "haze"', 'visibility = "murk"', "visibility: must be one of clear, haze"),
    ("scenario-1.toml", "fail_percent = 50", "fail_percent = 51", "sheet[0].fail_percent"),
    ("oob.toml", 'type = "afv"', 'type = "afv_platoon"', "m4 is of several vehicles: that needs the switch platoon_counters"),
    ("module.toml", 'sheets = "GE"', 'sheets = "GE"\nnation = "french"', "side[1].nation"),
    ("module.toml", 'sfa = "action"', 'sfa = "action"\nmultfire = false', 'unknown switch "multfire": did you mean "multifire"?'),
    ("oob.toml", 'caliber = "105"', 'caliber = "104"', "battery[0].caliber: must be one of 65, 75, 88, 105"),
    ("oob.toml", 'caliber = "105"', 'caliber = "105"\nrockets = "x"', "a battery has a caliber or rockets, and not both"),
    ("oob.toml", 'caliber = "105"', 'rockets = "calliope"', "rockets have no smoke and no illumination"),
    ("oob.toml", 'caliber = "105"', 'caliber = "105"\nrange = 60', "battery[0].range: a range is counted from a place"),
    ("oob.toml", 'caliber = "105"', 'caliber = "105"\nplace = "09.01"', "battery[0].place: 09.01 is not on the map"),
    ("oob.toml", 'caliber = "105"', 'caliber = "105"\nunits = ["T-1"]', 'battery[0].units: us has no gun tube "T-1"'),
    ("oob.toml", 'at = "bazooka"', 'at = "bazooka"\nmortar = "81"', "only what has area_mortar fire is a mortar"),
    ("oob.toml", 'mortar = "us60"', 'mortar = "60"', "must be one of 50, us60, 81"),
    ("module.toml", 'sheets = "GE"', 'sheets = "US"', "the other side has the same"),
])  # fmt: skip
def test_what_is_wrong_is_said_where_it_stands(file: str, old: str, new: str, fault: str) -> None:
    assert fault in faulty(file, old, new)


@pytest.mark.parametrize(("more", "fault"), [
    ('weather = { track = "evening" }', "weather.track: must be one of morning, stubborn"),
    ('light = [{ turn = 7, light = "night" }]', "turns of light are of the game"),
    ('sorties = [{ side = "us", kinds = ["blimp"], total = 2 }]', "must be one of strafe"),
    ('sorties = [{ side = "uk", kinds = ["strafe"], total = 2 }]', 'sorties[0].side: there is no side "uk"'),
    ('mines = [{ side = "ge", density = "deep", hexes = ["03.05"] }]', "mines[0].density: must be one of light"),
    ('mines = [{ side = "ge", density = "light", hexes = ["05.01"] }]', "an enemy of ge begins in 05.01"),
])  # fmt: skip
def test_what_a_scenario_says_of_air_and_mines_is_checked(more: str, fault: str) -> None:
    """TCSB-2-5, TCSB-21-1, TCSB-24-1."""
    assert fault in faulty("scenario-1.toml", "turns = 6", f"turns = 6\n{more}")


def test_the_third_edition_is_for_any_game_of_the_series_but_one() -> None:
    """TCS3-0-1."""
    assert "module.toml:12: game: the third edition does not fit few" in faulty(
        "module.toml", 'note = "Inv', 'game = "few"\nnote = "Inv'
    )
    named = FILES["module.toml"].replace('note = "Inv', 'game = "GD\'40"\nnote = "Inv')
    assert load_module({**FILES, "module.toml": named}, charts=library.charts("tcs"), grammar=library.grammar("tcs")).turns == 6


def test_a_file_of_another_name_is_refused() -> None:
    with pytest.raises(ModuleError, match="no file of a module has this name"):
        load_module({**FILES, "oob-us.toml": ""}, charts=library.charts("tcs"), grammar=library.grammar("tcs"))


def test_armor_forces_what_it_needs() -> None:
    """TCSB-2-16, TCSB-17-7, TCSB-1-10: the variant beats the base game, and the module what neither forces."""
    assert settings({})["sfa"] == "phase" and settings({})["formation_morale"] == "company"
    forced = settings({"armor": True, "sfa": "phase", "pace": "one_letter"})
    assert (forced["sfa"], forced["formation_morale"], forced["pace"]) == ("action", "battalion", "one_letter")
    assert set(settings({})) == set(SWITCHES)


def test_open_tops_follow_from_what_a_counter_is() -> None:
    """TCSARM-4.7-2, TCSARM-4.0-1: an open tank destroyer or an armored carrier has no roof, whether its entry says so or not; a
    section of armored vehicles buttons up as they do."""
    destroyer = FILES["oob.toml"].replace('type = "afv"', 'type = "open_afv"', 1)
    module = load(oob_toml=destroyer)
    assert {counter.open_top for counter in module.oob.counters.values() if counter.id == "m4"} == {True}
    assert not any(counter.open_top for counter in module.oob.counters.values() if counter.id != "m4")
    switched = f"{FILES['module.toml']}\nplatoon_counters = true\n"
    section = load(oob_toml=FILES["oob.toml"].replace('type = "afv"', 'type = "vehicle_section"', 1), module_toml=switched)
    assert section.oob.counters["m4"].armor and not section.oob.counters["pak40"].armor
