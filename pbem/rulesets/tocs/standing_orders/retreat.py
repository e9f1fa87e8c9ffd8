"""RETREAT: where your units fall back to, and where they would rather die (TOCS-2.6-2, W19.5)."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bridge_at
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.standing_orders.form import Reaction
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

MOST_HELD = 6


class RetreatPolicy(Value):
    """toward: a hex, or None for the own HQ; prefer: losses taken rather than leave a bridge or works; hold: hexes
    that are never left while a step remains; bear: the most steps lost before ground is given instead, None for all; press:
    losses taken rather than let an attack be thrown back."""

    toward: Hex | None = None
    by_road: bool = True
    prefer: int = 1
    hold: tuple[Hex, ...] = ()
    bear: int | None = None
    press: int = 0


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def traded(policy: RetreatPolicy, view: View, battle: Hex, hexes: int, spare_steps: int) -> int:
    """How many hexes of retreat are paid for with a step each: all or none, and never the last step but to hold."""
    if battle in policy.hold:
        return hexes if spare_steps >= hexes else 0
    dear = bool(bridge_at(view.game.ground, battle, view.forces.spans)) or battle in view.works
    return hexes if dear and hexes <= policy.prefer and spare_steps > hexes else 0


@rule("TOCS-W19.5-3")
def pressed_on(policy: RetreatPolicy, hexes: int, spare_steps: int) -> int:
    """How many hexes of retreat an attacker who is not in the hex yet pays for, to go in and be engaged there: all or none,
    and never the last step. What he is told of bridges, works and hexes to hold is for those who are in them."""
    return hexes if hexes <= policy.press and spare_steps > hexes else 0


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def yielded(policy: RetreatPolicy, battle: Hex, losses: int) -> int:
    """How many of the steps to be lost are turned into hexes of retreat: those beyond what is to be borne, never the
    first, and none in a hex that is held."""
    if policy.bear is None or battle in policy.hold:
        return 0
    return max(0, losses - max(policy.bear, 1))


def pays_by(policy: RetreatPolicy, held: Hex | None) -> str:
    """The line by which hexes of retreat are paid for in steps. held: the hex that is defended, None for who attacks."""
    if held is None:
        return f"RETREAT FROM ATTACKS PREFER LOSSES UP TO {policy.press}"
    if held in policy.hold:
        return f"RETREAT HOLD {held}"
    return f"RETREAT AT BRIDGES AND WORKS PREFER LOSSES UP TO {policy.prefer}"


def yields_by(policy: RetreatPolicy) -> str:
    """The line by which steps are paid for in hexes of retreat."""
    return f"RETREAT RATHER THAN LOSE MORE THAN {policy.bear}"


@rule("TOCS-W19.5-6")
def bearing(policy: RetreatPolicy, view: View, unit: Unit) -> Callable[[Hex], tuple[object, ...]]:
    """The order in which the owner likes hexes to fall back to: nearer the goal first, by road if he says so."""
    goal = policy.toward or _own_hq(view, unit)

    def order(hex_: Hex) -> tuple[object, ...]:
        off_road = policy.by_road and (unit.hex, hex_) not in view.game.ground.roads
        return (distance(hex_, goal) if goal else 0, off_road, hex_)

    return order


def _own_hq(view: View, unit: Unit) -> Hex | None:
    """The nearest HQ up the unit's chain that is on the map."""
    return next((hq.hex for hq in superiors(view.forces, unit)), None)


def policy(acts: tuple[Act, ...], default: RetreatPolicy) -> RetreatPolicy:
    """The policy of the RETREAT lines on file: bearing, what is dear, what is held."""
    found = default
    for act in acts:
        if act.says("hold"):
            found = replace(found, hold=act.hexes("PATH"))
        elif act.says("from attacks"):
            found = replace(found, press=act.number("N") or 0)
        elif act.says("prefer losses"):
            found = replace(found, prefer=act.number("N") or 0)
        elif _on_losses(act):
            found = replace(found, bear=act.number("N"))
        else:
            found = replace(found, toward=act.hex("HEX"), by_road=act.says("by road"))
    return found


def _on_losses(act: Act) -> bool:
    return act.says("rather than lose") or act.says("never")


def part(act: Act) -> str:
    """The part of the file a line replaces."""
    if act.says("hold"):
        return "retreat hold"
    if _on_losses(act):
        return "retreat losses"
    if act.says("from attacks"):
        return "retreat attacks"
    return "retreat works" if act.says("prefer losses") else "retreat toward"


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    named = (*act.hexes("PATH"), *((act.hex("HEX"),) if act.hex("HEX") else ()))
    off = [h for h in named if h not in game.ground.terrain]
    if off:
        return illegal(say("{hexes} is not on the map", hexes=", ".join(map(str, off))), "TOCS-W1.2-4")
    if act.says("hold") and len(named) > MOST_HELD:
        return illegal(say("at most {most_held} hexes can be held to the last", most_held=MOST_HELD), "TOCS-2.6-2")
    return None


def _warning(act: Act) -> str:
    """Settings that ruin the game (campaign.md)."""
    everywhere = act.says("hold") and len(act.hexes("PATH")) > MOST_HELD // 2
    return say("holding everywhere costs your companies step by step: keep HOLD for one or two hexes") if everywhere else ""


REACTION = Reaction(
    verb=Verb("retreat",
              ("retreat toward own hq [by road]", "retreat toward HEX [by road]", "retreat hold PATH", "retreat hold nothing",
               "retreat at bridges and works prefer losses up to N", "retreat from attacks prefer losses up to N",
               "retreat rather than lose more than N", "retreat never to save steps"),
              "standing", phrase("where your units withdraw to, and what they hold")),
    help=phrase(
        """RETREAT says where beaten units withdraw to and what they would rather lose steps for (TOCS-W19.5-3, TOCS-W19.5-6). A
hex of retreat can be paid for with a step, and each step to be lost beyond the first with a hex. FROM ATTACKS is for
own attackers that are repulsed: they pay up to so many steps, go in and are engaged. These are the defaults; a module may
begin with others, and ORDERS shows those that count for you:

    RETREAT TOWARD OWN HQ BY ROAD
    RETREAT AT BRIDGES AND WORKS PREFER LOSSES UP TO 1
    RETREAT FROM ATTACKS PREFER LOSSES UP TO 0
    RETREAT NEVER TO SAVE STEPS
    RETREAT HOLD NOTHING

RATHER THAN LOSE MORE THAN 2 pays in hexes what would be lost beyond two steps, and takes the place of NEVER TO SAVE STEPS.
HOLD names at most six hexes that are held to the last.

    RETREAT RATHER THAN LOSE MORE THAN 2
    RETREAT HOLD 14.12"""
    ),
    defaults=("RETREAT TOWARD OWN HQ BY ROAD", "RETREAT AT BRIDGES AND WORKS PREFER LOSSES UP TO 1",
              "RETREAT FROM ATTACKS PREFER LOSSES UP TO 0", "RETREAT NEVER TO SAVE STEPS", "RETREAT HOLD NOTHING"),
    part=part,
    check=_check,
    warning=_warning,
)  # fmt: skip
