"""Wire and roadblocks: what a side sees of them, clearing after all other movement, tracks that roll wire flat (TCSB-27-9)."""

from collections.abc import Iterator, Sequence

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules import barriers as rules
from pbem.rulesets.tcs.rules.minefields import may_breach
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.mines import TRY
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import TacticalUnit

Events = tuple[e.Event, ...]


@rule("TCSB-27-9", "TCSB-7-3")
def barriers_shown(moment: Moment, side: str) -> Iterator[e.BarrierShown]:
    """Barriers that a side newly sees, and those that it knew of and sees no more."""
    board = moment.board
    known = board.forces[side].barriers
    for hex_ in sorted({*board.barriers, *known}):
        now, was = board.barriers.get(hex_), known.get(hex_)
        there = now or was
        if now != was and there and _sees(moment, side, hex_, rules.seen_within(moment.game.book, there.kind)):
            yield e.BarrierShown(side, hex_, there, now is not None)


def _sees(moment: Moment, side: str, hex_: Hex, within: int) -> bool:
    game, over = moment.game, air(moment.game, moment.board)
    places = {unit.hex for unit in moment.board.forces[side].units.values()}
    near = (place for place in sorted(places) if distance(place, hex_) <= within)
    return any(place == hex_ or in_sight(game.book, game.sight, over, place, hex_) for place in near)


@rule("TCSB-27-9", "TCS3-10-3")
def cleared(moment: Moment, side: str, name: str, place: Hex) -> Events:
    """A try to clear a barrier; success takes it away for both sides."""
    book, forces = moment.game.book, moment.board.forces[side]
    unit, kind = forces.units.get(name), forces.clearing[name]
    there = moment.board.barriers.get(place)
    able = unit is not None and may_breach(book, unit, distance(unit.hex, place), unit.allowance - unit.spent)
    if unit is None or not able or there is None or there.kind != kind:
        spent = (unit.spent,) if unit else (0,)
        return (t.BarrierTried(side, (name,), place, kind, "", (), False, spent),)
    needed = rules.needed_to_clear(book, unit, kind)
    thrown = rules.clear(book, moment.dice, f"clear/{name}/T{moment.board.public.turn}", needed)
    faces, spent = thrown.roll.faces, (unit.spent + TRY,)
    return (t.BarrierTried(side, (name,), place, kind, needed, faces, thrown.worked, spent),)


@rule("TCSB-27-9")
def flattened(moment: Moment, side: str, units: Sequence[TacticalUnit], place: Hex, spent: Sequence[int]) -> Events:
    """What becomes of the enemy's wire in a hex that units of one stack have just entered. spent: by each of them."""
    there = moment.board.barriers.get(place)
    if there is None or not rules.hinders(moment.game.book, there, side):
        return ()
    if not rules.flattens(moment.game.book, there.kind, [unit.counter.move for unit in units]):
        return ()
    names = tuple(unit.id for unit in units)
    return (t.BarrierTried(side, names, place, there.kind, "", (), True, tuple(spent)),)
