"""HELP of TCS: every example is read by the real language, and every word that a player may say has one."""

from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.records import State
from pbem.handlers import opening_admin
from pbem.handlers.unit_of_work import CampaignContext, words
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.letters import help as manual
from pbem.modules import library
from pbem.orders.parser import read_orders
from pbem.orders.tree import Vocabulary
from pbem.rulesets import RULESETS
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.standing_orders.keys import KEYS
from tests.letter_words import WORDS
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load

TCS = RULESETS["tcs"]
GAME, SITUATION, PICTURES = TCS.scenario.opening(load(), library.charts("tcs"))
OTHERS = {call: call for call in ("A-3", "H-1", "E-1", "G1-S1", "A94", "C37-11", "C37-31", "C37-6")}
"""Units of no side of the training module: HELP shows what it has none of with them."""


def vocabulary() -> Vocabulary:
    """The words of both commanders of the training module: HELP has examples of either side."""
    state = State(opening_admin("t", "t", ()), SITUATION, PICTURES, "")
    context = CampaignContext(TCS, GAME, Pace(), WORDS)
    us, ge = (words(context, state, side) for side in ("us", "ge"))
    targets = {name.casefold(): name for name in ("gun-1", "Panther-2", "foot-1", "M4-1")}
    calls = {**us.calls, **ge.calls, **OTHERS}
    return replace(us, calls=calls, formations={**us.formations, **ge.formations}, targets=targets)


def examples(topic: str) -> list[str]:
    printed = manual.help_lines(TCS, WORDS, topic)
    forms = {line for line in manual.topics(TCS, WORDS)[topic].split("\n") if line[:1].islower()}
    hanging = {rest for form in forms for rest in manual.printed(form)[1:]}
    return [line.removeprefix("    ") for line in printed if line.startswith("    ") and line not in hanging]


OWN = sorted({*ACTIONS, *KEYS, "start", "turn", "sheets", "sheet", "if", "policies", "digging"} - {"halt"})
"""Topics of TCS alone: HALT is a word of all letters as well, whose examples are of whoever plays."""


@pytest.mark.parametrize("topic", OWN)
def test_every_example_is_understood_word_for_word(topic: str) -> None:
    lines = [] if topic in manual.FOR_HOSTS else examples(topic)
    sheet = read_orders(list(numbered(lines, 1)), vocabulary())
    assert [(line.text, remark.text) for line in sheet.lines for remark in line.remarks] == []


def test_every_word_has_an_example() -> None:
    topics = manual.topics(TCS, WORDS)
    for name in (*ACTIONS, *KEYS):
        assert name in topics and examples(name), name


@pytest.mark.parametrize("topic", ["drafts", "halt"])
def test_what_a_letter_shows_of_words_that_all_games_have_is_understood(topic: str, tmp_path: Path) -> None:
    """Every example that is mailed can be copied, each in one line, with the note behind it: TCS knows no END ANYWAY."""
    table = Ford(tmp_path)
    table.begin()
    text = table.write("us", f"HELP {topic}").text.partition("\nSTATE\n")[0]
    lines = [line.removeprefix("    ") for line in text.split("\n") if line.startswith("    ")]
    context = table.campaign.table
    sheet = read_orders(list(numbered(lines, 1)), words(context, table.campaign.state, "us"))
    assert len(sheet.lines) == len(lines) > 1
    assert [(line.text, remark.text) for line in sheet.lines for remark in line.remarks] == []
    table.close()
