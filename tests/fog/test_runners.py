"""How long a runner takes comes of what his own side knows; and no byte of the other side's mail tells that one is under way."""

from pathlib import Path

import pytest

from tests.acceptance.table import TEAMS, Table
from tests.acceptance.test_messages import SLOW, by_signal
from tests.fog.worlds import Fact, unit

HIDDEN = (
    Fact("place", "a company in the way", unit("german", "1/HG", hex="15.13")),
    Fact("place", "nobody near", unit("german", "1/HG", hex="14.08")),
    Fact("reserve", "he waits in reserve", unit("german", "2/HG", reserve=True)),
    Fact("strength", "he is weak", unit("german", "1/HG", lost=2)),
)


def mail(folder: Path, side: str, fact: Fact | None, words: str) -> list[bytes]:
    """A side's letters up to the next report but one, when the 504 writes this in a world that has this fact."""
    table = Table(folder, module=by_signal(folder / "module"), seats=TEAMS)
    table.begin()
    if fact:
        table.campaign.state = fact.change(table.campaign.state)
    if words:
        table.write("allied.504", words)
    else:
        table.deliver(table.letter("allied.504", "STATUS"))
        table.run()
    table.count = 100
    for _ in range(2):
        table.write("german", "EZOC NEVER\nSTATUS")
        table.write(table.phasing(), "END IMPULSE")
    letters = [m.raw for seat in table.address if seat.startswith(side) for m in table.mail(seat)]
    table.close()
    return letters


@pytest.mark.parametrize("fact", HIDDEN, ids=lambda f: f.name)
def test_a_hidden_unit_changes_no_runners_way(tmp_path: Path, fact: Fact) -> None:
    assert mail(tmp_path / "other", "allied", fact, SLOW) == mail(tmp_path / "one", "allied", None, SLOW)


def test_the_enemy_reads_the_same_whether_a_runner_is_under_way_or_not(tmp_path: Path) -> None:
    assert mail(tmp_path / "sent", "german", None, SLOW) == mail(tmp_path / "quiet", "german", None, "")
