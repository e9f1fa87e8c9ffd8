"""The Direct Fire Segment and the AT Roll Segment, where suppressive fire has a phase of its own: what policies fire in it.

Lines of letter B that begin with FIRE, DIRECT or ANTITANK are carried out there by turns, one of each side; then units without a
line fire as POLICY SFA says.
"""

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act
from pbem.rulesets.tcs import estimates
from pbem.rulesets.tcs.actions import fire
from pbem.rulesets.tcs.attacks import FireOrder
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.reading import policy_of
from pbem.rulesets.tcs.units import TacticalUnit

SEGMENTS = (("fire", "direct"), ("antitank",))
"""The verbs whose lines are for each of these segments, in the order of the segments."""


class SfaAsked(Value):
    """Which fires do policies make for units that have no line? busy: those that have one."""

    busy: frozenset[str]

    @rule("TCSB-13-2", "TCS3-9-2")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> tuple[FireOrder, ...]:
        """The fires, the strongest first, each at the nearest enemy or at the first hex of its policy that it can fire at."""
        free = (unit for unit in picture.forces.units.values() if unit.id not in self.busy)
        able = [unit for unit in free if fire.no_suppressive_fire(game, picture, unit) is None]
        chosen = [order for unit in able if (order := _order(game, picture, standing, unit))]
        return tuple(sorted(chosen, key=lambda order: -_worth(game, picture, order)))


def _order(game: TacticalGame, picture: TacticalPicture, standing: StandingFile, unit: TacticalUnit) -> FireOrder | None:
    policy = policy_of(standing, picture.forces, unit)
    if policy.sfa_none:
        return None
    nearest = sorted(picture.known_enemies, key=lambda hex_: (distance(unit.hex, hex_), hex_))
    for place in policy.sfa or nearest:
        for words in ("point", "area"):
            act = Act("fire", (words,), (("HEX", place),))
            hard = any(enemy.look.kind != "foot" for enemy in fire.aimed_at(picture, act))
            fits = words == "area" or hard
            if fits and not fire.FIRE.check(game, picture, (unit.id,), act):
                return FireOrder(picture.side, (unit.id,), Hex(place), fire.aim_of(picture, act, unit), "sfa")
    return None


def _worth(game: TacticalGame, picture: TacticalPicture, order: FireOrder) -> int:
    unit = picture.forces.units[order.units[0]]
    return unit.counter.point if order.aim == "point" else estimates.column(game, (unit,), order.hex)
