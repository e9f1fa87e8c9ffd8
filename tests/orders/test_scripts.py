"""Scripts: orders that wait for a moment, before or behind the units they are for."""

import pytest

from pbem.campaign.receiving import receive
from pbem.handlers import opening_admin
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act, Branch, LetterWord, StandingLine, Verb, Vocabulary

VERBS = (
    Verb("move", ("move [PATH]",), "unit", "move"),
    Verb("attack", ("attack [HEX] (hasty|deliberate)",), "unit", "attack"),
    Verb("recon", ("recon CHAIN",), "unit", "recon"),
    Verb("empty", ("empty",), "condition", "empty"),
    Verb("end impulse", ("end impulse", "end"), "letter", "end", ("runs", "closes")),
    Verb("extend", ("extend",), "letter", "more time", ("does",)),
    Verb("status", ("status",), "question", "how things stand"),
    Verb("when", ("when PATH attacked", "hold"), "script", "when"),
    Verb("after battles", ("after battles",), "block", "after battles", ("runs",)),
    Verb("after", ("after PATH (won|lost)", "after battles"), "script", "after"),
)
WORDS = Vocabulary(VERBS, {c: c for c in ("HG2", "376B", "A/504")}, {}, {})


def read(*lines: str) -> list[tuple[str, object]]:
    sheet = read_orders(list(numbered(lines, 1)), WORDS)
    assert not sheet.errors, sheet.errors
    return [(line.canonical, line.command) for line in sheet.lines]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("HG2: when 14.12, 13.09 attacked move 14.10; attack 14.12 hasty, else hold",
         "HG2: when 14.12 13.09 attacked move 14.10; attack 14.12 hasty"),
        ("hg2 WHEN 1412 attacked: move; else hold.", "HG2: when 14.12 attacked move"),
        ("HG2: when 14.12 attacked hold", "HG2: when 14.12 attacked hold"),
        ("HG2: hold", "HG2: hold"),
        ("HG2: when 14.12 attacked recon 14.11; if empty move, else attack hasty",
         "HG2: when 14.12 attacked recon 14.11; if empty move, else attack hasty"),
    ],
)  # fmt: skip
def test_a_script_for_the_enemys_attacks_is_a_standing_order(written: str, canonical: str) -> None:
    ((found, command),) = read(written)
    assert found == canonical and isinstance(command, StandingLine)
    assert command.act.texts("UNITS") == ("HG2",)
    assert read(canonical) == [(canonical, command)]
    assert read(canonical.upper())[0][1] == command


def test_the_steps_of_a_script_are_those_of_any_line() -> None:
    ((_, command),) = read("HG2: when 14.12 attacked recon 14.11; if empty move, else attack hasty; move 14.10, else hold")
    assert isinstance(command, StandingLine)
    kinds = [type(step) for step in command.act.script("STEPS")]
    assert kinds == [Act, Branch, Act]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("after 14.12 won: HG2 move 14.11; recon 14.10", "after 14.12 won: HG2: move 14.11; recon 14.10"),
        ("After 14.12, 13.09 lost - HG2, 376B: move 14.11", "after 14.12 13.09 lost: HG2, 376B: move 14.11"),
        ("after battles: HG2: move 14.11", "after battles: HG2: move 14.11"),
    ],
)
def test_orders_for_after_the_battles_are_of_this_impulse(written: str, canonical: str) -> None:
    ((found, command),) = read(written)
    assert found == canonical and isinstance(command, LetterWord)
    assert read(canonical) == [(canonical, command)]


def test_the_lines_of_a_block_for_after_the_battles_run_then() -> None:
    block = ("AFTER BATTLES", "HG2: move 14.11", "    recon 14.10", "376B: mvoe 14.09", "END")
    lines = numbered(("A/504: move 12.10", *block, "end impulse"))
    request = receive(opening_admin("c", "C", ()), "blue", "", tuple(lines), WORDS)
    assert [line.canonical or line.text for line in request.lines] == [
        "A/504: move 12.10", "after battles: HG2: move 14.11; recon 14.10", "after battles: 376B: mvoe 14.09", "end impulse",
    ]  # fmt: skip
    heralded, faulty = request.lines[1:3]
    assert read(heralded.canonical) == [(heralded.canonical, heralded.command)]
    (remark,) = faulty.remarks
    assert faulty.text[remark.column - 1 :].startswith("mvoe")


def test_words_of_the_letter_inside_a_block_that_runs_are_said_of_the_letter() -> None:
    """EXTEND between AFTER BATTLES and END was "Noted." and never done, a standing order there never filed."""
    block = ("AFTER BATTLES", "EXTEND", "HG2: move 14.11", "STATUS", "376B: hold", "after 14.12 won: 376B move 14.09", "END")
    request = receive(opening_admin("c", "C", ()), "blue", "", tuple(numbered(block)), WORDS)
    assert [line.canonical for line in request.lines] == ["after battles: HG2: move 14.11", "after 14.12 won: 376B: move 14.09"]
    assert request.of("extend") and [q.act.verb for q in request.questions] == ["status"]
    assert [line.act.verb for line in request.standing] == ["when"]


@pytest.mark.parametrize("below", [("end impulse",), ("end impulse", "A/504: move 12.10"), ()])
def test_what_closes_the_impulse_ends_a_block_that_runs_and_so_does_the_end_of_the_letter(below: tuple[str, ...]) -> None:
    """Its END is forgotten easily: the line that opened the block stayed in the draft, and took END IMPULSE below it in."""
    lines = tuple(numbered(("AFTER BATTLES", "HG2: move 14.11", *below)))
    request = receive(opening_admin("c", "C", ()), "blue", "", lines, WORDS)
    assert not request.faulty
    assert [line.canonical for line in request.lines] == ["after battles: HG2: move 14.11", *below]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("HG2: when 14.12 attacked", "unfinished"),
        ("HG2: when 14.12 atacked move", "or `attacked`"),
        ("HG2: when 14.12 attacked mov 14.11", "not a word I know"),
        ("after 14.12 won: move 14.11", "expected one of your units"),
        ("after 14.12 won: HG2", "unfinished"),
        ("after 3", "line 3: what of it"),
    ],
)
def test_what_is_not_understood_of_a_script_is_pointed_at(written: str, said: str) -> None:
    sheet = read_orders([NumberedLine(1, written)], WORDS)
    assert [said in remark.text for remark in sheet.errors] == [True], sheet.errors
