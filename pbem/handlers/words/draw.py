"""DRAW: end it as a draw, if both will."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Final, Word, unless_for_the_side
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import notice
from pbem.orders.tree import Act, Verb


class DrawOffered(HostingEvent):
    """The sides whose offer of a draw stands."""

    sides: tuple[str, ...]

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, offers=self.sides)


def _draw(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    offers = work.state.admin.hosting.offers
    others = tuple(side for side in offers if side != seat.side)
    if work.state.admin.camp and act.says("offer"):
        return [say("the referee's commander takes no draw; CLOSE CAMP ends the camp")]
    if act.says("offer") and not others:
        if seat.side not in offers:
            work.put(DrawOffered((seat.side,)))
            _to_the_other(
                work,
                seat,
                say("OFFER"),
                say("a draw is offered"),
                (say("The other side offers a draw."), say("ACCEPT DRAW ends the campaign; DECLINE DRAW does not.")),
            )
        return [say("your offer of a draw stands; the other side has been told")]
    if not others:
        return [say("no draw is offered to you")]
    work.put(DrawOffered(()))
    if act.says("decline"):
        _to_the_other(work, seat, say("DECLINED"), say("your draw is declined"), (say("The other side declines the draw."),))
        return [say("declined; the other side has been told")]
    work.conclude("", say("drawn by agreement of both sides"))
    return [say("the campaign is drawn; everything is opened in letters of their own")]


def _to_the_other(work: UnitOfWork, seat: Seat, head: str, subject: str, lines: tuple[str, ...]) -> None:
    for other in work.seats:
        if other.side != seat.side:
            work.send(notice(work.desk(other), head, subject, lines))


def _final(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    """The offer of a draw, and the word that ends the campaign by one."""
    offers = work.state.admin.hosting.offers
    if unless_for_the_side(work, seat, act) or work.state.admin.camp or act.says("decline"):
        return None
    if any(side != seat.side for side in offers):
        return Final(
            act, "ACCEPT DRAW", phrase("The campaign ends as a draw, with the result to date, and everything is opened to both.")
        )
    if not act.says("offer") or seat.side in offers:
        return None
    cost = phrase("The campaign ends as a draw, with the result to date, as soon as the other side accepts.")
    return Final(act, "OFFER DRAW", cost)


WORD = Word(
    Verb(
        "draw",
        ("offer draw", "accept draw", "decline draw"),
        "letter",
        phrase("end it as a draw, if both will"),
        ("does", "arranges"),
    ),
    phrase(
        "OFFER DRAW is told to the other side; ACCEPT DRAW ends the campaign, DECLINE DRAW does not. An offer stands\n"
        "until it is answered. All is opened to both as after the last turn, with the result to date. The referee asks you\n"
        "for a YES before an offer is told, and before the campaign ends by one.\n\n    OFFER DRAW\n"
        "    ACCEPT DRAW\n    DECLINE DRAW"
    ),
    acts={"arrangements": _draw},
    refuse=unless_for_the_side,
    final=_final,
    events=(DrawOffered,),
)
