"""The values the language deals in: the verbs and names it is given, and the order sheet it gives back.

Nothing here reads text: `parser.py` makes these values, `printer.py` turns them back into canonical words.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, Union

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value

Place: TypeAlias = Literal["unit", "letter", "standing", "question", "block", "script", "condition", "field"]
Trait: TypeAlias = Literal[
    "runs", "bare", "manner", "fixes", "apart", "carries", "leans", "does", "files", "plays", "arranges",
    "closes", "final", "guards", "next",
]  # fmt: skip
Said: TypeAlias = Union[str, int, "Act", "Condition", tuple[str, ...], tuple[int, ...], tuple["Step", ...]]


class Verb(Value, cache_hash=True):  # asked for by the whole tuple of them, once a letter
    """One order word. `syntax` lines are in the notation of `syntax.py`; `place` says where it may be written.

    traits: what a word of the whole letter means for its letter; an order has none, and runs.
    runs: it is carried out among the orders, in its place; bare: it is said of the letter as a whole; manner: it says how
    orders are to run, now or on file; fixes: it takes up the draft that waits, by itself; apart: it
    leaves that draft alone; carries: what is fit to run runs, whatever is not; leans: the letter that is answered
    gives it its sense; does: it does something by itself; files: CHECK says that it was not done; plays: it touches play;
    arranges: its writer arranges something with the campaign; closes: it closes the writer's part of play; final: and is always
    asked back; guards: a plan runs only as it allows; next: the letter's orders are for the writer's next part of play.
    By does, arranges or plays a letter is answered as often as it comes, from a machine too (`handlers/hearing.py`): a word that
    changes nothing is a question, or has `files` alone.

    place "condition": what `if` and every CONDITION may ask. fields: of a block that is a form, the words that are known inside it
    alone. head: what several of one line share, said once: `policy UNITS`; the others follow after semicolons.
    """

    name: str
    syntax: tuple[str, ...]
    place: Place
    summary: str
    traits: tuple[Trait, ...] = ()
    fields: tuple["Verb", ...] = ()
    head: str = ""


class Vocabulary(Value):
    """All words one seat may use. Names are those of its own side only; keys are folded again when they are indexed.
    others: first words of whom a message may be for; targets: names of enemies, of the side's own counting; called: what this
    ruleset calls what a slot of a kind may hold, where that is its own."""

    verbs: tuple[Verb, ...]
    calls: Mapping[str, str]
    places: Mapping[str, Hex]
    formations: Mapping[str, tuple[str, ...]]
    others: frozenset[str] = frozenset()
    targets: Mapping[str, str] = MappingProxyType({})
    called: Mapping[str, str] = MappingProxyType({})


class Act(Value):
    """One verb with what was said after it: literal words (fillers left out, in syntax order) and slots by name."""

    verb: str
    words: tuple[str, ...] = ()
    slots: tuple[tuple[str, Said], ...] = ()

    def slot(self, name: str, default: Said | None = None) -> Said | None:
        """The value said for the slot `name`, else `default`."""
        for key, value in self.slots:
            if key == name:
                return value
        return default

    def says(self, phrase: str) -> bool:
        """Whether the words of `phrase` stand one after another in the act: `act.says("by road")`."""
        if not self.words or " " not in phrase:
            return phrase in self.words
        wanted = tuple(phrase.split())
        return wanted[0] in self.words and any(self.words[i : i + len(wanted)] == wanted for i in range(len(self.words)))

    def hex(self, name: str = "HEX") -> Hex | None:
        """The hex said for a slot, or None."""
        value = self.slot(name)
        return Hex(value) if isinstance(value, str) else None

    def hexes(self, name: str = "PATH") -> tuple[Hex, ...]:
        """The hexes said for a slot of hexes, () if none."""
        return tuple(Hex(item) for item in self.texts(name))

    def number(self, name: str = "N") -> int | None:
        """The whole number said for a slot, or None."""
        value = self.slot(name)
        return value if isinstance(value, int) else None

    def numbers(self, name: str = "LINES") -> tuple[int, ...]:
        """The whole numbers said for a slot of numbers, () if none."""
        value = self.slot(name)
        return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()

    def text(self, name: str = "TEXT") -> str | None:
        """The word, call, letter number or free text said for a slot, or None."""
        value = self.slot(name)
        return value if isinstance(value, str) else None

    def texts(self, name: str = "UNITS") -> tuple[str, ...]:
        """The calls or words said for a slot that takes several, () if none."""
        value = self.slot(name)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()

    def act(self, name: str = "ACT") -> "Act | None":
        """The act said inside this one (`order C/307 dig`), or None."""
        value = self.slot(name)
        return value if isinstance(value, Act) else None

    def condition(self, name: str = "CONDITION") -> "Condition | None":
        """The condition said in this act, or None."""
        value = self.slot(name)
        return value if isinstance(value, Condition) else None

    def script(self, name: str = "SCRIPT") -> tuple["Step", ...]:
        """The acts and branches said for a slot that takes the rest of the line, () if none."""
        value = self.slot(name)
        return tuple(item for item in value if isinstance(item, (Act, Branch))) if isinstance(value, tuple) else ()


class Query(Value):
    """One thing asked: a word of the place "condition" with what was said after it, or (negated) with `not` before it."""

    act: Act
    negated: bool = False

    def holds(self, answer: Callable[[Act], bool | None]) -> bool | None:
        """Is it so? None when nobody knows."""
        so = answer(self.act)
        return so if so is None else so != self.negated


class Condition(Value):
    """What is asked before something is done. It holds when all tests of one of its ways do: `or` is between ways, `and` between
    the tests of one."""

    ways: tuple[tuple[Query, ...], ...]

    @property
    def tests(self) -> tuple[Query, ...]:
        """All that is asked."""
        return tuple(test for way in self.ways for test in way)

    def holds(self, answer: Callable[[Act], bool | None]) -> bool | None:
        """Is it so, by what is known of each thing asked? None (unknown) when that decides nothing."""
        ways = [_all_hold([test.holds(answer) for test in way]) for way in self.ways]
        return True if True in ways else None if None in ways else False


def _all_hold(answers: list[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


class Branch(Value):
    """`if empty ACT, else ACT`: asks as the order is carried out; each way holds one act or more, or branches."""

    test: Condition
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...] = ()


Step: TypeAlias = Act | Branch


class UnitLine(Value):
    """An activation: own calls and what each of them does. `units` is empty only for acts read by `read_line`."""

    units: tuple[str, ...]
    steps: tuple[Step, ...]


class LetterWord(Value):
    """A word for the whole letter: `end impulse`, `YES`, `spend 9`."""

    act: Act


class Question(Value):
    """Something asked: `STATUS`, `WHY 3`."""

    act: Act


class StandingLine(Value):
    """One line of standing orders: `EZOC NEVER`."""

    act: Act


class Message(Value):
    """Free text for somebody else, word for word. `to` is folded, several have commas between; `LOG … END LOG` is a message to
    "log"."""

    to: str
    lines: tuple[str, ...]


class Writing(Value):
    """A paper in free text. kind: "aar" (a report; about: the battle's number) or "intent" (what a commander wants of a
    battle or the turn; about: the hex, "turn", or "" for any battle)."""

    kind: str
    about: str
    lines: tuple[str, ...]


class Amendment(Value):
    """A change to line `line` of a draft: `3 attack 08.12 hasty`, `3 drop`, `after 3: H/505: move 20.12`; `more`: the others that
    are dropped with it, of `1, 3-5 drop`."""

    line: int
    kind: Literal["replace", "drop", "after"]
    text: str = ""
    more: tuple[int, ...] = ()


class BlockLine(Value):
    """The line that opens a block of order lines (`AFTER BATTLES`), or (None) its `END`."""

    act: Act | None


class FieldLine(Value):
    """A line of a form: a field of the block that is called so; the line that opens it (opens); or (None) its END."""

    form: str
    act: Act | None
    opens: bool = False


Command: TypeAlias = FieldLine | UnitLine | LetterWord | Question | StandingLine | Message | Writing | Amendment | BlockLine


class Remark(Value):
    """Something to tell the writer. Column (1-based) and length point into `SheetLine.text`: hints replace that."""

    line: int
    column: int
    length: int
    kind: Literal["error", "note"]
    text: str
    hints: tuple[str, ...] = ()
    rule: str = ""


class SheetLine(Value):
    """One order line. `source` is the letter's line number where it begins; `text` is what was written.

    Continued lines are joined by a blank (acts of a long form by `; `) in `text`; a line that continues nothing is
    untouched, so that columns are the writer's own. `canonical` is the line as understood, "" if it was not.
    `block` names the block it stands in (`AFTER BATTLES … END`), "" for none. `asks`: it begins as a question does, and so can
    order nothing.
    """

    number: int
    source: int
    text: str
    command: Command | None
    remarks: tuple[Remark, ...] = ()
    canonical: str = ""
    block: str = ""
    asks: bool = False


class Chat(Value):
    """A line of a letter that orders nothing: a greeting, thanks, a signature. `source` is its line number in the letter."""

    source: int
    text: str


class OrderSheet(Value):
    """All order lines of one letter, in order; `chat` is what stood beside them."""

    lines: tuple[SheetLine, ...]
    chat: tuple[Chat, ...] = ()

    @property
    def errors(self) -> tuple[Remark, ...]:
        """Every remark that stops the sheet, in line order."""
        return tuple(remark for line in self.lines for remark in line.remarks if remark.kind == "error")
