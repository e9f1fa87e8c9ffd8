"""Letters that go wrong: each has a clear answer to its writer, loses nothing and leaves nothing half done."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mail.chain import FIELD, link
from pbem.mail.compose import claimed_id
from tests.acceptance.looking import alone, asked, given_back, last, points, records, silent, where, world
from tests.acceptance.table import Mail, Table, plain

# ------------------------------------------------------------ what is not there


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Q9/504: move 12.10", "q9/504"),
        ("A/504: move 77.77", "77.77"),
        ("A/504: move 13.99", "13.99"),
        ("A/504: fly 12.10", "fly"),
        ("A/504: move Atlantis", "atlantis"),
        ("A/504", "a/504"),
        ("A/504: if sunny move, else recon 13.11", "sunny"),
    ],
)
def test_a_faulty_line_is_named_and_nothing_is_carried_out(table: Table, line: str, named: str) -> None:
    before = world(table)
    text = asked(table, "allied", f"B/504: move 12.10\n{line}").lower()
    assert named in text
    assert "fixing" in text
    assert "2 drop" in text
    assert world(table) == before


def test_a_message_to_nobody_is_not_sent_and_said_so(table: Table) -> None:
    text = asked(table, "allied", "MESSAGE bob\nHello.\nEND MESSAGE")
    assert "bob is nobody here" in text


def test_a_letter_and_a_battle_that_never_were_are_named(table: Table) -> None:
    asked(table, "allied", "WHY 9\nRESEND A-99")
    both = " ".join(plain(mail) for mail in table.mail("allied")[-2:])
    assert "A-99" in both
    assert "battle 9" in both


def _chained(mail: Mail) -> str:
    """The link to the letter before; its own, which is taken off, is a seal of the words in the letter and of nothing else."""
    before, own = mail.fields.pop(FIELD.lower()).split()
    number = re.search(r"\bA-[0-9]+\b", mail.text)
    assert number and own == link(before, number[0], mail.text)
    return before


@pytest.mark.parametrize("line", ["{}: move 12.10", "COST {} to 12.10", "WHAT CAN {}"])
def test_an_enemy_unit_and_one_that_does_not_exist_are_answered_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))
    theirs = _answer(tmp_path / "theirs", line.format("2/HG"))
    nobodys = _answer(tmp_path / "nobodys", line.format("8/HG"))
    assert "2/HG" in theirs.text
    # The encoding of the parts may break a line within the name, so the words are compared, and every field.
    assert _chained(theirs) == _chained(nobodys)
    # What names a letter is a keyed hash of its words, and so differs with the name that was written; nobody can read it.
    theirs, nobodys = map(_without_imprint, (theirs, nobodys))
    assert theirs.text.replace("2/HG", "8/HG") == nobodys.text
    assert theirs.html.replace("2/HG", "8/HG") == nobodys.html
    assert theirs.fields == nobodys.fields


def _without_imprint(mail: Mail) -> Mail:
    named, left = claimed_id(mail.message_id), {"message-id", "x-pbem-loop", "content-type"}
    assert named
    fields = {name: value for name, value in mail.fields.items() if name not in left}
    text, html = (face.replace(named.imprint, "imprint") for face in (mail.text, mail.html))
    return replace(mail, text=text, html=html, fields=fields)


def _answer(folder: Path, line: str) -> Mail:
    table = Table(folder)
    table.begin()
    assert "2/HG" in where(table, "german")
    assert "8/HG" not in where(table, "german")
    mail = table.write("allied", line)
    table.close()
    return mail


# ------------------------------------------------------------ not now, and not enough


def test_orders_before_both_have_accepted_wait_for_nothing_and_are_told_so(invited: Table) -> None:
    before = world(invited)
    assert "write ACCEPT" in asked(invited, "allied", "A/504: move 12.10")
    assert world(invited) == before


def test_orders_in_the_enemys_impulse_are_refused_in_words_both_sides_know(table: Table) -> None:
    before = world(table)
    text = asked(table, "german", "1/HG: move 15.09")
    assert "T1.1 is the enemy's impulse" in text
    assert world(table) == before


def test_a_letter_after_the_impulse_ended_is_refused(table: Table) -> None:
    answered = table.mail("allied")[-1]
    table.write("allied", "END IMPULSE")
    before = world(table)
    assert "enemy's impulse" in asked(table, "allied", "A/504: move 12.10", answered)
    assert world(table) == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A/504: recon 13.11; attack intensive", "2 AP left"),
        ("A/504: move 20.08", "gets as far as"),
        ("A/504: attack 13.11 deliberate; move 12.10", "nothing can follow an attack"),
        ("1MOR: recon 12.10", "may neither scout nor probe"),
    ],
)
def test_too_few_points_and_acts_that_cannot_follow_are_refused_with_their_rule(table: Table, line: str, why: str) -> None:
    before = world(table)
    text = asked(table, "allied", f"I/504: move 12.11\n{line}")
    assert why in text
    assert "(TOCS-" in text
    assert world(table) == before


def test_when_the_ops_are_gone_a_line_is_refused_until_deficit_allows_it(table: Table) -> None:
    _spend_all(table)
    assert points(table) == 0
    before = world(table)
    assert "no OPs left" in asked(table, "allied", "A/504: move 12.10")
    asked(table, "allied", "CANCEL")
    assert "no OPs left" in asked(table, "allied", "DEFICIT NO\nA/504: move 12.10")
    assert world(table) == before
    asked(table, "allied", "DEFICIT 1\nA/504: move 12.10")
    assert where(table)["A/504"] == "12.10"
    assert "no OPs left" in asked(table, "allied", "DEFICIT 1\nB/504: move 12.10")


def _spend_all(table: Table) -> None:
    """Units are told to go where they stand until the bank is empty; A and B keep fresh."""
    homes = {call: hex_ for call, hex_ in where(table).items() if call not in ("A/504", "B/504")}
    lines = [f"{call}: move {hex_}" for call, hex_ in homes.items()] * 3
    table.write("allied", "\n".join(lines[: points(table)]))


# ------------------------------------------------------------ twice


def test_the_same_letter_twice_acts_once_and_the_same_answer_comes_again(table: Table) -> None:
    raw = table.letter("allied", "A/504: move 12.10")
    first = alone(table, "allied", raw)
    before = world(table)
    note = alone(table, "allied", raw)
    assert "the same orders were answered in" in plain(note).lower()
    assert [mail.raw for mail in table.mail("allied")].count(first.raw) == 2
    assert world(table) == before


def test_the_same_orders_in_other_bytes_act_once_and_again_does_them_twice(table: Table) -> None:
    answered = table.mail("allied")[-1]
    first = table.write("allied", "A/504: move 12.10\nB/504: move 12.10", answered)
    before, spent = world(table), points(table)
    note = asked(table, "allied", "# the same once more\n  a/504 -> MOVE to 1210.\n\nB/504 move 12,10", answered)
    assert "The same orders" in note
    assert table.mail("allied")[-1].raw == first.raw
    assert world(table) == before
    asked(table, "allied", "AGAIN\nA/504: move 12.10\nB/504: move 12.10", answered)
    assert points(table) == spent - 2


def test_acceptance_twice_changes_no_dice(table: Table) -> None:
    nonces = dict(table.campaign.state.admin.nonces)
    asked(table, "german", "ACCEPT")
    assert table.campaign.state.admin.nonces == nonces


# ------------------------------------------------------------ letters that are none


@pytest.mark.parametrize("lines", ["", "\n\n", "# nothing today", "> quoted\n> words\n"])
def test_an_empty_letter_is_answered_that_nothing_was_read(table: Table, lines: str) -> None:
    before = world(table)
    assert "No orders found" in asked(table, "allied", lines)
    assert world(table) == before


def test_a_letter_of_two_megabytes_is_refused_by_its_size(table: Table) -> None:
    before = world(table)
    huge = "A/504: move 12.10\n" + "# the colonel's memoirs\n" * 90_000
    text = asked(table, "allied", huge)
    assert "too big" in text
    assert world(table) == before


def test_a_strangers_letter_is_met_with_silence_however_large(table: Table) -> None:
    count = records(table)
    silent(table, table.letter("allied", "END IMPULSE", sender="eve@elsewhere.example", to="referee@club.example"))
    huge = "END IMPULSE\n" + "# \n" * 700_000
    silent(table, table.letter("allied", huge, sender="eve@elsewhere.example", to="referee@club.example"))
    assert records(table) == count
    assert len(table.referee.spool.entries("ignored")) == 2


@pytest.mark.parametrize(
    "header", [b"Auto-Submitted: auto-replied", b"Precedence: bulk", b"List-Id: <list.example>", b"Return-Path: <>"]
)
def test_machine_mail_is_met_with_silence_even_with_both_proofs(table: Table, header: bytes) -> None:
    count = records(table)
    silent(table, header + b"\n" + table.letter("allied", "END IMPULSE"))
    assert records(table) == count


def test_the_right_address_without_token_is_held_and_its_owner_told_once_a_day(table: Table) -> None:
    before = world(table)
    bare = [table.letter("allied", f"END IMPULSE\n# {n}", to="referee@club.example") for n in range(3)]
    assert "token" in plain(alone(table, "allied", bare[0]))
    silent(table, bare[1])
    table.at += timedelta(days=1)
    assert "token" in plain(alone(table, "allied", bare[2]))
    assert len(table.referee.spool.entries("held")) == 3
    assert world(table) == before


def test_the_right_token_from_another_address_is_held_and_the_enrolled_address_told(table: Table) -> None:
    before = world(table)
    raw = table.letter("allied", "END IMPULSE", sender="eve@elsewhere.example")
    alone(table, "allied", raw)
    assert "eve@elsewhere.example" not in table.postman.bags
    assert len(table.referee.spool.entries("held")) == 1
    assert world(table) == before


def test_an_order_form_of_an_unknown_campaign_is_held(table: Table) -> None:
    before = world(table)
    form = "BEGIN ORDERS atlantis aaaaaaaaaaaaaaaa\nEND IMPULSE\nEND ORDERS"
    assert "token" in plain(alone(table, "allied", table.letter("allied", form, to="referee+atlantis@club.example")))
    assert world(table) == before


# ------------------------------------------------------------ fixing


def test_pass_asks_for_a_yes_and_cancel_drops_it(table: Table) -> None:
    before = world(table)
    assert "YES" in asked(table, "allied", "PASS")
    assert world(table) == before
    asked(table, "allied", "CANCEL")
    assert "You have no draft to fix" in asked(table, "allied", "YES")
    assert world(table) == before
    asked(table, "allied", "PASS")
    table.write("allied", "YES")
    assert "ImpulseClosed" in _events(table)


def _events(table: Table) -> list[str]:
    return [type(event).__name__ for event in last(table).events]


def test_pass_is_refused_when_a_unit_was_activated(table: Table) -> None:
    table.write("allied", "A/504: move 12.10")
    before = world(table)
    assert "END IMPULSE" in asked(table, "allied", "PASS")
    assert world(table) == before


def _with_draft(table: Table) -> Mail:
    return table.write("allied", "A/504: move 12.10\nB/504: recon 13.11; atack deliberate\nQQ77: move 12.12")


def test_cancel_drops_the_draft_and_leaves_the_game_alone(table: Table) -> None:
    before = world(table)
    _with_draft(table)
    assert "discarded" in asked(table, "allied", "CANCEL")
    assert table.campaign.state.admin.drafts == {}
    assert world(table) == before


def test_what_was_carried_out_stands_whatever_is_cancelled(table: Table) -> None:
    """TOCS-1.14-1: a mistake that nothing has come of is dropped; one that was carried out is not taken back."""
    table.write("allied", "A/504: move 12.10")
    _with_draft(table)
    before = world(table)
    asked(table, "allied", "CANCEL")
    asked(table, "allied", "CANCEL")
    assert world(table) == before and where(table)["A/504"] == "12.10"


def test_a_draft_is_fixed_by_drop_insertion_and_acts_alone(table: Table) -> None:
    _with_draft(table)
    text = asked(table, "allied", "3 drop\n2 attack 13.11 hasty\nafter 1: I/504: move 12.11")
    assert "executed" in text
    there = where(table)
    assert (there["A/504"], there["I/504"]) == ("12.10", "12.11")
    assert "HexScouted" in _events(table)
    assert "AttackOrdered" in _events(table)


LETTER = "Dear referee,\nA/504: recon 13.11\nB/504: move 12.10 and dig\nstrike 13.11 w/ 376A\nThanks,"


def test_a_change_that_is_faulty_itself_stands_in_the_draft_and_nothing_of_it_is_lost(table: Table) -> None:
    table.write("allied", LETTER)
    text = asked(table, "allied", "2 move 12.10; if occupied attack")
    assert "2 lines need fixing" in text
    kept = table.write("allied", "ORDERS").text
    assert "1 A/504: recon 13.11" in kept and "2 B/504: move 12.10; if occupied attack" in kept and "Thanks" not in kept


def test_several_lines_are_dropped_at_once_and_a_line_without_a_unit_is_written_afresh(table: Table) -> None:
    assert "2-5 drop" in asked(table, "allied", f"{LETTER}\nI/504: stroll 12.11\nI/504: hop 12.11")
    text = asked(table, "allied", "2, 4 and 5 drop\n3 strike 13.11 with 376A")
    assert "executed" in text and "fixing" not in text
    assert where(table)["B/504"] == "12.11"


def test_yes_says_which_lines_it_leaves_out(table: Table) -> None:
    text = asked(table, "allied", "A/504: scout 13.11; mvoe 12.10\nQQ77: stop\nThanks,")
    assert "YES (take the hints, leave out line 2, run the rest)" in text
    assert "left out" in asked(table, "allied", "YES") and given_back(table) == "QQ77: stop"


def test_fixing_a_line_that_is_not_there_carries_nothing_out(table: Table) -> None:
    before = world(table)
    _with_draft(table)
    text = asked(table, "allied", "9 drop")
    assert "no line 9" in text
    assert world(table) == before


def test_fixing_without_a_draft_is_told(table: Table) -> None:
    before = world(table)
    assert "You have no draft to fix" in asked(table, "allied", "3 drop")
    assert world(table) == before


def test_yes_takes_the_hint(table: Table) -> None:
    table.write("allied", "A/504: move 12.10; recn 13.11")
    asked(table, "allied", "YES")
    assert where(table)["A/504"] == "12.10"
    assert "HexScouted" in _events(table)


# ------------------------------------------------------------ how a letter runs


def test_carry_out_what_you_can_runs_the_good_lines_and_gives_the_others_back(table: Table) -> None:
    text = asked(table, "allied", "CARRY OUT WHAT YOU CAN\nA/504: move 12.10\nQQ77: move 12.12\nI/504: move 12.11")
    assert "QQ77" in given_back(table)
    assert "not one of your units" in text
    assert (where(table)["A/504"], where(table)["I/504"]) == ("12.10", "12.11")


def test_check_changes_nothing_throws_no_die_and_keeps_no_draft(table: Table) -> None:
    before = world(table)
    text = asked(table, "allied", "CHECK\nA/504: recon 13.11; attack deliberate\nB/504: fly\nEND IMPULSE")
    assert "fly" in text
    assert world(table) == before
    assert last(table).throws == ()
    assert table.campaign.state.admin.drafts == {}


def test_stop_ends_the_run_and_the_rest_can_be_sent_again_unchanged(table: Table) -> None:
    asked(table, "allied", "A/504: move 12.10; stop; recon 13.10\nI/504: move 12.11")
    assert where(table)["I/504"] == "11.12"
    asked(table, "allied", given_back(table))
    assert where(table)["I/504"] == "12.11"
    assert "HexScouted" in _events(table)


def test_stop_alone_runs_nothing_and_says_so(table: Table) -> None:
    for text in ("Stop", "STOP ON CONTACT"):
        answer = table.write("allied", text)
        assert "no orders executed yet" in answer.subject
        assert "STOP ends the run of its own letter alone" in plain(answer)


def test_stop_on_contact_ends_the_run_at_the_enemy_and_gives_the_rest_of_the_line_back(table: Table) -> None:
    asked(table, "allied", "STOP ON CONTACT\nI/504: move 12.11\nA,B/504: recon 13.11; attack deliberate\nC/504: move 12.11")
    rest = given_back(table).split("\n")
    assert rest == ["A/504: attack deliberate", "B/504: recon 13.11; attack deliberate", "C/504: move 12.11"]
    asked(table, "allied", "\n".join(rest))
    assert [name for name in _events(table) if name == "AttackOrdered"] == ["AttackOrdered"] * 2


def test_a_line_that_fails_ends_the_run_and_the_rest_can_be_sent_again_unchanged(table: Table) -> None:
    text = asked(table, "allied", "A,B/504: move 13.11; move 13.10\nI/504: move 11.11")
    assert "failed" in text
    assert where(table)["I/504"] == "11.12"
    rest = given_back(table).split("\n")
    assert rest == ["B/504: move 13.11; move 13.10", "I/504: move 11.11"]
    asked(table, "allied", f"CARRY OUT WHAT YOU CAN\n{chr(10).join(rest)}")
    assert where(table)["I/504"] == "11.11"


def test_carry_out_what_you_can_goes_on_after_a_line_that_fails(table: Table) -> None:
    asked(table, "allied", "CARRY OUT WHAT YOU CAN\nA/504: move 13.11; move 13.10\nI/504: move 11.11")
    assert given_back(table) == ""
    assert where(table)["I/504"] == "11.11"


def test_spend_and_keep_run_lines_until_the_budget_is_spent(table: Table) -> None:
    had = points(table)
    asked(table, "allied", "SPEND 2\nA,B,I/504: move 12.10")
    assert points(table) == had - 2
    assert given_back(table) == "I/504: move 12.10"
    asked(table, "allied", f"KEEP {had - 3}\n82rcn: move 12.11\nHQ505: move 20.13")
    assert points(table) == had - 3
    assert given_back(table) == "HQ505: move 20.13"
