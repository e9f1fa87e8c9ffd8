"""Make the primers by which a league packs letters and records (`pbem/store/postgres/packing.py`) from the campaigns that are
frozen in tests/replays: `python -m benchmarks.primers FOLDER`.

Of all pieces of them those are taken that hold most of what many contents have and no piece before them; the best stand last,
where a window of deflate sees them longest. A primer that was used somewhere stays as it is: what this makes is for another number.
"""

import heapq
import random
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

REPLAYS = Path(__file__).resolve().parents[1] / "tests" / "replays"
SIZE, PIECE, SHARED = 32768, 320, 12  # bytes: of a primer, of what is taken at a time, of what counts as said twice
OF_EACH = 60  # contents of a campaign
LARGE = 60_000  # a letter of so many bytes has a map


class Contents(NamedTuple):
    """The letters of a campaign, and its records as they stand in the journal."""

    letters: list[bytes]
    records: list[bytes]


def contents(path: Path) -> Contents:
    """Of a campaign that was frozen."""
    found = Contents([], [])
    with tarfile.open(path) as tar:
        for member in sorted(tar.getmembers(), key=lambda one: one.name):
            file = tar.extractfile(member) if member.isfile() else None
            raw = file.read() if file else b""
            if "/letters/out/" in member.name and member.size < LARGE:
                found.letters.append(raw)
            elif "/journal/" in member.name:
                found.records.extend(line for line in raw.splitlines(keepends=True) if b'"kind":"snapshot"' not in line[:300])
    return found


def primer(campaigns: Sequence[Sequence[bytes]]) -> bytes:
    """What these repeat most."""
    chance = random.Random(1)
    sample = [content for one in campaigns for content in (chance.sample(one, OF_EACH) if len(one) > OF_EACH else one)]
    often = Counter[bytes]()
    for content in sample:
        often.update(set(_shared(content)))
    pieces = list(
        dict.fromkeys(content[at : at + PIECE] for content in sample for at in range(0, len(content) - PIECE, PIECE // 2))
    )

    def worth(piece: bytes) -> int:
        return sum(often[one] for one in set(_shared(piece)) if often[one] > 1)

    best = [(-worth(piece), number) for number, piece in enumerate(pieces)]
    heapq.heapify(best)
    taken = list[bytes]()
    while best and sum(map(len, taken)) < SIZE:
        _, number = heapq.heappop(best)
        now = -worth(pieces[number])
        if now and best and now > best[0][0]:
            heapq.heappush(best, (now, number))
        elif now:
            taken.append(pieces[number])
            often.subtract({one: often[one] for one in _shared(pieces[number])})
    return b"".join(reversed(taken))[-SIZE:]


def _shared(content: bytes) -> Iterator[bytes]:
    return (content[at : at + SHARED] for at in range(len(content) - SHARED + 1))


def main() -> int:
    """Write both."""
    found = [contents(path) for path in sorted(REPLAYS.glob("*.tar.xz"))]
    folder = Path(sys.argv[1])
    (folder / "letters.bin").write_bytes(primer([one.letters for one in found]))
    (folder / "records.bin").write_bytes(primer([one.records for one in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
