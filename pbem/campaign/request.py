"""A request: what a letter wants, the order lines to run, what is asked, filed and said, and how the run is meant."""

import hashlib

from pbem.campaign.accepting import Acceptance
from pbem.kernel.values import Value, field, replace
from pbem.orders.printer import normalised
from pbem.orders.tree import (
    Act,
    Message,
    OrderSheet,
    Question,
    SheetLine,
    StandingLine,
    Trait,
    Writing,
)

PLAN = "plan for next"  # the block whose lines are for the seat's next part of play


class WordSaid(Value):
    """A word of the whole letter, as it was said; its traits (`orders/tree.py: Verb`)."""

    act: Act
    traits: tuple[Trait, ...]

    @property
    def is_bare(self) -> bool:
        """Is it said of the letter as a whole, and not of lines by their numbers?"""
        return "bare" in self.traits and not self.act.slots and "all" not in self.act.words

    @property
    def runs(self) -> bool:
        """Does it stand among the order lines, as an order or in the place of some?"""
        return not self.traits or "runs" in self.traits or ("bare" in self.traits and not self.is_bare)


class Request(Value):
    """What a seat wants.

    written: the sheet as it came; lines: the order lines to run (after amendments), numbered afresh; problems: amendments
    that could not be made; words: those of the whole letter, as they stood; amends: it fixes a draft;
    blocks: (verb that opens it, lines) of each block of order lines (a line that opens it … `END`);
    remarks: what the answer says of the letter itself;
    chat: what stood beside the orders, as written; unasked: questions that cannot be read; joined: what the letter did to a draft
    that waited; sure: the letter answers a question (YES), and is not asked again; costs: what its writer was told that END would
    cost, None: whatever it is; ends: YES END, what is ready runs and the part of play is closed; accepting: what the letter of an
    invited seat says of its invitation in passing; numbered: it names lines of a draft by their numbers.
    """

    seat: str
    answers: str
    written: OrderSheet
    lines: tuple[SheetLine, ...]
    problems: tuple[str, ...] = ()
    words: tuple[WordSaid, ...] = ()
    questions: tuple[Question, ...] = ()
    standing: tuple[StandingLine, ...] = ()
    messages: tuple[Message, ...] = ()
    writings: tuple[Writing, ...] = ()
    amends: bool = False
    blocks: tuple[tuple[str, tuple[SheetLine, ...]], ...] = ()
    left_out: tuple[str, ...] = field(default=())
    remarks: tuple[str, ...] = ()
    chat: tuple[str, ...] = ()
    unasked: tuple[SheetLine, ...] = ()
    joined: tuple[str, ...] = ()
    sure: bool = False
    costs: tuple[str, ...] | None = ()
    ends: bool = False
    accepting: Acceptance = ""
    numbered: bool = False

    @property
    def said(self) -> frozenset[str]:
        """The words that are said of the letter as a whole."""
        return frozenset(word.act.verb for word in self.words if word.is_bare)

    def of(self, *verbs: str) -> tuple[Act, ...]:
        """The words of the whole letter that are one of these, as they stood."""
        return tuple(word.act for word in self.words if word.act.verb in verbs)

    def has(self, trait: Trait) -> bool:
        """Does a word of this kind stand in it? One that stands for orders by their numbers is an order."""
        return any(trait in word.traits for word in self.words if not word.runs)

    @property
    def for_next(self) -> bool:
        """Are its orders for the seat's next part of play?"""
        return any(word.is_bare and "next" in word.traits for word in self.words)

    def verbs(self, trait: Trait) -> frozenset[str]:
        """The words of this kind that stand in it."""
        return frozenset(word.act.verb for word in self.words if trait in word.traits)

    def saying(self, verb: str, *traits: Trait) -> "Request":
        """The request as if this word stood in it too."""
        return replace(self, words=(*self.words, WordSaid(Act(verb), ("bare", *traits))))

    @property
    def acts(self) -> bool:
        """Does it do anything besides asking?"""
        return bool(self.lines or self.standing or self.messages or self.writings or self.amends or self.problems or self.blocks
                    or self.has("bare") or self.has("does"))  # fmt: skip

    @property
    def does_more(self) -> bool:
        """Does it do anything besides its order lines and its questions?"""
        return bool(self.standing or self.messages or self.writings or self.blocks or self.has("does"))

    @property
    def plays(self) -> bool:
        """Does it touch play: orders, standing orders, plans, decisions?"""
        return bool(self.lines or self.standing or self.amends or self.blocks or self.writings or self.has("plays"))

    @property
    def leans(self) -> bool:
        """Does it say something that has its sense from the letter it answers: YES, a change to a line of a draft?"""
        return self.has("leans") or self.numbered or self.ends

    @property
    def goes_beyond_lines(self) -> bool:
        """Would it file, send, answer or drop anything besides the order lines it runs?"""
        return bool(self.messages or self.writings or self.blocks or self.has("files"))

    @property
    def faulty(self) -> tuple[SheetLine, ...]:
        """Lines that were not understood."""
        return tuple(ln for ln in self.lines if any(r.kind == "error" for r in ln.remarks))

    def key(self, moment: str, edition: int = 0) -> str:
        """The effect key: seat, letter answered (else when it came), normalised orders; edition: rollbacks so far."""
        again = (str(edition),) if edition else ()
        return _hashed(self.seat, self.answers or moment, normalised(self.written), *again)

    def copy_key(self, letter: str) -> str:
        """The key by which a copy of this very letter is known, whenever it comes: its Message-ID, else its bytes, and its orders.

        A letter that answers none of ours and ends the part of play would be another effect when its copy came in the next.
        """
        return _hashed("copy", self.seat, letter, normalised(self.written))


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]


def only_questions(request: Request) -> Request:
    """The request without anything that acts."""
    return replace(
        request, lines=(), problems=(), words=(), standing=(), messages=(), writings=(), amends=False, blocks=(),
    )  # fmt: skip
