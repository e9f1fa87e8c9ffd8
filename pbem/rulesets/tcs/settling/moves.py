"""A move on its way, one atom at a time: what is newly seen, the next hex, the end."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Firing
from pbem.rulesets.tcs.board import Moving, TacticalBoard
from pbem.rulesets.tcs.rules.armor_smoke import may_smoke_on_the_move
from pbem.rulesets.tcs.rules.barriers import barred
from pbem.rulesets.tcs.rules.movement import Country, spent_in
from pbem.rulesets.tcs.rules.overwatch import ends_movement, marked_together
from pbem.rulesets.tcs.seeing import names_for, smoke_news, tops
from pbem.rulesets.tcs.settling.armor_checks import armor_tried, is_through
from pbem.rulesets.tcs.settling.attacks import attack_goes_on
from pbem.rulesets.tcs.settling.barriers import barriers_shown, flattened
from pbem.rulesets.tcs.settling.close import assault_goes_on, closing_goes_on
from pbem.rulesets.tcs.settling.digging import works_shown
from pbem.rulesets.tcs.settling.direct import direct_goes_on
from pbem.rulesets.tcs.settling.fires import fire_goes_on
from pbem.rulesets.tcs.settling.mines import mines_met
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.settling.triggers import trigger_goes_on
from pbem.rulesets.tcs.standing_orders.so_asked import IsHalted
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

IN_THE_WAY = phrase("the enemy is in the way")
HALTED = phrase("by the condition of its orders")
STOPPED = phrase("stopped by fire")
NO_MORE_MP = phrase("too few MP are left")


def settle(moment: Moment) -> tuple[e.Event, ...] | None:
    """The next atom; None when nothing is on its way and nothing is newly seen."""
    board = moment.board
    if board.look:
        return newly_seen(moment)
    if board.direct:
        return direct_goes_on(moment, board.direct)
    if board.flares:
        return (t.LightLit(board.flares[0]),)
    if board.attacks:
        return attack_goes_on(moment)
    if board.mined:
        return mines_met(moment, board.mined)
    if board.firing != RESTING and (events := _firing(moment, board.firing)):
        return events
    return _moving(moment, board, board.moving) if board.moving else None


RESTING = Firing()


def _firing(moment: Moment, firing: Firing) -> tuple[e.Event, ...] | None:
    """The next atom of fire and close combat, None when none is on its way."""
    if firing.orders:
        return fire_goes_on(moment)
    if firing.due and is_through(moment.game, firing):
        return armor_tried(moment, firing.due[0])
    if firing.trigger:
        return trigger_goes_on(moment, firing.trigger)
    if firing.closing:
        return closing_goes_on(moment, firing.closing)
    return assault_goes_on(moment, firing.assaults[0]) if firing.fighting and firing.assaults else None


def _moving(moment: Moment, board: TacticalBoard, moving: Moving) -> tuple[e.Event, ...]:
    """The next atom of a move: a halt, a hex, the end."""
    smoking = _smoking(board, moving)
    if smoking:
        return (t.SmokeMade(moving.side, smoking, moving.smoke_at or Hex(""), "move"),)
    if moving.halts and moving.path and moment.ask(moving.side, IsHalted(moving.units, moving.halts)):
        return _ended(board, moving, HALTED)
    return _step(moment, board, moving)


@rule("TCSARM-4.6-2")
def _smoking(board: TacticalBoard, moving: Moving) -> tuple[str, ...]:
    """Those of the moving tanks that make smoke where they are now, by their order."""
    units = board.forces[moving.side].units
    there = (units[name] for name in moving.units if name in units)
    return tuple(u.id for u in there if u.hex == moving.smoke_at and may_smoke_on_the_move(u) and not ends_movement(u))


@rule("TCSB-7-3", "TCSB-7-9")
def newly_seen(moment: Moment) -> tuple[e.Event, ...]:
    """Enemy counters that a side has no name for and is shown now get one."""
    board, events = moment.board, list[e.Event]()
    for side in sorted(board.forces):
        enemies = board.forces[moment.game.other(side)].units
        fresh = [enemies[unit] for unit in tops(moment.game, board, side) if unit not in board.shown[side]]
        fresh.sort(key=lambda unit: unit.hex)  # one of a hex is shown: by place, since their order of battle is not known
        events += [e.EnemyShown(side, unit, name) for unit, name in names_for(board, side, fresh).items()]
        smoke = smoke_news(moment.game, board, side)
        events += [e.SmokeShown(side, smoke)] if smoke else []
        events += barriers_shown(moment, side)
    return (*events, *works_shown(moment), e.SightChecked())


@rule("TCSB-20-7", "TCSB-20-1", "TCSB-14-16", "TCSB-20-5", "TCSB-27-9")
def _step(moment: Moment, board: TacticalBoard, moving: Moving) -> tuple[e.Event, ...]:
    """The next hex, or the end: of the path, of their MP, or before an enemy who was not known of."""
    side, calls, path = moving.side, moving.units, moving.path
    own = board.forces[side].units
    units = tuple(own[call] for call in calls if call in own and not ends_movement(own[call]) and not own[call].over)
    if not path or not units:
        return _ended(board, moving, "" if not path else STOPPED)
    if board.forces[moment.game.other(side)].at(path[0]):
        return _ended(board, moving, IN_THE_WAY)
    known = board.forces[side]
    over = Country(moment.game.book, moment.game.ground, board.smoke, known.mined, barred(moment.game.book, known))
    paid = _paid(over, units, path)
    if paid is None:
        return _ended(board, moving, NO_MORE_MP)
    here, names = units[0].hex, tuple(unit.id for unit in units)
    entered = t.UnitsEntered(side, names, here, path[0], direction(here, path[0]) or "", paid)
    return (entered, *_undug(known, names), *flattened(moment, side, units, path[0], paid))


@rule("TCSPD-7-1")
def _undug(forces: TacticalForces, leaving: tuple[str, ...]) -> Iterator[t.DigEnded]:
    """Who leaves the hex where it digs loses what was accrued, though it come back."""
    return (t.DigEnded(forces.side, name, forces.digging[name].hex) for name in leaving if name in forces.digging)


@rule("TCSB-14-10")
def _ended(board: TacticalBoard, moving: Moving, why: str) -> tuple[e.Event, ...]:
    """A move is over; who joins a stack that is marked is marked, and a marked one marks those that it joins."""
    forces = board.forces[moving.side]
    ended = t.MoveEnded(moving.side, moving.units, why)
    places = dict.fromkeys(forces.units[name].hex for name in moving.units if name in forces.units)
    marked = (unit for place in places for unit in marked_together(forces.at(place)))
    return (ended, *(t.Marked(moving.side, unit.id, "overwatch", True, unit.spent) for unit in marked))


def _paid(over: Country, units: tuple[TacticalUnit, ...], path: tuple[str, ...]) -> tuple[int, ...] | None:
    """What each has spent once it is in the next hex; None where one cannot pay."""
    hex_ = next(h for h in over.ground.neighbours(units[0].hex) if h == path[0])
    spent = [spent_in(over, unit, hex_) for unit in units]
    paid = tuple(now for now in spent if now is not None)
    return paid if len(paid) == len(units) else None
