"""Who orders a fire mission, who watches it, and whether the guns hear the order (TOCS-W2.6.2, W10.24, W10.25, W11.19)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.rules import artillery
from pbem.rulesets.tocs.rules.activation import action_points, newly_active
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.command import orderer
from pbem.rulesets.tocs.rules.communications import loc
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.units import Activation, Mission, Unit
from pbem.rulesets.tocs.view import View


class Ordered(Value):
    """How a mission is ordered. hq: the headquarters whose AP it takes; called_by: the observer who calls it instead; ap:
    how many; watches: the observer that sees the hex; kind: what it is fired as (a strike nobody sees harasses)."""

    kind: str
    ap: int
    hq: Unit | None = None
    called_by: str = ""
    watches: str = ""


FORBIDDEN = {"bombard": "bombardment", "interdict": "interdiction"}
"""What the chart out-of-supply calls the missions; all others are strikes."""


@rule("TOCS-W10.24-1", "TOCS-W10.25-1", "TOCS-W10.26-1", "TOCS-W8.4-1")
def may_take_part(view: View, unit: Unit, mission: Mission) -> Refusal | None:
    """Why a battery cannot fire: its state, its range, or its lines of communication and supply."""
    refused = artillery.may_fire(view, unit, mission)
    if refused:
        return refused
    call, row = view.forces.counter(unit).call, artillery.row_of(mission)
    link = loc(view, unit)
    if not link.ok:
        return illegal(say("{call} is out of communication ({why})", call=call, why=link.why), row)
    hungry = forbidden(view, unit, FORBIDDEN.get(mission.kind, "artillery_strike"))
    return replace(hungry, rule=row) if hungry else None


@rule("TOCS-W10.24-3", "TOCS-W10.25-4", "TOCS-W15.3-2")
def ordered(view: View, mission: Mission, by: str, observer: str) -> Ordered | Refusal:
    """Who gives the order: the one named; else an observer who needs no headquarters; else the nearest able headquarters."""
    watches = _watcher(view, mission, observer)
    if isinstance(watches, Refusal):
        return watches
    kind = _fired_as(view, mission, watches)
    ap = 1 if _combined(mission) or mission.kind == "interdict" else len(mission.batteries)
    plain = Ordered(kind, ap, watches=watches)
    if _out_of_reserve(view, mission):
        return _all_waiting(view, mission) or plain
    named = view.forces.unit_called(by) if by else None
    if named and artillery.is_observer(view.forces.counter(named)):
        refused = _may_call(view, named, mission, ap)
        return refused or replace(plain, called_by=named.id)
    if not by:
        free = _free_caller(view, mission, ap)
        if free:
            return replace(plain, called_by=free)
    hq = _headquarters(view, mission, by, ap)
    return hq if isinstance(hq, Refusal) else replace(plain, hq=hq)


def _combined(mission: Mission) -> bool:
    return mission.kind == "bombard" or mission.barrage


@rule("TOCS-W10.24-3", "TOCS-W10.25-4")
def _out_of_reserve(view: View, mission: Mission) -> bool:
    """Do the guns fire out of reserve, their order paid when they were put there?"""
    active = view.forces.active
    return bool(active and active.reserve and active.unit in mission.batteries)


@rule("TOCS-W10.25-4")
def _all_waiting(view: View, mission: Mission) -> Refusal | None:
    """Those that fire with a battery out of reserve must have waited there too."""
    forces, active = view.forces, view.forces.active
    busy = (b for b in mission.batteries if not forces.units[b].reserve and not (active and active.unit == b))
    found = next(busy, None)
    return illegal(say("{call} is not in reserve", call=forces.counters[found].call), "TOCS-W10.25-4") if found else None


@rule("TOCS-W10.24-4", "TOCS-W15.3-2")
def _fired_as(view: View, mission: Mission, watches: str) -> str:
    """A strike that nobody sees, on the ground or in the air, harasses."""
    return "harass" if mission.kind == "strike" and not (watches or _spotted(view, mission)) else mission.kind


@rule("TOCS-W15.3-2")
def _spotted(view: View, mission: Mission) -> bool:
    """Is a spotter of the side in the air over the hex?"""
    return any(sortie.goal == mission.hex for sortie in view.forces.air.on_station("spotter"))


@rule("TOCS-W10.24-4", "TOCS-W10.24-5")
def _watcher(view: View, mission: Mission, observer: str) -> str | Refusal:
    """The observer that sees the hex: the one named, who must, or else any; "" for nobody. Aimed fire needs one."""
    seeing = artillery.observers(view, mission.hex, reach(view))
    if observer:
        unit = view.forces.unit_called(observer)
        if unit is None or not artillery.is_observer(view.forces.counter(unit)):
            return illegal(say("{observer} is not one of your forward observers", observer=observer), "TOCS-W10.24-5")
        return (
            unit.id
            if unit in seeing
            else illegal(say("{observer} does not see {hex}", observer=observer, hex=mission.hex), "TOCS-W10.24-5")
        )
    if mission.aim and not seeing and not _spotted(view, mission):
        return illegal(
            say("nobody sees {hex}: only an observer can aim at {aim}", hex=mission.hex, aim=mission.aim), "TOCS-W10.24-5"
        )
    return seeing[0].id if seeing else ""


@rule("TOCS-W2.6.2-1", "TOCS-W2.6.2-2", "TOCS-W2.6.2-3", "TOCS-W11.19-6")
def _may_call(view: View, observer: Unit, mission: Mission, ap: int) -> Refusal | None:
    """May this observer call the mission by himself: any battery of the side, for what a headquarters has woken him or a
    hill lets him see? Ammunition for a bombardment is the headquarters' to give."""
    call = view.forces.counter(observer).call
    if _combined(mission):
        return illegal(say("{call} may direct a bombardment, but a headquarters must order it", call=call), "TOCS-W2.6.2-3")
    if observer.status != "map" or action_points(view, observer) <= 0:
        return illegal(say("{call} can do nothing now", call=call), "TOCS-W5.0-4")
    alone = artillery.directs_alone(view, observer) and artillery.sees(view, observer, mission.hex, reach(view))
    awake = observer.id in view.forces.woken or view.forces.staff(observer.id) is not None
    if not (alone or awake):
        words = say("no headquarters' order (wake it), and no hill from which it sees {hex}", hex=mission.hex)
        return illegal(say("{call} has {left}", call=call, left=words), "TOCS-W2.6.2-2")
    left = _active(view, observer).ap
    return (
        illegal(say("{call} has {left} AP left, and this takes {ap}", call=call, left=left, ap=ap), "TOCS-W2.6.2-2")
        if left < ap
        else None
    )


def _free_caller(view: View, mission: Mission, ap: int) -> str:
    """An observer who sees the hex and may call without a headquarters' AP, "" for none."""
    seeing = artillery.observers(view, mission.hex, reach(view))
    return next((u.id for u in seeing if _may_call(view, u, mission, ap) is None), "")


def _active(view: View, observer: Unit) -> Activation:
    return view.forces.staff(observer.id) or newly_active(view, observer)


def called(view: View, order: Ordered) -> Activation:
    """What is left of an observer after he called."""
    active = _active(view, view.forces.units[order.called_by])
    return replace(active, ap=active.ap - order.ap, given=active.given + order.ap)


@rule("TOCS-W10.25-1", "TOCS-W2.6.2-3")
def _headquarters(view: View, mission: Mission, by: str, ap: int) -> Unit | Refusal:
    """The headquarters that orders all these batteries; for a bombardment one of a brigade or higher."""
    forces = view.forces
    first = forces.units[mission.batteries[0]]
    calls = (by,) if by or not _combined(mission) else tuple(forces.counter(hq).call for hq in superiors(forces, first))
    found: Unit | Refusal = illegal(
        say("{call} answers to no headquarters that could", call=forces.counter(first).call), "TOCS-W10.25-1"
    )
    for call in calls:
        found = _able(view, mission, call, ap)
        if isinstance(found, Unit):
            return found
    return found


def _able(view: View, mission: Mission, call: str, ap: int) -> Unit | Refusal:
    """The headquarters of this call ("" = any), if it may order the mission of every battery in it."""
    forces = view.forces
    found = orderer(view, forces.units[mission.batteries[0]], call, ap)
    if isinstance(found, Refusal):
        return found
    if found.gathers:
        words = say("{call} has just come down, and may not call for guns yet", call=forces.counter(found).call)
        return illegal(words, "TOCS-W15.15-10")
    if _combined(mission) and forces.counter(found).level not in artillery.BOMBARDS:
        return illegal(
            say("{call} is too small a headquarters to order a bombardment", call=forces.counter(found).call), "TOCS-W10.25-1"
        )
    others = (orderer(view, forces.units[b], forces.counter(found).call, ap) for b in mission.batteries[1:])
    return next((refused for refused in others if isinstance(refused, Refusal)), found)
