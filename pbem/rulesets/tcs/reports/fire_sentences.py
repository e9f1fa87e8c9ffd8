"""What a desk learnt of fire and close combat, in sentences."""

from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.values import Value
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.reports.wording import BEARINGS, KINDS, TARGETS, place


def of_the_enemy(game: TacticalGame, seen: o.EnemyHurt | o.TriggerSeen | o.FireSeen) -> str:
    """What was seen of the enemy's fire and moves, and of fire at them."""
    match seen:
        case o.EnemyHurt(name, target, hex_, effect):
            who = name or say("Enemy {kinds}", kinds=text(TARGETS[target]))
            return say(EFFECTS[effect], who=who, where=place(game, hex_))
        case o.TriggerSeen(look):
            kinds = ", ".join(text(KINDS[kind]) for kind in look.kinds)
            return say("Enemy {kinds} moved into {where}.", kinds=kinds, where=place(game, look.hex))
    return _fire_seen(game, seen.hex, seen.kinds, seen.origin or seen.bearing)


EFFECTS = {
    "hit": phrase("{who} at {where} hit."),
    "suppressed": phrase("{who} at {where} suppressed."),
    "paralyzed": phrase("{who} at {where} paralyzed."),
    "buttoned": phrase("{who} at {where} buttoned up."),
    "fell back": phrase("{who} withdrew from {where}."),
    "destroyed": phrase("{who} at {where} destroyed."),
    "surrendered": phrase("{who} at {where} surrendered."),
}


def _fire_seen(game: TacticalGame, hex_: str, kinds: tuple[str, ...], origin: str) -> str:
    """Fire of the enemy's."""
    if kinds:
        names = ", ".join(text(KINDS[kind]) for kind in kinds)
        return say("Enemy {kinds} at {origin} fired at {hex}.", kinds=names, origin=place(game, Hex(origin)), hex=hex_)
    return say("{hex} came under fire from {bearing}.", hex=hex_, bearing=text(BEARINGS[origin]))


UNHARMED = ("buttoned", "destroyed", "surrendered")
"""Effects of fire that a report's first lines do not name, or by themselves."""


def summary(news: tuple[o.Seen, ...]) -> tuple[str, ...]:
    """What fire cost, and what it did to the enemy, the heaviest first."""
    own = [seen.event for seen in news if isinstance(seen, o.OwnNews)]
    lost = [unit for event in own for unit in _gone(event)]
    struck = [event for event in own if isinstance(event, t.UnitStruck) and event.losses and event.unit not in lost]
    cost, named = sum(event.losses for event in struck), ", ".join(dict.fromkeys(event.unit for event in struck))
    steps = counted(cost, "Own losses: {number} step ({names}).", "Own losses: {number} steps ({names}).", names=named)
    said = (
        (phrase("Lost: {names}."), lost),
        (steps, [named] if struck else []),
        (phrase("Enemy destroyed: {names}."), _killed(news)),
        (phrase("Enemy hit: {names}."), _harmed(news)),
        (phrase("The enemy fired at {names}."), [] if lost or struck else _fired_at(news)),
    )
    return tuple(say(words, names=", ".join(dict.fromkeys(names))) for words, names in said if names)


def _harmed(news: tuple[o.Seen, ...]) -> list[str]:
    """Counters of the enemy's that fire told on, with their hexes; who was destroyed after all is not among them."""
    gone = set(_killed(news))
    hurt = [seen for seen in news if isinstance(seen, o.EnemyHurt) and seen.effect not in UNHARMED and not seen.gone]
    return [f"{seen.name or text(TARGETS[seen.target])} {seen.hex}" for seen in hurt if seen.name not in gone]


def plain(news: tuple[o.Seen, ...]) -> Iterator[o.Seen]:
    """What was learnt without what is said beside it: a counter's new markers after its fire, or after what fire did to it; where
    it is now, before the sentence of its move."""
    where = ""
    for seen, following in zip_longest(news, news[1:]):
        comes = following.look.hex if isinstance(following, o.TriggerSeen) else ""
        if isinstance(seen, o.EnemySeen) and not seen.new and seen.look.hex in (where, comes):
            continue
        where = _where(seen)
        yield seen


def _where(seen: o.Seen) -> str:
    """The hex of an enemy that was told of."""
    match seen:
        case o.EnemyHurt(_, _, hex_):
            return hex_
        case o.FireSeen(origin=origin):
            return origin or ""
    return ""


def _killed(news: tuple[o.Seen, ...]) -> list[str]:
    return [seen.name or text(TARGETS[seen.target]) for seen in news if isinstance(seen, o.EnemyHurt) and seen.gone]


def _fired_at(news: tuple[o.Seen, ...]) -> list[str]:
    return [str(seen.hex) for seen in news if isinstance(seen, o.FireSeen)]


def _gone(event: t.OwnTold) -> tuple[str, ...]:
    """Own units that an event destroys."""
    match event:
        case t.UnitStruck(_, unit, _, _, 0) | t.FellBack(_, unit, _, _, _, 0):
            return (unit,)
        case t.MoraleTried(_, units, result="X") | t.ArmorTried(_, _, units, result="X"):
            return units
    return ()


# ---------------------------------------------------------------- own events


def _silent(game: TacticalGame, event: t.OwnTold) -> str:
    return ""


def _units(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _closed_in(game: TacticalGame, event: t.ClosedIn) -> str:
    words = phrase("{units} went in to assault {where}.") if event.what == "assault" else phrase("{units} drove into {where}.")
    return say(words, units=_units(event.units), where=place(game, event.hex))


def _round(game: TacticalGame, event: t.CloseRound) -> str:
    return say("Assault of {where}, round {round}.", where=place(game, event.hex), round=event.round)


def _close_over(game: TacticalGame, event: t.CloseOver) -> str:
    if not event.units:
        return say("Of those that went into {where} nobody is there any more.", where=place(game, event.hex))
    words = phrase("{units} hold {where}.") if event.won else phrase("{units} are back at {left}: {where} was not taken.")
    return say(words, units=_units(event.units), where=place(game, event.hex), left=place(game, event.left))


def _crowded_out(game: TacticalGame, event: t.CrowdedOut) -> str:
    words = phrase("{units} found {left} full and went back to {where}, marked overwatch.")
    return say(words, units=_units(event.units), left=place(game, event.left), where=place(game, event.hex))


def _held(game: TacticalGame, event: t.FireHeld) -> str:
    return say("{units} did not fire: {why}.", units=_units(event.units), why=text(event.why))


def _marked_die(game: TacticalGame, event: t.MarkedThrown) -> str:
    words = phrase("The marked units at {where} rolled {rolled}, needed {needed}: they fire.") if event.fires else phrase(
        "The marked units at {where} rolled {rolled}, needed {needed}: no fire.")  # fmt: skip
    return say(words, where=place(game, event.hex), rolled=event.rolled, needed=event.needed)


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
    "riding": phrase("riding"), "unspotted": phrase("no enemy spotted there"),
}  # fmt: skip


def _area_fired(game: TacticalGame, event: t.AreaFired) -> str:
    reasons = ", ".join(text(WEAK[reason]) for reason in event.weak)
    weak = say(" (halved: {reasons})", reasons=reasons) if reasons else ""
    return say(MANNERS[event.manner], units=_units(event.units), where=place(game, event.hex), column=event.column, weak=weak)


def _point_fired(game: TacticalGame, event: t.PointFired) -> str:
    shot = say(SHOTS[event.manner], unit=event.unit, name=event.name, where=place(game, event.hex))
    if not event.rolled:
        return say("{shot}: net value {net} cannot hit.", shot=shot, net=event.net)
    rolled = "-".join(str(event.rolled))
    words = phrase("{shot}: net value {net}, needed {needed}, rolled {rolled}: hit.") if event.hit else phrase(
        "{shot}: net value {net}, needed {needed}, rolled {rolled}: missed.")  # fmt: skip
    return say(words, shot=shot, net=event.net, needed=event.needed, rolled=rolled)


def _at_thrown(game: TacticalGame, event: t.AtThrown) -> str:
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


def _struck(game: TacticalGame, event: t.UnitStruck) -> str:
    known = bool(event.faces) or event.how not in ("area", "mines")
    by = say(_STRUCK_BY[event.how], column=event.column, total=event.total) if known else ""
    if event.instead_of:
        return say("{unit} took the hit for its leader {leader} ({by}).", unit=event.unit, leader=event.instead_of, by=by)
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


def struck_so(game: TacticalGame, event: t.UnitStruck) -> str:
    """What enemy fire did to an own unit, as it stands behind who fired: `A-MG, no effect (area fire, column 2, rolled 3)`."""
    known = bool(event.faces) or event.how not in ("area", "mines")
    by = f" ({say(_STRUCK_BY[event.how], column=event.column, total=event.total)})" if known else ""
    if event.losses or event.left == 0 or event.instead_of:
        return _struck(game, event).removesuffix(".")
    words = phrase("{unit} buttoned up{by}") if event.buttoned else phrase("{unit} shaken{by}") if event.check else phrase(
        "{unit}, no effect{by}")  # fmt: skip
    return say(words, unit=event.unit, by="" if event.buttoned else by)


_FELL = {
    "-": phrase("{units}: morale {effective}, rolled {total}: holds."),
    "S": phrase("{units}: morale {effective}, rolled {total}: suppressed."),
    "P": phrase("{units}: morale {effective}, rolled {total}: paralyzed."),
    "R": phrase("{units}: morale {effective}, rolled {total}: ran."),
    "X": phrase("{units}: morale {effective}, rolled {total}: surrendered."),
}


def _tried(game: TacticalGame, event: t.MoraleTried) -> str:
    return say(_FELL[event.result], units=_units(event.units), effective=event.effective, total=event.total)


_ARMOR_FELL = {
    "-": phrase("Armor at {where}: morale {effective}, rolled {total}: holds."),
    "S": phrase("Armor at {where}: morale {effective}, rolled {total}: buttoned up: {units}."),
    "P": phrase("Armor at {where}: morale {effective}, rolled {total}: buttoned up and suppressed: {units}."),
    "R": phrase("Armor at {where}: morale {effective}, rolled {total}: ran: {units}."),
    "X": phrase("Armor at {where}: morale {effective}, rolled {total}: surrendered: {units}."),
}


def _armor_tried(game: TacticalGame, event: t.ArmorTried) -> str:
    if not event.units:
        return ""
    return say(_ARMOR_FELL[event.result], where=place(game, event.hex), effective=event.effective, total=event.total,
               units=_units(event.units))  # fmt: skip


def _fell_back(game: TacticalGame, event: t.FellBack) -> str:
    if event.voluntary and event.left:
        return say("{unit} withdrew to {where} instead of firing.", unit=event.unit, where=place(game, event.path[-1]))
    if not event.faces:
        return say("{unit} could not be moved and was left behind: destroyed.", unit=event.unit)
    if not event.left:
        return say("{unit} ran {hexes} hexes and did not get away: destroyed.", unit=event.unit, hexes=event.hexes)
    losses = counted(event.losses, ", {number} step lost on the way", ", {number} steps lost on the way") if event.losses else ""
    return say("{unit} ran to {where}{losses}.", unit=event.unit, where=place(game, event.path[-1]), losses=losses)


def _smoke_made(game: TacticalGame, event: t.SmokeMade) -> str:
    words = phrase("{units} made smoke at {where}.") if event.manner == "move" else phrase("{units} fired smoke at {where}.")
    return say(words, units=_units(event.units), where=place(game, event.hex))


def _shaken(game: TacticalGame, event: t.FormationShaken) -> str:
    if not event.now:
        return say("Formation {formation} has recovered.", formation=event.formation)
    words = phrase("Formation {formation} recovers: its morale is still {now} worse.") if event.by < 0 else phrase(
        "Formation {formation} is shaken: its morale is {now} worse now.")  # fmt: skip
    return say(words, formation=event.formation, now=event.now)


FIRE: Mapping[type[Value], Callable[..., str]] = {
    t.CloseWanted: _silent,
    t.ClosedIn: _closed_in,
    t.CloseRound: _round,
    t.CloseOver: _close_over,
    t.CrowdedOut: _crowded_out,
    t.FireWanted: _silent,
    t.FireHeld: _held,
    t.OverwatchHeld: _silent,
    t.MarkedThrown: _marked_die,
    t.AreaFired: _area_fired,
    t.PointFired: _point_fired,
    t.AtThrown: _at_thrown,
    t.UnitStruck: _struck,
    t.MoraleTried: _tried,
    t.ArmorTried: _armor_tried,
    t.FellBack: _fell_back,
    t.SmokeMade: _smoke_made,
    t.FormationShaken: _shaken,
}
