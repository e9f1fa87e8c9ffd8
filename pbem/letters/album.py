"""Painted stamps, kept: what lies on the maps of a campaign is mostly what lay on the map before.

Each is painted by itself, in one and the same place, so that it has the same pixels whether it was kept or not.
"""

import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec
from PIL import Image

from pbem.documents.cartography.stamps import Stamp, svg_of
from pbem.kernel.values import Value

CELL = 128  # pixels: a larger print is kept in pieces, and of these only what shows something
MOST = 1_500_000  # bytes that are kept; those longest not seen go first
MODE = "RGBA"


class Snippet(Value):
    """A part of a print: where its left upper corner lies from that of its stamp's box, its size, and its pixels, packed."""

    left: int
    top: int
    wide: int
    high: int
    pixels: bytes


Prints = dict[bytes, tuple[Snippet, ...]]
"""By what a stamp is drawn from, what it shows."""


class Paints(Protocol):
    """What paints an SVG."""

    def __call__(self, svg: str, fonts: tuple[str, ...]) -> Image.Image: ...


class Album:
    """The stamps of a job. kept: those of earlier ones, as `packed` gave them, b"" for none; fonts: as of `press`."""

    def __init__(self, kept: bytes, press: Paints, fonts: tuple[str, ...]) -> None:
        self._press, self._fonts = press, fonts
        self._kept, self._used, self._new = _unpacked(kept), dict[bytes, _Print](), False

    def put(self, stamp: Stamp, sheet: Image.Image, corner: tuple[int, int]) -> None:
        """Put a stamp on a sheet. corner: the left upper pixel of the sheet as stamps count them."""
        left, top = stamp.at[0] + int(stamp.box.x) - corner[0], stamp.at[1] + int(stamp.box.y) - corner[1]
        for piece, image in zip(*self._shown(stamp), strict=True):
            sheet.paste(image, (left + piece.left, top + piece.top), image)

    @property
    def packed(self) -> bytes:
        """All that is to be kept; b"" if that is what was kept before."""
        if not self._new:
            return b""
        rest = {name: pieces for name, pieces in self._kept.items() if name not in self._used}
        room, last = MOST, Prints()
        for name, pieces in reversed((rest | {name: shown.pieces for name, shown in self._used.items()}).items()):
            room -= sum(len(piece.pixels) for piece in pieces)
            if room >= 0:
                last[name] = pieces
        return msgspec.msgpack.encode(dict(reversed(last.items())))

    def _shown(self, stamp: Stamp) -> "_Print":
        name = sha256(f"{stamp.box}{stamp.drawing}".encode()).digest()[:16]
        if name not in self._used:
            self._used[name] = _images(self._kept.get(name)) or self._painted(stamp)
        return self._used[name]

    def _painted(self, stamp: Stamp) -> "_Print":
        self._new = True
        return _cut(self._press(svg_of(stamp.box, (stamp.drawing,)), self._fonts).convert(MODE))


class _Print(NamedTuple):
    """What a stamp shows, to be kept and to be put on a sheet."""

    pieces: tuple[Snippet, ...]
    images: tuple[Image.Image, ...]


def _unpacked(kept: bytes) -> Mapping[bytes, tuple[Snippet, ...]]:
    """What was kept; nothing where that cannot be read: it is painted again."""
    try:
        return msgspec.msgpack.decode(kept, type=Prints) if kept else {}
    except msgspec.DecodeError:
        return {}


def _images(pieces: tuple[Snippet, ...] | None) -> _Print | None:
    """What was kept; None where it was not, or cannot be read."""
    if pieces is None:
        return None
    try:
        images = tuple(Image.frombytes(MODE, (p.wide, p.high), zlib.decompress(p.pixels)) for p in pieces)
    except (zlib.error, ValueError):
        return None
    return _Print(pieces, images)


def _cut(image: Image.Image) -> _Print:
    """What an image shows, without what is empty round it and in it."""
    left, top, right, below = image.getbbox() or (0, 0, 0, 0)
    wide, high = right - left, below - top
    step = max(wide, high, 1) if max(wide, high) <= 2 * CELL else CELL
    corners = [(x, y) for y in range(top, below, step) for x in range(left, right, step)]
    images = [image.crop((x, y, min(x + step, right), min(y + step, below))) for x, y in corners]
    full = [(corner, part) for corner, part in zip(corners, images, strict=True) if part.getbbox()]
    pieces = (Snippet(*corner, *part.size, zlib.compress(part.tobytes(), 1)) for corner, part in full)
    return _Print(tuple(pieces), tuple(part for _, part in full))
