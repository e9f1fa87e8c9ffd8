"""The desk a letter is written at, and what is handed to be sent."""

from collections.abc import Callable
from datetime import datetime

from pbem.campaign.admin_events import SHARED, AdminEvent
from pbem.campaign.drafting import closing_word
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.documents.document import Block, Document
from pbem.engine.idiom import Idiom
from pbem.engine.opaque import OpaqueGame, OpaquePicture, OpaqueSeen
from pbem.engine.runs import Ran, Verdict
from pbem.kernel.i18n import say
from pbem.kernel.memo import kept
from pbem.kernel.values import Value, replace
from pbem.letters.host_table import HostTable
from pbem.orders.tree import Act, SheetLine, Verb, Vocabulary
from pbem.rulesets.form import Ruleset

TOKEN = "{reply-token}"  # stands in documents where the seat's token goes when the letter is frozen


def no_answer(desk: "Desk", act: Act) -> tuple[Block, ...]:  # noqa: ARG001 - as every answer
    """Nothing is said to it in the receipt: it is no question, or a letter of its own answers it."""
    return ()


class LetterVerb(Value):
    """A word of a letter, as those see it who only read it or explain it: how it is written, and its HELP. beside: the same word in
    other places (on a unit's line, opening a block); events: the admin events that are its own; answer(desk, act): what a question
    is answered with.
    """

    verb: Verb
    help: str
    beside: tuple[Verb, ...] = ()
    events: tuple[type[AdminEvent], ...] = ()
    answer: Callable[["Desk", Act], tuple[Block, ...]] = no_answer

    @property
    def name(self) -> str:
        """The word."""
        return self.verb.name


class WordTable(Value, gc=True):
    """The words of a letter, the same for every ruleset: one table, handed down when a campaign is opened. host: the host's."""

    words: tuple[LetterVerb, ...]
    host: HostTable

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """How they are written: what a vocabulary holds beside the words of its ruleset."""
        return _verbs(self)

    def named(self, verb: str) -> LetterVerb | None:
        """The word that is called so."""
        return _by_name(self).get(verb)

    def answer(self, desk: "Desk", act: Act) -> tuple[Block, ...]:
        """What a question is answered with: by its word, else by the ruleset that brings it."""
        word = self.named(act.verb)
        if word:
            return word.answer(desk, act)
        return () if desk.admin.stage == "inviting" else desk.ruleset.reports.ask(desk.game, desk.picture, desk.battles, act)

    @property
    def admin_events(self) -> tuple[type[AdminEvent], ...]:
        """Every admin event, those of single words too: what a journal may hold."""
        return (*SHARED, *(e for word in self.words for e in word.events), *(e for word in self.host.words for e in word.events))

    def beside(self, own: Vocabulary, others: frozenset[str] = frozenset()) -> Vocabulary:
        """A ruleset's vocabulary with the words of every letter. others: whom a message may be for."""
        return replace(own, verbs=_all_verbs(self.verbs, own.verbs), others=others)


@kept(4)
def _by_name(table: WordTable) -> dict[str, LetterVerb]:
    return {word.name: word for word in table.words}


@kept(4)  # names change from letter to letter, words do not, and what is known of them is known of this very tuple
def _all_verbs(of_letters: tuple[Verb, ...], own: tuple[Verb, ...]) -> tuple[Verb, ...]:
    return (*of_letters, *own)


@kept(4)
def _verbs(table: WordTable) -> tuple[Verb, ...]:
    return (*(word.verb for word in table.words), *(verb for word in table.words for verb in word.beside))


def side_title(ruleset: Ruleset, game: OpaqueGame, side: str) -> str:
    """`American command`: who speaks for a side, to those who need not know more of it."""
    return say("{side} command", side=ruleset.scenario.adjective(game, side))


def seat_title(ruleset: Ruleset, game: OpaqueGame, seat: Seat) -> str:
    """`American command`, `American command, 504`, `American observer`; of no side what it is for."""
    if not seat.side:
        return {"host": say("host"), "reserve": say("reserve")}.get(seat.role, seat.role)
    if seat.role == "commander":
        return ", ".join((side_title(ruleset, game, seat.side), *seat.formations))
    side = ruleset.scenario.adjective(game, seat.side)
    return say("{side} observer", side=side) if seat.role == "observer" else say("{side} field command", side=side)


def officer(ruleset: Ruleset, game: OpaqueGame, seat: Seat) -> str:
    """`504 command`, `American command`: a seat as the sentences of its own side's letters name it."""
    own = seat.formations or (seat.id.removeprefix(f"{seat.side}."),)
    if seat.role != "commander" or own == (seat.side,):
        return seat_title(ruleset, game, seat)
    return say("{formations} command", formations=say(" and ").join(own))


def called(ruleset: Ruleset, game: OpaqueGame, seat: Seat) -> str:
    """`American command, 504 (allied.504)`: a seat by title, with the name by which its own side and the host write to it."""
    return f"{seat_title(ruleset, game, seat)} ({seat.id})"


class Desk(Value):
    """All that a letter to a seat may be made from. news: since its last station; battles: kept for WHY; words: of a letter."""

    admin: AdminState
    ruleset: Ruleset
    words: WordTable
    game: OpaqueGame
    seat: Seat
    known: OpaquePicture | None
    news: tuple[OpaqueSeen, ...]
    battles: tuple[OpaqueSeen, ...]
    at: datetime
    zone: str

    def officer(self, seat: str) -> str:
        """The seat of this id, as sentences to its own side name it."""
        return officer(self.ruleset, self.game, self.admin.seats[seat])

    @property
    def picture(self) -> OpaquePicture:
        """What the seat's side knows. RuntimeError for a seat of no side, which is shown nothing of play."""
        if self.known is None:
            raise RuntimeError(f"{self.seat.id} has no picture")
        return self.known

    @property
    def number(self) -> str:
        """The number of the letter that is being written."""
        return self.admin.number(self.seat.id, self.admin.sent.get(self.seat.id, 0) + 1)

    @property
    def clock(self) -> Clock | None:
        """The clock of the reader's own side; None while play does not wait for it."""
        return self.admin.clock(self.seat.side)

    @property
    def idiom(self) -> Idiom:
        """What the ruleset calls what all rulesets have."""
        return self.ruleset.idiom

    @property
    def closing(self) -> str:
        """The word that closes the reader's part of play; "" where there is none."""
        return closing_word(self.words.verbs)

    @property
    def title(self) -> str:
        """What the reader's seat is called."""
        return seat_title(self.ruleset, self.game, self.seat)

    @property
    def moment(self) -> str:
        """`T3.2`, or the campaign's title before play."""
        return self.ruleset.sequence.named(self.picture)


class Out(Value):
    """A letter to send: its kind, its document, whether it answers the seat's last letter, whether it may wait for the seat's
    digest of the day: it asks for no answer unless the seat's own side is at play."""

    seat: str
    kind: str
    document: Document
    answer: bool
    waits: bool = False


class Resend(Value):
    """A letter to send again, the same bytes."""

    seat: str
    number: str


# ---------------------------------------------------------------- answers


class Answered(Value):
    """What became of a request: verdicts of the dry run, how far the run came, what the writer's desk learnt meanwhile.

    filed: the lines lie on file until the side lets them run; waits: they wait as a draft; asks: what closes a part of play
    waits for a YES; reports: the battles whose reports were taken; off_file: the lines of a plan with a fault, which is not filed.
    """

    request: Request
    verdicts: tuple[Verdict, ...] = ()
    ran: Ran | None = None
    seen: tuple[OpaqueSeen, ...] = ()
    refused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    moment: str = ""
    filed: bool = False
    waits: bool = False
    asks: bool = False
    reports: tuple[int, ...] = ()
    off_file: tuple[SheetLine, ...] = ()
