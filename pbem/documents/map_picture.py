"""The map of a letter as values: what one desk knows, where it lies, and how it is framed. Drawn by the ruleset, painted apart."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value


class Symbol(Value):
    """An own unit: sign (what its box shows), size ("I", "II", "•••"), steps printed and lost, rank of its state (0 is good)
    and its name; ap: action points; bank: the point of the compass its bank lies to ("SW"), "" where no water divides the hex."""

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


class Sighting(Value):
    """A contact: number, kinds, the impulse it was last learnt, and how old that is (0 is now, 1 this turn, 2 the last one …)."""

    hex: Hex
    number: int
    kinds: tuple[str, ...]
    when: str
    age: int = 0


class Arrow(Value):
    """Where an own unit went, hex by hex, or (attack) what it attacked from where."""

    path: tuple[Hex, ...]
    attack: bool = False


class Frame(Value):
    """A part of the map: its name in file names, its title, and first column, first row, last column, last row (0s: all of it)."""

    name: str
    title: str
    first: tuple[int, int] = (0, 0)
    last: tuple[int, int] = (0, 0)


class MapPicture(Value):
    """What a desk's map shows. points: OPs by pool; ours: the hexes that are its own; works, stores: hex and
    whether they are own; goals: hexes with the points they are worth; down, bridged: bridges that are not as printed."""

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


class Plate(Value):
    """A frame, drawn: the ground below (the same all through a campaign, so that it is painted once; "" for a part of the map,
    which brings its own), and what lies on top, of the same size."""

    name: str
    title: str
    ground: str
    overlay: str
