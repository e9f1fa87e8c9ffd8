"""The one door in front of what a host is shown of a campaign, by the shell, by mail and in figures.

A host who commands nobody is shown everything that is no player's alone to open. One who sits on a side himself is shown what
both sides know, and what his own side does: nothing of the other's hours, counts, letters and troops.
"""

from collections.abc import Iterable

from pbem.campaign.seats import led_by_hosts
from pbem.campaign.state import AdminState
from pbem.kernel.values import Value


class Eyes(Value):
    """Whose eyes they are. led: the sides on which a host of the campaign sits, in whatever seat; none, he commands nobody."""

    led: frozenset[str] = frozenset()

    @property
    def blind(self) -> bool:
        """Is there anything that he is not shown?"""
        return bool(self.led)

    def sees(self, side: str) -> bool:
        """May he be shown what this side alone does or knows? "" is nobody's side: the host's own, the bench's, both sides'."""
        return not self.led or not side or side in self.led

    def sees_seat(self, admin: AdminState, seat: str) -> bool:
        """The same of what a seat does; "" for no seat."""
        held = admin.seats.get(seat)
        return self.sees(held.side if held else "")


def eyes(admin: AdminState, house: Iterable[str] = ()) -> Eyes:
    """The eyes of who hosts a campaign. house: addresses of whoever sits at the shell, besides those of the campaign's hosts."""
    return Eyes(led_by_hosts(admin, house))
