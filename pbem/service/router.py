"""Router: what happens to a letter, from bytes to silence or answer, and which cause is the next of all.

TABLE is run, row by row: the first whose condition holds is carried out. HELP LETTERS says its rows in words (`mail.what_becomes`).
"""

import contextlib
import errno
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.campaign.state import AdminState, Seat
from pbem.mail.directory import Directory
from pbem.mail.letter import Cover
from pbem.mail.parser_process import ReaderAbsent, ReaderDied
from pbem.mail.sender import Enrolment
from pbem.service import dispositions as do
from pbem.service import letter_in_hand as when
from pbem.service.dispositions import Hands
from pbem.service.due_times import Clockwork, StruckClock
from pbem.service.intake import OVERSIZED
from pbem.service.letter_in_hand import LetterInHand, Lookup
from pbem.service.shelves import SetAside
from pbem.service.worker import place_of
from pbem.store.mailroom import Attempted, Excused
from pbem.store.ports import DataRefused, SpoolDamaged, SpoolEntry, StoreTrouble

LOOKING = timedelta(seconds=30)  # that a look through a mailbox may take, or an intake that died may need to be there again


class Row(NamedTuple):
    """When a condition holds, this is done with the letter; rule: which rule of mail or of the house says so."""

    holds: Callable[[LetterInHand], bool]
    act: Callable[[Hands, LetterInHand], None]
    rule: str


TABLE: tuple[Row, ...] = (
    Row(when.has_used_its_attempts, do.shunt, "house: a letter that kills its reader spares the others"),
    Row(when.is_an_errand, do.carry_out, "house: a command of the shell is done once, in its place among the letters"),
    Row(when.is_our_own, do.drop_our_own, "RFC 5321 6.3, RFC 3834 2: no loop"),
    Row(when.may_be_of_the_damaged, do.keep_back, "house: nothing is lost while a campaign is set aside"),
    Row(when.is_a_return, do.note_return, "RFC 3464 2, RFC 5321 4.5.5: a report is never answered"),
    Row(when.is_a_machines, do.file_in_silence, "RFC 3834 2, RFC 2919, RFC 5230 4.6: no answer to a machine"),
    Row(when.is_unproved_spam, do.drop_spam, "house: what a provider took for spam needs every proof"),
    Row(when.asks_for_a_camp_that_is_gone, do.drop_for_gone, "house: one letter, one camp"),
    Row(when.asks_for_a_camp_without_a_place, do.turn_away, "RFC 3834 2: nobody has strangers written to"),
    Row(when.asks_for_a_camp, do.welcome, "house: places for newcomers"),
    Row(when.is_nobodys, do.drop_strangers, "house: silence tells nobody who plays here"),
    Row(when.is_of_one_who_declined, do.drop_declined, "house: who declines is written to no more, unless it is to accept"),
    Row(when.lacks_a_proof_again, do.put_aside, "RFC 3834 2: once a day for each reason"),
    Row(when.lacks_a_proof, do.put_aside_and_tell, "house: address and token; RFC 6376, RFC 8601 where a voucher is asked for"),
    Row(when.says_nothing_again, do.leave_unanswered, "RFC 3834 2: two machines do not write to each other for ever"),
    Row(when.came_too_often, do.let_wait, "house: sixty letters an hour"),
    Row(when.cannot_be_read, do.answer, "RFC 2046, RFC 3676: text, and what is refused is named"),
    Row(when.is_a_seats, do.answer, "house: one letter, one record, one answer"),
)  # fmt: skip
"""What happens to a letter. A condition may count on those above it having been asked, and on none of them holding."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # no fault of the letter in hand
log = logging.getLogger("pbem.service.referee")


class Router:
    """Finds the next cause, and whose it is: the directory of all seats, and the clocks of all campaigns in a heap."""

    def __init__(self, hands: Hands, heard: Callable[[frozenset[str]], None]) -> None:
        """heard: is told which campaigns show something new."""
        self._heard = heard
        self.hands, self.office, self.intake = hands, hands.intake.office, hands.intake
        self._clockwork = Clockwork()
        self._claimed = ""
        self._passed: set[str] = set()  # campaigns whose clocks were passed over, since another was at work on them
        self._moved: set[str] = set()  # campaigns that the directory is to hear of

    def open(self) -> None:
        """Make ready: the key is known now."""
        self._directory = Directory(self.office.press.key)

    # ------------------------------------------------------------ which is next

    def next(self, polled: datetime, now: datetime) -> StruckClock | SpoolEntry | None:
        """What comes first: a clock not later than the last poll, or a letter. None, also while older letters are to be read."""
        if self.intake.again:
            return None
        self.office.campaigns.recall()
        self._claimed = ""
        for name in tuple(self._passed):
            self._regard(name)
        self.intake.early.clear()
        while True:
            entry = self.intake.first(now)
            self._look_at_claimed(entry)
            if entry is not None and self._is_early(entry, polled, now):
                self.intake.early.add(entry.name)
                continue
            running = self._clockwork.due(polled, now)
            if running is None or self._comes_first(entry, running):
                return entry
            if not self.office.store.is_shared:
                return running
            if running.campaign == self._claimed:
                return self._own_first(running)
            self._claim(running.campaign)  # then all is asked once more: another may have struck it a moment ago

    def _look_at_claimed(self, entry: SpoolEntry | None) -> None:
        """What is claimed is looked at as others have left it; where nothing is, we have just heard of all."""
        if entry is not None or self._claimed:
            self.office.hear()
        self.look_round()
        if entry is not None and entry.lane in self._passed:
            self._regard(entry.lane)  # nobody else is at work on it any more: its letter is ours, and so is its clock

    def _comes_first(self, entry: SpoolEntry | None, running: StruckClock) -> bool:
        """Is there a letter, and did it come no later than the clock ran out?"""
        return entry is not None and running.at >= self.intake.counts_from(entry)

    def _own_first(self, running: StruckClock) -> StruckClock | SpoolEntry:
        """The first letter of all may be another worker's, and the campaign's own come before its clock."""
        own = self.intake.first_of(running.campaign)
        return own if own is not None and self._comes_first(own, running) else running

    def _is_early(self, entry: SpoolEntry, polled: datetime, now: datetime) -> bool:
        """Where several work: did a clock of its campaign run out before a letter came, and is to strike first, which it cannot
        before every mailbox was looked through? None waits long for that: a mailbox may be shut for days."""
        campaigns, came = self.office.campaigns, self.intake.counts_from(entry)
        if not entry.lane or entry.lane not in campaigns or entry.lane in self.office.stopped or now - came > self._most_early():
            return False
        found = campaigns.shelf(entry.lane).shown.due(came)
        return found is not None and polled < found.at < came

    def _most_early(self) -> timedelta:
        return timedelta(seconds=self.office.config.settings.poll_seconds) + LOOKING

    def _claim(self, name: str) -> None:
        """Claim the campaign of a clock; of one that is another's now, the clock is passed over this time."""
        if self.office.store.claim(name, wait=False):
            self._claimed = name
        else:
            self._clockwork.set(name, None)
            self._passed.add(name)

    def _regard(self, name: str) -> None:
        """A clock that was passed over counts again."""
        self._passed.discard(name)
        if name in self.office.campaigns:
            self._clockwork.set(name, self.office.campaigns.shelf(name).shown)

    def next_due(self, now: datetime) -> datetime | None:
        """When the next clock runs out, or did."""
        self.look_round()
        return self._clockwork.next(now)

    def look_round(self) -> None:
        """The clocks hear of what campaigns show; the directory hears of it when it is asked next."""
        campaigns = self.office.campaigns
        moved = campaigns.moved()
        for name in moved:
            self._clockwork.set(name, campaigns.shelf(name).shown if name in campaigns else None)
            self._moved.add(name)
        self._heard(moved)
        for name in self.office.stopped:
            self._clockwork.set(name, None)

    # ------------------------------------------------------------ whose it is

    def near(self, mail: Cover) -> tuple[Enrolment, ...]:
        """The seats that a letter's token or address could be."""
        self._tell_directory()
        return self._directory.near(mail)

    def writers(self) -> frozenset[str]:
        """The addresses that letters of a seat may come from."""
        self._tell_directory()
        return self._directory.writers()

    def _tell_directory(self) -> None:
        """The directory hears of every campaign that shows something else than before, has come, or is here no longer."""
        self.look_round()
        for name in sorted(self._moved):
            if name in self.office.campaigns:
                admin = self.office.campaigns.shelf(name).shown.admin
                self._directory.enter(name, _enrolled(admin))
            else:
                self._directory.leave(name)
        self._moved.clear()

    # ------------------------------------------------------------ what happens

    def carry(self, cause: StruckClock | SpoolEntry, now: datetime) -> None:
        """Have a cause handled."""
        if isinstance(cause, StruckClock):
            self.hands.worker.strike(cause)
            return
        self._carry_letter(cause, now)
        if self.office.mailroom.attempts(cause.name) > 1:  # whatever ended the attempt before shall not find it in the spool again
            self.office.tray.settle()

    def _carry_letter(self, entry: SpoolEntry, now: datetime) -> None:
        """Read, identify, handle one letter; a bug in any of it shunts the letter and spares the others."""
        letter = LetterInHand(Lookup(self.intake, self.hands.founder, self.near), entry, now)
        if not when.is_an_errand(letter):
            self.office.reading.open()  # without a reader no letter is begun
        self.office.mailroom.note(Attempted(entry.name, now))
        try:
            self._run(letter)
        except SetAside:  # it is for a campaign that proved to be damaged when it was opened for it
            self.intake.keep_back(entry, now)
        except ReaderDied as death:  # the attempt is noted, and the letter is the next again: after three it is put aside
            log.error("%s", death, extra={"spool": entry.name})
        except OSError as trouble:  # the disk: stop taking mail, the letter stays where it is
            if isinstance(trouble, ReaderAbsent) or (trouble.errno in NO_ROOM and not isinstance(trouble, StoreTrouble)):
                self.excuse(entry, now)
            raise
        except Exception as bug:
            log.exception("shunted", extra={"spool": entry.name})
            self.intake.shunt(entry, place_of(bug), now)

    def excuse(self, entry: SpoolEntry, now: datetime) -> None:
        """An attempt at a letter ended by no fault of its own."""
        with contextlib.suppress(OSError, DataRefused):
            self.office.mailroom.note(Excused(entry.name, now))

    def _run(self, letter: LetterInHand) -> None:
        """The first row of the table that holds."""
        row = next(row for row in TABLE if row.holds(letter))
        if letter.was_read:
            self._look_ahead(letter.entry)
        row.act(self.hands, letter)

    def _look_ahead(self, entry: SpoolEntry) -> None:
        """The reader begins with the next letter while this one is handled; nothing is noted, nothing is decided."""
        following = self.intake.following(entry)
        if following:
            with contextlib.suppress(SpoolDamaged, OSError):  # when its turn comes
                self.office.reading.ahead(self.office.spool.raw(following), following.transport.endswith(OVERSIZED))


def _enrolled(admin: AdminState) -> tuple[Enrolment, ...]:
    """What a letter's sender is compared with for one campaign."""
    seats = admin.seats.values()
    held = (
        Enrolment(admin.campaign, s.id, address, generation, admin.proof, s.address, declined=bool(s.left))
        for s in seats for generation in _live(admin, s) for address in (s.address, *s.also)
    )  # fmt: skip
    return (*held, *(former for s in seats for former in _formers(admin, s)))


def _live(admin: AdminState, seat: Seat) -> tuple[int, ...]:
    """The generations of the tokens that bring a letter to this seat. Who declined may use that of the invitation, and of the
    letter of thanks."""
    if seat.left:
        return (seat.generation, seat.generation - 1) if seat.may_come_back and admin.stage != "over" else ()
    return () if seat.scripted else (seat.generation,)


def _formers(admin: AdminState, seat: Seat) -> Iterator[Enrolment]:
    """Those who held a seat before, who left it too, with every token they may have had of it."""
    gone = (seat.address, *seat.also) if seat.left else ()
    firsts = dict.fromkeys(gone, seat.address)
    firsts |= {address: address for address, _ in seat.earlier if address != seat.address}
    live = _live(admin, seat)
    for address, first in firsts.items():
        for generation in range(1, seat.generation) if address else ():
            if not (address in gone and generation in live):
                yield Enrolment(admin.campaign, seat.id, address, generation, first=first, former=True)
