"""What a side is asked in the middle of play, a class for each question: its fields are the words of the question, and `answer` has
the side's own picture and its standing orders, which whoever asks never holds (TOCS-1.9-3)."""

from collections.abc import Callable

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Look, Picture
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.losses import Loser
from pbem.rulesets.tocs.rules.retreat import Battlefield, path
from pbem.rulesets.tocs.standing_orders import (
    bank,
    battles,
    captures,
    charges,
    ezoc,
    flak,
    losses,
    policies,
    questions,
    reserves,
    retreat,
)
from pbem.rulesets.tocs.standing_orders.when import ReserveScript
from pbem.rulesets.tocs.units import Obstacle, Unit


class WillClaim(Value):
    """Is a zone claimed on a hex?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """EZOC."""
        return ezoc.answer(policies(standing).ezoc, self.hex)


class FiresAtAircraft(Value):
    """Does a gun fire at aircraft that enter a hex? gun: its call; kind: its class; what: the class of the aircraft; shots:
    how often it has fired this impulse."""

    gun: str
    kind: str
    hex: Hex
    what: str
    shots: int

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """FLAK."""
        return flak.answer(policies(standing).flak, flak.InSight(self.gun, self.kind, self.hex, self.what, self.shots))


class WhichBank(Value):
    """Which bank of a divided hex is defended?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> str:
        """BANK."""
        return bank.answer(policies(standing).bank, self.hex)


class WantsItFought(Value):
    """Is a battle of so many steps wanted to be fought by people? forces: the side's own."""

    hex: Hex
    steps: int
    forces: Forces

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """BATTLES."""
        return battles.wished(policies(standing).battles, game, self.forces, self.hex, self.steps)


class MostPauses(Value):
    """How many pauses for a decision does the side want in a turn?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> int:
        """WINDOWS."""
        return policies(standing).windows.most


class PlaceAmongLosers(Value):
    """Where in the queue for losses does a unit stand, lowest first?"""

    loser: Loser
    counter: Counter

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[object, ...]:
        """LOSSES."""
        return losses.order(policies(standing).losses, self.loser, self.counter)


class PlaceAmongSurplus(Value):
    """Where in the queue of those that go over the stacking limit does a unit stand, lowest first? forces: the side's own."""

    forces: Forces
    unit: Unit

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[object, ...]:
        """LOSSES SURPLUS."""
        return losses.dispensable(policies(standing).losses, self.forces, self.unit)


class RetreatTrade(Value):
    """What is paid of a result: hexes of retreat in steps, or steps in hexes; and by which line."""

    retreat: int = 0
    steps: int = 0
    by: str = ""


class HowToRetreat(Value):
    """How is a result of so many hexes and steps taken? spare: steps to pay with; holds: the hex is held, not attacked."""

    hex: Hex
    retreat: int
    loss: int
    spare: int
    holds: bool

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> RetreatTrade:
        """RETREAT."""
        policy = policies(standing).retreat
        paid = (
            retreat.traded(policy, picture.view(game), self.hex, self.retreat, self.spare)
            if self.holds
            else retreat.pressed_on(policy, self.retreat, self.spare)
        )
        if paid:
            return RetreatTrade(paid, 0, retreat.pays_by(policy, self.hex if self.holds else None))
        given = retreat.yielded(policy, self.hex, self.loss)
        return RetreatTrade(0, given, retreat.yields_by(policy) if given else "")


class WhereToFallBack(Value):
    """How does the owner like the hexes that a unit could fall back to: those known to hold the enemy last of all."""

    unit: Unit

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> Callable[[Hex], tuple[object, ...]]:
        """RETREAT TOWARD."""
        known = picture.held_by_enemy()
        bearing = retreat.bearing(policies(standing).retreat, picture.view(game), self.unit)
        return lambda hex_: (hex_ in known, *bearing(hex_))


class WayBack(Value):
    """Through which places does a unit fall back so many hexes from a battle? home: where it came from to attack; it goes there
    first, if it can."""

    unit: Unit
    battle: Hex
    hexes: int
    home: Position | None = None

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[Position, ...]:
        """By the hexes that the side holds and the mines it knows of, and RETREAT TOWARD."""
        view, order = picture.view(game), WhereToFallBack(self.unit).answer(game, picture, standing)
        field = Battlefield(self.battle, frozenset(h for h in view.obstacles if view.mined(h)))
        home = self.home
        if home is None or not view.own(home.hex) or home.hex in view.public.engaged:
            return path(view, self.unit, field, self.hexes, order)
        back = replace(self.unit, hex=home.hex, bank=home.bank)
        return (home, *path(view, back, field, self.hexes - 1, order))


class WhatToAskACaptive(Value):
    """Which of the hexes beside a battle is a captive asked about?"""

    near: tuple[Hex, ...]

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> Hex | None:
        """QUESTIONS."""
        return questions.answer(policies(standing).questions, picture, self.near)


class KeepsCapture(Value):
    """Are captured stores kept, or burnt?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """CAPTURES."""
        return captures.kept(policies(standing).captures, self.hex)


class FiresCharge(Value):
    """Is the bridge in a hex blown as it is lost?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """CHARGES."""
        return charges.fired(policies(standing).charges, self.hex)


class PassesInSilence(Value):
    """Is an impulse passed that its commander let go by?"""

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """IF SILENT."""
        return policies(standing).silence.passes


class ScriptOf(Value):
    """What was a unit in reserve told for the moment that hexes are attacked?"""

    call: str

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> ReserveScript | None:
        """WHEN."""
        return policies(standing).scripts.get(self.call)


class WhereReservesGo(Value):
    """Which of the hexes attacked do reserves without a script go to?"""

    announced: tuple[Hex, ...]

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[Hex, ...]:
        """RESERVES."""
        return tuple(reserves.answer(policies(standing).reserves, picture.view(game), self.announced))


class KnownObstacles(Value):
    """What does the side believe is laid in a hex?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> tuple[Obstacle, ...]:
        """From its picture."""
        return picture.obstacles.get(self.hex, ())


class KnownMines(Value):
    """Does the side know of mines of the enemy's in a hex?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> bool:
        """From its picture."""
        return picture.view(game).mined(self.hex)


class LastLook(Value):
    """When was a hex last looked at, and what was seen?"""

    hex: Hex

    def answer(self, game: Game, picture: Picture, standing: StandingFile) -> Look | None:
        """From its picture."""
        return picture.looks.get(self.hex)
