"""What follows a battle: engagement or occupation, and an attack that met nobody (TOCS-3.9-15, W19.6-6, W10.6-3)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import prisoners
from pbem.rulesets.tocs.resolution.bridgework import lost_in_battle
from pbem.rulesets.tocs.resolution.claims import stepped
from pbem.rulesets.tocs.resolution.interrogation import interrogated
from pbem.rulesets.tocs.resolution.obstacles import come_upon, gets_out
from pbem.rulesets.tocs.resolution.pursuit import press_on
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.crossings import arrival
from pbem.rulesets.tocs.rules.movement import may_enter_enemy_ground
from pbem.rulesets.tocs.rules.zoc import held
from pbem.rulesets.tocs.units import Attack


def aftermath(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """Who stands where when the dust settles, and the end of the battle."""
    board: Board = moment.board
    stood = () if fight.attacker in fight.left else _standing(board, fight)
    holds = bool(board.occupants(fight.hex, fight.defender)) and fight.defender not in fight.left
    events: list[e.Event] = [*lost_in_battle(moment, fight)]
    if stood and holds:
        events += engaging(moment, fight.attacker, fight.defender, stood)
    elif stood:
        events += _occupy(after(moment, events), fight, stood)
        events += press_on(after(moment, events), fight, stood)
    elif fight.hex in board.public.engaged:
        events.append(e.EngagementLifted(fight.hex))
    if fight.carried:
        events.append(e.EngagementResolved(fight.hex))
    ambushed = tuple(a.unit for a in fight.attacks) if fight.level == "ambush" else ()  # others may be on their way to the hex
    events.append(e.AttacksCleared(fight.attacker, fight.hex, ambushed))
    holder = fight.attacker if stood and not holds else board.public.owner[fight.hex]
    over = (*events, _over(fight, holder, bool(stood) and holds))
    now = after(moment, over)
    return (*over, *interrogated(now, fight), *prisoners.taken(now, fight))


def _over(fight: e.Fight, holder: str, engaged: bool) -> e.BattleFought:
    return e.BattleFought(
        fight.number, fight.hex, fight.level, fight.attacker, fight.defender, fight.lost, fight.left, holder, engaged, fight.tolls
    )


def _standing(board: Board, fight: e.Fight) -> tuple[Attack, ...]:
    forces = board.forces[fight.attacker]
    return tuple(a for a in fight.attacks if forces.units[a.unit].status == "map")


@rule("TOCS-1.3-3", "TOCS-3.9-15", "TOCS-W19.6-6", "TOCS-2.6-7", "TOCS-1.9-1")
def engaging(moment: Moment, attacker: str, defender: str, attacks: tuple[Attack, ...]) -> list[e.Event]:
    """Attackers go into a hex that nobody gave up: all stay in it, and it remains the defender's."""
    coming = [a for a in attacks if a.origin != a.target]
    events: list[e.Event] = [_enter(moment, attacker, a, "engaged") for a in coming]
    hex_ = attacks[0].target
    events += _sees(moment, attacker, coming[0].unit, hex_) if coming else ()
    if hex_ not in moment.board.public.engaged:
        events.append(e.EngagementMarked(hex_, defender))
    return events


def _occupy(moment: Moment, fight: e.Fight, stood: tuple[Attack, ...]) -> list[e.Event]:
    events: list[e.Event] = [_enter(moment, fight.attacker, a, "advanced") for a in stood]
    if fight.hex in moment.board.public.engaged:
        events.append(e.EngagementLifted(fight.hex))
    if moment.board.public.owner[fight.hex] != fight.attacker:
        events.append(e.OwnerChanged(fight.hex, fight.attacker, phrase("won")))
        events += _sees(moment, fight.attacker, stood[0].unit, fight.hex)
    return events


@rule("TOCS-1.9-3", "TOCS-W10.11-5")
def _sees(moment: Moment, side: str, unit: str, hex_: Hex) -> tuple[e.Event, ...]:
    """Who comes into the enemy's hex by fighting finds what is fixed there too; mines ask no check of him."""
    return come_upon(moment, side, moment.board.forces[side].units[unit], hex_)


def _enter(moment: Moment, side: str, attack: Attack, why: str) -> e.UnitChanged:
    """A unit goes into the battle hex; while engaged it remembers where it came from."""
    forces = moment.board.forces[side]
    unit = forces.units[attack.unit]
    if attack.origin == attack.target:
        return e.UnitChanged(side, replace(unit, origin=None), why)
    bank = arrival(moment.game.ground, attack.origin, attack.target)
    origin = attack.origin if why == "engaged" else None
    return e.UnitChanged(side, replace(unit, hex=attack.target, bank=bank, origin=origin), why)


@rule("TOCS-W10.6-3", "TOCS-W10.7-2", "TOCS-W10.8-2", "TOCS-W10.2-3", "TOCS-W10.11-6", "TOCS-W9.1-6")
def walk_in(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...]) -> tuple[e.Event, ...]:
    """An attack on an empty hex: the attackers enter it and degrade for their activation. Who could not have moved there, out
    of one zone into another, or not out of mines, stays where it is, no less tired for that."""
    forces = moment.board.forces[side]
    ours, claimed = moment.board.public.owner[hex_] == side, hex_ in moment.board.public.claims[side]
    out_of = [a.origin for a in attacks if not a.infiltrates]
    _, events = stepped(moment, side, out_of, hex_) if claimed or not ours else (False, ())
    barred = _barred(after(moment, events), side, attacks, hex_)
    out, events = _out_of_mines(moment, side, tuple(a for a in attacks if a not in barred), events)
    led = ours or any(may_enter_enemy_ground(forces.counters[a.unit]) for a in out)
    events += (e.AttackFoundEmpty(side, hex_, tuple(a.unit for a in barred)),)
    for attack in attacks:
        events += (_walked(after(moment, events), side, attack, led and attack in out),)
    if led and out and not ours:
        events += (e.OwnerChanged(hex_, side, phrase("entered")), *_sees(moment, side, out[0].unit, hex_))
    return (*events, e.AttacksCleared(side, hex_))


@rule("TOCS-W6.0-12")
def _barred(moment: Moment, side: str, attacks: tuple[Attack, ...], hex_: Hex) -> tuple[Attack, ...]:
    """The attackers who could not have moved into the hex: out of one zone into another."""
    view = moment.board.view(moment.game, side)
    return tuple(a for a in attacks if not a.infiltrates and held(view, view.forces.counters[a.unit], a.origin, hex_))


@rule("TOCS-W10.11-6")
def _out_of_mines(
    moment: Moment, side: str, attacks: tuple[Attack, ...], told: tuple[e.Event, ...]
) -> tuple[list[Attack], tuple[e.Event, ...]]:
    """Those of some attackers who get out of the mines they may stand in, and what was told so far with their checks."""
    out: list[Attack] = []
    for attack in attacks:
        checked, gets = gets_out(after(moment, told), side, moment.board.forces[side].units[attack.unit])
        told += checked
        out += [attack] if gets else []
    return out, told


def _walked(moment: Moment, side: str, attack: Attack, goes: bool) -> e.UnitChanged:
    """An attacker, tired, in the empty hex or where it was."""
    unit = _enter(moment, side, attack, "advanced").unit if goes else moment.board.forces[side].units[attack.unit]
    return e.UnitChanged(side, degraded(unit), phrase("advanced") if goes else phrase("acted"))
