"""Reports: TOCS's part of the letters, all of it of what one desk may know."""

from collections.abc import Mapping

from pbem.documents.document import Block, block
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observations import Seen
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice, flight_cost, flights, intsum, sea_answers
from pbem.rulesets.tocs.reports import sitrep as sitreps
from pbem.rulesets.tocs.reports.advice import active_units, warn_close
from pbem.rulesets.tocs.reports.advice import unordered as idle
from pbem.rulesets.tocs.reports.battle_report import fought, kept, why
from pbem.rulesets.tocs.reports.communications import why_cut
from pbem.rulesets.tocs.reports.diary import story
from pbem.rulesets.tocs.reports.in_use import here, out_of_use
from pbem.rulesets.tocs.reports.intsum import intsum as summary
from pbem.rulesets.tocs.reports.intsum import located, turn_began
from pbem.rulesets.tocs.reports.receipt_lines import news as receipt_news
from pbem.rulesets.tocs.reports.receipt_lines import told as receipt_lines
from pbem.rulesets.tocs.reports.sitrep import brief, closes, letterhead, sitrep, station

__all__ = [
    "SECTIONS",
    "active_units",
    "ask",
    "brief",
    "closes",
    "fought",
    "here",
    "idle",
    "kept",
    "left_to_report",
    "letterhead",
    "located",
    "out_of_use",
    "receipt_lines",
    "receipt_news",
    "sitrep",
    "station",
    "summary",
    "turn_began",
    "warn_close",
    "why",
]  # fmt: skip

SECTIONS: Mapping[str, Mapping[str, str]] = {"sitrep": sitreps.SECTIONS, "intsum": intsum.SECTIONS}


def left_to_report(seen: Seen) -> bool:
    """An impulse is its owner's alone: their receipts tell all that they learnt in it."""
    return False


def ask(game: Game, picture: Picture, kept: tuple[Seen, ...], act: Act) -> tuple[Block, ...]:
    """The answer to CHANCE, COST, FLIGHTS, WHAT CAN, DIARY, WHY <unit> or WHY AT SEA; () to what is not TOCS's to answer."""
    unit, hex_ = act.text("UNIT") or "", act.text("HEX") or ""
    if act.verb == "cost" and not hex_:
        return block(say("COST {unit}", unit=unit), _set_in(_cost_of_way(game, picture, unit)))
    if act.verb == "cost":
        return block(say("COST {unit} to {hex}", unit=unit, hex=hex_), _set_in(advice.cost(game, picture, unit, hex_)))
    if act.verb in ("flights to come", "chance"):
        return _ahead(game, picture, act)
    if act.verb == "what can":
        return block(say("WHAT CAN {unit}", unit=unit), _set_in(advice.what_can(game, picture, unit)))
    if act.verb == "diary":
        return block(say("DIARY {unit}", unit=unit), story(game, picture, kept, unit))
    if act.verb == "why at sea":
        number = act.number("N") or 0
        return block(say("WHY AT SEA {number}", number=number), _set_in(sea_answers.why(game, picture, kept, number)))
    if act.verb in ("why unit", "why out of supply"):
        return _why_of(game, picture, act.verb, unit)
    return ()


def _ahead(game: Game, picture: Picture, act: Act) -> tuple[Block, ...]:
    """What is to come: flights, or a battle for a hex."""
    if act.verb == "flights to come":
        return block("FLIGHTS", flights.lines(game, picture) or (say(" No flight is to come."),))
    unit, hex_ = act.text("UNIT") or "", act.text("HEX") or ""
    return block(say("CHANCE at {hex}", hex=hex_), _set_in(advice.chance(game, picture, unit, hex_)))


def _why_of(game: Game, picture: Picture, verb: str, unit: str) -> tuple[Block, ...]:
    """What cuts a unit off; WHY alone is asked of battles and lines, and of a unit names the questions that tell of it."""
    if verb == "why out of supply":
        return block(say("SUPPLY AND COMMUNICATION: {unit}", unit=unit), _set_in(why_cut(game, picture, unit)))
    asked = phrase(
        "WHAT CAN {unit}: what it is, how it stands, what it may do; DIARY {unit}: what it did; WHY OUT OF SUPPLY {unit}"
    )
    return block(say("WHY {unit}", unit=unit), _set_in((say(asked, unit=unit),)))


def _cost_of_way(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """What acts cost a ship, a flight's way, or how to ask for a unit's."""
    if picture.forces.sea.named(call) or call in picture.forces.sea.ships:
        return sea_answers.cost(game, picture, call)
    if flight_cost.way_of(picture, call) is None:
        return (say("{call}: say where to, as in COST {call} to 12.09", call=call),)
    return flight_cost.cost(game, picture, call)


def _set_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {line}" for line in lines)
