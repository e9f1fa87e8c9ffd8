"""The chain of command: who answers to whom (TOCS-W2.0, W2.1)."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import Unit

HEADQUARTERS = ("hq", "hq_company")


@rule("TOCS-W2.1-10")
def is_headquarters(counter: Counter) -> bool:
    """Does it command? A headquarters company is a battalion HQ that has a company's abilities too."""
    return counter.kind in HEADQUARTERS


@rule("TOCS-W2.6.1-1", "TOCS-W2.6.1-2", "TOCS-W7.0-6")
def is_independent(counter: Counter) -> bool:
    """Does it answer to nobody, needing neither orders nor lines? So do units that the order of battle gives no HQ."""
    return counter.independent or not (counter.parent or is_headquarters(counter))


@rule("TOCS-W10.17-3")
def parent_of(forces: Forces, unit: str) -> str:
    """The id of the HQ a unit is under now: the one it was last reassigned to, else the one its counter names; "" for none."""
    there = forces.units.get(unit)
    return there.under if there and there.under else forces.counters[unit].parent


@rule("TOCS-W2.1-1", "TOCS-W2.1-11", "TOCS-W2.0-1", "TOCS-W10.17-3", "TOCS-W10.17-4", "MASL-16.2-1")
def superiors(forces: Forces, unit: Unit) -> tuple[Unit, ...]:
    """The HQs on the map that a unit answers to, its own first, then theirs, to the top. Who was reassigned answers to his
    new HQ and to those above that, and to nobody else."""
    found, units, counters = list[Unit](), forces.units, forces.counters
    parent = unit.under or counters[unit.id].parent
    while parent in counters:
        hq = units[parent]
        if hq.status == "map":
            found.append(hq)
        parent = hq.under or counters[parent].parent
    return tuple(found)


@rule("TOCS-W10.17-2", "MASL-16.2-4")
def suppliers(forces: Forces, unit: Unit) -> tuple[str, ...]:
    """The HQs a unit may draw its supply through, by id: those it answers to, those it first belonged to, then those that all
    of its side may."""
    printed, parent = list[str](), forces.counter(unit).parent
    while parent in forces.counters:
        printed.append(parent)
        parent = forces.counters[parent].parent
    either = [hq for order in forces.passes if order.done for hq in order.either if hq != unit.id]
    return tuple(dict.fromkeys((*(hq.id for hq in superiors(forces, unit)), *printed, *either)))


def answers_to(forces: Forces, unit: Unit, hq: Unit) -> bool:
    """Is the HQ somewhere above the unit?"""
    return any(above.id == hq.id for above in superiors(forces, unit))
