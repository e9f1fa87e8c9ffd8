"""What an order of battle may say of aircraft, and every fault it can have there: each with its file and its key."""

import re
from functools import partial
from pathlib import Path

import pytest

from pbem.modules import library
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.module import Module, ModuleError
from pbem.rulesets.tocs.reports.advice import what_can
from pbem.rulesets.tocs.scenario import opening

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
FOLDER = Path(__file__).parents[3] / "games" / "heumen-bridge"
FILES = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")}
OOB = next(name for name in FILES if name == "oob-allied.toml")
TURNS = re.findall(r'id = "(\d\d-\d{4})"', FILES["scenario-1.toml"])


def printed(call: str = "TYP1", **more: str) -> str:
    """An aircraft as a file has it."""
    keys = {"call": call, "name": "Typhoons", "nation": "british", "class": "fighter_bomber", **more}
    said = "".join(f'{key} = "{value}"\n' for key, value in keys.items())
    return f'\n[[aircraft]]\n{said}missions = ["strike", "support"]\n'


def read(*aircraft: str) -> Module:
    return load_module({**FILES, OOB: FILES[OOB] + "".join(aircraft)})


def test_aircraft_are_their_own_sides_and_those_that_come_later_are_away() -> None:
    """TOCS-3.2-9, TOCS-3.2-10, TOCS-W14.0-1: the other side's picture has none; WHAT CAN says what they fly."""
    opened = opening(read(printed(), printed("TYP2", **{"from": TURNS[-1]})), library.charts("tocs"))
    allied = opened.situation.board.forces["allied"].air.aircraft
    assert {call: craft.box for call, craft in allied.items()} == {"TYP1": "ready", "TYP2": "away"}
    assert not opened.situation.board.forces["german"].air.aircraft and "TYP1" not in repr(opened.pictures["german"])
    said = what_can(opened.game, opened.pictures["allied"], "TYP1")
    assert said == ("TYP1 Typhoons: ready; can fly ground strike, support", "ground strike: possible", "support: possible")


@pytest.mark.parametrize(("aircraft", "key", "said"), [
    (printed("T1"), "call", "it reads as a turn"), (printed("D4"), "call", "it reads as a decision"),
    (printed("A-15"), "call", "it reads as a letter"), (printed("C-07"), "call", "it reads as a contact"),
    (printed("HQ504"), "call", "it is what HQ504 is called"), (printed("HQ1-504"), "call", "it is what HQ1/504 is called"),
    (printed("Typhoons9"), "call", "a call is one to eight"), (printed(base="keent"), "base", "is no airfield of its side"),
    (printed(**{"from": "31-0300"}), "from", "there is no turn"), (printed(until="31-0300"), "until", "there is no turn"),
    (printed() + 'seats = ["allied.999"]\n', "seats", "there is no seat"),
    (printed("7"), "call", "it reads as a number"),
    (printed(**{"class": "zeppelin"}), "class", "zeppelin"),
])  # fmt: skip
def test_every_fault_of_an_aircraft_has_its_file_and_key(aircraft: str, key: str, said: str) -> None:
    """TOCS-W14.0-1, TOCS-3.2-9, TOCS-1.5-1."""
    with pytest.raises(ModuleError) as found:
        read(aircraft)
    assert [(fault.file, fault.key) for fault in found.value.faults] == [(OOB, f"aircraft[0].{key}")]
    assert said in found.value.faults[0].message


def test_a_call_is_taken_once() -> None:
    """TOCS-W14.0-1."""
    with pytest.raises(ModuleError, match="it is what TYP1 is called"):
        read(printed(), printed())


@pytest.mark.parametrize(("facility", "said"), [
    ('kind = "airfield"\ncapacity = 1', "2 aircraft are based there"),
    ('kind = "port"\ncapacity = 4', "no aircraft stand at a port"),
])  # fmt: skip
def test_a_field_has_room_for_what_stands_on_it(facility: str, said: str) -> None:
    """TOCS-W12.4-2: told by file and key."""
    entry = f'\n[[facility]]\nhex = "12.12"\nside = "allied"\nid = "keent"\nname = "Keent"\n{facility}\n'
    with pytest.raises(ModuleError) as caught:
        load_module({**FILES, "scenario-1.toml": FILES["scenario-1.toml"] + entry,
                     OOB: FILES[OOB] + printed(base="keent") + printed("TYP2", base="keent")})  # fmt: skip
    told = [
        (fault.file, fault.key.partition("[")[0] + "." + fault.key.rpartition(".")[2], fault.message)
        for fault in caught.value.faults
    ]
    assert any((file, key) == ("scenario-1.toml", "facility.capacity") and said in words for file, key, words in told), told
