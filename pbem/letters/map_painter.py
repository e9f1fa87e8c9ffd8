"""The map painter: a process that makes pictures of drawings, one job and then it ends. It knows nothing of the game.

A drawing too large takes resvg down without a word, and painting holds the interpreter: so it is done beside the referee,
within bounds of memory and time. Job and result are JSON, on stdin and stdout.
"""

import base64
import io
import resource
import sys

import orjson
import resvg_py
from PIL import Image

from pbem.kernel.values import Value
from pbem.letters.painted import PaintedJob

LARGEST_MEMORY = 1 << 30  # bytes of address space
LONGEST_CPU = 30  # seconds of processor
SMALLER = 0.85  # of its width and height, each time a picture is too large
SMALLEST = 0.2
QUICK, HARDEST = 6, 9  # how hard a picture is squeezed: the last 4 % of its bytes cost seven times the time


class PaintJob(Value):
    """fonts: paths of font files; palette: the colours of a picture, "#f8f4e8"; below: the painted grounds (PNG paths, "" for none
    yet); plates: (ground, overlay) as SVG; offsets: where each ground comes to lie; cap: bytes a picture may have."""

    fonts: tuple[str, ...]
    palette: tuple[str, ...]
    below: tuple[str, ...]
    plates: tuple[tuple[str, str], ...]
    offsets: tuple[tuple[int, int], ...]
    cap: int


def paint(job: PaintJob) -> PaintedJob:
    """Paint the plates of a job."""
    done: PaintedJob = {"pictures": [], "grounds": []}
    known: dict[str, Image.Image] = {}
    for (ground, overlay), path, offset in zip(job.plates, job.below, job.offsets, strict=True):
        image = _raster(overlay, job.fonts)
        painted = b""
        if ground:
            if ground not in known:
                known[ground] = Image.open(path).convert("RGB") if path else _raster(ground, job.fonts).convert("RGB")
                painted = b"" if path else _png(known[ground])
            sheet = Image.new("RGB", image.size, "white")
            sheet.paste(known[ground], offset)
            sheet.paste(image, (0, 0), image)
            image = sheet
        data, percent = _within(image.convert("RGB"), job)
        done["pictures"].append((base64.b64encode(data).decode(), percent))
        done["grounds"].append(base64.b64encode(painted).decode())
    return done


def _raster(svg: str, fonts: tuple[str, ...]) -> Image.Image:
    """What an SVG shows, with these fonts and none of the system's."""
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts), font_family="Cabin")
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _within(image: Image.Image, job: PaintJob) -> tuple[bytes, int]:
    """A PNG in the fixed palette, smaller than it was drawn if that would be too many bytes."""
    share = 1.0
    while True:
        size = max(int(image.width * share), 1), max(int(image.height * share), 1)
        shown = image if share == 1.0 else image.resize(size, Image.Resampling.LANCZOS)
        data = _few(shown, job.palette)
        if len(data) > job.cap:
            data = _few(shown, job.palette, HARDEST)
        if len(data) <= job.cap or share < SMALLEST:
            return data, round(share * 100)
        share *= SMALLER


def _few(image: Image.Image, palette: tuple[str, ...], level: int = QUICK) -> bytes:
    """The image in the colours of a palette, each the nearest, without dither."""
    flat = [int(colour[i : i + 2], 16) for colour in palette for i in (1, 3, 5)]
    few = Image.new("P", (1, 1))
    few.putpalette(flat + flat[:3] * (256 - len(palette)))
    out = io.BytesIO()
    image.quantize(palette=few, dither=Image.Dither.NONE).save(out, "PNG", compress_level=level)
    return out.getvalue()


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def main() -> None:
    """One job."""
    for kind, limit in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, LARGEST_MEMORY), (resource.RLIMIT_CPU, LONGEST_CPU)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    asked = orjson.loads(sys.stdin.buffer.read())
    job = PaintJob(
        tuple(asked["fonts"]), tuple(asked["palette"]), tuple(asked["below"]), tuple((g, o) for g, o in asked["plates"]),
        tuple((x, y) for x, y in asked["offsets"]), asked["cap"],
    )  # fmt: skip
    sys.stdout.buffer.write(orjson.dumps(paint(job)))
