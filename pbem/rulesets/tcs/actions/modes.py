"""MOVE MODE, FIRE MODE, BUTTON UP: what a unit does where it stands."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tcs.actions.fire import is_running
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.move import stands_still
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.movement import to_move_mode
from pbem.rulesets.tcs.told_events import Marked, ModeChanged, OwnTold
from pbem.rulesets.tcs.units import HALVES, Mode, TacticalUnit


def _each(picture: TacticalPicture, calls: Calls, why: Callable[[TacticalUnit], Refusal | None]) -> tuple[tuple[str, Refusal], ...]:
    found = ((call, why(picture.forces.units[call])) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


def _turns(
    picture: TacticalPicture, calls: Calls, mode: Mode, why: Callable[[TacticalUnit], Refusal | None]
) -> tuple[tuple[str, Refusal], ...]:
    """The same of a change of mode; what fire or morale has put in it by the time it is carried out needs none."""
    others = calls if not is_running(picture) else tuple(call for call in calls if picture.forces.units[call].mode != mode)
    return _each(picture, others, why)


@rule("TCSB-4-4", "TCSB-4-7", "TCS3-3-1", "TCSARM-4.3c-1")
def _no_move_mode(unit: TacticalUnit) -> Refusal | None:
    """Why a unit may not go to move mode now."""
    if unit.mode == "move":
        return illegal(say("{unit} is in move mode already", unit=unit.id), "TCSB-4-1")
    if unit.suppressed:
        return illegal(say("{unit} is suppressed and stays in fire mode", unit=unit.id), "TCSB-4-9")
    if unit.segment and unit.counter.armor and unit.allowance - unit.spent < HALVES:
        return illegal(say("{unit} has no MP left to change its mode", unit=unit.id), "TCSARM-4.3c-1")
    barred = stands_still(unit) if unit.counter.front or unit.rides or unit.paralyzed or unit.fired or unit.over else None
    if barred:
        return barred
    if unit.overwatch and not unit.counter.vehicle:
        return stands_still(unit)
    if unit.spent and not unit.counter.vehicle:
        return illegal(say("{unit} goes to move mode as the first thing it does, or not at all", unit=unit.id), "TCSB-4-7")
    return None


def _move_mode(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    units = (unit for call in calls if (unit := picture.forces.units[call]).mode != "move")
    return tuple(ModeChanged(picture.side, unit.id, "move", unit.spent + to_move_mode(game.book, unit)) for unit in units)


@rule("TCSB-4-5", "TCSB-4-7")
def _no_fire_mode(unit: TacticalUnit) -> Refusal | None:
    if unit.mode == "fire":
        return illegal(say("{unit} is in fire mode already", unit=unit.id), "TCSB-4-1")
    if unit.rides:
        return illegal(say("{unit} has the mode of {carrier}, which carries it", unit=unit.id, carrier=unit.rides), "TCSB-4-11")
    return illegal(say("{unit} is paralyzed", unit=unit.id), "TCSB-17-4") if unit.paralyzed else None


def _fire_mode(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    units = (unit for call in calls if (unit := picture.forces.units[call]).mode != "fire")
    return tuple(ModeChanged(picture.side, unit.id, "fire", unit.spent, not unit.counter.vehicle) for unit in units)


@rule("TCSB-16-4", "TCSB-16-1")
def _no_buttons(unit: TacticalUnit) -> Refusal | None:
    if not unit.counter.armor:
        return illegal(say("{unit} has no hatches to shut", unit=unit.id), "TCSB-16-1")
    return illegal(say("{unit} is buttoned up", unit=unit.id), "TCSB-16-4") if unit.buttoned else None


def _button(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return tuple(Marked(picture.side, call, "buttoned", True, picture.forces.units[call].spent) for call in calls)


MOVE_MODE = TacticalAction(
    Verb("move mode", ("move mode",), "unit", phrase("turn the counter to its back, to move")),
    phrase(
        "MOVE MODE turns a unit to its back, where it has most of its MP. It costs half the back allowance,\n"
        "fractions up (TCSB-4-4). Vehicles do it at any moment of their action (TCS3-3-1), all others as the\n"
        "first thing they do (TCSB-4-7). A unit in move mode is easier to spot and fires badly.\n\n"
        "    A-2: move mode; move 04.02"
    ),
    "B",
    lambda game, picture, calls, act: _turns(picture, calls, "move", _no_move_mode),
    _move_mode,
    _move_mode,
)
FIRE_MODE = TacticalAction(
    Verb("fire mode", ("fire mode",), "unit", phrase("turn the counter to its front, to fire")),
    phrase(
        "FIRE MODE turns a unit to its front, at no cost (TCSB-4-5). For all but vehicles it is the last thing\n"
        "of their action (TCSB-4-7).\n\n    A-1: move 05.02, 05.03; fire mode"
    ),
    "B",
    lambda game, picture, calls, act: _turns(picture, calls, "fire", _no_fire_mode),
    _fire_mode,
    _fire_mode,
)
BUTTON_UP = TacticalAction(
    Verb("button up", ("button up",), "unit", phrase("shut the hatches of an armored vehicle")),
    phrase(
        "BUTTON UP shuts a vehicle's hatches until the end of the turn: it sees four hexes and has half its MP\n"
        "(TCSB-16-6).\n\n    T-1: button up"
    ),
    "B",
    lambda game, picture, calls, act: _each(picture, calls, _no_buttons),
    _button,
    _button,
)
