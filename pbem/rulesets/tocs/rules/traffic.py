"""What own troops on a road do to those that come along it (TOCS-W3.0-3, W11.1)."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.crossings import VEHICLES
from pbem.rulesets.tocs.rules.stacking import MOST_ASSETS, MOST_UNITS, over
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

MOST_ON_DIRT = 2


class Jam(Value):
    """Own troops in a hex, as a road sees them. over, full: above, and at, the stacking limit; vehicles: tracked and
    wheeled units of any kind; heavies: vehicle platoons and mechanized companies."""

    over: bool
    full: bool
    vehicles: int
    heavies: int


def jam(view: View, hex_: Hex) -> Jam:
    """The own troops in a hex, as a road sees them; computed once for each state of the forces."""
    known = _jams(view.forces.units, view.forces.counters)
    if hex_ not in known:
        known[hex_] = _jam(view.forces.counter(u) for u in view.forces.at(hex_))
    return known[hex_]


@kept(8)
def _jams(units: Mapping[str, Unit], counters: Mapping[str, Counter]) -> dict[Hex, Jam]:
    """What has been asked of these very units so far."""
    return {}


def _jam(counters: Iterable[Counter]) -> Jam:
    counters = tuple(counters)
    kinds = [c.kind for c in counters]
    units = sum(k not in ("hq", "asset") for k in kinds)
    return Jam(
        over=any(over(counters)),
        full=units >= MOST_UNITS or kinds.count("asset") >= MOST_ASSETS,
        vehicles=sum(c.mobility in VEHICLES for c in counters),
        heavies=sum(_heavy(c) for c in counters),
    )


def _heavy(counter: Counter) -> bool:
    company = counter.kind in ("company", "half_company", "hq_company")
    return counter.platoon or (company and counter.mobility in ("mechanized", "armored"))


@rule("TOCS-W3.0-3", "TOCS-W11.1-3", "TOCS-W11.1-4")
@rule("TOCS-W11.1.1-1", "TOCS-W11.1.2-1", "TOCS-W11.1.3-1", "TOCS-W11.1.4-1")
def free(jam: Jam, counter: Counter, road: str) -> bool:
    """Does the road carry the unit into a hex with these troops in it? Leaving is never hindered."""
    if jam.over:
        return False
    if counter.mobility not in VEHICLES or road == "highway":
        return True
    return {"paved": not jam.full, "dirt_6_8": jam.heavies <= MOST_ON_DIRT}.get(road, jam.vehicles == 0)
