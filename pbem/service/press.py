"""Making letters: each is rendered once from its record and frozen in letters/out/. Posting is another room, `outgoing.py`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

from pbem.campaign.records import Record, Sent
from pbem.documents.document import Document
from pbem.documents.pad import PadReply
from pbem.documents.render import Shown, render, text_of
from pbem.engine.opaque import OpaqueGame
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.attachments import caption, enclosed, fence_of, file_of, name_of, with_token
from pbem.letters.calendar_part import enclosed_calendar
from pbem.letters.desk import seat_title
from pbem.letters.map_worker import Studio
from pbem.letters.pad import PadRules
from pbem.letters.painted import Dried
from pbem.mail.chain import START, ChainPlace, Kept, Links, head_of, kept, link
from pbem.mail.compose import Mailbox, Named, Outgoing, cid, claimed_id, compose, message_id, reply_address, tap_subject
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.bounces import counted
from pbem.service.open_campaign import Campaign
from pbem.service.sent_letters import SentLetters
from pbem.service.unposted import Correspondent, Unposted, letter_at
from pbem.store.ports import Store
from pbem.store.shelf_ports import FrozenLetter, NewLetter

MAPS = "maps"  # the folder of a campaign that holds painted grounds
MOST_UNPAINTED = 64  # letters whose records are held while their maps are painted; of others they are read from the journal


class _Source(NamedTuple):
    """What a letter is made of: its record, and the game that was in force then."""

    record: Record
    game: OpaqueGame | None


class _MadeWith(NamedTuple):
    """What a letter is made with beside its record: its painted maps, and the game in force then (None: the campaign's)."""

    pictures: tuple[Dried, ...] = ()
    game: OpaqueGame | None = None


NOTHING = _MadeWith()


class Press:
    """Makes the letters of campaigns. key: the secret of tokens and Message-IDs; unposted: which of them wait to be posted; studio:
    where maps are painted, None for letters without; store: where letters are kept.
    """

    def __init__(self, store: Store, mailbox: Mailbox, unposted: Unposted) -> None:
        self.key, self.mailbox, self.unposted = store.key(), mailbox, unposted
        self._store = store
        self.studio: Studio | None = None
        self._unpainted: dict[FrozenLetter, _Source] = {}
        self._links = Links()
        self.sent = SentLetters(self.key)

    def freeze(self, campaign: Campaign, record: Record, painting: bool = False, game: OpaqueGame | None = None) -> None:
        """Render the letters of a record and write them, as `rendered` says."""
        self.keep(list(self.rendered(campaign, record, painting, game)))

    def keep(self, letters: Sequence[NewLetter]) -> None:
        """Write letters that were rendered. A power cut may take one away, never tear it: away, it is made again."""
        self._store.freeze(letters)
        for letter, _ in letters:
            self._links.written(letter)

    def rendered(
        self, campaign: Campaign, record: Record, painting: bool = False, game: OpaqueGame | None = None
    ) -> Iterator[NewLetter]:
        """The letters of a record, to be kept as they are; one that is there already stays as it is. One whose map is still to be
        painted waits for that: until it is posted (painting), so that no other letter waits with it. game: the one that was in
        force then, if it is not the last record."""
        game = game or campaign.table.game
        for sent in record.letters:
            if not isinstance(sent, Sent) or (place := _place_of(campaign, sent)).is_there():
                continue
            pictures = self._pictures(campaign, sent, painting, game)
            if pictures is None:
                self._hold(place, _Source(record, game))
                if self._links.of(place) is None:
                    self._say_ahead(campaign, record, sent)
                continue
            raw = self.bytes_of(campaign, record, sent, self._place(campaign, sent), _MadeWith(pictures, game))
            self._links.ahead(place, kept(raw))
            yield NewLetter(place, raw)
            self._unpainted.pop(place, None)

    def _hold(self, letter: FrozenLetter, made_of: _Source) -> None:
        """Remember what a letter is made of that waits for its map, since each pass asks for it."""
        if len(self._unpainted) >= MOST_UNPAINTED:
            del self._unpainted[next(iter(self._unpainted))]
        self._unpainted[letter] = made_of

    def go_on(self) -> None:
        """From now on letters without maps go out while maps are painted."""
        if self.studio:
            self.studio.patient = False

    @property
    def painted(self) -> bool:
        """Is a map done that was being painted?"""
        return self.studio is not None and self.studio.ready

    def _pictures(self, campaign: Campaign, sent: Sent, painting: bool, game: OpaqueGame) -> tuple[Dried, ...] | None:
        """The pictures of a letter; None while they are not painted."""
        shown, maps = sent.document.map, campaign.table.ruleset.maps
        if self.studio is None or shown is None or maps is None or sent.plain:
            return ()
        if not (painting or self.studio.patient):
            return None
        name = f"{campaign.id}/{sent.seat}/{sent.n}"
        if not self.studio.has(name):
            if self.studio.full:
                return None
            self.studio.begin(name, maps.job(game, shown), campaign.shelf.home / MAPS)
        return self.studio.look(name)

    def is_kept(self, campaign: Campaign, named: Named) -> bool:
        """Is the letter of a seat that lies here under this number that very one? Not if the campaign was restored from a backup
        and numbered its letters otherwise. One that is named without its imprint is taken for it."""
        n = counted(named.number)
        if not named.imprint:
            return True
        if not 1 <= n <= campaign.state.admin.sent.get(named.seat, 0):
            return False
        own = claimed_id(self._kept(campaign, named.seat, n).id)
        return own is not None and (own.number, own.imprint) == (named.number, named.imprint)

    def _kept(self, campaign: Campaign, seat: str, n: int) -> Kept:
        """What a seat's letter says of itself. If its file is gone, it is made again."""
        letter = letter_at(campaign, seat, campaign.state.admin.number(seat, n))
        found = self._links.of(letter)
        if found is None:
            self.freeze_all(campaign)
            found = self._links.of(letter)
        if found is None:
            raise FileNotFoundError(f"{letter} is gone")
        return found

    def _place(self, campaign: Campaign, sent: Sent) -> ChainPlace:
        """Where a letter stands in its chain. The link of one that is gone is known to the letter after it, and to the book."""
        number, after = campaign.state.admin.number(sent.seat, sent.n), replace(sent, n=sent.n + 1)
        under = self._links.before(_place_of(campaign, after)) or self.unposted.mailroom.link(campaign.id, sent.seat, number)
        return ChainPlace(self._kept(campaign, sent.seat, sent.n - 1).link if sent.n > 1 else START, under)

    def _say_ahead(self, campaign: Campaign, record: Record, sent: Sent) -> None:
        """What a letter will say of itself that is not written yet: what is painted of it changes nothing in that. Where several
        work all are told, since another may write the next letter, and another paints this one."""
        letter, place = _place_of(campaign, sent), self._place(campaign, sent)
        named = name_of(self.key, campaign.state.admin, sent, record.cause.at)
        own = place.under or link(place.before, named.number, text_of(library.templates(), *self._sheet(campaign, named, sent, ())))
        said = Kept(own, message_id(self.key, named, self.mailbox.domain))
        if self._store.is_shared:
            self._store.await_map(letter, head_of(place.before, said))
        else:
            self._links.ahead(letter, said)

    def bytes_of(self, campaign: Campaign, record: Record, sent: Sent, place: ChainPlace, made_with: _MadeWith = NOTHING) -> bytes:
        """The letter as it travels: a function of record, templates, key, its place in the chain, and what was painted."""
        admin = campaign.state.admin
        seat, named = admin.seats[sent.seat], name_of(self.key, admin, sent, record.cause.at)
        document, context = self._sheet(campaign, named, sent, made_with.pictures)
        faces = render(library.templates(), document, context)
        first = next(last for last in (*(last for _, last in reversed(seat.earlier)), 0) if last < sent.n) + 1
        thread = self._kept(campaign, sent.seat, first).id if sent.n > first else ""
        dated = enclosed_calendar(self.key, self.mailbox, named, sent.calendar, record.cause.at)
        table = campaign.table
        rules = PadRules(table.ruleset, made_with.game or table.game, table.words)
        attached = enclosed(named, sent, made_with.pictures, rules, self._reply(campaign, named, sent))
        outgoing = Outgoing(
            named, seat.address_of(sent.n), f"[{named.campaign}] {document.subject}", record.cause.at,
            faces.text, "" if sent.plain else faces.html, sent.in_reply_to, (thread,) if thread else (), sent.answer,
            (*attached, *dated), place,
        )  # fmt: skip
        return compose(outgoing, self.mailbox, self.key, self._token(campaign, sent))

    def _reply(self, campaign: Campaign, named: Named, sent: Sent) -> PadReply:
        """Where the answer to a letter goes that a pad of it writes."""
        secret = self._token(campaign, sent)
        fence = fence_of(with_token(sent.document, secret))
        return PadReply(reply_address(self.mailbox, campaign.id, secret), tap_subject(named), fence)

    def _sheet(
        self, campaign: Campaign, named: Named, sent: Sent, pictures: tuple[Dried, ...]
    ) -> tuple[Document, dict[str, object]]:
        """The document that is rendered, and what stands on every letter."""
        admin, table = campaign.state.admin, campaign.table
        seat, secret = admin.seats[sent.seat], self._token(campaign, sent)
        whose = seat_title(table.ruleset, table.game, seat)
        line = say("{title} · {seat} · letter {number}", title=admin.title, seat=whose, number=named.number)
        reply, subject = reply_address(self.mailbox, admin.campaign, secret), tap_subject(named)
        shown = tuple(Shown(p.name, f"cid:{cid(named, file_of(p))}", caption(p), p.near) for p in pictures)
        missing = self.studio is not None and sent.document.map is not None and not (shown or sent.plain)
        context = {
            "campaign_line": line, "title": admin.title, "reply": reply, "re": subject, "pictures": shown, "unpainted": missing,
        }  # fmt: skip
        return with_token(campaign.dressed(sent.document, seat.side), secret), context

    def _token(self, campaign: Campaign, sent: Sent) -> str:
        return token(self.key, campaign.id, sent.seat, campaign.state.admin.seats[sent.seat].address_of(sent.n), sent.generation)

    def freeze_missing(self, campaign: Campaign) -> None:
        """After a crash or a full disk: freeze what was recorded but not yet rendered."""
        missing = [due.letter for due in self.unposted.of(campaign) if not due.letter.is_there()]
        for record, game in self._made_of(campaign, missing) if missing else ():
            self.freeze(campaign, record, painting=True, game=game)

    def _made_of(self, campaign: Campaign, missing: list[FrozenLetter]) -> Iterable[_Source]:
        """The records of letters, each with the game in force then: the last, those held, or read from the journal."""
        last = {_place_of(campaign, sent): _Source(r, None) for r in campaign.tail for sent in r.letters if isinstance(sent, Sent)}
        at_hand: dict[FrozenLetter, _Source] = last | self._unpainted
        return [at_hand[letter] for letter in missing] if at_hand.keys() >= set(missing) else starmap(_Source, campaign.told())

    def freeze_all(self, campaign: Campaign) -> None:
        """Freeze every letter whose file is gone, posted or not: the same bytes as before."""
        admin = campaign.state.admin
        there = campaign.shelf.letters.numbers(admin.sent.keys())
        if all(admin.number(s, n) in there[s] for s, sent in admin.sent.items() for n in range(1, sent + 1)):
            return
        for record, game in campaign.told():
            self.freeze(campaign, record, game=game)

    def lacking(self, campaign: Correspondent) -> bool:
        """Is a letter that waits not frozen?"""
        return any(not due.letter.is_there() for due in self.unposted.of(campaign))


def _place_of(campaign: Campaign, sent: Sent) -> FrozenLetter:
    return letter_at(campaign, sent.seat, campaign.state.admin.number(sent.seat, sent.n))
