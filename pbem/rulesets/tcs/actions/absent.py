"""Why nothing can be ordered of a name: whose it is is lost, off the map, or no unit."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.picture import TacticalPicture


@rule("TCSB-6-6", "TCSB-3-13", "TCSB-28-1", "TCSB-1-6")
def absent(picture: TacticalPicture, call: str) -> Refusal:
    """The refusal for a name that none of the side's units on the map has."""
    forces = picture.forces
    if call in forces.batteries:
        return illegal(say("{call} is a battery: its missions are plotted, and on the map it fires DIRECT", call=call), "TCSB-6-6")
    if call in forces.departed:
        return illegal(say("{unit} has left the map", unit=call), "TCSB-1-6")
    due = next((arrival for arrival in forces.due if any(unit.id == call for unit in arrival.units)), None)
    if due is not None and due.turn > picture.public.turn:
        return illegal(say("{unit} arrives in turn {turn}", unit=call, turn=due.turn), "TCSB-28-1")
    if due is not None:
        words = say("{unit} waits off the map for room, and no enemy, at {hexes}", unit=call, hexes=", ".join(due.hexes))
        return illegal(words, "TCSB-28-1")
    return illegal(say("{unit} is destroyed", unit=call), "TCSB-3-13")
