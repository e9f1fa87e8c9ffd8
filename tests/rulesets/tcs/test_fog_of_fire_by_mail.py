"""What letters of a turn of fire may hold: pictures built of observations, no name that is the enemy's own, no order of letters."""

from pathlib import Path

import pytest

from pbem.engine.play import fold_picture
from pbem.engine.run_observations import RUN
from pbem.rulesets import RULESETS
from tests.acceptance.table import Postman, recorded
from tests.rulesets.tcs.field import OPENING
from tests.rulesets.tcs.ford import Ford

US = "A-MG: fire 05.04 area\nA-1: move 05.02, 05.03\nT-1, T-2: move 06.02\nA-2: move mode; move 04.02"
GE = "G-81: fire 03.03 area\nK-1: fire 06.02 point\nG-1: move mode; move 05.06"


def played(folder: Path, order: tuple[str, ...] = ("us", "ge"), policy: str = "") -> Ford:
    """A turn of fire; order: whose letters come first; policy: of the Germans."""
    folder.mkdir(exist_ok=True)
    ford = Ford(folder, postman=Postman())
    ford.begin()
    for us, ge in (("ROLL US-2 NEVER", policy), (US, GE)):
        ford.count = 90
        for seat in order:
            lines = us if seat == "us" else ge
            ford.write(seat, f"{lines}\nDONE" if lines else "DONE")
        ford.wait(hours=36)
    for side in ("us", "ge"):  # whatever a pair differs in, their summaries are the same too
        ford.write(side, "INTSUM")
    return ford


def test_pictures_of_a_turn_of_fire_are_built_of_observations_alone(tmp_path: Path) -> None:
    """A function of what its desk was told; and no letter names a unit of the enemy's, or a figure that stands on its counters."""
    ford = played(tmp_path)
    for side, other in (("us", "ge"), ("ge", "us")):
        told = [seen for record in recorded(ford) for desk, seen in record.seen if desk == side and not isinstance(seen, RUN)]
        assert fold_picture(RULESETS["tcs"], OPENING.pictures[side], told) == ford.campaign.state.pictures[side]
        text = " ".join(mail.text for mail in ford.mail(side))
        names = (*ford.board.forces[other].units, *ford.board.forces[other].dead)
        assert not any(f"{name}{mark}" in text for name in names for mark in (" ", ",", ":", "."))
    ford.close()


def test_fire_does_not_hang_on_whose_letter_came_first(tmp_path: Path) -> None:
    boards = []
    for order in (("us", "ge"), ("ge", "us")):
        ford = played(tmp_path / order[0], order)
        boards.append(ford.board)
        ford.close()
    assert boards[0] == boards[1] and boards[0].forces["us"].units["A-1"].hit is False


@pytest.mark.parametrize(
    "policy", ["POLICY Z-1 FIRE HOLD", "POLICY G-1 RANGE 1\nPOLICY Z-1 RANGE 3", "POLICY G-1 ASSAULT 1 ROUNDS"]
)
def test_a_policy_that_comes_to_nothing_changes_no_letter(tmp_path: Path, policy: str) -> None:
    """TCS3-1-3: of units that see no trigger; the Americans' letters are the same byte for byte."""
    letters = []
    for name, said in (("without", ""), ("with", policy)):
        ford = played(tmp_path / name, policy=said)
        letters.append([mail.raw for mail in ford.mail("us")])
        ford.close()
    assert letters[0] == letters[1]
