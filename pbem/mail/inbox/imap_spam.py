"""The spam folder of an IMAP account: which it is, and which mails in it claim to be by somebody we know."""

import imaplib
from collections.abc import Iterable

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbem.kernel.values import Value
from pbem.mail.inbox import NO_SPAM, claims, is_spam_name

_BATCH = 200
_SPECIAL, _CLOSED = {b"\\junk", b"\\spam"}, {b"\\noselect", b"\\nonexistent"}
_FROM = "BODY.PEEK[HEADER.FIELDS (FROM)]"


class Stand(Value):
    """How far a spam folder has been looked through: mails of a UID below `next`, for these writers."""

    name: str
    validity: int
    next: int
    writers: frozenset[str]


def spam_folder(client: IMAPClient, wanted: str) -> str:
    """The folder's name: the one of that name if one is wanted, else what the server marks as such (RFC 6154), else what is
    called so; "" when there is none."""
    if wanted == NO_SPAM:
        return ""
    listed = [({flag.lower() for flag in flags}, str(name), _last(str(name), mark)) for flags, mark, name in client.list_folders()]
    there = [(flags, name, last) for flags, name, last in listed if not flags & _CLOSED]
    if wanted:
        return next((name for _, name, last in there if wanted in (name, last)), "")
    marked = [name for flags, name, _ in there if flags & _SPECIAL]
    return next(iter([*marked, *(name for _, name, last in there if is_spam_name(last))]), "")


def stand(client: IMAPClient, name: str, writers: frozenset[str]) -> Stand | None:
    """How far the folder reaches now, asked without opening it; None when the server will not say."""
    try:
        answer: dict[bytes, int] = client.folder_status(name, ["UIDNEXT", "UIDVALIDITY"])
    except imaplib.IMAP4.abort:
        raise
    except IMAPClientError:
        return None
    return Stand(name, int(answer[b"UIDVALIDITY"]), int(answer[b"UIDNEXT"]), writers)


def claimed(client: IMAPClient, uids: list[int], writers: Iterable[str]) -> list[int]:
    """Those of the mails whose From names one of the writers, truly or not."""
    found = []
    for start in range(0, len(uids), _BATCH):
        answers: dict[int, dict[bytes, object]] = client.fetch(uids[start : start + _BATCH], [_FROM])
        found += [uid for uid, data in answers.items() if any(claims(v, writers) for v in data.values() if isinstance(v, bytes))]
    return sorted(found)


def _last(name: str, mark: bytes | None) -> str:
    return name.rpartition(mark.decode("ascii", "replace"))[2] if mark else name
