"""Orders of the command and artillery part of a letter, and what a letter asks for itself."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.classes import MISSIONS

ORDERS = (
    Verb("roll", ("roll SHEET (always|never)", "roll SHEET when CONDITION"), "letter", phrase("when to roll for a sheet")),
    Verb("commit", ("commit SHEET WORD",), "letter", phrase("release a reserve on one of its options")),
    Verb("alternate", ("alternate SHEET",), "letter", phrase("change to the alternate mission of a sheet")),
    Verb("call off", ("call off SHEET",), "letter", phrase("give up a sheet")),
    Verb("join", ("join UNITS to SHEET",), "letter", phrase("add units to a sheet in force")),
    Verb("fragord", ("fragord UNITS on SHEET",), "letter", phrase("units go before their sheet is in force")),
    Verb("line", (f"line UNITS {MISSIONS} [PATH]",), "letter", phrase("an order in one line where no sheets are drawn up")),
    Verb("combine", ("combine UNITS",), "letter", phrase("make one of reduced platoons")),
    Verb("dig company", ("dig company FORMATION",), "letter", phrase("a whole company digs in")),
    Verb("reduce", ("reduce HEX by N",), "letter", phrase("take down own works")),
    Verb("breakout", ("breakout UNIT into N",), "letter", phrase("make single vehicles of a platoon")),
    Verb("plot", (
        "plot CALL at HEX (by UNIT|blind) [N] (he|smoke|illum) [converged|open|linear N_AXIS] [trp HEX_TRP] [cancel if CONDITION]",
        "plot CALL continue [N] (he|smoke|illum)",
    ), "letter", phrase("a fire mission of a battery")),
    Verb("wait", ("wait",), "letter", phrase("skip one exchange of missions")),
    Verb("sortie", ("sortie WORD at PATH [N runs]",), "letter", phrase("aircraft attack these hexes")),
    Verb("stop after", ("stop after (initial|normal|final) impulse",), "letter", phrase("the turn stops there for new orders")),
)  # fmt: skip
QUESTIONS = (
    Verb("see from", ("see from HEX",), "question", phrase("what is seen from a hex")),
    Verb(
        "chance",
        ("chance UNIT [from HEX_FROM] at TARGET", "chance UNIT [from HEX_FROM] at PATH"),
        "question",
        phrase("the odds of a shot"),
    ),
    Verb("ask", ("ask HEX",), "question", phrase("the classes of a stack that is seen")),
)
