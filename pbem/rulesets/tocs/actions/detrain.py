"""DETRAIN: units get off their train (TOCS-W12.2-1, W12.3-8)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


def order(act: Act, picture: Picture) -> tuple[str, ...]:
    """The calls of the units."""
    return act.texts("UNITS")


@rule("TOCS-W12.2-1", "TOCS-W12.3-8")
def _cannot(view: View, call: str) -> Refusal | None:
    """Why a unit cannot get off where its train stands: who is on foot can at any stop, wheels, tracks and guns at a ramp."""
    unit = view.forces.unit_called(call)
    if unit is None or unit.status != "map" or not unit.train:
        return illegal(say("{call} is not on a train", call=call), "TOCS-W12.2-1")
    if railways.rolling(view.forces.counter(unit)) and not railways.ramp(view, unit.hex):
        where = named(view.game, unit.hex)
        words = say("{call} cannot be unloaded in {where}: that takes a city, a railyard or a railhead", call=call, where=where)
        return illegal(
            say("{given_up}; what is given up there comes back by RECOVER and REFIT alone", given_up=words), "TOCS-W12.3-8"
        )
    return None


def check(game: Game, picture: Picture, order: tuple[str, ...]) -> tuple[Refusal, ...]:
    """All of them are on a train, and can be unloaded where it stands."""
    view = picture.view(game)
    return tuple(refused for call in order if (refused := _cannot(view, call)))


def _off(forces: Forces, order: tuple[str, ...]) -> tuple[Unit, ...]:
    units = (forces.unit_called(call) for call in order)
    return tuple(replace(unit, train="") for unit in units if unit)


def expect(game: Game, picture: Picture, order: tuple[str, ...]) -> Picture:
    """They stand beside the line."""
    forces = picture.forces
    for unit in _off(forces, order):
        forces = forces.with_train(forces.trains[forces.units[unit.id].train], (unit,))
    return replace(picture, forces=forces)


def execute(moment: Moment, picture: Picture, order: tuple[str, ...]) -> Outcome:
    """Off the train, unseen, without an OP."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    off = ((forces.trains[forces.units[unit.id].train], unit) for unit in _off(forces, order))
    return Outcome(tuple(e.TrainChanged(side, train, (unit,), phrase("sets down")) for train, unit in off))


def besides(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Off the train it rides on, where it can get off."""
    call = picture.forces.counters[unit].call
    return () if _cannot(picture.view(game), call) else (f"detrain {call}",)


ACTION = Action(
    verb=Verb("detrain", ("detrain UNITS",), "letter", phrase("get off a train")),
    help=phrase(
        """DETRAIN takes units off the train they ride on, without an OP; from then on they are activated like any other
(TOCS-W12.2-1). Troops on foot get off wherever the train stands; vehicles and guns in a city, at a railyard or a railhead
(TOCS-W12.3-8).

    DETRAIN A,B/504"""
    ),
    order=order, check=check, expect=expect, execute=execute, besides=besides,
)  # fmt: skip
