"""What CORRECT puts right and what it refuses (TOCS-1.14-1, W1.2-4, W9.1-2, W1.10-3)."""

from typing import Any, cast

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import Air, Aircraft, Sortie
from pbem.rulesets.tocs.units import STATES
from tests.rulesets.tocs.builder import Piece, Scene, ground, river

LAND = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))


def scene() -> Scene:
    pieces = [Piece("A/504", "03.03", lost=1, state=2), Piece("D", "03.03", status="dead")]
    return Scene(pieces, [Piece("R", "05.06")], own="03.02 02.04 03.04", land=LAND)


def said(text: str, side: str = "blue") -> Any:
    """What a correction changes, or the kind, row and words of its refusal."""
    s = scene()
    found = RULESET.scenario.correct(s.game, s.board, side, text)
    if isinstance(found, Refusal):
        return found.kind, found.rule, found.words
    (event,) = found
    s.play.happen(found)
    if isinstance(event, e.OwnerChanged):
        return event.hex, s.owner(event.hex), event.how
    return cast(Any, event).why, {name: getattr(s.unit("A/504"), name) for name in ("hex", "bank", "lost", "state", "origin")}


def now(**changes: Any) -> Any:
    return "corrected", {"hex": "03.03", "bank": 0, "lost": 1, "state": 2, "origin": None, **changes}


@pytest.mark.parametrize(("text", "made"), [
    *((f"A/504 steps {n}", now(lost=4 - n)) for n in (1, 2, 3, 4)), ("a/504 STEPS 4", now(lost=0)),
    *((f"A/504 state {word}", now(state=n)) for n, word in enumerate(STATES)), ("A/504 state Disordered", now(state=2)),
    ("A/504 at 03.02", now(hex="03.02")), ("A/504 at 3.2", now(hex="03.02")),
    ("A/504 at 02.04 toward 02.03", now(hex="02.04", bank=1)), ("A/504 at 02.04 toward 02.05", now(hex="02.04", bank=0)),
    ("05.05 owner", (Hex("05.05"), "blue", "corrected")), ("05.05 OWNER", (Hex("05.05"), "blue", "corrected")),
])  # fmt: skip
def test_what_is_put_right(text: str, made: Any) -> None:
    """TOCS-1.14-1, TOCS-W1.2-4, TOCS-W9.1-2, TOCS-W1.10-3."""
    assert said(text) == made


@pytest.mark.parametrize(("text", "kind", "row", "words"), [
    *((f"A/504 steps {word}", "invalid", "", "between 1 and 4 steps can be left") for word in ("0", "5", "-1", "two", "1.5")),
    ("A/504 state tired", "invalid", "", "tired is no state: "), ("A/504 at 03.99", "invalid", "TOCS-W1.2-4", "03.99 is no hex"),
    ("A/504 at 00.01", "invalid", "TOCS-W1.2-4", "00.01 is no hex"), ("A/504 at home", "invalid", "TOCS-W1.2-4", "home is no hex"),
    ("A/504 at 05.06", "illegal", "TOCS-W9.1-2", "05.06 is not blue's"),
    ("A/504 at 07.07", "illegal", "TOCS-W9.1-2", "07.07 is not blue's: correct its owner first"),
    ("A/504 at 02.04", "invalid", "TOCS-W1.10-3", "water divides 02.04"),
    ("A/504 at 02.04 toward 07.07", "invalid", "TOCS-W1.10-3", "water divides 02.04"),
    ("A/504 at 02.04 toward here", "invalid", "TOCS-W1.10-3", "water divides 02.04"),
    ("05.06 owner", "illegal", "TOCS-W9.1-2", "the other side stands in 05.06"),
    ("09.09 owner", "invalid", "TOCS-W1.2-4", "09.09 is no hex of this map"),
    ("D steps 2", "invalid", "", "no unit D of blue is on the map"), ("R steps 2", "invalid", "", "no unit R of blue"),
    ("Z steps 2", "invalid", "", "no unit Z of blue"), ("A/504 mood 2", "invalid", "", "write UNIT at HEX"),
    ("A/504", "invalid", "", "'A/504': write UNIT at HEX"), ("", "invalid", "", "'': write UNIT at HEX"),
    ("A/504 steps 2 now", "invalid", "", "'A/504 steps 2 now': write UNIT at HEX"),
])  # fmt: skip
def test_what_is_refused_and_why(text: str, kind: str, row: str, words: str) -> None:
    """TOCS-1.14-1, TOCS-W1.2-4, TOCS-W9.1-2, TOCS-W1.10-3."""
    found = said(text)
    assert found[:2] == (kind, row) and found[2].startswith(words)


def test_aircraft_are_put_into_another_box_and_fly_nothing_any_more() -> None:
    """TOCS-1.14-1, TOCS-3.2-2."""
    flying = Aircraft("TYP1", "Typhoons", "blue", "british", "fighter_bomber", ("strike",), box="in flight")
    air = Air({"TYP1": flying}, (Sortie("TYP1", "strike", (Hex("05.05"),), ("TYP1",)),))
    s = Scene([Piece("A", "03.03")], [Piece("R", "05.06")], sides={"blue": {"air": air}})
    found = RULESET.scenario.correct(s.game, s.board, "blue", "typ1 box ready")
    assert not isinstance(found, Refusal)
    s.play.happen(found)
    assert s.forces().air.aircraft["TYP1"].box == "ready" and not s.forces().air.sorties
    for text, row, words in (
        ("TYP9 box ready", "TOCS-3.2-9", "blue has no aircraft TYP9"),
        ("TYP1 box hangar", "TOCS-3.2-2", "hangar is no box"),
    ):
        refused = RULESET.scenario.correct(s.game, s.board, "blue", text)
        assert isinstance(refused, Refusal) and refused.rule == row and refused.words.startswith(words)
