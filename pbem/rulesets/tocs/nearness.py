"""How far a place lies from what pays, in hexes that a unit of a class can march: round rivers, by the bridges that stand."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.adjacent_moves import charted, ways_of
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import Unit

MOST = 10  # points that draw; more do not draw farther
POINTS_A_HEX = 2  # so many points more are worth a march of a hex more
FAR_OFF = 99  # from where no way leads


class Nearness:
    """What draws a side's units, as its own desk knows it: hexes with the points they pay, measured once for each class of unit."""

    def __init__(self, game: Game, picture: Picture, goals: Iterable[Hex]) -> None:
        self.game, self.picture, self.goals = game, picture, tuple(goals)
        self.pays = pays(game, picture)
        self.found: dict[int, Mapping[Position, float]] = {}

    def gain(self, counter: Counter, unit: Unit, hex_: Hex) -> float:
        """How much nearer to the goal that draws it most a unit of this counter comes in a hex."""
        return self._field(counter).get(Position(unit.hex, unit.bank), FAR_OFF) - self.at(counter, hex_)

    def at(self, counter: Counter, hex_: Hex) -> float:
        """How far a hex lies from it for a unit of this counter, by the better of its banks."""
        field = self._field(counter)
        banks = range(max(1, len(self.game.ground.banks.get(hex_, ()))))
        return min([field.get(Position(hex_, bank), FAR_OFF) for bank in banks])

    def _field(self, counter: Counter) -> Mapping[Position, float]:
        """Every place that is connected with a goal, with its distance."""
        view = self.picture.view(self.game)
        known = id(charted(view, counter, True))
        if known not in self.found:
            self.found[known] = self._measured(counter)
        return self.found[known]

    def _goals(self) -> dict[int, list[Position]]:
        """Where the goals are, by how far their points set them off, in parts of a hex."""
        found: dict[int, list[Position]] = {}
        for goal in self.goals:
            places = [Position(goal, bank) for bank in range(max(1, len(self.game.ground.banks.get(goal, ()))))]
            found.setdefault(MOST - min(MOST, self.pays.get(goal, 0)), []).extend(places)
        return found

    def _measured(self, counter: Counter) -> Mapping[Position, float]:
        ways, found = ways_of(self.picture.view(self.game), counter, True), dict[Position, float]()
        rim, parts = self._goals(), 0
        while rim:
            here = dict.fromkeys(at for at in rim.pop(parts, ()) if at not in found)
            found.update(dict.fromkeys(here, parts / POINTS_A_HEX))
            beyond = [to for at in here for to in ways.connected(at) if to not in found]
            if beyond:
                rim.setdefault(parts + POINTS_A_HEX, []).extend(beyond)
            parts += 1
        return found


def pays(game: Game, picture: Picture) -> Mapping[Hex, int]:
    """What each hex pays its side, its bridges among it."""
    bridges = {b.id: b.hex for b in game.ground.bridges}
    paid: dict[Hex, int] = {}
    for condition in picture.forces.objectives:
        of_crossing = condition.kind == "crossing"
        named = condition.hexes[:1] if of_crossing else condition.hexes
        for hex_ in (*named, *(bridges[b] for b in condition.bridges)):
            paid[hex_] = paid.get(hex_, 0) + condition.points
    return paid
