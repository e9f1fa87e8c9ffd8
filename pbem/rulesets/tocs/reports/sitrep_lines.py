"""What changed since the last report, a line each, in the words of a situation report."""

from collections.abc import Iterable
from typing import Any

from pbem.documents.document import listed
from pbem.engine.ruleset import NOBODY
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import battle_report, bridges, facilities, field, fire, onward, tasks, trains, waters, weather
from pbem.rulesets.tocs.reports import organisation as ranks
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.reports.wording import call, dice, fallen, place, places, spent, spot, whose


def lines(game: Game, picture: Picture, news: Iterable[Any]) -> tuple[str, ...]:
    """What happened since the last report, a line each, in order; the perimeter gathered at the end."""
    news = _lapsed(o.whats(news))
    said = [line for seen in news for line in _line(game, picture, seen)]
    said += _ground(game, picture, news)
    return listed(said, " - ")


@rule("TOCS-3.5-3")
def _lapsed(news: tuple[Any, ...]) -> tuple[Any, ...]:
    """The news without deficit OPs that came to us and lapsed before we read of them: their end alone is told."""
    ends = [number for number, seen in enumerate(news) if isinstance(seen, o.CreditLapsed)]
    earned = [number for number, seen in enumerate(news) if isinstance(seen, t.IncomeEarned)]
    gone = {n for n, seen in enumerate(news) if isinstance(seen, o.EnemyCredit)
            and any(n < end and not any(n < turn < end for turn in earned) for end in ends)}  # fmt: skip
    return tuple(seen for number, seen in enumerate(news) if number not in gone)


def _line(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:  # noqa: C901, PLR0911, PLR0912 - a flat table
    match seen:
        case t.TurnBegan(turn):
            clock = game.turns[turn - 1]
            return (say("turn {turn} begins: {clock}, {light}", turn=turn, clock=clock.label, light=worded(clock.light)),)
        case t.ModuleMended(_, mend):
            return (say("what the host has patched of our side holds from now on (turn {turn})", turn=mend.turn),)
        case t.TrucksLate(_, late):
            kept_out = phrase("trucks cannot come on, since no entry of theirs is yours: {where}")
            return tuple(say(kept_out, where=coming.where(game, arrival)) for arrival in late)
        case t.MoraleChecked(what="extreme winter"):
            return (weather.frost(call(picture.camp, seen.unit.id), seen),)
        case t.WeatherChanged():
            return ()  # its dice stand with the weather
        case t.InitiativeThrown(holder, throws):
            thrown = ", ".join(f"{game.staff(s).adjective} {dice(t)}" for s, t in throws)
            return (
                say(
                    "initiative: {adjective}{thrown}",
                    adjective=game.staff(holder).adjective,
                    thrown=f" ({thrown})" if thrown else "",
                ),
            )
        case t.IncomeEarned(_, pool, throw, credit, reserve):
            extra = say(", {credit} from enemy deficit", credit=credit) if credit else ""
            opened = say("; {reserve} from the reserve", reserve=reserve) if reserve else ""
            return (
                say(
                    "{whose}OPs: {minimum} fixed, {dice}{extra}: {earned} earned{opened}; {bank} in the bank",
                    whose=whose(picture.camp, pool),
                    minimum=pool.minimum,
                    dice=dice(throw),
                    extra=extra,
                    earned=pool.earned,
                    opened=opened,
                    bank=pool.bank,
                ),
            )
        case o.ImpulseClosedSeen(side, how) if side != picture.side:
            return (say("the enemy passed") if how == "pass" else say("the enemy's impulse has ended"),)
        case t.BattlesAnnounced(_, hexes):
            return (say("battles announced: {places}", places=places(game, hexes)),)
        case t.AttackFoundEmpty() | t.PursuitStopped() | t.AttackLapsed():
            return onward.told(game, picture, seen)
        case t.TurnEndThrown(_, _, throw, needed, ended, _, _):
            rolled = (
                say("{dice}, {needed} or less ends the turn", dice=dice(throw), needed=needed)
                if throw
                else say("both sides passed")
            )
            return (
                say("end of impulse: {rolled}: {what}", rolled=rolled, what=say("the turn ends") if ended else say("it goes on")),
            )
        case o.EnemyLooked(hex_, probe, occupied, ezoc):
            answer = say("OCCUPIED") if occupied else say("empty, EZOC claimed") if ezoc else say("empty")
            how = say("observed from a hill") if seen.sighted else say("probed") if probe else say("reconnoitred")
            return (say("{place} was {how} and answered {answer}", place=place(game, hex_), how=how, answer=answer),)
        case t.UnitChanged(_, unit, "no longer in reserve"):
            return (say("{call} is no longer in reserve, and its OP is forfeit", call=call(picture.camp, unit.id)),)
        case o.InfiltrationSeen():
            return (battle_report.stole(game, picture.side, seen),)
        case o.EnemyStopped(hex_):
            return (say("the enemy came before {place} after the battles, and stopped", place=place(game, hex_)),)
        case o.OwnImpulseOver(pools, _):
            return tuple(spent(picture.camp, pool) for pool in pools)
        case o.EnemyCredit(count):
            return (say("the enemy overspent by {count}: as many OPs come to us", count=count),)
        case o.CreditLapsed(count):
            return (say("the enemy overspent by {count}; the turn has ended, and none of it comes to us", count=count),)
        case o.EnemyDestroyed():
            return (fallen(game, seen),)
        case t.UnitChanged(_, unit, why) if unit.status == "dead":
            return (
                say(
                    "{call} destroyed in {place} ({why})",
                    call=call(picture.camp, unit.id),
                    place=spot(game, unit),
                    why=say(why),
                ),
            )
        case o.FieldBattleSeen() | o.FieldBattleEndedSeen() | t.FieldReported():
            return field.told(game, picture, seen)
        case o.PauseSeen(side):
            return (
                say("play pauses for the {adjective} side", adjective=game.staff(side).adjective) if side else say("play goes on"),
            )
        case t.UnitChanged(_, _, "other bank") | t.WaterKnown():
            return waters.line(game, picture, seen)
        case t.TrainChanged() | o.TrainSeen():
            return (trains.told(game, picture, seen),)
        case o.BridgeSeen():
            return (bridges.told(game, seen),)
        case o.FacilitySeen() | o.OwnOutrage() | t.EngineersTried():
            return (facilities.told(game, picture, seen),)
        case t.EngagementMarked(hex_) | t.EngagementLifted(hex_):
            return (
                say(
                    "{place} is {what}",
                    place=place(game, hex_),
                    what=say("an engagement") if isinstance(seen, t.EngagementMarked) else say("no longer an engagement"),
                ),
            )
        case t.UnitChanged(_, _, "shelled"):
            return fire.changed(game, picture, seen)
        case t.SetupBegan(_, phasing):
            return (say("the {adjective} side sets up", adjective=game.staff(phasing).adjective),)
        case t.UnitChanged(_, unit, "waits to enter" | "entered the map" as why):
            return (f"{call(picture.camp, unit.id)} {say(why)}",)
        case t.UnitChanged(_, _, "made good") | t.RefitTried() | t.ReplacementsChanged():
            return ranks.told(game, picture, seen)
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
        case o.GameOverSeen(tallies, winner, how):
            return (*((how,) if how else ()), *_result(game, tallies, winner))
    return fire.changed(game, picture, seen)


def _result(game: Game, tallies: tuple[tuple[str, tuple[tuple[str, int], ...], int], ...], winner: str) -> tuple[str, ...]:
    lines = [
        f"{game.staff(side).name}: {points} ({'; '.join(f'{w} {p}' for w, p in parts)})"
        for side, parts, total in tallies
        for points in [counted(total, "{number} point", "{number} points")]
    ]
    if winner == NOBODY:
        return (*lines, say("nobody has won"))
    return (*lines, say("winner: {name}", name=game.staff(winner).name) if winner else say("a draw"))


def _ground(game: Game, picture: Picture, news: Iterable[Any]) -> list[str]:
    """The perimeter's changes, net, by side."""
    last = {n.hex: n.owner for n in news if isinstance(n, t.OwnerChanged)}
    won = tuple(h for h, owner in last.items() if owner == picture.side)
    lost = tuple(h for h, owner in last.items() if owner != picture.side)
    lines = [say("inside our perimeter now: {places}", places=places(game, won))] if won else []
    return [*lines, say("the enemy's now: {places}", places=places(game, lost))] if lost else lines
