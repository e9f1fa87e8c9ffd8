"""A courier posts for the length of one pass: at a server beside the work, in a thread of its own; into a folder at the end.

A server is mostly waited for, and meanwhile the next letter can be handled. A folder is written by the one who works, so
that everything on the disk happens in one order.
"""

import queue
from collections import deque
from collections.abc import Callable, Sequence
from threading import Thread

from pbem.kernel.values import replace
from pbem.mail.outbox import Far, Outbox, Post, PostVerdict

BUNDLE = 20  # letters shown to the outbox in one call at most

Heed = Callable[[Sequence[PostVerdict]], None]
_Back = PostVerdict | BaseException


def _nothing(verdicts: Sequence[PostVerdict]) -> None:
    """Nobody else wants to know."""


class Courier:
    """Takes letters and brings verdicts; `close` ends it. heed: told of all verdicts, in the thread of the one who asks.

    After a trouble that concerns all letters (no server, no log-in) those given already have the same verdict, and no more
    should be given: `takes` is False.
    """

    def __init__(self, outbox: Outbox, heed: Heed = _nothing) -> None:
        self._outbox, self._heed = outbox, heed
        self._apart = isinstance(outbox, Far)
        self._waiting: deque[Post] = deque()
        self._given: queue.SimpleQueue[Post | None] = queue.SimpleQueue()
        self._brought: queue.SimpleQueue[_Back] = queue.SimpleQueue()
        self._thread: Thread | None = None
        self.out: set[str] = set()
        self.takes = True

    @property
    def idle(self) -> bool:
        """Has every letter its verdict, though it may not have been asked for?"""
        return self._brought.qsize() >= len(self.out) if self._apart else not self.out

    def give(self, post: Post) -> None:
        """Take a letter; its `ref` stays in `out` until its verdict is brought back."""
        self.out.add(post.ref)
        if not self._apart:
            self._waiting.append(post)
            return
        if self._thread is None:
            self._thread = Thread(target=self._run, name="courier", daemon=True)
            self._thread.start()
        self._given.put(post)

    def back(self, wait: bool) -> list[PostVerdict]:
        """The verdicts that have come; with `wait` at least one, as long as any letter is out. What the outbox raised is raised."""
        verdicts = self._brought_back(wait) if self._apart else self._posted(wait)
        self.out.difference_update(verdict.ref for verdict in verdicts)
        if verdicts:
            self.takes = self.takes and not any(map(_concerns_all, verdicts))
            self._heed(verdicts)
        return verdicts

    def close(self) -> None:
        """What was given and not yet shown to the server stays due. Returns when the letter in hand has its verdict."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._given.put(None)
            thread.join()
        self._outbox.close()

    def _posted(self, wait: bool) -> list[PostVerdict]:
        bundle = [self._waiting.popleft() for _ in range(min(BUNDLE, len(self._waiting)))] if wait else []
        return self._outbox.post(bundle) if bundle else []

    def _brought_back(self, wait: bool) -> list[PostVerdict]:
        brought = [self._brought.get()] if wait and self.out else []
        while not self._brought.empty():
            brought.append(self._brought.get())
        troubles = [item for item in brought if isinstance(item, BaseException)]
        if troubles:
            self.takes, self.out = False, set()
            raise troubles[0]
        return [item for item in brought if isinstance(item, PostVerdict)]

    # ------------------------------------------------------------ in the thread

    def _run(self) -> None:
        try:
            hindrance: PostVerdict | None = None
            while bundle := self._bundle():
                verdicts = [replace(hindrance, ref=p.ref) for p in bundle] if hindrance else self._outbox.post(bundle)
                hindrance = next(filter(_concerns_all, verdicts), None)
                for verdict in verdicts:
                    self._brought.put(verdict)
        except BaseException as bug:
            self._brought.put(bug)

    def _bundle(self) -> list[Post]:
        """All that is waiting, at least one; none when the courier is to end."""
        bundle: list[Post] = []
        while not bundle or (len(bundle) < BUNDLE and not self._given.empty()):
            post = self._given.get()
            if post is None:
                return []
            bundle.append(post)
        return bundle


def _concerns_all(verdict: PostVerdict) -> bool:
    return verdict.away or verdict.barred
