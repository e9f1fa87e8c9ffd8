"""WHY: the figures behind a battle, or what cuts a unit off."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    """The figures behind a battle, or what cuts a unit off, which the ruleset tells."""
    own, number = ask_ruleset(desk, act), act.number("N") or 0
    if own or desk.admin.stage == "inviting":
        return own
    lines = desk.ruleset.reports.why(desk.game, desk.battles, number)
    return block(say("WHY {number}", number=number), tuple(f" {line}" for line in lines))


WORD = Word(
    Verb(
        "why",
        ("why [battle] N", "why out of supply UNIT", "why out of communication UNIT"),
        "question",
        phrase("the figures behind a battle, or what cuts a unit off"),
    ),
    phrase(
        "WHY prints your side's own part of a battle: strengths, modifiers, shifts, rolls, rules. WHY OUT OF SUPPLY says\n"
        "where a unit's line of supply runs, or what cuts it, and so does WHY OUT OF COMMUNICATION of its headquarters.\n"
        "\n"
        "    WHY 3\n"
        "    Why battle 3?\n"
        "    WHY OUT OF SUPPLY A/504"
    ),
    by=OBSERVERS,
    answer=_told,
)
