"""The first eight turns of Nijmegen by letters: scripted commanders of teams of three, each of whom sees nothing but what his desk
knows. Laws hold after every letter, each report fits its page, either side's mail is written again by who knows only that side."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.campaign.state import Seat
from tests.acceptance.test_random_games import Watch, fits_its_page
from tests.fog.blind import rewritten
from tests.fog.stage import SIDES, Stage, game
from tests.opened import as_board

SEATS = (
    ("allied", ()), ("allied.504", ("504",)), ("allied.guards", ("XXX", "GAD")),
    ("german", ()), ("german.henke", ("HENKE",)), ("german.406", ("406",)),
)  # fmt: skip
PREFIX = {"allied": "A", "german": "G"}
TURNS = 8


def seats() -> tuple[Seat, ...]:
    return tuple(
        Seat(name, side, "commander", f"{name.replace('.', '-')}@x.example", PREFIX[side] + name.partition(".")[2][:3].upper(),
             formations=formations)
        for name, formations in SEATS for side in (name.partition(".")[0],)
    )  # fmt: skip


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [1, 2])
def test_eight_turns_by_letters_hold_to_the_laws_and_tell_nothing(seed: int, tmp_path: Path) -> None:
    stage = Stage(tmp_path, seed, "omg-nijmegen", seats())
    watch = Watch(stage)
    stage.begin()
    for letter in game(stage, seed):
        before = stage.phasing()
        stage.say(letter.seat, letter.lines)
        watch.look(before)
        if as_board(stage.campaign.state.situation.board).public.turn > TURNS:
            break
    mails = [mail for name, _ in SEATS for mail in stage.mail(name)]
    for mail in (mail for mail in mails if " impulse" in mail.subject):
        fits_its_page(replace(mail, text=mail.text.replace("wave 1 arrives", "the first wave arrives")))  # a name, no number
    assert len(mails) > 100 and [fault for side in SIDES for fault in rewritten(stage, side)] == []
    stage.close()
