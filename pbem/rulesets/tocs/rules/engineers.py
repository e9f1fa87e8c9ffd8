"""Who may work on bridges and facilities, and on which (TOCS-W2.6.4, W10.13, W10.14, W10.27)."""

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge, Ground
from pbem.rulesets.tocs.map_file import ROAD_CLASSES
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.bridges import CHART, known
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

COMPANIES = ("company", "half_company", "hq_company")
BRIDGING = "bridging"  # the trait of a company that builds what vehicles in both directions use
BUILT = {"footbridge": "footbridge_pontoon", "pontoon": "single_lane_pontoon", "vehicle": "two_lane_vehicular"}
NAMES = {
    "footbridge_pontoon": phrase("Footbridge"),
    "single_lane_pontoon": phrase("Pontoon bridge"),
    "two_lane_vehicular": phrase("Vehicle bridge"),
}


def is_bridging(counter: Counter) -> bool:
    """Is it a bridging company?"""
    return BRIDGING in counter.traits


@rule("TOCS-W2.6.4-6", "TOCS-W10.13-1", "TOCS-W10.13-4", "TOCS-W10.14-2")
def unfit(view: View, unit: Unit, platoons: bool = False) -> Refusal | None:
    """Why this unit cannot begin work on a bridge now: no engineer or bridging company (platoons: platoons may as well), not
    in good order, in an engagement, or some of its AP gone."""
    counter, active = view.forces.counter(unit), view.forces.active
    company = counter.engineer and (platoons or counter.kind in COMPANIES)
    if not company and not is_bridging(counter):
        return illegal(say("{counter} is no engineer or bridging company", counter=counter.call), "TOCS-W2.6.4-6")
    if unit.hex in view.public.engaged:
        return illegal(
            say("{counter} is engaged in {hex}: it may only withdraw", counter=counter.call, hex=unit.hex), "TOCS-W10.1-6"
        )
    if unit.state:
        return illegal(
            say("{counter} is {state}, and must be in good order", counter=counter.call, state=say(STATES[unit.state])),
            "TOCS-W10.13-1",
        )
    if active and active.ap < action_points(view, unit):
        return illegal(
            say("it takes all the AP of {counter}, and it has {ap}", counter=counter.call, ap=active.ap), "TOCS-W10.13-4"
        )
    return None


@rule("TOCS-W10.13-1")
def unlinked(view: View, unit: Unit) -> Refusal | None:
    """Why the unit cannot begin to build or repair: it is out of communication or of supply."""
    call = view.forces.counter(unit).call
    if not in_loc(view, unit):
        return illegal(say("{call} is out of communication", call=call), "TOCS-W10.13-1")
    hungry = forbidden(view, unit, "construct_bridge")
    return replace(hungry, rule="TOCS-W10.13-1") if hungry else None


@rule("TOCS-W10.13-3", "TOCS-W2.6.4-7")
def builds(game: Game, counter: Counter, kind: str) -> Refusal | None:
    """Why such troops cannot build a bridge of this kind: those of two lanes are for bridging companies."""
    if "builder" in game.records(CHART)[kind] and not is_bridging(counter):
        return illegal(
            say("a bridge of two lanes takes a bridging company, and {counter} is none", counter=counter.call), "TOCS-W10.13-3"
        )
    return None


@rule("TOCS-W10.13-7")
def short(view: View, kind: str) -> Refusal | None:
    """Why there is no equipment for another bridge of this kind; without an inventory there is always some."""
    if view.forces.gear is None:
        return None
    taken = sum(task.kind == "build" and task.note == kind for task in view.forces.tasks.values())
    if view.forces.gear.get(kind, 0) > taken:
        return None
    return illegal(say("no equipment is left for a {names}", names=NAMES[kind].lower()), "TOCS-W10.13-7")


@rule("TOCS-W10.14-1", "TOCS-W10.13-4")
def turns(game: Game, kind: str, what: str) -> int:
    """The turns it takes to "build" a bridge of a kind, or to "dismantle" it; 0: it cannot be done."""
    record = game.records(CHART)[kind]
    return whole(record, f"{what}_turns") if f"{what}_turns" in record else 0


@rule("TOCS-W10.13-6")
def repair(game: Game, counter: Counter, bridge: Bridge) -> tuple[int, int]:
    """The number that a throw to repair a bridge must not pass, and how often the unit throws."""
    chart = section(game.records(CHART).extras, "repair")
    needed = whole(chart, "damaged_d6" if bridge.intact else "destroyed_d6")
    return needed, whole(chart, "bridging_company_rolls") if is_bridging(counter) else 1


@rule("TOCS-W10.14-3", "TOCS-W10.14-4")
def demolition(view: View, bridge: Bridge) -> int | Refusal:
    """The number that the throw to blow a bridge must not pass; 6 for one that was built in play, unless its kind says. All
    others stand under the module's leave."""
    if any(charge.bridge == bridge.id for charge in view.forces.rigged):
        return illegal(say("{bridge} is blown as a battle for it is lost, not by order", bridge=bridge.name), "MASL-16.7-1")
    if not bridge.built and bridge.id not in view.forces.charges:
        return illegal(
            say("only bridges built in play may be destroyed, and {bridge} was not", bridge=bridge.name), "TOCS-W10.14-3"
        )
    record = view.game.records(CHART)[bridge.kind]
    return whole(record, "destroy_d6") if "destroy_d6" in record else 6


@rule("TOCS-W10.13-9")
def roads_joined(ground: Ground, hex_: Hex) -> tuple[str, ...]:
    """What a bridge built in a hex carries: the best class of road that comes to it on every bank, none where one has none."""
    classes = []
    for bank in ground.banks.get(hex_, ()):
        beside = (neighbour(hex_, side) for side in DIRECTIONS if side in bank)
        found = [ground.roads[hex_, h] for h in beside if h and (hex_, h) in ground.roads]
        classes.append(min((ROAD_CLASSES.index(c) for c in found), default=len(ROAD_CLASSES)))
    worst = max(classes, default=len(ROAD_CLASSES))
    return () if worst == len(ROAD_CLASSES) else (ROAD_CLASSES[worst],)


def fits(bridge: Bridge, words: tuple[str, ...]) -> bool:
    """Is it a bridge of the kind that the words of an order name?"""
    meant = {"railway": "railroad", "footbridge": "footbridge_pontoon", **{k: v for k, v in BUILT.items() if k != "footbridge"}}
    named = next((kind for word, kind in meant.items() if word in words), "")
    return bridge.kind == named if named else "road" not in words or bridge.kind not in meant.values()


def chosen(view: View, unit: Unit, words: tuple[str, ...], may: tuple[Bridge, ...]) -> Bridge | Refusal:
    """The one bridge of the unit's hex that an order means. may: those of the hex that it can be done to."""
    found = [bridge for bridge in may if fits(bridge, words)]
    if len(found) == 1:
        return found[0]
    if found:
        names = say(" or ").join(b.name for b in found)
        return illegal(
            say("which bridge in {hex}, {names}? Say railway bridge, road bridge, footbridge …", hex=unit.hex, names=names),
            "TOCS-W10.13-1",
        )
    there = ", ".join(b.name for b in known(view, unit.hex)) or "none"
    return illegal(
        say("no such bridge in {hex} that this could be done to (there: {there})", hex=unit.hex, there=there), "TOCS-W10.13-1"
    )
