"""What a pad writes is the order language: every form of every verb, filled by chance by the pad's own functions."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.kernel.numbered_lines import NumberedLine
from pbem.modules import library
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import (
    Act,
    BlockLine,
    Branch,
    Command,
    FieldLine,
    LetterWord,
    Question,
    SheetLine,
    StandingLine,
    Step,
    UnitLine,
    Vocabulary,
)
from pbem.rulesets import RULESETS
from tests.acceptance.table import Table
from tests.letter_words import WORDS
from tests.rulesets.tcs.ford import Ford

from .conftest import saved, shown

pytestmark = pytest.mark.browser
FILL = (Path(__file__).parent / "fill.js").read_text(encoding="utf-8")
FORM = "sheet US-3 attack"
QUICK, SOAK = 3, 36  # forms of a syntax line


HEUMEN = {"hexes": ["13.11", "13.12", "14.12", "12.10", "08.12", "20.13"], "formations": ["504", "505", "1/504"],
          "seats": ["allied", "german"]}  # fmt: skip
FORD = {"hexes": ["05.02", "05.03", "06.04", "04.04"], "formations": ["A", "T"], "seats": ["us", "ge"]}


def vocabulary(table: Table, side: str = "allied") -> Vocabulary:
    """All words of a commander."""
    campaign = table.campaign
    own = campaign.table.ruleset.actions.vocabulary(campaign.table.game, campaign.state.pictures[side])
    return campaign.table.words.beside(own, frozenset({"host", "enemy"}))


def verb_of(command: Command | None) -> str:
    """The first verb of a line."""
    match command:
        case UnitLine(_, steps):
            return first(steps)
        case LetterWord(act) | Question(act) | StandingLine(act):
            return act.verb
        case BlockLine(Act(verb)) | FieldLine(_, Act(verb)):
            return verb
    return f"no order at all: {command}"


def first(steps: tuple[Step, ...]) -> str:
    """The first verb of some steps."""
    return steps[0].verb if isinstance(steps[0], Act) else first(steps[0].then)


def filled(page: Page, seed: int, forms: int, known: dict[str, list[str]]) -> list[dict[str, str]]:
    """Lines that the pad wrote: {verb, place, text}."""
    found: list[dict[str, str]] = page.evaluate(FILL, [seed, forms, known])
    return found


def read(line: dict[str, str], words: Vocabulary) -> SheetLine:
    """The line as the referee reads it in a letter."""
    if line["place"] == "field":  # it stands in its form
        form = read_orders([NumberedLine(1, FORM), NumberedLine(2, line["text"]), NumberedLine(3, "END SHEET")], words)
        return form.lines[1]
    closed = [NumberedLine(2, "END")] if line["place"] == "block" else []
    lines = read_orders([NumberedLine(1, line["text"]), *closed], words).lines
    return lines[0] if lines else read_line(line["text"], words)


def check(page: Page, table: Table, seed: int, forms: int) -> int:
    """Fill forms, and read each; how many there were."""
    return held(filled(page, seed, forms, HEUMEN), vocabulary(table))


def held(lines: list[dict[str, str]], words: Vocabulary) -> int:
    """Each is read as the verb that it was written for, and again so as the referee writes it."""
    wrong = []
    for line in lines:
        sheet = read(line, words)
        again = read({**line, "text": sheet.canonical}, words)
        if verb_of(sheet.command) != line["verb"] or again.command != sheet.command:
            wrong.append((line, [remark.text for remark in sheet.remarks], sheet.canonical))
    assert wrong[:8] == []
    assert {line["verb"] for line in lines} >= {verb.name for verb in words.verbs if verb.place != "condition"}
    return len(lines)


def test_every_form_of_every_verb_is_read_as_that_verb(opened: Page, table: Table) -> None:
    assert check(opened, table, 1, QUICK) > 500


def test_so_is_every_form_of_the_tactical_game(chromium: Browser, tmp_path: Path) -> None:
    ford = Ford(tmp_path)
    ford.begin()
    ford.both("", "")
    ford.write("us", "PAD ONCE")
    page = shown(chromium, saved(ford.mail("us")[-1], tmp_path).file).page
    assert held(filled(page, 1, QUICK, FORD), vocabulary(ford, "us")) > 300
    page.context.close()
    ford.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 14))
def test_every_form_of_every_verb_many_times(opened: Page, table: Table, seed: int) -> None:
    assert check(opened, table, seed, SOAK) > 6000


def test_a_word_that_nobody_thought_of_becomes_a_form_by_itself(opened: Page) -> None:
    form = ["overrun", {"s": "HEX", "k": "HEX"}, {"o": ["with", {"s": "UNITS", "k": "UNITS"}]}, {"c": ["slow", "fast"]},
            {"o": ["until", {"s": "TURN", "k": "TURN"}]}]  # fmt: skip
    script = """form => {
      const verb = {name: 'overrun', place: 'unit', about: '', form: [form]};
      PAD.verbs.push(verb);
      const act = PAD.fresh(verb), seen = [];
      act.v = {'.1': '14.12', '.2': true, '.2o.1': ['A/504', 'B/504'], '.3': 1};
      PAD.eachSlot(form, act.v, '', slot => seen.push(slot.s));
      PAD.verbs.pop();
      return [PAD.sayAct(act), seen];
    }"""
    assert opened.evaluate(script, form) == ["overrun 14.12 with A/504, B/504 fast", ["HEX", "UNITS"]]


def names() -> set[str]:
    """Every verb of every ruleset and of a letter."""
    rules = (verb for ruleset in RULESETS.values() for verb in (*ruleset.actions.WORDS, *ruleset.standing_orders.WORDS))
    return {*rules, *(verb.name for verb in WORDS.verbs)}


def test_no_word_of_a_ruleset_stands_in_the_script() -> None:
    script = library.pad_script()
    texts = re.findall(r"""(?<![\w$)])'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`""", script)
    assert {text.strip() for found in texts for text in found if text} & names() == set()
    assert not re.search(r"\b(tocs|OP cost|ezoc|company|battalion)\b", script, re.I)


def test_branches_are_said_as_the_language_has_them(opened: Page, table: Table) -> None:
    script = """() => {
      const verb = (name, v) => ({...PAD.fresh(PAD.verbs.find(found => found.name === name && found.place === 'unit')), v});
      const look = verb('recon', {'.1': ['13.11']}), go = verb('move', {'.1o': ['13.11']}), dig = verb('dig', {});
      const deep = {test: 'ezoc', then: [dig], else: null};
      return PAD.sayLine({units: ['A/504'], list: [look, {test: 'empty', then: [go, deep], else: [dig]}]});
    }"""
    text = opened.evaluate(script)
    assert text == "A/504: recon 13.11; if empty (move 13.11; if ezoc dig), else dig"
    command = read_line(text, vocabulary(table)).command
    assert isinstance(command, UnitLine) and isinstance(command.steps[1], Branch) and len(command.steps[1].then) == 2


def test_a_way_that_names_no_hex_goes_where_was_asked_and_roads_into_the_unknown_are_named(opened: Page) -> None:
    asked, blind, lost = opened.evaluate(
        "['A/504: recon 13.12; if empty move', 'A/504: move 13.12 14.12', 'A/504: move'].map(line => PAD.look([line]).res[0])"
    )
    assert asked["ways"][-1]["path"] == ["12.11", "13.12"] and asked["ap"] == 2 and not asked["note"]
    assert blind["blind"] == "by road into 13.12, 14.12, where nobody has looked" and not blind["note"]
    assert lost["note"] == "A/504: no hex is named, and none was asked about"
