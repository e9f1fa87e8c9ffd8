"""The order pad's sheet: what WHAT CAN and COST would answer for every unit of a desk, over what it knows and nothing else."""

from collections.abc import Iterator

from pbem.documents.pad_sheet import Offer, Offers, PadSheet, Steps, UnitPace
from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.dry_run import after, refusals
from pbem.rulesets.tcs.actions.move import country
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.obstacle_lines import breaches
from pbem.rulesets.tcs.rules.impulses import allotment, back_points
from pbem.rulesets.tcs.rules.movement import step_cost
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import HALVES, TacticalUnit

DIGITS = "0123456789abcdefghijklmnopqrstuvwxy"  # of a cost in halves; a dearer step is not told
PLAIN = ("move mode", "fire mode", "button up", "dismount", "hold")


def sheet(game: TacticalGame, picture: TacticalPicture) -> PadSheet:
    """What a desk could order in the letter that is awaited, and what its ways cost."""
    kinds = picture.public.takes(str(game.switches["pace"]))
    units = [unit for unit in picture.forces.units.values() if not unit.rides] if "B" in kinds else []
    tables: dict[tuple[str, str], int] = {}
    for unit in units:
        tables.setdefault((unit.counter.move, unit.mode), len(tables))
    one_of = {tables[unit.counter.move, unit.mode]: unit for unit in units}
    return PadSheet(
        tuple(found for unit in units if (found := Offers(unit.id, tuple(offers(game, picture, unit.id)))).offers),
        tuple(deeds(picture)) if "A" in kinds else (),
        tuple(tuple(_steps(game, picture, one_of[number])) for number in range(len(tables))),
        tuple(_pace(game, unit, tables[unit.counter.move, unit.mode]) for unit in units),
        tuple(sorted(picture.known_enemies)),
    )  # fmt: skip


def offers(game: TacticalGame, picture: TacticalPicture, call: str) -> Iterator[Offer]:
    """What a unit could be told now, without the call before it."""
    for verb in PLAIN:
        if not refusals(game, picture, (call,), Act(verb)):
            yield Offer(verb)
    yield from (Offer(line) for line in breaches(game, picture, call))
    yield from (Offer(line) for line in _moves(game, picture, call))
    turn = Act("move mode")
    if picture.forces.units[call].mode == "fire" and not refusals(game, picture, (call,), turn):
        turned = after(game, picture, (call,), turn)
        found = (*breaches(game, turned, call), *_moves(game, turned, call))
        yield from (Offer("; ".join((turn.verb, line))) for line in found)


def _moves(game: TacticalGame, picture: TacticalPicture, call: str) -> Iterator[str]:
    for hex_ in game.ground.neighbours(picture.forces.units[call].hex):
        if not refusals(game, picture, (call,), Act("move", slots=(("PATH", (str(hex_),)),))):
            yield f"move {hex_}"


def deeds(picture: TacticalPicture) -> Iterator[str]:
    """Lines of the whole letter that some sheet makes possible now."""
    for one in picture.forces.sheets.values():
        yield from _in_force(one) if one.status == "implemented" else _waiting(one)


def _waiting(sheet: OpSheet) -> Iterator[str]:
    if sheet.status == "unimplemented":
        yield from (" ".join(("roll", sheet.id, how)) for how in ("always", "never"))
        yield " ".join(("call off", sheet.id))


def _in_force(sheet: OpSheet) -> Iterator[str]:
    if sheet.type == "reserve":
        yield from (" ".join(("commit", sheet.id, option.letter)) for option in sheet.options)
    if sheet.alternate:
        yield " ".join(("alternate", sheet.id))
    yield " ".join(("call off", sheet.id))


def _steps(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit) -> Iterator[Steps]:
    over = country(game, picture)
    for place in sorted(game.ground.terrain):
        edges = ((other, step_cost(over, replace(unit, hex=place), place, other)) for other in game.ground.neighbours(place))
        yield Steps(place, ("".join(_edge(game, place, other, cost) for other, cost in edges if _told(cost)),))


def _told(cost: int | None) -> bool:
    return cost is not None and cost < len(DIGITS)


def _edge(game: TacticalGame, place: Hex, other: Hex, cost: int | None) -> str:
    number = DIRECTIONS.index(direction(place, other) or "")
    return f"{number}0{DIGITS[cost or 0]}{int(bool(game.ground.road(place, other)))}"


def _pace(game: TacticalGame, unit: TacticalUnit, ways: int) -> UnitPace:
    """What it has to spend, as one sum: all of its MP of the phase, of armor with its impulses those of the normal one."""
    left = max(0, unit.allowance - unit.spent)
    if game.switches["armor"] is True and unit.counter.armor:
        left = min(left, allotment(game.book, back_points(unit, unit.buttoned)).normal * HALVES)
    return UnitPace(unit.id, ways, left, bonus=False, ap=1 if left else 0, free=True)
