"""Activation: operation points, action points, states (TOCS-3.6, W5.0, W10.0)."""

from pbem.kernel.charts.entries import whole
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.field_battle import locked
from pbem.rulesets.tocs.rules.nations import date, figure, nation_record, trait
from pbem.rulesets.tocs.rules.stocks import VEHICLES, lost_ap, slowed
from pbem.rulesets.tocs.units import HALVES, STATES, Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

AWAY = {
    "off": phrase("is not here yet"),
    "waiting": phrase("waits off the board: ENTER brings it on"),
    "split": phrase("is divided: name one of its halves"),
    "joined": phrase("is part of its company again"),
    "left": phrase("has left the map"),
}
DESERT, DESERT_UNTIL = "north_africa", "1941-10"
DEFICIT_MOST = 3  # TOCS-1.5-2


@kept(8)
@rule("TOCS-1.4-2", "TOCS-1.6-1", "TOCS-3.6-2", "TOCS-W5.1-1", "TOCS-W5.2-1", "TOCS-W5.3-1")
@rule("TOCS-W5.4-1", "TOCS-W5.5-1", "TOCS-W5.6-1", "TOCS-W7.0-4", "TOCS-W13.1.1-2", "TOCS-W13.1.2-4")
def action_points(view: View, unit: Unit) -> int:
    """Action points of a unit by its state: good order 3 by day, 2 by night, one fewer for each state below; one fewer out
    of communication, one out of supply, and by night or in extreme winter for some nations."""
    points = _base(view, unit)
    if points <= 0:
        return 0
    points -= lost_ap(view, unit) + (not in_loc(view, unit)) + _chilled(view, unit)
    return max(0, points + figure(view.game, view.forces.counter(unit).nation, "night_ap") if view.night else points)


@rule("TOCS-W13.2.1-1")
def _chilled(view: View, unit: Unit) -> bool:
    """Does extreme winter cost this unit's nation an action point?"""
    if not view.public.weather.extreme_winter:
        return False
    return nation_record(view.game, view.forces.counter(unit).nation)["extreme_winter"] == "ap"


def pool_of(forces: Forces, unit: Unit) -> ReplacementPool:
    """The pool that pays for a unit: its nation's or the one that pays for its nation, else the side's only one."""
    nation = forces.counter(unit).nation
    for pool in forces.pools.values():
        if nation in (pool.nation, *pool.pays_for):
            return pool
    return forces.pools[min(forces.pools)]


@rule("TOCS-3.6-1", "TOCS-3.5-1", "TOCS-3.5-2", "TOCS-1.5-2", "TOCS-1.5-4")
def spend(pool: ReplacementPool, deficit_allowed: int, first: str = "bank") -> ReplacementPool | None:
    """The pool after one OP, or None when it cannot be paid: points of this impulse's income first, then the bank, then
    at most three deficit points if the player asks. By the switch setting first = "deficit" the bank opens only when
    all three deficit points are gone."""
    earned = pool.spent < pool.earned
    bank = pool.bank > 0 and (earned or first == "bank" or pool.deficit >= DEFICIT_MOST)
    if bank:
        return replace(pool, bank=pool.bank - 1, spent=pool.spent + 1)
    if pool.deficit < min(deficit_allowed, DEFICIT_MOST):
        return replace(pool, deficit=pool.deficit + 1, spent=pool.spent + 1)
    return None


@rule("TOCS-W5.0-4", "TOCS-W10.0-1", "TOCS-W15.4-2")
def may_activate(view: View, unit: Unit) -> Refusal | None:
    """Why this unit cannot be activated now, apart from the OP; None if it can."""
    call = view.forces.counter(unit).call
    if not view.public.turn:
        return illegal(say("the first turn has not begun: SETUP places units"), "TOCS-2.1-1")
    if unit.status in AWAY:
        return illegal(f"{call} {say(AWAY[unit.status])}", "TOCS-2.3-2")
    if unit.status != "map":
        return illegal(say("{call} has been destroyed", call=call), "TOCS-W1.11-1")
    given = locked(view, unit) or _riding(view, unit) or afloat.stays_with(view, unit)
    if given:
        return given
    if view.forces.attack_of(unit.id):
        return illegal(say("{call} is committed to an attack and does nothing more this impulse", call=call), "TOCS-W10.0-5")
    idle = _does_nothing_else(view, unit)
    if idle:
        return idle
    if action_points(view, unit) <= 0:
        row = "TOCS-W5.0-4" if _base(view, unit) <= 0 else "TOCS-W8.4-1" if in_loc(view, unit) else "TOCS-W7.0-4"
        return illegal(f"{call}: {_no_points(view, unit)}", row)
    return None


@rule("TOCS-W11.19-8", "TOCS-W15.4-2")
def _does_nothing_else(view: View, unit: Unit) -> Refusal | None:
    """Why a unit does no more in this impulse: what it did in it."""
    call, now = view.forces.counter(unit).call, view.public.impulse_name
    if unit.looked == now:
        return illegal(say("{call} looked out from its hill and does nothing else this impulse", call=call), "TOCS-W11.19-8")
    if unit.flown == now:
        return illegal(say("{call} was carried by air and does nothing else this impulse", call=call), "TOCS-W15.4-2")
    return None


def _base(view: View, unit: Unit) -> int:
    """The action points of a unit's state alone."""
    return whole(view.game.records("unit-states")[STATES[unit.state]], "ap_night" if view.night else "ap_day")


def _no_points(view: View, unit: Unit) -> str:
    """Why a unit has no action points: its state alone, or what takes those that its state leaves."""
    state, base = say(STATES[unit.state]), _base(view, unit)
    when = say("by night") if view.night else say("by day")
    if base <= 0:
        return say("{state}, no AP {when}", state=state, when=when)
    less = [say("1 for being out of communication")] if not in_loc(view, unit) else []
    less += [say("{lost} for being out of supply", lost=lost_ap(view, unit))] if lost_ap(view, unit) else []
    less += [say("1 for the extreme winter")] if _chilled(view, unit) else []
    dark = -figure(view.game, view.forces.counter(unit).nation, "night_ap") if view.night else 0
    less += [say("{lost} for its nation by night", lost=dark)] if dark else []
    return say("no AP: {state} it has {base} {when}, less {less}", state=state, base=base, when=when, less=", ".join(less))


def _riding(view: View, unit: Unit) -> Refusal | None:
    """Who is on a train does nothing but ride (TOCS-W12.3-2)."""
    if not unit.train:
        return None
    call, train = view.forces.counter(unit).call, view.forces.trains[unit.train].call
    return illegal(say("{call} is on the train {train}: DETRAIN takes it off", call=call, train=train), "TOCS-W12.2-1")


@rule("TOCS-1.5-2", "TOCS-3.3-2", "TOCS-3.5-2")
def paid(view: View, unit: Unit, deficit: int) -> ReplacementPool | None:
    """The pool of a unit after the OP for its activation; the three deficit points are counted over all pools of a side."""
    pool = pool_of(view.forces, unit)
    elsewhere = sum(p.deficit for p in view.forces.pools.values() if p.id != pool.id)
    return spend(pool, deficit - elsewhere, str(view.game.switches["points_spent_first"]))


@rule("TOCS-3.6-2", "TOCS-3.6-4")
def newly_active(view: View, unit: Unit) -> Activation:
    """The activation of a freshly activated unit: its AP, for any mix of actions while they last."""
    ap = action_points(view, unit)
    return Activation(unit.id, ap, opened=ap, dry=slowed(view, unit))


@rule("TOCS-W2.1-5", "TOCS-W5.0-2", "TOCS-W5.0-3", "TOCS-W10.0-4")
def worn(game: Game, forces: Forces, active: Activation) -> Unit:
    """The unit as it is when it ends its activation: a state lower for having been activated, but for an HQ that only gave
    orders, a unit that withdrew, and one whose activation was never paid for; an asset that came to the unit it is
    assigned to is in that unit's state (TOCS-W10.16-3)."""
    unit = forces.units[active.unit]
    ordering = is_headquarters(forces.counter(unit)) and active.opened - active.given == active.ap
    met = forces.units.get(unit.assigned)
    if met and unit.id in forces.trails and (met.hex, met.bank) == (unit.hex, unit.bank):
        return replace(unit, state=met.state)
    return unit if ordering or active.rested or active.pending >= 0 else degraded(unit, 1 + breaks_down(game, forces, active))


@rule("TOCS-W10.1.4-1", "TOCS-W10.1.4-2")
def breaks_down(game: Game, forces: Forces, active: Activation) -> bool:
    """Do heat and dust tell on vehicles that moved with all they had? On those of nations with the trait, in the desert of
    North Africa, before October 1941."""
    counter = forces.counters[active.unit]
    desert = game.theatre == DESERT and date(game) < DESERT_UNTIL and trait(game, counter.nation, "desert_wear")
    moved = active.run == "move" and not active.ap and active.mp < HALVES and not (active.scouted or active.probed)
    return desert and moved and counter.mobility in VEHICLES


@rule("TOCS-1.4-1", "TOCS-W5.0-1", "TOCS-W5.0-2", "TOCS-W10.0-4", "TOCS-W5.6-1")
def degraded(unit: Unit, steps: int = 1) -> Unit:
    """The unit that many states lower; dispersed is the floor."""
    return replace(unit, state=min(unit.state + steps, len(STATES) - 1))
