"""From bank to bank: by bridge, over a ford, through a minor river, afloat (TOCS-W1.10, W11.9 to W11.14)."""

from typing import NamedTuple

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import Bridge, Ground, bank_of, water_kind
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import bridges
from pbem.rulesets.tocs.rules.afloat import AMPHIBIOUS, BORNE
from pbem.rulesets.tocs.rules.weather import ice_bears
from pbem.rulesets.tocs.view import View

VEHICLES = ("motorized", "mechanized", "armored")
WADE = "wade"  # a minor river without a ford: tried with a die (TOCS-W11.11-1)
FORD = "ford"
FERRY = "ferry"
SWIM = "swim"  # afloat, by itself or in boats


class Position(NamedTuple):
    """A place where a unit can be: a hex, and the bank of it (0 on dry ground)."""

    hex: Hex
    bank: int


class Crossing(Value):
    """The bank a step arrives on and what took it over the water on the way: "bridge", "ice", "swim", "ford", "ferry",
    "wade", or "". rate: the road, if there is one, gives its rate on the way."""

    bank: int
    means: str = ""
    rate: bool = True


@rule("TOCS-W1.10-1", "TOCS-W1.10-2", "TOCS-W11.0-4", "TOCS-W11.10-3")
def crossing(view: View, counter: Counter, at: Position, to: Hex) -> Crossing | None:
    """How the unit gets from its bank of one hex into the next, and to which bank; None when water bars the way."""
    ground, out, into = view.game.ground, direction(at.hex, to), direction(to, at.hex)
    if out is None or into is None:
        return None
    means = ""
    if at.hex in ground.banks:
        bank = bank_of(ground, at.hex, out)
        if bank is None:
            return None
        means = "" if bank == at.bank else over(view, counter, at.hex, to)
        if bank != at.bank and not means:
            return None
    arrives = bank_of(ground, to, into)
    if arrives is None:
        return None
    return Crossing(arrives, means, means != "bridge" or joined(view, counter, at.hex, to))


def arrival(ground: Ground, origin: Hex, target: Hex) -> int:
    """The bank on which a unit stands that comes into a hex from the next."""
    return bank_of(ground, target, direction(target, origin) or "") or 0


@rule("TOCS-W11.9-1", "TOCS-W11.10-1", "TOCS-W11.11-1")
def over(view: View, counter: Counter, hex_: Hex, to: Hex) -> str:
    """What takes the unit to another bank of a hex on its way to the next: the surest means there is, "" for none.

    Major rivers have bridges, ice and ferries only; medium rivers fords as well; a minor river can be tried anywhere. Amphibious
    vehicles and boats go over all of them.
    """
    if bridges_over(view, counter, hex_, to):
        return "bridge"
    if ice_bears(view.public.weather, counter):
        return "ice"
    if {AMPHIBIOUS, BORNE} & set(counter.traits):
        return SWIM
    if forded(view, hex_):
        return FORD
    ferry = view.game.ground.ferries.get(hex_)
    if ferry and bridges.ferry_takes(view.game, ferry, counter):
        return FERRY
    return WADE if water_kind(view.game.ground, hex_) == "minor_river" else ""


@rule("TOCS-W11.2-1", "TOCS-W11.3-1", "TOCS-W10.10-7")
def bridges_over(view: View, counter: Counter, hex_: Hex, to: Hex) -> tuple[Bridge, ...]:
    """The bridges in this hex that carry the unit on its way to the next, as far as its side knows: each bears so much and
    no more, and vehicles use a railway bridge along the rails alone, whatever they weigh (ruling G22). A roadblock that it
    knows of in the hex bars vehicles from them all."""
    if counter.mobility in VEHICLES and hex_ in bridges.blocked(view):
        return ()
    on_rails = counter.mobility not in VEHICLES or (hex_, to) in view.game.ground.rails
    fit = (b for b in bridges.standing(view, hex_) if bridges.bears(view.game, b, counter))
    return tuple(b for b in fit if on_rails or b.carries != ("railroad",))


@rule("TOCS-W10.13-9")
def joined(view: View, counter: Counter, hex_: Hex, to: Hex) -> bool:
    """Does a bridge join the roads of both banks, so that the way over it can be made at their rate?"""
    roads = (hex_, to) in view.game.ground.roads
    return any(set(b.carries) - {"railroad"} if roads else b.carries for b in bridges_over(view, counter, hex_, to))


@rule("TOCS-W11.14-1")
@rule("MASL-13.1-1")
def forded(view: View, hex_: Hex) -> bool:
    """Is there a ford in this hex that the side knows of, printed on the map or found in play?"""
    return hex_ in view.game.ground.fords or hex_ in view.forces.fords
