"""A team's mail is a function of what its side knows: what lies on file, who is done, who left, what a team writes to itself."""

from collections.abc import Iterator

import pytest

from pbem.campaign.state import Seat
from tests.acceptance.table import TEAMS
from tests.fog.blind import rewritten
from tests.fog.stage import OTHER, SIDES, Stage

SEATS = (*TEAMS, Seat("german.observer1", "german", "observer", "otto@german.example", "GD"))
FIRST = (
    ("allied.504", "A/504: recon 13.11; if empty move, else attack deliberate\nDONE"),
    ("allied.505", "D/505: move 20.12\nMESSAGE team\nThe mill is ours.\nEND MESSAGE"),
    ("german.henke", "FOR NEXT IMPULSE\n2/HG: move 15.10"),
    ("german.ls", "MESSAGE henke\nI hold the lock.\nEND MESSAGE\nEZOC NEVER\nSEATS\nORDERS"),
    ("allied", "OPS 505 2, REST 504\nH-HOUR 20:00\nDELEGATE 505 TO 504"),
    ("allied", "A/504: move 12.10"),
    ("allied.504", "B/504: move 12.10\nORDERS"),
    ("allied", "MESSAGE enemy\nGive up.\nEND MESSAGE\nCOUNTERMAND A/504"),
    ("allied.505", "RESIGN allied.505"), ("allied.505", "YES"),
    ("german.observer1", "STATUS\nREPORT"),
)  # fmt: skip
SECOND = (
    ("german.ls", "1/LS: move 14.11\nDONE"),
    ("german", "MESSAGE enemy\nNever.\nEND MESSAGE\nOPS LS 3, REST HENKE"),
    ("allied.504", "FOR NEXT IMPULSE\nB/504: move 12.11"),
    ("german", "EXECUTE"),
    ("german.henke", "DONE"),
    ("german", "DONE"),
)  # fmt: skip


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Some impulses of two teams on-end, with an H-hour, plans, a resignation and a seat that changes hands."""
    stage = Stage(tmp_path_factory.mktemp("teams"), 7, seats=SEATS, tempo="on-end")
    stage.begin()
    for seat, lines in FIRST:
        stage.say(seat, lines)
    stage.wait(hours=11)  # the H-hour
    stage.say("allied", "DONE\nEND IMPULSE")
    stage.wait(hours=3)  # the plan is filed
    for seat, lines in SECOND:
        stage.say(seat, lines)
    stage.wait(days=8)  # silence, with orders on file
    yield stage
    stage.close()


@pytest.mark.parametrize("side", SIDES)
def test_a_referee_who_knows_only_one_side_writes_that_team_the_same_mail(finished: Stage, side: str) -> None:
    assert rewritten(finished, side) == []


@pytest.mark.parametrize("side", SIDES)
def test_no_word_of_a_team_to_itself_and_no_seat_of_it_stands_in_the_enemys_mail(finished: Stage, side: str) -> None:
    theirs = [m.raw for s in finished.address if s.startswith(OTHER[side]) for m in finished.mail(s)]
    secret = [seat.encode() for seat in finished.address if seat.startswith(f"{side}.")]
    words = [b"The mill is ours", b"I hold the lock", b"H-hour", b"resigned", b"otto@"]
    mine = {"allied": [words[0], *words[2:4]], "german": [words[1], words[4]]}[side]
    assert [word for word in (*secret, *mine) for raw in theirs if word in raw] == []


def test_the_game_had_it_all(finished: Stage) -> None:
    papers = {type(p).__name__ for r in finished.records() for p in r.papers}
    assert {"OrdersFiled", "SeatDone", "HourSet", "PointsShared", "PointsSpent", "StaffworkEnded", "SeatLeft",
            "Delegated", "MessageWritten"} <= papers  # fmt: skip
    kinds = {sent.kind for r in finished.records() for sent in r.letters if hasattr(sent, "kind")}
    assert {"farewell", "notice", "message", "receipt", "sitrep", "reminder"} <= kinds
