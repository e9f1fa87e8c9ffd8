"""What a patch makes of a campaign that runs: the game both may know, and what is printed on counters, from a turn on (TCSB-1-10).

Two openings of the module are compared, before the patch and after it. Charts, the ground, what counts at the end, weather to come,
printed counters, morale and formations may change in mid-campaign. How play began (where units stood, sheets, batteries, mines,
works, who held what) stays as it was: what came of it stands, and CORRECT puts right what is so now.
"""

from collections.abc import Iterator

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.form import Opening
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import LaterGame, TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.told_events import CountersPatched
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

AGREED = ("armor", "sfa", "formation_morale", "digging", "dig_roll", "command", "platoon_counters", "pace")
"""Switches that play has been begun with, and is gone on with."""
BEGUN = {
    "sheets": phrase("op sheets"), "batteries": phrase("batteries and their ammunition"), "grant": phrase("sorties"),
    "mines": phrase("minefields"), "barriers": phrase("wire and roadblocks"),
}  # fmt: skip
PLACED = {"held": phrase("who holds which hexes"), "works": phrase("works that stand")}
PRINTED = ("counter", "morale", "chain", "leader")
"""Of a unit: what a patch may change."""


@rule("TCSB-1-10")
def amends(
    before: Opening[TacticalGame, TacticalBoard, TacticalPicture],
    after: Opening[TacticalGame, TacticalBoard, TacticalPicture],
    turn: int,
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """The events that make of one opening the other from a turn on, and what cannot be made of it, in words."""
    now, then = before.situation.board, after.situation.board
    refusals = [*_of_the_game(before.game, after.game, turn), *_of_the_board(now, then)]
    refusals += [_stands(say("briefs")) for side, told in before.pictures.items() if told.brief != after.pictures[side].brief]
    events = list[Event]()
    for side in sorted(now.forces):
        old, new = now.forces[side], then.forces[side]
        refusals += [f"{side}: {why}" for why in _of_the_forces(old, new)]
        ones, others = _everyone(old), _everyone(new)
        changed = tuple(unit for name, unit in others.items() if name in ones and _printed(unit) != _printed(ones[name]))
        events += [CountersPatched(side, changed)] if changed else []
    return tuple(events), tuple(refusals)


def chained(game: TacticalGame, turn: int, other: TacticalGame, events: tuple[Event, ...]) -> TacticalGame:
    """The game that becomes the other with a turn."""
    return replace(game, later=LaterGame(turn, other, events))


def _everyone(forces: TacticalForces) -> dict[str, TacticalUnit]:
    """The units on the map and those that come later, by name."""
    return {**forces.units, **{unit.id: unit for unit in forces.awaited}}


def _printed(unit: TacticalUnit) -> tuple[object, ...]:
    return tuple(getattr(unit, name) for name in PRINTED)


def _stands(what: str) -> str:
    return say("{what}: that is how play began, and what came of it stands; CORRECT puts right what is so now", what=what)


def _of_the_game(game: TacticalGame, other: TacticalGame, turn: int) -> Iterator[str]:
    if (game.id, game.title, game.sides, game.first) != (other.id, other.title, other.sides, other.first):
        yield say("the names of the module and its sides, and who acts first in turn 1, stay as they are")
    if other.turns < turn:
        yield say("turn {turn} would not be played any more", turn=turn)
    if (game.day, game.month, game.year, game.hour) != (other.day, other.month, other.year, other.hour):
        yield say("the calendar stays as it is: letters were dated by it")
    if set(game.ground.terrain) != set(other.ground.terrain):
        yield say("the hexes of the map stay as they are: units stand on them")
    for name in (name for name in AGREED if game.switches[name] != other.switches[name]):
        yield say("the switch {name} stays as play was begun with it", name=name)


def _of_the_board(now: TacticalBoard, then: TacticalBoard) -> Iterator[str]:
    yield from (_stands(say(words)) for name, words in PLACED.items() if getattr(now, name) != getattr(then, name))


def _of_the_forces(old: TacticalForces, new: TacticalForces) -> Iterator[str]:
    yield from (_stands(say(words)) for name, words in BEGUN.items() if getattr(old, name) != getattr(new, name))
    if [(group.turn, group.hexes) for group in old.due] != [(group.turn, group.hexes) for group in new.due]:
        yield _stands(say("when and where units come onto the map"))
    ones, others = _everyone(old), _everyone(new)
    for name in sorted({*ones, *others}):
        if name not in ones or name not in others:
            yield say("{unit}: no unit comes or goes in mid-campaign", unit=name)
        elif replace(others[name], **{key: getattr(ones[name], key) for key in PRINTED}) != ones[name]:
            yield say("{unit}: how it stood as play began; CORRECT puts right what is so now", unit=name)
