"""A turn played on a phone with the pad and the letters' buttons alone: nothing is typed but the wish for a pad."""

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from tests.acceptance.table import Mail, Table, plain
from tests.browser.test_markup import links, phone
from tests.opened import as_board

from .conftest import saved, shown
from .hands import Finger

pytestmark = pytest.mark.browser
WIDE, LEAST = 390, 40  # pixels: of the phone, and of a button that a thumb hits


def sent_by(table: Table, mail: Mail, link: str) -> str:
    """The answer to what a phone's mail program makes of a link: a new mail to its address, with its subject and its words."""
    parts = urlsplit(link)
    said = parse_qs(parts.query, strict_parsing=True)
    return plain(table.send("allied", phone(mail.to, unquote(parts.path), said["subject"][0], said["body"][0])))


def pressed(chromium: Browser, table: Table, folder: Path, answer: str) -> str:
    """What comes of a button in the newest letter of the side that has it, on its page and large enough for a thumb."""
    mail = next(mail for mail in reversed(table.mail("allied")) if answer in links(mail.html))
    file = folder / "letter.html"
    file.write_text(mail.html, encoding="utf-8")
    context = chromium.new_context(viewport={"width": WIDE, "height": 844}, offline=True, has_touch=True)
    page = context.new_page()
    page.goto(file.as_uri())
    button = page.locator(f"a[href^='mailto:']:text-is('{answer}')").first
    box, link = button.bounding_box(), button.get_attribute("href")
    context.close()
    assert link and box and box["height"] >= LEAST and box["x"] >= 0 and box["x"] + box["width"] <= WIDE
    return sent_by(table, mail, link)


def test_a_turn_is_played_on_a_phone_by_pad_and_buttons_alone(chromium: Browser, tmp_path: Path) -> None:
    """The invitation is accepted by its button, the first impulse is tapped at the pad, a slip is fixed by YES, and every further
    impulse of the turn is closed by the report's button."""
    table = Table(tmp_path / "table")
    assert "WELCOME" in pressed(chromium, table, tmp_path, "ACCEPT")
    table.write("german", "ACCEPT")
    table.write("allied", "PAD ONCE")
    mail = table.mail("allied")[-1]
    at_it = shown(chromium, saved(mail, tmp_path).file, WIDE).page
    hand = Finger(at_it)
    for call, start, verb, goal in (("A/504", "12.11", "recon", "13.11"), ("C/504", "12.10", "move", "12.11")):
        hand.unit(call, start)
        hand.verb(verb)
        hand.at(goal)
        hand.press("Add the line")
    link = at_it.locator("#mail").get_attribute("href")
    at_it.context.close()
    assert link
    done = sent_by(table, mail, link)
    assert "2 orders executed" in done and "C/504 moved to 12.11" in done
    table.write("allied", "B/504: moev 12.10")  # as a keyboard that corrects would have it
    assert "1 order executed" in pressed(chromium, table, tmp_path, "YES")
    for _ in range(30):
        if as_board(table.campaign.state.situation.board).public.turn > 1:
            break
        if table.phasing() == "german":
            table.means("german", "END IMPULSE")
            continue
        assert "Impulse closed" in pressed(chromium, table, tmp_path, "END IMPULSE")
    assert as_board(table.campaign.state.situation.board).public.turn == 2
    table.close()
