"""The perimeter: whose a hex is, and what joins it (TOCS-1.2, W9.1)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.view import View


@rule("TOCS-W10.4-11", "TOCS-W10.5-5", "TOCS-W10.4-12", "TOCS-W9.1-1", "TOCS-W9.1-7")
def joins(view: View, hex_: Hex, ezoc: bool) -> bool:
    """Does an empty hex that was scouted or probed become friendly? Not in EZOC, and only next to the own perimeter."""
    if ezoc or view.own(hex_):
        return False
    near = view.game.ground.neighbours[hex_]
    return any(view.own(h) and h not in view.public.engaged for h in near)


@rule("TOCS-W10.5-6", "TOCS-W10.5-7", "TOCS-W10.5-2", "TOCS-W2.4-2")
def kinds(counters: tuple[Counter, ...]) -> tuple[str, ...]:
    """What a probe tells of a hex: infantry, vehicles, guns; never number, strength or formation. Guns under armour are both
    vehicles and guns."""
    found: set[str] = set()
    for counter in counters:
        found |= _kinds(counter)
    return tuple(k for k in KINDS if k in found)


def _kinds(counter: Counter) -> set[str]:
    if counter.kind in ("company", "half_company", "hq_company", "hq"):
        carried = counter.kind != "hq" and counter.mobility in ("motorized", "mechanized", "armored")
        return {"infantry", "vehicles"} if carried else {"infantry"}
    driven = counter.platoon or counter.mobility in ("armored", "mechanized")
    guns = counter.kind == "battery" or (counter.kind == "asset" and is_gun(counter))
    return ({"vehicles"} if driven else set()) | ({"guns"} if guns else set()) or {"infantry"}


def is_gun(counter: Counter) -> bool:
    """Does the unit bear the arms of a battery: mortars, anti-tank or anti-aircraft guns, artillery?"""
    return counter.arm in GUNS


KINDS = (phrase("infantry"), phrase("vehicles"), phrase("guns"))
GUNS = ("mortar", "anti_tank", "light_flak", "heavy_flak", "artillery", "rocket", "infantry_gun")
