"""STOP AFTER, HALT, HOLD: orders that let something not happen."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.command import letter_order
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.impulses import SEGMENTS
from pbem.rulesets.tcs.settling.impulses import segments_left
from pbem.rulesets.tcs.settling.turns import STOPS
from pbem.rulesets.tcs.told_events import OwnTold, StopAsked, UnitsHeld
from pbem.rulesets.tcs.words import ORDER_VERBS


def _segment(act: Act) -> str:
    return next(name for name in SEGMENTS if act.says(name))


@rule("TCSB-2-11")
def _no_stop(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why play cannot be stopped there."""
    if game.switches["armor"] is not True and _segment(act) != "normal":
        words = say("there are no armor impulses here: play may stop behind the normal phase of who acts first")
        return illegal(words, "TCSB-2-11", "stop after normal impulse")
    if game.switches["pace"] == "three_letters":
        return illegal(say("at the pace of three letters each Action Phase has its own letter"), "TCSB-2-11")
    if picture.public.acted:
        return illegal(say("the last Action Phase of the turn is under way: there is nothing to stop before"), "TCSB-2-11")
    if _segment(act) not in segments_left(game, picture.public.halfway):
        return illegal(say("play has stopped behind that already"), "TCSB-2-11")
    if picture.public.stops.get(picture.side, 0) >= STOPS:
        return illegal(say("your {stops} stops of the game are used", stops=STOPS), "TCSB-2-11")
    return None


def _stop(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (StopAsked(picture.side, _segment(act)),)


def _fits(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    return ()


@rule("TCSB-6-26")
def _held(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return (UnitsHeld(picture.side, calls),)


def _nothing(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    return ()


STOP = letter_order(
    "stop after",
    phrase(
        "STOP AFTER NORMAL IMPULSE stops play behind the Action Phase of who acts first. Both sides get a\n"
        "report and are awaited again; orders that were not reached come back and may be changed. A side has\n"
        "three stops in a game, and both are told whose stop it was. With the rules for armor play may stop\n"
        "behind any of the three segments of that phase: INITIAL, NORMAL, FINAL.\n\n    STOP AFTER NORMAL IMPULSE"
    ),
    _no_stop,
    _stop,
    "B",
)
HALT = TacticalAction(
    ORDER_VERBS["halt"],
    phrase(
        "HALT IF stands before a move and ends it as soon as something is so, hex by hex. Where you do not\n"
        "know, the move goes on. What follows on the line is done all the same. HELP IF lists what can be\n"
        "asked.\n\n    A-1: HALT IF FIRED ON OR SEEN ARMOUR WITHIN 2; MOVE 05.02, 05.03"
    ),
    "B",
    _fits,
    _nothing,
    _nothing,
    together=True,
)
HOLD = TacticalAction(
    ORDER_VERBS["hold"],
    phrase(
        "HOLD says that a unit stays where it is. Units of an attack that are free to advance and were told\n"
        "nothing go a hex by themselves in the second turn (TCSB-6-26); who holds does not.\n\n"
        "    A-MG: HOLD\n    A-1: IF EMPTY MOVE 05.02, ELSE HOLD"
    ),
    "B",
    _fits,
    _held,
    _held,
    together=True,
)
