"""HTML to lines of text, with what a mail program quotes marked by '>' as it would be in plain text, as deep as it is."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

LARGEST_HTML = 256 << 10
MOST_TAGS = 15_000
DEEPEST = 3  # marks of quoting that are told apart

_QUOTES = "blockquote, .gmail_quote, .gmail_attr, .yahoo_quoted, [name=quote], .moz-cite-prefix, .protonmail_quote, #divRplyFwdMsg"
_SKIPPED = frozenset({"head", "script", "style", "title", "template", "noscript", "-comment", "!doctype"})
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_BREAKS = frozenset(
    re.split(
        r"\s+",
        "address article blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li"
        " main nav ol p pre section table tbody tr ul",
    )
)


def lines_of_html(html: str) -> list[str] | None:
    """The lines a reader sees, quoted ones as "> text" or, deeper, "> > text"; None when the page is too big to take apart."""
    if len(html) > LARGEST_HTML or html.count("<") > MOST_TAGS:
        return None
    page = LexborHTMLParser(html)
    if page.root is None:
        return []
    lines = _Lines()
    for node, quoted, leaving in _events(page.root, _quoted_nodes(page), _unseen(page)):
        lines.take(node, quoted, leaving)
    return lines.finished()


def _quoted_nodes(page: LexborHTMLParser) -> set[int]:
    marked = {node.mem_id for node in page.css(_QUOTES)}
    # Outlook on the web puts the old mail behind this mark, beside it and not inside it.
    for node in page.css("#divRplyFwdMsg"):
        after = node.next
        while after is not None:
            marked.add(after.mem_id)
            after = after.next
    return marked


def _unseen(page: LexborHTMLParser) -> set[int]:
    """What a page holds and does not show: nobody wrote it, and nobody knows that it is there."""
    styled = ((node.mem_id, node.attributes) for node in page.css("[style], [hidden]"))
    return {name for name, given in styled if "hidden" in given or _UNSEEN.search(given.get("style") or "")}


def _events(root: LexborNode, marked: set[int], unseen: set[int]) -> Iterator[tuple[LexborNode, int, bool]]:
    """(node, how deep it is quoted, leaving) in reading order, on a list and not on the stack: the nesting is the sender's
    choice. What stands around a blockquote to make it one, and the blockquote, are one quotation."""
    waiting = [(root, 0, 0, False)]
    while waiting:
        node, quotes, other, leaving = waiting.pop()
        if not leaving:
            quotes += node.tag == "blockquote"
            other = other or int(node.mem_id in marked)
        quoted = min(max(quotes, other), DEEPEST)
        yield node, quoted, leaving
        if leaving or node.tag in _SKIPPED or node.mem_id in unseen:
            continue
        waiting.append((node, quotes, other, True))
        children = []
        child = node.child
        while child is not None:
            children.append((child, quotes, other, False))
            child = child.next
        waiting.extend(reversed(children))


class _Lines:
    """Gathers text into lines; a line is quoted when its text is."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._words: list[str] = []
        self._quoted = 0
        self._verbatim = 0

    def take(self, node: LexborNode, quoted: int, leaving: bool) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._text("" if leaving else node.text_content or "", quoted)
        if tag == "pre":
            self._verbatim += -1 if leaving else 1
        if tag in {"td", "th"} and leaving:
            self._words.append(" ")
        if tag in _BREAKS and not (tag in {"br", "hr"} and leaving):
            self._end_line(tag == "br")

    def finished(self) -> list[str]:
        self._end_line(False)
        return self._done

    def _text(self, text: str, quoted: int) -> None:
        if self._verbatim:
            *whole, text = text.split("\n")
            for line in whole:
                self._add(line, quoted)
                self._end_line(True)
            self._add(text, quoted)
        else:
            self._add(" ".join(_outer_blanks(text)), quoted)

    def _add(self, text: str, quoted: int) -> None:
        if text.strip() and quoted != self._quoted:
            self._end_line(False)
            self._quoted = quoted
        self._words.append(text)

    def _end_line(self, even_if_blank: bool) -> None:
        line = "".join(self._words).replace("\xa0", " ")
        line = line.rstrip() if self._verbatim else " ".join(line.split())
        self._words = []
        if line or even_if_blank:
            self._done.append(f"{'> ' * self._quoted}{line}".rstrip() if line else line)


def _outer_blanks(text: str) -> list[str]:
    """The words of a text, with an empty one at either end where it begins or ends with white space."""
    words = text.split()
    if not words:
        return ["", ""] if text else []
    return [""] * text[0].isspace() + words + [""] * text[-1].isspace()
