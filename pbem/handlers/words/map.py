"""MAP: the ground as your staff knows it, in letters."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    maps, hex_ = desk.ruleset.maps, act.text("HEX") or ""
    if desk.admin.stage == "inviting" or not maps:
        return ()
    sketch = maps.sketch(desk.game, desk.picture, hex_, act.number("N") or 0)
    return block(say("MAP {hex}", hex=hex_).strip(), sketch, "columns")


WORD = Word(
    Verb("map", ("map [HEX [N]]",), "question", phrase("the ground as your staff knows it, in letters")),
    phrase(
        "MAP draws the whole map, a sign for each hex. With a hex it draws the hexes around it, each with its\n"
        "number and what is known of it: two each way, or as many as you say (at most four).\n"
        "\n"
        "    MAP\n"
        "    MAP {hex}\n"
        "    MAP {hex} 3"
    ),
    by=OBSERVERS,
    answer=_told,
)
