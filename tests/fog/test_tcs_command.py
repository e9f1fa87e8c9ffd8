"""TCS in twin worlds: what the other side commands, digs or leaves undone in its Command Phase changes no byte of one's mail."""

from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from tests.fog.twins import TwinWorld
from tests.rulesets.tcs.ford import Ford

SHEET = "SHEET GE-3 hasty defense\nforce Z-1, G-81\nobjective 05.08, 08.08\nmission Hold the road. END MISSION\nEND SHEET"
SECRETS = (
    "COMMIT GE-2 a", "COMMIT GE-2 b", "CALL OFF GE-2", SHEET, f"{SHEET}\nROLL GE-3 NEVER", "POLICY K-1 FIRE HOLD",
    "POLICY ALL RANGE 3",
    "POLICY G-MG FIRE HOLD UNTIL FIRED ON; MARKED NO", "G-1: DIG", "G-MG: DIG\nG-2: DIG", "G-2: DIG ON ARRIVAL",
    "CALL OFF GE-1", "SHEET GE-3 reserve\nforce G-81\nobjective 05.08\noption a move 06.08\nEND SHEET",
)  # fmt: skip
OWN = (
    "", "ROLL US-2 NEVER", "POLICY A-MG FIRE HOLD\nORDERS", "STATUS\nWHAT CAN A-1\nSEE FROM 05.04",
    "SHEET US-3 attack\nforce T\nobjective 06.05\nleft 08.01, 08.08\nright 03.01, 03.08\nEND SHEET",
    "ROLL US-9 NEVER", "MAP",
)  # fmt: skip
STATES = ("", "DONE", "POLICY ALL RANGE 4", "EXTEND T1.A", "ABSENT 2026-11-24 to 2026-11-26", "ROLL GE-1 NEVER", "HELP START")
BEFORE_IT_IS_DUE = datetime(2026, 11, 23, 18, tzinfo=UTC)
SAMPLE = 7
"""Every so manieth pair is played with every change; all of them in the long run."""


class TwinFord(TwinWorld, Ford):
    """The ford village as such a world."""


def told(folder: Path, us: str, ge: str, digging: bool = False) -> list[bytes]:
    """All mail of the American side when both have written letter A, and the report after its run."""
    world = TwinFord(folder, switches={"digging": "levels"} if digging else {})
    world.begin()
    world.write("ge", f"{ge}\nDONE" if ge else "DONE")
    world.write("us", us or "DONE")
    if world.campaign.state.admin.drafts.get("us"):
        world.write("us", "CANCEL")
    world.write("us", "DONE")
    due = world.campaign.state.admin.run_at
    assert due is not None
    world.at = due
    world.run()
    assert world.picture("us").public.name == "T1.B"
    found = list(world.postman.bags["sam@us.example"])
    world.close()
    return found


def pairs() -> list[object]:
    """Secrets by own letters; a sample stands in every run."""
    every = list(product(OWN, SECRETS))
    return [pytest.param(us, ge, id=f"{number}", marks=() if number % SAMPLE == 3 else pytest.mark.soak)
            for number, (us, ge) in enumerate(every) if number % SAMPLE != 3 or number % (SAMPLE * 5) == 3]  # fmt: skip


@pytest.mark.parametrize(("us", "ge"), pairs())
def test_what_the_enemy_commands_changes_no_byte(us: str, ge: str, tmp_path: Path) -> None:
    """TCSB-2-4: sheets drawn up, rolled, called off; policies; digging that nobody sees."""
    digs = "DIG" in ge
    worlds = [told(tmp_path / name, us, lines, digs) for name, lines in (("plain", ""), ("changed", ge))]
    assert worlds[0] == worlds[1]


def receipt(folder: Path, us: str, ge: str) -> list[bytes]:
    """The American mail up to the receipt of a letter that was written while the other side was as `ge` left it."""
    world = TwinFord(folder)
    world.begin()
    if ge:
        world.write("ge", ge)
    world.at = BEFORE_IT_IS_DUE
    world.write("us", us or "STATUS")
    found = list(world.postman.bags["sam@us.example"])
    world.close()
    return found


@pytest.mark.parametrize(("us", "ge"), [
    pytest.param(us, ge, id=f"{number}", marks=() if number in (1, 17) else pytest.mark.soak)
    for number, (us, ge) in enumerate(product(OWN, STATES[1:]))
])  # fmt: skip
def test_a_receipt_is_the_same_whatever_the_enemy_has_done(us: str, ge: str, tmp_path: Path) -> None:
    """Done, silent, written, absent, extended: the bytes do not tell."""
    assert receipt(tmp_path / "silent", us, "") == receipt(tmp_path / "other", us, ge)


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.soak) for number in range(1, len(OWN)))])
def test_the_outcome_does_not_depend_on_whose_letter_came_first(number: int, tmp_path: Path) -> None:
    """TCSB-2-4."""
    outcome = []
    for first in ("us", "ge"):
        world = TwinFord(tmp_path / first)
        world.begin()
        letters = {"us": f"{OWN[number]}\nDONE" if number != 5 else "DONE", "ge": f"{SECRETS[number]}\nDONE"}
        for seat in (first, "ge" if first == "us" else "us"):
            world.write(seat, letters[seat])
        due = world.campaign.state.admin.run_at
        assert due is not None
        world.at = due
        world.run()
        outcome.append(world.campaign.state.situation)
        world.close()
    assert outcome[0] == outcome[1]
