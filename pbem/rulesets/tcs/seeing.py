"""Who is shown to whom: the spotting rules asked of a board (TCSB-7), the top of each stack (TCS3-10-1)."""

from collections.abc import Collection, Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import CountedHex
from pbem.rulesets.tcs.rules.bunkers import Walls
from pbem.rulesets.tcs.rules.sight import TurnVisibility, lighted
from pbem.rulesets.tcs.rules.spotting import Spotted, is_spotted_by_any, may_see
from pbem.rulesets.tcs.shelters import level, walls, works
from pbem.rulesets.tcs.units import TacticalUnit, kind_of

MARKERS = ("suppressed", "paralyzed", "buttoned", "fired", "overwatch")
"""The markers of a unit that lie on its counter for all to see."""


def air(game: TacticalGame, known: TacticalBoard | TacticalPicture) -> TurnVisibility:
    """What the turn lays over the ground: visibility, light, smoke; of a picture the smoke that is known."""
    public = known.public
    return TurnVisibility(
        public.reach, public.dark, lighted(game.book, public.lights) if public.lights else frozenset(), known.smoke
    )


@kept(16)
def spotted(game: TacticalGame, board: TacticalBoard, viewer: str) -> frozenset[str]:
    """The enemy units that a side spots now. Of several viewers in a hex who see alike one is asked."""
    over, own = air(game, board), {(unit.hex, unit.buttoned): unit for unit in board.forces[viewer].units.values()}.values()
    enemies = board.forces[game.other(viewer)].units.values()
    return frozenset(unit.id for unit in enemies if not unit.rides and _seen(game, board, over, own, unit))


def _seen(
    game: TacticalGame, board: TacticalBoard, over: TurnVisibility, viewers: Collection[TacticalUnit], unit: TacticalUnit
) -> bool:
    target = Spotted(unit, game.ground.terrain[unit.hex], _is_dug_in(game, board, unit))
    return is_spotted_by_any(game.book, game.sight, over, viewers, target)


def watches(game: TacticalGame, board: TacticalBoard, side: str, place: Hex) -> bool:
    """Does any unit of a side see a hex, or stand in it? What lies in the hex itself hides no bursts and no smoke."""
    over = air(game, board)
    over = replace(over, smoke={hex_: many for hex_, many in over.smoke.items() if hex_ != place})
    return any(may_see(game.book, game.sight, over, unit, place) for unit in board.forces[side].units.values())


@rule("TCS3-2.3-5", "TCSB-8-9")
def smoke_news(game: TacticalGame, board: TacticalBoard, side: str) -> tuple[CountedHex, ...]:
    """Hexes in sight of a side in which more or less smoke lies than it knows of."""
    known = board.smoke_known.get(side, {})
    changed = [place for place in sorted({*known, *board.smoke}) if known.get(place, 0) != board.smoke.get(place, 0)]
    return tuple(CountedHex(place, board.smoke.get(place, 0)) for place in changed if watches(game, board, side, place))


@rule("TCSB-27-7")
def _is_dug_in(game: TacticalGame, board: TacticalBoard, unit: TacticalUnit) -> bool:
    """Dug in by its sheet, or in works that it has the use of."""
    by_sheet = works(game, board.forces[unit.side], unit, board.public.turn) == "dug_in"
    there = board.works.get(unit.hex)
    return by_sheet or level(game, unit, there) > 0 or walls(game, board.forces[unit.side], unit, there) != Walls()


@rule("TCS3-10-1")
def tops(game: TacticalGame, board: TacticalBoard, viewer: str) -> dict[str, ShownCounter]:
    """The enemy counters that a side is shown now: of each stack the top of those that it spots, with what they show."""
    found = spotted(game, board, viewer)
    stacks: dict[Hex, list[TacticalUnit]] = {}
    for unit in board.forces[game.other(viewer)].units.values():
        if unit.id in found:
            stacks.setdefault(unit.hex, []).append(unit)
    return {stack[0].id: look(stack[0], stack) for stack in stacks.values()}


def look(unit: TacticalUnit, stack: Iterable[TacticalUnit]) -> ShownCounter:
    """What a counter shows. stack: all that is spotted in its hex."""
    classes = tuple(sorted({other.counter.target for other in stack}))
    markers = tuple(marker for marker in MARKERS if getattr(unit, marker))
    counter = unit.counter
    return ShownCounter(
        unit.hex, counter.title, counter.target, unit.mode, markers, classes, kind_of(counter), counter.defense, counter.open_top,
        unit.facing if counter.armor else "",
    )  # fmt: skip


@rule("TCSB-7-9")
def names_for(board: TacticalBoard, viewer: str, units: Iterable[TacticalUnit]) -> Mapping[str, str]:
    """A name for each unit that has none: the word of its kind and the next number of the desk's own counting."""
    named, names = dict(board.named[viewer]), dict[str, str]()
    for unit in units:
        word = unit.counter.seen_as
        named[word] = named.get(word, 0) + 1
        names[unit.id] = f"{word}-{named[word]}"
    return names
