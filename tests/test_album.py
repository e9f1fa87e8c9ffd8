"""Painted stamps are kept: a kept one has the pixels of one that is painted now, and what was kept can be lost at any time."""

from pathlib import Path

import msgspec
import pytest
from PIL import Image

from pbem.documents.cartography.plates import plates
from pbem.documents.cartography.stamps import Stamp, lettered, stamped, svg_of
from pbem.documents.cartography.strokes import Box, Pen, boxed
from pbem.documents.cartography.symbols import CALL
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.letters import album, map_painter
from pbem.letters.album import Album
from pbem.modules import library
from tests.test_studio import job, painted

FONTS = tuple(map(str, library.fonts()))
NAME = lettered("Nijmegen, centre", 200, 60, CALL)
EDGE = Stamp(boxed(Box(4, 4, 392, 292), "none", Pen("#111111", 2)), (0, 0), Box(0, 0, 400, 300))


def shown(stamps: tuple[Stamp, ...], kept: bytes = b"") -> tuple[bytes, bytes]:
    """A sheet of some stamps as bytes, and what its album keeps."""
    sheet, book = Image.new("RGB", (400, 300), "white"), Album(kept, map_painter.raster, FONTS)
    for stamp in stamps:
        book.put(stamp, sheet, (0, 0))
    return sheet.tobytes(), book.packed


def test_a_stamp_that_was_kept_has_the_same_pixels_and_is_painted_no_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first, kept = shown((NAME, EDGE))
    monkeypatch.setattr(map_painter, "raster", lambda *_: pytest.fail("painted again"))
    again, more = shown((NAME, EDGE), kept)
    assert again == first != shown((EDGE,), kept)[0] and not more


def test_a_stamp_looks_the_same_wherever_it_lies() -> None:
    sheet, _ = shown((NAME,))
    moved = Image.frombytes("RGB", (400, 300), shown((lettered("Nijmegen, centre", 150.4, 109.6, CALL),))[0])
    assert moved.crop((50, 80, 350, 140)).tobytes() == Image.frombytes("RGB", (400, 300), sheet).crop((100, 30, 400, 90)).tobytes()


def test_of_a_large_stamp_no_pixel_is_lost_and_nothing_empty_is_kept() -> None:
    whole = map_painter.raster(svg_of(EDGE.box, (EDGE.drawing,)), FONTS)
    sheet = Image.new("RGB", (400, 300), "white")
    sheet.paste(whole, (0, 0), whole)
    found, kept = shown((EDGE,))
    assert found == sheet.tobytes() and len(kept) < 4000


@pytest.mark.parametrize("spoilt", ["torn", "zeros", "other", "pixels"])
def test_what_was_kept_and_cannot_be_read_is_painted_again(spoilt: str) -> None:
    first, kept = shown((NAME, EDGE))
    prints = msgspec.msgpack.decode(kept)
    garbled = {name: [[*piece[:4], b"no"] for piece in map(list, map(dict.values, pieces))] for name, pieces in prints.items()}
    fields = ("left", "top", "wide", "high", "pixels")
    bad = {
        "torn": kept[: len(kept) // 2],
        "zeros": bytes(len(kept)),
        "other": msgspec.msgpack.encode([1, 2]),
        "pixels": msgspec.msgpack.encode({n: [dict(zip(fields, p, strict=True)) for p in some] for n, some in garbled.items()}),
    }[spoilt]
    again, packed = shown((NAME, EDGE), bad)
    assert again == first and packed


def test_no_more_is_kept_than_may_be_and_what_was_seen_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(lettered(f"Unit {number}", 100, 60, CALL) for number in range(9))
    _, kept = shown(names)
    monkeypatch.setattr(album, "MOST", len(kept) // 2)
    _, less = shown((*names[:2], lettered("Another", 100, 60, CALL)), kept)
    assert len(less) < len(kept) and len(msgspec.msgpack.decode(less)) < len(names)
    monkeypatch.setattr(map_painter, "raster", lambda *_: pytest.fail("painted again"))
    assert shown(names[:2], less)[1] == b""


def test_a_picture_has_the_same_bytes_whatever_was_painted_before(tmp_path: Path) -> None:
    lone = painted(tmp_path / "lone")
    painted(tmp_path, job("Grave"))
    (book,) = tmp_path.glob("stamps-*.bin")
    before = book.read_bytes()
    assert painted(tmp_path) == lone and book.read_bytes() != before
    assert painted(tmp_path, job("Grave")) == painted(tmp_path / "other", job("Grave"))
    book.write_bytes(b"spoilt")
    assert painted(tmp_path) == lone


def cut(stamp: Stamp) -> bool:
    """Does it show something beyond its box, which would be cut off?"""
    box, wide = stamp.box, 40
    large = Box(box.x - wide, box.y - wide, box.width + 2 * wide, box.height + 2 * wide)
    left, top, right, below = map_painter.raster(svg_of(large, (stamp.drawing,)), FONTS).getbbox() or (wide, wide, wide, wide)
    return left < wide or top < wide or right > wide + box.width or below > wide + box.height


def test_a_stamp_shows_nothing_beyond_its_box() -> None:
    ours, claims = (Hex("01.01"), Hex("02.02")), (Hex("03.03"),)
    picture = MapPicture("blue", "T1.1", (Frame("map", "all"),), ours=ours, claims=claims)
    (plate,) = plates(replace(job(), picture=picture))
    turned = stamped(boxed(Box(-5, -5, 10, 10), "#111111"), (0, 0), 8, 45, 2)
    assert not [stamp for stamp in (NAME, turned, *plate.sheet.stamps) if cut(stamp)]
    assert cut(stamped(boxed(Box(-5, -5, 10, 10), "#111111"), (0, 0), 3))
