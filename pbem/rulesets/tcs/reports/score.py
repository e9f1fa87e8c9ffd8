"""Points as a side knows them: of both sides for a report, its own alone for its figures."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.game import Award, TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.wording import places
from pbem.rulesets.tcs.settling.turns import brought_off, winner


@rule("TCSB-28-3")
def score(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """Points of both sides for the hexes that they hold and for what the other lost, as far as this one knows."""
    for staff in game.sides:
        lost, left = _for_losses(game, picture, staff.id), _brought_off(game, picture, staff.id)
        held = tuple(hex_ for award in _of(game, staff.id) for hex_ in _held(picture, award))
        told = f" ({places(game, held)})" if held else ""
        words = say("{points} for hexes held{told}", points=_for_hexes(game, picture, staff.id), told=told)
        words += say(", {points} for losses of the enemy", points=lost) if lost else ""
        words += say(", {points} for units that left the map", points=left) if left else ""
        yield f" {staff.adjective}: {words}"
    if not picture.public.over and any(award.hexes for award in game.awards):
        yield f" {_as_it_stands(game, picture)}"


@rule("TCSB-28-3")
def _as_it_stands(game: TacticalGame, picture: TacticalPicture) -> str:
    """Who would win if the game ended now, as far as the desk knows."""
    earned = {staff.id: side_points(game, picture, staff.id) for staff in game.sides}
    first = winner(game, earned)
    by_now = ", ".join(f"{staff.adjective} {earned[staff.id]}" for staff in game.sides)
    who = say("{side} victory", side=game.staff(first).adjective) if first else say("no side wins")
    return say("As it stands: {score}; {who}.", score=by_now, who=who)


@rule("TCSB-28-2")
def held_by(game: TacticalGame) -> Iterator[str]:
    """What it takes to hold a hex that earns points."""
    if any(award.hexes for award in game.awards):
        yield say(" A hex is held by the side whose unit entered it last, though it has gone on since.")


@rule("TCSB-28-3")
def victory(game: TacticalGame) -> Iterator[str]:
    """Who wins at the end by how much the first side is ahead of the second, the best for the first side first."""
    first, second = game.sides
    levels = sorted(game.levels, key=lambda level: -level.lo)
    for number, level in enumerate(levels):
        ahead = str(level.lo) if level.lo == level.hi else say("{lo} to {hi}", lo=level.lo, hi=level.hi)
        if number == 0:
            ahead = say("{points} or more", points=level.lo)
        elif number == len(levels) - 1:
            ahead = say("{points} or less", points=level.hi)
        won = say("{side} victory", side=game.staff(level.winner).adjective) if level.winner else say("no side wins")
        yield say(" {first} less {second} points: {ahead}, {won}", first=first.adjective, second=second.adjective, ahead=ahead,
                  won=won)  # fmt: skip


def own_points(game: TacticalGame, picture: TacticalPicture) -> int:
    """The side's own, all of them, as it knows them."""
    return side_points(game, picture, picture.side)


def side_points(game: TacticalGame, picture: TacticalPicture, side: str) -> int:
    """Those of a side, as far as the desk knows."""
    return _for_hexes(game, picture, side) + _for_losses(game, picture, side) + _brought_off(game, picture, side)


def _of(game: TacticalGame, side: str) -> tuple[Award, ...]:
    return tuple(award for award in game.awards if award.side == side)


def _held(picture: TacticalPicture, award: Award) -> list[Hex]:
    """The hexes of an award that its side holds, as far as the desk knows."""
    return [hex_ for hex_ in award.hexes if picture.held.get(hex_) == award.side]


def _for_hexes(game: TacticalGame, picture: TacticalPicture, side: str) -> int:
    return sum(award.each * award.times(_held(picture, award)) for award in _of(game, side))


def _for_losses(game: TacticalGame, picture: TacticalPicture, side: str) -> int:
    """Points for counters that the other side lost: of its own those that the desk saw go, of this one all."""
    lost = picture.killed if side == picture.side else tuple(picture.forces.dead.values())
    return sum(award.each for award in _of(game, side) for counter in lost if counter in award.counters)


def _brought_off(game: TacticalGame, picture: TacticalPicture, side: str) -> int:
    """Points for own units that left the map."""
    if side != picture.side:
        return 0
    departed = picture.forces.departed.values()
    return sum(way.each * brought_off(way, departed) for way in game.exits if way.side == side)
