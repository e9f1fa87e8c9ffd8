"""What the assets that go along with a unit do for its way: dozers and boats (TOCS-W11.22, W12.1.1)."""

from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.view import View

DOZER = "dozer"


@rule("TOCS-W11.22-2", "TOCS-W12.1.1-1")
def escorted(view: View, counter: Counter) -> Counter:
    """The counter as it goes: tanks with a dozer that is assigned to them and goes along cut hedgerows as one does, and with
    boats enough for all of it a unit floats."""
    unit = view.forces.units.get(counter.id)
    if unit is not None and afloat.borne(view.forces, unit):
        landing = (afloat.LANDING,) if afloat.in_craft(view.forces, unit) else ()
        counter = replace(counter, traits=tuple(sorted((*counter.traits, afloat.BORNE, *landing))))
    if counter.mobility != "armored" or DOZER in counter.traits or unit is None:
        return counter
    along = (u for u in view.forces.at(unit.hex) if u.assigned == unit.id and u.bank == unit.bank)
    cut = any(DOZER in view.forces.counter(u).traits for u in along)
    return replace(counter, traits=tuple(sorted((*counter.traits, DOZER)))) if cut else counter
