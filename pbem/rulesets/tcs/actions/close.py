"""ASSAULT and OVERRUN: going into a hex of the enemy's."""

from pbem.kernel.decisions import Refusal, illegal, illegal_now
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.fire import is_running
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.move import country, lifts, stands_still, unmarked
from pbem.rulesets.tcs.attacks import Closes, Closing
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules import close_combat as rules
from pbem.rulesets.tcs.rules.boundaries import is_within
from pbem.rulesets.tcs.rules.close_combat import SheetDuty
from pbem.rulesets.tcs.rules.movement import spent_in
from pbem.rulesets.tcs.sheets import DEFENSES, OpSheet
from pbem.rulesets.tcs.told_events import ClosedIn, CloseWanted, OwnTold
from pbem.rulesets.tcs.units import HALVES, TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS

Refusals = tuple[tuple[str, Refusal], ...]


def _each(picture: TacticalPicture, calls: Calls, found: dict[str, Refusal | None]) -> Refusals:
    return tuple((call, refusal) for call in calls if (refusal := found[call]))


def _assault(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> Refusals:
    place = act.hex() or Hex("")
    return _each(picture, calls, {call: _no_assault(game, picture, picture.forces.units[call], place) for call in calls})


@rule("TCSB-22-1", "TCSB-22-2", "TCSB-6-31")
def _no_assault(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> Refusal | None:
    """Why a unit cannot assault a hex now."""
    if not rules.may_assault(_duty(game, picture, unit, place)):
        words = say("{unit} is not on an attack, nor on a defense whose area {hex} lies in", unit=unit.id, hex=place)
        return illegal(words, "TCSB-22-1")
    return _no_entry(game, picture, unit, place, 0)


def _duty(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> SheetDuty:
    """What a unit's sheet lets it assault: an attack within its boundaries, a defense within a hex of its position."""
    if game.switches["command"] == "off":
        return SheetDuty("attack")
    sheet = picture.forces.sheet_of(unit)
    if sheet is None or sheet.status != "implemented" or not is_within(place, sheet.left, sheet.right):
        return SheetDuty()
    near = any(distance(place, hex_) <= 1 for hex_ in sheet.objective)
    return SheetDuty(sheet.type, sheet.type in DEFENSES and near)


@rule("TCSB-22-2", "TCS3-3-1")
def _no_entry(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex, more: int) -> Refusal | None:
    """Why a unit cannot go into an enemy's hex: its state, its mode, the way, its MP, nobody there."""
    barred = stands_still(unit)
    if barred:
        return barred
    if unit.suppressed or unit.mode != "move":
        hint = f"{unit.id}: move mode"
        return illegal(say("{unit} must be in move mode, and not suppressed", unit=unit.id), "TCSB-22-2", hint)
    if distance(unit.hex, place) != 1:
        return illegal(say("{hex} is not adjacent to {other}", hex=place, other=unit.hex), "TCSB-22-2")
    if is_running(picture) and place not in picture.known_enemies:
        return illegal_now(say("no enemy is spotted in {hex}: MOVE goes there", hex=place), "TCSB-20-7", f"{unit.id}: move {place}")
    if spent_in(country(game, picture), unmarked(unit), place, more) is None:
        return illegal(say("{unit} has too few MP left for {hex}", unit=unit.id, hex=place), "TCSB-20-1")
    return None


def _overrun(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> Refusals:
    place = act.hex() or Hex("")
    found = _each(picture, calls, {call: _no_overrun(game, picture, picture.forces.units[call], place) for call in calls})
    return found or _too_many(game, picture, calls)


@rule("TCSB-6-25", "TCSB-6-28", "TCSB-6-31", "TCSB-6-32")
def _leads_into(sheet: OpSheet | None, place: Hex) -> bool:
    """May who is on a sheet overrun a hex by it? Not on a move, a reserve or a failed sheet; defenders within a hex of theirs."""
    if sheet is None or sheet.status == "failed" or sheet.type in ("move", "reserve"):
        return False
    near = sheet.type not in DEFENSES or any(distance(place, hex_) <= 1 for hex_ in sheet.objective)
    return near and is_within(place, sheet.left, sheet.right)


@rule("TCSB-23-1", "TCSB-23-2", "TCSB-6-31")
def _no_overrun(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> Refusal | None:
    """Why a vehicle cannot overrun a hex now."""
    if not unit.counter.armor or unit.counter.move != "tracked":
        return illegal(say("{unit} is no tracked armor", unit=unit.id), "TCSB-23-1")
    if game.switches["command"] != "off" and not _leads_into(picture.forces.sheet_of(unit), place):
        return illegal(say("{unit} is on no op sheet that takes it into {hex}", unit=unit.id, hex=place), "TCSB-6-31")
    if place in game.ground.terrain and not rules.may_overrun(game.book, game.ground.terrain[place], ()):
        return illegal(say("{hex} is neither open ground, crops nor scrub", hex=place), "TCSB-23-1")
    if any(enemy.spotted and enemy.look.hex == place and "armour" in enemy.look.kinds for enemy in picture.enemies.values()):
        return illegal_now(say("enemy armor is in {hex}", hex=place), "TCSB-23-1")
    return _no_entry(game, picture, unit, place, rules.overrun_cost(game.book) * HALVES)


@rule("TCSB-23-7", "TCS3-10-2")
def _too_many(game: TacticalGame, picture: TacticalPicture, calls: Calls) -> Refusals:
    units = [picture.forces.units[call] for call in calls]
    able = rules.who_overruns(game.book, units)
    if len(able) == len(units):
        return ()
    words = say("{count} vehicles may overrun together at the most", count=len(able))
    return ((calls[-1], illegal(words, "TCS3-10-2", f"{', '.join(unit.id for unit in able)}: overrun")),)


def _expected(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act, what: Closes) -> tuple[OwnTold, ...]:
    """They go in, and their action is over: what comes of it nobody knows."""
    units = [picture.forces.units[call] for call in calls]
    spent = tuple(unit.allowance for unit in units)
    return (
        *lifts(picture, calls),
        ClosedIn(picture.side, calls, units[0].hex, act.hex() or Hex(""), "", spent, what),
    )


def _begun(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act, what: Closes) -> tuple[OwnTold, ...]:
    here = picture.forces.units[calls[0]].hex
    return (
        *lifts(picture, calls),
        CloseWanted(picture.side, Closing(picture.side, calls, act.hex() or Hex(""), what, here)),
    )


ASSAULT = TacticalAction(
    ORDER_VERBS["assault"],
    phrase(
        "ASSAULT goes into an adjacent hex in which an enemy is spotted, in move mode, on an attack sheet or\n"
        "inside the area of a defense (TCSB-22-1). Units of bad morale try it first and may balk (TCSB-22-2).\n"
        "Overwatch against the entry comes next. At the end of the\n"
        "action phase up to three rounds are fought (TCSB-22-4): AT rolls, the defender's fire, then the\n"
        "attacker's; in later rounds both fire at once. Who is left alone holds the hex; else the attackers go back. POLICY\n"
        "ASSAULT says how long they stand.\n\n    A-1, A-2: ASSAULT 05.04\n    A-1: IF SUPPRESSED ASSAULT 05.04, ELSE HOLD"
    ),
    "B",
    _assault,
    lambda game, picture, calls, act: _expected(game, picture, calls, act, "assault"),
    lambda game, picture, calls, act: _begun(game, picture, calls, act, "assault"),
    together=True,
)
OVERRUN = TacticalAction(
    ORDER_VERBS["overrun"],
    phrase(
        "OVERRUN drives tracked armor in move mode over an adjacent hex of open ground, crops or scrub\n"
        "(TCSB-23-1). It costs 3 MP besides the ground (TCSB-23-2). Enemy armor that can fire keeps it out.\n"
        "Overwatch and AT rolls come first. If the hex is empty then they hold it and may go on; else they are\n"
        "back where they came from, in fire mode (TCSB-23-6).\n\n    T-1, T-2: OVERRUN 06.07"
    ),
    "B",
    _overrun,
    lambda game, picture, calls, act: _expected(game, picture, calls, act, "overrun"),
    lambda game, picture, calls, act: _begun(game, picture, calls, act, "overrun"),
    together=True,
)
