"""What the referee knows to be wrong, for the alert book: letters that cannot be posted or handled, journals, clocks, forms."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from pbem.kernel.i18n import phrase
from pbem.service.alerts import FORM, AlertBook
from pbem.service.referee import Referee
from pbem.store.mailroom import Deferred

PUT_OFF_LONG = timedelta(days=1)  # a letter put off for so long is told to the host; it goes on being tried
LOOP = phrase("letters of our own came back to us, unanswered: somebody forwards them to the referee")


def look(referee: Referee, watch: AlertBook, now: datetime) -> None:
    """Report everything of the kind, or that it is well."""
    campaigns(referee, watch)
    house(referee, watch, now)


def house(referee: Referee, watch: AlertBook, now: datetime) -> None:
    """What whoever reads the mailroom's book and the shelves knows."""
    _post(referee, watch, now)
    _bounces(referee, watch)
    _shunted(referee, watch)
    _forms(referee, watch)


def campaigns(referee: Referee, watch: AlertBook) -> None:
    """What only they know who had these campaigns in hand."""
    faults, stopped = _listed(referee.damaged), _listed(referee.stopped)
    aside = phrase("set aside, its letters wait, the others play on: {faults}; see `pbem restore`")
    still = phrase("the clock stands still after a bug, letters are answered, the others play on: {stopped}; the log has it whole")
    watch.report("journal", faults, aside, faults=faults)
    watch.report("clock", stopped, still, stopped=stopped)


def _post(referee: Referee, watch: AlertBook, now: datetime) -> None:
    long = referee.mailroom.put_off_since(now - PUT_OFF_LONG)
    named = list(dict.fromkeys(_named(referee, put_off) for put_off in long))
    last = f"{named[0]}: {long[0].text}" if long else ""
    words = phrase("letters that no server has taken for a day or more: {count}; the oldest is {last}")
    watch.report("post", long, words, count=len(named), last=last)


def _named(referee: Referee, put_off: Deferred) -> str:
    """A letter that waits; of the other side's, for a host who plays, its seat alone, however many wait there."""
    number = f" {put_off.number}" if referee.shown(put_off.campaign, put_off.seat) else ""
    return f"{put_off.campaign} {put_off.seat}{number}"


def _bounces(referee: Referee, watch: AlertBook) -> None:
    back, waiting = map(", ".join, referee.bounces())
    words = phrase("letters came back: {back}; letters to these seats wait: {waiting}")
    watch.report("bounces", back, words if waiting else phrase("letters came back: {back}"), back=back, waiting=waiting)


def _shunted(referee: Referee, watch: AlertBook) -> None:
    count = referee.spool.count("shunt")
    words = phrase("letters that could not be handled: {count}; `pbem status` says why, `pbem unshunt` tries again")
    watch.report("shunt", count, words, count=count)


def _forms(referee: Referee, watch: AlertBook) -> None:
    """A module's own staff form cannot be used: its letters go out in the plain look, and the host is told, once."""
    for shelf in referee.campaigns.all:
        faults = "; ".join(f"{shelf.id}/module/{fault}" for fault in shelf.faults)
        words = phrase("a staff form cannot be used, reports have the plain look: {faults}")
        watch.report(f"{FORM}{shelf.id}", faults, words, faults=faults)


def _listed(faults: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {fault}" for name, fault in sorted(faults.items()))
