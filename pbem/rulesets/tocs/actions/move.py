"""MOVE (TOCS-W10.1)."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.kernel.decisions import Refusal, failed, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import halts
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named, no_landing, off_map, stuck
from pbem.rulesets.tocs.actions.move_plan import NOT_PASSED, Move, is_beyond, past_assets, plan, repaid, repriced
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import air_watch, discovery, obstacles, patrol, wade
from pbem.rulesets.tocs.resolution.claims import stepped
from pbem.rulesets.tocs.resolution.straying import Leg, lost, tested
from pbem.rulesets.tocs.rules import bypass, straying, zoc
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.movement import entries, forfeited, halted, may_enter_enemy_ground
from pbem.rulesets.tocs.rules.works import sapper
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View

SAPPERS = (phrase("it leaves the mines in {hex} for 1 AP more (TOCS-W10.11-6)"),
           phrase("{hex} is mined: it stops there (TOCS-W10.11-4)"))  # fmt: skip
MINES = (phrase("it leaves the mines in {hex} for 1 AP more, and checks its morale (TOCS-W10.11-6)"),
         phrase("{hex} is mined: it stops there, and checks its morale (TOCS-W10.11-4)"))  # fmt: skip
__all__ = ["ACTION", "Leg", "Move", "check", "execute", "expect", "plan"]


def order(act: Act, picture: Picture) -> Move | Refusal:
    """The order from its words."""
    path = act.hexes("PATH")
    if not path:
        last = picture.forces.active.asked if picture.forces.active else None
        if last is None:
            return illegal(say("move where? No hex has been asked about"), "TOCS-W10.1-1", "move 12.09")
        path = (last,)
    if act.says("by road") and act.says("quiet"):
        return illegal(say("a quiet move keeps off the roads"), "TOCS-W10.1-1", "move 12.09 quiet")
    if act.hex("HEX") and (act.says("by road") or act.says("quiet")):
        return illegal(say("BYPASS goes neither by road nor quiet"), "TOCS-W10.1.1-2", "move 15.12 bypass 14.11")
    return Move(path, act.says("by road"), act.hex("HEX"), act.says("quiet"))


def check(game: Game, picture: Picture, order: Move) -> tuple[Refusal, ...]:
    """Ground, engagement, and points for the whole path over what this side knows."""
    unit, _ = active_unit(picture)
    view = picture.view(game)
    problem = off_map(game, (*order.path, *((order.past,) if order.past else ()))) or stuck(view, unit)
    problem = problem or no_landing(view, unit, next(iter(order.path), None))
    if problem:
        return (problem,)
    legs = plan(view, unit, order, picture.held_by_enemy())
    return (legs,) if isinstance(legs, Refusal) and legs.rule != NOT_PASSED else ()


def beyond(game: Game, picture: Picture, order: Move) -> bool:
    """Does check refuse it because the points do not reach? Asked of a move to where another unit stands."""
    unit, _ = active_unit(picture)
    return is_beyond(picture.view(game), unit, order, picture.held_by_enemy())


def expect(game: Game, picture: Picture, order: Move) -> Picture:
    """The unit at the end of its path, and the hexes it went through ours."""
    unit, _ = active_unit(picture)
    legs = plan(picture.view(game), unit, order, picture.held_by_enemy())
    if isinstance(legs, Refusal) or not legs:
        return picture
    unit = _nervous(picture.view(game), unit, legs[-1])
    last = legs[-1]
    before = legs[-2].way.to.hex if len(legs) > 1 else unit.hex
    moved, active = replace(unit, hex=last.way.to.hex, bank=last.way.to.bank, overstacked=False), last.active
    if picture.view(game).mined(last.way.to.hex):
        active = halted(active)
    if last.way.to.hex in picture.public.engaged:
        moved, active = _joined(replace(unit, hex=before), last)
    forces = replace(past_assets(picture.forces, unit, legs).walked(moved, last.way.to.hex), active=active)
    entered = {leg.way.to.hex: picture.side for leg in legs if leg.way.to.hex not in picture.public.engaged}
    public = replace(picture.public, owner={**picture.public.owner, **entered})
    return replace(picture, forces=forces, public=public)


def _nervous(view: View, unit: Unit, last: Leg) -> Unit:
    """The unit with the morale checks thrown that known mines ask of it on the way out and in."""
    checks = 0 if sapper(view.forces.counter(unit)) else view.mined(unit.hex) + view.mined(last.way.to.hex)
    return replace(unit, tested=unit.tested + checks)


def execute(moment: Moment, picture: Picture, order: Move) -> Outcome:
    """Hex by hex: announce, answer, pay, place (TOCS-1.9-3). The path is the one this side's picture gives."""
    side = picture.side
    unit, _ = active_unit(picture)
    legs = plan(picture.view(moment.game), unit, order, picture.held_by_enemy())
    if isinstance(legs, Refusal) and legs.rule == NOT_PASSED:
        return _instead(moment, picture, order, legs)
    if isinstance(legs, Refusal):
        return Outcome((), replace(legs, kind="failed"))
    return _walk(moment, side, legs)


@rule("TOCS-W10.1.1-4")
def _instead(moment: Moment, picture: Picture, order: Move, why: Refusal) -> Outcome:
    """A hex proves not to be bypassable: the unit enters it, if it is its own side's, free of the enemy, and can be paid
    for; else it stays where it is and the points of the action are lost."""
    side, (unit, active) = picture.side, active_unit(picture)
    view, goal = picture.view(moment.game), order.path[-1]
    past = order.past or min(bypass.between(view.game.ground, unit.hex, goal), default=goal)
    calm = view.own(past) and past not in view.ezoc() and past not in view.public.engaged
    legs = plan(view, unit, Move((unit.hex, past)), picture.held_by_enemy()) if calm else why
    if not isinstance(legs, Refusal):
        went = _walk(moment, side, legs)
        words = failed(say("{why}; it enters {named}", why=why.words, named=named(moment.game, past)), NOT_PASSED)
        return replace(went, failure=went.failure or words)
    spent = forfeited(active)
    lost = say("{why}; it stays and the points are lost", why=why.words)
    return Outcome((e.ActivationChanged(side, spent),), failed(lost, NOT_PASSED))


def _walk(moment: Moment, side: str, legs: tuple[Leg, ...]) -> Outcome:
    """Leg by leg, until something stops the unit."""
    left, out = obstacles.out_of_mines(moment, side) if legs else ((), True)
    events: list[e.Event] = [*left]
    if not out:
        return Outcome(left, failed(say("its morale failed in the mines: it stays"), "TOCS-W10.11-6"))
    for planned in legs:
        now, last = after(moment, events), planned is legs[-1]
        leg = repaid(now.board.forces[side], planned)
        if discovery.gone(now, side, leg):
            at = now.board.forces[side].units[leg.active.unit].hex
            none = failed(say("no bridge carries it over the water in {named}", named=named(moment.game, at)), "TOCS-W11.3-2")
            return Outcome(tuple(events), none)
        told, astray = tested(now, side, leg)
        events.extend(told)
        if astray != leg:
            return _strayed(after(moment, events), side, leg, astray, tuple(events))
        news, paid = wade.tried(after(moment, events), side, leg)
        events.extend(news)
        if paid is None:
            return Outcome(tuple(events), wade.stays(moment, side, leg))
        went = _enter(after(moment, events), side, paid, last)
        events.extend(went.events)
        if went.failure or went.contact:
            return Outcome(tuple(events), went.failure, went.contact)
        if paid != leg and not last:
            return Outcome(tuple(events), failed(say("the crossing took all its AP"), "TOCS-W11.11-1"))
    return Outcome(tuple(events))


@rule("TOCS-W10.1.3-9", "TOCS-W10.1.3-10", "TOCS-W10.1.3-11")
def _strayed(moment: Moment, side: str, meant: Leg, astray: Leg | None, told: tuple[e.Event, ...]) -> Outcome:
    """Into the wrong hex as into any other: it is taken, joined or an ambush; a unit that stays has spent its points."""
    went = _enter(moment, side, astray, True) if astray else Outcome((e.ActivationChanged(side, meant.active),))
    return Outcome((*told, *went.events), lost(moment, side, meant, astray, went.failure), went.contact)


def _enter(moment: Moment, side: str, leg: Leg, last: bool) -> Outcome:
    """One hex of a move as it comes off."""
    board = moment.board
    forces = board.forces[side]
    to = leg.way.to.hex
    unit = forces.units[leg.active.unit]
    if to in board.public.engaged:
        return _join(side, unit, leg)
    view = board.view(moment.game, side)
    ours = view.own(to)
    # the enemy says whether a zone stands there; what that step costs is computed afresh with the answer
    stands, news = _announced(moment, side, unit, to)
    computed = leg
    afresh = _with_zones(view, after(moment, news).board.view(moment.game, side), unit, leg) if stands or news else leg
    if afresh is None:
        return halts.barred_by_zoc(side, forces.counter(unit), unit.hex, leg, news)
    # then the road itself: a block that was not known slows the unit, or turns it back
    way = obstacles.slowed(after(moment, news), side, afresh)
    if way is None:
        block = failed(say("a roadblock in {named} turned it back", named=named(moment.game, to)), "TOCS-W10.10-6")
        return Outcome((*news, *obstacles.put_back(moment, side, to)), block)
    blocked = obstacles.come_upon(moment, side, unit, to) if way != afresh else ()
    leg = way
    if not ours and board.occupants(to, moment.game.other(side)):
        return _meet(moment, side, leg, news, blocked)
    return _come_in(moment, side, leg, _Step(computed, stands, bool(blocked), last), news)


class _Step(NamedTuple):
    """How a unit comes into a hex: the leg as it was computed, whether a zone stands there, whether mines or a block
    took the road from it, and whether the move ends there."""

    computed: Leg
    stands: bool
    blocked: bool
    last: bool


@rule("TOCS-W6.0-11", "TOCS-W10.10-5", "TOCS-W10.15-3")
def _come_in(moment: Moment, side: str, leg: Leg, step: _Step, news: tuple[e.Event, ...]) -> Outcome:
    """The unit is in the hex and finds what there is; a zone halts it, but those who may drive on and can pay for the rest."""
    unit, to = moment.board.forces[side].units[leg.active.unit], leg.way.to.hex
    computed, stands, blocked, last = step
    entered = () if moment.board.view(moment.game, side).own(to) else (e.HexEntered(side, unit.id, to),)
    moved = replace(unit, hex=to, bank=leg.way.to.bank, overstacked=False)
    events = (*news, *entered, e.ActivationChanged(side, leg.active), e.UnitChanged(side, moved, phrase("moved")))
    went = _found(after(moment, events), side, moved, last)
    seen = air_watch.watched(after(moment, (*events, *went.events)), side, moved, leg.way)
    went = replace(went, events=(*went.events, *seen))
    if any(isinstance(event, e.UnitDestroyed) for event in seen):
        return Outcome((*events, *went.events), failed(say("destroyed from the air"), "TOCS-W15.9-2"))
    drives_on = stands and halts.drives_on(moment, side, leg)
    if not stands or (drives_on and (last or _no_dearer(leg, computed))):
        slow = _slowed(moment, to) if blocked and not last else None
        return Outcome((*events, *went.events), went.failure or slow, went.contact)
    halt = _halt(after(moment, (*events, *went.events)), side, leg, drives_on)
    stop = None if last else failed(say("halted by EZOC in {named}", named=named(moment.game, to)), "TOCS-W6.0-11")
    return Outcome((*events, *went.events, halt), stop, True)


@rule("TOCS-1.9-3")
def _announced(moment: Moment, side: str, unit: Unit, to: Hex) -> tuple[bool, tuple[e.Event, ...]]:
    """Does a zone of the enemy's stand in the hex, and what is told of it? On own ground that is in none nobody is asked."""
    view = moment.board.view(moment.game, side)
    if view.own(to) and to not in view.ezoc():
        return False, ()
    return stepped(moment, side, (unit.hex,), to)


def _slowed(moment: Moment, to: Hex) -> Refusal:
    """Mines or a block took the road from it: what is left does not reach as far as was computed."""
    return failed(say("{named} is blocked: the way cost more than was planned", named=named(moment.game, to)), "TOCS-W10.10-5")


def _no_dearer(leg: Leg, computed: Leg) -> bool:
    """Did a step into a zone take no more than the plan had computed, so that the rest of it can be paid?"""
    return leg == computed or leg.way.cost < computed.way.cost


@rule("TOCS-W6.0-11", "TOCS-W10.15-3")
def _halt(moment: Moment, side: str, leg: Leg, drives_on: bool) -> e.MoveHalted:
    """A move ends in a zone of the enemy's, its points forfeit, but for those who may drive on through a thin one."""
    active = moment.board.forces[side].active or leg.active
    return e.MoveHalted(side, leg.active.unit, leg.way.to.hex, active if drives_on else halted(active), False)


@rule("TOCS-W6.0-12", "TOCS-W6.0-13")
def _with_zones(view: View, told: View, unit: Unit, leg: Leg) -> Leg | None:
    """The leg at its price as zones stand now that the enemy has answered; None where it cannot be gone from zone to zone."""
    if zoc.held(told, view.forces.counter(unit), unit.hex, leg.way.to.hex):
        return None
    return repriced(view, told, unit, leg)


@rule("TOCS-3.10-3", "TOCS-W10.1.2-1", "TOCS-W2.6.3-1")
def _meet(moment: Moment, side: str, leg: Leg, news: tuple[e.Event, ...], blocked: tuple[e.Event, ...]) -> Outcome:
    """The enemy is in the hex: a reserve in exploitation stops before it, reconnaissance may see it in time, any other unit
    has run into it."""
    forces, to = moment.board.forces[side], leg.way.to.hex
    unit = forces.units[leg.active.unit]
    if halts.unit_stops(forces.active):
        return halts.stopped_before(moment, side, unit, leg, news)
    if patrol.draws_back(moment, side, leg.active, to):
        return patrol.drawn_back(moment, side, leg.active, to, news)
    return halts.run_into(moment, side, unit, leg, (*news, e.HexEntered(side, unit.id, to), *blocked))


@rule("TOCS-W10.11-4")
def _found(moment: Moment, side: str, unit: Unit, last: bool) -> Outcome:
    """What the unit comes upon in the hex it has entered: the ground is its side's now, and mines stop it."""
    ours = moment.board.public.owner[unit.hex] == side
    news = () if ours else (e.OwnerChanged(unit.hex, side, phrase("entered")),)
    found = obstacles.come_upon(moment, side, unit, unit.hex) if not ours or obstacles.unknown(moment, side, unit.hex) else ()
    mines = obstacles.into_mines(moment, side, unit)
    stopped = say("mines in {named} stopped it", named=named(moment.game, unit.hex))
    stop = failed(stopped, "TOCS-W10.11-4") if mines and not last else None
    return Outcome((*news, *found, *mines), stop, bool(mines))


@rule("TOCS-W10.1-7")
def _join(side: str, unit: Unit, leg: Leg) -> Outcome:
    """Into an engagement: the unit stops and joins, unannounced."""
    moved, active = _joined(unit, leg)
    return Outcome((e.ActivationChanged(side, active), e.UnitChanged(side, moved, phrase("joined the engagement"))))


def _joined(unit: Unit, leg: Leg) -> tuple[Unit, Activation]:
    """The unit in the engagement, with the hex it came from, and its activation with nothing left."""
    moved = replace(unit, hex=leg.way.to.hex, bank=leg.way.to.bank, origin=unit.hex, overstacked=False)
    return moved, replace(leg.active, ap=0, mp=0)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes beside the unit it could move to."""
    where = picture.forces.units[unit]
    view = picture.view(game)
    if engaged(view, where):
        return ()
    counter = picture.forces.counter(where)
    allowed = (w for w in entries(view, counter, Position(where.hex, where.bank)) if _allowed(view, unit, w.to.hex))
    return tuple(f"move {w.to.hex}" for w in allowed)


def besides(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes two away that it could go to past one beside it."""
    where, view = picture.forces.units[unit], picture.view(game)
    if engaged(view, where):
        return ()
    found = bypass.detours(view, picture.forces.counter(where), Position(where.hex, where.bank))
    allowed = (way for way in found if _allowed(view, unit, way.to.hex))
    return tuple(dict.fromkeys(f"move {way.to.hex} bypass {way.past}" for way in allowed))


def _allowed(view: View, unit: str, to: Hex) -> bool:
    return view.own(to) or may_enter_enemy_ground(view.forces.counters[unit])


def warn(game: Game, picture: Picture, order: Move) -> tuple[str, ...]:
    """What beginners regret: a road move into unknown ground, a move into a known enemy, EZOC to EZOC, a river to be waded."""
    unit, _ = active_unit(picture)
    view = picture.view(game)
    legs = plan(view, unit, order, picture.held_by_enemy())
    if isinstance(legs, Refusal):
        return (say("{why}: it enters the hex if it can, or loses the points (TOCS-W10.1.1-4)", why=legs.words),)
    return tuple(_warning(picture, view, unit, legs))


def _warning(picture: Picture, view: View, unit: Unit, legs: tuple[Leg, ...]) -> Iterator[str]:
    first = legs[0].way if legs else None
    if first and straying.is_tested(view, unit, first.to.hex, first.road):
        risk = straying.risk(view, unit, first.to.hex)
        yield say("may stray on the way into {to}: {risk} (TOCS-W10.1.3-3)", to=first.to.hex, risk=risk)
    if view.mined(unit.hex):
        yield say(_of_mines(view, unit)[0], hex=unit.hex)
    for start, leg in zip((unit.hex, *(leg.way.to.hex for leg in legs)), legs, strict=False):
        yield from _leg_warning(picture, view, unit, start, leg)


def _leg_warning(picture: Picture, view: View, unit: Unit, at: Hex, leg: Leg) -> Iterator[str]:
    """What may meet a unit on the way from one hex into the next."""
    to = leg.way.to.hex
    if view.mined(to):
        yield say(_of_mines(view, unit)[1], hex=to)
    if to in picture.held_by_enemy() and to not in view.public.engaged:
        yield say("{to} is known to be occupied: moving in is an ambush against you (TOCS-W10.1.2-1)", to=to)
    elif not view.own(to) and leg.active.column and to not in picture.looks:
        yield say("by road into {to}, not yet reconnoitred: an ambush there finds you at half strength (TOCS-W10.1.2-5)", to=to)
    if leg.way.means == WADE:
        yield say("the river in {at} must be waded: that takes a roll, and may take all AP or fail (TOCS-W11.11-1)", at=at)
    if zoc.held(view, view.forces.counter(unit), at, to):
        yield say("{at} and {to} both lie in claimed EZOC: barred if both claims still stand (TOCS-W6.0-12)", at=at, to=to)
    elif to in view.ezoc():
        yield say("{to} lies in claimed EZOC: the unit halts there if the claim still stands (TOCS-W6.0-11)", to=to)


def _of_mines(view: View, unit: Unit) -> tuple[str, str]:
    """What mines do to a unit that leaves them, and to one that comes upon them."""
    return SAPPERS if sapper(view.forces.counter(unit)) else MINES


ACTION = Action(
    verb=Verb("move", ("move [PATH] [bypass HEX] [by road] [quiet]",), "unit", phrase("move to a hex, or along a path")),
    help=phrase("""MOVE takes the unit to a hex by the legal path of the fewest AP over what your side knows, or along the path you
write. Each AP buys the unit's movement points; points of consecutive moves are pooled (TOCS-W10.1-2). Moving into a
hex the enemy holds is an ambush against you (TOCS-W10.1.2-1): scout first. Without a hex it means the hex last
scouted. The path counts the terrain between each hexside and the centre beyond it, slopes, streams, traffic on the
roads and the weather; COST shows it. Inside your own perimeter it bypasses a costly hex where the map leaves room
along its hexsides. To order that yourself write the hex beyond, two away, and the hex to be passed after BYPASS
(TOCS-W10.1.1-2). BY ROAD keeps to roads and railways; QUIET keeps off them at double cost (not in forest), unseen
from the air. Wading a minor river without bridge or ford takes a roll (TOCS-W11.11-1); a ford takes good order and
all AP.

    A/504: move 12.09
    A/504: move 11.11 12.10 by road
    A/504: recon 13.10; if empty move
    A/504: move 15.12 bypass 14.11"""),
    order=order, check=check, expect=expect, execute=execute, options=options, besides=besides, warn=warn,
)  # fmt: skip
