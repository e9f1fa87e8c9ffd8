"""Ground strikes by aircraft: the modifiers of the roll (TOCS-W15.11)."""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.tables import Grid
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.oob import Counter

AIMS = ("vehicles", "guns", "infantry", "bridge", "facility", "dump")
"""What may be aimed at; without a wish the first that is there is attacked."""
BUILT_UP = ("town", "village", "suburb", "city", "woods")
DENSE = ("forest", "jungle")
KNOWN = ("spotter", "cover", "bridge", "cloud", "dusk_dawn", "flak")
"""What the crews know of themselves and of the map; the other modifiers are the target's and are not told."""


class Strike(Value):
    """The facts of a strike. works: the position its targets are in, "" for none; aa: flak in good order is in the hex."""

    terrain: str
    works: str
    targets: tuple[Counter, ...]
    aim: str
    spotter: bool
    column: bool
    aa: bool
    cloud: str
    light: str


def _soft(strike: Strike) -> bool:
    """Motorized, or guns that are towed, in the open."""
    covered = strike.terrain in (*BUILT_UP, *DENSE)
    return not covered and any(t.mobility == "motorized" for t in strike.targets)


FITS: Mapping[str, Callable[[Strike], bool]] = {
    "spotter": lambda s: s.spotter,
    "in_column": lambda s: s.column,
    "soft_vehicles": _soft,
    "dug_in": lambda s: bool(s.works),
    "cover": lambda s: s.terrain in (*BUILT_UP, *DENSE),
    "bridge": lambda s: s.aim == "bridge",
    "aa": lambda s: s.aa,
    "cloud": lambda s: s.cloud == "overcast",
    "dusk_dawn": lambda s: s.light in ("dawn", "dusk"),
}


@rule("TOCS-W15.11-1", "TOCS-W15.3-2")
def drms(grid: Grid, strike: Strike) -> tuple[tuple[str, int], ...]:
    """The modifiers of a strike, each with its value; forest covers twice as well."""
    fitting = (drm for drm in grid.drms.values() if drm.id in FITS and FITS[drm.id](strike))
    return tuple((d.id, int(str(d.value)) * (2 if d.id == "cover" and strike.terrain in DENSE else 1)) for d in fitting)
