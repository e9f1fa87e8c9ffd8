"""The licences of events: by which rule a side, or both, may be told each field of each class. What is not here is told to nobody.

An event that is told whole (`told_events.py`) has a licence for every field. One of which some field may not be told is told in
part, by observations of their own (`observations.py`), or as smaller events (`folding/parts.py`); of one that is withheld nothing.
"""

from collections.abc import Mapping

from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t

WITHHELD = ""


class Licence(Value):
    """Of a class of events. row: the rule that lets it be known, WITHHELD for none; whole: it is told as it stands; fields: each
    field → the rule by which it is told, or WITHHELD."""

    row: str
    whole: bool
    fields: Mapping[str, str]


def _told(row: str, fields: str, **others: str) -> Licence:
    return Licence(row, True, {**dict.fromkeys(fields.split(), row), **others})


def _in_part(row: str, fields: str, withheld: str = "", **others: str) -> Licence:
    return Licence(row, False, {**dict.fromkeys(fields.split(), row), **others, **dict.fromkeys(withheld.split(), WITHHELD)})


OWN: Mapping[type[Value], Licence] = {
    t.UnitChanged: _told("TOCS-1.2-1", "side unit why"),
    t.ActivationChanged: _told("TOCS-1.2-1", "side active"),
    t.UnitActivated: _told("TOCS-1.2-1", "side unit pool active"),
    t.ForcesPatched: _told("TOCS-1.1-1", "side patch"),
    t.IncomeEarned: _told("TOCS-3.3-1", "side pool throw credit reserve"),
    t.StaffWoken: _told("TOCS-1.2-1", "side unit pool active"),
    t.StaffChanged: _told("TOCS-1.2-1", "side active how"),
    t.StaffLaidAside: _told("TOCS-1.2-1", "side active"),
    t.AssetsWoken: _told("TOCS-1.2-1", "side active units"),
    t.MoraleChecked: _told("TOCS-1.2-1", "side unit what throw drm reasons needed passed"),
    t.LinksReviewed: _told("TOCS-1.2-1", "side silent"),
    t.CompanyDeployed: _told("TOCS-1.2-1", "side unit counters units"),
    t.ReplacementsChanged: _told("TOCS-1.2-1", "side left why"),
    t.WrecksSought: _told("TOCS-1.2-1", "side hex throw drms needed found left"),
    t.RefitTried: _told("TOCS-1.2-1", "side unit throw drms result"),
    t.ReserveOrdered: _told("TOCS-W10.21-1", "side unit pool"),
    t.ReserveCommitted: _told("TOCS-W10.21-3", "side unit active"),
    t.ScriptBroke: _told("TOCS-W10.21-3", "side unit words rule"),
    t.PlansFiled: _told("TOCS-1.2-1", "side plans"),
    t.MoveStopped: _told("TOCS-3.10-3", "side unit hex into", active="TOCS-1.2-1"),
    t.AttackLapsed: _told("TOCS-1.2-1", "side unit"),
    t.WayTested: _told("TOCS-W10.1.3-3", "side unit start meant to"),
    t.HexScouted: _told(
        "TOCS-W10.4-4",
        "side unit call hex probe occupied ezoc",
        kinds="TOCS-W10.5-2",
        works="TOCS-W10.4-5",
        fixed="TOCS-W10.5-3",
    ),
    t.FixedFound: _told("TOCS-1.9-3", "side call hex fixed"),
    t.HexObserved: _told("TOCS-W11.19-8", "side unit call hex occupied"),
    t.HomeScouted: _told("TOCS-W10.4-4", "side call hex"),
    t.WaterTried: _told("TOCS-W11.11-1", "side unit hex throw drms result"),
    t.WaterKnown: _told("TOCS-W11.14-1", "side hex ford fords sounded"),
    t.UnitFerried: _told("TOCS-1.2-1", "side unit active by ferried"),
    t.AttackOrdered: _told("TOCS-1.2-1", "side attack"),
    t.AttackFoundEmpty: _told("TOCS-W10.6-3", "side hex stayed"),
    t.PursuitStopped: _told("TOCS-3.9-11", "side unit hex into why"),
    t.AttacksCleared: _told("TOCS-1.2-1", "side hex units"),
    t.BatteriesSpent: _told("TOCS-1.2-1", "side units pool"),
    t.SupportOrdered: _told("TOCS-1.2-1", "side mission"),
    t.SupportSpent: _told("TOCS-1.2-1", "side hex"),
    t.AttackCalledOff: _told("TOCS-W10.26-5", "side unit hex"),
    t.FieldReported: _told("MASL-4.1-4", "side number report"),
    t.WorksSetUp: _told("TOCS-W10.9-7", "side hex level labour"),
    t.PointSpent: _told("TOCS-1.2-1", "side pool"),
    t.CommandPassed: _told("MASL-16.2-3", "side number units"),
    t.AimReached: _told("MASL-15.1-1", "side aim"),
    t.SourceChanged: _told("TOCS-1.2-1", "side source why"),
    t.BaseSetUp: _told("TOCS-2.1-1", "side was now"),
    t.PositionImproved: _told("TOCS-1.2-1", "side hex level"),
    t.DeploymentExtended: _told("TOCS-1.2-1", "side unit"),
    t.ObstacleLaid: _told("TOCS-1.2-1", "side hex kind"),
    t.ObstacleCleared: _told("TOCS-1.2-1", "side hex kind"),
    t.TaskWent: _told("TOCS-1.2-1", "side task why"),
    t.TaskEnded: _told("TOCS-1.2-1", "side task why"),
    t.TrainChanged: _told("TOCS-1.2-1", "side train units why"),
    t.TrucksLate: _told("TOCS-2.3-2", "side late"),
    t.StripWorked: _told("TOCS-1.2-1", "side hex done of"),
    t.GearChanged: _told("TOCS-1.2-1", "side gear"),
    t.EngineersTried: _told("TOCS-1.2-1", "side unit what throws needed done"),
    t.FlightFiled: _told("TOCS-1.2-1", "side flight"),
    t.FlightsOrdered: _told("TOCS-1.2-1", "side order"),
    t.WaveTried: _told("TOCS-3.2-9", "side wave calls needed throw why"),
    t.FlightFlown: _told("TOCS-1.2-1", "side flight zone", legs="TOCS-W14.5-3"),
    t.LandingFought: _told("TOCS-1.2-1", "side flight"),
    t.StickLanded: _told("TOCS-1.2-1", "side flight landings units"),
    t.FlakFired: _told("TOCS-W14.5-1", "side unit hex at throw drms result rate keeps"),
    t.AircraftHeard: _told("TOCS-3.2-9", "side what hexes"),
    t.DescentSeen: _told("TOCS-W9.1-3", "side hex", load="MASL-7.1-11", gained="TOCS-W15.16-2"),
    t.AircraftMoved: _told("TOCS-1.2-1", "side aircraft why"),
    t.SortieFlew: _told("TOCS-1.2-1", "side sortie why"),
    t.HexesFlownOver: _told("TOCS-W15.2-3", "side sortie looks"),
    t.MovementSeen: _told("TOCS-W15.3-4", "side sortie hex kinds fired"),
    t.LeafletsDropped: _told("TOCS-W15.6-1", "side hex"),
    t.ShipsMoved: _told("TOCS-W16.0-3", "side ships why"),
    t.ShipActivated: _told("TOCS-W16.1-1", "side call"),
    t.FleetFormed: _told("TOCS-W16.1-2", "side name ships"),
    t.SailThrown: _told("TOCS-W16.1-3", "side call zone throw drms needed sailed"),
    t.SeaSearched: _told("TOCS-W16.3-2", "side call zone box found"),
    t.NobodyFound: _told("TOCS-W16.3-3", "side zone"),
    t.PlanesMoved: _told("TOCS-W16.2-3", "side planes down aircraft why"),
    t.CargoMoved: _told("TOCS-W17.8-1", "side ships units why"),
    t.MinesLaid: _told("TOCS-W17.4-1", "side hex factors"),
    t.MinesFound: _told("TOCS-W17.4-1", "side hex lifted gone"),
    t.MineStruck: _told("TOCS-W17.4-1", "side call hex throw drms result"),
    t.SubHunted: _told("TOCS-W16.8-2", "side call zone throw hit"),
    t.CraftSeen: _told("TOCS-W9.1-4", "side hex"),
}
"""What the side whose it is is told of, and nobody else."""

PUBLIC: Mapping[type[Value], Licence] = {
    t.TurnBegan: _told("TOCS-2.0-1", "turn"),
    t.InitiativeThrown: _told("TOCS-2.7-1", "holder throws"),
    t.ImpulseBegan: _told("TOCS-3.0-1", "impulse phasing"),
    t.WeatherChanged: _told("TOCS-3.1-1", "weather throws"),
    t.OwnerChanged: _told("TOCS-W9.1-2", "hex owner how"),
    t.EzocAnswered: _told("TOCS-W6.0-9", "viewer hex stands"),
    t.BankTaken: _told("TOCS-W1.10-3", "number hex side bank"),
    t.BattlesAnnounced: _told("TOCS-3.7-2", "side hexes"),
    t.EngagementMarked: _told("TOCS-1.2-6", "hex defender"),
    t.EngagementLifted: _told("TOCS-1.2-6", "hex"),
    t.EngagementResolved: _told("TOCS-2.6-1", "hex"),
    t.TurnEndThrown: _told("TOCS-3.11-1", "side passed throw needed ended box passes"),
    t.TurnEnded: _told("TOCS-2.0-1", "turn"),
    t.InterdictionLifted: _told("TOCS-W10.26-2", "side"),
    t.BattleCalledOff: _told("TOCS-W10.26-6", "hex"),
    t.SetupBegan: _told("TOCS-2.1-1", "impulse phasing"),
    t.InfiltrationThrown: _told("TOCS-W10.2-5", "side hex throw success"),
    t.BaseMarked: _told("TOCS-W8.1-1", "hex owner"),
    t.AirZoneMarked: _told("TOCS-W15.7-1", "zone stands"),
    t.BattleFlownOver: _told("TOCS-3.9-1", "side hex"),
    t.AirFought: _told("TOCS-W14.6-2", "number hex attacker attacking defending rounds"),
    t.ZoneTraffic: _told("TOCS-W16.0-2", "side zone what leaves"),
    t.SeaBattleBegan: _told("TOCS-W16.5-1", "number zone attacker surprise"),
    t.SeaAirFought: _told("TOCS-W16.6-1", "number zone attacker rounds"),
    t.SurfaceDuel: _told("TOCS-W16.7-1", "number side firing target throw drms firer_hits target_hits"),
    t.ShipSunk: _told("TOCS-1.2-1", "side name ship"),
    t.NavalGunsFired: _told("TOCS-W17.6-1", "side hex"),
    t.SeaWeatherChanged: _told("TOCS-W13.3-2", "zone weather throws"),
}
"""What both sides are told of."""

IN_PART: Mapping[type[Value], Licence] = {
    e.ActivationEnded: _in_part("TOCS-1.2-1", "side unit"),
    e.MoveHalted: _in_part("TOCS-W6.0-11", "side unit hex barred", active="TOCS-1.2-1"),
    e.UnitDestroyed: _in_part("TOCS-1.2-1", "side unit call name kind level why"),
    e.ImpulseClosed: _in_part("TOCS-3.11-3", "side how", pools="TOCS-1.5-3"),
    e.ChoiceAsked: _in_part("TOCS-2.6-2", "decision"),
    e.ChoiceMade: _in_part("TOCS-2.6-2", "side word", withheld="fight"),
    e.PrisonerSpoke: _in_part("TOCS-W20.1-1", "side number throw drm drms answer"),
    e.CiviliansSpoke: _in_part("TOCS-W20.2-1", "side number throw drm drms answer"),
    e.BattleRolled: _in_part("TOCS-3.9-1", "fight attacker defender basic_column column throw drm drms row line cell"),
    e.BattleFought: _in_part("TOCS-W19.4-1", "number hex level attacker defender lost left holder engaged tolls"),
    e.FieldBattleBegan: _in_part("MASL-1.1-3", "battle", attacker="MASL-3.1-2", defender="MASL-3.1-2"),
    e.FieldBattleEnded: _in_part("MASL-4.1-4", "battle how lost left holder engaged thrown"),
    e.ImpulseOver: _in_part("TOCS-1.5-3", "side pools", credit_to="TOCS-1.5-2", credit="TOCS-1.5-2"),
    e.HexInterdicted: _in_part("TOCS-W10.26-2", "side mission"),
    e.MissionFired: _in_part(
        "TOCS-1.2-1", "side mission strength throw known", withheld="drms drm column cell",
        seen="TOCS-W10.24-5", kinds="TOCS-W10.24-5", effects="TOCS-W10.24-5",
    ),
    e.AirStruck: _in_part(
        "TOCS-W15.11-2", "side sortie hex aircraft attacked throw known effects", withheld="drms drm cell", kinds="TOCS-W15.3-2",
    ),
    e.BombsFell: _in_part("TOCS-W15.13-2", "side flight hex aircraft throw known", withheld="drms drm cell"),
    e.ShipsBombed: _in_part("TOCS-W16.6-1", "side number zone aircraft target throw drms hits", ships="TOCS-1.2-1"),
    e.Torpedoed: _in_part("TOCS-W16.8-4", "side call zone target throw drms result", victim="TOCS-1.2-1"),
    e.ShipsShelled: _in_part(
        "TOCS-W17.5-1", "side ships hex bore aim strength throw known", withheld="drm column cell",
        seen="TOCS-W10.24-5", kinds="TOCS-W10.24-5", effects="TOCS-W10.24-5",
    ),
    e.CoastGunsFired: _in_part("TOCS-W16.7-1", "side unit target throw drms result", ship="TOCS-1.2-1"),
    e.MinesLifted: _in_part(WITHHELD, "", withheld="side hex factors"),
    e.InterceptionTried: _in_part(WITHHELD, "", withheld="number zone throws"),
    e.SourceLost: _in_part("TOCS-W8.1-4", "side source why"),
    e.ClearingBarred: _in_part("TOCS-W10.12-2", "side call hex", withheld="unit"),
    e.BridgeChanged: _in_part("TOCS-W10.4-5", "bridge why", withheld="knows"),
    e.BridgeKnown: _in_part("TOCS-W10.4-5", "side bridge how"),
    e.FacilityChanged: _in_part("TOCS-W10.4-5", "facility why", withheld="knows", outrage="TOCS-W12.9-3"),
    e.FacilityKnown: _in_part("TOCS-W10.4-5", "side facility how"),
    e.TrainPassed: _in_part("TOCS-W12.3-5", "side hex"),
    e.GameOver: _in_part("TOCS-5.0-3", "tallies winner how"),
    e.InfiltrationModified: _in_part(WITHHELD, "", withheld="side hex drm"),
    e.HexEntered: _in_part(WITHHELD, "", withheld="side unit hex"),
    e.FightWent: _in_part(WITHHELD, "", withheld="fight"),
    e.FieldBattleDecided: _in_part(WITHHELD, "", withheld="verdict"),
}  # fmt: skip
"""What is told in part, by observations of its own, and to whom the rules say (`observing/`)."""

ALTERED: Mapping[str, str] = {
    "FieldBattleEndedSeen": "of the losses each side is told its own alone",
    "GameOverSeen": "the tallies are opened: lines and points, without what they were made of",
    "PrisonerHeard": "the modifier is told only where he spoke, since it would tell of what kind he is",
    "CiviliansHeard": "the same of the people of a place",
    "OwnSourceLost": "the loser is not told whether the store was kept or burnt",
    "BridgeSeen": "BridgeKnown tells all of it, but BridgeChanged withholds who else knows; a stored one does not say which it was",
    "FacilitySeen": "so do FacilityKnown and FacilityChanged",
}
"""Observations with all the fields of an event (but its side) that are no event told whole, and why: what is stored of them could
not be read as that event and be derived again to the letter, so that they keep classes of their own (`observations.py`)."""

LICENCES: Mapping[type[Value], Licence] = {**OWN, **PUBLIC, **IN_PART}
