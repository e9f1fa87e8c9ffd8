"""Aircraft: one counter each, the box of the ready chart it is in, and the missions that are in the air (TOCS-3.2, W14, W15).

Of a side's own, and of nobody else: the enemy sees none until a mission of theirs touches him (TOCS-3.2-9).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.modules.faults import Door

Craft = Literal["fighter", "fighter_bomber", "bomber", "transport", "light", "pathfinder", "naval"]
Task = Literal[
    "recon",
    "observer",
    "spotter",
    "support",
    "accompany",
    "strike",
    "patrol",
    "interdict",
    "propaganda",
    "escort",
    "lift",
    "drop",
    "land",
    "pathfinder",
]
MISSION_WORDS = {
    "recon": phrase("reconnaissance"), "observer": phrase("observer"), "spotter": phrase("spotter"), "support": phrase("support"),
    "accompany": phrase("support of a unit"), "strike": phrase("ground strike"), "patrol": phrase("patrol"),
    "interdict": phrase("air interdiction"), "propaganda": phrase("leaflets"), "rebase": phrase("rebase"),
    "lift": phrase("transport"), "drop": phrase("supply drop"), "land": phrase("supply landing"),
    "escort": phrase("escort"), "pathfinder": phrase("pathfinder"),
}  # fmt: skip
TURN = r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$"

LANDED, REARMING, READY = phrase("landed"), phrase("rearming"), phrase("ready")
IN_FLIGHT, ON_STATION = phrase("in flight"), phrase("on station")
LOST, AWAY, OVER = phrase("lost"), phrase("away"), "over"
BOXES = (LANDED, REARMING, READY, IN_FLIGHT, ON_STATION)
"""The boxes of the ready chart, in their order; aircraft that are LOST stand in none of them until the next turn, those AWAY not
until they come, or no more."""
OFF_BOARD = "off"


class AircraftEntry(Door):
    """Aircraft of one counter. base: "off" for a field behind the edge of the map, or the id of a facility; from, until: the turns
    (ids) in which they may fly, "" for any; seats: who may order them, nobody named: the whole side."""

    call: Annotated[str, Field(min_length=1)]
    name: Annotated[str, Field(min_length=1)]
    nation: str
    craft: Annotated[Craft, Field(alias="class")]
    missions: Annotated[list[Task], Field(min_length=1)]
    base: Annotated[str, Field(min_length=1)] = OFF_BOARD
    box: Literal["landed", "rearming", "ready"] = "ready"
    from_: Annotated[str, Field(alias="from", pattern=TURN)] = ""
    until: Annotated[str, Field(pattern=TURN)] = ""
    seats: list[str] = Field(default_factory=list)
    napalm: bool = False
    note: str = ""


class Aircraft(Value):
    """Aircraft, and where they are now. missions: those they can fly; comes, until: ids of turns, and due, last: their numbers (0:
    from the first, to the last one); box: one of BOXES, LOST or AWAY; lent: the formations whose commanders may order it besides
    the side's, None for all of them."""

    call: str
    name: str
    side: str
    nation: str
    craft: str
    missions: tuple[str, ...]
    base: str = OFF_BOARD
    comes: str = ""
    until: str = ""
    seats: tuple[str, ...] = ()
    napalm: bool = False
    box: str = READY
    due: int = 0
    last: int = 0
    lent: tuple[str, ...] | None = None


class Sortie(Value):
    """A mission in the air (TOCS-W15.0-1): nothing of it changes once it has taken off (TOCS-W15.0-3).

    id: the call of its first aircraft; kind: a record of the chart `air-missions`; hexes: what it is flown at, the hex itself
    first; aims: kinds of target in order of wish; unit: the one it goes with; base: the field it moves to; ordered: the impulse;
    status: IN_FLIGHT, ON_STATION, or OVER; came: the impulse in which it came on station; hits: by flak. path: of one that files
    its way; units: those it carries, by id; points: SP aboard; pathfinders: aircraft that mark the zone.
    """

    id: str
    kind: str
    hexes: tuple[Hex, ...]
    aircraft: tuple[str, ...]
    escorts: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    only: bool = False
    napalm: bool = False
    unit: str = ""
    base: str = ""
    ordered: str = ""
    status: str = IN_FLIGHT
    came: str = ""
    hits: int = 0
    path: tuple[Hex, ...] = ()
    units: tuple[str, ...] = ()
    points: int = 0
    pathfinders: tuple[str, ...] = ()

    @property
    def flying(self) -> tuple[str, ...]:
        """All its aircraft, those that go along last."""
        return (*self.aircraft, *self.along)

    @property
    def along(self) -> tuple[str, ...]:
        """Its pathfinders and escorts."""
        return (*self.pathfinders, *self.escorts)

    @property
    def goal(self) -> Hex:
        """Where it is going."""
        return self.hexes[0]


class AirLook(Value):
    """What is seen of a hex from the air: "hidden" under trees, "empty" or "occupied", and then the kinds of units."""

    hex: Hex
    answer: str
    kinds: tuple[str, ...] = ()


class AirRound(Value):
    """A round of a fight in the air: the throw, and aircraft shot down and driven home of who attacked and of who was attacked."""

    throw: Throw
    attacker_lost: int
    attacker_home: int
    defender_lost: int
    defender_home: int


class Air(Value):
    """The aircraft of a side by call, and its missions in the air in the order in which they were ordered."""

    aircraft: Mapping[str, Aircraft] = field(default_factory=dict)
    sorties: tuple[Sortie, ...] = ()

    @rule("TOCS-3.2-2", "TOCS-W14.1-1")
    def moved(self, aircraft: tuple[Aircraft, ...]) -> "Air":
        """The aircraft in other boxes; who is in none of the two in the air is on no mission any more, and escorts with nobody
        left to fly with have landed."""
        down = {craft.call for craft in aircraft if craft.box not in (IN_FLIGHT, ON_STATION)}
        left = tuple(_without(sortie, down) for sortie in self.sorties)
        alone = {call for sortie, rest in zip(self.sorties, left, strict=True) if not rest.aircraft for call in sortie.along}
        landed = {call: replace(self.aircraft[call], box=LANDED) for call in alone - down}
        known = {**self.aircraft, **landed, **{craft.call: craft for craft in aircraft}}
        return Air(known, tuple(sortie for sortie in left if sortie.aircraft))

    @rule("TOCS-3.2-5", "TOCS-3.2-6", "TOCS-W14.1-4", "TOCS-W15.0-2")
    def flown(self, sortie: Sortie) -> "Air":
        """The missions with this one as it is now, its aircraft in the box that says so; one that is over has landed."""
        box = LANDED if sortie.status == OVER else sortie.status
        base = {"base": sortie.base} if sortie.status == OVER and sortie.base else {}
        known = {**self.aircraft, **{call: replace(self.aircraft[call], box=box, **base) for call in sortie.flying}}
        rest = tuple(other for other in self.sorties if other.id != sortie.id)
        if sortie.status == OVER:
            return Air(known, rest)
        if len(rest) == len(self.sorties):
            return Air(known, (*rest, sortie))
        return Air(known, tuple(sortie if other.id == sortie.id else other for other in self.sorties))

    def sortie_of(self, call: str) -> Sortie | None:
        """The mission that these aircraft fly, if any."""
        return next((sortie for sortie in self.sorties if call in sortie.flying), None)

    def on_station(self, kind: str) -> tuple[Sortie, ...]:
        """The missions of a kind that are on station."""
        return tuple(sortie for sortie in self.sorties if sortie.kind == kind and sortie.status == ON_STATION)


def _without(sortie: Sortie, down: set[str]) -> Sortie:
    """A mission without aircraft that have left it."""
    if not down & set(sortie.flying):
        return sortie
    left = tuple(call for call in sortie.aircraft if call not in down)
    escorts = tuple(call for call in sortie.escorts if call not in down) if left else ()
    helpers = tuple(call for call in sortie.pathfinders if call not in down) if left else ()
    name = left[0] if left and sortie.id in down else sortie.id
    return replace(sortie, id=name, aircraft=left, escorts=escorts, pathfinders=helpers)


def read_aircraft(entry: AircraftEntry, side: str) -> Aircraft:
    """Aircraft as a file has them; what turns their ids are is not known yet."""
    return Aircraft(
        entry.call, entry.name, side, entry.nation, entry.craft, tuple(sorted(entry.missions)), entry.base, entry.from_,
        entry.until, tuple(entry.seats), entry.napalm, entry.box,
    )  # fmt: skip
