"""The points of a part of play, shared out among the seats of a side, by the word that a ruleset has for it."""

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


class PointsShared(StaffEvent):
    """Points by seat, and the seat that has what is left."""

    shares: Mapping[str, int]
    rest: str
    turn: tuple[str, ...]

    def applied_to(self, staff: Staffwork) -> Staffwork:
        """What it comes to."""
        return replace(staff, allotted=self.shares, rest=self.rest, turn=self.turn)


def _shared(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """`504 5, 508 3, REST 505`: each seat's orders spend no more; the order of the seats is the order they run in."""
    texts, idiom = act.texts("SHARE"), work.idiom
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
        why = phrase("nothing allotted: {values} {point} are more than the {points} in the bank")
        return (say(why, values=spent, point=idiom.point, points=points),)
    work.put(PointsShared(seat.side, shares, ids.get(rest, ""), tuple(dict.fromkeys(ids.values()))))
    told = [f"{work.officer(name)} {share}" for name, share in shares.items()]
    told += [say("the rest {ids}", ids=work.officer(ids[rest]))] if rest else []
    allotted = ", ".join(told)
    line = phrase("{seat} has allotted the {points} of this {moment}: {told}.")
    tell_team(work, seat, act.verb, (say(line, seat=work.officer(seat), points=idiom.points, moment=idiom.moment, told=allotted),))
    return (say("{points} allotted: {told}", points=idiom.points, told=allotted),)


SHARING = Word(
    Verb("", (), "letter", ""), "", acts={"staffwork": _shared}, by=FIELD, refuse=unless_in_turns, events=(PointsShared,)
)
"""What is done at a ruleset's word for it, which says how it is written and explained."""
