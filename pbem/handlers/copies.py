"""Letters that a letter asks for: REPORT, RESEND, what DIGEST OFF lets go. Each once, so many of one letter and no more."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers import digests
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import counted, say
from pbem.letters.desk import Resend
from pbem.letters.short_letters import short
from pbem.letters.stations import report_now
from pbem.orders.tree import Act

MOST_AGAIN = 10  # letters that one letter has sent again
MOST_MISSING = 10  # of those that there are none of, named


class _Copy(NamedTuple):
    """The number of a letter that was meant; or "", and what is said of its absence, in short and in a sentence."""

    number: str
    name: str = ""
    line: str = ""


def asked_letters(work: UnitOfWork, seat: Seat, request: Request) -> None:
    """REPORT and RESEND send letters of their own; so does DIGEST OFF what was held."""
    if not work.state.admin.seats[seat.id].digest:
        digests.tell(work, seat)
    acts = [q.act for q in request.questions if q.act.verb == "report" or _is_again(q.act)]
    missing = _reports(work, seat, dict.fromkeys(_formation(act) for act in acts if not _is_of_the_past(act)))
    copies = [_copy(work, seat, act) for act in acts if _is_of_the_past(act)]
    again = list(dict.fromkeys(copy.number for copy in copies if copy.number))
    for number in again[:MOST_AGAIN]:
        work.send(Resend(seat.id, number))
    missing += [copy for copy in copies if not copy.number]
    _tell(work, seat, {copy.name: copy.line for copy in missing}, len(again) - MOST_AGAIN)


def _reports(work: UnitOfWork, seat: Seat, formations: Iterable[str]) -> list[_Copy]:
    """How things stand now, sent of each of these ("" for all); what there is none of before play."""
    playing, missing = work.state.admin.stage != "inviting", list[_Copy]()
    for name in formations:
        if playing:
            work.send(report_now(work.desk(seat), of=name))
        else:
            missing.append(_Copy("", say("no report before play begins"), say("There is no report before play begins.")))
    return missing


def _is_of_the_past(act: Act) -> bool:
    """Is a letter meant that was sent, and no report of how things stand now?"""
    return _is_again(act) or act.number("TURN") is not None


def _is_again(act: Act) -> bool:
    """Is a letter meant by its number?"""
    return act.verb == "resend"


def _formation(act: Act) -> str:
    """The formation that a report is asked of, "" for all."""
    return act.text("FORMATION") or ""


def _copy(work: UnitOfWork, seat: Seat, act: Act) -> _Copy:
    """The letter that is meant, if there is one."""
    admin, turn = work.state.admin, act.number("TURN")
    if act.verb == "report":
        n = admin.reports.get(seat.id, {}).get(turn or 0)
        if n is not None and n > seat.first:
            return _Copy(admin.number(seat.id, n))
        return _Copy("", say("no report of turn {turn}", turn=turn), say("You were sent no report in turn {turn}.", turn=turn))
    number = (act.text("LETTER") or "").upper()
    if number in {admin.number(seat.id, n) for n in range(seat.first + 1, admin.sent.get(seat.id, 0) + 1)}:
        return _Copy(number)
    held = [admin.number(seat.id, n) for n in (seat.first + 1, admin.sent.get(seat.id, 0))]
    line = say("You have no letter {number}. Yours are {first} to {last}.", number=number, first=held[0], last=held[1])
    return _Copy("", say("no letter {number}", number=number), line)


def _tell(work: UnitOfWork, seat: Seat, missing: dict[str, str], left: int) -> None:
    """Of what was asked for that there is none, and how many more there are than one letter brings."""
    lines = list(missing.values())[:MOST_MISSING]
    more = len(missing) - len(lines)
    if more:
        lines.append(counted(more, "{number} more of them there is not.", "{number} more of them there are not."))
    if left > 0:
        some = counted(left, "{number} more letter", "{number} more letters")
        lines.append(say("{most} letters come again at most; ask for {some} in another letter.", most=MOST_AGAIN, some=some))
    if lines:
        subject = next(iter(missing)) if len(missing) == 1 and left <= 0 else say("letters that do not come again")
        work.send(short(work.desk(seat), "notice", subject, tuple(lines)))
