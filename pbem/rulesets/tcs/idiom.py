"""TCS's idiom: the nouns in which shared texts speak of its play, and its rows behind what all rulesets share."""

from types import MappingProxyType

from pbem.engine.idiom import Examples, Idiom
from pbem.kernel.i18n import phrase, phrases

IDIOM = Idiom(
    moment=phrase("letter"),
    a_moment=phrase("a letter"),
    moments=phrase("letters"),
    number_of_moments=phrases("{number} letter", "{number} letters"),
    closing="done",
    together=True,
    examples=Examples(
        step="move 05.02",
        line="A-1: move 05.02",
        other="A-2: move 05.03",
        order="A-1: move 05.02",
        unit="A-1",
        formation="A",
        hex="05.02",
        seat="us",
        enemy_seat="ge",
        officer_seat="us.a",
        other_officer_seat="us.t",
        officer="a",
        other_officer="t",
        part="T1.B",
        later_part="T2.A",
        corrections=("us A-1 at 05.02",),
    ),
    figures=phrase(
        "Fires have no numbers here. `WHY A-1` has the figures of what A-1 fired and what struck it, `WHY US-2` those of a\n"
        "sheet. `WHY LINE 2` tells what came of line 2 of your last orders."
    ),
    diary=phrase("DIARY tells turn by turn what a unit did and what struck it."),
    rows=MappingProxyType({"opening": "TCSB-28-3", "example": "TCSB-4-4", "further example": "TCSB-6-15", "chain": "TCSB-3-1"}),
)
