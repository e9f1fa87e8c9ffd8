"""A hex that is not on the map: no order takes it, and each says so (TOCS-W1.2-4)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.standing_orders import REACTIONS
from pbem.rulesets.tocs.units import Train
from tests.rulesets.tocs.builder import Piece, Scene, source, standing_acts

OFF, ON = "09.03", "03.03"  # the map ends with column 8


def scene(**more: Any) -> Scene:
    """Somebody for every kind of order, all inside blue's ground."""
    pieces = [
        Piece("HQ", "02.02", "hq", level="regiment", command=8, wireless=8), Piece("A", "02.03", parent="hq"),
        Piece("E", "02.03", parent="hq", engineer=True), Piece("G", "02.02", "battery", parent="hq", arm="artillery", range=8),
        Piece("B", "02.04", parent="hq", state=4), Piece("O", "02.03", "asset", arm="observer", parent="hq"),
    ]  # fmt: skip
    forces = {"trains": {"T1": Train("T1", "T1", Hex("02.02"), 0, steps=8, points=4, status="on")}}
    supply = {"blue": [source("02.02"), source("02.03", 4, "mobile")], "red": [source("08.08")]}
    return Scene(pieces, [Piece("R", "03.03")], own="01.01 01.02 03.02 02.05", supply=supply, sides={"blue": forces}, **more)


UNITS = [
    ("A", "move {}"), ("A", "move 02.04 {}"), ("A", "move {} by road"), ("A", "move 02.04 bypass {}"), ("A", "recon {}"),
    ("A", "recon 03.02-{}"), ("A", "probe {}"), ("A", "attack {} hasty"), ("A", "attack 03.03 hasty pursue 1 toward {}"),
    ("A", "attack 03.03 deliberate exploit toward {}"), ("A", "infiltrate {}"), ("A", "infiltrate 03.03 exploit toward {}"),
    ("HQ", "rally {}"), ("A", "withdraw {}"), ("A", "withdraw 02.04 or {}"), ("G", "strike {}"), ("G", "harass {}"),
    ("G", "interdict {}"), ("G", "support {}"), ("E", "mine {}"), ("E", "roadblock {}"), ("E", "clear mines {}"),
    ("E", "clear roadblock {}"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "text"), UNITS)
def test_no_order_to_a_unit_takes_it(call: str, text: str) -> None:
    """TOCS-W1.2-4."""
    s = scene()
    (refused, *_) = s.check(call, text.format(OFF))
    assert refused.rule == "TOCS-W1.2-4" and OFF in refused.words
    assert all(r.rule != "TOCS-W1.2-4" for r in s.check(call, text.format(ON)))


STAFF = [
    "assign trucks at {} to A", "trucks 1 sp from {} to 02.03", "trucks 1 sp from 02.02 to {}", "depot at {}", "deploy A toward {}",
    "recover at {}", "train T1 to {}",
]  # fmt: skip


@pytest.mark.parametrize("text", STAFF)
def test_no_order_of_the_staff_takes_it(text: str) -> None:
    """TOCS-W1.2-4."""
    (refused, *_) = scene().staff(text.format(OFF))
    assert refused.rule == "TOCS-W1.2-4" and OFF in refused.words
    assert all(r.rule != "TOCS-W1.2-4" for r in scene().staff(text.format(ON)))


STANDING = [
    "ezoc only {}", "ezoc only 02.02 {}", "ezoc within 2 of {}", "retreat toward {}", "retreat hold {}", "retreat hold 02.02 {}",
    "bank near in {}", "captures keep except {}", "captures destroy except {}", "captures destroy except 02.02 {}",
    "questions about {}", "questions about 02.02 {}",
]  # fmt: skip


def filed(text: str) -> str:
    """The row of the refusal of a standing line, "" if it is taken."""
    s = scene()
    (act,) = standing_acts(vocabulary(s.game, s.picture()), [text])
    refused = REACTIONS[act.verb].check(s.game, s.picture(), act)
    assert refused is None or OFF not in text or OFF in refused.words
    return refused.rule if refused else ""


@pytest.mark.parametrize("text", STANDING)
def test_no_standing_order_takes_it(text: str) -> None:
    """TOCS-W1.2-4."""
    assert filed(text.format(OFF)) == "TOCS-W1.2-4" != filed(text.format("02.04"))
