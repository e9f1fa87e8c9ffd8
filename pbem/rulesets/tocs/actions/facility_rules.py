"""What REPAIR and DEMOLISH share where a facility is meant: one throw, and the company is disordered (TOCS-W10.27)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.engineer_rules import Engineering, elsewhere
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named, too_few_ap
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import facilities
from pbem.rulesets.tocs.rules.engineers import COMPANIES
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

ROW = "TOCS-W10.27-1"
DISORDERED = STATES.index("disordered")
WORDS = {
    "hospital": "hospital", "centre": "field_repair", "railyard": "railyard", "railhead": "railhead", "camp": "prisoner_camp",
    "port": "port", "airfield": "airfield",
}  # fmt: skip
NAMED = phrase("facility|hospital|repair centre|railyard|railhead|prisoner camp|port|airfield")


@rule("TOCS-W10.27-1", "TOCS-W2.6.4-9", "TOCS-W8.1-5", "TOCS-3.6-4")
def plan(view: View, unit: Unit, order: Engineering, what: str) -> tuple[Facility, int] | Refusal:
    """The facility and the number to be thrown to "repair" or to "demolish" it, or why that cannot be tried."""
    unable = _unable(view, unit)
    if unable:
        return unable
    wanted = _kind_named(order)
    there = [site for site in facilities.at(view, unit.hex) if not wanted or site.kind == wanted]
    far = elsewhere(unit, order, ROW)
    if far or len(there) != 1:
        return far or _which(view, unit, what, [site.name for site in there])
    needed = facilities.needed(view.game, there[0], what)
    whole = not there[0].damage if what == "repair" else not there[0].works
    if whole or not needed:
        state = _as_wanted(what) if whole else say("cannot be {what}ed with what is at hand", what=what)
        where = named(view.game, unit.hex)
        return illegal(say("{name} in {where} {state}", name=there[0].name, where=where, state=state), ROW)
    return there[0], needed


def _kind_named(order: Engineering) -> str:
    return next((kind for word, kind in WORDS.items() if word in order.words), "")


def _as_wanted(what: str) -> str:
    return say("is intact") if what == "repair" else say("is destroyed already")


@rule("TOCS-W2.6.4-9", "TOCS-W10.1-6", "TOCS-3.6-4")
def _unable(view: View, unit: Unit) -> Refusal | None:
    """Why a unit cannot try it at all: engineer companies may, not engaged, in good order, with an AP left."""
    counter = view.forces.counter(unit)
    if not (counter.engineer and counter.kind in COMPANIES):
        return illegal(say("{counter} is no engineer company", counter=counter.call), "TOCS-W2.6.4-9")
    if engaged(view, unit):
        return illegal(
            say("{counter} is engaged in {hex}: it may only withdraw", counter=counter.call, hex=unit.hex), "TOCS-W10.1-6"
        )
    if unit.state:
        return illegal(
            say("{counter} is {state}, and must be in good order", counter=counter.call, state=say(STATES[unit.state])), ROW
        )
    active = view.forces.active
    if active and active.ap < 1:
        return too_few_ap(active, say("{counter} can do nothing more", counter=counter.call), ROW)
    return None


def _which(view: View, unit: Unit, what: str, names: list[str]) -> Refusal:
    where = named(view.game, unit.hex)
    if names:
        return illegal(say("which facility in {where}: {names}? Say what it is", where=where, names=", ".join(names)), ROW)
    if what == "repair" and any(s.hex == unit.hex and s.damage for s in view.forces.sources.values()):
        return illegal(say("damage to the stores in {where} cannot be repaired", where=where), "TOCS-W8.1-5")
    return illegal(say("you know of no such facility in {where}", where=where), ROW)


def expect(game: Game, picture: Picture, order: Engineering, what: str) -> Picture:
    """The attempt made, the unit disordered; what came of it stays unknown."""
    unit, _ = active_unit(picture)
    tired = replace(unit, state=DISORDERED)
    return replace(picture, forces=replace(picture.forces.with_unit(tired), active=None))


def execute(moment: Moment, picture: Picture, order: Engineering, what: str) -> Outcome:
    """The throw, what comes of it, and the company disordered and no longer active."""
    side = picture.side
    unit, _ = active_unit(picture)
    found = plan(picture.view(moment.game), unit, order, what)
    assert not isinstance(found, Refusal)
    site, needed = found
    call = picture.forces.counter(unit).call
    throw = moment.dice.throw(f"{what}/{side}/{call}/{moment.board.public.impulse_name}", "1d6")
    done = throw.total <= needed
    told: tuple[e.Event, ...] = (
        e.EngineersTried(side, unit.id, say("to {what} {site}", what=what, site=site.name), (throw,), needed, done),
    )
    if done:
        site = replace(moment.board.sites[site.id], damage=0 if what == "repair" else site.dp)
        told = (*told, e.FacilityChanged(site, phrase("repaired") if what == "repair" else phrase("demolished"), (side,)))
    return Outcome((*told, e.ActivationEnded(side, replace(unit, state=DISORDERED))))
