"""DIG: the position of a hex is improved (TOCS-W10.9)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.actions.works_rules import cannot_dig, fresh, worked
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.works import next_level
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


class Dig(Value):
    """Where the unit stands."""


def order(act: Act, picture: Picture) -> Dig | Refusal:
    """The order from its words."""
    return Dig()


def check(game: Game, picture: Picture, order: Dig) -> tuple[Refusal, ...]:
    """A company or engineers, fit for it, with all its AP, where no more than a level was won this turn."""
    found = cannot_dig(picture.view(game), *active_unit(picture))
    return (found,) if found else ()


def _level(view: View, unit: Unit) -> str:
    return next_level(view.works.get(unit.hex, ""))


def expect(game: Game, picture: Picture, order: Dig) -> Picture:
    """A level better, and nothing left to do."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    level = _level(view, unit)
    forces = replace(picture.forces, active=worked(view, unit, active, level), dug=tuple(sorted({*picture.forces.dug, unit.hex})))
    return replace(picture, forces=forces, works={**picture.works, unit.hex: (level, picture.side)})


@rule("TOCS-W10.9-1", "TOCS-W10.9-3")
def execute(moment: Moment, picture: Picture, order: Dig) -> Outcome:
    """All its AP; the hex comes to its next level, which the unit's side alone knows of."""
    side = picture.side
    unit, active = active_unit(picture)
    view = picture.view(moment.game)
    level = _level(view, unit)
    spent = e.ActivationChanged(side, worked(view, unit, active, level))
    return Outcome((spent, e.PositionImproved(side, unit.hex, level)))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """To dig, if it can."""
    return () if cannot_dig(picture.view(game), *fresh(picture, game, unit)) else ("dig",)


ACTION = Action(
    verb=Verb("dig", ("dig [in]",), "unit", phrase("improve the position of the unit's hex")),
    help=phrase(
        """DIG improves the position of the hex a company stands in, for all its AP in good order; it tires as after any activation
(TOCS-W10.9). The first effort entrenches it, the next makes a strongpoint of it, the third a fortified area, one level a
hex a turn. Each of your companies that defends there adds 2, 4 or 6 to the battle, whatever is left of it. The works
serve any own unit that comes into the hex, and are gone for good when the hex is the enemy's. Engineer companies dig
while fatigued too; in frozen ground only engineers dig. Out of supply nobody digs beyond entrenched.

    B/504: dig"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
