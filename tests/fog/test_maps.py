"""Maps in twin worlds: what a side cannot know changes no byte of its drawing, its picture and its picture.json."""

from pathlib import Path
from typing import Any

import pytest

from pbem.documents.cartography.plates import plates
from pbem.documents.picture_json import SentAs, picture_json
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.letters.map_worker import Studio
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.store.folder.disk import Disk
from tests.opened import found

MAPS = found(RULESETS["tocs"].maps)


def world(changed: bool) -> tuple[Any, Any]:
    """The training module as the Allied side sees it; in the changed one an enemy company has another name, place and strength."""
    texts = library.module_files(library.module_folder("heumen-bridge"))
    if changed:
        lines = texts["oob-german.toml"].splitlines()
        at = next(i for i, line in enumerate(lines) if '"2/HG"' in line)
        for old, new in (('"2/HG"', '"CANARY"'), ('setup = "16.08"', 'setup = "17.08"'), ("steps = 4", "steps = 2")):
            lines[at] = lines[at].replace(old, new)
        assert lines[at] != texts["oob-german.toml"].splitlines()[at]
        texts = {**texts, "oob-german.toml": "\n".join(lines)}
    game, _, pictures = scenario.opening(load_module(texts), library.charts("tocs"))
    return game, pictures["allied"]


def seen(game: Any, picture: Any, folder: Path) -> tuple[Any, ...]:
    """All that is made of a desk's map."""
    views = (MAPS.theatre(game, picture), found(MAPS.around(game, picture, "16.08", 2)))
    studio = Studio(Disk(), library.fonts())
    jobs = tuple(MAPS.job(game, view) for view in views)
    sheets = tuple(plate.overlay for job in jobs for plate in plates(job))
    for number, job in enumerate(jobs):
        studio.begin(f"twin{number}", job, folder)
    looked = tuple(studio.look(f"twin{number}") for number in range(len(jobs)))
    return *views, sheets, looked, *(picture_json(view, SentAs("test", "A-3", "a subject")) for view in views)


def test_a_hidden_company_changes_no_byte_of_a_map(tmp_path: Path) -> None:
    one, other = (seen(*world(changed), tmp_path / str(changed)) for changed in (False, True))
    assert one == other
    assert one[3]


def test_what_is_scouted_is_on_it(tmp_path: Path) -> None:
    game, picture = world(False)
    told = o.OwnEvent(e.HexScouted("allied", "x", "E/504", Hex("16.08"), False, True, False, ("infantry",), ""))
    after = RULESETS["tocs"].knowledge.learn(picture, told)
    assert seen(game, after, tmp_path)[3] != seen(game, picture, tmp_path)[3]
    assert [s.hex for s in MAPS.theatre(game, after).sightings] == ["16.08"]


@pytest.mark.parametrize("name", ["<b>&amp;", "</svg><script>", "x" * 200])
def test_a_name_in_markup_is_words_on_the_map(tmp_path: Path, name: str) -> None:
    game, picture = world(False)
    view = MAPS.theatre(game, picture)
    odd = replace(view, symbols=tuple(replace(s, call=name) for s in view.symbols), caption=name)
    studio = Studio(Disk(), library.fonts())
    job = MAPS.job(game, odd)
    assert name not in plates(job)[0].overlay or "<" not in name
    studio.begin("odd", job, tmp_path)
    assert studio.look("odd")


def corps(changed: bool) -> tuple[Any, Any]:
    """Nijmegen as the Allied side sees it, with two engagements and a contact of this turn; in the changed one three enemy
    companies that nobody has seen have other names, places and strengths, near to what he looks at."""
    texts = library.module_files(library.module_folder("omg-nijmegen"))
    if changed:
        oob = texts["oob-german.toml"]
        for call, old, new in (("2/HG", "16.06", "18.07"), ("ALKRANEN", "24.10", "22.11"), ("3/NCO", "14.06", "13.08")):
            line = next(line for line in oob.splitlines() if f'call = "{call}"' in line)
            assert f'setup = "{old}"' in line
            hidden = line.replace(f'"{call}"', f'"X{call[-4:]}"').replace(old, new).replace("steps = 4", "steps = 2")
            oob = oob.replace(line, hidden)
        texts = {**texts, "oob-german.toml": oob}
    opened: Any = scenario.opening(load_module(texts), library.charts("tocs"))
    game, _, pictures = opened
    public = replace(pictures["allied"].public, turn=2, engaged={Hex("17.07"): "allied", Hex("12.09"): "german"})
    told = o.OwnEvent(e.HexScouted("allied", "x", "E/504", Hex("22.10"), False, True, False, ("infantry",), ""))
    return game, RULESETS["tocs"].knowledge.learn(replace(pictures["allied"], public=public), told)


def test_the_parts_of_a_large_sides_map_are_chosen_from_what_it_knows(tmp_path: Path) -> None:
    """Each shows what the others do not; what stands unseen beside it changes neither them nor a byte of their pictures."""
    drawn = []
    for changed in (False, True):
        game, picture = corps(changed)
        view = MAPS.theatre(game, picture)
        near = replace(view, frames=tuple(frame for frame in view.frames if frame.near))
        studio = Studio(Disk(), library.fonts())
        studio.begin("near", MAPS.job(game, near), tmp_path / str(changed))
        drawn.append((view, studio.look("near")))
    (view, painted), other = drawn
    assert (view, painted) == other and painted
    assert (
        [frame.name for frame in view.frames if frame.near] == [shown.name for shown in painted] == ["front", "front-2", "front-3"]
    )
