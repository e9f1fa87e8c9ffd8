"""What a side does not know of the enemy, and the orders that would tell: each of them would run now (MASL-5.1-2)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.offers import tried
from pbem.rulesets.tocs.reports.wording import place
from pbem.rulesets.tocs.rules.victory import named

MOST = 8  # gaps in a letter
ASKED = 5  # own units, the nearest first, that are tried for each
NEAR = 4  # hexes: a unit farther off is not asked
REACHES = ("probe", "recon", "recon toward")  # orders that take a hex


@rule("MASL-5.1-2")
def lines(game: Game, picture: Picture) -> Iterator[str]:
    """Each gap with an order that would close it, or that no own unit is near enough."""
    kinds = tuple(c.hex for c in picture.contacts if not c.kinds)
    for hex_ in kinds[:MOST]:
        yield from _gap(phrase(" kind and strength at {place}"), game, picture, hex_)
    for hex_ in _unseen(game, picture)[: MOST - len(kinds[:MOST])]:
        yield from _gap(phrase(" not yet reconnoitred: {place}"), game, picture, hex_)
    if not any("guns" in c.kinds for c in picture.contacts):
        yield say(" enemy guns: none located")


def possible(picture: Picture, hex_: Hex) -> bool:
    """Can an enemy stand in a hex, for all this side knows?"""
    look = picture.looks.get(hex_)
    return picture.public.owner[hex_] != picture.side and not (look and look.answer == "empty")


def _unseen(game: Game, picture: Picture) -> tuple[Hex, ...]:
    """Objectives, then named places of the enemy's, of which nothing is known."""
    goals = named(picture.forces.objectives, game.ground)
    wanted = sorted({*goals, *game.ground.names}, key=lambda h: (h not in goals, h))
    return tuple(h for h in wanted if possible(picture, h) and h not in picture.looks and h not in picture.held_by_enemy())


def _gap(form: str, game: Game, picture: Picture, hex_: Hex) -> Iterator[str]:
    """What is not known, and below it, on a line of its own, the order that would tell."""
    order = next(_orders(game, picture, hex_), None)
    where = say(form, place=place(game, hex_))
    fighting = any(unit.hex == hex_ for unit in picture.forces.on_map())
    none = phrase("{where} (your troops are in contact there)") if fighting else phrase("{where} (no unit in reach)")
    yield where if order else say(none, where=where)
    if order:
        yield f"    {order}"


def _orders(game: Game, picture: Picture, hex_: Hex) -> Iterator[str]:
    """Orders that would tell of a hex and pass the check they meet when they are sent, by the nearest units first."""
    forces = picture.forces
    units = [u for u in forces.on_map() if distance(u.hex, hex_) <= NEAR]
    near = sorted((forces.counter(u).kind == "hq", distance(u.hex, hex_), forces.counter(u).call) for u in units)  # staffs last
    for _, _, call in near[:ASKED]:
        said = (f"{call}: {order} {hex_}" for order in REACHES)
        yield from (line for line in said if tried(game, picture, line))
