"""SHELL: naval guns fire at a hex on land (TOCS-W16.4, W17.5)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import sea_guns
from pbem.rulesets.tocs.rules import naval_guns
from pbem.rulesets.tocs.rules.artillery import observers
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.units import Mission
from pbem.rulesets.tocs.view import View

AIMS = ("infantry", "vehicles", "guns", "bridge", "facility", "dump")


@rule("TOCS-W16.4-1", "TOCS-W17.5-1", "TOCS-W10.24-5")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """In range of a gun of each, not the own ground; aimed fire needs somebody who sees the hex."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships)
    if refused or place is None:
        return refused or illegal(say("which hex?"), "TOCS-W17.5-1")
    aim = next((word for word in AIMS if act.says(word)), "")
    wrong = off_map(view.game, (place,))
    if wrong:
        return wrong
    if view.own(place) and place not in view.public.engaged:
        return illegal(say("{hex} is yours", hex=place), "TOCS-W17.5-1")
    for ship in ships:
        if not naval_guns.in_range(view.game, ship, place):
            off = naval_guns.away(view.game, ship, place)
            words = say("no gun of {call} reaches {hex}, which is {off} hexes off", call=ship.call, hex=place, off=off)
            return illegal(words, "TOCS-W17.5-1")
    spotted = any(sortie.goal == place for sortie in view.forces.air.on_station("spotter"))
    if aim and not spotted and not observers(view, place, reach(view)):
        return illegal(say("nobody sees {hex}: only an observer can aim at {aim}", hex=place, aim=aim), "TOCS-W10.24-5")
    return sea.SeaPlan((sea.paid(view, ships),), (ships, Mission("bombard", place, (), aim=aim)))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """They fire, and coast guns answer those that have not drawn fire in this impulse."""
    ships, mission = plan.told
    events: tuple[e.Event, ...] = plan.sure
    events = (*events, *sea_guns.shelled(after(moment, events), side, ships, mission))
    fresh = tuple(ship.call for ship in ships if not ship.acted)
    return (*events, *sea_guns.answered(after(moment, events), side, fresh))


ACTION = sea.sea_action(
    Verb("shell", ("shell HEX [at (infantry|vehicles|guns|bridge|facility|dump)]",), "unit", phrase("naval guns fire at a hex")),
    phrase(
        """SHELL: the guns of a ship or a fleet fire at a hex of the enemy's, for a box each (TOCS-W17.5): one roll on the
bombardment table for each size of gun that reaches it, counted from the nearest water of the zone. Beyond half their
range guns fire at -1. With an observer who sees the hex you read what they hit, and may aim. Coast guns within
range answer.

    ERE: shell 12.12 at guns"""
    ),
    _meant, _events,
)  # fmt: skip
