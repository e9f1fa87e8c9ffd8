"""HTML to lines of text, with what a mail program quotes marked by '>' as it would be in plain text, as deep as it is."""

import re
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

LARGEST_HTML = 256 << 10
MOST_TAGS = 15_000
DEEPEST = 3  # marks of quoting that are told apart

_QUOTES = "blockquote, .gmail_quote, .gmail_attr, .yahoo_quoted, [name=quote], .moz-cite-prefix, .protonmail_quote, #divRplyFwdMsg"
_STRUCK = frozenset({"s", "strike", "del"})  # what its writer has struck out is not said
_CLOSED = _STRUCK | {"-text", "head", "script", "style", "title", "template", "noscript", "-comment", "!doctype"}
_MAY_BE_NO_SIZE = re.compile(rb"font-size[^!-~]*:[^!-~]*0(?![.0-9])")
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])|text-decoration[^;]*line-through",
    re.IGNORECASE,
)
_MAY_HIDE = '[hidden], [style*="none" i], [style*="hidden" i], [style*="all" i], [style*="line-through" i]'
_SIZED = ', [style*="font-size" i]'
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
    _read(page.root, _quoted_nodes(page), _unseen(page, html), lines)
    return lines.finished()


def _quoted_nodes(page: LexborHTMLParser) -> set[int]:
    quoting = page.css(_QUOTES)
    marked = {node.mem_id for node in quoting}
    # Outlook on the web puts the old mail behind this mark, beside it and not inside it.
    for node in page.css("#divRplyFwdMsg") if quoting else ():
        after = node.next
        while after is not None:
            marked.add(after.mem_id)
            after = after.next
    return marked


def _unseen(page: LexborHTMLParser, html: str) -> set[int]:
    """What a page holds and does not show, so that nobody knows that it is there, and what is struck out in it."""
    # Every node of ours has a style: the parser looks for those that can hide, and for sizes only where one is nothing at all.
    may_hide = _MAY_HIDE + _SIZED * (_MAY_BE_NO_SIZE.search(unescape(html).encode(errors="replace").lower()) is not None)
    styled = ((node.mem_id, node.attributes) for node in page.css(may_hide))
    return {name for name, given in styled if "hidden" in given or _UNSEEN.search(given.get("style") or "")}


def _read(root: LexborNode, marked: set[int], unseen: set[int], lines: "_Lines") -> None:
    """Read a page in order, on a list and not on the stack: the nesting is the sender's choice. What stands around a blockquote to
    make it one, and the blockquote, are one quotation."""
    around: list[tuple[LexborNode, str, int, int]] = []  # what is open: a node, its tag, blockquotes, other marks
    node = None if root.mem_id in unseen else root.child
    quotes, other = 0, int(root.mem_id in marked)
    while node is not None:
        tag, name = node.tag or "-", node.mem_id
        deeper, beside = quotes + (tag == "blockquote"), other or int(name in marked)
        if tag == "-text" or tag in _BREAKS:
            lines.enter(tag, node, max(deeper, beside))
        if tag in _CLOSED or name in unseen:
            node = node.next
        else:
            around.append((node, tag, quotes, other))
            node, quotes, other = node.child, deeper, beside
        while node is None and around:
            node, tag, quotes, other = around.pop()
            lines.leave(tag)
            node = node.next


class _Lines:
    """Gathers text into lines; a line is quoted when its text is."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._words: list[str] = []
        self._quoted = 0
        self._verbatim = 0

    def enter(self, tag: str, node: LexborNode, quoted: int) -> None:
        if tag == "-text":
            self._text(node.text_content or "", min(quoted, DEEPEST))
        else:
            self._verbatim += tag == "pre"
            self._end_line(tag == "br")

    def leave(self, tag: str) -> None:
        if tag in _BREAKS:
            self._verbatim -= tag == "pre"
            if tag not in ("br", "hr"):
                self._end_line(False)
        elif tag in ("td", "th"):
            self._words.append(" ")

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
            self._add(_with_single_blanks(text), quoted)

    def _add(self, text: str, quoted: int) -> None:
        if quoted != self._quoted and text.strip():
            self._end_line(False)
            self._quoted = quoted
        self._words.append(text)

    def _end_line(self, even_if_blank: bool) -> None:
        if not self._words and not even_if_blank:
            return
        line = "".join(self._words).replace("\xa0", " ")
        line = line.rstrip() if self._verbatim else " ".join(line.split())
        self._words = []
        if line or even_if_blank:
            self._done.append(f"{'> ' * self._quoted}{line}".rstrip() if line else line)


def _with_single_blanks(text: str) -> str:
    """A text with one blank for all white space between words, and at either end where it begins or ends with some."""
    words = " ".join(text.split())
    if len(words) == len(text):
        return words
    if not words:
        return " "
    return f"{' ' * text[0].isspace()}{words}{' ' * text[-1].isspace()}"
