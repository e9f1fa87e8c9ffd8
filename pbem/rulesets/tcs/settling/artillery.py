"""The Aircraft and Artillery Phase: who goes first, missions by turns, adjustment, sheafs, and what they leave (TCSB-18, TCS3-2).

A mission is adjusted and its sheafs are placed in one atom; what they do to a hex is an attack that settle takes on; then smoke is
laid, and the mission is over.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.plots import Battery, CountedHex, Plot, PlottedMission, Volley
from pbem.rulesets.tcs.rules import missions
from pbem.rulesets.tcs.rules.area_fire import area_column
from pbem.rulesets.tcs.rules.rockets import barrage
from pbem.rulesets.tcs.rules.scatter import ScatteredFall, adjustment_point, sheaf_falls
from pbem.rulesets.tcs.rules.smoke import laid
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.rules.suppressive import next_side
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling import aircraft
from pbem.rulesets.tcs.settling.contest import higher_of_two
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.cancelling import IsCancelled
from pbem.rulesets.tcs.units import TacticalUnit

Events = tuple[e.Event, ...]
NOBODY = ScatteredFall(None, 0)


@rule("TCSB-2-6", "TCSB-2-7")
def step(moment: Moment) -> Events | None:
    """The next atom of the phase, None when no mission is due any more."""
    gunnery = moment.board.gunnery
    if not gunnery.first:
        throws = higher_of_two(moment, f"guns/T{moment.board.public.turn}")
        return (t.GunsOrdered(throws.first, throws.rolled),)
    if (flying := aircraft.step(moment)) is not None:
        return flying
    if gunnery.volley:
        return _smoke(moment, gunnery.volley)
    side = next_side(gunnery.first, moment.game.other(gunnery.first), gunnery.last, _with_missions(moment))
    return _mission(moment, side) if side else None


@rule("TCSB-2-8", "TCSB-18-6")
def _with_missions(moment: Moment) -> frozenset[str]:
    """The sides that have a mission due."""
    return frozenset(side for side in moment.board.forces if _due(moment, side))


def _due(moment: Moment, side: str) -> tuple[Plot, ...]:
    turn = moment.board.public.turn
    return tuple(plot for plot in moment.board.forces[side].plots if plot.due <= turn)


def _mission(moment: Moment, side: str) -> Events:
    """The mission at the top of a side's list, as far as it comes down."""
    plot = _due(moment, side)[0]
    battery = moment.board.forces[side].battery(plot.battery)
    if plot.mission is None:
        return (t.MissionOver(side, plot, "passed"),)
    if battery is None or battery.tubes < 1:
        return (t.MissionOver(side, plot, "no tubes"),)
    if _is_cancelled(moment, side, plot, plot.mission):
        return (t.MissionOver(side, plot, "cancelled"),)
    if battery.rockets:
        return _rockets(moment, side, plot, battery)
    if not missions.needs_adjustment(plot.mission):
        lost = plot.mission.round == "illum" and _is_unobserved(moment, side, plot.mission)
        return (t.MissionOver(side, plot, "no observer"),) if lost else _effect(moment, side, plot, battery)
    adjusted = _adjusted(moment, side, plot, plot.mission)
    if isinstance(adjusted, t.MissionOver):
        return (adjusted,)
    if not adjusted.adjusted:
        return (adjusted, t.MissionOver(side, plot, "not adjusted"))
    return (adjusted, *_effect(moment, side, plot, battery))


@rule("TCSB-18-13")
def _is_unobserved(moment: Moment, side: str, mission: PlottedMission) -> bool:
    """Has an observed mission lost its observer: is it destroyed or paralyzed?"""
    unit = moment.board.forces[side].units.get(mission.observer)
    return not mission.blind and not mission.goes_on and (unit is None or not missions.may_observe(unit))


@rule("TCS3-2.7-1", "TCS3-2.7-2")
def _is_cancelled(moment: Moment, side: str, plot: Plot, mission: PlottedMission) -> bool:
    """Does its owner check fire before the point is placed? Asked of the side's own desk; never of a blind mission."""
    if plot.cancel is None or not missions.may_be_checked(mission, False):
        return False
    return moment.ask(side, IsCancelled(plot.cancel, mission.target))


@rule("TCS3-2.2-2", "TCS3-2.2-3", "TCS3-2.2-4", "TCS3-2.2-5", "TCS3-2.2-6", "TCSB-18-13")
def _adjusted(moment: Moment, side: str, plot: Plot, mission: PlottedMission) -> t.MissionAdjusted | t.MissionOver:
    """The adjustment of an observed mission; over where its observer is gone."""
    book, forces = moment.game.book, moment.board.forces[side]
    fall = _point(moment, plot, mission)
    unit = forces.units.get(mission.observer)
    away, ahead = (distance(unit.hex, mission.target), bool(unit.fragord)) if unit else (0, False)
    eyes = missions.Observer(unit, _sees(moment, unit, fall.place), away, ahead)
    point = missions.Point(fall.place, mission.target, fall.off, moment.game.switches["observer_range"] is True)
    found = missions.adjust(book, moment.dice, f"{plot.occasion}/adjust", eyes, point)
    if found.ended:
        return t.MissionOver(side, plot, "no observer")
    roll = found.roll
    return t.MissionAdjusted(
        side, plot, fall.place, distance(fall.place, mission.target) if fall.place else fall.off,
        eyes.clear and not (unit is not None and unit.suppressed), found.needed, roll.faces if roll else (), found.adjusted,
        missions.observer_shift(book, eyes, point.by_range),
    )  # fmt: skip


@rule("TCS3-2.2-2")
def _point(moment: Moment, plot: Plot, mission: PlottedMission) -> ScatteredFall:
    """The adjustment point: on the TRP that the target is named from, else where it falls; off the map it is nowhere."""
    if mission.trp is not None:
        return ScatteredFall(mission.trp, distance(mission.trp, mission.target))
    fall = adjustment_point(moment.game.book, moment.dice, f"{plot.occasion}/point", mission.target)
    return fall if fall.place in moment.game.ground.terrain else ScatteredFall(None, fall.off)


def _sees(moment: Moment, unit: TacticalUnit | None, place: Hex | None) -> bool:
    if unit is None or place is None:
        return False
    return may_see(moment.game.book, moment.game.sight, air(moment.game, moment.board), unit, place)


@rule("TCS3-2.3-6", "TCS3-2.3-7", "TCS3-2.4-1", "TCS3-2.5-1", "TCS3-2.5-3")
def _effect(moment: Moment, side: str, plot: Plot, battery: Battery) -> Events:
    """Fire for effect: every sheaf is placed before any attack is resolved; a light burns where it was wanted."""
    mission = plot.mission
    assert mission is not None, "an exchange that is passed over has no effect"
    if mission.round == "illum":
        return (t.LightLit(mission.target), t.MissionOver(side, plot, "fired"))
    book, occasion = moment.game.book, plot.occasion
    many = missions.sheafs(book, battery.tubes, mission.fires, mission.round)
    aimed = missions.aim_of(mission)
    falls = [sheaf_falls(book, moment.dice, f"{occasion}/sheaf-{n}", aimed).place for n in range(1, many + 1)]
    fallen = _counted(place for place in falls if place is not None and place in moment.game.ground.terrain)
    lost = many - sum(one.many for one in fallen)
    source = "he_sheaf" if mission.round == "HE" else "smoke_sheaf"
    volley = Volley(side, plot, _markers(moment, source, fallen))
    attacks = _attacks(moment, plot, battery, fallen) if mission.round == "HE" else ()
    return (e.SheafsFell(volley, mission.round, fallen, lost), *attacks)


def _counted(places: Iterable[Hex]) -> tuple[CountedHex, ...]:
    return tuple(CountedHex(place, many) for place, many in sorted(Counter(places).items()))


@rule("TCS3-2.1-1", "TCS3-2.3-5")
def _markers(moment: Moment, source: str, fallen: Iterable[CountedHex]) -> tuple[CountedHex, ...]:
    """The markers of smoke that sheafs leave."""
    places = [one.hex for one in fallen for _ in range(one.many)]
    return tuple(CountedHex(place, many) for place, many in sorted(laid(moment.game.book, {}, source, places).items()))


@rule("TCSB-18-17", "TCSB-18-19", "TCS3-2.9-1", "TCS3-2.11-1", "TCS3-8-3")
def _attacks(moment: Moment, plot: Plot, battery: Battery, fallen: Sequence[CountedHex]) -> tuple[e.AttackBegan, ...]:
    """An attack on each hex that anybody is in, friend or enemy: the sheafs that fell in it as one."""
    book, heavy = moment.game.book, missions.is_heavy(moment.game.book, battery.caliber)
    strength = missions.sheaf_strength(book, battery.caliber, 1)
    return tuple(
        shelled(moment, f"{plot.occasion}/{one.hex}", Shells(one.hex, strength * one.many, one.many, heavy))
        for one in fallen if _anybody(moment, one.hex)
    )  # fmt: skip


def _anybody(moment: Moment, place: Hex) -> tuple[str, ...]:
    """The sides that have units in a hex."""
    return tuple(side for side, forces in sorted(moment.board.forces.items()) if forces.at(place))


class Shells(NamedTuple):
    """What comes down in a hex: its area strength, how many roll on the Mortar line, whether it weighs on morale as heavy."""

    hex: Hex
    strength: int
    sheafs: int = 1
    heavy: bool = False


def shelled(moment: Moment, occasion: str, shells: Shells) -> e.AttackBegan:
    """What shells do to all in a hex: neither smoke nor hexsides help, armor is rolled for sheaf by sheaf."""
    column = area_column(moment.game.book, Fraction(shells.strength))
    return e.AttackBegan(HexAttack(
        occasion, shells.hex, _anybody(moment, shells.hex), column=column, direct=False, indirect=True, heavy=shells.heavy,
        sheafs=shells.sheafs,
    ))  # fmt: skip


@rule("TCS3-2.8-1", "TCS3-2.8-2", "TCS3-2.8-3")
def _rockets(moment: Moment, side: str, plot: Plot, battery: Battery) -> Events:
    """A barrage falls on its first adjustment point, which nothing adjusts, against all in its zones."""
    mission = plot.mission
    assert mission is not None, "an exchange that is passed over has no effect"
    if _is_unobserved(moment, side, mission):
        return (t.MissionOver(side, plot, "no observer"),)
    unit = moment.board.forces[side].units.get(mission.observer)
    fall = _point(moment, plot, mission)
    placed = t.MissionAdjusted(side, plot, fall.place, fall.off, _sees(moment, unit, fall.place), "", (), True)
    if fall.place is None:
        return (placed, t.MissionOver(side, plot, "fired"))
    impacts = [one for one in barrage(moment.game.book, battery.rockets, fall.place) if one.place in moment.game.ground.terrain]
    fallen = tuple(CountedHex(one.place, 1) for one in impacts)
    smoke = tuple(CountedHex(one.place, one.smoke) for one in impacts if one.smoke)
    attacks = (
        shelled(moment, f"{plot.occasion}/{one.place}", Shells(one.place, one.strength))
        for one in impacts if _anybody(moment, one.place)
    )  # fmt: skip
    return (placed, e.SheafsFell(Volley(side, plot, smoke), "HE", fallen, 0), *attacks)


def _smoke(moment: Moment, volley: Volley) -> Events:
    """What a mission leaves once its attacks are resolved."""
    return (*((e.SmokeLaid(volley.smoke),) if volley.smoke else ()), t.MissionOver(volley.side, volley.plot, "fired"))
