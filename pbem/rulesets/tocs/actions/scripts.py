"""Units in reserve act by what lies on file: scripts when the enemy attacks, plans after the own battles (TOCS-3.8, 3.10).

Each atom is one thing: a unit comes out of reserve, does one act of its orders, or ends its activation. Nothing but its owner's
picture and the hexes that were announced decides what it does; nobody is asked.
"""

from collections.abc import Iterator

from pbem.engine.situation import Control
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, Step, UnitLine
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.actions.control import holds
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named
from pbem.rulesets.tocs.actions.plans import ATTACKS, came, laid_out
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import choices, fields_lost
from pbem.rulesets.tocs.rules import stacking
from pbem.rulesets.tocs.rules.activation import may_activate, newly_active, worn
from pbem.rulesets.tocs.standing_orders.asked import ScriptOf, WhereReservesGo
from pbem.rulesets.tocs.units import Activation, ReservePlan, Unit
from pbem.rulesets.tocs.view import View

COMMITMENT, EXPLOITATION = "commitment", "exploitation"
MISSIONS = ("strike", "harass", "bombard", "interdict", "support")
BROKEN = 1_000  # so many acts done: the script is over, whatever is left of it


class ScriptJob(Value):
    """A reserve that is called: the hex that calls it (None after the battles), its steps, and which plan they are of."""

    unit: str
    hex: Hex | None
    steps: tuple[Step, ...]
    plan: int = 0


class Reserves(Value):
    """What a side has on file for its reserves in a phase, carried out with its own picture."""

    phase: str

    def carried_out(self, moment: Moment, picture: Picture) -> tuple[e.Event, ...] | None:
        """The next atom of it, None when nothing is left to do."""
        return _go_on(moment, picture, self.phase)


@rule("TOCS-3.8-1", "TOCS-3.8-2", "TOCS-W10.21-3")
def commitment(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """The reserves of the side that is attacked, one act at a time; first its owner is asked, where he is to be."""
    board: Board = moment.board
    side = moment.game.other(board.public.phasing)
    if not board.public.announced:
        return None
    if moment.taken == 0:
        return choices.commitment(moment, side)
    if board.forces[side].word == choices.HOLD:
        return None
    return moment.ask.carry_out(side, Reserves(COMMITMENT), moment) or _counter_attacks(moment, side)


@rule("TOCS-3.10-1", "TOCS-W10.21-3")
def exploitation(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """The reserves of the phasing side, by the orders it left for after the battles."""
    board: Board = moment.board
    side = board.public.phasing
    if not board.forces[side].plans:
        return None
    return () if moment.taken == 0 else moment.ask.carry_out(side, Reserves(EXPLOITATION), moment)


@rule("TOCS-3.7-2")
def _counter_attacks(moment: Moment, side: str) -> tuple[e.Event, ...] | None:
    """What reserves attack is announced like any attack."""
    board: Board = moment.board
    hexes = tuple(sorted({a.target for a in board.forces[side].attacks} - set(board.public.announced)))
    return fields_lost.announced(moment, side, hexes) if hexes else None


def _go_on(moment: Moment, picture: Picture, phase: str) -> tuple[e.Event, ...] | None:
    side = picture.side
    board: Board = moment.board
    active = board.forces[side].active
    if active and active.reserve:
        return _next(moment, picture, active)
    view = picture.view(moment.game)
    called = list(_jobs(moment, picture, phase))
    if moment.taken == 1:
        told = tuple(t for job in called if (t := _idle(moment, picture, phase, job)))
        if told:
            return told
    for job in called:
        if isinstance(_first(moment, picture, phase, job), Act):
            out = replace(view.forces.units[job.unit], reserve=False)
            return (e.ReserveCommitted(side, out, _active(view, out, phase, job)),)
    return None


def _active(view: View, unit: Unit, phase: str, job: ScriptJob) -> Activation:
    return replace(newly_active(view, unit), reserve=phase, asked=job.hex, plan=job.plan)


# ---------------------------------------------------------------- who is called


def _jobs(moment: Moment, picture: Picture, phase: str) -> Iterator[ScriptJob]:
    """The units in reserve that have something to do now, by call; each once."""
    forces = picture.forces
    waiting = sorted((u for u in forces.on_map() if u.reserve), key=lambda u: forces.counter(u).call)
    for unit in waiting:
        job = _called(moment, picture, unit) if phase == COMMITMENT else _planned(moment, picture, unit)
        if job and job.steps:
            yield job


def _called(moment: Moment, picture: Picture, unit: Unit) -> ScriptJob | None:
    """By its own script; without one by the standing order for all."""
    side = picture.side
    announced = moment.board.public.announced
    script = moment.ask(side, ScriptOf(moment.board.forces[side].counter(unit).call))
    if script:
        hexes = [h for h in script.hexes if h in announced]
        return ScriptJob(unit.id, hexes[0], script.steps) if hexes else None
    for hex_ in moment.ask(side, WhereReservesGo(announced)):
        job = ScriptJob(unit.id, hex_, (Act("move", (), (("PATH", (str(hex_),)),)),))
        if isinstance(_first(moment, picture, COMMITMENT, job), Act):
            return job
    return None


def _planned(moment: Moment, picture: Picture, unit: Unit) -> ScriptJob | None:
    """By the first of the orders for after the battles that is for it and whose moment has come."""
    call = picture.forces.counter(unit).call
    for number, plan in enumerate(picture.forces.plans):
        if call in plan.units and came(picture, plan):
            return ScriptJob(unit.id, None, plan_steps(moment, picture, plan), number)
    return None


def plan_steps(moment: Moment, picture: Picture, plan: ReservePlan) -> tuple[Step, ...]:
    """The steps of a plan, read from its words."""
    line = read_line(plan.orders, vocabulary(moment.game, picture)).command
    return line.steps if isinstance(line, UnitLine) else ()


# ---------------------------------------------------------------- may it begin?


def _first(moment: Moment, picture: Picture, phase: str, job: ScriptJob) -> Act | Refusal | None:
    """The first act of a job as it would be carried out, or why it cannot be; None when a branch has nothing to do."""
    unit = picture.forces.units[job.unit]
    refused = may_activate(picture.view(moment.game), unit)
    if refused:
        return refused
    out = replace(unit, reserve=False)
    active = _active(picture.view(moment.game), out, phase, job)
    dry = replace(picture, forces=replace(picture.forces.with_unit(out), active=active))
    act = _opening(dry, job.steps)
    if act is None:
        return None
    order = _understood(dry, act, phase)
    if isinstance(order, Refusal):
        return order
    refusals = _full(dry, order) or ACTIONS[order.verb].check(moment.game, dry, _order(dry, order))
    return refusals[0] if refusals else order


def _idle(moment: Moment, picture: Picture, phase: str, job: ScriptJob) -> e.ScriptBroke | None:
    """What is told of a reserve that was called and cannot begin."""
    side = picture.side
    first = _first(moment, picture, phase, job)
    if not isinstance(first, Refusal):
        return None
    where = say(" for {named}", named=named(moment.game, job.hex)) if job.hex else ""
    return e.ScriptBroke(side, job.unit, say("stays in reserve{where}: {why}", where=where, why=first.words), first.rule)


def _opening(picture: Picture, steps: tuple[Step, ...]) -> Act | None:
    """The first act of some steps, by what is known now."""
    ways: tuple[bool, ...] = ()
    while True:
        acts, branch = laid_out(steps, ways)
        if acts or branch is None:
            return acts[0] if acts else None
        ways = (*ways, bool(holds(picture, branch.test)))


@rule("TOCS-3.8-2", "TOCS-3.10-2")
def _understood(picture: Picture, act: Act, phase: str) -> Act | Refusal:
    """The act as a reserve does it: an attack at an own hex that is attacked is a move into the battle there."""
    if act.verb not in ACTIONS:
        return illegal(say("`{verb}` is nothing a reserve does", verb=act.verb), "TOCS-3.8-2")
    if phase == EXPLOITATION and act.verb in ATTACKS:
        return illegal(say("a reserve launches no attack after the battles"), "TOCS-3.10-2")
    active = picture.forces.active
    target = act.hex("HEX") or (active.asked if active else None)
    if act.verb == "attack" and target and picture.public.owner[target] == picture.side:
        return Act("move", (), (("PATH", (str(target),)),))
    order = ACTIONS[act.verb].order(act, picture)
    if isinstance(order, Refusal):
        return order
    idle = [picture.forces.counter(u).call for u in _guns_named(picture, act) if not u.reserve]
    return illegal(say("{idle} is not in reserve", idle=", ".join(idle)), "TOCS-W10.25-4") if idle else act


def _guns_named(picture: Picture, act: Act) -> tuple[Unit, ...]:
    """Batteries that a reserve's fire mission names besides its own."""
    if act.verb not in MISSIONS:
        return ()
    found = (picture.forces.unit_called(call) for call in act.texts("UNITS"))
    active = picture.forces.active
    return tuple(u for u in found if u and picture.forces.counter(u).artillery and not (active and active.unit == u.id))


def _order(picture: Picture, act: Act) -> object:
    return ACTIONS[act.verb].order(act, picture)


@rule("TOCS-W3.0-1")
def _full(picture: Picture, act: Act) -> tuple[Refusal, ...]:
    """No room in the battle hex: what stands over the limit there would be lost."""
    unit, active = active_unit(picture)
    goal = (act.hexes("PATH") or (active.asked,))[-1]
    if act.verb != "move" or goal is None or goal not in picture.public.announced:
        return ()
    there = [picture.forces.counter(u) for u in picture.forces.at(goal) if u.id != unit.id]
    if any(stacking.over((*there, picture.forces.counter(unit)))):
        return (illegal(say("{goal} has no room for it", goal=goal), "TOCS-W3.0-1"),)
    return ()


# ---------------------------------------------------------------- how it acts


def _next(moment: Moment, picture: Picture, active: Activation) -> tuple[e.Event, ...]:
    """The next act of the active reserve; when there is none, or it fails, the unit ends its activation (TOCS-W10.21-1)."""
    side = picture.side
    acts, branch = laid_out(_steps(moment, picture, active), active.ways)
    if active.took >= len(acts) and branch and active.took < BROKEN:
        way = bool(holds(picture, branch.test))
        return (e.ActivationChanged(side, replace(active, ways=(*active.ways, way))),)
    if active.took >= len(acts):
        return _reserve_is_done(moment, side)
    act = acts[active.took]
    outcome = _carried_out(moment, picture, act, active)
    events = outcome.events
    if outcome.failure:
        events = (*events, e.ScriptBroke(side, active.unit, say("stops: {why}", why=outcome.failure.words), outcome.failure.rule))
    return (*events, *_counted(after(moment, events), side, active, bool(outcome.failure)))


def _steps(moment: Moment, picture: Picture, active: Activation) -> tuple[Step, ...]:
    """The orders the active unit follows."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    if active.reserve == EXPLOITATION:
        return plan_steps(moment, picture, forces.plans[active.plan])
    script = moment.ask(side, ScriptOf(forces.counters[active.unit].call))
    return script.steps if script else (Act("move"),)


def _carried_out(moment: Moment, picture: Picture, act: Act, active: Activation) -> Outcome:
    side = picture.side
    done = _understood(picture, act, active.reserve)
    if isinstance(done, Refusal):
        return Outcome((), done)
    order = _order(picture, done)
    refused = _full(picture, done) or ACTIONS[done.verb].check(moment.game, picture, order)
    if refused:
        return Outcome((), refused[0])
    outcome = ACTIONS[done.verb].execute(moment, picture, order)
    units = after(moment, outcome.events).board.forces[side].units
    spent = (units[u.id] for u in _guns_named(picture, done))
    fired = (e.UnitChanged(side, replace(u, reserve=False), phrase("fired out of reserve")) for u in spent)
    return replace(outcome, events=(*outcome.events, *fired))


def _reserve_is_done(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """The active reserve has done what it could, and falls a state for it; a headquarters keeps nothing for later."""
    forces: Forces = moment.board.forces[side]
    return (e.ActivationEnded(side, worn(moment.game, forces, forces.active)),) if forces.active else ()


def _counted(now: Moment, side: str, before: Activation, failed: bool) -> tuple[e.Event, ...]:
    """One step more is done, or the unit ends its activation after a failure; nothing when an attack or its death did."""
    active = now.board.forces[side].active
    if active is None or active.unit != before.unit:
        return ()
    if failed and now.board.fight is None:
        return _reserve_is_done(now, side)
    took = BROKEN if failed else before.took + 1  # an ambush is settled first; then it ends its activation
    return (e.ActivationChanged(side, replace(active, took=took)),)
