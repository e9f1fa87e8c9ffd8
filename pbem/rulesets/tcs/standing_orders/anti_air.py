"""Which anti-air weapons hold their fire as an aircraft comes over: those whose policy for fire says so."""

from pbem.engine.moments import StandingFile
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.reading import policy_of


class WeaponsHeld(Value):
    """Of these weapons, which hold? POLICY … FIRE HOLD does; UNTIL FIRED ON no longer once they were."""

    units: tuple[str, ...]

    @rule("TCSB-24-4", "TCS3-1-3")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> frozenset[str]:
        """By the side's own policies."""
        units = (picture.forces.units[name] for name in self.units if name in picture.forces.units)
        policies = ((unit, policy_of(standing, picture.forces, unit)) for unit in units)
        return frozenset(
            unit.id for unit, policy in policies if policy.hold and not (policy.until == "fired" and unit.under_fire)
        )  # fmt: skip
