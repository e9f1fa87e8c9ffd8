"""What a reader works with: a line as it was written, cut into tokens, and the words and names of a side, indexed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from pbem.kernel.values import Value
from pbem.orders.lexer import Token
from pbem.orders.matcher import Grammar
from pbem.orders.parse_state import Attempt, Names
from pbem.orders.tree import BlockLine, Remark

Opening: TypeAlias = Literal["unit", "letter", "act", "name", "nothing"]


class Head(NamedTuple):
    """The units that a line begins with, and the token behind them."""

    calls: tuple[str, ...]
    end: int


class Lexicon(Value, eq=False):
    """All a reader needs of a vocabulary: its names and its verbs, indexed. One of its kind, known by being itself. others: whom
    a message may be written to, nobody when it is not known."""

    names: Names
    grammar: Grammar
    others: frozenset[str] = frozenset()


@dataclass(slots=True)
class Written:
    """One order line as written, cut into tokens. `body` holds the lines of free text; `fault` why it is not read.

    block: the block of order lines it stands in; edge: it opens or closes one; of: the form (a block of fields) that it opens or
    stands in; rank: what it is in it; form: it fills in a line of an order form;
    head: the units it begins with and the token after them, as long as nothing is joined to it; last: the letter's line that it
    ends on.
    """

    source: int
    text: str
    indent: int = 0
    opening: Opening = "nothing"
    long_form: bool = False
    act_indent: int = -1
    tokens: tuple[Token, ...] = ()
    body: list[str] | None = None
    closed: bool = True
    block: str = ""
    of: str = ""
    rank: Literal["opens", "field", "closes"] = "field"
    edge: BlockLine | None = None
    form: bool = False
    head: Head | None = None
    fault: Remark | None = None
    last: int = 0

    def __post_init__(self) -> None:
        self.last = self.source


def attempt_of(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> Attempt:
    """A fresh attempt at some tokens of a line."""
    return Attempt(tokens, text, lexicon.names, lexicon.grammar.read_act, lexicon.grammar.read_condition)
