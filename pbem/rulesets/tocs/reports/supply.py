"""Supply in words: what is where, who is cut off and by what, what was found of the enemy's."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from pbem.kernel.i18n import counted, phrase, phrases, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large, of
from pbem.rulesets.tocs.reports.focus import named as named_in_short
from pbem.rulesets.tocs.reports.wording import at_bank, call, calls_in_short, place
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.supply import GRACE, KINDS, line_of, los
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View

MOST_REASONS = 2  # for which units of a large side are cut off, each in a line
MOST_CARRYING = 8  # units on what they carry that are named
FEW, SOME = 3, 2  # units that one line tells together, and of a large side
UNKNOWN = phrase("not yours, not there or not seen")
STOCK, LOST = phrase("{named}: {why}, {sp} SP"), phrase("gone: {named} ({why}), {sp} SP")
STOCKED = {"loaded": phrase("{named}: loaded off, {sp} SP left"), "loaded on trucks": phrase("{named}: sent off, {sp} SP")}
DRAWN = phrase("drawn by {call}")
GONE = {"dug in": phrase("{named}: dug in for good")}


def named(game: Game, source: SupplySource) -> str:
    """`dump at 20.11 Groesbeek`."""
    return say("{kinds} at {place}", kinds=say(KINDS[source.kind]), place=at_bank(game, Position(source.hex, source.bank)))


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """The stores of a side with their points, and who is cut off, since when and by what. calls: of the units told of; of others
    their number."""
    if game.switches["supply"] == "ample":
        return ()
    forces = picture.forces
    held = [f" {_store(game, picture, s)}" for s in sorted(forces.sources.values(), key=lambda s: (s.hex, s.id))]
    told = _out_of_supply(game, picture, calls)
    held = [f" {'; '.join(line.strip() for line in held)}"] if held and large(forces) else held
    return (*held, *told, *(() if told else (say(" All units in supply."),)), *_carried(picture, calls))


@rule("TOCS-W8.3-8")
def _carried(picture: Picture, calls: Calls) -> Iterator[str]:
    """Who came by air or sea and needs no line as long as what it carries lasts: told before it ends."""
    forces, now = picture.forces, picture.public.turn
    ends: dict[int, list[Unit]] = {}
    for unit in of(forces, calls, forces.on_map()):
        if unit.landed and now < unit.landed + GRACE:
            ends.setdefault(unit.landed + GRACE - 1, []).append(unit)
    for end, units in sorted(ends.items()):
        until = say("the end of THIS turn") if end == now else say("the end of turn {end}", end=end)
        number = len(units)
        who = f": {_named(forces, [unit.id for unit in units])}" if number <= MOST_CARRYING else ""
        yield counted(
            number, " {number} unit is on carried supplies, up to {until}; then it needs a line of supply{who}.",
            " {number} units are on carried supplies, up to {until}; then they need a line of supply{who}.", until=until, who=who,
        )  # fmt: skip


def _out_of_supply(game: Game, picture: Picture, calls: Calls) -> tuple[str, ...]:
    """Who is cut off, or will be."""
    view, forces = picture.view(game), picture.forces
    units = sorted(forces.on_map(), key=lambda u: forces.counter(u).call)
    mine = of(forces, calls, units)
    without = {u.id for u in units if not line_of(view, u).ok}
    told = [u for u in mine if u.id in without]
    others = len(without) - len(told)
    return (
        *_cut(view, [u for u in told if u.cut], CUT),
        *_cut(view, [u for u in told if not u.cut], SOON),
        *((counted(others, *OTHERS),) if others else ()),
    )


CUT = (phrase(" {call} cut off since {cut}: {why}"), phrase(" Cut off since {cut}: {count} units, {calls}; {why}"))
SOON = (
    phrase(" {call} has no line of supply: {why}; out of supply when your next impulse begins"),
    phrase(" No line of supply: {count} units, {calls}; {why}; out of supply when your next impulse begins"),
)
SINCE, NEXT = phrase("since {cut} {calls}"), phrase("from your next impulse on {calls}")
OTHERS = phrases(" Of other seats {number} unit has no line of supply.", " Of other seats {number} units have no line of supply.")
"""How a unit without a line is told, and how some that lack it for the same reason are: they stand in one line."""


def _cut(view: View, units: Sequence[Unit], words: tuple[str, str]) -> Iterator[str]:
    """Lines of units without a line of supply: since when, and by what each is cut off. What cuts off the units of a large side is
    sought no further than it can be told."""
    forces, alike = view.forces, dict[tuple[str, str], list[str]]()
    for unit in units:
        alike.setdefault((unit.cut, los(view, unit).why), []).append(unit.id)
        if large(forces) and len(alike) > MOST_REASONS:
            yield _without_reasons(forces, units)
            return
    for (since, why), some in alike.items():
        if len(some) < (SOME if large(forces) else FEW):
            yield from (say(words[0], call=call(forces, unit), cut=since, why=why) for unit in some)
        else:
            yield say(words[1], count=len(some), cut=since, why=why, calls=_named(forces, some))


def _without_reasons(forces: Forces, units: Sequence[Unit]) -> str:
    """Those of a large side that are cut off for many reasons, by the time, and how to ask for the reason."""
    times: dict[str, list[str]] = {}
    for unit in units:
        times.setdefault(unit.cut, []).append(unit.id)
    cut = (say(SINCE if since else NEXT, cut=since, calls=_named(forces, some)) for since, some in times.items())
    words = phrase(" No line of supply: {cut}. WHY OUT OF SUPPLY {call} says what is in the way.")
    return say(words, cut="; ".join(cut), call=call(forces, units[0].id))


def _named(forces: Forces, units: list[str]) -> str:
    """Units by their calls in short; of a large side whole formations by their names."""
    if large(forces):
        return named_in_short(forces, (forces.units[unit] for unit in units))
    return calls_in_short(call(forces, unit) for unit in units)


def _store(game: Game, picture: Picture, source: SupplySource) -> str:
    forces = picture.forces
    more = []
    if source.opens > picture.public.turn:
        more.append(say("a source from {turn} on", turn=game.turns[source.opens - 1].label))
    if source.join in forces.counters:
        more.append(say("with {call}", call=call(forces, source.join)))
    if source.bound:
        seeks = say(", to join {call}", call=call(forces, source.seeks)) if source.seeks in forces.counters else ""
        more.append(say("on the way to {place}{seeks}", place=place(game, source.bound), seeks=seeks))
    if source.damage:
        more.append(
            say(
                "{damage} of {damage_points}",
                damage=source.damage,
                damage_points=counted(source.dp, "{number} damage point", "{number} damage points"),
            )
        )
    return "; ".join((f"{named(game, source)}: {source.sp} SP", *more))


def enemys(game: Game, picture: Picture) -> list[str]:
    """The enemy's stores this side knows of: bases, which all know, and what was found."""
    bases = [h for h, owner in picture.public.bases.items() if owner != picture.side]
    found = [
        say("{kinds} at {place}", kinds=say(KINDS[kind]), place=place(game, h))
        for h, kind in sorted(picture.stores.items())
        if h not in bases
    ]
    known = (*(say("base at {place}", place=place(game, h)) for h in sorted(bases)), *found)
    return [say("Enemy supply: {found}", found=", ".join(known))] if known else []


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of supply, a line."""
    match seen:
        case t.UnitChanged(_, unit, "out of supply" | "in supply again" | "starving" as why):
            return (_unit(game, picture, unit, why),)
        case t.SourceChanged(_, source, why) if why != "moved":
            return _stocked(game, source, why)
        case t.SourceChanged(_, source, _) if not source.join:
            where = at_bank(game, Position(source.hex, source.bank))
            return (say("trucks with {sp} SP are in {place}", sp=source.sp, place=where),)
        case o.OwnSourceLost(source, why):
            return (say(GONE.get(why, LOST), named=named(game, source), why=say(why), sp=source.sp),)
        case t.BaseMarked(hex_, owner):
            return (
                say(
                    "the supply base at {place} is {adjective}",
                    place=place(game, hex_),
                    adjective=game.staff(owner).adjective if owner else say("destroyed"),
                ),
            )
        case o.SourceBurnt(hex_, kind):
            kind = worded(kind) if kind != "mobile" else say("convoy")
            return (say("{place}: the enemy supply {kind} there was destroyed", place=place(game, hex_), kind=kind),)
        case o.SourceSeen(hex_, kind):
            return (
                say(
                    "{place}: an enemy supply {kind} was found",
                    place=place(game, hex_),
                    kind=worded(kind) if kind != "mobile" else say("convoy"),
                ),
            )
    return ()


def _stocked(game: Game, source: SupplySource, why: str) -> tuple[str, ...]:
    """What became of a store; what came down by parachute stands in the drop report, and in the line of who found it."""
    if why == "dropped":
        return ()
    return (say(STOCKED.get(why, STOCK), named=named(game, source), why=say(why), sp=source.sp),)


def stocked_by_turns(game: Game, changes: Sequence[t.SourceChanged]) -> str:
    """What became of one store and what it holds: `base at 32.10 Kleve: drawn by HQBECKER, HQFELDT; 6 SP left`."""
    last = changes[-1].source
    whys, drawn = [say(change.why) for change in changes], say(DRAWN, call="")
    told = [why.removeprefix(drawn) if before.startswith(drawn) else why for before, why in pairwise(("", *whys))]
    return say("{named}: {whys}; {sp} SP left", named=named(game, last), whys=", ".join(dict.fromkeys(told)), sp=last.sp)


def _unit(game: Game, picture: Picture, unit: Unit, why: str) -> str:
    name = call(picture.forces, unit.id)
    if why == "starving":
        return say("{name} was out of supply all day and is worse for it", name=name)
    if why == "in supply again":
        return say("{name} is in supply again", name=name)
    now = picture.forces.units[unit.id]
    link = los(picture.view(game), now)
    return say("{name} is out of supply", name=name) + (f": {link.why}" if not link.ok and now.status == "map" else "")


def why_cut(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Where the line of supply of an own unit runs, or what cuts it."""
    found = picture.forces.unit_called(unit)
    if found is None or found.status != "map":
        return (f"{unit}: {say(UNKNOWN)}",)
    link = los(picture.view(game), found)
    if not link.ok:
        since = (
            say("out of supply since {cut}", cut=found.cut)
            if found.cut
            else say("no line of supply; out of it when your next impulse begins")
        )
        return (f"{unit}: {since}: {link.why}",)
    return (say("{unit} is in supply: {why}", unit=unit, why=link.why),)
