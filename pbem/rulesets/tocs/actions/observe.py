"""OBSERVE: a look from a hilltop, free, instead of any action (TOCS-W11.19-8)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, disc, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import lookout
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View

OFFERED = 6  # of all hexes in sight, that many are named


class Observe(Value):
    """One hex in sight."""

    hex: Hex


def order(act: Act, picture: Picture) -> Observe | Refusal:
    """The order from its words."""
    target = act.hex("HEX")
    return Observe(target) if target else illegal(say("observe what? Name a hex in sight"), "TOCS-W11.19-8", "observe 12.09")


def check(game: Game, picture: Picture, order: Observe) -> tuple[Refusal, ...]:
    """A unit that may look out, has done nothing, and sees the hex, which is not its own side's."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    if active.pending < 0:
        call = view.forces.counter(unit).call
        return (illegal(say("{call} is active: only a unit that does nothing else may look out", call=call), "TOCS-W11.19-8"),)
    problem = off_map(game, (order.hex,)) or lookout.may_look(view, unit) or _hidden(view, unit, order.hex)
    return (problem,) if problem else ()


def _hidden(view: View, unit: Unit, hex_: Hex) -> Refusal | None:
    where, call = named(view.game, hex_), view.forces.counter(unit).call
    if view.own(hex_):
        return illegal(say("{where} is yours already", where=where), "TOCS-W11.19-8")
    way = lookout.hidden(view, unit, hex_)
    return illegal(say("{call} does not see {where}: {way}", call=call, where=where, way=way), "TOCS-W11.19-8") if way else None


def _looked(view: View, unit: Unit, active: Activation) -> tuple[Unit, Activation]:
    """The unit that has looked, and its activation with nothing in it: an OP was never paid, and it acts no more this impulse."""
    return replace(unit, looked=view.public.impulse_name), replace(active, ap=0, mp=0)


def expect(game: Game, picture: Picture, order: Observe) -> Picture:
    """The look taken; what is there stays unknown."""
    unit, active = active_unit(picture)
    looked, spent = _looked(picture.view(game), unit, active)
    looks = {h: look for h, look in picture.looks.items() if h != order.hex}
    return replace(picture, forces=replace(picture.forces.with_unit(looked), active=spent), looks=looks)


@rule("TOCS-W11.19-8")
def execute(moment: Moment, picture: Picture, order: Observe) -> Outcome:
    """The referee says empty or occupied, and no more."""
    side = picture.side
    unit, active = active_unit(picture)
    board: Board = moment.board
    looked, spent = _looked(picture.view(moment.game), unit, active)
    there = bool(board.occupants(order.hex, moment.game.other(side)))
    seen = e.HexObserved(side, unit.id, picture.forces.counter(unit).call, order.hex, there)
    return Outcome((e.ActivationChanged(side, spent), e.UnitChanged(side, looked, phrase("looked out")), seen), None, there)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """The nearest enemy hexes in sight of a hilltop, as long as the unit has done nothing."""
    where, view = picture.forces.units[unit], picture.view(game)
    if unit in picture.forces.activated or lookout.may_look(view, where):
        return ()
    near = (h for h in disc(where.hex, lookout.FARTHEST) if h in game.ground.terrain and not view.own(h))
    seen = sorted((h for h in near if not lookout.hidden(view, where, h)), key=lambda h: (distance(where.hex, h), h))
    return tuple(f"observe {h}" for h in seen[:OFFERED])


def warn(game: Game, picture: Picture, order: Observe) -> tuple[str, ...]:
    """A look costs the impulse."""
    unit, _ = active_unit(picture)
    return (say("{call} looks out and does nothing else this impulse (TOCS-W11.19-8)", call=picture.forces.counter(unit).call),)


ACTION = Action(
    verb=Verb("observe", ("observe HEX",), "unit", phrase("look from a hilltop into a hex in sight, free, instead of acting")),
    help=phrase(
        """OBSERVE is a look from a hill into one hex in sight, at most four hexes away and no farther than one sees now
(TOCS-W11.19-8). It costs no OP and the unit stays fresh, but it does nothing else this impulse. HQs, companies, vehicle
platoons and reconnaissance units may, by day and in dry weather; the hill must stand a contour level above the cover of
every hex on the line. The answer is empty or occupied, no more, and the enemy is told which hex was observed.

    D/505: observe 18.13"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn, pays=False,
)  # fmt: skip
