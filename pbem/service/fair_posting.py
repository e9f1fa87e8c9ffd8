"""Whose letter is posted next, where a provider allows so many an hour: reports before answers, seats in turn, the oldest first."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from pbem.service.pending_post import Due
from pbem.store.shelf_ports import FrozenLetter

HEAD_BYTES = 8192  # a letter's header is shorter
KEPT_FOR_REPORTS = 4  # one in so many letters of the hour is for reports alone, so that no seat's questions use all of them


class PostingFace(NamedTuple):
    """What of a letter decides its turn. answer: to a letter of the seat's; written: its Date."""

    answer: bool
    written: datetime


def face(letter: FrozenLetter) -> PostingFace:
    """As the letter's header says."""
    head = BytesHeaderParser().parsebytes(letter.head(HEAD_BYTES) or b"")
    return PostingFace(head["Auto-Submitted"] == "auto-replied", parsedate_to_datetime(head["Date"]))


class QueuedLetter(NamedTuple):
    """A letter that is due, and what decides its turn."""

    due: Due
    face: PostingFace


def in_turn(letters: Iterable[QueuedLetter], posted: Callable[[str, str], int]) -> list[QueuedLetter]:
    """The letters in the order in which they are posted. posted: how many a seat was posted within the hour."""
    before, ranked = Counter[tuple[bool, str, str]](), list[tuple[tuple[bool, int, datetime, str], QueuedLetter]]()
    for letter in sorted(letters, key=lambda one: (one.face.written, one.due.ref)):
        due, seen = letter
        queue = (seen.answer, due.campaign, due.seat)
        turn = posted(due.campaign, due.seat) + before[queue]
        before[queue] += 1
        ranked.append(((seen.answer, turn, seen.written, due.ref), letter))
    return [letter for _, letter in sorted(ranked, key=lambda item: item[0])]


def most_of(kind: PostingFace, most: int) -> int:
    """How many letters may be posted within an hour when this is the next."""
    return most - most // KEPT_FOR_REPORTS if kind.answer else most


class Faces:
    """The faces of letters that wait, each read once."""

    def __init__(self) -> None:
        self._known: dict[str, PostingFace] = {}

    def of(self, letters: Iterable[Due]) -> list[QueuedLetter]:
        """Those of these letters; any other is forgotten. A letter that is asked for again is an answer."""
        found = [QueuedLetter(due, self._known.get(due.ref) or _again(due, face(due.letter))) for due in letters]
        self._known = {due.ref: seen for due, seen in found}
        return found


def _again(due: Due, seen: PostingFace) -> PostingFace:
    return seen._replace(answer=True) if " again " in due.key else seen
