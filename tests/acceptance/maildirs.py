"""A table whose letters come out of one Maildir and go into others, a pass of the daemon at a time, as `pbem tick --now` does."""

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

from pbem.campaign.state import Seat
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.service import daemon
from tests.acceptance.table import Mail, QuickDisk, Table, opened

NUMBER = re.compile(r"\.([A-Z]+)-(\d+)\.")
LOOK = timedelta(hours=12)  # how often the inbox is looked into while nobody writes: no outage


class Maildirs(Table):
    """The table; nobody is killed here, so that its disk is a quick one."""

    def __init__(self, folder: Path, module: str, seats: tuple[Seat, ...], begun: datetime, tempo: str = "on-end") -> None:
        self.disk = QuickDisk()
        self.out = folder / "mail" / "out"
        self.new = folder / "mail" / "in" / "new"
        self.inbox, self.outbox = MaildirInbox(self.disk, folder / "mail" / "in"), MaildirOutbox(self.disk, self.out)
        self.prefix = {seat.id: seat.prefix for seat in seats}
        self._opened: dict[Path, Mail] = {}
        super().__init__(folder, self.disk, module, seats=seats, tempo=tempo, begun=begun)

    def post(self) -> None:
        """Post what is due."""
        daemon.post(self.referee, self.outbox, lambda: self.at)

    def deliver(self, raw: bytes) -> None:
        """A letter arrives in the mailbox; nobody has looked yet."""
        self.at += timedelta(minutes=1)
        path = self.new / f"{self.count:05d}.{self.at:%Y%m%d%H%M}"
        path.write_bytes(raw)
        os.utime(path, (self.at.timestamp(), self.at.timestamp()))

    def run(self) -> None:
        """One pass."""
        daemon.tick(self.referee, self.inbox, self.outbox, lambda: self.at)

    def wait(self, **time: float) -> None:
        """Time goes by, and the inbox is looked into twice a day."""
        end = self.at + timedelta(**time)
        while self.at < end:
            self.at = min(self.at + LOOK, end)
            self.run()

    def away(self, **time: float) -> None:
        """Time goes by while nobody looks; then one pass."""
        self.at += timedelta(**time)
        self.run()

    def mail(self, seat: str) -> list[Mail]:
        """All letters that a seat's holder has had in that seat, in the order of their numbers."""
        found = [(NUMBER.search(mail.message_id), mail) for mail in self.bag(self.address[seat])]
        mine = {int(number[2]): mail for number, mail in found if number and number[1] == self.prefix[seat]}
        return [mail for _, mail in sorted(mine.items())]

    def bag(self, address: str) -> list[Mail]:
        """All that lies in an address's box."""
        return [self._open(path) for path in (self.out / address / "new").glob("*.pbem")]

    def _open(self, path: Path) -> Mail:
        if path not in self._opened:
            self._opened[path] = opened(path.read_bytes())
        return self._opened[path]
