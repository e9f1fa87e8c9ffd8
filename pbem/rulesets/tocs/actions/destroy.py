"""DESTROY: engineers blow a bridge in one go (TOCS-W10.14)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere, read, spent
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.bridgework import blown
from pbem.rulesets.tocs.rules import engineers
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-W10.14-2", "TOCS-W10.14-3", "TOCS-W2.6.4-6")
def _plan(view: View, unit: Unit, order: Engineering) -> tuple[Bridge, int] | Refusal:
    """The bridge and the number to be thrown, or why it cannot be blown."""
    refused = elsewhere(unit, order, "TOCS-W10.14-2") or engineers.unfit(view, unit)
    if refused:
        return refused
    bridge = engineers.chosen(view, unit, order.words, standing(view, unit.hex))
    if isinstance(bridge, Refusal):
        return bridge
    needed = engineers.demolition(view, bridge)
    return needed if isinstance(needed, Refusal) else (bridge, needed)


def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
    """Fit engineers, and a bridge in their hex that may be blown."""
    found = _plan(picture.view(game), active_unit(picture)[0], order)
    return (found,) if isinstance(found, Refusal) else ()


def expect(game: Game, picture: Picture, order: Engineering) -> Picture:
    """The AP are gone; whether the bridge is, stays unknown."""
    _, active = active_unit(picture)
    return replace(picture, forces=replace(picture.forces, active=spent(active)))


def execute(moment: Moment, picture: Picture, order: Engineering) -> Outcome:
    """All AP, the throw, and what comes of it."""
    side = picture.side
    unit, active = active_unit(picture)
    found = _plan(picture.view(moment.game), unit, order)
    assert not isinstance(found, Refusal)
    return Outcome((e.ActivationChanged(side, spent(active)), *blown(moment, side, unit, *found)))


def warn(game: Game, picture: Picture, order: Engineering) -> tuple[str, ...]:
    """It may fail."""
    found = _plan(picture.view(game), active_unit(picture)[0], order)
    if isinstance(found, Refusal) or found[1] >= 6:
        return ()
    return (say("{name} is blown on a roll of {found} or less (TOCS-W10.14-4)", name=found[0].name, found=found[1]),)


ACTION = Action(
    verb=Verb("destroy", ("destroy (bridge|road bridge|railway bridge|footbridge|pontoon bridge|vehicle bridge) [HEX]",), "unit",
              phrase("blow a bridge")),
    help=phrase(
        """DESTROY blows a bridge in the hex of an engineer or bridging company in good order, with all its AP (TOCS-W10.14-2).
Bridges built in play can be blown and fall at once. Of those on the map you may blow only the ones the scenario allows:
wood on a roll of 5 or less, stone or metal on 4 (TOCS-W10.14-4). Where it allows it in battle alone, your troops try it
without an order as they lose the bridge (MASL-16.7-1): see CHARGES. The enemy learns of it by recon of the hex or by
entering it.

    C/307: destroy footbridge
    C/307: destroy bridge 14.12"""
    ),
    order=read, check=check, expect=expect, execute=execute, warn=warn,
)  # fmt: skip
