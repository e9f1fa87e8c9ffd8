"""The last hour of posting, against what a list of all times says."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbem.store.rate_limit import HOUR, LastHour

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
STEPS = st.lists(st.integers(0, 2000), max_size=60)


@given(STEPS)
def test_it_counts_what_was_posted_within_the_hour_and_keeps_nothing_older(steps: list[int]) -> None:
    hour, now, all_of_them = LastHour(), NOON, list[datetime]()
    for seconds in steps:
        now += timedelta(seconds=seconds)
        hour.note(now)
        all_of_them.append(now)
        assert hour.count(now) == sum(at > now - HOUR for at in all_of_them)
        assert len(hour._times) == hour.count(now)


def test_what_a_clock_that_ran_ahead_noted_does_not_stay() -> None:
    hour = LastHour()
    hour.note(NOON + timedelta(days=300))
    assert hour.count(NOON) == 0
    for minute in range(120):
        hour.note(NOON + timedelta(minutes=minute))
    assert hour.count(NOON + timedelta(minutes=119)) == len(hour._times) == 60
