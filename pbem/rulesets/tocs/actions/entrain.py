"""ENTRAIN: a unit gets on a train (TOCS-W12.2-1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.engineer_rules import spent
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named
from pbem.rulesets.tocs.actions.train import called
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.units import Train, Unit
from pbem.rulesets.tocs.view import View


def order(act: Act, picture: Picture) -> str:
    """The call of the train, "" for the one that stands there."""
    return act.text("UNIT_TRAIN") or ""


@rule("TOCS-W12.2-1", "TOCS-W12.3-1")
def _train(view: View, unit: Unit, call: str) -> Train | Refusal:
    """The train a unit can get on, or why it cannot."""
    who, where = view.forces.counter(unit).call, named(view.game, unit.hex)
    if engaged(view, unit):
        return illegal(say("{who} is engaged in {hex}: it may only withdraw", who=who, hex=unit.hex), "TOCS-W10.1-6")
    here = (t for t in view.forces.trains.values() if t.status == "on" and (t.hex, t.bank) == (unit.hex, unit.bank))
    train = called(view.forces, call) if call else next(here, None)
    if isinstance(train, Refusal):
        return train
    if train is None or (train.hex, train.bank) != (unit.hex, unit.bank):
        return illegal(say("you have no such train in {where}, where {who} is", who=who, where=where), "TOCS-W12.2-1")
    if not railways.station(view, unit.hex):
        return illegal(say("{where} is no railyard, railhead, or place with a railway", where=where), "TOCS-W12.2-1")
    steps, left = view.forces.counter(unit).steps - unit.lost, railways.room(view.forces, train)
    room = counted(left, "{number} step", "{number} steps")
    return (
        train
        if steps <= left
        else illegal(
            say("{train} has room for {room}, {who} has {steps}", train=train.call, room=room, who=who, steps=steps), "TOCS-W12.3-1"
        )
    )


def check(game: Game, picture: Picture, order: str) -> tuple[Refusal, ...]:
    """A train with room, in a place with a railway."""
    found = _train(picture.view(game), active_unit(picture)[0], order)
    return (found,) if isinstance(found, Refusal) else ()


def expect(game: Game, picture: Picture, order: str) -> Picture:
    """The unit on the train, its AP gone."""
    unit, active = active_unit(picture)
    train = _train(picture.view(game), unit, order)
    assert not isinstance(train, Refusal)
    forces = picture.forces.with_train(train, (replace(unit, train=train.id),))
    return replace(picture, forces=replace(forces, active=spent(active)))


def execute(moment: Moment, picture: Picture, order: str) -> Outcome:
    """On board, with all AP."""
    side = picture.side
    unit, active = active_unit(picture)
    train = _train(picture.view(moment.game), unit, order)
    assert not isinstance(train, Refusal)
    on = e.TrainChanged(side, train, (replace(unit, train=train.id),), phrase("takes on"))
    return Outcome((e.ActivationChanged(side, spent(active)), on))


def besides(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """On the train that stands there, if it has room."""
    where = picture.forces.units[unit]
    found = None if where.train else _train(picture.view(game), where, "")
    return ("entrain",) if isinstance(found, Train) else ()


ACTION = Action(
    verb=Verb("entrain", ("entrain [on UNIT_TRAIN]",), "unit", phrase("get on a train")),
    help=phrase(
        """ENTRAIN puts a unit, with all its AP, on an own train in its hex: at a railyard or a railhead, or in a village, town or
city with a railway (TOCS-W12.2-1). A train takes so many steps. On board a unit does nothing else, has no zone, and is
carried along by TRAIN without an OP. If the train is attacked, units on foot fight; vehicles and guns count for nothing.

    A/504: entrain"""
    ),
    order=order, check=check, expect=expect, execute=execute, besides=besides,
)  # fmt: skip
