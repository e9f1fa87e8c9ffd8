"""Questions of conditions: whether units on the move halt, whether what is written on a sheet has come about."""

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Condition
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.standing_orders.conditions import Standpoint, holds


class IsHalted(Value):
    """Do these units halt? Where the desk does not know they do not."""

    units: tuple[str, ...]
    halts: tuple[Condition, ...]

    @rule("TCSB-20-6")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """By the side's own picture."""
        return any(holds(game, picture, halt, Standpoint(unit)) for halt in self.halts for unit in self.units)


class IsSo(Value):
    """Is it so? None where the desk does not know. own: NO CLASS WITHIN asks of own units."""

    condition: Condition
    own: bool = False

    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool | None:
        """By the side's own picture."""
        return holds(game, picture, self.condition, Standpoint(own=self.own))


class IsInTheOpen(Value):
    """Could an enemy that is spotted fire at a hex: does it see it, or stand beside it?"""

    hex: Hex

    @rule("TCSB-6-26")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """By the side's own picture."""
        over = air(game, picture)
        return any(in_sight(game.book, game.sight, over, enemy, self.hex) for enemy in sorted(picture.known_enemies))
