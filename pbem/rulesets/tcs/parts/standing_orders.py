"""StandingOrders: policies, a line a key."""

from collections.abc import Mapping

from pbem.engine.moments import StandingFile
from pbem.engine.ruleset import StandingWord
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.standing_orders.fit import unfit
from pbem.rulesets.tcs.standing_orders.keys import KEYS
from pbem.rulesets.tcs.units import TacticalUnit

WORDS: Mapping[str, StandingWord] = {
    name: StandingWord(key.verb, key.help, (key.default,) if key.default else ()) for name, key in KEYS.items()
}


def day_one(game: TacticalGame, picture: TacticalPicture) -> tuple[str, ...]:
    """No module files lines of its own."""
    return ()


def part(act: Act) -> str:
    """The part of the file that a line replaces: its key, and for whom it is."""
    whom = act.texts("UNITS") or (act.hex("HEX_STACK") or act.text("SHEET") or "all",)
    return " ".join((act.verb, *whom))


@rule("TCS3-1-3", "TCSB-3-13")
def check(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why a line cannot be filed: it is for what is lost, not on the map, of no sheet, or of rules that are not in use."""
    if KEYS[act.verb].armor and game.switches["armor"] is not True:
        return illegal(say("{key} is of the rules for armor, which this module does not use", key=act.verb.upper()), "TCSB-1-10")
    if act.verb == "policy turn" and part(act) != "policy turn all":
        return illegal(
            say("it is for the whole side"), "TCSB-2-10", f"POLICY ALL TURN {'SECOND' if act.says('second') else 'FIRST'}"
        )
    to_come = {unit.id for unit in picture.forces.awaited}
    lost = [call for call in act.texts("UNITS") if call not in picture.forces.units and call not in to_come]
    if lost:
        return absent(picture, lost[0])
    sheet = act.text("SHEET")
    if sheet and sheet not in picture.forces.sheets:
        known = ", ".join(picture.forces.sheets) or say("none")
        return illegal(say("there is no op sheet {name}; yours are {known}", name=sheet, known=known), "TCSB-6-3")
    return _off_the_map(game, act) or unfit(game, _named(picture, act), act)


@rule("TCSB-1-6")
def _off_the_map(game: TacticalGame, act: Act) -> Refusal | None:
    off = [hex_ for hex_ in (act.hex("HEX_STACK"), act.hex(), *act.hexes()) if hex_ and hex_ not in game.ground.terrain]
    return illegal(say("{hex} is not on the map", hex=off[0]), "TCSB-1-6") if off else None


def _named(picture: TacticalPicture, act: Act) -> tuple[TacticalUnit, ...]:
    """The units that a line names, on the map or still to come."""
    forces = picture.forces
    units = {unit.id: unit for unit in (*forces.awaited, *forces.units.values())}
    return tuple(units[call] for call in act.texts("UNITS"))


def warning(act: Act) -> str:
    """What a line may cost in the long run: whoever holds for good never answers a move."""
    if act.verb == "policy fire" and act.says("hold") and not act.says("until"):
        return say("these units fire no overwatch until you say otherwise")
    return ""


def idles(standing: StandingFile, game: TacticalGame, picture: TacticalPicture) -> bool:
    """No pause closes by itself: the other side would learn of it."""
    return False
