"""Minefields: the attack on who comes into one or changes mode in it, and breaching after all other movement (TCSB-21)."""

from collections.abc import Iterator
from fractions import Fraction

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.board import Mined
from pbem.rulesets.tcs.plots import Minefield
from pbem.rulesets.tcs.rules import minefields
from pbem.rulesets.tcs.rules.area_fire import area_column
from pbem.rulesets.tcs.seeing import watches
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import HALVES, TacticalUnit

Events = tuple[e.Event, ...]
PRICE = 1 * HALVES
"""What a field costs who did not know of it."""
TRY = 3 * HALVES
"""What a breach needs (TCS3-10-3)."""


@rule("TCSB-21-1", "TCSB-21-2", "TCSB-21-3")
def mines_met(moment: Moment, mined: Mined) -> Events:
    """The atom of a field that was met: its side learns of it and pays, then it strikes men by area fire, vehicles one by one."""
    forces, laid = moment.board.forces[mined.side], moment.board.mines[mined.hex]
    units = tuple(forces.units[name] for name in mined.units if name in forces.units)
    surprised = mined.entered and mined.hex not in forces.mines
    spent = tuple(min(unit.allowance, unit.spent + PRICE) if surprised else unit.spent for unit in units)
    met = t.MinesMet(mined.side, tuple(unit.id for unit in units), mined.hex, laid, spent)
    return (met, *_strikes(moment, mined, laid, units))


def _strikes(moment: Moment, mined: Mined, laid: Minefield, units: tuple[TacticalUnit, ...]) -> Iterator[e.AttackBegan]:
    book, occasion = moment.game.book, f"mines/{mined.hex}/{moment.board.mines_met + 1}"
    men = tuple(unit.id for unit in units if not unit.counter.vehicle)
    if men:
        column = area_column(book, Fraction(minefields.mine_strength(book, laid.density)))
        yield e.AttackBegan(
            HexAttack(f"{occasion}/men", mined.hex, (mined.side,), column=column, direct=False, ground="bare", targets=men)
        )
    for unit in (unit for unit in units if unit.counter.vehicle):
        fell = minefields.mine_vehicle(book, moment.dice, f"{occasion}/{unit.id}", laid.density)
        if fell.worked:
            yield e.AttackBegan(HexAttack(f"{occasion}/{unit.id}/hit", mined.hex, (mined.side,), "mines", aim=unit.id, hit=True))


@rule("TCSB-21-5", "TCSB-21-6", "TCS3-10-3", "TCSB-21-2")
def breached(moment: Moment, side: str, name: str, place: Hex) -> Events:
    """A try to breach: a field that was not known of is found by it; success lowers it by one density for both sides."""
    book, unit = moment.game.book, moment.board.forces[side].units.get(name)
    known = moment.board.forces[side].mines.get(place)
    if unit is None or not minefields.may_breach(book, unit, distance(unit.hex, place), unit.allowance - unit.spent):
        return (t.BreachTried(side, name, place, "", (), False, known, 0),)
    laid, spent = moment.board.mines.get(place), unit.spent + TRY
    needed = minefields.breach_needed(book, unit, laid.density) if laid else "-"
    thrown = minefields.breach(book, moment.dice, f"breach/{name}/T{moment.board.public.turn}", needed)
    if laid is None or not thrown.worked:
        return (t.BreachTried(side, name, place, needed, thrown.roll.faces, False, laid, spent),)
    density = minefields.thinner(book, laid.density)
    left = Minefield(density, laid.side) if density else None
    tried = t.BreachTried(side, name, place, needed, thrown.roll.faces, True, left, spent)
    other = moment.game.other(side)
    seen = watches(moment.game, moment.board, other, place) and place in moment.board.forces[other].mines
    return (tried, *((e.MinesShown(other, place, left),) if seen else ()))
