"""What a desk learnt, in sentences: for receipts, and for the story of a report."""

from collections.abc import Callable, Mapping

from pbem.engine.run_observations import LineEnded
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.values import Value
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.duties import rallying
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.reports import air_lines, obstacle_lines
from pbem.rulesets.tcs.reports import artillery_lines as artillery
from pbem.rulesets.tcs.reports.digging_lines import DIGGING, works
from pbem.rulesets.tcs.reports.fire_sentences import FIRE, of_the_enemy
from pbem.rulesets.tcs.reports.weather_lines import air
from pbem.rulesets.tcs.reports.wording import MODES, TYPES, markers, place
from pbem.rulesets.tcs.rules.impulses import NAMES

Tell = Callable[[TacticalGame, t.OwnTold], str]


def tell(game: TacticalGame, seen: object) -> str:
    """An observation in a sentence, "" for what needs none: of how the own lines ran, which failed, and why."""
    match seen:
        case o.OwnNews(event):
            return own(game, event)
        case o.PublicNews(event):
            return public(game, event)
        case o.Bursts() | o.ShellsSeen() | o.SmokeSeen() | o.AircraftSeen() | o.MinesSeen() | o.BarrierSeen():
            return artillery.seen(game, seen)
        case o.EnemySeen(name, look, new):
            return enemy(game, name, look, new)
        case o.EnemyHidden() | o.EnemyUnder() | o.EnemiesForgotten():
            return _lost_from_sight(seen)
        case o.EnemyHurt() | o.TriggerSeen() | o.FireSeen():
            return of_the_enemy(game, seen)
        case o.WorksSeen(hex_, position):
            return works(game, hex_, position)
    return _failed(seen) if isinstance(seen, LineEnded) and seen.status == "failed" else ""


def _failed(seen: LineEnded) -> str:
    """An order that did not come off, by its unit: lines have other numbers for each seat of a side."""
    rule, why = f" ({seen.rule})" if seen.rule else "", text(seen.words)
    return say("Not done: {why}{rule}.", why=why if seen.call in why else f"{seen.call}: {why}", rule=rule)


def _lost_from_sight(seen: o.EnemyHidden | o.EnemyUnder | o.EnemiesForgotten) -> str:
    if isinstance(seen, o.EnemyUnder) or (isinstance(seen, o.EnemyHidden) and seen.under):
        hex_ = seen.hex if isinstance(seen, o.EnemyUnder) else seen.under
        return say("{name} is under another counter in {hex} now.", name=seen.name, hex=hex_)
    if isinstance(seen, o.EnemyHidden):
        return say("{name} out of sight.", name=seen.name)
    return say("No longer spotted: {names}.", names=", ".join(seen.names)) if seen.names else ""


def enemy(game: TacticalGame, name: str, look: o.ShownCounter, new: bool) -> str:
    """An enemy counter as it is seen now."""
    told = [text(MODES[look.mode]), *([markers(look.markers)] if look.markers else [])]
    where = place(game, look.hex)
    state = ", ".join(told)
    if new:
        return say("Spotted: {name}, {title}, at {where}, {state}.", name=name, title=look.title, where=where, state=state)
    return say("Seen: {name} at {where}, {state}.", name=name, where=where, state=state)


# ---------------------------------------------------------------- own events


def own(game: TacticalGame, event: t.OwnTold) -> str:
    """An event of the own side."""
    return OWN[type(event)](game, event)


def _silent(game: TacticalGame, event: t.OwnTold) -> str:
    return ""


def _units(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _entered(game: TacticalGame, event: t.UnitsEntered) -> str:
    return say("{units} entered {where}.", units=_units(event.units), where=place(game, event.hex))


def _ended(game: TacticalGame, event: t.MoveEnded) -> str:
    return say("{units} halted: {why}.", units=_units(event.units), why=text(event.why)) if event.why else ""


def _arrived(game: TacticalGame, event: t.UnitsArrived) -> str:
    places = dict.fromkeys(unit.hex for unit in event.units)
    told = ((hex_, _units(tuple(unit.id for unit in event.units if unit.hex == hex_))) for hex_ in places)
    where = "; ".join(say("{units} at {where}", units=units, where=place(game, hex_)) for hex_, units in told)
    return say("Reinforcements: {where}.", where=where)


def _barred(game: TacticalGame, event: t.EntryBarred) -> str:
    words = phrase("The enemy is in the way at {where}: {units} could not come onto the map there.")
    return say(words, where=place(game, event.hex), units=_units(event.units))


def _left(game: TacticalGame, event: t.UnitsLeft) -> str:
    return say("{units} left the map at {where}.", units=_units(event.units), where=place(game, event.hex))


def _mode(game: TacticalGame, event: t.ModeChanged) -> str:
    return say("{unit} is in {mode}.", unit=event.unit, mode=text(MODES[event.mode]))


def _marked(game: TacticalGame, event: t.Marked) -> str:
    word = markers((event.marker,)) if event.marker != "under_fire" else say("under fire")
    return say("{unit}: {marker}.", unit=event.unit, marker=word) if event.on else say("{unit}: no longer {marker}.",
                                                                                     unit=event.unit, marker=word)  # fmt: skip


def _mounted(game: TacticalGame, event: t.Mounted) -> str:
    words = phrase("{unit} dismounted from {carrier}.") if event.off else phrase("{unit} mounted {carrier}.")
    return say(words, unit=event.unit, carrier=event.carrier)


def _buttoned(game: TacticalGame, event: t.UnitsButtoned) -> str:
    return say("No leader in the hex or next to it, buttoned up: {units}.", units=_units(event.units))


def _broken(game: TacticalGame, event: t.PlatoonBroken) -> str:
    told = ", ".join(f"{unit.id} ({unit.steps})" for unit in event.after)
    return say("{unit} is broken out, with vehicles: {counters}.", unit=event.unit, counters=told)


_SHEETS = {
    "gained": phrase("{sheet}: {gained} weighted turns gained, {total} in all."),
    "in force": phrase("{sheet} is in force."),
    "failed": phrase("{sheet} has failed: its units {rally}."),
    "committed": phrase("{sheet} is committed: {type} at {objective}."),
    "waits": phrase("{sheet} stays in reserve."),
    "written": phrase("{sheet} is drawn up: {type} at {objective}."),
    "amended": phrase("{sheet} is changed; {total} weighted turns stay."),
    "joined": phrase("{sheet} has {force} in its force."),
    "alternate": phrase("{sheet} takes its alternate: {type} at {objective}."),
    "alternate waits": phrase("{sheet} keeps its mission."),
    "stage": phrase("{sheet}: the next stage begins."),
}
_GONE = {
    "finished": phrase("{sheet} is finished: its units are unassigned."),
    "rallied": phrase("{sheet}: its units have rallied and are unassigned."),
    "cancelled": phrase("{sheet} is called off."),
}


def _sheet(game: TacticalGame, event: t.SheetChanged) -> str:
    sheet = event.sheet
    return say(
        _SHEETS[event.why], sheet=sheet.id, gained=event.gained, total=sheet.weighted, rally=rallying(sheet),
        type=text(TYPES[sheet.type]), objective=", ".join(sheet.objective), force=", ".join(sheet.force),
    )  # fmt: skip


def _closed(game: TacticalGame, event: t.SheetClosed) -> str:
    return say(_GONE[event.why], sheet=event.sheet)


def _rolls(game: TacticalGame, event: t.RollsSet) -> str:
    words = {"always": phrase("{sheet} is rolled for each turn."), "never": phrase("{sheet} is not rolled for."),
             "when": phrase("{sheet} is rolled for when its condition holds.")}  # fmt: skip
    return say(words[event.rolls], sheet=event.sheet)


def _alternate(game: TacticalGame, event: t.AlternateSet) -> str:
    return say("{sheet} is to take its alternate.", sheet=event.sheet)


def _stop(game: TacticalGame, event: t.StopAsked) -> str:
    if game.switches["armor"] is not True:
        return say("Play is to stop behind the first Action Phase.")
    return say("Play is to stop behind the {segment} of who acts first.", segment=text(NAMES[event.segment]))


def _idle(game: TacticalGame, event: t.UnitsIdled) -> str:
    if not event.turns:
        return ""
    if event.turns > 1:
        return say("Did not advance for {turns} turns: {units}.", units=_units(event.units), turns=event.turns)
    return say(
        "Did not advance: {units}. After a second turn like that they advance a hex by themselves,"
        " unless HOLD is ordered (TCSB-6-26).",
        units=_units(event.units),
    )


_DUTIES = {
    "rally": phrase("{sheet} has failed, and its units go toward their rally hex (TCSB-6-25)"),
    "position": phrase("units of {sheet} go to its position (TCSB-6-28)"),
    "advance": phrase("after two idle turns units of {sheet} advance a hex (TCSB-6-26)"),
}


def duty(event: t.UnitsObliged) -> str:
    """Why a unit sets out by itself."""
    return say(_DUTIES[event.duty], sheet=event.sheet)


def _obliged(game: TacticalGame, event: t.UnitsObliged) -> str:
    return say("{unit} set out without orders: {why}.", unit=event.unit, why=duty(event))


def _calmed(game: TacticalGame, event: t.UnitsRecovered) -> str:
    """Clean-Up, as it changes what the table of own forces says."""
    steadier = say("{units} paralyzed no longer, but suppressed", units=_units(event.steadier)) if event.steadier else ""
    fresh = say("{units} suppressed no longer", units=_units(event.fresh)) if event.fresh else ""
    return say("Clean-Up: {what}.", what="; ".join(filter(None, (steadier, fresh))))


def _commit(game: TacticalGame, event: t.CommitSet) -> str:
    return say("{sheet} is to take mission {letter}.", sheet=event.sheet, letter=event.letter)


def _sent_ahead(game: TacticalGame, event: t.FragRolled) -> str:
    words = phrase("FragOrd on {sheet} for {units}: rolled {total}, needed {needed}: passed; half their MP, overwatch fire only.")
    if not event.passed:
        words = phrase("FragOrd on {sheet} for {units}: rolled {total}, needed {needed}: not passed.")
    return say(words, sheet=event.sheet, units=_units(event.units), total=_thrown(event), needed=event.needed)


def _rolled(game: TacticalGame, event: t.CommandRolled) -> str:
    needed = str(event.needed) if event.needed < 99 else say("no roll")
    return say(ROLLED[event.what][not event.passed], sheet=event.sheet, total=_thrown(event), needed=needed)


def _thrown(event: t.CommandRolled | t.FragRolled) -> str:
    """`45`, and of a single die what was added to it too: `1 + 1 = 2`."""
    die, *more = event.faces
    added = event.total - die
    if more or not added:
        return str(event.total)
    return f"{die} {'+' if added > 0 else '-'} {abs(added)} = {event.total}"


ROLLED = {
    "implementation": (
        phrase("{sheet} in force: rolled {total}, needed {needed}."),
        phrase("{sheet} not in force: rolled {total}, needed {needed}."),
    ),
    "commit": (
        phrase("{sheet} released: rolled {total}, needed {needed}."),
        phrase("{sheet} not released: rolled {total}, needed {needed}."),
    ),
    "alternate": (
        phrase("{sheet} may take its alternate: rolled {total}, needed {needed}."),
        phrase("{sheet} may not take its alternate: rolled {total}, needed {needed}."),
    ),
}  # fmt: skip
"""A roll of command, by what it is for: passed, and not."""


OWN: Mapping[type[Value], Callable[..., str]] = {
    t.DirectFired: air_lines.direct,
    t.MortarFired: air_lines.mortar,
    t.SortieAsked: _silent,
    t.SortieCame: air_lines.came,
    t.RunFlown: air_lines.run,
    t.AaFired: air_lines.fired,
    t.MinesMet: air_lines.mines_met,
    t.BreachSet: _silent,
    t.BreachTried: air_lines.breach_tried,
    t.BarrierTried: obstacle_lines.barrier_tried,
    t.Plotted: artillery.plotted,
    t.MissionAdjusted: artillery.adjusted,
    t.MissionOver: artillery.over,
    **FIRE,
    t.MoveBegan: _silent,
    t.UnitsEntered: _entered,
    t.MoveEnded: _ended,
    t.UnitsArrived: _arrived,
    t.EntryBarred: _barred,
    t.UnitsLeft: _left,
    t.ModeChanged: _mode,
    t.Marked: _marked,
    t.Mounted: _mounted,
    t.UnitsButtoned: _buttoned,
    t.PlatoonBroken: _broken,
    t.MpAllotted: _silent,
    t.SheetChanged: _sheet,
    t.SheetClosed: _closed,
    t.RollsSet: _rolls,
    t.CommitSet: _commit,
    t.AlternateSet: _alternate,
    t.CommandRolled: _rolled,
    t.FragAsked: _silent,
    t.FragRolled: _sent_ahead,
    **DIGGING,
    t.StopAsked: _stop,
    t.UnitsHeld: _silent,
    t.UnitsIdled: _idle,
    t.UnitsObliged: _obliged,
    t.UnitsRecovered: _calmed,
}

# ---------------------------------------------------------------- what both know


def public(game: TacticalGame, event: t.PublicTold) -> str:
    """An event that both sides know."""
    match event:
        case t.TurnOpened():
            return _turn(game, event)
        case t.LightLit(hex_):
            return artillery.light(game, hex_)
        case t.SegmentBegan(side, segment):
            return say(SEGMENTS[segment], side=game.staff(side).adjective)
        case t.OrderDecided(first, throws):
            return _order(game, first, throws)
        case t.PlayStopped(sides):
            who = ", ".join(game.staff(side).adjective for side in sides)
            return say("Play stopped for new orders ({who} stop).", who=who)
        case t.BattleOver(winner, earned, how):
            return over(game, winner, earned, how)
    return ""


SEGMENTS = {
    "initial": phrase("{side} initial impulse:"),
    "normal": phrase("{side} normal phase:"),
    "final": phrase("{side} final impulse:"),
}


def _turn(game: TacticalGame, event: t.TurnOpened) -> str:
    reach = counted(event.reach, "visibility {number} hex", "visibility {number} hexes")
    above = air(event.weather or game.visibility, event.light)
    words = phrase("Turn {turn}, {hour}: {air}, {reach}.")
    if event.rolled:
        words = phrase("Turn {turn}, {hour}: {air}, {reach} (fog: rolled {rolled}).")
    return say(words, turn=event.turn, hour=game.clock(event.turn), air=above, reach=reach, rolled=event.rolled)


def _order(game: TacticalGame, first: str, throws: tuple[t.SideTotal, ...]) -> str:
    rolls = ", ".join(f"{game.staff(side).adjective} {total}" for side, total in throws)
    who = game.staff(first).adjective
    if not rolls:
        return say("{side} forces act first.", side=who)
    chosen = max(throws[-2:], key=lambda total: total[1])[0] != first
    words = phrase("{side} forces act first, as the other side chose ({rolls}).")
    return say(words if chosen else phrase("{side} forces act first ({rolls})."), side=who, rolls=rolls)


def over(game: TacticalGame, winner: str, earned: tuple[t.SideTotal, ...], how: str) -> str:
    """How the game ended."""
    score = ", ".join(f"{game.staff(side).adjective} {total}" for side, total in earned)
    named = {staff.id: staff.adjective for staff in game.sides}
    if winner in named:
        points = sorted(earned, key=lambda total: total[0] != winner)
        score = say(" to ").join(str(total) for _, total in points)
        said = say("{side} victory, {score}.", side=named[winner], score=score) if score else say(
            "{side} victory.", side=named[winner])  # fmt: skip
    else:
        said = say("No side has won: {score}.", score=score) if score else say("No side has won.")
    why = text(how)
    return f"{said} {why[:1].upper()}{why[1:].rstrip('.')}." if how else said
