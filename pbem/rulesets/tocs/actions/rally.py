"""RALLY: an HQ puts broken units back in order (TOCS-W10.19)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map, too_few_ap
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import rallying
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.units import STATES, Activation, Unit
from pbem.rulesets.tocs.view import View


class Rally(Value):
    """The broken units in one hex."""

    hex: Hex


def order(act: Act, picture: Picture) -> Rally | Refusal:
    """The order from its words; without a hex it means the HQ's own."""
    return Rally(act.hex("HEX") or active_unit(picture)[0].hex)


@rule("TOCS-W10.19-1")
def check(game: Game, picture: Picture, order: Rally) -> tuple[Refusal, ...]:
    """An HQ with 1 AP, and in the hex a broken subordinate that its command reaches over land and that has not rallied yet."""
    hq, active = active_unit(picture)
    forces, call = picture.forces, picture.forces.counter(hq).call
    if not is_headquarters(forces.counter(hq)):
        return (illegal(say("{call} is no headquarters: only an HQ rallies units", call=call), "TOCS-W10.19-1"),)
    off = off_map(game, (order.hex,))
    if off:
        return (off,)
    if active.ap < 1:
        return (too_few_ap(active, say("{call} needs 1 AP to rally a hex", call=call), "TOCS-W10.19-1"),)
    view = picture.view(game)
    if rallying.broken(view, hq, order.hex):
        return ()
    return (_nobody(view, hq, order.hex),)


def _nobody(view: View, hq: Unit, hex_: Hex) -> Refusal:
    """Why nobody in the hex can be rallied."""
    forces, where = view.forces, named(view.game, hex_)
    call = forces.counter(hq).call
    there = [u for u in forces.at(hex_) if u.state >= STATES.index("disrupted")]
    if not there:
        return illegal(say("you have no disrupted, demoralized or dispersed unit in {where}", where=where), "TOCS-W10.19-1")
    if all(u.id in forces.rallied for u in there):
        return illegal(say("the broken units in {where} have rallied this impulse already", where=where), "TOCS-W10.19-5")
    far = counted(forces.counter(hq).command, "{number} hex", "{number} hexes")
    return illegal(
        say(
            "{call} commands no broken unit in {where} that its command range of {far} reaches over land",
            call=call,
            where=where,
            far=far,
        ),
        "TOCS-W10.19-1",
    )


def _paid(active: Activation) -> Activation:
    return replace(active, ap=active.ap - 1, given=active.given + 1)


def expect(game: Game, picture: Picture, order: Rally) -> Picture:
    """The AP spent; whether anybody rallies stays open."""
    return replace(picture, forces=picture.forces.with_staff(_paid(active_unit(picture)[1])))


@rule("TOCS-W10.19-1", "TOCS-W10.19-2", "TOCS-W10.19-3", "TOCS-W10.19-6")
def execute(moment: Moment, picture: Picture, order: Rally) -> Outcome:
    """Each broken unit throws; assigned assets share its result. Nobody degrades, and the HQ may try again for another AP."""
    side = picture.side
    hq, active = active_unit(picture)
    view = picture.view(moment.game)
    events: list[e.Event] = [e.StaffChanged(side, _paid(active))]
    for unit in rallying.broken(view, hq, order.hex):
        events += _try(moment, view, hq, unit)
    return Outcome(tuple(events))


def _try(moment: Moment, view: View, hq: Unit, unit: Unit) -> tuple[e.Event, ...]:
    side, ml = view.side, view.forces.counter(unit).ml
    drm, reasons = rallying.drms(view, hq, unit)
    tried = replace(unit, tested=unit.tested + 1)
    occasion = f"rally/{view.forces.counter(unit).call}/{view.public.impulse_name}/{side}.{tried.tested}"
    throw = moment.dice.throw(occasion, view.game.check("rally").trial.roll)
    passed = throw.total + drm <= ml
    thrown = e.MoraleChecked(side, tried, phrase("rally"), throw, drm, reasons, ml, passed)
    if not passed:
        return (thrown,)
    better = (
        e.UnitChanged(side, rallying.rallied(view.game, u), phrase("rallied"))
        for u in (tried, *rallying.sharers(view.forces, unit))
    )
    return (thrown, *better)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes in which this HQ could rally somebody."""
    hq, view = picture.forces.units[unit], picture.view(game)
    if not is_headquarters(picture.forces.counter(hq)):
        return ()
    hexes = sorted({u.hex for u in picture.forces.on_map() if u.state >= STATES.index("disrupted")})
    return tuple(f"rally {h}" for h in hexes if rallying.broken(view, hq, h))


ACTION = Action(
    verb=Verb("rally", ("rally [HEX]",), "unit", phrase("an HQ rallies broken units in a hex")),
    help=phrase(
        """RALLY: an HQ spends 1 AP on a hex within its command range over land. Every disrupted, demoralized or dispersed unit of
its formation there rolls 2d6 against its morale level (TOCS-W10.19). A unit that passes becomes disordered, a dispersed
one demoralized; a unit rallies once an impulse. A unit that fails is no worse, and the HQ may try again for another AP.
Nobody tires of it. Without a hex it means the HQ's own.

    HQ504: rally 12.11
    HQ1/504: rally; rally"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip
