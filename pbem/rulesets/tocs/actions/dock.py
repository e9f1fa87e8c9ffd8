"""DOCK: ships go into a port and dock there (TOCS-W12.5, W17.7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_moves import still
from pbem.rulesets.tocs.resolution.sea_seek import sought
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.ships import NAVAL_UNITS
from pbem.rulesets.tocs.view import View

IN_PORT = 2  # actions: one to go into port, one to dock


@rule("TOCS-W17.7-1", "TOCS-W17.1-1", "TOCS-W12.5-1", "TOCS-W12.6-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """An action to reach a port of the zone that works, and one to dock, as long as it has berths."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships, IN_PORT)
    if refused or place is None:
        return refused or illegal(say("at which port?"), "TOCS-W17.7-1")
    site = lading.port_at(view, ships[0].zone, place)
    if site is None:
        return illegal(say("{place} is no port of the zone they are in", place=named(view.game, place)), "TOCS-W17.7-1")
    if not lading.port_works(view, site):
        return illegal(say("{name} is not yours to use, or not in working order", name=site.name), "TOCS-W12.5-1")
    gone = next((ship for ship in ships if ship.moved), None)
    if gone:
        return illegal(say("{call} has gone to another zone or port this turn", call=gone.call), "TOCS-W17.1-1")
    if lading.berths(view, site) < len(ships):
        return illegal(say("{name} has no more berths", name=site.name), "TOCS-W12.5-1")
    return sea.SeaPlan((sea.paid(view, ships, IN_PORT, port=site.id, hex=None, moved=True),))


@rule("TOCS-W16.0-2", "TOCS-W16.3-1")
def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """That they leave the zone is announced, as any exit; those that come through dock."""
    paid = plan.sure[0]
    assert isinstance(paid, t.ShipsMoved)
    known = moment.board.forces[side].sea.ships
    ships = tuple(known[ship.call] for ship in paid.ships)
    zone = ships[0].zone
    events: tuple[e.Event, ...] = (e.ZoneTraffic(side, zone, NAVAL_UNITS, True),)
    events = (*events, *sought(after(moment, events), zone, NAVAL_UNITS))
    left = {ship.call: ship for ship in still(after(moment, events), side, ships)}
    docked = tuple(
        replace(left[ship.call], port=ship.port, box=ship.box, acted=True, moved=True, hex=None)
        for ship in paid.ships
        if ship.call in left
    )
    return (*events, replace(paid, ships=docked)) if docked else events


ACTION = sea.sea_action(
    Verb("dock", ("dock at HEX",), "unit", phrase("go into port and dock")),
    phrase(
        """DOCK takes ships into a port on their zone and docks them: an action to go in, one to dock (TOCS-W17.7). A ship does one
of SAIL and DOCK a turn (TOCS-W17.1). The port must be yours and work; it has berths for so many ships, one fewer for each
point of damage (TOCS-W12.5). Only docked ships load and unload; idle ones rise a box as at sea. That naval units left the
zone is announced, and both sides may intercept (TOCS-W16.3).

    TF1: dock at Breskens"""
    ),
    _meant, _events,
)  # fmt: skip
