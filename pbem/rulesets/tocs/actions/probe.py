"""PROBE (TOCS-W10.5)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map, stuck, too_few_ap
from pbem.rulesets.tocs.actions.recon import look, may_scout
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import busy, entry


class Probe(Value):
    """One adjacent enemy hex."""

    hex: Hex


def order(act: Act, picture: Picture) -> Probe | Refusal:
    """The order from its words; without a hex it means the one last asked about."""
    last = picture.forces.active.asked if picture.forces.active else None
    target = act.hex("HEX") or last
    if target is None:
        return illegal(say("probe what? No hex has been asked about"), "TOCS-W10.5-1", "probe 17.13")
    return Probe(target)


@rule("TOCS-W10.5-1")
def check(game: Game, picture: Picture, order: Probe) -> tuple[Refusal, ...]:
    """One adjacent enemy hex that could be entered, for 1 AP."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    counter = picture.forces.counter(unit)
    problem = may_scout(counter) or stuck(view, unit, "TOCS-W10.4-3") or off_map(game, (order.hex,))
    if problem:
        return (problem,)
    if view.own(order.hex) and order.hex not in view.public.engaged:
        return (illegal(say("{named} is yours already", named=named(game, order.hex)), "TOCS-W10.5-1"),)
    if entry(view, counter, Position(unit.hex, unit.bank), order.hex) is None:
        return (illegal(say("{named} cannot be entered from {hex}", named=named(game, order.hex), hex=unit.hex), "TOCS-W10.4-3"),)
    if active.ap < 1:
        return (too_few_ap(active, say("{counter} needs 1 AP to probe", counter=counter.call), "TOCS-W10.5-1"),)
    return ()


def expect(game: Game, picture: Picture, order: Probe) -> Picture:
    """The AP spent; what is there stays unknown."""
    _, active = active_unit(picture)
    active = replace(busy(active, 1), asked=order.hex, answer="", probed=(*active.probed, order.hex))
    return replace(picture, forces=replace(picture.forces, active=active))


@rule("TOCS-W10.5-2", "TOCS-W10.5-3", "TOCS-W10.5-5")
def execute(moment: Moment, picture: Picture, order: Probe) -> Outcome:
    """The answer: empty, or occupied and by what kinds; an empty hex becomes friendly unless in EZOC."""
    side = picture.side
    _, active = active_unit(picture)
    events = look(moment, side, order.hex, busy(active, 1), probe=True)
    met = any(isinstance(ev, e.HexScouted) and (ev.occupied or ev.ezoc) for ev in events)
    return Outcome(tuple(events), None, met)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Enemy hexes beside the unit that it could probe."""
    where, view = picture.forces.units[unit], picture.view(game)
    counter = picture.forces.counter(where)
    if may_scout(counter) or stuck(view, where):
        return ()
    near = (h for h in game.ground.neighbours[where.hex] if not view.own(h))
    return tuple(f"probe {h}" for h in near if entry(view, counter, Position(where.hex, where.bank), h) is not None)


ACTION = Action(
    verb=Verb("probe", ("probe [HEX]",), "unit", phrase("feel out one hex beside you: what kinds of unit hold it")),
    help=phrase(
        """PROBE feels out one enemy hex beside the unit for 1 AP (TOCS-W10.5). The answer is what RECON would give, and if the hex
is occupied the kinds of unit in it (infantry, vehicles, guns), never how many. The enemy is told of the probe. A unit
that probed and then attacks rolls with +1 besides the column shift.

    D/505: probe 17.13
    D/505: probe 17.13; if occupied attack hasty"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
