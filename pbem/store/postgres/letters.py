"""The letters of ours of one campaign as rows: each has one content for ever."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.store.postgres.packing import beginning, inflated
from pbem.store.postgres.pipeline import Row
from pbem.store.postgres.server import DatabaseServer, LetterName

END = b"\r\n\r\n"
MOST_HEADS = 4096
MOST_RECENT, SMALL = 512, 16384  # letters that were written here of late, without maps: 4 MB
SHORT = 2048  # bytes in which the head of nearly every letter ends
_HEADS = (
    "select number, true, substring(content from 1 for %s), packing, length(content) from letter_out"
    " where campaign = %s and seat = %s and number = any (%s)"
    " union all select number, false, head, 0::smallint, 0 from unpainted where campaign = %s and seat = %s and number = any (%s)"
)
NUMBERS = "select seat, number from letter_out where campaign = %s union all select seat, number from unpainted where campaign = %s"


class _LetterHead(NamedTuple):
    """How a letter begins that is frozen, or waits for its map, as it lies; size: of all of it."""

    is_frozen: bool
    content: bytes
    packing: int
    size: int

    @property
    def raw(self) -> bytes:
        """As much of it as is there."""
        return beginning(self.content, self.packing)

    def ends_within(self, most: int) -> bool:
        """Is all there that was asked for, most bytes of it?"""
        return not self.is_frozen or self.size <= len(self.content) or END in self.raw or len(self.raw) >= most


class FrozenBytes(NamedTuple):
    """A letter of ours as it travels."""

    seat: str
    number: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One of them, whether it was written yet or not."""

    campaign: str
    seat: str
    number: str
    server: DatabaseServer = field(compare=False, repr=False)

    def is_there(self) -> bool:
        """Was it frozen?"""
        self._hear()
        if self.named in self.server.heads:
            return True
        found = self._look(SHORT)
        return found is not None and found.is_frozen

    def raw(self) -> bytes:
        """Its bytes. OSError when it is not there."""
        known = self.server.recent.get(self.named)
        if known is not None:
            return known
        found = self._asked("content, packing")
        if not found:
            raise FileNotFoundError(f"{self.campaign} {self.seat} {self.number}")
        raw = inflated(*found[0])
        self._remember(raw)
        return raw

    def head(self, most: int) -> bytes | None:
        """So many bytes of its beginning, at the most; None when it is not there. Of one that waits for its map what stands in its
        beginning is known before it is written."""
        self._hear()
        known = self.server.heads.get(self.named)
        if known is not None:
            return known[:most]
        found = self._look(min(most, SHORT))
        if found is not None and not found.ends_within(most):
            found = self._look(most)
        return None if found is None else found.raw[:most]

    def wrote(self, raw: bytes) -> None:
        """It is frozen now, in these bytes."""
        self.server.absent.discard(self.named)
        self._remember(raw)
        recent = self.server.recent
        if len(raw) <= SMALL:
            recent[self.named] = raw
            while len(recent) > MOST_RECENT:
                del recent[next(iter(recent))]

    def _look(self, most: int) -> _LetterHead | None:
        """It, of those that are frozen or wait. While its campaign is claimed none comes but by us: who looks for one looks for
        that before it and that after it too, which letters name."""
        server, named = self.server, self.named
        if named in server.absent:
            return None
        wanted = [one for one in self._beside() if (*named[:2], one) not in server.heads and (*named[:2], one) not in server.absent]
        return self._found(wanted, most).get(self.number)

    def _hear(self) -> None:
        """What was expected to be asked of letters of this seat has come."""
        if expected := self.server.expected_heads.pop(self.named[:2], None):
            self._found(expected, SHORT)

    def _found(self, wanted: list[str], most: int) -> dict[str, _LetterHead]:
        """Letters of this seat that are frozen or wait, of those that are wanted; what is seen of them is remembered."""
        server = self.server
        found = {str(number): _LetterHead(*row) for number, *row in server.ask(_HEADS, _of_heads(*self.named[:2], wanted, most))}
        for number in wanted:
            if number in found:
                LetterRow(self.campaign, self.seat, number, server)._remember(found[number].raw if found[number].is_frozen else b"")
            elif self.campaign in server.claimed:
                server.absent.add((self.campaign, self.seat, number))
        return found

    def _beside(self) -> list[str]:
        """The number before, its own, and the number after."""
        prefix, _, n = self.number.rpartition("-")
        return [f"{prefix}-{int(n) + more}" for more in (-1, 0, 1)] if n.isdecimal() and prefix else [self.number]

    def _remember(self, raw: bytes) -> None:
        """All of its header, if that is there: it stays as it is."""
        header, end, _ = raw.partition(END)
        if end:
            heads = self.server.heads
            heads[self.named] = header + end
            while len(heads) > MOST_HEADS:
                del heads[next(iter(heads))]

    @property
    def named(self) -> LetterName:
        """Campaign, seat, number."""
        return self.campaign, self.seat, self.number

    def stamp(self) -> tuple[int, int]:
        """It never changes. OSError when it is not there."""
        if not self.is_there():
            raise FileNotFoundError(f"{self.campaign} {self.seat} {self.number}")
        return 0, 0

    def _asked(self, what: str) -> list[Row]:
        return self.server.ask(
            f"select {what} from letter_out where campaign = %s and seat = %s and number = %s",
            self.named,
        )


def _of_heads(campaign: str, seat: str, numbers: list[str], most: int) -> tuple[object, ...]:
    """What is asked in `_HEADS`."""
    return most, *(campaign, seat, numbers) * 2


class DatabaseLetters:
    """All of them."""

    def __init__(self, server: DatabaseServer, campaign: str) -> None:
        self.server, self.campaign = server, campaign

    def at(self, seat: str, number: str) -> LetterRow:
        """The place of one."""
        return LetterRow(self.campaign, seat, number, self.server)

    def all(self) -> Iterator[FrozenBytes]:
        """Each of them."""
        rows = self.server.ask(
            "select seat, number, content, packing from letter_out where campaign = %s order by 1, 2", (self.campaign,)
        )
        return (FrozenBytes(str(seat), str(number), inflated(*content)) for seat, number, *content in rows)

    def foresee(self, seat: str, numbers: tuple[str, ...]) -> None:
        """While a campaign is claimed none comes but by us, and each is written in the turn of its record, or waits for its map
        from then on."""
        if self.campaign in self.server.claimed:
            self.server.absent.update((self.campaign, seat, number) for number in numbers)

    def expect(self, seat: str, numbers: tuple[str, ...]) -> None:
        """How they begin is asked with whatever is asked next."""
        server = self.server
        wanted = [number for number in numbers if (self.campaign, seat, number) not in server.heads]
        if wanted and self.campaign in server.claimed:
            server.expected_heads[self.campaign, seat] = wanted
            server.expect(_HEADS, _of_heads(self.campaign, seat, wanted, SHORT))

    def numbers(self, seats: Collection[str]) -> Mapping[str, frozenset[str]]:
        """By seat those that are frozen, or wait for their maps and need nobody else."""
        found = self.server.ask(NUMBERS, (self.campaign,) * 2)
        return {seat: frozenset(str(number) for whose, number in found if whose == seat) for seat in seats}
