"""The words for everything that a desk can learn, once: what a receipt says of it, and what a report of what has changed.

Both take them by `sentence` from the table at the end; what is in neither is told elsewhere in a letter, or shows on the map.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kernel.values import Value
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import (
    aircraft,
    battle_report,
    bridges,
    captives,
    communications,
    facilities,
    field,
    fire,
    flights,
    ground_lines,
    onward,
    organisation,
    reserves,
    ships,
    supply,
    tasks,
    trains,
    turn_lines,
    unit_lines,
    waters,
    weather,
    works,
)
from pbem.rulesets.tocs.reports.wording import call, fallen

Say = Callable[[Game, Picture, Any], tuple[str, ...]]


def unsaid(_: Game, __: Picture, ___: object) -> tuple[str, ...]:
    """Nothing is said of it here."""
    return ()


class Sentence(Value):
    """The words for a class of what is learnt: in a receipt, in a report, and of the rolls that a report has at its foot."""

    receipt: Say = unsaid
    report: Say = unsaid
    rolls: Say = unsaid


def _both(say: Say) -> Sentence:
    return Sentence(say, say)


def _frost(_: Game, picture: Picture, event: t.MoraleChecked) -> tuple[str, ...]:
    """Of morale a report tells what an extreme winter did to it."""
    return (weather.frost(call(picture.forces, event.unit.id), event),) if event.what == "extreme winter" else ()


def _bridge(game: Game, _: Picture, seen: o.BridgeSeen) -> tuple[str, ...]:
    return (bridges.told(game, seen),)


def _facility(game: Game, picture: Picture, seen: o.FacilitySeen | o.OwnOutrage | t.EngineersTried) -> tuple[str, ...]:
    return (facilities.told(game, picture, seen),)


def _train(game: Game, picture: Picture, seen: t.TrainChanged | o.TrainSeen) -> tuple[str, ...]:
    return (trains.told(game, picture, seen),)


def _fallen(game: Game, _: Picture, seen: o.EnemyDestroyed) -> tuple[str, ...]:
    return (fallen(game, seen),)


def _rolled(game: Game, picture: Picture, seen: o.BattleSeen) -> tuple[str, ...]:
    return (battle_report.ambushed(game, seen),) if seen.level == "ambush" else battle_report.rolled(game, seen)


def _fought(game: Game, picture: Picture, seen: o.BattleFoughtSeen) -> tuple[str, ...]:
    return (battle_report.outcome(game, picture.side, seen),)


def _traded(_: Game, __: Picture, seen: o.OwnToll) -> tuple[str, ...]:
    return battle_report.traded(seen)  # who lost what stands in the lines of the units


def _stole(game: Game, picture: Picture, seen: t.InfiltrationThrown) -> tuple[str, ...]:
    return (battle_report.stole(game, picture.side, seen),)


def _heard(_: Game, __: Picture, seen: o.PrisonerHeard | o.CiviliansHeard) -> tuple[str, ...]:
    return (captives.heard_with_roll(seen),)


UNSAID = Sentence()
SILENT: tuple[type[Value], ...] = (
    t.ActivationChanged, t.UnitActivated, t.StaffLaidAside, t.LinksReviewed, t.AttacksCleared, t.BatteriesSpent, t.SupportSpent,
    t.PointSpent, t.GearChanged, t.ImpulseBegan, t.EngagementResolved, t.TurnEnded, o.OwnChoice, o.OwnForce,
    o.EnemyLooked, t.StickLanded, t.LandingFought, t.ShipActivated,
)  # fmt: skip
"""Of which no line is made: it stands in other sections, or shows in the units."""
SENTENCES: Mapping[type[Value], Sentence] = {
    # turns and impulses
    t.TurnBegan: Sentence(report=turn_lines.turn), t.ForcesPatched: Sentence(report=turn_lines.repaired),
    t.TrucksLate: Sentence(report=turn_lines.late),
    t.InitiativeThrown: Sentence(report=turn_lines.initiative, rolls=turn_lines.initiative_rolls),
    t.IncomeEarned: Sentence(report=turn_lines.income, rolls=turn_lines.income_rolls),
    t.TurnEndThrown: Sentence(report=turn_lines.turn_end, rolls=turn_lines.turn_end_rolls),
    t.CommandPassed: Sentence(unit_lines.handed_over), t.AimReached: Sentence(turn_lines.reached),
    t.SetupBegan: Sentence(report=turn_lines.setup), t.WorksSetUp: Sentence(ground_lines.prepared),
    o.ImpulseClosedSeen: Sentence(turn_lines.closed, turn_lines.enemy_closed), o.OwnBalance: Sentence(turn_lines.balance),
    o.OwnImpulseOver: Sentence(report=turn_lines.balance), o.EnemyCredit: Sentence(report=turn_lines.overspent),
    o.CreditLapsed: Sentence(report=turn_lines.lapsed), o.PauseSeen: Sentence(report=turn_lines.pause),
    o.GameOverSeen: Sentence(report=turn_lines.game_over),
    # units and who commands them
    t.UnitChanged: Sentence(unit_lines.changed, unit_lines.since), o.OwnHalt: Sentence(unit_lines.halted),
    t.WayTested: Sentence(unit_lines.way), o.EnemyDestroyed: _both(_fallen),
    t.StaffWoken: Sentence(communications.told), t.StaffChanged: Sentence(communications.told),
    t.AssetsWoken: Sentence(communications.told), t.MoraleChecked: Sentence(communications.told, _frost),
    t.CompanyDeployed: Sentence(organisation.told), t.WrecksSought: Sentence(organisation.told),
    t.ReplacementsChanged: _both(organisation.told),
    t.RefitTried: Sentence(organisation.told, organisation.told, organisation.rolls),
    t.ReserveOrdered: Sentence(reserves.told), t.ReserveCommitted: Sentence(reserves.told), t.ScriptBroke: Sentence(reserves.told),
    t.PlansFiled: Sentence(reserves.told), t.MoveStopped: Sentence(reserves.told),
    t.TaskWent: _both(tasks.told), t.TaskEnded: _both(tasks.told),
    # the ground
    t.HexScouted: Sentence(ground_lines.scouted), t.HexObserved: Sentence(ground_lines.observed),
    t.HomeScouted: Sentence(ground_lines.home), t.FixedFound: Sentence(ground_lines.came_upon),
    o.EnemyStopped: Sentence(report=ground_lines.stopped),
    t.OwnerChanged: Sentence(ground_lines.owner), t.EzocAnswered: Sentence(ground_lines.zone),
    t.DeploymentExtended: Sentence(works.told), t.PositionImproved: Sentence(works.told), t.ObstacleLaid: Sentence(works.told),
    t.ObstacleCleared: Sentence(works.told), o.ClearingBarredSeen: Sentence(works.told),
    t.WaterTried: Sentence(waters.line), t.WaterKnown: _both(waters.line), t.UnitFerried: Sentence(waters.line),
    t.BankTaken: Sentence(waters.line), o.BridgeSeen: _both(_bridge), o.FacilitySeen: _both(_facility),
    o.OwnOutrage: _both(_facility), t.StripWorked: _both(facilities.strip), t.EngineersTried: _both(_facility),
    # attacks, battles, fire
    t.AttackOrdered: Sentence(unit_lines.attack), t.AttackFoundEmpty: _both(onward.told), t.PursuitStopped: _both(onward.told),
    t.AttackLapsed: _both(onward.told), t.BattlesAnnounced: Sentence(ground_lines.announced), t.InfiltrationThrown: _both(_stole),
    t.EngagementMarked: Sentence(ground_lines.engagement), t.EngagementLifted: _both(ground_lines.engagement),
    o.BattleSeen: Sentence(_rolled), o.OwnToll: Sentence(_traded), o.BattleFoughtSeen: Sentence(_fought),
    o.PrisonerHeard: Sentence(_heard), o.CiviliansHeard: Sentence(_heard),
    o.FieldBattleSeen: _both(field.told), o.FieldBattleEndedSeen: _both(field.told), t.FieldReported: Sentence(report=field.told),
    o.OwnMission: Sentence(fire.told), o.FallOfShot: Sentence(fire.told), t.SupportOrdered: Sentence(fire.told),
    o.ShellsFell: Sentence(report=fire.changed), t.AttackCalledOff: _both(fire.told), t.BattleCalledOff: _both(fire.told),
    o.InterdictionSeen: _both(fire.told), t.InterdictionLifted: _both(fire.told),
    # aircraft
    t.SortieFlew: _both(aircraft.told), t.AircraftMoved: _both(aircraft.told), t.HexesFlownOver: _both(aircraft.told),
    t.MovementSeen: _both(aircraft.told), t.LeafletsDropped: _both(aircraft.told), t.AirZoneMarked: _both(aircraft.told),
    t.AirFought: _both(aircraft.told), t.BattleFlownOver: _both(aircraft.told),
    o.AirStrikeFlown: Sentence(aircraft.strike_with_roll, aircraft.told, aircraft.strike_rolls),
    o.AircraftStruck: _both(aircraft.told), o.Bombed: _both(flights.bombed), o.BombsDropped: Sentence(report=flights.bombed),
    o.EnemyFlewOver: _both(aircraft.told), o.SeenFromAir: Sentence(report=aircraft.told), o.LeafletsFell: _both(aircraft.told),
    # the sea; what was ordered stands in the receipt
    **{kind: Sentence(ships.told) for kind in (t.FleetFormed, t.SailThrown, t.MinesLaid, t.SeaSearched, o.OwnShelling)},
    t.CargoMoved: Sentence(ships.told, ships.taken_off),
    **{kind: _both(ships.told) for kind in (
        t.ShipsMoved, t.NobodyFound, t.PlanesMoved, t.MinesFound, t.MineStruck, t.SubHunted, t.CraftSeen, t.ZoneTraffic,
        t.SeaBattleBegan, t.SeaAirFought, t.SurfaceDuel, t.ShipSunk, t.NavalGunsFired, o.ZoneSearched, o.OwnBombing,
        o.ShipsAttacked, o.OwnTorpedoes, o.ShipTorpedoed, o.NavalShellsFell, o.OwnCoastGuns, o.CoastGunsSeen,
    )},
    # supply
    t.SourceChanged: _both(supply.told), o.OwnSourceLost: _both(supply.told), t.BaseSetUp: _both(supply.told),
    t.BaseMarked: _both(supply.told), o.SourceSeen: _both(supply.told), o.SourceBurnt: _both(supply.told),
    t.TrainChanged: _both(_train), o.TrainSeen: _both(_train),
    # the air; what came down stands in the drop report
    t.FlightFiled: Sentence(flights.told), t.FlightsOrdered: Sentence(flights.told),
    t.WaveTried: Sentence(report=flights.told, rolls=flights.rolls), t.FlightFlown: Sentence(report=flights.told),
    t.FlakFired: Sentence(report=flights.told, rolls=flights.rolls), t.AircraftHeard: Sentence(report=flights.told),
    t.DescentSeen: Sentence(report=flights.told),
    # the weather has a section of its own
    t.WeatherChanged: Sentence(rolls=weather.rolls), t.SeaWeatherChanged: Sentence(rolls=weather.rolls),
    **dict.fromkeys(SILENT, UNSAID),
}  # fmt: skip


def sentence(what: o.What) -> Sentence:
    """The words for this. How a letter's own lines ran, and what was written to a side, have theirs elsewhere."""
    return SENTENCES.get(type(what), UNSAID)
