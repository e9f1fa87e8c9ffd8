"""Reserves in words: who waits, on what, and what they did when they were called (TOCS-3.8, 3.10, W10.21)."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large, of
from pbem.rulesets.tocs.reports.in_a_row import Tell, in_a_row
from pbem.rulesets.tocs.reports.wording import call, place, places, short_spot, spot
from pbem.rulesets.tocs.units import ReservePlan


def since(game: Game, picture: Picture, news: Iterable[Any], tell: Tell) -> tuple[str, ...]:
    """What own reserves did since the last report, and the orders left for them by which nobody was called."""
    learnt = o.whats(tuple(news))
    return (*deeds(game, picture, learnt, tell), *lapsed(game, picture, learnt))


def deeds(game: Game, picture: Picture, news: Iterable[Any], tell: Tell) -> tuple[str, ...]:
    """What own reserves did since the last report, in order; a unit's way is a line, however many hexes it had."""
    return tuple(f" {line}" for line in in_a_row(game, picture, _done_by_reserves(news), tell))


WON, LOST = phrase("won"), phrase("lost")


@rule("TOCS-3.10-1")
def lapsed(game: Game, picture: Picture, news: Iterable[o.What]) -> tuple[str, ...]:
    """Orders for after the battles whose moment did not come before the impulse was over: nobody was called by them."""
    learnt = tuple(news)
    filed = [seen.plans for seen in learnt if isinstance(seen, t.PlansFiled)]
    if not filed or not any(isinstance(seen, o.OwnImpulseOver) for seen in learnt):
        return ()
    called = {seen.active.plan for seen in learnt if isinstance(seen, t.ReserveCommitted) and not seen.active.asked}
    broke = {call(picture.forces, seen.unit) for seen in learnt if isinstance(seen, t.ScriptBroke)}
    left = (p for number, p in enumerate(filed[-1]) if number not in called and broke.isdisjoint(p.units))
    return tuple(f" {_lapsed(game, plan)}" for plan in left)


def _lapsed(game: Game, plan: ReservePlan) -> str:
    """`orders for after 14.12 Heumen won have lapsed: A/504: move 14.11`."""
    if not plan.hexes:
        return say("orders for after the battles have lapsed: {orders}", orders=plan.orders)
    moment = say({"won": WON, "lost": LOST}[plan.moment])
    words = phrase("orders for after {places} {moment} have lapsed: {orders}")
    return say(words, places=places(game, plan.hexes), moment=moment, orders=plan.orders)


def _done_by_reserves(news: Iterable[Any]) -> Iterator[Any]:
    """What was learnt while a reserve that was called acted, and of scripts that broke off."""
    acting = ""
    for seen in news:
        if isinstance(seen, t.ReserveCommitted):
            acting = seen.unit.id
        if acting or isinstance(seen, t.ScriptBroke):
            yield seen
        if isinstance(seen, t.ActivationChanged) and seen.active is None:
            acting = ""


def waiting(game: Game, picture: Picture, filed: Iterable[tuple[str, str]], calls: Calls = None) -> tuple[str, ...]:
    """Own units in reserve, where, and the script that calls each. filed: the standing orders, (part, line); calls: of the units
    told of."""
    scripts = dict(filed)
    forces = picture.forces
    units = sorted((u for u in of(forces, calls, forces.on_map()) if u.reserve), key=lambda u: forces.counter(u).call)
    rest = " / ".join(text for part, text in scripts.items() if part.startswith("reserves"))
    lines, where = [], short_spot if large(forces) else spot
    for unit in units:
        name = forces.counter(unit).call
        script = scripts.get(f"when {name}", "")
        lines.append(
            say(
                " {name} in {place}: {partition}",
                name=name,
                place=where(game, unit),
                partition=script.partition(": ")[2].lower() or say("no script ({rest})", rest=rest.lower()),
            )
        )
    return tuple(lines)


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """One observation about own reserves in words, for a receipt or a report."""
    forces = picture.forces
    match seen:
        case t.ReserveOrdered(_, unit, _):
            paid = "" if forces.counter(unit).kind == "battery" else say(", its OP paid")
            return (say("{call} is in reserve in {place}{paid}", call=call(forces, unit.id), place=spot(game, unit), paid=paid),)
        case t.ReserveCommitted(_, unit, active):
            cause = say(": {place} is attacked", place=place(game, active.asked)) if active.asked else say(" after the battles")
            return (say("{call} comes out of reserve{cause}", call=call(forces, unit.id), cause=cause),)
        case t.ScriptBroke(_, unit, words, row):
            return (f"{call(forces, unit)} {text(words)} ({row})",)
        case t.PlansFiled(_, plans):
            last = plans[-1]
            hexes = f"{places(game, last.hexes)} {last.moment}" if last.hexes else say("the battles")
            return (say("left for after {hexes}: {orders}", hexes=hexes, orders=last.orders),)
        case t.MoveStopped(_, unit, hex_, into, _):
            return (
                say(
                    "{call} stops in {place}: {next} is occupied",
                    call=call(forces, unit),
                    place=place(game, hex_),
                    next=place(game, into),
                ),
            )
    return ()
