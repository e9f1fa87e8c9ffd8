"""An impulse planned at the pad is the same letter by mouse, finger and keys, and the referee carries it out."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page

from pbem.cli import main
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import ADDRESS, Table, opened, plain

from .conftest import Padded, saved, shown
from .hands import Finger, Hand, Keys, Mouse

pytestmark = pytest.mark.browser
LINES = ["A/504: recon 13.11; if empty move 13.11", "C/504: move 12.11", "D/505: move 20.12", "end impulse"]


def plan(hand: Hand) -> None:
    """Three units and the word that closes the impulse."""
    hand.unit("A/504", "12.11")
    hand.verb("recon")
    hand.at("13.11")
    hand.press("if empty")
    hand.verb("move")
    hand.at("13.11")
    hand.press("Add the line")
    for call, start, goal in (("C/504", "12.10", "12.11"), ("D/505", "20.13", "20.12")):
        hand.unit(call, start)
        hand.verb("move")
        hand.at(goal)
        hand.press("Add the line")
    hand.press("and last: end impulse")


def letter(page: Page) -> str:
    """What the pad would mail."""
    found: str = page.evaluate("PAD.letter()")
    return found


@pytest.fixture(params=["mouse", "finger", "keys"])
def planned(request: pytest.FixtureRequest, chromium: Browser, padded: Padded) -> Iterator[Page]:
    """A pad at which the impulse was planned."""
    page = shown(chromium, padded.file, 390 if request.param == "finger" else 1000).page
    hands: dict[str, Hand] = {"mouse": Mouse(page), "finger": Finger(page), "keys": Keys(page)}
    plan(hands[request.param])
    yield page
    page.context.close()


def test_every_hand_writes_the_same_letter(planned: Page) -> None:
    fence, *lines, end = letter(planned).splitlines()
    assert (lines, end) == (LINES, "END ORDERS") and fence.startswith("BEGIN ORDERS test T1.1 A-")
    link = planned.locator("#mail").get_attribute("href")
    assert link is not None and len(link) <= 1600
    assert "+" not in link.partition("body=")[2] and "%0D%0A" in link
    body = parse_qs(urlsplit(link).query)["body"][0]
    assert body.replace("\r\n", "\n") == letter(planned)
    assert planned.locator("#op").inner_text() == "3 of 15 OP"


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[Table, Padded]]:
    """A campaign of its own with its pad, its data where the shell finds them."""
    (tmp_path / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    table = Table(tmp_path)
    table.begin()
    table.write("allied", "PAD ONCE")
    yield table, saved(table.mail("allied")[-1], tmp_path)
    table.close()


def test_what_was_tapped_is_mailed_and_carried_out(chromium: Browser, begun: tuple[Table, Padded], tmp_path: Path) -> None:
    """As a new letter without In-Reply-To: the address that the link names and the fence are enough."""
    table, padded = begun
    page = shown(chromium, padded.file, 390).page
    plan(Finger(page))
    link = urlsplit(page.locator("#mail").get_attribute("href") or "")
    page.context.close()
    table.close()
    said = parse_qs(link.query)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ADDRESS["allied"], unquote(link.path), said["subject"][0]
    mail["Message-ID"], mail["Date"] = "<pad@allied.example>", "Mon, 23 Nov 2026 09:30:00 +0000"
    mail.set_content(said["body"][0])
    now = ["--now", "2026-11-23T10:30:00+01:00", "--config", str(tmp_path / "pbem.toml")]
    done = CliRunner().invoke(main, [*now, "receive", "-"], input=mail.as_bytes(), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    answers = sorted((tmp_path / "data" / "campaigns" / "test" / "letters" / "out").rglob("*.eml"))
    texts = [plain(opened(file.read_bytes())) for file in answers if "allied" in file.parts[-2]]
    receipt = next(text for text in texts if "A/504: recon 13.11" in text)
    assert "executed" in receipt and "not understood" not in receipt
    assert all(f"{number} · {line}" in receipt for number, line in enumerate(LINES, 1))
    assert "C/504 moved to 12.11" in receipt and "D/505 moved to 20.12" in receipt
