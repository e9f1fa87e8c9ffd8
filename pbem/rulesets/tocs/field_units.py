"""What a battle in the hands of field commanders is known by: the battle, its reports, the force it was given."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.units import Attack, Mission, Unit

FIELD = "field commanders"  # whom play waits for while they fight


class FieldBattle(Value):
    """A battle that field commanders fight (MASL-2.1-5): its number, hex and sides, and the impulse it began in; waits: play
    stands still until it is decided."""

    number: int
    hex: Hex
    attacker: str
    defender: str
    since: str
    waits: bool = False


class Fated(Value):
    """A unit as its field commander left it: steps it has left, its state, and where it is."""

    unit: str
    steps: int
    state: int
    hex: Hex
    bank: int = 0


class AfterAction(Value):
    """A report, understood. result: "attacker", "defender" or "engaged"; held: hex -> "all", "part" or "none" of it is ours;
    bridge: "" where there is none; taken, given: steps of prisoners. The rest is the commander's own words.
    """

    result: str
    units: tuple[Fated, ...]
    bridge: str = ""
    held: tuple[tuple[Hex, str], ...] = ()
    taken: int = 0
    given: int = 0
    words: tuple[tuple[str, str], ...] = ()


class Force(Value):
    """What a side gave its field commander (MASL-3.1-2): the units as they went in and the fire laid on the hex.

    role: "attacker" or "defender". Only the attacker knows the attacks, their level and how many turns they last
    (MASL-3.1-6). committed: units of it that came out of reserve; report: its commander's, once it is in.
    """

    number: int
    hex: Hex
    role: str
    units: tuple[Unit, ...]
    guns: tuple[Mission, ...] = ()
    attacks: tuple[Attack, ...] = ()
    level: str = ""
    turns: int = 0
    committed: tuple[str, ...] = ()
    report: AfterAction | None = None
