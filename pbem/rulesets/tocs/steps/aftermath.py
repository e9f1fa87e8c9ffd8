"""What follows a battle: engagement, occupation, pursuit, exploitation, breakthrough (TOCS-3.9-9 … 3.9-15, W19.6)."""

from collections.abc import Iterator

from pbem.engine.ruleset import Moment
from pbem.kernel.hexes import Hex, direction, distance, neighbour
from pbem.kernel.rulebook import rule
from pbem.kernel.tongue import phrase
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, after, apply
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.pieces import Attack, Unit
from pbem.rulesets.tocs.procedures.activation import degraded
from pbem.rulesets.tocs.procedures.battle import EFFORTS
from pbem.rulesets.tocs.procedures.crossings import arrival
from pbem.rulesets.tocs.procedures.movement import entry, may_enter_enemy_ground
from pbem.rulesets.tocs.steps import prisoners
from pbem.rulesets.tocs.steps.interrogation import interrogated
from pbem.rulesets.tocs.steps.obstacles import come_upon


def aftermath(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """Who stands where when the dust settles, and the end of the battle."""
    board: Board = moment.board
    stood = () if fight.attacker in fight.left else _standing(board, fight)
    held = bool(board.occupants(fight.hex, fight.defender)) and fight.defender not in fight.left
    events: list[e.Event] = []
    if stood and held:
        events += engaging(moment, fight.attacker, fight.defender, stood)
    elif stood:
        events += _occupy(moment, fight, stood)
        events += _press_on(moment, fight, stood, tuple(events))
    elif fight.hex in board.public.engaged:
        events.append(e.EngagementLifted(fight.hex))
    if fight.carried:
        events.append(e.EngagementResolved(fight.hex))
    ambushed = tuple(a.unit for a in fight.attacks) if fight.level == "ambush" else ()  # others may be on their way to the hex
    events.append(e.AttacksCleared(fight.attacker, fight.hex, ambushed))
    holder = fight.attacker if stood and not held else board.public.owner[fight.hex]
    over = (*events, _over(fight, holder, bool(stood) and held))
    now = after(moment, over)
    return (*over, *interrogated(now, fight), *prisoners.taken(now, fight))


def _over(fight: e.Fight, holder: str, engaged: bool) -> e.BattleFought:
    return e.BattleFought(
        fight.number, fight.hex, fight.level, fight.attacker, fight.defender, fight.lost, fight.left, holder, engaged
    )


def _standing(board: Board, fight: e.Fight) -> tuple[Attack, ...]:
    camp = board.camps[fight.attacker]
    return tuple(a for a in fight.attacks if camp.units[a.unit].status == "map")


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
    return come_upon(moment, side, moment.board.camps[side].units[unit], hex_)


def _enter(moment: Moment, side: str, attack: Attack, why: str) -> e.UnitChanged:
    """A unit goes into the battle hex; while engaged it remembers where it came from."""
    camp = moment.board.camps[side]
    unit = camp.units[attack.unit]
    if attack.origin == attack.target:
        return e.UnitChanged(side, replace(unit, origin=None), why)
    bank = arrival(moment.game.ground, attack.origin, attack.target)
    origin = attack.origin if why == "engaged" else None
    return e.UnitChanged(side, replace(unit, hex=attack.target, bank=bank, origin=origin), why)


@rule("TOCS-W10.6-3", "TOCS-W10.7-2", "TOCS-W10.8-2", "TOCS-W10.2-3")
def walk_in(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...]) -> tuple[e.Event, ...]:
    """An attack on an empty hex: the attackers enter it and degrade for their activation."""
    events: list[e.Event] = [e.AttackFoundEmpty(side, hex_)]
    camp = moment.board.camps[side]
    ours = moment.board.public.owner[hex_] == side
    led = ours or any(may_enter_enemy_ground(camp.counters[a.unit]) for a in attacks)  # TOCS-W9.1-6
    for attack in attacks:
        entered = _enter(moment, side, attack, "advanced").unit if led else camp.units[attack.unit]
        events.append(e.UnitChanged(side, degraded(entered), phrase("advanced")))
    if led and not ours:
        events.append(e.OwnerChanged(hex_, side, phrase("entered")))
        events += _sees(moment, side, attacks[0].unit, hex_)
    return (*events, e.AttacksCleared(side, hex_))


@rule("TOCS-W19.6-1", "TOCS-W19.6-2", "TOCS-2.6-6")
def _press_on(moment: Moment, fight: e.Fight, stood: tuple[Attack, ...], before: tuple[e.Event, ...]) -> Iterator[e.Event]:
    """Pursuit, exploitation and breakthrough, unit by unit; engagements and ambushes allow none of them.

    A hasty attack may break through, though it neither pursues nor exploits; nor does who came late to a longer one.
    """
    board: Board = moment.board
    for event in before:
        board = apply(board, event)
    dead = not fight.path and fight.defender not in fight.left
    if fight.carried or fight.level == "ambush":
        return
    for attack in sorted(stood, key=lambda a: a.unit):
        here = replace(moment, board=board)
        run = _break_through(here, fight, attack) if dead else _pursue(here, fight, attack)
        for event in run:
            board = apply(board, event)
            yield event


@rule("TOCS-W19.6-2", "TOCS-W10.4-14")
def _made(game: Game, fight: e.Fight, attack: Attack) -> str:
    """The attack a unit made itself: by its AP, but no longer than the battle was; "" of who was in the hex already."""
    if attack.infiltrates:
        return "infiltration"
    rank: list[str] = game.records("crt-battle-procedure")["rank"]["order"]
    own = next((effort for effort, ap in EFFORTS.items() if ap == attack.ap), "")
    return max(own, fight.level, key=rank.index) if own else ""


@rule("TOCS-3.9-9", "TOCS-3.9-12", "TOCS-W19.6-3", "TOCS-W19.6-4", "TOCS-W19.6-5")
def _pursue(moment: Moment, fight: e.Fight, attack: Attack) -> Iterator[e.Event]:
    """Into the first hex the enemy fell back through, then freely, one hex for each further hex of his retreat."""
    most, made = min(attack.pursue, len(fight.path)), _made(moment.game, fight, attack)
    record = moment.game.records("crt-battle-procedure")["pursuit"]
    if most == 0 or made not in record["pursue"] or fight.hex in moment.board.public.interdicted:
        return
    first = fight.path[0]
    bold = moment.game.switches["pursuit_into_enemy"] == "engagement"
    went = _step(moment, fight, (attack.unit, first, "pursued"), bold)
    yield from went
    if went and made in record["exploit"] and not _met(went) and first not in moment.board.public.interdicted:
        yield from _exploit(moment, fight, attack, (most - 1, went))


def _met(events: tuple[e.Event, ...]) -> bool:
    return any(isinstance(event, e.EngagementMarked) for event in events)


@rule("TOCS-3.9-10", "TOCS-3.9-11")
def _exploit(moment: Moment, fight: e.Fight, attack: Attack, how: tuple[int, tuple[e.Event, ...]]) -> Iterator[e.Event]:
    left, before = how
    goal = attack.exploit or attack.bearing
    board: Board = moment.board
    for event in before:
        board = apply(board, event)
    while left and goal:
        unit = board.camps[fight.attacker].units[attack.unit]
        here = replace(moment, board=board)
        went = _step(here, fight, (attack.unit, _toward(moment, unit, goal), "exploited"), False)
        if not went:
            return
        for event in went:
            board = apply(board, event)
            yield event
        left -= 1
        if board.camps[fight.attacker].units[attack.unit].hex in board.public.interdicted:
            return  # not through it (TOCS-W19.6-3)


@rule("TOCS-3.9-13", "TOCS-3.9-14")
def _break_through(moment: Moment, fight: e.Fight, attack: Attack) -> Iterator[e.Event]:
    """Every defender was destroyed: one hex beyond, occupied or not as the order says."""
    if attack.breakthrough == "none":
        return
    unit = moment.board.camps[fight.attacker].units[attack.unit]
    goal = attack.exploit or attack.bearing
    straight = direction(attack.origin, fight.hex)
    to = _toward(moment, unit, goal) if goal else neighbour(fight.hex, straight) if straight else None
    yield from _step(moment, fight, (attack.unit, to, phrase("broke through")), attack.breakthrough == "any")


def _toward(moment: Moment, unit: Unit, goal: Hex) -> Hex | None:
    """The adjacent hex nearest the goal, if it is nearer than here."""
    near = [h for h in moment.game.ground.neighbours[unit.hex] if distance(h, goal) < distance(unit.hex, goal)]
    return min(near, key=lambda h: (distance(h, goal), h), default=None)


def _step(moment: Moment, fight: e.Fight, how: tuple[str, Hex | None, str], bold: bool) -> tuple[e.Event, ...]:
    """One hex forward: nothing where ground or (unless bold) the enemy bars it; an engagement where it meets him."""
    name, to, why = how
    board: Board = moment.board
    side, ground = fight.attacker, moment.game.ground
    unit = board.camps[side].units[name]
    if to is None or to not in ground.terrain or to in board.public.engaged:
        return ()
    counter = board.camps[side].counter(unit)
    way = entry(board.ground_view(moment.game, side), counter, (unit.hex, unit.bank), to)
    enemy = bool(board.occupants(to, fight.defender))
    allowed = board.public.owner[to] == side or may_enter_enemy_ground(counter)
    if way is None or not allowed or (enemy and not bold):
        return ()
    moved = replace(unit, hex=to, bank=way.to[1], origin=unit.hex if enemy else None)
    events: list[e.Event] = [e.UnitChanged(side, moved, why)]
    if enemy:
        events.append(e.EngagementMarked(to, board.public.owner[to]))
    elif board.public.owner[to] != side:
        events.append(e.OwnerChanged(to, side, why))
    found = _sees(moment, side, name, to) if board.public.owner[to] != side else ()
    return (*events, *found)
