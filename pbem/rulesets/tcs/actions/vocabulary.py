"""The words that a side may use: the verbs of orders and of standing orders, its units, formations, places, the enemies it
knows."""

from pbem.orders.tree import Vocabulary
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.keys import KEYS
from pbem.rulesets.tcs.words import CONDITIONS, SHEET


def vocabulary(game: TacticalGame, picture: TacticalPicture) -> Vocabulary:
    """Every verb and the side's own names; what it has lost keeps its name, so that an order for it is refused with the reason."""
    forces = picture.forces
    awaited = tuple(unit.id for unit in forces.awaited)
    calls = {name: name for name in (*forces.units, *forces.dead, *forces.merged, *forces.batteries, *forces.departed, *awaited)}
    groups = {name for unit in forces.units.values() for name in unit.chain[1:]} - set(calls)
    formations = {name: tuple(unit.id for unit in forces.units.values() if name in unit.chain) for name in sorted(groups)}
    verbs = (*(action.verb for action in ACTIONS.values()), *(key.verb for key in KEYS.values()), SHEET, *CONDITIONS)
    targets = {name.casefold(): name for name in picture.enemies}
    return Vocabulary(verbs, calls, dict(game.ground.places), formations, targets=targets)
