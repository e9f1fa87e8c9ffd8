"""COVER: naval guns stand by for battles in a hex (TOCS-W17.6)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import naval_guns
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.6-1", "TOCS-W16.4-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """A hex within range of a gun of each; paid once, till the end of the enemy's next impulse (ruling N6)."""
    ships, place = sea.acting(view), act.hex("HEX")
    refused = sea.may_act(ships)
    if refused or place is None:
        return refused or illegal(say("which hex?"), "TOCS-W17.6-1")
    wrong = off_map(view.game, (place,))
    if wrong:
        return wrong
    short = next((ship for ship in ships if not naval_guns.in_range(view.game, ship, place)), None)
    if short:
        return illegal(say("no gun of {call} reaches {hex}", call=short.call, hex=place), "TOCS-W17.6-1")
    return sea.SeaPlan((sea.paid(view, ships, covers=place, since=view.public.impulse_name),))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("cover", ("cover HEX",), "unit", phrase("naval guns stand by for battles in a hex")),
    phrase(
        """COVER: the guns of a ship or a fleet stand by for a battle in a hex within their range, yours or the enemy's attack,
for a box each (TOCS-W17.6). They add their strength to your side in the first battle that is fought there until the
enemy's next impulse is over. Three ships or more count twice, as a bombardment. Nobody hears of it before they fire.

    ROB: cover 12.12"""
    ),
    _meant, _events,
)  # fmt: skip
