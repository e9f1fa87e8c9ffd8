"""A pause is data: a decision that is owed, and by whom."""

from typing import NamedTuple

from pbem.kernel.values import Value


class Decision(Value):
    """A question that must be answered before play goes on.

    number: counted per desk, printed `D4`. side: who owes it. kind: the reaction that asked.
    question: the words of the question, made from what its owner may know. options: the short answers that are taken.
    """

    number: int
    side: str
    kind: str
    question: str
    options: tuple[str, ...]


class Refusal(Value):
    """Why an order is not carried out: words for its owner, and the rule that says so.

    kind: "invalid" (not understood), "illegal" (understood, not allowed), "for now" (not allowed as things stand, which may have
    changed by the time it is carried out) or "failed" (tried, did not come off).
    """

    kind: str
    words: str
    rule: str = ""
    hint: str = ""


def illegal(words: str, rule: str, hint: str = "") -> Refusal:
    """An order that was understood and is not allowed."""
    return Refusal("illegal", words, rule, hint)


def illegal_now(words: str, rule: str, hint: str = "") -> Refusal:
    """An order that is not allowed as things stand on the map: who is where, and who is seen."""
    return Refusal("for now", words, rule, hint)


def failed(words: str, rule: str) -> Refusal:
    """An order that was tried and did not come off."""
    return Refusal("failed", words, rule)


class ReportFault(NamedTuple):
    """What is wrong with a line of a report: the line as written (its number in the report, 0: the whole), and why."""

    line: int
    text: str
    refusal: Refusal
