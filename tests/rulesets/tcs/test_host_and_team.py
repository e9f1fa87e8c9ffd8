"""A host's words and a team's seats in a campaign of TCS, by mail."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from tests.acceptance.table import plain
from tests.rulesets.tcs.ford import Ford

WEAKER = '["oob.toml".unit.A-1]\nmorale = 1\n'
TANKS = Seat("us.t", "us", "commander", "tina@us.example", "AB", formations=("T",))


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Ford]:
    table = Ford(tmp_path, TANKS, host_seat("henk@host.example"))
    table.begin()
    yield table
    table.close()


def confirmed(ford: Ford, words: str) -> str:
    """A host's word, and its code sent back; the answer to that."""
    code = re.search(r"CONFIRM (\S+)", ford.write("host", words).text)
    assert code, words
    return plain(ford.write("host", f"CONFIRM {code[1]}"))


def turn(ford: Ford, us: str = "", tanks: str = "", ge: str = "") -> None:
    """All three are done, and the run comes to pass."""
    for seat, lines in (("us.t", tanks), ("us", us), ("ge", ge)):
        ford.write(seat, f"{lines}\nDONE" if lines else "DONE")
    due = ford.campaign.state.admin.run_at
    assert due is not None
    ford.at = due
    ford.run()


def test_a_company_commander_orders_its_own_and_the_side_waits_for_both(ford: Ford) -> None:
    """TCSB-3-10: who commands a formation orders what stands in it; the side's commander may order all."""
    turn(ford, "ROLL US-2 NEVER")
    refused = plain(ford.write("us.t", "A-1: move 05.02"))
    assert "A-1" in refused and "On file" not in refused
    ford.write("us.t", "CANCEL")
    assert "On file, not executed yet" in plain(ford.write("us.t", "T-1: move 06.02\nDONE"))
    ford.write("ge", "DONE")
    assert ford.campaign.state.admin.run_at is None
    ford.write("us", "A-1: move 05.02\nDONE")
    due = ford.campaign.state.admin.run_at
    assert due is not None
    ford.at = due
    ford.run()
    assert (ford.where("T-1"), ford.where("A-1")) == ("06.02", "05.02")


def test_a_host_rolls_play_back_and_both_letters_are_written_again(ford: Ford) -> None:
    """TCSB-2-1: what came since is undone, and both sides are awaited for the letter again."""
    turn(ford, "ROLL US-2 NEVER")
    turn(ford, "A-1: move 05.02")
    assert ford.board.public.name == "T2.A" and ford.where("A-1") == "05.02"
    confirmed(ford, "ROLLBACK T2.A TO T1.B")
    assert ford.board.public.name == "T1.B" and ford.where("A-1") == "05.01"
    assert all("T1.B" in plain(ford.mail(seat)[-1]) for seat in ("us", "ge", "us.t"))
    turn(ford)
    assert ford.board.public.name == "T2.A" and ford.where("A-1") == "05.01"


def test_a_host_puts_a_unit_right_and_patches_from_a_turn_to_come(ford: Ford) -> None:
    """TCSB-1-10: a correction counts at once and is told to its side alone, a patch from its turn on."""
    confirmed(ford, "CORRECT T1.A us A-2 at 04.02")
    assert ford.where("A-2") == "04.02" and "A-2" not in "".join(mail.text for mail in ford.mail("ge"))
    confirmed(ford, f"PATCH T1.A FROM T2\n{WEAKER}END PATCH")
    turn(ford, "ROLL US-2 NEVER")
    assert ford.unit("A-1").morale == 3
    turn(ford)
    assert ford.board.public.name == "T2.A" and ford.unit("A-1").morale == ford.picture("us").forces.units["A-1"].morale == 1
