"""Battles handed to field commanders: how long, how many, what a side gives, what its report may say (MASL-2.1, 3.1, 4.1)."""

from collections.abc import Iterable
from typing import Protocol

from pbem.kernel.charts.entries import whole
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.form import BattleOut
from pbem.rulesets.tocs.field_units import Force
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import Public, View

CHART = "field-battle"
OTHERS = ("tcs",)
"""Values of the switch `field_battle` that name a ruleset."""


class Knows(Protocol):
    """A board or a picture: both know which battles are out."""

    @property
    def public(self) -> Public: ...


def term(game: Game, name: str) -> int:
    """A figure of the chart: the length of a level of attack in turns, how many may be out, days."""
    return whole(game.records(CHART)[name], "value")


def days(game: Game) -> tuple[int, int]:
    """Days until a report is due, and days that two commanders have to agree."""
    return term(game, "days_played" if played_with(game) else "days"), term(game, "days_to_agree")


@rule("MASL-1.1-3")
def played_with(game: Game) -> str:
    """The ruleset in which battles are fought as games of their own, "" where people tell what they fought elsewhere."""
    chosen = game.switches["field_battle"]
    return str(chosen) if chosen in OTHERS else ""


def out(seen: Knows) -> tuple[BattleOut, ...]:
    """The battles that field commanders fight now, in order."""
    return tuple(sorted(BattleOut(battle.number, battle.hex) for battle in seen.public.fields.values()))


@rule("MASL-2.1-5")
def out_of_reach(public: Public, hex_: Hex, what: str) -> Refusal | None:
    """Why a commander can do nothing about a hex: field commanders fight there."""
    battle = public.fields.get(hex_)
    if battle is None:
        return None
    return illegal(
        say("{what}: battle {battle} in {hex} is in the hands of field commanders", what=what, battle=battle.number, hex=hex_),
        "MASL-2.1-5",
    )


def locked(view: View, unit: Unit) -> Refusal | None:
    """Why a unit takes no orders: it fights under a field commander."""
    call = view.forces.counter(unit).call
    return (
        out_of_reach(view.public, unit.hex, say("{call} does not take your orders now", call=call))
        if unit.status == "map"
        else None
    )


def steps(view: View, units: Iterable[Unit]) -> int:
    """How many steps units have left."""
    return sum(view.forces.counter(u).steps - u.lost for u in units)


@rule("TOCS-W19.4-6")
def best_state(before: Unit) -> int:
    """The best state a unit can be in after a battle: one lower than it went in."""
    return min(before.state + 1, len(STATES) - 1)


def back(view: View, force: Force) -> tuple[Hex, ...]:
    """The hexes a side's units may have fallen back to: its own beside the battle, out of engagements."""
    near = view.game.ground.neighbours[force.hex]
    return tuple(h for h in near if view.own(h) and h not in view.public.engaged)
