"""Who learns what from an event: what is told whole as it stands, the rest in part, by a function for each class here.

A desk that is not named learns nothing. By which rule is said in `licences.py`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.folding import PARTS
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.rules.modifiers import COMPARED

Learnt = tuple[tuple[str, o.Seen], ...]
Observer = Callable[[Game, Board, Any], Learnt]
E = TypeVar("E", bound=Value)
L = TypeVar("L", bound=Learnt)

OBSERVERS: dict[type[Value], Observer] = {}
"""For each class of events what is told of it."""


def _of(kind: type[E]) -> Callable[[Callable[[Game, Board, E], L]], Callable[[Game, Board, E], L]]:
    def enter(observer: Callable[[Game, Board, E], L]) -> Callable[[Game, Board, E], L]:
        if kind in OBSERVERS:
            raise TypeError(f"two observers of {kind.__name__}")
        OBSERVERS[kind] = observer
        return observer

    return enter


@rule("TOCS-1.2-3", "TOCS-W9.1-3", "TOCS-1.2-1", "TOCS-1.2-4")
def observe(game: Game, before: Board, event: e.Event) -> Learnt:
    """The observations that an event gives, by desk. `before` is the board as it stood when it happened."""
    return OBSERVERS[type(event)](game, before, event)


# ---------------------------------------------------------------- told whole


def _own(_: Game, __: Board, event: e.OwnTold) -> Learnt:
    return ((event.side, o.OwnEvent(event)),)


def _public(game: Game, _: Board, event: e.PublicTold) -> Learnt:
    return _to(_sides(game), o.PublicEvent(event))


def _in_parts(event: e.HandClosed | e.MoveHalted | e.UnitDestroyed) -> Learnt:
    return tuple((event.side, o.OwnEvent(part)) for part in PARTS[type(event)](event))


@_of(e.HandClosed)
def _hand_closed(_: Game, __: Board, event: e.HandClosed) -> Learnt:
    return _in_parts(event)


@kept(4)
def _sides(game: Game) -> tuple[str, ...]:
    return tuple(s.id for s in game.sides)


def _to(desks: tuple[str, ...], seen: o.Seen) -> Learnt:
    return tuple((desk, seen) for desk in desks)


# ---------------------------------------------------------------- movement, looks and losses


@_of(e.MoveHalted)
def _halted(_: Game, __: Board, event: e.MoveHalted) -> Learnt:
    return (*_in_parts(event), (event.side, o.OwnHalt(event.unit, event.hex, event.barred)))


@_of(e.MoveStopped)
def _stopped(game: Game, _: Board, event: e.MoveStopped) -> Learnt:
    return ((event.side, o.OwnEvent(event)), (game.other(event.side), o.EnemyStopped(event.into)))


@_of(e.InfiltrationThrown)
def _stole(game: Game, _: Board, event: e.InfiltrationThrown) -> Learnt:
    return _to(_sides(game), o.InfiltrationSeen(event.side, event.hex, event.throw, event.success))


@_of(e.UnitDestroyed)
def _destroyed(game: Game, before: Board, event: e.UnitDestroyed) -> Learnt:
    """The owner sees his unit die; the enemy learns what it was (TOCS-1.2-1)."""
    told = o.EnemyDestroyed(event.call, event.name, event.kind, event.level, _grave(game, before, event))
    return (*_in_parts(event), (game.other(event.side), told))


def _grave(game: Game, before: Board, event: e.UnitDestroyed) -> Hex | None:
    """Where the enemy saw it die: in his arms, or in the battle. An attacker dies outside the hex he attacks, and whence
    he came is withheld (TOCS-3.7-3); a stack cut down behind the lines dies unseen."""
    if before.occupants(event.unit.hex, game.other(event.side)):
        return event.unit.hex
    return before.fight.hex if before.fight else None


@_of(e.HexObserved)
def _sighted(game: Game, _: Board, event: e.HexObserved) -> Learnt:
    told = o.EnemyLooked(event.hex, False, event.occupied, False, sighted=True)
    return ((event.side, o.OwnEvent(event)), (game.other(event.side), told))


@_of(e.HexScouted)
def _scouted(game: Game, before: Board, event: e.HexScouted) -> Learnt:
    """The scout gets the answer; the owner of the ground hears that it was looked at (TOCS-1.2-4)."""
    found = (o.SourceSeen(event.hex, kind) for kind in _stores(game, before, event))
    mine: Learnt = ((event.side, o.OwnEvent(event)), *((event.side, seen) for seen in found))
    if before.public.owner[event.hex] == event.side:
        return mine
    return (*mine, (game.other(event.side), o.EnemyLooked(event.hex, event.probe, event.occupied, event.ezoc)))


@_of(e.MissionFired)
@rule("TOCS-W10.24-4", "TOCS-W10.24-5")
def _fired(game: Game, _: Board, event: e.MissionFired) -> Learnt:
    """The firer knows his guns and his dice, and of the target what his observer sees; the other side that shells fell."""
    mission = event.mission
    mine: Learnt = ((event.side, o.OwnMission(mission, event.strength, event.throw, event.known)),)
    if event.seen:
        mine = (*mine, (event.side, o.FallOfShot(mission.hex, event.kinds, event.effects)))
    return (*mine, (game.other(event.side), o.ShellsFell(mission.hex, mission.kind == "bombard")))


@rule("TOCS-W8.1-2", "TOCS-W8.1-3")
def _stores(game: Game, before: Board, event: e.HexScouted) -> tuple[str, ...]:
    """Stores stay secret until somebody looks into their hex: then he sees what they are, and not what is in them."""
    theirs = before.camps[game.other(event.side)].sources.values()
    return tuple(sorted({s.kind for s in theirs if s.hex == event.hex and s.kind != "edge"}))


@_of(e.PrisonerSpoke)
def _prisoner(_: Game, __: Board, event: e.PrisonerSpoke) -> Learnt:
    said = event.answer
    return ((event.side, o.PrisonerHeard(event.number, event.throw, *_modified(said, event.drm, event.drms), said)),)


@_of(e.CiviliansSpoke)
def _civilians(_: Game, __: Board, event: e.CiviliansSpoke) -> Learnt:
    said = event.answer
    return ((event.side, o.CiviliansHeard(event.number, event.throw, *_modified(said, event.drm, event.drms), said)),)


@rule("TOCS-W20.1-1", "TOCS-W20.2-1")
def _modified(answer: Testimony, drm: int, drms: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """What a throw was modified by, where something was said: of who kept silent it would tell what he is."""
    return (drm, drms) if answer.cell else (0, ())


# ---------------------------------------------------------------- battles


@_of(e.BattleRolled)
def _rolled(game: Game, _: Board, event: e.BattleRolled) -> Learnt:
    """Each side its own sum and shifts, by the switch `odds` the column that is read too, or all of the other's totals
    (TOCS-3.9-1)."""
    told = str(game.switches["odds"])
    sides = ((event.attacker, event.defender, "attacker"), (event.defender, event.attacker, "defender"))
    return tuple((own.side, _share(event, (own, other), role, told)) for own, other, role in sides)


def _own_alone(own: e.Reckoning) -> tuple[tuple[str, ...], int]:
    """The shifts of a side that tell nothing of the other."""
    kept = tuple(s for s in own.shifts if s.rpartition(" ")[0].replace(" ", "_") not in COMPARED)
    return kept, sum(int(s.rpartition(" ")[2]) for s in kept)


def _share(event: e.BattleRolled, sums: tuple[e.Reckoning, e.Reckoning], role: str, told: str) -> o.BattleSeen:
    own, other = sums
    all_told = told == "open"
    shifts, shift = (own.shifts, own.shift) if all_told else _own_alone(own)
    return o.BattleSeen(
        number=event.fight.number, hex=event.fight.hex, level=event.fight.level, carried=event.fight.carried, role=role,
        lines=own.lines, total=own.total, shifts=shifts, shift=shift,
        enemy_total=other.total if all_told else None, enemy_shift=other.shift if all_told else None,
        basic_column=event.basic_column if all_told else "", column="" if told == "hidden" else event.column,
        throw=event.throw, drm=event.drm, drms=event.drms, row=event.row, line=event.line, cell=event.cell,
    )  # fmt: skip


@_of(e.BattleFought)
def _fought(game: Game, _: Board, event: e.BattleFought) -> Learnt:
    seen = o.BattleFoughtSeen(
        event.number, event.hex, event.level, event.attacker, event.defender, event.lost, event.left, event.holder, event.engaged
    )
    return (*((toll.side, o.OwnToll(event.number, toll)) for toll in event.tolls), *_to(_sides(game), seen))


@_of(e.FieldBattleBegan)
def _field_began(game: Game, _: Board, event: e.FieldBattleBegan) -> Learnt:
    battle = event.battle
    own: Learnt = ((battle.attacker, o.OwnForce(event.attacker)), (battle.defender, o.OwnForce(event.defender)))
    return (*_to(_sides(game), o.FieldBattleSeen(battle)), *own)


@_of(e.FieldBattleEnded)
def _field_ended(game: Game, _: Board, event: e.FieldBattleEnded) -> Learnt:
    steps = {**dict.fromkeys(_sides(game), 0), **dict(event.lost)}
    rest = (event.left, event.holder, event.engaged, event.thrown)
    return tuple((s, o.FieldBattleEndedSeen(event.battle, event.how, steps[s], *rest)) for s in _sides(game))


@_of(e.HexInterdicted)
def _interdicted(game: Game, _: Board, event: e.HexInterdicted) -> Learnt:
    return _to(_sides(game), o.InterdictionSeen(event.side, event.mission.hex))


# ---------------------------------------------------------------- the sequence of play


@_of(e.ImpulseClosed)
def _closed(game: Game, _: Board, event: e.ImpulseClosed) -> Learnt:
    side, how = event.side, event.how
    balance: Learnt = ((side, o.OwnBalance(event.pools)),) if event.pools else ()
    seen_so = "pass" if how == "pass" else "end"  # whether he was silent is his own affair; a pass shows on the track
    return (*balance, (side, o.ImpulseClosedSeen(side, how)), (game.other(side), o.ImpulseClosedSeen(side, seen_so)))


@_of(e.ImpulseOver)
def _impulse_over(_: Game, __: Board, event: e.ImpulseOver) -> Learnt:
    mine: Learnt = ((event.side, o.OwnImpulseOver(event.pools, event.credit)),)
    return (*mine, (event.credit_to, o.EnemyCredit(event.credit))) if event.credit else mine


@_of(e.TurnEnded)
def _turn_ended(game: Game, before: Board, event: e.TurnEnded) -> Learnt:
    lapsed: Learnt = tuple((s, o.CreditLapsed(c.credit)) for s, c in before.camps.items() if c.credit)
    return (*lapsed, *_public(game, before, event))


@_of(e.ChoiceAsked)
def _asked(game: Game, _: Board, event: e.ChoiceAsked) -> Learnt:
    side = event.decision.side
    return (*_to(_sides(game), o.PauseSeen(side)), (side, o.OwnChoice(event.decision)))


@_of(e.ChoiceMade)
def _chosen(game: Game, _: Board, event: e.ChoiceMade) -> Learnt:
    return (*_to(_sides(game), o.PauseSeen("")), (event.side, o.OwnChoice(None, event.word)))


@_of(e.GameOver)
def _game_over(game: Game, _: Board, event: e.GameOver) -> Learnt:
    opened = tuple((s, tuple((line.what, line.points) for line in lines), n) for s, lines, n in event.tallies)
    return _to(_sides(game), o.GameOverSeen(opened, event.winner, event.how))


# ---------------------------------------------------------------- supply, bridges, facilities, trains, mines


@_of(e.SourceLost)
def _source_lost(game: Game, _: Board, event: e.SourceLost) -> Learnt:
    """Who lost it is not told whether it was kept."""
    why = "lost" if event.why in ("captured", "destroyed", "burnt") else event.why
    mine: Learnt = ((event.side, o.OwnSourceLost(event.source, why)),)
    burnt = (game.other(event.side), o.SourceBurnt(event.source.hex, event.source.kind))
    return (*mine, burnt) if event.why == "burnt" else mine


@_of(e.BridgeChanged)
def _bridge(_: Game, __: Board, event: e.BridgeChanged) -> Learnt:
    return _to(event.knows, o.BridgeSeen(event.bridge, event.why))


@_of(e.BridgeKnown)
def _bridge_known(_: Game, __: Board, event: e.BridgeKnown) -> Learnt:
    return ((event.side, o.BridgeSeen(event.bridge, event.how)),)


@_of(e.FacilityChanged)
def _facility(_: Game, __: Board, event: e.FacilityChanged) -> Learnt:
    outrage = ((side, o.OwnOutrage(points)) for side, points in event.outrage)
    return (*_to(event.knows, o.FacilitySeen(event.facility, event.why)), *outrage)


@_of(e.FacilityKnown)
def _facility_known(_: Game, __: Board, event: e.FacilityKnown) -> Learnt:
    return ((event.side, o.FacilitySeen(event.facility, event.how)),)


@_of(e.TrainPassed)
def _train(game: Game, _: Board, event: e.TrainPassed) -> Learnt:
    return ((game.other(event.side), o.TrainSeen(event.hex)),)


@_of(e.ClearingBarred)
def _barred(_: Game, __: Board, event: e.ClearingBarred) -> Learnt:
    return ((event.side, o.ClearingBarredSeen(event.call, event.hex)),)


@_of(e.HexEntered)
def _entered(_: Game, __: Board, ___: e.HexEntered) -> Learnt:
    return ()


@_of(e.FightWent)
def _went(_: Game, __: Board, ___: e.FightWent) -> Learnt:
    return ()


@_of(e.FieldBattleDecided)
def _decided(_: Game, __: Board, ___: e.FieldBattleDecided) -> Learnt:
    return ()


WHOLE: Mapping[type[Value], Observer] = {
    **dict.fromkeys(get_args(e.OwnTold), _own), **dict.fromkeys(get_args(e.PublicTold), _public),
}  # fmt: skip
OBSERVERS.update({kind: observer for kind, observer in WHOLE.items() if kind not in OBSERVERS})
