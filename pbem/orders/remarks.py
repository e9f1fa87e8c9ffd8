"""Remarks: what could not be read, in a few words for somebody tired, with the place and at most three hints."""

import re
from collections.abc import Iterable, Mapping, Sequence

from pbem.kernel.i18n import say
from pbem.orders.hints import MOST_HINTS, near, near_verbs, themselves
from pbem.orders.lexer import Token
from pbem.orders.matcher import Grammar
from pbem.orders.parse_state import Attempt, Expected, Names
from pbem.orders.slots import HEX_SLOTS, SLOTS, UNIT_SLOTS
from pbem.orders.tree import Place, Remark

_TWO_NUMBERS = re.compile(r"0?([0-9]{1,2})[ /:-]?([0-9]{2})")
_MOST_EXPECTED = 4
MOST_WORDS = 4  # of the name of a place
_LONGEST_SHOWN = 40


def error(text: str, span: tuple[int, int], hints: tuple[str, ...] = ()) -> Remark:
    """An error over 0-based places [start, end) of the line; its line number is filled in when it is put on a sheet."""
    start, end = span
    return Remark(0, start + 1, max(1, end - start), "error", text, hints)


def unknown_word(attempt: Attempt, at: int, grammar: Grammar, places: Sequence[Place]) -> Remark:
    """A word where a verb must stand, and no verb."""
    token = attempt.tokens[at]
    verbs = themselves(word for place in places for word in grammar.first(place))
    end, call = _joined(attempt.tokens, at, _unit_names(attempt.names))
    if call:
        span = token.start, end
        return error(say("`{shown}`: not one of your units", shown=_short(attempt.text[slice(*span)])), span, (call,))
    words = [each.text for each in attempt.tokens]
    closing = next((name for name in grammar.closing if name in zip(*(words[n:] for n in range(len(name))), strict=False)), ())
    if closing:
        word = " ".join(closing).upper()
        return error(say("{shown}: {word} stands alone on its line", shown=_shown(attempt, at), word=word), token.span)
    return error(say("{shown}: not a word I know", shown=_shown(attempt, at)), token.span, near_verbs(token.text, verbs))


def unknown_unit(attempt: Attempt, at: int) -> Remark:
    """A name where one of the writer's own units must stand, and none of them."""
    end, hints = _name_hints(attempt.tokens, at, _unit_names(attempt.names))
    return error(say("{shown}: not one of your units", shown=_shown(attempt, at)), (attempt.tokens[at].start, end), hints)


def one_line_message(attempt: Attempt) -> Remark:
    """`MESSAGE allied: hold on`: how free text is written."""
    text = say("a message stands on lines of its own, below MESSAGE and whom it is for, above END MESSAGE")
    return error(text, attempt.tokens[0].span)


def asked_in_words(text: str) -> Remark:
    """A question in its writer's own words: it blocks nothing, and is answered by nobody."""
    words = say("questions are answered that begin with WHAT CAN, WHAT IS, WHY, REPORT, HELP and the like: HELP lists them")
    return error(words, (0, len(text)))


def in_a_sentence(attempt: Attempt, at: int, end: int) -> Remark:
    """A unit or a hex in a sentence that is no order: how one is written."""
    span = attempt.tokens[at].start, attempt.tokens[end - 1].end
    shown, hexes = _short(attempt.text[slice(*span)]), [token.text for token in attempt.tokens if token.kind == "hex"]
    place = attempt.tokens[at].kind == "hex" or attempt.names.places.longest(attempt.tokens, at)
    unit = say("<unit>") if place else shown
    order = f"{unit}: move {hexes[0]}" if hexes else f"{unit}: …"
    return error(say("`{shown}` in a sentence; an order begins with its unit: `{order}`", shown=shown, order=order), span)


def not_read(attempt: Attempt) -> Remark:
    """Why the attempt went no further: at its furthest token, with what was expected there."""
    at = max(attempt.furthest, 0)
    if at >= len(attempt.tokens):
        end = attempt.tokens[-1].end if attempt.tokens else len(attempt.text)
        return error(say("unfinished: expected {in_words}", in_words=_in_words(attempt.expected, attempt.names.called)), (end, end))
    kinds = {expected.text for expected in attempt.expected if expected.kind == "slot"}
    if kinds & HEX_SLOTS and attempt.word(at)[:1].isdigit():
        return _bad_hex(attempt, at)
    end, hints = _name_hints(attempt.tokens, at, _candidates(attempt, kinds))
    if not kinds & UNIT_SLOTS and attempt.names.calls.longest(attempt.tokens, at):
        hints = ()  # it is spelt right: what looks like it would be somebody else
    start = attempt.tokens[at].start
    if not hints and (longer := _longer_place(attempt, at)) is not None:
        return longer
    return error(_not_expected(attempt, f"`{_short(attempt.text[start:end])}`", kinds), (start, end), hints)


def _longer_place(attempt: Attempt, at: int) -> Remark | None:
    """`Molenhoek bridg`: a word behind a place that makes a longer name of it, but for a slip; None where it makes none."""
    for before in range(max(0, at - MOST_WORDS + 1), at):
        place = attempt.names.places.longest(attempt.tokens, before)
        if place is None or place[1] != at:
            continue
        end, hints = _name_hints(attempt.tokens, before, themselves(attempt.names.places.names))
        if hints and end >= attempt.tokens[at].end:
            span = attempt.tokens[before].start, end
            return error(say("`{shown}`: no place I know", shown=_short(attempt.text[slice(*span)])), span, hints)
    return None


def _not_expected(attempt: Attempt, shown: str, kinds: set[str]) -> str:
    wanted = attempt.expected
    if all(expected.kind == "end" for expected in wanted):
        return say("{shown}: not expected here, the order is complete before it", shown=shown)
    if kinds & UNIT_SLOTS and len(wanted) == 1:
        return say("{shown}: not one of your units", shown=shown)
    if "TARGET" in kinds and (len(wanted) == 1 or _is_a_name(attempt)):
        return say("{shown}: no enemy that you have this name for", shown=shown)
    in_words = _in_words(wanted, attempt.names.called)
    if kinds & HEX_SLOTS and len(wanted) == 1:
        return say("{shown}: no hex and no place I know; expected {in_words}", shown=shown, in_words=in_words)
    return say("{shown}: not expected here; expected {in_words}", shown=shown, in_words=in_words)


def _is_a_name(attempt: Attempt) -> bool:
    """Is it a word with a number, as names of a side's own counting are, that stands where reading went no further?"""
    return re.fullmatch(r"[^\W\d][^\W_]*(?:-[^\W_]+)*-[0-9]+", attempt.word(max(attempt.furthest, 0))) is not None


def _bad_hex(attempt: Attempt, at: int) -> Remark:
    """Digits that are no hex; two numbers side by side get the hex they look like as a hint."""
    first, second = attempt.tokens[at], attempt.tokens[at + 1 : at + 2]
    if second and re.fullmatch("[0-9]{1,2}", first.text) and re.fullmatch("[0-9]{2}", second[0].text):
        hint = _hint_hex(f"{first.text} {second[0].text}")
        return error(_bad_hex_text(attempt, first.start, second[0].end), (first.start, second[0].end), hint)
    end = _unbroken(attempt.tokens, at)
    span = first.start, end
    return error(_bad_hex_text(attempt, *span), span, _hint_hex(attempt.text[slice(*span)]))


def _bad_hex_text(attempt: Attempt, start: int, end: int) -> str:
    return say("`{short}`: not a hex; a hex is written 08.12", short=_short(attempt.text[start:end]))


def _hint_hex(text: str) -> tuple[str, ...]:
    match = _TWO_NUMBERS.fullmatch(text)
    if match is None or int(match.group(1)) == 0 or int(match.group(2)) == 0:
        return ()
    return (f"{int(match.group(1)):02d}.{match.group(2)}",)


def _unbroken(tokens: Sequence[Token], at: int) -> int:
    """The end of what was written without a blank from a token on."""
    end = tokens[at].end
    for token in tokens[at + 1 :]:
        if token.start != end or token.text in (",", ";", ":"):
            break
        end = token.end
    return end


def _candidates(attempt: Attempt, kinds: set[str]) -> dict[str, str]:
    found = themselves(expected.text for expected in attempt.expected if expected.kind == "word")
    if kinds & HEX_SLOTS:
        found |= themselves(attempt.names.places.names)
    if kinds & UNIT_SLOTS:
        found |= _unit_names(attempt.names)
    if "TARGET" in kinds:
        found |= dict(attempt.names.targets.pairs())
    if "FORMATION" in kinds:
        found |= {name: pair[0] for name, pair in attempt.names.formations.pairs()}
    return found


def _unit_names(names: Names) -> dict[str, str]:
    return {name: pair[0] for name, pair in names.formations.pairs()} | dict(names.calls.pairs())


def _name_hints(tokens: Sequence[Token], at: int, candidates: Mapping[str, str]) -> tuple[int, tuple[str, ...]]:
    """Hints for one word or a few from a token on, and where the span ends that they replace."""
    end, call = _joined(tokens, at, candidates)
    if call:
        return end, (call,)
    for count in range(MOST_WORDS, 0, -1):
        part = tokens[at : at + count]
        same = {name: shown for name, shown in candidates.items() if name.count(" ") == count - 1}
        hints = near(" ".join(token.text for token in part), same) if len(part) == count else ()
        if hints:
            return part[-1].end, hints[:MOST_HINTS]
    return tokens[at].end, ()


def _joined(tokens: Sequence[Token], at: int, candidates: Mapping[str, str]) -> tuple[int, str]:
    """The name that two words make without the blank between them, `HQ 504` for HQ504, and where it ends; "" when it is none."""
    part = tokens[at : at + 2]
    name = candidates.get("".join(token.text for token in part), "") if len(part) == 2 else ""
    return part[-1].end if part else 0, name


def _in_words(wanted: Iterable[Expected], called: Mapping[str, str]) -> str:
    last_the_end = sorted(wanted, key=lambda item: item.kind == "end")
    shown = list(dict.fromkeys(_expected_in_words(expected, called) for expected in last_the_end))
    if len(shown) > _MOST_EXPECTED:
        shown = [*shown[:_MOST_EXPECTED], say("something else (see HELP)")]
    return shown[0] if len(shown) == 1 else say("{shown} or {last}", shown=", ".join(shown[:-1]), last=shown[-1])


def _expected_in_words(expected: Expected, called: Mapping[str, str]) -> str:
    if expected.kind == "end":
        return say("nothing more")
    return (
        say(called.get(expected.text, SLOTS[expected.text].words))
        if expected.kind == "slot"
        else f"`{expected.phrase or expected.text}`"
    )


def _shown(attempt: Attempt, at: int) -> str:
    token = attempt.tokens[at]
    return f"`{_short(attempt.text[token.start : token.end])}`"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
