"""One observation in words, for a receipt."""

from typing import Any

from pbem.kernel.i18n import counted, say, text, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.diary import EFFORT
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import (
    battle_report,
    bridges,
    facilities,
    field,
    fire,
    onward,
    reserves,
    tasks,
    trains,
    waters,
    works,
)
from pbem.rulesets.tocs.reports import communications as signals
from pbem.rulesets.tocs.reports import organisation as ranks
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.reports.wording import call, condition, fallen, place, places, spent, spot


def tell(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:  # noqa: C901, PLR0911, PLR0912 - a flat table
    """The observation in words, () when a receipt need not say it. `picture` is the desk's after the run."""
    camp, seen = picture.camp, o.what(seen)
    match seen:
        case t.HandChanged() | t.UnitActivated():  # the commonest, of which nothing is said
            return ()
        case t.HexObserved(_, _, who, hex_, occupied):
            words = say("OCCUPIED") if occupied else say("empty")
            return (say("{who} observes {place}: {answer}", who=who, place=place(game, hex_), answer=words),)
        case t.HomeScouted(_, _, hex_):
            return (say("{place}: no enemy; it was ours already", place=place(game, hex_)),)
        case t.AttackFoundEmpty() | t.PursuitStopped() | t.AttackLapsed():
            return onward.told(game, picture, seen)
        case t.HexScouted():
            return (answered(game, seen),)
        case t.OwnerChanged(hex_, owner, how) if owner == picture.side:
            return (say("{place} is ours now ({how})", place=place(game, hex_), how=say(how)),)
        case t.OwnerChanged(hex_, _, how):
            return (say("{place} is lost ({how})", place=place(game, hex_), how=say(how)),)
        case t.EzocAnswered(viewer, hex_, stands) if viewer == picture.side:
            if not stands:
                return (say("{place}: EZOC no longer claimed", place=place(game, hex_)),)
            return (say("{place}: EZOC claimed", place=place(game, hex_)),)
        case o.OwnHalt(unit, hex_, True):
            return (say("{call} is barred: it cannot leave {place} that way", call=call(camp, unit), place=place(game, hex_)),)
        case o.OwnHalt(unit, hex_, False):
            return (say("{call} is halted by EZOC in {place}", call=call(camp, unit), place=place(game, hex_)),)
        case t.UnitChanged(_, unit, ("gave up its reserve" | "no longer in reserve") as why):
            return (say("{call} {why}, and its OP is forfeit", call=call(camp, unit.id), why=say(why)),)
        case t.WayTested(_, unit, _, meant, to) if to == meant:
            return (
                say(
                    "{call} keeps its way into {place}; who follows it there cannot stray",
                    call=call(camp, unit),
                    place=place(game, meant),
                ),
            )
        case t.FixedFound(_, who, hex_, fixed):
            return (
                say(
                    "{who} comes upon {fixed} in {place}",
                    who=text(who),
                    fixed=", ".join(map(text, fixed)) or say("nothing laid any more"),
                    place=place(game, hex_),
                ),
            )
        case t.UnitChanged(_, unit, "corrected"):
            return (
                say(
                    "{call} {condition} in {place}",
                    call=call(camp, unit.id),
                    condition=condition(camp, unit),
                    place=spot(game, unit),
                ),
            )
        case t.UnitChanged(_, unit, "moved"):
            return (say("{call} is in {place}", call=call(camp, unit.id), place=spot(game, unit)),)
        case t.UnitChanged(_, unit, "stood down"):
            return (say("{call} stands down, {condition}", call=call(camp, unit.id), condition=condition(camp, unit)),)
        case t.UnitChanged(_, unit, why) if unit.status == "dead":
            return (say("{call} is destroyed ({why})", call=call(camp, unit.id), why=say(why)),)
        case t.UnitChanged(_, unit, ("retreated" | "battle" | "engaged" | "advanced" | "joined the engagement" | "pursued"
                              | "exploited" | "broke through") as why):  # fmt: skip
            return (f"{call(camp, unit.id)} {condition(camp, unit)}, {say(why)}, {spot(game, unit)}",)
        case t.AttackOrdered(_, attack):
            if attack.infiltrates:
                return (
                    say(
                        "{call} steals toward {place}: nothing is announced yet",
                        call=call(camp, attack.unit),
                        place=place(game, attack.target),
                    ),
                )
            effort = say(EFFORT[attack.ap])
            return (
                say(
                    "{call} will attack {place}, {effort}",
                    call=call(camp, attack.unit),
                    place=place(game, attack.target),
                    effort=effort,
                ),
            )
        case o.BattleSeen(level="ambush"):
            return (battle_report.ambushed(game, seen),)
        case o.BattleSeen():
            return battle_report.rolled(game, picture.side, seen)
        case o.OwnToll():
            return battle_report.traded(seen)  # who lost what stands in the lines of the units
        case o.OwnBalance(pools):
            return tuple(spent(camp, pool) for pool in pools)
        case o.BattleFoughtSeen():
            return (battle_report.outcome(game, picture.side, seen),)
        case o.InfiltrationSeen():
            return (battle_report.stole(game, picture.side, seen),)
        case o.PrisonerHeard() | o.CiviliansHeard():
            return (battle_report.heard(seen),)
        case o.EnemyDestroyed():
            return (fallen(game, seen),)
        case t.WaterTried() | t.WaterKnown() | t.UnitFerried() | t.BankTaken() | t.UnitChanged(_, _, "other bank"):
            return waters.line(game, picture, seen)
        case t.TrainChanged() | o.TrainSeen():
            return (trains.told(game, picture, seen),)
        case o.BridgeSeen():
            return (bridges.told(game, seen),)
        case o.FacilitySeen() | o.OwnOutrage() | t.EngineersTried():
            return (facilities.told(game, picture, seen),)
        case o.FieldBattleSeen() | o.FieldBattleEndedSeen():
            return field.told(game, picture, seen)
        case t.EngagementMarked(hex_) | t.EngagementLifted(hex_):
            return (
                say(
                    "{place} is {what}",
                    place=place(game, hex_),
                    what=say("an engagement") if isinstance(seen, t.EngagementMarked) else say("no longer an engagement"),
                ),
            )
        case t.BattlesAnnounced(_, hexes):
            return (say("battles announced: {places}", places=places(game, hexes)),)
        case o.ImpulseClosedSeen(side, how) if side == picture.side:
            return ({"pass": say("impulse passed"), "silence": say("impulse closed by silence")}.get(how, say("impulse closed")),)
        case t.UnitChanged(_, _, "rallied" | "withdrew"):
            return signals.told(game, picture, seen)
        case t.UnitChanged(_, unit, "entered the map" | "set up"):
            return (say("{call} is in {place}", call=call(camp, unit.id), place=spot(game, unit)),)
        case t.WorksSetUp(_, hex_, level, labour):
            return (
                say(
                    "{place}: {level}; {points} left for works",
                    place=place(game, hex_),
                    level=worded(level),
                    points=counted(labour, "{number} point", "{number} points"),
                ),
            )
        case t.UnitChanged(_, _, "assigned" | "reassigned" | "made good"):
            return ranks.told(game, picture, seen)
        case t.CompanyDeployed() | t.ReplacementsChanged() | t.WrecksSought() | t.RefitTried():
            return ranks.told(game, picture, seen)
        case (
            t.DeploymentExtended()
            | t.PositionImproved()
            | t.ObstacleLaid()
            | t.ObstacleCleared()
            | o.ClearingBarredSeen()
            | t.UnitChanged(_, _, "in the mines")
        ):
            return works.told(game, picture, seen)
        case (
            t.UnitChanged()
            | t.SourceChanged()
            | o.OwnSourceLost()
            | t.BaseSetUp()
            | t.BaseMarked()
            | o.SourceSeen()
            | o.SourceBurnt()
        ):
            return stores.told(game, picture, seen)
        case t.TaskWent() | t.TaskEnded():
            return tasks.told(game, picture, seen)
    return signals.told(game, picture, seen) or reserves.told(game, picture, seen) or fire.told(game, picture, seen)


def answered(game: Game, seen: t.HexScouted) -> str:
    """`14.12 Heumen: OCCUPIED by infantry, guns; entrenched` or `13.10: empty, in EZOC`."""
    said = say("OCCUPIED") if seen.occupied else say("empty")
    if seen.occupied and seen.kinds:
        said = say("OCCUPIED by {kinds}", kinds=", ".join(map(worded, seen.kinds)))
    if seen.ezoc:
        said = say("{answer}, in EZOC", answer=said)
    if seen.works:
        said += f"; {worded(seen.works)}"
    if seen.fixed:
        said += f"; {', '.join(map(text, seen.fixed))}"
    return f"{place(game, seen.hex)}: {said}"
