"""Zones of control: who can exert one, over what, and what it does to a mover (TOCS-W6.0)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.procedures.movement import HEAVY, lines
from pbem.rulesets.tocs.view import STATES, Unit, View

COMPANIES = ("company", "half_company", "hq_company")


@rule("TOCS-W1.12-1", "TOCS-W6.0-3", "TOCS-W6.0-4", "TOCS-W6.0-18", "TOCS-W2.1-9", "TOCS-W2.1-10", "TOCS-W2.2-1")
@rule("TOCS-W2.3-1", "TOCS-W2.4-1", "TOCS-W2.5-1")
def exerts(view: View, unit: Unit) -> bool:
    """Can this unit of the view's side exert ZOC now? Only companies that are at worst disordered and not engaged.

    The list of the three kinds of zone is lost; by our ruling they are one's own (no hindrance to oneself), the enemy's
    (EZOC), and the deeper one of a company in extended deployment. Who can exert one can exert any of them.
    """
    if view.camp.counter(unit).kind not in COMPANIES or unit.status != "map" or unit.train or unit.hex in view.public.engaged:
        return False
    return bool(view.game.records("unit-states")[STATES[unit.state]]["zoc"])


@rule("TOCS-W6.0-5", "TOCS-W6.0-6", "TOCS-W6.0-10")
def covers(view: View, hex_: Hex) -> bool:
    """Is there a company of the view's side in range of `hex_` that could exert ZOC over it (the truth check)?"""
    if hex_ in view.public.engaged:
        return False
    return any(
        exerts(view, u) and hex_ in (to for to, _ in lines(view, view.camp.counter(u), (u.hex, u.bank)))
        for near in view.game.ground.neighbours[hex_]
        for u in view.camp.at(near)
    )


@rule("TOCS-W6.0-12", "TOCS-W1.12-2", "TOCS-W2.2-2", "TOCS-W6.0-7")
def held(view: View, counter: Counter, at: Hex, to: Hex) -> bool:
    """May the unit not step from `at` to `to` because both lie in claimed EZOC? Mechanized and armoured units may."""
    return at in view.ezoc() and to in view.ezoc() and counter.mobility not in HEAVY


@rule("TOCS-W6.0-13")
def doubled(view: View, counter: Counter, at: Hex, to: Hex) -> bool:
    """Does the step cost double terrain (mechanized or armoured, from EZOC to EZOC)?"""
    return at in view.ezoc() and to in view.ezoc() and counter.mobility in HEAVY
