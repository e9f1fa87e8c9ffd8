"""What a scenario may say of waves and flights, and every fault it can have there: each with its file and its key."""

from functools import partial
from pathlib import Path

import pytest

from pbem.modules import library
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.module import Module, ModuleError
from pbem.rulesets.tocs.scenario import opening

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
FOLDER = Path(__file__).parents[3] / "games" / "groesbeek-drop"
FILES = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml")}
SCENARIO, ALLIED, GERMAN = "scenario-1.toml", "oob-allied.toml", "oob-german.toml"


def read(files: dict[str, str] = FILES) -> Module:
    return load_module(files)


def test_the_drop_is_clean_and_its_flights_are_the_flyers_alone() -> None:
    """MASL-7.1-1, TOCS-W14.2-3, TOCS-3.2-9: the scenario that jumps; nothing of it is on the other side's forces or picture."""
    opened = opening(read(), library.charts("tocs"))
    allied, german = opened.situation.board.forces["allied"], opened.situation.board.forces["german"]
    assert list(allied.schedule.flights) == ["J505-0", "J505-1", "J505-2", "R505"] and list(allied.schedule.waves) == [1]
    assert not german.schedule.flights and "J505" not in repr(opened.pictures["german"])
    assert {unit.status for unit in allied.units.values()} == {"off"}


def changed(file: str, old: str, new: str) -> dict[str, str]:
    assert old in FILES[file], old
    return {**FILES, file: FILES[file].replace(old, new, 1)}


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "said"),
    [
        (SCENARIO, 'call = "J505-0"', 'call = "T1"', "flight[0].call", "T1 reads as a turn"),
        (SCENARIO, 'call = "J505-0"', 'call = "D4"', "flight[0].call", "D4 reads as a decision"),
        (SCENARIO, 'call = "J505-0"', 'call = "A-15"', "flight[0].call", "A-15 reads as a letter or a contact"),
        (SCENARIO, 'call = "J505-0"', 'call = "1M-505"', "flight[0].call", "1M-505 is as good as 1M/505, which is taken"),
        (SCENARIO, 'call = "J505-1"', 'call = "J505-0"', "flight[1].call", "J505-0 is as good as J505-0, which is taken"),
        (SCENARIO, '"19.14", "20.13", "21.13"]', '"19.14", "21.13"]', "flight[0].path", "21.13 is not next to 19.14"),
        (SCENARIO, '"19.14", "20.13", "21.13"]', '"20.13", "21.13"]', "flight[0].path", "20.13 is not at the edge of the map"),
        (SCENARIO, '"16.13", "17.13"', '"15.13", "16.13", "17.13"', "flight[2].path", "15.13 is not on the map"),
        (SCENARIO, 'at = "21.13"', 'at = "22.11"', "flight[0].aboard", "stick 1: its zone 22.11 is not on the path"),
        (SCENARIO, "points = 4", "points = 5", "flight[3].points", "4 aircraft carry 4 supply points, one each"),
        (SCENARIO, 'turn = "17-1500"\naircraft', 'turn = "17-1400"\naircraft', "flight[3].turn", 'there is no turn "17-1400"'),
        (SCENARIO, "wave = 1", "wave = 2", "flight[0].wave", "allied has no wave 2"),
        (SCENARIO, '"HQ1/505", "A/505"', '"HQ1/505", "HQ1/505"', "flight[1].aboard[0].units", "comes by another way already"),
        (SCENARIO, '"HQ1/505", "A/505"', '"HQ1/505", "ALARM"', "flight[1].aboard[0].units", "is no unit of allied"),
        (ALLIED, 'level = "regiment", mobility = "foot"', 'level = "regiment", mobility = "motorized"', "flight[0].aboard[0].units",
         "HQ505: vehicles and towed guns land by glider"),
        (SCENARIO, '"HQ1/505", "A/505"', '"HQ1/505", "HQX"', "flight[1].aboard[0].units", "is no unit of allied"),
        (SCENARIO, 'note = "The staffs of division and regiment jump together, ahead of the battalions."', "", "flight[0].aboard",
         "HQ82 and HQ505: one HQ a flight, or say why"),
        (GERMAN, "rof = 4", "rof = 0", "unit[5].aa", "flak has aa, aa_class and rof, all three"),
        (SCENARIO, 'turn = ""\nnote', 'turn = ""\nroll = "2d6"\nnote', "wave[0].at_least", "goes with roll"),
        (SCENARIO, 'side = "allied"\nturn = ""', 'side = "british"\nturn = ""', "wave[0].side", 'there is no side "british"'),
        (SCENARIO, "points = 4", 'points = 4\nbombs = ["22.12"]', "flight[3].bombs", "bombers carry neither troops nor supplies"),
        (SCENARIO, "points = 4", 'bombs = ["20.11"]', "flight[3].bombs", "20.11 is not on the path"),
        (SCENARIO, "points = 4", 'bombs = ["99.99"]', "flight[3].bombs", "99.99 is not on the map"),
        (SCENARIO, "points = 4", 'carpet = true\nbombs = ["22.12", "23.13"]', "flight[3].bombs", "a carpet is a rectangle"),
        (SCENARIO, "points = 4", "carpet = true", "flight[3].carpet", "goes with bombs"),
        (SCENARIO, '[[flight]]', '[[wave]]\nid = 1\nside = "allied"\nturn = ""\n\n[[flight]]', "wave[1].id", "two waves 1"),
        (SCENARIO, 'side = "allied"\nturn = ""', 'side = "allied"\nturn = "17-0100"', "wave[0].turn", "there is no turn"),
        (SCENARIO, 'turn = ""\nnote', 'turn = ""\nroll = "2d6"\nat_least = { "17" = 7 }\nnote', "wave[0].roll", "not thrown for"),
        (SCENARIO, 'turn = "17-1500"\naircraft', 'wave = 1\nturn = "17-1500"\naircraft', "flight[3].wave", "comes in a wave"),
        (SCENARIO, "points = 4\n", "", "flight[3].aboard", "nothing is aboard"),
        (SCENARIO, 'call = "R505"\nside = "allied"', 'call = "R505"\nside = "dutch"', "flight[3].side", "there is no side"),
        (SCENARIO, 'at = "21.13"', 'at = "21.13"\nbank = "N"', "flight[0].aboard", "has no N bank"),
        (SCENARIO, 'load = "parachute"', 'load = "balloon"', "flight[0].aboard[0].load", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_is_a_fault_of_the_module(file: str, old: str, new: str, key: str, said: str) -> None:
    """Case 17: TOCS-W15.15-2, TOCS-W15.15-3, TOCS-W14.2-2, MASL-7.1-2."""
    with pytest.raises(ModuleError) as caught:
        read(changed(file, old, new))
    where = GERMAN if file == GERMAN else SCENARIO
    told = [(fault.file, fault.key, fault.message) for fault in caught.value.faults]
    assert any((fault, at) == (where, key) and said in words for fault, at, words in told), told
