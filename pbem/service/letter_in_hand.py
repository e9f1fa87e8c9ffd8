"""A letter in hand: what is known of it, each thing found out when it is first asked for, and the conditions of the router's table.

A condition asks and changes nothing. The order in which they are asked is the table's; one may count on those before it.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from pbem.campaign.records import Cause
from pbem.handlers import accepts, is_told, sense, unheard
from pbem.handlers.hearing import Sense
from pbem.mail.compose import parse_message_id
from pbem.mail.inbox import SPAM
from pbem.mail.letter import Cover, Letter, Machine, Unreadable
from pbem.mail.reader import Mail
from pbem.mail.sender import Enrolment, Known, Nobody, ProofMissing, identify
from pbem.service import recruiting
from pbem.service.bounces import bounced
from pbem.service.brake import over_at
from pbem.service.errands import HOST
from pbem.service.founder import Founder
from pbem.service.intake import OVERSIZED, Intake
from pbem.service.letter_cause import cause_of
from pbem.service.open_campaign import Campaign
from pbem.store.mailroom import Bounced
from pbem.store.ports import SpoolEntry

MOST_ATTEMPTS = 3


class Lookup(NamedTuple):
    """Where what is known of a letter comes from. near: the seats that its token or its address could be."""

    intake: Intake
    founder: Founder
    near: Callable[[Cover], tuple[Enrolment, ...]]


class LetterInHand:
    """A letter of the spool at the moment `now`."""

    def __init__(self, lookup: Lookup, entry: SpoolEntry, now: datetime) -> None:
        self.lookup, self.office, self.entry, self.now = lookup, lookup.intake.office, entry, now

    @cached_property
    def raw(self) -> bytes:
        """Its bytes. SpoolDamaged."""
        return self.office.spool.raw(self.entry)

    @cached_property
    def mail(self) -> Mail:
        """What the reader makes of it. ReaderDied, ReaderAbsent."""
        return self.office.reading.read(self.raw, oversized=self.entry.transport.endswith(OVERSIZED))

    @property
    def was_read(self) -> bool:
        """Has the reader been asked what it is?"""
        return "mail" in vars(self)

    @cached_property
    def bounce(self) -> Bounced | None:
        """What it says of a letter of ours that came back; None when it is no such report."""
        if not isinstance(self.mail, Machine) or self.mail.reason != "bounce":
            return None
        return bounced(self.mail, self.office.all_admin(), self.office.press.key, self.entry.name, self.now)

    @cached_property
    def who(self) -> Known | ProofMissing | Nobody:
        """Whose it is, by its address, its token and, where that is asked for, its provider's word."""
        return identify(self.mail, self.lookup.near(self.mail), self.office.press.key, lambda: self.is_vouched_for)

    @cached_property
    def is_vouched_for(self) -> bool:
        """Does anybody who is trusted vouch for its sender?"""
        return self.office.reading.vouched(self.raw, self.office.trust)

    @property
    def seat(self) -> Known | ProofMissing:
        """The seat that it is of, or that it names."""
        assert not isinstance(self.who, Nobody)
        return self.who

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign of that seat. SetAside when it proves to be damaged."""
        return self.office.campaigns.opened_for(self.seat.campaign, self.seat.seat)

    @cached_property
    def at(self) -> datetime:
        """From when on it counts."""
        return self.lookup.intake.counts_from(self.entry)

    @cached_property
    def cause(self) -> Cause:
        """The cause that it makes, if it is a seat's."""
        assert isinstance(self.mail, Letter | Unreadable)
        return cause_of(self.office.press, self.campaign, self.mail, Cause("letter", self.entry.name, self.at, self.seat.seat))

    @cached_property
    def brake(self) -> datetime | None:
        """When the hour is over that holds too many letters of its seat; None when it may be read."""
        return over_at(self.campaign.state.admin, self.seat.seat, self.at, self.now)

    @cached_property
    def sense(self) -> Sense:
        """What of it would be understood."""
        return sense(self.campaign.table, self.campaign.state, self.cause)


# ---------------------------------------------------------------- conditions, in the table's order


def has_used_its_attempts(letter: LetterInHand) -> bool:
    """Did three attempts at it not end, and this is the fourth?"""
    return letter.office.mailroom.attempts(letter.entry.name) > MOST_ATTEMPTS


def is_an_errand(letter: LetterInHand) -> bool:
    """Was it left by a command of the host's?"""
    return letter.entry.transport.startswith(HOST)


def is_our_own(letter: LetterInHand) -> bool:
    """Is it one of ours, or from our own address?"""
    return carries_our_seal(letter) or letter.mail.sender == letter.office.press.mailbox.address.lower()


def carries_our_seal(letter: LetterInHand) -> bool:
    """Is its Message-ID one that only we can make?"""
    return parse_message_id(letter.office.press.key, letter.mail.message_id) is not None


def may_be_of_the_damaged(letter: LetterInHand) -> bool:
    """Is a campaign damaged, so that its seats are not known, and could this be a letter of one, or a report on one to it?"""
    if not letter.office.damaged:
        return False
    if isinstance(letter.mail, Machine):
        return letter.mail.reason == "bounce" and letter.bounce is None
    return not isinstance(letter.who, Known)


def is_a_return(letter: LetterInHand) -> bool:
    """Does it report that a letter of ours came back?"""
    return letter.bounce is not None


def is_a_machines(letter: LetterInHand) -> bool:
    """Did no person write it?"""
    return isinstance(letter.mail, Machine)


def is_unproved_spam(letter: LetterInHand) -> bool:
    """Did it lie in the spam folder, and shows one proof of two, or none?"""
    return letter.entry.transport.startswith(SPAM) and not isinstance(letter.who, Known)


def asks_for_a_camp(letter: LetterInHand) -> bool:
    """Does a stranger ask for a boot camp, where that is allowed?"""
    places = letter.office.config.settings.boot_camp.places
    return bool(places) and not isinstance(letter.who, Known) and recruiting.asks(letter.mail)


def asks_for_a_camp_that_is_gone(letter: LetterInHand) -> bool:
    """Was the camp that this letter brought played, and taken away since?"""
    return asks_for_a_camp(letter) and letter.lookup.founder.is_gone(_camp(letter))


def asks_for_a_camp_without_a_place(letter: LetterInHand) -> bool:
    """Is no place free for who asks, or does nobody vouch for them where somebody must?"""
    if not asks_for_a_camp(letter) or letter.lookup.founder.is_there(_camp(letter)):
        return False
    welcome = letter.lookup.founder.has_place(letter.mail, letter.entry.arrival)
    return not (welcome and (not letter.office.trust.asked or letter.is_vouched_for))


def _camp(letter: LetterInHand) -> str:
    return recruiting.name(letter.office.press.key, letter.mail)


def is_nobodys(letter: LetterInHand) -> bool:
    """Does it prove no seat?"""
    return isinstance(letter.who, Nobody)


def is_of_one_who_declined(letter: LetterInHand) -> bool:
    """Is its seat one that was declined, and does it not take it after all?"""
    if not isinstance(letter.who, Known) or not letter.campaign.state.admin.seats[letter.seat.seat].left:
        return False
    return not accepts(letter.campaign.table, letter.campaign.state, letter.cause)


def lacks_a_proof(letter: LetterInHand) -> bool:
    """Does it show one proof of two?"""
    return isinstance(letter.who, ProofMissing)


def lacks_a_proof_again(letter: LetterInHand) -> bool:
    """Does it lack one, and its seat was told so of another that day?"""
    who = letter.who
    return isinstance(who, ProofMissing) and is_told(letter.campaign.state.admin, who.seat, who.lacking, letter.entry.arrival)


def says_nothing_again(letter: LetterInHand) -> bool:
    """Did its seat send three letters without a line that is understood, and this is another?"""
    return unheard(letter.campaign.state, letter.seat.seat) and not letter.sense.some


def came_too_often(letter: LetterInHand) -> bool:
    """Is its hour full, and is there a line in it that is not understood?"""
    return letter.brake is not None and not letter.sense.whole


def cannot_be_read(letter: LetterInHand) -> bool:
    """Is it of a kind that nothing can be read from?"""
    return letter.cause.kind == "refused"


def is_a_seats(letter: LetterInHand) -> bool:
    """Is it proved to be a seat's?"""
    return isinstance(letter.who, Known)
