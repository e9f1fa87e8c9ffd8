"""BUILD AIRSTRIP: companies level open ground for light aircraft, an OP at a time (TOCS-W15.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere, spent
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named, too_few_ap
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.ground import is_divided, terrains_of
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import air, facilities
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.works import is_company, is_engineer
from pbem.rulesets.tocs.units import STATES, Activation, Unit
from pbem.rulesets.tocs.view import View

WORD, KIND, ROW = "airstrip", "airstrip", "TOCS-W15.1-1"
OPEN = ("open", "farmland", "desert")
FATIGUED = STATES.index("fatigued")


def check(game: Game, picture: Picture, order: Engineering) -> tuple[Refusal, ...]:
    """A company with all its AP, in open ground of its side's where no field is."""
    unit, active = active_unit(picture)
    found = _unfit(picture.view(game), unit, active) or elsewhere(unit, order, ROW) or _barred(picture.view(game), unit)
    return (found,) if found else ()


@rule("TOCS-W15.1-1")
def _unfit(view: View, unit: Unit, active: Activation) -> Refusal | None:
    """Companies work in good order, engineers fatigued too; all their AP go into it."""
    counter = view.forces.counter(unit)
    if not is_company(counter):
        return illegal(say("{counter} is no company", counter=counter.call), ROW)
    if unit.state > (FATIGUED if is_engineer(counter) else 0):
        return illegal(say("{counter} is {state}: too worn for it", counter=counter.call, state=say(STATES[unit.state])), ROW)
    if active.ap < max(1, action_points(view, unit)):
        return too_few_ap(active, say("{counter} needs all its AP for that", counter=counter.call), ROW)
    return None


@rule("TOCS-W15.1-1")
def _barred(view: View, unit: Unit) -> Refusal | None:
    """Open ground on one side of any water, not fought over, without a field."""
    ground, where = view.game.ground, named(view.game, unit.hex)
    if engaged(view, unit):
        return illegal(say("{counter} is engaged: it may only withdraw", counter=view.forces.counter(unit).call), "TOCS-W10.1-6")
    if is_divided(ground, unit.hex) or any(kind not in OPEN for kind in terrains_of(ground, unit.hex)):
        return illegal(say("{where} is no open ground", where=where), ROW)
    if any(site.kind in air.UNUSABLE for site in facilities.at(view, unit.hex)):
        return illegal(say("there is a field in {where} already", where=where), ROW)
    return None


def _done(picture: Picture, unit: Unit) -> int:
    return picture.forces.strips.get(unit.hex, 0) + 1


def _built(game: Game, picture: Picture, unit: Unit) -> Facility:
    name = game.ground.names.get(unit.hex, str(unit.hex))
    return Facility(f"strip-{unit.hex}-{picture.side}", KIND, name, unit.hex, facilities.strength(game, KIND))


def expect(game: Game, picture: Picture, order: Engineering) -> Picture:
    """An OP more in it; with the last the airstrip is there."""
    unit, active = active_unit(picture)
    needed, done = facilities.strip_work(game), _done(picture, unit)
    picture = learn(picture, o.OwnEvent(t.StripWorked(picture.side, unit.hex, done, needed)))
    forces = replace(picture.forces, active=spent(active))
    return replace(picture, forces=forces.knowing(_built(game, picture, unit)) if done >= needed else forces)


@rule("TOCS-W15.1-1", "TOCS-W12.4-1")
def execute(moment: Moment, picture: Picture, order: Engineering) -> Outcome:
    """The activation's OP goes into it; the fifth finishes it."""
    unit, active = active_unit(picture)
    side, needed, done = picture.side, facilities.strip_work(moment.game), _done(picture, unit)
    told: tuple[e.Event, ...] = (e.ActivationChanged(side, spent(active)), e.StripWorked(side, unit.hex, done, needed))
    if done >= needed:
        told = (*told, e.FacilityChanged(_built(moment.game, picture, unit), phrase("built"), (side,)))
    return Outcome(told)
