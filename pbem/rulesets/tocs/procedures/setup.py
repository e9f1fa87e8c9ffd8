"""The set-up before the first turn: who may be placed otherwise than printed, and where (TOCS-2.1-1, W10.9-7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.ground import is_divided
from pbem.rulesets.tocs.view import View

WORKS = {"entrenched": 1, "strongpoint": 2, "fortified_area": 3}  # set-up points a level costs


def closed(view: View) -> Refusal | None:
    """Why nothing can be set up now."""
    if view.public.turn:
        return illegal("the game has begun: the set-up is closed", "TOCS-2.1-1")
    return None if view.camp.freedom else illegal("this side sets up as printed", "TOCS-2.1-1")


@rule("TOCS-2.1-1")
def misplaced(view: View, hex_: Hex) -> Refusal | None:
    """Why a hex is no place to set up in: the scenario's zone, or else the own perimeter."""
    freedom = view.camp.freedom
    if not view.own(hex_) or (freedom and freedom.hexes and hex_ not in freedom.hexes):
        return illegal(f"{hex_} is outside the ground you may set up in", "TOCS-2.1-1")
    divided = is_divided(view.game.ground, hex_)
    return illegal(f"water divides {hex_}: units there stand as printed", "TOCS-2.1-1") if divided else None


def movable(view: View, call: str) -> bool:
    """May this unit be set up elsewhere than printed?"""
    freedom, unit = view.camp.freedom, view.camp.unit_called(call)
    return bool(freedom and unit and unit.status == "map" and (not freedom.units or unit.id in freedom.units))
