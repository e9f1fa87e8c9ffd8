"""Every kind of letter in real Chromium, on a phone and on a desk, by day and by night. The pictures are kept in build/letters/."""

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from .conftest import Letters

pytestmark = pytest.mark.browser
SHOTS = Path(__file__).resolve().parents[2] / "build" / "letters"
AUDITED = 3  # letters of each kind that axe-core goes over: the longest


@pytest.fixture(scope="module")
def folder(letters: Letters, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The letters as files."""
    folder = tmp_path_factory.mktemp("letters")
    for name, (_, mail) in letters.items():
        page = mail.html
        for shown in pictures(mail.raw):
            (folder / f"{name}-{shown.get_filename()}").write_bytes(shown.get_content())
            page = page.replace(f"cid:{shown['Content-ID'].strip('<>')}", f"{name}-{shown.get_filename()}")
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return folder


def pictures(raw: bytes) -> list[EmailMessage]:
    """The parts of a letter that its page shows."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    return [part for part in message.walk() if part["Content-ID"]]


def longest(letters: Letters) -> list[str]:
    """The longest letters of each kind."""
    kinds: dict[str, list[str]] = {}
    for name in sorted(letters, key=lambda n: -len(letters[n][1].html)):
        kinds.setdefault(letters[name][0], []).append(name)
    return sorted(name for names in kinds.values() for name in names[:AUDITED])


def shown(browser: Browser, width: int, scheme: str) -> tuple[Page, list[str]]:
    """A page of this width, without a network, and what it asks for."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    page, asked = context.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    return page, asked


OTHERS = 4  # on a wide or dark screen every fourth letter, and the longest of each kind


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
def test_every_letter_fits_its_screen_and_asks_for_nothing(
    chromium: Browser, letters: Letters, folder: Path, width: int, scheme: str
) -> None:
    page, asked = shown(chromium, width, scheme)
    SHOTS.mkdir(parents=True, exist_ok=True)
    pictured = longest(letters)
    every = 1 if (width, scheme) == (360, "light") else OTHERS
    for name in (*list(letters)[::every], *(pictured if every > 1 else ())):
        address = (folder / f"{name}.html").as_uri()
        asked.clear()
        page.goto(address)
        assert asked[0] == address and all(url.startswith(address.removesuffix(".html")) for url in asked), name
        assert page.evaluate("[...document.images].every(i => i.naturalWidth > 100 && i.alt)"), name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if name in pictured:
            page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say(chromium: Browser, letters: Letters, folder: Path, scheme: str) -> None:
    page, _ = shown(chromium, 360, scheme)
    for name in longest(letters):
        page.goto((folder / f"{name}.html").as_uri())
        found = Axe().run(page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == [], name
    page.context.close()


def test_by_night_the_paper_is_dark_and_by_day_it_is_light(chromium: Browser, letters: Letters, folder: Path) -> None:
    lightness = {}
    for scheme in ("light", "dark"):
        page, _ = shown(chromium, 360, scheme)
        page.goto((folder / f"{next(iter(letters))}.html").as_uri())
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        lightness[scheme] = sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
        page.context.close()
    assert lightness["light"] > 600 and lightness["dark"] < 150
