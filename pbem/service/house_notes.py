"""What a night's digest tells a host of letters and of the disk: letters that came back, that nobody could read, and room left."""

from collections.abc import Iterable

from pbem.campaign.eyes import eyes
from pbem.kernel.i18n import say
from pbem.service import transports
from pbem.service.office import Office

PLENTY = 1_000_000_000  # bytes free of which no more is said


def mail_and_disk(office: Office, campaigns: Iterable[str]) -> tuple[str, ...]:
    """A line for each thing, NEGATIVE where there is nothing. campaigns: those that the reader hosts; of a side that a host does
    not see, no letter is told of."""
    shown = [(admin, seat) for name in campaigns for admin in (office.campaigns.shelf(name).shown.admin,)
             for _, seat in sorted(admin.seats.items()) if eyes(admin).sees_seat(admin, seat.id)]  # fmt: skip
    back = [f"{admin.campaign} {seat.id} ({found[-1].address}, {found[-1].status})"
            for admin, seat in shown if (found := office.mailroom.bounced(admin.campaign, seat.id))]  # fmt: skip
    held = [
        f"{admin.campaign} {seat.id}: {count}" for admin, seat in shown if (count := office.mailroom.held(admin.campaign, seat.id))
    ]
    unread, free = office.spool.count("shunt"), transports.free(office.config)
    nothing = say("NEGATIVE")
    return (
        say("HELD: {held}", held=say("{letters} so far", letters=", ".join(held)) if held else nothing),
        say("BOUNCES: {back}", back=", ".join(back) or nothing),
        say("UNREAD: {unread}", unread=say("{count} (`pbem status` says why)", count=unread) if unread else nothing),
        say("DISK: over 1 GB free") if free >= PLENTY else say("DISK: {free} MB free", free=free // 1_000_000),
    )
