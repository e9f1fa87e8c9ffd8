"""How events change what board and pictures both hold: a row for each class, used by both."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.plots import CountedHex, Minefield
from pbem.rulesets.tcs.rules import armor_morale
from pbem.rulesets.tcs.rules.barriers import with_barrier
from pbem.rulesets.tcs.rules.losses import fired_at, lose
from pbem.rulesets.tcs.rules.missions import after_check_fire, after_plot, next_turn
from pbem.rulesets.tcs.rules.morale import suffer
from pbem.rulesets.tcs.rules.retreats import after_flight
from pbem.rulesets.tcs.rules.smoke import lights_after_clean_up, lit
from pbem.rulesets.tcs.rules.suppressive import after_suppressive_fire
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces

Fold = Callable[[TacticalForces, Any], TacticalForces]
PublicFold = Callable[[PublicKnowledge, Any], PublicKnowledge]


def own(forces: TacticalForces, event: t.OwnTold) -> TacticalForces:
    """A side's forces after an event of its own."""
    return OWN[type(event)](forces, event)


def _unchanged(forces: TacticalForces, _: object) -> TacticalForces:
    return forces


def _entered(forces: TacticalForces, event: t.UnitsEntered | t.ClosedIn) -> TacticalForces:
    for name, spent in zip(event.units, event.spent, strict=True):
        unit = forces.units[name]
        facing = event.facing if unit.counter.armor else ""
        forces = forces.with_unit(replace(unit, hex=event.hex, facing=facing, spent=spent, acted=unit.segment))
        for rider in [rider for rider in forces.units.values() if rider.rides == name]:
            forces = forces.with_unit(replace(rider, hex=event.hex))
    return forces


@rule("TCSB-28-1")
def _arrived(forces: TacticalForces, event: t.UnitsArrived) -> TacticalForces:
    here = {unit.id: unit for unit in event.units}
    left = ((group, tuple(unit for unit in group.units if unit.id not in here)) for group in forces.due)
    due = tuple(replace(group, units=units) for group, units in left if units)
    return replace(forces, units=_by_name({**forces.units, **here}), due=due)


def _by_name(units: Mapping[str, TacticalUnit]) -> Mapping[str, TacticalUnit]:
    """In the order in which a campaign that is opened again finds them: what is told of them in turn is told alike."""
    return dict(sorted(units.items()))


@rule("TCSB-1-6")
def _left(forces: TacticalForces, event: t.UnitsLeft) -> TacticalForces:
    """Who left the map is no loss, and no unit on it any more."""
    gone = {name: forces.units[name] for name in event.units}
    units = {name: unit for name, unit in forces.units.items() if name not in gone}
    return replace(forces, units=units, departed={**forces.departed, **gone})


def _mode(forces: TacticalForces, event: t.ModeChanged) -> TacticalForces:
    unit = forces.units[event.unit]
    changed = replace(unit, mode=event.mode, spent=event.spent, over=unit.over or event.over, facing="", acted=unit.segment)
    return forces.with_unit(changed)


def _marked(forces: TacticalForces, event: t.Marked) -> TacticalForces:
    unit = forces.units[event.unit]
    return forces.with_unit(replace(unit, spent=event.spent, **{event.marker: event.on}))


@rule("TCSB-4-11")
def _mounted(forces: TacticalForces, event: t.Mounted) -> TacticalForces:
    unit, carrier = forces.units[event.unit], forces.units[event.carrier]
    forces = forces.with_unit(replace(carrier, spent=event.carrier_spent, acted=carrier.segment))
    rider = replace(unit, rides="" if event.off else event.carrier, spent=event.spent)
    return forces.with_unit(rider if event.off else replace(rider, mode=carrier.mode))


@rule("TCSARM-4.3b-1", "TCSARM-4.3c-3")
def _allotted(forces: TacticalForces, event: t.MpAllotted) -> TacticalForces:
    """A segment begins: MP of the one before are lost, and an action that ended in it is over no longer, but after suppressive
    fire."""
    given = {share.unit: share for share in event.shares}
    units = dict(forces.units)
    for name, unit in forces.units.items():
        if share := given.get(name):
            units[name] = replace(
                unit, segment=event.segment, share=share.open, share_shut=share.shut, spent=0, over=unit.fired
            )  # fmt: skip
        elif name in event.riders or unit.segment:
            units[name] = replace(unit, segment=event.segment if name in event.riders else "")
    return replace(forces, units=units)


def _outside(unit: TacticalUnit) -> TacticalUnit:
    """A unit between action phases: no segment gives it anything."""
    return replace(unit, segment="", share=0, share_shut=0) if unit.segment else unit


@rule("TCSB-6-17", "TCSB-6-5")
def _sheet(forces: TacticalForces, event: t.SheetChanged) -> TacticalForces:
    """A sheet that comes into force takes its units from the one they were on."""
    if event.why == "in force":
        forces = _taken_off(forces, event.sheet.force, event.sheet.id)
    return _fragords_held(forces.with_sheet(event.sheet))


@rule("TCSB-6-17", "TCSB-6-24")
def _taken_off(forces: TacticalForces, units: tuple[str, ...], sheet: str) -> TacticalForces:
    """Units leave the sheets in force that they are on, but for one; their steps count there no longer, and are not lost."""
    for other in list(forces.sheets.values()):
        gone = tuple(unit for unit in other.force if unit in units)
        if gone and other.id != sheet and other.status == "implemented":
            left = tuple(unit for unit in other.force if unit not in gone)
            forces = forces.with_sheet(replace(other, force=left, begun=max(0, other.begun - forces.steps(gone))))
    return forces


@rule("TCSB-6-39")
def _fragords_held(forces: TacticalForces) -> TacticalForces:
    """A FragOrd ends when its sheet is in force or gone, or no longer names the unit, nor whom it carries."""
    carried = {unit.rides for unit in forces.units.values() if unit.rides and unit.fragord}
    for unit in list(forces.units.values()):
        sheet = forces.sheets.get(unit.fragord)
        on = sheet is not None and sheet.status == "unimplemented" and (unit.id in sheet.force or unit.id in carried)
        if unit.fragord and not on:
            forces = forces.with_unit(replace(unit, fragord=""))
    waiting = {name for name, sheet in forces.sheets.items() if sheet.status == "unimplemented"}
    return replace(forces, fragging={unit: sheet for unit, sheet in forces.fragging.items() if sheet in waiting})


def _frag_asked(forces: TacticalForces, event: t.FragAsked) -> TacticalForces:
    return replace(forces, fragging={**forces.fragging, **dict.fromkeys(event.units, event.sheet)})


@rule("TCSARM-4.8-2", "TCSB-6-38")
def _frag_rolled(forces: TacticalForces, event: t.FragRolled) -> TacticalForces:
    """Passed, the units are assigned to the sheet, and what carries them goes by it too."""
    forces = replace(forces, fragging={unit: sheet for unit, sheet in forces.fragging.items() if unit not in event.units})
    if not event.passed:
        return forces
    carriers = tuple(unit.rides for name in event.units if (unit := forces.units[name]).rides)
    return _of_units(_taken_off(forces, event.units, event.sheet), (*event.units, *carriers), fragord=event.sheet)


@rule("TCSB-6-44")
def _closed(forces: TacticalForces, event: t.SheetClosed) -> TacticalForces:
    """A sheet is off the list; who was on it in force remembers where he was to rally."""
    was = forces.sheets.get(event.sheet)
    left = {name: sheet for name, sheet in forces.sheets.items() if name != event.sheet}
    rally = dict.fromkeys(was.force, was.rally) if was and was.rally and was.status != "unimplemented" else {}
    now = replace(forces, sheets=left, closed=(*forces.closed, event.sheet), rallying={**forces.rallying, **rally})
    return _fragords_held(now)


def _rolls(forces: TacticalForces, event: t.RollsSet) -> TacticalForces:
    return forces.with_sheet(replace(forces.sheets[event.sheet], rolls=event.rolls, roll_when=event.when))


def _alternate(forces: TacticalForces, event: t.AlternateSet) -> TacticalForces:
    return forces.with_sheet(replace(forces.sheets[event.sheet], alternating=True))


def _commit(forces: TacticalForces, event: t.CommitSet) -> TacticalForces:
    return forces.with_sheet(replace(forces.sheets[event.sheet], committing=event.letter))


def _area_fired(forces: TacticalForces, event: t.AreaFired) -> TacticalForces:
    return _gave_fire(forces, event.units, event.manner, event.marked)


def _shot(forces: TacticalForces, event: t.PointFired | t.AtThrown) -> TacticalForces:
    forces = _gave_fire(forces, (event.unit,), event.manner, event.marked)
    if isinstance(event, t.AtThrown) and event.manner == "sfa":
        return forces.with_unit(replace(forces.units[event.unit], threw=True))
    return forces


@rule("TCSB-13-4", "TCS3-1-6")
def _gave_fire(forces: TacticalForces, units: tuple[str, ...], manner: t.FireManner, marked: tuple[str, ...]) -> TacticalForces:
    """Suppressive fire marks those that fired and ends their action; overwatch marks the whole stack."""
    for unit in (forces.units[name] for name in units if name in forces.units):
        forces = forces.with_unit(after_suppressive_fire(unit) if manner == "sfa" else replace(unit, gave_fire=True))
    for unit in (forces.units[name] for name in marked):
        forces = forces.with_unit(replace(unit, overwatch=True))
    return forces


@rule("TCSB-9-10", "TCSB-10-1")
def _struck(forces: TacticalForces, event: t.UnitStruck) -> TacticalForces:
    unit = fired_at(lose(forces.units[event.unit], event.losses))
    hit = unit.hit or event.losses > 0 or event.check
    return _standing(forces, replace(unit, hit=hit, buttoned=unit.buttoned or event.buttoned))


def _tried(forces: TacticalForces, event: t.MoraleTried) -> TacticalForces:
    for name in event.units:
        forces = _standing(forces, suffer(forces.units[name], event.result))
    return forces


@rule("TCSARM-4.1c-1", "TCSARM-4.1c-3")
def _armor_tried(forces: TacticalForces, event: t.ArmorTried) -> TacticalForces:
    for name in event.units:
        if name in forces.units:
            forces = _standing(forces, armor_morale.suffer(forces.units[name], event.result))
    return forces


@rule("TCSB-17-9", "TCSB-17-15")
def _fell_back(forces: TacticalForces, event: t.FellBack) -> TacticalForces:
    unit = forces.units[event.unit]
    place = event.path[-1] if event.path else unit.hex
    after = replace(after_flight(unit, place, 0), steps=event.left, ran=True, rides="", facing="")
    forces = _standing(forces, replace(after, withdrew=unit.withdrew or event.voluntary))
    for rider in [rider for rider in forces.units.values() if rider.rides == unit.id]:
        forces = forces.with_unit(replace(rider, hex=place, mode="fire"))
    return forces


def _standing(forces: TacticalForces, unit: TacticalUnit) -> TacticalForces:
    """A unit as it is now: with no step left it is gone."""
    return forces.with_unit(unit) if unit.steps else forces.without(unit)


@rule("TCSB-22-10", "TCSB-23-6")
def _close_over(forces: TacticalForces, event: t.CloseOver) -> TacticalForces:
    """Who holds the hex is in fire mode after an assault; who does not is back where they came from, and their action is over."""
    place, done = event.hex if event.won else event.left, not event.won or event.what == "assault"
    for unit in (forces.units[name] for name in event.units if name in forces.units):
        there = replace(unit, hex=place)
        forces = forces.with_unit(replace(there, mode="fire", over=True, facing="") if done else there)
        for rider in [rider for rider in forces.units.values() if rider.rides == unit.id]:
            forces = forces.with_unit(replace(rider, hex=place))
    return forces


@rule("TCSB-5-5")
def _crowded_out(forces: TacticalForces, event: t.CrowdedOut) -> TacticalForces:
    """Vehicles are a hex farther back, with who rides on them, marked as having fired overwatch."""
    for unit in [unit for unit in forces.units.values() if unit.id in event.units or unit.rides in event.units]:
        forces = forces.with_unit(replace(unit, hex=event.hex, overwatch=unit.overwatch or unit.id in event.units))
    return forces


@rule("TCSARM-4.6-1", "TCSARM-4.6-2")
def _smoke_made(forces: TacticalForces, event: t.SmokeMade) -> TacticalForces:
    """Smoke by fire is a unit's fire; either is made once in a segment."""
    if event.manner != "move":
        forces = _gave_fire(forces, event.units, event.manner, event.marked)
    return _of_units(forces, event.units, smoked=True)


def _shaken(forces: TacticalForces, event: t.FormationShaken) -> TacticalForces:
    return replace(forces, morale={**forces.morale, event.formation: event.now})


def _of_units(forces: TacticalForces, units: tuple[str, ...], **so: bool | int | str) -> TacticalForces:
    for name in units:
        forces = forces.with_unit(replace(forces.units[name], **so))
    return forces


@rule("TCSB-18-21")
def _plotted(forces: TacticalForces, event: t.Plotted) -> TacticalForces:
    plot = event.plot
    forces = replace(forces, plots=(*forces.plots, plot))
    return forces.with_battery(after_plot(forces.batteries[plot.battery], plot.mission)) if plot.mission else forces


@rule("TCSB-18-21", "TCS3-2.2-5", "TCS3-2.6-1")
def _mission_over(forces: TacticalForces, event: t.MissionOver) -> TacticalForces:
    """Off the list: what was fired may go on in the next turn, the ammunition of what was not is back."""
    plot = event.plot
    forces = replace(forces, plots=tuple(other for other in forces.plots if other != plot))
    if plot.mission is None:
        return forces
    battery = forces.batteries[plot.battery]
    return forces.with_battery(
        replace(battery, now=plot.mission) if event.fate == "fired" else after_check_fire(battery, plot.mission)
    )


@rule("TCS3-2.12-1", "TCSB-18-21")
def _direct(forces: TacticalForces, event: t.DirectFired) -> TacticalForces:
    """One battery fire for all its guns, each of which made its suppressive fire."""
    battery = forces.batteries[event.battery]
    forces = forces.with_battery(replace(battery, he=battery.he - 1, firing=True))
    for name in event.units:
        forces = forces.with_unit(after_suppressive_fire(forces.units[name]))
    return forces


def _mortar(forces: TacticalForces, event: t.MortarFired) -> TacticalForces:
    return forces.with_unit(after_suppressive_fire(forces.units[event.unit]))


def _asked(forces: TacticalForces, event: t.SortieAsked) -> TacticalForces:
    return replace(forces, sorties=(*forces.sorties, event.sortie))


@rule("TCSB-24-1")
def _came(forces: TacticalForces, event: t.SortieCame) -> TacticalForces:
    """Off the list; one that came is used up."""
    grant = replace(forces.grant, left=forces.grant.left - 1) if event.came else forces.grant
    return replace(forces, sorties=tuple(other for other in forces.sorties if other != event.sortie), grant=grant)


@rule("TCSB-21-2")
def with_field(mines: Mapping[Hex, Minefield], hex_: Hex, laid: Minefield | None) -> Mapping[Hex, Minefield]:
    """Minefields with what lies in a hex now."""
    others = {place: other for place, other in mines.items() if place != hex_}
    return {**others, hex_: laid} if laid else others


@rule("TCSB-21-3")
def _mines_met(forces: TacticalForces, event: t.MinesMet) -> TacticalForces:
    for name, spent in zip(event.units, event.spent, strict=True):
        forces = forces.with_unit(replace(forces.units[name], spent=spent))
    return replace(forces, mines=with_field(forces.mines, event.hex, event.field))


def _breach_set(forces: TacticalForces, event: t.BreachSet) -> TacticalForces:
    clearing = {**forces.clearing, event.unit: event.what} if event.what else forces.clearing
    return replace(forces, breaches={**forces.breaches, event.unit: event.hex}, clearing=clearing)


def _breach_tried(forces: TacticalForces, event: t.BreachTried) -> TacticalForces:
    left = {unit: hex_ for unit, hex_ in forces.breaches.items() if unit != event.unit}
    forces = replace(forces, breaches=left)
    if not event.faces:
        return forces
    forces = forces.with_unit(replace(forces.units[event.unit], spent=event.spent))
    return replace(forces, mines=with_field(forces.mines, event.hex, event.field))


@rule("TCSB-27-9")
def _barrier_tried(forces: TacticalForces, event: t.BarrierTried) -> TacticalForces:
    left = {unit: hex_ for unit, hex_ in forces.breaches.items() if unit not in event.units}
    clearing = {unit: kind for unit, kind in forces.clearing.items() if unit not in event.units}
    forces = replace(forces, breaches=left, clearing=clearing)
    for name, spent in zip(event.units, event.spent, strict=True):
        forces = forces.with_unit(replace(forces.units[name], spent=spent)) if name in forces.units else forces
    return replace(forces, barriers=with_barrier(forces.barriers, event.hex, None)) if event.worked else forces


@rule("TCS3-2.3-5")
def with_smoke(smoke: Mapping[Hex, int], more: Iterable[CountedHex]) -> Mapping[Hex, int]:
    """Markers of smoke with some more."""
    found = dict(smoke)
    for one in more:
        found[one.hex] = found.get(one.hex, 0) + one.many
    return found


def smoke_as_seen(known: Mapping[Hex, int], seen: Iterable[CountedHex]) -> Mapping[Hex, int]:
    """The smoke that a side knows of, once it sees how much lies in some hexes."""
    found = {**known, **{one.hex: one.many for one in seen}}
    return {place: many for place, many in found.items() if many}


def _patched(forces: TacticalForces, event: t.CountersPatched) -> TacticalForces:
    """Printed values of counters that live or are to come; none has more steps than are printed."""
    later = {unit.id: unit for unit in event.units}
    due = tuple(replace(group, units=tuple(later.get(unit.id, unit) for unit in group.units)) for group in forces.due)
    forces = replace(forces, due=due)
    for new in (unit for unit in event.units if unit.id in forces.units):
        now = forces.units[new.id]
        steps = min(now.steps, new.counter.steps)
        forces = forces.with_unit(
            replace(now, counter=new.counter, morale=new.morale, chain=new.chain, leader=new.leader, steps=steps)
        )  # fmt: skip
    return forces


@rule("TCS3-10-4")
def _combined(forces: TacticalForces, event: t.PlatoonsCombined) -> TacticalForces:
    """Who has gone into another is no loss, and no unit any more."""
    now = {unit.id: unit for unit in event.after}
    gone = tuple(name for name in event.units if name not in now)
    units = {name: now.get(name, unit) for name, unit in forces.units.items() if name not in gone}
    return replace(forces, units=units, merged=(*forces.merged, *gone))


@rule("TCSARM-4.2B-4")
def _broken(forces: TacticalForces, event: t.PlatoonBroken) -> TacticalForces:
    """The new counters stand behind the first, in its stack and on its sheets."""
    units = dict[str, TacticalUnit]()
    for name, unit in forces.units.items():
        units |= {one.id: one for one in event.after} if name == event.unit else {name: unit}
    forces = replace(forces, units=_by_name(units))
    for sheet in tuple(forces.sheets.values()):
        forces = forces.with_sheet(replace(sheet, force=_in_place(sheet.force, event)))
    return forces


def _in_place(force: tuple[str, ...], event: t.PlatoonBroken) -> tuple[str, ...]:
    """The force of a sheet with the new counters where the old one stood."""
    new = tuple(unit.id for unit in event.after)
    return tuple(one for name in force for one in (new if name == event.unit else (name,)))


def _named(forces: TacticalForces, event: t.DigNamed) -> TacticalForces:
    if event.later:
        return replace(forces, digging_later=(*forces.digging_later, *event.units))
    return replace(forces, named_to_dig=(*forces.named_to_dig, *event.units))


@rule("TCSPD-4-2", "TCSPD-7-1")
def _dug(forces: TacticalForces, event: t.DigStarted | t.DigWentOn) -> TacticalForces:
    """A record as it is now; who has one is no longer to begin."""
    name = event.digging.unit
    now = tuple(unit for unit in forces.named_to_dig if unit != name)
    later = tuple(unit for unit in forces.digging_later if unit != name)
    return replace(forces, digging={**forces.digging, name: event.digging}, named_to_dig=now, digging_later=later)


def _dig_ended(forces: TacticalForces, event: t.DigEnded) -> TacticalForces:
    return replace(forces, digging={name: one for name, one in forces.digging.items() if name != event.unit})


OWN: Mapping[type[Value], Fold] = {
    t.DirectFired: _direct,
    t.MortarFired: _mortar,
    t.SortieAsked: _asked,
    t.SortieCame: _came,
    t.RunFlown: _unchanged,
    t.AaFired: _unchanged,
    t.MinesMet: _mines_met,
    t.BreachSet: _breach_set,
    t.BreachTried: _breach_tried,
    t.BarrierTried: _barrier_tried,
    t.Plotted: _plotted,
    t.MissionAdjusted: _unchanged,
    t.MissionOver: _mission_over,
    t.MoveBegan: _unchanged,
    t.UnitsEntered: _entered,
    t.MoveEnded: _unchanged,
    t.UnitsArrived: _arrived,
    t.EntryBarred: _unchanged,
    t.UnitsLeft: _left,
    t.ModeChanged: _mode,
    t.Marked: _marked,
    t.Mounted: _mounted,
    t.UnitsButtoned: lambda forces, event: _of_units(forces, event.units, buttoned=True),
    t.MpAllotted: _allotted,
    t.SheetChanged: _sheet,
    t.SheetClosed: _closed,
    t.RollsSet: _rolls,
    t.CommitSet: _commit,
    t.AlternateSet: _alternate,
    t.CommandRolled: _unchanged,
    t.CloseWanted: _unchanged,
    t.ClosedIn: _entered,
    t.CloseRound: _unchanged,
    t.CloseOver: _close_over,
    t.CrowdedOut: _crowded_out,
    t.FireWanted: _unchanged,
    t.FireHeld: _unchanged,
    t.OverwatchHeld: _unchanged,
    t.MarkedThrown: _unchanged,
    t.AreaFired: _area_fired,
    t.PointFired: _shot,
    t.AtThrown: _shot,
    t.UnitStruck: _struck,
    t.MoraleTried: _tried,
    t.ArmorTried: _armor_tried,
    t.FellBack: _fell_back,
    t.SmokeMade: _smoke_made,
    t.FormationShaken: _shaken,
    t.PlatoonsCombined: _combined,
    t.PlatoonBroken: _broken,
    t.CountersPatched: _patched,
    t.UnitCorrected: lambda forces, event: forces.with_unit(event.unit),
    t.HexCorrected: _unchanged,
    t.DigNamed: _named,
    t.FragAsked: _frag_asked,
    t.FragRolled: _frag_rolled,
    t.CompanyDug: lambda forces, event: replace(forces, company_digs={**forces.company_digs, event.key: event.faces}),
    t.DigStarted: _dug,
    t.DigWentOn: _dug,
    t.DigEnded: _dig_ended,
    t.ReduceSet: lambda forces, event: replace(forces, reducing={**forces.reducing, event.hex: event.levels}),
    t.StopAsked: lambda forces, event: replace(forces, stops=(*forces.stops, event.segment)),
    t.UnitsHeld: lambda forces, event: _of_units(forces, event.units, held=True),
    t.UnitsIdled: lambda forces, event: _of_units(forces, event.units, idle=event.turns),
    t.UnitsObliged: _unchanged,
    t.UnitsRecovered: _unchanged,
}


# ---------------------------------------------------------------- what both sides know


def public(course: PublicKnowledge, event: t.PublicTold) -> PublicKnowledge:
    """The course of play after an event that both sides know."""
    return PUBLIC[type(event)](course, event)


@rule("TCSB-2-5")
def _turn(course: PublicKnowledge, event: t.TurnOpened) -> PublicKnowledge:
    weather = event.weather or course.weather
    return replace(
        course, turn=event.turn, first="", reach=event.reach, weather=weather, light=event.light, box=event.box, acted=(), parts=0
    )


@rule("TCSB-2-11")
def _stopped(course: PublicKnowledge, event: t.PlayStopped) -> PublicKnowledge:
    """A stop is public, and each side has few of them."""
    used = {side: course.stops.get(side, 0) + 1 for side in event.sides}
    halfway = course.segment if course.acting else ""
    return replace(course, parts=course.parts + 1, stops={**course.stops, **used}, acting="", segment="", halfway=halfway)


def _over(course: PublicKnowledge, event: t.BattleOver) -> PublicKnowledge:
    return replace(course, over=True, winner=event.winner, letter="", acting="")


PUBLIC: Mapping[type[Value], PublicFold] = {
    t.TurnOpened: _turn,
    t.PauseOpened: lambda course, event: replace(course, letter=event.letter, waits=event.waits),
    t.PauseClosed: lambda course, event: replace(course, letter="", done=event.letter, waits=()),
    t.OrderDecided: lambda course, event: replace(course, first=event.first),
    t.ActionBegan: lambda course, event: replace(course, acting=event.side),
    t.SegmentBegan: lambda course, event: replace(course, acting=event.side, segment=event.segment, halfway=""),
    t.ActionEnded: lambda course, event: replace(course, acting="", segment="", acted=(*course.acted, event.side)),
    t.PlayStopped: _stopped,
    t.CleanUpDone: lambda course, event: replace(course, done="", lights=lights_after_clean_up(course.lights)),
    t.GunsOrdered: lambda course, event: course,
    t.LightLit: lambda course, event: replace(course, lights=lit(course.lights, event.hex)),
    t.BattleOver: _over,
}


def of_all(forces: TacticalForces, event: t.PublicTold) -> TacticalForces:
    """A side's forces after an event that both sides know."""
    if isinstance(event, t.ActionBegan):
        return _each(forces, _fresh if event.side == forces.side else _before_the_enemy_acts)
    if isinstance(event, t.SegmentBegan):
        return _each(forces, lambda unit: replace(unit, smoked=False) if unit.smoked else unit)
    if isinstance(event, t.ActionEnded) and event.side == forces.side:
        return _each(forces, _outside)
    if isinstance(event, t.PlayStopped | t.TurnOpened) and forces.stops:
        return replace(forces, stops=())
    if not isinstance(event, t.CleanUpDone):
        return forces
    batteries = {name: next_turn(battery) for name, battery in forces.batteries.items()}
    forces = replace(_each(forces, _cleaned), batteries=batteries, named_to_dig=(), digging_later=(), reducing={})
    return _who_joined_acts(forces)


@rule("TCSB-6-19")
def _who_joined_acts(forces: TacticalForces) -> TacticalForces:
    """Units that joined a sheet in the turn that is over are on it from now on."""
    for sheet in list(forces.sheets.values()):
        forces = forces.with_sheet(replace(sheet, joining=())) if sheet.joining else forces
    return forces


def _each(forces: TacticalForces, change: Callable[[TacticalUnit], TacticalUnit]) -> TacticalForces:
    return replace(forces, units={name: change(unit) for name, unit in forces.units.items()})


@rule("TCSB-20-1")
def _fresh(unit: TacticalUnit) -> TacticalUnit:
    """Its action phase begins: no MP are spent, and none were saved."""
    return replace(unit, spent=0, over=False, held=False, acted="")


@rule("TCSARM-4.10-2")
def _before_the_enemy_acts(unit: TacticalUnit) -> TacticalUnit:
    """The enemy's action phase begins: men may fall back in it once."""
    return replace(unit, withdrew=False) if unit.withdrew else unit


@rule("TCSB-2-15", "TCSB-6-11")
def _cleaned(unit: TacticalUnit) -> TacticalUnit:
    """Clean-Up: paralyzed becomes suppressed, every other marker comes off."""
    return replace(
        unit, suppressed=unit.paralyzed, paralyzed=False, buttoned=False, fired=False, overwatch=False, before=unit.under_fire,
        under_fire=False, gave_before=unit.gave_fire, gave_fire=False, spent=0, over=False, hit=False, ran=False, threw=False,
        segment="", share=0, share_shut=0, acted="", smoked=False, withdrew=False,
    )  # fmt: skip
