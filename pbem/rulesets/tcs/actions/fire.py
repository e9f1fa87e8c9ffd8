"""FIRE, ANTITANK: the suppressive fire of units in their own action phase."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.kernel.decisions import Refusal, illegal, illegal_now
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.move import points
from pbem.rulesets.tcs.attacks import Aim, FireOrder
from pbem.rulesets.tcs.estimates import facing, hull_down
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.rules.armor_smoke import FIRED, may_fire_smoke
from pbem.rulesets.tcs.rules.at_rolls import hexes_to_attack, may_make_at_rolls, reaches_by_at
from pbem.rulesets.tcs.rules.impulses import fire_cost
from pbem.rulesets.tcs.rules.mortars import may_give_light, may_lay_smoke, mortar_reaches
from pbem.rulesets.tcs.rules.range_effects import reaches_by_area, reaches_by_point
from pbem.rulesets.tcs.rules.smoke import laid
from pbem.rulesets.tcs.rules.spotting import is_near_enough, may_see
from pbem.rulesets.tcs.rules.suppressive import may_observe_for_mortar
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.told_events import AreaFired, AtThrown, FireWanted, MortarFired, OwnTold, SmokeMade
from pbem.rulesets.tcs.units import KINDS, TacticalUnit, shots
from pbem.rulesets.tcs.words import ORDER_VERBS

Refusals = tuple[tuple[str, Refusal], ...]


def aimed_at(picture: TacticalPicture, act: Act) -> tuple[EnemyCounter, ...]:
    """The enemy counters that are shown where an order fires, the one that it names first."""
    shown = [enemy for enemy in picture.enemies.values() if enemy.spotted]
    named = [enemy for enemy in shown if enemy.name == act.text("TARGET")]
    place = named[0].look.hex if named else act.hex()
    return (*named, *(enemy for enemy in shown if enemy.look.hex == place and enemy not in named))


def place_of(picture: TacticalPicture, act: Act) -> Hex | None:
    """The hex that an order fires at."""
    there = aimed_at(picture, act)
    return there[0].look.hex if act.text("TARGET") and there else act.hex()


def aim_of(picture: TacticalPicture, act: Act, unit: TacticalUnit) -> Aim:
    """Area or point fire, as it is said; at an enemy by name whatever fits it."""
    if act.says("area"):
        return "area"
    if act.says("bunker"):
        return "bunker"
    there = aimed_at(picture, act)
    hard = bool(there) and there[0].look.kind != "foot"
    return "point" if act.says("point") or (hard and unit.counter.point) else "area"


def is_running(picture: TacticalPicture) -> bool:
    """Is the letter carried out? While it is checked an order may be for enemies who are still to come."""
    return picture.public.acting == picture.side


def at_class(act: Act) -> str:
    """The class that an order names, the first of two, "" for none."""
    return next((word for word in act.words if word in KINDS), "")


# ---------------------------------------------------------------- FIRE


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> Refusals:
    found = ((call, _against(game, picture, picture.forces.units[call], act)) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


def _against(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, act: Act) -> Refusal | None:
    barred = no_suppressive_fire(game, picture, unit)
    if barred:
        return barred
    place = place_of(picture, act)
    if place is None and act.text("TARGET"):
        return _not_shown(picture, unit, act.text("TARGET") or "")
    if place is None or place not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=place or act.text("TARGET") or ""), "TCSB-1-6")
    if round_ := mortar_round(act):
        tank = round_ == "smoke" and unit.counter.armor and game.switches["armor"] is True
        return _tank_smoke(game, picture, unit, place) if tank else _mortar(game, picture, unit, place, round_)
    if act.says("bunker"):
        return _bunker(game, picture, unit, place)
    return _target(game, picture, unit, place, act)


@rule("TCSB-7-6", "TCS3-10-1")
def _not_shown(picture: TacticalPicture, unit: TacticalUnit, name: str) -> Refusal:
    """Why an enemy is not fired at by name: it is out of sight, or under another counter, where a hex can be named."""
    enemy = picture.enemies.get(name)
    if enemy and enemy.under:
        words = say("{name} is under another counter in {hex}: name the hex", name=name, hex=enemy.look.hex)
        manner = "point" if enemy.look.kind != "foot" and unit.counter.point else "area"
        return illegal_now(words, "TCS3-10-1", f"{unit.id}: fire {enemy.look.hex} {manner}")
    return illegal_now(say("{name} is out of sight now", name=name), "TCSB-7-6")


@rule("TCSB-27-9")
def _bunker(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> Refusal | None:
    """Why a unit cannot fire at a bunker: none of the enemy's is known there, it has no gun for it, range, sight."""
    there, away = picture.works.get(place), distance(unit.hex, place)
    if there is None or not there.bunker or there.owner == picture.side:
        return illegal(say("you know of no enemy bunker in {hex}", hex=place), "TCSB-27-9", f"{unit.id}: fire {place} area")
    if not unit.counter.point:
        return illegal(say("{unit} has no {kind}", unit=unit.id, kind=say("point fire")), "TCSB-9-3")
    if not reaches_by_point(game.book, unit.counter, away):
        return illegal(say("{hex} is {away} hexes off, out of range for {unit}", hex=place, away=away, unit=unit.id), "TCSB-9-7")
    if not is_seen(game, picture, unit, place):
        return illegal_now(unseen(game, unit, place), "TCSB-7-4", f"SEE FROM {unit.hex}")
    return None


def mortar_round(act: Act) -> Literal["", "smoke", "illum"]:
    """What a mortar is to fire in place of shells."""
    return "smoke" if act.says("smoke") else "illum" if act.says("illum") else ""


@rule("TCSARM-4.6-1")
def _tank_smoke(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> Refusal | None:
    """Why a tank fires no smoke at a hex."""
    if unit.counter.smoke != FIRED:
        return illegal(say("{unit} fires no smoke", unit=unit.id), "TCSARM-4.6-1")
    if not may_fire_smoke(unit, distance(unit.hex, place)):
        words = say("{hex} is {away} hexes off, out of range for {unit}", hex=place, away=distance(unit.hex, place), unit=unit.id)
        return illegal(words, "TCSB-9-7")
    if picture.forces.at(place):
        return illegal_now(say("own units are in {hex}", hex=place), "TCSB-9-9")
    if not is_seen(game, picture, unit, place):
        return illegal_now(unseen(game, unit, place), "TCSB-7-4", f"SEE FROM {unit.hex}")
    return None


@rule("TCS3-8-1", "TCS3-8-2", "TCSB-13-7")
def _mortar(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex, round_: str) -> Refusal | None:
    """Why a unit lays no smoke, or gives no light: what it is, how far it is, whether anybody sees the hex for smoke."""
    mortar, away = unit.counter.mortar, distance(unit.hex, place)
    able = may_lay_smoke if round_ == "smoke" else may_give_light
    if not mortar or not able(game.book, mortar):
        words = phrase("{unit} fires no smoke") if round_ == "smoke" else phrase("{unit} fires no illumination")
        return illegal(say(words, unit=unit.id), "TCS3-8-1" if round_ == "smoke" else "TCS3-8-2")
    if not mortar_reaches(game.book, mortar, away):
        return illegal(say("{hex} is {away} hexes off, out of range for {unit}", hex=place, away=away, unit=unit.id), "TCSB-9-7")
    if round_ == "smoke" and not is_seen(game, picture, unit, place):
        return illegal_now(unseen(game, unit, place), "TCSB-13-7", f"SEE FROM {unit.hex}")
    return None


@rule("TCSB-9-2", "TCSB-13-1", "TCSB-6-30", "TCSB-6-29")
def no_suppressive_fire(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit) -> Refusal | None:
    """Why a unit cannot make its suppressive fire now."""
    if unit.fired:
        return illegal(say("{unit} has made its suppressive fire of this turn", unit=unit.id), "TCSB-9-2")
    if unit.suppressed or unit.paralyzed:
        words = phrase("{unit} is paralyzed") if unit.paralyzed else phrase("{unit} is suppressed: it fires overwatch only")
        return illegal(say(words, unit=unit.id), "TCSB-13-1")
    if unit.mode != "fire":
        return illegal(say("{unit} is in move mode: it fires overwatch only", unit=unit.id), "TCSB-4-10", f"{unit.id}: fire mode")
    if unit.over:
        return illegal(say("the action of {unit} is over", unit=unit.id), "TCSB-2-11")
    return _no_impulse(game, unit) or no_duty(game, picture, unit)


@rule("TCSARM-4.3c-2", "TCSARM-4.3c-3")
def _no_impulse(game: TacticalGame, unit: TacticalUnit) -> Refusal | None:
    """Why armor makes no suppressive fire in this segment: it needs 6 MP, and is all that a vehicle does in it."""
    if not unit.segment or not unit.counter.armor:
        return None
    if unit.acted == unit.segment:
        return illegal(say("{unit} has moved or changed its mode in this segment", unit=unit.id), "TCSARM-4.3c-2")
    needed = fire_cost(game.book)
    if unit.allowance < needed:
        words = say("{unit} has {left} MP in this segment, and fire costs {needed}", unit=unit.id, left=points(unit.allowance),
                    needed=points(needed))  # fmt: skip
        return illegal(words, "TCSARM-4.3c-2")
    return None


@rule("TCSB-6-30", "TCSB-6-29", "TCSB-6-38", "TCSARM-4.8-2")
def no_duty(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit) -> Refusal | None:
    """Why its op sheet lets a unit make no suppressive fire."""
    if game.switches["command"] == "off":
        return None
    sheet = picture.forces.sheet_of(unit)
    if unit.fragord:
        return illegal(say("{unit} acts on a FragOrd: it fires overwatch only", unit=unit.id), "TCSARM-4.8-2")
    if sheet is None or sheet.status != "implemented":
        return illegal(say("{unit} is on no op sheet in force: it fires overwatch only", unit=unit.id), "TCSB-6-30")
    if sheet.type == "move":
        return illegal(say("{sheet} is a move: its units fire overwatch only", sheet=sheet.id), "TCSB-6-29")
    return None


@rule("TCSB-7-4", "TCSB-7-6", "TCSB-9-3", "TCSB-9-7", "TCSB-9-9", "TCSARM-4.5-2")
def _target(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex, act: Act) -> Refusal | None:
    """What is wrong with the target."""
    if picture.forces.at(place):
        return illegal_now(say("own units are in {hex}", hex=place), "TCSB-9-9")
    aim, away = aim_of(picture, act, unit), distance(unit.hex, place)
    reaches = reaches_by_area if aim == "area" else reaches_by_point
    if not (unit.counter.area if aim == "area" else unit.counter.point):
        kind = say("area fire") if aim == "area" else say("point fire")
        return illegal(say("{unit} has no {kind}", unit=unit.id, kind=kind), "TCSB-9-3")
    if not reaches(game.book, unit.counter, away):
        return illegal(say("{hex} is {away} hexes off, out of range for {unit}", hex=place, away=away, unit=unit.id), "TCSB-9-7")
    if not is_seen(game, picture, unit, place):
        return illegal_now(unseen(game, unit, place), "TCSB-7-4", f"SEE FROM {unit.hex}")
    there = aimed_at(picture, act)
    if aim == "point" and is_running(picture) and not there:
        return illegal_now(say("no enemy is spotted in {hex}", hex=place), "TCSB-7-6")
    hard = [enemy for enemy in there if enemy.look.kind != "foot"]
    if aim == "point" and hard and all(hull_down(game, facing(unit, enemy.look)) for enemy in hard):
        words = say("{name} is in defilade behind its crest: only overwatch may be fired at it", name=hard[0].name)
        return illegal_now(words, "TCSARM-4.5-2")
    return None


@rule("TCSB-7-8")
def unseen(game: TacticalGame, unit: TacticalUnit, place: Hex) -> str:
    """That a unit does not see a hex, and whether its shut hatches are why."""
    if is_near_enough(game.book, unit, place):
        return say("{unit} does not see {hex}", unit=unit.id, hex=place)
    return say("{unit} is buttoned up and does not see as far as {hex}", unit=unit.id, hex=place)


@rule("TCSB-13-7", "TCSB-3-9")
def is_seen(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> bool:
    """Does a unit see a hex, or a mortar through the eyes of its company or sheet?"""
    over = air(game, picture)
    if may_see(game.book, game.sight, over, unit, place):
        return True
    if unit.counter.type != "mortar_section":
        return False
    sheet = picture.forces.sheet_of(unit)
    return any(
        may_observe_for_mortar(
            unit,
            other,
            sheet is not None and other.id in sheet.force,
            not other.paralyzed and may_see(game.book, game.sight, over, other, place),
        )
        for other in picture.forces.units.values()
    )


def _expected(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    if mortar_round(act):
        return _begun(game, picture, calls, act)
    return (AreaFired(picture.side, calls, place_of(picture, act) or Hex(""), "sfa", 0),)


def _begun(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    """One fire of those that fire at the area, one after another of those that fire at points."""
    place = place_of(picture, act) or Hex("")
    if round_ := mortar_round(act):
        return _lobbed(game, picture, calls, place, round_)
    return tuple(FireWanted(picture.side, order) for order in _orders(picture, calls, act, place))


AIMS: tuple[Aim, ...] = ("area", "point", "bunker")


def _orders(picture: TacticalPicture, calls: Calls, act: Act, place: Hex) -> Iterator[FireOrder]:
    """The fires of a line, aim by aim; at points each unit as often as it shoots."""
    at, units = act.text("TARGET") or at_class(act), [picture.forces.units[call] for call in calls]
    for aim in AIMS:
        able = (unit for unit in units if aim_of(picture, act, unit) == aim)
        who = tuple(unit.id for unit in able for _ in range(1 if aim == "area" else shots(unit)))
        if who:
            yield FireOrder(picture.side, who, place, aim, "sfa", at)


def _lobbed(game: TacticalGame, picture: TacticalPicture, calls: Calls, place: Hex, round_: str) -> tuple[OwnTold, ...]:
    """Rounds of mortars at a hex; tanks make their smoke there."""
    tanks = tuple(call for call in calls if picture.forces.units[call].counter.armor)
    markers = laid(game.book, {}, "mortar_smoke", (place,))[place] if round_ == "smoke" else 0
    smoke = (SmokeMade(picture.side, tanks, place, "sfa"),) if tanks else ()
    return (*smoke, *(MortarFired(picture.side, call, place, markers) for call in calls if call not in tanks))


@rule("TCSB-9-5")
def apart(game: TacticalGame, stacks: Sequence[Calls], act: Act) -> tuple[str, ...]:
    """What is warned of area fire that units of several hexes are told on one line."""
    if act.verb != "fire" or not act.says("area") or len(stacks) < 2 or game.switches["sfa"] == "phase":
        return ()
    words = phrase("{stacks} stand in {hexes} hexes: each hex fires by itself, and their strengths are not added")
    return (say(words, stacks=" / ".join(", ".join(calls) for calls in stacks), hexes=len(stacks)),)


@rule("TCSB-7-6")
def remarks(picture: TacticalPicture, act: Act) -> tuple[str, ...]:
    """What an answer to a letter warns of: point fire where nobody is spotted comes off only if somebody is by then."""
    place = place_of(picture, act)
    if act.verb != "fire" or not act.says("point") or is_running(picture) or place in picture.known_enemies:
        return ()
    words = phrase("no enemy is spotted in {hex} now: the fire comes off only if one is when its turn comes")
    return (say(words, hex=place or ""),)


# ---------------------------------------------------------------- ANTITANK


def _hexes(act: Act) -> tuple[Hex, ...]:
    return tuple(hex_ for name in ("HEX", "HEX_SECOND") if (hex_ := act.hex(name)))


def _no_antitank(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> Refusals:
    found = ((call, _no_rolls(game, picture, picture.forces.units[call], act)) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


@rule("TCSB-2-18", "TCSB-15-1", "TCS3-9-3", "TCS3-9-4")
def _no_rolls(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, act: Act) -> Refusal | None:
    """Why a unit cannot make AT rolls at these hexes."""
    if barred := _no_weapon(unit):
        return barred
    hexes = _hexes(act)
    if len(hexes) > hexes_to_attack(game.book, unit):
        hint = f"{unit.id}: antitank {hexes[0]}"
        return illegal(say("{unit} has two steps or fewer: one hex only", unit=unit.id), "TCS3-9-4", hint)
    for place in hexes:
        if not reaches_by_at(game.book, unit.hex, place):
            return illegal(say("{hex} is not adjacent to {unit}", hex=place, unit=unit.id), "TCSB-15-1")
        if is_running(picture) and place not in picture.known_enemies:
            return illegal_now(say("no enemy is spotted in {hex}", hex=place), "TCSB-7-6")
    return no_duty(game, picture, unit)


def _no_weapon(unit: TacticalUnit) -> Refusal | None:
    if not may_make_at_rolls(unit):
        return illegal(say("{unit} has no antitank weapon to use", unit=unit.id), "TCSB-15-1")
    if unit.threw:
        return illegal(say("{unit} has made its AT rolls of this turn", unit=unit.id), "TCSB-9-2")
    if unit.mode != "fire" or (unit.over and not unit.fired):
        return illegal(say("{unit} must be in fire mode, and its action not over", unit=unit.id), "TCSB-13-1")
    return None


def _thrown(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return tuple(AtThrown(picture.side, call, act.hex() or Hex(""), "sfa", "", "", (), 0, False) for call in calls)


def _rolls(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    classes = [word for word in act.words if word in (*KINDS, "any")]
    orders = (
        FireOrder(picture.side, (call,), place, "antitank", "sfa", (classes[number:] or classes[:1] or [""])[0])
        for call in calls
        for number, place in enumerate(_hexes(act))
    )
    return tuple(FireWanted(picture.side, order) for order in orders)


FIRE = TacticalAction(
    ORDER_VERBS["fire"],
    phrase(
        "FIRE is a unit's suppressive fire, once a turn: in fire mode, on an op sheet in force, neither\n"
        "suppressed nor moving afterwards (TCSB-13-1, TCSB-13-4). AREA fires at all men and soft vehicles in\n"
        "a hex; units of one line that stand in one hex fire together (TCSB-9-5). POINT fires at one vehicle\n"
        "or gun after another, BUNKER at a bunker that you see: a hit opens it (TCSB-27-9). An enemy may be\n"
        "called by its name. CHANCE says what a shot needs. Mortars of\n"
        "81 mm and more fire SMOKE, a marker in the hex, American 60 mm and larger ones ILLUM (TCS3-8-1, TCS3-8-2).\n"
        "With the rules for armor some American tanks fire SMOKE that is gone when the segment ends (TCSARM-4.6-1).\n\n"
        "    A-MG: FIRE 05.04 AREA\n    K-1: FIRE 05.02 POINT FIRST ARMOUR"
    ),
    "B",
    _check,
    _expected,
    _begun,
    together=True,
)
ANTITANK = TacticalAction(
    ORDER_VERBS["antitank"],
    phrase(
        "ANTITANK lets infantry attack the vehicles and guns of its own or an adjacent hex with 2d6 each\n"
        "(TCSB-15-1), besides its area fire. A unit of three steps or more may name two hexes (TCS3-9-4).\n\n"
        "    A-1: ANTITANK 06.05 ARMOUR"
    ),
    "B",
    _no_antitank,
    _thrown,
    _rolls,
    together=True,
)
