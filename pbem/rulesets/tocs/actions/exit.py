"""EXIT: units leave the map by an edge, where the module sends them off (MASL-8.1-4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.actions.deeds import deed, each, on_map
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import rim
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.setup import EDGES
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


def order(act: Act, picture: Picture) -> tuple[str, ...]:
    """The calls of the units."""
    return act.texts()


@rule("MASL-8.1-4")
def _meant(view: View, call: str) -> Unit | Refusal:
    """A unit that is to leave, at the edge it leaves by, not engaged nor committed to an attack."""
    unit = on_map(view, call)
    if isinstance(unit, Refusal):
        return unit
    leave = next((leave for leave in view.forces.leaves if unit.id in leave.units), None)
    if leave is None:
        return illegal(say("the module sends {call} nowhere", call=call), "MASL-8.1-4")
    if unit.hex not in rim(view.game.ground, leave.edge):
        edge = say(EDGES[leave.edge])
        return illegal(
            say("{call} leaves by the {edge} edge, and {hex} is not on it", call=call, edge=edge, hex=unit.hex), "MASL-8.1-4"
        )
    if unit.hex in view.public.engaged or view.forces.attack_of(unit.id):
        return illegal(say("{call} fights in {hex}", call=call, hex=unit.hex), "TOCS-W10.1-6")
    return unit


def _gone(unit: Unit) -> Unit:
    return replace(unit, status="left", origin=None)


def _expected(game: Game, picture: Picture, unit: Unit) -> Picture:
    active = picture.forces.active
    if active is not None and active.unit == unit.id:
        picture = control.without_active(game, picture)
    return replace(picture, forces=picture.forces.with_unit(_gone(picture.forces.units[unit.id])))


def _events(moment: Moment, side: str, unit: Unit) -> tuple[e.Event, ...]:
    """Off the map, unseen; its activation is over."""
    active = moment.board.forces[side].active
    ended = control.end_activation(moment, side) if active is not None and active.unit == unit.id else ()
    worn = after(moment, ended).board.forces[side].units[unit.id]
    return (*ended, e.UnitChanged(side, _gone(worn), phrase("left the map")))


DEED = each(deed(_meant, _expected, _events))

ACTION = Action(
    verb=Verb("exit", ("exit UNITS",), "letter", phrase("leave the map by an edge")),
    help=phrase(
        """EXIT takes units off the map, where the module has them leave by an edge up to a turn: your report names them, the
edge and the turn. They stand at that edge and are in no battle; it costs no OP. Who is still on the map when that turn is
over is taken off it. Neither is a loss that anybody is paid for."""
    ),
    order=order, check=DEED.check, expect=DEED.expect, execute=DEED.execute,
)  # fmt: skip
