"""The form of an order verb, and of a line for several units: words, order, check, expect, execute.

An order is a value of the verb's own: made from its words by `order`, and handed to the others of the same file alone.
"""

from collections.abc import Callable
from typing import Any

from pbem.kernel.decisions import Refusal
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture


class Action(Value):
    """An order verb: its words, the order made from them, and what check, expect and execute do with it.

    order(act, picture) -> the order, or a Refusal when words are missing; check(game, picture, order) -> refusals;
    expect(game, picture, order) -> the picture as if it came off; warn(game, picture, order) -> what beginners regret;
    execute(moment, picture, order) -> Outcome, with the picture of whoever
    ordered it, and no other: these three are asked only for what check has just let pass.
    options(game, picture, unit) -> lines that unit could be told; besides: more of them, which scripted commanders leave alone.
    beyond(game, picture, order) -> True where check surely refuses for want of points: asked first by who wants no words for it.
    ordered: the act needs a superior's order, named in its slot CALL_HQ or found by the ruleset; pays: the unit's OP is
    paid before the act (False: the act pays it, if it comes off). form: the same order as a line that begins with the
    verb and names its units within; unit_of(act, picture) -> the call of the one that line belongs to. sea: ships, fleets and
    aircraft over the water do it, and nobody else does.
    """

    verb: Verb
    help: str
    order: Callable[[Act, Picture], Any]
    check: Callable[[Game, Picture, Any], tuple[Refusal, ...]]
    expect: Callable[[Game, Picture, Any], Picture]
    execute: Callable[[Moment, Picture, Any], Outcome]
    options: Callable[[Game, Picture, str], tuple[str, ...]] = lambda game, picture, unit: ()
    besides: Callable[[Game, Picture, str], tuple[str, ...]] = lambda game, picture, unit: ()
    warn: Callable[[Game, Picture, Any], tuple[str, ...]] = lambda game, picture, order: ()
    beyond: Callable[[Game, Picture, Any], bool] = lambda game, picture, order: False
    ordered: bool = False
    pays: bool = True
    form: Verb | None = None
    unit_of: Callable[[Act, Picture], str] | None = None
    sea: bool = False


class ManeuverTurn(Value):
    """The next thing a maneuver does: a unit, its act, and what is counted on in a dry run if it asks ("empty")."""

    call: str
    act: Act
    counts_on: str = ""


class Went(Value):
    """A turn that was taken, and whether it came off."""

    call: str
    act: Act
    ok: bool


class Halt(Value):
    """A maneuver has nothing more to do now: why; over: it is done with for good; off: it was called off."""

    words: str
    over: bool = True
    off: bool = False


class Maneuver(Value):
    """A line for several units at once, played as acts of single units, each chosen from the picture of the moment.

    order(act, picture) -> the order or a Refusal; check(game, picture, order) -> refusals; turn(game, picture,
    order, past) -> the next Turn, or Halt; undo(moment, side, order, past) -> events when it was called off.
    rule: the row it stands on; stays: it lies on file until it is over, and `continue` goes on with it.
    """

    verb: Verb
    help: str
    order: Callable[[Act, Picture], Any]
    check: Callable[[Game, Picture, Any], tuple[Refusal, ...]]
    turn: Callable[[Game, Picture, Any, tuple[Went, ...]], ManeuverTurn | Halt]
    undo: Callable[[Moment, str, Any, tuple[Went, ...]], tuple[e.Event, ...]]
    rule: str = ""
    stays: bool = False
