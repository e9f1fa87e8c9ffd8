"""The only user of jinja2: a document becomes the text and the HTML of a letter."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import css_inline
import jinja2

from pbem.documents import faces
from pbem.documents.document import Document, aligned, folded
from pbem.kernel import i18n as tongue
from pbem.kernel.values import Value


class Rendered(Value):
    """The two faces of one letter; the text is complete in itself."""

    text: str
    html: str


NOTHING: Mapping[str, object] = {"title": "", "reply": "", "re": "", "pictures": (), "unpainted": False}
"""What a letter has that is not sent."""


class Shown(Value):
    """A picture in a page: its name, where the page finds it, what it shows; near: it comes first on a small screen, and on a
    large one in its turn."""

    name: str
    source: str
    title: str
    near: bool = False


@cache
def _environment(folder: Path) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(["html.j2"]),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,  # an upgrade of the package ends in a restart
    )
    environment.install_gettext_callables(tongue.text, tongue.number, newstyle=True)  # type: ignore[attr-defined]  # by the extension
    environment.globals["language"] = tongue.language
    environment.filters |= {
        "headline": faces.headline, "folded": folded, "aligned": aligned, "inline": faces.inline, "running": faces.running,
        "fixed": faces.fixed, "chapters": faces.chapters, "tapped": faces.tapped, "untagged": faces.untagged,
        "answers": faces.answers, "widest": faces.widest, "celled": faces.celled,
        "said": tongue.text,
    }  # fmt: skip
    return environment


@cache
def _inliner() -> css_inline.CSSInliner:
    """Styles go to the elements, which every client reads; what stands in @media stays. Nothing is loaded from anywhere."""
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def render(folder: Path, document: Document, context: Mapping[str, object]) -> Rendered:
    """Text and HTML of a document. context: what stands on every letter (campaign_line, title), where answers go (reply)
    under which subject (re), pictures, and whether a map could not be painted (unpainted)."""
    html = _filled(folder, "common/letter.html.j2", document, context)
    return Rendered(text_of(folder, document, context), _inliner().inline(html))


def text_of(folder: Path, document: Document, context: Mapping[str, object]) -> str:
    """The text of a document alone."""
    return _filled(folder, "common/letter.txt.j2", document, context)


def page_of(folder: Path, template: str, context: Mapping[str, object]) -> str:
    """A page that is no letter's."""
    return _environment(folder).get_template(template).render(context)


def _filled(folder: Path, template: str, document: Document, context: Mapping[str, object]) -> str:
    return page_of(folder, template, {"doc": document, **NOTHING, **context})
