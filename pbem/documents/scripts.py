"""A script made small: the same script without what it is set in by. Strings, templates and patterns stay as they are."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_letters
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")
  | (?P<note>//[^\n]*)
  | (?P<gap>\s+)
  | (?P<word>[\w$]+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_KEYWORDS = frozenset(("as", "async", "await", "do", "get", "if", "in", "of", "set", "static"))
_BLOCK = re.compile(r"([)>;{}]|\b(else|try|finally|do))$")  # what stands before statements, and no object, in braces
_PATTERN = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_A_PATTERN = set("(,=:[!&|?{};>\n")  # what a slash stands behind where it is no division
_OPEN_ENDED = set("{(,;[&|?:=")  # after these a line's end means nothing
_CLOSING = set("})],;.?:")  # and before these


class _Piece(NamedTuple):
    """A token, or a part of a template. is_property: it names a property, or an object's shorthand for one."""

    text: str
    is_word: bool = False
    is_property: bool = False


def shortened(script: str) -> str:
    """The script squeezed, and its own names short: those that it declares and that are nowhere a property of anything."""
    pieces = list(_pieces(_tokens(script)))
    to = _short_names(pieces)
    return "".join(to.get(piece.text, piece.text) if piece.is_word else piece.text for piece in pieces) + "\n"


def _short_names(pieces: list[_Piece]) -> dict[str, str]:
    """New names by old, the shortest for those that take most room."""
    counts = Counter(piece.text for piece in pieces if piece.is_word)
    bound = {piece.text for piece in pieces if piece.is_property}
    wanted = _declared([piece for piece in pieces if piece.text.strip()]) - bound - _KEYWORDS
    free = (first + second for second in ("", *ascii_letters) for first in ascii_letters)
    short = (name for name in free if name not in counts and name not in _KEYWORDS)
    pairs = zip(sorted(wanted, key=lambda name: (-counts[name] * len(name), name)), short, strict=False)
    return {name: new for name, new in pairs if len(new) < len(name)}


def _declared(pieces: list[_Piece]) -> set[str]:
    """The names that a script makes: behind const, let and function, before a sign of equality, and as parameters."""
    found = {b.text for a, b in pairwise(pieces) if b.is_word and a.text in ("const", "let", "function")}
    triples = zip(pieces, pieces[1:], pieces[2:], strict=False)
    found |= {a.text for a, b, c in triples if a.is_word and b.text == "=" and c.text != "="}
    return found.union(*_parameters(pieces))


def _parameters(pieces: list[_Piece]) -> Iterator[set[str]]:
    """The names in the brackets of each function."""
    opened: list[int] = []
    for at, piece in enumerate(pieces):
        if piece.text == "(":
            opened.append(at)
        if piece.text == ")" and _is_of_a_function(pieces, start := opened.pop(), at):
            inside = pairwise(pieces[start:at])
            yield {b.text for a, b in inside if b.is_word and a.text in ("(", ",", "[", ".")}


def _is_of_a_function(pieces: list[_Piece], start: int, end: int) -> bool:
    """Do these brackets hold parameters: behind a function's name, or before an arrow?"""
    named = start > 1 and pieces[start - 2].text == "function"
    return named or [piece.text for piece in pieces[end + 1 : end + 3]] == ["=", ">"]


def _pieces(tokens: list[str]) -> Iterator[_Piece]:
    """The tokens, templates taken apart."""
    flat = [part for token in tokens if token for part in (_parts(token) if token[0] == "`" else [token])]
    inside: list[str] = []
    for number, text in enumerate(flat):
        before, after = "".join(flat[max(number - 3, 0) : number]), "".join(flat[number + 1 : number + 3])
        if _WORD.fullmatch(text):
            yield _Piece(text, True, _is_property(before, after, inside[-1] if inside else ""))
            continue
        yield _Piece(text)
        if _opens(text, before):
            inside.append(_opens(text, before))
        elif text in (")", "]", "}") or (text[0] == "}" and len(text) > 1):
            inside.pop()


def _opens(text: str, before: str) -> str:
    """The bracket that a piece opens, ";" for statements, "" for none."""
    if text == "{" and _BLOCK.search(before.rstrip()):
        return ";"
    return text if text in ("(", "[", "{") else "(" if text.endswith("${") else ""


def _is_property(before: str, after: str, inside: str) -> bool:
    """Does a word between these, in such brackets, name a property?"""
    if before.endswith(".") and not before.endswith("..."):
        return True
    if before.endswith(("get ", "set ")):
        return True
    return inside == "{" and before.strip()[-1:] in ("{", ",") and after.lstrip()[:1] in (":", ",", "}", "=")


def _parts(template: str) -> Iterator[str]:
    """A template: what stands in it as it is, up to `${` and from `}` on, and the tokens between."""
    start, at = 0, 1
    while at < len(template):
        if template.startswith("${", at):
            end = _braced(template, at + 2)
            yield template[start : at + 2]
            for token in filter(None, _tokens(template[at + 2 : end - 1])):
                yield from _parts(token) if token[0] == "`" else (token,)
            start = at = end - 1
        at += 2 if template[at] == "\\" else 1
    yield template[start:]


def _tokens(script: str) -> list[str]:
    out: list[str] = []
    at, gap = 0, ""
    while at < len(script):
        token, kind = _next(script, at, out)
        at += len(token)
        if kind in ("gap", "note"):
            gap = "\n" if "\n" in token or "\n" in gap else gap or (" " if kind == "gap" else "")
            continue
        if gap and out:
            out.append(_between(out[-1][-1], token[0], gap))
        gap = ""
        out.append(token)
    return out


def _next(script: str, at: int, out: list[str]) -> tuple[str, str]:
    """The token at a place, and its kind."""
    if script[at] == "`":
        return _template(script, at), "string"
    if script[at] == "/" and script[at : at + 2] != "//":
        before = next((part[-1] for part in reversed(out) if part), "\n")
        found = _PATTERN.match(script, at) if before in _BEFORE_A_PATTERN else None
        if found:
            return found[0], "string"
    match = _TOKEN.match(script, at)
    if match is None:
        raise ValueError(f"no script: {script[at : at + 20]!r}")
    return match[0], match.lastgroup or ""


def _template(script: str, at: int) -> str:
    """A template with all that stands in its braces, templates in it too."""
    end = at + 1
    while script[end] != "`":
        if script.startswith("${", end):
            end = _braced(script, end + 2)
        else:
            end += 2 if script[end] == "\\" else 1
    return script[at : end + 1]


def _braced(script: str, at: int) -> int:
    """The place behind the brace that closes what was opened before a place."""
    deep = 1
    while deep:
        if script[at] == "`":
            at += len(_template(script, at))
            continue
        deep += {"{": 1, "}": -1}.get(script[at], 0)
        at += 1
    return at


def _between(before: str, after: str, gap: str) -> str:
    """What must stand between two tokens that stood apart."""
    if gap == "\n":
        return "" if before in _OPEN_ENDED or after in _CLOSING else "\n"
    return " " if re.fullmatch(r"[\w$]{2}|\+\+|--", before + after) else ""
