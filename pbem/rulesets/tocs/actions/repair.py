"""REPAIR: engineers repair a bridge, a work of unknown length (TOCS-W10.13-6), or a facility, in one attempt (TOCS-W10.27)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions import facility_rules
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere, work_action
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import engineers
from pbem.rulesets.tocs.rules.bridges import known
from pbem.rulesets.tocs.units import Task, Unit
from pbem.rulesets.tocs.view import View

REPAIR = "repair"


@rule("TOCS-W10.13-1", "TOCS-W10.13-6")
def plan(view: View, unit: Unit, order: Engineering) -> Task | Refusal:
    """The work on a bridge, or why it cannot be begun."""
    refused = elsewhere(unit, order, "TOCS-W10.13-1") or engineers.unfit(view, unit) or engineers.unlinked(view, unit)
    if refused:
        return refused
    may = tuple(b for b in known(view, unit.hex) if b.damage or not b.intact)
    bridge = engineers.chosen(view, unit, order.words, may)
    if isinstance(bridge, Refusal):
        return bridge
    return Task(unit.id, REPAIR, say("repair of {bridge}", bridge=bridge.name), unit.hex, note=bridge.id)


def _bridge(order: Engineering) -> bool:
    return bool({"bridge", "footbridge"} & set(order.words))


def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
    """Fit engineers, and something in their hex to be repaired."""
    if _bridge(order):
        return WORK.check(game, picture, order)
    found = facility_rules.plan(picture.view(game), active_unit(picture)[0], order, REPAIR)
    return (found,) if isinstance(found, Refusal) else ()


def expect(game: Game, picture: Picture, order: Engineering) -> Picture:
    """The work begun, or the attempt made."""
    if _bridge(order):
        expected: Picture = WORK.expect(game, picture, order)
        return expected
    return facility_rules.expect(game, picture, order, REPAIR)


def execute(moment: Moment, picture: Picture, order: Engineering) -> Outcome:
    """A bridge is put on file; a facility takes its throw at once."""
    return WORK.execute(moment, picture, order) if _bridge(order) else facility_rules.execute(moment, picture, order, REPAIR)


BRIDGES = "bridge|road bridge|railway bridge|footbridge|pontoon bridge|vehicle bridge"
WORK = work_action(
    Verb(REPAIR, (f"repair ({BRIDGES}|{facility_rules.NAMED}) [HEX]",), "unit", phrase("repair a bridge or a facility")),
    phrase(
        "REPAIR repairs a bridge in the unit's hex: it rolls at the end of each turn. A bridge that is down is repaired on a 1, a\n"
        "damaged one on 4 or less; a bridging company rolls twice (TOCS-W10.13-6). Who may begin it, and what stops it, is as for\n"
        "BUILD. A facility is repaired in one attempt by an engineer company in good order, if it can be repaired at all; the\n"
        "company is disordered afterwards (TOCS-W10.27-1). What damage did to stores of supply is never repaired (TOCS-W8.1-5).\n"
        "\n"
        "    C/307: repair bridge\n"
        "    C/307: repair railway bridge 16.13\n"
        "    C/307: repair hospital"
    ),
    plan,
)
ACTION: Action = replace(WORK, check=check, expect=expect, execute=execute)
