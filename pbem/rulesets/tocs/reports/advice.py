"""Advice over what a side knows: what a move costs, what a unit could do, who has no orders, what END would cost."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions import DEEDS
from pbem.rulesets.tocs.actions.enter import Enter
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Look, Picture
from pbem.rulesets.tocs.reports import aircraft, fire, offers, reinforcements, ships, trains, unit_values
from pbem.rulesets.tocs.reports.wording import at_bank, calls_in_short, condition, place, points_left, road_words, source_of, spot
from pbem.rulesets.tocs.resolution.straying import doubled
from pbem.rulesets.tocs.rules import afloat, stacking, straying, victory
from pbem.rulesets.tocs.rules.activation import AWAY, action_points, may_activate, newly_active
from pbem.rulesets.tocs.rules.arrivals import entries
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.crossings import SWIM, Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, in_column, pay, step
from pbem.rulesets.tocs.rules.routes import Journey, route
from pbem.rulesets.tocs.rules.terrain import in_points
from pbem.rulesets.tocs.units import HALVES, Unit
from pbem.rulesets.tocs.view import View

PLENTY = 1000  # APs that are never used up on the way
UNKNOWN = phrase("not yours, not there or not seen")


def cost(game: Game, picture: Picture, call: str, goal: str) -> tuple[str, ...]:
    """The way to a hex that takes the fewest AP over what this side knows, hex by hex; and, where that goes by roads into the
    enemy's ground that nobody has looked at, what a way without them would take."""
    unit = picture.forces.unit_called(call)
    if unit is None or unit.status != "map":
        return _not_on_the_map(game, picture, call)
    hex_ = Hex(goal)
    if hex_ not in game.ground.terrain:
        return (say("{hex} is not on this map", hex=hex_),)
    view = picture.view(game)
    active = newly_active(view, unit)
    errand = Journey(hex_, replace(active, ap=active.ap - view.mined(unit.hex)), shun=picture.held_by_enemy() - {hex_})
    way = route(view, unit, errand)
    if way is None:
        near = game.ground.neighbours[hex_]
        wet = next(filter(None, (afloat.no_way_over(view, unit, at, hex_) for at in near)), None)
        return (say("{call}: no way to {place}", call=call, place=place(game, hex_)), *((wet.words,) if wet else ()))
    return (*_legs(game, picture, unit, way), *_straying(view, unit, way), *_unlooked(picture, view, unit, errand, way))


@rule("TOCS-W10.1.2-5", "TOCS-W10.1-5")
def _unlooked(picture: Picture, view: View, unit: Unit, errand: Journey, way: tuple[Hex, ...]) -> tuple[str, ...]:
    """What a column would enter by road that nobody has looked at, and the way that keeps off such roads."""
    at, counter = Position(unit.hex, unit.bank), view.forces.counter(unit)
    blind: list[str] = []
    for to in way:
        leg = step(view, counter, at, to)
        if leg is None:
            break
        if in_column(counter, leg) and not view.own(to) and to not in picture.looks:
            blind.append(str(to))
        at = leg.to
    if not blind:
        return ()
    warned = say("by road into {hexes}, not yet reconnoitred: an ambush there finds you at half strength", hexes=", ".join(blind))
    other = route(view, unit, replace(errand, unlooked=_unseen(picture.public.owner, picture.looks, picture.side)))
    if other is None:
        return (warned,)
    head = _legs(view.game, picture, unit, other)[0].partition(": ")[2]
    return (warned, say("without that road, by {path}: {cost}", path=" ".join(map(str, other)), cost=head))


@kept(4)
def _unseen(owner: Mapping[Hex, str], looks: Mapping[Hex, Look], side: str) -> frozenset[Hex]:
    """The enemy's hexes that nobody has looked at."""
    return frozenset(h for h, holder in owner.items() if holder != side and h not in looks)


@rule("TOCS-W10.1-2", "TOCS-W11.1-1")
def _legs(game: Game, picture: Picture, unit: Unit, way: tuple[Hex, ...]) -> tuple[str, ...]:
    """Each hex with what it costs, as a unit that had APs enough would pay for it: free where an AP on the road earned it."""
    view, counter = picture.view(game), picture.forces.counter(unit)
    active = replace(newly_active(view, unit), ap=PLENTY)
    at, total, lines = Position(unit.hex, unit.bank), 0, []
    for to in way:
        leg = step(view, counter, at, to)
        if leg is None:
            break
        leg = doubled(view, unit, leg, at.hex)
        paid = None if leg.cost == ALL_AP else pay(active, counter, leg, "move")
        free = paid is not None and (paid.ap, paid.mp) == (active.ap, active.mp)
        words, points = (_costs(leg), leg.cost) if paid else (say("all AP"), counter.mp * HALVES)
        words, points = (say("free, at the end of an AP on the road"), 0) if free else (words, points)
        lines.append(f"{at_bank(game, leg.to)}: {words} ({_ground_of(view, leg)})")
        total += points
        at, active = leg.to, paid or replace(active, ap=active.ap - 1, mp=0, bonus=False)
    out = int(bool(way) and view.mined(unit.hex))
    mines = (say("out of the mines in {place}: 1 AP", place=spot(game, unit)),) if out else ()
    head = say(
        "{counter} to {goal}: {points} MP, {plenty} AP of {have}",
        counter=counter.call,
        goal=place(game, way[-1] if way else unit.hex),
        points=in_points(total),
        plenty=PLENTY - active.ap + out,
        have=action_points(view, unit),
    )
    return (head, *mines, *lines)


def _costs(leg: Entry) -> str:
    return say("{points} MP", points=in_points(leg.cost))


def _ground_of(view: View, leg: Entry) -> str:
    """What a step goes over, and how."""
    to = leg.to.hex
    ground = road_words(leg.road) if leg.road else worded(view.game.ground.terrain[to])
    past = say(", mined") if view.mined(to) else ""
    past = say(", round {place}", place=place(view.game, leg.via)) if leg.via else past
    return f"{ground}{past}{say(', afloat') if leg.means == SWIM else ''}"


def _straying(view: View, unit: Unit, way: tuple[Hex, ...]) -> tuple[str, ...]:
    """The risk of losing the way on the first step, as far as this side can tell it."""
    first = step(view, view.forces.counter(unit), Position(unit.hex, unit.bank), way[0]) if way else None
    if first is None or not straying.is_tested(view, unit, way[0], first.road):
        return ()
    return (
        say("may stray on the first step: {risk}; along a road or a river it could not", risk=straying.risk(view, unit, way[0])),
    )


@rule("TOCS-3.6-5")
def what_can(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """Lines the unit could be told now."""
    unit = picture.forces.unit_called(call)
    if picture.forces.sea.knows(call):
        return ships.what_can(game, picture, call)
    if call in picture.forces.air.aircraft:
        return aircraft.what_can(game, picture, call)
    if unit is None or unit.status != "map":
        return _not_on_the_map(game, picture, call)
    view = picture.view(game)
    head = say(
        "{call} in {place}: {condition}, {points_left}",
        call=call,
        place=spot(game, unit),
        condition=condition(picture.forces, unit),
        points_left=_points_left(view, unit),
    )
    printed = unit_values.named(picture.forces.counter(unit))
    if picture.forces.attack_of(unit.id):
        return (head, printed, say("committed to an attack"))
    orders = tuple(offers.deeds(game, picture, unit.id))
    refused = may_activate(view, unit)
    if refused:
        return (head, printed, say("no order possible: {why} ({rule})", why=refused.words, rule=refused.rule), *orders)
    lines = (f"{call}: {offer.line}{_met_there(picture, offer.line)}" for offer in offers.offers(game, picture, unit.id))
    return (head, printed, *_of_guns(game, picture, unit), *lines, *orders)


@rule("TOCS-W10.4-10")
def _met_there(picture: Picture, line: str) -> str:
    """A remark behind a move into a hex where its side knows the enemy to be: nobody means an ambush."""
    met = sorted(str(hex_) for hex_ in picture.held_by_enemy() if line == f"move {hex_}")
    return say("  # enemy troops in {hex}: an ambush", hex=met[0]) if met else ""


@rule("TOCS-W10.24-1", "TOCS-W10.24-3")
def _of_guns(game: Game, picture: Picture, unit: Unit) -> tuple[str, ...]:
    """How a battery comes to fire: whose order it takes, or why it cannot."""
    forces = picture.forces
    counter = forces.counter(unit)
    if not counter.artillery:
        return ()
    cannot = tuple(fire.silent(game, picture, [counter.call]))
    staffs = ", ".join(forces.counter(hq).call for hq in superiors(forces, unit))
    if cannot or not staffs:
        return cannot
    return (say("its guns fire on an order of {staffs}, by STRIKE or SUPPORT and a hex (HELP GUNS)", staffs=staffs),)


def deeds(game: Game, picture: Picture) -> tuple[str, ...]:
    """Lines for the staff that some unit makes possible now, each once."""
    units = (u.id for u in picture.forces.on_map())
    return tuple(dict.fromkeys(line for u in units for deed in DEEDS.values() for line in deed.options(game, picture, u)))


@rule("TOCS-2.3-1")
def enters(game: Game, picture: Picture) -> tuple[str, ...]:
    """Lines that bring who waits on by the entry nearest to what the side scores for, as long as there is room in it."""
    forces, aims = picture.forces, goals(game, picture)
    come: dict[Hex, list[str]] = {}
    for unit in (u for u in forces.units.values() if u.status == "waiting"):
        call = forces.counter(unit).call
        near = sorted(entries(forces, unit), key=lambda h: (min((distance(h, aim) for aim in aims), default=0), h))
        for entry in near:
            order = Enter((call,), entry)
            if not DEEDS["enter"].check(game, picture, order):
                picture = DEEDS["enter"].expect(game, picture, order)
                come.setdefault(entry, []).append(call)
                break
    return tuple(f"enter {', '.join(calls)} at {entry}" for entry, calls in come.items())


def _not_on_the_map(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """What may be said of a call that no unit on the map has: of a unit that waits how it comes on, of a train what it does."""
    train = next((train for train in picture.forces.trains.values() if train.call == call), None)
    if train is not None:
        return (
            f"{call}: {trains.said(game, picture, train)}",
            say("TRAIN {call} TO a hex moves it; HELP TRAIN has the rest", call=call),
        )
    unit = picture.forces.unit_called(call)
    if unit is None:
        return (f"{call}: {say(UNKNOWN)}",)
    if unit.status not in AWAY:
        return (say("{call} has been destroyed", call=call),)
    ways = unit_values.how_to_enter(picture, call)
    head = () if ways else (f"{call} {say(AWAY[unit.status])}{reinforcements.when(game, picture, unit)}",)
    return (*head, unit_values.named(picture.forces.counter(unit)), *ways)


def _points_left(view: View, unit: Unit) -> str:
    """AP of a unit if it were activated now; an HQ that is awake has what is left of them."""
    awake = view.forces.staff(unit.id)
    return say("activated, {ap} AP left", ap=awake.ap) if awake else say("{ap} AP", ap=action_points(view, unit))


def idle(picture: Picture) -> tuple[str, ...]:
    """Calls of own units that may be ordered: not activated this impulse, at no work, and in no field commander's hands."""
    forces, fields = picture.forces, picture.public.fields
    free = (u for u in forces.on_map() if u.id not in forces.activated and u.id not in forces.tasks and u.hex not in fields)
    return tuple(forces.counter(u).call for u in free)


@rule("TOCS-W10.21-1")
def unordered(picture: Picture) -> tuple[str, ...]:
    """Those of them that wait for orders: who is in reserve has its orders, and waits for the enemy."""
    units = ((call, picture.forces.unit_called(call)) for call in idle(picture))
    return tuple(call for call, unit in units if unit is None or not unit.reserve)


def chance(game: Game, picture: Picture, call: str, hex_: str) -> tuple[str, ...]:
    """What this side knows of the enemy in a hex that a unit may attack: no odds are told before a battle."""
    goal = Hex(hex_)
    if goal not in game.ground.terrain:
        return (say("{hex} is not on this map", hex=hex_),)
    found = [contact for contact in picture.contacts if contact.hex == goal]
    words = phrase("enemy in {place}: {kinds}; {source}, {seen}; strength not known")
    known = tuple(
        say(
            words,
            place=place(game, goal),
            kinds=", ".join(map(worded, contact.kinds)) or say("troops, kind unknown"),
            source=source_of(contact),
            seen=contact.seen,
        )
        for contact in found
    )
    nothing = say("nothing is known of enemy troops in {place}; RECON would tell", place=place(game, goal))
    unit = picture.forces.unit_called(call)
    own = (f"{call}: {unit_values.values(picture.forces.counter(unit))}; {condition(picture.forces, unit)}",) if unit else ()
    last = say("no odds are told before a battle; HELP BATTLE says what counts, and WHY explains a battle that is over")
    return (*(known or (nothing,)), *own, last)


@rule("TOCS-3.6-2", "TOCS-1.6-2")
def active_units(game: Game, picture: Picture) -> tuple[str, ...]:
    """The units that go on without another OP, and what is left of them: the active one, and HQs that were activated; then who has
    acted and is done."""
    forces = picture.forces
    hands = (forces.active, *(forces.staffs[unit] for unit in sorted(forces.staffs)))
    left = {h.unit: h for h in hands if h and forces.units[h.unit].status == "map" and not forces.attack_of(h.unit)}
    told = tuple(
        say("{call} is activated: {left} left", call=forces.counters[unit].call, left=points_left(active))
        for unit, active in left.items()
    )
    over = sorted(forces.counter(unit).call for unit in forces.on_map() if unit.id in forces.activated and unit.id not in left)
    return (*told, say("Activation over: {calls}", calls=calls_in_short(over))) if over else told


def warn_close(game: Game, picture: Picture) -> tuple[str, ...]:
    """What END would cost: hexes over the stacking limit (TOCS-W3.0-5)."""
    return tuple(
        say("{place} is over the stacking limit: units over it at END IMPULSE are lost (TOCS-W3.0-2)", place=place(game, h))
        for h in stacking.overstacked(picture.forces)
    )


def goals(game: Game, picture: Picture) -> tuple[Hex, ...]:
    """Hexes this side scores for and does not own."""
    named = victory.named(picture.forces.objectives, game.ground)
    return tuple(sorted(h for h in named if picture.public.owner[h] != picture.side))
