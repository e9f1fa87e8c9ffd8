"""What a desk learnt, in sentences: for receipts, and for the story of a report."""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.values import Value
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.reports import artillery_lines as artillery
from pbem.rulesets.tcs.reports.weather_lines import air
from pbem.rulesets.tcs.reports.wording import BEARINGS, KINDS, MODES, TARGETS, TYPES, markers, place

Tell = Callable[[Game, t.OwnTold], str]


def tell(game: Game, seen: object) -> str:
    """An observation in a sentence, "" for what needs none: how the own lines ran stands in a receipt."""
    match seen:
        case o.OwnEvent(event):
            return own(game, event)
        case o.PublicEvent(event):
            return public(game, event)
        case o.Bursts() | o.ShellsSeen() | o.SmokeSeen():
            return artillery.seen(game, seen)
        case o.EnemySeen(name, look, new):
            return enemy(game, name, look, new)
        case o.EnemyHidden() | o.EnemiesForgotten():
            return _lost_from_sight(seen)
        case o.EnemyHurt(name, target, hex_, effect):
            return say(EFFECTS[effect], who=name or say("A target of theirs ({target})", target=text(TARGETS[target])),
                       where=place(game, hex_))  # fmt: skip
        case o.FireSeen(hex_, kinds, origin, bearing):
            return _fire_seen(game, hex_, kinds, origin or bearing)
    return ""


EFFECTS = {
    "hit": phrase("{who} at {where} was hit."),
    "suppressed": phrase("{who} at {where} is suppressed."),
    "paralyzed": phrase("{who} at {where} is paralyzed."),
    "buttoned": phrase("{who} at {where} buttoned up."),
    "fell back": phrase("{who} ran from {where}."),
    "destroyed": phrase("{who} at {where} was destroyed."),
    "surrendered": phrase("{who} at {where} surrendered."),
}


def _lost_from_sight(seen: o.EnemyHidden | o.EnemiesForgotten) -> str:
    if isinstance(seen, o.EnemyHidden):
        return say("{name} out of sight.", name=seen.name)
    return say("No longer spotted: {names}.", names=", ".join(seen.names))


def _fire_seen(game: Game, hex_: str, kinds: tuple[str, ...], origin: str) -> str:
    """Fire of the enemy's."""
    if kinds:
        names = ", ".join(text(KINDS[kind]) for kind in kinds)
        return say("Enemy {kinds} at {origin} fired at {hex}.", kinds=names, origin=place(game, Hex(origin)), hex=hex_)
    return say("{hex} came under fire from {bearing}.", hex=hex_, bearing=text(BEARINGS[origin]))


def enemy(game: Game, name: str, look: o.Look, new: bool) -> str:
    """An enemy counter as it is seen now."""
    told = [text(MODES[look.mode]), *([markers(look.markers)] if look.markers else [])]
    where = place(game, look.hex)
    state = ", ".join(told)
    if new:
        return say("Spotted: {name}, {title}, at {where}, {state}.", name=name, title=look.title, where=where, state=state)
    return say("Enemy {name} at {where}, {state}.", name=name, where=where, state=state)


# ---------------------------------------------------------------- own events


def own(game: Game, event: t.OwnTold) -> str:
    """An event of the own side."""
    return OWN[type(event)](game, event)


def _silent(game: Game, event: t.OwnTold) -> str:
    return ""


def _units(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _entered(game: Game, event: t.HexEntered) -> str:
    return say("{units} entered {where}.", units=_units(event.units), where=place(game, event.hex))


def _ended(game: Game, event: t.MoveEnded) -> str:
    return say("{units} stopped: {why}.", units=_units(event.units), why=text(event.why)) if event.why else ""


def _mode(game: Game, event: t.ModeChanged) -> str:
    return say("{unit} is in {mode}.", unit=event.unit, mode=text(MODES[event.mode]))


def _marked(game: Game, event: t.Marked) -> str:
    word = markers((event.marker,)) if event.marker != "under_fire" else say("under fire")
    return say("{unit}: {marker}.", unit=event.unit, marker=word) if event.on else say("{unit}: no longer {marker}.",
                                                                                     unit=event.unit, marker=word)  # fmt: skip


def _mounted(game: Game, event: t.Mounted) -> str:
    words = phrase("{unit} dismounted from {carrier}.") if event.off else phrase("{unit} mounted {carrier}.")
    return say(words, unit=event.unit, carrier=event.carrier)


_SHEETS = {
    "gained": phrase("{sheet}: {gained} weighted turns gained, {total} in all."),
    "in force": phrase("{sheet} is in force."),
    "failed": phrase("{sheet} has failed: its units go to {rally}."),
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


def _sheet(game: Game, event: t.SheetChanged) -> str:
    sheet = event.sheet
    return say(
        _SHEETS[event.why], sheet=sheet.id, gained=event.gained, total=sheet.weighted, rally=", ".join(sheet.rally),
        type=text(TYPES[sheet.type]), objective=", ".join(sheet.objective), force=", ".join(sheet.force),
    )  # fmt: skip


def _closed(game: Game, event: t.SheetClosed) -> str:
    return say(_GONE[event.why], sheet=event.sheet)


def _rolls(game: Game, event: t.RollsSet) -> str:
    words = {"always": phrase("{sheet} is rolled for each turn."), "never": phrase("{sheet} is not rolled for."),
             "when": phrase("{sheet} is rolled for when its condition holds.")}  # fmt: skip
    return say(words[event.rolls], sheet=event.sheet)


def _alternate(game: Game, event: t.AlternateSet) -> str:
    return say("{sheet} is to take its alternate.", sheet=event.sheet)


def _stop(game: Game, event: t.StopAsked) -> str:
    return say("Play is to stop behind the first Action Phase.")


def _idle(game: Game, event: t.UnitsIdled) -> str:
    if not event.turns:
        return ""
    if event.turns > 1:
        return say("Not advanced for {turns} turns: {units}.", units=_units(event.units), turns=event.turns)
    return say(
        "Not advanced: {units}. In a second turn without HOLD they go a hex by themselves (TCSB-6-26).", units=_units(event.units)
    )


def _commit(game: Game, event: t.CommitSet) -> str:
    return say("{sheet} is to take mission {letter}.", sheet=event.sheet, letter=event.letter)


def _rolled(game: Game, event: t.CommandRolled) -> str:
    needed = str(event.needed) if event.needed < 99 else say("no roll")
    words = phrase("{sheet}: rolled {total}, needed {needed}: passed.") if event.passed else phrase(
        "{sheet}: rolled {total}, needed {needed}: not passed.")  # fmt: skip
    return say(words, sheet=event.sheet, total=event.total, needed=needed)


MANNERS = {
    "sfa": phrase("{units} fired at {where}: area fire, column {column}{weak}."),
    "overwatch": phrase("{units} fired overwatch at {where}: area fire, column {column}{weak}."),
    "return": phrase("{units} returned fire at {where}: area fire, column {column}{weak}."),
    "assault": phrase("{units} fired in the assault of {where}: column {column}{weak}."),
    "overrun": phrase("{units} drove over {where}: column {column}{weak}."),
}
SHOTS = {
    "sfa": phrase("{unit} fired at {name} in {where}"),
    "overwatch": phrase("{unit} fired overwatch at {name} in {where}"),
    "return": phrase("{unit} returned fire at {name} in {where}"),
    "assault": phrase("{unit} fired at {name} in the assault of {where}"),
    "overrun": phrase("{unit} fired at {name} as {where} was overrun"),
}
WEAK = {
    "suppressed": phrase("suppressed"), "move_mode": phrase("in move mode"), "buttoned": phrase("buttoned up"),
    "riding": phrase("riding"), "unspotted": phrase("at nobody they had spotted"),
}  # fmt: skip


def _area_fired(game: Game, event: t.AreaFired) -> str:
    reasons = ", ".join(text(WEAK[reason]) for reason in event.weak)
    weak = say(" (halved: {reasons})", reasons=reasons) if reasons else ""
    return say(MANNERS[event.manner], units=_units(event.units), where=place(game, event.hex), column=event.column, weak=weak)


def _point_fired(game: Game, event: t.PointFired) -> str:
    shot = say(SHOTS[event.manner], unit=event.unit, name=event.name, where=place(game, event.hex))
    if not event.rolled:
        return say("{shot}: net value {net} cannot hit.", shot=shot, net=event.net)
    rolled = "-".join(str(event.rolled))
    words = phrase("{shot}: net value {net}, needed {needed}, rolled {rolled}: hit.") if event.hit else phrase(
        "{shot}: net value {net}, needed {needed}, rolled {rolled}: missed.")  # fmt: skip
    return say(words, shot=shot, net=event.net, needed=event.needed, rolled=rolled)


def _at_thrown(game: Game, event: t.AtThrown) -> str:
    words = phrase("{unit}: AT roll at {name} in {where}, {total} against {needed}: destroyed.") if event.hit else phrase(
        "{unit}: AT roll at {name} in {where}, {total} against {needed}: no effect.")  # fmt: skip
    return say(words, unit=event.unit, name=event.name, where=place(game, event.hex), total=event.total, needed=event.needed)


_STRUCK_BY = {
    "area": phrase("area fire, column {column}, rolled {total}"),
    "point": phrase("point fire"),
    "antitank": phrase("an AT roll"),
    "mortar_line": phrase("shells"),
    "with_carrier": phrase("with what carried it"),
    "mines": phrase("mines, rolled {total}"),
}


def _struck(game: Game, event: t.UnitStruck) -> str:
    known = bool(event.faces) or event.how not in ("area", "mines")
    by = say(_STRUCK_BY[event.how], column=event.column, total=event.total) if known else ""
    if event.left == 0:
        return say("{unit} was destroyed ({by}).", unit=event.unit, by=by)
    if event.losses:
        lost = counted(event.losses, "{number} step", "{number} steps")
        return say("{unit} lost {lost}, {left} left ({by}).", unit=event.unit, lost=lost, left=event.left, by=by)
    if event.buttoned:
        return say("{unit} was fired at and buttoned up.", unit=event.unit)
    if event.check:
        return say("{unit} was shaken ({by}).", unit=event.unit, by=by)
    return say("{unit} was fired at: no effect ({by}).", unit=event.unit, by=by) if by else say(
        "{unit} was fired at: no effect.", unit=event.unit)  # fmt: skip


_FELL = {
    "-": phrase("{units}: morale {effective}, rolled {total}: stood."),
    "S": phrase("{units}: morale {effective}, rolled {total}: suppressed."),
    "P": phrase("{units}: morale {effective}, rolled {total}: paralyzed."),
    "R": phrase("{units}: morale {effective}, rolled {total}: ran."),
    "X": phrase("{units}: morale {effective}, rolled {total}: surrendered."),
}


def _tried(game: Game, event: t.MoraleTried) -> str:
    return say(_FELL[event.result], units=_units(event.units), effective=event.effective, total=event.total)


def _fell_back(game: Game, event: t.FellBack) -> str:
    if not event.faces:
        return say("{unit} could not be moved and was left behind: destroyed.", unit=event.unit)
    if not event.left:
        return say("{unit} ran {hexes} hexes and did not get away: destroyed.", unit=event.unit, hexes=event.hexes)
    losses = counted(event.losses, ", {number} step lost on the way", ", {number} steps lost on the way") if event.losses else ""
    return say("{unit} ran to {where}{losses}.", unit=event.unit, where=place(game, event.path[-1]), losses=losses)


def _shaken(game: Game, event: t.FormationShaken) -> str:
    words = phrase("{formation} recovers: {now} is added to its morale now.") if event.by < 0 else phrase(
        "{formation} is shaken: {now} is added to its morale now.")  # fmt: skip
    return say(words, formation=event.formation, now=event.now)


OWN: Mapping[type[Value], Callable[..., str]] = {
    t.Plotted: artillery.plotted,
    t.MissionAdjusted: artillery.adjusted,
    t.MissionOver: artillery.over,
    t.MoveBegan: _silent,
    t.HexEntered: _entered,
    t.MoveEnded: _ended,
    t.ModeChanged: _mode,
    t.Marked: _marked,
    t.Mounted: _mounted,
    t.SheetChanged: _sheet,
    t.SheetClosed: _closed,
    t.RollsSet: _rolls,
    t.CommitSet: _commit,
    t.AlternateSet: _alternate,
    t.CommandRolled: _rolled,
    t.AreaFired: _area_fired,
    t.PointFired: _point_fired,
    t.AtThrown: _at_thrown,
    t.UnitStruck: _struck,
    t.MoraleTried: _tried,
    t.FellBack: _fell_back,
    t.FormationShaken: _shaken,
    t.StopAsked: _stop,
    t.UnitsHeld: _silent,
    t.UnitsIdled: _idle,
}

# ---------------------------------------------------------------- what both know


def public(game: Game, event: t.PublicTold) -> str:
    """An event that both sides know."""
    match event:
        case t.TurnBegan():
            return _turn(game, event)
        case t.LightLit(hex_):
            return artillery.light(game, hex_)
        case t.OrderDecided(first, throws):
            return _order(game, first, throws)
        case t.PlayStopped(sides):
            who = ", ".join(game.staff(side).adjective for side in sides)
            return say("Play stopped for new orders ({who} stop).", who=who)
        case t.GameOver(winner, earned, how):
            return over(game, winner, earned, how)
    return ""


def _turn(game: Game, event: t.TurnBegan) -> str:
    reach = counted(event.reach, "visibility {number} hex", "visibility {number} hexes")
    above = air(event.weather or game.visibility, event.light)
    words = phrase("Turn {turn}, {hour}: {air}, {reach}.")
    if event.rolled:
        words = phrase("Turn {turn}, {hour}: {air}, {reach} (fog: rolled {rolled}).")
    return say(words, turn=event.turn, hour=game.clock(event.turn), air=above, reach=reach, rolled=event.rolled)


def _order(game: Game, first: str, throws: tuple[t.SideTotal, ...]) -> str:
    rolls = ", ".join(f"{game.staff(side).adjective} {total}" for side, total in throws)
    who = game.staff(first).adjective
    if not rolls:
        return say("{side} forces act first.", side=who)
    return say("{side} forces act first ({rolls}).", side=who, rolls=rolls)


def over(game: Game, winner: str, earned: tuple[t.SideTotal, ...], how: str) -> str:
    """How the game ended."""
    score = ", ".join(f"{game.staff(side).adjective} {total}" for side, total in earned)
    named = {staff.id: staff.adjective for staff in game.sides}
    if winner in named:
        said = say("{side} victory: {score}.", side=named[winner], score=score)
    else:
        said = say("No side has won: {score}.", score=score) if score else say("No side has won.")
    return f"{said} {text(how)}" if how else said
