"""Answers have a ceiling: however much one letter asks, one bounded letter comes; what became of orders is never cut."""

import re
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from pbem.letters.help import topics
from pbem.modules import library
from pbem.rulesets import RULESETS
from tests.acceptance.table import ADDRESS, Mail, Table, plain
from tests.letter_words import WORDS
from tests.opened import as_game

MANY = 10_000
MOST_LINES = 300  # of the text: the ceiling of 200, head, notes, state, foot
MOST_KB = 60


def asks(line: str) -> str:
    """A letter of this line, ten thousand times, each with another number where it has a place for one."""
    return "\n".join(line.format(n=n, n100=n % 100, n20=n % 20 + 1) for n in range(MANY))


def answers(table: Table, seat: str, text: str) -> list[Mail]:
    """Every letter that one letter brings."""
    before = len(table.mail(seat))
    table.deliver(table.letter(seat, text))
    table.run()
    return table.mail(seat)[before:]


def test_228_kilobytes_of_help_bring_one_letter_that_tells_help_once(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """1.8 MB before."""
    size = {}
    for line in ("HELP ORDERS\n", "HELP SITREP\n"):
        text = line * (228_000 // len(line))
        (answer,) = answers(table, "allied", text)
        assert answer.text.count(f"\n{line}") == 1
        size[line.strip()] = len(answer.raw)
    assert max(size.values()) < 20_000
    with capsys.disabled():
        print(f"\n228 kB of HELP lines: answers of {size} bytes")


TOPICS = sorted(topics(RULESETS["tocs"], WORDS))
QUESTIONS = {
    "every topic": "\n".join(f"HELP {TOPICS[n % len(TOPICS)]}" for n in range(MANY)),
    **{
        line: asks(line)
        for line in (
            "HELP xq{n}", "HELP MAP, UNITS", "STATUS", "COST A/504 to {n20:02}.11", "MAP {n20:02}.11 4", "WHAT CAN A/504",
            "WHY {n100}", "COST qq{n} to 13.11", "A/504: mvoe 13.{n100:02}", "ZONE x{n}", "MUTE x{n}", "EXTEND", "HALT 504",
            "{n} drop", "1-999 drop", "ADD ADDRESS x{n}@example.org", "INTSUM", "ORDERS", "DIARY A/504", "xyzzy 13.{n100:02}",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("text", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("draft", [False, True])
def test_ten_thousand_lines_of_any_kind_bring_one_bounded_letter(table: Table, text: str, draft: bool) -> None:
    if draft:
        table.write("allied", "A/504: mvoe 13.11\nB/504: move 12.11")
    found = answers(table, "allied", text)
    assert len(found) <= 2, [mail.subject for mail in found]  # one more where a word is asked about
    assert all(mail.text.count("\n") <= MOST_LINES for mail in found), [mail.text.count("\n") for mail in found]
    assert sum(len(mail.raw) for mail in found) <= MOST_KB * 1000, [len(mail.raw) for mail in found]


def test_what_is_left_out_is_counted_and_comes_when_it_is_asked_alone(table: Table) -> None:
    asked = TOPICS[:40]
    (answer,) = answers(table, "allied", "\n".join(f"HELP {topic}" for topic in asked))
    told = [topic for topic in asked if f"\nHELP {topic.upper()}\n" in answer.text]
    assert told == asked[: len(told)], "those that are told are the first"
    more = re.search(r"NOT ANSWERED\n(\d+) more questions: they had no room in this letter", answer.text)
    assert more and int(more[1]) == len(asked) - len(told)
    (rest,) = answers(table, "allied", f"HELP {asked[len(told)]}")
    assert f"\nHELP {asked[len(told)].upper()}\n" in rest.text and "NOT ANSWERED" not in rest.text


def test_an_answer_that_is_longer_by_itself_stands_whole(table: Table) -> None:
    (answer,) = answers(table, "allied", "HELP MODULES\nSTATUS")
    last = library.help_topics("tocs")["modules"].split()[-6:]
    assert " ".join(last) in plain(answer)
    assert "1 more question: it had no room in this letter, ask it again in another (STATUS)" in plain(answer)


def test_reports_and_letters_come_again_once_each_and_ten_at_most(table: Table) -> None:
    """Ten thousand REPORTs brought 401 letters, 12.8 MB."""
    found = answers(table, "allied", "REPORT\n" * MANY)
    assert len(found) == 2 and "T1" in found[1].subject
    for number in range(12):
        table.write("allied", f"STATUS\n# {number}")
    earlier = {mail.message_id for mail in table.mail("allied")}
    found = answers(table, "allied", "\n".join(f"RESEND A-{n}" for n in range(1, len(earlier) + 20)))
    assert len(found) == 1 + 10 + 1
    again = [mail.message_id for mail in found if mail.message_id in earlier]
    assert len(set(again)) == len(again) == 10
    (notice,) = [plain(mail) for mail in found if "do not come again" in mail.subject]
    assert "You have no letter A-" in notice and "10 letters come again at most; ask for" in notice


def test_what_became_of_orders_is_told_in_full_however_much_is_asked_beside_them(table: Table) -> None:
    help_lines = "\n".join(f"HELP {topic}" for topic in TOPICS)
    orders = "A/504: recon 13.11\nEZOC NEVER\nMESSAGE enemy\nHello.\nEND MESSAGE\n"
    (alone,) = answers(table, "allied", f"{orders}STATUS")
    fresh = Table(table.config.base.parent / "fresh")
    try:
        fresh.begin()
        (beside,) = answers(fresh, "allied", f"{help_lines}\n{orders}")
    finally:
        fresh.close()
    for section in ("DONE", "NOTED", "STATE"):
        assert _section(alone, section) == _section(beside, section) != ""
    assert "NOT ANSWERED" in beside.text


def test_lines_given_back_and_standing_orders_filed_are_never_cut(table: Table) -> None:
    hexes = sorted(map(str, as_game(table.campaign.table.game).ground.terrain))[:300]
    filed = [f"CAPTURES KEEP EXCEPT {hex_}" for hex_ in hexes]
    (answer,) = answers(table, "allied", "\n".join(filed))
    assert answer.text.lower().count("standing order filed: ") == len(hexes)
    back = ["STOP", *(f"A/504: move {hex_}" for hex_ in hexes)]
    (answer,) = answers(table, "allied", "\n".join(["CARRY OUT WHAT YOU CAN", "C/504: move 12.12", *back]))
    form = answer.text.partition("NOT EXECUTED")[2]
    assert sum(f"A/504: move {hex_}" in form for hex_ in hexes) == len(hexes)


def test_a_host_who_asks_ten_thousand_times_gets_one_bounded_letter(tmp_path: Path) -> None:
    seats = (*(Seat(s, s, "commander", ADDRESS[s], s[0].upper()) for s in ADDRESS), host_seat("hanna@club.example"))
    table = Table(tmp_path, seats=seats)
    try:
        for text in ("HELP\n" * MANY, asks("HELP {n}"), asks("nonsense {n}"), "STATUS\n" * MANY):
            (answer,) = answers(table, "host", text)
            assert answer.text.count("\n") <= MOST_LINES and len(answer.raw) < MOST_KB * 1000, text[:20]
    finally:
        table.close()


def _section(mail: Mail, title: str) -> str:
    """What stands below a title, up to the next one."""
    found = re.search(rf"(?ms)^{title}.*?\n(.*?)(?=\n\n[A-Z][A-Z ]+|\n-- )", mail.text)
    return found[1] if found else ""
