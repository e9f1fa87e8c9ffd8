"""What a side is asked about its ships and coast guns: the words of each question say no more than it may know."""

from collections.abc import Mapping

from pbem.engine.moments import StandingFile
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders import (
    coast_guns,
    policies,
    sea_group,
    sea_intercept,
    sea_launch,
    sea_rescue,
    sea_screen,
    sea_strike,
    sea_targets,
    subs,
)


class InterceptsAtSea(Value):
    """Does a side want a battle with what was announced, or found: "naval units" or "aircraft"?"""

    what: str

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """SEA INTERCEPT."""
        return sea_intercept.wanted(policies(standing).sea_intercept, self.what)


class StrikesBoxes(Value):
    """Which boxes does an interception of its fall on?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[int, ...]:
        """SEA STRIKE."""
        return sea_strike.struck(policies(standing).sea_strike)


class ScreensInTheAir(Value):
    """How many of its aircraft in a battle screen?"""

    aircraft: int

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> int:
        """SEA SCREEN."""
        return sea_screen.screening(policies(standing).sea_screen, self.aircraft)


class GroupsShips(Value):
    """Which ships screen which?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> Mapping[str, tuple[str, ...]]:
        """SEA GROUP."""
        return sea_group.grouped(policies(standing).sea_group)


class GoesForShips(Value):
    """Which classes of ships does it go for first? boats: it is submarines that do."""

    boats: bool = False

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[str, ...]:
        """SEA TARGETS, and SUBS."""
        filed = policies(standing)
        first = filed.subs.first if self.boats else ""
        wished = sea_targets.wished(filed.sea_targets)
        return (first, *(kind for kind in wished if kind != first)) if first else wished


class LaunchesAll(Value):
    """Do its carriers launch all that is ready as an interception opens?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """SEA LAUNCH."""
        return sea_launch.launches(policies(standing).sea_launch)


class RescuesTo(Value):
    """In which order do ships with room take men and aircraft?"""

    able: tuple[str, ...]

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[str, ...]:
        """SEA RESCUE."""
        return sea_rescue.preferred(policies(standing).sea_rescue, self.able)


class BoatsAttack(Value):
    """Do its submarines attack?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """SUBS."""
        return subs.attacks(policies(standing).subs)


class CoastGunsFire(Value):
    """Do its coast guns fire at a ship of a class?"""

    ship: str

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """COAST GUNS."""
        return coast_guns.fires(policies(standing).coast_guns, self.ship)
