"""Activating units and ending their activations, and what a side can spend on it (TOCS-3.6)."""

from pbem.engine.contact import close as close_contact
from pbem.kernel.decisions import Refusal, failed, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Condition, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ground_rules import no_ops
from pbem.rulesets.tocs.aircraft import READY
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Look, Picture
from pbem.rulesets.tocs.rules.activation import may_activate, newly_active, paid, pool_of, worn
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.command import rested
from pbem.rulesets.tocs.ships import AIRCRAFT, SUBMARINES, SURFACE
from pbem.rulesets.tocs.units import STATES, Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

NEEDS_GOOD_ORDER = frozenset({"build", "repair", "dismantle"})  # works that only a unit in good order begins


@rule("TOCS-3.6-1", "TOCS-3.6-3", "TOCS-W10.0-1", "TOCS-W10.0-2", "TOCS-W10.21-4")
def activate(moment: Moment, side: str, call: str, deficit: int) -> Outcome:
    """Activate a unit for an OP, ending the activation before; one already active goes on with what it has."""
    forces: Forces = moment.board.forces[side]
    unit = forces.unit_called(call)
    if unit is None:
        return _at_sea(moment, side, call)
    if _goes_on(forces, unit):
        return Outcome(())
    ended = end_activation(moment, side)
    now = after(moment, ended)
    unit = now.board.forces[side].units[unit.id]
    view = now.board.view(moment.game, side)
    refusal = may_activate(view, unit)
    if refusal:
        return Outcome(ended, replace(refusal, kind="failed"))
    taken = _taken(view, unit, deficit)
    if taken is None:
        return Outcome(ended, failed(say("no OPs left"), "TOCS-3.5-1"))
    given_up: tuple[e.Event, ...] = ()
    if unit.reserve:
        given_up = (e.UnitChanged(side, replace(unit, reserve=False), phrase("gave up its reserve")),)
    dropped = off_work(view.forces, unit.id)
    return Outcome((*ended, *given_up, *dropped, e.UnitActivated(side, unit.id, *taken)))


def off_work(forces: Forces, unit: str) -> tuple[e.Event, ...]:
    """A unit that is activated for something else leaves the work it has on file."""
    return (e.TaskEnded(forces.side, forces.tasks[unit], phrase("given up")),) if unit in forces.tasks else ()


def _goes_on(forces: Forces, unit: Unit) -> bool:
    """Is the unit active, and paid for?"""
    return forces.active is not None and forces.active.unit == unit.id and forces.active.pending < 0


@rule("TOCS-W2.1-4", "TOCS-W2.1-6", "TOCS-W2.1-7")
def _taken(view: View, unit: Unit, deficit: int) -> tuple[ReplacementPool, Activation] | None:
    """The pool and the activation of a unit taken up: an HQ awake goes on with what is left of its AP, an asset that an HQ has
    woken costs nothing, anything else an OP. None when there is no OP."""
    awake = view.forces.staffs.get(unit.id)
    if awake and awake.ap > 0:
        return pool_of(view.forces, unit), awake
    pool = pool_of(view.forces, unit) if unit.id in view.forces.woken else paid(view, unit, deficit)
    return (pool, newly_active(view, unit)) if pool else None


def check_activate(game: Game, picture: Picture, call: str, deficit: int) -> tuple[tuple[Refusal, ...], Picture]:
    """Why a unit cannot be activated, and the picture as if it had been."""
    forces = picture.forces
    unit = forces.unit_called(call)
    if unit is None:
        return _check_at_sea(game, picture, call)
    if _goes_on(forces, unit):
        return (), picture
    picture = without_active(game, picture)
    view = picture.view(game)
    unit = view.forces.units[unit.id]
    refusal = may_activate(view, unit)
    taken = _taken(view, unit, deficit)
    refusals = tuple(r for r in (refusal, None if taken else no_ops(view.forces)) if r)
    if refusals or taken is None:
        return refusals, picture
    forces = view.forces.with_unit(replace(unit, reserve=False)).without_task(unit.id).with_pool(taken[0]).with_active(taken[1])
    return (), replace(picture, forces=forces)


def without_active(game: Game, picture: Picture) -> Picture:
    """The picture with nothing active."""
    forces = picture.forces
    if forces.active is None:
        return picture
    if _stays_awake(game, forces):
        return replace(picture, forces=forces.laid_aside(rested(forces.active)))
    return replace(picture, forces=replace(forces.with_unit(worn(game, forces, forces.active)), active=None))


@rule("TOCS-W10.0-4", "TOCS-W5.0-2")
def end_activation(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """End the activation: the unit degrades one state for having been activated; an HQ is laid aside with what it has left."""
    forces: Forces = moment.board.forces[side]
    if forces.active is None:
        return ()
    if _stays_awake(moment.game, forces):
        return (e.StaffLaidAside(side, rested(forces.active)),)
    return (e.ActivationEnded(side, worn(moment.game, forces, forces.active)),)


@rule("TOCS-3.6-3", "TOCS-W2.1-6")
def _stays_awake(game: Game, forces: Forces) -> bool:
    """Does the active unit keep what AP it has? An HQ does, unless the switch lets it give its orders in turn only."""
    active = forces.active
    if active is None or active.ap == 0 or active.pending >= 0 or game.switches["headquarters_orders"] == "in_turn":
        return False
    return is_headquarters(forces.counters[active.unit])


@rule("TOCS-W10.3-3")
def take_up(moment: Moment, side: str, call: str, deficit: int) -> Outcome:
    """Activate a unit without paying yet: the act that follows pays the OP if it comes off."""
    forces: Forces = moment.board.forces[side]
    unit = forces.unit_called(call)
    if unit is None:
        return _at_sea(moment, side, call)
    if _goes_on(forces, unit) or unit.id in forces.staffs:
        return activate(moment, side, call, deficit)
    put_away = end_activation(moment, side)
    view = after(moment, put_away).board.view(moment.game, side)
    return Outcome((*put_away, e.ActivationChanged(side, _unpaid(view, view.forces.units[unit.id], deficit))))


def check_take_up(game: Game, picture: Picture, call: str, deficit: int) -> tuple[tuple[Refusal, ...], Picture]:
    """Why a unit cannot be activated, and the picture as if it had been, with its OP still owed."""
    unit = picture.forces.unit_called(call)
    if unit is None:
        return _check_at_sea(game, picture, call)
    if _goes_on(picture.forces, unit) or unit.id in picture.forces.staffs:
        return check_activate(game, picture, call, deficit)
    picture = without_active(game, picture)
    active = _unpaid(picture.view(game), picture.forces.units[unit.id], deficit)
    return (), replace(picture, forces=replace(picture.forces, active=active))


def _unpaid(view: View, unit: Unit, deficit: int) -> Activation:
    return replace(newly_active(view, unit), pending=deficit)


@rule("TOCS-W16.1-1", "TOCS-W16.0-4")
def _why_not_at_sea(forces: Forces, call: str) -> Refusal | None:
    """Why a ship, a fleet or aircraft over the water cannot begin to act: they do once an impulse. Ships that went to a lower box
    for nothing have not acted, and may do so again (TOCS-W16.0-4)."""
    grounded = forces.air.aircraft.get(call)
    ready = grounded is not None and grounded.box == READY and bool(forces.sea.ships)
    if not ready and call not in forces.sea.planes and not forces.sea.named(call):
        return illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1")
    ships = forces.sea.named(call)
    acted = call in forces.sea.planes or not ships or any(ship.acted for ship in ships)
    if call in forces.sea.done and forces.sea.active != call and acted:
        return illegal(say("{call} has acted in this impulse: say all it is to do in one line", call=call), "TOCS-W16.1-1")
    return None


@rule("TOCS-W16.1-1")
def _at_sea(moment: Moment, side: str, call: str) -> Outcome:
    """A ship, a fleet or aircraft over the water begin to act, for no OP."""
    forces: Forces = moment.board.forces[side]
    refused = _why_not_at_sea(forces, call)
    if refused:
        return Outcome((), replace(refused, kind="failed"))
    if forces.active is None and forces.sea.active == call:
        return Outcome(())
    return Outcome((*end_activation(moment, side), e.ShipActivated(side, call)))


def _check_at_sea(game: Game, picture: Picture, call: str) -> tuple[tuple[Refusal, ...], Picture]:
    """The same in a dry run."""
    refused = _why_not_at_sea(picture.forces, call)
    if refused:
        return (refused,), picture
    if picture.forces.active is None and picture.forces.sea.active == call:
        return (), picture
    forces = without_active(game, picture).forces
    sea = replace(forces.sea, active=call, done=tuple(sorted({*forces.sea.done, call})), found=None)
    return (), replace(picture, forces=replace(forces, active=None, sea=sea))


def wrong_element(picture: Picture, verb: str, sea: bool) -> Refusal | None:
    """Why an act is not for who acts: what ships do no unit does, and the other way round."""
    call = active_unit(picture)
    if sea == (picture.forces.active is None):
        return None
    if sea:
        return illegal(say("{verb} is for ships, and {call} is none", verb=verb.upper(), call=call), "TOCS-W16.1-1")
    return illegal(
        say("{verb} is not for ships or aircraft over the water: {call} is one", verb=verb.upper(), call=call), "TOCS-W16.1-1"
    )


def active_unit(picture: Picture) -> str:
    """The call of the active unit, or of the ship or fleet that acts, or ""."""
    active = picture.forces.active
    return picture.forces.counters[active.unit].call if active else picture.forces.sea.active


def points(picture: Picture) -> int:
    """OPs that can be spent now, over all pools."""
    return sum([pool.bank for pool in picture.forces.pools.values()])


def warnings(picture: Picture, call: str) -> tuple[str, ...]:
    """What a unit gives up when it is activated: its place in reserve, with the OP paid for it, and a work of many turns."""
    unit = picture.forces.unit_called(call)
    if unit is None:
        return ()
    lost = say("{call} gives up its reserve for this, and the OP paid for it is forfeit (TOCS-W10.21-4)", call=call)
    return (*((lost,) if unit.reserve and not _goes_on(picture.forces, unit) else ()), *_work_given_up(picture, unit, call))


def _work_given_up(picture: Picture, unit: Unit, call: str) -> tuple[str, ...]:
    """A work on file would go on by itself; a bridge is begun afresh in good order alone (TOCS-W10.13-1)."""
    task = picture.forces.tasks.get(unit.id)
    if task is None:
        return ()
    goes_on = say("left alone it continues the work by itself")
    if unit.state and task.kind in NEEDS_GOOD_ORDER:
        goes_on += say("; being {state} it cannot begin it afresh before it is in good order", state=say(STATES[unit.state]))
    done = say("{done} of {needs}", done=task.done, needs=task.needs) if task.needs else f"{task.done}"
    return (
        say(
            "{call} gives up its work for this: {work}, {done} turns done; {goes_on} (TOCS-W10.22-4)",
            call=call,
            work=say(task.words),
            done=done,
            goes_on=goes_on,
        ),
    )


def spent(picture: Picture) -> int:
    """OPs spent this impulse, over all pools."""
    return sum([pool.spent for pool in picture.forces.pools.values()])


CONDITIONS = (
    Verb("empty", ("empty",), "condition", phrase("nobody stands there")),
    Verb("occupied", ("occupied",), "condition", phrase("the enemy stands there")),
    Verb("ezoc", ("ezoc",), "condition", phrase("the enemy claims EZOC there")),
    Verb("unknown", ("unknown",), "condition", phrase("nothing is known of it")),
)
SEA_CONDITIONS = (
    Verb("ships", ("ships",), "condition", phrase("surface ships were found")),
    Verb("aircraft", ("aircraft",), "condition", phrase("aircraft were found")),
    Verb("subs", ("subs",), "condition", phrase("submarines were found")),
    Verb("nothing", ("nothing",), "condition", phrase("nothing was found")),
)
AT_SEA = {"ships": SURFACE, "aircraft": AIRCRAFT, "subs": SUBMARINES}
"""What an order may ask of the hex last asked about, and of the last search at sea."""


@rule("TOCS-W10.4-10")
def holds(picture: Picture, condition: Condition) -> bool | None:
    """Is it so of the hex last asked about? None when nothing is known of it."""
    return condition.holds(lambda test: answer(picture, test.verb))


def answer(picture: Picture, test: str) -> bool | None:
    """The answer to one word of a condition, None when nothing is known of the hex last asked about."""
    found, active = picture.forces.sea.found, picture.forces.active
    if test in AT_SEA or test == "nothing":
        return None if found is None else not found if test == "nothing" else AT_SEA[test] in found
    told = active.answer if active else ""
    if test == "unknown":
        return not told
    if not told:
        return None
    return {"empty": told != "occupied", "occupied": told == "occupied", "ezoc": "ezoc" in told}[test]


def unknown(picture: Picture, condition: Condition) -> bool:
    """Is the answer not known yet to what a condition asks?"""
    asked = [test.act.verb for test in condition.tests]
    if any(verb in AT_SEA or verb == "nothing" for verb in asked):
        return picture.forces.sea.found is None
    return answer(picture, "empty") is None


def suppose(picture: Picture, condition: Condition, so: bool) -> Picture:
    """The picture if a condition held, or did not, as far as that says what is so of the hex: all tests of its one way, or of one
    test what it is not."""
    if len(condition.ways) > 1 or (not so and len(condition.tests) > 1):
        return picture
    for test in condition.tests:
        picture = assume(picture, test.act.verb, so != test.negated)
    return picture


@rule("TOCS-W10.4-10")
def assume(picture: Picture, test: str, so: bool) -> Picture:
    """The picture if the hex last asked about were so, or not: what a branch may count on. Other questions stay open."""
    if test in AT_SEA or test == "nothing":
        return _assumed_at_sea(picture, test, so)
    active = picture.forces.active
    if active is None or active.asked is None or test == "unknown" or (test == "ezoc" and not so):
        return picture
    occupied = so if test == "occupied" else test == "empty" and not so
    look = Look("occupied" if occupied else "empty", test == "ezoc", picture.public.impulse_name)
    contacts = picture.contacts if occupied else close_contact(picture.contacts, active.asked)
    return replace(picture, looks={**picture.looks, active.asked: look}, contacts=contacts)


def _assumed_at_sea(picture: Picture, test: str, so: bool) -> Picture:
    """The picture if a search had found this, or nothing; what it did not find alone says nothing."""
    if not so:
        return picture
    found = () if test == "nothing" else (AT_SEA[test],)
    return replace(picture, forces=replace(picture.forces, sea=replace(picture.forces.sea, found=found)))
