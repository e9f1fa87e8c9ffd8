"""Digests: when a letter that asks nothing of its reader waits for the one letter a day that he wants instead."""

from datetime import datetime, time

from pbem.campaign.state import AdminState, Seat
from pbem.kernel.calendar import next_clock_time

MORNING = "07:00"  # when a digest comes to who names no hour


def held_until(admin: AdminState, seat: Seat, at: datetime, zone: str) -> datetime | None:
    """Until when a letter to this seat waits; None where it does not. Only the reader's own wish, side and clock count.

    Nothing waits while his side is at play and he commands in it, on a live evening, in a boot camp, before play and after it.
    """
    if not seat.digest or admin.stage != "playing" or admin.camp or admin.evenings.until:
        return None
    if seat.commands and admin.clock(seat.side):
        return None
    return next_clock_time(at, time.fromisoformat(seat.digest), zone).at
