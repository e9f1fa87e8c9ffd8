"""Random games with a sea: a landing by scripted commanders, through the whole letter path, looked at after every letter.

All end; what must be so is so after every letter and in every event; the journal audits sound and each side verifies every roll. Of
one game in five either side's mail is written again by a referee who knows only that side.
"""

import random
from pathlib import Path

import pytest

from pbem.handlers.bot import Temper
from pbem.rulesets.tocs import events as e
from tests.acceptance.test_random_games import Watch, fits_its_page, proven
from tests.fog.blind import rewritten
from tests.fog.stage import SIDES, Letter, Stage, game
from tests.opened import as_board

ORDERS = (
    "SEA INTERCEPT NEVER", "SEA INTERCEPT SHIPS", "SEA STRIKE BOXES 2, 3", "SEA TARGETS transports", "SUBS HOLD",
    "COAST GUNS HOLD", "COAST GUNS CRAFT FIRST", "SEA RESCUE NEAREST",
)  # fmt: skip
GAMES, BLIND = 60, 5


def played(folder: Path, seed: int) -> set[str]:
    """One game, looked at after every letter; the kinds of events there were."""
    chance = random.Random(seed)
    stage = Stage(folder, seed, "westkapelle")
    watch = Watch(stage)
    stage.begin()
    for letter in game(stage, seed, temper=Temper(boldness=chance.random(), noise=chance.random() / 2)):
        before = stage.phasing()
        stage.say(letter.seat, ordered(letter, chance))
        watch.look(before)
    assert as_board(stage.campaign.state.situation.board).public.over and not stage.playing
    for mail in (mail for side in SIDES for mail in stage.mail(side)):
        fits_its_page(mail)
    if seed % BLIND == 0:
        assert [fault for side in SIDES for fault in rewritten(stage, side)] == []
    happened = {type(event).__name__ for record in stage.handled for event in record.events}
    stage.close()
    proven(stage, folder)
    return happened


def ordered(letter: Letter, chance: random.Random) -> str:
    """A letter of orders, now and then with a standing order of the sea."""
    head, _, rest = letter.lines.partition("\n")
    if not head.startswith("CARRY OUT") or chance.random() < 0.7:
        return letter.lines
    return "\n".join((head, chance.choice(ORDERS), rest))


def test_a_landing_is_played_to_the_end(tmp_path: Path) -> None:
    """TOCS-W16.0-1, TOCS-W17.9-1: ships sail, shell and are shelled, craft go in, and both letters are what each side may know."""
    happened = played(tmp_path, 5)
    assert {kind.__name__ for kind in (e.SailThrown, e.ZoneTraffic, e.InterceptionTried, e.ShipsShelled, e.CargoMoved)} <= happened


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 100 + GAMES))
def test_landings_are_played_to_the_end(tmp_path: Path, seed: int) -> None:
    """The same, sixty times."""
    played(tmp_path, seed)
