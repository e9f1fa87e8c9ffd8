"""Who learns what from an event: what is told as it stands, and what of the enemy is seen. Who is not named learns nothing."""

from collections.abc import Iterator, Mapping
from typing import get_args

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Answering
from pbem.rulesets.tcs.board import VISIBLE, TacticalBoard, apply
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.rules.bearing import hexsides_towards
from pbem.rulesets.tcs.seeing import look, spotted, tops, watches
from pbem.rulesets.tcs.units import kind_of

_OWN, _PUBLIC = get_args(t.OwnTold), get_args(t.PublicTold)


@rule("TCSB-2-4", "TCSB-7-3", "TCSB-7-9")
def observe(game: TacticalGame, before: TacticalBoard, event: e.Event) -> tuple[tuple[str, o.Seen], ...]:
    """The observations that an event gives, by desk. before: the board as it stood when it happened."""
    if isinstance(event, _OWN):
        theirs = _seen(game, before, event) if isinstance(event, VISIBLE) else ()
        overhead = _overhead(game, before, event) if isinstance(event, t.RunFlown) else ()
        return ((event.side, o.OwnNews(event)), *theirs, *overhead)
    if isinstance(event, _PUBLIC):
        return tuple((side, o.PublicNews(event)) for side in sorted(before.forces))
    match event:
        case e.SheafsFell():
            return tuple(bursts(game, before, event))
        case e.SmokeShown() | e.WorksShown() | e.MinesShown() | e.BarrierShown():
            return ((event.side, _of_ground(event)),)
        case e.EnemyShown(side, unit, name):
            return ((side, o.EnemySeen(name, tops(game, before, side)[unit], True)),)
        case e.TriggerNoticed(trigger, stacks):
            return tuple(_noticed(game, before, trigger, stacks))
        case e.NamesDropped(side, units):
            return ((side, o.EnemiesForgotten(tuple(before.shown[side][unit] for unit in units))),)
    return ()


def _of_ground(event: e.SmokeShown | e.WorksShown | e.MinesShown | e.BarrierShown) -> o.Seen:
    """What lies in hexes in sight: smoke, works, mines, barriers."""
    if isinstance(event, e.BarrierShown):
        return o.BarrierSeen(event.hex, event.barrier, event.stands)
    if isinstance(event, e.MinesShown):
        return o.MinesSeen(event.hex, event.field)
    return o.SmokeSeen(event.smoke) if isinstance(event, e.SmokeShown) else o.WorksSeen(event.hex, event.position)


@rule("TCSB-7-3", "TCS3-2.3-6")
def bursts(game: TacticalGame, before: TacticalBoard, event: e.SheafsFell) -> Iterator[tuple[str, o.Seen]]:
    """Where sheafs came down: each side learns of the hexes that it sees or is in, and whose mission it was how many it did not."""
    side, plot = event.volley.side, event.volley.plot
    for desk in sorted(before.forces):
        seen = tuple(one for one in event.fallen if watches(game, before, desk, one.hex))
        if desk == side:
            unseen = event.lost + sum(one.many for one in event.fallen if one not in seen)
            yield desk, o.Bursts(plot, seen, unseen)
        elif seen:
            yield desk, o.ShellsSeen(event.round, seen)


@rule("TCS3-1-3", "TCSB-14-3")
def _noticed(
    game: TacticalGame, before: TacticalBoard, trigger: Answering, stacks: tuple[Hex, ...]
) -> Iterator[tuple[str, o.Seen]]:
    """A desk learns of a trigger in sight of its stacks: of those who entered together the first, and their classes. Fire that is a
    trigger it has learnt of as it was fired."""
    enemies = before.forces[game.other(trigger.side)].units
    there = [enemies[name] for name in trigger.seen if name in enemies]
    if trigger.act == "enters" and there:
        yield trigger.side, o.TriggerSeen(look(there[0], there), stacks)


@rule("TCSB-24-2")
def _overhead(game: TacticalGame, before: TacticalBoard, event: t.RunFlown) -> Iterator[tuple[str, o.Seen]]:
    """A run is seen over the hexes that a side sees or is in, and whether it came to anything."""
    side, place = game.other(event.side), event.struck or event.hex
    if watches(game, before, side, place):
        yield side, o.AircraftSeen(place, event.outcome in ("aborted", "not found"))


def _seen(game: TacticalGame, before: TacticalBoard, event: t.OwnTold) -> Iterator[tuple[str, o.Seen]]:
    """What the enemy sees of an own event: counters that he has a name for, as they are now, or that they went out of sight."""
    side = game.other(event.side)
    after = apply(before, event)
    if isinstance(event, (t.AreaFired, t.PointFired, t.AtThrown)):
        yield from ((side, heard) for heard in _heard(game, before, after, event))
    if isinstance(event, (t.UnitStruck, t.MoraleTried, t.ArmorTried, t.FellBack)):
        yield from ((side, hurt) for hurt in _hurt(game, before, event))
    if before.shown[side]:
        yield from ((side, seen) for seen in _of_counters(game, before, after, side))


@rule("TCSB-7-9", "TCS3-10-1")
def _of_counters(
    game: TacticalGame, before: TacticalBoard, after: TacticalBoard, side: str
) -> Iterator[o.EnemySeen | o.EnemyHidden | o.EnemyUnder]:
    """Counters that a side has a name for: as they are now, out of sight, or under another of their stack."""
    own, found = after.forces[game.other(side)], spotted(game, after, side)
    was, now = tops(game, before, side), tops(game, after, side)
    for unit, name in before.shown[side].items():
        if unit in now and now[unit] != was.get(unit):
            yield o.EnemySeen(name, now[unit])
        elif unit in was and unit not in now and (unit in own.units or unit in own.departed):
            yield o.EnemyUnder(name, own.units[unit].hex) if unit in found else o.EnemyHidden(name)


@rule("TCSB-9-10", "TCSB-7-7")
def _heard(
    game: TacticalGame, before: TacticalBoard, after: TacticalBoard, event: t.AreaFired | t.PointFired | t.AtThrown
) -> Iterator[o.FireSeen]:
    """The enemy's fire: who sees the firers knows what and where they are; who is under it, at least from where it comes."""
    side = game.other(event.side)
    names = event.units if isinstance(event, t.AreaFired) else (event.unit,)
    own = after.forces[event.side].units
    firers = [own[name] for name in names if name in own]  # who fired together with what destroyed them is gone, and not seen
    found = spotted(game, after, side)
    for origin in dict.fromkeys(unit.hex for unit in firers):
        kinds = tuple(dict.fromkeys(kind_of(u.counter) for u in firers if u.hex == origin and u.id in found))
        bearing = next(iter(hexsides_towards(event.hex, origin)), "")
        if kinds:
            yield o.FireSeen(event.hex, kinds, origin)
        elif before.forces[side].at(event.hex):
            yield o.FireSeen(event.hex, bearing=bearing)


_FELL: Mapping[str, o.Effect] = {"S": "suppressed", "P": "paralyzed", "X": "surrendered"}
_ARMOR_FELL: Mapping[str, o.Effect] = {"S": "buttoned", "P": "suppressed", "X": "surrendered"}


@rule("TCSB-7-3", "TCS3-10-1")
def _hurt(
    game: TacticalGame, before: TacticalBoard, event: t.UnitStruck | t.MoraleTried | t.ArmorTried | t.FellBack
) -> Iterator[o.EnemyHurt]:
    """What is seen of a result on an enemy unit in sight, and no more: no dice, no steps."""
    side = game.other(event.side)
    effect = _effect(event)
    names = event.units if isinstance(event, (t.MoraleTried, t.ArmorTried)) else (event.unit,)
    found = spotted(game, before, side) if effect else frozenset[str]()
    for name in (name for name in names if name in found and effect):
        unit = before.forces[event.side].units[name]
        gone = effect in ("destroyed", "surrendered")
        shown = before.shown[side].get(name, "")
        yield o.EnemyHurt(shown, unit.counter.target, unit.hex, effect or "hit", gone, unit.counter.id if shown and gone else "")


def _effect(event: t.UnitStruck | t.MoraleTried | t.ArmorTried | t.FellBack) -> o.Effect | None:
    match event:
        case t.UnitStruck(_, _, _, losses, left):
            return "destroyed" if left == 0 else "hit" if losses else "buttoned" if event.buttoned else None
        case t.MoraleTried():
            return _FELL.get(event.result)
        case t.ArmorTried():
            return _ARMOR_FELL.get(event.result)
        case t.FellBack():
            return "fell back" if event.left else "destroyed"
