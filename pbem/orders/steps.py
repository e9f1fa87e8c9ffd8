"""Steps: the acts and branches of one unit line, each between two semicolons.

`if CONDITION` is followed by one act, by several with a comma or "and" between, or by several in parentheses; `else` belongs
to the nearest `if` before it that has none yet.
"""

from collections.abc import Sequence

from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value, replace
from pbem.orders.lexer import Token, tokenise
from pbem.orders.matcher import DEEPEST, Grammar, ends, match_verb
from pbem.orders.parse_state import Attempt, Expected
from pbem.orders.remarks import error, not_read, unknown_word
from pbem.orders.tree import Act, Branch, Condition, Remark, Step
from pbem.orders.written import Head, Lexicon, attempt_of

_STRAY_ELSE = phrase("`else` without an `if` before it")
_JOINTS = frozenset({",", ";", "and", "then"})
_BETWEEN = frozenset({"and", "then"})
_CLOSES = frozenset({"else", ")"})
_BEFORE_A_PLACE = ("", "at", "to", "toward")
Steps = tuple[Step, ...]


class _Else(Value):
    """`; else ACT`, to be joined to the branch before it."""

    acts: Steps
    at: int


class OrderLine(Value):
    """The text and tokens of a line, and where its first word stands. head: the units it begins with and the token after them, if
    that was read before."""

    text: str
    tokens: tuple[Token, ...]
    at: int
    lexicon: Lexicon
    acts_only: bool = False
    head: Head | None = None

    def attempt(self, tokens: Sequence[Token] | None = None) -> Attempt:
        """A fresh attempt at the tokens of the line, or at some of them."""
        attempt = attempt_of(self.tokens if tokens is None else tokens, self.text, self.lexicon)
        attempt.script = lambda inner, at: _script(self, inner, at)
        return attempt


def between_semicolons(tokens: Sequence[Token], at: int, grammar: Grammar) -> list[Sequence[Token]]:
    """The tokens between semicolons; those in parentheses, or of a script that takes the rest of the line, stay together."""
    segments: list[Sequence[Token]] = []
    deep, begins = 0, at
    for place in range(at, len(tokens)):
        text = tokens[place].text
        if text in grammar.scripted:
            break
        deep += {"(": 1, ")": -1}.get(text, 0)
        if text == ";" and deep <= 0:
            segments.append(tokens[begins:place])
            begins, deep = place + 1, 0
    return [*segments, tokens[begins:]]


def read_steps(line: OrderLine, segments: list[Sequence[Token]], units: tuple[str, ...]) -> tuple[list[Step], list[Remark]]:
    """What is understood of each segment, and what is not; `units` are those the line begins with."""
    steps: list[Step] = []
    remarks: list[Remark] = []
    for tokens in segments:
        attempt = line.attempt(tokens)
        attempt.stops, attempt.seen = _CLOSES, list(units)
        if attempt.past_fillers(0) == len(tokens):
            continue
        read = _segment(line, attempt)
        if isinstance(read, Remark):
            remarks.append(read)
        elif isinstance(read, _Else):
            remarks.extend(_join_else(steps, read, tokens))
        else:
            steps.append(read)
    return steps, remarks


def _join_else(steps: list[Step], read: _Else, tokens: Sequence[Token]) -> list[Remark]:
    if steps and isinstance(steps[-1], Branch) and not steps[-1].otherwise:
        steps[-1] = replace(steps[-1], otherwise=read.acts)
        return []
    return [error(say(_STRAY_ELSE), tokens[read.at].span)]


def _segment(line: OrderLine, attempt: Attempt) -> Step | _Else | Remark:
    at = attempt.past_fillers(0)
    if attempt.word(at) == "else":
        acts = _way(line, attempt, at + 1)
        return acts if isinstance(acts, Remark) else _finished(line, attempt, acts[1]) or _Else(acts[0], at)
    step = _step(line, attempt, at)
    return step if isinstance(step, Remark) else _finished(line, attempt, step[1]) or step[0]


def _finished(line: OrderLine, attempt: Attempt, end: int) -> Remark | None:
    """None at the end of a step; else the remark on what stands behind it."""
    at = attempt.past_fillers(end)
    if at >= len(attempt.tokens):
        return None
    if attempt.word(at) == "else":
        return error(say(_STRAY_ELSE), attempt.tokens[at].span)
    if attempt.word(at) == "if" and (asked := _asked_behind(attempt, at)) is not None:
        return asked
    attempt.wanted(at, Expected("end", ""))
    return _apart(not_read(attempt), attempt, at, line.lexicon.grammar)


def _asked_behind(attempt: Attempt, at: int) -> Remark | None:
    """`overrun 06.07 if empty`: a condition behind its act, with the act and it in their order; None when it is none."""
    found = attempt.conditions(attempt, at + 1)
    if found is None or attempt.past_fillers(found[1]) < len(attempt.tokens) or at == 0:
        return None
    start, end = attempt.tokens[attempt.past_fillers(0)].start, attempt.tokens[found[1] - 1].end
    act, asked = attempt.text[start : attempt.tokens[at - 1].end], attempt.text[attempt.tokens[at].start : end]
    hint = f"{asked} {act.strip(' ,')}"
    return error(say("`if` stands before what it decides"), (start, end), (hint,))


def _apart(remark: Remark, attempt: Attempt, at: int, grammar: Grammar) -> Remark:
    """`move 14.11 and then attack`, `move 14.11, dig`: between two acts stands a semicolon, and an order word is no place."""
    behind = next(n for n in range(at, len(attempt.tokens) + 1) if attempt.word(n) not in _BETWEEN)
    if behind > at and not remark.hints:
        start, end = attempt.tokens[at].start, attempt.tokens[behind - 1].end
        return replace(remark, column=start + 1, length=end - start, hints=(";",))
    token = attempt.tokens[at]
    if remark.column != token.start + 1 or not grammar.knows(token.text, "unit"):
        return remark
    return replace(remark, length=token.end - token.start, hints=(f"; {attempt.text[slice(*token.span)]}",))


def _step(line: OrderLine, attempt: Attempt, at: int) -> tuple[Step, int] | Remark:
    at = attempt.past_fillers(at)
    return _branch(line, attempt, at + 1) if attempt.word(at) == "if" else _act(line, attempt, at)


def _branch(line: OrderLine, attempt: Attempt, at: int) -> tuple[Branch, int] | Remark:
    at = attempt.past_fillers(at)
    condition = attempt.conditions(attempt, at)
    if condition is None:
        return not_read(attempt)
    if attempt.depth >= DEEPEST:
        return error(say("no more than {deepest} `if` inside one another", deepest=DEEPEST), attempt.tokens[at].span)
    attempt.depth += 1
    found = _ways(line, attempt, condition[0], attempt.past_fillers(condition[1]))
    attempt.depth -= 1
    return found


def _ways(line: OrderLine, attempt: Attempt, test: Condition, at: int) -> tuple[Branch, int] | Remark:
    """Both ways of a condition."""
    then = _way(line, attempt, at + 1 if attempt.word(at) == "then" else at)
    if isinstance(then, Remark):
        return then
    at = attempt.past_fillers(then[1])
    if attempt.word(at) != "else":
        return Branch(test, then[0]), then[1]
    otherwise = _way(line, attempt, at + 1)
    return otherwise if isinstance(otherwise, Remark) else (Branch(test, then[0], otherwise[0]), otherwise[1])


def _way(line: OrderLine, attempt: Attempt, at: int) -> tuple[Steps, int] | Remark:
    """One act or more: in parentheses, or with commas or "and" between."""
    at = attempt.past_fillers(at)
    if attempt.word(at) != "(":
        return _several(line, attempt, at)
    found = _several(line, attempt, at + 1)
    if isinstance(found, Remark):
        return found
    end = attempt.past_fillers(found[1])
    if attempt.word(end) != ")":
        attempt.wanted(end, Expected("word", ")"))
        return not_read(attempt)
    return found[0], end + 1


def _several(line: OrderLine, attempt: Attempt, at: int) -> tuple[Steps, int] | Remark:
    steps: list[Step] = []
    while True:
        step = _step(line, attempt, at)
        if isinstance(step, Remark):
            return step
        steps.append(step[0])
        at, joined = _past_joints(attempt, step[1])
        word = attempt.word(at)
        if not joined or not (word == "if" or line.lexicon.grammar.knows(word, "unit")):
            return tuple(steps), step[1]


def _past_joints(attempt: Attempt, at: int) -> tuple[int, bool]:
    """The next word that is no mark and no "and", and whether anything joined it to what stands before."""
    joined = False
    while at < len(attempt.tokens):
        end = attempt.past_fillers(at)
        joined = joined or any(attempt.word(i) in _JOINTS for i in range(at, end))
        if attempt.word(end) not in ("and", "then"):
            return end, joined
        joined, at = True, end + 1
    return at, joined


def _script(line: OrderLine, attempt: Attempt, at: int) -> tuple[Steps, int] | None:
    """The acts of a slot that takes the rest of the line, up to an `else` of its own."""
    found = _way(line, attempt, at)
    return None if isinstance(found, Remark) else found


def _act(line: OrderLine, attempt: Attempt, at: int) -> tuple[Act, int] | Remark:
    """The act at a token, as far as its verb takes the line."""
    grammar = line.lexicon.grammar
    at = attempt.past_fillers(at)
    if at >= len(attempt.tokens):
        attempt.wanted(at, Expected("slot", "ACT"))
        return not_read(attempt)
    if not grammar.knows(attempt.word(at), "unit"):
        return _no_verb(line, attempt, at)
    return match_verb(grammar, "unit", attempt, at) or not_read(attempt)


def _no_verb(line: OrderLine, attempt: Attempt, at: int) -> Remark:
    grammar = line.lexicon.grammar
    if grammar.knows(attempt.word(at), "letter", "question", "standing"):
        text = say("`{word}` is a word for a line of its own, not for a unit", word=attempt.word(at))
        own = _line_of_its_own(line, attempt, at)
        return error(text, (0, len(line.text)), (own,)) if own else error(text, attempt.tokens[at].span)
    return unknown_word(attempt, at, grammar, ("unit",))


def _line_of_its_own(line: OrderLine, attempt: Attempt, at: int) -> str:
    """`NL1: enter 09.11` as the line that it is short for, `enter NL1 at 09.11`; "" where no such line can be read."""
    if line.head is None or ";" in line.text:
        return ""
    word, units = attempt.word(at), line.text[line.tokens[0].start : line.tokens[line.head[1] - 1].end]
    rest = line.text[attempt.tokens[at].end :].strip()
    tried = (" ".join(filter(None, (word, units, between, rest))) for between in _BEFORE_A_PLACE)
    return next((text for text in tried if _is_read(line, text)), "")


def _is_read(line: OrderLine, text: str) -> bool:
    """Is it a line that a word of its own begins?"""
    attempt = attempt_of(tokenise(text), text, line.lexicon)
    found = match_verb(line.lexicon.grammar, "letter", attempt, 0)
    return found is not None and ends(attempt, found[1])
