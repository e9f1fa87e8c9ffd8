"""The letters of ours of one campaign as rows: each has one content for ever."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.store.postgres.server import DatabaseServer, Row

END = b"\r\n\r\n"
MOST_HEADS = 4096


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One of them, whether it was written yet or not."""

    campaign: str
    seat: str
    number: str
    server: DatabaseServer = field(compare=False, repr=False)

    def is_there(self) -> bool:
        """Was it frozen?"""
        return bool(self._asked("1"))

    def raw(self) -> bytes:
        """Its bytes. OSError when it is not there."""
        found = self._asked("raw")
        if not found:
            raise FileNotFoundError(f"{self.campaign} {self.seat} {self.number}")
        return bytes(found[0][0])

    def head(self, most: int) -> bytes | None:
        """So many bytes of its beginning, at the most; None when it is not there. Of one that waits for its map what stands in its
        beginning is known before it is written."""
        named, heads = (self.campaign, self.seat, self.number), self.server.heads
        if named in heads:
            return heads[named][:most]
        found = self.server.ask(
            "select true, substring(raw from 1 for %s) from letter_out where campaign = %s and seat = %s and number = %s"
            " union all select false, head from unpainted where campaign = %s and seat = %s and number = %s limit 1",
            (most, *named, *named),
        )
        if not found:
            return None
        is_frozen, head = found[0]
        header = bytes(head).partition(END)
        if is_frozen and header[1]:  # all of it, and what stands in it stays as it is
            heads[named] = header[0] + END
            while len(heads) > MOST_HEADS:
                del heads[next(iter(heads))]
        return bytes(head)

    def stamp(self) -> tuple[int, int]:
        """It never changes. OSError when it is not there."""
        if not self.is_there():
            raise FileNotFoundError(f"{self.campaign} {self.seat} {self.number}")
        return 0, 0

    def _asked(self, what: str) -> list[Row]:
        return self.server.ask(
            f"select {what} from letter_out where campaign = %s and seat = %s and number = %s",
            (self.campaign, self.seat, self.number),
        )


class DatabaseLetters:
    """All of them."""

    def __init__(self, server: DatabaseServer, campaign: str) -> None:
        self.server, self.campaign = server, campaign

    def at(self, seat: str, number: str) -> LetterRow:
        """The place of one."""
        return LetterRow(self.campaign, seat, number, self.server)

    def all(self) -> Iterator[tuple[str, str, bytes]]:
        """Seat, number and bytes of each."""
        rows = self.server.ask("select seat, number, raw from letter_out where campaign = %s order by 1, 2", (self.campaign,))
        return ((str(seat), str(number), bytes(raw)) for seat, number, raw in rows)

    def numbers(self, seat: str) -> frozenset[str]:
        """Those of a seat that are frozen, or wait for their maps and need nobody else."""
        found = self.server.ask(
            "select number from letter_out where campaign = %s and seat = %s"
            " union all select number from unpainted where campaign = %s and seat = %s",
            (self.campaign, seat) * 2,
        )
        return frozenset(str(number) for (number,) in found)
