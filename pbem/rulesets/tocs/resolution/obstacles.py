"""Mines and blocks on the way: what a unit that comes upon them finds, pays and suffers (TOCS-W10.10, W10.11)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, fixed, laid_by
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution import discovery
from pbem.rulesets.tocs.resolution.straying import Leg, doubled
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.morale import drms, morale_check
from pbem.rulesets.tocs.rules.movement import entry, forfeited, halted, pay
from pbem.rulesets.tocs.rules.withdrawal import steadiness
from pbem.rulesets.tocs.rules.works import sapper
from pbem.rulesets.tocs.standing_orders.asked import KnownMines, KnownObstacles
from pbem.rulesets.tocs.units import Activation, Unit

Events = tuple[e.Event, ...]


@rule("TOCS-1.9-3", "TOCS-W10.10-3", "TOCS-W10.11-9")
def come_upon(moment: Moment, side: str, unit: Unit, to: Hex) -> Events:
    """The enemy owes an answer on roadblocks and mines in ground that is entered, as to one who scouts it; and what this
    side thought was there and is not, it sees too."""
    there, call = fixed(moment.board, to), moment.board.forces[side].counter(unit).call
    found = (e.FixedFound(side, call, to, there),) if there or bool(moment.ask(side, KnownObstacles(to))) else ()
    return (*found, *discovery.learnt(moment, side, to, call))


def unknown(moment: Moment, side: str, hex_: Hex) -> bool:
    """Have mines or blocks been laid in a hex that this side has not found?"""
    return bool(set(moment.board.obstacles.get(hex_, ())) - set(moment.ask(side, KnownObstacles(hex_))))


@rule("TOCS-W10.10-5", "TOCS-W10.10-6", "TOCS-W10.10-4", "TOCS-W11.4-2")
def slowed(moment: Moment, side: str, leg: Leg) -> Leg | None:
    """A leg by a road that proves to be blocked: at the cost of the ground beside it, and in column no more; None when the
    unit cannot pay that, or there is no way but the road."""
    board: Board = moment.board
    to = leg.way.to.hex
    if not leg.way.road or not any(o.kind == "roadblock" for o in board.obstacles.get(to, ())):
        return leg
    view = board.view(moment.game, side)
    unit, active = view.forces.units[leg.active.unit], view.forces.held()
    way = entry(view, view.forces.counter(unit), Position(unit.hex, unit.bank), to, by_road=False)
    if way is None:
        return None
    way = doubled(view, unit, way, unit.hex)
    paid = pay(active, view.forces.counter(unit), way, "move")
    return Leg(way, paid) if paid else None


@rule("TOCS-W10.10-6")
def put_back(moment: Moment, side: str, to: Hex) -> Events:
    """The unit is where it came from, and what was left of the points it was moving on is gone."""
    board: Board = moment.board
    active = board.forces[side].held()
    lost = forfeited(active)
    call = board.forces[side].counters[active.unit].call
    return (e.ActivationChanged(side, lost), e.FixedFound(side, call, to, fixed(board, to)))


def mined(moment: Moment, side: str, hex_: Hex) -> bool:
    """Are there mines of the enemy's in a hex?"""
    return laid_by(moment.board, hex_, "minefield", moment.game.other(side))


@rule("TOCS-W10.11-4", "TOCS-W10.11-5", "TOCS-W2.6.4-4")
def into_mines(moment: Moment, side: str, unit: Unit) -> Events:
    """A unit has come into a hex with mines of the enemy's: it stops, its points are gone, and it checks its morale, unless
    it is of engineers who knew of them; failing, it is a state lower and has no AP left. () where there are none.

    moment: after the unit came in, its pictures as they were before.
    """
    if not mined(moment, side, unit.hex):
        return ()
    forces = moment.board.forces[side]
    stopped = halted(forces.held())
    halt = e.ActivationChanged(side, stopped)
    if sapper(forces.counter(unit)) and moment.ask(side, KnownMines(unit.hex)):
        return (halt,)
    return (halt, *_checked(moment, side, unit, stopped))


@rule("TOCS-W10.11-6")
def out_of_mines(moment: Moment, side: str) -> tuple[Events, bool]:
    """The active unit sets out from a hex with mines of the enemy's: 1 AP more, which `move_plan.plan` has seen to, and a
    check unless it is of engineers; failing, it stays, a state lower and without AP. Does it get out?"""
    board: Board = moment.board
    forces = board.forces[side]
    active = forces.held()
    unit = forces.units[active.unit]
    if not mined(moment, side, unit.hex):
        return (), True
    known = moment.ask(side, KnownMines(unit.hex))
    paid = replace(active, ap=active.ap - known)
    if sapper(forces.counter(unit)):
        return (e.ActivationChanged(side, paid),), True
    checked = _checked(moment, side, unit, paid)
    return (e.ActivationChanged(side, paid), *checked), len(checked) == 1


@rule("TOCS-W10.11-6")
def gets_out(moment: Moment, side: str, unit: Unit) -> tuple[Events, bool]:
    """A unit leaves its hex by an attack that meets nobody, or withdraws: all its AP are spent anyway, and mines of the
    enemy's there ask for the check; failing, it stays, a state lower."""
    if not mined(moment, side, unit.hex) or sapper(moment.board.forces[side].counter(unit)):
        return (), True
    thrown = _thrown(moment, side, unit)
    if thrown.passed:
        return (thrown,), True
    return (thrown, e.UnitChanged(side, degraded(thrown.unit), phrase("in the mines"))), False


def _thrown(moment: Moment, side: str, unit: Unit) -> e.MoraleChecked:
    """The throw of a morale check in the mines."""
    view = moment.board.view(moment.game, side)
    tried = replace(unit, tested=unit.tested + 1)
    nerve = steadiness(view, unit)
    occasion = f"mines/{view.forces.counter(unit).call}/{view.public.impulse_name}/{side}.{tried.tested}"
    throw, passed = morale_check(moment, occasion, nerve)
    drm, reasons = drms(moment.game.check("morale-check"), nerve)
    return e.MoraleChecked(side, tried, phrase("mines"), throw, drm, reasons, nerve.ml, passed)


@rule("TOCS-W10.11-8")
def _checked(moment: Moment, side: str, unit: Unit, active: Activation) -> Events:
    """A morale check in the mines: the throw alone when it is passed. What it costs comes on top of the wear of the activation."""
    thrown = _thrown(moment, side, unit)
    if thrown.passed:
        return (thrown,)
    lost = replace(halted(active), ap=0)
    return (thrown, e.UnitChanged(side, degraded(thrown.unit), phrase("in the mines")), e.ActivationChanged(side, lost))
