"""PLAN FOR NEXT: a plan for your next part of play, with guards."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("plan for next", ("plan for next [{moment}]",), "block", phrase("a plan for your next {moment}, with guards")),
    phrase(
        "PLAN FOR NEXT … END PLAN does for the lines between, or for all below it where no END follows, what FOR NEXT\n"
        "{MOMENT} does for a letter, and takes guards:\n"
        "VOID IF ATTACKED when a battle was fought against you meanwhile, VOID IF LOST a hex when it is not yours any\n"
        "more; RUN ANYWAY executes what can be executed. Who ends the {moment} before a plan of another seat has run is asked\n"
        "first; such a plan is void. A plan holds orders alone: EXTEND, ABSENT or a standing order inside it keeps it off\n"
        "file, since each counts at once, outside the plan.\n"
        "\n    PLAN FOR NEXT\n    void if attacked\n    {order}\n    END PLAN"
    ),
)
