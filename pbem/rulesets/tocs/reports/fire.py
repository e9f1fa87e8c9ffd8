"""Guns and shells in words: missions in a receipt, shells in a sitrep, and what the own guns can do."""

from typing import Any

from pbem.kernel.counting import counted
from pbem.kernel.hexes import Hex
from pbem.reports.document import Block, table
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import STATES, Mission
from pbem.rulesets.tocs.procedures.activation import action_points
from pbem.rulesets.tocs.procedures.artillery import is_observer, weight
from pbem.rulesets.tocs.procedures.visibility import reach
from pbem.rulesets.tocs.reports.wording import call, condition, dice, place

FELL = {0: "", 1: "falls a state"}


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """An observation about guns in words, () for any other."""
    match seen:
        case o.OwnMission(mission, strength, throw, drms):
            extra = f" {', '.join(drms)}" if drms else ""
            return (f"{_fired(picture, mission)} at {place(game, mission.hex)}, strength {strength}: {dice(throw)}{extra}",)
        case o.FallOfShot(hex_, kinds, effects):
            return (fall_of_shot(game, hex_, (kinds, effects)),)
        case o.OwnSupport(mission):
            how = "time on target" if mission.tot else "a barrage" if mission.barrage else "fire"
            return (f"{_guns(picture, mission)}: {how} laid on the battle for {place(game, mission.hex)}",)
        case o.OwnAttackCalledOff(unit, hex_):
            return (f"{call(picture.camp, unit.id)}: attack on {place(game, hex_)} called off, the ground is under fire",)
        case o.BattleCalledOffSeen(hex_):
            return (f"no battle for {place(game, hex_)}: fire stopped the attack",)
        case o.InterdictionSeen(side, hex_):
            return (f"{place(game, hex_)} is under {game.staff(side).adjective} interdiction",)
        case o.InterdictionLiftedSeen(side):
            return (f"{game.staff(side).adjective} interdiction is over",)
    return ()


def _fired(picture: Picture, mission: Mission) -> str:
    words = {"harass": "harassing fire", "bombard": "a bombardment"}.get(mission.kind, "a strike")
    words = "time on target" if mission.tot else words
    by = f", {call(picture.camp, mission.observer)} observing" if mission.observer else ""
    aimed = f" at {mission.aim}" if mission.aim else ""
    return f"{_guns(picture, mission)}{by}: {words}{aimed}"


def _guns(picture: Picture, mission: Mission) -> str:
    return ", ".join(call(picture.camp, b) for b in mission.batteries)


def fall_of_shot(game: Game, hex_: Hex, what: tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]]) -> str:
    """`observed: 14.12 Heumen holds infantry, guns; infantry lose 1 step and fall a state`."""
    kinds, effects = what
    if not kinds:
        return f"observed: nobody in {place(game, hex_)}"
    hit = "; ".join(f"{kind} {_suffer(steps, states)}" for kind, steps, states in effects) or "no effect seen"
    return f"observed: {place(game, hex_)} holds {', '.join(kinds)}; {hit}"


def _suffer(steps: int, states: int) -> str:
    lost = f"lose {counted(steps, 'step')}" if steps else ""
    return " and ".join(part for part in (lost, "fall a state" if states else "") if part)


def changed(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What of it belongs among the changes of a sitrep: what the enemy's guns did and what both sides see."""
    match seen:
        case o.ShellsFell(hex_, heavy):
            return (f"{'a bombardment' if heavy else 'shells'} fell on {place(game, hex_)}",)
        case o.OwnUnit(unit, "shelled"):
            return (f"{call(picture.camp, unit.id)} under shellfire: {condition(picture.camp, unit)}",)
        case o.InterdictionSeen() | o.InterdictionLiftedSeen() | o.BattleCalledOffSeen() | o.OwnAttackCalledOff():
            return told(game, picture, seen)
    return ()


def guns(game: Game, picture: Picture) -> tuple[Block, ...]:
    """The own guns and observers, fire laid on battles to come, and hexes under fire."""
    camp, view = picture.camp, picture.view(game)
    rows = [("guns", "strength, range", "state", "where")]
    for unit in sorted(camp.on_map(), key=lambda u: camp.counter(u).call):
        counter = camp.counter(unit)
        if counter.artillery:
            power = f"{weight(camp, unit)}, {counted(counter.range, 'hex')}"
            rows.append((counter.call, power, STATES[unit.state], place(game, unit.hex)))
        elif is_observer(counter):
            rows.append((counter.call, f"observer, sees {reach(view)}", f"{action_points(view, unit)} AP", place(game, unit.hex)))
    laid = [f"laid on {place(game, m.hex)}: {_guns(picture, m)}" for m in camp.missions]
    fire = [f"under fire: {place(game, h)} ({', '.join(game.staff(s).adjective for s in sides)})"
            for h, sides in sorted(picture.public.interdicted.items())]  # fmt: skip
    return table("GUNS", rows, (f" {line}" for line in (*laid, *fire)))
