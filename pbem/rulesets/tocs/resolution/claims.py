"""Claims: what is answered when a zone is asked for (TOCS-W6.0-9), by a mover or a scout and by nothing else.

A list of claims shows where a zone was answered, and it stays as answered until an act of the reader disproves it. A zone that
is gone by itself, since the company went away or since an extended one lapses, is told to nobody: the truth is looked at when
the hex is asked after again. So the list never tells how a company is deployed (TOCS-W10.15-6).
"""

from collections.abc import Iterable

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules.zoc import covers
from pbem.rulesets.tocs.standing_orders.asked import WillClaim


@rule("TOCS-W6.0-8", "TOCS-W6.0-9", "TOCS-W6.0-10", "TOCS-1.9-3", "TOCS-W6.0-1")
def answered(moment: Moment, viewer: str, hex_: Hex) -> tuple[bool, tuple[e.Event, ...]]:
    """Does EZOC stand in a hex that `viewer` enters or scouts, and the announcement if that is news.

    The enemy's standing orders decide whether to claim; the truth decides whether he may. An older claim must be
    confirmed or given up.
    """
    enemy = moment.game.other(viewer)
    claimed = hex_ in moment.board.public.claims[viewer]
    willing = claimed or moment.ask(enemy, WillClaim(hex_))
    stands = willing and covers(moment.board.view(moment.game, enemy), hex_, moment.board.forces[viewer].stood(hex_))
    return stands, (e.EzocAnswered(viewer, hex_, stands),) if stands != claimed else ()


@rule("TOCS-W6.0-8", "TOCS-W6.0-12", "TOCS-W6.0-16", "TOCS-W6.0-17", "TOCS-W10.15-3", "TOCS-W10.15-6")
def stepped(moment: Moment, viewer: str, origins: Iterable[Hex], hex_: Hex) -> tuple[bool, tuple[e.Event, ...]]:
    """The same for a hex that units of `viewer` enter out of others. Where a zone bars the step it is asked as well whether
    that of the claimed hexes they come from is there still: a mover disproves what lapsed there."""
    stands, news = answered(moment, viewer, hex_)
    asked = sorted({*origins} & {*moment.board.public.claims[viewer]}) if stands else ()
    return stands, (*news, *(event for origin in asked for event in answered(moment, viewer, origin)[1]))
