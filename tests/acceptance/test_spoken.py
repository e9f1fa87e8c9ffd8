"""No text of a letter is left out of the catalogue: a game is played in a language in which every text stands in brackets.

What stands outside of them must be words of the order language, names of the module, or words that a commander wrote himself.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from pbem.chronicle import Sent
from pbem.kernel import tongue
from pbem.reports.document import Document
from tests.architecture.catalogue import catalogue
from tests.fog.stage import SIDES, Stage, canary_module, game

OPEN, SHUT = "⟦", "⟧"


class Bracketed(NullTranslations):
    """Every text that the catalogue has, in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {one for message in catalogue() for one in ([message.id] if isinstance(message.id, str) else message.id)}

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{SHUT}" if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def bare(text: str) -> str:
    """What stands outside of all brackets."""
    out, deep = [], 0
    for letter in text:
        deep += (letter == OPEN) - (letter == SHUT)
        if not deep and letter not in (OPEN, SHUT):
            out.append(letter)
    return "".join(out)


def texts(document: Document) -> Iterator[str]:
    yield document.subject
    yield from (part for pair in document.head for part in pair)
    yield from document.wanted
    for block in document.blocks:
        yield block.title
        if block.kind not in ("form", "quote"):
            yield "\n".join(block.lines)
        yield from (cell for row in block.rows for cell in row)
    yield "\n".join(document.small)
