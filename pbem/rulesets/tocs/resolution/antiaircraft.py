"""Guns fire at what flies over: order, shot, result, rate of fire (TOCS-W14.5, MASL-7.1-5, MASL-7.1-7).

The flyer is told nothing of a gun but what its shots do; the dice are the gunner's alone.
"""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.rules import flak
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.standing_orders.asked import FiresAtAircraft


class Fired(Value):
    """The shots at aircraft over one hex, and what came of each, misses left out."""

    events: tuple[e.Event, ...]
    results: tuple[str, ...]


@rule("TOCS-W14.5-1", "TOCS-W14.5-2", "MASL-7.1-5", "MASL-7.1-7", "TOCS-W15.15-4")
def fired(moment: Moment, gunner: str, at: flak.Formation, hex_: Hex) -> Fired:
    """Every gun of a side that bears and may, once; the next fires at what the last one left of the formation's order."""
    board: Board = moment.board
    grid = moment.game.grid("aa-combat")
    ready = flak.guns(board.forces[gunner], frozenset(board.public.engaged))
    events: tuple[e.Event, ...] = ()
    results: list[str] = []
    for gun in flak.in_order(grid, ready, at, hex_):
        shot = _shot(after(moment, events), gunner, gun, flak.Shot(
            gun, at, hex_, board.public.weather.cloud == "overcast", light(moment.game, board.public) == "night",
            flak.reach(grid, gun.kind),
        ))  # fmt: skip
        if shot:
            events = (*events, shot)
            results.append(shot.result)
    return Fired(events, tuple(r for r in results if r != flak.MISSED))


def _shot(moment: Moment, side: str, gun: flak.Gun, shot: flak.Shot) -> e.FlakFired | None:
    """One gun's shot, None when its orders have it hold."""
    board: Board = moment.board
    forces = board.forces[side]
    before = sum(1 for name in forces.shots if name.startswith(f"{gun.unit}/"))
    if not moment.ask(side, FiresAtAircraft(gun.call, gun.kind, shot.hex, shot.at.name, before)):
        return None
    grid = moment.game.grid("aa-combat")
    here = forces.shots.count(f"{gun.unit}/{shot.hex}") + 1
    name = f"{gun.call}/{board.public.impulse_name}/{shot.hex}/{here}"
    throw = moment.dice.throw(f"flak/{name}", grid.dice.roll)
    drms = flak.drms(grid, shot)
    result = flak.result(grid, gun, throw.total + sum(value for _, value in drms))
    rate = moment.dice.throw(f"rate/{name}", flak.rate_die(grid))
    keeps = flak.keeps_firing(gun, rate.total)
    unit = forces.units[gun.unit]
    seen = tuple(drm for drm in drms if drm[0] in flak.SEEN)
    return e.FlakFired(side, unit if keeps else degraded(unit), shot.hex, shot.at.name, throw, seen, result, rate, keeps)
