"""A minor river on the way of a move: tried with a die before the next hex is entered (TOCS-W11.11)."""

from pbem.kernel.decisions import Refusal, failed
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.straying import Leg
from pbem.rulesets.tocs.rules import wading
from pbem.rulesets.tocs.rules.crossings import WADE
from pbem.rulesets.tocs.rules.movement import halted


@rule("TOCS-W11.11-1", "TOCS-W11.14-1")
def tried(moment: Moment, side: str, leg: Leg) -> tuple[tuple[e.Event, ...], Leg | None]:
    """A leg through a river without a ford: what happens, and the leg that comes of it, None for a unit that does not get
    over and has spent its points. A slow crossing takes all its AP; a ford that is found stays known to its side."""
    if leg.way.means != WADE:
        return (), leg
    view = moment.board.view(moment.game, side)
    unit = view.forces.units[leg.active.unit]
    counted = wading.modifiers(view, unit.hex)
    throw = moment.dice.throw(f"fording/{unit.id}/{view.public.impulse_name}/{unit.hex}/{leg.active.ap}", "1d6")
    went = wading.result(view, view.forces.counter(unit), throw.total + sum(value for _, value in counted))
    told = e.WaterTried(side, unit.id, unit.hex, throw, counted, went)
    spent = halted(leg.active)
    if went == "N":
        return (told, e.ActivationChanged(side, spent)), None
    known = e.WaterKnown(side, unit.hex, went == "F", *wading.learnt(view, unit.hex, went == "F"))
    return (told, known), leg if went == "F" else replace(leg, active=replace(spent, ap=0))


def stays(moment: Moment, side: str, leg: Leg) -> Refusal:
    """What the owner of a unit is told that did not get over."""
    unit = moment.board.forces[side].units[leg.active.unit]
    return failed(say("no way through the river in {hex}", hex=unit.hex), "TOCS-W11.11-1")
