"""Nijmegen with teams of four a side and field commanders, by letters: from the invitations to a battle for Grave bridge that two
people fight, report, and that the campaign goes by."""

from collections.abc import Iterator

import pytest

from pbem.campaign.state import Seat
from pbem.kernel.hexes import Hex
from tests.acceptance.table import Mail, Table, the_clock
from tests.acceptance.test_field_battles import brief, form, report
from tests.opened import as_board

FORMATIONS = {
    "allied": {"504": "504", "505": "505", "508": "508"}, "german": {"henke": "HENKE", "406": "406", "reinhold": "REINH"},
}  # fmt: skip
"""The formation of each seat, by the name that the module offers it under."""
PREFIX = {"allied": "A", "german": "G"}
MOST_IMPULSES = 8  # until the next turn has begun


def seats() -> Iterator[Seat]:
    """A commander, three formations and a field commander a side."""
    for side, formations in FORMATIONS.items():
        yield Seat(side, side, "commander", f"{side}@x.example", PREFIX[side])
        for letter, (name, formation) in zip("BCD", formations.items(), strict=True):
            address = f"{side}-{name}@x.example"
            yield Seat(f"{side}.{name}", side, "commander", address, PREFIX[side] + letter, formations=(formation,))
        yield Seat(f"{side}.field1", side, "field commander", f"{side}-field@x.example", f"{PREFIX[side]}Z")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """E Company of the 504th has attacked Grave bridge, and both field commanders have their briefs."""
    played = Table(tmp_path_factory.mktemp("teams"), module="omg-nijmegen", seats=tuple(seats()))
    played.begin()
    played.write("german", "BATTLES FIELD\nSETUP BROKEN HATERT BRIDGE, WEURT BRIDGE\nEND IMPULSE")
    played.write("allied", "BATTLES FIELD\nINTENT 08.12\nBoth ends of the bridge before dark.\nEND INTENT")
    played.means("allied", "END IMPULSE")
    played.write("allied.504", "E/504: attack 08.12 deliberate")
    played.means("allied", "END IMPULSE")
    yield played
    played.close()


def flat(mail: Mail) -> str:
    """Its text as one line, without the marks of words that are not the referee's own."""
    return " ".join(" ".join(line.strip().removeprefix("> ") for line in mail.text.split("\n")).split())


def test_four_a_side_and_their_field_commanders_are_asked_and_briefed(table: Table) -> None:
    """MASL-2.1-1, MASL-2.1-2: ten seats, each of a formation with its own brief, the field commanders with none."""
    assert len(table.address) == 10 and all("You are invited" in table.mail(seat)[0].subject for seat in table.address)
    briefs = {seat: next(m for m in table.mail(seat) if "Welcome" in m.subject) for seat in table.address if "field" not in seat}
    assert "Your regiment is the western hinge" in flat(briefs["allied.504"])
    assert "The ridge is yours" in flat(briefs["allied.508"]) and "10th SS Panzer Division" in flat(briefs["german.reinhold"])
    assert not any("Welcome" in m.subject for seat in ("allied.field1", "german.field1") for m in table.mail(seat))
    assert all("First campaign? HELP START." in flat(mail) for mail in briefs.values())


def test_the_battle_for_grave_bridge_goes_out_with_its_ground_and_the_modules_words(table: Table) -> None:
    """MASL-3.1-2, MASL-3.1-6, MASL-3.1-7, MASL-13.3-1, MASL-13.1-4, MASL-9.1-1: each its own force; whose the people are."""
    ours, theirs = brief(table, "allied.field1"), brief(table, "german.field1")
    assert "Both ends of the bridge before dark." in flat(ours) and "before dark" not in flat(theirs)
    assert "E/504 4/4 good" in flat(ours) and "E/504" not in flat(theirs) and "LSGRAVE 2/2 good" in flat(theirs)
    assert "7 game turns" in flat(ours) and "game turns" not in flat(theirs)
    for mail in (ours, theirs):
        assert "The highway is a boulevard." in flat(mail) and "adds a fourth board" in flat(mail)
        assert "by_country" not in mail.text and "X30" not in mail.text
    assert "civilians: friendly" in flat(ours) and "civilians: hostile" in flat(theirs)
    station = next(m for m in reversed(table.mail("german")) if "your impulse" in m.subject)
    assert "battle for Grave bridge" in station.subject


def test_two_reports_that_agree_decide_it_when_the_next_turn_begins(table: Table) -> None:
    """MASL-4.1-1, MASL-4.1-2, MASL-4.1-4: bridge, losses and who holds it; each commander reads his own."""
    assert form(brief(table, "allied.field1")).startswith("AAR 1\n")
    taken = report(table, "allied.field1", result="ATTACKER HOLDS, turn 5", own_units="E/504 3 fatigued 08.12",
                   perimeter="ALL OF 08.12")  # fmt: skip
    assert "report of battle 1 received" in taken.subject, taken.text
    own = "FLGRAVE destroyed; LSGRAVE 1 disordered 08.11"
    taken = report(table, "german.field1", result="ATTACKER HOLDS, turn 5", own_units=own, perimeter="NONE OF 08.12")
    assert "report of battle 1 received" in taken.subject, taken.text
    for _ in range(MOST_IMPULSES):
        if as_board(table.campaign.state.situation.board).public.turn > 1:
            break
        running = the_clock(table.campaign.state)
        assert running
        table.means(running.side, "END IMPULSE")
    subjects = {"allied": "Grave bridge taken", "german": "Grave bridge lost"}
    ours, theirs = (next(m for m in reversed(table.mail(s)) if named in m.subject) for s, named in subjects.items())
    assert "Field battle: 08.12 GRAVE BRIDGE TAKEN. Own losses: 1 step." in flat(ours)
    assert "own losses 1 step; the enemy withdrew; you hold the hex" in flat(ours)
    assert "own losses 2 steps" in flat(theirs)
    board = as_board(table.campaign.state.situation.board)
    assert board.public.owner[Hex("08.12")] == "allied" and not board.public.fields
    gun = board.forces["german"].unit_called("FLGRAVE")
    assert gun and gun.status == "dead"
