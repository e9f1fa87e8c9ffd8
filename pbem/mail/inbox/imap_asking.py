"""What an IMAP server is asked of mails: their outsides, and the bodies of as many together as fit into a question."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from imapclient import IMAPClient

_BATCH = 100
_MOST_ASKED, _LARGEST_ASKED = 25, 256 << 10  # mails, and bytes of them, that are asked for by one question


class MailOutside(NamedTuple):
    """A mail as the server tells of it unopened; size: in bytes."""

    arrival: datetime
    uid: int
    size: int


def asked_together(outsides: list[MailOutside], largest: int) -> Iterator[list[MailOutside]]:
    """The mails in order, as many together as fit into a question; one that is oversized by itself."""
    together: list[MailOutside] = []
    for outside in outsides:
        full = len(together) >= _MOST_ASKED or sum(mail.size for mail in together) + outside.size > _LARGEST_ASKED
        if together and (full or outside.size > largest):
            yield together
            together = []
        together.append(outside)
        if outside.size > largest:
            yield together
            together = []
    if together:
        yield together


def outsides_of(client: IMAPClient, uids: list[int]) -> list[MailOutside]:
    """The outsides of these mails; one the server says nothing of is left for later."""
    found = []
    for start in range(0, len(uids), _BATCH):
        answers = client.fetch(uids[start : start + _BATCH], ["RFC822.SIZE", "INTERNALDATE"])
        for uid, data in answers.items():
            if b"INTERNALDATE" in data and b"RFC822.SIZE" in data:
                found.append(MailOutside(data[b"INTERNALDATE"].astimezone(UTC), uid, data[b"RFC822.SIZE"]))
    wanted = set(uids)
    return [outside for outside in found if outside.uid in wanted]


def bodies_of(client: IMAPClient, uids: list[int]) -> dict[int, bytes]:
    """The mails' bytes by uid; of one the server does not give, nothing."""
    answers = client.fetch(uids, ["BODY.PEEK[]"])
    return {uid: bytes(data[b"BODY[]"]) for uid, data in answers.items() if isinstance(data.get(b"BODY[]"), bytes)}


def body_of(client: IMAPClient, uid: int) -> bytes | None:
    """The bytes of one mail; None when the server does not give them."""
    return bodies_of(client, [uid]).get(uid)


def header_of(client: IMAPClient, uid: int, most: int) -> bytes | None:
    """The header of one mail, so many bytes of it at most: there may be no end to it."""
    data = client.fetch([uid], [f"BODY.PEEK[HEADER]<0.{most}>"]).get(uid, {})
    header = data.get(b"BODY[HEADER]<0>")
    return bytes(header) if isinstance(header, bytes) else None
