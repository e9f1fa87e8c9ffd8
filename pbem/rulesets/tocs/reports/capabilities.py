"""What each contact could do by next turn, by what a march over the known ground would cost it (MASL-5.1-1).

A contact's own speed is not known: it is taken to march as the fastest own unit of its kind does. Bridges, fords and weather count
as the own desk knows them; who of the enemy stands where beside the contacts does not enter.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush

from pbem.engine.contact import Contact
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import place, places
from pbem.rulesets.tocs.rules.adjacent_moves import Entry, ways_of
from pbem.rulesets.tocs.rules.crossings import FERRY, VEHICLES, Position
from pbem.rulesets.tocs.rules.terrain import ALL_AP
from pbem.rulesets.tocs.rules.victory import named
from pbem.rulesets.tocs.units import HALVES

MOST_LINES = 8  # contacts whose capabilities are told
MOST_PLACES = 4  # that it could reach, by name
MARCH = 3  # AP of a unit in an impulse
SLOWEST = 2  # movement points an AP gives where a side has no unit of the kind to go by


@rule("MASL-5.1-1", "TOCS-W10.1-2")
def lines(game: Game, picture: Picture) -> Iterator[str]:
    """For each contact, the last seen first, the own hexes it could attack next impulse, and the own troops and objectives it
    could reach."""
    goals = named(picture.forces.objectives, game.ground)
    held = frozenset(u.hex for u in picture.forces.on_map())
    own = held | {h for h in goals if picture.public.owner[h] == picture.side}
    for contact in sorted(picture.contacts, key=_freshest)[:MOST_LINES]:
        first, *more = (*_threat(game, contact.hex, own, marched(game, picture, contact)), "")
        if first:
            said = ". ".join((first, *(f"{words[0].upper()}{words[1:]}" for words in more if words)))
            yield f" C-{contact.number} {place(game, contact.hex)}: {said}."
    if (older := len(picture.contacts) - MOST_LINES) > 0:
        yield counted(older, " {number} older contact: not estimated.", " {number} older contacts: not estimated.")


def _freshest(contact: Contact) -> tuple[list[int], int]:
    """The place of a contact in a list of which the last seen come first: `T3.2` before `T3.1`."""
    return [-int(number) for number in re.findall("[0-9]+", contact.seen)], contact.number


def _threat(game: Game, at: Hex, own: frozenset[Hex], costs: Mapping[Hex, int]) -> Iterator[str]:
    """What a contact could do to own hexes, by the hexes that it could march to."""
    near = game.ground.neighbours
    beside = tuple(h for h in own if h in near[at])
    ahead = tuple(h for h in own if h != at and h not in beside and (h in costs or any(n in costs for n in near[h])))
    if at in own:
        yield say("in contact with your troops")
    if beside:
        yield say("can attack {places} next impulse", places=places(game, beside))
    if ahead:
        first, more = _nearest(ahead, at), len(ahead) - MOST_PLACES
        rest = counted(more, " and {number} more hex", " and {number} more hexes") if more > 0 else ""
        yield say("could reach {places}{rest} by next turn", places=places(game, first), rest=rest)


def _nearest(hexes: tuple[Hex, ...], at: Hex) -> tuple[Hex, ...]:
    return tuple(sorted(hexes, key=lambda h: (distance(h, at), h))[:MOST_PLACES])


def marched(game: Game, picture: Picture, contact: Contact) -> Mapping[Hex, int]:
    """The hexes that a contact could march to in an impulse, with what that costs in halves of a movement point; it does not
    march through own troops."""
    view, counter = picture.view(game), _alike(picture, "vehicles" in contact.kinds)
    ways, budget = ways_of(view, counter, True), MARCH * counter.mp * HALVES
    held = frozenset(u.hex for u in picture.forces.on_map())
    banks = range(max(1, len(game.ground.banks.get(contact.hex, ()))))
    queue = [(0, contact.hex, bank) for bank in banks]
    reached: dict[Position, int] = {}
    while queue:
        cost, hex_, bank = heappop(queue)
        at = Position(hex_, bank)
        if at not in reached and (hex_ not in held or hex_ == contact.hex):
            reached[at] = cost
            for way in _paid(ways.ground(at), cost, budget):
                heappush(queue, (way.cost, way.to.hex, way.to.bank))
    least: dict[Hex, int] = {}
    for at, cost in reached.items():  # the cheapest first
        least.setdefault(at.hex, cost)
    return least


def _paid(ways: Iterable[Entry], cost: int, budget: int) -> Iterator[Entry]:
    """The ways that a march may take after so much of its budget, each at what it has cost in all."""
    for way in ways:
        alone = way.cost == ALL_AP and cost == 0
        paid = budget if alone else cost + way.cost
        if way.means != FERRY and (alone or way.cost != ALL_AP) and paid <= budget:
            yield replace(way, cost=paid)


def _alike(picture: Picture, vehicles: bool) -> Counter:
    """A unit of the contact's kind as far as the own side can tell: as fast as its own fastest, without gear."""
    counters = tuple(picture.forces.counters.values())
    kind = [c for c in counters if (c.mobility in VEHICLES if vehicles else c.mobility == "foot")]
    fastest = max((c.mp for c in kind), default=SLOWEST)
    model = replace(counters[0], id="", mp=fastest, traits=(), skis=False, tons=None, assigned="")
    return replace(model, mobility="armored" if vehicles else "foot")
