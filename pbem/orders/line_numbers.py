"""Line numbers: `3 attack 08.12 hasty` and `1, 3-5 drop` change lines of a draft, `1,2/HG: …` names units, and `1. A/504: …` above
`2. B/504: …` is a list."""

import re
from collections.abc import Collection, Iterable, Sequence

from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.lexer import tokenise
from pbem.orders.openings import LONGEST_LOOKED_AT, without_comment
from pbem.orders.parse_state import Attempt
from pbem.orders.slots import LIST_MARKS, read_hex, read_units
from pbem.orders.tree import Amendment
from pbem.orders.written import Lexicon, attempt_of

LINE_NUMBER = re.compile("[0-9]{1,3}")
_SHORTEST_LIST = 2
_NUMBERS = r"[0-9]{1,3}(?:\s*(?:,|&|-|\band\b)\s*[0-9]{1,3})+"
_DROPS = re.compile(
    rf"(?:lines?\s+)?(?P<first>{_NUMBERS})\s*:?\s*drop\W*|drop\s+(?:lines?\s+)?(?P<last>{_NUMBERS}|[0-9]{{1,3}})\W*", re.I
)
_LISTED = re.compile(r"\W*(?P<number>[0-9]{1,2})\s*(?:[.)](?:\s+|(?=[^\W\d]))|[-\u2013\u2014]\s+)(?P<text>\S.*)", re.DOTALL)
_CHANGES = re.compile(r"(?P<after>after\s+)?(?:line\s+)?(?P<line>[0-9]{1,3})\s*[:.]?\s+(?P<text>\S.*)", re.I)


def drops(text: str) -> Amendment | None:
    """`1, 3-5 drop` and `drop 2`."""
    found = _DROPS.fullmatch(without_comment(text).strip())
    if found is None:
        return None
    ranges = (part.split("-") for part in re.split(r",|&|\band\b", found["first"] or found["last"], flags=re.I))
    numbers = sorted({n for part in ranges for n in range(int(part[0]), int(part[-1]) + 1)})
    return Amendment(numbers[0], "drop", more=tuple(numbers[1:])) if numbers else None


def change_meant(text: str, lexicon: Lexicon) -> Amendment | None:
    """The change to a draft that a line was meant for whose new order cannot be read; None if it does not begin with a number."""
    tokens = tokenise(without_comment(text))
    at = next((i for i, token in enumerate(tokens) if LINE_NUMBER.fullmatch(token.text)), len(tokens))
    if at == len(tokens) or begins_a_list(attempt_of(tokens, text, lexicon), at):
        return None
    found = _CHANGES.fullmatch(without_comment(text).strip())
    return found and Amendment(int(found["line"]), "after" if found["after"] else "replace", found["text"])


def without_list_numbers(lines: Sequence[NumberedLine], beside: Collection[int], lexicon: Lexicon) -> tuple[NumberedLine, ...]:
    """Lines of a letter without the numbers of a list, as mail programs make one: `1. A/504: move 12.10`, from 1 on to 2 at least,
    none left out. beside: the numbers of those that are no part of it, such as the words of a message."""
    found = {line.number: match for line in lines if line.number not in beside and (match := _in_a_list(line.text, lexicon))}
    dropped = any(match["text"].strip(" .").casefold() == "drop" for match in found.values())
    if (
        dropped
        or len(found) < _SHORTEST_LIST
        or [int(match["number"]) for match in found.values()] != list(range(1, len(found) + 1))
    ):
        return tuple(lines)
    return tuple(line._replace(text=found[line.number]["text"]) if line.number in found else line for line in lines)


def _in_a_list(text: str, lexicon: Lexicon) -> re.Match[str] | None:
    """The number and what stands behind it, unless both are a name or a hex."""
    tokens = tokenise(text[:LONGEST_LOOKED_AT])
    at = next((i for i, token in enumerate(tokens) if LINE_NUMBER.fullmatch(token.text)), len(tokens))
    if at < len(tokens) and is_name_or_hex(attempt_of(tokens, text, lexicon), at):
        return None
    return _LISTED.fullmatch(text)


def in_runs(numbers: Iterable[int]) -> str:
    """Line numbers as people write them: `1, 2, 5-9`."""
    runs = list[list[int]]()
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def begins_a_list(attempt: Attempt, at: int) -> bool:
    """`1,2/HG: …` names units, `1 2/HG: …` changes line 1: what follows a line number is no list."""
    if attempt.word(at + 1) not in LIST_MARKS:
        return False
    found = read_units(attempt, at)
    return found is not None and found[1] > at + 1


def is_name_or_hex(attempt: Attempt, at: int) -> bool:
    """Is it a unit, a formation or a hex that stands at a token?"""
    named = attempt.names.calls.longest(attempt.tokens, at) or attempt.names.formations.longest(attempt.tokens, at)
    return named is not None or read_hex(attempt, at) is not None
