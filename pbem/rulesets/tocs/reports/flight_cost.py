"""COST of a flight: the way on file, hex by hex, with what this side knows of guns and patrols along it (TOCS-W14.2, W14.5)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.flights import FlightPlan
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import place
from pbem.rulesets.tocs.rules import dogfights, flak

GUNS = "guns"


def way_of(picture: Picture, call: str) -> tuple[Hex, ...] | None:
    """The way that a flight or a mission of the side's has on file; None when it has none."""
    flight, sortie = picture.forces.schedule.called(call), picture.forces.air.sortie_of(call)
    if flight:
        return flight.path
    return sortie.path if sortie and sortie.path else None


@rule("TOCS-W14.2-1", "TOCS-W14.2-2", "TOCS-W14.5-4")
def cost(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """The way with what is known of the enemy along it, from this side's own picture alone."""
    flight = picture.forces.schedule.called(call)
    way = way_of(picture, call) or ()
    head = counted(len(way), "{call}: {number} hex, {path}", "{call}: {number} hexes, {path}", call=call, path=" ".join(way))
    told = [line for place_ in way for line in _along(game, picture, place_)]
    over = (_gone(flight),) if flight and flight.status != "waiting" else ()
    return (head, *over, *(told or (say("no guns or patrols of the enemy's are known within reach of it"),)))


def _gone(flight: FlightPlan) -> str:
    return say("{call} has flown", call=flight.call)


def _along(game: Game, picture: Picture, here: Hex) -> Iterator[str]:
    """Guns and patrols that are known and reach a hex."""
    reach = flak.reach(game.grid("aa-combat"), flak.LIGHT)
    for contact in picture.contacts:
        if GUNS in contact.kinds and distance(contact.hex, here) <= reach:
            yield say("{place}: guns known in {where}", place=place(game, here), where=place(game, contact.hex))
    for zone in picture.public.zones:
        if zone.side != picture.side and zone.kind == "patrol" and dogfights.within(zone.hex, here):
            yield say("{place}: enemy patrol over {where}", place=place(game, here), where=place(game, zone.hex))
