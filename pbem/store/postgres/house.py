"""A database as a store: what a league keeps in it, held by any number of referees at a time."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

from pbem.store.codec import dumps
from pbem.store.ports import DataRefused, Files, digest_of_mailbox
from pbem.store.postgres import schema
from pbem.store.postgres.book import DatabaseBook
from pbem.store.postgres.crew import DatabaseCrew
from pbem.store.postgres.letters import FrozenBytes, LetterRow
from pbem.store.postgres.news import News
from pbem.store.postgres.packing import LETTER, deflated
from pbem.store.postgres.server import DatabaseServer
from pbem.store.postgres.shelf import DatabaseShelf
from pbem.store.postgres.spool import DatabaseSpool, Lane
from pbem.store.shelf_ports import FrozenLetter, NewLetter

AGAIN = "again"
AWAY = "host:away:"  # the transport of word that nothing was read for long: until it is handled no deadline after that counts
LENGTH = 32  # bytes of the secret
_NOW = "select clock_timestamp()"
_POLLED = """
select least(min(polled), (select min(arrival) from letter_in where folder = 'new' and transport like %s)) from door
"""
_LAST_CHANGE = "select coalesce(max(seq), 0) from (select seq from campaign union all select seq from gone) s"


class DatabaseStore:
    """A league. data: a folder of this machine, with the secret and what can be made again; address: of the league's mailbox."""

    def __init__(self, server: DatabaseServer, files: Files, data: Path, lane: Lane, address: str) -> None:
        self.server, self.files, self.data, self.address = server, files, data, address
        self._heard = News(server)
        self.spool = DatabaseSpool(server, lane, self._heard.expect)
        self._heard.together = self.spool.foresee
        self.book = DatabaseBook(server, self._heard, self.spool.came_now)
        self.crew = DatabaseCrew(server)
        self._own: set[int] = set()  # under which numbers we have shown something

    # ------------------------------------------------------------ held, and made ready

    def hold(self) -> None:
        """Connect. DataRefused, StoreTrouble."""
        key = self.key()
        self.server.open()
        try:
            schema.check(self.server, digest_of_mailbox(self.address, key))
            self._heard.begin(int(self.server.ask(_LAST_CHANGE)[0][0]))
        except BaseException:
            self.server.close()
            raise

    def release(self) -> None:
        """Let go of it."""
        self.server.close()

    def begin(self) -> None:
        """Killed writers leave nothing."""

    def key(self) -> bytes:
        """The secret of this league: it is in no database, each machine has a copy. DataRefused."""
        path = self.data / "key"
        if not path.exists():
            raise DataRefused(f"{path}: the league's key is missing: `pbem league init` makes it, other machines get a copy of it")
        key = path.read_bytes()
        if len(key) != LENGTH:
            raise DataRefused(f"{path}: not the key that was made here, which has {LENGTH} bytes; put it back from a backup")
        return key

    # ------------------------------------------------------------ several at work

    @property
    def is_shared(self) -> bool:
        """Several work in it."""
        return True

    def turn(self) -> AbstractContextManager[object]:
        """A transaction."""
        return self.server.turn()

    def look_ahead(self) -> None:
        """What others did and which letters come first is asked with the end of the turn."""
        self.server.ask_ahead(self._ask_ahead)

    def _ask_ahead(self) -> None:
        self._heard.expect()
        self.spool.foresee()

    def look_afresh(self) -> None:
        """It is asked again."""
        self.server.forget_ahead()

    def claim(self, name: str, wait: bool = True) -> bool:
        """Is a campaign ours until the turn ends? Whoever only looks claims nothing."""
        return not self.server.in_turn or name in self.spool.claim_lane(name, wait)

    def news(self) -> tuple[str, ...]:
        """The campaigns that show something else than when this was asked last, have come, or gone."""
        changes = self._heard.changes()
        if any(change.is_gone for change in changes):  # another of this name may come
            self.server.forget_letters()
        others = tuple(dict.fromkeys(change.name for change in changes if change.number not in self._own))
        self._own.clear()
        return others

    def check_in_play(self) -> None:
        """Was the schema brought to where this program may not follow? DataRefused."""
        schema.still_fits(self.server)

    # ------------------------------------------------------------ campaigns

    def names(self) -> Iterator[str]:
        """All campaigns, in the order of their names."""
        return (str(name) for (name,) in self.server.ask("select name from campaign where about is not null order by name"))

    def shelf(self, name: str) -> DatabaseShelf:
        """The shelf of a campaign, that is or may be."""
        return DatabaseShelf(self.server, self.data / "campaigns" / name, self._own)

    def is_gone(self, name: str) -> bool:
        """Was there a campaign of this name, that has gone?"""
        return bool(self.server.ask("select 1 from gone where name = %s and not moved", (name,)))

    def bury(self, name: str, now: datetime) -> None:
        """Take a campaign away for good, with its letters."""
        said = dumps({"campaign": name, "gone": now.isoformat()})

        self.server.at_end(lambda: self._take_away(name, said, moved=False))

    def move_out(self, name: str) -> None:
        """Its rows go at the end of the turn, since it lies in a folder now."""
        self.server.at_end(lambda: self._take_away(name, b"{}", moved=True))

    def _take_away(self, name: str, said: bytes, moved: bool) -> None:
        self.server.do("delete from gone where name = %s and moved", (name,))
        tombstone = "insert into gone (name, said, moved, seq) values (%s, %s, %s, nextval('moment')) on conflict do nothing"
        self.server.do(tombstone, (name, said, moved))
        self.server.do("delete from letter_in where campaign = %s and folder = 'filed'", (name,))
        self.server.do("delete from campaign where name = %s", (name,))

    # ------------------------------------------------------------ letters

    def freeze(self, letters: Sequence[NewLetter]) -> None:
        """Keep letters of ours; one that is there stays as it is."""
        for letter, raw in letters:
            if not isinstance(letter, LetterRow):
                raise TypeError(f"no letter of a league: {letter!r}")
            self._freeze(letter, raw)
        if letters:
            self.server.wake("post")

    def _freeze(self, letter: LetterRow, raw: bytes) -> None:
        insert = (
            "insert into letter_out (campaign, seat, number, content, packing) values (%s, %s, %s, %s, %s) on conflict do nothing"
        )
        self.server.do(insert, (*letter.named, *deflated(raw, LETTER)))
        if letter.named in self.server.absent:
            letter.wrote(raw)
        else:
            self.server.do("delete from unpainted where campaign = %s and seat = %s and number = %s", letter.named)

    def freeze_all(self, campaign: str, letters: Sequence[FrozenBytes]) -> None:
        """Keep letters of ours as they lay in a folder."""
        rows = [(seat, number, *deflated(raw, LETTER)) for seat, number, raw in letters]
        self.server.do(
            "insert into letter_out (campaign, seat, number, content, packing)"
            " select %s, * from unnest(%s::text[], %s::text[], %b::bytea[], %s::smallint[])",
            (campaign, *map(list, zip(*rows, strict=True))),
        )

    # ------------------------------------------------------------ letters that wait for their maps

    def await_map(self, letter: FrozenLetter, head: bytes) -> None:
        """A letter waits until its map is painted; head: what stands in its beginning, whatever the map will show."""
        if not isinstance(letter, LetterRow):
            raise TypeError(f"no letter of a league: {letter!r}")
        statement = "insert into unpainted (campaign, seat, number, head) values (%s, %s, %s, %s) on conflict do nothing"
        self.server.do(statement, (*letter.named, head))
        self.server.absent.discard(letter.named)
        self.server.wake("paint")

    def unpainted(self) -> list[str]:
        """The campaigns of which letters wait for their maps."""
        return [str(name) for (name,) in self.server.ask("select distinct campaign from unpainted order by 1")]

    def filed(self) -> Iterator[str]:
        """The spool ids of all letters that came and lie with a campaign."""
        return (str(name) for (name,) in self.server.ask("select name from letter_in where folder = 'filed'"))

    # ------------------------------------------------------------ doors

    def now(self) -> datetime:
        """The time by the server's clock, which counts for all."""
        at: datetime = self.server.ask(_NOW)[0][0]
        return at

    def foresee_look(self) -> None:
        """Whether this program may follow, until when every door was looked through and what time it is will be asked."""
        schema.foresee(self.server)
        self.server.expect(_POLLED, (f"{AWAY}%",))
        self.server.expect(_NOW, ())

    def polled(self) -> datetime | None:
        """Until when every door was looked through, by its own clock: nothing that came before is still outside."""
        self.spool.look_afresh()
        found: datetime | None = self.server.ask(_POLLED, (f"{AWAY}%",))[0][0]
        return found

    def shut(self, door: str) -> bool:
        """Was there such a door? No deadline waits for it from now on."""
        return bool(self.server.change("delete from door where name = %s returning name", (door,)).rows)

    def overdue(self, waited: timedelta, but: Sequence[str]) -> bool:
        """Has a letter lain there for so long, which nobody has handled? but: letters to these campaigns have their reasons."""
        late = "select from letter_in where folder = 'new' and kept < clock_timestamp() - %s::interval and lane <> all (%s)"
        return bool(self.server.ask(f"select exists ({late})", (waited, list(but)))[0][0])

    def last_poll(self, door: str) -> datetime | None:
        """The same of one."""
        rows = self.server.ask("select polled from door where name = %s", (door,))
        return rows[0][0] if rows else None

    def beat(self, door: str, at: datetime) -> None:
        """A door was looked through, and what lay there is kept. It never goes back."""
        self.server.do(
            "insert into door (name, polled) values (%s, %s)"
            " on conflict (name) do update set polled = greatest(door.polled, excluded.polled)",
            (door, at),
        )

    # ------------------------------------------------------------ what came before

    def is_to_read_again(self) -> bool:
        """Is what was put away in the inbox to be read again?"""
        return bool(self.server.ask("select 1 from note where name = %s", (AGAIN,)))

    def read_again(self, again: bool) -> None:
        """It is, or it was."""
        if again:
            self.server.do("insert into note (name) values (%s) on conflict do nothing", (AGAIN,))
        else:
            self.server.do("delete from note where name = %s", (AGAIN,))
