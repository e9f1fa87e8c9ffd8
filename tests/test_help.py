"""HELP is the manual: every example in it is read by the real language, and every verb has one."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.records import State
from pbem.cli import main
from pbem.documents.document import WIDTH
from pbem.handlers import opening_admin
from pbem.handlers.unit_of_work import CampaignContext, words
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.letters import help as manual
from pbem.mail.sender import canonical_address
from pbem.modules import library
from pbem.orders.parser import read_orders
from pbem.orders.tree import Verb, Vocabulary
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.actions import ACTIONS, MANEUVERS
from pbem.rulesets.tocs.actions.vocabulary import AT_SEA
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.standing_orders import REACTIONS
from pbem.rulesets.tocs.switches import SWITCHES
from pbem.service.config.settings import parse
from tests.letter_words import WORDS
from tests.opened import as_game

RULESET = RULESETS["tocs"]
MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, SITUATION, PICTURES = RULESET.scenario.opening(MODULE, library.charts("tocs"))


AIRCRAFT = {call: call for call in ("AUS1", "TYP1", "TYP2", "SPIT1", "C47A", "C47B")}
"""The training module has none; a module that has any calls them so."""
SHIPS = (
    "TF1", "ERE", "ROB", "LST3", "LST4", "LST5", "LCA1", "DD1", "DD2", "MS1", "ML2", "CV1", "SUB2", "SQ1", "41RM", "4CDO",
    "Westerschelde",
)  # fmt: skip
"""Nor has it ships, commandos and a sea; Breskens is the name of a port."""


def vocabulary() -> Vocabulary:
    """The words of the Allied commander of the training module, with aircraft and ships."""
    known = words(
        CampaignContext(RULESET, GAME, Pace(), WORDS), State(opening_admin("t", "t", ()), SITUATION, PICTURES, ""), "allied"
    )
    return replace(
        known,
        verbs=(*known.verbs, *AT_SEA),
        calls={**known.calls, **AIRCRAFT, **{c: c for c in SHIPS}},
        places={**known.places, "Breskens": Hex("09.12")},
    )


def examples(topic: str) -> list[str]:
    """The indented lines of a topic as a letter prints them: what a reader copies word for word, notes and all."""
    printed = manual.help_lines(RULESET, WORDS, topic)
    forms = {line for line in manual.topics(RULESET, WORDS)[topic].split("\n") if line[:1].islower()}
    hanging = {rest for form in forms for rest in manual.printed(form)[1:]}
    return [line.removeprefix("    ") for line in printed if line.startswith("    ") and line not in hanging]


@pytest.mark.parametrize("topic", sorted(manual.topics(RULESET, WORDS)))
def test_every_example_of_a_topic_is_understood_word_for_word(topic: str) -> None:
    """As the letter prints it, with the notes behind it; and its hexes are on the map of the training campaign."""
    lines = [] if topic in manual.FOR_HOSTS else examples(topic)
    sheet = read_orders(list(numbered(lines, 1)), vocabulary())
    assert [(line.text, remark.text) for line in sheet.lines for remark in line.remarks] == []
    hexes = {hex_ for line in lines for hex_ in re.findall(r"\b\d\d\.\d\d\b", line)}
    assert {hex_ for hex_ in hexes if hex_ not in as_game(GAME).ground.terrain} == set()


@pytest.mark.parametrize("topic", sorted(manual.topics(RULESET, WORDS)))
def test_no_example_is_too_long_for_its_line(topic: str) -> None:
    """One that is broken in two is no longer what a reader would write."""
    text = manual.topics(RULESET, WORDS)[topic]
    assert [line for line in text.split("\n") if line.startswith("    ") and len(line) > WIDTH] == []


def test_every_verb_and_standing_order_has_an_example() -> None:
    topics = manual.topics(RULESET, WORDS)
    for name in (*ACTIONS, *MANEUVERS, *REACTIONS):
        assert name in topics and examples(name), name


def test_no_line_of_help_is_wider_than_a_letter() -> None:
    for topic in manual.topics(RULESET, WORDS):
        wide = [line for line in manual.help_lines(RULESET, WORDS, topic) if len(line) > 68]
        assert wide == [], topic


def test_prose_that_goes_on_behind_an_example_is_not_set_in() -> None:
    for topic in ("postfix", "backups"):
        text = manual.topics(RULESET, WORDS)[topic]
        (part,) = (part for part in text.split("\n\n") if part.startswith(("and in a file of", "copies it")))
        lines = manual.printed(part)
        assert len(lines) > 1 and not [line for line in lines if line.startswith(" ")], topic


def test_an_unknown_topic_lists_the_topics() -> None:
    lines = manual.help_lines(RULESET, WORDS, "zeppelins")
    assert lines[0] == "no topic 'zeppelins'"
    assert any("START" in line for line in lines)
    assert manual.help_lines(RULESET, WORDS, "sitrepp")[0].endswith("did you mean SITREP?")


@pytest.mark.parametrize(("topic", "speaks"), [
    ("intent", "HELP FIELD"), ("aar", "HELP FIELD"), ("points", "HELP SITREP"), ("bridges", "HELP BUILD"),
    ("question", "HELP FIELD"),
])  # fmt: skip
def test_a_word_that_has_no_topic_is_sent_to_those_that_speak_of_it(topic: str, speaks: str) -> None:
    text = " ".join(manual.help_lines(RULESET, WORDS, topic))
    assert f"no topic '{topic}'" in text and speaks in text and "HELP alone lists all topics." in text


@pytest.mark.parametrize(
    ("asked", "word"),
    [("an OP", "op"), ("AP mean", "ap"), ("disrupted mean", "disrupted"), ("EZOC", "ezoc"), ("OPs", "ops"),
     ("support do", "support"), ("attack", "attack")],
)  # fmt: skip
def test_a_question_about_a_word_of_the_report_is_answered(asked: str, word: str) -> None:
    assert manual.asked_for(RULESET, WORDS, asked)[0].lower() == word
    text = " ".join(manual.help_lines(RULESET, WORDS, word))
    assert "no topic" not in text and len(text) > 60
    assert "One OP activates one unit" in " ".join(manual.help_lines(RULESET, WORDS, "ops"))


@pytest.mark.parametrize(("word", "topic"), [
    ("offer draw", "draw"), ("unmute", "mute"), ("reassign", "assign"), ("live no", "live"), ("hold", "when"),
    ("end", "end impulse"),
])  # fmt: skip
def test_a_word_is_found_under_the_topic_among_whose_forms_it_stands(word: str, topic: str) -> None:
    assert manual.help_lines(RULESET, WORDS, word) == manual.help_lines(RULESET, WORDS, topic)


@pytest.mark.parametrize(("line", "topics"), [
    ("sitrep, drafts", ("sitrep", "drafts")), ("map units", ("map", "units")), ("Guns and Supply", ("guns", "supply")),
    ("end impulse", ("end impulse",)), ("standing orders", ("standing orders",)), ("map zeppelins", ("map zeppelins",)),
])  # fmt: skip
def test_one_line_may_ask_for_several_topics(line: str, topics: tuple[str, ...]) -> None:
    assert manual.asked_for(RULESET, WORDS, line) == topics


def test_every_topic_stands_in_the_list_once() -> None:
    lines = manual.help_lines(RULESET, WORDS, "")
    listed = [name.strip() for line in lines if line.startswith("  ") for name in line.split(",") if name.strip()]
    assert sorted(listed) == sorted(name.upper() for name in manual.topics(RULESET, WORDS))


def test_what_a_campaign_does_not_use_is_not_listed() -> None:
    lines = manual.help_lines(RULESET, WORDS, "", ("sail", "landing"))
    assert "SAIL" in " ".join(manual.help_lines(RULESET, WORDS, "")) and "SAIL" not in " ".join(lines)


def test_a_word_that_is_a_chapter_too_keeps_its_own_help() -> None:
    text = manual.topics(RULESET, WORDS)["map"]
    assert text.startswith(library.help_topics("tocs")["map"])
    assert "map [HEX [N]]" in text


def test_whatever_help_names_is_there() -> None:
    known = manual.topics(RULESET, WORDS)
    words = re.compile(r"HELP ([A-Z][A-Z0-9-]+(?: [A-Z0-9-]+)*)")
    named = {(topic, name) for topic, text in known.items() for name in words.findall(text.replace("HELP HELP", "HELP"))}
    assert {(topic, name) for topic, name in named if name.lower() not in known} == set()


def blocks(topic: str) -> list[str]:
    """The examples of a chapter for hosts, a text each."""
    parts = [part for part in library.help_topics("tocs")[topic].split("\n\n") if part.startswith("    ")]
    return ["\n".join(line.removeprefix("    ") for line in part.split("\n")) for part in parts]


def test_the_mailbox_of_ones_own_server_has_a_sample_for_dovecot() -> None:
    """What `doveconf` reads, braces closed, with the delimiter that Postfix has beside it."""
    (sample,) = (text for text in blocks("postfix") if "lmtp_save_to_detail_mailbox = no" in text)
    assert sample.count("{") == sample.count("}") == 2 and "recipient_delimiter = +" in sample
    assert any("recipient_delimiter = +" in text and "mailbox_transport = lmtp:unix" in text for text in blocks("postfix"))


CONFIGURATIONS = [(t, b) for t in manual.FOR_HOSTS if t != "modules" for b in blocks(t) if b.startswith("[")]
COMMANDS = [
    (topic, line)
    for topic in manual.FOR_HOSTS if topic != "modules"
    for block in blocks(topic)
    for line in block.replace("\\\n", " ").split("\n") if line.startswith("pbem ")
]  # fmt: skip


@pytest.mark.parametrize(("topic", "text"), CONFIGURATIONS)
def test_every_configuration_in_help_is_one(topic: str, text: str) -> None:
    read = parse(Path("pbem.toml"), text).settings
    assert canonical_address(read.mailbox.address) == read.mailbox.address


def said(words: list[str]) -> click.Context:
    """A command of the shell as click understands it; nothing is run. What is no command or no option raises."""
    context, command = click.Context(main, info_name="pbem"), main.commands[words[0]]
    rest = words[1:]
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        context, command, rest = click.Context(command, parent=context), command.commands[rest[0]], rest[1:]
    return command.make_context(command.name, list(rest), parent=context)


@pytest.mark.parametrize(("topic", "line"), COMMANDS)
def test_every_command_in_help_is_one(topic: str, line: str) -> None:
    assert said(shlex.split(line)[1:])


def test_the_readme_has_a_table_of_the_chapters() -> None:
    text = (library.root() / "README.md").read_text(encoding="utf-8")
    cells = re.findall(r"\| \[`HELP ([A-Z0-9 ]+)`\]\((templates/help/(?:tocs/)?[a-z0-9-]+\.txt)\) \| [^|]*\w[^|]* (?=\|)", text)
    assert sorted(name.lower() for name, _ in cells) == sorted(library.help_topics("tocs"))
    assert [place for name, place in cells if Path(place).stem != name.lower().replace(" ", "-")] == []
    assert [place for _, place in cells if not (library.root() / place).is_file()] == []


def test_no_two_words_of_a_place_begin_alike() -> None:
    """Two verbs of one name in the same place: the second would never be read."""
    seen: dict[tuple[str, str], Verb] = {}
    for verb in vocabulary().verbs:
        assert seen.setdefault((verb.place, verb.name), verb) is verb, verb.name


@pytest.mark.parametrize("topic", ["modules", "field"])
def test_the_values_of_field_battle_are_those_it_takes(topic: str) -> None:
    """MASL-1.1-3."""
    text = (library.root() / "templates" / "help" / "tocs" / f"{topic}.txt").read_text(encoding="utf-8")
    _, _, told = text.partition("field_battle")
    assert set(SWITCHES["field_battle"].allowed) == {str(v) for v in SWITCHES["field_battle"].allowed if f'"{v}"' in told[:400]}
