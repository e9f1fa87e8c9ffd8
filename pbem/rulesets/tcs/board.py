"""The board: what is true. A fold of events."""

from collections.abc import Mapping
from typing import get_args

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.orders.tree import Condition
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import folding
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Firing, HexAttack
from pbem.rulesets.tcs.firing import after_fire, after_own, after_public
from pbem.rulesets.tcs.plots import Barrier, CountedHex, Flown, Gunnery, Minefield
from pbem.rulesets.tcs.rules.barriers import with_barrier
from pbem.rulesets.tcs.rules.digging import DugPosition, held_by
from pbem.rulesets.tcs.rules.minefields import is_hindered
from pbem.rulesets.tcs.rules.smoke import thinned
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces

VISIBLE = (
    t.UnitsEntered, t.UnitCorrected, t.CountersPatched, t.PlatoonsCombined, t.PlatoonBroken, t.ModeChanged, t.Marked, t.Mounted,
    t.AreaFired, t.PointFired, t.AtThrown, t.UnitStruck, t.MoraleTried, t.ArmorTried, t.UnitsButtoned, t.FellBack, t.ClosedIn,
    t.CloseOver, t.MortarFired, t.DirectFired, t.SmokeMade, t.CrowdedOut, t.UnitsArrived, t.UnitsLeft,
)  # fmt: skip
"""Own events of which an enemy who sees the hex sees what they change."""
_OWN, _PUBLIC, _FIRE = get_args(t.OwnTold), get_args(t.PublicTold), get_args(e.Fire)


class Moving(Value):
    """A move on its way: whose, the units that go together, the hexes before them, what stops them, where they make smoke."""

    side: str
    units: tuple[str, ...]
    path: tuple[Hex, ...]
    halts: tuple[Condition, ...] = ()
    smoke_at: Hex | None = None


class Mined(Value):
    """Units that have just come into a minefield, or changed mode in one, and whom it strikes; entered: they pay for it."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    entered: bool


class TacticalBoard(Value):
    """Everything that is so. held: hexes by the side that holds them; shown: of each side, the enemy units that its desk has a name
    for, with the name; named: how many names it has given, by the word they begin with; moving: the move that settle takes on;
    look: something has changed that may be newly seen; attacks: those on their way, the first first; fires: how often each unit has
    fired in this turn; smoke_known: markers of smoke as each side knows of them; gunnery: how far that phase has come; firing: fire
    and close combat on their way; mines: all fields; mined: who is in one now; mines_met: how often any was, in the game;
    barriers: all wire and roadblocks;
    flares: illumination of mortars that is still to burn; direct: fire of a battery on the map that is still to strike;
    brief_smoke: markers of smoke that are gone when the segment ends."""

    public: PublicKnowledge
    forces: Mapping[str, TacticalForces]
    held: Mapping[Hex, str]
    shown: Mapping[str, Mapping[str, str]]
    named: Mapping[str, Mapping[str, int]]
    smoke: Mapping[Hex, int] = field(default_factory=dict)
    works: Mapping[Hex, DugPosition] = field(default_factory=dict)
    works_shown: Mapping[str, Mapping[Hex, DugPosition]] = field(default_factory=dict)
    moving: Moving | None = None
    look: bool = False
    attacks: tuple[HexAttack, ...] = ()
    fires: Mapping[str, int] = field(default_factory=dict)
    smoke_known: Mapping[str, Mapping[Hex, int]] = field(default_factory=dict)
    gunnery: Gunnery = Gunnery()
    firing: Firing = Firing()
    mines: Mapping[Hex, Minefield] = field(default_factory=dict)
    mined: Mined | None = None
    mines_met: int = 0
    flares: tuple[Hex, ...] = ()
    direct: t.DirectFired | None = None
    brief_smoke: Mapping[Hex, int] = field(default_factory=dict)
    barriers: Mapping[Hex, Barrier] = field(default_factory=dict)


@kept(8)
def apply(board: TacticalBoard, event: e.Event) -> TacticalBoard:
    """The board after an event. Who observes it asks for the same board that is then taken on."""
    if isinstance(event, _OWN):
        enemy = next(side for side in board.forces if side != event.side)
        forces = {**board.forces, event.side: folding.own(board.forces[event.side], event)}
        return _moved(replace(board, forces=forces, firing=after_own(board.firing, event, enemy)), event)
    if isinstance(event, _PUBLIC):
        forces = {side: folding.of_all(of, event) for side, of in board.forces.items()}
        return _public(replace(board, public=folding.public(board.public, event), forces=forces, look=True), event)
    if isinstance(event, _FIRE):
        return replace(board, firing=after_fire(board.firing, event))
    match event:
        case e.EnemyShown(side, unit, name):
            word, number = name.rsplit("-", 1)
            shown = {**board.shown, side: {**board.shown[side], unit: name}}
            return replace(board, shown=shown, named={**board.named, side: {**board.named[side], word: int(number)}})
        case e.NamesDropped(side, units):
            left = {unit: name for unit, name in board.shown[side].items() if unit not in units}
            return replace(board, shown={**board.shown, side: left})
        case e.SheafsFell() | e.SmokeLaid() | e.SmokeShown() | e.MinesShown() | e.BarrierShown():
            return _shelled(board, event)
    return _lasting(board, event)


def _lasting(board: TacticalBoard, event: e.Event) -> TacticalBoard:
    """What strikes hexes, what is dug in them, what has been looked at or taken up. TypeError for no event of TCS."""
    if isinstance(event, e.SightChecked):
        return replace(board, look=False)
    if isinstance(event, e.DirectTaken):
        return replace(board, direct=None)
    if isinstance(event, e.WorksChanged | e.WorksShown):
        return _dug(board, event)
    if isinstance(event, e.AttackBegan | e.AttackWentOn | e.AttackEnded):
        return replace(board, attacks=_struck(board.attacks, event))
    raise TypeError(f"no event of TCS: {event}")


def _struck(attacks: tuple[HexAttack, ...], event: e.AttackBegan | e.AttackWentOn | e.AttackEnded) -> tuple[HexAttack, ...]:
    """What strikes hexes, the first first."""
    match event:
        case e.AttackBegan(attack):
            return (*attacks, attack)
        case e.AttackWentOn(attack):
            return (attack, *attacks[1:])
    return attacks[1:]


def _shelled(
    board: TacticalBoard, event: e.SheafsFell | e.SmokeLaid | e.SmokeShown | e.MinesShown | e.BarrierShown
) -> TacticalBoard:
    match event:
        case e.SheafsFell(volley):
            return replace(board, gunnery=replace(board.gunnery, volley=volley), look=True)
        case e.SmokeLaid(smoke):
            return replace(board, smoke=folding.with_smoke(board.smoke, smoke), look=True)
        case e.MinesShown(side, hex_, laid):
            forces = replace(board.forces[side], mines=folding.with_field(board.forces[side].mines, hex_, laid))
            return replace(board, forces={**board.forces, side: forces})
        case e.BarrierShown(side, hex_, barrier, stands):
            seen = with_barrier(board.forces[side].barriers, hex_, barrier if stands else None)
            return replace(board, forces={**board.forces, side: replace(board.forces[side], barriers=seen)})
    known = folding.smoke_as_seen(board.smoke_known.get(event.side, {}), event.smoke)
    return replace(board, smoke_known={**board.smoke_known, event.side: known})


def _public(board: TacticalBoard, event: t.PublicTold) -> TacticalBoard:
    """What an event that both sides know does beside."""
    board = replace(board, firing=after_public(board.firing, event))
    match event:
        case t.GunsOrdered(first):
            return replace(board, gunnery=Gunnery(first))
        case t.SegmentBegan() | t.ActionEnded() | t.PlayStopped():
            return _cleared(board)
        case t.LightLit():
            return replace(board, flares=board.flares[1:])
        case t.CleanUpDone():
            known = {side: thinned(smoke) for side, smoke in board.smoke_known.items()}
            return replace(board, smoke=thinned(board.smoke), smoke_known=known, gunnery=Gunnery(), fires={})
    return board


def _dug(board: TacticalBoard, event: e.WorksChanged | e.WorksShown) -> TacticalBoard:
    """Works as they are now, or as a desk knows them."""
    if isinstance(event, e.WorksChanged):
        return replace(board, works=_with(board.works, event.hex, event.position), look=True)
    known = _with(board.works_shown.get(event.side, {}), event.hex, event.position)
    return replace(board, works_shown={**board.works_shown, event.side: known})


def _moved(board: TacticalBoard, event: t.OwnTold) -> TacticalBoard:
    """What of an own event is not its side's forces alone."""
    match event:
        case t.MoveBegan(side, units, path, halts, smoke_at):
            return replace(board, moving=Moving(side, units, path, halts, smoke_at))
        case t.UnitsEntered(side, units, _, hex_):
            moving = replace(board.moving, path=board.moving.path[1:]) if board.moving else Moving(side, units, ())
            return replace(_taken(board, side, hex_), moving=moving, look=True, mined=_in_mines(board, side, units, True))
        case t.MoveEnded():
            return replace(board, moving=None)
        case t.AreaFired() | t.PointFired() | t.AtThrown():
            return replace(board, look=True, fires=_counted(board.fires, event))
        case t.MissionOver() | t.SortieCame() | t.RunFlown():
            return replace(board, gunnery=_gunnery(board.gunnery, event), look=True)
        case (
            t.SmokeMade() | t.ModeChanged() | t.ClosedIn() | t.MinesMet() | t.BreachTried() | t.MortarFired() | t.DirectFired()
            | t.UnitsArrived() | t.BarrierTried()
        ):  # fmt: skip
            return _of_the_ground(board, event)
        case t.HexCorrected(side, hex_) | t.CloseOver(side, _, hex_, _, True):
            return replace(_taken(board, side, hex_), look=True)
    return replace(board, look=True) if isinstance(event, VISIBLE) else board


@rule("TCSARM-4.6-1", "TCSARM-4.6-2")
def _smoked(board: TacticalBoard, event: t.SmokeMade) -> TacticalBoard:
    """A marker for each tank; what was fired is gone when the segment ends, what was made on the move stays as a mortar's does."""
    fallen = (CountedHex(event.hex, len(event.units)),)
    smoke, moving = folding.with_smoke(board.smoke, fallen), board.moving
    if event.manner == "move":
        return replace(board, smoke=smoke, look=True, moving=replace(moving, smoke_at=None) if moving else None)
    return replace(board, smoke=smoke, look=True, brief_smoke=folding.with_smoke(board.brief_smoke, fallen))


@rule("TCSARM-4.6-1")
def _cleared(board: TacticalBoard) -> TacticalBoard:
    """A segment is over: the smoke that tanks fired in it is gone."""
    if not board.brief_smoke:
        return board
    left = {hex_: many - board.brief_smoke.get(hex_, 0) for hex_, many in board.smoke.items()}
    return replace(board, smoke={hex_: many for hex_, many in left.items() if many > 0}, brief_smoke={}, look=True)


def _gunnery(now: Gunnery, event: t.MissionOver | t.SortieCame | t.RunFlown) -> Gunnery:
    match event:
        case t.SortieCame(side, sortie, _, came):
            return replace(now, flown=Flown(side, sortie) if came else None)
        case t.RunFlown(side, sortie, run):
            return replace(now, flown=Flown(side, sortie, run) if run < len(sortie.targets) else None)
    return replace(now, last=event.side, volley=None)


@rule("TCSB-21-1", "TCSB-21-7")
def _in_mines(board: TacticalBoard, side: str, units: tuple[str, ...], entered: bool) -> Mined | None:
    """Those of some units, all in one hex, whom a minefield there strikes; None where there is none, or they know the lanes."""
    forces = board.forces[side]
    here = forces.units[units[0]].hex
    laid = board.mines.get(here)
    if laid is None:
        return None
    struck = tuple(name for name in units if is_hindered(laid.side == side, forces.is_on_lane(forces.units[name])))
    return Mined(side, struck, here, entered) if struck else None


def _of_the_ground(
    board: TacticalBoard,
    event: t.SmokeMade | t.ModeChanged | t.ClosedIn | t.MinesMet | t.BreachTried | t.MortarFired | t.DirectFired | t.UnitsArrived
    | t.BarrierTried,
) -> TacticalBoard:  # fmt: skip
    """Mines that somebody is in, or that were met or breached, barriers that are gone; smoke and light of mortars; hexes that
    newcomers stand in."""
    if isinstance(event, t.UnitsArrived):
        for place in dict.fromkeys(unit.hex for unit in event.units):
            board = _taken(board, event.side, place)
        return replace(board, look=True)
    match event:
        case t.SmokeMade():
            return _smoked(board, event)
        case t.MortarFired(_, _, hex_, markers):
            smoke = folding.with_smoke(board.smoke, (CountedHex(hex_, markers),)) if markers else board.smoke
            return replace(board, look=True, smoke=smoke, flares=board.flares if markers else (*board.flares, hex_))
        case t.DirectFired():
            return replace(board, look=True, direct=event)
        case t.ModeChanged(side, unit):
            return replace(board, look=True, mined=_in_mines(board, side, (unit,), False))
        case t.ClosedIn(side, units):
            return replace(board, look=True, mined=_in_mines(board, side, units, True))
        case t.MinesMet():
            return replace(board, mined=None, mines_met=board.mines_met + 1, look=True)
    return _breached(board, event) if event.worked else board


def _breached(board: TacticalBoard, event: t.BreachTried | t.BarrierTried) -> TacticalBoard:
    """The way is open, or less mined."""
    if isinstance(event, t.BreachTried):
        return replace(board, mines=folding.with_field(board.mines, event.hex, event.field))
    return replace(board, barriers=with_barrier(board.barriers, event.hex, None), look=True)


def _counted(fires: Mapping[str, int], event: t.AreaFired | t.PointFired | t.AtThrown) -> Mapping[str, int]:
    units = event.units if isinstance(event, t.AreaFired) else (event.unit,)
    return {**fires, **{unit: fires.get(unit, 0) + 1 for unit in units}}


@rule("TCSB-28-2", "TCSPD-9-3")
def _taken(board: TacticalBoard, side: str, hex_: Hex) -> TacticalBoard:
    """A hex is held by the side whose unit entered it last."""
    board = replace(board, held={**board.held, hex_: side})
    position = board.works.get(hex_)
    if position is None or position.owner == side:
        return board
    return replace(board, works={**board.works, hex_: held_by(position, side)}, look=True)


def _with(works: Mapping[Hex, DugPosition], hex_: Hex, position: DugPosition | None) -> Mapping[Hex, DugPosition]:
    left = {place: there for place, there in works.items() if place != hex_}
    return {**left, hex_: position} if position else left
