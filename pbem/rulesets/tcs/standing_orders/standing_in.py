"""How long a side stands in an assault, by its policies."""

from pbem.engine.moments import StandingFile
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.reading import policy_of


class AssaultAsked(Value):
    """Do the attackers leave after so many rounds?"""

    units: tuple[str, ...]
    rounds: int

    @rule("TCSB-22-4")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """They do when each has stood as long as its policy says, or has fewer steps than it says."""
        units = [picture.forces.units[name] for name in self.units if name in picture.forces.units]
        policies = [(unit, policy_of(standing, picture.forces, unit)) for unit in units]
        return all(self.rounds >= policy.rounds or unit.steps < policy.leave_under for unit, policy in policies)
