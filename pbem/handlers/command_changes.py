"""Units that change hands in a run, where several command on a side: a headquarters that comes on may take over those of another.

Whose orders are taken for a unit hangs on the formations that it stands in. Who commanded it reads at once that they do no more:
what they had ready for it would come back as not theirs to order, and nothing said why.
"""

from collections.abc import Iterator, Mapping

from pbem.campaign.seats import commanders
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import say
from pbem.letters.short_letters import word


def in_command(work: UnitOfWork, side: str) -> Mapping[str, tuple[str, ...]]:
    """By unit of a side on which several command: the seats that may order it, the nearest first. {} of a lone commander."""
    admin = work.state.admin
    if sum(seat.commands for seat in admin.seats_of(side)) < 2:
        return {}
    chains = {call: work.chain(side, call) for call in words(work.table, work.state, side).calls.values()}
    able = {chain: tuple(seat.id for seat in commanders(admin, side, chain)) for chain in set(chains.values())}
    return {call: able[chain] for call, chain in chains.items()}


def tell_changes(work: UnitOfWork, writer: Seat, before: Mapping[str, tuple[str, ...]]) -> None:
    """Every other seat of the side reads which units are theirs to order now, and which no longer. before: who might order each."""
    after = in_command(work, writer.side) if before else {}
    for seat in work.state.admin.seats_of(writer.side):
        lines = tuple(_changed(work, seat.id, before, after)) if seat.id != writer.id and seat.in_office else ()
        if lines:
            work.send(word(work.desk(seat), say("YOUR COMMAND"), say("the chain of command"), lines))


def _changed(
    work: UnitOfWork, seat: str, before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    both = before.keys() & after.keys()
    gained = sorted(call for call in both if seat in after[call] and seat not in before[call])
    lost: dict[str, list[str]] = {}
    for call in sorted(both):
        if seat in before[call] and seat not in after[call]:
            lost.setdefault(next(iter(after[call]), ""), []).append(call)
    if gained:
        yield say("Yours to order now: {calls}.", calls=", ".join(gained))
    for name, calls in sorted(lost.items()):
        held = work.state.admin.seats.get(name)
        whose = say("{seat} has them", seat=work.officer(held)) if held else say("nobody commands them now")
        yield say("No longer yours to order: {calls}; {whose}.", calls=", ".join(calls), whose=whose)
