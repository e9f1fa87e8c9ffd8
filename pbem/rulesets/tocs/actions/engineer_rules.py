"""What the engineers' verbs share: a work put on file for all the AP of a unit, and an attempt that takes a throw."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.tasks import begun
from pbem.rulesets.tocs.rules.movement import busy
from pbem.rulesets.tocs.units import Activation, Task, Unit
from pbem.rulesets.tocs.view import View


class Engineering(Value):
    """What is worked on, by the words of the order; hex: where, None for the unit's own."""

    words: tuple[str, ...]
    hex: Hex | None = None


Plan = Callable[[View, Unit, Engineering], Task | Refusal]


def read(act: Act, picture: Picture) -> Engineering:
    """The order from its words."""
    return Engineering(act.words, act.hex("HEX"))


def elsewhere(unit: Unit, order: Engineering, row: str) -> Refusal | None:
    """Engineers work in the hex they stand in."""
    if order.hex in (None, unit.hex):
        return None
    return illegal(say("engineers work in the hex they stand in, {hex}, not in {other}", hex=unit.hex, other=order.hex), row)


def spent(active: Activation) -> Activation:
    """The activation with nothing left."""
    return replace(busy(active, active.ap), column=False)


def work_action(verb: Verb, text: str, plan: Plan) -> Action:
    """A verb that puts a work of many turns on file. plan: the task, or why it cannot be begun."""

    def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
        unit, _ = active_unit(picture)
        found = plan(picture.view(game), unit, order)
        return (found,) if isinstance(found, Refusal) else ()

    def expect(game: Game, picture: Picture, order: Engineering) -> Picture:
        unit, active = active_unit(picture)
        task = plan(picture.view(game), unit, order)
        assert not isinstance(task, Refusal)
        told = begun(picture.side, task, picture.public.impulse_name)
        picture = learn(picture, o.OwnEvent(told))
        return replace(picture, forces=replace(picture.forces, active=spent(active)))

    def execute(moment: Moment, picture: Picture, order: Engineering) -> Outcome:
        side = picture.side
        unit, active = active_unit(picture)
        task = plan(picture.view(moment.game), unit, order)
        assert not isinstance(task, Refusal)
        return Outcome((e.ActivationChanged(side, spent(active)), begun(side, task, picture.public.impulse_name)))

    return Action(verb=verb, help=text, order=read, check=check, expect=expect, execute=execute)
