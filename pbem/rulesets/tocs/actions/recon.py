"""RECON (TOCS-W10.4)."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, failed, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, arc, asked, named, off_map, stuck, too_few_ap
from pbem.rulesets.tocs.board import Board, fixed
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import combat, discovery
from pbem.rulesets.tocs.resolution.claims import answered
from pbem.rulesets.tocs.rules import wading
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.movement import Position, entry, pay
from pbem.rulesets.tocs.rules.perimeter import is_gun, joins, kinds
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View


class Recon(Value):
    """A chain of hexes; or `around` the unit; or `toward` a hex. The last two go as far as one AP reaches."""

    chain: tuple[Hex, ...] = ()
    around: bool = False
    toward: Hex | None = None


def order(act: Act, picture: Picture) -> Recon | Refusal:
    """The order from its words."""
    return Recon(act.hexes("CHAIN"), act.says("around"), act.hex("BEARING"))


def check(game: Game, picture: Picture, order: Recon) -> tuple[Refusal, ...]:
    """May this unit scout, does the chain hang together, do its points reach?"""
    unit, active = active_unit(picture)
    view = picture.view(game)
    counter = picture.forces.counter(unit)
    named_hexes = (*order.chain, *((order.toward,) if order.toward else ()))
    problem = may_scout(counter) or stuck(view, unit, "TOCS-W10.4-3") or off_map(game, named_hexes)
    if problem:
        return (problem,)
    hexes = chain(view, unit, order)
    walked = walk(view, unit, hexes) if hexes else _out_of_reach(view, unit, active, order)
    return (walked,) if isinstance(walked, Refusal) else ()


@rule("TOCS-W10.4-1")
def _out_of_reach(view: View, unit: Unit, active: Activation, order: Recon) -> Refusal:
    """Why an order without a chain reaches no hex: no AP, nothing there, ground that bars it or takes more than one AP."""
    call, first = view.forces.counter(unit).call, next(_free(view, unit, order), None)
    if active.ap == 0:
        return too_few_ap(active, say("{counter} needs 1 AP to scout", counter=call), "TOCS-W10.4-1")
    if first is None:
        return illegal(say("there is nothing beside it to scout that way"), "TOCS-W10.4-1")
    walked = walk(view, unit, (first,))
    if isinstance(walked, Refusal):
        return walked
    words = say("{named} takes {counter} more than 1 AP: name the hex to scout it", named=named(view.game, first), counter=call)
    return illegal(words, "TOCS-W10.4-1")


@rule("TOCS-W10.4-1", "TOCS-W2.4-4", "TOCS-W2.5-3")
def may_scout(counter: Counter) -> Refusal | None:
    """Companies, HQs, vehicle platoons, and armoured or reconnaissance assets may; batteries and other assets may not, nor
    dozers and guns among them, though they be armoured."""
    if counter.kind == "battery" and not counter.platoon:
        return illegal(say("{counter} is a battery: it may neither scout nor probe", counter=counter.call), "TOCS-W2.4-4")
    barred = counter.mobility != "armored" or "dozer" in counter.traits or is_gun(counter)
    if counter.kind == "asset" and not counter.recon and barred:
        return illegal(say("{counter} may neither scout nor probe", counter=counter.call), "TOCS-W2.5-3")
    return None


@kept(4)
@rule("TOCS-W10.4-2", "TOCS-W10.4-3", "TOCS-W10.4-7", "TOCS-W10.4-9")
def walk(view: View, unit: Unit, chain: tuple[Hex, ...]) -> tuple[Activation, ...] | Refusal:
    """The activation after each hex of a chain: full cost off the road, though roads and bridges carry it over water."""
    active, after_each = view.forces.held(), []
    at = start(view, unit)
    counter, near = view.forces.counter(unit), view.game.ground.neighbours
    if chain and chain[0] not in near[at.hex] and chain[0] in near[unit.hex]:
        active, at = replace(active, mp=0), Position(unit.hex, unit.bank)  # a new chain: what was left of the old one is lost
    for to in chain:
        way = entry(view, counter, at, to, by_road=False)
        if way is None:
            return _not_entered(view, unit, at.hex, to, to == chain[0])
        paid = pay(active, counter, way, "recon")
        if paid is None:
            return too_few_ap(
                view.forces.held(),
                say("{counter} cannot scout as far as {named}", counter=counter.call, named=named(view.game, to)),
                "TOCS-W10.4-2",
            )
        active, at = replace(paid, at=way.to), way.to
        after_each.append(active)
    return tuple(after_each)


@rule("TOCS-W10.4-1", "TOCS-W10.4-3")
def _not_entered(view: View, unit: Unit, at: Hex, to: Hex, first: bool) -> Refusal:
    """Why a chain cannot go on from a hex into another. first: it is the first of its order, which may begin one hex on."""
    if to in view.game.ground.neighbours[at]:
        return illegal(say("{named} cannot be entered from {at}", named=named(view.game, to), at=at), "TOCS-W10.4-3")
    apart = say("{to} is not next to {at}: a scouted chain runs from hex to hex", to=to, at=at)
    between = _nearer(view, unit, to) if first else None
    if between is None:
        return illegal(apart, "TOCS-W10.4-1")
    steps = (f"{view.forces.counter(unit).call}: move {between}", f"recon {to}")
    return illegal(apart, "TOCS-W10.4-1", "; ".join(steps))


@rule("TOCS-W10.4-1")
def _nearer(view: View, unit: Unit, to: Hex) -> Hex | None:
    """The own hex between the unit and the one it is to look into from which it has the points to do so; None for none."""
    near, at = view.game.ground.neighbours, Position(unit.hex, unit.bank)
    counter, active = view.forces.counter(unit), view.forces.held()
    if active.ap < action_points(view, unit):
        return None  # it has done something in the same line, which the hint would leave out
    for between in sorted(set(near[unit.hex]) & set(near[to])):
        leg = entry(view, counter, at, between, by_road=False) if view.own(between) else None
        moved = pay(active, counter, leg, "move") if leg else None
        onward = entry(view, counter, leg.to, to, by_road=False) if leg and moved else None
        if onward and moved and pay(replace(moved, mp=0), counter, onward, "recon"):
            return between
    return None


def start(view: View, unit: Unit) -> Position:
    """Where the next scouted hex is computed from: the end of the chain so far, else the unit's own hex.

    The unit itself does not stir (TOCS-W10.4-8); an occupied hex is not passed, the chain goes on from the hex before
    it (TOCS-W10.4-7).
    """
    active = view.forces.held()
    return Position(*active.at) if active.run == "recon" and active.at else Position(unit.hex, unit.bank)


def _free(view: View, unit: Unit, order: Recon) -> Iterator[Hex]:
    """Hexes for `around` and `toward`, one after another; the runner stops when the points of the AP are spent."""
    if order.toward:
        yield from _towards(view, start(view, unit).hex, order.toward)
        return
    ring = [h for h in view.game.ground.neighbours[unit.hex] if not view.own(h) and h not in view.public.engaged]
    yield from arc(tuple(ring))


def _towards(view: View, at: Hex, goal: Hex) -> Iterator[Hex]:
    """Hex by hex to one farther off, each nearer to it than the last, as far as the map goes."""
    while at != goal:
        near = [h for h in view.game.ground.neighbours[at] if distance(h, goal) < distance(at, goal)]
        if not near:
            return
        at = min(near, key=lambda h: (distance(h, goal), h))
        yield at


@kept(4)
def chain(view: View, unit: Unit, order: Recon) -> tuple[Hex, ...]:
    """The hexes the order means: as written, or as far as one AP reaches."""
    if order.chain:
        return order.chain
    active = view.forces.held()
    reach: tuple[Hex, ...] = ()
    for hex_ in _free(view, unit, order):
        further = (*reach, hex_)
        after_each = walk(view, unit, further)
        if isinstance(after_each, Refusal) or active.ap - after_each[-1].ap > 1:
            break
        reach = further
    return reach


def expect(game: Game, picture: Picture, order: Recon) -> Picture:
    """The points spent; what was looked at stays unknown."""
    unit, _ = active_unit(picture)
    view = picture.view(game)
    hexes = chain(view, unit, order)
    after_each = walk(view, unit, hexes)
    assert not isinstance(after_each, Refusal)
    active = replace(after_each[-1], asked=hexes[-1], answer="", scouted=(*view.forces.held().scouted, *hexes))
    looks = {h: look for h, look in picture.looks.items() if h not in hexes}
    return replace(picture, forces=replace(picture.forces, active=active), looks=looks)


@rule("TOCS-W10.4-10")
def execute(moment: Moment, picture: Picture, order: Recon) -> Outcome:
    """Hex by hex, each answered before the next; an occupied hex ends the chain, and so does a bridge that is not there."""
    side = picture.side
    unit, _ = active_unit(picture)
    view = picture.view(moment.game)
    hexes = chain(view, unit, order)
    after_each = walk(view, unit, hexes)
    assert not isinstance(after_each, Refusal)
    events: list[e.Event] = []
    at = start(view, unit)
    for to, paid in zip(hexes, after_each, strict=True):
        if events and _cut_off(after(moment, events), side, unit, at, to):
            none = say("no bridge carries it over the water in {named}", named=named(moment.game, at.hex))
            return Outcome(tuple(events), failed(none, "TOCS-W10.4-3"), True)
        events += look(after(moment, events), side, to, paid)
        at = Position(*paid.at) if paid.at else at
        if any(isinstance(ev, e.HexScouted) and ev.occupied for ev in events):
            return Outcome(tuple(events), None, True)
    met = any(isinstance(ev, e.HexScouted) and ev.ezoc for ev in events)
    return Outcome(tuple(events), None, met)


@rule("TOCS-W10.4-3")
def _cut_off(moment: Moment, side: str, unit: Unit, at: Position, to: Hex) -> bool:
    """Does a chain count on a way out of the hex just scouted that is not there?"""
    view = moment.board.ground_view(moment.game, side)
    return entry(view, view.forces.counter(unit), at, to, by_road=False) is None


@rule("TOCS-1.2-2", "TOCS-W10.4-4", "TOCS-W10.4-5", "TOCS-W10.4-8", "TOCS-W10.4-11", "TOCS-W10.4-12")
def look(moment: Moment, side: str, to: Hex, paid: Activation, probe: bool = False) -> list[e.Event]:
    """One hex is scouted or probed: the referee answers for its owner (TOCS-1.9-3), truthfully, and the perimeter moves."""
    board, enemy = moment.board, moment.game.other(side)
    active = _carry(board.forces[side].held(), paid)
    unit = board.forces[side].units[paid.unit]
    call = board.forces[side].counter(unit).call
    ours = board.public.owner[to] == side
    there = board.occupants(to, enemy)
    asks = to in board.public.claims[side] or (not there and not ours)  # a claim is answered in an occupied hex too (TOCS-W6.0-9)
    stands, news = answered(moment, side, to) if asks else (False, ())
    water = _water(board, moment.game, side, to)
    empty = "empty ezoc" if stands else "empty"
    answer = "occupied" if there else empty
    if there:
        active = replace(active, at=_before(board.forces[side].active))
    if ours and not there:  # silent: it touches nothing of the enemy's (TOCS-1.2-4)
        return [*news, e.ActivationChanged(side, asked(active, to, answer, probe)), e.HomeScouted(side, call, to), *water]
    works = board.works.get(to, ("", ""))[0]
    told = _kinds(moment, enemy, to) if probe and there else ()
    seen = e.HexScouted(side, unit.id, call, to, probe, bool(there), stands, told, works, fixed(board, to))
    felt = combat.pressed(board.forces[enemy], there, phrase("probed")) if probe else ()
    spans = discovery.learnt(moment, side, to, call)
    events = [*news, e.ActivationChanged(side, asked(active, to, answer, probe)), seen, *felt, *water, *spans]
    if not there and joins(after(moment, news).board.view(moment.game, side), to, stands):
        events.append(e.OwnerChanged(to, side, phrase("probed") if probe else phrase("scouted")))
    return events


@rule("TOCS-W11.14-1")
def _water(board: Board, game: Game, side: str, to: Hex) -> tuple[e.Event, ...]:
    """What scouting a river tells of it: the water, and a ford the enemy has found there and kept to himself."""
    if to not in game.ground.banks:
        return ()
    view = board.view(game, side)
    ford = to in board.forces[game.other(side)].fords and to not in view.forces.fords
    fords, sounded = wading.learnt(view, to, ford)
    return (e.WaterKnown(side, to, ford, fords, sounded),) if ford or sounded != view.forces.sounded else ()


def _carry(now: Activation, paid: Activation) -> Activation:
    """The points as paid for, with what has been asked so far."""
    return replace(paid, asked=now.asked, answer=now.answer, scouted=now.scouted, probed=now.probed)


def _before(active: Activation | None) -> Position | None:
    """The end of the chain before the last hex asked about."""
    return Position(*active.at) if active and active.run == "recon" and active.at else None


def _kinds(moment: Moment, enemy: str, to: Hex) -> tuple[str, ...]:
    forces = moment.board.forces[enemy]
    return kinds(tuple(forces.counter(u) for u in forces.at(to)))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Enemy hexes beside the unit that it could scout."""
    where = picture.forces.units[unit]
    view = picture.view(game)
    counter = picture.forces.counter(where)
    if may_scout(counter) or stuck(view, where):
        return ()
    near = (h for h in game.ground.neighbours[where.hex] if not view.own(h))
    at = Position(where.hex, where.bank)
    return tuple(f"recon {h}" for h in near if entry(view, counter, at, h, by_road=False) is not None)


def warn(game: Game, picture: Picture, order: Recon) -> tuple[str, ...]:
    """A chain over own ground alone tells nothing; ground that units before it are only expected to take may tell a lot."""
    unit, _ = active_unit(picture)
    hexes, owner = chain(picture.view(game), unit, order), picture.public.owner
    if any(owner[h] != picture.side for h in hexes):
        return ()
    if hexes and not any(picture.forces.at(h) for h in hexes):
        words = phrase("{unit}: {hexes} lies inside your own perimeter: there is nothing to learn")
        return (say(words, unit=picture.forces.counter(unit).call, hexes=", ".join(hexes)),)
    return ()


ACTION = Action(
    verb=Verb("recon", ("recon CHAIN", "recon around", "recon toward BEARING"), "unit",
        phrase("scout hexes without leaving your own")),
    help=phrase(
        """RECON scouts a chain of hexes, each adjacent to the one before, without leaving its own hex (TOCS-W10.4). For each the
referee answers empty or occupied, and the enemy may claim EZOC. An empty hex adjacent to your perimeter and not in EZOC
becomes yours. The enemy is told which hex was reconnoitred. Each hex costs what entering it off the road would, and a
chain goes as far as the AP of its scout (TOCS-W10.4-2): COST D/505 TO 13.11 tells. A scout that attacks afterwards has
a column shift, and its battle lasts only as long as the AP it has left (TOCS-W10.4-15). Engaged units neither scout
nor probe.

    82rcn: recon 14.11, 14.10
    B/504: recon around
    C/504: recon toward 15.12"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn,
)  # fmt: skip
