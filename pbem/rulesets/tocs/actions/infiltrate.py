"""INFILTRATE: a company steals into an enemy hex beside it, on an HQ's order, sealed until the battles (TOCS-W10.2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import attack
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map, too_few_ap
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.command import orderer
from pbem.rulesets.tocs.rules.zoc import COMPANIES
from pbem.rulesets.tocs.units import STATES, Activation, Unit
from pbem.rulesets.tocs.units import Attack as Launched
from pbem.rulesets.tocs.view import View


class Infiltrate(Value):
    """Into a hex, by the order of a headquarters ("" = the nearest able one); what follows as in an attack."""

    attack: attack.AttackOrder
    by: str = ""


def order(act: Act, picture: Picture) -> Infiltrate | Refusal:
    """The order from its words; without a hex it means the one last asked about."""
    last = picture.forces.active.asked if picture.forces.active else None
    target = act.hex("HEX") or last
    if target is None:
        return illegal(say("infiltrate where? No hex has been asked about"), "TOCS-W10.2-1", "infiltrate 17.12")
    through = next((w for w in ("none", "empty", "any") if w in act.words), "none")
    pursue = act.number("N") or 0
    return Infiltrate(attack.AttackOrder(target, "intensive", pursue, act.hex("BEARING"), act.hex("AXIS"), through), by(act))


@rule("TOCS-W10.2-1", "TOCS-W10.2-4")
def check(game: Game, picture: Picture, order: Infiltrate) -> tuple[Refusal, ...]:
    """A fresh company in good order, out of EZOC into an adjacent enemy hex that nobody of its side attacks yet."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    hexes = tuple(h for h in (order.attack.hex, order.attack.bearing, order.attack.exploit) if h)
    found = off_map(game, hexes) or attack.target(view, unit, order.attack) or _fit(view, unit, active, order.attack.hex)
    if found:
        return (found,)
    hq = orderer(view, unit, order.by)
    return (hq,) if isinstance(hq, Refusal) else ()


def _fit(view: View, unit: Unit, active: Activation, target: Hex) -> Refusal | None:
    counter = view.forces.counter(unit)
    if counter.kind not in COMPANIES or counter.strength == 0:
        return illegal(say("{counter} is no company: only companies infiltrate", counter=counter.call), "TOCS-W10.2-1")
    if unit.state > 0:
        return illegal(
            say("{counter} is {state}, and must be in good order", counter=counter.call, state=say(STATES[unit.state])),
            "TOCS-W10.2-1",
        )
    if active.ap < action_points(view, unit):
        return too_few_ap(active, say("{counter} needs all its AP to infiltrate", counter=counter.call), "TOCS-W10.2-1")
    if unit.hex not in view.ezoc():
        return illegal(say("{hex} lies in no EZOC that was claimed", hex=unit.hex), "TOCS-W10.2-1")
    if any(a.target == target for a in view.forces.attacks):
        words = say("{named} is attacked already: an infiltration comes first, and alone", named=named(view.game, target))
        return illegal(words, "TOCS-W10.2-4")
    return None


def _launched(unit: Unit, active: Activation, order: Infiltrate) -> Launched:
    plan = order.attack
    return Launched(
        unit.id, plan.hex, unit.hex, unit.bank, active.ap, pursue=plan.pursue, bearing=plan.bearing, exploit=plan.exploit,
        breakthrough=plan.breakthrough, infiltrates=True,
    )  # fmt: skip


def expect(game: Game, picture: Picture, order: Infiltrate) -> Picture:
    """The order given, the company on its way; what comes of it stays unknown."""
    unit, active = active_unit(picture)
    hq = orderer(picture.view(game), unit, order.by)
    assert not isinstance(hq, Refusal)
    picture = expect_ordered(game, picture, hq)
    return replace(picture, forces=replace(picture.forces.launched(_launched(unit, active, order)), active=None))


@rule("TOCS-W10.2-1", "TOCS-W10.2-2")
def execute(moment: Moment, picture: Picture, order: Infiltrate) -> Outcome:
    """The HQ gives its order and the company sets out; nothing of it is announced before the battles."""
    side = picture.side
    unit, active = active_unit(picture)
    hq = orderer(picture.view(moment.game), unit, order.by)
    assert not isinstance(hq, Refusal)
    gone = e.ActivationEnded(side, replace(unit, extended=""))
    return Outcome((*order_paid(moment, side, hq), e.AttackOrdered(side, _launched(unit, active, order)), gone))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Enemy hexes beside the unit that it could steal into."""
    where, view = picture.forces.units[unit], picture.view(game)
    if where.hex not in view.ezoc():
        return ()
    active = Activation(unit, action_points(view, where))
    near = (h for h in game.ground.neighbours[where.hex] if not view.own(h))
    able = [h for h in near if attack.target(view, where, attack.AttackOrder(h, "intensive")) is None]
    if not able or isinstance(orderer(view, where, ""), Refusal):
        return ()
    return tuple(f"infiltrate {h}" for h in able if _fit(view, where, active, h) is None)


def warn(game: Game, picture: Picture, order: Infiltrate) -> tuple[str, ...]:
    """Other attackers of the hex come later; by day over open ground it seldom comes off."""
    if picture.view(game).night:
        return ()
    return (say("by day an infiltration is oftener detected than not; detected, its shift is the defender's (TOCS-W10.2-6)"),)


ACTION = Action(
    verb=Verb(
        "infiltrate",
        (
            "infiltrate [HEX] [by CALL_HQ] [pursue N [toward BEARING]] [exploit toward AXIS] [breakthrough (none|empty|any)]",
        ),
        "unit", phrase("steal into an enemy hex beside you, unannounced until the battles"),
    ),
    help=phrase(
        """INFILTRATE sends a company in good order, with all its AP, out of a hex in EZOC into an adjacent enemy hex
(TOCS-W10.2). An HQ of its chain orders it, for 1 AP of the HQ. The enemy hears of it only when the battles begin,
after enemy reserves had their chance. An empty hex is taken. In an occupied one the infiltrator leads the battle. It
rolls 2d6 to stay undetected; undetected it has two column shifts, detected the defender has them. It must be the
first to attack that hex; others who attack it pay 1 AP more. Night, fog, cover and better troops help.

    D/505: infiltrate 20.11
    D/505: infiltrate 20.11 by HQ505 pursue 1"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn, ordered=True,
)  # fmt: skip
