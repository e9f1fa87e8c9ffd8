"""How contents lie in their rows: deflated by a primer, 32 kB of what such contents repeat, which is known here and need not be
stored with each. A letter of ours takes an eighth of its size and a record a sixth, so that they lie in their rows whole; the
server is sent less, compresses nothing, and has nothing to cut into pieces.

A primer that was used somewhere is never changed; another is added, with a number of its own (`benchmarks/primers.py` makes them).
"""

import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

AS_IT_IS, LETTER, RECORD = range(3)
PRIMERS = {LETTER: "letters.bin", RECORD: "records.bin"}
LEVEL, WINDOW, MEMORY = 6, 15, 9


class Packed(NamedTuple):
    """What lies in a row, and by which primer it is packed."""

    content: bytes
    packing: int


def deflated(raw: bytes, packing: int) -> Packed:
    """Contents of this kind for their row; as they are, if that is less."""
    deflating = _primed(packing).copy()
    content = deflating.compress(raw) + deflating.flush()
    return Packed(content, packing) if len(content) < len(raw) else Packed(raw, AS_IT_IS)


def inflated(content: bytes, packing: int) -> bytes:
    """What was packed. What is damaged comes as it lies: whoever reads it has a checksum of its own, as for a file."""
    if packing == AS_IT_IS:
        return bytes(content)
    inflating = zlib.decompressobj(WINDOW, zdict=primer(packing))
    try:
        raw = inflating.decompress(content)
    except zlib.error:
        return bytes(content)
    return raw if inflating.eof and not inflating.unused_data else bytes(content)


def beginning(content: bytes, packing: int) -> bytes:
    """Of contents of which only the beginning is at hand, as much as that tells; of damaged ones nothing."""
    if packing == AS_IT_IS:
        return bytes(content)
    try:
        return zlib.decompressobj(WINDOW, zdict=primer(packing)).decompress(content)
    except zlib.error:
        return b""


@cache
def primer(packing: int) -> bytes:
    """The primer of this number."""
    return (Path(__file__).parent / "primers" / PRIMERS[packing]).read_bytes()


@cache
def _primed(packing: int) -> "zlib._Compress":
    """Of which each content takes a copy: to read the primer each time would take longer than to pack by it."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zdict=primer(packing))
