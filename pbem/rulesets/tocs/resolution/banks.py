"""The bank a defender takes in a river hex, declared before the battle is thrown for (TOCS-W1.10-3, TOCS-W11.9-2)."""

from collections import Counter
from collections.abc import Mapping

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import is_divided, water_kind
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.rules import battle as sums
from pbem.rulesets.tocs.rules.ferrying import may_cross
from pbem.rulesets.tocs.standing_orders import bank
from pbem.rulesets.tocs.standing_orders.asked import WhichBank
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

OTHER_BANK = phrase("other bank")


@rule("TOCS-W1.10-3", "TOCS-W11.9-2", "TOCS-W11.6-1", "TOCS-W11.7-1")
def declared(moment: Moment, side: str, facts: sums.Battle) -> tuple[tuple[e.Event, ...], str]:
    """The defender of a divided hex takes his bank by his standing order, as far as his units can, and says which; and
    the kind of the river that counts for him, OPEN_WATER if half of the attack comes out of a lake or the sea, or ""."""
    hex_, ground = facts.hex, moment.game.ground
    ashore = sums.OPEN_WATER if _lands(moment, facts) else ""
    if not is_divided(ground, hex_):
        return (), ashore
    enemy = moment.game.other(side)
    there = moment.board.occupants(hex_, enemy)
    sides = _hexsides(facts)
    near = min(sides, key=lambda at: (-sides[at], sum(u.bank == at for u in there), at))
    tied = sum(count == sides[near] for count in sides.values()) > 1
    word = _untied(moment.ask(enemy, WhichBank(hex_)), tied)
    if hex_ in moment.board.public.engaged:  # nobody changes banks, and what was declared stands
        word = bank.BOTH if moment.board.public.banks.get(hex_) == bank.BOTH else bank.AS_SET_UP
    placed = _placed(moment.board.view(moment.game, enemy), there, word, near)
    moved = tuple(e.UnitChanged(enemy, now, OTHER_BANK) for was, now in zip(there, placed, strict=True) if now != was)
    placed = after(moment, moved).board.occupants(hex_, enemy)  # assets go along with the unit they are assigned to
    told = _told(word, placed, near)
    counts = told != bank.BOTH and _across(_weights(moment, facts), placed)
    number = moment.board.public.battles + 1
    return (*moved, e.BankTaken(number, hex_, enemy, told)), ashore or (water_kind(ground, hex_) if counts else "")


@rule("TOCS-W11.6-1", "TOCS-W11.7-1", "TOCS-W11.10-2")
def _lands(moment: Moment, facts: sums.Battle) -> bool:
    """Does half of the attack strength or more come over open water at defenders who stand on land?"""
    chart = moment.game.modifiers("crt-strength-modifiers")
    weights = [(fighter.over_water, sums.strength_of(chart, facts, fighter)) for fighter in facts.attackers]
    over = sum(strength for wet, strength in weights if wet)
    return not facts.afloat and over > 0 and 2 * over >= sum(strength for _, strength in weights)


@rule("TOCS-W1.10-1")
def _hexsides(facts: sums.Battle) -> dict[int, int]:
    """Across how many hexsides the announced attack comes to each bank, which both sides see; never how strong it is."""
    sides: dict[int, set[Hex | None]] = {}
    for fighter in facts.attackers:
        sides.setdefault(fighter.bank, set()).add(fighter.origin)
    return {at: len(origins) for at, origins in sides.items()}


def _untied(word: str, tied: bool) -> str:
    """As many come to one bank as to the other: none is the near one, and everybody stays where he is set up."""
    return bank.AS_SET_UP if tied and word in (bank.NEAR, bank.FAR) else word


def _weights(moment: Moment, facts: sums.Battle) -> Counter[int]:
    """The attack strength that comes to each bank."""
    chart = moment.game.modifiers("crt-strength-modifiers")
    weight = Counter[int]()
    for fighter in facts.attackers:
        weight[fighter.bank] += sums.strength_of(chart, facts, fighter)
    return weight


@rule("TOCS-W11.9-2", "TOCS-W11.10-3")
def _placed(view: View, there: tuple[Unit, ...], word: str, near: int) -> tuple[Unit, ...]:
    """The units on the bank they are told to hold; who finds no way over stays where it is."""
    placed: list[Unit] = []
    ferried: dict[str, int] = {}  # what a ferry or the engineers' boats have carried before this battle
    for unit in there:
        to = _wanted(view, unit, word, near)
        carrier = may_cross(_having_carried(view, ferried), unit, to) if to != unit.bank else None
        if carrier is None or isinstance(carrier, Refusal):
            placed.append(unit)
            continue
        ferried[carrier.key] = ferried.get(carrier.key, 0) + view.forces.counter(unit).steps - unit.lost
        placed.append(replace(unit, bank=to))
    return tuple(placed)


def _having_carried(view: View, ferried: Mapping[str, int]) -> View:
    return replace(view, forces=replace(view.forces, ferried=dict(ferried)))


def _wanted(view: View, unit: Unit, word: str, near: int) -> int:
    """The bank a unit is told to hold."""
    if word == bank.NEAR:
        return near
    if word == bank.FAR and unit.bank == near:
        return next(number for number in range(len(view.game.ground.banks[unit.hex])) if number != near)
    return unit.bank


def _told(word: str, placed: tuple[Unit, ...], near: int) -> str:
    """What is announced: where they all stand, or both banks."""
    stands = {unit.bank for unit in placed}
    if word == bank.BOTH or len(stands) > 1:
        return bank.BOTH
    return bank.NEAR if stands == {near} else bank.FAR


@rule("TOCS-W11.10-2")
def _across(attack: Mapping[int, int], placed: tuple[Unit, ...]) -> bool:
    """Does half of the attack strength or more come from another bank than theirs?"""
    theirs = {unit.bank for unit in placed}
    across = sum(strength for at, strength in attack.items() if at not in theirs)
    return across > 0 and 2 * across >= sum(attack.values())
