"""LIFT: minesweepers clear mines in shallow water (TOCS-W17.4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.board import sea_mines
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import sea_guns, sea_moves
from pbem.rulesets.tocs.rules import naval
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.4-1", "TOCS-W13.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Minesweepers, in shallow water of their zone, while no heavy wind blows."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships) or sea.of_class(
        ships, lambda s: s.ship in naval.SWEEPERS, say("minesweepers lift mines"), "TOCS-W17.4-1"
    )
    if refused or place is None:
        return refused or illegal(say("in which hex?"), "TOCS-W17.4-1")
    zone = view.game.ground.zones[ships[0].zone]
    if zone.water.get(place) != "shallow":
        words = say("{hex} is no shallow water of {zone}: mines lie in no other", hex=place, zone=zone.name)
        return illegal(words, "TOCS-W17.4-1")
    if sea.weather(view, zone.id).wind == naval.HEAVY:
        return illegal(say("in so heavy a wind no mines are swept"), "TOCS-W13.3-2")
    return sea.SeaPlan((sea.paid(view, ships),), (place, ships))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """They go in among the mines, and take away a factor each; a hex in which they find no more is clear, as far as they know."""
    place, ships = plan.told
    events: tuple[e.Event, ...] = plan.sure
    events = (*events, *sea_guns.answered(after(moment, events), side, tuple(ship.call for ship in ships if not ship.acted)))
    events = (*events, *sea_moves.mined(after(moment, events), side, ships, place))
    left = len(sea_moves.still(after(moment, events), side, ships))
    enemy = moment.game.other(side)
    there = sea_mines(moment.board, enemy, place)
    lifted = min(there, left)
    taken = (e.MinesLifted(enemy, place, moment.board.swept.get(f"{enemy} {place}", 0) + lifted),) if lifted else ()
    return (*events, e.MinesFound(side, place, lifted, there == lifted), *taken)


ACTION = sea.sea_action(
    Verb("lift", ("lift mines HEX",), "unit", phrase("clear mines in shallow water")),
    phrase(
        """LIFT: each minesweeper takes a factor of the enemy's mines out of a shallow water hex of its zone, for a box
(TOCS-W17.4); first it rolls for going in among them. Where it finds none, or no more, it says so. Not in heavy wind.

    MS1: lift mines 11.11"""
    ),
    _meant, _events,
)  # fmt: skip
