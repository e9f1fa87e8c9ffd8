"""The letters of a campaign that the carrier has not taken yet, in order."""

from collections.abc import Iterator
from pathlib import Path

from pbem.service.bounces import once_more
from pbem.service.open_campaign import Campaign
from pbem.service.pending_post import Due, again_key
from pbem.store.mailroom import Mailroom


class Unposted:
    """Told by the mailroom's book; what is settled is not looked at again."""

    def __init__(self, mailroom: Mailroom) -> None:
        self.mailroom = mailroom
        self._open: dict[tuple[str, str], int] = {}
        self._settled_again: dict[str, tuple[str, str, str]] = {}

    def of(self, campaign: Campaign) -> Iterator[Due]:
        """Every letter not yet posted nor refused for good, in order; its file may be missing yet."""
        affairs = campaign.state.affairs
        for seat in sorted(affairs.seats):
            for n in range(self._first_open(campaign, seat), affairs.sent.get(seat, 0) + 1):
                number = affairs.number(seat, n)
                if not self.mailroom.is_settled(campaign.id, seat, number):
                    yield Due(campaign.id, seat, number, letter_path(campaign, seat, number))
            for n in affairs.seats[seat].farewells:
                number = affairs.number(seat, n)
                if not self.mailroom.is_settled(campaign.id, seat, number):
                    yield Due(campaign.id, seat, number, letter_path(campaign, seat, number), affairs.seats[seat].address_of(n))
            for key, number, address in once_more(self.mailroom, campaign.id, affairs.seats[seat]):
                if not self.mailroom.is_settled(campaign.id, seat, key):
                    yield Due(campaign.id, seat, key, letter_path(campaign, seat, number), address)
        for name, number, cause in self._open_again(campaign):
            yield Due(campaign.id, name, again_key(number, cause), letter_path(campaign, name, number))

    def _first_open(self, campaign: Campaign, seat: str) -> int:
        """All letters of the seat before this one are settled, which they stay: the ten-thousandth is found as quickly.

        What waited for an earlier holder is posted to nobody, but that he holds it no more: it is not for the one who holds it now.
        """
        affairs = campaign.state.affairs
        n = max(self._open.get((campaign.id, seat), 1), affairs.seats[seat].first + 1)
        while n <= affairs.sent.get(seat, 0) and self.mailroom.is_settled(campaign.id, seat, affairs.number(seat, n)):
            n += 1
        self._open[campaign.id, seat] = n
        return n

    def _open_again(self, campaign: Campaign) -> list[tuple[str, str, str]]:
        """Letters to post once more that are not settled; all up to the last that is remembered as such are."""
        last, found = self._settled_again.get(campaign.id), list[tuple[str, str, str]]()
        for item in reversed(campaign.state.again):
            if item == last:
                break
            found.insert(0, item)
        while found and self._is_settled(campaign, found[0]):
            self._settled_again[campaign.id] = found.pop(0)
        return [item for item in found if not self._is_settled(campaign, item)]

    def _is_settled(self, campaign: Campaign, item: tuple[str, str, str]) -> bool:
        return self.mailroom.is_settled(campaign.id, item[0], again_key(item[1], item[2]))


def letter_path(campaign: Campaign, seat: str, number: str) -> Path:
    """Where a letter of a seat is frozen."""
    return campaign.home / "letters" / "out" / seat / f"{number}.eml"
