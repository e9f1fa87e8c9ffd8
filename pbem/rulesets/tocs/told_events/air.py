"""What happens to aircraft and their missions (chapters 3.2, W14, W15)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.aircraft import Aircraft, AirLook, AirRound, Sortie
from pbem.rulesets.tocs.view import AirZone


class AircraftMoved(Value):
    """Aircraft stand in other boxes of the ready chart (TOCS-W14.1-1); they fly no mission unless the box is one in the air."""

    side: str
    aircraft: tuple[Aircraft, ...]
    why: str


class SortieFlew(Value):
    """A mission took off, came on station, or is over, as `sortie` has it now; why: how, in words."""

    side: str
    sortie: Sortie
    why: str


class HexesFlownOver(Value):
    """A reconnaissance flew over hexes, and what its crew saw of each (TOCS-W15.2-3). sortie: its id."""

    side: str
    sortie: str
    looks: tuple[AirLook, ...]


class MovementSeen(Value):
    """Enemies were seen from the air on their way into a hex, or to fire in it: their kinds. sortie: by whom (TOCS-W15.3-4)."""

    side: str
    sortie: str
    hex: Hex
    kinds: tuple[str, ...]
    fired: bool = False


class LeafletsDropped(Value):
    """Leaflets fell on a hex (TOCS-W15.6-1)."""

    side: str
    hex: Hex


class AirZoneMarked(Value):
    """A patrol or an interdiction is announced on station, or an observer is seen; stands: False once it is over
    (TOCS-W15.7-1, TOCS-W15.9-1)."""

    zone: AirZone
    stands: bool


class BattleFlownOver(Value):
    """Aircraft of a side have a part in the battle for a hex: both sides see them (TOCS-W15.10-1)."""

    side: str
    hex: Hex


class AirFought(Value):
    """Aircraft of both sides fought over a hex (TOCS-W14.6-2): which side intercepted, of what class the aircraft of either are
    as the other is told, and round by round what it cost. number: of the fight, from the first of the game on."""

    number: int
    hex: Hex
    attacker: str
    attacking: str
    defending: str
    rounds: tuple[AirRound, ...]
