"""Morale of armor, tried once for a hex behind all fire of an action."""

from pbem.kernel.hexes import distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import ArmorDue, Firing, HexAttack
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.rules import armor_morale as rules
from pbem.rulesets.tcs.rules.close_combat import FIRE, stages
from pbem.rulesets.tcs.rules.morale import RETREATS, MoraleCheck, check_morale, surrender_or_retreat
from pbem.rulesets.tcs.settling.attacks import strain_of
from pbem.rulesets.tcs.settling.moment import Moment

Events = tuple[e.Event, ...]


@rule("TCSARM-4.1b-2")
def is_through(game: TacticalGame, firing: Firing) -> bool:
    """Is all fire of an action given, so that armor tries its morale? Not while stacks still answer a trigger, nor before the fire
    of a part of an assault."""
    if firing.orders or (firing.trigger is not None and firing.trigger.chosen):
        return False
    every = stages(game.book)
    fought = firing.assaults[0].fought if firing.fighting and firing.assaults else len(every)
    return fought >= len(every) or every[fought].what != FIRE


@rule("TCSARM-4.1a-1", "TCSARM-4.1b-1", "TCSARM-4.1b-3", "TCSARM-4.1b-4", "TCSARM-4.1c-3", "TCSARM-4.1d-2")
def armor_tried(moment: Moment, due: ArmorDue) -> Events:
    """One roll for the armor of a hex, by its worst battalion: the result is that of all its platoons, wherever they are."""
    forces, public = moment.board.forces[due.side], moment.board.public
    armor = tuple(unit for unit in forces.at(due.hex) if unit.counter.armor)
    if not armor:
        return (t.ArmorTried(due.side, due.hex, (), 0, (), 0, "-"),)
    book, worst = moment.game.book, rules.worst(moment.game.book, armor, forces.morale)
    occasion = f"armor/{due.side}/{due.hex}/T{public.turn}/{public.acting or 'guns'}/{public.segment}"
    attack = HexAttack(occasion, due.hex, (due.side,), suppressive=due.suppressive, heavy=due.heavy, origins=due.origins)
    strain = replace(strain_of(moment, attack, forces, worst.unit), alone=False)
    fell = check_morale(book, moment.dice, occasion, MoraleCheck(worst.unit, worst.formation, strain, worst.instead_of_steps))
    enemies = moment.board.forces[moment.game.other(due.side)].units.values()
    away = (distance(due.hex, enemy.hex) for enemy in enemies)
    result = surrender_or_retreat(book, fell.result, away, public.dark)
    tried = rules.platoons(forces.units, due.hex)
    names = tuple(unit.id for unit in tried)
    told = t.ArmorTried(due.side, due.hex, names, fell.effective, fell.roll.faces, fell.total, result)
    if result != RETREATS:
        return (told,)
    flights = tuple(unit.id for unit in tried if unit.counter.armor)
    return (told, e.AttackBegan(HexAttack(
        f"{occasion}/syr", due.hex, (due.side,), groups=(), flights=flights, effective=fell.effective
    )))  # fmt: skip
