"""What a player writes who has not read HELP: the words of the hobby are understood, or answered with the line that runs."""

from tests.acceptance.table import Table, plain
from tests.opened import as_picture


def flat(text: str) -> str:
    return " ".join(text.split())


def test_words_that_say_the_same_are_understood(table: Table) -> None:
    assert "✓ C/307: dig" in flat(table.write("allied", "CHECK\nC/307: dig in").text)
    batteries = flat(table.write("allied", "CHECK\nA,B,C/376: move 12.11").text)
    assert "✓" in batteries and "✗" not in batteries
    assert "standing orders, version" in flat(table.write("allied", "standing orders").text)
    assert "WHAT CAN C/307" in table.write("allied", "How far can C/307 go?").text


def test_what_can_offers_nothing_that_is_refused(table: Table) -> None:
    """TOCS-3.6-5, TOCS-W10.24-1: every line offered is ready when it is sent, and guns are offered no attack."""
    picture = table.campaign.state.pictures["allied"]
    calls = [as_picture(picture).forces.counter(unit).call for unit in as_picture(picture).forces.on_map()]
    for call in calls:
        told = table.write("allied", f"WHAT CAN {call}").text.partition(" AP\n")[2].partition("\n\n")[0]
        lines = [line.strip() for line in told.splitlines() if ":" in line or "split" in line]
        for line in lines:
            answer = table.write("allied", f"CHECK\n{line}").text
            assert "✗" not in answer, answer
        assert call[:3] != "376" or not any("attack" in line for line in lines)


def test_who_has_no_ap_is_offered_nothing(table: Table) -> None:
    table.write("allied", "A/504: move 13.12")
    table.write("allied", "A/504: attack 14.12 hasty")
    assert "committed to an attack" in table.write("allied", "WHAT CAN A/504").text


def test_who_has_spent_all_his_ap_is_offered_nothing(table: Table) -> None:
    """In hand, with no AP left: what he may not do is not listed."""
    table.write("allied", "A/504: recon 12.12; recon 12.12; recon 12.12")
    answer = plain(table.write("allied", "WHAT CAN A/504"))
    assert "no AP" in answer or "AP left" in answer
    assert not [word for word in ("move ", "recon ", "attack ", "probe ") if word in answer.partition("STATE")[0].lower()], answer


def test_cost_names_roads_as_people_do(table: Table) -> None:
    answer = table.write("allied", "COST A/504 to 13.11").text
    assert "dirt_" not in answer and "dirt 6 8" not in answer and "dirt road, " in answer


def test_an_own_hex_that_was_scouted_is_answered(table: Table) -> None:
    """TOCS-W10.4-4: the enemy hears nothing of it."""
    before = len(table.mail("german"))
    assert "→ 12.11: no enemy; you held it already" in table.write("allied", "82rcn: recon 12.11").text
    assert len(table.mail("german")) == before


def test_end_impulse_stands_on_a_line_of_its_own(table: Table) -> None:
    text = table.write("allied", "A/504: move 12.10\nEND IMPULSE").text
    assert "  2 · end impulse\n" in text
    assert text.index("A/504 moved to 12.10") < text.index("2 · end impulse") < text.rindex("impulse closed")


def test_a_summary_has_a_heading_and_skips_no_number(table: Table) -> None:
    """MASL-5.1-1: an empty section says NEGATIVE."""
    text = table.write("allied", "INTSUM").text
    assert "INTSUM as of T1.1" in text
    assert [line[0] for line in text.splitlines() if line[1:3] == ". " and line[0].isdigit()] == list("12345678")
    assert text.count("NEGATIVE") >= 6
