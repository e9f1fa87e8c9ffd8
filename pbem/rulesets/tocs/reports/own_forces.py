"""Section 2 of a situation report: a row for each unit in contact or changed; the others by hex, if many by formation."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from pbem.documents.document import Block, table
from pbem.documents.station import Heading
from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice, focus, works
from pbem.rulesets.tocs.reports.wording import short_spot, spot
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import STATES, Unit

MANY = 40  # units on the map above which those without news are told by formation, a paragraph each
FATIGUED = 1  # the rank of the state that a unit is in after it acted
MOST_ROWS = 20  # of a large side, above which who has only moved has none
PLACED = frozenset({"set up", "noted", "waiting", ""})  # changes that put a unit where its owner wants it


def own_forces(
    title: str, game: Game, picture: Picture, news: Iterable[Any] = (), heading: Heading | None = None
) -> tuple[Block, ...]:
    """The own units on the map, those destroyed by name. news: what the desk learnt; heading: what each was last ordered."""
    forces = picture.forces
    units = sorted(forces.on_map(), key=lambda u: (parent_of(forces, u.id) or u.id, forces.counter(u).call))
    changed = {n.unit.id for n in o.whats(tuple(news)) if isinstance(n, t.UnitChanged) and n.why not in PLACED}
    pressed = frozenset(u.id for u in units if u.id in changed or _worn(u) or _in_contact(game, picture, u))
    here, summed = _opened(picture, units, pressed, heading)
    rows = _in_rows(game, picture, here, pressed)
    first = _among(here, rows)
    formed = _in_the_form(picture, here, rows, heading)
    rest = [u for u in here if u.id not in rows | formed]
    summed = (*_formed(_among(here, formed)), *summed)
    told = heading if heading and heading.told else None
    below = (*_others(game, picture, rest, told, _others_head(rest, first, pressed)), *summed, *_totals(forces, units))
    cells = _rows(game, picture, sorted(first, key=lambda u: u.hex not in picture.public.engaged), told)
    return table(title, cells, (f" {line}" for line in below))


def _in_rows(game: Game, picture: Picture, units: list[Unit], pressed: frozenset[str]) -> frozenset[str]:
    """Which units have a row each: those with news. Of very many those that lost steps, are worse than fatigued or in contact; who
    has moved and is whole stands below or in the order form, where it is and with its last order."""
    news = frozenset(u.id for u in units if u.id in pressed)
    if len(news) <= MOST_ROWS or not focus.large(picture.forces):
        return news
    return frozenset(u.id for u in units if u.id in news and (u.lost or u.state > FATIGUED or _in_contact(game, picture, u)))


def _opened(
    picture: Picture, units: list[Unit], pressed: frozenset[str], heading: Heading | None
) -> tuple[list[Unit], tuple[str, ...]]:
    """The units that are told of one by one, and the lines of the formations that are not: of a large side those that others
    command, for its commander those where nothing has changed."""
    if heading is None or not focus.large(picture.forces):
        return units, ()
    forces, calls = picture.forces, focus.opened(picture, heading)
    here = _stirred(picture, units, pressed, heading)
    if calls is not None:
        here = [u for u in units if forces.counter(u).call in calls]
    return here, focus.summed(forces, (u for u in units if u not in here), pressed)


def _in_the_form(picture: Picture, units: list[Unit], pressed: frozenset[str], heading: Heading | None) -> frozenset[str]:
    """The units of a large side without news that the order form of this letter has, where they stand and with their AP."""
    public, forces = picture.public, picture.forces
    ours = public.phasing == picture.side and not (public.over or public.ended or public.paused)
    if heading is None or not ours or not focus.large(forces):
        return frozenset()
    own, idle = focus.own(picture, heading), set(advice.idle(picture))
    mine = ((u.id, forces.counter(u).call) for u in units if u.id not in pressed)
    return frozenset(id_ for id_, call in mine if call in idle and heading.orders(call) and (own is None or call in own))


def _among(units: list[Unit], names: frozenset[str]) -> list[Unit]:
    """Those of these names, in their order."""
    return [unit for unit in units if unit.id in names]


def _formed(those: list[Unit]) -> tuple[str, ...]:
    """The line of those that the form has."""
    if not those:
        return ()
    units = counted(len(those), "{number} unit", "{number} units")
    if any(unit.state for unit in those):
        return (say("Full strength, good or fatigued: {units} in the order form below, with hex and AP.", units=units),)
    return (say("Full strength and good: {units} in the order form below, with hex and AP.", units=units),)


def _stirred(picture: Picture, units: list[Unit], pressed: frozenset[str], heading: Heading) -> list[Unit]:
    """Of whom a large side's commander reads one by one: who is in contact or changed, and what else there is of formations in
    his own hand that have such."""
    forces, own = picture.forces, focus.own(picture, heading)
    stirred = {focus.formation(forces, u) for u in units if u.id in pressed}
    mine = {u.id for u in units if own is None or forces.counter(u).call in own}
    return [u for u in units if u.id in pressed or (u.id in mine and focus.formation(forces, u) in stirred)]


def _worn(unit: Unit) -> bool:
    return bool(unit.lost or unit.state)


def _in_contact(game: Game, picture: Picture, unit: Unit) -> bool:
    """Engaged, next to a contact, or in a hex that is claimed: all of it as this side's own map has it."""
    near = {unit.hex, *game.ground.neighbours[unit.hex]}
    claimed = unit.hex in picture.public.claims[picture.side]
    return claimed or unit.hex in picture.public.engaged or bool(near & picture.held_by_enemy())


def _rows(game: Game, picture: Picture, units: list[Unit], told: Heading | None) -> list[tuple[str, ...]]:
    """What is in contact or changed: call, steps left of steps at start, state, place, AP, last order once there was one."""
    forces, view = picture.forces, picture.view(game)
    rows = [(say("unit"), say("steps"), say("state"), say("where"), say("AP"), *((say("last order"),) if told else ()))]
    for unit in units:
        counter, engaged = forces.counter(unit), unit.hex in picture.public.engaged
        how = say(" ENGAGED") if engaged else works.facing(unit)
        left = f"{counter.steps - unit.lost}/{counter.steps}"
        points = "-" if engaged else str(action_points(view, unit))
        last = (_last_order(told, counter.call) or "-",) if told else ()
        rows.append((counter.call, left, say(STATES[unit.state]), spot(game, unit) + how, points, *last))
    return rows


def _last_order(told: Heading | None, call: str) -> str:
    """`attack T1.1`: the verb of the order's last step, for the form has all of it; "" for a unit that had none yet."""
    said = told.told.get(call, "") if told else ""
    return f"{last_step(said).split(maxsplit=1)[0]} {told.told_in.get(call, '')}".rstrip() if said and told else ""


def last_step(order: str) -> str:
    """`attack 14.12 hasty` of `move 13.12; attack 14.12 hasty`; the last before a condition, which may not have come about."""
    steps = [step.strip() for step in order.split(";")]
    sure = list(takewhile(lambda step: not step.startswith("if "), steps))
    return next((step for step in reversed(sure) if step), steps[0])


class _Alike(NamedTuple):
    """What units have in common that one line tells together; formation: "" where they are told by hex."""

    formation: str
    where: str
    points: int
    last: str
    state: int


def _others_head(units: list[Unit], rows: list[Unit], pressed: frozenset[str]) -> str:
    """What is said of those without a row: that they are whole, and where rows stand above and none has moved, no news either."""
    if not rows:
        return say("All at full strength, good")
    return say("Full strength, good") if any(u.id in pressed for u in units) else say("No change: full strength, good")


def _others(game: Game, picture: Picture, units: list[Unit], told: Heading | None, head: str) -> Iterator[str]:
    """The units without a row, all of them whole and good: by hex, or by formation where there are many."""
    if not units:
        return
    alike: dict[_Alike, list[Unit]] = {}
    for unit in units:
        alike.setdefault(_alike(game, picture, unit, told), []).append(unit)
    usual = Counter((key.points, key.state) for key, same in alike.items() for _ in same).most_common(1)[0][0]
    yield say("{head}; {points} AP unless noted:", head=_headed(head, usual[1]), points=usual[0])
    lines: dict[str, list[str]] = {}
    for key in sorted(alike):
        lines.setdefault(key.formation or key.where, []).append(_calls(picture.forces, alike[key]) + _noted(key, usual))
    said_of = [f"{name}: {'; '.join(said)}" for name, said in lines.items()]
    yield from ["; ".join(said_of)] if focus.large(picture.forces) else said_of


def _headed(head: str, usual: int) -> str:
    """The head of those without a row; of a large side most of them may be fatigued."""
    return say("Full strength, {state}", state=say(STATES[usual])) if usual else head


def _alike(game: Game, picture: Picture, unit: Unit, told: Heading | None) -> _Alike:
    forces = picture.forces
    many = len(forces.on_map()) > MANY
    formation = forces.counters[parent_of(forces, unit.id) or unit.id].call if many else ""
    where = (short_spot if focus.large(forces) else spot)(game, unit) + works.facing(unit)
    last = _last_order(told, forces.counter(unit).call)
    return _Alike(formation, where, action_points(picture.view(game), unit), last, unit.state)


def _noted(key: _Alike, usual: tuple[int, int]) -> str:
    """What is said of units behind their calls: a state and AP that are not the usual, the last order; of a formation's, the
    hex."""
    state = [say(STATES[key.state])] if key.state != usual[1] else []
    points = [say("{points} AP", points=key.points)] if key.points != usual[0] else []
    more = ", ".join([*state, *points, *filter(None, [key.last])])
    at = f", {key.where}" if key.formation else ""
    return at + (f" ({more})" if more else "")


def _calls(forces: Forces, units: list[Unit]) -> str:
    """`376A 376B 376C 2/2, C/307 4/4`: those of equal strength together."""
    strength: dict[int, list[str]] = {}
    for unit in units:
        counter = forces.counter(unit)
        strength.setdefault(counter.steps, []).append(counter.call)
    return ", ".join(f"{' '.join(calls)} {steps}/{steps}" for steps, calls in strength.items())


def _totals(forces: Forces, units: list[Unit]) -> Iterator[str]:
    """How many units and steps there are, and who is destroyed."""
    whole = sum(forces.counter(u).steps for u in units)
    count = counted(len(units), "{number} unit", "{number} units")
    steps = counted(whole, "{number} step", "{number} steps")
    yield say("On the map: {units}, {left} of {steps}.", units=count, left=whole - sum(u.lost for u in units), steps=steps)
    dead = sorted(forces.counter(u).call for u in forces.units.values() if u.status == "dead")
    if dead:
        yield say("Destroyed: {dead}.", dead=", ".join(dead))
