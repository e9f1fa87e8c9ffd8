"""The letters of a campaign that the carrier has not taken yet, in order."""

from collections.abc import Iterator
from typing import Protocol

from pbem.kernel.values import Value
from pbem.service.bounces import once_more
from pbem.service.pending_post import Due, again_key
from pbem.service.shown import Summary
from pbem.store.mailroom import Mailroom
from pbem.store.shelf_ports import FrozenLetter, Shelf


class Correspondent(Protocol):
    """A campaign, open or not."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def shelf(self) -> Shelf:
        """What is kept of it."""
        ...

    @property
    def shown(self) -> Summary:
        """What it shows."""
        ...


class _Quiet(Value):
    """Nothing waits of a campaign that shows this, as long as nothing has come back since."""

    shown: Summary
    returns: int


class Unposted:
    """Told by the mailroom's book; what is settled is not looked at again."""

    def __init__(self, mailroom: Mailroom) -> None:
        self.mailroom = mailroom
        self._open: dict[tuple[str, str], int] = {}
        self._settled_again: dict[str, tuple[str, str, str]] = {}
        self._quiet: dict[str, _Quiet] = {}

    def of(self, campaign: Correspondent) -> Iterator[Due]:
        """Every letter not yet posted nor refused for good, in order; its file may be missing yet."""
        quiet, now = self._quiet.get(campaign.id), _Quiet(campaign.shown, self.mailroom.returns)
        if quiet and quiet.shown is now.shown and quiet.returns == now.returns:
            return
        none = True
        for due in self._waiting(campaign):
            none = False
            yield due
        if none:
            self._quiet[campaign.id] = now

    def _waiting(self, campaign: Correspondent) -> Iterator[Due]:
        for seat in sorted(campaign.shown.admin.seats):
            for due in self._written(campaign, seat):
                if not self.mailroom.is_settled(campaign.id, seat, due.key):
                    yield due
        for name, number, cause in self._open_again(campaign):
            yield Due(campaign.id, name, again_key(number, cause), letter_at(campaign, name, number))

    def _written(self, campaign: Correspondent, seat: str) -> Iterator[Due]:
        """The letters of a seat that may wait: those from the first open one on, farewells, those that came back."""
        admin = campaign.shown.admin
        holder = admin.seats[seat]
        for n in range(self._first_open(campaign, seat), admin.sent.get(seat, 0) + 1):
            number = admin.number(seat, n)
            yield Due(campaign.id, seat, number, letter_at(campaign, seat, number))
        for n in holder.farewells:
            number = admin.number(seat, n)
            yield Due(campaign.id, seat, number, letter_at(campaign, seat, number), holder.address_of(n))
        for key, number, address in once_more(self.mailroom, campaign.id, holder):
            yield Due(campaign.id, seat, key, letter_at(campaign, seat, number), address)

    def _first_open(self, campaign: Correspondent, seat: str) -> int:
        """All letters of the seat before this one are settled, which they stay: the ten-thousandth is found as quickly.

        What waited for an earlier holder is posted to nobody, but that he holds it no more: it is not for the one who holds it now.
        """
        admin = campaign.shown.admin
        n = max(self._open.get((campaign.id, seat), 1), admin.seats[seat].first + 1)
        while n <= admin.sent.get(seat, 0) and self.mailroom.is_settled(campaign.id, seat, admin.number(seat, n)):
            n += 1
        self._open[campaign.id, seat] = n
        return n

    def _open_again(self, campaign: Correspondent) -> list[tuple[str, str, str]]:
        """Letters to post once more that are not settled; all up to the last that is remembered as such are."""
        last, found = self._settled_again.get(campaign.id), list[tuple[str, str, str]]()
        for item in reversed(campaign.shown.again):
            if item == last:
                break
            found.insert(0, item)
        while found and self._is_settled(campaign, found[0]):
            self._settled_again[campaign.id] = found.pop(0)
        return [item for item in found if not self._is_settled(campaign, item)]

    def _is_settled(self, campaign: Correspondent, item: tuple[str, str, str]) -> bool:
        return self.mailroom.is_settled(campaign.id, item[0], again_key(item[1], item[2]))


def letter_at(campaign: Correspondent, seat: str, number: str) -> FrozenLetter:
    """Where a letter of a seat is frozen."""
    return campaign.shelf.letters.at(seat, number)
