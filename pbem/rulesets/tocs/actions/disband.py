"""DISBAND: a unit is broken up, its steps go to others or into the pools (TOCS-W10.20)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed, each, on_map
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.rules import replacing
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.rules.withdrawal import vacated
from pbem.rulesets.tocs.units import DISBANDED, Unit
from pbem.rulesets.tocs.view import View


class Disband(Value):
    """A unit, who is to have its steps (calls, or the pool alone), and the HQ that orders it."""

    unit: str
    into: tuple[str, ...]
    pool: bool
    by: str


def order(act: Act, picture: Picture) -> tuple[Disband, ...] | Refusal:
    """The order from its words, one for each unit."""
    return tuple(Disband(call, act.texts("UNITS_INTO"), act.says("pool"), by(act)) for call in act.texts())


class _Disbanding(Value):
    """The unit, the HQ that gives the order, who is to have its steps, and whether only the pool is."""

    unit: Unit
    hq: Unit
    into: tuple[str, ...]
    pool: bool


@rule("TOCS-W10.20-1")
def _meant(view: View, order: Disband) -> _Disbanding | Refusal:
    """A unit in communication, an HQ above it, and units that stand with it and want steps of its kind."""
    forces = view.forces
    unit = on_map(view, order.unit)
    if isinstance(unit, Refusal):
        return unit
    able = {forces.counter(u).call for u in replacing.wanting(forces, unit, ())}
    strange = ", ".join(call for call in order.into if call not in able)
    if strange:
        kind = {"men": say("men"), "vehicles": say("vehicles or guns")}[forces.counter(unit).replaced_by]
        return illegal(
            say("{strange} wants no {kind}, or does not stand with {unit}", strange=strange, kind=kind, unit=order.unit),
            "TOCS-W10.20-2",
        )
    found = commander(view, (unit,), order.by)
    if not isinstance(found, Refusal) and found.id == unit.id:
        return illegal(say("{unit} has nobody above it to disband it", unit=order.unit), "TOCS-W10.20-1")
    return found if isinstance(found, Refusal) else _Disbanding(unit, found, order.into, order.pool)


def _expected(game: Game, picture: Picture, meant: _Disbanding) -> Picture:
    """The AP spent, the unit gone, its steps where they go."""
    made = replacing.disbanded(picture.view(game), meant.unit, meant.into, meant.pool)
    forces = expect_ordered(game, picture, meant.hq).forces
    for other in made.healed:
        forces = forces.with_unit(other)
    for trucks in made.trucks:
        forces = forces.with_source(trucks)
    counter = forces.counter(meant.unit)
    gone = replace(meant.unit, lost=counter.steps, status="dead", fell=picture.public.turn, origin=None)
    forces = replace(forces.buried(gone, DISBANDED), replacements=made.left)
    return replace(picture, forces=forces, public=vacated(picture.public, forces, gone.hex, game.other(picture.side)))


@rule("TOCS-W10.20-1", "TOCS-W10.20-5")
def _events(moment: Moment, side: str, meant: _Disbanding) -> tuple[e.Event, ...]:
    """The order; the steps where they go; the counter in the dead pile, for which the enemy is paid as for any other. The HQ
    is not the worse for it."""
    view: View = moment.board.view(moment.game, side)
    made = replacing.disbanded(view, meant.unit, meant.into, meant.pool)
    events: tuple[e.Event, ...] = (
        *order_paid(moment, side, meant.hq),
        *(e.SourceChanged(side, trucks, phrase("moved")) for trucks in made.trucks),
        *(e.UnitChanged(side, other, phrase("made good")) for other in made.healed),
    )
    call = view.forces.counter(meant.unit).call
    one, many = phrases("{call} is disbanded; {number} step is lost", "{call} is disbanded; {number} steps are lost")
    words = counted(made.wasted, one, many, call=call) if made.wasted else say("{call} is disbanded", call=call)
    pools = e.ReplacementsChanged(side, made.left, words)
    return (*events, buried(after(moment, events), side, meant.unit, DISBANDED), pools)


ONE = deed(_meant, _expected, _events)
DEED = each(ONE)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """A unit with one step left, if somebody beside it wants that."""
    forces = picture.forces
    there, counter = forces.units[unit], forces.counter(unit)
    last = counter.steps > 1 and counter.steps - there.lost == 1 and replacing.wanting(forces, there, ())
    return (f"disband {counter.call}",) if last and not ONE.check(game, picture, Disband(counter.call, (), False, "")) else ()


ACTION = Action(
    verb=Verb("disband", ("disband UNITS [into (pool|UNITS_INTO)] [by CALL_HQ]",), "letter",
        phrase("break a unit up to fill others")),
    help=phrase(
        """DISBAND: for 1 AP of an HQ a unit under it that is in communication is broken up (TOCS-W10.20). Each step it has left
makes good a step of a unit in its hex, men for men, vehicles and guns for the same. Units you name come first, in that
order; otherwise the unit that lost most. What is over, or all of it with INTO POOL, goes to the Replacement Pool or the
Motor Pool. It is lost if the unit is out of supply. The counter goes to the dead pile: the enemy learns its
name and gets the points for it as if it had been destroyed. The last unit of an engagement leaves the hex to the enemy.

    DISBAND I/504
    DISBAND I/504 INTO A/504, B/504 BY HQ504
    DISBAND I/504 INTO POOL"""
    ),
    order=order,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
    options=options,
)  # fmt: skip
