"""Every kind of letter in real Chromium, on a phone and on a desk, by day and by night. PBEM_SHOTS=write pictures them too,
in build/letters/, to be looked at."""

import os
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from .conftest import Letters

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SHOTS = Path(__file__).resolve().parents[2] / "build" / "letters"
PICTURED = os.environ.get("PBEM_SHOTS") == "write"
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
CUT = """[...document.querySelectorAll('.grid td')].filter(cell => cell.offsetParent && cell.scrollWidth > cell.clientWidth + 1)
  .map(cell => cell.textContent)"""
SEEN = f"""() => ({{
  images: [...document.images].every(i => i.naturalWidth > 100 && i.alt), width: document.documentElement.scrollWidth,
  green: {GREEN}, reddish: {REDDISH}, folded: {FOLDED}, cut: {CUT}, tables: document.querySelectorAll('.grid').length,
  head: (document.querySelector('.top') || {{textContent: ''}}).textContent, foot: document.querySelectorAll('.foot p').length,
  taps: [...document.querySelectorAll('a')].map(tap => `${{tap.className}} ${{tap.textContent}}`) }})"""


class Screen(NamedTuple):
    """A letter on a screen: its name, the screen's width, whether it is night, what the page is and what it asked for."""

    letter: str
    width: int
    scheme: str
    page: dict[str, Any]
    asked: tuple[str, ...]


VIEWS = ((390, "light"), (1000, "light"), (390, "dark"), (1000, "dark"))
OTHERS = 4  # every fourth letter is looked at on every screen, and the longest of each kind; the rest on a phone by day


@pytest.fixture(scope="module")
def screens(chromium: Browser, letters: Letters, folder: Path) -> list[Screen]:
    """Every letter, opened once and then turned from screen to screen. The longest of each kind is pictured on each."""
    page, asked = shown(chromium, *VIEWS[0])
    if PICTURED:
        SHOTS.mkdir(parents=True, exist_ok=True)
    everywhere, found, pictured = {*longest(letters), *list(letters)[::OTHERS]}, list[Screen](), set[str]()
    for name in sorted(letters, key=lambda name: -len(letters[name][1].html)):
        asked.clear()
        page.goto((folder / f"{name}.html").as_uri())
        kept = letters[name][0] not in pictured
        pictured.add(letters[name][0])
        for width, scheme in VIEWS if name in everywhere else VIEWS[:1]:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found.append(Screen(name, width, scheme, page.evaluate(SEEN), tuple(asked)))
            if kept and PICTURED:
                page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.jpeg", type="jpeg", full_page=True)
        page.set_viewport_size({"width": VIEWS[0][0], "height": 800})
        page.emulate_media(color_scheme="light")
    page.context.close()
    return found


def test_every_letter_fits_its_screen_and_asks_for_nothing(screens: list[Screen], folder: Path) -> None:
    assert {(screen.width, screen.scheme) for screen in screens} == set(VIEWS)
    for screen in screens:
        address = (folder / f"{screen.letter}.html").as_uri()
        own = (url.startswith(address.removesuffix(".html")) for url in screen.asked)
        assert screen.asked[0] == address and all(own), screen.letter
        assert screen.page["images"] and screen.page["width"] <= screen.width, screen


def test_the_one_thing_to_do_is_green_or_absent(screens: list[Screen]) -> None:
    seen = set[str]()
    for screen in screens:
        page, taps = screen.page, screen.page["taps"]
        assert page["green"] in ([], [True]) and page["reddish"] == [], screen
        quiet = [tap for tap in taps if "CANCEL" in tap or "DECLINE" in tap]
        assert all("quiet" in tap.rpartition(" ")[0] for tap in quiet), screen
        assert not quiet or taps[-1].startswith("tap quiet "), screen
        seen |= set(taps)
    assert {"tap do ORDER FORM", "tap other END IMPULSE", "tap do YES", "tap quiet CANCEL", "tap do ACCEPT"} <= seen


def test_no_row_of_a_table_is_folded_or_cut(screens: list[Screen]) -> None:
    for screen in screens:
        assert (screen.page["folded"], screen.page["cut"]) == ([], []), screen
    assert len({screen.letter for screen in screens if screen.page["tables"]}) > 10


def test_the_head_names_the_campaign_and_the_foot_has_two_lines(screens: list[Screen]) -> None:
    for screen in screens:
        if "reserve" not in screen.letter:
            named = "The Ford Village" if screen.letter.startswith("ford-") else "The Heumen Bridge"
            assert named in screen.page["head"], screen
        assert screen.page["foot"] <= 2, screen


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
