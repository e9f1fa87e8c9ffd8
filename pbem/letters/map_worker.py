"""The map worker: has maps drawn and painted in a process beside the referee, so that no receipt waits for a picture."""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import msgspec

from pbem.documents.cartography.job import MapJob
from pbem.kernel import i18n
from pbem.kernel.values import Value
from pbem.letters.painted import Dried, PaintedJob, PaintJob
from pbem.store.ports import Files

MOST_PAINTERS = 2
CAP = 250_000  # bytes a picture may have; a larger one is scaled down
PATIENCE = 60.0  # seconds of the clock for one letter's pictures
_START = "import gc, sys; gc.disable(); sys.path[:] = sys.argv[1:]; from pbem.letters.map_painter import main; main()"
_ENVIRONMENT = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}  # a password may stand in others
_ENVIRONMENT |= {"MALLOC_MMAP_THRESHOLD_": "200000000", "MALLOC_TRIM_THRESHOLD_": "400000000"}
"""With the C library's allocator told to use again what a picture held, not to hand it back to the kernel and ask for it again."""
log = logging.getLogger("pbem.letters.map_worker")


class _Work(Value):
    process: subprocess.Popen[bytes]
    out: IO[bytes]
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

    def begin(self, name: str, job: MapJob, folder: Path) -> None:
        """Begin to draw and paint. folder: where painted grounds are kept."""
        fonts = tuple(str(font.resolve()) for font in self.fonts)
        asked = PaintJob(job, fonts, str(folder.resolve()), CAP, i18n.language(), i18n.texts())
        out = tempfile.TemporaryFile()  # noqa: SIM115 (closed when it was read)
        with tempfile.TemporaryFile() as given:  # a file and no pipe: nobody waits until the painter has started
            given.write(msgspec.msgpack.encode(asked))
            given.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", _START, *(os.path.abspath(path) for path in sys.path)],  # noqa: PTH100
                stdin=given, stdout=out, stderr=subprocess.PIPE, env=_ENVIRONMENT, cwd="/",
            )  # fmt: skip
        self._works[name] = _Work(process, out, folder, time.monotonic())

    def look(self, name: str) -> tuple[Dried, ...] | None:
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
        return self._hung(work, msgspec.msgpack.decode(said, type=PaintedJob))

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

    def _hung(self, work: _Work, result: PaintedJob) -> tuple[Dried, ...]:
        for name, ground in result.grounds.items():
            path = work.folder / name
            if not path.exists():
                self.disk.make_folder(work.folder)
                self.disk.write(path, ground, "bytes")  # away, it is painted again
        for name, album in result.albums.items():
            self.disk.write(work.folder / name, album, "nothing")  # what cannot be read is painted again
        return result.pictures
