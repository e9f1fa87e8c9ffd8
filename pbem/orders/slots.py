"""Slots: what may stand for HEX, UNITS, N … in a syntax line, how it is read and how it is said back.

A slot of a syntax line is a kind of SLOTS, alone (`HEX`) or with a name of its own (`HEX_FROM`).
"""

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from pbem.kernel.hexes import Hex, hex_at, line
from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value
from pbem.orders.lexer import FILLERS, Token, seat_at, share_at
from pbem.orders.moments import read_moment, read_part, read_rule
from pbem.orders.parse_state import Attempt, Expected
from pbem.orders.tree import Said

LIST_MARKS = frozenset({",", "and", "&", "+"})
PATH_MARKS = LIST_MARKS | {"-", "->", "=>", "to", "the", "then"}
_NUMBER = re.compile(r"[0-9]{1,4}")
_RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_LETTER = re.compile(r"([a-z]{1,3})-?([0-9]{1,5})")
_TURN = re.compile(r"t?([0-9]{1,3})")
_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Reader(Protocol):
    """Reads what a slot may hold from a token on: what was said, and the token behind it; None when it is nothing of the kind."""

    def __call__(self, attempt: Attempt, at: int, /) -> tuple[Said, int] | None: ...


class _UnitItem(NamedTuple):
    """An item of a list of units: the token it begins at, its calls (none for a short name that waits for its suffix), and its
    suffix."""

    at: int
    calls: tuple[str, ...]
    suffix: str


Input: TypeAlias = Literal[
    "condition", "target",
    "hex", "hexes", "unit", "units", "formation", "number", "clock", "moment", "direction", "compass", "act", "script", "text",
]  # fmt: skip


class SlotKind(Value):
    """A kind of slot: what people call it, how it is read, what stands between its items when it is said back, and what a page that
    is filled in takes for it."""

    words: str
    read: Reader
    between: str = ", "
    input: Input = "text"


def read_hex(attempt: Attempt, at: int) -> tuple[Hex, int] | None:
    """A place name, or a hex as 08.12, 0812, 8.12, 08,12 or "08. 12"."""
    if (place := attempt.names.places.longest(attempt.tokens, at)) is not None:
        return place
    if at >= len(attempt.tokens):
        return None
    token = attempt.tokens[at]
    if token.kind == "hex":
        return _on_grid(token.text[:2], token.text[3:], at + 1)
    if token.kind == "word" and re.fullmatch("[0-9]{4}", token.text):
        return _on_grid(token.text[:2], token.text[2:], at + 1)
    return _comma_hex(attempt.tokens[at : at + 3], at)


def _comma_hex(tokens: Sequence[Token], at: int) -> tuple[Hex, int] | None:
    if len(tokens) < 3 or tokens[1].text != ",":
        return None
    joined = tokens[0].end == tokens[1].start and tokens[1].end == tokens[2].start
    if joined and all(re.fullmatch("[0-9]{1,2}", tokens[i].text) for i in (0, 2)):
        return _on_grid(tokens[0].text, tokens[2].text, at + 3)
    return None


def _on_grid(column: str, row: str, end: int) -> tuple[Hex, int] | None:
    if int(column) == 0 or int(row) == 0:
        return None
    return hex_at(int(column), int(row)), end


def several(read: Reader, attempt: Attempt, at: int) -> tuple[tuple[Said, ...], int] | None:
    """One item or more, with commas, blanks, arrows or "and" between."""
    items: list[Said] = []
    end = at
    while (item := read(attempt, at)) is not None:
        items.append(item[0])
        at = end = item[1]
        while attempt.word(at) in PATH_MARKS:
            at += 1
    return (tuple(items), end) if items else None


def _read_path(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    found = several(read_hex, attempt, at)
    return None if found is None else (tuple(str(item) for item in found[0]), found[1])


def _read_course(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    """Hexes as a path has them; two dots between two of them stand for the straight line, which is laid out."""
    found = several(read_hex, attempt, at)
    if found is None:
        return None
    items, end = [str(item) for item in found[0]], found[1]
    while attempt.word(end) == "." and attempt.word(end + 1) == ".":
        more = several(read_hex, attempt, end + 2)
        if more is None:
            break
        beyond = [str(item) for item in more[0]]
        items += [*line(Hex(items[-1]), Hex(beyond[0]))[1:], *beyond[1:]]
        end = more[1]
    return tuple(items), end


def _read_number(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return _matched(attempt, at, _NUMBER, lambda match: int(match.group()))


def _read_turn(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return _matched(attempt, at, _TURN, lambda match: int(match.group(1)))


def _read_letter(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return _matched(attempt, at, _LETTER, lambda match: f"{match.group(1).upper()}-{int(match.group(2))}")


def _matched(
    attempt: Attempt, at: int, pattern: re.Pattern[str], value: Callable[[re.Match[str]], Said]
) -> tuple[Said, int] | None:
    match = pattern.fullmatch(attempt.word(at))
    return None if match is None else (value(match), at + 1)


def _read_lines(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    found = several(_read_range, attempt, at)
    if found is None:
        return None
    numbers = [number for item in found[0] if isinstance(item, tuple) for number in item if isinstance(number, int)]
    return tuple(dict.fromkeys(numbers)), found[1]


def _read_range(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    match = _RANGE.fullmatch(attempt.word(at))
    if match is not None and int(match.group(1)) <= int(match.group(2)):
        return tuple(range(int(match.group(1)), int(match.group(2)) + 1)), at + 1
    return _matched(attempt, at, re.compile("[0-9]{1,3}"), lambda match: (int(match.group()),))


def read_unit(attempt: Attempt, at: int) -> tuple[str, int] | None:
    """One own call; a short name (`lead D`) must be the only such unit named before on the line."""
    found = attempt.names.calls.longest(attempt.tokens, at)
    if found is None and (call := _in_context(attempt, at)) is not None:
        found = call, at + 1
    if found is not None:
        attempt.seen.append(found[0])
    return found


def _in_context(attempt: Attempt, at: int) -> str | None:
    short = attempt.word(at)
    if not short or attempt.tokens[at].kind != "word":
        return None
    fitting = dict.fromkeys(call for call in attempt.seen if call.casefold().startswith(short + "/"))
    return next(iter(fitting)) if len(fitting) == 1 else None


def read_units(attempt: Attempt, at: int) -> tuple[tuple[str, ...], int] | None:
    """One own unit or more: `D,F/504` is D/504 and F/504, an exact call wins, a formation stands for its units."""
    items: list[_UnitItem] = []
    while (item := _item(attempt, at)) is not None:
        items.append(_UnitItem(at, item[0], item[1]))
        after = item[2]
        at = _past_list_marks(attempt, after)
        if at == after and _whole(attempt, at) is None:
            break
    if "/" in attempt.word(at):
        attempt.wanted(at, Expected("slot", "UNITS"))
    return _resolved(attempt, items)


def _item(attempt: Attempt, at: int) -> tuple[tuple[str, ...], str, int] | None:
    """(calls, suffix, end); no calls for a short name that still waits for its suffix."""
    whole = _whole(attempt, at)
    if whole is not None:
        calls, end = whole
        return calls, attempt.tokens[end - 1].text.partition("/")[2], end
    if at < len(attempt.tokens) and attempt.tokens[at].kind == "word" and "/" not in attempt.word(at):
        return None if attempt.word(at) in FILLERS else ((), "", at + 1)
    return None


def _whole(attempt: Attempt, at: int) -> tuple[tuple[str, ...], int] | None:
    call = attempt.names.calls.longest(attempt.tokens, at)
    formation = attempt.names.formations.longest(attempt.tokens, at)
    if call is not None and (formation is None or call[1] >= formation[1]):
        return (call[0],), call[1]
    return None if formation is None else (formation[0][1], formation[1])


def _past_list_marks(attempt: Attempt, at: int) -> int:
    while attempt.word(at) in LIST_MARKS:
        at += 1
    return at


def _resolved(attempt: Attempt, items: Sequence[_UnitItem]) -> tuple[tuple[str, ...], int] | None:
    """Short names take the suffix of the next item that has one; those after the last full item must be in context."""
    suffix, found = "", list[tuple[int, tuple[str, ...]]]()
    for at, calls, own in reversed(items):
        suffix = own or suffix
        found.append((at, calls or _short(attempt, at, suffix)))
    units: list[str] = []
    end = -1
    for at, calls in reversed(found):
        if not calls:
            attempt.wanted(at, Expected("slot", "UNITS"))
            break
        units.extend(calls)
        whole = _whole(attempt, at)
        end = at + 1 if whole is None else whole[1]
    attempt.seen.extend(units)
    return (tuple(dict.fromkeys(units)), end) if units else None


def _short(attempt: Attempt, at: int, suffix: str) -> tuple[str, ...]:
    if suffix:
        call = attempt.names.calls.exact(f"{attempt.word(at)}/{suffix}")
        return () if call is None else (call,)
    known = _in_context(attempt, at)
    return () if known is None else (known,)


def _read_formation(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    found = attempt.names.formations.longest(attempt.tokens, at)
    if found is None:
        return None
    attempt.seen.extend(found[0][1])
    return found[0][0], found[1]


def _read_word(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    if at >= len(attempt.tokens) or attempt.tokens[at].kind == "mark" or attempt.word(at) in FILLERS:
        return None
    return attempt.word(at), at + 1


def _read_seat(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return seat_at(attempt.tokens, at)


def _read_share(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return share_at(attempt.tokens, at)


def _read_clock(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    digits = attempt.word(at).replace(":", "").replace(".", "")
    if not re.fullmatch("[0-9]{3,4}", digits) or int(digits[:-2]) > 23 or int(digits[-2:]) > 59:
        return None
    return f"{int(digits[:-2]):02d}:{digits[-2:]}", at + 1


def _read_compass(points: Sequence[str]) -> Reader:
    shorts = {name: "".join(part[0] for part in name.split("-")).upper() for name in points}
    known = shorts | {name.replace("-", ""): short for name, short in shorts.items()}
    known |= {short.lower(): short for short in shorts.values()}

    def read(attempt: Attempt, at: int) -> tuple[Said, int] | None:
        point = known.get(attempt.word(at))
        return None if point is None else (point, at + 1)

    return read


def _read_topic(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    words = [token.text for token in attempt.tokens[at:] if token.text != "/"]  # alone it would join the words beside it
    return (" ".join(words), len(attempt.tokens)) if words else None


def _read_text(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    while attempt.word(at) in (":", "="):
        at += 1
    if at >= len(attempt.tokens):
        return None
    return attempt.text[attempt.tokens[at].start : attempt.tokens[-1].end], len(attempt.tokens)


def _read_act(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return attempt.acts(attempt, at)


def _read_script(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return attempt.script(attempt, at) if attempt.script else None


def _read_condition(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return attempt.conditions(attempt, at)


def _read_target(attempt: Attempt, at: int) -> tuple[Said, int] | None:
    return attempt.names.targets.longest(attempt.tokens, at)


_HEX = SlotKind(phrase("a hex such as 08.12"), read_hex, input="hex")
_UNIT = SlotKind(phrase("one of your units"), read_unit, input="unit")
_COUNT = SlotKind(phrase("a number"), _read_number, input="number")

SLOTS: dict[str, SlotKind] = {
    **dict.fromkeys(("HEX", "BEARING", "AXIS"), _HEX),
    "PATH": SlotKind(phrase("a hex such as 08.12"), _read_path, " ", "hexes"),
    "COURSE": SlotKind(phrase("a hex such as 08.12"), _read_course, " ", "hexes"),
    "CHAIN": SlotKind(phrase("a hex such as 08.12"), _read_path, input="hexes"),
    "N": _COUNT,
    "COUNT": _COUNT,
    "LINE": SlotKind(phrase("a line number"), _read_number, input="number"),
    "LINES": SlotKind(phrase("line numbers"), _read_lines),
    "TURN": SlotKind(phrase("a turn number"), _read_turn, input="number"),
    "UNIT": _UNIT,
    "CALL": _UNIT,
    "UNITS": SlotKind(phrase("one of your units"), read_units, input="units"),
    "FORMATION": SlotKind(phrase("a formation"), _read_formation, input="formation"),
    "LETTER": SlotKind(phrase("a letter number such as A-12"), _read_letter),
    "WORD": SlotKind(phrase("a word"), _read_word),
    "SEAT": SlotKind(phrase("a seat"), _read_seat),
    "SHARE": SlotKind(phrase("a seat and its share such as 504 5"), _read_share),
    "CLOCK": SlotKind(phrase("a time such as 20:00"), _read_clock, input="clock"),
    "MOMENT": SlotKind(phrase("a moment such as 2026-12-01 20:00"), read_moment, input="moment"),
    "PART": SlotKind(phrase("a moment of play such as T1.2"), read_part),
    "RULE": SlotKind(phrase("the id of a rule"), read_rule),
    "DIRECTION": SlotKind(
        phrase("N, NE, SE, S, SW or NW"), _read_compass([p for p in _COMPASS if p not in ("east", "west")]), input="direction"
    ),
    "COMPASS": SlotKind(phrase("a point of the compass"), _read_compass(_COMPASS), input="compass"),
    "TOPIC": SlotKind(phrase("a topic"), _read_topic),
    "TEXT": SlotKind(phrase("some text"), _read_text),
    "ACT": SlotKind(phrase("something to do"), _read_act, input="act"),
    "SCRIPT": SlotKind(phrase("something to do"), _read_script, "; ", "script"),
    "CONDITION": SlotKind(phrase("a condition"), _read_condition, input="condition"),
    "TARGET": SlotKind(phrase("an enemy by the name you have for it"), _read_target, input="target"),
    "SHEET": SlotKind(phrase("the number of a sheet such as A-12"), _read_letter),
}
"""Every kind of slot. HEX_SLOTS and UNIT_SLOTS say which of them are names that can be missed narrowly."""

HEX_SLOTS = frozenset({"HEX", "BEARING", "AXIS", "PATH", "COURSE", "CHAIN"})
UNIT_SLOTS = frozenset({"UNIT", "CALL", "UNITS"})
FILLED = frozenset({"CONDITION", "TARGET", "SHEET"})
"""Kinds that mean nothing where a ruleset has no such thing."""
