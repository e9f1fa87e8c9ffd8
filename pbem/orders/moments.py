"""Slots of campaign words: moments of the real clock, parts of play, rule ids. Each is read into one plain form."""

import re

from pbem.orders.parse_state import Attempt
from pbem.orders.tree import Said

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:t([0-9]{2}))?")
_PART = re.compile(r"t([0-9]{1,3})")
_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9.]+)+")
_MOST_TOKENS = 12


def read_moment(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    """`2026-12-01 20:00`, `2026-12-01`, `1 Dec 20:00`, `Dec 1 2026`, `20:00`; the form says them back in that order."""
    day, end = _date(attempt, at)
    place = attempt.past_fillers(end) if day else end
    clock = _clock(attempt, place)
    if not day and not clock:
        return None
    return " ".join(filter(None, (day, clock))), place + 1 if clock else end


def _date(attempt: Attempt, at: int) -> tuple[str, int]:
    """A date and the token after it; "" and where it began, if there is none."""
    match = _DATE.fullmatch(attempt.word(at))
    if match and not match[4] and 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= 31:
        return f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}", at + 1
    for day, month in ((at, at + 1), (at + 1, at)):
        number, name = attempt.word(day), attempt.word(month)[:3]
        if re.fullmatch("[0-9]{1,2}", number) and name in MONTHS and attempt.word(month).isalpha():
            year = attempt.word(at + 2) if re.fullmatch("20[0-9]{2}", attempt.word(at + 2)) else ""
            said = f"{int(number)} {name.title()}"
            return (f"{said} {year}", at + 3) if year else (said, at + 2)
    return "", at


def _clock(attempt: Attempt, at: int) -> str:
    if at >= len(attempt.tokens) or attempt.tokens[at].kind != "clock":
        return ""
    hour, _, minute = attempt.word(at).partition(":")
    return f"{int(hour):02d}:{minute}" if int(hour) < 24 and int(minute) < 60 else ""


def read_part(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    """`T3.2` or `T3.A`, as the ruleset counts; `T3` before its first part, `start` before play, `end` after it."""
    word = attempt.word(at)
    if word in ("start", "end"):
        return word, at + 1
    match = _PART.fullmatch(word)
    if match is None:
        return None
    turn = f"T{int(match[1])}"
    part = attempt.word(at + 2) if attempt.word(at + 1) == "." else ""
    if re.fullmatch("[0-9]{1,3}", part):
        return f"{turn}.{int(part)}", at + 3
    if re.fullmatch("[a-z]", part):
        return f"{turn}.{part.upper()}", at + 3
    return turn, at + 1


def read_rule(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    """A rule id, which is cut into several tokens that stand close together."""
    best: tuple[Said, int] | None = None
    for end in range(at + 1, min(at + _MOST_TOKENS, len(attempt.tokens)) + 1):
        if end > at + 1 and attempt.tokens[end - 1].start != attempt.tokens[end - 2].end:
            break
        text = attempt.text[attempt.tokens[at].start : attempt.tokens[end - 1].end].upper()
        if _ID.fullmatch(text) and not text.endswith("."):
            best = text, end
    return best
