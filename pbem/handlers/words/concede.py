"""CONCEDE: give the campaign up."""

from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Final, Word, unless_for_the_side
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _concede(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    other = next(side for side in sorted(work.state.pictures) if side != seat.side)
    work.conclude(
        other, say("conceded by the {adjective} side", adjective=work.table.ruleset.scenario.adjective(work.table.game, seat.side))
    )
    return [say("you have conceded; everything is opened in letters of their own")]


def _final(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    if unless_for_the_side(work, seat, act):
        return None
    return Final(act, "CONCEDE", phrase("It gives the campaign to the other side, and opens everything to both."))


WORD = Word(
    Verb("concede", ("concede [yes]",), "letter", phrase("give the campaign up"), ("does", "arranges")),
    phrase(
        "CONCEDE gives the campaign to the other side. Since it cannot be taken back the referee asks first, and only a YES in\n"
        "answer to that letter does it. All is opened to both as after the last turn, with the result to date.\n"
        "\n    CONCEDE"
    ),
    acts={"arrangements": _concede},
    refuse=unless_for_the_side,
    final=_final,
)
