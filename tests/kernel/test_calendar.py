"""The two clocks: turns, and real moments across the changes of summer time."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign import deadlines
from pbem.kernel.calendar import Turn, ZonedMoment, clock, dtg, next_clock_time, on_clock, time_left, within
from pbem.kernel.values import replace

AMSTERDAM, NEW_YORK = "Europe/Amsterdam", "America/New_York"
NOON = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
zones = st.sampled_from([AMSTERDAM, NEW_YORK, "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata", "UTC"])


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "hour", "month", "group"),
    [(17, "1500", "September", "171500A SEP 44"), (8, "0000", "Sept", "080000A SEP 44")],
)
def test_the_date_time_group_of_a_turn(day: int, hour: str, month: str, group: str) -> None:
    turn = Turn(2, f"{day:02d}-{hour}", "", day, hour, "day", "", "postal_day")
    assert dtg(turn, month, "A", 1944) == group


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        (AMSTERDAM, "Thu 26 Nov 20:00 CET"),
        (NEW_YORK, "Thu 26 Nov 14:00 EST"),
        ("Asia/Tokyo", "Fri 27 Nov 04:00 JST"),
        ("America/Sao_Paulo", "Thu 26 Nov 16:00 UTC-03"),
        ("UTC", "Thu 26 Nov 19:00 UTC"),
    ],
)
def test_a_moment_on_the_readers_clock(zone: str, words: str) -> None:
    assert clock(utc("2026-11-26 19:00"), zone) == words


def test_a_summer_moment_is_in_summer_time() -> None:
    assert clock(utc("2026-07-05 18:00"), AMSTERDAM) == "Sun 5 Jul 20:00 CEST"


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=1, hours=22, minutes=59), "in 1 day 22 h"),
        (timedelta(days=2), "in 2 days"),
        (timedelta(days=2, minutes=59), "in 2 days"),
        (timedelta(hours=24), "in 1 day"),
        (timedelta(hours=3, minutes=5, seconds=59), "in 3 h 5 min"),
        (timedelta(hours=3), "in 3 h"),
        (timedelta(minutes=1), "in 1 min"),
        (timedelta(seconds=59), "now"),
        (timedelta(0), "now"),
        (timedelta(hours=-5), "now"),
    ],
)
def test_the_time_left_in_words(left: timedelta, words: str) -> None:
    assert time_left(NOON, NOON + left) == words


@pytest.mark.parametrize("apart", [1, 2, 999_999])
def test_letters_of_one_second_read_the_same_time_left_and_the_same_deadline(apart: int) -> None:
    """Microseconds are the referee's own, to keep such letters in their order: no clock of a reader's knows of them."""
    later = NOON + timedelta(microseconds=apart)
    for left in (timedelta(days=2, hours=8), timedelta(hours=1), timedelta(minutes=1)):
        assert time_left(later, NOON + left) == time_left(NOON, NOON + left)
    evening = utc("2026-11-22 19:00")  # two days before an evening at which an impulse may end
    shifted = [deadlines.clock(deadlines.Pace(), "allied", "T1.1", at) for at in (evening, evening + timedelta(microseconds=apart))]
    assert shifted[0] == shifted[1] and shifted[0].due == utc("2026-11-24 19:00")


@pytest.mark.parametrize(
    ("after", "reading", "zone", "due"),
    [
        ("2026-11-24 12:00", (20, 0), AMSTERDAM, "2026-11-24 19:00"),
        ("2026-11-24 19:00", (20, 0), AMSTERDAM, "2026-11-25 19:00"),
        ("2026-11-24 23:30", (0, 15), AMSTERDAM, "2026-11-25 23:15"),
        # 29 March 2026: from 02:00 to 03:00 in Amsterdam
        ("2026-03-28 20:00", (20, 0), AMSTERDAM, "2026-03-29 18:00"),
        ("2026-03-28 20:00", (2, 30), AMSTERDAM, "2026-03-29 01:30"),
        ("2026-03-29 01:30", (2, 30), AMSTERDAM, "2026-03-30 00:30"),
        # 25 October 2026: from 03:00 back to 02:00
        ("2026-10-24 20:00", (2, 30), AMSTERDAM, "2026-10-25 00:30"),
        ("2026-10-25 00:30", (2, 30), AMSTERDAM, "2026-10-26 01:30"),
        ("2026-10-24 19:00", (20, 0), AMSTERDAM, "2026-10-25 19:00"),
        # 8 March and 1 November 2026 in New York
        ("2026-03-08 05:00", (2, 30), NEW_YORK, "2026-03-08 07:30"),
        ("2026-11-01 04:00", (1, 30), NEW_YORK, "2026-11-01 05:30"),
        ("2026-11-01 05:45", (1, 30), NEW_YORK, "2026-11-02 06:30"),
    ],
)
def test_the_next_time_the_clock_reads(after: str, reading: tuple[int, int], zone: str, due: str) -> None:
    assert next_clock_time(utc(after), time(*reading), zone).at == utc(due)


@given(moments, st.integers(0, 23), st.integers(0, 59), zones)
def test_the_next_time_is_later_but_within_a_long_day(after: datetime, hour: int, minute: int, zone: str) -> None:
    due = next_clock_time(after, time(hour, minute), zone).at
    assert timedelta(0) < due - after <= timedelta(hours=25)
    assert due.tzinfo is UTC


@given(moments, st.integers(0, 23), st.integers(0, 59), zones)
def test_a_reading_that_is_not_skipped_is_met(after: datetime, hour: int, minute: int, zone: str) -> None:
    local = next_clock_time(after, time(hour, minute), zone).at.astimezone(ZoneInfo(zone))
    day_before = (local - timedelta(hours=3)).utcoffset()
    assert (local.hour, local.minute) == (hour, minute) or local.utcoffset() != day_before


def test_a_moment_without_a_zone_is_a_bug() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        next_clock_time(datetime(2026, 11, 24, 12, 0), time(20, 0), AMSTERDAM)
    with pytest.raises(ValueError, match="without a zone"):
        clock(datetime(2026, 11, 24, 12, 0), AMSTERDAM)


@pytest.mark.parametrize(
    ("day", "reading", "at", "note"),
    [
        ("2026-10-25", time(2, 30), "2026-10-25 00:30", "02:30 comes twice that day, the clocks go back: the first is meant"),
        ("2027-03-28", time(2, 30), "2027-03-28 01:30", "there is no 02:30 that day, the clocks go forward: 03:30 is meant"),
        ("2027-03-28", time(20, 0), "2027-03-28 18:00", ""),
    ],
)
def test_a_reading_in_a_gap_or_a_fold_is_named(day: str, reading: time, at: str, note: str) -> None:
    assert on_clock(datetime.fromisoformat(day).date(), reading, AMSTERDAM) == ZonedMoment(utc(at), note)


def test_only_some_days_of_the_week_count() -> None:
    monday, thursday = frozenset({0}), frozenset({3})
    assert next_clock_time(NOON, time(20, 0), AMSTERDAM, thursday).at == utc("2026-11-26 19:00")
    assert next_clock_time(NOON, time(20, 0), AMSTERDAM, monday).at == utc("2026-11-30 19:00")


def test_the_group_of_a_turn_moves_on_with_its_impulses_and_never_into_the_next() -> None:
    """Both sides know how many impulses there were, and nobody how many there will be."""
    noon = Turn(1, "17-1200", "17 September 1200", 17, "1200", "day", "", "day")
    three = replace(noon, number=2, id="17-1500", hour="1500")
    groups = [dtg(within(noon, three, n), "September", "A", 1944) for n in (0, 1, 2, 5, 40)]
    assert groups == ["171200A SEP 44", "171200A SEP 44", "171215A SEP 44", "171300A SEP 44", "171459A SEP 44"]
    late, dawn = replace(noon, hour="2300"), replace(noon, day=18, hour="0500")
    assert dtg(within(late, dawn, 6), "September", "A", 1944) == "180015A SEP 44"
    assert dtg(within(late, None, 2), "September", "A", 1944) == "172315A SEP 44"
