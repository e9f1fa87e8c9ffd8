"""What a side knows of its own points: its conditions, the perimeter, the enemy units it was told destroyed."""

from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.victory import Land, outraged, tally


def own_points(game: Game, picture: Picture) -> tuple[tuple[str, int], ...]:
    """Own points to date, by condition: (what, points)."""
    killed = [k.kind for k in picture.killed]
    forces, public = picture.forces, picture.public
    barred = frozenset((*public.engaged, *public.claims.get(picture.side, ())))
    land = Land(game.ground, public.owner, forces.spans, forces.sites, barred, forces.reached)
    return (*tally(picture.forces.objectives, land, killed), *outraged(picture.forces.outrage))
