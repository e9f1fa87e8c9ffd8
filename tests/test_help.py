"""HELP is the manual: every example in it is read by the real language, and every verb has one."""

import pytest

from pbem import help as manual
from pbem import library
from pbem.causes import opening_affairs
from pbem.causes.work import Table, words
from pbem.chronicle import State
from pbem.command.deadlines import Pace
from pbem.orders.reading import read_orders
from pbem.orders.sheet import Vocabulary
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.module import load_module

RULESET = RULESETS["tocs"]
NOT_ORDERS = {"hosting", "drafts", "modules"}


def vocabulary() -> Vocabulary:
    """The words of the Allied commander of the training module."""
    module = load_module(library.module_files(library.module_folder("heumen-bridge")))
    game, situation, pictures = RULESET.opening(module, library.charts("tocs"))
    return words(Table(RULESET, game, Pace()), State(opening_affairs("t", "t", ()), situation, pictures, ""), "allied")


def examples(text: str) -> list[str]:
    """The indented lines of a topic that are written as orders, remarks cut off."""
    return [line.strip().partition("   ")[0] for line in text.split("\n") if line.startswith("    ") and line.strip()]


@pytest.mark.parametrize("topic", sorted(manual.topics(RULESET)))
def test_every_example_of_a_topic_is_understood(topic: str) -> None:
    lines = [] if topic in NOT_ORDERS else examples(manual.topics(RULESET)[topic])
    sheet = read_orders(list(enumerate(lines, 1)), vocabulary())
    assert [(line.text, remark.text) for line in sheet.lines for remark in line.remarks] == []


def test_every_verb_and_standing_order_has_an_example() -> None:
    topics = manual.topics(RULESET)
    for name in (*RULESET.actions, *RULESET.maneuvers, *RULESET.reactions):
        assert examples(topics[name]), name


def test_no_line_of_help_is_wider_than_a_letter() -> None:
    for topic in manual.topics(RULESET):
        wide = [line for line in manual.help_lines(RULESET, topic) if len(line) > 68]
        assert wide == [], topic


def test_an_unknown_topic_lists_the_topics() -> None:
    lines = manual.help_lines(RULESET, "zeppelins")
    assert lines[0] == "no topic 'zeppelins'"
    assert any("START" in line for line in lines)
