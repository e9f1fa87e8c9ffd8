"""Line numbers: `3 attack 08.12 hasty` and `1, 3-5 drop` change lines of a draft, `1,2/HG: …` names units."""

import re
from collections.abc import Iterable

from pbem.orders.lexer import tokenise
from pbem.orders.openings import without_comment
from pbem.orders.parse_state import Attempt
from pbem.orders.slots import LIST_MARKS, read_hex, read_units
from pbem.orders.tree import Amendment
from pbem.orders.written import Lexicon, attempt_of

LINE_NUMBER = re.compile("[0-9]{1,3}")
_NUMBERS = r"[0-9]{1,3}(?:\s*(?:,|&|-|\band\b)\s*[0-9]{1,3})+"
_DROPS = re.compile(
    rf"(?:lines?\s+)?(?P<first>{_NUMBERS})\s*:?\s*drop\W*|drop\s+(?:lines?\s+)?(?P<last>{_NUMBERS}|[0-9]{{1,3}})\W*", re.I
)
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
