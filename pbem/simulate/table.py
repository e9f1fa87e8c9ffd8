"""The games of a rehearsal as a table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.engine.idiom import Idiom
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS
from pbem.simulate.model import TURNS, beside
from pbem.simulate.plan import Played, RehearsalPlan

T = TypeVar("T")


def report(plan: RehearsalPlan, module: OpenModule, games: Sequence[Played]) -> str:
    """The games as a table: a line each, then median and the middle four fifths of every figure, then who won."""
    sides, found = [s.id for s in module.sides], RULESETS[module.ruleset].rehearsals
    pace, idiom = plan.pace, RULESETS[module.ruleset].idiom
    head = (
        f"{module.title}: {len(games)} games from seed {plan.seed}; {idiom.moments} of {pace.hours} h and not before "
        f"{pace.evening}:00, {pace.grace} h grace, {pace.zone}"
    )
    each = [_line(number, game, sides, idiom) for number, game in enumerate(games, 1)]
    days, *rows = [f"{what:<34}{_spread(values)}" for what, values in _figures(games, sides, idiom)]
    rows = [days, *_model(plan, found.length(module) if found else 0), *rows]
    columns = f"{'':<34}{'median':>9}{'10 %':>9}{'90 %':>9}"
    people = (f", {plan.team} command on a side" if plan.team > 1 else "") + (", large battles fought" if plan.field else "")
    head += people + (f", plans left for {plan.plans} %" if plan.plans else "")
    return "\n".join((head, "", *each, "", columns, *rows, "", _winners(games, sides))) + "\n"


def _model(plan: RehearsalPlan, turns: int) -> Iterator[str]:
    """What the model says of such campaigns, below the forecast that it is to be held against."""
    people = "teams of three" if plan.team > 1 else "two players"
    yield f"  the model of {people}, {TURNS} turns, as {turns}:"
    for words, figures in beside(plan.team, turns):
        yield f"  {words:<32}{''.join(f'{figure:>9.1f}' for figure in figures)}"


def _line(number: int, game: Played, sides: Sequence[str], idiom: Idiom) -> str:
    points = " : ".join(str(game.points[s]) for s in sides)
    end = f"{game.winner or 'nobody'} wins" if game.ended else "DID NOT END"
    went = f"{game.moments:>3} {idiom.moments}   {game.battles:>3} battles   {game.days:>5.1f} days"
    return f"game {number:>3}   {points:>9}   {went}   {end}"


def _figures(games: Sequence[Played], sides: Sequence[str], idiom: Idiom) -> Iterator[tuple[str, Sequence[float]]]:
    letters, points = _each(games, lambda g: g.letters), _each(games, lambda g: g.points)
    waiting = _each(games, lambda g: g.waiting)
    yield "days (forecast)", _each(games, lambda g: g.days)
    yield idiom.moments, _each(games, lambda g: g.moments)
    yield f"{idiom.moments} closed by silence", _each(games, lambda g: g.silences)
    yield f"{idiom.moments} closed by a plan", _each(games, lambda g: g.planned)
    yield "battles", _each(games, lambda g: g.battles)
    fields = _each(games, lambda g: g.fields)
    if any(fields):
        yield "battles by field commanders", fields
    counts = _each(games, lambda g: g.counts)
    for what in dict.fromkeys(what for game in counts for what in game):
        yield what, _of_side(counts, what)
    for side in sides:
        yield f"letters written, {side}", _of_side(letters, side)
    yield "letters of the referee", _each(games, lambda g: g.answers)
    for side in sides:
        yield f"victory points, {side}", _of_side(points, side)
    for side in sides:
        if any(_of_side(waiting, side)):
            yield f"never came on, {side}", _of_side(waiting, side)
    yield f"referee's ms for {idiom.a_moment}", _each(games, lambda g: 1000 * g.seconds / max(g.moments, 1))


def _each(games: Sequence[Played], figure: Callable[[Played], T]) -> list[T]:
    return [figure(game) for game in games]


def _of_side(games: Sequence[Mapping[str, float]], side: str) -> list[float]:
    """A figure of a side's, or by another key, of each game."""
    return [figures.get(side, 0) for figures in games]


def _spread(values: Sequence[float]) -> str:
    return "".join(f"{share_of(values, share):>9.1f}" for share in (0.5, 0.1, 0.9))


def share_of(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, between the two nearest; ValueError for none."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _winners(games: Sequence[Played], sides: Sequence[str]) -> str:
    ended = [g for g in games if g.ended]
    won = [f"{s} {sum(g.winner == s for g in ended)}" for s in sides]
    drawn = sum(not g.winner for g in ended)
    left = len(games) - len(ended)
    return f"won: {', '.join(won)}; drawn {drawn}" + (f"; not ended {left}" if left else "")
