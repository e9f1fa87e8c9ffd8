"""Initiative, income, turn end, recovery (TOCS-2.7, 3.3, 3.11, 4.1)."""

from collections.abc import Iterable

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import from_level
from pbem.rulesets.tocs.rules.chain import HEADQUARTERS
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.supply import in_los
from pbem.rulesets.tocs.units import STATES, ReplacementPool, Unit
from pbem.rulesets.tocs.view import Public, View

HIGHEST = {
    "highest_hq_army": from_level("army"), "highest_hq_corps": from_level("corps"), "highest_hq_division": from_level("division"),
}  # fmt: skip


@rule("TOCS-2.7-1", "TOCS-2.7-2", "TOCS-W2.1-1")
def initiative_modifier(view: View) -> int:
    """What leadership and nation add to a side's d10: highest HQ on the map, fresh or worn staffs, an HQ lost, NC#. A staff
    is fresh in good order, in communication and in supply."""
    game, forces = view.game, view.forces
    chart = game.check("initiative").drms
    hqs = [u for u in forces.on_map() if forces.counter(u).kind in HEADQUARTERS]
    levels = {forces.counter(u).level for u in hqs}
    held = [drm for drm, high in HIGHEST.items() if levels.intersection(high)][:1]
    fresh = sum(u.state == 0 and in_loc(view, u) and in_los(view, u) for u in hqs)
    if hqs and fresh * 4 >= len(hqs) * 3:
        held.append("staffs_fresh")
    elif fresh * 2 < len(hqs):
        held.append("staffs_worn")
    if any(_lately_lost(forces, u, view.public.turn) for u in forces.units.values()):
        held.append("hq_lost")
    return sum(int(str(chart[d].value)) for d in held) + _national(game, forces)


def _lately_lost(forces: Forces, unit: Unit, turn: int) -> bool:
    """Was this a divisional or higher HQ, destroyed in the last eight turns?"""
    high = forces.counter(unit).kind == "hq" and forces.counter(unit).level in from_level("division")
    return unit.status == "dead" and high and turn - unit.fell <= 8


def _national(game: Game, forces: Forces) -> int:
    """NC# of the nation with most HQs on the map."""
    nations = [forces.counter(u).nation for u in forces.on_map() if forces.counter(u).kind in HEADQUARTERS]
    if not nations:
        return 0
    most = min(set(nations), key=lambda n: (-nations.count(n), n))
    return figure(game, most, "nc")


@rule("TOCS-1.5-1", "TOCS-3.3-1", "TOCS-1.5-3", "TOCS-3.3-2", "TOCS-3.3-3", "MASL-16.11-1", "MASL-16.11-2")
def income(pool: ReplacementPool, die: int, credit: int, turn: int) -> ReplacementPool:
    """The pool at the start of its impulse: what is banked, plus module minimum, die and the enemy's deficit OPs.

    turn: its number; the module's reserve joins the bank from the turn on which it may be drawn.
    """
    earned = pool.minimum + die + credit
    opened = pool.reserve if turn >= pool.draw_from else 0
    bank = pool.bank + earned + opened
    return replace(pool, bank=bank, earned=earned, spent=0, deficit=0, reserve=pool.reserve - opened)


@rule("MASL-10.1-1")
def earning(forces: Forces, turn: int) -> tuple[str, ...]:
    """The pools that have an income on a turn, by name: a nation that has not come yet has none."""
    return tuple(name for name in sorted(forces.pools) if forces.pools[name].earns_from <= turn)


@rule("TOCS-3.11-1", "TOCS-3.11-3", "TOCS-3.4-2")
def turn_end_number(game: Game, public: Public, passed: bool) -> int:
    """The number 2d6 must not exceed for the turn to end; a pass adds one to it, by the switch `pass_adds_to`."""
    box = game.track("turn-ending").box(game.turns[public.turn - 1].track, public.box)
    if not passed or game.switches["pass_adds_to"] == "nothing":
        return box
    return box + (1 if game.switches["pass_adds_to"] == "box" else -1)


@rule("TOCS-3.11-2", "TOCS-3.11-3")
def next_box(public: Public, passed: bool) -> int:
    """Where the marker stands if the turn goes on: one box on, two after a pass."""
    return public.box + (2 if passed else 1)


@rule("TOCS-4.1-1", "TOCS-4.1-2", "TOCS-1.3-4")
def recovered(game: Game, unit: Unit, engaged: bool, unsupplied: bool = False) -> Unit:
    """The unit after the turn's recovery: as the chart's list says; engaged, so many states by `engaged_recover`, out of supply
    so many by the chart, whichever is fewer."""
    recover, switch = section(game.charts["unit-recovery"].extras, "recover"), game.switches["engaged_recover"]
    least = [whole(recover, "states_out_of_supply")] * unsupplied + [int(switch)] * (engaged and switch == 1)
    if least:
        return replace(unit, state=max(unit.state - min(least), 0))
    return replace(unit, state=STATES.index(str(section(recover, "table")[STATES[unit.state]])))


def next_side(game: Game, public: Public) -> str:
    """Who has the next impulse: the holder of the initiative, then by turns (TOCS-3.0-1)."""
    return game.other(public.phasing) if public.phasing else public.holder


def pools_after(forces: Forces) -> tuple[tuple[ReplacementPool, ...], int]:
    """The pools when the impulse is over (what is left stays banked, TOCS-1.5-3), and the deficit OPs used."""
    return tuple(forces.pools[i] for i in sorted(forces.pools)), _deficits(forces.pools.values())


def _deficits(pools: Iterable[ReplacementPool]) -> int:
    return min(3, sum(p.deficit for p in pools))
