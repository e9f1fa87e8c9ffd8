"""Mines and blocks laid: what MINE and ROADBLOCK share (TOCS-W10.10, W10.11)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, off_map
from pbem.rulesets.tocs.actions.works_rules import cannot_lay, fresh, worked
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import with_obstacle


def laying_action(verb: Verb, text: str, kind: str) -> Action:
    """A verb that lays this kind of obstacle in a hex; without one it means the unit's own."""

    def check(game: Game, picture: Picture, order: Hex) -> tuple[Refusal, ...]:
        found = off_map(game, (order,)) or cannot_lay(picture.view(game), *active_unit(picture), kind, order)
        return (found,) if found else ()

    def expect(game: Game, picture: Picture, order: Hex) -> Picture:
        unit, active = active_unit(picture)
        spent = worked(picture.view(game), unit, active, kind)
        laid = with_obstacle(picture.obstacles, order, Obstacle(kind, picture.side))
        return replace(picture, forces=replace(picture.forces, active=spent), obstacles=laid)

    @rule("TOCS-W10.10-1", "TOCS-W10.11-1", "TOCS-W2.6.4-3")
    def execute(moment: Moment, picture: Picture, order: Hex) -> Outcome:
        """The AP, and the marker, known to its side alone."""
        side = picture.side
        spent = worked(picture.view(moment.game), *active_unit(picture), kind)
        return Outcome((e.ActivationChanged(side, spent), e.ObstacleLaid(side, order, kind)))

    def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
        """To lay it where it stands, if it can; the hexes beside it are six more that the verb's HELP tells of."""
        found, active = fresh(picture, game, unit)
        return () if cannot_lay(picture.view(game), found, active, kind, found.hex) else (verb.name,)

    return Action(verb=verb, help=text, order=_order, check=check, expect=expect, execute=execute, options=options)


def _order(act: Act, picture: Picture) -> Hex:
    return act.hex("HEX") or active_unit(picture)[0].hex
