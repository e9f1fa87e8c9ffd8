"""A vocabulary of TCS as a side of a small game would have it."""

from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import numbered
from pbem.orders.lexer import fold_name
from pbem.orders.parser import read_orders
from pbem.orders.tree import SheetLine, Vocabulary
from pbem.rulesets.tcs.words import VERBS

CALLS = ["A-1", "A-2", "A-3", "A-MG", "K-1", "T-1", "T-2", "T-3", "E-1", "G-1", "BTY", "A94", "C37-6", "C37-11", "C37-31", "AG37-1"]
VOCABULARY = Vocabulary(
    VERBS,
    {fold_name(call): call for call in CALLS},
    {"bezange": Hex("07.06")},
    {"C/37": ("C37-6", "C37-11", "C37-31"), "A": ("A-1", "A-2", "A-3")},
    targets={"panther-2": "Panther-2", "foot-4": "foot-4"},
)


def read(text: str) -> tuple[SheetLine, ...]:
    """The lines of a letter."""
    return read_orders(list(numbered(text.split("\n"), 1)), VOCABULARY).lines


def said(text: str) -> list[str]:
    """Its canonical lines, a faulty one as its first error."""
    return [line.canonical or line.remarks[0].text for line in read(text)]
