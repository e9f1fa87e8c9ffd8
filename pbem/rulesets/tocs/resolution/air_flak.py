"""What missions without a path meet at their hex as they come on station: patrols, then guns (TOCS-W14.5-1, W15.7-2; rulings
L6, L31). Those that fly for a battle meet the guns over it."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, ON_STATION, Sortie
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.air_patrols import Met, intercepted
from pbem.rulesets.tocs.resolution.antiaircraft import fired
from pbem.rulesets.tocs.rules import air, flak
from pbem.rulesets.tocs.rules.target_dice import struck

TURNED_BACK, SHOT_DOWN, HIT = phrase("turned back by flak"), phrase("shot down by flak"), phrase("hit by flak")
WITH_A_DIE = ("strike",)
OVER_BATTLE = ("support", "accompany")
ENOUGH = 2  # hits that send a mission without a die of its own home


@rule("TOCS-W14.5-1", "TOCS-W14.5-3", "TOCS-W14.5-4", "TOCS-W14.5-5", "TOCS-W14.3-1")
def met(moment: Moment, side: str, sortie: Sortie) -> Met:
    """Patrols, then the guns in range of its hex, once, of a reconnaissance's at each of its hexes. A hit is 1 off the mission's
    own roll, two send one home that has none; who is driven off lands, who is shot down is lost till the next turn."""
    found = Met((), sortie)
    for place in sortie.hexes if sortie.kind == "recon" else (sortie.goal,):
        if found.sortie is None:
            return found
        met = intercepted(after(moment, found.events), side, found.sortie, place)
        found = Met((*found.events, *met.events), met.sortie)
        if found.sortie and sortie.kind not in OVER_BATTLE:
            found = _over(after(moment, found.events), side, found, place)
    return _held(moment, side, found)


def _held(moment: Moment, side: str, found: Met) -> Met:
    """Two hits send home what has no die of its own."""
    left = found.sortie
    if left is None or left.hits < ENOUGH or left.kind in WITH_A_DIE:
        return found
    known = after(moment, found.events).board.forces[side].air.aircraft
    down = tuple(replace(known[call], box=LANDED) for call in left.flying)
    return Met((*found.events, e.AircraftMoved(side, down, TURNED_BACK)), None)


@rule("TOCS-W14.5-1", "TOCS-W15.10-1", "TOCS-W15.10-2")
def over_battle(moment: Moment, side: str, hex_: Hex, units: frozenset[str], waiting: bool) -> tuple[e.Event, ...]:
    """Before a battle is thrown for, guns in range of its hex fire at the aircraft of a side that fly for it: those that go with
    one of these units, and, where they have a part in it, those that wait over the hex (ruling L31)."""
    events: tuple[e.Event, ...] = ()
    for sortie in moment.board.forces[side].air.sorties:
        along, over = sortie.kind == "accompany" and sortie.unit in units, sortie.kind == "support" and sortie.goal == hex_
        if sortie.status == ON_STATION and (along or (waiting and over)):
            now = after(moment, events)
            events = (*events, *_held(now, side, _over(now, side, Met((), sortie), hex_)).events)
    return events


def _over(moment: Moment, side: str, found: Met, place: Hex) -> Met:
    """The fire over one hex. moment: as it is now, with what was found before already told."""
    sortie = found.sortie
    assert sortie is not None
    shots = fired(moment, moment.game.other(side), air.formation(moment.game, sortie), place)
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
