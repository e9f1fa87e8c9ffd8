"""BUILD: engineers put a bridge over the water of their hex, a work of many turns (TOCS-W10.13); companies level airstrips."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Verb
from pbem.rulesets.tocs.actions import airstrip
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere, work_action
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import is_divided
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import engineers
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.units import Task, Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-W10.13-1", "TOCS-W10.13-3", "TOCS-W10.13-4", "TOCS-W10.13-7")
def plan(view: View, unit: Unit, order: Engineering) -> Task | Refusal:
    """The work, or why it cannot be begun."""
    kind = next(kind for word, kind in engineers.BUILT.items() if word in order.words)
    counter = view.forces.counter(unit)
    where = named(view.game, unit.hex)
    refused = elsewhere(unit, order, "TOCS-W10.13-1") or engineers.unfit(view, unit) or engineers.unlinked(view, unit)
    refused = refused or engineers.builds(view.game, counter, kind)
    if refused:
        return refused
    if not is_divided(view.game.ground, unit.hex):
        return illegal(say("no water divides {where}", where=where), "TOCS-W10.13-1")
    if any(bridge.built and bridge.kind == kind for bridge in standing(view, unit.hex)):
        return illegal(
            say("there is a {names} in {where} already", names=engineers.NAMES[kind].lower(), where=where), "TOCS-W10.13-1"
        )
    short = engineers.short(view, kind)
    if short:
        return short
    return Task(unit.id, "build", engineers.NAMES[kind].lower(), unit.hex, engineers.turns(view.game, kind, "build"), note=kind)


_WORK = work_action(
    Verb(
        "build",
        ("build (footbridge|pontoon bridge|vehicle bridge|airstrip) [HEX]",),
        "unit",
        phrase("put a bridge over the water of the hex, or level an airstrip"),
    ),
    phrase(
        """BUILD puts a bridge over the water that divides the unit's hex: a footbridge in 2 turns, a pontoon bridge of one lane for
30 tons in 4, a vehicle bridge of two lanes in 4 (TOCS-W10.13-4). Engineer companies build the first two, bridging
companies all three. A unit begins it in good order, in communication and in supply, with all its AP and, where the
scenario counts it, with equipment. The work then continues by itself at the end of each turn, as long as the unit is no
worse than disordered and does nothing else. Anybody can use a finished bridge at once, at road rate only where roads
meet it on every bank. The enemy learns of it by recon of the hex or by entering it.

    C/307: build footbridge
    C/307: build pontoon bridge 13.11

An AIRSTRIP takes five OPs in open ground (TOCS-W15.1): each is the activation of a company in good order, or of engineers
that are fatigued, which gives it all its AP. Only reconnaissance, observers and spotters take off from one, and aircraft that
change their field. Supplies can land on it."""
    ),
    plan,
)


def _strip(order: Engineering) -> bool:
    return airstrip.WORD in order.words


def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
    """What is asked of who builds it."""
    return airstrip.check(game, picture, order) if _strip(order) else _WORK.check(game, picture, order)


def expect(game: Game, picture: Picture, order: Engineering) -> Picture:
    """The work begun, or a step further."""
    return airstrip.expect(game, picture, order) if _strip(order) else _WORK.expect(game, picture, order)


def execute(moment: Moment, picture: Picture, order: Engineering) -> Outcome:
    """The work begun, or a step further."""
    return airstrip.execute(moment, picture, order) if _strip(order) else _WORK.execute(moment, picture, order)


ACTION = Action(verb=_WORK.verb, help=_WORK.help, order=_WORK.order, check=check, expect=expect, execute=execute)
