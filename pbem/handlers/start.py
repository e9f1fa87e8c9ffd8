"""The campaign is set up: standing orders of day one are filed, invitations go out."""

from collections.abc import Mapping

from pbem.campaign import standing_orders
from pbem.campaign.admin_events import DigestSent, HostHeard, StandingFiled
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import AdminState, Filed, Seat
from pbem.handlers.finishing import finish
from pbem.handlers.joining import begin, prospect
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork, words
from pbem.kernel.dice import commitment
from pbem.kernel.numbered_lines import numbered
from pbem.letters.field_briefs import begins
from pbem.letters.host import host_welcome
from pbem.letters.invitations import asked_to_stand_ready, invitation
from pbem.orders.parser import read_orders
from pbem.orders.tree import StandingLine


def start(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The campaign is set up: standing orders of day one are filed, invitations go out."""
    work = UnitOfWork(table, state, cause)
    for side in sorted(state.pictures):
        work.put(StandingFiled(side, day_one(table, state, side)))
    battle, bound = state.admin.battle, commitment(bytes.fromhex(state.seed))
    if battle:
        for seat in work.seats:
            work.send(begins(work.desk(seat), battle, bound))
        begin(work)
        return finish(work)
    for seat in work.seats:
        work.send(invitation(work.desk(seat), bound, prospect(work, seat)))
    for seat in state.admin.bench:
        work.send(asked_to_stand_ready(work.desk(seat)))
    for seat in work.hosts:
        work.send(host_welcome(work.desk(seat)))
    if work.hosts:
        work.put(HostHeard(cause.at))
        work.put(DigestSent(cause.at.date().isoformat()))
    return finish(work)


def day_one(table: CampaignContext, state: State, side: str) -> Filed:
    """The defaults of every standing order, each under the part of the file it fills, with the module's lines in their place."""
    orders = table.ruleset.standing_orders
    lines = [text for word in orders.WORDS.values() for text in word.defaults]
    lines += orders.day_one(table.game, state.pictures[side])
    sheet = read_orders(tuple(numbered(lines, 1)), words(table, state, side))
    pairs = []
    for line in sheet.lines:
        if not isinstance(line.command, StandingLine):
            raise ValueError(f"not a standing order: {line.text}")
        act = line.command.act
        pairs.append((orders.part(act), line.canonical.upper()))
    return standing_orders.day_one(dict(pairs).items())


def opening_admin(
    campaign: str, title: str, seats: tuple[Seat, ...], proof: str = "token", tempo: Mapping[str, str] | None = None
) -> AdminState:
    """The admin state of a campaign that has not begun."""
    return AdminState(campaign, title, {s.id: s for s in seats}, proof=proof, tempo=tempo or {})
