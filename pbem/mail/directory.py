"""The directory of all seats: which of them a letter's token or address could be, however many campaigns there are.

It proves nothing: what it finds goes to `sender.identify`, which compares it, and whose answer over these few is its answer over
all. A token or an address is looked up by its digest under the house's key, so that no two look-ups take longer the more alike
they are.
"""

from collections import defaultdict
from hashlib import blake2b
from typing import NamedTuple

from pbem.mail.letter import Cover
from pbem.mail.sender import Enrolment, proofs, spent

_BYTES = 16


class _Entry(NamedTuple):
    """place: where it stands among all: the campaign's, and the seat's in it."""

    place: tuple[int, int]
    enrolment: Enrolment


class Directory:
    """Holds for each campaign what it was last told of it."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._places: dict[str, int] = {}
        self._told: dict[str, tuple[Enrolment, ...]] = {}
        self._found: dict[bytes, list[_Entry]] = defaultdict(list)

    def __len__(self) -> int:
        """How many campaigns it knows."""
        return len(self._told)

    def enter(self, campaign: str, enrolments: tuple[Enrolment, ...]) -> None:
        """What counts for a campaign from now on; nothing is done when it is what was told before."""
        before = self._told.get(campaign)
        if before == enrolments:
            return
        place = self._places.setdefault(campaign, len(self._places))
        for digest in {d for enrolment in before or () for d in self._digests(enrolment)}:
            left = [entry for entry in self._found[digest] if entry.place[0] != place]
            if left:
                self._found[digest] = left
            else:
                del self._found[digest]
        for seat, enrolment in enumerate(enrolments):
            for digest in self._digests(enrolment):
                self._found[digest].append(_Entry((place, seat), enrolment))
        self._told[campaign] = enrolments

    def leave(self, campaign: str) -> None:
        """A campaign that is here no longer: no letter is its own."""
        self.enter(campaign, ())
        self._told.pop(campaign, None)

    def campaigns(self) -> frozenset[str]:
        """The campaigns it knows."""
        return frozenset(self._told)

    def writers(self) -> frozenset[str]:
        """The addresses that letters of those who hold a seat may come from."""
        return frozenset(e.address for enrolments in self._told.values() for e in enrolments if not e.former)

    def near(self, letter: Cover) -> tuple[Enrolment, ...]:
        """Every enrolment of which the letter shows a token, of now or of before, or the address; in the order of all of them."""
        digests = {self._digest(b"token", _shown(letter.token)), self._digest(b"address", _shown(letter.sender))}
        found = {entry.place: entry.enrolment for digest in digests for entry in self._found.get(digest, ())}
        return tuple(enrolment for _, enrolment in sorted(found.items(), key=lambda item: item[0]))

    def _digests(self, enrolment: Enrolment) -> frozenset[bytes]:
        token, address = proofs(self._key, enrolment)
        tokens = {token, *spent(self._key, enrolment)}
        return frozenset({*(self._digest(b"token", each) for each in tokens), self._digest(b"address", address)})

    def _digest(self, kind: bytes, text: bytes) -> bytes:
        return blake2b(text, digest_size=_BYTES, key=self._key, person=kind).digest()


def _shown(text: str) -> bytes:
    return text.encode(errors="replace")
