"""A duel of tanks by letters: the counters of Arracourt on the open plain south of Lezey, in haze, eight hexes from each other."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.modules import library
from tests.rulesets.tcs.ford import Ford

SHERMANS = ("C37-6", "C37-11", "C37-12", "C37-13", "C37-14")
PANTHERS = ("P1-0", "P1-11", "P1-12", "P1-13")
PLACES = {
    **dict.fromkeys(SHERMANS, ("10.16", "fire")), **dict.fromkeys(PANTHERS, ("18.16", "move")), "C37-31": ("09.15", "fire"),
    "C37-32": ("09.15", "fire"), "C37-33": ("01.13", "fire"), "G1-1": ("26.16", "fire"),
    **dict.fromkeys(("P1-21", "P1-22", "P1-23", "P1-31", "P1-32"), ("27.15", "fire")),
}  # fmt: skip
"""Where each unit begins, and in which mode. Two tanks are a hex off the company's leaders, one has none near it."""
PLATOON = """
[[counter]]
id = "m4_platoon"
title = "M4 platoon"
type = "afv_platoon"
target = "P"
move = "tracked"
defense = 3
steps = 4
front = 0
back = 15
area = 8
area_class = "area_gun"
area_range = 20
point = 3
point_class = "point_low"
point_range = 16
"""


def module(folder: Path, platoons: bool, **places: tuple[str, str]) -> Path:
    """The race for Bezange with other starting places, in haze that stays. platoons: C37-31 is a counter of four tanks."""
    texts = dict(library.module_files(library.module_folder("arracourt-bezange")))
    texts["module.toml"] = re.sub(r"^base = .*\n", "", texts["module.toml"], flags=re.MULTILINE)
    text = texts["scenario-1.toml"].replace('visibility = "thick_fog"', 'visibility = "haze"')
    text = re.sub(r"^weather = .*\n", "", text, flags=re.MULTILINE)
    text = text.replace('objective = ["04.21", "04.22", "05.22"]', 'objective = ["10.16", "09.16", "10.15"]')
    text = text.replace('objective = ["14.12", "13.14", "13.15"]', 'objective = ["09.15", "01.13"]')
    for name, (place, mode) in {**PLACES, **_named(places)}.items():
        text = _changed(text, rf'(unit = "{name}"\nhex = ")[^"]+("\nmode = ")[^"]+', rf"\g<1>{place}\g<2>{mode}")
    texts["scenario-1.toml"] = text
    if platoons:
        texts["oob.toml"] = _changed(texts["oob.toml"], r'(id = "C37-31"\ncounter = ")m4"', r'\g<1>m4_platoon"') + PLATOON
    folder.mkdir(parents=True)
    for file, written in texts.items():
        (folder / file).write_text(written, encoding="utf-8")
    return folder


def _changed(text: str, old: str, new: str) -> str:
    found, many = re.subn(old, new, text)
    assert many == 1, old
    return found


def _named(places: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    return {name.replace("_", "-"): place for name, place in places.items()}


@contextmanager
def duel(folder: Path, platoons: bool = False, **places: tuple[str, str]) -> Iterator[Ford]:
    """A campaign of it, at letter A of its first turn."""
    switches = {"platoon_counters": True} if platoons else {}
    table = Ford(folder, module=str(module(folder / "arms", platoons, **places)), switches=switches)
    try:
        table.begin()
        yield table
    finally:
        table.close()
