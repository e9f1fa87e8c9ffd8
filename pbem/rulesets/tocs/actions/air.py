"""AIR: a headquarters asks for a mission of aircraft (TOCS-W14, W15)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import air_loads
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.aircraft import IN_FLIGHT, MISSION_WORDS, OFF_BOARD, READY, Aircraft, Sortie
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.oob import LEVELS
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import air as course
from pbem.rulesets.tocs.rules import air
from pbem.rulesets.tocs.rules.activation import paid
from pbem.rulesets.tocs.rules.command import commander
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.nations import date
from pbem.rulesets.tocs.units import ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

KINDS = (
    "recon", "observer", "spotter", "support", "accompany", "strike", "patrol", "interdict", "propaganda", "rebase",
    *air_loads.KINDS,
)  # fmt: skip
AIMS = "(infantry|vehicles|guns|bridge|facility|dump)"
WORDS_OF_AIMS = ("infantry", "vehicles", "guns", "bridge", "facility", "dump")
GOES_ALONG, GOES_ALONG_SINCE = ("american", "british"), "1944-07"


class AirOrder(Value):
    """A mission as it was asked for. hq: who asks; towards: the hexside of a reconnaissance along a line, "" for one of an area;
    start: the field troops are lifted from."""

    hq: str
    sortie: Sortie
    towards: str = ""
    start: Hex | None = None


def order(act: Act, picture: Picture) -> AirOrder | Refusal:
    """The order from its words; the active unit asks."""
    hq, _ = active_unit(picture)
    kind = next(kind for kind in KINDS if kind in act.words)
    craft = tuple(dict.fromkeys(act.texts("UNITS")))
    escorts = tuple(call for call in dict.fromkeys(act.texts("UNITS_ESCORT")) if call not in craft)
    unit = picture.forces.unit_called(act.text("UNIT") or "")
    if kind == "accompany" and unit is None:
        return illegal(say("which unit shall they go with?"), "TOCS-W15.10-2")
    goal = unit.hex if unit and kind == "accompany" else act.hex("HEX")
    if goal is None:
        return illegal(say("where to?"), "TOCS-W15.0-1", f"air {kind} 20.11 with TYP1")
    sortie = Sortie(
        craft[0], kind, (goal,), craft, escorts, tuple(word for word in act.words if word in WORDS_OF_AIMS), act.says("only"),
        act.says("napalm"), unit.id if unit and kind == "accompany" else "", ordered=picture.public.impulse_name,
    )  # fmt: skip
    return AirOrder(hq.id, air_loads.laden(act, picture, sortie), act.text("DIRECTION") or "", act.hex("HEX_FROM"))


def unit_of(act: Act, picture: Picture) -> str:
    """The HQ that a line belongs to which names none before it: the one after `by`, else the highest in good order, those awake
    first."""
    forces = picture.forces
    alive = [unit for unit in forces.units.values() if unit.status != "dead"]  # who is not here yet is refused by name
    ours = sorted(forces.on_map() or alive, key=lambda unit: _rank(picture, unit))
    return by(act) or (forces.counter(ours[0]).call if ours else "")


def _rank(picture: Picture, unit: Unit) -> tuple[bool, int, bool, str]:
    counter = picture.forces.counter(unit)
    level = LEVELS.index(counter.level) if counter.kind == "hq" and counter.level in LEVELS else -1
    return (unit.state > 0, -level, picture.forces.staff(unit.id) is None, counter.call)


@rule("TOCS-W15.2-2")
def _aimed(game: Game, picture: Picture, order: AirOrder) -> Sortie:
    """The mission with all its hexes, and the field it goes to."""
    sortie = order.sortie
    if sortie.kind == "recon":
        seen = air.along(game, sortie.goal, order.towards) if order.towards else air.area(game, sortie.goal)
        return replace(sortie, hexes=seen)
    if sortie.kind == "rebase":
        fields = (site.id for site in picture.forces.sites if site.hex == sortie.goal and site.kind in air.UNUSABLE)
        return replace(sortie, base=next(fields, ""))
    return sortie


@rule("TOCS-3.2-5", "TOCS-W15.0-1", "TOCS-W15.0-2")
def check(game: Game, picture: Picture, order: AirOrder) -> tuple[Refusal, ...]:
    """Ready aircraft that can fly it, weather, a hex, a headquarters, and the points, as far as this side can know."""
    view, sortie = picture.view(game), order.sortie
    problem = off_map(game, sortie.hexes) or _aircraft(view, sortie) or _special(view, _aimed(game, picture, order), order)
    problem = problem or _headquarters(view, order) or _points(game, picture, order)
    return (problem,) if problem else ()


@rule("TOCS-3.2-2", "TOCS-W14.1-1", "TOCS-W15.1-2", "TOCS-W15.8-1", "MASL-16.12-1")
def _aircraft(view: View, sortie: Sortie) -> Refusal | None:
    for call in sortie.flying:
        craft = view.forces.air.aircraft.get(call)
        if craft is None:
            return illegal(say("you have no aircraft {call}", call=call), "TOCS-3.2-9")
        if craft.box != READY:
            return illegal(say("{call} is {box}, not ready", call=call, box=say(craft.box)), "TOCS-3.2-2")
        if not _trained(craft, sortie):
            flies = ", ".join(say(MISSION_WORDS[kind]) for kind in craft.missions)
            return illegal(say("{call} does not fly that mission; it flies {missions}", call=call, missions=flies), "TOCS-3.2-10")
        why = air.kept_down(view, craft, sortie.kind)
        if why:
            return illegal(say("{call} cannot take off: {why}", call=call, why=why), "TOCS-3.2-8")
    return None


@rule("TOCS-3.2-10", "TOCS-W15.8-1", "TOCS-W15.12-1")
def _trained(craft: Aircraft, sortie: Sortie) -> bool:
    """Do these aircraft fly what they are to fly of a mission? All can change their field, who strikes can interdict."""
    along = {**dict.fromkeys(sortie.pathfinders, "pathfinder"), **dict.fromkeys(sortie.escorts, "escort")}
    wanted = along.get(craft.call, sortie.kind)
    return wanted in craft.missions or wanted == "rebase" or (wanted == "interdict" and "strike" in craft.missions)


def _special(view: View, sortie: Sortie, order: AirOrder) -> Refusal | None:
    """What one kind of mission asks beside."""
    if sortie.napalm and not all(view.forces.air.aircraft[call].napalm for call in sortie.aircraft):
        return illegal(say("they carry no napalm"), "TOCS-W15.10-1")
    if sortie.kind == "rebase":
        return _field(view, sortie)
    if sortie.kind in air_loads.KINDS:
        return air_loads.refused(view, sortie, order.start)
    if sortie.kind == "accompany":
        return _companions(view, sortie)
    return None


@rule("TOCS-W15.5-1", "TOCS-3.2-6")
def _field(view: View, sortie: Sortie) -> Refusal | None:
    site = next((s for s in view.forces.sites if s.id == sortie.base), None)
    if site is None or site.kind == "airstrip" or not air.usable(view, site):
        return illegal(say("you have no airbase or airfield there that can be used"), "TOCS-W15.5-1")
    return None if air.room(view, site) else illegal(say("there is no room at {name}", name=site.name), "TOCS-W12.4-2")


@rule("TOCS-W15.10-2")
def _companions(view: View, sortie: Sortie) -> Refusal | None:
    able = date(view.game) >= GOES_ALONG_SINCE
    if not able or any(view.forces.air.aircraft[call].nation not in GOES_ALONG for call in sortie.aircraft):
        return illegal(say("only American and British aircraft go with a unit, from July 1944 on"), "TOCS-W15.10-2")
    unit = view.forces.units[sortie.unit]
    return None if unit.status == "map" else illegal(say("that unit is not on the map"), "TOCS-W15.10-2")


@rule("TOCS-W14.0-1", "TOCS-W15.2-1", "TOCS-W15.3-1", "TOCS-W15.10-1")
def _headquarters(view: View, order: AirOrder) -> Refusal | None:
    """In good order, high enough, in communication, and with the AP; waived for missions of no AP where the switch says so."""
    row, hq = air.mission(view.game, order.sortie.kind), view.forces.units[order.hq]
    call = view.forces.counter(hq).call
    if not row.ap and view.game.switches["air_hq"] == "off":
        return None
    if not air.may_ask(view, hq, order.sortie.kind):
        least = say(row.least)
        return illegal(say("{call} is no {least} headquarters or higher in good order", call=call, least=least), "TOCS-W14.0-1")
    if not in_loc(view, hq):
        return illegal(say("{call} is out of communication", call=call), "TOCS-W15.2-1")
    able = commander(view, (), call, row.ap) if row.ap else hq
    return able if isinstance(able, Refusal) else None


def _points(game: Game, picture: Picture, order: AirOrder) -> Refusal | None:
    if air.mission(game, order.sortie.kind).op and _pool(_asked(game, picture, order).view(game), order) is None:
        return illegal(say("no OP left for the mission"), "TOCS-3.5-1")
    return None


@rule("TOCS-W15.0-1", "TOCS-1.5-1")
def _pool(view: View, order: AirOrder) -> ReplacementPool | None:
    """The pool of the asking headquarters after the mission's OP (ruling L30)."""
    active = view.forces.active
    return paid(view, view.forces.units[order.hq], max(active.pending, 0) if active else 0)


def _asked(game: Game, picture: Picture, order: AirOrder) -> Picture:
    """The picture once the headquarters has spent its AP."""
    row, hq = air.mission(game, order.sortie.kind), picture.forces.units[order.hq]
    return expect_ordered(game, picture, hq, row.ap) if row.ap else picture


def expect(game: Game, picture: Picture, order: AirOrder) -> Picture:
    """Paid and in flight; what comes of it stays unknown."""
    asked = _asked(game, picture, order)
    if air.mission(game, order.sortie.kind).op:
        pool = _pool(asked.view(game), order)
        asked = replace(asked, forces=asked.forces.with_pool(pool)) if pool else asked
    asked = learn(asked, o.OwnEvent(t.SortieFlew(picture.side, _aimed(game, picture, order), TAKES_OFF)))
    return air_loads.carried(asked, order.sortie)


TAKES_OFF = phrase("takes off")


@rule("TOCS-W14.1-2", "TOCS-3.2-4", "TOCS-W15.0-1", "MASL-11.1-1")
def execute(moment: Moment, picture: Picture, order: AirOrder) -> Outcome:
    """AP and OP are paid, and they take off: from a field on the map they are on station at once, else in the next own impulse."""
    side, game = picture.side, moment.game
    row, sortie = air.mission(game, order.sortie.kind), _aimed(game, picture, order)
    hq = moment.board.forces[side].units[order.hq]
    events: list[e.Event] = list(order_paid(moment, side, hq, row.ap)) if row.ap else []
    if row.op:
        pool = _pool(after(moment, events).board.view(game, side), order)
        events += [e.PointSpent(side, pool)] if pool else []
    events.append(e.SortieFlew(side, replace(sortie, status=IN_FLIGHT), TAKES_OFF))
    if not _from_afar(moment.board.forces[side], sortie):
        events += course.arrived(after(moment, events), side, sortie)
    return Outcome(tuple(events))


@rule("TOCS-W12.4-1")
def _from_afar(forces: Forces, sortie: Sortie) -> bool:
    """Does any of them take off from beyond the edge of the map?"""
    return any(forces.air.aircraft[call].base == OFF_BOARD for call in sortie.flying)


def warn(game: Game, picture: Picture, order: AirOrder) -> tuple[str, ...]:
    """A target that troops of one's own may enter before the aircraft come is struck all the same (TOCS-W15.0-3)."""
    sortie = order.sortie
    if sortie.kind != "strike":
        return ()
    words = say(
        "the target cannot be changed any more: what stands in {place} when they come is struck, your own too (TOCS-W15.0-3)",
        place=sortie.goal,
    )
    return (words,)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """What a headquarters could ask of aircraft that are ready, against the first hex it believes the enemy in."""
    view, known = picture.view(game), sorted(picture.held_by_enemy())
    ready = (craft for craft in picture.forces.air.aircraft.values() if craft.box == READY and known)
    asked = (
        (craft, kind) for craft in ready for kind in craft.missions if kind in KINDS and kind not in ("accompany", *air_loads.KINDS)
    )
    return tuple(
        f"air {kind} {known[0]} with {craft.call}"
        for craft, kind in asked
        if air.may_ask(view, picture.forces.units[unit], kind) and not air.kept_down(view, craft, kind)
    )


_FORMS = (
    "air recon HEX with UNITS [escort UNITS_ESCORT]",
    "air recon line HEX DIRECTION with UNITS [escort UNITS_ESCORT]",
    "air (observer|spotter|patrol|interdict|propaganda) HEX with UNITS [escort UNITS_ESCORT]",
    "air support HEX with UNITS [napalm] [escort UNITS_ESCORT]",
    "air accompany UNIT with UNITS [escort UNITS_ESCORT]",
    f"air strike HEX [at {AIMS}] [or {AIMS}] [only] with UNITS [escort UNITS_ESCORT]",
    "air rebase UNITS to HEX",
    *air_loads.FORMS,
)
_SUMMARY = phrase("ask for a mission of aircraft")
ACTION = Action(
    verb=Verb("air", _FORMS, "unit", _SUMMARY),
    form=Verb("air", tuple(f"{form} [by CALL_HQ]" for form in _FORMS), "letter", _SUMMARY),
    help=phrase(
        """AIR asks for a mission of ready aircraft; AIRCRAFT in your reports shows which are (TOCS-W14.1). No order is changed
in the air: what stands at the target is struck, own troops too (TOCS-W15.0-3). Aircraft of an airfield off the map are in
flight until your next impulse; those of one on the map come at once. The request goes through an HQ in good order and in
communication, of a division or higher; for SUPPORT and ACCOMPANY a regiment or brigade is enough. Nothing takes off in high
wind, fog, rain or snow.

RECON (1 AP, 1 OP) looks into a hex and the six adjacent to it, or with LINE into seven along a direction. You read which are
empty, the kinds in the others, and nothing of what is under forest. OBSERVER (1 AP) stays through the enemy's next impulse, sees
enemy moves within one hex, and shifts a battle in its hex. A SPOTTER (1 AP) helps guns and strikes against its hex. SUPPORT (1
AP, 1 OP) shifts a battle in the hex, with NAPALM by two; ACCOMPANY goes with a unit, into ambushes too. STRIKE (1 OP) attacks the
first kind you name that is there, else any kind; with ONLY no other. PATROL (1 OP) guards the air over the hex and two around it
through the enemy's next impulse, INTERDICT (1 OP) attacks what moves on the ground there. PROPAGANDA (1 OP) drops leaflets on
troops out of communication. REBASE is free.

For three missions (1 OP) you file the route hex by hex, as for FLIGHT. DROP brings supplies from a field off the map, a point an
aircraft, and they drift; a PATHFINDER saves a drift. LAND brings them to an own airbase, airfield or airstrip. LIFT carries foot
units of four steps or fewer from one own airbase or airfield to another, one an aircraft. They start there, have done nothing
yet, and do nothing more in this impulse. A hit does not turn aircraft that land; the troops aboard drop one state.

    HQ504: air recon 20.11 with AUS1
    HQ504: air support 14.12 with TYP1 escort SPIT1
    air recon line 20.09 SE with AUS1
    air strike 20.11 at vehicles or guns only with TYP1,TYP2
    air drop 2 SP at 20.11 by 16.13 .. 20.11 with C47A,C47B"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn, pays=False, unit_of=unit_of,
)  # fmt: skip
