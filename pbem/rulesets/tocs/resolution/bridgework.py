"""Work on bridges, turn by turn: built, repaired, taken apart; and blown in one go (TOCS-W10.13, W10.14)."""

from pbem.kernel.dice import Throw
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import Bridge, bridge_named
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.tasks import Events, Hindrance, LongWork, steady
from pbem.rulesets.tocs.rules import engineers
from pbem.rulesets.tocs.rules.bridges import strength
from pbem.rulesets.tocs.standing_orders.asked import FiresCharge
from pbem.rulesets.tocs.units import STATES, Charge, Task, Unit
from pbem.rulesets.tocs.view import View

WORST = 2  # disordered: the worst state in which work goes on


@rule("TOCS-W10.13-2", "TOCS-W10.13-5")
def hindered(view: View, unit: Unit, task: Task) -> Hindrance | None:
    """A unit that is worse than disordered as the turn ends has got nowhere; in an engagement nobody works."""
    if unit.hex in view.public.engaged:
        return Hindrance(phrase("the enemy is in the hex"))
    return Hindrance(say("{state} as the turn ended", state=say(STATES[unit.state]))) if unit.state > WORST else None


def hindered_on(view: View, unit: Unit, task: Task) -> Hindrance | None:
    """The same for work on a bridge that there is: it ends with that bridge, or when another has done it."""
    bridge = bridge_named(view.game.ground, task.note, view.forces.spans)
    if bridge is None or bridge.gone:
        return Hindrance(phrase("the bridge is gone"), ends=True)
    if task.kind == "repair" and bridge.intact and not bridge.damage:
        return Hindrance(phrase("the bridge is whole"), ends=True)
    if task.kind == "dismantle" and not bridge.intact:
        return Hindrance(phrase("the bridge is down"), ends=True)
    return hindered(view, unit, task)


@rule("TOCS-W10.13-4", "TOCS-W10.13-9", "TOCS-W10.13-10", "TOCS-W10.13-7")
def _built(moment: Moment, side: str, task: Task) -> Events:
    """The bridge stands and can be used at once; its equipment is used up."""
    ground, spans = moment.game.ground, moment.board.spans
    number = 1 + sum(b.hex == task.hex and b.built for b in spans)
    water = next(w.id for w in ground.waters if task.hex in w.path)
    joined = engineers.roads_joined(ground, task.hex)
    name = f"{task.hex}/{task.note}/{number}"
    new = Bridge(name, engineers.NAMES[task.note], task.hex, water, joined, 0, task.note, True, built=True)
    return (e.BridgeChanged(new, phrase("built"), (side,)), *_gear(moment, side, task.note, -1))


def _gear(moment: Moment, side: str, kind: str, more: int) -> Events:
    gear = moment.board.forces[side].gear
    return () if gear is None else (e.GearChanged(side, {**gear, kind: max(0, gear.get(kind, 0) + more)}),)


@rule("TOCS-W10.14-1")
def _dismantled(moment: Moment, side: str, task: Task) -> Events:
    """Nothing is left of the bridge, and its equipment is there for another."""
    bridge = _bridge(moment, task.note)
    gone = replace(bridge, intact=False, gone=True)
    return (e.BridgeChanged(gone, phrase("taken apart"), (side,)), *_gear(moment, side, bridge.kind, 1))


def _bridge(moment: Moment, name: str) -> Bridge:
    found = bridge_named(moment.game.ground, name, moment.board.spans)
    if found is None:
        raise ValueError(f"there is no bridge {name}")
    return found


@rule("TOCS-W10.13-6")
def _repairing(moment: Moment, side: str, task: Task) -> Events:
    """A throw at the end of each turn, two for a bridging company, until one comes off."""
    forces = moment.board.forces[side]
    counter, bridge = forces.counters[task.unit], _bridge(moment, task.note)
    needed, times = engineers.repair(moment.game, counter, bridge)
    turn = moment.board.public.turn
    throws = tuple(moment.dice.throw(f"repair/{side}/{counter.call}/T{turn}/{n}", "1d6") for n in range(1, times + 1))
    done = any(throw.total <= needed for throw in throws)
    told = e.EngineersTried(side, task.unit, task.words, throws, needed, done)
    task = replace(task, done=task.done + 1)
    if not done:
        return (told, e.TaskWent(side, task, "went on"))
    whole = replace(bridge, intact=True, damage=0)
    return (told, e.TaskEnded(side, task, phrase("done")), e.BridgeChanged(whole, phrase("repaired"), (side,)))


@rule("TOCS-W10.14-2", "TOCS-W10.14-4")
def blown(moment: Moment, side: str, unit: Unit, bridge: Bridge, needed: int) -> Events:
    """An attempt to blow a bridge: the throw, and the bridge down if it comes off. One that always falls takes none."""
    call = moment.board.forces[side].counter(unit).call
    throws: tuple[Throw, ...] = ()
    if needed < 6:
        throws = (moment.dice.throw(f"destroy/{side}/{call}/{moment.board.public.impulse_name}", "1d6"),)
    done = all(throw.total <= needed for throw in throws)
    told: Events = (
        (e.EngineersTried(side, unit.id, say("to blow {bridge}", bridge=bridge.name), throws, needed, done),) if throws else ()
    )
    down = replace(bridge, intact=False, damage=strength(moment.game, bridge))
    return (*told, e.BridgeChanged(down, phrase("blown"), (side,))) if done else told


@rule("MASL-16.7-1", "MASL-16.7-2")
def lost_in_battle(moment: Moment, fight: e.Fight) -> Events:
    """The bridges of a hex that a side has just lost in battle, each blown if the scenario and a die let it."""
    fought = {a.unit for a in fight.attacks}
    held = {fight.defender: fight.defenders, fight.attacker: tuple(a.unit for a in fight.attacks if a.origin == a.target)}
    events: list[e.Event] = []
    for side, units in held.items():
        if units and not moment.board.occupants(fight.hex, side):
            enemies = fought if side == fight.defender else set(fight.defenders)
            for charge in moment.board.forces[side].rigged:
                events += _touched_off(moment, fight, _Rigged(side, units, charge), enemies)
    return tuple(events)


class _Rigged(Value):
    """A charge of a side, and its units that held the bridge."""

    side: str
    units: tuple[str, ...]
    charge: Charge


def _touched_off(moment: Moment, fight: e.Fight, rigged: _Rigged, enemies: set[str]) -> Events:
    """One throw for a bridge that stands in the hex, if what it waits for has happened."""
    bridge, side, charge = _bridge(moment, rigged.charge.bridge), rigged.side, rigged.charge
    if bridge.hex != fight.hex or not bridge.intact or not moment.ask(side, FiresCharge(bridge.hex)):
        return ()
    enemy, forces = moment.game.other(side), moment.board.forces[side]
    theirs = (moment.board.forces[enemy].counters[unit] for unit in enemies)
    if charge.trigger == "tank" and not any(c.arm == "tank" and c.kind == "vehicle_platoon" for c in theirs):
        return ()
    ready = charge.laid or any(forces.counters[unit].engineer for unit in rigged.units)
    needed = charge.prepared if ready else charge.unprepared
    throw = moment.dice.throw(f"charges/{side}/{fight.number}/{bridge.id}", "1d6")
    done = throw.total <= needed
    told = e.EngineersTried(side, min(rigged.units), say("to blow {bridge}", bridge=bridge.name), (throw,), needed, done)
    down = replace(bridge, intact=False, damage=strength(moment.game, bridge))
    return (told, e.BridgeChanged(down, phrase("blown"), (side, enemy))) if done else (told,)


BUILD = LongWork("TOCS-W10.13-4", hindered, steady(_built))
DISMANTLE = LongWork("TOCS-W10.14-1", hindered_on, steady(_dismantled))
REPAIR = LongWork("TOCS-W10.13-6", hindered_on, _repairing)
