"""After a battle: captives are questioned, and the people of a place that its defender was driven from (TOCS-W20)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import interrogation
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.standing_orders.asked import WhatToAskACaptive
from pbem.rulesets.tocs.units import Unit

CARE = ("hospital", "field_repair")


def interrogated(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """All that is told after a battle, on the board as the battle left it."""
    return (*_captives(moment, fight), *_civilians(moment, fight))


@rule("TOCS-W20.1-1")
def _captives(moment: Moment, fight: e.Fight) -> Iterator[e.Event]:
    """One throw for each step the enemy lost. The loser is not told what was asked, nor that anything was said."""
    for number, captive in enumerate(fight.captives, 1):
        side = moment.game.other(captive.side)
        forces: Forces = moment.board.forces[captive.side]
        counter = forces.counters[captive.unit]
        chart = moment.game.grid("prisoner-interrogation")
        drm, reasons = interrogation.drms(chart, _held(moment, fight, captive), figure(moment.game, counter.nation, "prisoner"))
        throw = moment.dice.throw(f"prisoner/{fight.number}/{number}", chart.dice.roll)
        cell = chart.cell({}, interrogation.column(chart, counter.elr), throw.total + drm)
        who = interrogation.Questioned(counter, _force(forces, fight), _asked(moment, fight, side))
        answer = interrogation.captive(cell, moment.game, forces, who)
        yield e.PrisonerSpoke(side, fight.number, throw, drm, reasons, answer)


def _held(moment: Moment, fight: e.Fight, captive: e.Captive) -> Iterator[str]:
    """The modifiers of the chart that hold for this captive."""
    side = moment.game.other(captive.side)
    counter = moment.board.forces[captive.side].counters[captive.unit]
    facts = {
        "beaten": captive.state >= interrogation.BROKEN,
        "destroyed": captive.last,
        "staff": counter.kind == "hq",
        "reconnaissance_captive": counter.recon,
        "staff_near": interrogation.staff_near(moment.board.forces[side], fight.hex),
        "hurried": fight.level in ("ambush", "hasty"),
        "repulsed": side in fight.left,
    }
    return (name for name, so in facts.items() if so)


def _force(forces: Forces, fight: e.Fight) -> Hex:
    """Where his force is now: in the battle hex, or where most of it fell back to."""
    fought = {a.unit for a in fight.attacks} | set(fight.defenders)
    alive = [u.hex for u in forces.on_map() if u.id in fought]
    if fight.hex in alive or not alive:
        return fight.hex
    return min(alive, key=lambda h: (-alive.count(h), h))


def _asked(moment: Moment, fight: e.Fight, side: str) -> Hex | None:
    """The hex beside the battle that the captor wants to know about."""
    public = moment.board.public
    near = tuple(h for h in moment.game.ground.neighbours[fight.hex] if public.owner[h] != side)
    return moment.ask(side, WhatToAskACaptive(near))


@rule("TOCS-W20.2-1")
def _civilians(moment: Moment, fight: e.Fight) -> Iterator[e.Event]:
    """One throw where the defender was driven from a city, suburb, town or village."""
    board: Board = moment.board
    terrain = moment.game.ground.terrain[fight.hex]
    if fight.defender not in fight.left or terrain not in interrogation.BUILT:
        return
    forces = board.forces[fight.defender]
    held = [name for name, so in _place(moment, fight, terrain).items() if so]
    chart = moment.game.grid("civilian-interrogation")
    drm, reasons = interrogation.drms(chart, held)
    throw = moment.dice.throw(f"civilians/{fight.number}", chart.dice.roll)
    met = interrogation.met_by(moment.game, fight.attacker, fight.hex)
    cell = chart.cell({}, chart.column_named(met), throw.total + drm)
    gone: tuple[Unit, ...] = tuple(forces.units[i] for i in fight.defenders if forces.units[i].status == "map")
    works = {h: level for h, (level, owner) in board.works.items() if owner == fight.defender}
    laid = {h: tuple(x.kind for x in some if x.side == fight.defender) for h, some in board.obstacles.items()}
    seen = interrogation.Seen(fight.hex, gone, works, laid, board.spans, _stores(board, fight.defender))
    answer = interrogation.civilians(cell, moment.game, forces, seen)
    yield e.CiviliansSpoke(fight.attacker, fight.number, throw, drm, reasons, answer)


def _stores(board: Board, side: str) -> tuple[Hex, ...]:
    """Where a side has supply, hospitals and repair centres."""
    sites = (s.hex for s in board.sites.values() if s.kind in CARE and s.works and board.public.owner[s.hex] == side)
    return (*(s.hex for s in board.forces[side].sources.values()), *sites)


def _place(moment: Moment, fight: e.Fight, terrain: str) -> dict[str, bool]:
    forces: Forces = moment.board.forces[fight.attacker]
    near = (fight.hex, *moment.game.ground.neighbours[fight.hex])
    return {
        "large_place": terrain in ("city", "suburb"),
        "resistance": any(forces.counter(u).arm in ("resistance", "partisan") for h in near for u in forces.at(h)),
        "shelled": fight.hex in forces.bombarded,
        "night": moment.board.view(moment.game, fight.attacker).night,
    }
