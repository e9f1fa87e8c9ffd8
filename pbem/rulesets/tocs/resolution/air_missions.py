"""What missions do when they are on station: reconnaissance, leaflets; ground strikes have a file of their own (TOCS-W15)."""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import AirLook, Sortie
from pbem.rulesets.tocs.ground import bridge_at
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution import air_strike
from pbem.rulesets.tocs.rules import air, perimeter
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.morale import drms, morale_check
from pbem.rulesets.tocs.rules.supply import in_los
from pbem.rulesets.tocs.rules.withdrawal import steadiness
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

Events = tuple[e.Event, ...]


def flown(moment: Moment, side: str, sortie: Sortie) -> Events:
    """What a mission does at once, on station."""
    does = DOES.get(sortie.kind)
    return does(moment, side, sortie) if does else ()


@rule("TOCS-W15.2-3", "TOCS-W1.2-4", "MASL-16.3-3")
def _looked(moment: Moment, side: str, sortie: Sortie) -> Events:
    """Per hex empty or occupied and the kinds; nothing under trees; bridges standing or down (ruling L12)."""
    looks = tuple(_look(moment, side, place) for place in sortie.hexes)
    seen = [look.hex for look in looks if look.answer != "hidden"]
    known = {span.id: span for span in moment.board.forces[side].spans}
    true = {span.id: span for span in moment.board.spans}
    spans = (true.get(b.id, b) for place in seen for b in bridge_at(moment.game.ground, place, moment.board.spans))
    found = (span for span in spans if known.get(span.id) != true.get(span.id))
    return (
        e.HexesFlownOver(side, sortie.id, looks),
        *(e.BridgeKnown(side, span, phrase("seen from the air")) for span in found),
    )


def _look(moment: Moment, side: str, place: Hex) -> AirLook:
    board = moment.board
    if moment.game.ground.terrain[place] in air.HIDDEN:
        return AirLook(place, "hidden")
    enemy = moment.game.other(side)
    there = tuple(board.forces[enemy].counter(unit) for unit in board.occupants(place, enemy))
    return AirLook(place, "occupied" if there else "empty", perimeter.kinds(there))


@rule("TOCS-W15.6-1")
def _leaflets(moment: Moment, side: str, sortie: Sortie) -> Events:
    """Enemy units there that are out of communication check their morale; those out of supply too a harder one, for two states."""
    enemy = moment.game.other(side)
    view = moment.board.view(moment.game, enemy)
    units = sorted(moment.board.occupants(sortie.goal, enemy), key=lambda unit: view.forces.counter(unit).call)
    checks = (event for unit in units if not in_loc(view, unit) for event in _shaken(moment, view, unit))
    return (e.LeafletsDropped(side, sortie.goal), *checks)


def _shaken(moment: Moment, view: View, unit: Unit) -> Events:
    """One check; failed, the unit falls a state, in a pocket two."""
    pocket = not in_los(view, unit)
    nerve = replace(steadiness(view, unit), numbered_mc=int(pocket))
    tried = replace(unit, tested=unit.tested + 1)
    occasion = f"leaflets/{view.forces.counter(unit).call}/{view.public.impulse_name}/{tried.tested}"
    throw, passed = morale_check(moment, occasion, nerve)
    drm, reasons = drms(moment.game.check("morale-check"), nerve)
    told = e.MoraleChecked(view.side, tried, phrase("leaflets"), throw, drm, reasons, nerve.ml, passed)
    return (told,) if passed else (told, e.UnitChanged(view.side, degraded(tried, 1 + pocket), phrase("leaflets")))


DOES: Mapping[str, Callable[[Moment, str, Sortie], Events]] = {
    "recon": _looked,
    "strike": air_strike.struck,
    "propaganda": _leaflets,
}
