"""What must be so in any play: at every pause of it (`check_invariants`) and in every event of it (`check_events`)."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from pbem.kernel.hexes import distance
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, apply, fixed
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.afloat import sinking
from pbem.rulesets.tocs.rules.bridges import altered
from pbem.rulesets.tocs.rules.works import LEVELS
from pbem.rulesets.tocs.units import Activation, SupplySource
from tests.opened import TocsPlay

# ---------------------------------------------------------------- at a pause


def check_invariants(play: TocsPlay | SimpleNamespace) -> None:
    """What must be so at any pause, whatever was ordered and thrown."""
    game: Game = play.game
    board: Board = play.situation.board
    public = board.public
    where = {side: {u.hex for u in c.on_map()} for side, c in board.forces.items()}
    blue, red = where.values()
    assert blue & red == set(public.engaged), "enemies share exactly the engagement hexes"
    _check_map(game, board)
    for side, c in board.forces.items():
        _check_units(game, c)
        _check_points(c)
        _check_sources(game, board, c)
        foreign = {h for h in where[side] if public.owner[h] != side and h not in public.engaged}
        assert not foreign, f"{side} stands on ground it does not own: {foreign}"
        _check_picture(play, board, side)
        assert not sinking(board.view(game, side)), f"{side} has somebody on open water without boats"
    assert all(public.owner[h] == defender for h, defender in public.engaged.items())


def _check_map(game: Game, board: Board) -> None:
    """Every hex has one status; what is marked or fixed lies on the map; the weather is one there can be."""
    public, hexes = board.public, set(game.ground.hexes)
    assert set(public.owner) == hexes and set(public.owner.values()) <= {*board.forces, ""}
    marked = (
        public.engaged,
        public.resolved,
        public.fought,
        public.announced,
        public.interdicted,
        public.bases,
        board.features,
        board.obstacles,
    )
    assert all(set(some) <= hexes for some in (*marked, *public.claims.values()))
    assert all(sides and set(sides) <= set(board.forces) for sides in public.interdicted.values())
    assert all(public.owner[h] == owner for h, (_, owner) in board.works.items()), "works on the enemy's ground"
    sky = public.weather
    assert sky.ice in ("", "foot", "vehicles") and (not sky.wind_from or sky.wind != "calm")


def _check_picture(play: Any, board: Board, side: str) -> None:
    """A desk knows what is public and its own, and nothing of works and fixtures that is not so."""
    picture = play.pictures[side]
    known = picture.public
    if not board.public.turn:  # before play the enemy's bases may be his secret
        assert known.bases.items() <= board.public.bases.items()
        known = replace(known, bases=board.public.bases)
    assert known == board.public, f"{side} pictures another perimeter, another sky or another clock"
    assert picture.forces == board.forces[side], f"{side} does not know its own camp"
    spans = {b.hex for b in board.spans if board.public.owner[b.hex] == side}
    unknown = [h for h in spans if altered(play.game.ground, picture.forces.spans, board.spans, h)]
    assert not unknown, f"{side} does not know the bridges on its ground: {unknown}"
    assert all(_dug(board, h, w, side) for h, w in picture.works.items()), "works that are not there"
    known = picture.features.items()
    assert all(set(things) <= set(fixed(board, h)) for h, things in known), "fixtures that are not there"


def _dug(board: Board, hex_: Any, known: tuple[str, str], side: str) -> bool:
    """Is a position as a side pictures it, or, the enemy's, better by now?"""
    level, owner = board.works.get(hex_, ("", ""))
    better = owner != side and level in LEVELS[LEVELS.index(known[0]) :]
    return (level, owner) == known or (owner == known[1] and better)


def _check_units(game: Game, c: Forces) -> None:
    for unit in c.units.values():
        printed = c.counter(unit)
        assert 0 <= unit.lost <= printed.steps and 0 <= unit.state <= 5
        assert (unit.status == "dead") == (unit.lost == printed.steps)
        banks = game.ground.banks.get(unit.hex, ((),))
        assert 0 <= unit.bank < len(banks)
        assert not unit.assigned or unit.assigned in c.units
    living = {u.id for u in c.on_map()}
    for active in (*c.staffs.values(), *((c.active,) if c.active else ())):
        _check_active(active, living)
    assert all(name == active.unit for name, active in c.staffs.items())
    assert not (c.active and c.active.unit in c.staffs), "a staff or an observer is in hand or laid aside, not both"
    assert set(c.woken) <= living and {a.unit for a in c.attacks} <= living
    assert {gun for m in c.missions for gun in m.batteries} <= set(c.units)
    assert set(c.activated) | set(c.rallied) | set(c.committed) | set(c.silent) | set(c.trails) <= set(c.units)
    assert len({a.unit for a in c.attacks}) == len(c.attacks), "a unit attacks one hex"
    assert all(a.ap >= 0 and a.pursue >= 0 for a in c.attacks)
    assert all(set(p.hexes) <= set(game.ground.hexes) for p in c.plans)
    assert all(name == task.unit and name in living and c.units[name].hex == task.hex for name, task in c.tasks.items())
    assert all(task.done < task.needs or not task.needs for task in c.tasks.values()), "done, and still on file"


def _check_active(active: Activation, living: set[str]) -> None:
    assert active.unit in living, "the dead are not in hand"
    assert active.ap >= 0 and active.mp >= 0 and active.given >= 0 and active.pending >= -1, active


def _check_points(c: Forces) -> None:
    """Operation points, and those for works: none is owed beyond what the rules lend."""
    for pool in c.pools.values():
        assert pool.bank >= 0 and pool.spent >= 0 and 0 <= pool.deficit <= 3 and pool.reserve >= 0, pool
    assert sum(p.deficit for p in c.pools.values()) <= 3
    assert c.credit >= 0 and c.labour >= 0 and c.windows >= 0


def _check_sources(game: Game, board: Board, c: Forces) -> None:
    """Stores hold what they can hold, and the enemy does not stand alone where they are (TOCS-W8.2-3)."""
    public = board.public
    theirs = {u.hex for side, other in board.forces.items() if side != c.side for u in other.on_map()} - set(public.engaged)
    for name, source in c.sources.items():
        assert name == source.id and source.sp >= 0 and 0 <= source.damage <= source.dp, source
        assert source.sp or source.kind != "mobile", "trucks with nothing on them are gone"
        assert source.hex in game.ground.terrain or source.kind == "edge", source
        assert not source.join or (source.join in c.units and c.units[source.join].status == "map"), source
        assert source.hex not in theirs or source.kind == "edge", f"{source} is where the enemy is master"


# ---------------------------------------------------------------- in the events

# Points change hands, place and name, but there are as many afterwards as before.
CONSERVED = ("loaded", "loaded on trucks", "dug in", "set up", "delivered", "unloaded", "moved", "joined", "arrived", "captured")
BROUGHT = ("off a train", "dropped", "come on by road", "the road home is open", "brought in by road")
COMES = {("off", "waiting"), ("waiting", "map"), ("off", "left"), ("waiting", "left")}  # of units that are to come


def check_events(board: Board, events: Iterable[Any]) -> Board:
    """The board after the events of one cause; no retreat goes nearer to its battle (TOCS-W19.5-1), steps come back where
    losses are made good alone (TOCS-W10.20-2, TOCS-W10.22-2), the dead stay dead, and supply points are conserved
    (TOCS-W8.5-1: an HQ draws one)."""
    kept = 0
    for event in events:
        match event:
            case e.UnitChanged(side, unit, why):
                _check_change(board, side, (unit, why))
            case e.SourceChanged(side, source, why):
                kept += _moved(board.forces[side].sources.get(source.id), source.sp, why)
            case e.ReplacementsChanged(_, left, _) | e.WrecksSought(left=left):
                assert min(left.men, left.vehicles, *left.repaired.values(), *left.wrecks.values(), 0) >= 0, left
            case e.SourceLost(side, source, why):
                kept += _moved(board.forces[side].sources[source.id], 0, why)
        board = apply(board, event)
    assert kept == 0, f"{kept} supply points came from nowhere"
    return board


def _check_change(board: Board, side: str, what: tuple[Any, str]) -> None:
    unit, why = what
    before = board.forces[side].units[unit.id]
    back = before.lost - unit.lost
    assert back > 0 if why == "made good" else back <= 0, f"{unit.id}: {back} steps back, {why}"
    coming = (before.status, unit.status) in COMES
    assert before.status == "map" or before == unit or coming, f"{unit.id} is {before.status} and {why}"
    if why == "retreated" and board.fight:
        near, far = (distance(u.hex, board.fight.hex) for u in (before, unit))
        assert far >= near and (far > 0 or unit.hex == before.hex), f"{unit.id} fell back toward the battle"


def _moved(before: SupplySource | None, now: int, why: str) -> int:
    """How many points changed hands; what is drawn, lost or brought is held to its own law here."""
    change = now - (before.sp if before else 0)
    if why in CONSERVED:
        return change
    if why in BROUGHT:
        assert change >= 0, why
    elif why.startswith("drawn by "):
        assert change == -1, why
    else:
        assert change <= 0, f"{why}: {change} supply points more"
    return 0
