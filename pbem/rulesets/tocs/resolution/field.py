"""Battles that go to field commanders and come back (MASL-1.1-3, MASL-2.1-5, MASL-4.1-4).

Handed over, a battle is an engagement that nobody throws for. It comes back as two reports that agree, as the host's
ruling, or to the CRT; with `field_battle = "engagement"` at the engagements of a turn, with "wait" at once.
"""

from pbem.engine.situation import DecisionMade, DecisionOwed
from pbem.kernel.decisions import Decision
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.field_units import AfterAction, FieldBattle, Force
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import bridge_at
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.aftermath import engaging
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.resolution.interrogation import interrogated
from pbem.rulesets.tocs.rules import field_battle
from pbem.rulesets.tocs.rules.after_action import differences
from pbem.rulesets.tocs.rules.battle import level_of
from pbem.rulesets.tocs.rules.bridges import hit, strength
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.standing_orders.asked import WantsItFought
from pbem.rulesets.tocs.units import Attack, Unit

Events = tuple[e.Event | DecisionOwed | DecisionMade, ...]
OUT_OF_RESERVE = phrase("no longer in reserve")


@rule("MASL-1.1-3", "MASL-2.1-6")
def goes_out(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...]) -> bool:
    """Do both sides wish this battle to go to field commanders, and is there room for one more?"""
    board, game = moment.board, moment.game
    if game.switches["field_battle"] == "crt" or hex_ in board.public.engaged or any(a.infiltrates for a in attacks):
        return False
    if len(board.public.fields) >= field_battle.term(game, "most_out"):
        return False
    enemy: str = game.other(side)
    mine = tuple(board.forces[side].units[a.unit] for a in attacks)
    offered = any(a.field for a in attacks) or _wishes(moment, side, hex_, mine)
    return offered and _wishes(moment, enemy, hex_, board.occupants(hex_, enemy))


def _wishes(moment: Moment, side: str, hex_: Hex, units: tuple[Unit, ...]) -> bool:
    view = moment.board.view(moment.game, side)
    return moment.ask(side, WantsItFought(hex_, field_battle.steps(view, units), view.forces))


@rule("MASL-2.1-4", "MASL-3.1-1", "MASL-3.1-6")
def handed_over(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...]) -> Events:
    """The attackers go into the hex, which is an engagement now, and both sides' forces pass to their field commanders."""
    board: Board = moment.board
    enemy = moment.game.other(side)
    number, waits = board.public.battles + 1, moment.game.switches["field_battle"] == "wait"
    battle = FieldBattle(number, hex_, side, enemy, board.public.impulse_name, waits)
    level = level_of(attacks)
    length = field_battle.term(moment.game, level)
    theirs = board.occupants(hex_, enemy)
    surprised = tuple(e.UnitChanged(enemy, replace(u, reserve=False), OUT_OF_RESERVE) for u in theirs if u.reserve)
    entered = engaging(moment, side, enemy, attacks)
    here = after(moment, (*surprised, *entered))
    ours = _force(here, number, hex_, side, "attacker")
    ours = replace(ours, attacks=attacks, level=level, turns=length)
    began = e.FieldBattleBegan(battle, ours, _force(here, number, hex_, enemy, "defender"))
    owed = (DecisionOwed(_wait(number, hex_)),) if waits else ()
    return (*surprised, *entered, began, e.AttacksCleared(side, hex_), *owed)


def _force(moment: Moment, number: int, hex_: Hex, side: str, role: str) -> Force:
    """What a side has in a field battle, "attacker" or "defender": the units in the hex and the missions fired into it."""
    forces: Forces = moment.board.forces[side]
    units = forces.at(hex_)
    guns = tuple(m for m in forces.missions if m.hex == hex_)
    return Force(number, hex_, role, units, guns, committed=tuple(u.id for u in units if u.id in forces.committed))


def _wait(number: int, hex_: Hex) -> Decision:
    """What play waits for: nobody's answer by letter, but the reports of both field commanders."""
    return Decision(number, "", "field", say("battle {number}, {hex}, is fought by field commanders", number=number, hex=hex_), ())


@rule("MASL-4.1-1", "MASL-4.1-4")
def reported(moment: Moment, side: str, number: int, report: AfterAction) -> Events:
    """A field commander's report is filed; with it, when it agrees with the other's, the battle is decided."""
    filed = e.FieldReported(side, number, report)
    board: Board = after(moment, (filed,)).board
    battle = next(b for b in board.public.fields.values() if b.number == number)
    both = _reports(board, battle)
    if both is None or differences(*both):
        return (filed,)
    return (filed, *decided(moment, _verdict(board, battle, both, "agreed")))


def _reports(board: Board, battle: FieldBattle) -> tuple[AfterAction, AfterAction] | None:
    """The reports of attacker and defender, once both are in."""
    ours, theirs = (_given(board.forces[s], battle).report for s in (battle.attacker, battle.defender))
    return (ours, theirs) if ours and theirs else None


def _given(forces: Forces, battle: FieldBattle) -> Force:
    """What a side gave its field commander, which is his until the battle is over."""
    force = forces.force(battle.number)
    assert force is not None
    return force


def differing(board: Board, number: int) -> tuple[str, ...]:
    """In what the two reports of a battle differ; () while one is missing, or when they agree."""
    battle = next((b for b in board.public.fields.values() if b.number == number), None)
    both = _reports(board, battle) if battle and number not in board.verdicts else None
    return differences(*both) if both else ()


def is_decided(board: Board, number: int) -> bool:
    """Is the outcome of a battle known, or applied already?"""
    return number in board.verdicts or all(b.number != number for b in board.public.fields.values())


def ruled(moment: Moment, number: int, side: str) -> Events:
    """The host rules: a side's report stands where they differ, or ("") the CRT decides. Own units are each side's own word."""
    board: Board = moment.board
    battle = next(b for b in board.public.fields.values() if b.number == number)
    both = _reports(board, battle)
    if not side or both is None:
        return decided(moment, e.FieldVerdict(number, battle.hex, "crt", "late" if both is None else "ruled"))
    return decided(moment, _verdict(board, battle, both, "ruled", side))


def _verdict(board: Board, battle: FieldBattle, both: tuple[AfterAction, AfterAction], how: str, word: str = "") -> e.FieldVerdict:
    """The outcome by both reports; word: the side whose report stands for what both must know ("": they say the same)."""
    fates: list[e.Fate] = []
    for side, report in zip((battle.attacker, battle.defender), both, strict=True):
        for fated in report.units:
            lost = board.forces[side].counters[fated.unit].steps - fated.steps
            fates.append(e.Fate(side, fated.unit, lost, fated.state, fated.hex, fated.bank))
    stands, side = (both[1], battle.defender) if word == battle.defender else (both[0], battle.attacker)
    taken = {side: stands.taken, _other(battle, side): stands.given}
    return e.FieldVerdict(battle.number, battle.hex, stands.result, how, tuple(fates), tuple(sorted(taken.items())), stands.bridge)


def _other(battle: FieldBattle, side: str) -> str:
    return battle.defender if side == battle.attacker else battle.attacker


def decided(moment: Moment, verdict: e.FieldVerdict) -> Events:
    """The outcome of a field battle is known. With "wait" play goes on."""
    waits = moment.board.public.fields[verdict.hex].waits
    return (e.FieldBattleDecided(verdict), *((DecisionMade(verdict.number, ""),) if waits else ()))


def due(moment: Moment, hexes: tuple[Hex, ...]) -> FieldBattle | None:
    """The first of the field battles in these hexes that is decided and not applied yet."""
    board: Board = moment.board
    found = (board.public.fields[h] for h in sorted(hexes) if h in board.public.fields)
    return next((b for b in found if b.number in board.verdicts), None)


def waited_for(moment: Moment) -> FieldBattle | None:
    """The field battle play waited for, once it is decided."""
    fields = moment.board.public.fields
    return due(moment, tuple(h for h, b in fields.items() if b.waits)) if fields else None


@rule("MASL-2.2-1", "MASL-4.1-4")
def applied(moment: Moment, battle: FieldBattle) -> tuple[e.Event, ...]:
    """The board after a field battle that its commanders, or the host, have decided: losses, states and places as reported."""
    verdict: e.FieldVerdict = moment.board.verdicts[battle.number]
    outcome: list[e.Event] = []
    for fate in sorted(verdict.fates, key=lambda f: (f.side, moment.board.forces[f.side].counters[f.unit].call)):
        outcome += _fate(after(moment, outcome), battle, verdict, fate)
    for side in (battle.attacker, battle.defender):
        if _beaten(battle, verdict, side):
            outcome += _cleared_out(after(moment, outcome), battle, side)
    here = after(moment, outcome)
    sides = (battle.attacker, battle.defender)
    lost = tuple((s, _steps_lost(moment.board.forces[s], here.board.forces[s], battle)) for s in sides)
    left = tuple(s for s in sides if not here.board.occupants(battle.hex, s))
    outcome += (*_ground(here, battle, left), *_bridge(here, battle, verdict.bridge))
    owner = after(moment, outcome).board.public.owner[battle.hex]
    ended = e.FieldBattleEnded(battle, verdict.how, lost, left, owner, not left)
    return (*outcome, ended, *interrogated(after(moment, (*outcome, ended)), _as_fought(moment, battle, left)))


def _beaten(battle: FieldBattle, verdict: e.FieldVerdict, side: str) -> bool:
    loser = {"attacker": battle.defender, "defender": battle.attacker}.get(verdict.result)
    return side == loser


def _fate(moment: Moment, battle: FieldBattle, verdict: e.FieldVerdict, fate: e.Fate) -> tuple[e.Event, ...]:
    """One unit as its field commander reported it. What happened to it otherwise meanwhile (frost, hunger) stands."""
    forces: Forces = moment.board.forces[fate.side]
    unit = forces.units[fate.unit]
    if unit.status != "map" or unit.hex != battle.hex:
        return ()
    unit = replace(unit, lost=max(unit.lost, fate.lost), state=max(unit.state, fate.state), origin=None)
    if unit.lost >= forces.counter(unit).steps:
        return (buried(moment, fate.side, unit, say("field battle")),)
    if fate.hex != battle.hex:
        return _gone_back(moment, battle, fate.side, unit, fate.hex)
    kept = forces.units[fate.unit].origin if verdict.result == "engaged" else None
    return (e.UnitChanged(fate.side, replace(unit, bank=fate.bank, origin=kept), phrase("field battle")),)


def _cleared_out(moment: Moment, battle: FieldBattle, side: str) -> tuple[e.Event, ...]:
    """Units of the beaten side of which nobody reported (they came into the hex meanwhile) fall back too."""
    outcome: list[e.Event] = []
    for unit in moment.board.occupants(battle.hex, side):
        outcome += _gone_back(after(moment, outcome), battle, side, unit, None)
    return tuple(outcome)


@rule("TOCS-W19.5-5", "TOCS-W19.5-6")
def _gone_back(moment: Moment, battle: FieldBattle, side: str, unit: Unit, to: Hex | None) -> tuple[e.Event, ...]:
    """A unit falls back to the hex it reported, or, where war has closed that one, to another of its own beside it; lost,
    where there is none."""
    view = moment.board.view(moment.game, side)
    open_ = field_battle.back(view, _given(view.forces, battle))
    ways = {h: entry(view, view.forces.counter(unit), Position(unit.hex, unit.bank), h) for h in open_}
    able = sorted((h for h, way in ways.items() if way), key=lambda h: (h != to, h))
    way = ways[able[0]] if able else None
    if way is None:
        return (buried(moment, side, unit, say("no way back")),)
    return (e.UnitChanged(side, replace(unit, hex=way.to.hex, bank=way.to.bank, origin=None), phrase("retreated")),)


def _steps_lost(before: Forces, now: Forces, battle: FieldBattle) -> int:
    return sum(now.units[u.id].lost - u.lost for u in _given(before, battle).units)


@rule("TOCS-2.6-7", "TOCS-1.9-2", "TOCS-W9.1-2")
def _ground(moment: Moment, battle: FieldBattle, left: tuple[str, ...]) -> tuple[e.Event, ...]:
    """Whose the hex is: an engagement while both are in it; else it is no longer one, and the attacker's if he alone stayed."""
    if not left:
        return (e.EngagementResolved(battle.hex),)
    won = battle.attacker not in left
    taken = (e.OwnerChanged(battle.hex, battle.attacker, phrase("won")),) if won else ()
    return (e.EngagementLifted(battle.hex), *taken)


@rule("MASL-4.1-4", "TOCS-W11.3-3")
def _bridge(moment: Moment, battle: FieldBattle, said: str) -> tuple[e.Event, ...]:
    """The bridges in the hex as both commanders left them; both sides have seen it."""
    game, board = moment.game, moment.board
    if said not in ("damaged", "down"):
        return ()
    hurt: list[e.Event] = []
    for bridge in bridge_at(game.ground, battle.hex, board.spans):
        full = strength(game, bridge)
        points = full if said == "down" else full // 2
        if bridge.intact:
            hurt.append(e.BridgeChanged(hit(game, bridge, points), phrase("field battle"), (battle.attacker, battle.defender)))
    return tuple(hurt)


def _as_fought(moment: Moment, battle: FieldBattle, left: tuple[str, ...]) -> e.Fight:
    """The battle as captives and civilians know it."""
    board: Board = moment.board
    ours, theirs = (_given(board.forces[s], battle) for s in (battle.attacker, battle.defender))
    captives = tuple(_captives(board, battle))
    return e.Fight(
        battle.number, battle.hex, ours.level, False, battle.attacker, battle.defender,
        ours.attacks, tuple(u.id for u in theirs.units), 0, 0, 0, 0,
        left=left, captives=captives,
    )  # fmt: skip


@rule("TOCS-W20.1-1")
def _captives(board: Board, battle: FieldBattle) -> list[e.Captive]:
    """The steps that fell into the enemy's hands, by both commanders' word: of the units that lost most, by call."""
    verdict, found = board.verdicts[battle.number], list[e.Captive]()
    taken = dict(verdict.prisoners)
    for side, captor in ((battle.attacker, battle.defender), (battle.defender, battle.attacker)):
        forces = board.forces[side]
        before = {u.id: u for u in _given(forces, battle).units}
        lost = [
            e.Captive(side, f.unit, before[f.unit].state, n == forces.counters[f.unit].steps)
            for f in sorted((f for f in verdict.fates if f.side == side), key=lambda f: forces.counters[f.unit].call)
            for n in range(before[f.unit].lost + 1, f.lost + 1)
        ]
        found += lost[: taken[captor]]
    return found


def recalled(battle: FieldBattle, how: str) -> e.FieldBattleEnded:
    """The field battle is over without a result: the CRT decides it now."""
    return e.FieldBattleEnded(battle, how, thrown=True)
