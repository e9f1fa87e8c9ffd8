"""Characters: what phones and mail programs put in place of plain letters is folded back, and every column is kept.

`clean` keeps the length of a line; `fold` may change it, and says for each folded character where it came from.
"""

import unicodedata
from functools import cache

from pbem.kernel.values import Value

_REPLACED = {
    **dict.fromkeys('"“”„‟«»‹›″*_`•·‣▪●◦', " "),
    **dict.fromkeys("'‘’‚‛′ʼ", ""),
    **dict.fromkeys("→⇒➔➜➡⟶", "->"),
    **dict.fromkeys("−⁃", "-"),
    **dict.fromkeys("⁄∕", "/"),
}
_DROPPED = ("Mn", "Me", "Cf")
_BLANK = ("Cc", "Zs", "Zl", "Zp")
_ASCII = {code: _REPLACED.get(chr(code), chr(code).lower()) for code in range(32, 127)} | dict.fromkeys([*range(32), 127], " ")
_ASCII_CONTROLS = dict.fromkeys([*range(32), 127], " ")
_LOST = "\N{REPLACEMENT CHARACTER}"


class Folded(Value):
    """Folded text; `columns[i]` is the 0-based place in the text as written of its character i, and of its end."""

    text: str
    columns: range | tuple[int, ...]


def clean(text: str) -> str:
    """The text, as long as before, with controls and line ends as blanks and unpaired surrogates replaced."""
    if text.isascii():
        return text.translate(_ASCII_CONTROLS)
    return "".join(_cleaned(character) for character in text)


def fold(text: str) -> Folded:
    """Case, accents, quotes, bold stars, wide digits, dashes, blanks and invisible characters made plain."""
    if text.isascii() and "'" not in text:
        return Folded(text.translate(_ASCII), range(len(text) + 1))
    pieces = [_folded(character) for character in text]
    columns = [place for place, piece in enumerate(pieces) for _ in piece]
    return Folded("".join(pieces), (*columns, len(text)))


@cache
def _cleaned(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return _LOST if category == "Cs" else character


@cache
def _folded(character: str) -> str:
    plain = _plain(character)
    for _ in range(3):
        plain = "".join(_plain(part) for part in plain)
    return plain


def _plain(character: str) -> str:
    if character in _REPLACED:
        return _REPLACED[character]
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return "".join(_by_category(part) for part in apart)


def _by_category(character: str) -> str:
    category = unicodedata.category(character)
    if category in _DROPPED:
        return ""
    if category in _BLANK:
        return " "
    return "-" if category == "Pd" else character
