"""Standing orders: filed for a side, each line checked against its owner's picture alone."""

from pbem.campaign import standing_orders
from pbem.campaign.admin_events import StandingFiled
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers.authority import closes_for_others
from pbem.handlers.telling import tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import say
from pbem.orders.tree import Act, StandingLine


def file_standing_orders(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """File standing orders; each line is checked against the owner's picture alone."""
    notes: list[str] = []
    changes: list[tuple[str, str]] = []
    for line in request.standing:
        orders = work.table.ruleset.standing_orders
        refusal = _no_standing(work, seat, line.act)
        if refusal:
            notes.append(say("not filed: {why} ({rule})", why=refusal.words, rule=refusal.rule))
        else:
            text = _canonical(request, line)
            changes.append((orders.part(line.act), text))
            notes.append(say("standing order filed: {text}", text=text))
            notes += [say("WATCH: {warning}", warning=warning)] if (warning := orders.warning(line.act)) else []
    if changes:
        filed = standing_orders.amended(work.state.admin.standing[seat.side], changes)
        work.put(StandingFiled(seat.side, filed))
        notes.append(say("standing orders are now version {version}", version=filed.version))
        head = say(
            "{seat} has filed standing orders for your side, now version {version}:", seat=work.officer(seat), version=filed.version
        )
        tell_team(work, seat, say("standing orders"), (head, *theirs((text for _, text in changes), "  ")))
    return notes


def _no_standing(work: UnitOfWork, seat: Seat, act: Act) -> Refusal | None:
    """Why a standing order is not filed: it is not the seat's to say, or cannot be by its owner's picture."""
    check = work.table.ruleset.standing_orders.check
    return closes_for_others(work, seat, act) or check(work.table.game, work.state.pictures[seat.side], act)


def _canonical(request: Request, line: StandingLine) -> str:
    return next(ln.canonical for ln in request.written.lines if ln.command is line).upper()


def look_at_standing_orders(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """CHECK: which of them could be filed."""
    notes = []
    for line in request.standing:
        refusal = _no_standing(work, seat, line.act)
        fault = f"{refusal.words} ({refusal.rule})" if refusal else say("could be filed")
        notes.append(f"{_canonical(request, line)}: {fault}")
    return notes
