"""Taken to the other bank within a hex: by a ferry, by engineers' boats, over a bridge, a ford or ice (TOCS-W2.6.4, W12.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import is_divided
from pbem.rulesets.tocs.rules import afloat, bridges
from pbem.rulesets.tocs.rules.crossings import VEHICLES, forded
from pbem.rulesets.tocs.rules.weather import ice_bears
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

MOST_STEPS = 4


class Carrier(Value):
    """What takes a unit over: its name in words, its key in the forces' count ("" = nothing to count), steps it can still take."""

    words: str
    key: str
    room: int


@rule("TOCS-W2.6.4-8", "TOCS-W1.10-2")
def carriers(view: View, unit: Unit) -> tuple[Carrier, ...]:
    """All that could take the unit to another bank of its hex now: the working ferry first, then engineers of its stack
    that have not stirred this impulse."""
    found: list[Carrier] = []
    ferry = view.game.ground.ferries.get(unit.hex)
    if ferry and bridges.ferry_takes(view.game, ferry, view.forces.counter(unit)):
        key = f"ferry {unit.hex}"
        found.append(Carrier(ferry.name or say("the ferry"), key, ferry.steps - view.forces.ferried.get(key, 0)))
    here = sorted(view.forces.at(unit.hex), key=lambda other: (other.id == unit.id, other.id))
    return (*found, *(boats(view, u) for u in here if view.forces.counter(u).engineer and not stirred(view, u)))


@rule("TOCS-W12.1.2-2", "TOCS-W12.1.2-3")
def boats(view: View, engineers: Unit) -> Carrier:
    """The boats of engineers, which take so many steps an impulse, their own among them."""
    call = view.forces.counter(engineers).call
    more = (b.steps for b in view.forces.boats if engineers.id in b.units and b.turn <= view.public.turn)
    steps = max(more, default=MOST_STEPS)
    return Carrier(say("the boats of {call}", call=call), engineers.id, steps - view.forces.ferried.get(engineers.id, 0))


def stirred(view: View, unit: Unit) -> bool:
    """Has the unit moved this impulse?"""
    return len(view.forces.trails.get(unit.id, ())) > 1


@rule("TOCS-W11.9-2", "TOCS-W11.10-3", "TOCS-W10.10-7")
def dry_shod(view: View, unit: Unit) -> bool:
    """Can the unit change banks within its hex by itself: over a bridge (vehicles, if no roadblock shuts it), ice, a ford it
    knows of, or afloat?"""
    counter, place = view.forces.counter(unit), unit.hex
    shut = counter.mobility in VEHICLES and place in bridges.blocked(view)
    bridge = not shut and any(bridges.bears(view.game, b, counter) for b in bridges.standing(view, place))
    ford = forded(view, place) and unit.state == 0
    return bridge or ford or ice_bears(view.public.weather, counter) or _afloat(view, unit)


@rule("TOCS-W12.1.1-1")
def _afloat(view: View, unit: Unit) -> bool:
    return afloat.AMPHIBIOUS in view.forces.counter(unit).traits or afloat.borne(view.forces, unit)


@rule("TOCS-W2.6.4-8")
def may_cross(view: View, unit: Unit, to: int) -> Carrier | Refusal:
    """What takes the unit to that bank of its hex, or why it cannot go."""
    counter = view.forces.counter(unit)
    call, place = counter.call, unit.hex
    if not is_divided(view.game.ground, place):
        return illegal(say("no water divides {place}", place=place), "TOCS-W2.6.4-8")
    if to == unit.bank:
        return illegal(say("{call} stands on that bank already", call=call), "TOCS-W2.6.4-8")
    if stirred(view, unit):
        return illegal(say("{call} must begin its impulse in {place} to be taken over", call=call, place=place), "TOCS-W2.6.4-8")
    if dry_shod(view, unit):
        return Carrier(say("its own way"), "", counter.steps)
    steps = counter.steps - unit.lost
    able = carriers(view, unit)
    found = next((carrier for carrier in able if carrier.room >= steps), None)
    if found:
        return found
    if able:
        return illegal(
            say(
                "{boats} can take {room} more steps, {call} has {steps}",
                boats=able[0].words,
                room=max(able[0].room, 0),
                call=call,
                steps=steps,
            ),
            "TOCS-W2.6.4-8",
        )
    return illegal(
        say("{place} has no bridge, ford, ferry or engineers at rest to take {call} over", place=place, call=call), "TOCS-W1.10-2"
    )


def banks(view: View, place: Hex) -> tuple[tuple[str, ...], ...]:
    """The banks of a hex by the hexsides on each."""
    return view.game.ground.banks.get(place, ())
