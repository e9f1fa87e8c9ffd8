"""CORRECT: what a host puts right of a side: where a unit stands, its mode, its steps, a marker; who holds a hex."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.told_events import HexCorrected, OwnTold, UnitCorrected
from pbem.rulesets.tcs.units import TacticalUnit

MARKERS = ("suppressed", "paralyzed", "buttoned", "fired", "overwatch")
FORMS = "A-1 at 05.02 | A-1 fire mode | A-1 move mode | A-1 4 steps | A-1 suppressed | A-1 not suppressed | 05.04 held"


@rule("TCSB-1-10")
def corrected(game: TacticalGame, board: TacticalBoard, side: str, text: str) -> tuple[OwnTold | HexCorrected, ...] | Refusal:
    """Events that put a side's fault right; the refusal names what can be said."""
    name, _, rest = text.strip().partition(" ")
    words = tuple(rest.lower().split())
    if name in game.ground.terrain and words == ("held",):
        return (HexCorrected(side, Hex(name)),)
    unit = next((one for one in board.forces[side].units.values() if one.id.casefold() == name.casefold()), None)
    if unit is None:
        known = ", ".join(board.forces[side].units)
        return illegal(
            say("{name} is none of its units, which are {known}; or write {forms}", name=name, known=known, forms=FORMS),
            "TCSB-1-10",
        )
    after = _changed(game, unit, words)
    return (UnitCorrected(side, after),) if isinstance(after, TacticalUnit) else after


def _changed(game: TacticalGame, unit: TacticalUnit, words: tuple[str, ...]) -> TacticalUnit | Refusal:
    match words:
        case ("at", place) if place in game.ground.terrain:
            return replace(unit, hex=Hex(place))
        case ("fire" | "move" as mode, "mode"):
            return replace(unit, mode="fire" if mode == "fire" else "move")
        case (number, "steps") if number.isdigit() and 1 <= int(number) <= unit.counter.steps:
            return replace(unit, steps=int(number))
        case (marker,) if marker in MARKERS:
            return replace(unit, **{marker: True})
        case ("not", marker) if marker in MARKERS:
            return replace(unit, **{marker: False})
    return illegal(say("it can be put right so: {forms}", forms=FORMS), "TCSB-1-10")
