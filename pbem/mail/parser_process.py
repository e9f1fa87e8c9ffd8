"""Where letters are read: a door to the reader, a process that may die of a letter without anybody else noticing."""

import atexit
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from pbem.mail.reader import READY, UNBOUNDED, Bounds, Mail, NoAnswer, about, about_sender, answered, judged, received, send
from pbem.mail.trust import Trust

GRACE = 1.0  # seconds for a reader to see that nobody wants it any more
LONGEST_ANSWER = 64 << 20  # bytes; the text of the largest letter takes a tenth of it
LONGEST_AHEAD = 64 << 10  # bytes that a socket takes without anybody reading them
PATIENCE = 30.0  # seconds of the clock for one letter, and for the start; on a busy machine far more than of the processor

Answer = TypeVar("Answer")

_START = (
    "import sys; sys.path[:] = sys.argv[4:]; from pbem.mail.reader import Bounds, serve;"
    " serve(int(sys.argv[1]), Bounds(int(sys.argv[2]), int(sys.argv[3])))"
)

_ENVIRONMENT = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}  # a password may stand in others


class ReaderDied(Exception):  # noqa: N818 (what happened)
    """The reader ended, or was ended, over a letter; the words say how and hold nothing of the letter."""


class ReaderAbsent(OSError):  # noqa: N818
    """No reader can be had: the machine is out of memory or processes. No fault of any letter."""


class ReadingRoom:
    """A reader, started when it is wanted, and again when it is gone. One thread at a time is let in.

    It may begin with the next letter while the one before is handled (`ahead`): what goes wrong then shows when that letter is
    asked about, and no other is blamed for it.
    """

    def __init__(self, bounds: Bounds = Bounds(), patience: float = PATIENCE) -> None:  # noqa: B008 (a frozen value)
        self._bounds, self._patience = bounds, patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._owner = 0
        self._begun = b""  # the question that it has and nobody has heard the answer to

    def open(self) -> None:
        """See that a reader waits for a letter. ReaderAbsent. Called before the letter's attempt is noted."""
        with self._lock:
            if self._process is not None and (self._owner != os.getpid() or self._process.poll() is not None):
                self._end()
            if self._process is None:
                self._start()

    def read(self, raw: bytes, oversized: bool = False) -> Mail:
        """What a mail is, as `reading.read`. ReaderDied, ReaderAbsent."""
        return self._ask(about(raw, oversized), answered)

    def ahead(self, raw: bytes, oversized: bool = False) -> None:
        """Let the reader, if there is one, begin with a letter that will be read soon. A long one waits for its turn."""
        question = about(raw, oversized)
        with self._lock:
            if self._line is not None and not self._begun and len(question) <= LONGEST_AHEAD:
                with contextlib.suppress(OSError):  # it is gone: that shows when it is wanted
                    send(self._line, question)
                    self._begun = question

    def vouched(self, raw: bytes, trust: Trust) -> bool:
        """Does anybody vouch for its sender, as `sender_auth.vouched`? ReaderDied, ReaderAbsent."""
        return self._ask(about_sender(raw, trust), judged)

    def _ask(self, question: bytes, understood: Callable[[bytes], Answer]) -> Answer:
        self.open()
        with self._lock:
            if self._begun not in (b"", question):
                self._unheard()
            assert self._line is not None
            try:
                if self._begun != question:
                    send(self._line, question)
                self._begun = b""
                return understood(received(self._line, LONGEST_ANSWER) or b"")
            except TimeoutError:
                self._end(at_once=True)
                raise ReaderDied(f"the reader had not done with it in {self._patience:g} s") from None
            except (OSError, NoAnswer):
                raise ReaderDied(f"the reader died of it: {self._end()}") from None
            except BaseException:  # this process is being ended: the next letter must not get this one's answer
                self._end(at_once=True)
                raise

    def _unheard(self) -> None:
        """The answer about another letter is let go; so is a reader that has none, without a word about the letter in hand."""
        assert self._line is not None
        self._begun, answer = b"", None
        with contextlib.suppress(OSError):
            answer = received(self._line, LONGEST_ANSWER)
        if answer is None:
            self._end(at_once=True)
            self._start()

    def close(self) -> None:
        """Let the reader go."""
        with self._lock:
            self._end()

    @property
    def pid(self) -> int:
        """The reader's process, 0 when there is none."""
        return self._process.pid if self._process else 0

    def _start(self) -> None:
        ours, its = socket.socketpair()
        ours.settimeout(self._patience)
        paths = [os.path.abspath(path) for path in sys.path]  # noqa: PTH100 (sys.path is made of strings)
        words = (str(its.fileno()), str(self._bounds.memory), str(self._bounds.cpu), *paths)
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", _START, *words], pass_fds=(its.fileno(),), env=_ENVIRONMENT, cwd="/",
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError as trouble:
            ours.close()
            raise ReaderAbsent(f"no reader can be started: {trouble.strerror}") from trouble
        finally:
            its.close()
        self._process, self._line, self._owner = process, ours, os.getpid()
        with contextlib.suppress(OSError):
            if ours.recv(1) == READY:
                return
        raise ReaderAbsent(f"no reader can be started: {self._end()}")

    def _end(self, at_once: bool = False) -> str:
        """No reader any more; how the last one ended. `at_once`: it may be busy for ever."""
        process, line = self._process, self._line
        self._process = self._line = None
        self._begun = b""
        if process is None or line is None:
            return "it was gone"
        line.close()
        if self._owner != os.getpid():  # we were forked: it is our parent's
            process.returncode = 0
            return "it was gone"
        if at_once:
            process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            return _ended(process.wait(GRACE))
        process.kill()
        return _ended(process.wait())


def _ended(code: int) -> str:
    if code == UNBOUNDED:
        return "it was not let set bounds for itself (setrlimit)"
    return signal.Signals(-code).name if code < 0 else f"it ended with {code}"


ROOM = ReadingRoom()
"""The one of this process: a reader knows no letter but the one in hand, so all referees may share it."""

atexit.register(ROOM.close)
