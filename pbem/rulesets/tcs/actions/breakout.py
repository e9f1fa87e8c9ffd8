"""BREAKOUT: a platoon counter becomes several, each with fewer vehicles."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.command import letter_order
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.breaking_out import broken_out
from pbem.rulesets.tcs.told_events import OwnTold, PlatoonBroken
from pbem.rulesets.tcs.units import PLATOON_COUNTERS

TWO = 2


@rule("TCSARM-4.2B-4", "TCSB-2-3")
def _why_not(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why a counter is not broken out into so many."""
    call, into = act.text("UNIT") or "", act.number("N") or 0
    unit = picture.forces.units.get(call)
    if unit is None:
        return absent(picture, call)
    if unit.counter.type not in PLATOON_COUNTERS:
        return illegal(say("{unit} is no counter of several vehicles", unit=call), "TCSARM-4.2B-4")
    if unit.steps < TWO:
        return illegal(say("{unit} has one vehicle left", unit=call), "TCSARM-4.2B-4")
    if not TWO <= into <= unit.steps:
        hint = f"breakout {call} into {unit.steps}"
        return illegal(say("{unit} has {steps} vehicles: break it out into 2 to {steps}", unit=call, steps=unit.steps),
                       "TCSARM-4.2B-4", hint)  # fmt: skip
    return None


def _begun(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    unit = picture.forces.units[act.text("UNIT") or ""]
    taken = frozenset((*picture.forces.units, *picture.forces.dead, *picture.forces.merged))
    return (PlatoonBroken(picture.side, unit.id, broken_out(unit, act.number("N") or 0, taken)),)


BREAKOUT = letter_order(
    "breakout",
    phrase(
        "BREAKOUT makes several counters of one platoon counter, in modules with the switch platoon_counters\n"
        "(TCSARM-4.2B-4). Its vehicles are divided among them, and each counts those that it lacks as hits. The first\n"
        "keeps the name.\n\n    BREAKOUT T-1 INTO 3"
    ),
    _why_not,
    _begun,
)
