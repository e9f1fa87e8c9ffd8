"""BREACH: a lane through mines, or wire or a roadblock cleared, after all other movement."""

from typing import Literal

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import BarrierKind
from pbem.rulesets.tcs.rules.minefields import may_breach
from pbem.rulesets.tcs.told_events import BreachSet, OwnTold
from pbem.rulesets.tcs.words import ORDER_VERBS


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    found = ((call, _against(game, picture, call, act)) for call in calls)
    return tuple((call, why) for call, why in found if why)


@rule("TCS3-10-3")
def _against(game: TacticalGame, picture: TacticalPicture, call: str, act: Act) -> Refusal | None:
    unit, place = picture.forces.units[call], act.hex()
    if place is None or place not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=place or ""), "TCSB-1-6")
    if (what := what_of(picture, act)) and not _is_there(picture, place, what):
        words = phrase("you know of no wire in {hex}") if what == "wire" else phrase("you know of no roadblock in {hex}")
        return illegal(say(words, hex=place), "TCSB-27-9", _other_hint(picture, call, place))
    if distance(unit.hex, place) > 1:
        return illegal(say("{unit} is not in {hex} nor next to it", unit=call, hex=place), "TCS3-10-3")
    if call in picture.forces.breaches:
        return illegal(say("{unit} tries one breach a turn", unit=call), "TCS3-10-3")
    if unit.over or unit.fired or unit.rides:
        return illegal(say("the action of {unit} is over", unit=call), "TCS3-10-3")
    if not may_breach(game.book, unit, 0, unit.allowance - unit.spent):
        hint = "; ".join((f"{call}: move mode", " ".join(("breach", place)))) if unit.mode == "fire" else ""
        return illegal(say("{unit} needs to be on foot, undisturbed and with 3 MP left", unit=call), "TCS3-10-3", hint)
    return None


@rule("TCSB-27-9")
def what_of(picture: TacticalPicture, act: Act) -> BarrierKind | Literal[""]:
    """The barrier that an order clears, "" for mines: what it says, else known mines before a known barrier."""
    place = act.hex()
    there = picture.forces.barriers.get(place) if place else None
    if act.says("mines") or (not act.words and (there is None or place in picture.forces.mines)):
        return ""
    return "wire" if act.says("wire") else "roadblock" if act.says("roadblock") else there.kind if there else ""


def _is_there(picture: TacticalPicture, place: Hex, what: BarrierKind) -> bool:
    there = picture.forces.barriers.get(place)
    return there is not None and there.kind == what


def _other_hint(picture: TacticalPicture, call: str, place: Hex) -> str:
    """What is known in the hex in place of what was said."""
    there = picture.forces.barriers.get(place)
    other = there.kind if there else "mines" if place in picture.forces.mines else ""
    return f"{call}: {' '.join(('breach', place, other))}" if other else ""


def _set(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    place = act.hex()
    assert place is not None, "the check has refused it"
    return tuple(BreachSet(picture.side, call, place, what_of(picture, act)) for call in calls)


BREACH = TacticalAction(
    ORDER_VERBS["breach"],
    phrase(
        "BREACH tries to thin a minefield in the unit's hex or next to it, once all other movement of the Action\n"
        "Phase is over. The unit is on foot and has 3 MP left (TCS3-10-3). A light field needs 6 on 1d6, for\n"
        "engineers 4; a medium one 6 and 5; a heavy one is for engineers only, on a 6 (TCSB-21-5). Success lowers\n"
        "the field by one density, and a light one is gone. A try where you know of no field finds one that is\n"
        "there. BREACH also clears wire (5, for engineers 3) and a roadblock (6, for engineers 4), all of it at once, for\n"
        "both sides (TCSB-27-9). Where you know of both, mines come first: say MINES, WIRE or ROADBLOCK to choose.\n\n"
        "    E-1: move mode; move 12.09; breach 12.10"
    ),
    "B",
    _check,
    _set,
    _set,
)
