"""Who goes on after a battle that was won: pursuit, exploitation, breakthrough (TOCS-3.9-9 … 3.9-14, W19.6)."""

from collections.abc import Iterator

from pbem.kernel.charts.entries import texts
from pbem.kernel.hexes import Hex, direction, distance, neighbour
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.obstacles import come_upon
from pbem.rulesets.tocs.rules.battle import EFFORTS
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry, may_enter_enemy_ground
from pbem.rulesets.tocs.units import Attack, Unit

ENEMY, ENGAGED, GROUND, FIRE, KEPT_OUT = STOPS = (
    phrase("the enemy is in it"),
    phrase("it is fought over already"),
    phrase("ground or water bars the way"),
    phrase("it is under fire"),
    phrase("such a unit does not enter enemy ground"),
)
"""Why nobody goes on into a hex."""


class Stride(Value):
    """A hex forward: who, where to, in what manner; bold: into the enemy too, which opens an engagement or joins one that
    another of the same attackers has just opened (`met`)."""

    unit: str
    to: Hex
    why: str
    bold: bool
    met: frozenset[Hex] = frozenset()


@rule("TOCS-W19.6-1", "TOCS-W19.6-2", "TOCS-2.6-6", "TOCS-3.9-13", "TOCS-W19.6-5")
def press_on(moment: Moment, fight: e.Fight, stood: tuple[Attack, ...]) -> Iterator[e.Event]:
    """Pursuit, exploitation and breakthrough, unit by unit; engagements and ambushes allow none of them.

    A hasty attack may break through, though it neither pursues nor exploits; nor does who came late to a longer one. Defenders
    who were destroyed on their retreat were destroyed too. All may go where one of them has met the enemy.
    """
    if fight.carried or fight.level == "ambush":
        return
    forces = moment.board.forces[fight.defender]
    dead = not any(forces.units[unit].status == "map" for unit in fight.defenders)
    met: frozenset[Hex] = frozenset()
    for attack in sorted(stood, key=lambda a: a.unit):
        events = tuple((_break_through if dead else _pursue)(moment, fight, attack, met))
        met |= {event.hex for event in events if isinstance(event, e.EngagementMarked)}
        moment = after(moment, events)
        yield from events


@rule("TOCS-W19.6-2", "TOCS-W10.4-14")
def _made(game: Game, fight: e.Fight, attack: Attack) -> str:
    """The attack a unit made itself: by its AP, but no longer than the battle was; "" of who was in the hex already."""
    if attack.infiltrates:
        return "infiltration"
    rank = texts(game.records("crt-battle-procedure")["rank"], "order")
    own = next((effort for effort, ap in EFFORTS.items() if ap == attack.ap), "")
    return max(own, fight.level, key=rank.index) if own else ""


@rule("TOCS-3.9-9", "TOCS-3.9-10", "TOCS-3.9-12")
def reach(attack: Attack, exploits: bool, retreat: int) -> int:
    """Hexes a unit may follow an enemy who fell back so many: as many as it was told in all. Who is told where to to exploit,
    and to pursue a hex or nothing of it, goes as far as the rules let it."""
    if exploits and attack.exploit and attack.pursue <= 1:
        return retreat
    return min(attack.pursue, retreat)


@rule("TOCS-3.9-9", "TOCS-3.9-12", "TOCS-W19.6-3", "TOCS-W19.6-4", "TOCS-W19.6-5")
def _pursue(moment: Moment, fight: e.Fight, attack: Attack, met: frozenset[Hex]) -> Iterator[e.Event]:
    """Into the first hex the enemy fell back through, then freely, one hex for each further hex of his retreat."""
    made, record = _made(moment.game, fight, attack), moment.game.records("crt-battle-procedure")["pursuit"]
    most = reach(attack, made in texts(record, "exploit"), len(fight.path))
    if most == 0 or made not in texts(record, "pursue"):
        return
    first = fight.path[0]
    if fight.hex in moment.board.public.interdicted:
        yield e.PursuitStopped(fight.attacker, attack.unit, fight.hex, first, FIRE)
        return
    bold = moment.game.switches["pursuit_into_enemy"] == "engagement"
    went = _step(moment, fight, Stride(attack.unit, first, "pursued", bold, met))
    yield from went
    if made not in texts(record, "exploit") or not _free(moment, went):
        return
    goal = attack.exploit or attack.bearing
    now = after(moment, went)
    for _ in range(most - 1):
        to = _toward(moment, now.board.forces[fight.attacker].units[attack.unit], goal)
        if to is None:
            return
        went = _step(now, fight, Stride(attack.unit, to, "exploited", False))
        yield from went
        if not _free(moment, went):
            return
        now = after(now, went)


def _free(moment: Moment, went: tuple[e.Event, ...]) -> bool:
    """Has a step come off, out of the enemy's way, and not into fire, which is not gone through (TOCS-W19.6-3)?"""
    if any(isinstance(event, (e.EngagementMarked, e.PursuitStopped)) for event in went):
        return False
    moved = (event.unit for event in went if isinstance(event, e.UnitChanged))
    return all(unit.origin is None and unit.hex not in moment.board.public.interdicted for unit in moved)


@rule("TOCS-3.9-13", "TOCS-3.9-14")
def _break_through(moment: Moment, fight: e.Fight, attack: Attack, met: frozenset[Hex]) -> Iterator[e.Event]:
    """Every defender was destroyed: one hex beyond, occupied or not as the order says."""
    if attack.breakthrough == "none":
        return
    unit = moment.board.forces[fight.attacker].units[attack.unit]
    goal = attack.exploit or attack.bearing
    straight = direction(attack.origin, fight.hex)
    to = _toward(moment, unit, goal) if goal else neighbour(fight.hex, straight) if straight else None
    if to is not None and to in moment.game.ground.terrain:
        yield from _step(moment, fight, Stride(attack.unit, to, phrase("broke through"), attack.breakthrough == "any", met))


def _toward(moment: Moment, unit: Unit, goal: Hex | None) -> Hex | None:
    """The adjacent hex nearest the goal, if it is nearer than here."""
    near = [h for h in moment.game.ground.neighbours[unit.hex] if goal and distance(h, goal) < distance(unit.hex, goal)]
    return min(near, key=lambda h: (distance(h, goal or h), h), default=None)


@rule("TOCS-3.9-11", "TOCS-3.9-14", "TOCS-W19.6-5")
def _step(moment: Moment, fight: e.Fight, stride: Stride) -> tuple[e.Event, ...]:
    """One hex forward, or why not; an engagement where it meets the enemy and is bold."""
    board: Board = moment.board
    side, to = fight.attacker, stride.to
    unit = board.forces[side].units[stride.unit]
    counter, ours = board.forces[side].counter(unit), board.public.owner[to] == side
    way = entry(board.ground_view(moment.game, side), counter, Position(unit.hex, unit.bank), to)
    enemy = bool(board.occupants(to, fight.defender))
    joins = stride.bold and to in stride.met
    barred = {
        GROUND: way is None,
        KEPT_OUT: not ours and not may_enter_enemy_ground(counter),
        ENGAGED: to in board.public.engaged and not joins,
        ENEMY: enemy and not stride.bold,
    }
    why = next((words for words, so in barred.items() if so), "")
    if why or way is None:
        return (e.PursuitStopped(side, unit.id, unit.hex, to, why),)
    moved = replace(unit, hex=to, bank=way.to.bank, origin=unit.hex if enemy else None)
    events: list[e.Event] = [e.UnitChanged(side, moved, stride.why)]
    if enemy and not joins:
        events.append(e.EngagementMarked(to, board.public.owner[to]))
    elif not enemy and not ours:
        events.append(e.OwnerChanged(to, side, stride.why))
    found = come_upon(moment, side, unit, to) if not ours and not joins else ()
    return (*events, *found)
