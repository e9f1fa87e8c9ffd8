"""The steps of a letter's work, each by itself; `letters.ORDER` says in which order they are taken."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.campaign.admin_events import SilenceCounted
from pbem.campaign.records import Cause
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers import asking, evenings, fields, plans
from pbem.handlers.arranging import arrange
from pbem.handlers.authority import watching
from pbem.handlers.copies import asked_letters
from pbem.handlers.effects import EffectKeys, answered_before, keys_of, note_effect, repeat
from pbem.handlers.filled_forms import doubtful
from pbem.handlers.gone_by import no_more
from pbem.handlers.joining import invited
from pbem.handlers.leaving import camp_over
from pbem.handlers.on_file import closed, filed
from pbem.handlers.orders import orders
from pbem.handlers.own_words import remarks
from pbem.handlers.pausing import paused, turned_away
from pbem.handlers.recalling import may_be_recalled, put_aside
from pbem.handlers.stations import stations
from pbem.handlers.timing import nothing_left
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Step, do_words, said_at
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import Answered
from pbem.letters.receipts import receipt
from pbem.orders.printer import normalised
from pbem.orders.tree import SheetLine


@dataclass(slots=True)
class LetterAtWork:
    """A letter whose work is being done. request: what it still asks for; notes: for its receipt; refused: what its seat may not
    say; off_file: lines of a plan that a fault keeps off file; answered: what came of its orders; over: no more is done of it;
    number: of its answer; keys, filed, acted: by what its effect is known, once it may have one.
    """

    work: UnitOfWork
    seat: Seat
    cause: Cause
    request: Request
    notes: list[str] = field(default_factory=list)
    refused: tuple[str, ...] = ()
    off_file: tuple[SheetLine, ...] = ()
    answered: Answered | None = None
    moment: str = ""
    number: str = ""
    over: bool = False
    keys: EffectKeys | None = None
    filed: int = 0
    acted: bool = False

    @property
    def is_checked(self) -> bool:
        """Is it a dry run?"""
        return "check" in self.request.said

    def turn_away(self, why: tuple[str, ...], notes: tuple[str, ...] = ()) -> None:
        """Nothing of it is done but what is asked; notes: what was done all the same."""
        turned_away(self.work, self.work.state.admin.seats[self.seat.id], self.request, why, notes)
        self.leave_copies()

    def leave_copies(self) -> None:
        """The letters that it asks for go out, and no more is done."""
        asked_letters(self.work, self.seat, self.request)
        self.over = True


# ---------------------------------------------------------------- before anything of it is done


def count_in(letter: LetterAtWork) -> None:
    """Somebody is there: no silence is counted on, and an evening goes on with them."""
    work, seat, cause = letter.work, letter.seat, letter.cause
    if work.state.admin.hosting.silences.get(seat.id):
        work.put(SilenceCounted(seat.id, 0))
    evenings.heard(work, seat)
    request, by_host = letter.request, cause.kind == "host"
    letter.request = replace(
        request, left_out=cause.left_out, sure=request.sure or by_host, costs=None if by_host else request.costs
    )


def take_answer(letter: LetterAtWork) -> None:
    """YES or CANCEL to the letter that asked about words which cannot be taken back."""
    work = letter.work
    letter.request = asking.answered(work, letter.seat, letter.cause, letter.request)
    work.sheet, work.request = normalised(letter.request.written), letter.request


def ask_back(letter: LetterAtWork) -> None:
    """Words that cannot be taken back are asked about, and left out until the YES is there."""
    work, seat, request = letter.work, letter.seat, letter.request
    finals = asking.finals(work, seat, request)
    if not finals:
        return
    before = answered_before(work, seat, request)
    if before:
        _repeat(letter, before)
        return
    keys = keys_of(work, seat, request)
    number = asking.ask(work, seat, finals)
    note_effect(work, keys, number)
    letter.request = asking.without(request, finals)
    letter.over = not (letter.request.acts or letter.request.questions)


def turn_away_in_a_pause(letter: LetterAtWork) -> None:
    """While the campaign is paused nothing is done but what a seat arranges for itself."""
    if letter.work.state.admin.paused and letter.request.acts:
        for do in () if letter.is_checked else FOR_ITSELF:
            do(letter)
        letter.turn_away(paused(), tuple(letter.notes))


def turn_away_in_doubt(letter: LetterAtWork) -> None:
    """What answers a letter that counts no more, or a form that may be meant in two ways."""
    work, seat, cause, request = letter.work, letter.seat, letter.cause, letter.request
    doubt = no_more(work.state.admin, seat, cause, request) or doubtful(work, seat, cause, request)
    if doubt:
        letter.turn_away(doubt)


def let_it_wait(letter: LetterAtWork) -> None:
    """HOLD MY LETTERS: it waits, and may be recalled."""
    if may_be_recalled(letter.work.state.admin, letter.seat, letter.request, letter.cause):
        put_aside(letter.work, letter.seat, letter.request, letter.cause)
        letter.leave_copies()


def act_once(letter: LetterAtWork) -> None:
    """A letter that had its effect before has it no second time."""
    work, request = letter.work, letter.request
    before = answered_before(work, letter.seat, request)
    if before:
        _repeat(letter, before)
    else:
        letter.keys, letter.filed, letter.acted = keys_of(work, letter.seat, request), len(work.papers), request.acts


def _repeat(letter: LetterAtWork, before: str) -> None:
    repeat(letter.work, letter.seat, before)
    letter.over = True


def take_seat(letter: LetterAtWork) -> None:
    """ACCEPT: the seat is taken, and nothing else of the letter is done. What it asks is answered in a letter of its own, which
    says of what it orders that this was not done."""
    _answer_by_seat(letter, "seat")
    request = letter.request
    rest = (request.lines, request.standing, request.messages, request.writings, request.blocks, request.has("does"))
    if letter.over and (any(rest) or request.questions or request.unasked):
        why = (say("ACCEPT takes your seat and does nothing else: send your other lines again, in a letter of their own."),)
        letter.turn_away(why if any(rest) else ())


def leave_seat(letter: LetterAtWork) -> None:
    """DECLINE and RESIGN: the seat is left, and nothing else of the letter is done."""
    _answer_by_seat(letter, "leaving")
    if letter.over:
        fields.follow(letter.work)  # a battle of theirs passes on
        camp_over(letter.work, letter.seat)


def _answer_by_seat(letter: LetterAtWork, step: Step) -> None:
    """The letter is answered by the last word of this step that takes the seat or leaves it, if one does."""
    for word, act in reversed(list(said_at(letter.work, letter.request, step))):
        letter.number = letter.number or word.seat(letter.work, letter.seat, act)
    letter.over = bool(letter.number)


def hold_to_its_seat(letter: LetterAtWork) -> None:
    """Observers and field commanders may say less than commanders."""
    if letter.seat.role == "observer":
        letter.request, letter.refused = watching(letter.work, letter.request)
    if letter.seat.role == fields.ROLE:
        letter.request, letter.refused = fields.in_the_field(letter.work, letter.request)


# ---------------------------------------------------------------- what it does


def words(step: Step) -> Callable[[LetterAtWork], None]:
    """The words that act at this step."""

    def do(letter: LetterAtWork) -> None:
        letter.notes += do_words(letter.work, letter.seat, letter.request, step)

    return do


def noted(part: Callable[[UnitOfWork, Seat, Request], list[str]]) -> Callable[[LetterAtWork], None]:
    """What is done of a letter besides its words, with a note on each."""

    def do(letter: LetterAtWork) -> None:
        letter.notes += part(letter.work, letter.seat, letter.request)

    return do


def decide(letter: LetterAtWork) -> None:
    """Decisions that play waits for are answered; the same reply is given once."""
    letter.notes += dict.fromkeys(do_words(letter.work, letter.seat, letter.request, "decisions"))


def fix_the_draft(letter: LetterAtWork) -> None:
    """What could not be changed of the draft, and what gave way to what."""
    letter.notes += (*letter.request.problems, *letter.request.joined, *remarks(letter.work, letter.request))


def warn_of_the_check(letter: LetterAtWork) -> None:
    """CHECK: nothing was done besides."""
    if letter.request.goes_beyond_lines:
        letter.notes.append(say("CHECK is a dry run: nothing was sent, filed or answered"))


def carry_out_orders(letter: LetterAtWork) -> None:
    """The order lines: carried out as they come, or put on file until the side lets them run."""
    work, seat, request = letter.work, letter.seat, letter.request
    letter.off_file = plans.off_file(work, seat, request)
    letter.moment = work.moment(seat)
    letter.answered = (filed if work.state.admin.files(seat.side) else orders)(work, seat, request)


def let_run(letter: LetterAtWork) -> None:
    """DONE and EXECUTE, once the orders of the letter are on file."""
    work, seat, answered = letter.work, letter.seat, letter.answered
    if not work.state.admin.files(seat.side):
        return
    waiting = [word for word, act in said_at(work, letter.request, "running") if not word.refuse(work, seat, act)]
    if waiting and not (answered and answered.filed) and work.state.admin.is_of_before(seat.id, letter.request.answers):
        late = phrase("{verb} does not count: it answers {letter}, from before {moment}; say it in reply to a later letter")
        names = {"letter": letter.request.answers, "moment": work.moment(seat)}
        letter.notes += [say(late, verb=word.name.upper(), **names) for word in waiting]
        return
    if answered and not (answered.refused or seat.id in work.state.admin.drafts):
        letter.notes += do_words(work, seat, letter.request, "running")
        return
    letter.notes += [say("{verb} does not count yet: your letter waits to be fixed", verb=word.name.upper()) for word in waiting]


def close_the_moment(letter: LetterAtWork) -> None:
    """END IMPULSE and PASS, where orders lie on file, once everything else in the letter is done."""
    work, seat, answered = letter.work, letter.seat, letter.answered
    if answered and work.state.admin.files(seat.side):
        ended = closed(work, seat, letter.request, answered)
        letter.answered = ended if ended.moment else replace(ended, moment=letter.moment)  # a DONE may have closed it


def answer(letter: LetterAtWork) -> None:
    """The receipt."""
    work, seat, request, answered = letter.work, letter.seat, letter.request, letter.answered
    assert answered is not None
    answered = replace(answered, refused=letter.refused or answered.refused, reports=fields.taken(work, seat, request))
    answered = invited(work, seat, request, replace(answered, off_file=letter.off_file))
    if answered.ran:
        letter.notes += [*plans.overtaken(work, seat), *nothing_left(work, seat)]
    answered = replace(answered, notes=(*answered.notes, *letter.notes))
    letter.number = work.send(receipt(work.desk(work.state.admin.seats[seat.id]), answered))


def send_copies(letter: LetterAtWork) -> None:
    """The letters that it asks for."""
    asked_letters(letter.work, letter.seat, letter.request)
    if not letter.is_checked:
        do_words(letter.work, letter.seat, letter.request, "copies")


def tell_everybody(letter: LetterAtWork) -> None:
    """A public moment that it brought is told to all; battles in the field go on."""
    stations(letter.work)
    fields.follow(letter.work)


FOR_ITSELF = (words("token"), words("address"), words("wishes"), noted(arrange))
"""What a seat arranges for itself, in a pause too: its token, its addresses, how it wants its letters, time, appeals."""
