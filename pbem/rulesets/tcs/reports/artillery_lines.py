"""Artillery in words: what was plotted and came down, batteries with their ammunition, missions on their way."""

from collections.abc import Iterable, Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Battery, CountedHex, Plot, Round
from pbem.rulesets.tcs.reports.air_lines import mines_seen, overhead, sorties_left
from pbem.rulesets.tcs.reports.obstacle_lines import barrier_seen, own_works
from pbem.rulesets.tcs.reports.wording import place
from pbem.rulesets.tcs.rules.missions import rate_of_fire

ROUNDS: dict[Round, str] = {"HE": phrase("HE"), "smoke": phrase("smoke"), "illum": phrase("illumination")}
FATES = {
    "cancelled": phrase("{battery}: mission at {where} cancelled, its condition has come about; the ammunition is back."),
    "no observer": phrase("{battery}: mission at {where} ended, its observer is gone; the ammunition is back."),
    "not adjusted": phrase("{battery}: fire at {where} cancelled; the ammunition is back."),
    "no tubes": phrase("{battery}: no mission at {where}, it has no tubes left."),
}


def where_of(game: TacticalGame, plot: Plot) -> str:
    """The target of a plot."""
    return place(game, plot.mission.target) if plot.mission else ""


def plotted(game: TacticalGame, event: t.Plotted) -> str:
    """A mission that was plotted; those that are fired in this turn tell of themselves."""
    plot = event.plot
    if plot.due == plot.turn:
        return ""
    words = phrase("{battery}: mission at {where} plotted, it falls in turn {turn}.")
    return say(words, battery=plot.battery, where=where_of(game, plot), turn=plot.due)


@rule("TCS3-2.2-3", "TCS3-2.2-4")
def adjusted(game: TacticalGame, event: t.MissionAdjusted) -> str:
    """An adjustment: the point, who sees it, the number and the roll."""
    battery, where = event.plot.battery, where_of(game, event.plot)
    point = say("at {where}", where=place(game, event.point)) if event.point else say("off the map")
    if not event.needed:
        return say("{battery} at {where}: the barrage falls {point}.", battery=battery, where=where, point=point)
    line = say("in clear view") if event.clear else say("out of clear view")
    if not event.faces:
        words = phrase("{battery} at {where}: first rounds {point}, adjusted.") if event.adjusted else phrase(
            "{battery} at {where}: first rounds {point}, {line}; cannot be adjusted.")  # fmt: skip
        return say(words, battery=battery, where=where, point=point, line=line)
    words = phrase("{battery} at {where}: first rounds {point}, {line}; adjusted (rolled {rolled}, needed {needed}).")
    if not event.adjusted:
        words = phrase("{battery} at {where}: first rounds {point}, {line}; not adjusted (rolled {rolled}, needed {needed}).")
    rolled = sum(event.faces) + event.shift
    said = say(words, battery=battery, where=where, point=point, line=line, needed=event.needed, rolled=rolled)
    return (
        say("{said} The observer's distance takes {shift} from the roll.", said=said, shift=-event.shift) if event.shift else said
    )


def over(game: TacticalGame, event: t.MissionOver) -> str:
    """How a mission ended, "" for one that was fired."""
    words = FATES.get(event.fate)
    return say(words, battery=event.plot.battery, where=where_of(game, event.plot)) if words else ""


def many_in(game: TacticalGame, fallen: Iterable[CountedHex]) -> str:
    """`05.04 Village, 05.05 (2 sheafs)`."""
    return ", ".join(_many_in(game, one) for one in fallen)


def _many_in(game: TacticalGame, one: CountedHex) -> str:
    where = place(game, one.hex)
    return where if one.many == 1 else say("{where} ({many} sheafs)", where=where, many=one.many)


def seen(game: TacticalGame, news: o.Bursts | o.ShellsSeen | o.SmokeSeen | o.AircraftSeen | o.MinesSeen | o.BarrierSeen) -> str:
    """What was seen of shells, aircraft, mines and barriers; smoke stands in the section of the air, wherever it comes from."""
    match news:
        case o.Bursts():
            return bursts(game, news)
        case o.ShellsSeen():
            return shells(game, news)
        case o.AircraftSeen():
            return overhead(game, news)
        case o.MinesSeen():
            return mines_seen(game, news)
        case o.BarrierSeen():
            return barrier_seen(game, news)
    return ""


@rule("TCS3-2.3-6")
def bursts(game: TacticalGame, seen: o.Bursts) -> str:
    """Where the sheafs of an own mission came down, as far as anybody saw."""
    mission, battery = seen.plot.mission, seen.plot.battery
    kind = text(ROUNDS[mission.round]) if mission else ""
    if not seen.seen:
        where = where_of(game, seen.plot)
        return say("{battery}: {round} fired at {where}, not observed.", battery=battery, round=kind, where=where)
    words = say("{battery}: {round} bursts in {where}", battery=battery, round=kind, where=many_in(game, seen.seen))
    if not seen.unseen:
        return say("{words}.", words=words)
    return say("{words}; {unseen}.", words=words, unseen=counted(seen.unseen, "{number} not observed", "{number} not observed"))


def shells(game: TacticalGame, seen: o.ShellsSeen) -> str:
    """Shells of the enemy's."""
    words = phrase("Enemy shells burst in {where}.") if seen.round == "HE" else phrase("Enemy smoke shells burst in {where}.")
    return say(words, where=many_in(game, seen.seen))


def artillery_news(game: TacticalGame, news: Iterable[object]) -> Iterator[str]:
    """Shells and aircraft in a line for the top of a report: the enemy's first."""
    seen = tuple(news)
    struck = sorted({one.hex for item in seen if isinstance(item, o.ShellsSeen) for one in item.seen})
    if struck:
        yield say("Enemy shells burst in {where}.", where=", ".join(struck))
    flown = sorted({item.hex for item in seen if isinstance(item, o.AircraftSeen) and not item.away})
    if flown:
        yield say("Enemy aircraft attacked {where}.", where=", ".join(flown))
    fired = sorted({item.plot.mission.target for item in seen if isinstance(item, o.Bursts) and item.plot.mission})
    if fired:
        yield say("Your artillery fired at {where}.", where=", ".join(fired))


def light(game: TacticalGame, hex_: Hex) -> str:
    """Illumination over a hex."""
    return say("Illumination burns over {where}.", where=place(game, hex_))


# ---------------------------------------------------------------- how things stand


@rule("TCSB-18-1", "TCSB-18-21", "TCS3-2.10-1")
def artillery_lines(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """Batteries with their ammunition and rate, then missions on their way."""
    for name in sorted(picture.forces.batteries):
        battery = picture.forces.battery(name)
        if battery:
            yield f" {battery_line(game, battery)}"
    for plot in picture.forces.plots:
        if plot.mission:
            words, kind = phrase(" {battery}: {round} at {where} falls in turn {turn}"), text(ROUNDS[plot.mission.round])
            yield say(words, battery=plot.battery, round=kind, where=where_of(game, plot), turn=plot.due)
    yield from sorties_left(picture)
    yield from own_works(game, picture)
    if picture.forces.batteries and picture.trp:
        yield say(" TRPs: {places}", places=", ".join(place(game, hex_) for hex_ in picture.trp))


def battery_line(game: TacticalGame, battery: Battery) -> str:
    """A battery: what it is, and what it has left."""
    if battery.rockets:
        stock = counted(battery.he, "{number} barrage left", "{number} barrages left")
        return say("{battery}, rockets: {stock}", battery=battery.id, stock=stock)
    stocks = ", ".join(f"{text(ROUNDS[round_])} {battery.stock(round_)}" for round_ in ROUNDS)
    parts = [
        say("{caliber} mm", caliber=battery.caliber) if battery.caliber.isdigit() else battery.caliber,
        counted(battery.tubes, "{number} tube", "{number} tubes"),
        say("battery fires left: {stocks}", stocks=stocks),
        say("{rate} a turn", rate=rate_of_fire(game.book, battery)),
    ]
    if battery.delay:
        parts.append(counted(battery.delay, "delay {number} turn", "delay {number} turns"))
    if battery.before and not battery.delay:
        where = place(game, battery.before.target)
        if battery.he:
            parts.append(say("may continue at {where}", where=where))
        elif battery.smoke:
            parts.append(say("may continue at {where} with smoke", where=where))
    if battery.direct:
        parts.append(say("fired direct: no missions this turn"))
    return say("{battery}: {parts}", battery=battery.id, parts=", ".join(parts))
