"""What a module may say of a sea, and every fault it can have there: each with its file and its key."""

from functools import partial
from pathlib import Path

import pytest

from pbem.modules import library
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.module import ModuleError
from pbem.rulesets.tocs.scenario import opening

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
FOLDER = Path(__file__).parents[3] / "games" / "westkapelle"
FILES = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")}
MAP, OOB, PLAY = "map.toml", "oob-allied.toml", "scenario-1.toml"


def test_ships_their_cargo_and_mines_are_their_own_sides() -> None:
    """TOCS-W16.0-1, TOCS-W16.0-3, TOCS-W17.8-1, TOCS-W17.4-1, TOCS-W12.0-1."""
    opened = opening(load_module(FILES), library.charts("tocs"))
    allied, german = (opened.situation.board.forces[side] for side in ("allied", "german"))
    assert allied.sea.ships["LCA1"].aboard == "LST1" and not allied.sea.mines
    assert {unit.ship for unit in allied.units.values()} == {"LST1", "LST2", "LST3"} and not allied.on_map()
    assert len(german.sea.mines) == 3 and set(german.coast_guns.values()) == {4, 5}
    assert "Warspite" not in repr(opened.pictures["german"]) and "SEEH" not in repr(opened.pictures["allied"])


@pytest.mark.parametrize(("file", "old", "new", "key", "said"), [
    (MAP, 'next = { roads = ["02.04", "02.06"] }', 'next = { rods = ["02.04"] }', "sea_zone[0].next.rods", "there is no sea zone"),
    (MAP, 'next = { roads = ["02.04", "02.06"] }', 'next = { roads = ["05.04"] }', "sea_zone[0].next.roads", "is no water"),
    (MAP, '"03.08" = "normal"', '"05.08" = "normal"', 'sea_zone[1].water."05.08"', "is no water"),
    (MAP, 'ports = ["vlissingen"]', 'ports = ["flushing"]', "sea_zone[1].ports", "is no port"),
    (MAP, '"04.07" = "beach"\n', "", "sea_zone[1].coast", "say under [shore]"),
    (OOB, 'call = "ERE"', 'call = "WSP"', "ship[1].call", "it is taken"),
    (OOB, 'call = "DD1", name = "Escort destroyers", nation = "british", class = "destroyer", dp = 3',
     'call = "DD1", name = "Escort destroyers", nation = "british", class = "destroyer", planes = 2, dp = 3', "ship[3].planes",
     "no aircraft fly from"),
    (OOB, "lift = 8, transfer = 8", "lift = 2, transfer = 2", "ship[8].cargo", "is bigger than the ship"),
    (OOB, '"HQ48", "A/48"', '"HQ48", "Z/48"', "ship[7].cargo", 'there is no unit or craft "Z/48"'),
    (PLAY, 'hex = "02.04"\nfactors', 'hex = "03.01"\nfactors', "mines[2].hex", "is no shallow water"),
    (PLAY, 'unit = "W13"', 'unit = "1/1019"', "coast_gun[1].unit", "is no battery"),
    (PLAY, 'side = "german"\nunit = "W17"', 'side = "allied"\nunit = "W17"', "coast_gun[2].unit", "no battery of the allied"),
    (MAP, 'next = { roads = ["02.04", "02.06"] }', 'next = {}', "sea_zone[1].next.north_sea", "does not lie beside it"),
    (MAP, '"04.06", "04.07"]', '"04.06", "03.07"]', "sea_zone[1].coast", "is no land hex of the map"),
    (MAP, 'name = "North Sea"', 'name = "North Sea"\ndepth = "deep"', "sea_zone[0].depth", ""),
    (MAP, '"03.08" = "normal"', '"03.08" = "bottomless"', 'sea_zone[1].water."03.08"', ""),
    (OOB, 'dp = 4, guns = [{ bore = "14-16", strength = 6, range = 12 }], zone = "north_sea"',
     'dp = 4, guns = [{ bore = "14-16", strength = 6, range = 12 }], zone = "baltic"', "ship[1].zone", "there is no sea zone"),
    (OOB, 'class = "minesweeper", dp = 2', 'class = "minesweeper", docked = "haven", dp = 2', "ship[5].docked", "is no port of"),
    (OOB, 'call = "LCT3", name = "Tank landing craft", nation = "british", class = "landing_craft", dp = 2',
     'call = "LCT3", name = "Tank landing craft", nation = "british", class = "landing_craft", '
     'guns = [{ bore = "5-7", strength = 1, range = 1 }], dp = 2', "ship[11].guns", "no guns that count"),
    (OOB, 'call = "MS1"', 'call = "MINESWEEPERS"', "ship[5].call", "one to eight letters"),
    (OOB, '"HQ48", "A/48", "B/48", "C/48", "LCA2"', '"HQ48", "A/48", "B/48", "C/48", "MS1"', "ship[7].cargo", "no landing craft"),
    (OOB, 'lift = 16, transfer = 16', 'lift = 12, transfer = 16', "ship[6].cargo", "steps are aboard, and it lifts 12"),
])  # fmt: skip
def test_every_fault_of_a_sea_has_its_file_and_key(file: str, old: str, new: str, key: str, said: str) -> None:
    """TOCS-W16.0-1, TOCS-W11.7-2, TOCS-W17.4-1, TOCS-W17.8-1, TOCS-W17.9-1, TOCS-W12.5-1."""
    assert old in FILES[file]
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, file: FILES[file].replace(old, new, 1)})
    faults = [(fault.file, fault.key, fault.message) for fault in found.value.faults]
    assert any(where == (file, key) and said in message for *where_, message in faults for where in [tuple(where_)]), faults
