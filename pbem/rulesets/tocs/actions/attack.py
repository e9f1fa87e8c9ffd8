"""ATTACK: hasty, deliberate, intensive (TOCS-W10.6, W10.7, W10.8)."""

from collections.abc import Iterator

from pbem.kernel.charts.entries import texts
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named, no_landing, off_map, too_few_ap
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat, field_battle, interdiction, stacking
from pbem.rulesets.tocs.rules.battle import EFFORTS
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.units import Attack as Launched
from pbem.rulesets.tocs.view import View

NEEDS = {
    "hasty": phrase("{counter} needs {cost} AP for a hasty attack{late}"),
    "deliberate": phrase("{counter} needs {cost} AP for a deliberate attack{late}"),
    "intensive": phrase("{counter} needs {cost} AP for an intensive attack{late}"),
}


class AttackOrder(Value):
    """At a hex, with an effort; how far to pursue and where to, and whether to break through."""

    hex: Hex
    effort: str
    pursue: int = 0
    bearing: Hex | None = None
    exploit: Hex | None = None
    breakthrough: str = "none"
    field: bool = False


def order(act: Act, picture: Picture) -> AttackOrder | Refusal:
    """The order from its words; without a hex it means the one last asked about."""
    last = picture.forces.active.asked if picture.forces.active else None
    target = act.hex("HEX") or last
    if target is None:
        return illegal(say("attack what? No hex has been asked about"), "TOCS-W10.6-1", "attack 14.12 deliberate")
    effort = next(w for w in act.words if w in EFFORTS)
    through = next((w for w in ("none", "empty", "any") if w in act.words), "none")
    pursue = act.number("N") or 0
    return AttackOrder(target, effort, pursue, act.hex("BEARING"), act.hex("AXIS"), through, "field" in act.words)


@kept(4)
@rule("TOCS-W10.6-1", "TOCS-W10.7-1", "TOCS-W10.8-1")
def check(game: Game, picture: Picture, order: AttackOrder) -> tuple[Refusal, ...]:
    """Adjacent, enemy's, reachable, enough AP, room for one more attacker, and somebody who can attack at all."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    named_hexes = tuple(h for h in (order.hex, order.bearing, order.exploit) if h)
    found = (
        off_map(game, named_hexes)
        or no_landing(view, unit, order.hex)
        or target(view, unit, order)
        or _means(view, unit, active, order)
    )
    return (found,) if found else ()


@rule("TOCS-1.3-3")
def target(view: View, unit: Unit, order: AttackOrder) -> Refusal | None:
    """Why a hex cannot be attacked from where the unit stands. An engagement is locked until the next turn: it is joined by a
    move, and not fought again for an attack from outside."""
    game, counter = view.game, view.forces.counter(unit)
    if engaged(view, unit) and order.hex == unit.hex:
        again = say("{named} is fought again by itself when the next turn begins, without an order", named=named(game, unit.hex))
        return illegal(again, "TOCS-1.3-3")
    if engaged(view, unit):
        return illegal(
            say("{counter} is engaged in {hex} and cannot attack elsewhere", counter=counter.call, hex=unit.hex), "TOCS-W10.1-6"
        )
    if order.hex not in game.ground.neighbours[unit.hex]:
        return illegal(say("{named} is not next to {hex}", named=named(game, order.hex), hex=unit.hex), "TOCS-3.7-1")
    fought = field_battle.out_of_reach(view.public, order.hex, say("{counter} cannot attack", counter=counter.call))
    if fought:
        return fought
    if order.hex in view.public.engaged:
        locked = say("{named} is engaged until the next turn: move in to join the battle", named=named(game, order.hex))
        return illegal(locked, "TOCS-1.3-3")
    if view.own(order.hex):
        return illegal(say("{named} is yours already", named=named(game, order.hex)), "TOCS-W10.1-7")
    if entry(view, counter, Position(unit.hex, unit.bank), order.hex) is None:
        return afloat.no_way_over(view, unit, unit.hex, order.hex) or illegal(
            say("{named} cannot be entered from {hex}: water or ground", named=named(game, order.hex), hex=unit.hex), "TOCS-W11.0-4"
        )
    return None


@rule("TOCS-W10.6-2", "TOCS-W10.0-5")
def _means(view: View, unit: Unit, active: Activation, order: AttackOrder) -> Refusal | None:
    counter, cost = view.forces.counter(unit), _cost(view, order)
    if active.ap < cost:
        late = say(" behind the infiltration") if cost > EFFORTS[order.effort] else ""
        words = say(NEEDS[order.effort], counter=counter.call, cost=cost, late=late)
        return too_few_ap(active, words, {"hasty": "TOCS-W10.8-1", "deliberate": "TOCS-W10.7-1"}.get(order.effort, "TOCS-W10.6-1"))
    barred = forbidden(view, unit, f"{order.effort}_attack") or _under_fire(view, unit, order)
    if barred:
        return barred
    others = [view.forces.counters[a.unit] for a in view.forces.attacks if a.target == order.hex]
    if any(stacking.over((*others, counter))):
        return illegal(say("no more than four units and four assets can attack {hex}", hex=order.hex), "TOCS-W10.6-2")
    if not any(c.strength > 0 and not c.defence_only for c in (*others, counter)):
        return illegal(say("{counter} has no attack strength: it may only join others", counter=counter.call), "TOCS-W10.6-2")
    return None


@rule("TOCS-W10.26-5")
def _under_fire(view: View, unit: Unit, order: AttackOrder) -> Refusal | None:
    """A hasty attack out of or into fire is cancelled; none is launched that this side knows will be."""
    if order.effort != "hasty" or not interdiction.delays(view.public, view.side, unit.hex, order.hex):
        return None
    fired_on = unit.hex if unit.hex in view.public.interdicted else order.hex
    words = say("{hex} is under interdiction: a hasty attack would be called off", hex=named(view.game, fired_on))
    return illegal(words, "TOCS-W10.26-5", f"attack {order.hex} deliberate")


@rule("TOCS-W10.2-4")
def _cost(view: View, order: AttackOrder) -> int:
    """AP of the attack: one more behind an infiltration, which takes its time."""
    led = any(a.infiltrates and a.target == order.hex for a in view.forces.attacks)
    return EFFORTS[order.effort] + led


def _launched(unit: Unit, active: Activation, order: AttackOrder) -> Launched:
    return Launched(
        unit.id, order.hex, unit.hex, unit.bank, EFFORTS[order.effort], order.hex in active.scouted,
        order.hex in active.probed, order.pursue, order.bearing, order.exploit, order.breakthrough, field=order.field,
    )  # fmt: skip


def expect(game: Game, picture: Picture, order: AttackOrder) -> Picture:
    """The attack launched and the unit no longer active; the battle comes later."""
    unit, active = active_unit(picture)
    return replace(picture, forces=replace(picture.forces.launched(_launched(unit, active, order)), active=None))


@rule("TOCS-3.7-1", "TOCS-W10.4-13", "TOCS-W10.4-15", "TOCS-W10.5-8")
def execute(moment: Moment, picture: Picture, order: AttackOrder) -> Outcome:
    """The attack is launched; the attacker stays where it is until the battle, and degrades only then."""
    side = picture.side
    unit, active = active_unit(picture)
    return Outcome((e.AttackOrdered(side, _launched(unit, active, order)), e.ActivationEnded(side, replace(unit, extended=""))))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Enemy hexes beside the unit it could attack."""
    where, view = picture.forces.units[unit], picture.view(game)
    near = (h for h in game.ground.neighbours[where.hex] if not view.own(h))
    able = [h for h in near if target(view, where, AttackOrder(h, "hasty")) is None]
    late = {h: interdiction.delays(view.public, view.side, where.hex, h) for h in able}
    return tuple(f"attack {h} deliberate" if late[h] else f"attack {h} hasty" for h in able)


def warn(game: Game, picture: Picture, order: AttackOrder) -> tuple[str, ...]:
    """A scout lowers its battle; a known empty hex is only walked into; AP thrown away."""
    unit, active = active_unit(picture)
    said: list[str] = []
    call = picture.forces.counter(unit).call
    if order.hex in active.scouted or order.hex in active.probed:
        said.append(
            say(
                "with reconnaissance by {call} the battle at {hex} is {effort} for every unit in it (TOCS-W10.4-14)",
                call=call,
                hex=order.hex,
                effort=order.effort,
            )
        )
    left = active.ap - _cost(picture.view(game), order)
    if left > 0:
        said.append(say("{call} gives up {left} AP: an attack is the last thing a unit does (TOCS-W10.0-5)", call=call, left=left))
    if interdiction.delays(picture.public, picture.side, unit.hex, order.hex):
        lower = SHORTER[order.effort]
        said.append(say("under interdiction the battle is fought as {lower} (TOCS-W10.26-5)", lower=say(lower)))
    return (*said, *_idle_clauses(game, order))


SHORTER = {"intensive": phrase("a deliberate attack"), "deliberate": phrase("a hasty attack"), "hasty": phrase("none")}


@rule("TOCS-W19.6-2", "TOCS-3.9-9", "TOCS-3.9-10")
def _idle_clauses(game: Game, order: AttackOrder) -> Iterator[str]:
    """Clauses that can never act: who pursues and exploits is by the attack, and what a clause wants beside it."""
    record = game.records("crt-battle-procedure")["pursuit"]
    pursues, exploits, through = (
        order.effort in texts(record, "pursue"),
        order.effort in texts(record, "exploit"),
        order.breakthrough != "none",
    )
    goal = order.exploit or order.bearing
    if order.pursue and not pursues:
        yield say("PURSUE does nothing: a hasty attack never pursues (TOCS-W19.6-2)")
    elif order.pursue > 1 and not exploits:
        yield say("PURSUE {n} goes one hex: only an intensive attack exploits beyond it (TOCS-W19.6-2)", n=order.pursue)
    elif order.pursue > 1 and not goal:
        yield say("PURSUE {n} goes one hex: say EXPLOIT TOWARD where to go on to (TOCS-3.9-10)", n=order.pursue)
    if order.exploit and not exploits and not through:
        yield say("EXPLOIT does nothing: only an intensive attack exploits (TOCS-W19.6-2)")
    if order.bearing and not through and (order.exploit or order.pursue < 2 or not exploits):
        yield say("TOWARD does nothing: the first hex of a pursuit is the first hex of the enemy's withdrawal (TOCS-3.9-9)")


ACTION = Action(
    verb=Verb(
        "attack",
        (
            "attack [HEX] (hasty|deliberate|intensive) [pursue N [toward BEARING]] [exploit toward AXIS] "
            "[breakthrough (none|empty|any)] [field]",
        ),
        "unit", phrase("attack a hex beside you"),
    ),
    help=phrase(
        """ATTACK launches an attack on an adjacent enemy hex: hasty for 1 AP, deliberate for 2, intensive for 3 (TOCS-W10.6 to
W10.8). It is the last thing the unit does this impulse. The unit stays where it is; the battle is fought when the impulse
ends. No more than four units and four assets may attack a hex, those of all seats together (TOCS-W10.6-2).
An attack that finds the hex empty walks in. `pursue 1` follows a beaten enemy into the first hex of its retreat
(deliberate and intensive). `exploit toward` follows and goes on from there, one hex for each further hex of the enemy's
withdrawal (intensive); `pursue 2 exploit toward` stops after two in all. `breakthrough empty` or `any` goes one hex
beyond when every defender is destroyed. Without a hex it means the hex last looked into. `field` offers the battle to field
commanders (HELP BATTLES).

    B,C/504: attack 14.12 deliberate pursue 1
    B/504: attack 14.12 intensive exploit toward 15.12"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn,
)  # fmt: skip
