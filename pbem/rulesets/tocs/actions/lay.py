"""LAY: ships lay mines in shallow water (TOCS-W17.4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import sea_guns
from pbem.rulesets.tocs.rules import naval
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.4-1", "TOCS-W13.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Minelayers, destroyers and submarines, in shallow water of their zone."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships) or sea.of_class(
        ships, lambda s: s.ship in naval.LAYERS, say("minelayers, destroyers and submarines lay mines"), "TOCS-W17.4-1"
    )
    if refused or place is None:
        return refused or illegal(say("in which hex?"), "TOCS-W17.4-1")
    zone = view.game.ground.zones[ships[0].zone]
    if zone.water.get(place) != "shallow":
        words = say("{hex} is no shallow water of {zone}: mines lie in no other", hex=place, zone=zone.name)
        return illegal(words, "TOCS-W17.4-1")
    known = view.forces.sea.mines.get(place, 0)
    laid = t.MinesLaid(view.side, place, known + len(ships))
    return sea.SeaPlan((sea.paid(view, ships), laid), tuple(ship.call for ship in ships if not ship.acted))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """A factor a ship; coast guns answer who can be seen at it."""
    events = plan.sure
    boats = {call for call in plan.told if not moment.board.forces[side].sea.ships[call].surface}
    seen = tuple(call for call in plan.told if call not in boats)
    return (*events, *sea_guns.answered(after(moment, events), side, seen))


ACTION = sea.sea_action(
    Verb("lay", ("lay mines HEX",), "unit", phrase("lay mines in shallow water")),
    phrase(
        """LAY: each minelayer, destroyer or submarine lays a factor of mines in a shallow water hex of its zone, for a box
(TOCS-W17.4). Enemy ships that go through the hex roll against all the factors there. The enemy knows nothing of them
until one is struck.

    ML2: lay mines 11.11"""
    ),
    _meant, _events,
)  # fmt: skip
