"""Steps: the acts and branches of one unit line, each between two semicolons."""

from collections.abc import Sequence

from pbem.kernel.values import Value, replace
from pbem.orders.attempt import Attempt, Expected
from pbem.orders.layout import Lexicon, attempt_of
from pbem.orders.matching import ends, match_verb
from pbem.orders.remarks import error, not_read, unknown_word
from pbem.orders.sheet import Act, Branch, Remark, Step, Test
from pbem.orders.words import Token

TESTS: tuple[Test, ...] = ("empty", "occupied", "ezoc", "unknown")
_STRAY_ELSE = "`else` without an `if` before it"


class _Else(Value):
    """`; else ACT`, to be joined to the branch before it."""

    act: Act
    at: int


class Line(Value):
    """The text and tokens of a line, and where its first word stands."""

    text: str
    tokens: tuple[Token, ...]
    at: int
    lexicon: Lexicon
    acts_only: bool = False

    def attempt(self, tokens: Sequence[Token] | None = None) -> Attempt:
        """A fresh attempt at the tokens of the line, or at some of them."""
        return attempt_of(self.tokens if tokens is None else tokens, self.text, self.lexicon)


def between_semicolons(tokens: Sequence[Token], at: int) -> list[Sequence[Token]]:
    """The tokens between semicolons."""
    segments: list[Sequence[Token]] = []
    for place in range(at, len(tokens)):
        if tokens[place].text == ";":
            segments.append(tokens[at:place])
            at = place + 1
    return [*segments, tokens[at:]]


def read_steps(line: Line, segments: list[Sequence[Token]], units: tuple[str, ...]) -> tuple[list[Step], list[Remark]]:
    """What is understood of each segment, and what is not; `units` are those the line begins with."""
    steps: list[Step] = []
    remarks: list[Remark] = []
    for tokens in segments:
        attempt = line.attempt(tokens)
        attempt.stops, attempt.seen = frozenset({"else"}), list(units)
        if attempt.past_fillers(0) == len(tokens):
            continue
        read = _step(line, attempt)
        if isinstance(read, Remark):
            remarks.append(read)
        elif isinstance(read, _Else):
            remarks.extend(_join_else(steps, read, tokens))
        else:
            steps.append(read)
    return steps, remarks


def _join_else(steps: list[Step], read: _Else, tokens: Sequence[Token]) -> list[Remark]:
    if steps and isinstance(steps[-1], Branch) and steps[-1].otherwise is None:
        steps[-1] = replace(steps[-1], otherwise=read.act)
        return []
    return [error(_STRAY_ELSE, tokens[read.at].span)]


def _step(line: Line, attempt: Attempt) -> Step | _Else | Remark:
    at = attempt.past_fillers(0)
    word = attempt.word(at)
    if word == "else":
        act = _act(line, attempt, at + 1)
        return act if isinstance(act, Remark) else _finished(attempt, act[1]) or _Else(act[0], at)
    if word == "if":
        return _branch(line, attempt, at + 1)
    act = _act(line, attempt, at)
    return act if isinstance(act, Remark) else _finished(attempt, act[1]) or act[0]


def _finished(attempt: Attempt, end: int) -> Remark | None:
    """None at the end of a step; else the remark on what stands behind it."""
    at = attempt.past_fillers(end)
    if at >= len(attempt.tokens):
        return None
    if attempt.word(at) == "else":
        return error(_STRAY_ELSE, attempt.tokens[at].span)
    attempt.wanted(at, Expected("end", ""))
    return not_read(attempt)


def _branch(line: Line, attempt: Attempt, at: int) -> Branch | Remark:
    at = attempt.past_fillers(at)
    test = next((test for test in TESTS if test == attempt.word(at)), None)
    if test is None:
        for name in TESTS:
            attempt.wanted(at, Expected("word", name))
        return not_read(attempt)
    at = attempt.past_fillers(at + 1)
    then = _act(line, attempt, at + 1 if attempt.word(at) == "then" else at)
    if isinstance(then, Remark):
        return then
    at = attempt.past_fillers(then[1])
    if attempt.word(at) != "else":
        return _finished(attempt, at) or Branch(test, then[0])
    otherwise = _act(line, attempt, at + 1)
    if isinstance(otherwise, Remark):
        return otherwise
    return _finished(attempt, otherwise[1]) or Branch(test, then[0], otherwise[0])


def _act(line: Line, attempt: Attempt, at: int) -> tuple[Act, int] | Remark:
    """The act at a token: its end is the end of the step or an `else`."""
    grammar = line.lexicon.grammar
    at = attempt.past_fillers(at)
    if at >= len(attempt.tokens):
        attempt.wanted(at, Expected("slot", "ACT"))
        return not_read(attempt)
    if not grammar.knows(attempt.word(at), "unit"):
        return _no_verb(line, attempt, at)
    found = match_verb(grammar, "unit", attempt, at)
    if found is None or not ends(attempt, found[1]):
        return not_read(attempt)
    return found


def _no_verb(line: Line, attempt: Attempt, at: int) -> Remark:
    grammar = line.lexicon.grammar
    if grammar.knows(attempt.word(at), "letter", "question", "standing"):
        text = f"`{attempt.word(at)}` is a word for a line of its own, not for a unit"
        return error(text, attempt.tokens[at].span)
    return unknown_word(attempt, at, grammar, ("unit",))
