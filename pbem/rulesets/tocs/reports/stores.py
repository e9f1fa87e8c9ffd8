"""Supply in words: what is where, who is cut off and by what, what was found of the enemy's."""

from typing import Any

from pbem.kernel.counting import counted
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Source, Unit
from pbem.rulesets.tocs.procedures.supply import KINDS, line_of, los
from pbem.rulesets.tocs.reports.wording import call, place

UNKNOWN = "not yours, not there or not seen"


def named(game: Game, source: Source) -> str:
    """`dump at 20.11 Groesbeek`."""
    return f"{KINDS[source.kind]} at {place(game, source.hex)}"


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The stores of a side with their points, and who is cut off, since when and by what."""
    if game.switches["supply"] == "ample":
        return ()
    view, camp = picture.view(game), picture.camp
    held = [f" {_store(game, picture, s)}" for s in sorted(camp.sources.values(), key=lambda s: (s.hex, s.id))]
    units = sorted(camp.on_map(), key=lambda u: camp.counter(u).call)
    cut = [u for u in units if u.cut and not line_of(view, u).ok]
    soon = [u for u in units if not u.cut and not line_of(view, u).ok]
    told = [f" {call(camp, u.id)} cut off since {u.cut}: {los(view, u).why}" for u in cut]
    told += [f" {call(camp, u.id)} has no line of supply: {los(view, u).why}; out of supply when your next impulse begins"
             for u in soon]  # fmt: skip
    return (*held, *told, *(() if told else (" all troops are in supply",)))


def _store(game: Game, picture: Picture, source: Source) -> str:
    camp = picture.camp
    more = []
    if source.join in camp.counters:
        more.append(f"with {call(camp, source.join)}")
    if source.bound:
        seeks = f", to join {call(camp, source.seeks)}" if source.seeks in camp.counters else ""
        more.append(f"on the way to {place(game, source.bound)}{seeks}")
    if source.damage:
        more.append(f"{source.damage} of {counted(source.dp, 'damage point')}")
    return "; ".join((f"{named(game, source)}: {source.sp} SP", *more))


def enemys(game: Game, picture: Picture) -> list[str]:
    """The enemy's stores this side knows of: bases, which all know, and what was found."""
    bases = [h for h, owner in picture.public.bases.items() if owner != picture.side]
    found = [f"{KINDS[kind]} at {place(game, h)}" for h, kind in sorted(picture.stores.items()) if h not in bases]
    lines = [f"his supply: {', '.join((*(f'base at {place(game, h)}' for h in sorted(bases)), *found))}"]
    return lines if bases or found else []


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of supply, a line."""
    match seen:
        case o.OwnUnit(unit, "out of supply" | "in supply again" | "starving" as why):
            return (_unit(game, picture, unit, why),)
        case o.OwnSource(source, why) if why != "moved":
            return (f"{named(game, source)}: {why}, {source.sp} SP",)
        case o.OwnSource(source, _) if not source.join:
            return (f"trucks with {source.sp} SP are in {place(game, source.hex)}",)
        case o.OwnSourceLost(source, why):
            return (f"our {named(game, source)} is gone ({why}), {source.sp} SP with it",)
        case o.BaseSeen(hex_, owner):
            return (f"the supply base at {place(game, hex_)} is {game.staff(owner).adjective if owner else 'destroyed'}",)
        case o.SourceSeen(hex_, kind):
            return (f"{place(game, hex_)}: an enemy supply {kind if kind != 'mobile' else 'convoy'} was found",)
    return ()


def _unit(game: Game, picture: Picture, unit: Unit, why: str) -> str:
    name = call(picture.camp, unit.id)
    if why == "starving":
        return f"{name} was out of supply all day and is worse for it"
    if why == "in supply again":
        return f"{name} is in supply again"
    now = picture.camp.units[unit.id]
    link = los(picture.view(game), now)
    return f"{name} is out of supply" + (f": {link.why}" if not link.ok and now.status == "map" else "")


def why_cut(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Where the line of supply of an own unit runs, or what cuts it."""
    found = picture.camp.unit_called(unit)
    if found is None or found.status != "map":
        return (f"{unit}: {UNKNOWN}",)
    link = los(picture.view(game), found)
    if not link.ok:
        since = f"out of supply since {found.cut}" if found.cut else "no line of supply; out of it when your next impulse begins"
        return (f"{unit}: {since}: {link.why}",)
    return (f"{unit} is in supply: {link.why}",)
