"""The turn: its beginning, who acts first, Clean-Up, the end of the game."""

from collections.abc import Iterable, Iterator

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.arrivals import Exit
from pbem.rulesets.tcs.board import TacticalBoard, apply
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.rules.formation_morale import is_on_the_hour, recovered
from pbem.rulesets.tcs.rules.weather import Fog, lift, reach
from pbem.rulesets.tcs.seeing import spotted
from pbem.rulesets.tcs.settling import digging
from pbem.rulesets.tcs.settling.arrivals import arrived
from pbem.rulesets.tcs.settling.contest import higher_of_two
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCSB-2-5")
def begun(moment: Moment) -> tuple[e.Event, ...] | None:
    """The next turn begins: in which light, how far the fog has lifted, what was patched from it on, who comes onto the map."""
    if moment.taken:
        return None
    game, public = moment.game, moment.board.public
    turn = public.turn + 1
    light, now, rolled = game.light(turn), Fog(public.weather or game.visibility, game.fog.track if game.fog else "", public.box), 0
    if game.fog and turn >= game.fog.first_roll:
        lifting = lift(game.book, moment.dice, f"fog/T{turn}", now)
        now, rolled = lifting.fog, lifting.roll.value if lifting.roll else 0
    patched = game.later.events if game.later and game.later.turn == turn else ()
    began = t.TurnOpened(turn, reach(game.book, now.stage, light), now.stage, light, now.box, rolled)
    return (began, *patched, *arrived(moment.board, turn))


def pause(moment: Moment, letter: str) -> tuple[e.Event, ...] | None:
    """Sides are awaited for a letter until what they filed was carried out; after a stop for another, of the same kind."""
    public = moment.board.public
    name = letter if letter == "A" or not public.parts else f"{letter}{public.parts + 1}"
    if public.letter == name:
        return ()
    return None if public.done == name else (t.PauseOpened(name, awaited_for(moment.game, moment.board, letter)),)


def awaited_for(game: TacticalGame, board: TacticalBoard, letter: str) -> tuple[str, ...]:
    """Who is awaited for a letter: both, but for the Action Phases at the pace of three letters, each side's for its own."""
    first = board.public.first
    if game.switches["pace"] != "three_letters" or letter == "A":
        return tuple(sorted(board.forces))
    return (first,) if letter == "B" else (game.other(first),)


STOPS = 3
"""How often a side may stop play in a game (ours)."""


def stopped(moment: Moment, segment: str) -> tuple[e.Event, ...]:
    """The stop that was asked for behind a segment of the first Action Phase, if any was: of who has stops left."""
    board = moment.board
    first = board.public.acted in ((), (board.public.first,)) and board.public.acting in ("", board.public.first)
    if not first or moment.game.switches["pace"] == "three_letters":
        return ()
    sides = tuple(side for side, forces in sorted(board.forces.items())
                  if segment in forces.stops and board.public.stops.get(side, 0) < STOPS)  # fmt: skip
    return (t.PlayStopped(sides, segment),) if sides else ()


@rule("TCSB-2-10")
def order(moment: Moment) -> tuple[e.Event, ...] | None:
    """Who acts first: as the module says in turn 1, else as the higher of two dice each chooses; equal ones are rolled again."""
    board, game = moment.board, moment.game
    if board.public.first:
        return None
    if board.public.turn == 1 and game.first:
        return (t.OrderDecided(game.first),)
    contest = higher_of_two(moment, f"order/T{board.public.turn}")
    return (t.OrderDecided(contest.first, contest.rolled),)


@rule("TCSB-2-15", "TCSB-7-9")
def cleaned_up(moment: Moment) -> tuple[e.Event, ...] | None:
    """Clean-Up: markers, and names for what nobody spots once they are off."""
    board = moment.board
    if moment.taken:
        return None
    dropped, ended = list[e.Event](), t.CleanUpDone(board.public.turn)
    clean = apply(board, ended)
    for side in sorted(board.forces):
        seen = spotted(moment.game, clean, side)
        gone = tuple(unit for unit in board.shown[side] if unit not in seen)
        dropped += [e.NamesDropped(side, gone)] if gone else []
    return (*digging.taken_down(moment), *dropped, *_recovered(moment), *_calmed(moment), ended)


@rule("TCSB-2-15")
def _calmed(moment: Moment) -> Iterator[t.UnitsRecovered]:
    """Units of a side that are suppressed no longer, and those that were paralyzed."""
    for side, forces in sorted(moment.board.forces.items()):
        steadier = tuple(unit.id for unit in forces.units.values() if unit.paralyzed)
        fresh = tuple(unit.id for unit in forces.units.values() if unit.suppressed and not unit.paralyzed)
        if fresh or steadier:
            yield t.UnitsRecovered(side, fresh, steadier)


@rule("TCSB-17-8")
def _recovered(moment: Moment) -> Iterator[t.FormationShaken]:
    """On the full hour a die for each formation that is shaken."""
    book, turn = moment.game.book, moment.board.public.turn
    if not is_on_the_hour(int(moment.game.clock(turn + 1)[2:]), moment.board.public.dark):
        return
    for side, forces in sorted(moment.board.forces.items()):
        for formation, now in sorted(forces.morale.items()):
            thrown = recovered(book, moment.dice, f"formation/{formation}/T{turn}", now)
            if thrown != now:
                yield t.FormationShaken(side, formation, thrown - now, thrown)


@rule("TCSB-28-3")
def points(game: TacticalGame, board: TacticalBoard) -> dict[str, int]:
    """What each side has earned by hexes that it holds, by losses of the other, and by units that it brought off the map."""
    earned = dict.fromkeys((staff.id for staff in game.sides), 0)
    for award in game.awards:
        held = award.times(hex_ for hex_, holder in board.held.items() if holder == award.side)
        dead = board.forces[game.other(award.side)].dead.values()
        earned[award.side] += award.each * (held + sum(counter in award.counters for counter in dead))
    for way in game.exits:
        earned[way.side] += way.each * brought_off(way, board.forces[way.side].departed.values())
    return earned


@rule("TCSB-28-3", "TCSB-1-6")
def brought_off(way: Exit, departed: Iterable[TacticalUnit]) -> int:
    """How many of the units that left the map by an exit earn points."""
    return sum(unit.hex in way.hexes and (not way.counters or unit.counter.id in way.counters) for unit in departed)


def totals(earned: dict[str, int]) -> tuple[t.SideTotal, ...]:
    """The same as they are told."""
    return tuple(t.SideTotal(side, total) for side, total in earned.items())


def finished(moment: Moment) -> tuple[e.Event, ...] | None:
    """The end of the last turn."""
    if moment.board.public.over:
        return None
    earned = points(moment.game, moment.board)
    return (t.BattleOver(winner(moment.game, earned), totals(earned)),)


@rule("TCSB-28-3")
def winner(game: TacticalGame, earned: dict[str, int]) -> str:
    """Who has won, by the level that the margin of the first side lies in."""
    first, second = game.sides
    margin = earned[first.id] - earned[second.id]
    return next((level.winner for level in game.levels if level.lo <= margin <= level.hi), "")
