"""AFTER: orders that the phasing side leaves for its reserves, for the Exploitation Phase of the same impulse (TOCS-3.10)."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Branch, Step
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.units import ReservePlan

ATTACKS = ("attack", "infiltrate")  # what a reserve may not do in the Exploitation Phase (TOCS-3.10-2)


@rule("TOCS-3.10-1", "TOCS-3.10-2")
def check_plan(game: Game, picture: Picture, act: Act) -> tuple[Refusal, ...]:
    """Hexes of the map, units in reserve, and nothing that a reserve may not do after the battles."""
    found = off_map(game, act.hexes("PATH")) or next(_waiting(picture, act), None)
    verbs = [a.verb for a in _acts(act.script("STEPS"))]
    strange = [v for v in verbs if v not in ACTIONS]
    if not found and strange:
        found = illegal(say("`{strange}` is nothing a reserve does", strange=strange[0]), "TOCS-3.10-2")
    if not found and any(v in ATTACKS for v in verbs):
        found = illegal(say("a reserve launches no attack after the battles"), "TOCS-3.10-2", "move")
    return (found,) if found else ()


def _waiting(picture: Picture, act: Act) -> Iterator[Refusal]:
    for call in act.texts("UNITS"):
        unit = picture.forces.unit_called(call)
        if unit is None or unit.status != "map":
            yield illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1")
        elif not unit.reserve:
            yield illegal(say("{call} is not in reserve: only reserves act after the battles", call=call), "TOCS-3.10-1")


def _acts(steps: tuple[Step, ...]) -> Iterator[Act]:
    for step in steps:
        if isinstance(step, Branch):
            yield from _acts((*step.then, *step.otherwise))
        else:
            yield step


def _made(act: Act, text: str) -> ReservePlan:
    """The plan of a line in canonical form, `after 14.12 won: HG2: move 14.11`."""
    moment = next((w for w in ("won", "lost") if act.says(w)), "battles")
    return ReservePlan(moment, act.hexes("PATH"), act.texts("UNITS"), text.partition(": ")[2])


def plan(moment: Moment, side: str, act: Act, text: str) -> tuple[e.Event, ...]:
    """The orders are left for after the battles."""
    forces: Forces = moment.board.forces[side]
    return (e.PlansFiled(side, (*forces.plans, _made(act, text))),)


def came(picture: Picture, plan: ReservePlan) -> bool:
    """Have the battles gone as this plan waits for? Won: fought for in this impulse, ours, and no engagement."""
    public = picture.public
    if plan.moment == "battles":
        return True
    fought = all(h in public.announced for h in plan.hexes)
    ours = [public.owner[h] == picture.side and h not in public.engaged for h in plan.hexes]
    return fought and (all(ours) if plan.moment == "won" else not any(ours))


def laid_out(steps: tuple[Step, ...], ways: tuple[bool, ...]) -> tuple[tuple[Act, ...], Branch | None]:
    """The acts of some steps as far as the ways of their branches are known, and the branch that comes next, if any."""
    acts: list[Act] = []
    waiting, known = list(steps), list(ways)
    while waiting:
        step = waiting.pop(0)
        if isinstance(step, Act):
            acts.append(step)
        elif known:
            waiting[:0] = step.then if known.pop(0) else step.otherwise
        else:
            return tuple(acts), step
    return tuple(acts), None
