"""The map painter: a process that draws and paints the maps of a letter, one job and then it ends. It knows nothing of the game.

A drawing too large takes resvg down without a word, and drawing and painting hold the interpreter: so it is done beside the
referee, within bounds of memory and time. Job and result are MessagePack, on stdin and stdout.
"""

import io
import os
import resource
import sys
from functools import cache
from gettext import NullTranslations
from hashlib import sha256
from pathlib import Path

import msgspec
import resvg_py
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from pbem.documents import cartography
from pbem.documents.cartography.ground import Base
from pbem.documents.cartography.palette import PALETTE, PLAIN
from pbem.documents.cartography.plates import plates
from pbem.kernel.i18n import speak
from pbem.kernel.values import Value
from pbem.letters.album import Album
from pbem.letters.painted import Dried, PaintedJob, PaintJob

LARGEST_MEMORY = 1 << 30  # bytes of address space
LONGEST_CPU = 30  # seconds of processor
SMALLER = 0.9  # of its width and height, each time a picture is too large
SMALLEST = 0.2
QUICKEST = 1  # the level at which a ground is squeezed, which is read more often than written


class _Catalogue(NullTranslations):
    """The texts of a language as the referee had them."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return self._texts.get(message, message)


def paint(job: PaintJob) -> PaintedJob:
    """Draw and paint what a job holds. A ground that was painted before lies in the job's folder, under the name of all that it is
    made from."""
    if job.texts:
        speak(job.language, _Catalogue(dict(job.texts)))
    pictures, grounds, known = list[Dried](), dict[str, bytes](), dict[str, Image.Image]()
    kept = Path(job.folder) / album_name()
    album = Album(kept.read_bytes() if kept.exists() else b"", raster, job.fonts)
    for plate in plates(job.map):
        box = plate.sheet.box
        size = int(box.width), int(box.height)
        if plate.base:
            name = ground_name(plate.base)
            if name not in known:
                known[name] = _ground(plate.base, job, grounds)
            left, top = plate.at
            sheet = known[name].crop((-left, -top, size[0] - left, size[1] - top))  # outside it the drawing covers all
        else:
            sheet = Image.new("RGB", size)
        for stamp in plate.sheet.stamps:
            album.put(stamp, sheet, (int(box.x), int(box.y)))
        data, percent = within(sheet, job.cap)
        pictures.append(Dried(plate.name, plate.title, data, percent, plate.near))
    return PaintedJob(tuple(pictures), grounds, {album_name(): album.packed} if album.packed else {})


@cache
def album_name() -> str:
    """The file in which painted stamps are kept: another painter has another."""
    return f"stamps-{sha256(resvg_py.__resvg_version__.encode() + resvg_py.__version__.encode() + _hand()).hexdigest()[:16]}.bin"


def ground_name(base: Base) -> str:
    """A name for a painted ground: another map, scale or part of it, another drawing hand, and it is another."""
    drawn = sha256(_hand())
    printed = [sorted(part.items()) if isinstance(part, dict) else part for part in msgspec.structs.astuple(base.ground)]
    drawn.update(msgspec.msgpack.encode((printed, base.paper, base.box)))
    return f"{drawn.hexdigest()[:16]}.png"


@cache
def _hand() -> bytes:
    """What draws: the text of its modules."""
    here = Path(cartography.__path__[0])
    return sha256(b"".join(file.read_bytes() for file in sorted(here.glob("*.py")))).digest()


def _ground(base: Base, job: PaintJob, grounds: dict[str, bytes]) -> Image.Image:
    """The ground as it is kept, else painted and noted, to be kept: in the colours of the palette, which is read in a third of the
    time."""
    name = ground_name(base)
    file = Path(job.folder) / name
    if file.exists():
        with PngImageFile(file) as kept:
            return kept.convert("RGB")
    image = _few(raster(base.svg, job.fonts).convert("RGB"))
    grounds[name] = _png(image, QUICKEST)
    return image.convert("RGB")


def raster(svg: str, fonts: tuple[str, ...]) -> Image.Image:
    """What an SVG shows, with these fonts and none of the system's."""
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts), font_family="Cabin")
    image = PngImageFile(io.BytesIO(data))
    image.load()
    return image


class _Squeeze(Value):
    """In how many colours a picture is kept, and how hard its bytes are squeezed."""

    colours: tuple[str, ...]
    level: int


GENTLY, HARDER, HARDEST = _Squeeze(PALETTE, 6), _Squeeze(PLAIN, 7), _Squeeze(PLAIN, 9)
"""Without half tones the edges of words and strokes are a little rougher and 6 % of the bytes are gone, in a sixth of the time that
the highest level takes for 4 %; a smaller picture is harder to read than either."""


def within(image: Image.Image, cap: int) -> tuple[bytes, int]:
    """A PNG in the fixed palette, smaller than it was drawn if that would be too many bytes; and how much of its width it kept."""
    for squeeze in (GENTLY, HARDER, HARDEST):
        data = _png(_few(image, squeeze.colours), squeeze.level)
        if len(data) <= cap:
            return data, 100
    share = 1.0
    while len(data) > cap and share >= SMALLEST:
        share *= SMALLER
        size = max(int(image.width * share), 1), max(int(image.height * share), 1)
        data = _png(_few(image.resize(size, Image.Resampling.LANCZOS), HARDEST.colours), HARDEST.level)
    return data, round(share * 100)


def _few(image: Image.Image, colours: tuple[str, ...] = PALETTE) -> Image.Image:
    """The image in these colours, each the nearest, without dither."""
    flat = [int(colour[i : i + 2], 16) for colour in colours for i in (1, 3, 5)]
    few = Image.new("P", (1, 1))
    few.putpalette(flat + flat[:3] * (256 - len(colours)))
    return image.quantize(palette=few, dither=Image.Dither.NONE)


class _PngFile(io.BytesIO):
    """The bytes of a PNG. Pillow knows by the name what is to be written, and loads nothing to write others."""

    name = "picture.png"


def _png(image: Image.Image, level: int) -> bytes:
    out = _PngFile()
    image.save(out, compress_level=level)
    return out.getvalue()


def main() -> None:
    """One job."""
    for kind, limit in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, LARGEST_MEMORY), (resource.RLIMIT_CPU, LONGEST_CPU)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=PaintJob)
    sys.stdout.buffer.write(msgspec.msgpack.encode(paint(job)))
    sys.stdout.flush()
    os._exit(0)  # done and written: to take apart all that was drawn would take as long as a third of its drawing
