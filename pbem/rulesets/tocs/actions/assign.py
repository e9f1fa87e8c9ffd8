"""ASSIGN: assets and trucks given to a unit, formations and units to another HQ (TOCS-W10.16, W10.17); free at set-up."""

from functools import partial

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.actions.trucks import told
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import assigning, convoys
from pbem.rulesets.tocs.rules import overland_lines as overland
from pbem.rulesets.tocs.rules.artillery import is_observer
from pbem.rulesets.tocs.rules.chain import answers_to, is_headquarters
from pbem.rulesets.tocs.rules.command import Fit, any_fits, commander
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View


class Assign(Value):
    """Units by their calls, or the trucks in a hex, to a unit or an HQ (its call), by an HQ ("" = the referee finds it)."""

    units: tuple[str, ...]
    trucks: Hex | None
    to: str
    by: str


class _Assigning(Value):
    """The order, made out: who gives it (None at set-up), the change to units, the trucks and what becomes of them."""

    hq: Unit | None
    change: assigning.Assignment
    trucks: tuple[convoys.ConvoyStep, ...] = ()


def order(act: Act, picture: Picture) -> Assign | Refusal:
    """The order from its words."""
    return Assign(act.texts("UNITS"), act.hex("HEX"), act.text("UNIT") or "", by(act))


def _meant(view: View, order: Assign) -> _Assigning | Refusal:
    """Units of this side, a unit they can go with, and an HQ that orders it."""
    outside = off_map(view.game, (order.trucks,)) if order.trucks else None
    if outside:
        return outside
    to = view.forces.unit_called(order.to)
    given = tuple(u for call in order.units if (u := view.forces.unit_called(call)) and u.status == "map")
    if to is None or to.status != "map" or not (given or order.trucks):
        absent = ", ".join(order.units) if to and to.status == "map" else order.to
        return illegal(say("{absent} is not yours, not there or not seen", absent=absent), "TOCS-W9.0-1")
    if order.trucks:
        return _trucks(view, order, to)
    if all(view.forces.counter(u).kind == "asset" for u in given):
        return _assets(view, order, given, to)
    return _formations(view, order, assigning.heads(view.forces, given), to)


@rule("TOCS-W10.16-1", "TOCS-W10.16-4")
def _assets(view: View, order: Assign, given: tuple[Unit, ...], to: Unit) -> _Assigning | Refusal:
    refused = assigning.no_asset_for(view, given, to)
    if refused:
        return refused
    if not view.public.turn:
        return _Assigning(None, replace(assigning.with_unit(view, given, to), woken=()))
    observers = any(is_observer(view.forces.counter(u)) for u in given)
    fit = partial(assigning.unfit_for_observers, view) if observers else any_fits
    hq = commander(view, given, order.by, 1, _and_commands(view, to, fit))
    return hq if isinstance(hq, Refusal) else _Assigning(hq, assigning.with_unit(view, given, to))


def _and_commands(view: View, to: Unit, fit: Fit) -> Fit:
    """The HQ must command the unit too, or be it."""

    def both(hq: Unit) -> Refusal | None:
        forces = view.forces
        if hq.id == to.id or answers_to(forces, to, hq):
            return fit(hq)
        return illegal(
            say("{call} does not answer to {hq}", call=forces.counter(to).call, hq=forces.counter(hq).call), "TOCS-W10.16-1"
        )

    return both


@rule("TOCS-W10.17-1")
def _formations(view: View, order: Assign, given: tuple[Unit, ...], to: Unit) -> _Assigning | Refusal:
    if not is_headquarters(view.forces.counter(to)):
        return illegal(say("{to} is no headquarters: troops are given to one", to=order.to), "TOCS-W10.17-1")
    refused = next(filter(None, (assigning.no_new_master(view, u, to) for u in given)), None)
    if refused:
        return refused
    change = assigning.under(view.forces, given, to)
    if not view.public.turn:
        return _Assigning(None, change)
    hq = commander(view, given, order.by, change.ap, partial(assigning.not_high_enough, view))
    return hq if isinstance(hq, Refusal) else _Assigning(hq, change)


@rule("TOCS-W10.16-1", "TOCS-W10.16-2")
def _trucks(view: View, order: Assign, to: Unit) -> _Assigning | Refusal:
    """Trucks in a hex that the HQ's command reaches over land drive to the unit, at once and without an OP."""
    source = _waiting(view.forces, order.trucks, to)
    where = named(view.game, order.trucks or to.hex)
    if source is None:
        return illegal(say("you have no trucks at {where} that could join {to}", to=order.to, where=where), "TOCS-W10.16-1")
    if convoys.way(view, Position(source.hex, source.bank), to.hex, to.id) is None:
        return illegal(
            say("no way for trucks from {where} to {named} over your own ground", where=where, named=named(view.game, to.hex)),
            "TOCS-W8.2-1",
        )
    sent = replace(source, join="", noted=0, bound=to.hex, seeks=to.id)
    start = convoys.ConvoyStep(sent, phrase("assigned"))
    way = convoys.drive(replace(view, forces=view.forces.with_source(sent)), sent)
    hq = commander(view, (to,), order.by, 1, partial(_reaches, view, source)) if view.public.turn else None
    return hq if isinstance(hq, Refusal) else _Assigning(hq, assigning.Assignment(()), (start, *way))


def _waiting(forces: Forces, hex_: Hex | None, to: Unit) -> SupplySource | None:
    here = (s for s in forces.sources.values() if s.hex == hex_ and s.kind == "mobile" and to.id not in (s.join, s.seeks))
    return min(here, key=lambda s: (bool(s.join), bool(s.bound), s.id), default=None)


def _reaches(view: View, source: SupplySource, hq: Unit) -> Refusal | None:
    call, reach = view.forces.counter(hq).call, view.forces.counter(hq).command
    flood = overland.flood(view, convoys.truck(view, view.side), {Position(hq.hex, hq.bank): hq.id}, reach)
    if (source.hex, source.bank) in flood:
        return None
    return illegal(say("{call} does not reach the trucks at {hex} over land", call=call, hex=source.hex), "TOCS-W10.16-1")


def _expected(game: Game, picture: Picture, meant: _Assigning) -> Picture:
    """The AP spent, everybody where he belongs now, the assets awake that have a way to go."""
    picture = expect_ordered(game, picture, meant.hq, meant.change.ap) if meant.hq else picture
    forces = convoys.changed(picture.forces, meant.trucks)
    for unit in meant.change.units:
        forces = forces.with_unit(unit)
    if meant.hq and meant.change.woken:
        staff = forces.staff(meant.hq.id)
        forces = forces.with_woken(staff, meant.change.woken) if staff else forces
    return replace(picture, forces=forces)


@rule("TOCS-W10.16-1", "TOCS-W10.16-2", "TOCS-W10.17-1")
def _events(moment: Moment, side: str, meant: _Assigning) -> tuple[e.Event, ...]:
    """The HQ's AP, and everything assigned at once."""
    paid = order_paid(moment, side, meant.hq, meant.change.ap) if meant.hq else ()
    changed = (e.UnitChanged(side, u, "assigned" if u.assigned else "reassigned") for u in meant.change.units)
    events: tuple[e.Event, ...] = (*paid, *changed, *told(side, meant.trucks))
    staff = after(moment, events).board.forces[side].staff(meant.hq.id) if meant.hq else None
    if staff and meant.change.woken:
        events = (*events, e.AssetsWoken(side, staff, meant.change.woken))
    return events


DEED = deed(_meant, _expected, _events)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """The company or platoon that an asset without a unit of its own stands with."""
    forces = picture.forces
    asset = forces.units[unit]
    if forces.counter(asset).kind != "asset" or asset.assigned:
        return ()
    beside = (forces.counter(u) for u in forces.at(asset.hex) if u.bank == asset.bank)
    calls = (c.call for c in beside if c.kind not in ("asset", "hq"))
    found = (call for call in calls if not DEED.check(game, picture, Assign((forces.counter(asset).call,), None, call, "")))
    return tuple(f"assign {forces.counter(asset).call} to {call}" for call in found)[:1]


ACTION = Action(
    verb=Verb(
        "assign",
        ("assign UNITS to UNIT [by CALL_HQ]", "assign trucks at HEX to UNIT [by CALL_HQ]",
         "reassign UNITS to UNIT [by CALL_HQ]"),
        "letter", phrase("give assets or trucks to a unit, troops to another headquarters"),
    ),
    help=phrase(
        """ASSIGN gives up to three assets, or trucks, to a unit, for 1 AP of an HQ above both (TOCS-W10.16). An asset that stands
with the unit belongs to it at once; any other is activated and may walk there on a line of its own, without an OP. From
then on it goes where the unit goes, at no cost, and is in the same state. A unit has four assets at most. A forward
observer is assigned alone, to a company or vehicle platoon, by a regiment or higher HQ in good order. Boats carry the
unit they are assigned to over the water (HELP WATER).

An HQ from the brigade up gives formations, companies, platoons and batteries to another HQ, 1 AP each (TOCS-W10.17): they
answer to that HQ and to those above it, and draw supply through it or through their old ones. REASSIGN is the same word.
Before the first turn all of it is free. Without BY the nearest HQ that can gives the order.

    ASSIGN 1MOR TO A/504 BY HQ504
    ASSIGN TRUCKS AT 11.11 TO HQ1/504
    REASSIGN I/504 TO HQ505"""
    ),
    order=order,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
