"""A first report with a pad, played once; and one browser for a module, in which it is opened without a network."""

from collections.abc import Iterator
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.acceptance.table import Mail, Table, begun
from tests.browser.conftest import chromium

__all__ = ["chromium"]


class Padded(NamedTuple):
    """A pad as it was saved from its letter: the letter, the file, its name and its bytes."""

    mail: Mail
    file: Path
    name: str
    page: bytes


def saved(mail: Mail, folder: Path) -> Padded:
    """The pad of a letter as a mail program saves it."""
    message = BytesParser(policy=policy.default).parsebytes(mail.raw)
    part = next(part for part in message.walk() if (part.get_filename() or "").startswith("pad-"))
    name = str(part.get_filename())
    assert part.get_content_type() == "text/html" and part.get_content_disposition() == "attachment"
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    (folder / name).write_bytes(data)
    return Padded(mail, folder / name, name, data)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The training campaign in the Americans' first impulse."""
    with begun(tmp_path_factory.mktemp("pad")) as table:
        yield table


@pytest.fixture(scope="module")
def padded(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Padded:
    """The pad that PAD ONCE brings then."""
    table.write("allied", "PAD ONCE")
    return saved(table.mail("allied")[-1], tmp_path_factory.mktemp("page"))


class Shown(NamedTuple):
    """A page that is up, and all that it asked for and complained of."""

    page: Page
    asked: list[str]


def shown(browser: Browser, file: Path, width: int = 1000, **more: Any) -> Shown:
    """A file in a window of its own, without a network."""
    height = more.pop("height", 844 if width < 800 else 760)
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True, has_touch=width < 800, **more)
    page, asked = context.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: asked.append(said.text))
    page.on("pageerror", lambda trouble: asked.append(str(trouble)))
    page.goto(file.as_uri())
    for _ in range(100):  # wait_for_function would be eval, which the page forbids
        if page.evaluate("Boolean(window.PAD && PAD.drawn) || document.body.classList.contains('shut')"):
            return Shown(page, asked)
        page.wait_for_timeout(50)
    raise AssertionError(f"the pad does not come up: {asked}")


@pytest.fixture(scope="module")
def opened(chromium: Browser, padded: Padded) -> Iterator[Page]:
    """The pad on a desk, for tests that leave nothing in it."""
    page = shown(chromium, padded.file).page
    yield page
    page.context.close()
