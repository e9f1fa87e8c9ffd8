"""Letters put aside (held, ignored) are thrown away when they are old enough.

First the book says so, then, an hour later at the earliest, they go. So a letter that is gone is one that the book knows by its
bytes, in every backup too (it copies the book first): a restore that reads the mailbox again does not take it for a new one.
What was shunted is never touched: that is the host's to judge.
"""

from datetime import datetime, timedelta

from pbem.store.mailroom import Mailroom, Thrown
from pbem.store.ports import Folder, Spool

CLEARED: tuple[Folder, ...] = ("held", "ignored")
RESPITE = timedelta(hours=1)  # from the book's word to the deed
MOST = 500  # letters in one go, so that no pass takes long


def clear(spool: Spool, mailroom: Mailroom, now: datetime, keep: timedelta) -> int:
    """Throw away what has been called thrown away for an hour, and call so what arrived before `now` - `keep`. How many went.

    Age is counted by our clock and by the newest letter's arrival, whichever is earlier: a clock that leaps ahead throws nothing
    away. Repeating it after a crash is right.
    """
    newest = max(filter(None, (mailroom.newest, spool.newest())), default=None)
    if newest is None:
        return 0
    before = min(now, newest) - keep
    old = [(folder, name) for folder in CLEARED for name in spool.older(folder, before)]
    went = [(folder, name) for folder, name in old if _ripe(mailroom, name, now)][:MOST]
    for folder, name in went:
        spool.throw(folder, name)
    fresh = tuple(name for _, name in old if name not in mailroom.thrown)[:MOST]
    if fresh:
        mailroom.note(Thrown(fresh, now))
    return len(went)


def _ripe(mailroom: Mailroom, name: str, now: datetime) -> bool:
    said = mailroom.thrown.get(name)
    return said is not None and now - said >= RESPITE
