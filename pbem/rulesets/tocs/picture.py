"""The picture: what one side's desk knows. A fold of its observations, built up from nothing but its own forces."""

from collections.abc import Mapping

from pbem.engine.contact import Contact
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.values import Value, field
from pbem.rulesets.tocs.diary import Note
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import Public, View, own_works


class Look(Value):
    """What was last said of a hex: "empty" or "occupied", whether EZOC was claimed there, and when."""

    answer: str
    ezoc: bool
    when: str


class Killed(Value):
    """An enemy unit known to be destroyed (TOCS-1.2-1)."""

    call: str
    name: str
    kind: str
    level: str
    when: str


class Picture(Value):
    """One desk's knowledge. works: hex -> (level, owner) as far as seen; looks: hex -> what was last said of it;
    stores: hex -> kind of the enemy's stores that were found; features: hex -> what is known to be fixed to it;
    obstacles: mines and blocks, its own and those of the enemy's that it has found. Of what happens to them unseen (the
    enemy lifts them, or lays more) it knows nothing;
    marks: how many battles there had been when the last turn began, and this one; ways: those its units went in its last
    impulse; launched: its attacks in it (impulse, origin, target);
    diary: by own unit, what happened to it."""

    public: Public
    forces: Forces
    works: Mapping[Hex, tuple[str, str]]
    looks: Mapping[Hex, Look]
    contacts: tuple[Contact, ...] = ()
    learnt: int = 0
    killed: tuple[Killed, ...] = ()
    stores: Mapping[Hex, str] = field(default_factory=dict)
    features: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    marks: tuple[int, int] = (0, 0)
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)
    ways: tuple[tuple[Hex, ...], ...] = ()
    launched: tuple[tuple[str, Hex, Hex], ...] = ()
    diary: Mapping[str, tuple[Note, ...]] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """Whose picture this is."""
        return self.forces.side

    def view(self, game: Game) -> View:
        """The view that rules take."""
        return _view(self, game)

    def fixed(self, hex_: Hex) -> tuple[str, ...]:
        """What it knows to be fixed to a hex beside works, bridges and facilities, in words."""
        return (*self.features.get(hex_, ()), *(laid.kind for laid in self.obstacles.get(hex_, ())))

    def held_by_enemy(self) -> frozenset[Hex]:
        """Hexes this side believes occupied by the enemy."""
        return _held(self.contacts)


@kept(4)
def _view(picture: Picture, game: Game) -> View:
    return View(game, picture.public, picture.forces, own_works(picture.works, picture.side), picture.obstacles)


@kept(4)
def _held(contacts: tuple[Contact, ...]) -> frozenset[Hex]:
    return frozenset(c.hex for c in contacts)
