"""What a desk's map shows, as values: read off its picture alone."""

import re
from collections.abc import Iterable
from typing import Any

from pbem.documents.map_picture import Arrow, Frame, MapPicture, Sighting, Symbol
from pbem.kernel.hexes import Hex, column_row, disc
from pbem.kernel.i18n import say
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.map_symbols import sign_of, size_of
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

MOST_FRAMES = 8  # maps of formations in one letter
ROOMY = 170  # hexes that are shown well on one map: below it formations have none of their own
_IMPULSE = re.compile(r"T(\d+)\.(\d+)")


def theatre(game: Game, picture: Picture) -> MapPicture:
    """The whole map, and on a large one a part of it for each formation."""
    whole = Frame("map", say("The situation as your staff knows it"))
    return _view(game, picture, (whole, *(_formations(picture) if len(game.ground.hexes) > ROOMY else ())))


def around(game: Game, picture: Picture, centre: Hex, reach: int) -> MapPicture:
    """The hexes within so many of one."""
    places = [h for h in disc(centre, reach) if h in game.ground.terrain]
    return _view(game, picture, (_frame(centre.replace(".", "-"), say("Around {hex}", hex=centre), places, 0),))


def _view(game: Game, picture: Picture, frames: tuple[Frame, ...]) -> MapPicture:
    public, camp, view = picture.public, picture.camp, picture.view(game)
    own, foe = _stores(picture)
    printed = {b.id: b for b in game.ground.bridges}
    down = {b.hex for b in printed.values() if not b.intact} | {b.hex for b in camp.spans if not b.intact or b.gone}
    stands = {b.hex for b in camp.spans if b.intact and not b.gone}
    built = {b.hex for b in camp.spans if b.intact and (b.built or (b.id in printed and not printed[b.id].intact))}
    return MapPicture(
        picture.side, _caption(game, picture), frames,
        tuple(_symbol(view, unit) for unit in sorted(camp.on_map(), key=lambda u: _order(camp, u))),
        tuple(Sighting(c.hex, c.number, c.kinds, c.seen, _age(c.seen, public.impulse_name)) for c in _by_hex(picture)),
        _arrows(picture),
        tuple(sorted(h for h, owner in public.owner.items() if owner == picture.side)),
        tuple(sorted(public.claims[picture.side])),
        tuple(sorted(public.engaged)),
        tuple(sorted((h, owner == picture.side) for h, (_, owner) in picture.works.items())),
        (*own, *foe),
        _goals(game, picture),
        tuple(sorted(down - stands)),
        tuple(sorted(built)),
        tuple((name, camp.pools[name].bank) for name in sorted(camp.pools)),
    )  # fmt: skip


def _caption(game: Game, picture: Picture) -> str:
    """`T1.2 · 17 September 1200`."""
    turn = picture.public.turn
    return f"{picture.public.impulse_name} · {game.turns[turn - 1].label}" if turn else say("before the first turn")


def _by_hex(picture: Picture) -> list[Any]:
    return sorted(picture.contacts, key=lambda c: (c.hex, c.number))


def _order(camp: Forces, unit: Unit) -> tuple[bool, bool, str]:
    """Companies before batteries and headquarters, so that what fights is seen first in a stack."""
    counter = camp.counter(unit)
    return counter.kind == "hq", counter.kind in ("battery", "asset", "hq_company"), counter.call


def _symbol(view: View, unit: Unit) -> Symbol:
    counter = view.camp.counter(unit)
    ap = 0 if unit.hex in view.public.engaged else action_points(view, unit)
    return Symbol(
        unit.hex, counter.call, sign_of(counter), size_of(counter), counter.steps, unit.lost, unit.state,
        _formation(view.camp, unit.id), STATES[unit.state], ap,
        bank_point(view.game.ground, unit.hex, unit.bank),
    )  # fmt: skip


def _formation(camp: Forces, unit: str) -> str:
    """The first headquarters above battalions that a unit is under, else the last there is."""
    above, seen = unit, set[str]()
    while above and above not in seen:
        seen.add(above)
        counter = camp.counters[above]
        if counter.kind == "hq" and counter.level not in ("", "battalion"):
            break
        if counter.parent not in camp.counters:
            break
        above = counter.parent
    return camp.counters[above].formation or camp.counters[above].call


def _age(seen: str, now: str) -> int:
    """0 in this impulse, 1 in this turn, 2 in the last one, and so on."""
    then, today = _IMPULSE.fullmatch(seen), _IMPULSE.fullmatch(now)
    if then is None or today is None or seen == now:
        return 0
    return 1 + max(int(today[1]) - int(then[1]), 0)


def _arrows(picture: Picture) -> tuple[Arrow, ...]:
    """The ways of this impulse, else those of the last that was the side's own, and attacks."""
    camp = picture.camp
    moves = [trail for _, trail in sorted(camp.trails.items())]
    attacks = [(a.origin, a.target) for a in camp.attacks]
    if not moves and not attacks:
        moves, attacks = list(picture.ways), [(start, end) for _, start, end in picture.launched]
    kept = dict.fromkeys(_short(trail) for trail in moves)
    return (*(Arrow(t) for t in kept if len(t) > 1), *(Arrow(pair, True) for pair in dict.fromkeys(attacks)))


def _short(trail: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """A way without hexes it stays in."""
    return tuple(h for i, h in enumerate(trail) if i == 0 or h != trail[i - 1])


def _stores(picture: Picture) -> tuple[list[tuple[Hex, bool]], list[tuple[Hex, bool]]]:
    own = sorted({source.hex for source in picture.camp.sources.values()})
    bases = (h for h, owner in picture.public.bases.items() if owner != picture.side)
    return [(h, True) for h in own], [(h, False) for h in sorted({*picture.stores, *bases})]


def _goals(game: Game, picture: Picture) -> tuple[tuple[Hex, int], ...]:
    """Hexes that the side's own conditions pay for."""
    bridges, sites = {b.id: b.hex for b in game.ground.bridges}, {s.id: s.hex for s in picture.camp.sites}
    worth: dict[Hex, int] = {}
    for goal in picture.camp.objectives:
        places = (*goal.hexes, *(bridges[b] for b in goal.bridges), *(sites[f] for f in goal.facilities if f in sites))
        for place in places:
            worth[place] = worth.get(place, 0) + goal.points
    return tuple(sorted(worth.items()))


# ---------------------------------------------------------------- frames


def _formations(picture: Picture) -> tuple[Frame, ...]:
    """A part of the map for each formation, the largest formations first."""
    camp = picture.camp
    where: dict[str, list[Hex]] = {}
    for unit in camp.on_map():
        where.setdefault(_formation(camp, unit.id), []).append(unit.hex)
    largest = sorted(where, key=lambda name: (-len(where[name]), name))[:MOST_FRAMES]
    return tuple(_frame(name.replace("/", "-"), name, where[name]) for name in sorted(largest))


def _frame(name: str, title: str, places: Iterable[Hex], more: int = 1) -> Frame:
    """The part of the map that holds these hexes, and so many more on every side."""
    pairs = [column_row(place) for place in places]
    columns, rows = [c for c, _ in pairs], [r for _, r in pairs]
    first = max(min(columns) - more, 1), max(min(rows) - more, 1)
    last = min(max(columns) + more, 99), min(max(rows) + more, 99)
    return Frame(name, title, first, last)
