"""The board: what is true. A fold of events."""

from collections.abc import Mapping
from typing import get_args

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.orders.tree import Condition
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import folding
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Attack
from pbem.rulesets.tcs.view import Forces, Public

_OWN, _PUBLIC = get_args(t.OwnTold), get_args(t.PublicTold)


class Moving(Value):
    """A move on its way: whose, the units that go together, the hexes before them, what stops them."""

    side: str
    units: tuple[str, ...]
    path: tuple[Hex, ...]
    halts: tuple[Condition, ...] = ()


class Board(Value):
    """Everything that is so. held: hexes by the side that holds them; shown: of each side, the enemy units that its desk has a name
    for, with the name; named: how many names it has given, by the word they begin with; moving: the move that settle takes on;
    look: something has changed that may be newly seen; attacks: those on their way, the first first; fires: how often each unit has
    fired in this turn."""

    public: Public
    forces: Mapping[str, Forces]
    held: Mapping[Hex, str]
    shown: Mapping[str, Mapping[str, str]]
    named: Mapping[str, Mapping[str, int]]
    smoke: Mapping[Hex, int] = field(default_factory=dict)
    moving: Moving | None = None
    look: bool = False
    attacks: tuple[Attack, ...] = ()
    fires: Mapping[str, int] = field(default_factory=dict)


def apply(board: Board, event: e.Event) -> Board:
    """The board after an event."""
    if isinstance(event, _OWN):
        return _moved(replace(board, forces={**board.forces, event.side: folding.own(board.forces[event.side], event)}), event)
    if isinstance(event, _PUBLIC):
        forces = {side: folding.of_all(of, event) for side, of in board.forces.items()}
        fires = {} if isinstance(event, t.TurnEnded) else board.fires
        return replace(board, public=folding.public(board.public, event), forces=forces, look=True, fires=fires)
    match event:
        case e.EnemyShown(side, unit, name):
            word, number = name.rsplit("-", 1)
            shown = {**board.shown, side: {**board.shown[side], unit: name}}
            return replace(board, shown=shown, named={**board.named, side: {**board.named[side], word: int(number)}})
        case e.NamesDropped(side, units):
            left = {unit: name for unit, name in board.shown[side].items() if unit not in units}
            return replace(board, shown={**board.shown, side: left})
        case e.SightChecked():
            return replace(board, look=False)
        case e.AttackBegan(attack):
            return replace(board, attacks=(*board.attacks, attack))
        case e.AttackWentOn(attack):
            return replace(board, attacks=(attack, *board.attacks[1:]))
        case e.AttackEnded():
            return replace(board, attacks=board.attacks[1:])
    raise TypeError(f"no event of TCS: {event}")


def _moved(board: Board, event: t.OwnTold) -> Board:
    """What of an own event is not its side's forces alone."""
    match event:
        case t.MoveBegan(side, units, path, halts):
            return replace(board, moving=Moving(side, units, path, halts))
        case t.HexEntered(side, units, _, hex_):
            moving = replace(board.moving, path=board.moving.path[1:]) if board.moving else Moving(side, units, ())
            return replace(_taken(board, side, hex_), moving=moving, look=True)
        case t.MoveEnded():
            return replace(board, moving=None)
        case t.AreaFired(_, units):
            return replace(board, look=True, fires=_counted(board.fires, units))
        case t.PointFired(_, unit) | t.AtThrown(_, unit):
            return replace(board, look=True, fires=_counted(board.fires, (unit,)))
        case t.ModeChanged() | t.Marked() | t.Mounted() | t.UnitStruck() | t.MoraleTried() | t.FellBack():
            return replace(board, look=True)
    return board


def _counted(fires: Mapping[str, int], units: tuple[str, ...]) -> Mapping[str, int]:
    return {**fires, **{unit: fires.get(unit, 0) + 1 for unit in units}}


@rule("TCSB-28-2")
def _taken(board: Board, side: str, hex_: Hex) -> Board:
    """A hex is held by the side whose unit entered it last."""
    return replace(board, held={**board.held, hex_: side})
