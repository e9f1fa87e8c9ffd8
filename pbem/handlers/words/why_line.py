"""WHY LINE: what came of a line of your last orders, and by which rules."""

import re

from pbem.documents.document import Block, block, theirs
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import RULE_ID
from pbem.letters.desk import Desk
from pbem.modules import library
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    number = act.number("N") or 0
    if desk.admin.stage == "inviting":
        return ()
    return block(say("WHY LINE {number}", number=number), tuple(f" {line}" for line in _why_line(desk, number)))


def _why_line(desk: Desk, number: int) -> tuple[str, ...]:
    """A line of the last orders: what came of it, and the titles of the rules that are named."""
    admin = desk.admin
    lines, ends = admin.ran.get(desk.seat.id, ()), admin.ends.get(desk.seat.id, ())
    if not 1 <= number <= len(ends):
        return (
            say("your last orders have {lines}", lines=counted(len(ends), "{number} line", "{number} lines"))
            if ends
            else say("none of your orders has been executed yet"),
        )
    rules = library.rules(desk.ruleset.name)
    named = dict.fromkeys(re.findall(rf"\(({RULE_ID})\)", ends[number - 1]))
    ruled = {r.rule: r.text for r in admin.hosting.rulings}
    titles = (f"{i}: {rules[i].title}" for i in named if i in rules)
    return (
        lines[number - 1],
        ends[number - 1],
        *titles,
        *(line for i in named if i in ruled for line in (say("the host's ruling on {rule}:", rule=i), *theirs((ruled[i],)))),
    )


WORD = Word(
    Verb("why line", ("why line N",), "question", phrase("what came of a line of your last orders, and by which rules")),
    phrase(
        "WHY LINE tells what came of a line of your last orders, as its receipt numbered it, and the rules by\n"
        "which it failed.\n\n    WHY LINE 2"
    ),
    by=OBSERVERS,
    answer=_told,
)
