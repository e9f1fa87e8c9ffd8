"""Artillery: which guns may fire at what, who sees it, what firing takes out of them (TOCS-W2.4, W2.6.2, W10.24 to W10.26)."""

from math import ceil

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter, from_level
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.nations import date, trait
from pbem.rulesets.tocs.rules.sight import clear_line, on_a_hill
from pbem.rulesets.tocs.units import STATES, Mission, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

FATIGUED, DISORDERED = STATES.index("fatigued"), STATES.index("disordered")
BOMBARDS = from_level("regiment")
LEAST_BATTERIES = 3
TOT_SINCE = "1942-12"


def is_observer(counter: Counter) -> bool:
    """Is this a forward observer?"""
    return counter.arm == "observer"


@rule("TOCS-W2.4-6")
def is_mortar_section(counter: Counter) -> bool:
    """A mortar asset: no battery, but called in for battles with all its strength."""
    return counter.kind == "asset" and counter.arm == "mortar" and counter.artillery > 0


def is_battery(counter: Counter) -> bool:
    """Has it guns that fire missions? Self-propelled artillery has; assets have not."""
    return counter.artillery > 0 and counter.kind != "asset"


def weight(forces: Forces, unit: Unit) -> int:
    """The artillery strength of a unit: the printed one, in proportion to the steps left, rounded up."""
    counter = forces.counter(unit)
    return ceil(counter.artillery * (counter.steps - unit.lost) / counter.steps)


def _by_staff(view: View, unit: Unit, mission: Mission) -> str:
    """How an HQ has guns fire: the order is the battery's, and names the HQ."""
    counter = view.forces.counter(unit)
    if not is_headquarters(counter):
        return ""
    gun = min((c.call for u in view.forces.on_map() if is_battery(c := view.forces.counter(u))), default="")
    return " ".join((f"{gun}:", mission.kind, mission.hex, "by", counter.call)) if gun else ""


@rule("TOCS-W10.24-1", "TOCS-W10.25-1", "TOCS-W10.26-1", "TOCS-W2.4-3", "TOCS-W15.15-10")
def may_fire(view: View, unit: Unit, mission: Mission) -> Refusal | None:
    """Why this unit cannot fire this mission now, apart from who orders it; None if it can."""
    counter, row = view.forces.counter(unit), row_of(mission)
    call = counter.call
    if unit.status != "map":
        return illegal(say("{call} has been destroyed", call=call), "TOCS-W1.11-1")
    if not (is_battery(counter) or (mission.kind == "support" and not mission.barrage and is_mortar_section(counter))):
        words = say("is an asset: it fires only in support of a battle") if is_mortar_section(counter) else say("has no artillery")
        return illegal(f"{call} {words}", row, _by_staff(view, unit, mission))
    if unit.gathers:
        return illegal(say("{call} has just come down, and has no guns yet", call=call), "TOCS-W15.15-10")
    if unit.hex in view.public.engaged:
        return illegal(say("{call} is engaged in {hex} and fires nowhere else", call=call, hex=unit.hex), "TOCS-W2.4-3")
    if view.forces.attack_of(unit.id):
        return illegal(say("{call} is committed to an attack and does nothing more this impulse", call=call), "TOCS-W10.0-5")
    worst = FATIGUED if mission.kind == "interdict" else 0
    if unit.state > worst:
        wanted = say("good order or fatigued") if worst else say("good order")
        return illegal(say("{call} is {state}; this takes {wanted}", call=call, state=say(STATES[unit.state]), wanted=wanted), row)
    far = distance(unit.hex, mission.hex)
    if far > counter.range:
        return illegal(
            say(
                "{hex} is {hexs} from {call}, which reaches {range}",
                hex=mission.hex,
                hexs=counted(far, "{number} hex", "{number} hexes"),
                call=call,
                range=counter.range,
            ),
            row,
        )
    return None


def row_of(mission: Mission) -> str:
    """The row that lets a mission be fired."""
    if mission.kind == "interdict":
        return "TOCS-W10.26-1"
    return "TOCS-W10.25-1" if mission.kind == "bombard" or mission.barrage else "TOCS-W10.24-1"


@rule("TOCS-W10.25-1", "TOCS-W10.25-5")
def may_combine(game: Game, forces: Forces, mission: Mission) -> Refusal | None:
    """Are these batteries enough for a bombardment, and for time on target?"""
    if len(mission.batteries) < LEAST_BATTERIES:
        return illegal(
            say("a bombardment takes at least {least_batteries} batteries", least_batteries=LEAST_BATTERIES), "TOCS-W10.25-1"
        )
    if mission.tot and not all(knows_tot(game, forces.counters[b]) for b in mission.batteries):
        return illegal(say("time on target is fired by American batteries alone, from December 1942 on"), "TOCS-W10.25-5")
    return None


@rule("TOCS-W10.25-5", "TOCS-W10.25-6")
def knows_tot(game: Game, counter: Counter) -> bool:
    """Can this battery fire time on target?"""
    return counter.nation == "american" and date(game) >= TOT_SINCE


@rule("TOCS-W10.24-2", "TOCS-W10.25-2", "TOCS-W10.25-6", "TOCS-W10.26-1")
def spent(view: View, unit: Unit, mission: Mission) -> Unit:
    """The unit after the mission. A strike fatigues; a bombardment disorders, but American batteries (by their nation's trait)
    only when it was time on target; interdiction takes a state. What was in reserve has been called."""
    unit = replace(unit, reserve=False)
    if mission.kind == "interdict":
        return replace(unit, state=unit.state + 1)
    combined = mission.kind == "bombard" or mission.barrage
    spares = trait(view.game, view.forces.counter(unit).nation, "batteries_only_fatigued") and not mission.tot
    return replace(unit, state=max(unit.state, DISORDERED if combined and not spares else FATIGUED))


@rule("TOCS-W10.24-5", "TOCS-W11.19-6", "TOCS-W15.15-10")
def sees(view: View, observer: Unit, hex_: Hex, reach: int) -> bool:
    """Does an observer see a hex: within the visibility of the impulse, and over all that stands between?"""
    near = distance(observer.hex, hex_) <= reach
    return near and observer.status == "map" and not observer.gathers and clear_line(view.game, observer.hex, hex_)


def observers(view: View, hex_: Hex, reach: int) -> tuple[Unit, ...]:
    """The forward observers of a side that see a hex, in order of id."""
    return tuple(u for u in _observing(view.forces) if sees(view, u, hex_, reach))


@kept(4)
def _observing(forces: Forces) -> tuple[Unit, ...]:
    """The forward observers of a side on the map, in order of id."""
    return tuple([u for u in forces.on_map() if is_observer(forces.counter(u))])


@rule("TOCS-W11.19-6")
def directs_alone(view: View, observer: Unit) -> bool:
    """Does an observer on a hill direct fire without a headquarters' order? By the switch; what he must see he must see."""
    return not view.game.switches["hill_observer_needs_order"] and on_a_hill(view.game, observer.hex)


def fired(forces: Forces, units: tuple[Unit, ...], pool: ReplacementPool | None) -> Forces:
    """The forces after some of their batteries fired: that was those batteries' activation."""
    forces = forces.with_pool(pool) if pool else forces
    known = {**forces.units, **{unit.id: unit for unit in units}}
    return replace(forces, units=known, activated=tuple(sorted({*forces.activated, *(unit.id for unit in units)})))


def unsupported(forces: Forces, hex_: Hex) -> Forces:
    """The forces without the fire they had laid on a battle."""
    return replace(forces, missions=tuple(m for m in forces.missions if m.hex != hex_))


def called_off(forces: Forces, unit: Unit) -> Forces:
    """The forces without the attack of a unit, which has been its activation."""
    return replace(forces.with_unit(unit), attacks=tuple(a for a in forces.attacks if a.unit != unit.id))
