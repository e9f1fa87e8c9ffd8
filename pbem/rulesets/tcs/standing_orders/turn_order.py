"""Whether a side that may choose goes first, by its policies."""

from pbem.engine.moments import StandingFile
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.reading import policy_of


class GoesSecond(Value):
    """Does the side that rolled higher go second?"""

    @rule("TCSB-2-6", "TCSB-2-10")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """By what it says of all its units; a side without any goes first."""
        anybody = next(iter(picture.forces.units.values()), None)
        return anybody is not None and policy_of(standing, picture.forces, anybody).second
