"""Mines and blocks laid: what MINE and ROADBLOCK share (TOCS-W10.10, W10.11)."""

from pbem.engine.ruleset import Moment, Outcome
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ground_rules import in_hand, off_map
from pbem.rulesets.tocs.actions.works_rules import cannot_lay, fresh, worked
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.view import Obstacle, with_obstacle


def check(game: Game, picture: Picture, what: tuple[str, Hex]) -> tuple[Refusal, ...]:
    """Why the unit in hand cannot lay this kind in this hex."""
    found = off_map(game, (what[1],)) or cannot_lay(picture.view(game), *in_hand(picture), what)
    return (found,) if found else ()


def expect(game: Game, picture: Picture, what: tuple[str, Hex]) -> Picture:
    """It is there, and the AP are spent."""
    unit, hand = in_hand(picture)
    (kind, hex_), spent = what, worked(picture.view(game), unit, hand, what[0])
    laid = with_obstacle(picture.obstacles, hex_, Obstacle(kind, picture.side))
    return replace(picture, camp=replace(picture.camp, hand=spent), obstacles=laid)


@rule("TOCS-W10.10-1", "TOCS-W10.11-1")
def execute(moment: Moment, side: str, what: tuple[str, Hex]) -> Outcome:
    """The AP, and the marker, known to its side alone."""
    picture: Picture = moment.pictures[side]
    refused = check(moment.game, picture, what)
    if refused:
        return Outcome((), replace(refused[0], kind="failed"))
    unit, hand = in_hand(picture)
    (kind, hex_), spent = what, worked(picture.view(moment.game), unit, hand, what[0])
    return Outcome((e.HandChanged(side, spent), e.ObstacleLaid(side, hex_, kind)))


def options(game: Game, picture: Picture, unit: str, kind: str) -> tuple[str, ...]:
    """To lay it where it stands, if it can; the hexes beside it are six more that the verb's HELP tells of."""
    found, hand = fresh(picture, game, unit)
    barred = cannot_lay(picture.view(game), found, hand, (kind, found.hex))
    return () if barred else ("mine" if kind == "minefield" else kind,)
