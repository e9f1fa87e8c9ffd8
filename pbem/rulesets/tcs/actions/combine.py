"""COMBINE: platoons that have lost steps become as few as their steps allow."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.command import letter_order
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.combining import combined
from pbem.rulesets.tcs.told_events import OwnTold, PlatoonsCombined
from pbem.rulesets.tcs.units import TacticalUnit

PLATOONS = ("infantry_platoon", "engineer_platoon")


def _named(picture: TacticalPicture, act: Act) -> tuple[TacticalUnit, ...]:
    return tuple(picture.forces.units[call] for call in act.texts("UNITS") if call in picture.forces.units)


@rule("TCS3-10-4", "TCSB-2-3")
def _why_not(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Two or more infantry platoons of one company in one hex, of which one would come nearer to full strength."""
    lost = [call for call in act.texts("UNITS") if call not in picture.forces.units]
    if lost:
        return absent(picture, lost[0])
    units = _named(picture, act)
    if len(units) < 2:
        return illegal(say("two platoons or more are combined"), "TCS3-10-4")
    odd = next((unit for unit in units if unit.counter.type not in PLATOONS or unit.counter.type != units[0].counter.type), None)
    if odd:
        return illegal(say("{unit} is no infantry platoon of the same kind", unit=odd.id), "TCS3-10-4")
    return _no_match(units)


@rule("TCS3-10-4")
def _no_match(units: tuple[TacticalUnit, ...]) -> Refusal | None:
    """Why these platoons do not fill each other up."""
    if len({unit.hex for unit in units}) > 1 or any(unit.rides for unit in units):
        return illegal(say("the platoons must stand in one hex"), "TCS3-10-4")
    if len({unit.company for unit in units}) > 1 or not units[0].company:
        return illegal(say("the platoons must be of one company"), "TCS3-10-4")
    if [unit.steps for unit in combined(units)] == sorted((unit.steps for unit in units), reverse=True):
        return illegal(say("their steps fill {count} platoons as they are", count=len(units)), "TCS3-10-4")
    return None


def _begun(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    units = _named(picture, act)
    return (PlatoonsCombined(picture.side, tuple(unit.id for unit in units), combined(units)),)


COMBINE = letter_order(
    "combine",
    phrase(
        "COMBINE merges weakened infantry platoons of one company in one hex into as few as possible, five steps\n"
        "at most in each (TCS3-10-4). The merged platoon takes the worst morale and the values of the strongest\n"
        "one. Its missing steps stay lost (TCSB-6-41). Of two with four steps\n"
        "each one gets five and one three.\n\n    COMBINE A-1, A-2"
    ),
    _why_not,
    _begun,
)
