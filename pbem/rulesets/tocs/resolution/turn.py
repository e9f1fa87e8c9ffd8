"""The atoms of a turn: beginning, engagements, initiative, income, announcement, end of impulse, recovery, the end."""

from collections.abc import Mapping

from pbem.engine.situation import Control
from pbem.kernel.dice import Throw
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.oob import full_kind
from pbem.rulesets.tocs.resolution import air, casualties, combat, field, fields_lost, handover, sea_turn, supply, winter
from pbem.rulesets.tocs.resolution import communications as links
from pbem.rulesets.tocs.resolution import end_of_turn_work as workday
from pbem.rulesets.tocs.rules import stacking, turn, victory
from pbem.rulesets.tocs.rules.stocks import suffers
from pbem.rulesets.tocs.ships import sunk_kind
from pbem.rulesets.tocs.standing_orders.asked import PlaceAmongSurplus
from pbem.rulesets.tocs.units import Unit

Events = tuple[e.Event | Control, ...] | None


def begin(moment: Moment) -> Events:
    """The turn marker moves on; what was patched from this turn on takes effect."""
    turn, later = moment.board.public.turn + 1, moment.game.later
    if moment.taken:
        return None
    patched = later.events if later and later.turn == turn else ()
    return (
        e.TurnBegan(turn),
        *patched,
        *_rested(moment, turn),
        *air.new_turn(after(moment, patched), turn),
        *supply.drawn_by_name(moment, turn),
    )


@rule("TOCS-W1.5-2")
def _rested(moment: Moment, turn: int) -> tuple[e.Event, ...]:
    """Days of rest that a module inserts before a turn: all who are in no engagement are in good order again."""
    game: Game = moment.game
    if not game.turns[turn - 1].rest:
        return ()
    engaged = moment.board.public.engaged
    tired = ((side, unit) for side, forces in sorted(moment.board.forces.items()) for unit in forces.on_map() if unit.state)
    return tuple(e.UnitChanged(side, replace(unit, state=0), phrase("rested")) for side, unit in tired if unit.hex not in engaged)


@rule("TOCS-2.6-1", "TOCS-1.3-3")
def engagements(moment: Moment) -> Events:
    """Every engagement is fought once, in the order of hexes, ahead of initiative; before them those field battles come
    back whose outcome is known, and those that are still out are left alone."""
    public = moment.board.public
    back = field.due(moment, tuple(public.fields))
    if back:
        return combat.returned(moment, back)
    joining = air.joining(moment)
    if joining:
        return joining
    waiting = sorted(h for h in public.engaged if h not in public.resolved and h not in public.fields)
    return combat.engagement(moment, waiting[0]) if waiting else None


@rule("TOCS-2.7-1", "TOCS-2.7-2", "TOCS-1.3-1")
def initiative(moment: Moment) -> Events:
    """Each side d10 and its modifier, high first; a tie goes to the last holder (on the first turn: thrown again)."""
    if moment.taken:
        return None
    game: Game = moment.game
    board: Board = moment.board
    if board.public.turn == 1 and game.moves_first:
        return (*air.leaving(moment), e.InitiativeThrown(game.moves_first, ()))
    attempt = 1
    while True:
        throws = tuple((s.id, _die(moment, s.id, attempt)) for s in game.sides)
        first = _highest(moment, dict(throws)) or board.public.holder
        if first:
            return (*air.leaving(moment), e.InitiativeThrown(first, throws))
        attempt += 1


def _highest(moment: Moment, throws: Mapping[str, Throw]) -> str:
    """The side that has thrown highest, its modifier added; "" in a tie."""
    totals = {side: throw.total + turn.initiative_modifier(moment.board.view(moment.game, side)) for side, throw in throws.items()}
    best = [side for side, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else ""


def _die(moment: Moment, side: str, attempt: int) -> Throw:
    return moment.dice.throw(f"initiative/T{moment.board.public.turn}/{side}/{attempt}", "1d10")


@rule("TOCS-3.0-1", "TOCS-3.3-1")
def impulse(moment: Moment) -> Events:
    """An impulse begins and its OPs come in, pool by pool."""
    if moment.taken:
        return None
    board: Board = moment.board
    number, side = board.public.impulse + 1, turn.next_side(moment.game, board.public)
    forces = board.forces[side]
    events: list[e.Event] = [e.ImpulseBegan(number, side)]
    if any(side in firers for firers in board.public.interdicted.values()):
        events.append(e.InterdictionLifted(side))  # TOCS-W10.26-2
    credit = forces.credit
    for name in turn.earning(forces, board.public.turn):
        throw = moment.dice.throw(f"op/T{board.public.turn}.{number}/{name}", "1d10")
        pool = turn.income(forces.pools[name], throw.total, credit, board.public.turn)
        events.append(e.IncomeEarned(side, pool, throw, credit, forces.pools[name].reserve - pool.reserve))
        credit = 0
    events += supply.rolling(after(moment, events), side)
    events += supply.marked(after(moment, events), side, f"T{board.public.turn}.{number}")
    return tuple(events)


@rule("TOCS-3.6-1", "TOCS-3.4-1")
def activation(moment: Moment) -> Events:
    """The phasing side's orders are awaited until it closes its impulse."""
    return None if moment.board.public.ended else ()


@rule("TOCS-3.7-2", "TOCS-3.7-3", "TOCS-W9.1-4")
def announce(moment: Moment) -> Events:
    """Attacked hexes are announced to both sides: the hex, not who and not where from. One that fell meanwhile is moved into."""
    public = moment.board.public
    taken = {h for h, owner in public.owner.items() if owner == public.phasing and h not in public.engaged}
    hexes = tuple(sorted({a.target for a in moment.board.forces[public.phasing].attacks if not a.infiltrates} - taken))
    return None if moment.taken or not hexes else fields_lost.announced(moment, public.phasing, hexes)


@rule("TOCS-1.3-2", "TOCS-3.7-1", "TOCS-3.8-2")
def battles(moment: Moment) -> Events:
    """The announced battles, those of committed reserves among them, in the order of hexes."""
    forces_of = moment.board.forces
    sealed = _unsealed(moment)
    if sealed:
        return sealed
    gone = combat.lapsed(moment)
    if gone:
        return gone
    waiting = sorted((a.target, side) for side, forces in forces_of.items() for a in forces.attacks)
    return combat.announced(moment, waiting[0][1], waiting[0][0]) if waiting else None


@rule("TOCS-W10.2-2")
def _unsealed(moment: Moment) -> tuple[e.Event, ...]:
    """Infiltrations are announced as the battles begin, when no reserve can answer them any more."""
    public = moment.board.public
    stealing = (a.target for forces in moment.board.forces.values() for a in forces.attacks if a.infiltrates)
    hexes = tuple(sorted(set(stealing) - set(public.announced)))
    return fields_lost.announced(moment, public.phasing, hexes) if hexes and not moment.taken else ()


@rule("TOCS-1.7-1", "TOCS-3.11-1", "TOCS-3.11-4", "TOCS-W3.0-2")
def impulse_end(moment: Moment) -> Events:
    """Stacking is enforced, marks come off, deficit OPs go over, and the turn-end roll is made."""
    if moment.taken:
        return None
    board: Board = moment.board
    side = board.public.phasing
    pools, deficit = turn.pools_after(board.forces[side])
    over = e.ImpulseOver(side, pools, moment.game.other(side), deficit)
    laid = {m.hex for forces in board.forces.values() for m in forces.missions}
    idle = sorted(laid - set(board.public.fields))  # where no battle came
    spent = (event for hex_ in idle for event in combat.support_over(moment, hex_))
    cold = tuple(
        event for moved in sorted(board.forces) for event in winter.frostbite(moment, moved)
    )  # reserves have moved as well
    gone = (*cold, *_stacking(moment, side, grace=True))
    landed = air.closing(moment, side)
    at_sea = sea_turn.closing(after(moment, gone), side)
    return (*gone, *spent, *links.reviewed(after(moment, gone)), *landed, *at_sea, over, _roll(moment, side))


@rule("TOCS-W3.0-2", "TOCS-W3.0-4", "TOCS-W3.0-5")
def _stacking(moment: Moment, side: str, grace: bool) -> tuple[e.Event, ...]:
    """Units over the limit are lost, and the mark of those that fell back this impulse comes off."""
    forces: Forces = moment.board.forces[side]

    def queue(unit: Unit) -> tuple[object, ...]:
        return moment.ask(side, PlaceAmongSurplus(forces, unit))

    lost = [u for h in stacking.overstacked(forces) for u in stacking.surplus(forces, h, grace, queue)]
    kept = [u for u in forces.on_map() if u.overstacked and u not in lost]
    cleared = (e.UnitChanged(side, replace(u, overstacked=False), phrase("stacking")) for u in kept)
    lost.sort(key=lambda u: forces.counter(u).call)  # the enemy reads them in this order: not by strength, not by hex
    return (*(casualties.buried(moment, side, u, say("over the stacking limit")) for u in lost), *cleared)


def _roll(moment: Moment, side: str) -> e.TurnEndThrown:
    public, game = moment.board.public, moment.game
    passed = public.ended == "pass"
    passes = public.passes + 1 if passed else 0
    needed = turn.turn_end_number(game, public, passed)
    if passes >= 2:  # a pass of each side in a row ends the turn without a roll (TOCS-3.11-4)
        return e.TurnEndThrown(side, passed, None, needed, True, public.box, passes)
    throw = moment.dice.throw(f"turn-end/{public.impulse_name}", "2d6")
    ended = throw.total <= needed
    return e.TurnEndThrown(side, passed, throw, needed, ended, turn.next_box(public, passed), passes)


@rule("TOCS-4.0-1", "TOCS-4.1-1", "TOCS-3.5-3")
def recovery(moment: Moment) -> Events:
    """Stacks that retreats left too big are cut down, works go on, all units of both sides recover, deficit OPs lapse."""
    if moment.taken:
        return None
    events = [event for side in sorted(moment.board.forces) for event in _stacking(moment, side, grace=False)]
    events += workday.judged(after(moment, events))
    board: Board = after(moment, events).board
    for side in sorted(board.forces):
        for unit in board.forces[side].on_map():
            view = board.view(moment.game, side)
            better = turn.recovered(moment.game, unit, unit.hex in board.public.engaged, suffers(view, unit, "recovery"))
            if better != unit:
                events.append(e.UnitChanged(side, better, phrase("recovered")))
    fed = after(moment, events)
    events += supply.starved(fed)
    events += supply.drawn(after(moment, events))
    for side in sorted(board.forces):
        events += (*_reached(moment, side), *handover.overdue(after(moment, events).board.forces[side], board.public.turn))
    events += sea_turn.turn_over(after(moment, events))
    return (*events, e.TurnEnded(board.public.turn))


@rule("TOCS-5.0-1", "TOCS-5.0-3", "TOCS-1.2-7", "MASL-2.2-1", "MASL-15.1-2", "MASL-16.15-2")
def finish(moment: Moment) -> Events:
    """The last turn is over: field battles come home, since no engagements of a next turn will fetch them, and both tallies
    are opened."""
    game, public = moment.game, moment.board.public
    if public.over:
        return None
    back = field.due(moment, tuple(public.fields))
    if back:
        return combat.returned(moment, back)
    if public.fields:
        return _called_home(moment)
    found = tallies(moment)
    return (e.GameOver(found, _winner(game, {s: total for s, _, total in found})),)


@rule("MASL-2.1-6", "MASL-4.1-4")
def _called_home(moment: Moment) -> Events:
    """What field commanders still fight is thrown for: a result that comes later would count no more."""
    fields = moment.board.public.fields
    verdicts = (e.FieldVerdict(fields[h].number, h, "crt", "end") for h in sorted(fields))
    return tuple(event for verdict in verdicts for event in field.decided(moment, verdict))


def tallies(moment: Moment) -> tuple[tuple[str, tuple[e.Score, ...], int], ...]:
    """Each side's points to date: (side, by condition, total)."""
    board, game = moment.board, moment.game
    found = []
    for staff in game.sides:
        forces, enemy = board.forces[staff.id], board.forces[game.other(staff.id)]
        dead = [full_kind(enemy.counter(u)) for u in enemy.units.values() if u.status == "dead"]
        dead += [sunk_kind(ship.ship) for ship in enemy.sea.ships.values() if ship.sunk]
        land = _land(moment, staff.id)
        lines = victory.tally(forces.objectives, land, dead)
        lines += victory.outraged(forces.outrage)
        scores = tuple(e.Score(what, points) for what, points in lines)
        found.append((staff.id, scores, sum(s.points for s in scores)))
    return tuple(found)


def _land(moment: Moment, side: str) -> victory.Land:
    """What there is for a side to count."""
    board: Board = moment.board
    barred = frozenset((*board.public.engaged, *board.public.claims[side]))
    sites = tuple(board.sites.values())
    return victory.Land(moment.game.ground, board.public.owner, board.spans, sites, barred, board.forces[side].reached)


@rule("MASL-15.1-1")
def _reached(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """The aims with a date that a side has reached as the turn ends."""
    forces: Forces = moment.board.forces[side]
    units = [victory.StandingUnit(forces.counter(u), u.hex) for u in forces.on_map()]
    found = victory.crossings(forces.objectives, _land(moment, side), units, moment.board.public.turn)
    return tuple(e.AimReached(side, aim) for aim in found)


def _winner(game: Game, totals: dict[str, int]) -> str:
    best = [s for s in totals if totals[s] == max(totals.values())]
    if len(best) == 1:
        return best[0]
    return game.other(game.moves_first) if game.switches["victory_tie"] == "defender" and game.moves_first else ""
