"""Everything a desk can learn: events of its own side, events that both see, and what is told of the others in part.

An event is told whole only when `licences.py` gives a licence for each of its fields; what is told in part has a class here, which
names its licence: the rule that lets the desk know it. Who learns what is said by `observe.py`.
"""

from collections.abc import Iterable
from typing import ClassVar, final, get_args

from pbem.engine.observation import Observation
from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.field_units import FieldBattle, Force
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.licences import LICENCES, OWN, PUBLIC
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.told_events import OwnTold, PublicTold
from pbem.rulesets.tocs.units import Mission, ReplacementPool, SupplySource, Toll

BY_EVENT = "the licence of the event"


@final
class OwnEvent(Observation):
    """An event of the desk's own side, as it stands. ValueError for one of which a field may not be told."""

    licence: ClassVar[str] = BY_EVENT
    event: OwnTold

    def __post_init__(self) -> None:
        """Nothing else is told to its own side."""
        if type(self.event) not in OWN:
            raise ValueError(f"{type(self.event).__name__} is not told whole to its side")


@final
class PublicEvent(Observation):
    """An event that both sides see, as it stands. ValueError for one of which a field may not be told."""

    licence: ClassVar[str] = BY_EVENT
    event: PublicTold

    def __post_init__(self) -> None:
        """Nothing else is told to both."""
        if type(self.event) not in PUBLIC:
            raise ValueError(f"{type(self.event).__name__} is not told whole to both")


# ---------------------------------------------------------------- what both sides see


class FieldBattleSeen(Observation):
    """A battle went to field commanders: both know it, since both wished it, and the hex was announced."""

    licence: ClassVar[str] = "MASL-1.1-3"
    battle: FieldBattle


class FieldBattleEndedSeen(Observation):
    """How a field battle ended for this side: its own losses, and what both must know. thrown: the CRT decides it now."""

    licence: ClassVar[str] = "MASL-4.1-4"
    battle: FieldBattle
    how: str
    lost: int
    left: tuple[str, ...]
    holder: str
    engaged: bool
    thrown: bool


class BattleFoughtSeen(Observation):
    """How a battle ended: steps lost by each side, who fell back, who holds the hex."""

    licence: ClassVar[str] = "TOCS-W19.4-1"
    number: int
    hex: Hex
    level: str
    attacker: str
    defender: str
    lost: tuple[tuple[str, int], ...]
    left: tuple[str, ...]
    holder: str
    engaged: bool


class OwnToll(Observation):
    """What a battle took of the own side, unit by unit, and what was paid for what."""

    licence: ClassVar[str] = "TOCS-W19.4-1"
    number: int
    toll: Toll


class OwnBalance(Observation):
    """The own pools as they stand when the own impulse is closed: spent, left, overspent."""

    licence: ClassVar[str] = "TOCS-1.5-3"
    pools: tuple[ReplacementPool, ...]


class ImpulseClosedSeen(Observation):
    """A side's impulse is over: end or pass, which shows on the track (TOCS-3.11-3); silence is told to that side alone."""

    licence: ClassVar[str] = "TOCS-3.11-3"
    side: str
    how: str


class GameOverSeen(Observation):
    """Both tallies, opened at the end."""

    licence: ClassVar[str] = "TOCS-5.0-3"
    tallies: tuple[tuple[str, tuple[tuple[str, int], ...], int], ...]
    winner: str
    how: str = ""


class PauseSeen(Observation):
    """Play pauses for a decision of a side, or ("") goes on: the cell that asks for it is known to both."""

    licence: ClassVar[str] = "TOCS-2.6-2"
    side: str


class InterdictionSeen(Observation):
    """A hex is under interdiction by a side's guns: announced and marked for both."""

    licence: ClassVar[str] = "TOCS-W10.26-2"
    side: str
    hex: Hex


# ---------------------------------------------------------------- what a side sees of itself


class OwnChoice(Observation):
    """A decision this side owes, or (None) owes no more; word: what was decided about its reserves."""

    licence: ClassVar[str] = "TOCS-2.6-2"
    decision: Decision | None
    word: str = ""


class OwnHalt(Observation):
    """An own mover was held by EZOC; barred: kept from leaving its own EZOC hex."""

    licence: ClassVar[str] = "TOCS-W6.0-11"
    unit: str
    hex: Hex
    barred: bool


class OwnForce(Observation):
    """What this side gave its field commander; the defender's tells neither level nor length (MASL-3.1-6)."""

    licence: ClassVar[str] = "MASL-3.1-2"
    force: Force


class PrisonerHeard(Observation):
    """What a captive said, to his captor alone."""

    licence: ClassVar[str] = "TOCS-W20.1-1"
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class CiviliansHeard(Observation):
    """What the people of a place said to those who took it."""

    licence: ClassVar[str] = "TOCS-W20.2-1"
    number: int
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    answer: Testimony


class OwnImpulseOver(Observation):
    """The marks of the own impulse come off; the pools as they stand; deficit OPs given to the enemy."""

    licence: ClassVar[str] = "TOCS-1.5-3"
    pools: tuple[ReplacementPool, ...]
    given: int


class BattleSeen(Observation):
    """A battle's roll as one side may know it: its own sum in lines; of the enemy the total alone, if odds are told."""

    licence: ClassVar[str] = "TOCS-3.9-1"
    number: int
    hex: Hex
    level: str
    carried: bool
    role: str
    lines: tuple[str, ...]
    total: int
    shifts: tuple[str, ...]
    shift: int
    enemy_total: int | None
    enemy_shift: int | None
    basic_column: str
    column: str
    throw: Throw
    drm: int
    drms: tuple[str, ...]
    row: str
    line: int
    cell: str


class OwnMission(Observation):
    """An own mission and its dice, with the modifiers its firer knows of; never the cell, which would tell the target's."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    mission: Mission
    strength: int
    throw: Throw
    drms: tuple[str, ...]


class FallOfShot(Observation):
    """What an own observer saw of a mission: the kinds of target there, and how those that were hit took it."""

    licence: ClassVar[str] = "TOCS-W10.24-5"
    hex: Hex
    kinds: tuple[str, ...]
    effects: tuple[tuple[str, int, int], ...]


# ---------------------------------------------------------------- what a side sees of the enemy


class ShellsFell(Observation):
    """The enemy shelled a hex: the hex he named, and how heavily; what it did is seen at the own units."""

    licence: ClassVar[str] = "TOCS-W10.24-1"
    hex: Hex
    heavy: bool


class EnemyLooked(Observation):
    """The enemy scouted or probed a hex of ours, or looked into it from a hill; the answer he was given."""

    licence: ClassVar[str] = "TOCS-1.2-4"
    hex: Hex
    probe: bool
    occupied: bool
    ezoc: bool
    sighted: bool = False


class EnemyStopped(Observation):
    """The enemy came before a hex of ours that is occupied, and stopped: his step was announced, and our answer."""

    licence: ClassVar[str] = "TOCS-3.10-3"
    hex: Hex


class EnemyDestroyed(Observation):
    """A unit of the enemy's was destroyed: told at last what it was.

    hex: where it was seen to die, a battle hex or a hex of ours; None where it died out of sight.
    """

    licence: ClassVar[str] = "TOCS-1.2-1"
    call: str
    name: str
    kind: str
    level: str
    hex: Hex | None


class EnemyCredit(Observation):
    """The enemy overspent: deficit OPs come to us with the next income."""

    licence: ClassVar[str] = "TOCS-1.5-2"
    points: int


class CreditLapsed(Observation):
    """Deficit OPs lapse with the turn."""

    licence: ClassVar[str] = "TOCS-3.5-3"
    points: int


class OwnSourceLost(Observation):
    """An own source of supply is gone; what the enemy made of it is his affair."""

    licence: ClassVar[str] = "TOCS-W8.1-4"
    source: SupplySource
    why: str


class AirStrikeFlown(Observation):
    """What the crews of a ground strike know: the kind they attacked ("" for nothing found), the dice, whom they hit; kinds: all
    that is there, where a spotter of theirs is over the hex."""

    licence: ClassVar[str] = "TOCS-W15.11-2"
    sortie: str
    hex: Hex
    aircraft: int
    attacked: str
    throw: Throw | None
    drms: tuple[str, ...]
    effects: tuple[tuple[str, int, int], ...]
    kinds: tuple[str, ...]


class AircraftStruck(Observation):
    """Enemy aircraft struck a hex where own troops are, or that is this side's: what they did stands in the units."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex


class BombsDropped(Observation):
    """What the crews of bombers know: where they bombed, with how many aircraft, and the throw; from so high they see nothing of
    what it did."""

    licence: ClassVar[str] = "TOCS-W15.13-2"
    flight: str
    hex: Hex
    aircraft: int
    throw: Throw
    drms: tuple[str, ...]


class Bombed(Observation):
    """Enemy bombs fell on a hex where own troops are, or that is this side's: what they did stands in the units."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    hex: Hex


class EnemyFlewOver(Observation):
    """An enemy reconnaissance flew over these hexes of the own perimeter, whoever stands there (TOCS-1.2-4)."""

    licence: ClassVar[str] = "TOCS-1.2-4"
    hexes: tuple[Hex, ...]


class SeenFromAir(Observation):
    """A move of the own side's into a hex, or guns that fired there, was seen by an aircraft that was announced."""

    licence: ClassVar[str] = "TOCS-W15.3-4"
    hex: Hex


class LeafletsFell(Observation):
    """Leaflets of the enemy's fell on a hex; what the troops made of them stands in their checks."""

    licence: ClassVar[str] = "TOCS-W15.6-1"
    hex: Hex


class ZoneSearched(Observation):
    """The enemy searched a zone and found own units there: the kinds that had to be named."""

    licence: ClassVar[str] = "TOCS-W16.3-2"
    zone: str
    found: tuple[str, ...]


class OwnBombing(Observation):
    """Own aircraft attacked ships: what the crews know, which is not the ship that was hit (TOCS-W16.6-3)."""

    licence: ClassVar[str] = "TOCS-W16.6-1"
    number: int
    zone: str
    aircraft: int
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    hits: int


class ShipsAttacked(Observation):
    """Enemy aircraft attacked own ships: those that were hit."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    number: int
    zone: str
    ships: tuple[str, ...]


class OwnTorpedoes(Observation):
    """An own submarine attacked: the class of its target, the throw, what came of it."""

    licence: ClassVar[str] = "TOCS-W16.8-4"
    call: str
    zone: str
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class ShipTorpedoed(Observation):
    """An own ship was attacked by a submarine, as is seen when it is hit."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    victim: str
    result: str


class OwnShelling(Observation):
    """Own naval guns fired at a hex: the throw and what modified it as far as the firer knows; never the cell."""

    licence: ClassVar[str] = "TOCS-W17.5-1"
    ships: tuple[str, ...]
    hex: Hex
    bore: str
    aim: str
    strength: int
    throw: Throw
    drms: tuple[str, ...]


class NavalShellsFell(Observation):
    """Naval guns shelled a hex; what they did is seen at the own units."""

    licence: ClassVar[str] = "TOCS-W17.5-1"
    hex: Hex


class OwnCoastGuns(Observation):
    """An own battery fired at a ship: its class, the throw, what came of it."""

    licence: ClassVar[str] = "TOCS-W16.7-1"
    unit: str
    target: str
    throw: Throw
    drms: tuple[tuple[str, int], ...]
    result: str


class CoastGunsSeen(Observation):
    """Coast guns fired at an own ship."""

    licence: ClassVar[str] = "TOCS-1.2-1"
    ship: str
    result: str


class SourceSeen(Observation):
    """A store of the enemy's was found in a hex that was scouted."""

    licence: ClassVar[str] = "TOCS-W8.1-2"
    hex: Hex
    kind: str


class SourceBurnt(Observation):
    """A store of the enemy's that fell into this side's hands was destroyed, as its standing order CAPTURES has it."""

    licence: ClassVar[str] = "TOCS-W8.1-4"
    hex: Hex
    kind: str


class ClearingBarredSeen(Observation):
    """Own engineers could not lift the mines in a hex: the enemy is in it."""

    licence: ClassVar[str] = "TOCS-W10.12-2"
    call: str
    hex: Hex


class FacilitySeen(Observation):
    """A facility and its state, as the side did it, saw it done, or found it; how: in what way."""

    licence: ClassVar[str] = "TOCS-W10.4-5"
    facility: Facility
    how: str


class OwnOutrage(Observation):
    """The points counted for what the enemy did to own hospitals."""

    licence: ClassVar[str] = "TOCS-W12.9-3"
    points: int


class TrainSeen(Observation):
    """An enemy train went through a hex that own troops hold or fight for, before anybody could do anything."""

    licence: ClassVar[str] = "TOCS-W12.3-5"
    hex: Hex


class BridgeSeen(Observation):
    """The state of a bridge, as the side did it, saw it done, or found it; how: in what way."""

    licence: ClassVar[str] = "TOCS-W10.4-5"
    bridge: Bridge
    how: str


PartTold = (
    FieldBattleSeen | FieldBattleEndedSeen | BattleFoughtSeen | OwnToll | OwnBalance | ImpulseClosedSeen | GameOverSeen
    | PauseSeen | InterdictionSeen | OwnChoice | OwnHalt | OwnForce | PrisonerHeard | CiviliansHeard | OwnImpulseOver
    | BattleSeen | OwnMission | FallOfShot | ShellsFell | EnemyLooked | EnemyStopped | EnemyDestroyed
    | EnemyCredit | CreditLapsed | OwnSourceLost | SourceSeen | SourceBurnt | ClearingBarredSeen | FacilitySeen | OwnOutrage
    | ZoneSearched | OwnBombing | ShipsAttacked | OwnTorpedoes | ShipTorpedoed | OwnShelling | NavalShellsFell
    | OwnCoastGuns | CoastGunsSeen
    | TrainSeen | BridgeSeen | AirStrikeFlown | AircraftStruck | EnemyFlewOver | SeenFromAir | LeafletsFell
    | BombsDropped | Bombed
)  # fmt: skip
"""What is told in part."""
Seen = OwnEvent | PublicEvent | PartTold
What = OwnTold | PublicTold | PartTold
ALL: tuple[type[Seen], ...] = get_args(Seen)


def what(seen: Seen) -> What:
    """What is learnt: the event itself where one is told whole, else the observation."""
    return seen.event if type(seen) is OwnEvent or type(seen) is PublicEvent else seen


def whats(news: Iterable[Seen]) -> tuple[What, ...]:
    """What is learnt by each of these observations."""
    return tuple(map(what, news))


def licence(seen: Observation) -> str:
    """The rule that lets a desk learn this."""
    return LICENCES[type(seen.event)].row if isinstance(seen, (OwnEvent, PublicEvent)) else seen.licence
