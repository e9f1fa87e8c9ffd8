"""The campaigns of a data folder, each on its shelf: all show what others must know of them, and few are open at a time.

One is opened when a letter, a moment or a word of the host's needs it, and let go when others have been needed since. What it shows
comes from its index, if every file is where it was when that was written; else it is opened at once. Whether one is open changes
nothing that anybody is told. One that is damaged leaves its shelf and is left as it is: the others play on.
"""

import contextlib
import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from pbem.service.damage import Damaged, judged
from pbem.service.open_campaign import Campaign, finish_start, open_campaign
from pbem.service.shown import Summary, look
from pbem.store.mailroom import Mailroom
from pbem.store.ports import Store
from pbem.store.shelf_ports import Shelf

MOST_OPEN = 128
IDLE = timedelta(hours=1)  # one that nothing has needed for so long is let go
READ_ON = 4  # campaigns that are read whole in one go, when there is nothing else to do
log = logging.getLogger("pbem.service.shelves")


class SetAside(KeyError):  # noqa: N818 (a state of the campaign, named as the field names it)
    """A campaign that was to be opened proved to be damaged: it is on no shelf any more."""


@dataclass(slots=True)
class Shelved:
    """One campaign, open or not. faults: of its staff forms, as they were found last."""

    shelf: Shelf
    shown: Summary
    faults: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The campaign's id."""
        return self.shelf.name


class Shelves(Mapping[str, Campaign]):
    """The campaigns that are sound, by name; to ask for one opens it. SetAside, a KeyError, when that proves it damaged.

    fix: makes again what a crash or a power cut may have taken of one that was opened; told: what the host may read of its damage;
    opened: how many were opened so far.
    """

    def __init__(
        self, store: Store, book: Mailroom, repair: Callable[[Campaign], None], told: Callable[[Damaged, Shelf], str]
    ) -> None:
        self.store, self.book = store, book
        self.damaged: dict[str, str] = {}
        self.opened = 0
        self._repair, self._told = repair, told
        self._shelves: dict[str, Shelved] = {}
        self._open: dict[str, Campaign] = {}  # the one that was needed last comes last
        self._alive: WeakValueDictionary[str, Campaign] = WeakValueDictionary()  # so that there are never two of one
        self._needed: dict[str, datetime | None] = {}  # since when nothing has needed it; None: it was needed a moment ago
        self._moved: set[str] = set()
        self._unread: set[str] = set()  # taken at the word of their index
        self._stale: dict[str, Campaign] = {}  # open, and behind what others have written of them
        self._forgotten: dict[str, Campaign] = {}  # over which something went wrong: to be opened afresh before anything else

    def __getitem__(self, name: str) -> Campaign:
        if not self.store.claim(name):
            self._forget(name)
            raise SetAside(name)
        campaign = self._open.pop(name, None) or self._alive.get(name) or self._opened(self._shelves[name].shelf)
        campaign.catch_up()
        self.hold(campaign)
        return campaign

    def opened_for(self, name: str, seat: str) -> Campaign:
        """The campaign of this name, for a letter of this seat: what an answer names of the seat's letters is looked for while it
        is opened. KeyError."""
        if name in self._shelves and name not in self._open:
            shelved = self._shelves[name]
            admin = shelved.shown.admin
            first, last = 1, admin.sent.get(seat, 0)
            shelved.shelf.letters.expect(seat, tuple(admin.number(seat, n) for n in sorted({first, last - 1, last}) if n > 0))
        return self[name]

    def __contains__(self, name: object) -> bool:
        return name in self._shelves

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._shelves))

    def __len__(self) -> int:
        return len(self._shelves)

    @property
    def all(self) -> tuple[Shelved, ...]:
        """Every shelf, whether its campaign is open or not, as it is after the last record."""
        self._look_at_open()
        return tuple(self._shelves.values())

    def shelf(self, name: str) -> Shelved:
        """The shelf of a campaign. KeyError."""
        self._look_at_open()
        return self._shelves[name]

    def moved(self) -> frozenset[str]:
        """The campaigns that show something else than when this was asked last, or have come, or gone."""
        self._look_at_open()
        moved, self._moved = frozenset(self._moved), set()
        return moved

    # ------------------------------------------------------------ coming and going

    def fill(self) -> None:
        """Take in every campaign of the house; those that cannot be known without it are opened."""
        posted = self.book.posted()
        for name in self.store.names():
            shelf = self.store.shelf(name)
            shown = look(shelf, posted.get(name, {}))
            if shown is None:
                self.find(name)
                self.let_go()
            else:
                self._shelves[name] = Shelved(shelf, shown, shown.faults)
                self._moved.add(name)
                self._unread.add(name)

    def hear(self) -> None:
        """What others in this house have made of its campaigns is shown from here on."""
        for name in self.store.news():
            shelf = self.store.shelf(name)
            shown = look(shelf, self.book.posted_of(name))
            if not shelf.is_begun():
                self._forget(name)
            elif shown is None:
                self.find(name)
            else:
                self._hear_of(shelf, shown)

    def _hear_of(self, shelf: Shelf, shown: Summary) -> None:
        """What a campaign shows now; if it is open, it goes on from its last record when it is needed next."""
        known = self._shelves.setdefault(shelf.name, Shelved(shelf, shown))
        if campaign := self._open.pop(shelf.name, None):
            del self._needed[shelf.name]
            self._stale[shelf.name] = campaign
        known.shown, known.faults = shown, shown.faults
        self._moved.add(shelf.name)

    def find(self, name: str) -> None:
        """Take in the campaign of this name, or set it aside."""
        with contextlib.suppress(SetAside):
            self.add(self._opened(self.store.shelf(name)))

    def add(self, campaign: Campaign) -> None:
        """Take in one that is open."""
        self._alive[campaign.id] = campaign
        self._shelves[campaign.id] = Shelved(campaign.shelf, campaign.shown, campaign.shown.faults)
        self._moved.add(campaign.id)
        self.hold(campaign)

    def pop(self, name: str) -> Campaign:
        """Take one from its shelf for good."""
        campaign = self[name]
        self._forget(name)
        return campaign

    def drop(self, name: str) -> None:
        """The same of one that need not be opened for it."""
        self._forget(name)

    def forget(self, campaign: Campaign) -> None:
        """Something went wrong while it was at work: what it holds in memory counts no more, only what is durable."""
        for names in (self._open, self._alive, self._needed, self._stale):
            names.pop(campaign.id, None)
        self._forgotten[campaign.id] = campaign

    def recall(self) -> None:
        """Open those afresh that were forgotten, so that all show again what is durable. OSError."""
        for name in sorted(self._forgotten):
            with contextlib.suppress(SetAside):
                self[name]

    def _forget(self, name: str) -> None:
        for names in (self._shelves, self._open, self._alive, self._needed, self._stale):
            names.pop(name, None)
        self._forgotten.pop(name, None)
        self._unread.discard(name)
        self._moved.add(name)

    def _opened(self, shelf: Shelf) -> Campaign:
        if before := self._forgotten.get(shelf.name):
            before.journal.settle()
        self.opened += 1
        self._unread.discard(shelf.name)
        try:
            campaign = open_campaign(shelf, self.book.posted_of(shelf.name))
            with judged():
                finish_start(campaign)
                self._repair(campaign)
        except Damaged as fault:
            self.damaged[shelf.name] = self._told(fault, shelf)
            log.error("set aside: %s", self.damaged[shelf.name], extra={"campaign": shelf.name})
            self._forget(shelf.name)
            raise SetAside(shelf.name) from fault
        self._forgotten.pop(shelf.name, None)
        self._alive[shelf.name] = campaign
        return campaign

    def _look_at_open(self) -> None:
        for name, campaign in self._open.items():
            shelf = self._shelves[name]
            if shelf.shown is not campaign.shown:
                shelf.shown = campaign.shown
                self._moved.add(name)
            if campaign.forms.faults or shelf.faults:
                shelf.faults = tuple(map(str, campaign.forms.faults))

    # ------------------------------------------------------------ open, and let go

    def hold(self, campaign: Campaign) -> None:
        """It is needed now, and stays open for a while."""
        self._open.pop(campaign.id, None)
        self._stale.pop(campaign.id, None)
        self._open[campaign.id] = campaign
        self._needed[campaign.id] = None

    @property
    def crowded(self) -> bool:
        """Are so many open that some are to be let go?"""
        return len(self._open) > MOST_OPEN

    def write_behind(self) -> None:
        """Write every index that is behind."""
        for _, campaign in sorted(self._open.items()):
            if campaign.behind:
                campaign.write_index()

    def let_go(self, now: datetime | None = None) -> None:
        """Let those go that were needed longest ago, if too many are open, and those that nothing has needed for long. All that
        follows from their records is written by then."""
        self._look_at_open()
        while len(self._stale) > MOST_OPEN:
            del self._stale[next(iter(self._stale))]
        for name, campaign in list(self._open.items()):
            since = self._needed[name] or now
            self._needed[name] = since
            idle = now is not None and since is not None and not now - IDLE < since <= now + IDLE
            if self.crowded or idle:
                if campaign.behind:
                    campaign.write_index()
                campaign.put_by()
                del self._open[name], self._needed[name]

    def put_by(self) -> None:
        """At an orderly end, where several work: those that take over find the state of what is open."""
        for campaign in self._open.values():
            campaign.put_by()

    def read_on(self, now: datetime) -> None:
        """Read a few of those whole that were taken at the word of their index, each once: what only contents tell is told then.

        Which comes first is drawn from the time, so that a pass a process comes to all of them too.
        """
        names = sorted(self._unread)
        first = int.from_bytes(hashlib.sha256(now.isoformat().encode()).digest()[:4], "big") % len(names) if names else 0
        for name in (*names[first:], *names[:first])[:READ_ON]:
            shelf = self._shelves[name]
            with contextlib.suppress(SetAside):
                shelf.shown = self._opened(shelf.shelf).shown
                self._moved.add(name)
