"""Where free text begins and ends in a letter: messages, logs, questions, reports, intents. `Message received` begins none."""

import re
from collections.abc import Sequence

from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.lexer import FILLERS, tokenise

BLOCKS = ("message", "log", "question", "aar", "intent")
LONGEST_LOOKED_AT = 400
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_EDGE = re.compile(rf"\W*(?:end|{'|'.join(BLOCKS)})\b", re.IGNORECASE)
_SURE = {
    "message": re.compile(r"\W*message(?:\s+(?:to\s+)?[^\s:]+)?[\s:]*", re.IGNORECASE),
    "aar": re.compile(r"\W*aar(?:\W*[0-9]{1,3})?[\s:]*", re.IGNORECASE),
    "intent": re.compile(r"\W*intent(?:\s+(?:turn|[0-9., ]{4,6}))?[\s:]*", re.IGNORECASE),
    **{kind: re.compile(rf"\W*{kind}[\s:]*", re.IGNORECASE) for kind in ("log", "question")},
}
"""The first line of free text, when it can be nothing else."""


class Edges:
    """The lines of a letter that may begin or end free text."""

    def __init__(self, lines: Sequence[NumberedLine]) -> None:
        self._lines = [(at, text) for at, (_, text) in enumerate(lines) if _EDGE.match(text)]

    def opens(self, words: Sequence[str], text: str, place: int, others: frozenset[str]) -> bool:
        """Does the line at a place, of these words, open free text? One that says no more than that does; `message received, ta`
        does only if its END is below, and no line that surely opens one stands between. others: whom a message may be for."""
        kind = words[0]
        if list(words[-2:]) == ["end", kind] or (_surely_opens(kind, text) and _is_known(kind, words, others)):
            return True
        for _, other in (edge for edge in self._lines if edge[0] > place):
            below = [token.text for token in tokenise(other[:LONGEST_LOOKED_AT]) if token.text not in FILLERS]
            if ends_block(below, kind):
                return True
            if below[:1] == [kind] and _surely_opens(kind, other):
                return False
        return False


def _is_known(kind: str, words: Sequence[str], others: frozenset[str]) -> bool:
    """Can the message be for somebody?"""
    return kind != "message" or not others or len(words) != 2 or words[1] in others


def _surely_opens(kind: str, text: str) -> bool:
    return _SURE[kind].fullmatch(without_comment(text)) is not None


def ends_block(words: Sequence[str], kind: str) -> bool:
    """Do these words end free text of a kind?"""
    return list(words) == ["end", kind] or (list(words) == ["end"] and kind == "aar")


def without_comment(text: str) -> str:
    """A line without its `#` comment."""
    return _COMMENT.sub("", text).rstrip() if "#" in text else text
