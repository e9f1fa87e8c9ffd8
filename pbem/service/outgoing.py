"""Posting letters: what is frozen goes to the carrier, in order, until he has it. Who makes them is another room: `press.py`."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain

from pbem.kernel.values import replace
from pbem.mail.chain import kept
from pbem.mail.compose import Mailbox, reply_address
from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.outbox.courier import BUNDLE, Courier
from pbem.mail.sender import return_mark
from pbem.service.bounces import address_for
from pbem.service.fair_posting import Faces, in_turn, most_of
from pbem.service.pending_post import Due, facts
from pbem.service.unposted import Correspondent, Unposted
from pbem.store.mailroom import Deferred, Fact, Posted, SeatKey

MOST_OUT = 2 * BUNDLE  # posted and not yet noted: so many a crash may post twice, under the same Message-IDs
BACK_OFF = (60, 120, 300, 900, 1800, 3600, 7200, 14400)  # seconds after the first, second … deferral


class OutgoingPost:
    """Posts the frozen letters of campaigns. key: the secret of return marks; marked: letters carry a return address that tells
    whose they are; most: letters within an hour, 0 for no limit.
    """

    def __init__(self, key: bytes, mailbox: Mailbox, unposted: Unposted) -> None:
        self.key, self.mailbox, self.unposted, self.mailroom = key, mailbox, unposted, unposted.mailroom
        self.marked, self.most = True, 0
        self._out: dict[str, Due] = {}
        self._told: dict[str, tuple[Fact, ...]] = {}
        self._faces = Faces()

    def waiting(self, campaign: Correspondent) -> Iterator[Due]:
        """Every letter not yet posted nor refused for good, in order; its file may be missing yet."""
        return self.unposted.of(campaign)

    def post(self, campaigns: Sequence[Correspondent], courier: Courier, now: datetime) -> None:
        """Hand over everything that is due, and note the verdicts on it and on what was given before."""
        for due, most in self._in_order(campaigns, courier, now):
            if self._allowed(courier, now, most):
                self._hand(due, courier, now)
        while courier.out:
            self._take_back(courier.back(wait=True), now)
        self._note(least=1)

    def give(self, campaign: Correspondent, courier: Courier, now: datetime) -> None:
        """Give the courier what is due of a campaign, and note the verdicts that he has brought meanwhile. Where so many may be
        posted an hour, that waits for the end of the pass: then the letters of all campaigns are known, and go in turn."""
        for due in () if self.most else self._due(campaign, courier, now):
            self._hand(due, courier, now)
        self._take_back(courier.back(wait=False), now)

    def _in_order(self, campaigns: Sequence[Correspondent], courier: Courier, now: datetime) -> Iterator[tuple[Due, int]]:
        """What is due of all campaigns, each with the number of letters an hour that it may be one of."""
        due = chain.from_iterable(self._due(campaign, courier, now) for campaign in campaigns)
        if not self.most:
            yield from ((one, 0) for one in due)
            return
        for one, seen in in_turn(self._faces.of(due), lambda *seat: self.mailroom.posted_within_hour(now, SeatKey(*seat))):
            yield one, most_of(seen, self.most)

    def _due(self, campaign: Correspondent, courier: Courier, now: datetime) -> Iterator[Due]:
        """What of a campaign can be given to the courier now, with the address it goes to."""
        seats = campaign.shown.admin.seats
        for due in self.waiting(campaign):
            to = due.to or address_for(self.mailroom, campaign.id, seats[due.seat])
            away = due.ref in courier.out or due.ref in self._told
            if to and due.letter.is_there() and not away and self._ready(due, now):  # one that is not there: its map is painted
                yield replace(due, to=to)

    def _hand(self, due: Due, courier: Courier, now: datetime) -> None:
        """Give the courier a letter, unless he takes no more."""
        while courier.takes and len(courier.out) >= MOST_OUT:
            self._take_back(courier.back(wait=True), now)
        if courier.takes:
            post = self._addressed(due, due.to)
            self._out[due.ref] = replace(due, link=kept(post.raw).link)
            courier.give(post)

    def _allowed(self, courier: Courier, now: datetime, most: int) -> bool:
        """May one more be posted within this hour? What was posted is counted from the book, so that no restart forgets it."""
        given = len(courier.out) + sum(isinstance(told[0], Posted) for told in self._told.values())
        return not most or self.mailroom.posted_within_hour(now) + given < most

    def _take_back(self, verdicts: Iterable[PostVerdict], now: datetime) -> None:
        for verdict in verdicts:
            due = self._out.pop(verdict.ref)
            if not verdict.barred:  # a refused login is no fault of the letter: it stays due
                self._told[due.ref] = facts(due, verdict.state, verdict.text, now)
        self._note(least=BUNDLE)

    def _note(self, least: int) -> None:
        """Note what the courier told, in one line, if there is so much of it. What a full disk refuses is kept in mind."""
        if len(self._told) >= least:
            self.mailroom.note(*chain.from_iterable(self._told.values()))
            self._told.clear()

    def _addressed(self, due: Due, address: str) -> Post:
        """The letter under a return address of its own, so that a bounce is known by where it comes."""
        mark = return_mark(self.key, due.campaign, due.seat, address)
        sender = reply_address(self.mailbox, due.campaign, mark) if self.marked else ""
        return Post(due.ref, address, due.letter.raw(), sender)

    def _ready(self, due: Due, now: datetime) -> bool:
        tries = self.mailroom.deferrals(due.campaign, due.seat, due.key)
        return not tries or now >= _again_at(tries) or now < tries[-1].at  # a clock set back delays nothing

    def next_try(self, now: datetime) -> datetime | None:
        """When a letter that the carrier has put off is next tried; None when none waits for its hour."""
        return min((at for at in map(_again_at, self.mailroom.deferred.values()) if at > now), default=None)


def _again_at(tries: Sequence[Deferred]) -> datetime:
    """When a letter that was put off so often is tried again."""
    return tries[-1].at + timedelta(seconds=BACK_OFF[min(len(tries), len(BACK_OFF)) - 1])
