"""A whole turn at the ford, letter by letter: what both write, the dice as they fell at the table, what both are told of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.dice import Dice, Throw
from tests.acceptance.table import plain
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.ford_letters import AMERICAN_A, AMERICAN_B, GERMAN_A, GERMAN_B

FELL = {
    "command/US-2/T1": (3, 5),  # 35 against 52
    "reserve/GE-2/T1": (2,),  # 2 and 1 for radio against 4
    "point/distance": (3,), "point/direction": (1,), "point/rotate": (1,), "/adjust": (4, 4),
    "sheaf-1": (2,), "sheaf-2": (5,), "sheaf-2/direction": (4,),
    "/05.04/G-MG": (4, 6),  # 10, less 2 for houses and 1 for the hasty defense
    "/05.05/G-1": (3, 3),
    "morale/G-MG/T1/plot": (4, 4),
    "fire/A-MG/T1/1/05.04/G-MG": (4, 5),  # 9, less cover, works and smoke
    "fire/G-MG/T1/1/05.02/A-1": (3, 4),  # 7, and 2 for men on the move
    "morale/A-1/T1/fire/G-MG": (4, 5),
    "overwatch/A-MG/T1": (3,),
    "overwatch/G-MG/T1": (2,),
    "fire/G-81/T1/1/03.03/A-MG": (4, 5),
    "morale/A-MG/T1/fire/G-81": (2, 2),
    "fire/K-1/T1/1/T-1": (4, 4, 1),
}  # fmt: skip
"""The dice of the worked turn, by what is said of their occasions."""


@pytest.fixture
def ford(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ford]:
    true = Dice.throw

    def thrown(dice: Dice, occasion: str, spec: str) -> Throw:
        throw = true(dice, occasion, spec)
        told = [key for key in FELL if key in occasion and (not key.startswith("sheaf-") or occasion.endswith(key))]
        faces = FELL[max(told, key=len)] if told else throw.faces
        return Throw(occasion, spec, faces)

    monkeypatch.setattr(Dice, "throw", thrown)
    ford = Ford(tmp_path)
    ford.begin()
    yield ford
    ford.close()


def test_the_worked_turn_letter_by_letter(ford: Ford) -> None:
    """TCSB-2-1, TCSB-6-15, TCSB-6-33, TCS3-2.2-4, TCSB-18-15, TCSB-17-3, TCSB-14-2, TCS3-1-5, TCSB-9-1, TCSB-12-1."""
    ford.both(AMERICAN_A, GERMAN_A)
    us, ge = (plain(ford.mail(side)[-1]) for side in ("us", "ge"))
    assert "US-2 not in force: rolled 35, needed 52." in us and "15 weighted turns" in us
    assert "05.04" in us and "05.05" in us and "GE-2" not in us
    assert "GE-2 not released: rolled 2 + 1 = 3, needed 4." in ge
    assert "G-MG was shaken (area fire, column 2, rolled 7)." in ge and "G-MG: morale 4, rolled 7: suppressed." in ge
    assert "US-2" not in ge and "foot-1 at 05.04 Village suppressed." in us
    ford.both(AMERICAN_B, GERMAN_B)
    us, ge = (plain(ford.mail(side)[-1]) for side in ("us", "ge"))
    told = [
        "T-3 is in move mode.",
        "A-MG fired at 05.04 Village: area fire, column 1.",
        "A-1 moved to 05.02.",
        "fired at 05.02: A-1 shaken (area fire, column 1, rolled 9). - A-1: morale 3, rolled 9: suppressed.",
        "rolled 3, needed 5: no fire.",
        "A-1 halted: by the condition of its orders.",
        "T-1, T-2 moved to 06.02.",
        "A-2 moved to 04.02.",
        "fired at 03.03: A-MG shaken (area fire, column 2, rolled 7). - A-MG: morale 3, rolled 5: holds.",
        ": T-1 buttoned up.",
    ]
    at = [us.find(words) for words in told]
    assert -1 not in at and at == sorted(at), list(zip(told, at, strict=True))
    german = [
        "Enemy infantry at 03.03 fired at 05.04: G-MG, no effect (area fire, column 1, rolled 5).",
        "G-MG fired overwatch at 05.02: area fire, column 1 (halved: suppressed).",
        " at 05.02 suppressed.",
        "The marked units at 05.04 Village rolled 2, needed 5: no fire.",
        "G-81 fired at 03.03: area fire, column 2.",
        "K-1 fired at M4-1 in 06.02: net value 2, needed 461, rolled 4-4-1: missed.",
    ]
    at = [ge.find(words) for words in german]
    assert -1 not in at and at == sorted(at), list(zip(german, at, strict=True))
    receipt = plain(ford.mail("us")[-2])
    assert "DONE 1 · T-3: move mode 2 · A-MG: fire 05.04 area 3 · A-1: halt if fired" in receipt and "→" not in receipt
    assert "Enemy" not in receipt and "shaken" not in receipt, "what the enemy did is the report's to tell"
    assert not any(ford.unit(name).suppressed or ford.unit(name).buttoned for name in ("A-1", "G-MG", "T-1"))
    assert ford.board.smoke == {} and ford.board.forces["us"].batteries["BTY"].he == 20
