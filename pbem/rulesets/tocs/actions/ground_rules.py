"""What several verbs ask of a unit, its activation and the ground, in the words of a refusal."""

from functools import lru_cache

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import OPEN
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat, lading
from pbem.rulesets.tocs.rules.activation import DEFICIT_MOST
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-3.5-2")
def no_ops(forces: Forces) -> Refusal:
    """Why no OP can be paid, and how many deficit points would still be allowed over all pools of the side."""
    left = DEFICIT_MOST - sum(pool.deficit for pool in forces.pools.values())
    if left <= 0:
        return illegal(say("no OPs left, and all three deficit points are used up"), "TOCS-3.5-2")
    return illegal(say("no OPs left; `deficit {most}` would allow {points}, each handed to the enemy", most=DEFICIT_MOST,
                       points=counted(left, "{number} more", "{number} more")), "TOCS-3.5-2")  # fmt: skip


def named(game: Game, hex_: Hex) -> str:
    """A hex with its name: `14.12 Heumen`."""
    name = game.ground.names.get(hex_)
    return f"{hex_} {name}" if name else str(hex_)


def active_unit(picture: Picture) -> tuple[Unit, Activation]:
    """The active unit; there is one whenever an act is checked or carried out."""
    active = picture.forces.held()
    return picture.forces.units[active.unit], active


def off_map(game: Game, hexes: tuple[Hex, ...]) -> Refusal | None:
    """A refusal when a hex is not on the map."""
    off = [h for h in hexes if h not in game.ground.terrain]
    return illegal(say("{off} is not on this map", off=", ".join(off)), "TOCS-W1.2-4") if off else None


@rule("TOCS-W11.8.1-1", "TOCS-W11.8.2-1", "TOCS-W17.9-1")
def no_landing(view: View, unit: Unit, to: Hex | None) -> Refusal | None:
    """Why a unit that stands in landing craft cannot go ashore in a hex (ruling N7), if that is what speaks against it."""
    if to is None or not afloat.in_craft(view.forces, unit) or view.game.ground.terrain.get(to) in OPEN:
        return None
    counter = view.forces.counter(unit)
    why = lading.cannot_land(view, counter, unit.hex, to)
    row = "TOCS-W11.8.2-1" if view.game.ground.shores.get(to) == "rocky" else "TOCS-W11.8.1-1"
    return illegal(why, row) if why else None


def too_few_ap(active: Activation, words: str, rule_id: str) -> Refusal:
    """A refusal for want of action points."""
    return illegal(say("{why}; {ap} AP left", why=words, ap=active.ap), rule_id)


def asked(active: Activation, hex_: Hex, answer: str, probe: bool) -> Activation:
    """The activation after a hex was asked about."""
    if probe:
        return replace(active, asked=hex_, answer=answer, probed=(*active.probed, hex_))
    return replace(active, asked=hex_, answer=answer, scouted=(*active.scouted, hex_))


def engaged(view: View, unit: Unit) -> bool:
    """Is the unit locked in an engagement?"""
    return unit.hex in view.public.engaged


@rule("TOCS-W10.1-6", "TOCS-W10.4-3")
def stuck(view: View, unit: Unit, row: str = "TOCS-W10.1-6") -> Refusal | None:
    """Why a unit may not leave its hex, nor scout or probe those that it cannot move into: it is engaged."""
    if not engaged(view, unit):
        return None
    call = view.forces.counter(unit).call
    return illegal(say("{call} is engaged in {hex}: it may only withdraw", call=call, hex=unit.hex), row)


@lru_cache(maxsize=512)
def arc(ring: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The longest run of hexes around the unit in which each is next to the one before."""
    best: tuple[Hex, ...] = ()
    for first in range(len(ring)):
        run = [ring[first]]
        for hex_ in ring[first + 1 :] + ring[:first]:
            if distance(hex_, run[-1]) == 1:
                run.append(hex_)
        best = max(best, tuple(run), key=len)
    return best
