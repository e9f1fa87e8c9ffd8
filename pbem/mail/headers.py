"""The outside of a mail: who it says it is from, what it answers, which token came with it."""

import hashlib
import re

from pbem.mail.letter import Cover
from pbem.mail.mime import Fields, values, words_read
from pbem.mail.sender import canonical_address

_LONGEST_SUBJECT = 300
_FIELD_LIMIT = 4000
_MOST_ADDRESSES = 100
_MOST_ANSWERS = 30
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ADDRESS = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,253}")
_PLUS = re.compile(r"[^+@]*\+([a-z0-9][a-z0-9_-]*?)(?:-([a-z2-7]{16}))?@.*")
_BLANK_LINE = re.compile(rb"(?>\r\n|\r|\n){2}")
_BARE_CR = re.compile(rb"\r(?!\n)")
_ID = re.compile(r"<[^<>\s]{1,250}>")
_TAG = re.compile(r"(?:\[ext(?:ernal)?\]\s*|\w{2,4}\s?[:：]\s*){0,5}\[([a-z0-9][a-z0-9_-]{0,39})\]", re.IGNORECASE)
# Delivery fields come from the receiving side and name the address that was really used.
_RECIPIENT_FIELDS = ("delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "to", "cc")


def cover_of(fields: Fields, raw: bytes) -> Cover:
    """The cover of a mail, from its header alone; nothing in it raises or is trusted."""
    digest = hashlib.sha256(raw).hexdigest()
    froms = values(fields, "from")
    subject = decoded(next(iter(values(fields, "subject")), ""))
    recipients = _recipients(fields)
    campaign, token = _plus(recipients)
    tag = _TAG.match(subject)
    return Cover(
        sha256=digest,
        sender=(canonical_address(froms[0]) or "") if len(froms) == 1 and not _parsers_part_ways(raw) else "",
        subject=subject,
        recipients=recipients,
        token=token,
        campaign=campaign or (tag[1].lower() if tag else ""),
        answers=_answers(fields),
        message_id=_own_id(fields) or f"<{digest[:32]}@no-message-id.invalid>",
    )


def decoded(value: str) -> str:
    """A header value for show: encoded words read, control characters gone, one line of bounded length."""
    text = words_read(value[:_FIELD_LIMIT])
    return _CONTROLS.sub(" ", text).strip()[:_LONGEST_SUBJECT]


def _parsers_part_ways(raw: bytes) -> bool:
    """Does a bare CR stand in a header of other line ends? To some it ends a line, to others it stands within one."""
    end = _BLANK_LINE.search(raw)
    header = raw[: end.start() if end else len(raw)]
    return b"\n" in header and _BARE_CR.search(header) is not None


def _recipients(fields: Fields) -> tuple[str, ...]:
    texts = [value[:_FIELD_LIMIT] for name in _RECIPIENT_FIELDS for value in values(fields, name)[:20]]
    found = [address.lower() for text in texts for address in _ADDRESS.findall(text)]
    return tuple(dict.fromkeys(found))[:_MOST_ADDRESSES]


def _plus(recipients: tuple[str, ...]) -> tuple[str, str]:
    """(campaign, token) of the plus addresses; one that carries a token goes before one that does not."""
    matches = [match for match in map(_PLUS.fullmatch, recipients) if match]
    best = sorted(matches, key=lambda match: match[2] is None)
    return (best[0][1], best[0][2] or "") if best else ("", "")


def _answers(fields: Fields) -> tuple[str, ...]:
    direct = _ID.findall(next(iter(values(fields, "in-reply-to")), "")[:_FIELD_LIMIT])
    chain = _ID.findall(next(iter(values(fields, "references")), "")[-_FIELD_LIMIT:])
    return tuple(dict.fromkeys([*direct, *reversed(chain)]))[:_MOST_ANSWERS]


def _own_id(fields: Fields) -> str:
    found = _ID.search(next(iter(values(fields, "message-id")), "")[:_FIELD_LIMIT])
    return found[0] if found and found[0].isascii() and found[0].isprintable() else ""
