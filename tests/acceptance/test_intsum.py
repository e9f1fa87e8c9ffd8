"""The intelligence summary: to a team at every turn, to anybody who asks (MASL-5.1-1, MASL-5.1-2, TOCS-W0.1-4, TOCS-1.2-8)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.contact import Contact
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports.intsum import _confidence, _strengths
from tests.acceptance.table import TEAMS, Table, begun, plain
from tests.opened import as_board, as_picture

SCOUTS = "82rcn: recon 12.12, 13.12\nA/504: recon 13.11"


@pytest.fixture
def teams(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three, whose orders run as they arrive."""
    with begun(tmp_path, seats=TEAMS) as table:
        yield table


def test_it_gathers_what_is_known_with_source_and_age(table: Table) -> None:
    table.write("allied", SCOUTS)
    text = plain(table.write("allied", "INTSUM"))
    assert "C-1 13.11 Malden bridge: troops, kind not established; recon by A/504, T1.1" in text
    assert "No enemy, by recon or by what was told: " in text and "recon by A/504, T1.1 good" in text
    numbers = [int(found) for found in re.findall(r"(?m)^([1-8])\. [A-Z]", table.mail("allied")[-1].text)]
    assert numbers == list(range(1, 9)), "no section is left out"


def test_what_a_claimed_zone_betrays_is_deduced_from_the_picture_alone(table: Table) -> None:
    """A hex that was found empty, or is one's own, hides nobody."""
    table.write("allied", SCOUTS)
    claims = as_picture(table.campaign.state.pictures["allied"]).public.claims["allied"]
    text = plain(table.write("allied", "INTSUM"))
    assert bool(claims) == ("deduced: " in text or "enemy ZOC" in text)
    for hex_ in claims:
        assert str(hex_) in text


GAP = re.compile(r"^    (\S+: .+)$")


def test_each_gap_has_an_order_that_runs(table: Table) -> None:
    """MASL-5.1-2: sent back as it stands, it is executed; and it names a hex that nobody knows about."""
    table.write("allied", SCOUTS)
    told = table.write("allied", "INTSUM").text.partition("6. GAPS")[2].partition("7. FIELD")[0]
    orders = [found[1] for line in told.splitlines() if (found := GAP.search(line))]
    assert orders, told
    for order in orders:
        answer = table.write("allied", f"CHECK\n{order}")
        assert "1 ✓ " in answer.text and "✗" not in answer.text, answer.text


def test_what_the_enemy_could_reach_is_told_of_known_contacts_alone(table: Table) -> None:
    """MASL-5.1-1: by the ground about contacts, so a hex without one threatens nobody."""
    assert "5. CAPABILITIES\n NEGATIVE" in table.write("allied", "INTSUM").text
    table.write("allied", SCOUTS)
    told = plain(table.write("allied", "INTSUM")).partition("5. CAPABILITIES")[2].partition("6. GAPS")[0]
    assert "C-1 13.11 Malden bridge: can attack 12.10, 12.11 next impulse" in told, told


def test_the_enemy_reads_none_of_it(table: Table) -> None:
    table.write("allied", "INTENT TURN\nMalden first.\nEND INTENT\n" + SCOUTS)
    assert "Malden first." in plain(table.write("allied", "INTSUM"))
    assert "Malden first." not in plain(table.write("german", "INTSUM"))
    assert "82rcn" not in plain(table.write("german", "INTSUM"))


def test_a_team_is_sent_it_at_every_turn(teams: Table) -> None:
    """MASL-5.1-1: every seat of the team, once a turn; with its commander's words for the turn."""
    teams.write("allied", "INTENT TURN\nMalden first.\nEND INTENT")
    for _ in range(30):
        if as_board(teams.campaign.state.situation.board).public.turn == 2:
            break
        teams.write(teams.phasing(), "END IMPULSE\nEXECUTE")
    for seat in teams.address:
        sums = [m for m in teams.mail(seat) if " INTSUM: " in m.subject]
        assert len(sums) == 1, seat
        assert ("Malden first." in sums[0].text) == seat.startswith("allied")


def test_a_log_is_each_commanders_own(table: Table) -> None:
    """TOCS-1.2-8: kept for the end, and told to nobody before."""
    assert "Kept in your log" in plain(table.write("allied", "LOG\nI fear for Malden.\nEND LOG"))
    assert "I fear for Malden" not in "".join(m.text for m in table.mail("german"))


def _rolled(number: int, hex_: str, strength: int) -> o.BattleSeen:
    throw = Throw("battle/8/crt", "2d6", (1, 3))
    return o.BattleSeen(
        number, Hex(hex_), "hasty", True, "attacker", (), 6, (), 0, strength, 0, "1:1", "1:1", throw, 0, (), "row", 1, "-/1",
    )  # fmt: skip


def test_a_strength_is_of_those_who_are_still_there(table: Table) -> None:
    """MASL-5.1-1: whoever comes into a hex after a battle is not as strong as those who left it."""
    picture = as_picture(table.campaign.state.pictures["allied"])
    rolled = _rolled(8, "13.11", 4)
    over = o.BattleFoughtSeen(8, Hex("13.11"), "hasty", "allied", "german", (), ("german",), "allied", False)
    assert _strengths(picture, (rolled,)) == {"13.11": rolled}
    assert _strengths(picture, (rolled, replace(over, engaged=True))) == {"13.11": rolled}
    assert _strengths(picture, (rolled, over)) == {} == _strengths(picture, (over,))


def test_whom_troops_are_engaged_with_is_seen_now(table: Table) -> None:
    """MASL-5.1-2: however long ago the contact was made."""
    picture = as_picture(table.campaign.state.pictures["allied"])
    old = Contact(1, Hex("13.11"), (), "battle", "T1.1")
    late = replace(picture, public=replace(picture.public, turn=4))
    assert _confidence(late, old) == "poor"
    assert _confidence(replace(late, public=replace(late.public, engaged={Hex("13.11"): "allied"})), old) == "good"
