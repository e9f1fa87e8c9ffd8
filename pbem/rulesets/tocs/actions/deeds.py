"""Verbs whose order is first made out (who, by whom, or why not), then foreseen, then done; and the same for several units."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ordering import afterwards, by
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import open_waters
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

T = TypeVar("T")
M = TypeVar("M")


class Deed(Value):
    """check, expect and execute of an Action."""

    check: Callable[[Game, Picture, Any], tuple[Refusal, ...]]
    expect: Callable[[Game, Picture, Any], Picture]
    execute: Callable[[Moment, Picture, Any], Outcome]


class ByHq(Value):
    """A unit by its call, and the HQ that orders it ("" = the referee finds it)."""

    unit: str
    by: str


def each_by_hq(act: Act, picture: Picture) -> tuple[ByHq, ...]:
    """The order from its words, one for each unit."""
    return tuple(ByHq(call, by(act)) for call in act.texts())


def on_map(view: View, call: str) -> Unit | Refusal:
    """The own unit of a call, if it is on the map."""
    unit = view.forces.unit_called(call)
    if unit is None or unit.status != "map":
        return illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1")
    return unit


def deed(
    meant: Callable[[View, T], M | Refusal],
    expected: Callable[[Game, Picture, M], Picture],
    events: Callable[[Moment, str, M], tuple[e.Event, ...]],
) -> Deed:
    """meant: the order made out from the own picture; expected: the picture after it; events: what comes of it. What would leave
    somebody on open water without boats is refused."""

    def made_out(game: Game, picture: Picture, order: T) -> M | Refusal:
        found = meant(picture.view(game), order)
        if isinstance(found, Refusal) or not open_waters(game.ground):
            return found
        return afloat.left_in_water(expected(game, picture, found).view(game)) or found

    def check(game: Game, picture: Picture, order: T) -> tuple[Refusal, ...]:
        found = made_out(game, picture, order)
        return (found,) if isinstance(found, Refusal) else ()

    def expect(game: Game, picture: Picture, order: T) -> Picture:
        found = made_out(game, picture, order)
        return picture if isinstance(found, Refusal) else expected(game, picture, found)

    def execute(moment: Moment, picture: Picture, order: T) -> Outcome:
        found = made_out(moment.game, picture, order)
        if isinstance(found, Refusal):
            return Outcome((), replace(found, kind="failed"))
        return Outcome(events(moment, picture.side, found))

    return Deed(check, expect, execute)


def each(one: Deed) -> Deed:
    """The same order for several units, one after another, up to the first that is refused or fails."""
    return Deed(partial(_check_each, one), partial(_expect_each, one), partial(_execute_each, one))


def _check_each(one: Deed, game: Game, picture: Picture, orders: tuple[T, ...]) -> tuple[Refusal, ...]:
    for order in orders:
        refused = one.check(game, picture, order)
        if refused:
            return refused
        picture = one.expect(game, picture, order)
    return ()


def _expect_each(one: Deed, game: Game, picture: Picture, orders: tuple[T, ...]) -> Picture:
    for order in orders:
        picture = one.expect(game, picture, order)
    return picture


def _execute_each(one: Deed, moment: Moment, picture: Picture, orders: tuple[T, ...]) -> Outcome:
    events: tuple[e.Event, ...] = ()
    for order in orders:
        now = afterwards(moment, picture, events)
        done = one.execute(now.moment, now.picture, order)
        events = (*events, *done.events)
        if done.failure:
            return Outcome(events, done.failure)
    return Outcome(events)
