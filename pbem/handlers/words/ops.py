"""OPS: allot the impulse's OPs to seats."""

from collections.abc import Mapping

from pbem.campaign.admin_events import StaffEvent
from pbem.campaign.seats import named
from pbem.campaign.staffwork import Staffwork
from pbem.campaign.state import Seat
from pbem.handlers.on_file_run import unless_in_turns
from pbem.handlers.telling import tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb


class OpsAllotted(StaffEvent):
    """OPs by seat, and the seat that has what is left."""

    shares: Mapping[str, int]
    rest: str
    turn: tuple[str, ...]

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, allotted=self.shares, rest=self.rest, turn=self.turn)


def _allotted(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """OPS 504 5, 508 3, REST 505: each seat's orders spend no more; the order of the seats is the order they run in."""
    texts = act.texts("SHARE")
    wanted = {name: int(share) for name, share in (text.rsplit(" ", 1) for text in texts if not text.startswith("rest "))}
    rest = next((text.removeprefix("rest ") for text in texts if text.startswith("rest ")), "")
    held = {name: named(work.state.admin, seat.side, name) for name in filter(None, (*wanted, rest))}
    unknown = [name for name, other in held.items() if other is None]
    if unknown:
        return (say("nothing allotted: your side has no seat {unknown}", unknown=", ".join(unknown)),)
    ids = {name: other.id for name, other in held.items() if other}
    shares, points = {ids[name]: share for name, share in wanted.items()}, work.points_left(seat.side)
    spent = sum(shares.values())
    if spent > points:
        return (say("nothing allotted: {values} OP are more than the {points} in the bank", values=spent, points=points),)
    work.put(OpsAllotted(seat.side, shares, ids.get(rest, ""), tuple(dict.fromkeys(ids.values()))))
    told = [f"{name} {share}" for name, share in shares.items()]
    told += [say("the rest {ids}", ids=ids[rest])] if rest else []
    allotted = ", ".join(told)
    tell_team(work, seat, say("ops"), (say("{seat} has allotted the OPs of this impulse: {told}.", seat=seat.id, told=allotted),))
    return (say("OPs allotted: {told}", told=allotted),)


WORD = Word(
    Verb("ops", ("ops SHARE...",), "letter", phrase("allot the impulse's OPs to seats"), ("does", "files")),
    phrase(
        "OPS gives each seat so many OPs of this impulse, REST what the others leave. Their orders spend no more,\n"
        "and run in this order.\n\n    OPS 504 5, REST 505"
    ),
    acts={"staffwork": _allotted},
    by=FIELD,
    refuse=unless_in_turns,
    events=(OpsAllotted,),
)
