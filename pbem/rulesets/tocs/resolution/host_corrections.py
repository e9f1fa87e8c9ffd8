"""What is put right or ended by the host's or the commanders' word, not by the dice: corrections, a draw, a concession."""

import re
from typing import NamedTuple

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex, direction, hex_at
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, READY, REARMING
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_named, is_divided
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.turn import tallies
from pbem.rulesets.tocs.units import STATES, Unit

_HEX = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
FORM = phrase(
    "write UNIT at HEX, UNIT at HEX toward HEX, UNIT steps N (that are left), UNIT state WORD, HEX owner, or AIRCRAFT box WORD"
)
GROUND = (LANDED, REARMING, READY, LOST)


@rule("TOCS-1.14-1")
def correct(game: Game, board: Board, side: str, text: str) -> tuple[e.Event, ...] | Refusal:
    """The events that put right what a fault did to a side: `A/504 at 12.11`, `A/504 at
    14.12 toward 13.12`, `A/504 steps 3`, `12.11 owner`."""
    text, _, toward = text.partition(" toward ")
    words = text.replace(" to ", " ").split()
    if len(words) >= 3 and words[1].lower() == "box":
        return _box(board, side, words[0], " ".join(words[2:]).lower())
    if len(words) == 2 and words[1].lower() == "owner":
        return _owner(game, board, side, words[0])
    unit = board.forces[side].unit_called(_call(board, side, words[0])) if words else None
    if len(words) != 3 or unit is None or unit.status != "map":
        return Refusal(
            "invalid",
            f"{text!r}: {say(FORM)}"
            if len(words) != 3
            else say("no unit {call} of {side} is on the map", call=words[0], side=side),
        )
    found = _changed(game, board, side, unit, _Change(words[1].lower(), words[2], toward.strip()))
    return found if isinstance(found, Refusal) else (e.UnitChanged(side, found, phrase("corrected")),)


@rule("TOCS-1.14-1", "TOCS-3.2-2")
def _box(board: Board, side: str, call: str, box: str) -> tuple[e.Event, ...] | Refusal:
    """Aircraft put into another box of the ready chart: on the ground, where they fly nothing any more."""
    craft = next((c for name, c in board.forces[side].air.aircraft.items() if name.lower() == call.lower()), None)
    if craft is None:
        return Refusal("invalid", say("{side} has no aircraft {call}", side=side, call=call), "TOCS-3.2-9")
    if box not in GROUND:
        return Refusal("invalid", say("{word} is no box: {boxes}", word=box, boxes=", ".join(GROUND)), "TOCS-3.2-2")
    return (e.AircraftMoved(side, (replace(craft, box=box),), phrase("corrected")),)


def _call(board: Board, side: str, word: str) -> str:
    return next((c.call for c in board.forces[side].counters.values() if c.call.lower() == word.lower()), word)


def _place(game: Game, word: str) -> Hex | None:
    match = _HEX.fullmatch(word)
    found = hex_at(int(match[1]), int(match[2])) if match and int(match[1]) and int(match[2]) else None
    return found if found in game.ground.hexes else None


def _owner(game: Game, board: Board, side: str, word: str) -> tuple[e.Event, ...] | Refusal:
    place = _place(game, word)
    if place is None:
        return Refusal("invalid", say("{word} is no hex of this map", word=word), "TOCS-W1.2-4")
    if board.occupants(place, game.other(side)):
        return Refusal("illegal", say("the other side stands in {place}", place=place), "TOCS-W9.1-2")
    return (e.OwnerChanged(place, side, phrase("corrected")),)


@rule("TOCS-W1.10-3")
def _bank(game: Game, place: Hex, toward: str) -> int | Refusal:
    """The bank of a river hex on the side of the hex beside it that is named; 0 where no water divides it."""
    if not is_divided(game.ground, place):
        return 0
    beside = _place(game, toward)
    side = direction(place, beside) if beside else None
    bank = bank_named(game.ground, place, side) if side else None
    why = say("water divides {place}: name a hex on the side of its bank, as in UNIT at HEX toward HEX", place=place)
    return Refusal("invalid", why, "TOCS-W1.10-3") if bank is None else bank


class _Change(NamedTuple):
    """What a host makes of a unit: how ("at", "steps" or "state"), the word for what it is then, and the hex on whose side its
    bank is."""

    how: str
    word: str
    toward: str


def _changed(game: Game, board: Board, side: str, unit: Unit, change: _Change) -> Unit | Refusal:
    how, word, toward = change
    if how == "at":
        place = _place(game, word)
        if place is None:
            return Refusal("invalid", say("{word} is no hex of this map", word=word), "TOCS-W1.2-4")
        if board.public.owner[place] != side or board.occupants(place, game.other(side)):
            return Refusal(
                "illegal", say("{place} is not {side}'s: correct its owner first", place=place, side=side), "TOCS-W9.1-2"
            )
        bank = _bank(game, place, toward)
        return bank if isinstance(bank, Refusal) else replace(unit, hex=place, bank=bank, origin=None)
    if how == "steps":
        printed = board.forces[side].counter(unit).steps
        if not word.isdecimal() or not 1 <= int(word) <= printed:
            return Refusal("invalid", say("between 1 and {printed} steps can be left", printed=printed))
        return replace(unit, lost=printed - int(word))
    if how == "state":
        if word.lower() not in STATES:
            return Refusal("invalid", say("{word} is no state: {state}", word=word, state=", ".join(STATES)))
        return replace(unit, state=STATES.index(word.lower()))
    return Refusal("invalid", say(FORM))


@rule("TOCS-5.0-1", "TOCS-5.0-3")
def conclude(moment: Moment, winner: str, how: str) -> tuple[e.Event, ...]:
    """It is ended before its time: the result to date is opened, the winner as agreed ("" = drawn, NOBODY). how: "drawn by
    agreement" …
    """
    return (e.GameOver(tallies(moment), winner, how),)
