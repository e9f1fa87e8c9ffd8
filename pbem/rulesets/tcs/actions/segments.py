"""INITIAL, FINAL: lines for an armor impulse. They stand first on a line and are for all of it; without one it is for the normal
phase."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Branch, SheetLine, Step, UnitLine
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.sheet_blocks import SheetBlock
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.impulses import NAMES, Segment, allotment, back_points
from pbem.rulesets.tcs.settling.impulses import segments_left
from pbem.rulesets.tcs.told_events import OwnTold
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS

_MARKS: dict[str, Segment] = {"initial": "initial", "final": "final"}


def first_act(line: SheetLine) -> Act | None:
    """The first act of a line of units, behind its conditions; None for any other line."""
    return _first(line.command.steps) if isinstance(line.command, UnitLine) else None


def _first(steps: tuple[Step, ...]) -> Act | None:
    for step in steps:
        return step if isinstance(step, Act) else _first(step.then)
    return None


def segment_of(part: SheetLine | SheetBlock) -> Segment:
    """The segment of the Action Phase that a line is for."""
    first = None if isinstance(part, SheetBlock) else first_act(part)
    return _MARKS.get(first.verb, "normal") if first else "normal"


def misplaced(steps: tuple[Step, ...]) -> Act | None:
    """A mark that does not stand first on its line, None for none."""
    return next((act for number, act in enumerate(_acts(steps)) if act.verb in _MARKS and (number or act not in steps)), None)


def _acts(steps: tuple[Step, ...]) -> Iterator[Act]:
    for step in steps:
        if isinstance(step, Branch):
            yield from (*_acts(step.then), *_acts(step.otherwise))
        else:
            yield step


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    found = ((call, _against(game, picture, picture.forces.units[call], _MARKS[act.verb])) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


@rule("TCSARM-4.3a-1", "TCSARM-4.3b-4", "TCSARM-4.3b-5")
def _against(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, segment: Segment) -> Refusal | None:
    """Why a unit cannot act in an armor impulse."""
    if game.switches["armor"] is not True:
        return illegal(say("armor impulses are of the rules for armor, which this module does not use"), "TCSB-1-10")
    public = picture.public
    if public.halfway and public.first == picture.side and segment not in segments_left(game, public.halfway):
        return illegal(say("the {segment} is over", segment=text(NAMES[segment])), "TCSARM-4.3a-1")
    if unit.fired:
        return illegal(say("{unit} has made its suppressive fire and is done for the turn", unit=unit.id), "TCSARM-4.3c-3")
    if not unit.counter.armor:
        carried = unit.rides and picture.forces.units[unit.rides].counter.armor
        words = say("{unit} is no armor, nor does it ride on any: it acts in the normal phase", unit=unit.id)
        return None if carried else illegal(words, "TCSARM-4.3a-1")
    if unit.allowance == 0:
        given = allotment(game.book, back_points(unit, unit.buttoned))
        told = "/".join(map(str, given))
        return illegal(say("{unit} has no MP in the {segment} ({told})", unit=unit.id, segment=text(NAMES[segment]),
                           told=told), "TCSARM-4.3b-4")  # fmt: skip
    return None


def _nothing(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return ()


_HELP = phrase(
    "INITIAL and FINAL stand first on a line of units and are for all of it. Such a line is for the armor impulse\n"
    "before or behind the normal phase of your Action Phase, any other line for the normal phase. Only armor acts in\n"
    "them, and men who ride on it as they begin (TCSARM-4.3a-1). A tank of 15 MP has 6 in the initial impulse, 6 in\n"
    "the normal phase, 3 in the final impulse (TCSARM-4.3b-1). MP that it does not use are lost. HELP ARMOR has the\n"
    "rest.\n\n"
    "    T-3: INITIAL; MOVE MODE\n    T-1, T-2: INITIAL; MOVE 06.02\n    T-1: FINAL; FIRE MODE"
)
INITIAL = TacticalAction(ORDER_VERBS["initial"], _HELP, "B", _check, _nothing, _nothing, together=True)
FINAL = TacticalAction(ORDER_VERBS["final"], _HELP, "B", _check, _nothing, _nothing, together=True)
