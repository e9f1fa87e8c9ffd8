"""What the verbs of ships share: who acts, a box lower for each act, what is certain of an order and shows in a dry run."""

from collections.abc import Callable
from typing import Any

from pbem.engine.situation import Control
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.ships import SPENT, WORDS_OF_CLASS, Plane, SeaZone, Ship
from pbem.rulesets.tocs.view import View, Weather

ACTED = phrase("acted")
ROW = "TOCS-W16.1-1"


class SeaPlan(Value):
    """An order of ships made out: what is certain to come of it, as a dry run shows it; told: what the verb needs to do it."""

    sure: tuple[t.OwnTold, ...]
    told: Any = None


Meant = Callable[[View, Any], SeaPlan | Refusal]
Events = Callable[[Moment, str, SeaPlan], tuple[e.Event, ...]]


def acting(view: View) -> tuple[Ship, ...]:
    """The ships that act now: one, or those of a fleet."""
    return view.forces.sea.named(view.forces.sea.active)


def flying(view: View) -> Plane | None:
    """The aircraft over the water that act now, if it is they."""
    return view.forces.sea.planes.get(view.forces.sea.active)


def weather(view: View, zone: str) -> Weather:
    """The weather of a zone as both sides know it."""
    return view.public.sea.get(zone, view.public.weather)


@rule("TOCS-W16.1-1", "TOCS-W17.0-1")
def may_act(ships: tuple[Ship, ...], actions: int = 1) -> Refusal | None:
    """Why ships cannot act: not at sea, or nothing left to act with."""
    if not ships:
        return illegal(say("no ship of this name is afloat"), ROW)
    for ship in ships:
        if ship.port or ship.aboard:
            where = say("it is docked: `undock` first") if ship.port else say("it is aboard {ship}", ship=ship.aboard)
            return illegal(say("{call} cannot: {where}", call=ship.call, where=where), ROW)
        if ship.box < actions or ship.box == SPENT:
            words = say("{call} is in box {box}: too few actions are left", call=ship.call, box=ship.box)
            return illegal(words, ROW)
    return None


def of_class(ships: tuple[Ship, ...], able: Callable[[Ship], bool], words: str, row: str) -> Refusal | None:
    """Why one of the ships is not of a kind that can do a thing."""
    unfit = next((ship for ship in ships if not able(ship)), None)
    if unfit is None:
        return None
    return illegal(say("{call} is a {kind}: {words}", call=unfit.call, kind=say(WORDS_OF_CLASS[unfit.ship]), words=words), row)


@rule("TOCS-W16.1-1", "TOCS-W17.0-1")
def lower(ships: tuple[Ship, ...], actions: int = 1, **changes: Any) -> tuple[Ship, ...]:
    """The ships after so many acts, each a box lower."""
    return tuple(replace(ship, box=ship.box - actions, acted=True, **changes) for ship in ships)


def paid(view: View, ships: tuple[Ship, ...], actions: int = 1, **changes: Any) -> t.ShipsMoved:
    """The event of it."""
    return t.ShipsMoved(view.side, lower(ships, actions, **changes), ACTED)


def zone_named(view: View, name: str) -> SeaZone | None:
    """The sea zone of a name or an id."""
    wanted = name.casefold()
    zones = view.game.ground.zones.values()
    return next((zone for zone in zones if wanted in (zone.name.casefold(), zone.id.casefold())), None)


def sea_action(words: Verb, help_: str, meant: Meant, events: Events, order: Callable[[Act, Picture], Any] | None = None) -> Action:
    """A verb of ships. meant: the order made out from the own view; events: all that comes of it. They cost no OP."""

    def expect(game: Game, picture: Picture, act: Any) -> Picture:
        found = meant(picture.view(game), act)
        if isinstance(found, SeaPlan):
            for event in found.sure:
                picture = learn(picture, o.OwnEvent(event))
        return picture

    def check(game: Game, picture: Picture, act: Any) -> tuple[Refusal, ...]:
        found = meant(picture.view(game), act)
        return (found,) if isinstance(found, Refusal) else ()

    def execute(moment: Moment, picture: Picture, act: Any) -> Outcome:
        found = meant(moment.board.view(moment.game, picture.side), act)
        if isinstance(found, Refusal):
            return Outcome((), replace(found, kind="failed"))
        done = events(moment, picture.side, found)
        return Outcome(tuple(event for event in done if not isinstance(event, Control)))

    read = order or (lambda act, picture: act)
    return Action(verb=words, help=help_, order=read, check=check, expect=expect, execute=execute, pays=False, sea=True)
