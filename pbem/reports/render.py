"""The only user of jinja2: a document becomes the text and the HTML of a letter."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pbem.kernel.values import Value
from pbem.reports.document import WIDTH, Document, folded


class Rendered(Value):
    """The two faces of one letter; the text is complete in itself."""

    text: str
    html: str


@cache
def _environment(folder: Path) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # an upgrade of the package ends in a restart
    )
    environment.filters["headline"] = headline
    environment.filters["folded"] = folded
    environment.filters["hang"] = hang
    return environment


def hang(line: str) -> float:
    """How far a running line stands in, in ems: its own leading blanks at half an em each, and one for what hangs."""
    return 1 + (len(line) - len(line.lstrip())) / 2


def headline(pair: tuple[str, str]) -> str:
    """A heading line: one part at the left margin, one at the right."""
    left, right = pair
    room = WIDTH - len(left) - len(right)
    return f"{left}{' ' * max(room, 2)}{right}".rstrip() if right else left


def render(folder: Path, document: Document, context: dict[str, Any]) -> Rendered:
    """Text and HTML of a document. context: what stands on every letter (campaign, number, token line)."""
    environment = _environment(folder)
    values = {"doc": document, **context}
    text = environment.get_template("common/letter.txt.j2").render(values)
    html = environment.get_template("common/letter.html.j2").render(values)
    return Rendered(text, html)
