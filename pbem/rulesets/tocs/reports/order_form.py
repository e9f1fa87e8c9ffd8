"""The order form: a line a unit that waits for orders, or for several that are alike, ready to be written behind.

What stands in square brackets is told, not ordered (`orders.lines`): a form that comes back as it went out orders nothing, or files
flights as they are on file.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from textwrap import wrap
from typing import Literal, NamedTuple

from pbem.documents.document import Block
from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice, flights, focus, tasks
from pbem.rulesets.tocs.reports.own_forces import in_contact, last_step
from pbem.rulesets.tocs.reports.wording import calls_in_short
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import Unit

WIDTH = 60  # columns, so that two marks of quoting before a line break no bracket
FENCED = 66  # columns of a line between the fences that names no unit
MOST = 5  # units on a line
LONG, SHORT = (
    32,
    20,
)  # lines, above which a line is of units of different kinds too, then of units that were last told different things
KINDS, ORDERS, STACKS, TROOPS, FRONT, COUNTED = range(6)
Brevity = Literal[0, 1, 2, 3]
"""How much of the form of a side that is too large for its letter is named in brackets, without a line for orders: nothing;
headquarters and assets; who is away from the enemy too; and headquarters and assets are no more than counted."""
TITLE = phrase("ORDER FORM: write after a colon. Lines left empty order nothing.")
_NO_BRACKETS = str.maketrans("[]", "()")
LEGEND = phrase("[where, AP, last order]")


def block(game: Game, picture: Picture, heading: Heading, brevity: Brevity = 0) -> Block:
    """The form between its fences."""
    units = (*_units(game, picture, heading, brevity), *_ships(game, picture, heading))
    ways = flights.forms(picture, heading, FENCED)
    told = (line for said in heading.whose for line in _bracketed(said)) if units else ()
    inside = (*ways, *told, *((say(LEGEND), *units) if units else ()), *_filed(game, picture, heading))
    closing = (f"# {heading.closing}",) if heading.closing else ()
    return Block(TITLE if units else phrase("TO WRITE BACK"), (heading.fence, *inside, *closing, "END ORDERS"), "form")


def _units(game: Game, picture: Picture, heading: Heading, brevity: Brevity) -> Iterator[str]:
    """A line for units of one formation that stand in one hex, can do as much, and were last told the same; companies, guns and
    headquarters apart, unless that would be very many lines."""
    if brevity:
        return _lines(game, picture, heading, STACKS + brevity)
    ways = (tuple(_lines(game, picture, heading, fine)) for fine in (KINDS, ORDERS, STACKS))
    most = SHORT if focus.large(picture.forces) else LONG
    some = next((lines for lines in ways if len(lines) <= most), None)
    return iter(some) if some is not None else _lines(game, picture, heading, STACKS)


def _lines(game: Game, picture: Picture, heading: Heading, fine: int) -> Iterator[str]:
    """fine: KINDS, where units of different kinds have a line each; ORDERS, where those last told something else; STACKS, where
    those of one hex that can do as much stand together, and who can do nothing is only named; TROOPS, where headquarters and assets
    are only named too; FRONT, where who is away from the enemy is; COUNTED, where headquarters and assets are counted."""
    free = _Free.of(game, picture, heading, fine)
    named = partial(_called, picture.forces)
    for key, calls in _alike(game, picture, heading, free.ordered, fine).items():
        hex_, bank, able, last, *_ = key
        yield from (_line(some, _Facts(*_where(game, hex_, bank), able), last) for some in _rooms(calls))
    yield from _bracketed(_away(game, picture, heading, free.away))
    if fine == COUNTED and free.staffs:
        one, many = phrases("{number} headquarters or asset; REPORT has it", "{number} headquarters and assets; REPORT has them")
        yield from _bracketed(counted(len(free.staffs), one, many))
    else:
        yield from _named_alone(phrase("headquarters and assets: {calls}"), named(free.staffs))
    yield from _named_alone(phrase("no AP: {calls}"), named(free.spent))


class _Free(NamedTuple):
    """The units that the form is for: with a line for orders, and in brackets because they can do nothing, are headquarters or
    assets, or stand away from the enemy."""

    ordered: list[Unit]
    spent: list[Unit]
    staffs: list[Unit]
    away: list[Unit]

    @classmethod
    def of(cls, game: Game, picture: Picture, heading: Heading, fine: int) -> "_Free":
        """As fine as that."""
        view, forces = picture.view(game), picture.forces
        parts = cls([], [], [], [])
        for unit in _free(picture, heading):
            if fine >= STACKS and not action_points(view, unit):
                parts.spent.append(unit)
            elif fine >= TROOPS and forces.counter(unit).kind in ("hq", "asset"):
                parts.staffs.append(unit)
            elif fine >= FRONT and not in_contact(game, picture, unit):
                parts.away.append(unit)
            else:
                parts.ordered.append(unit)
        return parts


def _called(forces: Forces, units: Iterable[Unit]) -> list[str]:
    return [forces.counter(unit).call for unit in units]


def _alike(game: Game, picture: Picture, heading: Heading, units: Iterable[Unit], fine: int) -> dict[tuple[str, ...], list[str]]:
    """Units by what those of a line have in common."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit in units:
        alike.setdefault(_key(game, picture, heading, unit, fine), []).append(picture.forces.counter(unit).call)
    return alike


def _away(game: Game, picture: Picture, heading: Heading, units: list[Unit]) -> str:
    """`away from the enemy, 3 AP unless noted: 2B/1CG 08.10; A/307 11.13, NE bank, 1 AP`."""
    if not units:
        return ""
    alike = _alike(game, picture, heading, units, FRONT)
    usual = Counter(able for _, _, able, *_ in alike).most_common(1)[0][0]
    where = ((calls, _where(game, hex_, bank)[1], able) for (hex_, bank, able, *_), calls in alike.items())
    told = (", ".join((f"{calls_in_short(calls)} {there}", *([able] if able != usual else []))) for calls, there, able in where)
    return say("away from the enemy, {able} unless noted: {units}", able=usual, units="; ".join(told))


def _key(game: Game, picture: Picture, heading: Heading, unit: Unit, fine: int) -> tuple[str, ...]:
    """What units of one line have in common: hex, bank, what they can do, the last order; then what else, by how fine lines are."""
    counter, stacks = picture.forces.counter(unit), fine >= STACKS
    points = action_points(picture.view(game), unit)
    able = "engaged" if unit.hex in picture.public.engaged else f"{points} AP"
    last = "" if stacks else heading.told.get(counter.call, "")
    kin = () if stacks else (parent_of(picture.forces, unit.id) or counter.call, counter.call.partition("/")[2])
    kind = counter.kind if fine == KINDS else ""
    return (unit.hex, bank_point(game.ground, unit.hex, unit.bank), able, last, kind, *kin)


def _rooms(calls: list[str]) -> Iterator[str]:
    """Units of a line as an order names them, as many as there is room for."""
    for start in range(0, len(calls), MOST):
        yield _named(calls[start : start + MOST])


def _named_alone(words: str, calls: list[str]) -> Iterator[str]:
    """Units without a line of their own, between brackets."""
    return _bracketed(say(words, calls=calls_in_short(calls)) if calls else "")


def _bracketed(said: str) -> Iterator[str]:
    """Words that order nothing, in brackets line by line."""
    return (f"[{line}]" for line in wrap(said, WIDTH - 2, break_long_words=False, break_on_hyphens=False))


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
    return calls_in_short(calls)


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
    """What goes on without an order: works in progress, standing orders, and what waits on file; of a large side its sections tell
    it."""
    forces = picture.forces
    if focus.large(forces):
        return  # sections 4 and 6 have it
    mine = (forces.tasks[unit] for unit in sorted(forces.tasks) if heading.orders(forces.counters[unit].call))
    for text in (*(say("at work: {line}", line=tasks.line(game, forces, task)) for task in mine), *heading.on_file):
        plain = text.translate(_NO_BRACKETS)
        yield f"[{plain}]" if len(plain) <= WIDTH - 2 else f"[{plain[: WIDTH - 3].rstrip()}…]"
