"""The batch: letters that are handled and wait for the disk together, a few at a time, before anything of them leaves the house.

Their records are durable already. What a crash takes from the batch is made again: a letter of ours from its record, and a
letter that came lies in the spool still, is handled again, and known by its cause.
"""

from collections.abc import Callable
from typing import NamedTuple

from pbem.service.open_campaign import Campaign
from pbem.service.press import Press
from pbem.store.ports import HandledLetter, Spool, SpoolEntry
from pbem.store.shelf_ports import NewLetter

MOST = 8  # letters that wait for the disk together


class Poster(NamedTuple):
    """Who posts the letters of a campaign as they are frozen. idle: has he nothing to do? Then nothing waits for company."""

    give: Callable[[Campaign], None]
    idle: Callable[[], bool]


NOBODY = Poster(lambda _: None, lambda: True)


class _Waiting(NamedTuple):
    letters: list[NewLetter]
    campaigns: dict[str, Campaign]
    leaving: dict[str, HandledLetter]


class Tray:
    """What waits, in the order in which it was handled."""

    def __init__(self, spool: Spool, press: Press) -> None:
        self.spool, self.press = spool, press
        self.poster = NOBODY
        self._waiting = _Waiting([], {}, {})

    @property
    def names(self) -> frozenset[str]:
        """The letters in the spool that are handled."""
        return frozenset(self._waiting.leaving)

    def answered(self, campaign: Campaign, letters: list[NewLetter]) -> None:
        """A campaign has letters to be frozen, and posted then."""
        self._waiting.letters.extend(letters)
        self._waiting.campaigns[campaign.id] = campaign

    def leave(self, entry: SpoolEntry, campaign: str) -> None:
        """A letter is handled, and will lie with its campaign."""
        self._waiting.leaving[entry.name] = HandledLetter(entry, campaign)

    def settle(self, at_once: bool = True) -> None:
        """Freeze, give to be posted, let go from the spool; not yet while the poster is busy and the batch has room."""
        room = max(len(self._waiting.leaving), len(self._waiting.letters)) < MOST
        if room and not at_once and not self.poster.idle():
            return
        now, self._waiting = self._waiting, _Waiting([], {}, {})
        self.press.keep(now.letters)
        for campaign in now.campaigns.values():
            self.poster.give(campaign)
        self.spool.hand_over(list(now.leaving.values()))
