"""The letters of ours that a reply may quote, ready to be compared with it."""

import contextlib
import re

from pbem.mail.compose import parse_message_id, tapped
from pbem.mail.letter import Letter, Unreadable
from pbem.mail.sent import Recalled, recalled
from pbem.service.open_campaign import Campaign
from pbem.service.unposted import letter_at
from pbem.store.shelf_ports import FrozenLetter

MOST_RECALLED = 12  # letters of ours that a reply is compared with
MOST_HELD = 64  # letters that are held ready for it, some 20 kB each


class SentLetters:
    """Reads frozen letters for comparison and keeps the last. key: the secret of Message-IDs."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._read: dict[FrozenLetter, tuple[tuple[int, int], Recalled]] = {}

    def answered_by(self, campaign: Campaign, seat: str, mail: Letter | Unreadable) -> tuple[Recalled, ...]:
        """The letters of a seat that may stand in one of its own: those it answers, and those whose numbers stand in it, as the
        number of each letter stands in its head and in its foot. One whose file is gone is passed over."""
        admin, contents = campaign.state.admin, mail.contents
        if contents is None:
            return ()
        named = (parse_message_id(self.key, text) for text in mail.answers)
        answered = [n.number for n in filter(None, named) if (n.campaign, n.seat) == (campaign.id, seat)]
        texts = (text for lines in (contents.lines, *contents.attached, *contents.pages) for _, text in lines)
        mentioned = re.findall(_number_of(admin.seats[seat].prefix), "\n".join(texts))
        ours = (admin.number(seat, n) for n in dict.fromkeys(map(int, mentioned)) if 1 <= n <= admin.sent.get(seat, 0))
        numbers = tuple(dict.fromkeys((*answered, tapped(mail.subject).number, *ours)))[:MOST_RECALLED]
        found = (self._held(letter_at(campaign, seat, number)) for number in numbers if number)
        return tuple(filter(None, found))

    def _held(self, letter: FrozenLetter) -> Recalled | None:
        """A frozen letter as it is compared with replies. The last are held, as long as their files are the same."""
        with contextlib.suppress(OSError):
            mark = letter.stamp()
            held = self._read.pop(letter, None)
            if held is None or held[0] != mark:
                held = (mark, recalled(letter.raw()))
            self._read[letter] = held
            if len(self._read) > MOST_HELD:
                del self._read[next(iter(self._read))]
            return held[1]
        return None


def _number_of(prefix: str) -> str:
    """What finds the numbers of a seat's letters in a text, wherever a mail program breaks lines."""
    return rf"(?i)(?<![a-z0-9]){re.escape(prefix)}[\W_]{{1,6}}(\d{{1,6}})(?!\d)"
