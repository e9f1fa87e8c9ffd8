"""A train on its way, hex by hex: what it passes, where it is stopped, who fights then; and when it comes on (TOCS-W12.3)."""

from typing import NamedTuple

from pbem.kernel.decisions import Refusal, failed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, fixed
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.resolution import air_eyes, combat, discovery
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import Train, Unit

Events = tuple[e.Event, ...]


@rule("TOCS-W12.3-2", "TOCS-W12.3-5", "TOCS-W12.3-9", "MASL-16.9-3", "MASL-16.9-4")
def driven(moment: Moment, side: str, train: Train, path: tuple[Position, ...]) -> Outcome:
    """Along a path as far as the line is really open; through the enemy's hexes without a stop, a fight or a change of
    owner, held, empty or fought over."""
    board: Board = moment.board
    at = safe = Position(train.hex, train.bank)
    told: list[e.Event] = []
    for to in path:
        if railways.onward(board.ground_view(moment.game, side), at, to.hex) is None:
            return _stopped(moment, side, train, _Halt(at, safe), (*told, *discovery.learnt(moment, side, at.hex, train.call)))
        train = replace(train, gone=train.gone + railways.cost(moment.game, at.hex, to.hex))
        told += air_eyes.train(moment, side, to.hex)
        if _blocked(board, to.hex):
            return _stopped(moment, side, train, _Halt(to, safe), (*told, *_found(moment, side, train, to.hex)))
        if _ambushes(moment, side, to.hex):
            return _stopped(moment, side, train, _Halt(to, safe, ambush=True), tuple(told))
        if to != path[-1] and not _own(board, side, to.hex) and _held(moment, side, to.hex):
            told.append(e.TrainPassed(side, to.hex))
        at = to
        safe = at if _own(board, side, at.hex) else safe
    return Outcome((*told, _moved(board, side, train, safe, "moved")))


class _Halt(NamedTuple):
    """Where a train is stopped: the place it came to, and the last one on its way that is its side's, where it waits; ambush: by
    the enemy alone."""

    at: Position
    safe: Position
    ambush: bool = False


@rule("MASL-16.9-5")
def _ambushes(moment: Moment, side: str, hex_: Hex) -> bool:
    """Does the enemy stop a train in a hex that he holds, where nobody fights yet?"""
    board: Board = moment.board
    if moment.game.switches["train_in_enemy_hex"] == "passes" or hex_ in board.public.engaged:
        return False
    return bool(board.occupants(hex_, moment.game.other(side)))


def _own(board: Board, side: str, hex_: Hex) -> bool:
    return board.public.owner[hex_] == side and hex_ not in board.public.engaged


def _held(moment: Moment, side: str, hex_: Hex) -> bool:
    board: Board = moment.board
    return hex_ in board.public.engaged or bool(board.occupants(hex_, moment.game.other(side)))


def _blocked(board: Board, hex_: Hex) -> bool:
    return any(laid.kind == "roadblock" for laid in board.obstacles.get(hex_, ()))


def _found(moment: Moment, side: str, train: Train, hex_: Hex) -> Events:
    return (e.FixedFound(side, train.call, hex_, fixed(moment.board, hex_)),)


def _moved(board: Board, side: str, train: Train, at: Position, why: str) -> e.TrainChanged:
    """The train, its points of movement spent, and all on it in another hex."""
    now = replace(train, hex=at.hex, bank=at.bank)
    riding = tuple(replace(u, hex=at.hex, bank=at.bank) for u in board.forces[side].aboard(now.id))
    return e.TrainChanged(side, now, riding, why)


@rule("TOCS-W12.3-4", "TOCS-W12.3-6", "TOCS-W12.3-7", "TOCS-W12.3-9")
def _stopped(moment: Moment, side: str, train: Train, halt: _Halt, told: Events) -> Outcome:
    """A roadblock, or a bridge that is down: the train waits on the last hex of its way that is its side's. Troops on foot
    get off: into an engagement they join it, against the enemy they are ambushed, in an empty hex they take it."""
    (at, safe, _), board = halt, moment.board
    stop = _why(train, halt)
    if not halt.ambush and moment.game.switches["stopped_train"] == "blocks":
        train = replace(train, barred=at.hex)
    waits = _moved(board, side, train, safe, say("stopped in {at}", at=at.hex))
    told = (*told, waits)
    if _own(board, side, at.hex):
        return Outcome((*told, _moved(board, side, train, at, say("waits there"))), stop)
    now = after(moment, told)
    forces = now.board.forces[side]
    on_foot = railways.riders(forces, forces.trains[train.id])
    if not on_foot:
        return Outcome(told, stop)
    if at.hex in board.public.engaged and moment.game.switches["train_in_engagement"] == "passes":
        return Outcome(told, stop)
    if at.hex in board.public.engaged:
        joined = tuple(replace(u, hex=at.hex, bank=at.bank, origin=safe.hex, train="") for u in on_foot)
        return Outcome((*told, *(e.UnitChanged(side, u, phrase("joined the engagement")) for u in joined)), stop, True)
    entered = e.HexEntered(side, on_foot[0].id, at.hex)
    off = tuple(replace(u, train="") for u in on_foot)
    told = (*told, *(e.UnitChanged(side, u, phrase("got off the train")) for u in off), entered)
    if board.occupants(at.hex, moment.game.other(side)):
        fight = combat.ambushed(after(moment, told), side, off, (at.hex, _next(moment, side, at.hex, safe.hex)))
        return Outcome((*told, *fight), stop, True)
    came = tuple(e.UnitChanged(side, replace(u, hex=at.hex, bank=at.bank), phrase("moved")) for u in off)
    return Outcome((*told, *came, e.OwnerChanged(at.hex, side, phrase("entered"))), stop)


def _why(train: Train, halt: _Halt) -> Refusal:
    """Why a train did not come to where it was sent."""
    if halt.ambush:
        words = say("{call} ran into the enemy in {at} and backed out", call=train.call, at=halt.at.hex)
        return failed(words, "MASL-16.9-5")
    return failed(say("{call} is stopped in {at}: the line is blocked or broken", call=train.call, at=halt.at.hex), "TOCS-W12.3-4")


def _next(moment: Moment, side: str, hex_: Hex, safe: Hex) -> Hex:
    """The hex out of which they come to the fight: along the line, the one they are in if it is next to it."""
    near = [h for h in moment.game.ground.neighbours[hex_] if (hex_, h) in moment.game.ground.rails]
    return safe if safe in near or not near else min(near)


@rule("TOCS-W12.3-1", "MASL-16.9-1")
def arrived(moment: Moment) -> Events:
    """Trains that are due come on where the module says, with those on board, once their side holds the place."""
    board: Board = moment.board
    events: list[e.Event] = []
    for side, forces in sorted(board.forces.items()):
        for train in _due(board, forces):
            on = tuple(_aboard(u, train) for u in forces.units.values() if u.train == train.id and u.status == "off")
            events.append(e.TrainChanged(side, replace(train, status="on"), on, phrase("comes on")))
    return tuple(events)


def _aboard(unit: Unit, train: Train) -> Unit:
    return replace(unit, status="map", hex=train.hex, bank=train.bank, entered=train.hex)


def _due(board: Board, forces: Forces) -> list[Train]:
    """The trains of a side that can come on: it is their turn, and the place is its own."""
    waiting = (train for _, train in sorted(forces.trains.items()) if train.status == "off" and train.due <= board.public.turn)
    return [train for train in waiting if _own(board, forces.side, train.hex)]
