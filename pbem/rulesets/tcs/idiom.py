"""TCS's idiom: the nouns in which shared texts speak of its play, and its rows behind what all rulesets share."""

from types import MappingProxyType

from pbem.engine.idiom import ExampleOrders, Idiom
from pbem.kernel.i18n import phrase, phrases

IDIOM = Idiom(
    moment=phrase("letter"),
    a_moment=phrase("a letter"),
    moments=phrase("letters"),
    number_of_moments=phrases("{number} letter", "{number} letters"),
    closing="done",
    examples=ExampleOrders("move 05.02", "A-1: move 05.02", "A-2: move 05.03", "A-1"),
    rows=MappingProxyType({"opening": "TCSB-28-3", "example": "TCSB-4-4", "further example": "TCSB-6-15", "chain": "TCSB-3-1"}),
)
