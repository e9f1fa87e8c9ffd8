"""DEPLOY: a company goes into extended deployment (TOCS-W10.15)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.deeds import deed, on_map
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.rules.zoc import COMPANIES, exerts
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View


class Deploy(Value):
    """A company, the adjacent hex it is to face, and the HQ that orders it ("" = the referee finds it)."""

    unit: str
    toward: Hex
    by: str


def order(act: Act, picture: Picture) -> Deploy | Refusal:
    """The order from its words."""
    toward = act.hex("HEX")
    if toward is None:
        return illegal(say("toward which hex?"), "TOCS-W10.15-1", "deploy A/504 toward 12.10")
    return Deploy(act.text("UNIT") or "", toward, by(act))


@rule("TOCS-W10.15-1")
def _meant(view: View, order: Deploy) -> tuple[Unit, Unit] | Refusal:
    """The company as it will be, and the HQ that gives the order."""
    outside = off_map(view.game, (order.toward,))
    unit = outside or on_map(view, order.unit)
    if isinstance(unit, Refusal):
        return unit
    found = _cannot(view, unit, order.toward) or commander(view, (unit,), order.by)
    if isinstance(found, Refusal):
        return found
    return replace(unit, extended=direction(unit.hex, order.toward) or ""), found


def _cannot(view: View, unit: Unit, toward: Hex) -> Refusal | None:
    """Why this company cannot extend toward a hex."""
    counter, row = view.forces.counter(unit), "TOCS-W10.15-1"
    if counter.kind not in COMPANIES:
        return illegal(say("{counter} is no company: only companies have a zone to extend", counter=counter.call), row)
    if unit.hex in view.public.engaged:
        return illegal(
            say("{counter} is engaged in {hex}: it may only withdraw", counter=counter.call, hex=unit.hex), "TOCS-W10.1-6"
        )
    if not exerts(view, unit):
        return illegal(say("{counter} is {state} and exerts no zone", counter=counter.call, state=say(STATES[unit.state])), row)
    if view.forces.attack_of(unit.id):
        return illegal(say("{counter} is committed to an attack", counter=counter.call), "TOCS-W10.15-4")
    facing = direction(unit.hex, toward)
    if facing is None:
        return illegal(
            say(
                "{named} is not next to {hex}, where {counter} stands",
                named=named(view.game, toward),
                hex=unit.hex,
                counter=counter.call,
            ),
            row,
        )
    if facing == unit.extended:
        return illegal(
            say("{counter} faces {named} in extended deployment already", counter=counter.call, named=named(view.game, toward)), row
        )
    return None


def _expected(game: Game, picture: Picture, meant: tuple[Unit, Unit]) -> Picture:
    """The AP spent, the company deployed."""
    picture = expect_ordered(game, picture, meant[1])
    return replace(picture, forces=picture.forces.with_unit(meant[0]))


@rule("TOCS-W10.15-1", "TOCS-W10.15-6")
def _events(moment: Moment, side: str, meant: tuple[Unit, Unit]) -> tuple[e.Event, ...]:
    """The order; the company is none the worse for it and may still act, and the enemy is never told."""
    unit, hq = meant
    return (*order_paid(moment, side, hq), e.DeploymentExtended(side, unit))


DEED = deed(_meant, _expected, _events)

ACTION = Action(
    verb=Verb("deploy", ("deploy UNIT toward HEX [by CALL_HQ]",), "letter",
        phrase("a company's zone goes two hexes deep, to its front")),
    help=phrase(
        """DEPLOY: for 1 AP of an HQ a company in communication deploys toward a hex beside it (TOCS-W10.15). Its zone then reaches
two hexes deep over that hex and the one on each side of it, and is gone behind it. It does not reach through ground that
is the enemy's. Enemy units that come into it stop, but for armour and mechanized troops. In their next impulse the hex
they hold is free of it. The enemy finds that out by moving on or by recon; until then their list shows the claim, as it
does where a company has left. The company does not tire, and may still act. When it moves, infiltrates, attacks, or a
battle is fought over its hex, it is deployed as before. The enemy is told of claims and never how a company stands. An
attacker who meets nobody but companies so stretched has a column shift. Ordered again it faces another way.

    DEPLOY A/504 TOWARD 12.10
    DEPLOY B/504 TOWARD 12.10 BY HQ1/504"""
    ),
    order=order,
    check=DEED.check,
    expect=DEED.expect,
    execute=DEED.execute,
)  # fmt: skip
