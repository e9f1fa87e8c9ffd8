"""PATCH, CORRECT and ROLLBACK where there are aircraft and flights (TOCS-1.1-1, TOCS-1.14-1, TOCS-3.2-9)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.tocs.forces import Forces
from tests.acceptance.table import Table, plain, unsound
from tests.acceptance.test_host_by_mail import SEATS, say
from tests.acceptance.test_patches import notices, on_to, patch
from tests.opened import as_board, as_picture

OTHERWISE = """["oob-allied.toml".aircraft.TYP1]
name = "Typhoons, 84 Group"
missions = ["strike", "support", "patrol"]
["scenario-1.toml".flight.R505]
points = 2
aircraft = 2
path = ["21.14", "22.13", "22.12"]
"""
NEW = """[["oob-allied.toml".aircraft]]
call = "SPIT1"
name = "Spitfires, 84 Group"
nation = "british"
class = "fighter"
missions = ["escort", "patrol"]
from = "17-1800"
[["scenario-1.toml".wave]]
id = 2
side = "allied"
turn = "17-1800"
[["scenario-1.toml".flight]]
call = "J406"
side = "allied"
wave = 2
aircraft = 1
path = ["21.14", "21.13"]
[["scenario-1.toml".flight.aboard]]
units = ["LATE"]
load = "parachute"
at = "21.13"
[["oob-allied.toml".unit]]
id = "us-late"
call = "LATE"
name = "Late"
nation = "american"
parent = "us-505"
kind = "company"
mobility = "foot"
steps = 4
strength = 5
mp = 2
ml = 8
elr = 4
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The Groesbeek drop with a host, in its first impulse."""
    table = Table(tmp_path, module="groesbeek-drop", seats=SEATS)
    table.begin()
    table.write("allied", "flight R505: 19.14 20.14 .. 21.13 22.12\nEND IMPULSE ANYWAY")
    yield table
    table.close()
    assert unsound(table) == []


def allied(table: Table) -> Forces:
    """The Allies' own, on which board and picture agree."""
    own = as_board(table.campaign.state.situation.board).forces["allied"]
    assert as_picture(table.campaign.state.pictures["allied"]).forces == own
    return own


def test_aircraft_and_flights_are_patched_from_a_turn_on_and_their_side_alone_is_told(table: Table) -> None:
    """TOCS-1.1-1: printed otherwise, new, and who comes by air; what a mission is at stays, a route is filed again."""
    before = len(table.mail("german"))
    table.write("allied", "HQ82: air strike 20.11 at guns with TYP1")
    stated = patch(table, OTHERWISE)
    assert "The German command is told nothing" in stated and "flight R505 points: 4 → 2" in stated
    patch(table, NEW, 3)
    changed, more = notices(table, "allied")
    assert "84 Group" in changed.text and "SPIT1" in more.text and len(table.mail("german")) == before
    on_to(table, 2)
    own = allied(table)
    assert own.air.aircraft["TYP1"].name == "Typhoons, 84 Group" and own.air.aircraft["TYP1"].box != "ready"
    assert sum(x.sp for x in own.sources.values()) + _found_by_others(table) == 2  # R505 flew as patched
    on_to(table, 3)
    assert allied(table).air.aircraft["SPIT1"].box == "ready"
    while table.phasing() != "allied":
        table.write("german", "END IMPULSE ANYWAY")
    late = allied(table).unit_called("LATE")
    assert late and late.status == "map" and "LATE" in "".join(m.text for m in table.mail("allied"))
    secrets = ("LATE", "SPIT1", "84 Group", "J406")
    assert not [s for s in secrets for m in table.mail("german") if s in m.text]


def _found_by_others(table: Table) -> int:
    """Supply points that the Germans have but for those they began with."""
    return sum(x.sp for x in as_board(table.campaign.state.situation.board).forces["german"].sources.values()) - 15


REFUSED = {
    "aircraft that are here go out": ('["oob-allied.toml".aircraft]\nTYP1 = false\n', 'TYP1: it is here; until = "…" takes it out'),
    "aircraft come at once": (
        '[["oob-allied.toml".aircraft]]\ncall = "X1"\nname = "X"\nnation = "british"\nclass = "light"\nmissions = ["observer"]\n',
        'X1: give it from = "…", turn 2 or later',
    ),
    "a box as play began": ('["oob-allied.toml".aircraft.TYP1]\nbox = "landed"\n', "TYP1: that is how it came; CORRECT puts right"),
    "who was to come comes before the patch": (
        '["oob-allied.toml".aircraft.C47A]\nfrom = "17-1200"\n', "C47A: it can come from turn 2 on, and not before"),
    "a flight that has flown": (
        '["scenario-1.toml".flight.J505-1]\naircraft = 9\n', "J505-1: of flights those of turn 2 and later can change"),
    "a wave that has come": ('["scenario-1.toml".wave.1]\nlight = ["day"]\n', "wave 1: of flights those of turn 2 and later can"),
}  # fmt: skip


def test_what_came_of_aircraft_and_flights_is_not_patched(table: Table) -> None:
    """TOCS-1.14-1, TOCS-3.2-8: each in words, and nothing is done."""
    for what, (toml, why) in REFUSED.items():
        answer = plain(table.write("host", f"PATCH T1.1 FROM T2\n{toml}END PATCH"))
        assert why in answer and "Nothing was done." in answer, (what, answer)


def test_aircraft_go_out_and_come_back_and_flights_are_taken_off(table: Table) -> None:
    """TOCS-1.1-1: until a turn, and beyond it again; a flight to come, and aircraft to come, go out."""
    patch(table, '["oob-allied.toml".aircraft.TYP1]\nuntil = "17-1200"\n["oob-allied.toml".aircraft]\nC47A = false\n'
                 '["scenario-1.toml".flight]\nR505 = false\n')  # fmt: skip
    on_to(table, 2)
    own = allied(table)
    assert own.air.aircraft["TYP1"].box == "away" and "C47A" not in own.air.aircraft and "R505" not in own.schedule.flights
    patch(table, '["oob-allied.toml".aircraft.TYP1]\nuntil = "17-2100"\n', 3)
    on_to(table, 3)
    assert allied(table).air.aircraft["TYP1"].box == "ready"


def test_a_box_is_corrected_by_mail_and_the_other_side_reads_not_what(table: Table) -> None:
    """TOCS-1.14-1, TOCS-3.2-2: its mission is over; the other side reads that something was."""
    table.write("allied", "HQ82: air strike 20.11 at guns with TYP1")
    say(table, "CORRECT T1.1 allied TYP1 box rearming")
    own = allied(table)
    assert own.air.aircraft["TYP1"].box == "rearming" and not own.air.sorties
    assert "TYP1: rearming (corrected)" in plain(table.mail("allied")[-1])
    assert "TYP1" not in table.mail("german")[-1].text and "on the other side" in plain(table.mail("german")[-1])
    refused = plain(table.write("host", "CORRECT T1.1 allied TYP9 box ready"))
    assert "allied has no aircraft TYP9" in refused


def test_a_drop_that_is_rolled_back_is_made_again_with_new_rolls(table: Table) -> None:
    """TOCS-1.14-1: everybody is aboard again, plans can be filed, and the second drop is no copy of the first."""
    first = allied(table)
    say(table, "ROLLBACK T1.1 TO T0.1")
    again = allied(table)
    assert all(u.status == "off" for u in again.units.values()) and not again.schedule.drops
    assert {plan.status for plan in again.schedule.flights.values()} == {"waiting"}
    table.write("allied", "flight J505-2: 16.14 17.14 .. 20.12 21.12\nEND IMPULSE ANYWAY")
    second = allied(table)
    assert all(u.status != "off" for u in second.units.values()) and len(second.schedule.drops) == len(first.schedule.drops) == 13
    thrown = [m.text for m in table.mail("german")][-1]
    assert "#1]" in plain_of(thrown)


def plain_of(text: str) -> str:
    """A letter's text on one line."""
    return " ".join(text.split())
