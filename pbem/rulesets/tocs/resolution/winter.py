"""Extreme winter: who has moved and stands in the open checks his morale, or falls one more state (TOCS-W13.2.1-1)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import is_built_up
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import facilities
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.morale import drms, morale_check
from pbem.rulesets.tocs.rules.nations import nation_record
from pbem.rulesets.tocs.rules.withdrawal import steadiness
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

BUILT = ("base", "dump")  # stores that are facilities (TOCS-W12.7-1)


@rule("TOCS-W13.2.1-1")
def frostbite(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """As the impulse ends, every unit that moved in it and has no shelter checks morale, unless its nation is hardened."""
    view: View = moment.board.view(moment.game, side)
    if not view.public.weather.extreme_winter:
        return ()
    moved = [view.forces.units[name] for name in sorted(view.forces.trails)]
    return tuple(event for unit in moved if _suffers(view, unit) for event in _checked(moment, view, unit))


def _suffers(view: View, unit: Unit) -> bool:
    hardened = nation_record(view.game, view.forces.counter(unit).nation)["extreme_winter"] == "none"
    return unit.status == "map" and not hardened and not _sheltered(view, unit)


def _sheltered(view: View, unit: Unit) -> bool:
    """Is it among houses, or at a facility: an installation that is not destroyed, or a base or dump of its side?"""
    stores = any(s.hex == unit.hex and s.kind in BUILT for s in view.forces.sources.values())
    return stores or is_built_up(view.game.ground, unit.hex) or any(site.works for site in facilities.at(view, unit.hex))


def _checked(moment: Moment, view: View, unit: Unit) -> tuple[e.Event, ...]:
    """One check for the impulse, however often it moved; failing costs a state more than acting did."""
    nerve = steadiness(view, unit)
    throw, passed = morale_check(moment, f"winter/{view.side}/{view.forces.counter(unit).call}/{view.public.impulse_name}", nerve)
    drm, reasons = drms(moment.game.check("morale-check"), nerve)
    after = unit if passed else degraded(unit)
    told = e.MoraleChecked(view.side, after, phrase("extreme winter"), throw, drm, reasons, nerve.ml, passed)
    return (told,) if passed else (told, e.UnitChanged(view.side, after, phrase("the cold")))
