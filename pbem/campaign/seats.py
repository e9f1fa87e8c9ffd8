"""Seats and the chain of command: who may order which units, by the formations that seats hold.

A chain is the names of the formations a unit stands in, innermost first. The nearest seat commands; every seat above it
may order the unit too, and one seat a side has the last word.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from pbem.campaign.state import AdminState, Seat
from pbem.engine.idiom import stands_on


@stands_on("last word")
def senior(admin: AdminState, side: str) -> Seat | None:
    """The seat whose word overrides the others of its side: the side's commander, or who stands first while that seat is empty."""
    able = [seat for seat in admin.seats_of(side) if seat.commands]
    return next((seat for seat in able if not seat.formations), able[0] if able else None)


def is_senior(admin: AdminState, seat: Seat) -> bool:
    """Has this seat the last word on its side?"""
    first = senior(admin, seat.side)
    return first is not None and first.id == seat.id


@stands_on("chain")
def commanders(admin: AdminState, side: str, chain: Iterable[str]) -> tuple[Seat, ...]:
    """Who may order a unit that stands in these formations: the nearest seat first, the senior last."""
    first = senior(admin, side)
    found = [seat for formation in chain for seat in _of(admin, side, formation)]
    return tuple({seat.id: seat for seat in (*found, *((first,) if first else ()))}.values())


def acting(admin: AdminState, seat: Seat, at: datetime) -> tuple[Seat, ...]:
    """The seat, and those it stands in for as their proxy while they are away."""
    away = ((other, admin.hosting.away(other.id, at)) for other in admin.seats_of(seat.side))
    return (seat, *(other for other, absence in away if absence and absence.proxy == seat.id))


def orders_all(admin: AdminState, seats: Iterable[Seat]) -> bool:
    """Does one of these seats have the last word on its side?"""
    return any(is_senior(admin, seat) for seat in seats)


@stands_on("last word")
def speaks_for_its_side(admin: AdminState, seat: Seat, at: datetime) -> bool:
    """Has this seat the last word on its side, or does it stand in for who has, and is away?"""
    return orders_all(admin, acting(admin, seat, at))


@stands_on("command")
def may_order(admin: AdminState, seats: Iterable[Seat], side: str, chain: Iterable[str]) -> bool:
    """May one of these seats order a unit that stands in these formations?"""
    return bool({seat.id for seat in seats} & {seat.id for seat in commanders(admin, side, chain)})


def _of(admin: AdminState, side: str, formation: str) -> Iterator[Seat]:
    """Who commands a formation by itself: whom it is delegated to, then the seat that holds it, or who stands in for that. A
    superior who delegates over a seat's head takes the formation from it."""
    to, by = admin.delegated.get(side, {}).get(formation, ("", ""))
    given = admin.seats.get(to)
    if given is not None and given.commands:
        yield given
    for seat in admin.seats_of(side):
        if formation in seat.formations and (not to or by == seat.id):
            yield from _commanding(admin, seat)


def _commanding(admin: AdminState, seat: Seat) -> Iterator[Seat]:
    """Who gives a seat's orders: its holder, or who stands in for him; nobody, when that one commands nothing either."""
    sits = seat if seat.commands else admin.seats.get(seat.until)
    if sits is not None and sits.commands:
        yield sits


def named(admin: AdminState, side: str, text: str) -> Seat | None:
    """The seat of a side that a word means: its id, its id without the side, or a formation it holds."""
    word = text.lower().strip(".")
    for seat in admin.seats_of(side):
        names = (seat.id, seat.id.removeprefix(f"{side}."), *seat.formations)
        if word in (name.lower() for name in names):
            return seat
    return None


def led_by_hosts(admin: AdminState, house: Iterable[str] = ()) -> frozenset[str]:
    """The sides that a host sits on himself, in whatever seat. house: addresses that are the host's besides."""
    return led_by(admin.seats.values(), house) | _led_there(admin, house)


def _led_there(admin: AdminState, house: Iterable[str]) -> frozenset[str]:
    """In a battle of another campaign: the sides on which somebody of the house sits there."""
    known = frozenset(house)
    return frozenset(side for side, sit in admin.battle.sit.items() if known & set(sit)) if admin.battle else frozenset()


def led_by(seats: Collection[Seat], house: Iterable[str] = ()) -> frozenset[str]:
    """The same by the seats alone. Equal addresses are one person; what a player has added to his own proves nothing, else he could
    blind a host by adding the host's."""
    hosting = (seat for seat in seats if seat.role == "host" and not seat.left)
    hosts = {*house, *(address for seat in hosting for address in (seat.address, *seat.also))}
    return frozenset(s.side for s in seats if s.side and not s.left and s.address in hosts)


def call_names(admin: AdminState, side: str) -> str:
    """The seats of a side that are held, for a hint."""
    return ", ".join(seat.id for seat in admin.seats_of(side) if not seat.left)
