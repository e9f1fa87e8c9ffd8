"""Maps are drawn and painted beside the referee: the same bytes each time, within bounds, no letter lost for want of a picture."""

import io
from gettext import NullTranslations
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image

from pbem.documents.cartography.ground import base
from pbem.documents.cartography.job import MapJob
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.i18n import speak, spoken
from pbem.letters import map_painter
from pbem.letters import map_worker as studio
from pbem.letters.map_worker import Studio
from pbem.letters.painted import Dried
from pbem.modules import library
from pbem.rulesets.tocs.reports.map_overlay import land_of
from pbem.store.folder.disk import Disk
from tests.rulesets.tocs.builder import ground

PART = Frame("part", "A part", (1, 1), (3, 3))
FONTS = tuple(map(str, library.fonts()))
WORDS = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="60" font-family="Cabin">{}</text></svg>'


def job(words: str = "Nijmegen") -> MapJob:
    return MapJob(land_of(ground()), MapPicture("blue", "T1.1", (PART,)), words, words, words)


def painted(folder: Path, asked: MapJob | None = None) -> tuple[Dried, ...]:
    """What a new studio paints."""
    room = Studio(Disk(), library.fonts())
    room.begin("job", asked or job(), folder)
    done = room.look("job")
    assert done is not None
    return done


def test_the_same_drawing_gives_the_same_bytes_whether_its_ground_was_kept_or_not(tmp_path: Path) -> None:
    first = painted(tmp_path)
    assert len(list(tmp_path.glob("*.png"))) == 1
    assert painted(tmp_path) == first == painted(tmp_path / "elsewhere")
    assert len(list(tmp_path.glob("*.png"))) == 1, "its name is a function of the map alone"


def test_another_scale_another_map_or_another_hand_is_another_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    def name(changed: str, half: int) -> str:
        return map_painter.ground_name(base(land_of(ground(changed)), half))

    names = {name("", 40), name("", 41), name("02.02 woods", 40)}
    monkeypatch.setattr(map_painter, "_hand", lambda: b"other")
    assert len({*names, name("", 40)}) == 4


def test_words_are_painted_with_the_fonts_that_are_shipped_and_no_others() -> None:
    assert len(library.fonts()) == 6
    with_fonts, without = (map_painter.raster(WORDS.replace("{}", "Nijmegen"), fonts) for fonts in (FONTS, ()))
    assert with_fonts.getbbox() and without.getbbox() is None  # whatever fonts this machine has


@pytest.mark.parametrize("words", ["<b>bold</b>", "مرحبا", "👋🎖️", "x" * 4000])
def test_any_words_are_painted(tmp_path: Path, words: str) -> None:
    assert painted(tmp_path, job(words))[0].percent == 100


def test_a_picture_over_the_cap_is_scaled_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = painted(tmp_path)
    monkeypatch.setattr(studio, "CAP", len(whole.png) * 4 // 5)
    (small,) = painted(tmp_path)
    assert len(small.png) <= studio.CAP and small.percent < 100
    first, second = (Image.open(io.BytesIO(picture.png)) for picture in (whole, small))
    assert abs(second.width - first.width * small.percent / 100) <= 3


@pytest.mark.parametrize("end", ["import os; os.abort()", "raise MemoryError", "import sys; sys.exit(3)"])
def test_what_kills_the_painter_costs_the_picture_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr(studio, "_START", end)
    assert painted(tmp_path) == ()


def test_a_painter_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PATIENCE", 0.0)
    assert painted(tmp_path) == ()


def test_it_speaks_as_the_referee_does(tmp_path: Path) -> None:
    class Upper(NullTranslations):
        _catalog: ClassVar = {"A hex is {metres} m across.": "Ein Feld misst {metres} m."}

        def gettext(self, message: str) -> str:
            return self._catalog.get(message, message)

    english, before = painted(tmp_path), spoken()
    speak("de", Upper())
    try:
        said = painted(tmp_path)
    finally:
        speak(*before)
    assert said != english == painted(tmp_path)


def test_an_impatient_studio_is_asked_again(tmp_path: Path) -> None:
    room = Studio(Disk(), library.fonts(), patient=False)
    room.begin("job", job(), tmp_path)
    assert room.has("job") and not room.full
    room.begin("other", job("Grave"), tmp_path)
    assert room.full
    done = None
    for _ in range(60_000):
        done = done or room.look("job")
        if done:
            break
    assert done == painted(tmp_path) and not room.has("job")
    room.patient = True
    assert room.look("other") == painted(tmp_path, job("Grave"))
