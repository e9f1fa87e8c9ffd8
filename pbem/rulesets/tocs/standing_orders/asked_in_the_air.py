"""What a side is asked while aircraft are in the air: the words of each question say no more than its crews or gunners see."""

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders import bad_weather, dogfight, patrols, policies, prey, spotted_at
from pbem.rulesets.tocs.standing_orders.airfields_struck import AirfieldsPolicy


class EngagesAircraft(Value):
    """Does a patrol go for aircraft that come into a hex of its zone? what: their class."""

    hex: Hex
    what: str

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """PATROLS."""
        return patrols.engages(policies(standing).patrols, self.what)


class BreaksOffAt(Value):
    """After how many losses and aborts does a side's mission leave a fight in the air? None: it fights on."""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> int | None:
        """DOGFIGHT."""
        return dogfight.limit(policies(standing).dogfight)


class PouncesOn(Value):
    """Does an interdiction try to strike who moves below? driven: vehicles; road: at the road rate; left: aircraft it has."""

    driven: bool
    road: bool
    left: int

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """PREY."""
        return prey.wanted(policies(standing).prey, prey.Below(self.driven, self.road, self.left))


class TurnsBackInRain(Value):
    """Does a mission that arrives in rain go home rather than look for its way? strikes: it would strike what it finds; goal: where
    it is bound."""

    strikes: bool
    goal: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """BAD WEATHER."""
        posts = tuple(picture.forces.stacks()) if self.strikes else ()
        return bad_weather.turns_back(policies(standing).bad_weather, self.goal, posts)


class WhenFieldStruck(Value):
    """What do ready aircraft do whose field in this hex was attacked?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> AirfieldsPolicy:
        """AIRFIELDS STRUCK."""
        return policies(standing).airfields


class AimsUnderSpotter(Value):
    """Which of the kinds of target that are there is aimed at under a spotter? "" for hits at random."""

    there: tuple[str, ...]

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> str:
        """SPOTTED AT."""
        return spotted_at.aim(policies(standing).spotted, self.there)
