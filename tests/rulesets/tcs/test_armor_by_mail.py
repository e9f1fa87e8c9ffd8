"""Armor by letters, with the answers read as they are mailed: smoke, falling back, breaking out, hatches, policies."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.armor import fixed
from tests.rulesets.tcs.duel import duel
from tests.rulesets.tcs.ford import Ford

HOLD = "POLICY ALL FIRE HOLD; ADJACENT HOLD; RETURN NONE"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Ford]:
    """Eight hexes from each other, nobody fires but by his letters; letter B is awaited."""
    with duel(tmp_path / "duel") as table:
        for seat in ("us", "ge"):
            table.write(seat, HOLD)
        table.both("", "")
        yield table


def last(table: Ford, side: str) -> str:
    return plain(table.mail(side)[-1])


def story(table: Ford, side: str) -> str:
    return last(table, side).split("1. SITUATION")[1].split("2. OWN FORCES")[0]


# ---------------------------------------------------------------- smoke


def test_a_shermans_smoke_is_told_to_both_and_gone_with_its_segment(table: Ford) -> None:
    """TCSARM-4.6-1: receipt, own report, and what the other side saw go up though it is gone when its report is written."""
    answer = plain(table.write("us", "C37-11: FIRE 14.16 SMOKE"))
    assert "On file, not executed yet." in answer and "C37-11: fire 14.16 smoke" in answer
    table.both("C37-11: FIRE 14.16 SMOKE", "")
    assert "C37-11 fired smoke at 14.16." in story(table, "us") and "Smoke went up" not in story(table, "us")
    assert "Smoke went up at 14.16." in story(table, "ge") and "C37-11" not in last(table, "ge")
    for side in ("us", "ge"):
        assert " Smoke: " not in last(table, side) and table.picture(side).smoke == {}


@pytest.mark.parametrize(("seat", "line", "why"), [
    ("us", "C37-11: FIRE 01.01 SMOKE", "C37-11 does not see 01.01; try: SEE FROM 10.16 (TCSB-7-4)"),
    ("us", "C37-11: FIRE 28.16 SMOKE", "C37-11 does not see 28.16; try: SEE FROM 10.16 (TCSB-7-4)"),
    ("us", "C37-11: FIRE 09.15 SMOKE", "own units are in 09.15 (TCSB-9-9)"),
    ("us", "C37-11: MOVE MODE; FIRE 14.16 SMOKE", "C37-11 is in move mode: it fires overwatch only"),
    ("us", "C37-11: FIRE 14.16 SMOKE\nC37-11: FIRE 14.16 POINT", "C37-11 has made its suppressive fire of this turn (TCSB-9-2)"),
    ("us", "C704-11: FIRE 14.16 SMOKE", "C704-11 arrives in turn 2 (TCSB-28-1)"),
    ("ge", "P1-21: FIRE 24.15 SMOKE", "P1-21 fires no smoke (TCSARM-4.6-1)"),
    ("ge", "P1-11: MOVE 17.16 SMOKE AT 12.12", "12.12 is not on the way (TCSARM-4.6-2)"),
    ("us", "C37-11: MOVE MODE; MOVE 11.16 SMOKE AT 11.16", "C37-11: not able to make smoke on the move now (TCSARM-4.6-2)"),
])  # fmt: skip
def test_smoke_that_cannot_be_is_refused_with_its_row(table: Ford, seat: str, line: str, why: str) -> None:
    answer = plain(table.write(seat, line))
    assert why in answer and "no orders executed yet" in answer


def test_a_panthers_smoke_lies_where_it_drove_until_clean_up_halves_it(table: Ford) -> None:
    """TCSARM-4.6-2, TCS3-2.1-2: two Panthers, two markers; both sides read of them in the section of the air."""
    table.both("", "P1-11, P1-12: MOVE 17.16, 16.15 SMOKE AT 17.16")
    assert "P1-11, P1-12 made smoke at 17.16. - P1-11, P1-12 moved to 17.16, 16.15." in story(table, "ge")
    assert "Smoke went up at 17.16." in story(table, "us") and "P1-1" not in last(table, "us")
    for side in ("us", "ge"):
        assert " Smoke: 17.16" in last(table, side) and table.picture(side).smoke == {"17.16": 1}
    table.both("", "")
    table.both("", "")
    assert "Smoke" not in last(table, "us") and table.board.smoke == {}


def test_a_panther_that_is_stopped_short_makes_no_smoke(table: Ford, monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.6-2: in the hex that it is in, and this one came no further than the hex before."""
    fixed(monkeypatch, {"fire/C37-6": (6, 6, 6), "armor/": (1, 1)})
    table.write("us", "POLICY C37-6 FIRE OPEN")
    table.both("", "P1-12: MOVE 17.16, 16.16 SMOKE AT 16.16")
    assert "P1-12 was destroyed" in story(table, "ge") and "made smoke" not in story(table, "ge") and table.board.smoke == {}


# ---------------------------------------------------------------- policies of armor


def test_policies_of_armor_are_filed_shown_and_refused_for_who_cannot(table: Ford) -> None:
    """TCSARM-4.3a-2, TCSARM-4.10-1, TCSARM-4.6-1, TCSARM-4.2a-2."""
    line = "POLICY C37-11 FALLBACK IF SEEN ARMOUR WITHIN 6 TOWARD N; SMOKE 14.16 ON FIRST TRIGGER; LEADER SUBSTITUTE NO"
    filed = plain(table.write("us", f"{line}\nORDERS"))
    for part in ("FALLBACK IF SEEN ARMOUR WITHIN 6 TOWARD N", "SMOKE 14.16 ON FIRST TRIGGER", "LEADER SUBSTITUTE NO"):
        assert filed.count(f"POLICY C37-11 {part}") == 2, "noted, and in the file"
    told = plain(table.write("us", "POLICY C37-11 FALLBACK NEVER\nORDERS"))
    assert "FALLBACK IF SEEN" not in told and "POLICY C37-11 SMOKE 14.16" in told
    for seat, wrong, why in (
        ("us", "POLICY C704-11 MORTAR INITIAL", "C704-11 is no mortar (TCSARM-4.3a-2)"),
        ("us", "POLICY C37-11 SMOKE 99.16 ON FIRST TRIGGER", "99.16 is not on the map (TCSB-1-6)"),
        ("us", "POLICY C37-12 LEADER SUBSTITUTE NO", "C37-12 is no leader (TCSARM-4.2a-2)"),
        ("us", "POLICY C37-12 FALLBACK IF SEEN ARMOUR WITHIN 6 TO 88.88", "88.88 is not on the map (TCSB-1-6)"),
        (
            "ge",
            "POLICY P1-11 SMOKE 14.16 ON FIRST TRIGGER",
            "P1-11 fires no smoke, it makes smoke where it drives: P1-11: MOVE",
        ),
    ):
        answer = plain(table.write(seat, wrong))
        assert f"Not filed: {why}" in answer, answer


def test_overwatch_may_be_smoke_by_mail(table: Ford) -> None:
    """TCSARM-4.6-1: at the first trigger of a segment, in place of its fire."""
    table.write("us", "POLICY C37-11 FIRE OPEN; SMOKE 14.16 ON FIRST TRIGGER")
    table.both("", "P1-11: MOVE 17.16")
    assert "C37-11 fired smoke at 14.16." in story(table, "us") and "C37-11 fired overwatch" not in story(table, "us")
    assert "Smoke went up at 14.16." in story(table, "ge") and "fired at 17.16" not in story(table, "ge")


def test_a_leaders_hit_is_taken_by_another_unless_its_owner_says_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.2a-2: the owner reads who took it for whom, the enemy that a tank burns."""
    fixed(monkeypatch, {"fire/P1-": (6, 6, 6), "armor/": (1, 1)})
    lost = dict[str, set[str]]()
    for name, more in (("as it comes", ""), ("its own", "\nPOLICY C37-6, C37-11 LEADER SUBSTITUTE NO")):
        with duel(tmp_path / name, P1_0=("18.16", "fire")) as table:
            table.write("us", f"{HOLD}{more}")
            table.write("ge", HOLD)
            table.both("", "")
            leader = next(n for n, enemy in table.picture("ge").enemies.items() if enemy.look.hex == "10.16")
            table.both("", f"P1-0: FIRE {leader} POINT")
            lost[name] = set(table.board.forces["us"].dead)
            told = story(table, "us")
            assert ("took the hit for its leader" in told) is (more == "")
            assert f"{leader} at 10.16 destroyed." in story(table, "ge") or "Enemy armor at 10.16 destroyed." in story(table, "ge")
    assert len(lost["its own"]) == 1 and lost["its own"] <= {"C37-6", "C37-11"}
    assert len(lost["as it comes"]) == 1 and not lost["as it comes"] & {"C37-6", "C37-11"}


def test_who_may_fall_back_does_so_by_mail(table: Ford, monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.10-1 to 4.10-3: in place of its overwatch, suppressed, no step lost; the enemy reads that it left."""
    fixed(monkeypatch, {"fallback/": (3,)})
    table.write("us", "POLICY C37-12 FIRE OPEN; FALLBACK IF SEEN ARMOUR WITHIN 8 TOWARD N")
    table.both("", "P1-11: MOVE 17.16")
    assert f"C37-12 withdrew to {table.where('C37-12')} instead of firing." in story(table, "us")
    assert table.where("C37-12") != "10.16" and table.unit("C37-12").steps == 1
    assert "Enemy armor withdrew from 10.16." in story(table, "ge") and "C37-12" not in last(table, "ge")


# ---------------------------------------------------------------- hatches


def test_hatches_by_mail(table: Ford) -> None:
    """TCSB-16-1, TCSARM-4.2b-1: shut by order, or by themselves away from a leader; open again with Clean-Up."""
    assert "C37-13: button up" in plain(table.write("us", "C37-13: BUTTON UP"))
    table.both("C37-13: BUTTON UP", "")
    told = story(table, "us")
    assert "C37-13: buttoned up." in told and "No leader in the hex or next to it, buttoned up: C37-33." in told
    assert not table.unit("C37-13").buttoned and "C37-13" not in last(table, "ge")
    table.both("", "")
    assert "3 ✗" in plain(table.write("us", "C37-13: BUTTON UP\nC37-12: HOLD\nC37-13: BUTTON UP"))


# ---------------------------------------------------------------- platoon counters


def test_a_platoon_counter_breaks_out_by_mail(tmp_path: Path) -> None:
    """TCSARM-4.2B-4: refused with the line that would do, told with the vehicles of each, ordered by the new names; the enemy reads
    nothing of it."""
    with duel(tmp_path / "duel", platoons=True) as table:
        for seat in ("us", "ge"):
            table.write(seat, HOLD)
        for line, why in (
            ("BREAKOUT C37-31 INTO 5", "break it out into 2 to 4; try: breakout C37-31 into 4 (TCSARM-4.2B-4)"),
            ("BREAKOUT C37-12 INTO 2", "C37-12 is no counter of several vehicles (TCSARM-4.2B-4)"),
            ("BREAKOUT C704-11 INTO 2", "C704-11 arrives in turn 2 (TCSB-28-1)"),
        ):
            assert why in plain(table.write("us", f"CHECK\n{line}"))
        before = last(table, "ge")
        table.both("BREAKOUT C37-31 INTO 3", "")
        assert "C37-31 is broken out, with vehicles: C37-31 (2), C37-31b (1), C37-31c (1)." in story(table, "us")
        assert "C37-31" not in last(table, "ge") and "broken out" not in before + last(table, "ge")
        answer = plain(table.write("us", "C37-31b: MOVE MODE; MOVE 09.16\nC37-31: FIRE 18.16 POINT"))
        assert "On file, not executed yet." in answer
        table.both("C37-31b: MOVE MODE; MOVE 09.16\nC37-31: FIRE 18.16 POINT", "")
        assert table.where("C37-31b") == "09.16" and story(table, "us").count("C37-31 fired at") == 2
        shots = [event for record in recorded(table) for event in record.events if isinstance(event, t.PointFired)]
        assert [shot.unit for shot in shots] == ["C37-31", "C37-31"], "a shot a vehicle"


def test_without_the_switch_no_counter_is_broken_out(table: Ford) -> None:
    table.both("", "")
    assert "C37-31 is no counter of several vehicles" in plain(table.write("us", "CHECK\nBREAKOUT C37-31 INTO 2"))
