"""Section 2 of a situation report: a row for each unit in contact or changed; the others by hex, if many by formation."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from pbem.documents.document import Block, block, table
from pbem.documents.station import Heading
from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import advice, focus, works
from pbem.rulesets.tocs.reports.wording import calls_in_short, condition, short_spot, spot, strength
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import STATES, Unit

MANY = 40  # units on the map above which those without news are told by formation, a paragraph each
FATIGUED = 1  # the rank of the state that a unit is in after it acted
MOST_DEAD = 6  # units of which a report that is too long names each that is destroyed
MOST_ROWS = 8  # of a large side, above which units are told by hex
PLACED = frozenset({"set up", "noted", "waiting", ""})  # changes that put a unit where its owner wants it


class OwnForcesAsked(NamedTuple):
    """For what report the own forces are told. news: what the desk learnt; heading: what each was last ordered; brief: of a large
    side, who is near the enemy but whole and free to go stands with the others, by hex or in the order form, and of many who are
    destroyed their number."""

    news: Iterable[Any] = ()
    heading: Heading | None = None
    brief: bool = False


_ALL = OwnForcesAsked()


def own_forces(title: str, game: Game, picture: Picture, asked: OwnForcesAsked = _ALL) -> tuple[Block, ...]:
    """The own units on the map, those destroyed by name."""
    news, heading, brief = asked
    forces = picture.forces
    units = sorted(forces.on_map(), key=lambda u: (parent_of(forces, u.id) or u.id, forces.counter(u).call))
    pressed = _pressed(game, picture, units, o.whats(tuple(news)))
    here, summed = _opened(picture, units, pressed, heading)
    rows = _in_rows(game, picture, here, pressed, brief)
    first = _among(here, rows)
    formed = _in_the_form(picture, here, rows, heading)
    rest = [u for u in here if u.id not in rows | formed]
    summed = (*_formed(_among(here, formed)), *summed)
    told = heading if heading and heading.told else None
    total = () if focus.opened(picture, heading) is not None else _totals(forces, units, brief)
    below = (*_others(game, picture, rest, told, _others_head(rest, first, pressed)), *summed, *total)
    first = sorted(first, key=lambda u: u.hex not in picture.public.engaged)
    if _in_stacks(picture, rows):
        return block(title, (f" {line}" for line in (*_stacks(game, picture, first, brief), *below)))
    return table(title, _rows(game, picture, first, told), (f" {line}" for line in below))


def _pressed(game: Game, picture: Picture, units: list[Unit], news: tuple[Any, ...]) -> frozenset[str]:
    """Who was changed, is worn or in contact."""
    changed = {n.unit.id for n in news if isinstance(n, t.UnitChanged) and n.why not in PLACED}
    return frozenset(u.id for u in units if u.id in changed or _worn(u) or in_contact(game, picture, u))


def _in_stacks(picture: Picture, rows: frozenset[str]) -> bool:
    """Are the units with news too many for a row each?"""
    return focus.large(picture.forces) and len(rows) > MOST_ROWS


def _stacks(game: Game, picture: Picture, units: list[Unit], brief: bool) -> Iterator[str]:
    """Units by hex, where they are too many for a row each: a line for each hex where they are engaged, `19.11 ENGAGED: 1/HG 1/4
    disrupted; LSHATERT 2/2 fatigued`, and one for all others."""
    stacks: dict[str, dict[str, list[str]]] = {}
    for unit in units:
        where = short_spot(game, unit) + (say(" ENGAGED") if unit.hex in picture.public.engaged else works.facing(unit))
        stacks.setdefault(where, {}).setdefault(_how(picture, unit, brief), []).append(picture.forces.counter(unit).call)
    said = {where: "; ".join(f"{calls_in_short(calls)} {how}" for how, calls in alike.items()) for where, alike in stacks.items()}
    close = [where for where in said if where.endswith(say(" ENGAGED"))]
    yield from (f"{where}: {said[where]}" for where in close)
    rest = [f"{where}: {words}" for where, words in said.items() if where not in close]
    if rest:
        head = say("Worn, good unless noted") if brief else say("Near the enemy or worn")
        yield f"{head}: {'. '.join(rest)}"


def _how(picture: Picture, unit: Unit, brief: bool) -> str:
    """`3/4 good`; `3/4` where the head of the line says the rest."""
    plain = brief and not unit.state and unit.hex not in picture.public.engaged
    return strength(picture.forces, unit) if plain else condition(picture.forces, unit)


def _in_rows(game: Game, picture: Picture, units: list[Unit], pressed: frozenset[str], brief: bool) -> frozenset[str]:
    """Which units have a row each: those with news. Of a large side those that are hard pressed; who has moved and is whole stands
    below or in the order form, where it is and with its last order."""
    large = focus.large(picture.forces)
    return frozenset(u.id for u in units if u.id in pressed and (not large or _hard_pressed(game, picture, u, brief)))


def _hard_pressed(game: Game, picture: Picture, unit: Unit, brief: bool) -> bool:
    """Has it lost steps, is it worse than fatigued, or in contact? brief: engaged, where contact does not tell enough."""
    if unit.lost or unit.state > FATIGUED:
        return True
    return unit.hex in picture.public.engaged if brief else in_contact(game, picture, unit)


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
    return here, focus.summed(forces, [u for u in units if u not in here], pressed, here)


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
        return (say("Full strength, good or fatigued: {units}, in the order form below.", units=units),)
    return (say("Full strength and good: {units}, in the order form below.", units=units),)


def _stirred(picture: Picture, units: list[Unit], pressed: frozenset[str], heading: Heading) -> list[Unit]:
    """Of whom a large side's commander reads one by one: who is engaged, and all of the formations without a seat of their own in
    which anybody is in contact or changed."""
    forces, own = picture.forces, focus.own(picture, heading)
    stirred = {focus.formation(forces, u) for u in units if u.id in pressed}
    mine = {u.id for u in units if own is None or forces.counter(u).call in own}
    engaged = picture.public.engaged
    return [u for u in units if u.hex in engaged or (u.id in mine and focus.formation(forces, u) in stirred)]


def _worn(unit: Unit) -> bool:
    return bool(unit.lost or unit.state)


def in_contact(game: Game, picture: Picture, unit: Unit) -> bool:
    """Engaged, next to a contact, or in a hex that is claimed: all of it as this side's own map has it."""
    near = {unit.hex, *game.ground.neighbours[unit.hex]}
    claimed = unit.hex in picture.public.claims[picture.side]
    return claimed or unit.hex in picture.public.engaged or bool(near & picture.held_by_enemy())


def _rows(game: Game, picture: Picture, units: list[Unit], told: Heading | None) -> list[tuple[str, ...]]:
    """What is in contact or changed: call, steps left of steps at start, state, place, AP, last order once there was one."""
    forces, view = picture.forces, picture.view(game)
    where = short_spot if focus.large(forces) else spot
    rows = [(say("unit"), say("steps"), say("state"), say("where"), say("AP"), *((say("last order"),) if told else ()))]
    for unit in units:
        counter, engaged = forces.counter(unit), unit.hex in picture.public.engaged
        how = say(" ENGAGED") if engaged else works.facing(unit)
        left = f"{counter.steps - unit.lost}/{counter.steps}"
        points = "-" if engaged else str(action_points(view, unit))
        last = (_last_order(told, counter.call) or "-",) if told else ()
        rows.append((counter.call, left, say(STATES[unit.state]), where(game, unit) + how, points, *last))
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
    if focus.large(picture.forces):
        yield _by_hex(game, picture, units)
        return
    alike: dict[_Alike, list[Unit]] = {}
    for unit in units:
        alike.setdefault(_alike(game, picture, unit, told), []).append(unit)
    usual = Counter((key.points, key.state) for key, same in alike.items() for _ in same).most_common(1)[0][0]
    yield say("{head}; {points} AP unless noted:", head=head, points=usual[0])
    lines: dict[str, list[str]] = {}
    for key in sorted(alike):
        lines.setdefault(key.formation or key.where, []).append(_calls(picture.forces, alike[key]) + _noted(key, usual))
    yield from (f"{name}: {'; '.join(said)}" for name, said in lines.items())


def _by_hex(game: Game, picture: Picture, units: list[Unit]) -> str:
    """The whole units of a large side in a paragraph: `Full strength, good, 3 AP unless noted: 11.11 A,B/504; 12.10 HQ504
    (2 AP)`."""
    forces, view = picture.forces, picture.view(game)
    able = {unit.id: (unit.state, action_points(view, unit)) for unit in units}
    state, points = Counter(able.values()).most_common(1)[0][0]
    stacks: dict[str, dict[tuple[int, int], list[str]]] = {}
    for unit in sorted(units, key=lambda u: u.hex):
        where = short_spot(game, unit) + works.facing(unit)
        stacks.setdefault(where, {}).setdefault(able[unit.id], []).append(forces.counter(unit).call)
    head = say("Full strength, {state}, {points} AP unless noted:", state=say(STATES[state]), points=points)
    return f"{head} {'; '.join(f'{where} {_stack(alike, (state, points))}' for where, alike in stacks.items())}"


def _stack(alike: dict[tuple[int, int], list[str]], usual: tuple[int, int]) -> str:
    """`A,B/504, HQ504 (fatigued, 2 AP)`: the units of a hex, those that are not as usual with what is otherwise."""
    said = []
    for able, calls in alike.items():
        state = [say(STATES[able[0]])] if able[0] != usual[0] else []
        points = [say("{points} AP", points=able[1])] if able[1] != usual[1] else []
        said.append(calls_in_short(calls) + (f" ({', '.join((*state, *points))})" if state or points else ""))
    return ", ".join(said)


def _alike(game: Game, picture: Picture, unit: Unit, told: Heading | None) -> _Alike:
    forces = picture.forces
    many = len(forces.on_map()) > MANY
    formation = forces.counters[parent_of(forces, unit.id) or unit.id].call if many else ""
    where = spot(game, unit) + works.facing(unit)
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


def _totals(forces: Forces, units: list[Unit], brief: bool) -> Iterator[str]:
    """How many units and steps there are, and who is destroyed. brief: of many destroyed their number."""
    whole = sum(forces.counter(u).steps for u in units)
    count = counted(len(units), "{number} unit", "{number} units")
    steps = counted(whole, "{number} step", "{number} steps")
    if units:
        yield say("On the map: {units}, {left} of {steps}.", units=count, left=whole - sum(u.lost for u in units), steps=steps)
    else:
        yield say("No unit is on the map.")
    dead = sorted(forces.counter(u).call for u in forces.units.values() if u.status == "dead")
    if brief and len(dead) > MOST_DEAD:
        yield say("Destroyed: {number} units; REPORT names them.", number=len(dead))
    elif dead:
        yield say("Destroyed: {dead}.", dead=calls_in_short(dead) if focus.large(forces) else ", ".join(dead))
