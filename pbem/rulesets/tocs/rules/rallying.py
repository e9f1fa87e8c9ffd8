"""Rally: who can be rallied, what helps and hinders, what comes of it (TOCS-W10.19)."""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.entries import sections
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import is_built_up
from pbem.rulesets.tocs.oob import from_level
from pbem.rulesets.tocs.rules.chain import answers_to
from pbem.rulesets.tocs.rules.communications import by_land
from pbem.rulesets.tocs.rules.field_battle import locked
from pbem.rulesets.tocs.rules.morale import summed
from pbem.rulesets.tocs.rules.stocks import suffers
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

SENIOR = from_level("division")


@rule("TOCS-W10.19-1", "TOCS-W10.19-5")
def broken(view: View, hq: Unit, hex_: Hex) -> tuple[Unit, ...]:
    """The units in a hex that an HQ can rally: broken, its own, not rallied this impulse, reached over land. Assigned
    assets share the result of a unit that is rallied with them, and throw only where it does not."""
    forces = view.forces
    found = tuple(u for u in forces.at(hex_) if _may(view, hq, u))
    ids = {u.id for u in found}
    return tuple(u for u in found if not (u.assigned in ids and forces.units[u.assigned].hex == hex_))


def _may(view: View, hq: Unit, unit: Unit) -> bool:
    forces = view.forces
    if unit.id == hq.id or unit.id in forces.rallied or better(view.game, unit) is None or locked(view, unit):
        return False
    return answers_to(forces, unit, hq) and by_land(view, hq, unit)


@rule("TOCS-W10.19-2")
def sharers(forces: Forces, unit: Unit) -> tuple[Unit, ...]:
    """The broken assets assigned to a unit and stacked with it, which share its result."""
    lowest = STATES.index("disrupted")
    there = (u for u in forces.at(unit.hex) if u.assigned == unit.id and u.id not in forces.rallied)
    return tuple(u for u in there if u.state >= lowest)


@rule("TOCS-W10.19-3", "TOCS-W10.19-4", "TOCS-W10.19-7")
def better(game: Game, unit: Unit) -> int | None:
    """The state a rally brings a unit to, by the chart's list; None where there is nothing to rally."""
    moves = {str(row["from"]): str(row["to"]) for row in sections(game.check("rally").extras, "result")}
    to = moves.get(STATES[unit.state])
    return None if to is None else STATES.index(to)


def rallied(game: Game, unit: Unit) -> Unit:
    """The unit after a rally that came off."""
    state = better(game, unit)
    return unit if state is None else replace(unit, state=state)


@rule("TOCS-W10.19-2")
def drms(view: View, hq: Unit, unit: Unit) -> tuple[int, tuple[str, ...]]:
    """The modifier to the throw, and its reasons; of a group only the first that fits counts."""
    groups, worth = set[str](), dict[str, int]()
    for name, drm in view.game.check("rally").drms.items():
        if drm.group in groups or not TESTS[name](view, hq, unit):
            continue
        worth[name] = int(str(drm.value))
        groups |= {drm.group} - {""}
    return summed(worth)


Test = Callable[[View, Unit, Unit], bool]
TESTS: Mapping[str, Test] = {
    "demoralized": lambda view, hq, unit: STATES[unit.state] == "demoralized",
    "dispersed": lambda view, hq, unit: STATES[unit.state] == "dispersed",
    "engaged": lambda view, hq, unit: unit.hex in view.public.engaged,
    "in_ezoc": lambda view, hq, unit: unit.hex in view.ezoc(),
    "under_fire": lambda view, hq, unit: unit.hex in view.forces.shelled,
    "out_of_supply": lambda view, hq, unit: suffers(view, unit, "morale"),
    "hq_in_hex": lambda view, hq, unit: hq.hex == unit.hex,
    "senior_hq": lambda view, hq, unit: view.forces.counter(hq).level in SENIOR,
    "shelter": lambda view, hq, unit: is_built_up(view.game.ground, unit.hex) or unit.hex in view.works,
}
