"""The map painter: a process that makes pictures of drawings, one job and then it ends. It knows nothing of the game.

A drawing too large takes resvg down without a word, and painting holds the interpreter: so it is done beside the referee,
within bounds of memory and time. Job and result are JSON, on stdin and stdout.
"""

import base64
import io
import resource
import sys
from typing import Any

import orjson
import resvg_py
from PIL import Image

from pbem.kernel.values import Value

LARGEST_MEMORY = 1 << 30  # bytes of address space
LONGEST_CPU = 30  # seconds of processor
COLOURS = (128, 64, 32)  # fewer when the picture would be too large
SMALLER = 0.8  # of its width and height, each time a picture is too large
SMALLEST = 0.2


class PaintJob(Value):
    """fonts: paths of font files; below: the painted ground (a PNG's path, "" for none yet); plates: (ground, overlay) as SVG;
    cap: bytes a picture may have."""

    fonts: tuple[str, ...]
    below: tuple[str, ...]
    plates: tuple[tuple[str, str], ...]
    cap: int


def paint(job: PaintJob) -> dict[str, Any]:
    """{"pictures": [[png, percent of its size]], "grounds": [png or ""]} in base64; a ground that was at hand is not sent back."""
    pictures, grounds = [], []
    for (ground, overlay), path in zip(job.plates, job.below, strict=True):
        image = _raster(overlay, job.fonts)
        painted = b""
        if ground:
            below = Image.open(path).convert("RGB") if path else _raster(ground, job.fonts).convert("RGB")
            painted = b"" if path else _png(below, compress_level=1)
            below.paste(image, (0, 0), image)
            image = below
        data, percent = _within(image.convert("RGB"), job.cap)
        pictures.append([base64.b64encode(data).decode(), percent])
        grounds.append(base64.b64encode(painted).decode())
    return {"pictures": pictures, "grounds": grounds}


def _raster(svg: str, fonts: tuple[str, ...]) -> Image.Image:
    """What an SVG shows, with these fonts and none of the system's."""
    data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts), font_family="DejaVu Sans")
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _within(image: Image.Image, cap: int) -> tuple[bytes, int]:
    """A PNG of few colours, smaller than it was drawn if that would be too many bytes."""
    share = 1.0
    while True:
        size = max(int(image.width * share), 1), max(int(image.height * share), 1)
        shown = image if share == 1.0 else image.resize(size, Image.Resampling.LANCZOS)
        for colours in COLOURS:
            few = shown.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            data = _png(few, compress_level=6)
            if len(data) <= cap:
                return data, round(share * 100)
        if share < SMALLEST:
            return data, round(share * 100)
        share *= SMALLER


def _png(image: Image.Image, compress_level: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=compress_level)
    return out.getvalue()


def main() -> None:
    """One job."""
    for kind, limit in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, LARGEST_MEMORY), (resource.RLIMIT_CPU, LONGEST_CPU)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    asked = orjson.loads(sys.stdin.buffer.read())
    job = PaintJob(tuple(asked["fonts"]), tuple(asked["below"]), tuple((g, o) for g, o in asked["plates"]), asked["cap"])
    sys.stdout.buffer.write(orjson.dumps(paint(job)))
