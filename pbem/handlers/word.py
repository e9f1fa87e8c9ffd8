"""The form of a word of a letter: how it is written and explained, who may say it, why it is refused, what it does and when."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from pbem.campaign.request import Request
from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.documents.document import Block
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.letters.desk import Desk, LetterVerb, WordTable
from pbem.orders.tree import Act, Message

Step: TypeAlias = Literal[
    "token", "address", "wishes", "arrangements", "messages", "staffwork", "delegation", "leaving", "seat", "cancel",
    "battles", "marches", "decisions", "plan", "running", "copies",
]  # fmt: skip
"""A step of a letter's work at which words act; `handlers/letters.py: ORDER` says in which order they come.

token, address, wishes: what a seat changes about itself; arrangements: with the campaign, in a pause too; messages: words to
others, and whatever has no step of its own; staffwork: what lies on file, before the letter's orders do; running: after them;
copies: letters of their own that words ask for;
delegation: who commands what; leaving, seat: what is said of a seat that was not left or taken; the others are named for what
they touch.
"""
Do: TypeAlias = Callable[[UnitOfWork, Seat, Act], Iterable[str]]
COMMANDERS = frozenset({"commander"})
OBSERVERS = COMMANDERS | {"observer"}
FIELD = COMMANDERS | {"field commander"}
ALL = OBSERVERS | FIELD


class Final(Value):
    """A word that waits for a YES: as it is to be carried out, and what it comes to; message: to a host who plays."""

    act: Act | None
    text: str
    cost: str
    message: Message | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """What is to be read once the YES is there."""
        return (f"MESSAGE {self.message.to}", *self.message.lines, "END MESSAGE") if self.message else (self.text,)


def granted(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """No reason against it."""
    return ""


def kept_back(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    """It can be taken back, or is asked about elsewhere."""
    return None


def not_by_this(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """Nobody takes or leaves a seat by it."""
    return ""


class Word(LetterVerb):
    """A word of a letter, as it is handled; `LetterVerb` says how it is written and explained.

    by: the roles that may say it; others are told that they hold another kind of seat, or nothing.
    acts: what it does, by the step of the letter's work at which it does it: (work, seat, act) -> notes for the receipt.
    refuse(work, seat, act) -> why it is not done, in words for its writer, "" when nothing stands against it; asked at each step.
    final(work, seat, act) -> what it is asked back with, when it cannot be taken back and could be carried out now.
    seat(work, seat, act) -> the number of the letter that answers it in the place of a receipt, "" for none: who takes a seat or
    leaves it is told nothing else.
    """

    acts: Mapping[Step, Do] = {}
    by: frozenset[str] = COMMANDERS
    refuse: Callable[[UnitOfWork, Seat, Act], str] = granted
    final: Callable[[UnitOfWork, Seat, Act], Final | None] = kept_back
    seat: Callable[[UnitOfWork, Seat, Act], str] = not_by_this


def word_of(table: WordTable, verb: str) -> Word | None:
    """The word of a letter that is called so; None for a word of the ruleset's."""
    found = table.named(verb)
    return found if isinstance(found, Word) else None


def said_at(work: UnitOfWork, request: Request, *steps: Step) -> Iterator[tuple[Word, Act]]:
    """The words of a letter that act at one of these steps, as they stand; one that is said of the letter as a whole, once."""
    done = set[str]()
    for said in request.words:
        word = word_of(work.table.words, said.act.verb)
        if word and set(steps) & word.acts.keys() and not (said.is_bare and word.name in done):
            done.add(word.name)
            yield word, said.act


def do_words(work: UnitOfWork, seat: Seat, request: Request, step: Step) -> list[str]:
    """What the words of a letter do at a step: first why some are refused, then a note on each that is done."""
    said = [(word, act, word.refuse(work, seat, act)) for word, act in said_at(work, request, step)]
    notes = [why for word, _, why in said if why and step == next(iter(word.acts))]
    for word, act, why in said:
        if not why:
            notes += word.acts[step](work, work.state.admin.seats[seat.id], act)
    return notes


def ask_ruleset(desk: Desk, act: Act) -> tuple[Block, ...]:
    """The answer to a question that is the ruleset's to tell, once play has begun."""
    if desk.admin.stage == "inviting":
        return ()
    return desk.ruleset.reports.ask(desk.game, desk.picture, desk.battles, act)


# ---------------------------------------------------------------- why a word is refused


def unless_played(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """It is for the time of play."""
    admin = work.state.admin
    idle = admin.stage != "playing" or admin.paused
    return say("{verb}: the campaign is not being played now", verb=act.verb.upper()) if idle else ""


def unless_for_the_side(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """It is for whoever speaks for the side, in the time of play."""
    admin = work.state.admin
    idle = unless_played(work, seat, act)
    if idle or speaks_for_its_side(admin, seat, work.cause.at):
        return idle
    first = senior(admin, seat.side)
    said = say("{verb} is for {whose} to say, who speaks for your side", verb=act.verb.upper(), whose=work.officer(first))
    return said + work.idiom.behind("last word")
