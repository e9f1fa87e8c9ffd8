"""The map of a letter as values: what one desk knows, where it lies, and how it is framed. Drawn by the ruleset, painted apart."""

from collections.abc import Mapping

from pbem.documents.plot import Trend
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Instant, Value


class Symbol(Value):
    """An own unit: sign (what its box shows), size ("I", "II", "•••"), steps printed and lost, rank of its state (0 is good)
    and its name; ap: action points; bank: the point of the compass its bank lies to ("SW"), "" where no water divides the hex;
    arm: what its counter is ("glider"), which may say more than the sign; parent: the call of the HQ it is under; motorized: it
    goes on wheels or tracks; commands: the seat that orders it, "" where it was not asked; facing: the hexside it faces, ""
    where that does not matter; leader: others look to it."""

    hex: Hex
    call: str
    sign: str
    size: str
    steps: int
    lost: int = 0
    state: int = 0
    formation: str = ""
    condition: str = "good"
    ap: int = 0
    bank: str = ""
    arm: str = ""
    parent: str = ""
    motorized: bool = False
    commands: str = ""
    facing: str = ""
    leader: bool = False


class Sighting(Value):
    """A contact: number, kinds, when ("T3.2") it was last learnt, and how old that is (0 is now, 1 this turn, 2 the last one …);
    name: what its desk calls it, "" for a contact by its number; facing, state, condition: as of a symbol, where they are seen."""

    hex: Hex
    number: int
    kinds: tuple[str, ...]
    when: str
    age: int = 0
    name: str = ""
    facing: str = ""
    state: int = 0
    condition: str = "good"


class Boundary(Value):
    """A line of an own op sheet, hex by hex: a boundary, or (start) where it begins."""

    name: str
    path: tuple[Hex, ...]
    start: bool = False


class Arrow(Value):
    """Where an own unit went, hex by hex, or (attack) what it attacked from where. flight: the call of the own flight that is to
    fly this way, and zones: the hexes over which it drops; drifted: from where a unit was to land to where it did."""

    path: tuple[Hex, ...]
    attack: bool = False
    flight: str = ""
    zones: tuple[Hex, ...] = ()
    drifted: bool = False


class Obstruction(Value):
    """What the desk knows of that is in the way. kind: "minefield", "roadblock", "wire", "bunker"."""

    hex: Hex
    kind: str
    own: bool


class Wreck(Value):
    """Vehicles that were seen to burn in a hex, of one side: so many."""

    hex: Hex
    own: bool
    many: int = 1


class Radius(Value):
    """How many hexes an own HQ commands."""

    hex: Hex
    call: str
    reach: int


class Frame(Value):
    """A part of the map: its name in file names, its title, and first column, first row, last column, last row (0s: all of it).
    formation: whose sheet it is, "" for everybody's; radius: the HQ whose command is drawn on it, by call; near: it shows what
    is nearest to the enemy, and comes first on a small screen; flights: those whose ways alone are drawn on it, of one step by
    step, of several with their calls; () for all."""

    name: str
    title: str
    first: tuple[int, int] = (0, 0)
    last: tuple[int, int] = (0, 0)
    formation: str = ""
    radius: str = ""
    near: bool = False
    flights: tuple[str, ...] = ()


class PointsPool(Value):
    """A pool of points: what is left of it, what was spent in this part of play, and how much deficit may still be run up."""

    pool: str
    left: int
    spent: int
    deficit: int


class DueBy(Value):
    """Until when the reader's own orders are awaited: the part of play, the moment, and the zone of his clocks."""

    moment: str
    at: Instant
    zone: str


class Looked(Value):
    """A hex of which something was said, and the part of play in which it last was."""

    hex: Hex
    when: str


class Formed(Value):
    """A formation and the calls of its units."""

    name: str
    calls: tuple[str, ...]


class Vessel(Value):
    """An own ship on the water, or aircraft over it: code (the letters on its hull), shape ("ship", "craft", "boat", "aircraft"),
    and the weightiest that is to be known of it, "" for nothing."""

    call: str
    code: str
    shape: str
    note: str = ""


class WaterBox(Value):
    """A box of a zone, or its port, and what a side has there."""

    name: str
    vessels: tuple[Vessel, ...] = ()


class WaterPlate(Value):
    """A zone of water beside the map: its weather in words, its boxes from above to below, and what else is known there."""

    name: str
    sky: str
    boxes: tuple[WaterBox, ...]
    notes: tuple[str, ...] = ()


class MapPicture(Value):
    """What a desk's map shows. points: OPs by pool; ours: the hexes that are its own; works, stores: hex and
    whether they are own; goals: hexes with the points they are worth; down, bridged: bridges that are not as printed; dumps:
    supply points in own stores, by hex; obstacles: mines and roadblocks; radii: of own HQs; fords: those found in play; marks:
    what else is known to stand in a hex, or to fly over it ("airfield", "port", "own aircraft"); when: the date-time group;
    purses: OPs in full; asleep: own units that cannot be ordered now; done: those that were activated in this part of play,
    attack, or are at a work; formations: own ones; looked: where it asked. What the desk of a letter adds: due, and share: OPs
    that its seat may spend, None where none are allotted; and trend: the own figures turn by turn, where they are drawn too;
    boundaries: of own op sheets; wrecks: what was seen to burn; waters: zones beside the map with own ships, and codes: what the
    letters on their hulls mean."""

    side: str
    caption: str
    frames: tuple[Frame, ...]
    symbols: tuple[Symbol, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ours: tuple[Hex, ...] = ()
    claims: tuple[Hex, ...] = ()
    engaged: tuple[Hex, ...] = ()
    works: tuple[tuple[Hex, bool], ...] = ()
    stores: tuple[tuple[Hex, bool], ...] = ()
    goals: tuple[tuple[Hex, int], ...] = ()
    down: tuple[Hex, ...] = ()
    bridged: tuple[Hex, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    dumps: tuple[tuple[Hex, int], ...] = ()
    obstacles: tuple[Obstruction, ...] = ()
    radii: tuple[Radius, ...] = ()
    fords: tuple[Hex, ...] = ()
    marks: tuple[tuple[Hex, str], ...] = ()
    when: str = ""
    purses: tuple[PointsPool, ...] = ()
    asleep: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    formations: tuple[Formed, ...] = ()
    looked: tuple[Looked, ...] = ()
    due: DueBy | None = None
    share: int | None = None
    trend: Trend | None = None
    boundaries: tuple[Boundary, ...] = ()
    wrecks: tuple[Wreck, ...] = ()
    waters: tuple[WaterPlate, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()


class PrintedMap(Value):
    """The printed map, the same for both sides: what stands within its SVG, pixels across and down, and from the middle of a hex to
    a corner; middles, terrain (said) and names by hex."""

    svg: str
    width: int
    height: int
    size: float
    middles: Mapping[Hex, tuple[float, float]]
    terrain: Mapping[Hex, str]
    names: Mapping[Hex, str]
