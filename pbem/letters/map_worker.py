"""The map worker: has maps painted in a process beside the referee, so that no receipt waits for a picture."""

import base64
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO

import orjson

from pbem.documents.map_picture import Plate
from pbem.kernel.values import Value
from pbem.letters.painted import PaintedJob
from pbem.store.ports import Files

MOST_PAINTERS = 2
CAP = 250_000  # bytes a picture may have; a larger one is scaled down
PATIENCE = 60.0  # seconds of the clock for one letter's pictures
_START = "import sys; sys.path[:] = sys.argv[1:]; from pbem.letters.map_painter import main; main()"
_ENVIRONMENT = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}  # a password may stand in others
log = logging.getLogger("pbem.letters.map_worker")


class Painted(Value):
    """A picture: its name and title, PNG bytes, how much of its drawn width and height it kept, in percent, and whether it shows
    what is nearest to the enemy."""

    name: str
    title: str
    png: bytes
    percent: int = 100
    near: bool = False


class _Work(Value):
    process: subprocess.Popen[bytes]
    out: IO[bytes]
    plates: tuple[Plate, ...]
    folder: Path
    begun: float


class Studio:
    """Jobs under way, each under a name. fonts: the files that words are painted with; patient: `look` waits for the end."""

    def __init__(self, disk: Files, fonts: Sequence[Path], patient: bool = True) -> None:
        self.disk, self.fonts, self.patient = disk, tuple(fonts), patient
        self._works: dict[str, _Work] = {}

    def has(self, name: str) -> bool:
        """Was a job of this name begun?"""
        return name in self._works

    @property
    def full(self) -> bool:
        """Are as many painters at work as may be?"""
        return len(self._works) >= MOST_PAINTERS

    def begin(self, name: str, plates: tuple[Plate, ...], folder: Path) -> None:
        """Begin to paint. folder: where painted grounds are kept."""
        kept = [_kept(folder, plate.ground).resolve() for plate in plates]
        below = [str(path) if plate.ground and path.exists() else "" for plate, path in zip(plates, kept, strict=True)]
        drawn = [[plate.ground, plate.overlay] for plate in plates]
        job = {
            "fonts": [str(font.resolve()) for font in self.fonts], "palette": plates[0].palette, "below": below, "plates": drawn,
            "offsets": [plate.at for plate in plates], "cap": CAP,
        }  # fmt: skip
        out = tempfile.TemporaryFile()  # noqa: SIM115 (closed when it was read)
        with tempfile.TemporaryFile() as given:  # a file and no pipe: nobody waits until the painter has started
            given.write(orjson.dumps(job))
            given.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", _START, *(os.path.abspath(path) for path in sys.path)],  # noqa: PTH100
                stdin=given, stdout=out, stderr=subprocess.PIPE, env=_ENVIRONMENT, cwd="/",
            )  # fmt: skip
        self._works[name] = _Work(process, out, plates, folder, time.monotonic())

    def look(self, name: str) -> tuple[Painted, ...] | None:
        """The pictures of a job that was begun; None while they are being painted; () if they could not be."""
        work = self._works[name]
        left = PATIENCE - (time.monotonic() - work.begun)
        try:
            words = work.process.communicate(timeout=max(left, 0.01) if self.patient or left <= 0 else 0.001)[1]
        except subprocess.TimeoutExpired:
            if not self.patient and left > 0:
                return None
            work.process.kill()
            words = work.process.communicate()[1] + b" took too long"
        del self._works[name]
        with work.out:
            work.out.seek(0)
            said = work.out.read()
        if work.process.returncode:
            log.error("no map for %s: the painter ended with %d: %s", name, work.process.returncode, words.decode()[-300:])
            return ()
        return self._hung(work, orjson.loads(said))

    def close(self) -> None:
        """Let the painters go; what they had in hand is painted again."""
        for work in self._works.values():
            work.process.kill()
            work.process.communicate()
            work.out.close()
        self._works.clear()

    @property
    def ready(self) -> bool:
        """Is a job done that was begun?"""
        return any(work.process.poll() is not None for work in self._works.values())

    def _hung(self, work: _Work, result: PaintedJob) -> tuple[Painted, ...]:
        for plate, ground in zip(work.plates, result["grounds"], strict=True):
            path = _kept(work.folder, plate.ground)
            if ground and not path.exists():
                self.disk.make_folder(work.folder)
                self.disk.write(path, base64.b64decode(ground), "bytes")  # away, it is painted again
        done = zip(work.plates, result["pictures"], strict=True)
        return tuple(Painted(p.name, p.title, base64.b64decode(data), percent, p.near) for p, (data, percent) in done)


def _kept(folder: Path, ground: str) -> Path:
    return folder / f"{sha256(ground.encode()).hexdigest()[:16]}.png"
