"""Scissors on a cable: the n-th moment at which something passes through it cuts the connection it passes on.

A moment comes before whatever one end sends at a time (a command, an answer, a piece of a letter), in the middle of it, and
right after it, before the other end can answer.
"""

import contextlib
import socket
import threading

from .cable import Cable


class Scissors:
    """Shared by the cables of a run. They cut once, at the `at`-th moment; 0: never."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.moments = 0
        self.cut = ""
        self._lock = threading.Lock()

    def snip(self, where: str) -> bool:
        """Is this the moment?"""
        with self._lock:
            self.moments += 1
            if self.moments == self.at:
                self.cut = where
            return self.moments == self.at


class CuttingCable(Cable):
    """A cable to a port, with scissors at it."""

    def __init__(self, port: int, scissors: Scissors) -> None:
        super().__init__(port)
        self._scissors = scissors

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self._passed(data, target):
                    continue
                for end in (source, target):
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
                return
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

    def _passed(self, data: bytes, target: socket.socket) -> bool:
        said = repr(data[:40])
        if self._scissors.snip(f"before {said}"):
            return False
        half = len(data) // 2
        if self._scissors.snip(f"within {said}"):
            target.sendall(data[:half])
            return False
        target.sendall(data)
        return not self._scissors.snip(f"after {said}")
