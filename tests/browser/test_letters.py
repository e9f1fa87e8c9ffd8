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
AUDITED = 2  # letters of each kind that axe-core goes over: the longest


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


OTHERS = 4  # on a wide screen every fourth letter, and the longest of each kind; by night, which changes colours alone, these only


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1000])
def test_every_letter_fits_its_screen_and_asks_for_nothing(
    chromium: Browser, letters: Letters, folder: Path, width: int, scheme: str
) -> None:
    page, asked = shown(chromium, width, scheme)
    SHOTS.mkdir(parents=True, exist_ok=True)
    pictured = longest(letters)
    every = 2 if (width, scheme) == (390, "light") else OTHERS
    some = list(letters)[::every] if scheme == "light" else []
    for name in (*some, *pictured):
        address = (folder / f"{name}.html").as_uri()
        asked.clear()
        page.goto(address)
        assert asked[0] == address and all(url.startswith(address.removesuffix(".html")) for url in asked), name
        assert page.evaluate("[...document.images].every(i => i.naturalWidth > 100 && i.alt)"), name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if name in pictured:
            page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)
    page.context.close()


GREEN = """[...document.querySelectorAll('.do')].map(tap => {
  const [red, green, blue] = getComputedStyle(tap).backgroundColor.match(/\\d+/g).map(Number);
  return green > red + 20 && green > blue + 20 })"""
REDDISH = """[...document.querySelectorAll('a')].filter(tap => {
  const face = getComputedStyle(tap);
  return [face.color, face.backgroundColor, face.borderColor].some(colour => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return alpha > 0 && red > green + 40 && red > blue + 40 }) }).map(tap => tap.textContent)"""
FOLDED = """[...document.querySelectorAll('.grid td')].filter(cell => cell.offsetParent &&
  cell.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(cell).lineHeight) &&
  cell.parentNode.querySelectorAll('td').length && cell.firstChild &&
  (range => { range.selectNodeContents(cell); return range.getClientRects().length > 1 })(document.createRange())
).map(cell => cell.textContent)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_one_thing_to_do_is_green_or_absent(chromium: Browser, letters: Letters, folder: Path, scheme: str) -> None:
    page, _ = shown(chromium, 390, scheme)
    seen = set[str]()
    tapped = [name for name, (_, mail) in letters.items() if "mailto:" in mail.html]
    every = 1 if scheme == "light" else OTHERS
    for name in sorted({*tapped[::every], *(set(tapped) & set(longest(letters)))}):
        page.goto((folder / f"{name}.html").as_uri())
        green = page.evaluate(GREEN)
        assert green in ([], [True]) and page.evaluate(REDDISH) == [], name
        quiet = page.locator("a", has_text="CANCEL").or_(page.locator("a", has_text="DECLINE"))
        assert all("quiet" in str(tap.get_attribute("class")) for tap in quiet.all()), name
        assert page.locator("a").last.get_attribute("class") == "tap quiet" or not quiet.count(), name
        seen |= {f"{tap.get_attribute('class')} {tap.text_content()}" for tap in page.locator("a").all()}
    assert {"tap do ORDER FORM", "tap other END IMPULSE", "tap do YES", "tap quiet CANCEL", "tap do ACCEPT"} <= seen
    page.context.close()


CUT = """[...document.querySelectorAll('.grid td')].filter(cell => cell.offsetParent && cell.scrollWidth > cell.clientWidth + 1)
  .map(cell => cell.textContent)"""


@pytest.mark.parametrize("width", [390, 1000])
def test_no_row_of_a_table_is_folded_or_cut(chromium: Browser, letters: Letters, folder: Path, width: int) -> None:
    page, _ = shown(chromium, width, "light")
    tables = [name for name, (_, mail) in letters.items() if 'class="grid"' in mail.html]
    for name in sorted({*tables[::3], *(name for name in tables if name.startswith("ford-"))}):
        page.goto((folder / f"{name}.html").as_uri())
        assert page.evaluate(FOLDED) == [], name
        assert page.evaluate(CUT) == [], name
    assert len(tables) > 10
    page.context.close()


def test_the_head_names_the_campaign_and_the_foot_has_two_lines(chromium: Browser, letters: Letters, folder: Path) -> None:
    page, _ = shown(chromium, 1000, "light")
    for name in longest(letters):
        page.goto((folder / f"{name}.html").as_uri())
        if "reserve" not in name:
            assert ("The Ford Village" if name.startswith("ford-") else "The Heumen Bridge") in (
                page.locator(".top").text_content() or ""
            ), name
        assert page.locator(".foot p").count() <= 2, name
    page.context.close()


BY_NIGHT = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""Nothing but colours differs by night."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say(chromium: Browser, letters: Letters, folder: Path, scheme: str) -> None:
    page, _ = shown(chromium, 390, scheme)
    for name in longest(letters):
        page.goto((folder / f"{name}.html").as_uri())
        found = Axe().run(page, options=BY_NIGHT if scheme == "dark" else None).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == [], name
    page.context.close()


def test_by_night_the_paper_is_dark_and_by_day_it_is_light(chromium: Browser, letters: Letters, folder: Path) -> None:
    lightness = {}
    for scheme in ("light", "dark"):
        page, _ = shown(chromium, 390, scheme)
        page.goto((folder / f"{next(iter(letters))}.html").as_uri())
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        lightness[scheme] = sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
        page.context.close()
    assert lightness["light"] > 600 and lightness["dark"] < 150
