"""Maps are painted beside the referee: the same bytes each time, within bounds, and no letter is lost for want of a picture."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pbem.documents.map_picture import Plate
from pbem.letters import map_worker as studio
from pbem.letters.map_worker import Painted, Studio
from pbem.modules import library
from pbem.store.folder.disk import Disk

GROUND = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#e0e0c0"/></svg>'
COLOURS = ("#e0e0c0", "#000000", "#707060", "#ffffff")
WORDS = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="60" font-family="Cabin">{}</text></svg>'


def plate(words: str = "Nijmegen", ground: str = GROUND) -> Plate:
    return Plate("map", "A map", ground, WORDS.replace("{}", words), COLOURS)


def painted(folder: Path, *plates: Plate, fonts: tuple[Path, ...] | None = None) -> tuple[Painted, ...]:
    """What a new studio paints of these."""
    room = Studio(Disk(), library.fonts() if fonts is None else fonts)
    room.begin("job", plates, folder)
    done = room.look("job")
    assert done is not None
    return done


def colours(picture: Painted) -> int:
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    return len(image.getcolors(1 << 20) or ())


def test_the_same_drawing_gives_the_same_bytes_whether_its_ground_was_kept_or_not(tmp_path: Path) -> None:
    first = painted(tmp_path, plate())
    assert len(list(tmp_path.glob("*.png"))) == 1
    assert painted(tmp_path, plate()) == first == painted(tmp_path / "elsewhere", plate())


def test_words_are_painted_with_the_fonts_that_are_shipped_and_no_others(tmp_path: Path) -> None:
    assert len(library.fonts()) == 6
    assert colours(painted(tmp_path, plate())[0]) > 2
    assert colours(painted(tmp_path, plate(), fonts=())[0]) == 1  # whatever fonts this machine has


@pytest.mark.parametrize("words", ["&lt;b&gt;bold&lt;/b&gt;", "مرحبا", "👋🎖️", "x" * 4000])
def test_any_words_are_painted(tmp_path: Path, words: str) -> None:
    assert painted(tmp_path, plate(words))[0].percent == 100


def test_a_picture_over_the_cap_is_scaled_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = painted(tmp_path, plate("Groesbeek Mookerheide"))
    cap = len(whole.png) - 50
    monkeypatch.setattr(studio, "CAP", cap)
    (small,) = painted(tmp_path, plate("Groesbeek Mookerheide"))
    assert len(small.png) <= cap and small.percent < 100
    assert Image.open(io.BytesIO(small.png)).width == 200 * small.percent // 100


@pytest.mark.parametrize("overlay", ["<svg", '<svg xmlns="http://www.w3.org/2000/svg" width="200000" height="200000"/>'])
def test_what_kills_the_painter_costs_the_picture_and_nothing_else(tmp_path: Path, overlay: str) -> None:
    assert painted(tmp_path, Plate("map", "A map", "", overlay, COLOURS)) == ()


def test_a_painter_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PATIENCE", 0.0)
    assert painted(tmp_path, plate()) == ()


def test_an_impatient_studio_is_asked_again(tmp_path: Path) -> None:
    room = Studio(Disk(), library.fonts(), patient=False)
    room.begin("job", (plate(),), tmp_path)
    assert room.has("job") and not room.full
    room.begin("other", (plate(),), tmp_path)
    assert room.full
    done = None
    for _ in range(60_000):
        done = done or room.look("job")
        if done:
            break
    assert done == painted(tmp_path, plate()) and not room.has("job")
    room.patient = True
    assert room.look("other") == done
