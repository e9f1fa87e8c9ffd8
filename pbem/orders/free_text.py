"""Free text in a letter: messages and logs, questions, reports of battles, what is wanted of a battle."""

import re
from collections.abc import Sequence

from pbem.kernel.i18n import say
from pbem.kernel.values import Value
from pbem.orders.lexer import FILLERS, Token, seat_at
from pbem.orders.remarks import error
from pbem.orders.tree import Command, Message, Remark, Writing
from pbem.orders.written import Written

_BATTLE = re.compile("[0-9]{1,3}")
_HEX_ABOUT = re.compile(r"([0-9]{1,2})[.,]?([0-9]{2})(?![0-9])")
AND = frozenset({",", "and", "&", "+", ";"})
UNADDRESSED = {"log": "log", "question": "host"}  # free text that names nobody, and where it goes


class Read(Value):
    """What came of one line: the command, or None and the remarks that say why."""

    command: Command | None
    remarks: tuple[Remark, ...] = ()


def read_free_text(line: Written, others: frozenset[str] = frozenset()) -> Read:
    """A message, a log, a question, a report or an intent: its opening line and what stands below it, up to its END. others: first
    words of whom a message may be for."""
    tokens = _seat_joined([token for token in line.tokens if token.text not in FILLERS], line.tokens)
    kind = tokens[0].text
    first = 1 if kind in UNADDRESSED else 2
    if not line.closed:
        return Read(None, (error(say("no END {kind} below this line", kind=kind.upper()), (tokens[0].start, tokens[0].end)),))
    if kind in ("aar", "intent"):
        return _read_writing(line, tokens)
    if len(tokens) < first:
        return Read(None, (error(say("to whom? a seat, a side or `enemy`"), (tokens[0].start, tokens[0].end)),))
    if kind == "message" and (several := _several(line.tokens, others)):
        return Read(Message(",".join(several), tuple(line.body or ())))
    opening = _beside(line.text, tokens, first)
    return Read(Message(UNADDRESSED.get(kind) or tokens[1].text, (*opening, *(line.body or ()))))


def _several(tokens: Sequence[Token], others: frozenset[str]) -> tuple[str, ...]:
    """Those that a message is for, where its first line names several and says nothing else: `MESSAGE henke, 406`; () otherwise."""
    names, at = list[str](), 1 + (tokens[1:2] != () and tokens[1].text == "to")
    while (seat := seat_at(tokens, at)) and ("." in seat[0] or seat[0] in others):
        names.append(seat[0])
        at = seat[1]
        while at < len(tokens) and tokens[at].text in AND:
            at += 1
    return tuple(names) if len(names) > 1 and all(token.text == ":" for token in tokens[at:]) else ()


def _read_writing(line: Written, tokens: list[Token]) -> Read:
    """`AAR 5` or `INTENT [14.12]`, and what stands below it, up to its END."""
    kind, rest = tokens[0].text, line.text[tokens[0].end :].strip(" :")
    if kind == "intent":
        place = _HEX_ABOUT.match(rest)
        if rest.lower().startswith("turn"):
            return Read(Writing(kind, "turn", tuple(line.body or ())))
        about = f"{int(place[1]):02d}.{place[2]}" if place else ""
        beside = rest[place.end() :].strip(" :") if place else rest
        return Read(Writing(kind, about, (*((beside,) if beside else ()), *(line.body or ()))))
    if not _BATTLE.fullmatch(rest):
        return Read(None, (error(say("the report of which battle? `AAR 5` above it, END AAR below"), tokens[0].span),))
    return Read(Writing(kind, str(int(rest)), tuple(line.body or ())))


def _seat_joined(tokens: list[Token], written: Sequence[Token]) -> list[Token]:
    """The words of a message's first line with the seat it goes to as one of them."""
    if len(tokens) < 2:
        return tokens
    to = seat_at(written, written.index(tokens[1]))
    if to is None:
        return tokens
    whole = Token(to[0], "word", tokens[1].start, written[to[1] - 1].end)
    return [tokens[0], whole, *(token for token in tokens[2:] if token.start >= whole.end)]


def _beside(text: str, tokens: Sequence[Token], first: int) -> tuple[str, ...]:
    """What of a message stands on its opening line, which may also hold its END."""
    one_line = len(tokens) > 2 and [token.text for token in tokens[-2:]] == ["end", tokens[0].text]
    rest = tokens[first : len(tokens) - 2] if one_line else tokens[first:]
    end = tokens[-2].start if one_line else len(text)
    return (text[rest[0].start : end].rstrip(),) if rest else ()
