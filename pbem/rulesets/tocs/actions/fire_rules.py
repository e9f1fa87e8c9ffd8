"""What the fire verbs share: the mission from its words, who orders it, what is checked, expected and carried out."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import distance
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, named, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.fire import carried_out
from pbem.rulesets.tocs.rules import artillery, bridges, facilities, field_battle, fire_control
from pbem.rulesets.tocs.rules.activation import action_points, paid
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.fire_control import Ordered
from pbem.rulesets.tocs.rules.shellfire import STRUCTURES
from pbem.rulesets.tocs.units import Mission, ReplacementPool
from pbem.rulesets.tocs.view import View

AIMS = ("infantry", "vehicles", "guns", *STRUCTURES)
OBSERVER = "CALL_FO"
SINGLE = ("strike", "harass", "support")


class MissionOrder(Value):
    """A mission as it was ordered; by: the HQ or observer named, observer: who is to watch, both "" when left open."""

    mission: Mission
    by: str = ""
    observer: str = ""


def order(act: Act, picture: Picture) -> MissionOrder | Refusal:
    """The order from its words: the active unit fires, and those named after `with`; no hex means the one last asked about."""
    unit, active = active_unit(picture)
    target = act.hex("HEX") or active.asked
    if target is None:
        return illegal(say("{verb} what? No hex has been asked about", verb=act.verb), "TOCS-W10.24-1", f"{act.verb} 13.09")
    said = [picture.forces.unit_called(call) for call in act.texts("UNITS")]
    more = [u.id for u in said if u and (len(said) == 1 or picture.forces.counter(u).artillery)]
    tot = act.says("tot")
    mission = Mission(
        act.verb, target, tuple(dict.fromkeys((unit.id, *more))), aim=next((w for w in AIMS if w in act.words), ""),
        barrage=act.verb == "support" and (tot or act.says("barrage")), tot=tot,
    )  # fmt: skip
    return MissionOrder(mission, by(act), act.text(OBSERVER) or "")


def unit_of(act: Act, picture: Picture) -> str:
    """The unit that a line belongs to which names its guns after `with`: the first of them that has any."""
    calls = act.texts("UNITS")
    found = (c for c in calls if (unit := picture.forces.unit_called(c)) and picture.forces.counter(unit).artillery)
    return next(found, calls[0])


def check(game: Game, picture: Picture, fire: MissionOrder) -> tuple[Refusal, ...]:
    """Why the mission cannot be fired, as far as this side can know."""
    found = _refused(game, picture, fire)
    return (found,) if found else ()


def _refused(game: Game, picture: Picture, fire: MissionOrder) -> Refusal | None:
    view, mission = picture.view(game), fire.mission
    problem = off_map(game, (mission.hex,)) or _target(view, mission) or _fresh(view)
    if problem:
        return problem
    for battery in mission.batteries:
        refused = fire_control.may_take_part(view, view.forces.units[battery], mission)
        if refused:
            return refused
    if mission.kind == "interdict" and len(mission.batteries) > 1:
        return illegal(say("one battery is enough to interdict a hex: give each its own"), "TOCS-W10.26-1")
    unaimed = _structure(picture, view, mission) if mission.aim in STRUCTURES else None
    if unaimed:
        return unaimed
    combined = mission.kind == "bombard" or mission.barrage
    refused = artillery.may_combine(game, view.forces, mission) if combined else None
    if refused:
        return refused
    ordered = ordered_by(view, fire)
    if isinstance(ordered, Refusal):
        return ordered
    if mission.tot and _pool(_given(game, picture, ordered).view(game), mission) is None:
        return illegal(say("no OP left for time on target"), "TOCS-W10.25-5")
    return None


def _target(view: View, mission: Mission) -> Refusal | None:
    """Shells fall on everybody in a hex, so none are sent where own troops stand, nor to where no enemy can be."""
    fought = field_battle.out_of_reach(view.public, mission.hex, say("no guns fire there"))
    if fought or mission.kind in ("interdict", "support"):
        return fought
    if view.forces.at(mission.hex):
        return illegal(
            say("your own troops are in {named}: only support can be fired there", named=named(view.game, mission.hex)),
            "TOCS-W10.24-4",
        )
    return illegal(say("{named} is yours", named=named(view.game, mission.hex)), "TOCS-W10.24-1") if view.own(mission.hex) else None


@rule("TOCS-W11.3-2", "MASL-16.7-1", "MASL-16.7-2")
def _structure(picture: Picture, view: View, mission: Mission) -> Refusal | None:
    """Why guns cannot be aimed at what is built there: the side knows of none, or only of bridges that it may blow in battle
    alone."""
    where, kept = named(view.game, mission.hex), {charge.bridge for charge in view.forces.rigged}
    if not _aimed_at(picture, view, mission):
        return illegal(
            say("you know of no {aim} in {where} that is not down already", aim=mission.aim, where=where), "TOCS-W11.3-2"
        )
    if mission.aim == "bridge" and all(bridge.id in kept for bridge in bridges.standing(view, mission.hex)):
        words = say("the bridge in {where} is yours to blow in a battle for it, and not to shell", where=where)
        return illegal(words, "MASL-16.7-1")
    return None


def _aimed_at(picture: Picture, view: View, mission: Mission) -> bool:
    """Does the side know of such a target there? A base, a dump and a depot are facilities too (TOCS-W12.0-1)."""
    if mission.aim == "bridge":
        return bool(bridges.standing(view, mission.hex))
    if mission.hex in picture.public.bases or picture.stores.get(mission.hex, "mobile") != "mobile":
        return True
    return any(site.works for site in facilities.at(view, mission.hex))


@rule("TOCS-W10.24-2")
def _fresh(view: View) -> Refusal | None:
    """A mission takes all the AP of the active battery."""
    active = view.forces.active
    if active and active.ap < action_points(view, view.forces.units[active.unit]):
        return illegal(say("a mission takes every AP of {call}", call=view.forces.counters[active.unit].call), "TOCS-W10.24-2")
    return None


def ordered_by(view: View, fire: MissionOrder) -> Ordered | Refusal:
    """Who gives the order and who watches."""
    return fire_control.ordered(view, fire.mission, fire.by, fire.observer)


def _pool(view: View, mission: Mission) -> ReplacementPool | None:
    active = view.forces.active
    return paid(view, view.forces.units[mission.batteries[0]], max(active.pending, 0) if active else 0)


def _missions(fire: MissionOrder, ordered: Ordered) -> tuple[Mission, ...]:
    """The mission, or one for each battery where each fires by itself."""
    mission = replace(fire.mission, kind=ordered.kind, hq=ordered.hq.id if ordered.hq else "", observer=ordered.watches)
    if mission.kind in SINGLE and not mission.barrage:
        return tuple(replace(mission, batteries=(battery,)) for battery in mission.batteries)
    return (mission,)


def _given(game: Game, picture: Picture, ordered: Ordered) -> Picture:
    """The picture once the order is given."""
    if ordered.called_by:
        return replace(picture, forces=picture.forces.with_staff(fire_control.called(picture.view(game), ordered)))
    return expect_ordered(game, picture, ordered.hq, ordered.ap) if ordered.hq else picture


def expect(game: Game, picture: Picture, fire: MissionOrder) -> Picture:
    """The order given, the guns spent; what the shells did stays unknown."""
    view = picture.view(game)
    ordered = ordered_by(view, fire)
    assert not isinstance(ordered, Refusal)
    picture = _given(game, picture, ordered)
    pool = _pool(picture.view(game), fire.mission) if fire.mission.tot else None
    for mission in _missions(fire, ordered):
        units = tuple(artillery.spent(view, view.forces.units[b], mission) for b in mission.batteries)
        picture = learn(picture, o.OwnEvent(t.BatteriesSpent(picture.side, units, pool)))
        if mission.kind == "interdict":
            picture = learn(picture, o.InterdictionSeen(picture.side, mission.hex))
        if mission.kind == "support":
            picture = learn(picture, o.OwnEvent(t.SupportOrdered(picture.side, mission)))
    return replace(picture, forces=replace(picture.forces, active=None))


@rule("TOCS-W2.6.2-2", "TOCS-W2.6.2-3", "TOCS-W10.24-2")
def execute(moment: Moment, picture: Picture, fire: MissionOrder) -> Outcome:
    """The order is paid, the guns fire, and the active battery ends its activation with them."""
    side = picture.side
    view = picture.view(moment.game)
    ordered = ordered_by(view, fire)
    assert not isinstance(ordered, Refusal)
    events: list[e.Event] = list(_paid(moment, side, ordered))
    then = after(moment, events).board.view(moment.game, side)
    pool = _pool(then, fire.mission) if fire.mission.tot else None
    for mission in _missions(fire, ordered):
        events += carried_out(after(moment, events), side, mission, pool)
    active = active_unit(picture)[0].id
    return Outcome((*events, e.ActivationEnded(side, after(moment, events).board.forces[side].units[active])))


def _paid(moment: Moment, side: str, ordered: Ordered) -> tuple[e.Event, ...]:
    """What the order takes: AP of a headquarters, or of the observer who calls; nothing out of reserve."""
    if ordered.called_by:
        return (e.StaffChanged(side, fire_control.called(moment.board.view(moment.game, side), ordered)),)
    return order_paid(moment, side, ordered.hq, ordered.ap) if ordered.hq else ()


def options(game: Game, picture: Picture, unit: str, verb: str) -> tuple[str, ...]:
    """The hexes the unit could fire at: where this side believes the enemy is."""
    where = picture.forces.units[unit]
    view = picture.view(game)
    counter = picture.forces.counter(where)
    if not counter.artillery or not in_loc(view, where):
        return ()
    near = (hex_ for hex_ in picture.held_by_enemy() if distance(where.hex, hex_) <= counter.range)
    known = (Mission(verb, hex_, (unit,)) for hex_ in sorted(near))
    return tuple(f"{verb} {m.hex}" for m in known if not _target(view, m) and not fire_control.may_take_part(view, where, m))


def gun_action(words: tuple[str, str, str], text: str) -> Action:
    """A fire verb: written for a battery (`376A: strike 13.09`), or as a line of its own that names its guns.

    words: the verb, what may follow the guns in its syntax, and a summary.
    """
    name, tail, summary = words
    return Action(
        verb=Verb(name, (f"{name} [HEX] [with UNITS] {tail}",), "unit", summary),
        form=Verb(name, (f"{name} HEX with UNITS {tail}",), "letter", summary),
        help=text, order=order, check=check, expect=expect, execute=execute,
        ordered=True, pays=False, unit_of=unit_of,
    )  # fmt: skip
