"""What each known enemy counter could do next turn: whom it has in sight, what it could reach by the ground as the own side knows
it (MASL-5.1-1).

How fast a counter is cannot be seen: it is taken to move as the fastest own unit of its kind does. Guns are taken to stay.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.actions.move import country
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.reports.wording import place, places
from pbem.rulesets.tcs.rules.movement import step_cost, to_move_mode
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.units import TacticalUnit, kind_of

MOST_LINES = 8  # counters whose capabilities are told
MOST_NAMED = 4  # own units and places that are named for each
OLDEST = 1  # turns since it was last seen: where it stands by now is anybody's guess beyond


@rule("MASL-5.1-1", "TCSB-7-1", "TCSB-20-2")
def lines(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """A line a counter, those in sight first, the nearest first."""
    own = {unit.hex for unit in picture.forces.units.values()}
    yield from filter(None, (_line(game, picture, enemy, own) for enemy in _fresh(picture, own)[:MOST_LINES]))


def _fresh(picture: TacticalPicture, own: set[Hex]) -> list[EnemyCounter]:
    """Counters that are in sight, or were not long ago."""
    near = {e.name: min((distance(e.look.hex, hex_) for hex_ in own), default=0) for e in picture.enemies.values()}
    fresh = (e for e in picture.enemies.values() if e.spotted or picture.public.turn - e.turn <= OLDEST)
    return sorted(fresh, key=lambda e: (not e.spotted, near[e.name], e.name))


def _line(game: TacticalGame, picture: TacticalPicture, enemy: EnemyCounter, own: set[Hex]) -> str:
    first, *more = (*_sighted(game, picture, enemy), *_within_reach(game, picture, enemy, own), "")
    if not first:
        return ""
    said = ". ".join((first, *(f"{words[0].upper()}{words[1:]}" for words in more if words)))
    return f" {enemy.name} {place(game, enemy.look.hex)}: {said}."


def _sighted(game: TacticalGame, picture: TacticalPicture, enemy: EnemyCounter) -> Iterator[str]:
    """The own units that it has in sight, as they have it."""
    at, over = enemy.look.hex, air(game, picture)
    afoot = (unit for unit in picture.forces.units.values() if not unit.rides)
    seen = (unit for unit in afoot if in_sight(game.book, game.sight, over, unit.hex, at))
    faced = sorted((distance(unit.hex, at), unit.id) for unit in seen)
    if faced:
        left = len(faced) - MOST_NAMED
        first = ", ".join(name for _, name in faced[:MOST_NAMED])
        more = counted(left, " and {number} more", " and {number} more") if left > 0 else ""
        far = counted(faced[0][0], "{number} hex", "{number} hexes")
        yield say("has {units}{more} in sight, the nearest at {far}", units=first, more=more, far=far)


def _within_reach(game: TacticalGame, picture: TacticalPicture, enemy: EnemyCounter, own: set[Hex]) -> Iterator[str]:
    """The own troops that it could come up to by its next move, and the ground it could take."""
    at, reach = enemy.look.hex, reached(game, picture, enemy.look)
    beside = {hex_ for other in reach for hex_ in game.ground.neighbours(other)}
    goals = {hex_ for award in game.awards for hex_ in award.hexes if picture.held.get(hex_) != picture.enemy}
    if close := own & beside:
        yield say("could close with {places} next turn", places=places(game, _nearest(close, at)))
    if ground := (goals - own) & reach:
        yield say("could occupy {places} next turn", places=places(game, _nearest(ground, at)))


def _nearest(hexes: Iterable[Hex], at: Hex) -> tuple[Hex, ...]:
    return tuple(sorted(hexes, key=lambda hex_: (distance(hex_, at), hex_))[:MOST_NAMED])


def reached(game: TacticalGame, picture: TacticalPicture, look: ShownCounter) -> frozenset[Hex]:
    """The hexes that a counter could be in by the end of its next move, its own among them; () of one that does not move."""
    model = _alike(picture, look)
    if model is None:
        return frozenset()
    over, own = country(game, picture), {unit.hex for unit in picture.forces.units.values()}
    budget = model.allowance - (to_move_mode(game.book, model) if look.mode == "fire" else 0)
    queue, found = [(0, look.hex)], dict[Hex, int]()
    while queue:
        spent, hex_ = heappop(queue)
        if hex_ in found or (hex_ in own and hex_ != look.hex):
            continue
        found[hex_] = spent
        for other in game.ground.neighbours(hex_):
            cost = step_cost(over, model, hex_, other)
            if cost is not None and spent + cost <= budget:
                heappush(queue, (spent + cost, other))
    return frozenset(found)


def _alike(picture: TacticalPicture, look: ShownCounter) -> TacticalUnit | None:
    """A unit of the counter's kind as far as the own side can tell: the own fastest of that kind, fresh and in move mode."""
    kind = [unit for unit in picture.forces.units.values() if kind_of(unit.counter) == look.kind and look.kind != "guns"]
    if not kind:
        return None
    fastest = max(kind, key=lambda unit: (unit.counter.back, unit.id))
    return replace(fastest, mode="move", spent=0, buttoned=False, fragord="", segment="", rides="")
