"""Where letters came from, as their transport ids tell: which mailbox it was, and whether it was the spam folder."""

import re

_SPAM = "spam:"  # how the transport id of a letter from a spam folder begins
_IMAP = re.compile(r"imap:(.*):(\d+):\d+", re.DOTALL)  # mailbox, UIDVALIDITY, UID


class Origins:
    """transports: the ids of all letters fetched; validities: of each IMAP mailbox the UIDVALIDITY of the last of them."""

    def __init__(self) -> None:
        self.transports: set[str] = set()
        self.validities: dict[str, str] = {}
        self._rescued: set[str] = set()

    @property
    def rescued(self) -> int:
        """How many letters that the provider took for spam were read as a seat's."""
        return len(self._rescued)

    def fetched(self, transport: str, spool: str) -> None:
        """A letter came in by this transport id."""
        self.transports.add(transport)
        if transport.startswith(_SPAM):
            self._rescued.add(spool)
        elif found := _IMAP.fullmatch(transport):
            self.validities[found[1]] = found[2]

    def nobodys(self, spool: str) -> None:
        """It was ignored or put aside."""
        self._rescued.discard(spool)
