"""A script made small: the same script without what it is set in by. Strings, templates and patterns stay as they are."""

import re

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
_PATTERN = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_A_PATTERN = set("(,=:[!&|?{};>\n")  # what a slash stands behind where it is no division
_OPEN_ENDED = set("{(,;[&|?:=")  # after these a line's end means nothing
_CLOSING = set("})],;.?:")  # and before these


def squeezed(script: str) -> str:
    """The script without notes and blanks that no program reads; line ends stay where they may end a statement."""
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
    return "".join(out) + "\n"


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
