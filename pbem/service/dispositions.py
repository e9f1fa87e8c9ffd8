"""What is done with a letter: the acts of the router's table. Each takes it off the spool's `new`, or leaves it there by name."""

from datetime import datetime
from typing import NamedTuple

from pbem.campaign.records import Cause
from pbem.handlers import is_told
from pbem.mail.automated_mail import OUR_OWN
from pbem.mail.letter import Machine
from pbem.mail.sender import ProofMissing
from pbem.service.founder import Founder
from pbem.service.intake import HeldSeat, Intake
from pbem.service.letter_in_hand import LetterInHand, carries_our_seal
from pbem.service.shell_errands import ShellErrands
from pbem.service.worker import Worker
from pbem.store.mailroom import Reached

UNPROVED_SPAM = "spam without proof of a seat"
HELD_FOR = {
    "token": "no token", "address": "an address not enrolled", "voucher": "nobody vouches for the sender",
}  # fmt: skip
NOT_UNDERSTOOD = "no line of it is understood, nor of those before it"


class Hands(NamedTuple):
    """Who does it."""

    intake: Intake
    worker: Worker
    founder: Founder
    errands: ShellErrands


def shunt(hands: Hands, letter: LetterInHand) -> None:
    """Put it aside for the host to judge."""
    hands.intake.shunt(letter.entry, "three attempts to read it did not end", letter.now)


def carry_out(hands: Hands, letter: LetterInHand) -> None:
    """Do what a command of the host's asks for."""
    hands.errands.carry_out(letter.entry, letter.now)


def drop_our_own(hands: Hands, letter: LetterInHand) -> None:
    """File it in silence, and count the loop."""
    hands.intake.office.loops += carries_our_seal(letter)
    hands.intake.ignore(letter.entry, OUR_OWN, letter.now)


def keep_back(hands: Hands, letter: LetterInHand) -> None:
    """Leave it where it is until every campaign can be opened."""
    hands.intake.keep_back(letter.entry, letter.now)


def note_return(hands: Hands, letter: LetterInHand) -> None:
    """File it in silence, and note which address our letter came back from."""
    facts = (letter.bounce,) if letter.bounce else ()
    hands.intake.ignore(letter.entry, "bounce", letter.now, *facts)


def file_in_silence(hands: Hands, letter: LetterInHand) -> None:
    """No machine is answered."""
    hands.intake.ignore(letter.entry, letter.mail.reason if isinstance(letter.mail, Machine) else "", letter.now)


def drop_spam(hands: Hands, letter: LetterInHand) -> None:
    """Nobody is told."""
    hands.intake.ignore(letter.entry, UNPROVED_SPAM, letter.now)


def drop_for_gone(hands: Hands, letter: LetterInHand) -> None:
    """A letter founds no camp twice."""
    hands.intake.ignore(letter.entry, "its boot camp is over and gone", letter.now)


def turn_away(hands: Hands, letter: LetterInHand) -> None:
    """Silence, so that nobody can have strangers written to."""
    hands.intake.ignore(letter.entry, "no place in a boot camp", letter.now)


def welcome(hands: Hands, letter: LetterInHand) -> None:
    """Found a boot camp for its writer."""
    campaign = hands.founder.welcome(letter.mail, letter.entry.arrival)
    hands.intake.office.on_letter("handled", letter.entry.arrival)
    hands.intake.file(letter.entry, campaign)


def drop_strangers(hands: Hands, letter: LetterInHand) -> None:
    """Silence: an answer would tell who plays here."""
    hands.intake.ignore(letter.entry, "nobody's", letter.now)


def drop_declined(hands: Hands, letter: LetterInHand) -> None:
    """Who declined is written to no more."""
    hands.intake.ignore(letter.entry, "of one who declined", letter.now)


def put_aside(hands: Hands, letter: LetterInHand) -> None:
    """Put a letter aside that lacks a proof, and say nothing."""
    who = letter.seat
    assert isinstance(who, ProofMissing)
    hands.intake.put_aside(letter.entry, HeldSeat(who.campaign, who.seat), HELD_FOR[who.lacking], letter.now)


def put_aside_and_tell(hands: Hands, letter: LetterInHand) -> None:
    """One proof of two: tell the enrolled address, and put it aside."""
    who = letter.seat
    assert isinstance(who, ProofMissing)
    words = (who.lacking, letter.mail.sender)
    told = Cause("held", letter.entry.name, letter.entry.arrival, who.seat, letter.mail.sha256, words=words)
    hands.worker.handle(letter.campaign, told)
    put_aside(hands, letter)


def leave_unanswered(hands: Hands, letter: LetterInHand) -> None:
    """Put a letter aside that says nothing, once more; no record is made of it."""
    hands.intake.put_aside(letter.entry, HeldSeat(letter.seat.campaign, letter.seat.seat), NOT_UNDERSTOOD, letter.now)


def let_wait(hands: Hands, letter: LetterInHand) -> None:
    """It is read when the hour is over. The seat is told, once a day."""
    campaign, cause, over = letter.campaign, letter.cause, _over(letter)
    if not is_told(campaign.state.admin, cause.seat, "quiet", cause.at):
        words = ("quiet", over.isoformat())
        told = Cause("held", f"{letter.entry.name}/waits", cause.at, cause.seat, cause.sha256, words=words)
        hands.worker.handle(campaign, told)
    hands.intake.brake_until(letter.entry, f"{campaign.id}/{cause.seat}", over, letter.now)


def _over(letter: LetterInHand) -> datetime:
    assert letter.brake is not None
    return letter.brake


def answer(hands: Hands, letter: LetterInHand) -> None:
    """Handle it: one record, and the letters that come of it; then it lies with its campaign."""
    campaign, office = letter.campaign, hands.intake.office
    hands.worker.handle(campaign, letter.cause)
    hands.worker.spread(campaign, letter.entry)
    who = letter.seat
    if any(back.address == letter.mail.sender for back in office.mailroom.bounced(who.campaign, who.seat)):
        office.mailroom.note(Reached(who.campaign, who.seat, letter.mail.sender, letter.entry.arrival))
    hands.intake.file(letter.entry, campaign)
