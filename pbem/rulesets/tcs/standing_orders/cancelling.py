"""Is fire checked before the adjustment point is placed? A plot's CANCEL IF, asked of its side's own desk."""

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Condition
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.conditions import Standpoint, holds


class IsCancelled(Value):
    """Is the mission at a hex cancelled? Where the desk does not know, it is fired."""

    condition: Condition
    hex: Hex

    @rule("TCS3-2.7-2", "TCSB-20-6")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """By the side's own picture."""
        return holds(game, picture, self.condition, Standpoint(hex=self.hex)) is True
