"""SETUP: where units, stores and works stand before the first turn, if the scenario leaves it open (TOCS-2.1-1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, direction, neighbours
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import facility_rules
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.ground import bank_named, is_divided, rebuilt
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat, facilities, setup, stacking
from pbem.rulesets.tocs.rules.supply import KINDS
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View

STORES = ("base", "dump")


class SetupOrder(Value):
    """Units, a thing (a "base", a "dump", a facility of a kind) or works of a level, at a hex; the hexes of the bridges that are
    broken; nothing at all: as printed. start: the hex the thing stands in; toward: units stand on the bank that lies on the
    side of this hex."""

    hex: Hex | None = None
    units: tuple[str, ...] = ()
    thing: str = ""
    works: str = ""
    broken: tuple[Hex, ...] = ()
    toward: Hex | None = None
    start: Hex | None = None


def order(act: Act, picture: Picture) -> SetupOrder | Refusal:
    """The order from its words."""
    thing = next((s for s in (*STORES, "facility") if act.says(s)), "")
    thing = thing or next((kind for word, kind in facility_rules.WORDS.items() if act.says(word)), "")
    works = "fortified_area" if act.says("fortified") else next((w for w in setup.WORKS if act.says(w)), "")
    banks = act.hex("HEX_BANK"), act.hex("HEX_FROM")
    return SetupOrder(act.hex("HEX"), act.texts("UNITS"), thing, works, act.hexes("PATH"), *banks)


@rule("TOCS-2.1-1", "TOCS-W8.1-2", "TOCS-W10.9-7")
def check(game: Game, picture: Picture, order: SetupOrder) -> tuple[Refusal, ...]:
    """Before the first turn, within the zone, by those who may, with room in the hex and points for the works."""
    view = picture.view(game)
    if _in_play(view, order):
        return tuple(found for found in (_not_afresh(view, order),) if found)
    found = setup.closed(view)
    if order.hex and not found:
        found = off_map(game, (order.hex,)) or setup.misplaced(view, order.hex) or _able(view, order, order.hex)
        found = found or _no_bank(view, order.hex, order) or afloat.left_in_water(expect(game, picture, order).view(game))
    if order.broken and not found:
        found = off_map(game, order.broken) or setup.unbreakable(view, order.broken)
    return (found,) if found else ()


def _in_play(view: View, order: SetupOrder) -> bool:
    """Is it a facility that is set up when play has begun, by a side that has such?"""
    return bool(view.public.turn and order.thing and order.hex and view.forces.afresh)


def _not_afresh(view: View, order: SetupOrder) -> Refusal | None:
    hex_ = order.hex
    assert hex_ is not None
    found = off_map(view.game, (hex_,)) or setup.afresh(view, order.thing, hex_)
    return found if isinstance(found, Refusal) else None


def _renewed(view: View, order: SetupOrder) -> Facility | None:
    """The facility that is set up afresh, as it is then."""
    if not _in_play(view, order) or order.hex is None:
        return None
    found = setup.afresh(view, order.thing, order.hex)
    return None if isinstance(found, Refusal) else found


def _able(view: View, order: SetupOrder, hex_: Hex) -> Refusal | None:
    """May it be placed, has it a railway where it wants one, are there points for the works, and room for all?"""
    fixed = [call for call in order.units if not setup.movable(view, call)]
    if fixed:
        return illegal(say("{fixed} stand as printed", fixed=", ".join(fixed)), "TOCS-2.1-1")
    thing = setup.placed(view, order.thing, order.start) if order.thing else None
    if isinstance(thing, Refusal):
        return thing
    units = (view.forces.unit_called(call) for call in order.units)
    wrong = [found for u in units if u and (found := setup.bound(view, u.id, view.forces.counter(u).call, hex_))]
    wrong += [found for found in (_thing_misplaced(view, thing, hex_),) if found]
    return next(iter(wrong), None) or (_no_works(view, order.works, hex_) if order.works else None) or _no_room(view, order, hex_)


def _thing_misplaced(view: View, thing: SupplySource | Facility | None, hex_: Hex) -> Refusal | None:
    """Why a store or a facility does not go into a hex."""
    if thing is None:
        return None
    what = say("your {kind}", kind=say(KINDS.get(thing.kind) or facilities.KINDS.get(thing.kind) or phrase("facility")))
    found = setup.bound(view, thing.id, what, hex_) or setup.crowded(view, thing, hex_)
    return found or (setup.no_railway(view, thing, hex_) if isinstance(thing, Facility) else None)


@rule("TOCS-W10.9-7")
def _no_works(view: View, works: str, hex_: Hex) -> Refusal | None:
    """Why works of a level cannot be laid out in a hex: some stand there, or they cost more than is left."""
    if hex_ in view.works:
        return illegal(say("{named} has works already", named=named(view.game, hex_)), "TOCS-W10.9-7")
    if setup.WORKS[works] <= view.forces.labour:
        return None
    what, points = works.replace("_", " "), counted(setup.WORKS[works], "{number} point", "{number} points")
    words = say("{works} costs {points}, left: {labour}", works=what, points=points, labour=view.forces.labour)
    return illegal(words, "TOCS-W10.9-7")


@rule("TOCS-W3.0-1")
def _no_room(view: View, order: SetupOrder, hex_: Hex) -> Refusal | None:
    """Why the units cannot all stand in a hex, beside those that stand there."""
    moved = _moved(view, order)
    there = [view.forces.counter(u) for u in view.forces.at(hex_) if u.id not in {m.id for m in moved}]
    if any(stacking.over((*there, *(view.forces.counter(u) for u in moved)))):
        return illegal(say("there is no room for so many in {named}", named=named(view.game, hex_)), "TOCS-W3.0-1")
    return None


def _store(view: View, order: SetupOrder) -> tuple[SupplySource, SupplySource] | None:
    """The store that is placed, as it was and as it is then."""
    thing = setup.placed(view, order.thing, order.start) if order.thing else None
    return (thing, replace(thing, hex=order.hex, bank=0)) if isinstance(thing, SupplySource) and order.hex else None


def _site(view: View, order: SetupOrder) -> Facility | None:
    """The facility that is placed, as it is then."""
    thing = setup.placed(view, order.thing, order.start) if order.thing else None
    return replace(thing, hex=order.hex) if isinstance(thing, Facility) and order.hex else None


def _moved(view: View, order: SetupOrder) -> tuple[Unit, ...]:
    units = (view.forces.unit_called(call) for call in order.units)
    bank = (_bank(view, order.hex, order.toward) or 0) if order.hex and order.toward else 0
    return tuple(replace(u, hex=order.hex, bank=bank) for u in units if u and order.hex)


@rule("TOCS-W1.10-3")
def _bank(view: View, hex_: Hex, toward: Hex) -> int | None:
    """The bank of a river hex on the side of a hex beside it."""
    side = direction(hex_, toward)
    return bank_named(view.game.ground, hex_, side) if side else None


def _no_bank(view: View, hex_: Hex, order: SetupOrder) -> Refusal | None:
    where, toward = named(view.game, hex_), order.toward
    divided = is_divided(view.game.ground, hex_)
    if toward is None and divided and _site(view, order):
        return None  # what is built on both banks serves both
    if toward is None:
        hint = f"setup {', '.join(order.units)} at {hex_} toward {neighbours(hex_)[0]}" if order.units else ""
        what = say("on which bank? name a hex on its side") if order.units else say("stores and works there stand as printed")
        return illegal(say("water divides {where}: {what}", where=where, what=what), "TOCS-2.1-1", hint) if divided else None
    if not divided:
        return illegal(say("no water divides {where}: it has no banks to choose from", where=where), "TOCS-W1.10-3")
    if direction(hex_, toward) is None:
        return illegal(say("{named} is not next to {where}", named=named(view.game, toward), where=where), "TOCS-W1.10-3")
    if _bank(view, hex_, toward) is None:
        return illegal(say("no bank of {where} lies on the side of {toward} alone", where=where, toward=toward), "TOCS-W1.10-3")
    return None


def expect(game: Game, picture: Picture, order: SetupOrder) -> Picture:
    """All stands where it was put."""
    if again := _renewed(picture.view(game), order):
        return replace(picture, forces=picture.forces.knowing(again))
    forces, works = picture.forces, picture.works
    for unit in _moved(picture.view(game), order):
        forces = forces.with_unit(unit)
    if store := _store(picture.view(game), order):
        forces = forces.with_source(store[1])
    if site := _site(picture.view(game), order):
        forces = forces.knowing(site)
    if order.works and order.hex:
        forces = replace(forces, labour=forces.labour - setup.WORKS[order.works])
        works = {**works, order.hex: (order.works, picture.side)}
    for start, hex_ in setup.shifted(picture.view(game), order.broken):
        works = {**works, hex_: works[start]}
        works = {h: held for h, held in works.items() if h != start}
    for bridge in setup.breaking(picture.view(game), order.broken):
        forces = replace(forces, spans=rebuilt(forces.spans, bridge))
    return replace(picture, forces=forces, works=works)


def execute(moment: Moment, picture: Picture, order: SetupOrder) -> Outcome:
    """Everything in its place; a base is known to both once play begins."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    view = moment.board.view(moment.game, side)
    if again := _renewed(view, order):
        return Outcome((e.FacilityChanged(again, phrase("set up afresh"), (side,)),))
    events: list[e.Event] = [e.UnitChanged(side, unit, phrase("set up")) for unit in _moved(view, order)]
    events += _things_placed(moment, view, order)
    if order.works and order.hex:
        events.append(e.WorksSetUp(side, order.hex, order.works, forces.labour - setup.WORKS[order.works]))
    events += [e.BridgeChanged(b, phrase("set up"), (side,)) for b in setup.breaking(view, order.broken)]
    for start, hex_ in setup.shifted(view, order.broken):
        events += [e.WorksSetUp(side, start, "", forces.labour), e.WorksSetUp(side, hex_, view.works[start], forces.labour)]
    return Outcome(tuple(events))


def _things_placed(moment: Moment, view: View, order: SetupOrder) -> list[e.Event]:
    """The store or the facility that is placed; a base that is no secret is known to both from the beginning of play."""
    events: list[e.Event] = []
    if store := _store(view, order):
        events.append(e.SourceChanged(view.side, store[1], phrase("set up")))
        if store[0].kind == "base" and not store[0].secret:
            events.append(e.BaseSetUp(view.side, store[0].hex, store[1].hex))
    if site := _site(view, order):
        known = (name for name, forces in sorted(moment.board.forces.items()) if any(s.id == site.id for s in forces.sites))
        events.append(e.FacilityChanged(site, phrase("set up"), tuple(known)))
    return events


ACTION = Action(
    verb=Verb(
        "setup",
        ("setup as printed [except UNITS at HEX]", "setup (entrenched|strongpoint|fortified area) at HEX",
         f"setup (base|dump|{facility_rules.NAMED}) [from HEX_FROM] at HEX", "setup UNITS at HEX [toward HEX_BANK]",
         "setup broken PATH"),
        "letter", phrase("place units, stores, facilities and works before the first turn"),
    ),
    help=phrase(
        """SETUP places what the scenario leaves to you before the first turn: units, your bases, dumps and facilities, improved
positions for the points you were given (TOCS-2.1-1, TOCS-W8.1-2, TOCS-W12.0-2, TOCS-W10.9-7). What you do not name stands
as printed. Of several dumps or hospitals FROM names the one by the hex it stands in. END IMPULSE closes your set-up.
TOWARD names a hex beside a river hex: the units stand on the bank on that side. BROKEN names the bridges that are down
before play begins, where the scenario lets you break some: all of them in one line, the last line counts, and the enemy
learns of one by recon of its hex or by entering it. Works that guard a bridge you break go to one you leave standing, where
the scenario has it so (MASL-16.8-3). Some things are bound to a town, and some share no hex with another (MASL-16.3-2). In
play some facilities may be set up afresh when they have been destroyed: in a place from which a line of supply runs to the
edge of the map (MASL-16.4-3).

    SETUP AS PRINTED EXCEPT A/504 AT 12.10
    SETUP B/504 AT 12.10
    SETUP C/504 AT 14.12 TOWARD 13.12
    SETUP DUMP AT 11.11
    SETUP DUMP FROM 11.11 AT 12.10
    SETUP HOSPITAL AT 11.11
    SETUP STRONGPOINT AT 12.10
    SETUP BROKEN MALDEN BRIDGE, HATERT BRIDGE"""
    ),
    order=order,
    check=check,
    expect=expect,
    execute=execute,
)  # fmt: skip
