"""A turn played by somebody who sees nothing: from what a screen reader is given of the letter's page and of the pad, by keys."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.acceptance.table import Table, plain

from .conftest import saved, shown
from .hands import Keys

pytestmark = pytest.mark.browser


def test_a_turn_is_played_from_the_text_that_a_screen_reader_gives(chromium: Browser, tmp_path: Path) -> None:
    """What is wanted by when, what can be spent, who stands where and what is known of the enemy are read out of the page's tree of
    accessible names; the orders are typed at the pad without its map, and the letter that they make is executed."""
    table = Table(tmp_path)
    table.begin()
    table.write("allied", "PAD ONCE")
    mail = table.mail("allied")[-1]
    letter = tmp_path / "letter.html"
    letter.write_text(mail.html, encoding="utf-8")
    page = chromium.new_page()
    page.goto(letter.as_uri())
    spoken = page.locator("body").aria_snapshot().replace("\N{ZERO WIDTH NON-JOINER}", "")
    page.close()
    assert re.search(r"REPLY BY Wed 25 Nov 20:00 CET", spoken) and "you have 15 OP" in spoken
    headings = re.findall(r'heading "([^"]*)" \[level=2\]', spoken)
    assert [h for h in headings if h[:2].strip(".").isdigit()][:3] == ["1. SITUATION", "2. OWN FORCES", "3. ENEMY"]
    (place,) = set(re.findall(r"(\d\d\.\d\d): HQ1/504 1MOR 1/1, A/504", spoken))
    pad = saved(mail, tmp_path)
    at_it = shown(chromium, pad.file)
    tree = at_it.page.locator("body").aria_snapshot()
    assert re.search(r'searchbox "find a unit or a word"', tree) and re.search(r'button "A/504 4/4 3 AP"', tree)
    hand = Keys(at_it.page)
    hand.unit("A/504", place)
    hand.verb("recon")
    hand.at("13.11")
    hand.press("Add the line")
    hand.press("and last: end impulse")
    said = at_it.page.locator("#live").text_content() or ""
    orders = at_it.page.evaluate("PAD.letter()")
    at_it.page.context.close()
    assert said
    done = plain(table.write("allied", "\n".join(orders.splitlines()[1:-1])))
    assert "1 order executed" in done and "impulse closed" in done
    table.close()
