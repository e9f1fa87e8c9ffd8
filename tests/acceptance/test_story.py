"""The main job, told as a player sees it: letters in, letters out, on the training module."""

import re

from tests.acceptance.table import Table, plain

TYPO = "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; atack 14.12 hasty\n"


def test_both_accept_and_get_a_brief_of_their_own_and_the_first_report(table: Table) -> None:
    for seat, own, foreign in (("allied", "HQ504", "HQHENKE"), ("german", "HQHENKE", "HQ504")):
        invitation, welcome, report = table.mail(seat)[:3]
        assert "This fingerprint proves it" in plain(invitation)
        assert "YOUR BRIEF" in welcome.text
        assert own in welcome.text
        assert foreign not in welcome.text
        assert "T1.1" in report.subject
    assert "your impulse" in table.mail("allied")[-1].subject
    assert "enemy impulse" in table.mail("german")[-1].subject


def test_a_typo_comes_back_as_a_draft_with_line_column_and_hint_and_nothing_happens(table: Table) -> None:
    before = table.campaign.state.situation
    answer = table.write("allied", TYPO)
    assert "1 line needs fixing; no orders executed yet" in answer.subject
    assert "  2 ✗ B,C/504: move 13.12; atack 14.12 hasty\n                           ^^^^^\n" in answer.text
    assert "Meant: B,C/504: move 13.12; attack 14.12 hasty" in plain(answer)
    assert "1 ✓ A/504: recon 13.11; if empty move, else attack deliberate" in plain(answer)
    assert table.campaign.state.situation == before


def test_yes_takes_the_hint_and_runs_the_whole_draft(table: Table) -> None:
    table.write("allied", TYPO)
    answer = table.write("allied", "YES\n\n> quoted text of the receipt\n")
    assert "DONE" in answer.text
    assert "13.11 Malden bridge: OCCUPIED; entrenched" in answer.text
    assert "A/504: deliberate attack on 13.11 Malden bridge ordered" in answer.text
    assert "B/504: hasty attack on 14.12 Heumen ordered" in answer.text
    assert "left out: 1 quoted line" in answer.text


def test_the_enemy_hears_nothing_until_the_station_and_then_only_what_he_may_know(table: Table) -> None:
    before = len(table.mail("german"))
    table.write("allied", TYPO)
    table.write("allied", "YES")
    assert len(table.mail("german")) == before
    table.write("allied", "end impulse")
    (report,) = table.mail("german")[before:]
    assert "c. Battles: battle 1: 13.11 Malden bridge " in report.text and "; battle 2: " in plain(report)
    assert "d. Enemy recon of your hexes: 13.11 Malden bridge (by patrol: known to be held)" in plain(report)
    assert "BATTLE 1, 13.11 MALDEN BRIDGE" in report.text
    for secret in ("A/504", "B/504", "C/504", "HQ504"):
        assert secret not in report.text


def test_both_sides_get_the_dice_with_their_occasion(table: Table) -> None:
    table.write("allied", TYPO)
    table.write("allied", "YES")
    table.write("allied", "end impulse")
    for seat in ("allied", "german"):
        assert "[battle/1/crt]" in table.mail(seat)[-1].text
        assert "[turn-end/T1.1]" in table.mail(seat)[-1].text
    assert "[op/T1.2/german]" not in table.mail("allied")[-1].text


def test_why_prints_the_own_part_of_a_battle_and_never_the_enemys(table: Table) -> None:
    table.write("allied", TYPO)
    table.write("allied", "YES")
    table.write("allied", "end impulse")
    ours, theirs = table.write("allied", "WHY 1"), table.write("german", "WHY 1")
    assert "strength: A/504 6" in ours.text
    assert "1/LS" not in ours.text
    assert "strength: 1/LS 2" in theirs.text
    assert "A/504" not in theirs.text


def test_standing_orders_are_versions_and_several_may_stand_on_a_line(table: Table) -> None:
    answer = table.write("german", "EZOC NEVER\nRETREAT TOWARD 16.08 ; HOLD 14.12\n")
    assert "standing orders are now version 2" in answer.text
    on_file = table.write("german", "ORDERS").text
    for line in ("EZOC NEVER", "RETREAT TOWARD 16.08", "RETREAT HOLD 14.12", "IF SILENT IDLE"):
        assert line in on_file
    scouted = table.write("allied", "B/504: move 13.12")
    assert "EZOC" not in scouted.text


def test_a_message_is_relayed_word_for_word_and_nobody_vouches_for_it(table: Table) -> None:
    """TOCS-1.2-5: a bluff goes through as it was written, marked as what it is, and the referee asks nothing."""
    table.write("allied", "MESSAGE enemy\nCome out with your hands up.\nOr stay.\nEND MESSAGE\n")
    letter = table.mail("german")[-1]
    assert "MESSAGE from American command" in letter.text
    assert "> Come out with your hands up.\n> Or stay.\n" in letter.text
    answer = table.write("allied", "MESSAGE enemy\nOur tanks wait in 14.12.\nEND MESSAGE\n")
    assert "Message sent" in answer.text
    letter = table.mail("german")[-1]
    assert "> Our tanks wait in 14.12.\n" in letter.text and "the referee vouches for nothing in" in letter.text


def test_resend_sends_the_same_bytes_and_report_the_state(table: Table) -> None:
    first = table.mail("allied")[2]
    before = len(table.mail("allied"))
    table.write("allied", "RESEND A-3\nREPORT")
    new = table.mail("allied")[before:]
    assert first.raw in [m.raw for m in new]
    assert any("2. OWN FORCES" in m.text and "G-3 SITREP" in m.text for m in new if m.raw != first.raw)


def test_letters_are_threaded_numbered_per_seat_and_answer_no_machine(table: Table) -> None:
    answer = table.write("allied", "STATUS")
    assert answer.fields["auto-submitted"] == "auto-replied"
    assert answer.fields["in-reply-to"].startswith("<")
    numbers = [m.message_id.split(".")[2] for m in table.mail("allied")]
    assert numbers == [f"A-{n}" for n in range(1, len(numbers) + 1)]
    assert table.mail("german")[-1].fields["auto-submitted"] == "auto-generated"


def test_cost_and_what_can_speak_of_the_own_picture(table: Table) -> None:
    answer = table.write("allied", "COST A/504 to 13.12\nWHAT CAN A/504\nCOST STUG to 13.12\nWHAT CAN NOBODY")
    assert "A/504 to 13.12" in answer.text
    assert "A/504: recon 13.11" in answer.text
    assert "`STUG`: not one of your units" in answer.text
    assert "`NOBODY`: not one of your units" in answer.text


def test_an_invitation_says_who_against_whom_what_it_costs_and_how_to_say_no(table: Table) -> None:
    """Its first line is the request, its foot the fingerprint of the seed; both sides read the same of the game."""
    costs = []
    for seat, own, other in (("allied", "American", "German"), ("german", "German", "American")):
        letter = table.mail(seat)[0]
        body, _, foot = letter.text.partition("\n-- \n")
        request = re.sub(r"\s+", " ", body.split("\n", 1)[1]).strip()
        assert request.startswith(
            f"You are invited to command the {own} side in The Heumen Bridge, by e-mail, against the {other} side."
        )
        assert "REPLY ACCEPT or DECLINE" in request and ">DECLINE</a>" in letter.html and ">ACCEPT</a>" in letter.html
        assert "up to 6 weeks" in request and "10 to 20 minutes a letter" in request and "HELP BOOT CAMP" in request
        assert re.search(r"\b[0-9a-f]{64}\b", foot) and not re.search(r"\b[0-9a-f]{64}\b", body)
        assert letter.subject == f"[test] You are invited: command the {own} side in The Heumen Bridge"
        costs.append(request.partition("THE GAME")[2].partition("YOUR REPLY")[0])
    assert costs[0] == costs[1]
