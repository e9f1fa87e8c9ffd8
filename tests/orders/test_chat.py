"""Polite people are right: greetings, thanks and signatures around orders are no faults, and orders with a slip are no chat."""

import tomllib
from pathlib import Path

import pytest

from pbem.handlers.unit_of_work import EVERYBODY
from pbem.kernel.numbered_lines import numbered
from pbem.modules import library
from pbem.orders.lexer import tokenise
from pbem.orders.parser import read_orders
from pbem.orders.tree import OrderSheet, UnitLine, Vocabulary
from pbem.rulesets.tocs import RULESET as TOCS
from pbem.rulesets.tocs.module import load_module
from tests.letter_words import WORDS

CHAT = [text for text in (Path(__file__).parent / "chat.txt").read_text(encoding="utf-8").splitlines() if not text.startswith("#")]
GAMES = sorted(
    path.parent.name
    for path in library.module_folder("heumen-bridge").parent.glob("*/module.toml")
    if tomllib.loads(path.read_text(encoding="utf-8"))["ruleset"] == "tocs"
)


def vocabularies(module: str) -> dict[str, Vocabulary]:
    """The words of each side of a module, as its letters have them."""
    read = load_module(library.module_files(library.module_folder(module)))
    game, _, pictures = TOCS.scenario.opening(read, library.charts("tocs"))
    own = {side: TOCS.actions.vocabulary(game, picture) for side, picture in pictures.items()}
    return {side: WORDS.beside(words, frozenset({*EVERYBODY, *own})) for side, words in own.items()}


HEUMEN = vocabularies("heumen-bridge")
ORDERS = {
    "a unit's line": ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12"),
    "a take": ("allied", "take 13.11 with A,B/504 from 13.12 deliberate"),
    "a long form": ("allied", "ACTIVATE A/504\n  recon 13.11\n  move 13.12\nEND"),
    "a form": ("allied", "A/504 [13.12, 3 AP]: move 13.11\nB/504 [13.12, 3 AP]:\nend impulse"),
    "a draft's answers": ("allied", "YES"),
    "changes to a draft": ("allied", "2 A/504: move 12.10\n3, 5-7 drop\nafter 1: B/504: move 12.10"),
    "questions": ("allied", "STATUS\nCOST A/504 to 12.10\nWHAT CAN B/504"),
    "standing orders": ("german", "EZOC NEVER\nIF SILENT PASS"),
    "a report": ("german", "AAR 5\nRESULT  ATTACKER HOLDS, turn 6 of 7\nNARRATIVE\nThanks, all.\nEND AAR"),
    "a message": ("german", "MESSAGE enemy\nCheers, Bob\nEND MESSAGE"),
    "a plan": ("german", "PLAN FOR NEXT\n1/HG: move 15.10\nEND PLAN"),
    "an answer": ("allied", "ACCEPT"),
    "words of the letter": ("allied", "SPEND 4\nSTOP ON CONTACT\nA/504: move 12.10\nEND IMPULSE"),
}


def read(text: str, words: Vocabulary) -> OrderSheet:
    return read_orders(list(numbered(text.split("\n"), 1)), words)


def understood(text: str, words: Vocabulary) -> list[str]:
    """Each line as it was understood, or (with a mark) as it was written."""
    return [line.canonical or f"✗ {line.text}" for line in read(text, words).lines]


@pytest.mark.parametrize("what", ORDERS)
def test_chat_around_orders_changes_nothing(what: str) -> None:
    side, orders = ORDERS[what]
    words = HEUMEN[side]
    wanted = understood(orders, words)
    assert not [line for line in wanted if line.startswith("✗")]
    for at, chat in enumerate(CHAT):
        other = CHAT[(at * 7 + 3) % len(CHAT)]
        ways = (f"{chat}\n{orders}\n{chat}", f"{other}\n{chat}\n\n{orders}\n\n{other}\n{chat}")
        for text in ways:
            assert understood(text, words) == wanted, text
    assert not read("\n".join(CHAT), words).lines


@pytest.mark.parametrize("chat", CHAT)
def test_chat_between_and_below_orders_is_left_out_wherever_it_is_put(chat: str) -> None:
    words = HEUMEN["allied"]
    orders = "A/504: move 12.10\n{}\nB/504: recon 13.11"
    wanted = ["A/504: move 12.10", "B/504: recon 13.11"]
    begins_with_an_act = tokenise(chat)[0].text in ("move",)  # indented it is an act of the unit above
    for between in (chat, f"\n{chat}\n", chat if begins_with_an_act else f"   {chat}"):
        assert understood(orders.format(between), words) == wanted


@pytest.mark.parametrize(
    "line",
    ["A/504: mvoe 12.10", "atack 13.11", "A/504", "Q9/504: move 12.10", "82rnc: move 12.10", "We attack 13.11 at dawn", "spned 4",
     "spend fuor", "deficit two", "keep 3 op", "Ende impulse", "End impluse", "move", "move 12.10", "attack deliberate",
     "12.10 13.11", "13.11, 13.12", "deliberate", "by road", "2", "2 drp", "2 atack 13.11 hasty", "except A/504", "all but A/504",
     "but not A/504", "h-hour soon", "take 14.12 wiht B", "stop contact", "if silent passs",
     "if emtpy move", "else attack", "tkae 13.11 with A,B/504 from 13.12", "B/504 should go to 12.10", "MESSAGE enemy\nhello",
     "Please bring A/504 over to 12.12 too, as quickly as possible", "I want A/504 to go to 12.10 before dark",
     "No wait, leave A/504 where it is", "Our mortars should shell 13.11 before that", "A/504 stays where it is, I think",
     "On Friday 13.11 A/504 should hold its ground", "We should take Heumen bridge before dark",
     "I want everybody to go to 1210 before dark", "Attack the enemy at dawn with all we have",
     "Move everyone up to the bridge as fast as you can", "Spend no more than four points this time please",
     "End the impulse for me please, I am done here", "Please hold the line at 12.12 for now", "Bring 504 back over the canal"],
)  # fmt: skip
def test_what_may_be_an_order_is_shown_to_its_writer(line: str) -> None:
    sheet = read(f"C/504: move 12.10\n{line}", HEUMEN["allied"])
    assert len(sheet.lines) > 1
    assert sheet.errors
    assert not sheet.chat


@pytest.mark.parametrize("line", CHAT)
def test_no_line_with_a_unit_or_a_hex_in_it_is_chat(line: str) -> None:
    """Whatever stands around it, it may be meant as an order, and END IMPULSE below would end what it asks for."""
    words = line.split(" ")
    for named in ("A/504", "82rcn", "13.11"):
        for at in {0, len(words) // 2, len(words)}:
            text = " ".join((*words[:at], named, *words[at:]))
            if named == "13.11" and "December" in text:
                continue  # a date
            sheet = read(f"C/504: move 12.10\n\n{text}\n\nB/504: move 12.10", HEUMEN["allied"])
            assert not sheet.chat, text
            assert sheet.errors or len(sheet.lines) > 2, text


@pytest.mark.parametrize(
    "line", ["Good morning, 504 here.", "Hello, this is 504 command!", "504 speaking, good evening", "Regards, 504"]
)
def test_a_formation_that_greets_is_no_order(line: str) -> None:
    assert understood(f"{line}\nB/504: move 12.10", HEUMEN["allied"]) == ["B/504: move 12.10"]


@pytest.mark.parametrize("line", ["504", "504 here: move 12.10", "504 over to 12.10"])
def test_a_formation_beside_anything_else_is_asked_about(line: str) -> None:
    sheet = read(f"{line}\nB/504: move 12.10", HEUMEN["allied"])
    assert not sheet.chat and (sheet.errors or len(sheet.lines) > 1)


@pytest.mark.parametrize(
    "line", ["see you in December 12.11?", "I am back on Friday 13.11 at about 20.30 Uhr", "Sunday 12.11. I am away, sorry",
             "Bin am Freitag, den 13.11. erst um 20.30 Uhr wieder da", "Jan de Vries, Dorpsstraat 12, 6581 AB Malden",
             "Greetings from Malden!"],
)  # fmt: skip
def test_a_date_an_hour_and_an_address_are_no_hexes(line: str) -> None:
    assert understood(f"A/504: move 12.10\n{line}\nB/504: move 12.10", HEUMEN["allied"]) == [
        "A/504: move 12.10",
        "B/504: move 12.10",
    ]


@pytest.mark.parametrize("line", ["Henke", "Oberst Henke", "Viele Grüße, Henke", "Dear Henke,"])
def test_a_staff_without_a_figure_in_its_name_may_sign(line: str) -> None:
    assert understood(f"1/HG: move 15.09\n{line}", HEUMEN["german"]) == ["1/HG: move 15.09"]


@pytest.mark.parametrize("line", ["Bring Henke over", "I want the AUFKL to stay put", "Aufkl stays where it is for now"])
def test_a_unit_without_a_figure_in_its_name_is_a_unit(line: str) -> None:
    sheet = read(f"1/HG: move 15.09\n{line}\nEND IMPULSE", HEUMEN["german"])
    assert sheet.errors and not sheet.chat


def test_a_unit_in_a_sentence_is_shown_how_an_order_begins() -> None:
    (remark,) = read("I want A/504 to go to 12.10 before dark", HEUMEN["allied"]).errors
    assert remark.text == "`A/504` in a sentence; an order begins with its unit: `A/504: move 12.10`" and not remark.hints


@pytest.mark.parametrize(
    "rest", ["deliberate", "hasty", "hsaty", "by road", "13.12 12.11", "if empty move", "else hold", "B", "quiet"]
)
def test_the_rest_of_an_order_that_a_mail_program_broke_is_not_passed_over(rest: str) -> None:
    sheet = read(f"A/504: recon 13.11; move\n{rest}", HEUMEN["allied"])
    assert sheet.errors and not sheet.chat


@pytest.mark.parametrize("line", CHAT)
def test_chat_is_never_given_a_hint(line: str) -> None:
    assert all(not remark.hints for each in read(line, HEUMEN["german"]).lines for remark in each.remarks)


def test_a_hint_is_of_the_kind_of_its_line() -> None:
    words = HEUMEN["allied"]
    for text, hints in (("spned 4", ("spend",)), ("Ende impulse", ("end",)), ("atack 13.11 hasty", ("attack",)),
                        ("nihgt 13.11", ()), ("2 livee 13.11", ())):  # fmt: skip
        assert [remark.hints for remark in read(text, words).errors] == [hints], text


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Please A/504: move 12.10", "A/504: move 12.10"), ("A/504: move 12.10, thanks!", "A/504: move 12.10"),
     ("STATUS please :-)", "status"),
     ("Thanks! A/504: move 12.10", "A/504: move 12.10"), ("Ok, end impulse, thank you", "end impulse"), ("Yes please", "yes"),
     ("2 A/504: move 12.10 please", "2 A/504: move 12.10"), ("CANCEL, sorry", "cancel")],
)  # fmt: skip
def test_please_and_thanks_beside_an_order_are_no_part_of_it(text: str, meant: str) -> None:
    assert understood(text, HEUMEN["allied"]) == [meant]


@pytest.mark.parametrize(
    "text", ["Yes, thanks for asking, we are all fine here", "End of message from me", "END IMPULSE?", "Should I pass?"]
)
def test_a_word_in_passing_is_no_order(text: str) -> None:
    assert not [line for line in read(text, HEUMEN["allied"]).lines if line.command]


def test_a_paragraph_of_chat_in_one_line_is_chat_and_a_line_of_orders_as_long_is_not() -> None:
    words = HEUMEN["allied"]
    talk = "It has been raining here all week and the cellar is under water, so I could not sit down before tonight. " * 6
    assert understood(f"{talk}\nA/504: move 12.10", words) == ["A/504: move 12.10"]
    assert read("A/504: move " + "12.10 " * 80, words).errors


def test_a_heading_above_orders_asks_nothing() -> None:
    assert understood("Orders:\nA/504: move 12.10\nORDERS", HEUMEN["allied"]) == ["A/504: move 12.10", "orders"]


@pytest.mark.parametrize(
    "opening", ["Question: may I ask you something?", "Log off now", "Message for you:", "Intent on winning!", "AAR attached"]
)
def test_free_text_that_is_never_closed_swallows_no_orders_when_it_may_be_chat(opening: str) -> None:
    assert understood(f"{opening}\nA/504: move 12.10", HEUMEN["allied"]) == ["A/504: move 12.10"]
    below = read(f"{opening}\nMESSAGE enemy\nhello\nEND MESSAGE", HEUMEN["allied"])
    assert [line.canonical for line in below.lines] == ["message enemy\nhello\nend message"]


FEW = 80


@pytest.mark.parametrize("module", GAMES)
def test_every_unit_of_every_module_is_named_alone_and_beside_any_other(module: str) -> None:
    for words in vocabularies(module).values():
        calls = sorted(set(words.calls.values()))
        for call in calls:
            assert units(f"{call}: move 12.10", words) == {call}
        apart = len(calls) if len(calls) <= FEW else 9  # calls that could be taken for each other stand near in the list
        for one, other in ((a, b) for at, a in enumerate(calls) for b in calls[at + 1 : at + 1 + apart]):
            pair = {one, other}
            assert units(f"{one}, {other}: move 12.10", words) == units(f"{one},{other}: move 12.10", words) == pair
            short, stroke, suffix = one.partition("/")
            if stroke and other.endswith(f"/{suffix}") and other.count("/") == 1:
                for between in (",", ", ", " and ", " & ", "+"):
                    assert units(f"{short}{between}{other}: move 12.10", words) == pair


def units(text: str, words: Vocabulary) -> set[str]:
    """The units that a line orders."""
    (line,) = read(text, words).lines
    assert isinstance(line.command, UnitLine), text
    return set(line.command.units)


QUESTIONS = [
    "504 here, taking over from the last fellow. Is 13.11 overstacked? My letter says nothing about it.",
    "Morning again - where have my reserves gone? F/504 was in reserve with a script.",
    'HQ504 here - nothing of mine is on the map before 0600, so: do I have to answer these "REPLY BY" letters?',
    "Who commands 376A and 376B, and how far do they shoot?", "Which of my guns can reach 13.11 or 14.11?",
    "How strong is A/504 and what can it do in an attack?", "Could A/504 get as far as 12.10 by dark?",
    "Does A/504 see anything?", "Is 13.11 ours?", "Who has A/504?",
]  # fmt: skip


@pytest.mark.parametrize("line", QUESTIONS)
def test_a_question_in_ones_own_words_is_told_how_questions_are_asked_and_blocks_no_order(line: str) -> None:
    """It is no order, and no chat that is passed over: it stands among the questions that cannot be read."""
    sheet = read(f"{line}\nB/504: move 12.10", HEUMEN["allied"])
    asked, order = sheet.lines
    assert asked.asks and asked.command is None
    assert asked.remarks[0].text.startswith("questions are answered that begin with WHAT CAN")
    assert order.canonical == "B/504: move 12.10" and not sheet.chat


@pytest.mark.parametrize(
    "line", ["A/504: atack 13.11, is that right with you and me?", "Attack 13.11 with A/504, or what do you say?",
             "Good morning to you all, A/504 atack 13.11, would you?", "My plan for this one: A/504: mvoe 12.10, alright with you?",
             "If A/504 is still there then move 12.10, would that be it?"],
)  # fmt: skip
def test_a_line_that_begins_as_an_order_is_none_the_less_one_for_its_question_mark(line: str) -> None:
    sheet = read(f"{line}\nB/504: move 12.10", HEUMEN["allied"])
    assert not sheet.chat and not sheet.lines[0].asks and sheet.lines[0].remarks


def test_questions_behind_a_greeting_are_asked() -> None:
    text = "Good morning referee, new man in the chair here. What is A/504? What is EZOC?\nB/504: move 12.10"
    sheet = read(text, HEUMEN["allied"])
    assert [line.canonical for line in sheet.lines] == ["what is a/504", "what is ezoc", "B/504: move 12.10"]
    assert [chat.text for chat in sheet.chat] == ["Good morning referee, new man in the chair here."]


def test_a_question_takes_no_order_along_that_stands_before_it() -> None:
    sheet = read("I want A/504 to go to 12.10 before dark. What is EZOC?", HEUMEN["allied"])
    assert [line.canonical for line in sheet.lines] == ["", "what is ezoc"] and sheet.errors


@pytest.mark.parametrize(
    "line", ["Morning all, 504 here, fresh staff after a short night.", "504 is at the dentist tomorow, so:", "504 was away, sorry"]
)
def test_a_staff_that_speaks_of_itself_is_no_order(line: str) -> None:
    assert understood(f"{line}\nB/504: move 12.10", HEUMEN["allied"]) == ["B/504: move 12.10"]


def test_a_message_on_one_line_is_shown_how_one_is_written() -> None:
    (remark,) = read("MESSAGE german: hold the Grave bridge please", HEUMEN["allied"]).errors
    assert remark.text == "a message stands on lines of its own, below MESSAGE and whom it is for, above END MESSAGE"


@pytest.mark.parametrize("word", ["halt", "spend", "take", "countermand", "answer", "depot"])
def test_an_order_that_stops_after_its_word_is_no_question(word: str) -> None:
    """What it would have ordered must not be lost above an END IMPULSE."""
    line, _ = read(f"{word}\nEND IMPULSE", HEUMEN["allied"]).lines
    assert line.command is None and line.remarks and not line.asks
