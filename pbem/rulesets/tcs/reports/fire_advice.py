"""Answers to CHANCE and ASK, and the fires of WHAT CAN: what a desk can tell of its own fire by what it knows."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import estimates
from pbem.rulesets.tcs.actions.dry_run import refusals
from pbem.rulesets.tcs.actions.fire import aimed_at, is_seen, no_suppressive_fire, place_of, unseen
from pbem.rulesets.tcs.estimates import facing
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.reports.obstacle_lines import bunker_words
from pbem.rulesets.tcs.reports.wording import TARGETS, place
from pbem.rulesets.tcs.rules.area_fire import AreaFire
from pbem.rulesets.tcs.rules.at_rolls import is_at_target, may_make_at_rolls, reaches_by_at
from pbem.rulesets.tcs.rules.bunkers import as_target, walls
from pbem.rulesets.tcs.rules.point_fire import is_point_target
from pbem.rulesets.tcs.rules.range_effects import reaches_by_area, reaches_by_point
from pbem.rulesets.tcs.rules.rolls import NEVER, halves_up
from pbem.rulesets.tcs.rules.shifts import Shift
from pbem.rulesets.tcs.rules.sight import smoke_on_line
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.units import TacticalUnit


def chances(game: TacticalGame, picture: TacticalPicture, call: str, act: Act) -> Iterator[str]:
    """What a unit's fire at a hex or an enemy would come to."""
    unit, at, origin = picture.forces.units.get(call), place_of(picture, act), act.hex("HEX_FROM")
    if unit is None or at is None or at not in game.ground.terrain:
        yield _nobody(game, picture, call, act.text("TARGET") or "")
        return
    if origin and origin not in game.ground.terrain:
        yield say("{hex} is not on the map", hex=origin)
        return
    if origin:
        unit = replace(unit, hex=origin, mode="fire")
        yield say("From {where}, in fire mode:", where=place(game, origin))
    if not is_seen(game, picture, unit, at):
        yield say("{why}: it cannot fire there now. SEE FROM {hex} tells what lies in sight.", why=unseen(game, unit, at),
                  hex=unit.hex)  # fmt: skip
        return
    there = aimed_at(picture, act)
    lines = (*_area(game, picture, unit, at), *(line for enemy in there for line in _hard(game, picture, unit, enemy)))
    lines = (*lines, *_at_bunker(game, picture, unit, at))
    barred = None if origin else no_suppressive_fire(game, picture, unit)
    if barred and lines:
        yield say("Not as things stand: {why}. If it could:", why=barred.words)
    yield from lines or (say("{unit} has no fire that reaches {where}.", unit=call, where=place(game, at)),)


@rule("TCSB-7-6", "TCSB-7-11")
def _nobody(game: TacticalGame, picture: TacticalPicture, call: str, target: str) -> str:
    """Why nothing can be told of a unit or target."""
    enemy = picture.enemies.get(target)
    if enemy and enemy.under:
        return say("{name} is under another counter in {where}: CHANCE {call} AT {hex} tells what fire at the hex would come to.",
                   name=target, where=place(game, enemy.look.hex), call=call, hex=enemy.look.hex)  # fmt: skip
    if enemy:
        return say("{name} is not spotted now: last seen at {where} in turn {turn}.", name=target,
                   where=place(game, enemy.look.hex), turn=enemy.turn)  # fmt: skip
    if call in picture.forces.batteries:
        return say("{battery} fires by missions, not from a counter: WHAT CAN {battery} tells what it may fire.", battery=call)
    return say("there is no such unit or target")


@rule("TCSB-9-7", "TCS3-7-2", "TCSB-9-5")
def _area(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, at: Hex) -> Iterator[str]:
    """The column of a unit's area fire, of all that stand with it, and what that does to who is seen there."""
    away = distance(unit.hex, at)
    if not reaches_by_area(game.book, unit.counter, away):
        return
    unspotted = at not in picture.known_enemies
    weak = say(", halved: nobody is spotted there") if unspotted else ""
    strength = estimates.strength(game, (unit,), at, unspotted)
    column = estimates.column(game, (unit,), at, unspotted)
    yield say("Area fire at {where}, {away} hexes: strength {strength}, column {column}{weak}.", where=place(game, at), away=away,
              strength=halves_up(strength), column=column, weak=weak)  # fmt: skip
    yield from (_odds(game, picture, unit, enemy, column) for enemy in _soft(picture, at))
    yield from _all_together(game, picture, unit, at)


def _soft(picture: TacticalPicture, at: Hex) -> Iterator[EnemyCounter]:
    """Enemies shown in a hex that area fire hurts."""
    return (enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == at and enemy.look.target != "P")


@rule("TCSB-11-7")
def _odds(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, enemy: EnemyCounter, column: int) -> str:
    """What a column does to one that is shown, by the modifiers that its enemy knows of."""
    works, over = picture.works.get(enemy.look.hex), air(game, picture)
    indirect = unit.counter.type == "mortar_section"
    fire = AreaFire(column, direct=not indirect, smoke=0 if indirect else smoke_on_line(over.smoke, unit.hex, enemy.look.hex))
    level = works.level if works and works.owner != picture.side else 0
    found = estimates.area_odds(game, fire, estimates.as_target(game, enemy.look, level))
    return say(
        "  At {name}: 2d6{why}. Losses {losses} percent, morale alone {shaken}, no effect {nothing}; works of an op sheet "
        "would take 1 off.",
        name=enemy.name, why=_why(found.counting), losses=found.losses, shaken=found.shaken,
        nothing=100 - found.losses - found.shaken,
    )  # fmt: skip


@rule("TCSB-27-9")
def _at_bunker(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, at: Hex) -> Iterator[str]:
    """What point fire at a bunker needs, and what the bunker is worth to who is inside."""
    works = picture.works.get(at)
    if works is None or not works.bunker or works.owner == picture.side:
        return
    by = walls(game.book, works)
    words = phrase("  Units inside the {bunker} have {cover} instead of works, and {roof} off losses to shells below 150 mm.")
    yield say(words, bunker=bunker_words(works.bunker), cover=f"{by.cover:+d}", roof=by.roof)
    if not unit.counter.point or not reaches_by_point(game.book, unit.counter, distance(unit.hex, at)):
        return
    shot = estimates.shot(game, air(game, picture), estimates.Facing(unit, as_target(game.book, works.bunker), at))
    if shot.needed in NEVER:
        yield say("Point fire at the bunker: net value {net}, which cannot hit.", net=shot.net)
        return
    yield say(
        "Point fire at the bunker: net value {net}{why}, {needed} or more on 3d6 in order, {percent} percent.",
        net=shot.net, why=_why(shot.counting), needed=shot.needed, percent=estimates.shot_percent(shot),
    )  # fmt: skip


@rule("TCSB-9-5")
def _all_together(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, at: Hex) -> Iterator[str]:
    """The column of a stack whose units fire together by one line."""
    if unit != picture.forces.units[unit.id]:  # it is not there yet
        return
    able = [one for one in picture.forces.at(unit.hex) if reaches_by_area(game.book, one.counter, distance(one.hex, at))]
    if len(able) > 1:
        names, column = ", ".join(one.id for one in able), estimates.column(game, able, at, at not in picture.known_enemies)
        yield say("  On one line with its stack ({names}): column {column}.", names=names, column=column)


@rule("TCSB-12-1", "TCSB-15-5")
def _hard(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, enemy: EnemyCounter) -> Iterator[str]:
    """Point fire and AT rolls at one that is shown."""
    over, at = air(game, picture), facing(unit, enemy.look)
    if is_point_target(at.counter) and reaches_by_point(game.book, unit.counter, distance(unit.hex, enemy.look.hex)):
        shot = estimates.shot(game, over, at)
        if estimates.hull_down(game, at):
            yield say("{name} is in defilade: only overwatch may be fired at it.", name=enemy.name)
        if shot.needed in NEVER:
            yield say("Point fire at {name}: net value {net}, which cannot hit.", name=enemy.name, net=shot.net)
        else:
            yield say(
                "Point fire at {name}: net value {net}{why}, {needed} or more on 3d6 in order, {percent} percent.",
                name=enemy.name, net=shot.net, why=_why(shot.counting), needed=shot.needed, percent=estimates.shot_percent(shot),
            )  # fmt: skip
    if may_make_at_rolls(unit) and is_at_target(at.counter) and reaches_by_at(game.book, unit.hex, enemy.look.hex):
        chance = estimates.at_roll(game, over, at)
        yield say(
            "AT roll at {name}: {needed} or more on 2d6{why}, {percent} percent.",
            name=enemy.name, needed=chance.needed, why=_why(chance.counting), percent=estimates.at_percent(chance),
        )  # fmt: skip


def _why(counting: tuple[Shift, ...]) -> str:
    """The modifiers that count: ` (range +1, buttoned -1)`."""
    told = ", ".join(f"{text(shift.id.replace('_', ' '))} {shift.by:+d}" for shift in counting if shift.by)
    return f" ({told})" if told else ""


@rule("TCS3-10-1")
def classes(game: TacticalGame, picture: TacticalPicture, hex_: Hex) -> Iterator[str]:
    """The classes that are seen in a hex."""
    seen = [enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == hex_]
    if not seen:
        yield say("No enemy is spotted in {where}.", where=place(game, hex_))
    for enemy in seen:
        told = ", ".join(text(TARGETS[target]) for target in enemy.look.classes)
        yield say("{name}, {title}, on top; seen in the hex: {classes}.", name=enemy.name, title=enemy.look.title, classes=told)


HARD = (("fire", "point"), ("antitank", ""))
ANYBODY = (("fire", "area"), ("assault", ""), ("overrun", ""))
"""Verbs, and the word behind the hex."""


def _is_hard(picture: TacticalPicture, hex_: Hex) -> bool:
    """Is a vehicle or gun seen there?"""
    shown = (enemy.look for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == hex_)
    return any(kind != "foot" for look in shown for kind in look.kinds)


def fires(game: TacticalGame, picture: TacticalPicture, call: str, *lead: str) -> Iterator[str]:
    """The fires and close combats that a unit could be ordered to now, at enemies that are shown and at bunkers. lead: acts before
    them."""
    yield from _at_bunkers(game, picture, call, *lead)
    for hex_ in sorted(picture.known_enemies):
        for verb, manner in (*(HARD if _is_hard(picture, hex_) else ()), *ANYBODY):
            act = Act(verb, (manner,) if manner else (), (("HEX", hex_),))
            if not refusals(game, picture, (call,), act):
                yield f"  {call}: {'; '.join((*lead, f'{verb} {hex_} {manner}'))}".rstrip()


def _at_bunkers(game: TacticalGame, picture: TacticalPicture, call: str, *lead: str) -> Iterator[str]:
    """Point fire at each bunker that is in sight and range."""
    for hex_ in sorted(built for built, works in picture.works.items() if works.bunker):
        if not refusals(game, picture, (call,), Act("fire", ("bunker",), (("HEX", hex_),))):
            yield f"  {call}: {'; '.join((*lead, f'fire {hex_} bunker'))}"
