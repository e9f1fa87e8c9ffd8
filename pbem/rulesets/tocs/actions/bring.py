"""BRING: landing craft go inshore with who is in them (TOCS-W17.9, W11.7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import sea_guns, sea_moves
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.ships import CRAFT
from pbem.rulesets.tocs.view import View

INSHORE = phrase("inshore")


@rule("TOCS-W17.9-1", "TOCS-W11.7-2", "TOCS-W13.3-2", "TOCS-W16.0-5")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Landing craft alone, into a water hex of the zone, however shallow; not in heavy wind."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships) or sea.of_class(
        ships, lambda s: s.ship == CRAFT, say("only landing craft go inshore"), "TOCS-W17.9-1"
    )
    if refused or place is None:
        return refused or illegal(say("into which water hex?"), "TOCS-W17.9-1")
    zone = view.game.ground.zones[ships[0].zone]
    if place not in zone.water:
        return illegal(say("{hex} is no water hex of {zone}", hex=place, zone=zone.name), "TOCS-W17.9-1")
    if sea.weather(view, zone.id).wind == naval.HEAVY:
        return illegal(say("in so heavy a wind no boats go inshore"), "TOCS-W13.3-2")
    units = tuple(unit for ship in ships for unit in lading.cargo(view.forces, ship.call))
    there = tuple(replace(unit, status="map", hex=place, bank=0) for unit in units)
    moved = t.CargoMoved(view.side, sea.lower(ships, hex=place), there, INSHORE)
    return sea.SeaPlan((moved,), (place, ships))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """Mines in the hex, and coast guns that have it in range, before anybody can land; the other side sees craft off its coast."""
    place, ships = plan.told
    events: tuple[e.Event, ...] = plan.sure
    if moment.board.public.owner[place] != side:
        events = (*events, e.OwnerChanged(place, side, phrase("landing craft")))
    events = (*events, *_sighted(moment, side, place))
    events = (*events, *sea_moves.mined(after(moment, events), side, ships, place))
    fresh = tuple(ship.call for ship in ships if not (ship.acted and ship.hex))
    return (*events, *sea_guns.answered(after(moment, events), side, fresh))


@rule("TOCS-W9.1-4")
def _sighted(moment: Moment, side: str, place: Hex) -> tuple[e.Event, ...]:
    """Is a coast beside the hex the other side's?"""
    enemy = moment.game.other(side)
    coast = {h for zone in moment.game.ground.zones.values() for h in zone.coast}
    near = [h for h in moment.game.ground.neighbours[place] if h in coast]
    return (e.CraftSeen(enemy, place),) if any(moment.board.public.owner[h] == enemy for h in near) else ()


ACTION = sea.sea_action(
    Verb("bring", ("bring [UNITS] to HEX",), "unit", phrase("landing craft go inshore with who is in them")),
    phrase(
        """BRING takes landing craft into a water hex of their zone, with who is in them, for a box (TOCS-W17.9). Mines there, and
coast guns that reach it, have their say first; where the coast is the enemy's, the enemy reads that landing craft are
off it. Those still in the craft then go ashore by the words of the ground, for an OP: `41RM: move 12.13` where nobody
is, `41RM: attack 12.13 hasty` where somebody may be. See LANDING.

    LCA1: bring 41RM to 11.11"""
    ),
    _meant, _events,
)  # fmt: skip
