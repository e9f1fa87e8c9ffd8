"""Letters about live evenings, as documents: an offer with its answers, and the notices of what became of it.

Both sides read the same words, each on its own clocks; which seat said them, and in which zone, is in none of them.
"""

from pbem.campaign.evenings import LiveOffer, span
from pbem.campaign.seats import is_senior, senior
from pbem.documents.document import Block, Document, block
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk, Out, called
from pbem.letters.on_file import clock_words

LIVE = phrase("The clocks then run in minutes, and both sides are expected at the table (HELP LIVE).")


def offered(desk: Desk, offer: LiveOffer, instead: bool) -> Out:
    """The other side's offer. Who commands the reader's side has its answers at a touch, the others of it are told of him."""
    first, when = senior(desk.admin, desk.seat.side), span(offer.start, offer.end, desk.zone)
    mine = is_senior(desk.admin, desk.seat)
    answers = (f"ACCEPT LIVE {offer.number}", f"DECLINE LIVE {offer.number}") if mine else ()
    wanted = (
        (say("REPLY  {answers}  (by {clock})", answers=" | ".join(answers), clock=clock(offer.start, desk.zone)),) if mine else ()
    )
    lines = (
        say(
            "The other side offers a live evening: {when}{instead}.",
            when=when,
            instead=say(", in the place of the one before") if instead else "",
        ),
        say(LIVE),
        *([say("{first} answers it for your side.", first=called(desk.ruleset, desk.game, first))] if first and not mine else []),
    )
    head = ((say("[{campaign}] LIVE EVENING OFFERED", campaign=desk.admin.campaign), desk.number),)
    document = Document(say("live evening offered: {when}", when=when), head, wanted, (Block("", lines, "prose"),), (), answers)
    return Out(desk.seat.id, "evening", document, False)


def evening_notice(desk: Desk, subject: str, lines: tuple[str, ...]) -> Out:
    """What became of an evening, with the clock as the reader knows it."""
    blocks = (Block("", lines, "prose"), *block("CLOCK", (clock_words(desk),)))
    document = Document(subject, ((f"[{desk.admin.campaign}] {subject.upper()}", desk.number),), (), blocks)
    return Out(desk.seat.id, "evening", document, False)
