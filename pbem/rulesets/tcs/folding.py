"""How events change what board and pictures both hold: a row for each class, used by both."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.units import Unit
from pbem.rulesets.tcs.view import Forces, Public

Fold = Callable[[Forces, Any], Forces]
PublicFold = Callable[[Public, Any], Public]


def own(forces: Forces, event: t.OwnTold) -> Forces:
    """A side's forces after an event of its own."""
    return OWN[type(event)](forces, event)


def _unchanged(forces: Forces, _: object) -> Forces:
    return forces


def _entered(forces: Forces, event: t.HexEntered) -> Forces:
    for name, spent in zip(event.units, event.spent, strict=True):
        unit = forces.units[name]
        facing = event.facing if unit.counter.armor else ""
        forces = forces.with_unit(replace(unit, hex=event.hex, facing=facing, spent=spent))
        for rider in [rider for rider in forces.units.values() if rider.rides == name]:
            forces = forces.with_unit(replace(rider, hex=event.hex))
    return forces


def _mode(forces: Forces, event: t.ModeChanged) -> Forces:
    unit = forces.units[event.unit]
    return forces.with_unit(replace(unit, mode=event.mode, spent=event.spent, over=unit.over or event.over, facing=""))


def _marked(forces: Forces, event: t.Marked) -> Forces:
    unit = forces.units[event.unit]
    return forces.with_unit(replace(unit, spent=event.spent, **{event.marker: event.on}))


@rule("TCSB-4-11")
def _mounted(forces: Forces, event: t.Mounted) -> Forces:
    unit, carrier = forces.units[event.unit], forces.units[event.carrier]
    forces = forces.with_unit(replace(carrier, spent=event.carrier_spent))
    rider = replace(unit, rides="" if event.off else event.carrier, spent=event.spent)
    return forces.with_unit(rider if event.off else replace(rider, mode=carrier.mode))


@rule("TCSB-6-17", "TCSB-6-5")
def _sheet(forces: Forces, event: t.SheetChanged) -> Forces:
    """A sheet that comes into force takes its units from the one they were on."""
    if event.why == "in force":
        for other in list(forces.sheets.values()):
            left = tuple(unit for unit in other.force if unit not in event.sheet.force)
            if other.id != event.sheet.id and other.status == "implemented" and left != other.force:
                forces = forces.with_sheet(replace(other, force=left))
    return forces.with_sheet(event.sheet)


def _closed(forces: Forces, event: t.SheetClosed) -> Forces:
    return replace(forces, sheets={name: sheet for name, sheet in forces.sheets.items() if name != event.sheet})


def _rolls(forces: Forces, event: t.RollsSet) -> Forces:
    return forces.with_sheet(replace(forces.sheets[event.sheet], rolls=event.rolls))


def _commit(forces: Forces, event: t.CommitSet) -> Forces:
    return forces.with_sheet(replace(forces.sheets[event.sheet], committing=event.letter))


OWN: Mapping[type[Value], Fold] = {
    t.MoveBegan: _unchanged,
    t.HexEntered: _entered,
    t.MoveEnded: _unchanged,
    t.ModeChanged: _mode,
    t.Marked: _marked,
    t.Mounted: _mounted,
    t.SheetChanged: _sheet,
    t.SheetClosed: _closed,
    t.RollsSet: _rolls,
    t.CommitSet: _commit,
    t.CommandRolled: _unchanged,
}


# ---------------------------------------------------------------- what both sides know


def public(course: Public, event: t.PublicTold) -> Public:
    """The course of play after an event that both sides know."""
    return PUBLIC[type(event)](course, event)


@rule("TCSB-2-5")
def _turn(course: Public, event: t.TurnBegan) -> Public:
    weather = event.weather or course.weather
    return replace(course, turn=event.turn, first="", reach=event.reach, weather=weather, light=event.light, box=event.box)


def _over(course: Public, event: t.GameOver) -> Public:
    return replace(course, over=True, winner=event.winner, letter="", acting="")


PUBLIC: Mapping[type[Value], PublicFold] = {
    t.TurnBegan: _turn,
    t.PauseOpened: lambda course, event: replace(course, letter=event.letter),
    t.PauseClosed: lambda course, event: replace(course, letter="", done=event.letter),
    t.OrderDecided: lambda course, event: replace(course, first=event.first),
    t.ActionBegan: lambda course, event: replace(course, acting=event.side),
    t.ActionEnded: lambda course, event: replace(course, acting=""),
    t.TurnEnded: lambda course, event: replace(course, done=""),
    t.GameOver: _over,
}


def of_all(forces: Forces, event: t.PublicTold) -> Forces:
    """A side's forces after an event that both sides know."""
    if isinstance(event, t.ActionBegan) and event.side == forces.side:
        return _each(forces, _fresh)
    return _each(forces, _cleaned) if isinstance(event, t.TurnEnded) else forces


def _each(forces: Forces, change: Callable[[Unit], Unit]) -> Forces:
    return replace(forces, units={name: change(unit) for name, unit in forces.units.items()})


@rule("TCSB-20-1")
def _fresh(unit: Unit) -> Unit:
    """Its action phase begins: no MP are spent, and none were saved."""
    return replace(unit, spent=0, over=False)


@rule("TCSB-2-15")
def _cleaned(unit: Unit) -> Unit:
    """Clean-Up: paralyzed becomes suppressed, every other marker comes off."""
    return replace(
        unit, suppressed=unit.paralyzed, paralyzed=False, buttoned=False, fired=False, overwatch=False, before=unit.under_fire,
        under_fire=False, spent=0, over=False,
    )  # fmt: skip
