"""Battles, fire, what captives and civilians say, battles for field commanders."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, of, sides, to
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.rules.modifiers import COMPARED


@of(e.BattleRolled)
def _rolled(game: Game, _: Board, event: e.BattleRolled) -> Learnt:
    """Each side its own sum and shifts, by the switch `odds` the column that is read too, or all of the other's totals
    (TOCS-3.9-1)."""
    told = str(game.switches["odds"])
    sides = ((event.attacker, event.defender, "attacker"), (event.defender, event.attacker, "defender"))
    return tuple((own.side, _share(event, own, other, role, told)) for own, other, role in sides)


def _own_alone(own: e.Reckoning) -> tuple[tuple[str, ...], int]:
    """The shifts of a side that tell nothing of the other."""
    kept = tuple(s for s in own.shifts if s.rpartition(" ")[0].replace(" ", "_") not in COMPARED)
    return kept, sum(int(s.rpartition(" ")[2]) for s in kept)


def _share(event: e.BattleRolled, own: e.Reckoning, other: e.Reckoning, role: str, told: str) -> o.BattleSeen:
    all_told = told == "open"
    shifts, shift = (own.shifts, own.shift) if all_told else _own_alone(own)
    return o.BattleSeen(
        number=event.fight.number, hex=event.fight.hex, level=event.fight.level, carried=event.fight.carried, role=role,
        lines=own.lines, total=own.total, shifts=shifts, shift=shift,
        enemy_total=other.total if all_told else None, enemy_shift=other.shift if all_told else None,
        basic_column=event.basic_column if all_told else "", column="" if told == "hidden" else event.column,
        throw=event.throw, drm=event.drm, drms=event.drms, row=event.row, line=event.line, cell=event.cell,
    )  # fmt: skip


@of(e.BattleFought)
def _fought(game: Game, _: Board, event: e.BattleFought) -> Learnt:
    seen = o.BattleFoughtSeen(
        event.number, event.hex, event.level, event.attacker, event.defender, event.lost, event.left, event.holder, event.engaged
    )
    return (*((toll.side, o.OwnToll(event.number, toll)) for toll in event.tolls), *to(sides(game), seen))


@of(e.FieldBattleBegan)
def _field_began(game: Game, _: Board, event: e.FieldBattleBegan) -> Learnt:
    battle = event.battle
    own: Learnt = ((battle.attacker, o.OwnForce(event.attacker)), (battle.defender, o.OwnForce(event.defender)))
    return (*to(sides(game), o.FieldBattleSeen(battle)), *own)


@of(e.FieldBattleEnded)
def _field_ended(game: Game, _: Board, event: e.FieldBattleEnded) -> Learnt:
    steps = {**dict.fromkeys(sides(game), 0), **dict(event.lost)}
    rest = (event.left, event.holder, event.engaged, event.thrown)
    return tuple((s, o.FieldBattleEndedSeen(event.battle, event.how, steps[s], *rest)) for s in sides(game))


@of(e.HexInterdicted)
def _interdicted(game: Game, _: Board, event: e.HexInterdicted) -> Learnt:
    return to(sides(game), o.InterdictionSeen(event.side, event.mission.hex))


@of(e.MissionFired)
@rule("TOCS-W10.24-4", "TOCS-W10.24-5")
def _fired(game: Game, _: Board, event: e.MissionFired) -> Learnt:
    """The firer knows his guns and his dice, and of the target what his observer sees; the other side that shells fell."""
    mission = event.mission
    mine: Learnt = ((event.side, o.OwnMission(mission, event.strength, event.throw, event.known)),)
    if event.seen:
        mine = (*mine, (event.side, o.FallOfShot(mission.hex, event.kinds, event.effects)))
    return (*mine, (game.other(event.side), o.ShellsFell(mission.hex, mission.kind == "bombard")))


@of(e.PrisonerSpoke)
def _prisoner(_: Game, __: Board, event: e.PrisonerSpoke) -> Learnt:
    said = event.answer
    return ((event.side, o.PrisonerHeard(event.number, event.throw, *_modified(said, event.drm, event.drms), said)),)


@of(e.CiviliansSpoke)
def _civilians(_: Game, __: Board, event: e.CiviliansSpoke) -> Learnt:
    said = event.answer
    return ((event.side, o.CiviliansHeard(event.number, event.throw, *_modified(said, event.drm, event.drms), said)),)


@rule("TOCS-W20.1-1", "TOCS-W20.2-1")
def _modified(answer: Testimony, drm: int, drms: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """What a throw was modified by, where something was said: of who kept silent it would tell what he is."""
    return (drm, drms) if answer.cell else (0, ())


@of(e.FightWent)
def _went(_: Game, __: Board, ___: e.FightWent) -> Learnt:
    return ()


@of(e.FieldBattleDecided)
def _decided(_: Game, __: Board, ___: e.FieldBattleDecided) -> Learnt:
    return ()
