"""What stops a mover at a hex it does not enter: two zones, the enemy in it, a reserve's own caution (TOCS-W10.1)."""

from pbem.kernel.decisions import failed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.resolution import combat
from pbem.rulesets.tocs.resolution.straying import Leg
from pbem.rulesets.tocs.rules import zoc
from pbem.rulesets.tocs.rules.movement import HEAVY, halted
from pbem.rulesets.tocs.units import Activation, Unit


@rule("TOCS-W6.0-12", "TOCS-W6.0-13", "TOCS-W6.0-20")
def barred_by_zoc(side: str, counter: Counter, at: Hex, leg: Leg, news: tuple[e.Event, ...]) -> Outcome:
    """EZOC to EZOC: the step is not made, and the action's points are forfeit. Armour and mechanized troops might, at double
    cost, which is more than this unit has left."""
    to, active = leg.way.to.hex, halted(leg.active)
    failure = failed(say("{to} and {hex} both lie in EZOC", to=to, hex=at), "TOCS-W6.0-12")
    if counter.mobility in HEAVY:
        dear = say("{to} and {hex} both lie in EZOC: {call} would pay double, and has too few points left", to=to, hex=at,
                   call=counter.call)  # fmt: skip
        failure = failed(dear, "TOCS-W6.0-13")
    return Outcome((*news, e.MoveHalted(side, counter.id, at, active, True)), failure, True)


@rule("TOCS-W10.1.2-1", "TOCS-W10.1.2-2", "TOCS-W10.1-8")
def run_into(moment: Moment, side: str, unit: Unit, leg: Leg, before: tuple[e.Event, ...]) -> Outcome:
    """Into the enemy: an ambush, settled at once; the rest of its AP is lost."""
    to = leg.way.to.hex
    spent = replace(halted(leg.active), ap=0)
    events = (*before, e.ActivationChanged(side, spent))
    fight = combat.ambush(after(moment, events), side, unit, to, leg.active.column)
    return Outcome((*events, *fight), failed(say("ambushed in {named}", named=named(moment.game, to)), "TOCS-W10.1.2-1"), True)


def unit_stops(active: Activation | None) -> bool:
    """Does the active unit act in the Exploitation Phase, where it stops before the enemy?"""
    return active is not None and active.reserve == "exploitation"


@rule("TOCS-3.10-3")
def stopped_before(moment: Moment, side: str, unit: Unit, leg: Leg, before: tuple[e.Event, ...]) -> Outcome:
    """A reserve in exploitation comes before an occupied hex: it stays where it is and its AP are gone."""
    to = leg.way.to.hex
    spent = replace(halted(leg.active), ap=0)
    stop = failed(say("{named} is occupied: a reserve stops before it", named=named(moment.game, to)), "TOCS-3.10-3")
    return Outcome((*before, e.MoveStopped(side, unit.id, unit.hex, to, spent)), stop, True)


@rule("TOCS-W10.15-3")
def drives_on(moment: Moment, side: str, leg: Leg) -> bool:
    """Is the zone that of companies in extended deployment alone, which armour and mechanized troops do not stop for?"""
    if moment.board.forces[side].counters[leg.active.unit].mobility not in HEAVY:
        return False
    enemy = moment.board.view(moment.game, moment.game.other(side))
    return zoc.zone(enemy, leg.way.to.hex) == "extended"
