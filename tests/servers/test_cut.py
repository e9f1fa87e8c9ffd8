"""The connections cut at every moment, the disk struck at every step, between a real mailbox and an SMTP server.

`pytest -m soak tests/servers/test_cut.py` tries every moment and every step, with maps in the reports; here a stride samples
them, without: to paint takes longer than all the rest (deaths while maps are painted: acceptance/test_pictures, _chained_letters).
"""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.store.folder.disk import Disk
from tests.store.failing_disk import DEATHS, FailingDisk, Trouble

from .cutting import Scissors
from .road import LETTERS, End, Road, road
from .running import Dovecot

pytestmark = [
    # a connection that ends before its greeting is left to the garbage by imaplib; aiosmtpd grumbles at its own login
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

TROUBLES: tuple[Trouble, ...] = (*DEATHS, "full", "broken")
STRIDE = 41  # primes: a moment comes in threes, and the strides of the troubles begin at different steps
STEPS = 61


@pytest.fixture(scope="module")
def way(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Road:
    long = "not soak" not in request.config.option.markexpr
    return road(dovecot, tmp_path_factory.mktemp("waiting") / "club", pictures=long)


@pytest.fixture(scope="module")
def quiet(way: Road, tmp_path_factory: pytest.TempPathFactory) -> tuple[End, int, int]:
    """The end of an undisturbed run, how many moments it has, and how many steps of the disk."""
    scissors, disk = Scissors(), Disk()
    end = way.run(tmp_path_factory.mktemp("quiet") / "club", disk, scissors)
    return end, scissors.moments, disk.operations


def cut(way: Road, folder: Path, moments: Iterable[int], quiet: End) -> list[str]:
    """Every moment at which a cut led to another end."""
    faults = []
    for n in moments:
        scissors = Scissors(n)
        end = way.run(folder / str(n), Disk(), scissors)
        faults += [f"cut at {n} ({scissors.cut}): {part}" for part in end.differences(quiet)]
        shutil.rmtree(folder / str(n))
    return faults


def struck(way: Road, folder: Path, steps: Iterable[int], trouble: Trouble, quiet: End) -> list[str]:
    """Every step at which trouble of the disk led to another end."""
    faults = []
    for n in steps:
        disk = FailingDisk(n, trouble)
        try:
            end = way.run(folder / str(n), disk, Scissors())
            faults += [f"{trouble} at {n} {disk.failed_step}: {part}" for part in end.differences(quiet)]
        except Exception as bug:
            faults.append(f"{trouble} at {n} {disk.failed_step}: {type(bug).__name__}: {bug}")
        shutil.rmtree(folder / str(n))
    return faults


def test_undisturbed_each_letter_is_handled_put_away_and_answered_once(quiet: tuple[End, int, int], way: Road) -> None:
    end, moments, steps = quiet
    assert len(end.records) == 1 + len(LETTERS)
    assert end.left == ()
    assert end.away == tuple(sorted(way.letters))
    assert set().union(*end.taken.values()) <= {raw.replace(b"\r\n", b"\n") for raw in end.frozen}
    assert len(end.taken) == len(end.frozen) - 2, "the invitations had gone before"
    assert (end.spool, end.bars) == ((), ())
    assert moments > 200
    assert steps > 40


@pytest.mark.timeout(300)  # alone it takes forty seconds; a machine that is shared takes many more
def test_cut_at_some_moments_it_comes_to_the_same_end(way: Road, quiet: tuple[End, int, int], tmp_path: Path) -> None:
    assert cut(way, tmp_path, range(1, quiet[1] + 1, STRIDE), quiet[0]) == []


@pytest.mark.parametrize("trouble", TROUBLES)
def test_struck_at_some_steps_it_comes_to_the_same_end(
    way: Road, quiet: tuple[End, int, int], tmp_path: Path, trouble: Trouble
) -> None:
    first = 1 + 7 * TROUBLES.index(trouble)
    assert struck(way, tmp_path, range(first, quiet[2] + 1, STEPS), trouble, quiet[0]) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
def test_cut_at_any_moment_it_comes_to_the_same_end(way: Road, quiet: tuple[End, int, int], tmp_path: Path, part: int) -> None:
    assert cut(way, tmp_path, range(1 + part, quiet[1] + 1, 4), quiet[0]) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("trouble", TROUBLES)
def test_struck_at_any_step_it_comes_to_the_same_end(
    way: Road, quiet: tuple[End, int, int], tmp_path: Path, trouble: Trouble
) -> None:
    assert struck(way, tmp_path, range(1, quiet[2] + 1), trouble, quiet[0]) == []
