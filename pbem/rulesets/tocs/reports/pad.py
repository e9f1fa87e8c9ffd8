"""The order pad's sheet: what WHAT CAN and COST would answer for every unit of a desk, over what it knows and nothing else."""

from collections.abc import Hashable, Iterator

from pbem.documents.pad_sheet import Offers, PadSheet, Steps, UnitPace
from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.actions.control import check_activate
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import offers
from pbem.rulesets.tocs.resolution.straying import doubled
from pbem.rulesets.tocs.rules.activation import may_activate
from pbem.rulesets.tocs.rules.adjacent_moves import Entry, Ways, ways_of
from pbem.rulesets.tocs.rules.crossings import VEHICLES, Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, allowance, earns_road_hex, may_enter_enemy_ground
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

DIGITS = "0123456789abcdefghijklmnopqrstuvwxy"  # of a cost in halves; a dearer step is not told
ALL = "z"


def sheet(game: Game, picture: Picture) -> PadSheet:
    """What a desk could order, and what its ways cost, over what it knows."""
    view = picture.view(game)
    units = sorted(picture.forces.on_map(), key=lambda unit: view.forces.counter(unit).call)
    tables, which = _tables(view, units)
    ends = {*view.ezoc(), *view.public.engaged, *picture.held_by_enemy(), *(h for h in view.obstacles if view.mined(h))}
    return PadSheet(
        tuple(found for unit in units if (found := _offers(game, picture, unit)).offers),
        tuple(dict.fromkeys(line for unit in units for line in offers.deeds(game, picture, unit.id))),
        tables,
        tuple(_pace(game, picture, unit, which[unit.id]) for unit in units if unit.id in which),
        tuple(sorted(ends)),
    )


def _offers(game: Game, picture: Picture, unit: Unit) -> Offers:
    refused = may_activate(picture.view(game), unit)
    return Offers(picture.forces.counter(unit).call, () if refused else tuple(offers.offers(game, picture, unit.id)))


def _tables(view: View, units: list[Unit]) -> tuple[tuple[tuple[Steps, ...], ...], dict[str, int]]:
    """Tables of the ways out of each hex, and which of them is whose: one for all units that the ground, the traffic and their
    state treat alike."""
    tables: list[tuple[Steps, ...]] = []
    known: dict[Hashable, int] = {}
    which: dict[str, int] = {}
    for unit in units:
        ways = ways_of(view, view.forces.counter(unit), True)
        kind = _kind(ways, unit)
        if kind not in known:
            table = tuple(_steps(view, ways))
            same = next((number for number, other in enumerate(tables) if other == table), len(tables))
            known[kind] = same
            tables += [table] if same == len(tables) else []
        which[unit.id] = known[kind]
    return tuple(tables), which


def _kind(ways: Ways, unit: Unit) -> Hashable:
    """All of a unit that its ways depend on."""
    counter = ways.counter
    return counter.mobility, counter.traits, counter.tons, counter.skis, ways.fresh, counter.mobility in VEHICLES


def _steps(view: View, ways: Ways) -> Iterator[Steps]:
    for place in view.game.ground.hexes:
        banks = range(max(1, len(view.game.ground.banks.get(place, ()))))
        yield Steps(place, tuple(_edges(place, ways.out_of(Position(place, bank))) for bank in banks))


def _edges(at: Hex, entries: tuple[Entry, ...]) -> str:
    """Four signs an edge."""
    return "".join(_edge(at, way) for way in entries if way.cost == ALL_AP or way.cost < len(DIGITS))


def _edge(at: Hex, way: Entry) -> str:
    number = DIRECTIONS.index(direction(at, way.to.hex) or "")
    cost = ALL if way.cost == ALL_AP else DIGITS[way.cost]
    return f"{number}{way.to.bank}{cost}{int(bool(way.road))}"


@rule("TOCS-W10.11-6", "TOCS-W10.1-4")
def _pace(game: Game, picture: Picture, unit: Unit, ways: int) -> UnitPace:
    """A unit's own, with the activation that it would set out with."""
    view, counter = picture.view(game), picture.forces.counter(unit)
    refusals, ready = check_activate(game, offers.with_an_op(picture), counter.call, 0)
    active = None if refusals else ready.forces.active
    begun = active is not None and active.run == "move"
    return UnitPace(
        counter.call, ways, allowance(active, counter) if active else 0, may_enter_enemy_ground(counter),
        earns_road_hex(counter) and not view.public.weather.fog, unit.bank,
        max(0, active.ap - view.mined(unit.hex)) if active else 0, active is not None and _is_free(picture, ready),
        active.mp if active and begun else 0, bool(active and begun and active.road), bool(active and begun and active.bonus),
        _first(view, counter, unit),
    )  # fmt: skip


def _is_free(picture: Picture, ready: Picture) -> bool:
    """Was no OP paid for activating the unit?"""
    spent = {name: pool.spent for name, pool in picture.forces.pools.items()}
    return all(pool.spent == spent[name] for name, pool in ready.forces.pools.items())


@rule("TOCS-W6.0-13")
def _first(view: View, counter: Counter, unit: Unit) -> str:
    """The ways out of a hex in EZOC, for who pays double from zone to zone."""
    if unit.hex not in view.ezoc():
        return ""
    plain = ways_of(view, counter, True).out_of(Position(unit.hex, unit.bank))
    dear = tuple(doubled(view, unit, way, unit.hex) for way in plain)
    return _edges(unit.hex, dear) if dear != plain else ""
