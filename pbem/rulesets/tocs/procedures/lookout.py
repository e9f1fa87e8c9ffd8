"""Who may look out from a hill, and what he sees (TOCS-W11.19-8)."""

from pbem.kernel.counting import counted
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.pieces import Unit
from pbem.rulesets.tocs.procedures import sight
from pbem.rulesets.tocs.procedures.visibility import reach
from pbem.rulesets.tocs.procedures.weather import wet
from pbem.rulesets.tocs.view import View

FARTHEST = 4
WATCHERS = ("hq", "hq_company", "company", "half_company", "vehicle_platoon")


@rule("TOCS-W11.19-8")
def may_look(view: View, unit: Unit) -> Refusal | None:
    """Why the unit may not look out now, whatever the hex; None if it may."""
    counter, how_often = view.camp.counter(unit), view.game.switches["hilltop_look"]
    now = view.public.impulse_name
    last = unit.looked.partition(".")[0] if how_often == "each_turn" else unit.looked
    if how_often == "never":
        why = "this module knows no looks from hills"
    elif counter.kind not in WATCHERS and not counter.recon:
        why = f"{counter.call} keeps no lookout: HQs, companies, vehicle platoons and reconnaissance units do"
    elif view.night or wet(view):
        why = "nothing is seen from hills by night, in fog or in wet weather"
    elif not sight.on_a_hill(view.game, unit.hex):
        why = f"{counter.call} stands on no hill"
    elif last and last == (now.partition(".")[0] if how_often == "each_turn" else now):
        why = f"{counter.call} has had its look"
    else:
        return None
    return illegal(why, "TOCS-W11.19-8")


def hidden(view: View, unit: Unit, hex_: Hex) -> str:
    """Why the hex is not seen from the unit's hill: too far, or what stands in the way; "" if it is seen."""
    far = distance(unit.hex, hex_)
    most = min(FARTHEST, reach(view))
    if far > most:
        return f"{counted(far, 'hex')} away, and one sees {most}"
    hiding = sight.in_the_way(view.game, unit.hex, hex_)
    return f"{hiding[0]} stands in the way" if hiding else ""
