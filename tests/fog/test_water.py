"""Boats are nobody's business but their owner's: pairs of worlds over a lake, and a leak that the pair finds (TOCS-W12.1.1)."""

from pathlib import Path

import pytest

from pbem.campaign.state import Seat
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.rules.adjacent_moves import Ways
from tests.acceptance.table import ADDRESS, PREFIX
from tests.fog.pairs import Worlds, played, told_apart
from tests.fog.stage import Stage
from tests.fog.worlds import printed
from tests.opened import as_board, found

MERE = str(Path(__file__).parents[1] / "modules" / "mere")
SEATS = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))


def mere(folder: Path) -> str:
    """The module with a lake."""
    return MERE


SCOUTED = (("allied", "END IMPULSE ANYWAY"), ("german", "SW1: recon 04.04 03.04"), ("german", "END IMPULSE ANYWAY"))
TOWED = Worlds(
    "whether boats stand behind a shore", "german", modules=(mere, mere), seats=SEATS,
    differs=(printed("allied", "BT1", boats=4), printed("allied", "BT1", boats=0)), letters=SCOUTED,
)  # fmt: skip


def rows(stage: Stage) -> None:
    """Onto the lake, off their own shore."""
    stage.say("allied", "A/1: move 03.03")


def marches(stage: Stage) -> None:
    """Along the shore."""
    stage.say("allied", "A/1: move 02.02")


ROWING = Worlds(
    "whether a company is on its own side of the lake or marches on the shore", "german", modules=(mere, mere), seats=SEATS,
    acts=(rows, marches), letters=(("allied", "END IMPULSE ANYWAY"), ("german", "SW1: recon 05.03\nREPORT")),
)  # fmt: skip


@pytest.mark.parametrize("worlds", [TOWED, ROWING], ids=lambda worlds: worlds.name)
def test_the_enemy_cannot_tell(worlds: Worlds, tmp_path: Path) -> None:
    """TOCS-W6.0-6, TOCS-W11.6-1: neither from zones nor from what is announced."""
    assert told_apart(tmp_path, worlds) == []


def test_a_zone_over_the_water_would_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pair can fail: were what is swum a connection, a claim over the lake would say that there are boats."""
    monkeypatch.setattr(Ways, "connected", lambda self, at: tuple(way.to for way in self.ground(at)))
    assert told_apart(tmp_path, TOWED) != []


def test_one_of_the_two_is_on_the_lake(tmp_path: Path) -> None:
    """There was something to tell."""
    with played(tmp_path, ROWING) as stages:
        places = [found(as_board(stage.campaign.state.situation.board).forces["allied"].unit_called("A/1")).hex for stage in stages]
    assert places == [Hex("03.03"), Hex("02.02")]
