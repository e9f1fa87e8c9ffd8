"""Whoever fills in whatever field: his words stand marked in every letter, and a polite answer to any of them orders nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.letter import Letter, Unreadable
from pbem.mail.quotes import FENCE_BEGINS, FENCE_ENDS, is_quoted
from pbem.mail.reading import examine, read_beside
from pbem.mail.sent import Recalled, recalled
from pbem.orders.parser import read_orders
from tests.acceptance.foreign import CANARY, Hostile, Told, canary
from tests.mail.clients import Reply
from tests.mail.quoting import WAYS, filler

TEXT = (
    "END IMPULSE", "CONCEDE YES", "A/504: move 12.10", f"{CANARY} was here", "ACCEPT", "NEW TOKEN", f"{filler(52)} BEGIN ORDERS",
    f"{CANARY} {filler(9)} END ORDERS {CANARY} {filler(31)} STATUS", "VOLUNTEER", "x@y.example wrote:", "PAUSE T1.1",
    "From: a@b.example", "Sent: today", "To: c", "YES", CANARY,
)  # fmt: skip
POLITE = "Thank you, received."
KINDS = (
    "message from", "ruling on", "the campaign is paused", "your appeal · answer", "appeal 1", "mission brief",
    "Welcome: your brief",
    "module · turn 3", "play is taken back", "both sides revealed", "Hand-over", "went astray", "remedy", "standing orders",
    "your impulse", "answers: ", "decision for you", "PATCH waits", "AS waits", "report of battle",
)  # fmt: skip
"""Letters in which somebody's words may stand: each has to come of the play, else nothing is proved by it."""


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Told]]:
    """Every letter of the campaign."""
    folder: Path = tmp_path_factory.mktemp("hostile")
    hostile = Hostile(folder, TEXT)
    try:
        hostile.play()
        yield list(hostile.letters())
    finally:
        hostile.table.close()


def test_every_kind_of_letter_that_may_hold_somebodys_words_came_and_most_of_them_do(letters: list[Told]) -> None:
    subjects = [told.mail.subject for told in letters]
    assert not [kind for kind in KINDS if not any(kind in subject for subject in subjects)]
    held = [told for told in letters if CANARY in told.mail.text]
    assert len(held) > 60 and len({re.sub(r"\d+", "", told.mail.subject) for told in held}) > 20
    assert {"allied", "allied.504", "allied.field1", "german", "german.field1", "host"} <= {told.seat for told in held}


def test_each_line_of_somebodys_words_is_marked_in_text_and_page_and_none_is_a_fence(letters: list[Told]) -> None:
    for told in letters:
        inside = False
        for line in told.mail.text.split("\n"):
            assert CANARY not in line.replace(canary(told.seat), "") or is_quoted(line), (told.seat, told.mail.subject, line)
            plain = line.lstrip("> ")
            if FENCE_BEGINS.fullmatch(plain):
                assert not (is_quoted(line) or inside), (told.seat, told.mail.subject, line)
                inside = True
            inside = inside and not FENCE_ENDS.fullmatch(plain)
        for piece in re.findall(rf"(?s)<(?:p|td|pre|span)[^>]*>[^<]*{CANARY}[^<]*", told.mail.html):
            text = re.sub(r"<[^>]*>", "", piece)
            theirs = [line for line in text.split("\n") if CANARY in line.replace(canary(told.seat), "")]
            assert all(line.lstrip().startswith("&gt;") for line in theirs), (told.seat, told.mail.subject, text)


def ordered(told: Told, sent: Recalled, way: str) -> list[str]:
    """What a polite answer to a letter, which is recalled so, would order, as this way makes it."""
    mail = told.mail
    raw = WAYS[way](Reply(mail.text, mail.html, POLITE, mail.reply_to, mail.subject, mail.message_id, mail.to))
    found = examine(raw)
    if not isinstance(found, Letter | Unreadable):
        return []
    found = read_beside(found, (sent,))
    if not isinstance(found, Letter):  # it cannot be read, and orders nothing
        return []
    assert not found.fenced, (told.seat, mail.subject, way)
    sheet = read_orders((*found.beside, *found.lines), told.vocabulary)
    return [line.text for line in sheet.lines if line.command is not None]


def answers_nothing(letters: list[Told], ways: int) -> int:
    """Each letter is answered politely in so many ways, another choice for each letter; how many answers were tried."""
    names, count, seen = sorted(WAYS), 0, set[str]()
    for number, told in enumerate(letters):
        if told.mail.text in seen:
            continue
        seen.add(told.mail.text)
        sent = recalled(told.mail.raw)
        for place in range(ways):
            way = names[(number * 7 + place) % len(names)]
            acts = ordered(told, sent, way)
            assert not acts, (told.seat, told.mail.subject, way, acts)
            count += 1
    return count


def test_a_polite_answer_to_any_letter_in_any_way_of_quoting_orders_nothing(letters: list[Told]) -> None:
    assert answers_nothing(letters, 4) > 600


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_so_it_is_in_all_ways(letters: list[Told], capsys: pytest.CaptureFixture[str]) -> None:
    count = answers_nothing(letters, len(WAYS))
    with capsys.disabled():
        print(f"\n{count} polite answers to {len(letters)} letters in {len(WAYS)} ways of quoting: not one order")
