"""Airfields that ground troops attack and take: who leaves in time, and what is lost with them (TOCS-W14.7; ruling L10)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LOST, OFF_BOARD, READY, Aircraft
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_fields
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import WhenFieldStruck

Events = tuple[e.Event, ...]
TAKEN, DIVERTED = phrase("lost with their field"), phrase("their field is lost: they fly from beyond the map")


def follow(moment: Moment) -> Events | None:
    """What has just happened to fields on the ground does to aircraft; None when it does nothing."""
    if not any(forces.air.aircraft for forces in moment.board.forces.values()):
        return None
    return tuple(_fallen(moment)) or None


def _based(moment: Moment) -> Iterator[tuple[str, Facility, list[Aircraft]]]:
    """The fields of either side with aircraft based on them, side by side."""
    for side, forces in sorted(moment.board.forces.items()):
        known = forces.air.aircraft.values()
        for site in (moment.board.sites[name] for name in sorted({c.base for c in known} & set(moment.board.sites))):
            yield side, site, [craft for craft in known if craft.base == site.id and craft.box != LOST]


@rule("TOCS-W14.7-1", "TOCS-W14.7-2")
def _fallen(moment: Moment) -> Iterator[e.Event]:
    """With a field that the enemy has taken all that stands on it is lost; who is in the air comes down beyond the map."""
    board: Board = moment.board
    for side, site, crafts in _based(moment):
        if board.public.owner[site.hex] != side and not board.occupants(site.hex, side):
            yield from _without_field(side, crafts)


def _without_field(side: str, crafts: list[Aircraft]) -> Events:
    """What becomes of aircraft whose field is the enemy's: those parked on it are lost."""
    parked = tuple(replace(craft, box=LOST, base=OFF_BOARD) for craft in crafts if craft.box in air_fields.PARKED)
    away = tuple(replace(craft, base=OFF_BOARD) for craft in crafts if craft.box not in air_fields.PARKED)
    return tuple(e.AircraftMoved(side, moved, why) for moved, why in ((parked, TAKEN), (away, DIVERTED)) if moved)


@rule("TOCS-W14.7-1", "TOCS-W14.7-3")
def announced(moment: Moment, attacker: str, hexes: tuple[Hex, ...]) -> Events:
    """A side's battles are announced. Ready aircraft leave fields that are attacked, if their side's order says so and there is
    room elsewhere."""
    told = (e.BattlesAnnounced(attacker, hexes),)
    return (*told, *_leaving(after(moment, told), attacker, hexes))


def _leaving(moment: Moment, attacker: str, hexes: tuple[Hex, ...]) -> Iterator[e.Event]:
    for side, site, crafts in _based(moment):
        ready = [craft for craft in crafts if craft.box == READY]
        attacked = site.hex in hexes and side != attacker
        if ready and attacked and moment.ask(side, WhenFieldStruck(site.hex)).how == "rebase":
            yield from air_fields.left(moment, site, side, ready)
