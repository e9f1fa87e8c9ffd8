"""The order form: a line a unit that waits for orders, or for several that are alike, ready to be written behind.

What stands in square brackets is told, not ordered (`orders.lines`): a form that comes back as it went out orders nothing, or files
flights as they are on file.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.documents.document import Block
from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice, flights, focus, tasks
from pbem.rulesets.tocs.reports.own_forces import last_step
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import Unit

WIDTH = 60  # columns, so that two marks of quoting before a line break no bracket
FENCED = 66  # columns of a line between the fences that names no unit
MOST = 5  # units on a line
LONG = 32  # lines, above which a line is of units of different kinds too
TITLE = phrase("ORDER FORM: write after a colon. Lines left empty order nothing.")
_NO_BRACKETS = str.maketrans("[]", "()")
LEGEND = phrase("[where, AP, last order]")


def block(game: Game, picture: Picture, heading: Heading) -> Block:
    """The form between its fences."""
    units = (*_units(game, picture, heading), *_ships(game, picture, heading))
    ways = flights.forms(picture, heading, FENCED)
    inside = (*ways, *((say(LEGEND), *units) if units else ()), *_filed(game, picture, heading))
    closing = (f"# {heading.closing}",) if heading.closing else ()
    return Block(TITLE if units else phrase("TO WRITE BACK"), (heading.fence, *inside, *closing, "END ORDERS"), "form")


def _units(game: Game, picture: Picture, heading: Heading) -> Iterator[str]:
    """A line for units of one formation that stand in one hex, can do as much, and were last told the same; companies, guns and
    headquarters apart, unless that would be very many lines."""
    fine = tuple(_lines(game, picture, heading, True))
    return iter(fine) if len(fine) <= LONG else _lines(game, picture, heading, False)


def _lines(game: Game, picture: Picture, heading: Heading, apart: bool) -> Iterator[str]:
    """apart: units of different kinds have a line each."""
    forces, view = picture.forces, picture.view(game)
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit in _free(picture, heading):
        call, kind = forces.counter(unit).call, forces.counter(unit).kind if apart else ""
        able = "engaged" if unit.hex in picture.public.engaged else f"{action_points(view, unit)} AP"
        bank = bank_point(game.ground, unit.hex, unit.bank)
        key = (unit.hex, bank, able, heading.told.get(call, ""), kind, parent_of(forces, unit.id) or call, call.partition("/")[2])
        alike.setdefault(key, []).append(call)
    for (hex_, bank, able, last, *_), calls in alike.items():
        for start in range(0, len(calls), MOST):
            yield _line(_named(calls[start : start + MOST]), _Facts(*_where(game, hex_, bank), able), last)


def _free(picture: Picture, heading: Heading) -> list[Unit]:
    """The units that the form is for, those of one formation together."""
    forces, own = picture.forces, focus.own(picture, heading)
    idle = (call for call in advice.idle(picture) if heading.orders(call) and (own is None or call in own))
    free = (unit for call in idle if (unit := forces.unit_called(call)))
    return sorted(free, key=lambda u: (parent_of(forces, u.id) or u.id, forces.counter(u).call))


@rule("TOCS-W16.1-1")
def _ships(game: Game, picture: Picture, heading: Heading) -> Iterator[str]:
    """A line for each ship that can act yet."""
    sea = picture.forces.sea
    for call, ship in sorted(sea.ships.items()):
        able = (ship.box or ship.port) and not (ship.sunk or ship.aboard or call in sea.done)
        if able and heading.orders(call):
            where = str(ship.hex or game.ground.zones[ship.zone].name)
            yield _line(
                call,
                _Facts(where, where, say("in port") if ship.port else say("box {box}", box=ship.box)),
                heading.told.get(call, ""),
            )


def _named(calls: list[str]) -> str:
    """`B,C/504`, as an order names them."""
    if len(calls) == 1 or "/" not in calls[0]:
        return ", ".join(calls)
    return ",".join(call.partition("/")[0] for call in calls) + "/" + calls[0].partition("/")[2]


def _where(game: Game, hex_: str, bank: str) -> tuple[str, str]:
    """A place in full, and without the name of the hex, which gives way first: the bank does not."""
    name = game.ground.names.get(Hex(hex_), "")
    ashore = say(", {point} bank", point=bank) if bank else ""
    return f"{hex_} {name}".rstrip() + ashore, f"{hex_}{ashore}"


class _Facts(NamedTuple):
    """Of units of one line: where they stand in full, the same without the name of the hex, and what they can do."""

    place: str
    short: str
    able: str


def _line(units: str, facts: _Facts, last: str) -> str:
    """`B,C/504 [14.12 Heumen, SW bank, 3 AP, move 13.12]:`; the name of the hex gives way, then what went before the last
    order's last step, then its end."""
    full, short, able = facts
    room = WIDTH - len(units) - len(" []:")
    where = full if len(f"{full}, {able}") + (10 if last else 0) <= room else short
    last = last if len(f"{where}, {able}, {last}") <= room else last_step(last)
    text = (f"{where}, {able}" + (f", {last}" if last else "")).translate(_NO_BRACKETS)
    return f"{units} [{text if len(text) <= room else text[: room - 1].rstrip() + '…'}]:"


def _filed(game: Game, picture: Picture, heading: Heading) -> Iterator[str]:
    """What goes on without an order: works in progress, standing orders, and what waits on file."""
    forces = picture.forces
    mine = (forces.tasks[unit] for unit in sorted(forces.tasks) if heading.orders(forces.counters[unit].call))
    for text in (*(say("at work: {line}", line=tasks.line(game, forces, task)) for task in mine), *heading.on_file):
        plain = text.translate(_NO_BRACKETS)
        yield f"[{plain}]" if len(plain) <= WIDTH - 2 else f"[{plain[: WIDTH - 3].rstrip()}…]"
