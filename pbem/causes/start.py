"""The campaign is set up: standing orders of day one are filed, invitations go out."""

from collections.abc import Mapping

from pbem.causes.finishing import finish
from pbem.causes.work import Table, Work, words
from pbem.chronicle import Cause, Record, State
from pbem.command import standing_orders
from pbem.command.affairs import Affairs, Filed, Seat
from pbem.command.hosting import DigestSent, HostHeard
from pbem.command.papers import StandingFiled
from pbem.enrolling import asked_to_stand_ready, invitation
from pbem.host_letters import host_welcome
from pbem.kernel.dice import commitment
from pbem.orders.reading import read_orders
from pbem.orders.sheet import StandingLine


def start(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """The campaign is set up: standing orders of day one are filed, invitations go out."""
    work = Work(table, state, cause)
    for side in sorted(state.pictures):
        work.put(StandingFiled(side, day_one(table, state, side)))
    for seat in work.seats:
        work.send(invitation(work.desk(seat), commitment(bytes.fromhex(state.seed))))
    for seat in state.affairs.bench:
        work.send(asked_to_stand_ready(work.desk(seat)))
    for seat in work.hosts:
        work.send(host_welcome(work.desk(seat)))
    if work.hosts:
        work.put(HostHeard(cause.at))
        work.put(DigestSent(cause.at.date().isoformat()))
    return finish(work)


def day_one(table: Table, state: State, side: str) -> Filed:
    """The defaults of every reaction, each under the part of the file it fills."""
    reactions = table.ruleset.reactions.values()
    lines = [text for reaction in reactions for text in reaction.defaults]
    sheet = read_orders(tuple(enumerate(lines, 1)), words(table, state, side))
    pairs = []
    for line in sheet.lines:
        if not isinstance(line.command, StandingLine):
            raise ValueError(f"not a standing order: {line.text}")
        act = line.command.act
        pairs.append((table.ruleset.reactions[act.verb].part(act), line.canonical.upper()))
    return standing_orders.day_one(pairs)


def opening_affairs(
    campaign: str, title: str, seats: tuple[Seat, ...], proof: str = "token", tempo: Mapping[str, str] | None = None
) -> Affairs:
    """The affairs of a campaign that has not begun."""
    return Affairs(campaign, title, {s.id: s for s in seats}, proof=proof, tempo=tempo or {})
