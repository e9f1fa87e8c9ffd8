"""What becomes of a letter, in words: a sentence for each row of the table that the router runs, in its order.

The table itself stands in `pbem/service/router.py`; HELP LETTERS prints these sentences. They are here because both reach them.
"""

from collections.abc import Mapping

from pbem.documents.document import wrapped
from pbem.kernel.i18n import phrase, say

WORDS: Mapping[str, str] = {
    "has_used_its_attempts": phrase("One that broke the reader three times is set aside, and the host is told."),
    "is_our_own": phrase("One of the referee's own that comes back is left unanswered."),
    "may_be_of_the_damaged": phrase("While a campaign's files are damaged, one that could be for it waits until they are whole."),
    "is_a_return": phrase("A mail server's report that a letter to you came back sends the next one to your next address."),
    "is_a_machines": phrase("Other mail of machines (lists, receipts, notes of absence) gets no answer."),
    "is_unproved_spam": phrase("One that your provider took for spam gets no answer unless address and token are both yours."),
    "asks_for_a_camp_that_is_gone": phrase("One that asked for a boot camp which is over and gone gets no answer."),
    "asks_for_a_camp_without_a_place": phrase("BOOT CAMP gets no answer while no place is free, or while yours is played."),
    "asks_for_a_camp": phrase("BOOT CAMP, where the host lets newcomers in, brings an invitation."),
    "is_nobodys": phrase("One that proves no seat at all gets no answer."),
    "is_of_one_who_declined": phrase("After your DECLINE nothing but an ACCEPT is answered, while the seat is still empty."),
    "lacks_a_proof_again": phrase("One that lacks a proof is held; you were told of the first that day."),
    "lacks_a_proof": phrase("One with your address or your token alone is held, and you are told."),
    "says_nothing_again": phrase("After three letters without an understood line, a fourth is held without an answer."),
    "came_too_often": phrase("Past sixty within an hour, one with a line that is not understood waits until the hour is over."),
    "cannot_be_read": phrase("One that cannot be read as text is refused, with the reason."),
    "is_a_seats": phrase("Any other is handled and answered."),
}  # fmt: skip
"""By the name of the condition under which it happens."""


def told() -> str:
    """All of it as a chapter of HELP prints it: a sentence, and a line or two for each."""
    lines = [line for n, text in enumerate(WORDS.values(), start=1) for line in wrapped(say(text), "   ", f"{n:>3}. ")]
    return say("What becomes of a letter: the first line that fits counts.") + "\n\n" + "\n".join(lines)
