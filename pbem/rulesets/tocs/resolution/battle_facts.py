"""What a battle is computed from: who fights, how strong and where from, over what ground, with whose fire (TOCS-3.9, W19)."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.aircraft import Air, Sortie
from pbem.rulesets.tocs.board import Board, laid_by
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import bank_of, crossed_contours, polder_side, terrains_of
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.resolution.communications import heard
from pbem.rulesets.tocs.resolution.sea_guns import covered
from pbem.rulesets.tocs.rules import afloat, naval_guns
from pbem.rulesets.tocs.rules import battle as sums
from pbem.rulesets.tocs.rules.artillery import weight
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.crossings import arrival
from pbem.rulesets.tocs.rules.modifiers import RECONNOITRED
from pbem.rulesets.tocs.rules.nations import figure, unready
from pbem.rulesets.tocs.rules.railways import rolling
from pbem.rulesets.tocs.rules.stocks import suffers
from pbem.rulesets.tocs.units import Attack, Mission, Unit

TACTICAL, NAPALM, DEFENDED = "tactical_ground_support", "napalm_ground_support", "defender_ground_support"


class Onset(NamedTuple):
    """How a battle comes about: its level, whether a column ran into it, and how an infiltration went ("success", "detected",
    "" where there was none)."""

    level: str
    column: bool = False
    infiltration: str = ""


def facts_of(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], onset: Onset) -> sums.Battle:
    """The facts of a battle for a hex. No guns but those in it have a part in an ambush (TOCS-W10.1.2-3)."""
    board, game, enemy = moment.board, moment.game, moment.game.other(side)
    level, column, infiltration = onset
    carried = level == "engagement"
    forces = board.forces[side]
    attackers = tuple(_attacker(moment, forces.units[a.unit], a, column) for a in attacks)
    defending = board.occupants(hex_, enemy)
    defenders = tuple(
        sums.Fighter(
            _fit(board.forces[enemy], u), _steps(board, enemy, u), u.state, unsupplied=_hungry(moment, u, "defence"),
            extended=bool(u.extended), at_bonus=figure(game, board.forces[enemy].counter(u).nation, "at_bonus"),
        )
        for u in defending
    )  # fmt: skip
    works = board.works.get(hex_, ("", ""))
    return sums.Battle(
        hex=hex_, terrain=game.ground.terrain[hex_], level=level, carried=carried,
        night=board.view(game, side).night, works=works[0] if works[1] == enemy else "",
        attackers=attackers, defenders=defenders,
        night_penalty=any(unready(game, f.counter.nation) for f in attackers),
        minefield=laid_by(board, hex_, "minefield", enemy),
        infiltration=infiltration,
        reserves=any(_came_out_of_reserve(board.forces[enemy], u) for u in defending),
        mixed=terrains_of(game.ground, hex_)[1:],
        afloat=afloat.floating(board.view(game, side), hex_),
        aloft=_aloft(moment, side, hex_, attacks, level),
        fire={} if level == "ambush" else {"attacker": _fire(moment, side, hex_), "defender": _fire(moment, enemy, hex_)},
    )  # fmt: skip


@rule("TOCS-W15.10-1", "TOCS-W15.10-2", "TOCS-W15.3-3", "TOCS-W15.2-4", "TOCS-W10.1.2-3")
def _aloft(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], level: str) -> tuple[str, ...]:
    """The shifts that aircraft give a battle: companions of a unit in any, the rest in none that is an ambush (ruling L11)."""
    board, enemy = moment.board, moment.game.other(side)
    ours, theirs = board.forces[side].air, board.forces[enemy].air
    along = _accompanied(ours, frozenset(a.unit for a in attacks))
    held = _accompanied(theirs, frozenset(unit.id for unit in board.occupants(hex_, enemy)))
    if level == "ambush":
        return _holding({TACTICAL: along, DEFENDED: held})
    support = [sortie for sortie in ours.on_station("support") if sortie.goal == hex_]
    napalm = any(sortie.napalm for sortie in support)
    return _holding({
        NAPALM: napalm, TACTICAL: not napalm and (bool(support) or along),
        DEFENDED: held or _over(theirs.on_station("support"), hex_),
        "aerial_observer": _over(ours.on_station("observer"), hex_),
        RECONNOITRED: any(hex_ in s.hexes for s in ours.on_station("recon")),
    })  # fmt: skip


def _accompanied(air: Air, units: frozenset[str]) -> bool:
    """Do aircraft go with one of these units?"""
    return any(sortie.unit in units for sortie in air.on_station("accompany"))


def _over(sorties: tuple[Sortie, ...], hex_: Hex) -> bool:
    """Is one of these missions flown at the hex?"""
    return any(sortie.goal == hex_ for sortie in sorties)


def _holding(shifts: Mapping[str, bool]) -> tuple[str, ...]:
    """The shifts that there are."""
    return tuple(name for name, holds in shifts.items() if holds)


@rule("TOCS-3.8-2")
def _came_out_of_reserve(forces: Forces, unit: Unit) -> bool:
    """Did a unit come out of reserve this impulse and into the hex? Who was called where he stood came to nobody's help."""
    return unit.id in forces.committed and forces.trails.get(unit.id, ())[-1:] == (unit.hex,)


def _attacker(moment: Moment, unit: Unit, attack: Attack, column: bool) -> sums.Fighter:
    board, ground, side = moment.board, moment.game.ground, _side_of(moment, unit)
    counter, to, start = _fit(board.forces[side], unit), attack.target, attack.origin
    outside = start != to
    steps, linked = _steps(board, side, unit), in_loc(board.view(moment.game, side), unit)
    if not outside:
        return sums.Fighter(
            counter, steps, unit.state, attack.ap, unsupplied=_hungry(moment, unit, "attack"), linked=linked, bank=unit.bank
        )
    return sums.Fighter(
        counter, steps, unit.state, attack.ap, start, column,
        over_bridge=_over_bridge(moment, attack),
        over_water=afloat.comes_over(board.view(moment.game, side), counter, start, to),
        out_of_wet=ground.terrain[start] in sums.WET,
        uphill=crossed_contours(ground, start, to) > 0,
        over_stream=(start, to) in ground.streams or polder_side(ground, start, to),
        scouted=attack.scouted, probed=attack.probed, unsupplied=_hungry(moment, unit, "attack"), linked=linked,
        bank=arrival(ground, start, to),
    )  # fmt: skip


@rule("TOCS-W12.3-6", "TOCS-W12.3-7")
def _fit(forces: Forces, unit: Unit) -> Counter:
    """What fights of a unit: nothing of vehicles and guns on a train."""
    counter = forces.counter(unit)
    return replace(counter, strength=0, artillery=0) if unit.train and rolling(counter) else counter


@rule("TOCS-W8.4-1")
def _hungry(moment: Moment, unit: Unit, item: str) -> bool:
    """Does an item of the chart out-of-supply weaken the unit?"""
    return suffers(moment.board.view(moment.game, _side_of(moment, unit)), unit, item)


def _side_of(moment: Moment, unit: Unit) -> str:
    board: Board = moment.board
    return next(s for s, forces in board.forces.items() if unit.id in forces.units)


def _over_bridge(moment: Moment, attack: Attack) -> bool:
    """Does the attack go over a bridge: out of a divided hex by the other bank's side?"""
    ground, way = moment.game.ground, direction(attack.origin, attack.target)
    return attack.origin in ground.banks and way is not None and bank_of(ground, attack.origin, way) != attack.bank


def _steps(board: Board, side: str, unit: Unit) -> int:
    return board.forces[side].counter(unit).steps - unit.lost


@rule("TOCS-3.9-4", "TOCS-W10.24-6", "TOCS-W10.25-3", "TOCS-W10.25-4", "TOCS-W2.4-6", "TOCS-W7.0-5")
def _fire(moment: Moment, side: str, hex_: Hex) -> tuple[sums.Fire, ...]:
    """A side's guns laid on the battle, as far as they still stand free, and they and the troops are in communication."""
    board: Board = moment.board
    forces = board.forces[side]
    if not heard(moment, side, hex_):
        return _naval_fire(moment, side, hex_)
    view = board.view(moment.game, side)
    laid = ((m, forces.units[b]) for m in forces.missions if m.hex == hex_ for b in m.batteries)
    free = ((m, u) for m, u in laid if u.status == "map" and u.hex not in board.public.engaged and in_loc(view, u))
    land = tuple(sums.Fire(forces.counter(u).call, _fire_kind(m, forces.counter(u)), weight(forces, u)) for m, u in free)
    return (*land, *_naval_fire(moment, side, hex_))


@rule("TOCS-W17.6-1")
def _naval_fire(moment: Moment, side: str, hex_: Hex) -> tuple[sums.Fire, ...]:
    """Ships whose guns are on call for the hex: each size that reaches it adds its strength."""
    ships = covered(moment.board, side, hex_)
    kind = naval_guns.support_kind(len(ships))
    guns = ((ship, naval_guns.in_range(moment.game, ship, hex_)) for ship in ships)
    return tuple(sums.Fire(ship.call, kind, sum(gun.strength for gun in able)) for ship, able in guns if able)


def _fire_kind(mission: Mission, counter: Counter) -> str:
    if mission.barrage:
        return "time_on_target" if mission.tot else "bombardment"
    return "mortars" if counter.arm == "mortar" else "artillery_strike"
