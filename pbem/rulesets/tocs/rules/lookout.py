"""Who may look out from a hill, and what he sees (TOCS-W11.19-8)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.rules import sight
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.rules.weather import wet
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

FARTHEST = 4
WATCHERS = ("hq", "hq_company", "company", "half_company")


@rule("TOCS-W11.19-8")
def may_look(view: View, unit: Unit) -> Refusal | None:
    """Why the unit may not look out now, whatever the hex; None if it may."""
    counter, how_often = view.forces.counter(unit), view.game.switches["hilltop_look"]
    now = view.public.impulse_name
    last = unit.looked.partition(".")[0] if how_often == "each_turn" else unit.looked
    if how_often == "never":
        why = say("this module knows no looks from hills")
    elif not (counter.kind in WATCHERS or counter.platoon or counter.recon):
        why = say("{counter} keeps no lookout: HQs, companies, vehicle platoons and reconnaissance units do", counter=counter.call)
    elif unit.hex in view.public.engaged:
        why = say("{counter} is engaged in {hex}", counter=counter.call, hex=unit.hex)
    elif STATES[unit.state] in ("demoralized", "dispersed"):
        why = say("{counter} is {state}, and can only defend", counter=counter.call, state=say(STATES[unit.state]))
    elif view.night or wet(view):
        why = say("nothing is seen from hills by night, in fog or in wet weather")
    elif not sight.on_a_hill(view.game, unit.hex):
        why = say("{counter} stands on no hill", counter=counter.call)
    elif last and last == (now.partition(".")[0] if how_often == "each_turn" else now):
        why = say("{counter} has had its look", counter=counter.call)
    else:
        return None
    return illegal(why, "TOCS-W11.19-8")


def hidden(view: View, unit: Unit, hex_: Hex) -> str:
    """Why the hex is not seen from the unit's hill: too far, or what stands in the way; "" if it is seen."""
    far = distance(unit.hex, hex_)
    most = min(FARTHEST, reach(view))
    if far > most:
        return say("{hexs} away, and one sees {most}", hexs=counted(far, "{number} hex", "{number} hexes"), most=most)
    hiding = sight.in_the_way(view.game, unit.hex, hex_)
    return say("{hiding} stands in the way", hiding=hiding[0]) if hiding else ""
