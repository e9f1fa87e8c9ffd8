"""DIARY: what happened to one of your units."""

from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("diary", ("diary UNIT",), "question", phrase("what happened to one of your units")),
    phrase("{diary}\n\n    DIARY {a_unit}"),
    by=OBSERVERS,
    answer=ask_ruleset,
)
