"""CLEAR: known mines are lifted, known roadblocks removed (TOCS-W10.12)."""

from pbem.kernel.decisions import Refusal, failed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map
from pbem.rulesets.tocs.actions.works_rules import beside, cannot_clear, fresh, worked
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.works import clearing
from pbem.rulesets.tocs.units import OBSTACLES
from pbem.rulesets.tocs.view import without_obstacle


class Clear(Value):
    """Mines or a roadblock, in a hex."""

    kind: str
    hex: Hex


def order(act: Act, picture: Picture) -> Clear | Refusal:
    """The order from its words; without a hex it means the unit's own."""
    return Clear("roadblock" if act.says("roadblock") else "minefield", act.hex("HEX") or active_unit(picture)[0].hex)


def check(game: Game, picture: Picture, order: Clear) -> tuple[Refusal, ...]:
    """Something known to be there, and a unit that may clear it, fit, near enough and with the AP."""
    found = off_map(game, (order.hex,)) or cannot_clear(picture.view(game), *active_unit(picture), order.kind, order.hex)
    return (found,) if found else ()


def expect(game: Game, picture: Picture, order: Clear) -> Picture:
    """It is gone, and the AP are spent."""
    unit, active = active_unit(picture)
    spent = worked(picture.view(game), unit, active, clearing(picture.forces.counter(unit), order.kind))
    left = without_obstacle(picture.obstacles, order.hex, order.kind)
    return replace(picture, forces=replace(picture.forces, active=spent), obstacles=left)


@rule("TOCS-W10.12-1", "TOCS-W10.12-2", "TOCS-W10.12-4", "TOCS-W10.12-5")
def execute(moment: Moment, picture: Picture, order: Clear) -> Outcome:
    """The AP, and what was there is gone. In a hex of the enemy's the engineers come upon him if he is there; he is told of
    nothing, nor whoever laid what is cleared."""
    side = picture.side
    unit, active = active_unit(picture)
    counter = picture.forces.counter(unit)
    spent = e.ActivationChanged(side, worked(picture.view(moment.game), unit, active, clearing(counter, order.kind)))
    enemy = moment.game.other(side)
    if moment.board.public.owner[order.hex] == enemy and moment.board.occupants(order.hex, enemy):
        words = say("the enemy is in {named}: its mines stay", named=named(moment.game, order.hex))
        met = e.ClearingBarred(side, unit.id, counter.call, order.hex)
        return Outcome((spent, met), failed(words, "TOCS-W10.12-2"), True)
    return Outcome((spent, e.ObstacleCleared(side, order.hex, order.kind)))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """What it knows of beside it and could clear."""
    view, (found, active) = picture.view(game), fresh(picture, game, unit)
    words = {"minefield": "mines"}
    return tuple(
        f"clear {words.get(kind, kind)} {h}"
        for h in beside(game, picture, unit) for kind in OBSTACLES if cannot_clear(view, found, active, kind, h) is None
    )  # fmt: skip


ACTION = Action(
    verb=Verb("clear", ("clear (mines|roadblock) [HEX]",), "unit", phrase("lift mines or remove a roadblock you know of")),
    help=phrase(
        """CLEAR removes what you know of, your own or the enemy's (TOCS-W10.12). A roadblock takes 1 AP of a company or
engineers in good order, in their hex or an adjacent one inside your perimeter. A dozer removes one in its own hex.
Mines take all AP of engineers in good order. They may also lie in an adjacent enemy hex, if no enemy is in it and no
guns interdict it. Flails, rollers and dozers lift mines in their own hex for 2 AP, by day. They cannot in deep snow,
a blizzard or on flooded ground, nor dozers in frozen ground. Nobody is told of it. Without a hex it means the unit's
own.

    C/307: clear mines 12.12
    B/504: clear roadblock"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
