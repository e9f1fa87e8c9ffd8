"""MARCH: a formation moves to a hex, scouting as it goes or not, unit by unit (TOCS-W10.1, W10.4)."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import move, recon
from pbem.rulesets.tocs.actions.control import active_unit, check_activate
from pbem.rulesets.tocs.actions.form import Halt, Maneuver, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.ground_rules import engaged, named, off_map
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import stacking
from pbem.rulesets.tocs.rules.activation import DEFICIT_MOST, newly_active
from pbem.rulesets.tocs.rules.formations import members
from pbem.rulesets.tocs.rules.movement import may_enter_enemy_ground
from pbem.rulesets.tocs.rules.routes import Journey, route
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

MANNERS = ("safe", "scout", "bold")


class March(Value):
    """Who marches (calls), where to, over what, in which manner, who leads, how many OPs at the most (0: any number)."""

    name: str
    units: tuple[str, ...]
    goal: Hex
    via: Hex | None = None
    by_road: bool = False
    manner: str = "scout"
    lead: str = ""
    most: int = 0


def order(act: Act, picture: Picture) -> March | Refusal:
    """The order from its words."""
    name, goal = act.text("FORMATION") or "", act.hex()
    if goal is None:
        return illegal(say("march where to?"), "TOCS-W10.1-1", "march 504 to 12.09")
    left, lead = act.texts("UNITS_LEAVE"), act.text("UNIT_LEAD") or ""
    units = tuple(call for call in members(picture.forces).get(name, ()) if call not in left)
    if lead and lead not in units:
        return illegal(say("{lead} does not march with {name}", lead=lead, name=name), "TOCS-W10.1-1")
    manner = next((word for word in MANNERS if word in act.words), "scout")
    return March(name, units, goal, act.hex("HEX_VIA"), act.says("by road"), manner, lead, act.number("N") or 0)


def check(game: Game, picture: Picture, order: March) -> tuple[Refusal, ...]:
    """Somebody can march, and there is a way."""
    off = off_map(game, tuple(h for h in (order.goal, order.via) if h))
    if off:
        return (off,)
    marching = _marching(picture, order)
    if not marching and not any(_there(picture, call, order) for call in order.units):
        return (illegal(say("nobody of {order} can march", order=order.name), "TOCS-W10.1-1"),)
    lead = _lead(picture, order, marching)
    view = picture.view(game)
    if lead and _way(picture, view, lead, order) is None:
        words = phrase("{lead} knows no way to {named}")
        if order.by_road and _way(picture, view, lead, replace(order, by_road=False)) is not None:
            words = phrase("{lead} knows no road to {named} from where it is; without BY ROAD there is a way")
        return (illegal(say(words, lead=lead, named=named(game, order.goal)), "TOCS-W11.0-1"),)
    return ()


def _unit(picture: Picture, call: str) -> Unit:
    unit = picture.forces.unit_called(call)
    if unit is None:
        raise ValueError(f"{call} is not of this side")
    return unit


def _there(picture: Picture, call: str, order: March) -> bool:
    return _unit(picture, call).status == "map" and _unit(picture, call).hex == order.goal


def _marching(picture: Picture, order: March) -> tuple[str, ...]:
    """Who has yet to come to the goal and may move at all; the lead first, then who is nearest."""
    free = [call for call in order.units if _free(picture, _unit(picture, call)) and not _there(picture, call, order)]
    near = sorted(free, key=lambda call: (distance(_unit(picture, call).hex, order.goal), call))
    lead = _lead(picture, order, tuple(near))
    return tuple(sorted(near, key=lambda call: call != lead))


def _free(picture: Picture, unit: Unit) -> bool:
    return unit.status == "map" and unit.hex not in picture.public.engaged and picture.forces.attack_of(unit.id) is None


def _lead(picture: Picture, order: March, marching: tuple[str, ...]) -> str:
    """The named lead, else reconnaissance, else the nearest company; "" when nobody who marches may scout."""
    if order.lead in marching:
        return order.lead
    printed = {call: picture.forces.counter(_unit(picture, call)) for call in marching}
    able = [c for c, p in printed.items() if recon.may_scout(p) is None and may_enter_enemy_ground(p)]
    return min(able, key=lambda c: (not printed[c].recon, printed[c].kind == "hq", able.index(c)), default="")


def turn(game: Game, picture: Picture, order: March, past: tuple[Went, ...]) -> ManeuverTurn | Halt:
    """The active unit goes on; then the next one of the column."""
    marching = _marching(picture, order)
    if not marching:
        return Halt(say("{order} is in {named}", order=order.name, named=named(game, order.goal)))
    began = {went.call for went in past}
    lead = next((went.call for went in past), _lead(picture, order, marching))
    for call in _column(picture, marching, past):
        if call not in began and order.most and len(began) >= order.most:
            return Halt(
                say("{most} OP are spent; {how_far}", most=order.most, how_far=_how_far(game, picture, order, lead, began)),
                over=False,
            )
        ready = _ready(game, picture, call)
        act = _act(game, ready, order, call, call == lead) if ready else None
        if act is not None:
            return ManeuverTurn(call, act, "empty" if act.verb == "recon" else "")
    return Halt(_how_far(game, picture, order, lead, began), over=False)


def _column(picture: Picture, marching: tuple[str, ...], past: tuple[Went, ...]) -> Iterator[str]:
    """Who is next: the active unit, unless it has failed, then those who have not begun."""
    began, stuck = {went.call for went in past}, {went.call for went in past if not went.ok}
    active = active_unit(picture)
    if active in began and active in marching and active not in stuck:
        yield active
    yield from (call for call in marching if call not in began)


def _ready(game: Game, picture: Picture, call: str) -> Picture | None:
    refusals, ready = check_activate(game, picture, call, DEFICIT_MOST)
    return None if refusals else ready


def _how_far(game: Game, picture: Picture, order: March, lead: str, began: set[str]) -> str:
    """Where the head of the column is, and why it goes no further; who went past it, and who stayed where it was and why."""
    if not lead:
        return say("{order} has nobody who can lead", order=order.name)
    behind = () if order.most and len(began) >= order.most else _behind(game, picture, order, began)
    said = (_head(game, picture, order, lead), *_ahead(picture, order, lead), *behind)
    return "; ".join(said)


def _ahead(picture: Picture, order: March, lead: str) -> Iterator[str]:
    """Who went past the head of the column, being faster: it has nobody before it to find the enemy."""
    head = distance(_unit(picture, lead).hex, order.goal)
    units = [unit for call in order.units if (unit := _unit(picture, call)).status == "map" and call != lead]
    past = [f"{picture.forces.counter(unit).call} {unit.hex}" for unit in units if distance(unit.hex, order.goal) < head]
    if past:
        yield say("ahead of it: {past}", past=", ".join(past))


def _behind(game: Game, picture: Picture, order: March, began: set[str]) -> Iterator[str]:
    """Who was not told to go, and why; those that miss for the same reason together."""
    alike: dict[str, list[str]] = {}
    for call in order.units:
        unit = _unit(picture, call)
        if call in began or unit.status not in ("map", "waiting") or _there(picture, call, order):
            continue
        why = _why_it_stays(game, picture, order, call)
        alike.setdefault(why, []).append(call)
    for why, calls in alike.items():
        yield say("{calls} stayed: {why}", calls=", ".join(calls), why=why)


def _why_it_stays(game: Game, picture: Picture, order: March, call: str) -> str:
    unit = _unit(picture, call)
    if unit.status == "waiting":
        return say("off the board: ENTER brings it on")
    if not _free(picture, unit):
        return say("in contact or committed to an attack")
    refusals, ready = check_activate(game, picture, call, DEFICIT_MOST)
    if refusals:
        return refusals[0].words.removeprefix(f"{call}: ")
    way = _way(ready, ready.view(game), call, order)
    if way is None:
        return say("no road leads there") if order.by_road else say("no way leads there")
    return say("no room or no cleared way ahead")


def _head(game: Game, picture: Picture, order: March, lead: str) -> str:
    unit = _unit(picture, lead)
    way = _way(picture, picture.view(game), lead, order) if unit.status == "map" else None
    at = (
        say("the head of {order}, {lead}, is in {named}", order=order.name, lead=lead, named=named(game, unit.hex))
        if way is not None
        else say("{lead} has no way on", lead=lead)
    )
    if way and way[0] in picture.held_by_enemy():
        return say("{at}, halted before the enemy in {named}", at=at, named=named(game, way[0]))
    return at


def _way(picture: Picture, view: View, call: str, order: March) -> tuple[Hex, ...] | None:
    """The way to the next place named: round enemies known before this impulse, up to those met in it."""
    unit = _unit(picture, call)
    met = {c.hex for c in picture.contacts if c.seen == picture.public.impulse_name}
    shun = (picture.held_by_enemy() - met) | set(picture.public.engaged)
    via = order.via
    goal = via if via and distance(unit.hex, order.goal) > distance(via, order.goal) and unit.hex != via else order.goal
    active = view.forces.active if view.forces.active and view.forces.active.unit == unit.id else newly_active(view, unit)
    errand = Journey(goal, active, order.by_road, frozenset(shun) - {goal})
    return route(view, unit, errand) or route(view, unit, replace(errand, shun=frozenset(picture.public.engaged) - {goal}))


def _act(game: Game, picture: Picture, order: March, call: str, leads: bool) -> Act | None:
    """What this unit does next, None when it has done what it can. The unit is active."""
    view, unit = picture.view(game), _unit(picture, call)
    way = _way(picture, view, call, order)
    if not way or engaged(view, unit):
        return None
    ahead = tuple(_before(way, picture.held_by_enemy()))
    cleared = ahead if order.manner == "bold" else tuple(_own(view, ahead))
    if order.manner == "scout" and leads and not cleared and ahead:
        active = picture.forces.active
        if active and ahead[0] in active.scouted:
            cleared = ahead[:1]  # found empty, but in a zone: it is entered, and halts the column
        else:
            return _scout(game, picture, ahead)
    return _step(game, picture, order, cleared)


def _before(way: tuple[Hex, ...], held: frozenset[Hex]) -> Iterator[Hex]:
    for hex_ in way:
        if hex_ in held:
            return
        yield hex_


def _own(view: View, way: tuple[Hex, ...]) -> Iterator[Hex]:
    for hex_ in way:
        if not view.own(hex_):
            return
        yield hex_


def _scout(game: Game, picture: Picture, ahead: tuple[Hex, ...]) -> Act | None:
    """As much of the way ahead as one AP looks at."""
    view = picture.view(game)
    ap = picture.forces.active.ap if picture.forces.active else 0
    for length in range(len(ahead), 0, -1):
        chain = ahead[:length]
        made = recon.Recon(chain)
        if not any(view.own(h) for h in chain) and not recon.check(game, picture, made):
            left = recon.expect(game, picture, made).forces.active
            if left and ap - left.ap <= 1:
                return Act("recon", (), (("CHAIN", tuple(map(str, chain))),))
    return None


def _step(game: Game, picture: Picture, order: March, way: tuple[Hex, ...]) -> Act | None:
    """As far along the cleared way as its points carry it, and where there is room."""
    unit_id = picture.forces.active.unit if picture.forces.active else ""
    unit = picture.forces.units[unit_id]
    for length in range(len(way), 0, -1):
        path = (unit.hex, *way[:length])
        if _room(picture, unit, path[-1]) and not move.check(game, picture, move.Move(path, order.by_road)):
            return Act("move", ("by", "road") if order.by_road else (), (("PATH", tuple(map(str, path))),))
    return None


@rule("TOCS-W3.0-1")
def _room(picture: Picture, unit: Unit, to: Hex) -> bool:
    """Does the hex hold one more such unit? An HQ takes no room, and an asset none of a company's."""
    forces = picture.forces
    there = [forces.counter(u) for u in stacking.afoot(forces, to) if u.id != unit.id]
    return stacking.over((*there, forces.counter(unit))) == stacking.over(there)


def undo(moment: Moment, side: str, order: March, past: tuple[Went, ...]) -> tuple[e.Event, ...]:
    """A march is never called off."""
    return ()


MANEUVER = Maneuver(
    verb=Verb(
        "march",
        (
            "march FORMATION to HEX [by road] [via HEX_VIA] [safe|scout|bold] [lead UNIT_LEAD] [leave UNITS_LEAVE] [max N op]",
        ),
        "letter", phrase("a formation marches to a hex"),
    ),
    help=phrase(
        """MARCH takes a formation to a hex, unit by unit, an OP for each. The lead scouts the hexes before it and all go as far
as it found them empty (SCOUT, unless you say otherwise). SAFE keeps to your own ground; BOLD scouts nothing and may be
ambushed. The march goes round enemies known before, and halts before one that it meets. It stays on file until everybody is
there: CONTINUE goes on with it in your next impulse, HALT drops it. Each unit goes as far as its own points carry it, so that
light ones run ahead of the lead: LEAVE keeps them back. The receipt says who stayed and why.

LEAD names who scouts, LEAVE who stays, MAX n OP what it
may cost now, VIA a hex to go through.

    march 1/504 to 12.09 scout lead A/504 leave 1MOR
    march 505 to 20.12 by road safe max 2 OP"""
    ),
    order=order, check=check, turn=turn, undo=undo, rule="TOCS-W10.1-1", stays=True,
)  # fmt: skip
