"""One of a thing is never several: `1 turns`, `1 hexes`, `1 OPs` are slips of the pen."""

import re

_ONE = re.compile(r"(?<![\w.,:/+*-])1 (?:[a-z]+s|[A-Z]{1,3}s)\b")
_GOES_ON = re.compile(r"\n {3,}")
VERBS = {"begins", "was", "is", "has"}
"""What a 1 does: `turn 1 begins`, `battle 1 was fought`."""


def slips(text: str) -> list[str]:
    """Every `1 things` of a letter; cells of a table stand apart by more than a blank."""
    return [slip for slip in _ONE.findall(_GOES_ON.sub(" ", text)) if slip.split()[1] not in VERBS]
