"""Wrappings that are never opened: what is in them is refused by name, or named beside a text that can be read."""

import re
from collections.abc import Iterable

from pbem.kernel.i18n import phrase
from pbem.mail.mime import LEFT_AS_IS, MimePart

_TNEF = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_PACKED = re.compile(r"application/(?:x-)?(?:zip|gzip|7z|rar|tar|bzip2?|xz|zstd|compress|lha|lzh|arj)|application/vnd\.rar")
_PACKED_NAMES = (".zip", ".gz", ".tgz", ".7z", ".rar", ".tar", ".bz2", ".xz", ".zst", ".arj", ".lzh", ".cab")
_OLD_ENCODINGS = re.compile(r"(?:x-)?(?:uue?|uuencode|yenc|yencode)|(?:x-)?mac-binhex40|(?:x-)?binhex")
_OLD_BEGINNINGS = re.compile(
    r"begin(?:-base64)? [0-7]{3,4} \S.{0,200}|=ybegin .{1,200}|\(This file must be converted with BinHex.{0,20}", re.IGNORECASE
)

NOTES = {
    "winmail.dat": phrase("an attached winmail.dat was not unpacked"),
    "packed": phrase("a packed attachment was not unpacked"),
    "uuencoded": phrase("a uuencoded attachment was not read"),
    "transfer encoding": phrase("an attachment in an unknown transfer encoding was not read"),
}
"""Every wrapping, with what is said of it beside a text that can be read."""


def wrapping(part: MimePart) -> str:
    """The name of the wrapping a part comes in, "" for none."""
    if _OLD_ENCODINGS.fullmatch(part.encoding):
        return "uuencoded"
    if part.encoding not in LEFT_AS_IS | {"base64", "quoted-printable"}:
        return "transfer encoding"
    if part.kind in _TNEF or part.filename == "winmail.dat":
        return "winmail.dat"
    packed = _PACKED.match(part.kind) or part.filename.endswith(_PACKED_NAMES)
    return "packed" if packed else ""


def wrappings(parts: Iterable[MimePart]) -> tuple[str, ...]:
    """The wrappings that parts come in, each once, the first first."""
    return tuple(dict.fromkeys(filter(None, map(wrapping, parts))))


def opens_uuencoded(text: str) -> bool:
    """Does a line open a file encoded the old way, within a text?"""
    return _OLD_BEGINNINGS.fullmatch(text.rstrip()) is not None
