"""What others in a league have done since we asked last: what they noted, what campaigns show now, how often letters were tried. It
is asked in one statement, and kept until whoever it concerns takes it."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from pbem.store.postgres.server import DatabaseServer

_NEWS = """
select 'fact', id, null::text, line, null::timestamptz from fact where id > %s
union all select 'shown', seq, name, null, null from campaign where seq > %s
union all select 'gone', seq, name, null, null from gone where seq > %s
union all select 'tried', times, name, null, at from attempt
"""


class NotedLine(NamedTuple):
    """A line of the mailroom's book, and its number."""

    number: int
    line: bytes


class CampaignNews(NamedTuple):
    """A campaign that shows something else, or is gone, and under which number that was said."""

    number: int
    name: str
    is_gone: bool


class Tried(NamedTuple):
    """How often reading a letter was begun without an excuse, and when last."""

    times: int
    at: datetime


class News:
    """Facts and campaigns in the order of their numbers, each told once. tried: attempts at letters, as they were last; together:
    what is asked for on the same journey, when nobody holds a claim."""

    def __init__(self, server: DatabaseServer) -> None:
        self._server = server
        self._fact = self._campaign = 0  # the last that was told
        self._noted: list[NotedLine] = []
        self._changes: list[CampaignNews] = []
        self._is_fresh = False
        self.tried: dict[str, Tried] = {}
        self.together: Callable[[], None] = lambda: None

    def begin(self, campaign: int) -> None:
        """Of campaigns what comes after this number is news."""
        self._campaign = campaign
        self._changes.clear()

    def begin_book(self) -> None:
        """Every line of the book is news."""
        self._fact = 0
        self._noted.clear()

    def expect(self) -> None:
        """They will be asked for: with the next statement."""
        self._server.expect(_NEWS, self._since)

    def noted(self) -> list[NotedLine]:
        """What was noted."""
        self._ask()
        self._is_fresh = True
        noted, self._noted = self._noted, []
        return noted

    def changes(self) -> list[CampaignNews]:
        """Which campaigns are others now; asked together with what was noted."""
        if not self._is_fresh:
            self._ask()
        self._is_fresh = False
        changes, self._changes = self._changes, []
        return changes

    @property
    def _since(self) -> tuple[int, int, int]:
        return self._fact, self._campaign, self._campaign

    def _ask(self) -> None:
        if self._server.in_turn and not self._server.has_begun:
            self.together()
        tried, noted, changes = dict[str, Tried](), list[NotedLine](), list[CampaignNews]()
        for kind, number, name, line, at in self._server.ask(_NEWS, self._since):
            if kind == "tried":
                tried[name] = Tried(number, at)
            elif kind == "fact":
                noted.append(NotedLine(number, bytes(line)))
            else:
                changes.append(CampaignNews(number, name, kind == "gone"))
        self.tried = tried
        self._noted += sorted(noted)
        self._changes += sorted(changes)
        self._fact = self._noted[-1].number if self._noted else self._fact
        self._campaign = self._changes[-1].number if self._changes else self._campaign
