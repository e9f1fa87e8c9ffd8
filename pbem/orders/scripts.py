"""Scripts: orders of a unit that wait for a moment. `HG2: when 14.12 attacked move 14.10`, `after 14.12 won: HG2 move 14.11`.

The guard is a verb of the place "script"; the steps behind it are those of any unit line. `else hold` may be written
and says nothing: a unit whose moment does not come holds anyway.
"""

from collections.abc import Sequence

from pbem.orders.lexer import FILLERS, Token
from pbem.orders.matcher import match_verb
from pbem.orders.parse_state import Attempt, Expected
from pbem.orders.remarks import not_read
from pbem.orders.slots import read_units
from pbem.orders.steps import OrderLine, between_semicolons, read_steps
from pbem.orders.tree import Act, Remark, Step
from pbem.orders.written import Head

HOLD = "hold"


def begins_script(line: OrderLine, attempt: Attempt, at: int) -> bool:
    """Does a script's guard stand at this token?"""
    return line.lexicon.grammar.knows(attempt.word(attempt.past_fillers(at)), "script")


def read_guarded(line: OrderLine, head: Head, segments: list[Sequence[Token]]) -> Act | list[Remark]:
    """`HG2: when 14.12 attacked move 14.10; …`: a guard behind the units."""
    attempt = line.attempt(segments[0])
    guard = match_verb(line.lexicon.grammar, "script", attempt, head.end)
    if guard is None:
        return [not_read(attempt)]
    return _script(line, guard[0], head.calls, [segments[0][guard[1] :], *segments[1:]])


def read_heralded(line: OrderLine) -> Act | list[Remark]:
    """`after 14.12 won: HG2 move 14.11; …`: a guard before the units."""
    segments = between_semicolons(line.tokens, line.at, line.lexicon.grammar)
    attempt = line.attempt(segments[0])
    guard = match_verb(line.lexicon.grammar, "script", attempt, 0)
    if guard is None:
        return [not_read(attempt)]
    at = attempt.past_fillers(guard[1])
    found = read_units(attempt, at)
    if found is None:
        attempt.wanted(at, Expected("slot", "UNITS"))
        return [not_read(attempt)]
    return _script(line, guard[0], found[0], [segments[0][found[1] :], *segments[1:]])


def _script(line: OrderLine, guard: Act, units: tuple[str, ...], segments: list[Sequence[Token]]) -> Act | list[Remark]:
    held = _without_hold(segments)
    steps, remarks = read_steps(line, held, units)
    if remarks:
        return remarks
    if not steps and not _says_hold(segments) and not guard.says(HOLD):
        attempt = line.attempt(segments[0])
        attempt.wanted(len(segments[0]), Expected("slot", "ACT"))
        return [not_read(attempt)]
    return with_steps(guard, units, tuple(steps))


def with_steps(guard: Act, units: tuple[str, ...], steps: tuple[Step, ...]) -> Act:
    """The guard with the units it holds for and what they do then."""
    return Act(guard.verb, guard.words, (*guard.slots, ("UNITS", units), ("STEPS", steps)))


def guard_of(act: Act) -> Act:
    """The guard of a script alone."""
    return Act(act.verb, act.words, tuple(s for s in act.slots if s[0] not in ("UNITS", "STEPS")))


def _says_hold(segments: list[Sequence[Token]]) -> bool:
    words = [t.text for t in segments[-1] if t.text not in FILLERS]
    return words in ([HOLD], ["else", HOLD])


def _without_hold(segments: list[Sequence[Token]]) -> list[Sequence[Token]]:
    """The segments without an `else hold` at the end, or without a lone `hold`."""
    if _says_hold(segments):
        return segments[:-1]
    last = list(segments[-1])
    while last and last[-1].text in FILLERS:
        last.pop()
    if [t.text for t in last[-2:]] == ["else", HOLD]:
        last = last[:-2]
        while last and last[-1].text in FILLERS:
            last.pop()
    return [*segments[:-1], last]
