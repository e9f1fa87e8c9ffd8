"""The words a side may use."""

import re
from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import Answers
from pbem.orders.tree import Verb, Vocabulary
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS
from pbem.rulesets.tocs.actions.control import CONDITIONS, SEA_CONDITIONS
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.formations import attached, members
from pbem.rulesets.tocs.standing_orders import REACTIONS

TASK_FORCES = tuple(f"TF{number}" for number in range(1, 10))
"""Names of fleets that a letter may use in the line after the one that makes them."""
_SEA_WORDS = ("sea", "subs", "coast")
"""What standing orders about ships begin with."""


def _verbs(sea: bool) -> tuple[Verb, ...]:
    """The words of orders, those of ships or all the others: where there is no sea nobody speaks of it."""
    actions = [action for action in ACTIONS.values() if action.sea == sea]
    deeds = (deed.verb for name, deed in DEEDS.items() if (name == "fleet") == sea)
    reactions = (reaction.verb for name, reaction in REACTIONS.items() if (name.split()[0] in _SEA_WORDS) == sea)
    forms = (action.form for action in actions if action.form)
    maneuvers = () if sea else tuple(maneuver.verb for maneuver in MANEUVERS.values())
    conditions = SEA_CONDITIONS if sea else CONDITIONS
    return (*(action.verb for action in actions), *forms, *maneuvers, *deeds, *reactions, *conditions)


VERBS, AT_SEA = _verbs(False), _verbs(True)
_WITH_SEA = (*VERBS, *AT_SEA)
KNOWN = Answers[Vocabulary](16)
_BATTERY = re.compile(r"(\d+)([A-Z])")


def _by_letter(calls: Mapping[str, str]) -> dict[str, str]:
    """`A/376` for 376A, so that A,B,C/376 names three batteries as A,B,C/504 names three companies."""
    found = ((match, call) for name, call in calls.items() if (match := _BATTERY.fullmatch(name)))
    return {f"{match[2]}/{match[1]}": call for match, call in found}


def vocabulary(game: Game, picture: Picture) -> Vocabulary:
    """Every verb, the side's own calls, the names on the map, those of bridges among them. The same one as long as nobody has
    another name: what was made of its words stands."""
    ground, own = game.ground, picture.forces
    named = (own.counters, own.trains, own.schedule.flights, own.air.aircraft, own.sea.ships, own.sea.fleets)
    return KNOWN.of((ground, *named, attached(own.units)), lambda: _vocabulary(ground, own))


def _vocabulary(ground: Ground, forces: Forces) -> Vocabulary:
    calls = {name: c.call for c in forces.counters.values() for name in (c.call, *c.aliases)}
    calls = {**_by_letter(calls), **calls}
    calls |= {train.call: train.call for train in forces.trains.values()}
    calls |= {call: call for call in forces.schedule.flights}
    calls |= {craft: craft for craft in forces.air.aircraft}
    calls |= {call: call for call in (*forces.sea.ships, *forces.sea.fleets)}
    calls |= {name: name for name in TASK_FORCES if name not in calls} if forces.sea.ships else {}
    calls |= {zone.name: zone.name for zone in ground.zones.values()} if forces.sea.ships else {}
    return Vocabulary(_WITH_SEA if ground.zones else VERBS, calls, places_of(ground), members(forces))


def places_of(ground: Ground) -> dict[str, Hex]:
    """The names on the printed map."""
    return {b.name: b.hex for b in ground.bridges} | {name: hex_ for hex_, name in ground.names.items()}
