"""Armor under fire: who takes a leader's hit, what battalions make of hits, the morale of a hex behind all fire of an action."""

from collections.abc import Iterator

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import ArmorDue, HexAttack
from pbem.rulesets.tcs.rules import armor_morale as rules
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.asked import LeaderAsked
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces


@rule("TCSARM-4.2a-1", "TCSARM-4.2a-2")
def takes_the_hit(moment: Moment, forces: TacticalForces, unit: TacticalUnit) -> TacticalUnit:
    """The vehicle that a hit destroys: a leader's may be taken by another of its type in its hex, if its owner wants that."""
    if not (unit.leader and unit.counter.armor and moment.game.switches["armor"] is True):
        return unit
    other = moment.ask(forces.side, LeaderAsked(unit.id))
    return forces.units.get(other, unit)


@rule("TCSARM-4.1e-1", "TCSARM-4.1e-2")
def armor_blows(moment: Moment, forces: TacticalForces, hit: TacticalUnit, rolls: tuple[int, ...]) -> tuple[t.FormationShaken, ...]:
    """What the battalion of a vehicle that was hit makes of the rolls that hit it, one after another."""
    found, now = list[t.FormationShaken](), forces.morale.get(hit.battalion, 0)
    for rolled in rolls if hit.counter.armor and moment.game.switches["armor"] is True else ():
        if by := rules.armor_blow(moment.game.book, rolled):
            now += by
            found.append(t.FormationShaken(forces.side, hit.battalion, by, now))
    return tuple(found)


@rule("TCSARM-4.1b-1", "TCSARM-4.1b-2", "TCSARM-4.1b-4")
def armor_under_fire(moment: Moment, attack: HexAttack) -> Iterator[e.ArmorFiredAt]:
    """Armor in a hex at which fire was given that could hit it: point fire, AT rolls, shells; it is to try its morale."""
    fire = attack.kind in ("point", "antitank") or (attack.kind == "area" and attack.sheafs > 0)
    if moment.game.switches["armor"] is not True or not fire or not attack.able:
        return
    for side in attack.against:
        due = ArmorDue(side, attack.hex, attack.suppressive, attack.heavy, attack.origins)
        there = any(unit.counter.armor for unit in moment.board.forces[side].at(attack.hex))
        if there and due.key not in moment.board.firing.armor_tried:
            yield e.ArmorFiredAt(due)
