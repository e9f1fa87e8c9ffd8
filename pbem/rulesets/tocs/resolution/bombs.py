"""Bombs on a hex: the roll, and whom and what it hits at random, friends too (TOCS-W15.13, W15.14)."""

from collections.abc import Iterator

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_fields, air_strike
from pbem.rulesets.tocs.rules import bombing, shellfire
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.units import Mission


class Load(Value):
    """What bombs a hex: the call of the flight, aircraft over it, pathfinders that mark it, hits over it; number: of the roll."""

    flight: str
    aircraft: int
    pathfinders: int
    hits: int
    number: int = 1


@rule("TOCS-W15.13-1", "TOCS-W15.13-2", "TOCS-W15.14-1", "TOCS-W15.0-3")
def fallen(moment: Moment, side: str, hex_: Hex, load: Load) -> tuple[e.Event, ...]:
    """One roll for a hex: all who are there and all that is built or stored there may be hit. From so high the crews see nothing
    of it; a hit by flak over the target is 1 off the roll (as ruling L6)."""
    grid = moment.game.grid("bombing")
    there = air_strike.there(moment, side, hex_)
    shoot = _shoot(moment, there, hex_)
    known = bombing.drms(grid, _facts(moment, there, hex_, load))
    known = (*known, *((("flak", -load.hits),) if load.hits else ()))
    drm = sum(value for _, value in known)
    occasion = f"bombs/{load.flight}/{hex_}/{load.number}"
    throw: Throw = moment.dice.throw(occasion, grid.dice.roll)
    at = grid.column_at(load.aircraft)
    cell = "-" if at is None else grid.cell({}, at, throw.total + drm)
    said = tuple((name, f"{name.replace('_', ' ')} {value:+d}") for name, value in known)
    own, all_ = tuple(words for name, words in said if name in bombing.KNOWN), tuple(words for _, words in said)
    told = e.BombsFell(side, load.flight, hex_, load.aircraft, throw, own, all_, drm, cell)
    hits = shellfire.hits(moment.dice, occasion, shoot, cell) if shoot.targets or shoot.built else ()
    aimed = Mission("bombard", hex_, ())
    suffered = air_strike.suffered(moment, side, there, hits, aimed)
    events = (told, *suffered.events)
    return (*events, *air_fields.bombed(after(moment, events), suffered.fields, side))


def _shoot(moment: Moment, there: air_strike.There, hex_: Hex) -> shellfire.Shoot:
    """All that bombs may fall on."""
    return shellfire.Shoot("bombard", False, False, moment.game.ground.terrain[hex_], "", tuple(_targets(moment, there)), "",
                           dict(there.built))  # fmt: skip


def _targets(moment: Moment, there: air_strike.There) -> Iterator[shellfire.Target]:
    for name, unit in there.units.items():
        counter = moment.board.forces[there.sides[name]].counter(unit)
        yield shellfire.Target(counter.id, replace(counter, call=name), counter.steps - unit.lost)


def _facts(moment: Moment, there: air_strike.There, hex_: Hex, load: Load) -> bombing.Bombing:
    public, game = moment.board.public, moment.game
    level, owner = moment.board.works.get(hex_, ("", ""))
    under = sum(level != "" and side == owner for side in there.sides.values())
    bridge = bool(there.built) and not there.units and all(name.startswith("bridge/") for name in there.built)
    return bombing.Bombing(
        game.ground.terrain[hex_], load.pathfinders, public.weather.cloud, light(game, public) == "night",
        under > len(there.units) - under, bridge,
    )  # fmt: skip
