"""DIG, DIG COMPANY, REDUCE: prepared positions, level by level (TCSPD)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.command import letter_order
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules import digging as rules
from pbem.rulesets.tcs.told_events import DigNamed, OwnTold, ReduceSet
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS


@rule("TCSPD-1-1")
def _not_here(game: TacticalGame) -> Refusal | None:
    """Why nobody digs in this module."""
    if game.switches["digging"] == "levels":
        return None
    words = say("positions are not dug level by level here: a sheet of hasty or prep defense gives its cover by itself")
    return illegal(words, "TCSB-27-1")


@rule("TCSPD-1-1", "TCSPD-2-4")
def why_not_dig(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, later: bool) -> Refusal | None:
    """Why a unit cannot be named to dig. later: it is to begin where its next Action Phase ends."""
    if rules.highest(game.book, unit) == 0:
        return illegal(say("{unit} is a vehicle and builds nothing", unit=unit.id), "TCSPD-2-4")
    sheet = picture.forces.sheet_of(unit)
    if sheet is None or sheet.status != "implemented" or sheet.type != "hasty_defense":
        return illegal(say("{unit} is on no sheet of hasty defense in force", unit=unit.id), "TCSPD-1-1")
    if not later and unit.hex not in sheet.objective:
        words = say("{unit} is not in a hex of the position of {sheet}", unit=unit.id, sheet=sheet.id)
        return illegal(words, "TCSPD-1-1", f"{unit.id}: {LATER}")
    return None


LATER = "dig on arrival"


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    later = act.says("on arrival")
    found = tuple((call, _why_not(game, picture, picture.forces.units[call], later)) for call in calls)
    return tuple((call, why) for call, why in found if why)


@rule("TCSPD-6-1", "TCSPD-OPT-2")
def _why_not(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, later: bool) -> Refusal | None:
    """The same for one that is named by itself: of a hex one digs, and where companies roll, none by itself."""
    if why := _not_here(game):
        return why
    if game.switches["dig_roll"] == "company":
        words = say("a company digs by one roll here")
        return illegal(words, "TCSPD-OPT-2", " ".join((COMPANY, unit.company)))
    named = [*picture.forces.digging, *picture.forces.named_to_dig]
    other = next((name for name in named if name != unit.id and _there(picture, name) == unit.hex), "")
    if other and not later:
        return illegal(say("{other} is the builder in {hex}: one is enough", other=other, hex=unit.hex), "TCSPD-6-1")
    if unit.id in named:
        return illegal(say("{unit} is digging already", unit=unit.id), "TCSPD-4-2")
    return why_not_dig(game, picture, unit, later)


def _there(picture: TacticalPicture, name: str) -> Hex | None:
    unit = picture.forces.units.get(name)
    return unit.hex if unit else None


def _named(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return (DigNamed(picture.side, calls, act.says("on arrival")),)


COMPANY = "dig company"


def _company(picture: TacticalPicture, act: Act) -> tuple[TacticalUnit, ...]:
    name = act.text("FORMATION") or ""
    return tuple(unit for unit in picture.forces.units.values() if unit.company == name and not unit.counter.vehicle)


@rule("TCSPD-OPT-2")
def _no_company(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    if why := _not_here(game):
        return why
    units = _company(picture, act)
    if not units:
        return illegal(say("{name} is no company with units that dig", name=act.text("FORMATION") or ""), "TCSPD-OPT-2")
    if game.switches["dig_roll"] != "company":
        return illegal(say("each unit digs by its own roll here"), "TCSPD-4-1", f"{units[0].id}: {DIG}")
    able = [unit for unit in units if why_not_dig(game, picture, unit, True) is None]
    return None if able else why_not_dig(game, picture, units[0], True)


DIG = "dig"


def _company_named(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    known = {*picture.forces.digging, *picture.forces.named_to_dig}
    fresh = [unit for unit in _company(picture, act) if unit.id not in known and why_not_dig(game, picture, unit, True) is None]
    here = tuple(unit.id for unit in fresh if why_not_dig(game, picture, unit, False) is None)
    later = tuple(unit.id for unit in fresh if unit.id not in here)
    return tuple(DigNamed(picture.side, units, so) for units, so in ((here, False), (later, True)) if units)


@rule("TCSPD-10-1")
def _no_reducing(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    hex_ = act.hex()
    position = picture.works.get(hex_) if hex_ else None
    if position is None or position.owner != picture.side:
        return illegal(say("you hold no works in {hex}", hex=hex_ or ""), "TCSPD-10-1")
    if not position.level:
        return illegal(say("a bunker in {hex} is not taken down", hex=position.hex), "TCSB-27-9")
    if not any(not unit.counter.vehicle for unit in picture.forces.at(position.hex)):
        return illegal(say("you have no unit in {hex} to take them down", hex=position.hex), "TCSPD-10-1")
    return None


def _reduce(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (ReduceSet(picture.side, act.hex() or Hex(""), act.number("N") or 0),)


ACTION = TacticalAction(
    ORDER_VERBS["dig"],
    phrase(
        'DIG names a unit that digs in, in modules with the switch digging = "levels": it must be on a sheet\n'
        "of hasty defense in force, in one of its hexes (TCSPD-1-1). Its roll of 2d6 and its morale say how many\n"
        "turns it needs to levels 1, 2 and 3; only infantry platoons come to 3. A turn accrues at the end of\n"
        "each of your Action Phases in which it was not fired at, three by night. Leaving the hex loses what\n"
        "was accrued toward the next level. DIG ON ARRIVAL begins where its next move ends.\n\n"
        "    G-1: DIG\n    G-2: DIG ON ARRIVAL"
    ),
    "A",
    _check,
    _named,
    _named,
)
DIG_COMPANY = letter_order(
    COMPANY,
    phrase(
        "DIG COMPANY lets all units of a company on a sheet of hasty defense dig, in modules with the switch\n"
        'dig_roll = "company": one roll for the company and its sheet, its worst morale counting\n'
        "(TCSPD-OPT-2).\n\n    DIG COMPANY G"
    ),
    _no_company,
    _company_named,
)
REDUCE = letter_order(
    "reduce",
    phrase(
        "REDUCE takes down works that you hold, at the end of the turn: by no more levels than you have units\n"
        "there that are no vehicles (TCSPD-10-1).\n\n    REDUCE 05.04 BY 1"
    ),
    _no_reducing,
    _reduce,
)
