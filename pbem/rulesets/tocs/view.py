"""View: what one side sees, or the referee for it: the public map, the weather, a side's forces."""

from collections.abc import Mapping

from pbem.kernel.calendar import Turn
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs.field_units import FIELD, FieldBattle
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.units import Obstacle


class Weather(Value):
    """The sky and the ground, the same for both sides: cloud and ground for the turn, the rest for the impulse.

    precipitation, cloud, wind and ground are words of the weather charts; wind_from is a hexside, "" in a calm; ice is
    what frozen water bears: "", "foot" or "vehicles"; worst is what fell this turn, as the ground will remember it.
    """

    cloud: str = "clear"
    precipitation: str = "dry"
    fog: bool = False
    wind: str = "calm"
    wind_from: str = ""
    ground: str = "dry"
    temperature: str = "mild"
    extreme_winter: bool = False
    ice: str = ""
    worst: str = "dry"


class AirZone(Value):
    """Aircraft that both sides know to be about: "patrol", "interdict" or "observer" of a side, and the hex in the middle."""

    side: str
    kind: str
    hex: Hex


class Public(Value):
    """What both sides know of the play.

    engaged: engagement hexes and their owners; claims: for each side, the hexes it was told lie in EZOC;
    battles: number of the last battle; passes: impulses in a row that were passed; resolved: engagements
    fought this turn; paused: the side that owes a decision, or FIELD; ended: the phasing side has closed its impulse ("",
    "end" or "pass");
    interdicted: hexes under interdiction, and the sides that fire on each (TOCS-W10.26-2);
    banks: what the defender of a river hex declared before the last battle there: "near", "far" or "both" (TOCS-W1.10-3);
    fields: battles fought by field commanders, by hex; zones: aircraft on station that were announced; air_fights: number of the
    last fight in the air; sea: the weather of sea zones, sea_battles: number of the last battle at sea.
    """

    turn: int = 0
    impulse: int = 0
    phasing: str = ""
    holder: str = ""
    box: int = 0
    owner: Mapping[Hex, str] = field(default_factory=dict)
    engaged: Mapping[Hex, str] = field(default_factory=dict)
    claims: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    battles: int = 0
    passes: int = 0
    resolved: tuple[Hex, ...] = ()
    announced: tuple[Hex, ...] = ()
    fought: tuple[Hex, ...] = ()
    ended: str = ""
    turn_over: bool = False
    paused: str = ""
    over: bool = False
    bases: Mapping[Hex, str] = field(default_factory=dict)
    interdicted: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    weather: Weather = Weather()
    banks: Mapping[Hex, str] = field(default_factory=dict)
    fields: Mapping[Hex, FieldBattle] = field(default_factory=dict)
    zones: tuple[AirZone, ...] = ()
    air_fights: int = 0
    sea: Mapping[str, Weather] = field(default_factory=dict)
    sea_battles: int = 0

    @property
    def impulse_name(self) -> str:
        """`T3.2`, or `T3` before its first impulse."""
        return f"T{self.turn}.{self.impulse}" if self.impulse else f"T{self.turn}"


def with_field(public: Public, battle: FieldBattle) -> Public:
    """What both know once a battle has gone to field commanders."""
    fields = {**public.fields, battle.hex: battle}
    return replace(public, battles=battle.number, fields=fields, paused=FIELD if battle.waits else public.paused)


def without_field(public: Public, battle: FieldBattle) -> Public:
    """What both know once a field battle is over."""
    fields = {h: b for h, b in public.fields.items() if h != battle.hex}
    return replace(public, fields=fields, paused="" if battle.waits else public.paused)


def bases_after(public: Public, hex_: Hex, owner: str) -> dict[Hex, str]:
    """The supply bases both know of after one changed hands or was destroyed."""
    rest = {h: side for h, side in public.bases.items() if h != hex_}
    return {**rest, hex_: owner} if owner else rest


def with_obstacle(known: Mapping[Hex, tuple[Obstacle, ...]], hex_: Hex, laid: Obstacle) -> Mapping[Hex, tuple[Obstacle, ...]]:
    """The obstacles with one more in a hex."""
    return {**known, hex_: tuple(sorted({*known.get(hex_, ()), laid}))}


def without_obstacle(known: Mapping[Hex, tuple[Obstacle, ...]], hex_: Hex, kind: str) -> Mapping[Hex, tuple[Obstacle, ...]]:
    """The obstacles without those of a kind in a hex, whoever laid them."""
    left = tuple(o for o in known.get(hex_, ()) if o.kind != kind)
    rest = {h: some for h, some in known.items() if h != hex_}
    return {**rest, hex_: left} if left else rest


@kept(8)
def own_works(works: Mapping[Hex, tuple[str, str]], side: str) -> Mapping[Hex, str]:
    """The works of a side by hex, of all that are known with their levels and owners."""
    return {h: level for h, (level, owner) in works.items() if owner == side}


class View(Value):
    """One side's view: the game, what is public, its own forces, its own works (hex -> level), and the mines and blocks it
    knows of, its own and the enemy's."""

    game: Game
    public: Public
    forces: Forces
    works: Mapping[Hex, str]
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """The side that looks."""
        return self.forces.side

    @property
    def turn(self) -> Turn:
        """The turn being played."""
        return self.game.turns[max(self.public.turn, 1) - 1]

    @property
    def night(self) -> bool:
        """Is this a night turn (TOCS-W13.1.1-1)?"""
        return self.turn.light == "night"

    def own(self, hex_: Hex) -> bool:
        """Does the side own this hex?"""
        return self.public.owner[hex_] == self.side

    def ezoc(self) -> tuple[Hex, ...]:
        """Hexes claimed to lie in enemy ZOC, until disproved (TOCS-W6.0-2)."""
        return self.public.claims[self.side]

    def blocked(self, hex_: Hex) -> bool:
        """Does it know of a roadblock in a hex, or of mines of its own: is no road of use there (TOCS-W10.11-7)?"""
        laid = self.obstacles.get(hex_)
        return laid is not None and any(o.kind == "roadblock" or o.side == self.side for o in laid)

    def mined(self, hex_: Hex) -> bool:
        """Does it know of enemy mines in a hex?"""
        laid = self.obstacles.get(hex_)
        return laid is not None and any(o.kind == "minefield" and o.side != self.side for o in laid)
