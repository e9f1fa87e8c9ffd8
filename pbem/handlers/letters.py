"""A letter of a seat: answered at once to its writer; what it sets going is told to all at the next station.

ORDER is the whole of a letter's work, from the first thing that is done to the last; words act at the steps that they name.
"""

from collections.abc import Callable
from typing import Literal

from pbem.campaign.records import Cause, Record, State
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers import fields, hearing, plans
from pbem.handlers.bench import reserve
from pbem.handlers.effects import did_something, note_effect
from pbem.handlers.filled_forms import whole
from pbem.handlers.finishing import finish
from pbem.handlers.gone_by import of_another
from pbem.handlers.hearing import asked
from pbem.handlers.letter_steps import (
    FOR_ITSELF,
    LetterAtWork,
    act_once,
    answer,
    ask_back,
    carry_out_orders,
    close_the_moment,
    count_in,
    decide,
    fix_the_draft,
    hold_to_its_seat,
    leave_seat,
    let_it_wait,
    let_run,
    noted,
    send_copies,
    take_answer,
    take_seat,
    tell_everybody,
    turn_away_in_a_pause,
    turn_away_in_doubt,
    warn_of_the_check,
    words,
)
from pbem.handlers.messages import messages
from pbem.handlers.standing import file_standing_orders, look_at_standing_orders
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.values import Value, replace


class LetterStep(Value):
    """A step of a letter's work. when: it is left out of a dry run (CHECK), or is for one alone."""

    do: Callable[[LetterAtWork], None]
    when: Literal["always", "earnest", "check"] = "always"


ORDER = (
    LetterStep(count_in),
    LetterStep(take_answer),
    LetterStep(ask_back),
    LetterStep(turn_away_in_a_pause),
    LetterStep(turn_away_in_doubt),
    LetterStep(let_it_wait),
    LetterStep(act_once),
    LetterStep(take_seat),
    LetterStep(leave_seat, "earnest"),
    LetterStep(hold_to_its_seat),
    *(LetterStep(do, "earnest") for do in FOR_ITSELF),
    LetterStep(noted(file_standing_orders), "earnest"),
    LetterStep(noted(messages), "earnest"),
    LetterStep(words("messages"), "earnest"),
    LetterStep(fix_the_draft),
    LetterStep(words("staffwork"), "earnest"),
    LetterStep(words("delegation"), "earnest"),
    LetterStep(words("leaving"), "earnest"),
    LetterStep(words("seat"), "earnest"),
    LetterStep(words("cancel"), "earnest"),
    LetterStep(words("battles"), "earnest"),
    LetterStep(noted(fields.written), "earnest"),
    LetterStep(words("marches"), "earnest"),
    LetterStep(decide, "earnest"),
    LetterStep(noted(plans.filed), "earnest"),
    LetterStep(words("plan"), "earnest"),
    LetterStep(noted(look_at_standing_orders), "check"),
    LetterStep(noted(plans.looked_at), "check"),
    LetterStep(warn_of_the_check, "check"),
    LetterStep(carry_out_orders),
    LetterStep(let_run, "earnest"),
    LetterStep(close_the_moment),
    LetterStep(answer),
    LetterStep(send_copies),
    LetterStep(tell_everybody),
)
"""All that is done with a letter, the first row first."""


def letter(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of a seat: answered at once to its writer; what it sets going is told to all at the next station."""
    if state.admin.seats[cause.seat].role == "reserve":
        return reserve(table, state, cause)
    work = UnitOfWork(table, state, cause)
    seat = state.admin.seats[cause.seat]
    cause = whole(work, seat, cause)
    request = asked(work, seat, cause)
    remarks = (*of_another(cause, request), *hearing.came(work, hearing.sense_of_request(work, request, cause)))
    handled(work, seat, cause, replace(request, remarks=remarks))
    return finish(work)


def taken(work: UnitOfWork, seat: Seat, cause: Cause) -> None:
    """A seat's words are handled: those of one that waited, of the host in its name."""
    cause = whole(work, seat, cause)
    handled(work, seat, cause, asked(work, seat, cause))


def handled(work: UnitOfWork, seat: Seat, cause: Cause, request: Request) -> None:
    """What a seat's words ask for is done and answered."""
    letter = LetterAtWork(work, seat, cause, request)
    for step in ORDER:
        if not letter.over and step.when in ("always", "check" if letter.is_checked else "earnest"):
            step.do(letter)
    if letter.keys and letter.acted:  # orders that did nothing may be written again when they can be carried out
        note_effect(work, letter.keys, letter.number, did_something(work, letter.filed))
