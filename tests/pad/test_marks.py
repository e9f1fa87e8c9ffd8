"""What becomes of a pad's letter, what is known of the enemy in words, and what is charged for ways that are no plain moves."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.documents.pad import Pad, page
from pbem.documents.picture_json import SentAs, picture_json
from pbem.kernel.numbered_lines import NumberedLine
from pbem.letters.pad import parts, words
from pbem.orders.parser import read_orders
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.reports import map_view
from pbem.rulesets.tocs.reports.map_overlay import printed
from pbem.rulesets.tocs.reports.pad import sheet
from tests.acceptance.table import Table
from tests.letter_words import WORDS
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w10_01_bypass import scene as narrow
from tests.rulesets.tocs.test_w12_1_ferries import BOTH, NORTH, PIONEER, wet
from tests.rulesets.tocs.test_w12_3_trains import railway, rider

from .conftest import Padded, shown
from .hands import Mouse

pytestmark = pytest.mark.browser


@pytest.fixture
def up(chromium: Browser, padded: Padded) -> Iterator[Page]:
    """A pad with a line in it."""
    page_ = shown(chromium, padded.file, 390).page
    page_.evaluate("PAD.lines = ['A/504: recon 13.11']")
    yield page_
    page_.context.close()


def lines(page_: Page) -> list[str]:
    found: list[str] = page_.evaluate("PAD.letter().trim().split('\\n').slice(1, -1)")
    return found


def test_a_mark_has_the_lines_run_tried_or_laid_by(up: Page, table: Table) -> None:
    mouse = Mouse(up)
    mouse.on("#mode button:text-is('check')")
    assert lines(up) == ["check", "A/504: recon 13.11"]
    mouse.on("#mode button:text-is('for next impulse')")
    assert lines(up) == ["for next impulse", "A/504: recon 13.11"]
    mouse.unit("C/504", "12.10")
    mouse.verb("move")
    mouse.at("12.11")
    mouse.press("Add the line")
    mouse.press("and last: end impulse")
    planned = lines(up)
    assert planned == ["for next impulse", "A/504: recon 13.11", "C/504: move 12.11", "end impulse"]
    mouse.on("#mode button:text-is('run')")
    assert lines(up) == ["A/504: recon 13.11", "C/504: move 12.11", "end impulse"]
    campaign = table.campaign
    own = RULESETS["tocs"].actions.vocabulary(campaign.table.game, campaign.state.pictures["allied"])
    sheet_ = read_orders([NumberedLine(n, text) for n, text in enumerate(planned, 1)], WORDS.beside(own, frozenset()))
    assert not [remark for line in sheet_.lines for remark in line.remarks]


def pad_of(scene: Scene) -> str:
    """A page for what blue knows."""
    game, picture = scene.game, scene.picture()
    shown_ = picture_json(map_view.theatre(game, picture), SentAs("test", "A-1", "a subject"))
    return page(parts(), Pad(shown_, sheet(game, picture), words(WORDS, RULESETS["tocs"]), printed=printed(game))).decode()


def tolls(chromium: Browser, scene: Scene, tmp_path: Path, *orders: str) -> list[str]:
    """What the pad says each line takes."""
    file = tmp_path / "pad.html"
    file.write_text(pad_of(scene), encoding="utf-8")
    page_ = shown(chromium, file).page
    page_.evaluate("list => { PAD.lines = list; }", list(orders))
    found = [each.text_content() or "" for each in page_.locator("#lines .toll").all()]
    page_.context.close()
    return found


def test_a_bypass_a_ferry_and_a_train_have_their_price(chromium: Browser, tmp_path: Path) -> None:
    assert tolls(chromium, narrow(), tmp_path, "A: move 03.05 bypass 03.04") == ["1 OP · 1 AP"]
    pioneer, other = (Piece(call, "03.04", bank_index=NORTH, **more) for call, more in (("P", PIONEER), ("B", {})))
    boats = Scene([pioneer, other], land=wet(BOTH), own="03.05")
    assert tolls(chromium, boats, tmp_path, "P: ferry B") == ["1 OP"]
    assert tolls(chromium, boats, tmp_path, "B: cross to SE bank") == ["1 OP · 3 AP"]
    line = railway(Piece("A", "03.02"), rider("C"))
    orders = ("A: entrain", "train T1 to 03.04", "detrain C")
    assert tolls(chromium, line, tmp_path, *orders) == ["1 OP · 3 AP", "0 OP", "0 OP"]
