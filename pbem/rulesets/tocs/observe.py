"""Who learns what from an event. A desk that is not named here learns nothing."""

from typing import assert_never

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.rules.modifiers import COMPARED

Learnt = tuple[tuple[str, o.Seen], ...]


@rule("TOCS-1.2-3", "TOCS-W9.1-3", "TOCS-1.2-1", "TOCS-1.2-4")
def observe(game: Game, before: Board, event: e.Event) -> Learnt:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a flat table
    """The observations that an event gives, by desk. `before` is the board as it stood when it happened."""
    both = _sides(game)
    match event:  # what happens most often comes first, as in board.apply
        case e.UnitChanged(side, unit, why):
            return ((side, o.OwnUnit(unit, why)),)
        case e.HandChanged(side, hand):
            return ((side, o.OwnHand(hand)),)
        case e.UnitActivated(side, unit, pool, hand):
            return ((side, o.OwnActivation(unit, pool, hand)),)
        case e.HandClosed(side, unit):
            return ((side, o.OwnUnit(unit, "acted")), (side, o.OwnHand(None)))
        case e.HexObserved(side, unit, call, hex_, occupied):
            told = o.EnemyLooked(hex_, False, occupied, False, sighted=True)
            return ((side, o.HexSighted(unit, call, hex_, occupied)), (game.other(side), told))
        case e.HexScouted():
            return _scouted(game, before, event)
        case e.OwnerChanged(hex_, owner, how):
            return _to(both, o.OwnerSeen(hex_, owner, how))
        case e.TurnBegan(turn):
            return _to(both, o.TurnSeen(turn))
        case e.ModuleMended(side, mend):
            return ((side, o.OwnMend(mend)),)
        case e.InitiativeThrown(holder, throws):
            return _to(both, o.InitiativeSeen(holder, throws))
        case e.ImpulseBegan(impulse, phasing):
            return _to(both, o.ImpulseSeen(impulse, phasing))
        case e.WayTested(side, unit, start, meant, to):
            return ((side, o.OwnWay(unit, start, meant, to)),)
        case e.WeatherChanged(weather, throws):
            return _to(both, o.WeatherSeen(weather, throws))
        case e.IncomeEarned(side, pool, throw, credit, reserve):
            return ((side, o.OwnIncome(pool, throw, credit, reserve)),)
        case e.StaffWoken(side, _, pool, hand):
            return ((side, o.OwnStaff(hand, "woken", pool)),)
        case e.StaffChanged(side, hand, how):
            return ((side, o.OwnStaff(hand, how)),)
        case e.StaffLaidAside(side, hand):
            return ((side, o.OwnStaff(hand, "aside")),)
        case e.AssetsWoken(side, hand, units):
            return ((side, o.OwnAssetsWoken(hand, units)),)
        case e.MoraleChecked(side, unit, what, throw, drm, reasons, needed, passed):
            return ((side, o.OwnMorale(unit, what, throw, drm, reasons, needed, passed)),)
        case e.LinksReviewed(side, silent):
            return ((side, o.OwnLinks(silent)),)
        case e.MoveHalted(side, unit, hex_, hand, barred):
            return ((side, o.OwnHand(hand)), (side, o.OwnHalt(unit, hex_, barred)))
        case e.UnitDestroyed():
            return _destroyed(game, before, event)
        case e.EzocAnswered(viewer, hex_, stands):
            return _to(both, o.EzocSeen(viewer, hex_, stands))
        case e.AttackOrdered(side, attack):
            return ((side, o.OwnAttack(attack)),)
        case e.InfiltrationThrown(side, hex_, throw, _, success):
            return _to(both, o.InfiltrationSeen(side, hex_, throw, success))
        case e.PrisonerSpoke(side, number, throw, drm, drms, answer):
            return ((side, o.PrisonerHeard(number, throw, *_modified(answer, drm, drms), answer)),)
        case e.CiviliansSpoke(side, number, throw, drm, drms, answer):
            return ((side, o.CiviliansHeard(number, throw, *_modified(answer, drm, drms), answer)),)
        case e.AttackLapsed(side, unit):
            return ((side, o.OwnAttackLapsed(unit)),)
        case e.ReserveOrdered(side, unit, pool):
            return ((side, o.OwnReserve(unit, pool)),)
        case e.ReserveCommitted(side, unit, hand):
            return ((side, o.OwnCommitment(unit, hand)),)
        case e.ScriptBroke(side, unit, words, row):
            return ((side, o.OwnScript(unit, words, row)),)
        case e.PlansFiled(side, plans):
            return ((side, o.OwnPlans(plans)),)
        case e.MoveStopped(side, unit, hex_, into, hand):
            return ((side, o.OwnStop(unit, hex_, into, hand)), (game.other(side), o.EnemyStopped(into)))
        case e.ImpulseClosed(side, how, pools):
            balance: Learnt = ((side, o.OwnBalance(pools)),) if pools else ()
            seen_so = "pass" if how == "pass" else "end"  # whether he was silent is his own affair; a pass shows on the track
            return (*balance, (side, o.ImpulseClosedSeen(side, how)), (game.other(side), o.ImpulseClosedSeen(side, seen_so)))
        case e.BattlesAnnounced(side, hexes):
            return _to(both, o.BattlesSeen(side, hexes))
        case e.ChoiceAsked(decision):
            return (*_to(both, o.PauseSeen(decision.side)), (decision.side, o.OwnChoice(decision)))
        case e.ChoiceMade(side, _, word):
            return (*_to(both, o.PauseSeen("")), (side, o.OwnChoice(None, word)))
        case e.BattleRolled():
            return _rolled(game, event)
        case e.BattleFought(number, hex_, level, attacker, defender, lost, left, holder, engaged, tolls):
            seen = o.BattleFoughtSeen(number, hex_, level, attacker, defender, lost, left, holder, engaged)
            return (*((toll.side, o.OwnToll(number, toll)) for toll in tolls), *_to(both, seen))
        case e.FieldBattleBegan(battle, attacker, defender):
            own: Learnt = ((battle.attacker, o.OwnForce(attacker)), (battle.defender, o.OwnForce(defender)))
            return (*_to(both, o.FieldBattleSeen(battle)), *own)
        case e.FieldReported(side, number, report):
            return ((side, o.OwnFieldReport(number, report)),)
        case e.FieldBattleEnded(battle, how, lost, left, holder, engaged, thrown):
            steps = {**dict.fromkeys(both, 0), **dict(lost)}
            return tuple((s, o.FieldBattleEndedSeen(battle, how, steps[s], left, holder, engaged, thrown)) for s in both)
        case e.AttacksCleared(side, hex_, units):
            return ((side, o.OwnAttacksCleared(hex_, units)),)
        case e.CompanyDeployed(side, unit, counters, units):
            return ((side, o.OwnDeployment(unit, counters, units)),)
        case e.ReplacementsChanged(side, left, why):
            return ((side, o.OwnReplacements(left, why)),)
        case e.WrecksSought(side, hex_, throw, drms, needed, found, left):
            return ((side, o.OwnSearch(hex_, throw, drms, needed, found, left)),)
        case e.RefitTried(side, unit, throw, drms, result):
            return ((side, o.OwnRefit(unit, throw, drms, result)),)
        case e.WaterTried() | e.WaterKnown() | e.UnitFerried():
            return _water(event)
        case e.FixedFound(side, call, hex_, found):
            return ((side, o.FixedSeen(call, hex_, found)),)
        case e.BankTaken(number, hex_, side, bank):
            return _to(both, o.BankSeen(number, hex_, side, bank))
        case e.EngagementMarked(hex_, defender):
            return _to(both, o.EngagementSeen(hex_, defender))
        case e.EngagementLifted(hex_):
            return _to(both, o.EngagementSeen(hex_, ""))
        case e.EngagementResolved(hex_):
            return _to(both, o.EngagementFoughtSeen(hex_))
        case e.TurnEndThrown(side, passed, throw, needed, ended, box, passes):
            return _to(both, o.TurnEndSeen(side, passed, throw, needed, ended, box, passes))
        case e.ImpulseOver(side, pools, credit_to, credit):
            mine: Learnt = ((side, o.OwnImpulseOver(pools, credit)),)
            return (*mine, (credit_to, o.EnemyCredit(credit))) if credit else mine
        case e.TurnEnded(turn):
            lapsed: Learnt = tuple((s, o.CreditLapsed(c.credit)) for s, c in before.camps.items() if c.credit)
            return (*lapsed, *_to(both, o.TurnEndedSeen(turn)))
        case e.GameOver(tallies, winner, how):
            opened = tuple((s, tuple((line.what, line.points) for line in lines), n) for s, lines, n in tallies)
            return _to(both, o.GameOverSeen(opened, winner, how))
        case e.BatteriesSpent(side, units, pool):
            return ((side, o.OwnBatteries(units, pool)),)
        case e.MissionFired():
            return _fired(game, event)
        case e.HexInterdicted(side, mission):
            return _to(both, o.InterdictionSeen(side, mission.hex))
        case e.InterdictionLifted(side):
            return _to(both, o.InterdictionLiftedSeen(side))
        case e.SupportOrdered(side, mission):
            return ((side, o.OwnSupport(mission)),)
        case e.SupportSpent(side, hex_):
            return ((side, o.OwnSupportSpent(hex_)),)
        case e.AttackCalledOff(side, unit, hex_):
            return ((side, o.OwnAttackCalledOff(unit, hex_)),)
        case e.BattleCalledOff(hex_):
            return _to(both, o.BattleCalledOffSeen(hex_))
        case e.HexEntered() | e.FightWent() | e.FieldBattleDecided():
            return ()
        case e.AttackFoundEmpty(side, hex_, stayed):
            return ((side, o.OwnAttackEmpty(hex_, stayed)),)
        case e.PursuitStopped(side, unit, hex_, into, why):
            return ((side, o.OwnPursuitStopped(unit, hex_, into, why)),)
        case e.BridgeChanged(bridge, why, knows):
            return _to(knows, o.BridgeSeen(bridge, why))
        case e.BridgeKnown(side, bridge, how):
            return ((side, o.BridgeSeen(bridge, how)),)
        case e.FacilityChanged(facility, why, knows, outrage):
            return (*_to(knows, o.FacilitySeen(facility, why)), *((side, o.OwnOutrage(points)) for side, points in outrage))
        case e.FacilityKnown(side, facility, how):
            return ((side, o.FacilitySeen(facility, how)),)
        case e.TrainChanged(side, train, units, why):
            return ((side, o.OwnTrain(train, units, why)),)
        case e.HomeScouted(side, call, hex_):
            return ((side, o.OwnGroundScouted(call, hex_)),)
        case e.TrainPassed(side, hex_):
            return ((game.other(side), o.TrainSeen(hex_)),)
        case e.TrucksLate(side, late):
            return ((side, o.OwnLate(late)),)
        case e.GearChanged(side, gear):
            return ((side, o.OwnGear(gear)),)
        case e.EngineersTried(side, unit, what, throws, needed, done):
            return ((side, o.OwnEngineers(unit, what, throws, needed, done)),)
        case e.SetupBegan(impulse, phasing):
            return _to(both, o.SetupSeen(impulse, phasing))
        case e.WorksSetUp(side, hex_, level, labour):
            return ((side, o.OwnWorks(hex_, level, labour)),)
        case e.PointSpent(side, pool):
            return ((side, o.OwnPool(pool)),)
        case e.SourceChanged(side, source, why):
            return ((side, o.OwnSource(source, why)),)
        case e.SourceLost(side, source, "burnt"):  # who lost it is not told whether it was kept
            return ((side, o.OwnSourceLost(source, "lost")), (game.other(side), o.SourceBurnt(source.hex, source.kind)))
        case e.SourceLost(side, source, why):
            return ((side, o.OwnSourceLost(source, "lost" if why in ("captured", "destroyed") else why)),)
        case e.BaseSetUp(side, was, now):
            return ((side, o.OwnBaseSetUp(was, now)),)
        case e.BaseMarked(hex_, owner):
            return _to(both, o.BaseSeen(hex_, owner))
        case e.DeploymentExtended(side, unit):
            return ((side, o.OwnExtended(unit)),)
        case e.PositionImproved(side, hex_, level):
            return ((side, o.OwnDug(hex_, level)),)
        case e.ObstacleLaid(side, hex_, kind):
            return ((side, o.OwnObstacle(hex_, kind, True)),)
        case e.ObstacleCleared(side, hex_, kind):
            return ((side, o.OwnObstacle(hex_, kind, False)),)
        case e.ClearingBarred(side, _, call, hex_):
            return ((side, o.ClearingBarredSeen(call, hex_)),)
        case e.TaskWent(side, task, why):
            return ((side, o.OwnTask(task, why)),)
        case e.TaskEnded(side, task, why):
            return ((side, o.OwnTaskEnded(task, why)),)
    assert_never(event)


@kept(4)
def _sides(game: Game) -> tuple[str, ...]:
    return tuple(s.id for s in game.sides)


def _water(event: e.WaterTried | e.WaterKnown | e.UnitFerried) -> Learnt:
    """What a side does on the water it alone knows of."""
    match event:
        case e.WaterTried(side, unit, hex_, throw, drms, result):
            return ((side, o.OwnWade(unit, hex_, throw, drms, result)),)
        case e.WaterKnown(side, hex_, ford, fords, sounded):
            return ((side, o.OwnWater(hex_, ford, fords, sounded)),)
        case e.UnitFerried(side, unit, hand, by, ferried):
            return ((side, o.OwnFerry(unit, hand, by, ferried)),)


def _to(desks: tuple[str, ...], seen: o.Seen) -> Learnt:
    return tuple((desk, seen) for desk in desks)


def _destroyed(game: Game, before: Board, event: e.UnitDestroyed) -> Learnt:
    """The owner sees his unit die; the enemy learns what it was (TOCS-1.2-1)."""
    told = o.EnemyDestroyed(event.call, event.name, event.kind, event.level, _grave(game, before, event))
    return ((event.side, o.OwnUnit(event.unit, event.why)), (game.other(event.side), told))


def _grave(game: Game, before: Board, event: e.UnitDestroyed) -> Hex | None:
    """Where the enemy saw it die: in his arms, or in the battle. An attacker dies outside the hex he attacks, and whence
    he came is withheld (TOCS-3.7-3); a stack cut down behind the lines dies unseen."""
    if before.occupants(event.unit.hex, game.other(event.side)):
        return event.unit.hex
    return before.fight.hex if before.fight else None


def _scouted(game: Game, before: Board, event: e.HexScouted) -> Learnt:
    """The scout gets the answer; the owner of the ground hears that it was looked at (TOCS-1.2-4)."""
    answer = o.HexAnswered(
        event.unit,
        event.call,
        event.hex,
        event.probe,
        event.occupied,
        event.ezoc,
        event.kinds,
        event.works,
        event.fixed,
    )
    found = (o.SourceSeen(event.hex, kind) for kind in _stores(game, before, event))
    mine: Learnt = ((event.side, answer), *((event.side, seen) for seen in found))
    if before.public.owner[event.hex] == event.side:
        return mine
    return (*mine, (game.other(event.side), o.EnemyLooked(event.hex, event.probe, event.occupied, event.ezoc)))


@rule("TOCS-W10.24-4", "TOCS-W10.24-5")
def _fired(game: Game, event: e.MissionFired) -> Learnt:
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


@rule("TOCS-W20.1-1", "TOCS-W20.2-1")
def _modified(answer: Testimony, drm: int, drms: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """What a throw was modified by, where something was said: of who kept silent it would tell what he is."""
    return (drm, drms) if answer.cell else (0, ())


def _rolled(game: Game, event: e.BattleRolled) -> Learnt:
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
