"""Battles: opened, thrown, and settled stage by stage, so that a pause may fall between any two (TOCS-3.9, W19).

Every stage is an atom: the roll; the defender's losses and retreat; the attacker's; the aftermath. What is between
them stands on the board as a `Fight`.
"""

from pbem.engine.ruleset import Moment
from pbem.engine.situation import Control
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.tables import crt_cell
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, after
from pbem.rulesets.tocs.ground import bank_of, crossed_contours, polder_side
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.procedures import battle as sums
from pbem.rulesets.tocs.procedures import infiltration, interdiction
from pbem.rulesets.tocs.procedures.activation import degraded
from pbem.rulesets.tocs.procedures.artillery import weight
from pbem.rulesets.tocs.procedures.communications import in_loc
from pbem.rulesets.tocs.procedures.crossings import arrival
from pbem.rulesets.tocs.procedures.nations import figure
from pbem.rulesets.tocs.procedures.supply import in_los
from pbem.rulesets.tocs.procedures.visibility import moon
from pbem.rulesets.tocs.procedures.zoc import COMPANIES
from pbem.rulesets.tocs.steps import aftermath, banks, casualties, choices, discovery, refitting, supply
from pbem.rulesets.tocs.steps.links import heard
from pbem.rulesets.tocs.view import Attack, Camp, Mission, Unit

OUT_OF_RESERVE = "no longer in reserve"


@rule("TOCS-1.3-2", "TOCS-W19.4-2")
def settle(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """The next stage of the battle on the board; without one, what the last act did to supply. The defender comes first."""
    fight: e.Fight | None = moment.board.fight
    if fight is None:
        return _called_off(moment) or discovery.follow(moment) or supply.follow(moment)
    asked = choices.question(moment, fight)
    if asked:
        return asked
    stages = {
        "defender": casualties.defender,
        "attacker": casualties.attacker,
        "aftermath": aftermath.aftermath,
    }
    return stages[fight.stage](moment, fight)


@rule("TOCS-W10.21-5", "TOCS-W10.22-1")
def _called_off(moment: Moment) -> tuple[e.Event, ...] | None:
    """Reserves and units on refit that have come into a claimed zone or an engagement are so no longer; None when there are
    none."""
    board: Board = moment.board
    lost: list[e.Event] = []
    for side, camp in sorted(board.camps.items()):
        busy = (u for u in camp.units.values() if (u.reserve or u.id in camp.tasks) and u.status == "map")
        met = tuple(u for u in busy if u.hex in board.public.claims[side] or u.hex in board.public.engaged)
        lost += [e.UnitChanged(side, replace(u, reserve=False), OUT_OF_RESERVE) for u in met if u.reserve]
        lost += refitting.forced_out(camp, met, "the enemy is too near")
    return tuple(lost) or None


@rule("TOCS-W10.21-5", "TOCS-W10.22-1")
def pressed(camp: Camp, units: tuple[Unit, ...], how: str) -> tuple[e.Event, ...]:
    """Units that are attacked or probed are no longer in reserve, nor on refit."""
    called = (e.UnitChanged(camp.side, replace(u, reserve=False), OUT_OF_RESERVE) for u in units if u.reserve)
    return (*called, *refitting.forced_out(camp, units, how))


def lapsed(moment: Moment) -> tuple[e.Event, ...]:
    """Attacks that come to nothing: the attacker was beaten from where it stood, or fights in its own hex."""
    board: Board = moment.board
    return tuple(
        e.AttackLapsed(side, a.unit)
        for side, camp in sorted(board.camps.items())
        for a in camp.attacks
        if camp.units[a.unit].hex != a.origin or a.origin in board.public.engaged
    )


@rule("TOCS-W10.1.2-1", "TOCS-W10.1.2-3", "TOCS-W10.1.2-4", "TOCS-W10.1.2-5")
def ambush(moment: Moment, side: str, unit: Unit, hex_: Hex, column: bool) -> tuple[e.Event, ...]:
    """A move ran into the enemy: settled at once, the mover alone against all that is there."""
    attack = Attack(unit.id, hex_, unit.hex, unit.bank, 0)
    return _open(moment, side, hex_, (attack,), ("ambush", column, ""))


@rule("TOCS-2.6-1")
def engagement(moment: Moment, hex_: Hex) -> tuple[e.Event, ...]:
    """An engagement is fought again: the side that owned the hex first is the defender."""
    defender = moment.board.public.engaged[hex_]
    attacker = moment.game.other(defender)
    inside = tuple(_inside(u, hex_) for u in moment.board.occupants(hex_, attacker))
    return _open(moment, attacker, hex_, inside, ("engagement", False, ""))


@rule("TOCS-W19.0-3", "TOCS-W19.0-5", "TOCS-W10.6-3", "TOCS-W10.7-2", "TOCS-W10.8-2")
def announced(moment: Moment, side: str, hex_: Hex) -> tuple[e.Event, ...]:
    """An announced attack comes to its battle, or, where nobody is, to a move into the hex."""
    board: Board = moment.board
    attacks = tuple(sorted((a for a in board.camps[side].attacks if a.target == hex_), key=lambda a: a.unit))
    stopped = _stopped(moment, side, attacks)
    if stopped:
        return stopped
    attacks = tuple(_delayed(moment, side, a) for a in attacks)
    if not board.occupants(hex_, moment.game.other(side)):
        return aftermath.walk_in(moment, side, hex_, attacks)
    inside = tuple(_inside(u, hex_) for u in board.occupants(hex_, side))
    stealing = next((a for a in attacks if a.infiltrates), None)
    if stealing:
        thrown = _infiltrated(moment, side, stealing)
        how = ("infiltration", False, "success" if thrown.success else "detected")
        return (thrown, *_open(moment, side, hex_, (*attacks, *inside), how))
    level = sums.level_of(tuple((a.ap, a.scouted or a.probed) for a in attacks))
    return _open(moment, side, hex_, (*attacks, *inside), (level, False, ""))


@rule("TOCS-W10.2-5", "TOCS-W10.2-6")
def _infiltrated(moment: Moment, side: str, attack: Attack) -> e.InfiltrationThrown:
    """Is the infiltrator seen? The throw decides whose the shift is."""
    chart = moment.game.check("infiltration")
    drm = infiltration.modifier(chart, _approach(moment, side, attack))
    throw = moment.dice.throw(f"infiltration/{moment.board.public.impulse_name}/{attack.target}", chart.trial.roll)
    return e.InfiltrationThrown(side, attack.target, throw, drm, throw.total + drm >= int(chart.trial.target))


def _approach(moment: Moment, side: str, attack: Attack) -> infiltration.Approach:
    board, game, foe, hex_ = moment.board, moment.game, _foe(moment, side), attack.target
    view, mine = board.view(game, side), board.camps[side].counters[attack.unit]
    theirs = [board.camps[foe].counter(u) for u in board.occupants(hex_, foe)]
    terrain, weather = game.ground.terrain, board.public.weather
    look = moment.pictures[side].looks.get(hex_)
    return infiltration.Approach(
        elr=mine.elr - max(c.elr for c in theirs), ml=mine.ml - max(c.ml for c in theirs),
        night=view.night, bright=moon(view) == "full" and weather.cloud == "clear", fog=weather.fog,
        precipitation=weather.precipitation != "dry", cover=terrain[hex_] in infiltration.COVER,
        open_approach=terrain[hex_] in infiltration.OPEN and terrain[attack.origin] in infiltration.OPEN,
        reconnoitred=bool(look and look.when.startswith(f"T{board.public.turn}.")),
        works=board.works.get(hex_, ("", ""))[1] == foe, alert=hex_ in board.public.fought,
        no_company=not any(c.kind in COMPANIES for c in theirs), national=figure(game, mine.nation, "infiltration"),
    )  # fmt: skip


@rule("TOCS-W10.26-5", "TOCS-W10.26-6")
def _delayed(moment: Moment, side: str, attack: Attack) -> Attack:
    """An attack out of an interdicted hex, or into one under the enemy's fire, has an AP less."""
    late = interdiction.delays(moment.board.public, side, attack.origin, attack.target)
    return replace(attack, ap=attack.ap - 1) if late else attack


@rule("TOCS-W10.26-5", "TOCS-W10.26-6")
def _stopped(moment: Moment, side: str, attacks: tuple[Attack, ...]) -> tuple[e.Event, ...]:
    """The attacks that have no AP left: they are cancelled, and when no other is left so is the battle."""
    units = moment.board.camps[side].units
    late = tuple(a for a in attacks if _delayed(moment, side, a).ap == 0)
    off: tuple[e.Event, ...] = tuple(e.AttackCalledOff(side, degraded(units[a.unit]), a.target) for a in late)
    return (*off, e.BattleCalledOff(late[0].target)) if late and len(late) == len(attacks) else off


def _inside(unit: Unit, hex_: Hex) -> Attack:
    """The part of a unit that is already in the hex: it makes no attack of its own."""
    return Attack(unit.id, hex_, hex_, unit.bank, 0)


@rule("TOCS-1.11-1", "TOCS-1.12-1", "TOCS-3.9-1", "TOCS-3.9-6", "TOCS-W19.0-1", "TOCS-W10.21-5")
def _open(
    moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], how: tuple[str, bool, str]
) -> tuple[e.Event, ...]:
    """Work out both sums, throw, and put the battle on the board."""
    level = how[0]
    facts = _facts(moment, side, hex_, attacks, how)
    taken, water = banks.declared(moment, side, facts)
    moment, facts = after(moment, taken), replace(facts, water=water)
    board: Board = moment.board
    number = board.public.battles + 1
    ours, theirs = _reckoning(moment, facts, side, "attacker"), _reckoning(moment, facts, _foe(moment, side), "defender")
    crt = moment.game.grid("crt")
    basic = crt.column_for(ours.total, theirs.total)  # fractions down (TOCS-3.9-2)
    final = crt.shifted(basic, ours.shift - theirs.shift)  # TOCS-3.9-3, TOCS-3.9-5
    drm, said = sums.drms(crt, facts)
    throw = moment.dice.throw(f"battle/{number}/crt", "2d6")
    row = sums.terrain_row(crt, facts.terrain)
    key = {"attack": level, "terrain": row}
    cell = crt.cell(key, final, throw.total + drm, row)
    (a_loss, a_retreat), (d_loss, d_retreat) = crt_cell(cell)
    defenders = tuple(u.id for u in board.occupants(hex_, theirs.side))
    fight = e.Fight(
        number, hex_, level, facts.carried, side, theirs.side, attacks, defenders, a_loss, a_retreat, d_loss, d_retreat
    )
    surprised = [event for s in (side, theirs.side) for event in pressed(board.camps[s], board.occupants(hex_, s), "attacked")]
    line = crt.row_maps[row].lines[crt.dice.clamped(throw.total + drm) - crt.dice.lo] if crt.row_maps else throw.total
    labels = crt.columns.labels
    rolled = e.BattleRolled(fight, ours, theirs, labels[basic], labels[final], throw, drm, said, row, line, cell)
    return (*taken, *surprised, rolled, *support_over(moment, hex_))


def support_over(moment: Moment, hex_: Hex) -> tuple[e.Event, ...]:
    """The fire that was laid on a hex is spent, whoever laid it."""
    camps = moment.board.camps
    return tuple(e.SupportSpent(side, hex_) for side in sorted(camps) if any(m.hex == hex_ for m in camps[side].missions))


@rule("TOCS-3.9-4", "TOCS-W10.24-6", "TOCS-W10.25-3", "TOCS-W10.25-4", "TOCS-W2.4-6", "TOCS-W7.0-5")
def _fire(moment: Moment, side: str, hex_: Hex) -> tuple[sums.Fire, ...]:
    """A side's guns laid on the battle, as far as they still stand free, and they and the troops are in communication."""
    board: Board = moment.board
    camp = board.camps[side]
    if not heard(moment, side, hex_):
        return ()
    view = board.view(moment.game, side)
    laid = ((m, camp.units[b]) for m in camp.missions if m.hex == hex_ for b in m.batteries)
    free = ((m, u) for m, u in laid if u.status == "map" and u.hex not in board.public.engaged and in_loc(view, u))
    return tuple(sums.Fire(camp.counter(u).call, _fire_kind(m, camp.counter(u)), weight(camp, u)) for m, u in free)


def _fire_kind(mission: Mission, counter: Counter) -> str:
    if mission.barrage:
        return "time_on_target" if mission.tot else "bombardment"
    return "mortars" if counter.arm == "mortar" else "artillery_strike"


def _foe(moment: Moment, side: str) -> str:
    other: str = moment.game.other(side)
    return other


def _reckoning(moment: Moment, facts: sums.Battle, side: str, role: str) -> e.Reckoning:
    total, lines = sums.strengths(moment.game.modifiers("crt-strength-modifiers"), facts, role)
    shift, shifts = sums.shifts(moment.game.modifiers("crt-column-shifts"), facts, role)
    return e.Reckoning(side, lines, total, shifts, shift)


def _facts(moment: Moment, side: str, hex_: Hex, attacks: tuple[Attack, ...], how: tuple[str, bool, str]) -> sums.Battle:
    board, game, foe = moment.board, moment.game, _foe(moment, side)
    level, column, seen = how
    carried = level == "engagement"
    camp = board.camps[side]
    attackers = tuple(_attacker(moment, camp.units[a.unit], a, column) for a in attacks)
    defending = board.occupants(hex_, foe)
    defenders = tuple(
        sums.Fighter(board.camps[foe].counter(u), _steps(board, foe, u), u.state, unsupplied=_hungry(moment, foe, u))
        for u in defending
    )
    works = board.works.get(hex_, ("", ""))
    return sums.Battle(
        hex=hex_, terrain=game.ground.terrain[hex_], level=level, carried=carried,
        night=board.view(game, side).night, works=works[0] if works[1] == foe else "",
        attackers=attackers, defenders=defenders,
        night_penalty=any(figure(game, f.counter.nation, "night_ap") < 0 for f in attackers),
        at_bonus=max(figure(game, f.counter.nation, "at_bonus") for f in defenders),
        minefield=works == ("minefield", foe),
        infiltration=seen,
        reserves=any(u.id in board.camps[foe].committed for u in defending),
        fire={"attacker": _fire(moment, side, hex_), "defender": _fire(moment, foe, hex_)},
    )  # fmt: skip


def _attacker(moment: Moment, unit: Unit, attack: Attack, column: bool) -> sums.Fighter:
    board, ground, side = moment.board, moment.game.ground, _side_of(moment, unit)
    counter, to, start = board.camps[side].counter(unit), attack.target, attack.origin
    outside = start != to
    steps, linked = _steps(board, side, unit), in_loc(board.view(moment.game, side), unit)
    if not outside:
        return sums.Fighter(
            counter, steps, unit.state, attack.ap, unsupplied=_hungry(moment, side, unit), linked=linked, bank=unit.bank
        )
    return sums.Fighter(
        counter, steps, unit.state, attack.ap, start, column,
        over_bridge=_over_bridge(moment, attack),
        out_of_wet=ground.terrain[start] in sums.WET,
        uphill=crossed_contours(ground, start, to) > 0,
        over_stream=(start, to) in ground.streams or polder_side(ground, start, to),
        scouted=attack.scouted, probed=attack.probed, unsupplied=_hungry(moment, side, unit), linked=linked,
        bank=arrival(ground, start, to),
    )  # fmt: skip


@rule("TOCS-W8.4-1")
def _hungry(moment: Moment, side: str, unit: Unit) -> bool:
    return bool(unit.cut) and not in_los(moment.board.view(moment.game, side), unit)


def _side_of(moment: Moment, unit: Unit) -> str:
    board: Board = moment.board
    return next(s for s, camp in board.camps.items() if unit.id in camp.units)


def _over_bridge(moment: Moment, attack: Attack) -> bool:
    """Does the attack go over a bridge: out of a divided hex by the other bank's side?"""
    ground, way = moment.game.ground, direction(attack.origin, attack.target)
    return attack.origin in ground.banks and way is not None and bank_of(ground, attack.origin, way) != attack.bank


def _steps(board: Board, side: str, unit: Unit) -> int:
    return board.camps[side].counter(unit).steps - unit.lost
