"""What a condition may ask. A hex or unit that is left out is that of the act before which it stands."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.classes import CLASS

CONDITIONS = (
    Verb("empty", ("[HEX] empty",), "condition", phrase("nobody is seen there")),
    Verb("occupied", ("[HEX] occupied",), "condition", phrase("an enemy is seen there")),
    Verb("suppressed", ("[HEX] suppressed",), "condition", phrase("all that is seen there is suppressed")),
    Verb("none", (f"[HEX] no {CLASS}", f"no {CLASS} at HEX", f"no {CLASS} within N of HEX [by turn TURN]"), "condition",
        phrase("nothing of a class is there")),
    Verb("seen", (f"seen {CLASS} within N [of HEX]",), "condition", phrase("an enemy of a class is seen so near")),
    Verb("friends", ("friends within N [of HEX]",), "condition", phrase("own units are so near")),
    Verb("fired on", ("fired on [UNIT]",), "condition", phrase("it was fired on in this turn")),
    Verb("hit", ("hit [UNIT]",), "condition", phrase("it was hit in this turn")),
    Verb("lost", ("lost UNIT",), "condition", phrase("it is lost")),
    Verb("stands", ("UNIT at HEX",), "condition", phrase("it stands there")),
    Verb("under", ("UNIT under N steps",), "condition", phrase("it has fewer steps")),
    Verb("in force", ("SHEET in force",), "condition", phrase("the sheet is in force")),
    Verb("turn", ("turn TURN",), "condition", phrase("the turn has come")),
    Verb("visibility", ("visibility N",), "condition", phrase("one sees at least so far")),
)  # fmt: skip
