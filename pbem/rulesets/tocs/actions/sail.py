"""SAIL: ships go to the zone beside theirs, once a turn; aircraft over the water fly on (TOCS-W16.1, W16.2, W17.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.aircraft import OFF_BOARD, Aircraft
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.sea_moves import Voyage, flown, onward, put_out, sailed
from pbem.rulesets.tocs.resolution.sea_seek import OVER_SEA
from pbem.rulesets.tocs.rules import air, naval
from pbem.rulesets.tocs.ships import FROM_LAND, SPENT, Plane, SeaZone, Ship
from pbem.rulesets.tocs.view import View

LEGS = 2  # zones that aircraft come into (TOCS-W16.2-1)


def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    zone = sea.zone_named(view, act.text("UNIT_ZONE") or "")
    if zone is None:
        return illegal(say("which sea zone?"), "TOCS-W16.1-2")
    plane, craft = sea.flying(view), view.forces.air.aircraft.get(view.forces.sea.active)
    if craft and not plane:
        return _off_the_ground(view, craft, zone)
    return _on_wings(view, plane, zone) if plane else _under_way(view, sea.acting(view), zone, act.hex("HEX"))


@rule("TOCS-W16.1-2", "TOCS-W16.1-3", "TOCS-W17.1-1", "TOCS-W16.0-4", "TOCS-W17.4-1")
def _under_way(view: View, ships: tuple[Ship, ...], zone: SeaZone, through: Hex | None) -> sea.SeaPlan | Refusal:
    """To an adjacent zone, not moved yet, together; a fleet sails in the box of its lowest ship."""
    refused = sea.may_act(ships) or _kept(ships, zone)
    if refused:
        return refused
    ways = view.game.ground.zones[ships[0].zone].passages[zone.id]
    if through and through not in ways:
        words = say("no passage to {zone} leads through {hex}", zone=zone.name, hex=through)
        return illegal(words, "TOCS-W17.4-1")
    lowest = min(ship.box for ship in ships)
    there = tuple(replace(ship, zone=zone.id, box=lowest - 1, moved=True, acted=True, hex=None) for ship in ships)
    calls = {ship.call for ship in ships}
    carried = tuple(replace(c, zone=zone.id) for c in view.forces.sea.ships.values() if c.aboard in calls)
    way = through or next(iter(ways), None)
    return sea.SeaPlan(
        (t.ShipsMoved(view.side, (*there, *carried), sea.ACTED),), Voyage(view.forces.sea.active, ships, zone.id, way)
    )


def _kept(ships: tuple[Ship, ...], zone: SeaZone) -> Refusal | None:
    for ship in ships:
        if ship.moved:
            return illegal(say("{call} has gone to another zone this turn", call=ship.call), "TOCS-W16.1-2")
        if ship.zone != ships[0].zone:
            return illegal(say("{call} is in another zone than {other}", call=ship.call, other=ships[0].call), "TOCS-W16.1-2")
        if ship.hex is not None:
            return illegal(say("{call} lies inshore in {hex}", call=ship.call, hex=ship.hex), "TOCS-W16.1-2")
    if ships[0].zone not in zone.passages:
        return illegal(say("{zone} does not lie beside the zone they are in", zone=zone.name), "TOCS-W16.1-2")
    return None


@rule("TOCS-W16.2-1", "TOCS-W16.2-4")
def _on_wings(view: View, plane: Plane, zone: SeaZone) -> sea.SeaPlan | Refusal:
    """Two zones at the most, one location an impulse, and not out of box 0."""
    if plane.zone not in zone.passages:
        return illegal(say("{zone} does not lie beside the zone they are over", zone=zone.name), "TOCS-W16.2-4")
    if plane.box == SPENT or plane.legs >= LEGS or plane.acted == view.public.impulse_name:
        return illegal(say("{call} can fly no farther in this impulse", call=plane.call), "TOCS-W16.2-1")
    there = replace(plane, zone=zone.id, box=onward(plane), legs=plane.legs + 1, acted=view.public.impulse_name)
    return sea.SeaPlan((t.PlanesMoved(view.side, (there,), (), (), sea.ACTED),), plane)


@rule("TOCS-W16.2-2", "TOCS-W16.2-4", "TOCS-W16.2-7", "TOCS-W13.3-2")
def _off_the_ground(view: View, craft: Aircraft, zone: SeaZone) -> sea.SeaPlan | Refusal:
    """From off the board, or a field on the coast of the zone, into its box 2."""
    site = next((s for s in view.forces.sites if s.id == craft.base), None)
    near = craft.base == OFF_BOARD or (site is not None and site.hex in zone.coast and air.usable(view, site))
    if not near:
        return illegal(say("{call} has no base beside {zone}", call=craft.call, zone=zone.name), "TOCS-W16.2-4")
    why = air.grounded(sea.weather(view, zone.id))
    if why:
        return illegal(say("nothing takes off in {weather}", weather=say(why)), "TOCS-W13.3-2")
    plane = Plane(craft.call, zone.id, FROM_LAND, acted=view.public.impulse_name)
    return sea.SeaPlan((t.PlanesMoved(view.side, (plane,), (), (replace(craft, box=OVER_SEA),), phrase("launched")),), plane)


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    if isinstance(plan.told, Voyage):
        return sailed(moment, side, plan.told)
    moved = plan.sure[0]
    assert isinstance(moved, t.PlanesMoved)
    if moved.aircraft:
        return put_out(moment, side, plan.told, moved)
    return flown(moment, side, plan.told, moved.planes[0].zone)


def needs(view: View, ships: tuple[Ship, ...]) -> int:
    """What they must throw or less to get away."""
    return naval.needed(min(ship.box for ship in ships))


ACTION = sea.sea_action(
    Verb("sail", ("sail UNIT_ZONE [through HEX]",), "unit", phrase("go to the sea zone beside this one")),
    phrase(
        """SAIL takes a ship or a fleet to the sea zone beside its own, once a turn (TOCS-W16.1). One roll is made on the lowest
box of those that sail: 3 and that box, or less, and they are there, a box lower; else they stay, a box lower. Loaded
transports, heavy weather and ships at half their damage points add 1 each. Mines in the water hex they go through are
met on the way; THROUGH names it where there is more than one. That naval units left a zone and came into another is
announced, and both sides may intercept. Aircraft over the water fly on by the same word, without a roll.

    TF1: sail Westerschelde
    TF1: sail Westerschelde through 10.12"""
    ),
    _meant, _events,
)  # fmt: skip
