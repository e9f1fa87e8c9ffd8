"""UNDOCK: ships put out of port, for nothing (TOCS-W17.7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_seek import sought
from pbem.rulesets.tocs.ships import FROM_LAND, NAVAL_UNITS
from pbem.rulesets.tocs.view import View


@rule("TOCS-W17.7-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Into box 2 of the zone."""
    ships = sea.acting(view)
    if not ships or any(not ship.port for ship in ships):
        return illegal(say("they are not docked"), "TOCS-W17.7-1")
    out = tuple(replace(ship, port="", box=FROM_LAND, acted=True) for ship in ships)
    return sea.SeaPlan((t.ShipsMoved(view.side, out, phrase("put out")),), ships[0].zone)


@rule("TOCS-W16.0-2", "TOCS-W16.3-1")
def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    """That they came into the zone is announced, as any entry."""
    events: tuple[e.Event, ...] = (*plan.sure, e.ZoneTraffic(side, plan.told, NAVAL_UNITS, False))
    return (*events, *sought(after(moment, events), plan.told, NAVAL_UNITS))


ACTION = sea.sea_action(
    Verb("undock", ("undock",), "unit", phrase("put out of port into box 2")),
    phrase(
        """UNDOCK takes docked ships out of port into box 2 of their zone, for no action (TOCS-W17.7). That naval units came into
the zone is announced, and both sides may intercept (TOCS-W16.3).

    TF1: undock"""
    ),
    _meant, _events,
)  # fmt: skip
