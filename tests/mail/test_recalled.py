"""A letter of ours within a reply, line by line: what comes back is quoted, what stands between is the sender's."""

import textwrap

import pytest

from pbem.kernel.numbered_lines import numbered
from pbem.mail.recalled import marked
from pbem.mail.sent import Recalled, recalled

TEXT = """\
[spring] situation report A-7
Turn 3 of 6, morning of the seventeenth
Our companies stand along the canal and hold both bridges
> Hello there my dear enemy commander, good luck to you
> END IMPULSE
> and may the better side win this long campaign
Supply is drawn from the dump behind the village of Groesbeek
Four operation points are left in the bank for this turn
A/504 stands at 12.11 in good order with all its steps
B/504 stands at 13.12 and is fatigued after its long march
BEGIN ORDERS
END IMPULSE
END ORDERS
Write your orders above, or answer with a single word"""
LETTER = TEXT.splitlines()
OWN = ["A/504: move 12.12", "That was a fine turn, thank you very much"]


def letter() -> Recalled:
    raw = "From: Referee <referee@club.example>\r\nSubject: [spring] situation report A-7\r\n\r\n" + "\r\n".join(LETTER)
    return recalled(raw.encode())


def read(lines: list[str]) -> list[str]:
    """The lines of a reply that are left to its sender."""
    found = marked(tuple(numbered(lines, 1)), [letter()])
    assert [number for number, _ in found] == list(range(1, len(lines) + 1))
    return [text for _, text in found if text and not text.startswith(">")]


BARE = [line.removeprefix("> ") for line in LETTER]


@pytest.mark.parametrize("quoted", [BARE, LETTER, [f"> {line}" for line in LETTER], [f"  {line}  " for line in BARE]])
@pytest.mark.parametrize("above", [True, False])
def test_a_letter_that_comes_back_leaves_what_was_written_beside_it(quoted: list[str], above: bool) -> None:
    assert read([*OWN, *quoted] if above else [*quoted, *OWN]) == OWN


@pytest.mark.parametrize("width", [30, 48, 72, 400])
def test_however_it_is_wrapped(width: int) -> None:
    wrapped = [part for line in BARE for part in textwrap.wrap(line, width)]
    assert read([*OWN, *wrapped]) == OWN
    assert read([*OWN, *textwrap.wrap(" ".join(BARE), width)]) == OWN


@pytest.mark.parametrize("missing", range(2, len(BARE)))
def test_a_line_that_is_missing_hides_none_of_the_others(missing: int) -> None:
    assert read([*OWN, *BARE[:missing], *BARE[missing + 1 :]]) == OWN


@pytest.mark.parametrize("place", range(1, len(BARE)))
def test_what_is_written_into_the_midst_of_it_is_the_senders(place: int) -> None:
    assert read([*BARE[:place], OWN[1], *BARE[place:]]) == [OWN[1]]


FOREIGN = [at for at, line in enumerate(LETTER) if line.startswith(">")]


@pytest.mark.parametrize("at", range(1, len(BARE) - 1))
def test_a_mark_that_is_taken_away_makes_a_line_of_ours_the_senders_and_never_one_of_the_enemys(at: int) -> None:
    lines = [line if n == at else f"> {line}" for n, line in enumerate(BARE)]
    assert read(lines) == ([] if at in FOREIGN else [BARE[at]])


@pytest.mark.parametrize("missing", range(2, len(BARE) - 1))
@pytest.mark.parametrize("place", [3, 6, 9])
def test_the_enemys_words_are_never_the_senders_whatever_is_missing_or_written_between(missing: int, place: int) -> None:
    lines = [line for n, line in enumerate(BARE) if n != missing]
    left = read([*lines[:place], OWN[1], *lines[place:]])
    assert OWN[1] in left
    assert not {BARE[at] for at in FOREIGN} & set(left)


@pytest.mark.parametrize("cut", [3, 4, 5])
@pytest.mark.parametrize("mark", [None, *range(3, len(BARE))])
def test_the_enemys_words_are_not_the_senders_where_the_letters_head_was_cut_off(cut: int, mark: int | None) -> None:
    """Read from the foot: whatever line is missing, and whichever one the mail program has marked."""
    for missing in (None, *range(cut, len(BARE) - 1)):
        left = read([f"> {text}" if at == mark else text for at, text in enumerate(BARE) if at >= cut and at != missing])
        assert not {BARE[3], BARE[5]} & {*left}
        assert left.count("END IMPULSE") <= (mark is not None), "our own, with its mark taken away, at the most"


@pytest.mark.parametrize("changed", ["[spring] situation report A-8", "Thanks for the report A-7"])
def test_a_line_at_the_head_that_was_changed_is_the_senders(changed: str) -> None:
    """The quotation below it is known by its foot; above the enemy's words it says what the sender says."""
    assert read([changed, *BARE[1:]]) == [changed]


@pytest.mark.parametrize(("second", "quoted"), [("Turn 3", True), ("T", True), ("", False)])
def test_a_quotation_begins_with_so_many_letters_of_the_head_and_no_fewer(second: str, quoted: bool) -> None:
    """24 letters and digits: those of the first line are 23."""
    lines = [LETTER[0], *filter(None, [second])]
    assert read([*lines, *OWN]) == ([] if quoted else lines) + OWN


def test_a_short_letter_is_known_by_all_of_it() -> None:
    """One that has fewer letters than begin a quotation elsewhere."""
    raw = b"From: Referee <referee@club.example>\r\nSubject: x\r\n\r\nYour draft is gone\r\nNo OP is spent"
    for written, left in ((["Your draft is gone", "No OP is spent"], []), (["Your draft is gone"], ["Your draft is gone"])):
        found = marked(tuple(numbered([*written, "move 12.12"], 1)), [recalled(raw)])
        assert [text for _, text in found if not text.startswith(">")] == [*left, "move 12.12"]


@pytest.mark.parametrize("line", BARE[1:-1])
def test_a_single_line_that_is_copied_is_no_quotation(line: str) -> None:
    assert read(["Dear referee", line, "Yours"]) == ["Dear referee", line, "Yours"]


def test_a_letter_that_comes_back_twice_is_quoted_twice() -> None:
    assert read([*OWN[:1], *BARE, *OWN[1:], *BARE]) == OWN


@pytest.mark.parametrize("said", [
    "On Tue, 17 Nov 2026 at 20:00, Referee <referee@club.example> wrote:", "Am 17.11.2026 um 20:00 schrieb Referee:",
    "From: Referee <referee@club.example>", "Subject: [spring] situation report A-7",
])  # fmt: skip
def test_the_line_that_announces_it_is_nobodys(said: str) -> None:
    assert read([*OWN, "", said, "", *BARE]) == OWN


def test_other_letters_are_the_senders() -> None:
    other = [line[::-1] for line in BARE]
    assert read(other) == [line for line in other if line]
