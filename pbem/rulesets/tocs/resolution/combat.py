"""Battles: opened, thrown, and settled stage by stage, so that a pause may fall between any two (TOCS-3.9, W19).

Every stage is an atom: the roll; the defender's losses and retreat; the attacker's; the aftermath. What is between
them stands on the board as a `Fight`.
"""

from pbem.engine.situation import Control
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, laid_by
from pbem.rulesets.tocs.field_units import FieldBattle
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import terrains_of
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import (
    aftermath,
    air_flak,
    banks,
    casualties,
    choices,
    discovery,
    drowned,
    field,
    fields_lost,
    handover,
    prisoners,
    refitting,
    sea_guns,
    sea_turn,
    supply,
    trains_lost,
    vacated,
)
from pbem.rulesets.tocs.resolution.battle_facts import Onset, facts_of
from pbem.rulesets.tocs.rules import battle as sums
from pbem.rulesets.tocs.rules import infiltration, interdiction
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.rules.cells import crt_cell
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.visibility import moon
from pbem.rulesets.tocs.rules.zoc import COMPANIES
from pbem.rulesets.tocs.standing_orders.asked import LastLook
from pbem.rulesets.tocs.units import Attack, Unit

_IDLE = frozenset((  # hands, points and what was announced are nothing to `settle`
    e.UnitActivated, e.ActivationChanged, e.MoveHalted, e.MoveStopped, e.StaffChanged, e.StaffLaidAside, e.StaffWoken, e.WayTested,
    e.AttackOrdered, e.BattlesAnnounced, e.ImpulseClosed, e.HomeScouted,
))  # fmt: skip


@rule("TOCS-1.3-2", "TOCS-W19.4-2", "MASL-4.1-4")
def settle(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """The next stage of the battle on the board; without one, what the last act did to supply. The defender comes first."""
    fight: e.Fight | None = moment.board.fight
    if fight is None:
        back = field.waited_for(moment)
        if back:
            return returned(moment, back)
        at_once = (drowned.follow, sea_turn.ports_lost, vacated.follow, _called_off, discovery.follow, prisoners.freed, _behind)
        return next((events for follows in at_once if (events := follows(moment))), None)
    asked = choices.question(moment, fight)
    if asked:
        return asked
    stages = {
        "defender": casualties.defender,
        "attacker": casualties.attacker,
        "aftermath": aftermath.aftermath,
    }
    return stages[fight.stage](moment, fight)


def is_idle(board: Board, event: e.Event | Control) -> bool:
    """Does an event set nothing going, since `settle` looks at nothing that it changes?"""
    return type(event) in _IDLE or (isinstance(event, e.ActivationEnded) and _same_but_worn(board.forces[event.side], event.unit))


def _same_but_worn(forces: Forces, unit: Unit) -> bool:
    before = forces.units[unit.id]
    return replace(unit, state=before.state) == before


def _behind(moment: Moment) -> tuple[e.Event, ...] | None:
    """What the last act did to trains, stores, fields and command."""
    return trains_lost.follow(moment) or supply.follow(moment) or fields_lost.follow(moment) or handover.follow(moment)


@rule("TOCS-W10.21-5", "TOCS-W10.22-1")
def _called_off(moment: Moment) -> tuple[e.Event, ...] | None:
    """Reserves and units on refit that have come into a claimed zone or an engagement are so no longer; None when there are
    none."""
    board: Board = moment.board
    lost: list[e.Event] = []
    for _, forces in sorted(board.forces.items()):
        if forces.tasks or forces.muster().reserve:
            lost += pressed(forces, _met(board, forces), say("the enemy is too near"))
    return tuple(lost) or None


def _met(board: Board, forces: Forces) -> tuple[Unit, ...]:
    """The reserves and the units at work of a side that are in a claimed zone or an engagement."""
    claims, engaged = board.public.claims[forces.side], board.public.engaged
    busy = (u for u in forces.units.values() if (u.reserve or u.id in forces.tasks) and u.status == "map")
    return tuple(u for u in busy if u.hex in claims or u.hex in engaged)


@rule("TOCS-W10.21-5", "TOCS-W10.22-1")
def pressed(forces: Forces, units: tuple[Unit, ...], how: str) -> tuple[e.Event, ...]:
    """Units that are attacked or probed are no longer in reserve, nor on refit."""
    called = (e.UnitChanged(forces.side, replace(u, reserve=False), field.OUT_OF_RESERVE) for u in units if u.reserve)
    return (*called, *refitting.forced_out(forces, units, how))


def lapsed(moment: Moment) -> tuple[e.Event, ...]:
    """Attacks that come to nothing: the attacker was beaten from where it stood, or fights in its own hex."""
    board: Board = moment.board
    return tuple(
        e.AttackLapsed(side, a.unit)
        for side, forces in sorted(board.forces.items())
        for a in forces.attacks
        if forces.units[a.unit].hex != a.origin or a.origin in board.public.engaged
    )


@rule("TOCS-W10.1.2-1", "TOCS-W10.1.2-3", "TOCS-W10.1.2-4", "TOCS-W10.1.2-5")
def ambush(moment: Moment, side: str, unit: Unit, hex_: Hex, column: bool) -> tuple[e.Event, ...]:
    """A move ran into the enemy: settled at once, the mover alone against all that is there."""
    attack = Attack(unit.id, hex_, unit.hex, unit.bank, 0)
    return _open(moment, side, hex_, (attack,), Onset("ambush", column))


@rule("TOCS-W12.3-6")
def ambushed(moment: Moment, side: str, units: tuple[Unit, ...], where: tuple[Hex, Hex]) -> tuple[e.Event, ...]:
    """Several units, off a train that was stopped, run into the enemy in a hex out of the one before it."""
    hex_, origin = where
    attacks = tuple(Attack(unit.id, hex_, origin, unit.bank, 0) for unit in units)
    return _open(moment, side, hex_, attacks, Onset("ambush"))


@rule("TOCS-W15.15-9")
def came_down(moment: Moment, side: str, hex_: Hex) -> tuple[e.Event, ...]:
    """Troops who came down on the enemy are ambushed; if both are still there afterwards it stays an engagement."""
    inside = tuple(_inside(u, hex_) for u in moment.board.occupants(hex_, side))
    return _open(moment, side, hex_, inside, Onset("ambush"))


@rule("TOCS-2.6-1")
def engagement(moment: Moment, hex_: Hex) -> tuple[e.Event, ...]:
    """An engagement is fought again: the side that owned the hex first is the defender."""
    defender = moment.board.public.engaged[hex_]
    attacker = moment.game.other(defender)
    inside = tuple(_inside(u, hex_) for u in moment.board.occupants(hex_, attacker))
    return _open(moment, attacker, hex_, inside, Onset("engagement"))


@rule("TOCS-W19.0-3", "TOCS-W19.0-5", "TOCS-W10.6-3", "TOCS-W10.7-2", "TOCS-W10.8-2")
def announced(moment: Moment, side: str, hex_: Hex) -> tuple[e.Event | Control, ...]:
    """An announced attack comes to its battle, or, where nobody is, to a move into the hex."""
    board: Board = moment.board
    attacks = tuple(sorted((a for a in board.forces[side].attacks if a.target == hex_), key=lambda a: a.unit))
    stopped = _stopped(moment, side, attacks)
    if stopped:
        return stopped
    attacks = tuple(_delayed(moment, side, a) for a in attacks)
    if not board.occupants(hex_, moment.game.other(side)):
        return aftermath.walk_in(moment, side, hex_, attacks)
    if field.goes_out(moment, side, hex_, attacks):
        return field.handed_over(moment, side, hex_, attacks)
    inside = tuple(_inside(u, hex_) for u in board.occupants(hex_, side))
    stealing = next((a for a in attacks if a.infiltrates), None)
    if stealing:
        modified, thrown = _infiltrated(moment, side, stealing)
        onset = Onset("infiltration", infiltration="success" if thrown.success else "detected")
        return (modified, thrown, *_open(moment, side, hex_, (*attacks, *inside), onset))
    return _open(moment, side, hex_, (*attacks, *inside), Onset(sums.level_of(attacks)))


@rule("MASL-4.1-4", "MASL-1.1-3")
def returned(moment: Moment, battle: FieldBattle) -> tuple[e.Event, ...]:
    """A field battle that is decided comes back: as its commanders reported it, or to be thrown with who is still there."""
    board, hex_ = moment.board, battle.hex
    verdict, force = board.verdicts[battle.number], board.forces[battle.attacker].force(battle.number)
    alive = {u.id for u in board.occupants(hex_, battle.attacker)}
    attacks = tuple(a for a in force.attacks if a.unit in alive) if force else ()
    if verdict.result != "crt" or not attacks or not board.occupants(hex_, battle.defender):
        return (*field.applied(moment, battle), *support_over(moment, hex_))
    ended = (field.recalled(battle, verdict.how), e.EngagementResolved(hex_))
    inside = tuple(_inside(u, hex_) for u in board.occupants(hex_, battle.attacker) if u.id not in {a.unit for a in attacks})
    return (*ended, *_open(after(moment, ended), battle.attacker, hex_, (*attacks, *inside), Onset(sums.level_of(attacks))))


@rule("TOCS-W10.2-5", "TOCS-W10.2-6")
def _infiltrated(moment: Moment, side: str, attack: Attack) -> tuple[e.InfiltrationModified, e.InfiltrationThrown]:
    """Is the infiltrator seen? The throw decides whose the shift is."""
    chart = moment.game.check("infiltration")
    drm = infiltration.modifier(chart, _approach(moment, side, attack))
    throw = moment.dice.throw(f"infiltration/{moment.board.public.impulse_name}/{attack.target}", chart.trial.roll)
    thrown = e.InfiltrationThrown(side, attack.target, throw, throw.total + drm >= int(chart.trial.target))
    return e.InfiltrationModified(side, attack.target, drm), thrown


@rule("TOCS-W1.9-1", "TOCS-W10.2-5")
def _approach(moment: Moment, side: str, attack: Attack) -> infiltration.Approach:
    """The facts of an infiltration; of a mixed hex the ground that is worst for the infiltrator counts."""
    board, game, enemy, hex_ = moment.board, moment.game, _enemy(moment, side), attack.target
    view, mine = board.view(game, side), board.forces[side].counters[attack.unit]
    stand = board.occupants(hex_, enemy)
    theirs = [board.forces[enemy].counter(u) for u in stand]
    companies = [u for u in stand if board.forces[enemy].counter(u).kind in COMPANIES]
    there, weather = terrains_of(game.ground, hex_), board.public.weather
    open_start = game.ground.terrain[attack.origin] in infiltration.OPEN
    look = moment.ask(side, LastLook(hex_))
    return infiltration.Approach(
        elr=mine.elr - max(c.elr for c in theirs), ml=mine.ml - max(c.ml for c in theirs),
        night=view.night, bright=moon(view) == "full" and weather.cloud == "clear", fog=weather.fog,
        precipitation=weather.precipitation != "dry", cover=all(kind in infiltration.COVER for kind in there),
        open_approach=open_start and any(kind in infiltration.OPEN for kind in there),
        reconnoitred=bool(look and look.when.startswith(f"T{board.public.turn}.")),
        works=board.works.get(hex_, ("", ""))[1] == enemy or laid_by(board, hex_, "minefield", enemy),
        stretched=bool(companies) and all(u.extended for u in companies), alert=hex_ in board.public.fought,
        no_company=not companies, national=figure(game, mine.nation, "infiltration"),
    )  # fmt: skip


@rule("TOCS-W10.26-5", "TOCS-W10.26-6")
def _delayed(moment: Moment, side: str, attack: Attack) -> Attack:
    """An attack out of an interdicted hex, or into one under the enemy's fire, has an AP less."""
    late = interdiction.delays(moment.board.public, side, attack.origin, attack.target)
    return replace(attack, ap=attack.ap - 1) if late else attack


@rule("TOCS-W10.26-5", "TOCS-W10.26-6")
def _stopped(moment: Moment, side: str, attacks: tuple[Attack, ...]) -> tuple[e.Event, ...]:
    """The attacks that have no AP left: they are cancelled, and when no other is left so is the battle."""
    units = moment.board.forces[side].units
    late = tuple(a for a in attacks if _delayed(moment, side, a).ap == 0)
    off: tuple[e.Event, ...] = tuple(e.AttackCalledOff(side, degraded(units[a.unit]), a.target) for a in late)
    return (*off, e.BattleCalledOff(late[0].target)) if late and len(late) == len(attacks) else off


@rule("TOCS-W1.7-1", "TOCS-W2.5-2")
def _companions(forces: Forces, attacks: tuple[Attack, ...]) -> tuple[Attack, ...]:
    """The assets assigned to attackers and stacked with them, which fight along with what they are worth."""
    busy = {attack.unit for attack in attacks}
    return tuple(
        replace(attack, unit=asset.id, pursue=0, bearing=None, exploit=None, breakthrough="none")
        for attack in attacks
        for asset in forces.stack_of(forces.units[attack.unit])
        if asset.id not in busy
    )


def _inside(unit: Unit, hex_: Hex) -> Attack:
    """The part of a unit that is already in the hex: it makes no attack of its own."""
    return Attack(unit.id, hex_, hex_, unit.bank, 0)


@rule("TOCS-1.11-1", "TOCS-1.12-1", "TOCS-3.9-1", "TOCS-3.9-6", "TOCS-W19.0-1", "TOCS-W10.21-5")
def _open(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], onset: Onset) -> tuple[e.Event, ...]:
    """Work out both sums, throw, and put the battle on the board."""
    level, attacks = onset.level, (*attacks, *_companions(moment.board.forces[side], attacks))
    flown = _met_by_guns(moment, side, hex_, attacks, level)
    moment = after(moment, flown)
    facts = facts_of(moment, side, hex_, attacks, onset)
    taken, water = banks.declared(moment, side, facts)
    moment, facts = after(moment, taken), replace(facts, water=water)
    board: Board = moment.board
    number = board.public.battles + 1
    ours, theirs = _reckoning(moment, facts, side, "attacker"), _reckoning(moment, facts, _enemy(moment, side), "defender")
    crt = moment.game.grid("crt")
    basic = crt.column_for(ours.total, theirs.total)  # fractions down (TOCS-3.9-2)
    final = crt.shifted(basic, ours.shift - theirs.shift)  # TOCS-3.9-3, TOCS-3.9-5
    drm, said = sums.drms(crt, facts)
    throw = moment.dice.throw(f"battle/{number}/crt", "2d6")
    row = sums.terrain_row(crt, facts.kinds)
    key = {"attack": level, "terrain": row}
    cell = crt.cell(key, final, throw.total + drm, row)
    (a_loss, a_retreat), (d_loss, d_retreat) = crt_cell(cell)
    defenders = tuple(u.id for u in board.occupants(hex_, theirs.side))
    fight = e.Fight(number, hex_, level, facts.carried, side, theirs.side, attacks, defenders, a_loss, a_retreat, d_loss, d_retreat)
    surprised = [
        event for s in (side, theirs.side) for event in pressed(board.forces[s], board.occupants(hex_, s), phrase("attacked"))
    ]
    line = crt.row_maps[row].lines[crt.dice.clamped(throw.total + drm) - crt.dice.lo] if crt.row_maps else throw.total
    labels = crt.columns.labels
    rolled = e.BattleRolled(fight, ours, theirs, labels[basic], labels[final], throw, drm, said, row, line, cell)
    return (
        *flown,
        *taken,
        *surprised,
        *_flown_over(facts, side, theirs.side),
        rolled,
        *(() if level == "ambush" else support_over(moment, hex_)),
    )


@rule("TOCS-W14.5-1", "TOCS-W10.1.2-3")
def _met_by_guns(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], level: str) -> tuple[e.Event, ...]:
    """Aircraft that fly for either side of a battle meet flak there; those over the hex have no part in an ambush."""
    enemy = _enemy(moment, side)
    units = {side: {a.unit for a in attacks}, enemy: {u.id for u in moment.board.occupants(hex_, enemy)}}
    events: tuple[e.Event, ...] = ()
    for whose in (side, enemy):
        events = (*events, *air_flak.over_battle(after(moment, events), whose, hex_, frozenset(units[whose]), level != "ambush"))
    return events


@rule("TOCS-W15.10-1")
def _flown_over(facts: sums.Battle, attacker: str, defender: str) -> tuple[e.Event, ...]:
    """Aircraft over a battle are seen by both sides; those that looked into the hex are gone."""
    ours = set(facts.aloft) - {"defender_ground_support", "reconnaissance"}
    theirs = "defender_ground_support" in facts.aloft
    return tuple(e.BattleFlownOver(side, facts.hex) for side, over in ((attacker, ours), (defender, theirs)) if over)


def support_over(moment: Moment, hex_: Hex) -> tuple[e.Event, ...]:
    """The fire that was laid on a hex is spent, whoever laid it."""
    forces_of = moment.board.forces
    spent = tuple(e.SupportSpent(side, hex_) for side in sorted(forces_of) if any(m.hex == hex_ for m in forces_of[side].missions))
    return (*spent, *(sea_guns.cover_spent(moment, hex_) if moment.game.ground.zones else ()))


def _enemy(moment: Moment, side: str) -> str:
    other: str = moment.game.other(side)
    return other


def _reckoning(moment: Moment, facts: sums.Battle, side: str, role: str) -> e.Reckoning:
    total, lines = sums.strengths(moment.game.modifiers("crt-strength-modifiers"), facts, role)
    shift, shifts = sums.shifts(moment.game.modifiers("crt-column-shifts"), facts, role)
    return e.Reckoning(side, lines, total, shifts, shift)
