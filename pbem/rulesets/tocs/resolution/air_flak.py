"""Flak at missions that have no path: met once, at their hex, as they come on station (TOCS-W14.5-1; rulings L6, L31)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, Sortie
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.antiaircraft import fired
from pbem.rulesets.tocs.rules import air, flak
from pbem.rulesets.tocs.rules.target_dice import struck

SEEN_AS = {
    "light_plane": phrase("light planes"), "fighters": phrase("fighters"), "transports": phrase("transports"),
    "bombers": phrase("bombers"),
}  # fmt: skip
TURNED_BACK, SHOT_DOWN, HIT = phrase("turned back by flak"), phrase("shot down by flak"), phrase("hit by flak")
WITH_A_DIE = ("strike",)
ENOUGH = 2  # hits that send a mission without a die of its own home


class Met(Value):
    """What the guns did to a mission: events, and the mission as it is, None when nothing is left of it."""

    events: tuple[e.Event, ...]
    sortie: Sortie | None


def formation(game: Game, sortie: Sortie) -> flak.Formation:
    """A mission as gunners meet it."""
    row = air.mission(game, sortie.kind)
    slow, fighters = row.seen_as == "transports", row.seen_as == "fighters"
    return flak.Formation(SEEN_AS[row.seen_as], row.altitude, slow, fighters, len(sortie.flying))


@rule("TOCS-W14.5-1", "TOCS-W14.5-3", "TOCS-W14.5-4", "TOCS-W14.5-5", "TOCS-W14.3-1")
def met(moment: Moment, side: str, sortie: Sortie) -> Met:
    """Guns in range of its hex fire once, of a reconnaissance's at each of its hexes. A hit is 1 off the mission's own roll, two
    send one home that has none; an aircraft that is driven off lands, one that is shot down is lost till the next turn."""
    found = Met((), sortie)
    for place in sortie.hexes if sortie.kind == "recon" else (sortie.goal,):
        if found.sortie is None:
            break
        found = _over(after(moment, found.events), side, found, place)
    left = found.sortie
    if left is None or left.hits < ENOUGH or left.kind in WITH_A_DIE:
        return found
    down = tuple(replace(moment.board.forces[side].air.aircraft[call], box=LANDED) for call in left.flying)
    return Met((*found.events, e.AircraftMoved(side, down, TURNED_BACK)), None)


def _over(moment: Moment, side: str, found: Met, place: Hex) -> Met:
    """The fire over one hex. moment: as it is now, with what was found before already told."""
    sortie = found.sortie
    assert sortie is not None
    shots = fired(moment, moment.game.other(side), formation(moment.game, sortie), place)
    events = [*shots.events]
    for number, result in enumerate(shots.results, 1):
        if sortie is None:
            break
        told, sortie = _hit(after(moment, events), side, sortie, _Blow(result, f"{place}/{number}"))
        events += told
    return Met((*found.events, *events), sortie)


class _Blow(Value):
    """One result, and the name of the die that says whom it falls on."""

    result: str
    name: str


def _hit(moment: Moment, side: str, sortie: Sortie, blow: _Blow) -> tuple[tuple[e.Event, ...], Sortie | None]:
    """What one result does to a mission, and what is left of it."""
    if blow.result == flak.HIT:
        hurt = replace(sortie, hits=sortie.hits + 1)
        return (e.SortieFlew(side, hurt, HIT),), hurt
    occasion = f"lost/{sortie.id}/{moment.board.public.impulse_name}/{blow.name}"
    call = struck(moment.dice, occasion, sortie.flying, "d")[0]
    lost = blow.result == flak.LOST
    craft = replace(moment.board.forces[side].air.aircraft[call], box=LOST if lost else LANDED)
    told = (e.AircraftMoved(side, (craft,), SHOT_DOWN if lost else TURNED_BACK),)
    rest = next((other for other in sortie.aircraft if other != call), "")
    now = after(moment, told).board.forces[side].air
    return told, now.sortie_of(rest) if rest else None
