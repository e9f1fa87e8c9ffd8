"""Who goes with whom: assets given to units, formations and units given to another HQ (TOCS-W10.16, W10.17)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter, from_level
from pbem.rulesets.tocs.rules.activation import may_activate
from pbem.rulesets.tocs.rules.artillery import is_observer
from pbem.rulesets.tocs.rules.chain import answers_to, is_independent, parent_of, superiors
from pbem.rulesets.tocs.rules.communications import loc
from pbem.rulesets.tocs.rules.stacking import MOST_ASSETS
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

AT_ONCE = 3  # assets an HQ assigns for one AP
HIGHER = from_level("brigade")
WITH_OBSERVERS = ("regiment", *HIGHER)
OBSERVE_FOR = ("company", "half_company", "hq_company")
GIVEN = ("hq", "hq_company", "company", "half_company", "vehicle_platoon", "battery")


class Assignment(Value):
    """An assignment: the units as they are afterwards, those an asset's way lies before (woken), and the AP it takes."""

    units: tuple[Unit, ...]
    woken: tuple[str, ...] = ()
    ap: int = 1


@rule("TOCS-W10.16-1", "TOCS-W1.7-1")
def no_asset_for(view: View, assets: tuple[Unit, ...], to: Unit) -> Refusal | None:
    """Why these assets cannot be given to a unit: three at once, to a unit that is none itself and has room for them."""
    forces, theirs = view.forces, view.forces.counter(to)
    if len(assets) > AT_ONCE:
        return illegal(
            say("an HQ assigns {at_once} assets for 1 AP; give it the others in a second order", at_once=AT_ONCE), "TOCS-W10.16-1"
        )
    if theirs.kind == "asset":
        return illegal(say("{theirs} is an asset, and has none of its own", theirs=theirs.call), "TOCS-W1.7-1")
    already = next((u for u in assets if u.assigned == to.id), None)
    if already:
        return illegal(
            say("{call} is assigned to {theirs}", call=forces.counter(already).call, theirs=theirs.call), "TOCS-W10.16-1"
        )
    if sum(u.assigned == to.id for u in forces.on_map()) + len(assets) > MOST_ASSETS:
        return illegal(
            say("{theirs} would have more than {most_assets} assets", theirs=theirs.call, most_assets=MOST_ASSETS), "TOCS-W1.7-1"
        )
    strange = next((u for u in assets if not _one_chain(forces, u, to)), None)
    if strange:
        return illegal(
            say("no HQ commands both {call} and {theirs}", call=forces.counter(strange).call, theirs=theirs.call), "TOCS-W10.16-1"
        )
    return _no_observer_for(view, assets, to)


@rule("TOCS-W1.7-1", "TOCS-W10.16-1")
def may_own(forces: Forces, asset: Unit, unit: Unit) -> bool:
    """May an asset be assigned to this unit: none itself, with room for one more, under an HQ that commands both?"""
    owned = sum(u.assigned == unit.id for u in forces.on_map())
    return forces.counter(unit).kind != "asset" and owned < MOST_ASSETS and _one_chain(forces, asset, unit)


def _one_chain(forces: Forces, asset: Unit, to: Unit) -> bool:
    """Is there an HQ above the asset that commands the unit, or is the unit?"""
    return bool({hq.id for hq in superiors(forces, asset)} & {to.id, *(hq.id for hq in superiors(forces, to))})


@rule("TOCS-W10.16-4")
def _no_observer_for(view: View, assets: tuple[Unit, ...], to: Unit) -> Refusal | None:
    """An observer goes, one an AP, to a company or vehicle platoon in communication."""
    if not any(is_observer(view.forces.counter(u)) for u in assets):
        return None
    counter = view.forces.counter(to)
    if len(assets) > 1:
        return illegal(say("a forward observer is assigned by himself, for 1 AP"), "TOCS-W10.16-4")
    if not (counter.kind in OBSERVE_FOR or counter.platoon):
        return illegal(
            say("a forward observer goes to a company or a vehicle platoon, and {counter} is none", counter=counter.call),
            "TOCS-W10.16-4",
        )
    link = loc(view, to)
    return (
        None
        if link.ok
        else illegal(say("{counter} is out of communication ({why})", counter=counter.call, why=link.why), "TOCS-W10.16-4")
    )


@rule("TOCS-W10.16-4")
def unfit_for_observers(view: View, hq: Unit) -> Refusal | None:
    """Observers are given by an HQ in good order, from the regiment up."""
    counter = view.forces.counter(hq)
    if counter.level in WITH_OBSERVERS and not hq.state:
        return None
    return illegal(
        say("{counter} is no regiment or higher HQ in good order, which observers take", counter=counter.call), "TOCS-W10.16-4"
    )


@rule("TOCS-W10.16-2", "TOCS-W10.16-3")
def with_unit(view: View, assets: tuple[Unit, ...], to: Unit) -> Assignment:
    """The assets as they are then: those that stand with the unit share its state at once, the others are awake and may go
    to it with their own AP."""
    here = (to.hex, to.bank)
    met = tuple((u.hex, u.bank) == here for u in assets)
    units = tuple(replace(u, assigned=to.id, state=to.state if there else u.state) for u, there in zip(assets, met, strict=True))
    active = view.forces.active.unit if view.forces.active else ""
    woken = tuple(
        u.id for u, there in zip(units, met, strict=True)
        if not there and u.id not in (*view.forces.woken, active) and may_activate(view, u) is None
    )  # fmt: skip
    return Assignment(units, woken)


# ---------------------------------------------------------------- formations


def heads(forces: Forces, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Of these units, those that are under none of the others: a formation goes with its HQ."""
    ids = {u.id for u in units}
    return tuple(u for u in units if not ids & {hq.id for hq in superiors(forces, u)})


@rule("TOCS-W10.17-1")
def no_new_master(view: View, unit: Unit, to: Unit) -> Refusal | None:
    """Why a unit cannot be given to an HQ: a formation, company, vehicle platoon or battery, not to one below itself."""
    forces, counter, theirs = view.forces, view.forces.counter(unit), view.forces.counter(to).call
    if counter.kind not in GIVEN:
        return illegal(
            say("{counter} is an asset: it is assigned to a unit, not to another HQ", counter=counter.call), "TOCS-W10.17-1"
        )
    if is_independent(counter):
        return illegal(say("{counter} answers to nobody and is given to nobody", counter=counter.call), "TOCS-W2.6.1-1")
    if unit.id == to.id or answers_to(forces, to, unit):
        return illegal(say("{theirs} is under {counter}", theirs=theirs, counter=counter.call), "TOCS-W10.17-1")
    if parent_of(forces, unit.id) == to.id:
        return illegal(say("{counter} is under {theirs}", counter=counter.call, theirs=theirs), "TOCS-W10.17-1")
    return None


@rule("TOCS-W10.17-1")
def not_high_enough(view: View, hq: Unit) -> Refusal | None:
    """Formations and units are given by an HQ from the brigade up."""
    counter = view.forces.counter(hq)
    if counter.level in HIGHER:
        return None
    return illegal(
        say("{counter} is no brigade or higher HQ, which it takes to give troops to another", counter=counter.call), "TOCS-W10.17-1"
    )


@rule("TOCS-W10.17-1", "TOCS-W10.17-2", "TOCS-W10.17-3")
def under(forces: Forces, units: tuple[Unit, ...], to: Unit) -> Assignment:
    """The units as they are under another HQ: none is the worse for it, and one that comes home is as its counter says."""
    return Assignment(tuple(replace(u, under=_new_master(forces.counter(u), to)) for u in units), ap=len(units))


def _new_master(counter: Counter, to: Unit) -> str:
    return "" if counter.parent == to.id else to.id
