"""Tidying, once an hour: what killed writers left, letters put aside long ago, boot camps left long ago."""

import contextlib
import logging
from datetime import datetime, timedelta

from pbem.service.founder import Founder
from pbem.service.intake import Intake
from pbem.store.ports import SpoolDamaged
from pbem.store.rate_limit import HOUR
from pbem.store.retention import clear

log = logging.getLogger("pbem.service.referee")


class Tidying:
    """Remembers when it was done last."""

    def __init__(self, intake: Intake, founder: Founder) -> None:
        self.intake, self.founder = intake, founder
        self._cleared: datetime | None = None

    def tidy(self, now: datetime) -> None:
        """Take away what may go, if that was not done within the hour. Letters and camps never while mail is to be read again, or a
        campaign is to be restored."""
        if self._cleared is not None and abs(now - self._cleared) < HOUR:
            return
        self._cleared = now
        office = self.intake.office
        office.spool.sweep()
        for name in office.spool.older("new", now - HOUR):
            if self._is_half(name):
                office.spool.throw("new", name)
        keep = timedelta(days=office.config.settings.keep_days)
        if not keep or self.intake.again or office.damaged:
            return
        if went := clear(office.spool, office.mailroom, now, keep):
            log.info("discarded: %d letters held over %d days ago", went, keep.days)
        newest = max(filter(None, (office.mailroom.newest, office.spool.newest())), default=None)
        if newest:  # a clock that leaps buries nobody
            self.founder.bury_left(min(now, newest) - keep, now)

    def _is_half(self, name: str) -> bool:
        """Is it a sidecar alone, of a letter that never came to lie in `new`, or lies elsewhere by now?"""
        with contextlib.suppress(SpoolDamaged):
            found = self.intake.spool.find(name)
            return found is None or found.folder != "new"
        return False
