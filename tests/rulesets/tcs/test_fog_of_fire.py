"""Fire and what the other side may know: pairs of worlds that differ in what a desk cannot see are told the same, and laws that
hold whatever the dice are."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.rules.sight import HexsideCrossed, TurnVisibility, in_sight, trigger_in_sight
from pbem.rulesets.tcs.rules.spotting import Spotted, spotting_range
from pbem.rulesets.tcs.seeing import air, spotted
from pbem.rulesets.tcs.units import TacticalUnit
from tests.rulesets.tcs.field import OPENING, Field

SAMPLE, PAIRS = 5, 40
FIRES = (t.AreaFired, t.PointFired, t.AtThrown)


def seeds(sample: int = SAMPLE, pairs: int = PAIRS) -> list[Any]:
    """A sample by default, and all of them in a soak."""
    return [pytest.param(seed, marks=() if seed < sample else pytest.mark.soak) for seed in range(pairs)]


def policy(key: str, *words: str, units: tuple[str, ...] = (), **slots: int) -> Act:
    """A line of the standing orders, for units or for all."""
    whom: tuple[tuple[str, Any], ...] = (("UNITS", units),) if units else ()
    return Act(f"policy {key}", (*(() if units else ("all",)), *words), (*whom, *slots.items()))


def field(seed: int, ge: tuple[Act, ...] = (), us: tuple[Act, ...] = ()) -> Field:
    made = Field(seed)
    made.play.standing = {"us": us, "ge": ge}
    return made


def moves(seed: int) -> tuple[str, tuple[Hex, ...]]:
    """A unit of the Americans', and a way of up to four hexes that enters no enemy's."""
    random = Random(seed)
    made = Field(seed)
    name = random.choice(("A-1", "A-2", "T-1", "T-3"))
    here, way = made.unit(name).hex, list[Hex]()
    for _ in range(random.randint(1, 4)):
        near = [hex_ for hex_ in made.game.ground.neighbours(here) if not made.board.forces["ge"].at(hex_)]
        here = random.choice(near)
        way.append(here)
    return name, tuple(way)


def acted(made: Field, seed: int) -> None:
    """The Americans' action phase: a machine gun fires, and one unit goes its way."""
    name, way = moves(seed)
    made.put(name, mode="move", spent=-40)
    made.happen(t.ActionBegan("us"))
    made.happen(t.MoveBegan("us", (name,), way))
    made.happen(t.ActionEnded("us"))


def told(made: Field, side: str) -> list[object]:
    return [seen for desk, seen in made.play.seen if desk == side]


def hidden(made: Field) -> list[Hex]:
    """Hexes that no American sees."""
    over = air(made.game, made.board)
    viewers = [unit.hex for unit in made.board.forces["us"].units.values()]
    return [place for place in made.game.sight.places if not any(sees(made, over, viewer, place) for viewer in viewers)]


def sees(made: Field, over: TurnVisibility, viewer: Hex, place: Hex) -> bool:
    return in_sight(made.game.book, made.game.sight, over, viewer, place)


def was_seen(made: Field, name: str) -> bool:
    return any(isinstance(event, e.EnemyShown) and event.unit == name for event in made.play.events)


Pair = Callable[[int], list[list[object]] | None]
"""What a desk was told in two worlds or more that differ in what it cannot see; None where they happen to differ in more."""


def alike(pair: Pair, seed: int) -> None:
    """The first pair of worlds from a seed on that differ in nothing seen: they are told the same."""
    for attempt in range(60):
        letters = pair(100 * seed + attempt)
        if letters is not None:
            assert all(other == letters[0] for other in letters[1:])
            return
    raise AssertionError("no pair of worlds was found")


HOLD = (policy("fire", "hold"), policy("adjacent", "hold"))


def _where_an_unseen_unit_stands_is_told_to_nobody(seed: int) -> list[list[object]] | None:
    letters = list[list[object]]()
    for place in Random(seed).sample(hidden(Field(seed)), 2):
        made = field(seed, ge=(policy("fire", "hold", units=("Z-1",)), policy("adjacent", "hold", units=("Z-1",))))
        made.put("Z-1", hex=place)
        acted(made, seed)
        if was_seen(made, "Z-1") or any(isinstance(event, t.FellBack) for event in made.play.events):
            return None  # who runs is caught by any enemy, seen or not (TCSB-17-12)
        letters.append(told(made, "us"))
    return letters


@pytest.mark.parametrize("seed", seeds())
def test_where_an_unseen_unit_stands_is_told_to_nobody(seed: int) -> None:
    """TCSB-7-3, TCS3-1-3: a tank that holds its fire, here or there, in two worlds otherwise alike."""
    alike(_where_an_unseen_unit_stands_is_told_to_nobody, seed)


def _a_stack_that_holds_its_fire_is_as_one_that_saw_nothing(seed: int) -> list[list[object]] | None:
    reasons: tuple[tuple[Act, ...], ...] = (
        HOLD,
        (policy("range", N=0), policy("adjacent", "hold")),
        (policy("fire", "hold", "until", "triggers", N=9), policy("adjacent", "hold")),
    )
    letters = list[list[object]]()
    for reason in reasons:
        made = field(seed, ge=reason)
        acted(made, seed)
        assert not any(isinstance(event, FIRES) for event in made.play.events)
        letters.append(told(made, "us"))
    return letters


@pytest.mark.parametrize("seed", seeds())
def test_a_stack_that_holds_its_fire_is_as_one_that_saw_nothing(seed: int) -> None:
    """TCS3-1-3: a policy that lets nobody fire tells the enemy nothing, whatever its reason."""
    alike(_a_stack_that_holds_its_fire_is_as_one_that_saw_nothing, seed)


def _a_marked_die_that_fails_is_as_a_policy_that_lets_it_lie(seed: int) -> list[list[object]] | None:
    letters = list[list[object]]()
    for marked in ("yes", "no"):
        made = field(seed, ge=(policy("marked", marked), policy("adjacent", "hold")))
        for name in made.board.forces["ge"].units:
            made.put(name, overwatch=True)
        acted(made, seed)
        if any(isinstance(event, FIRES) for event in made.play.events):
            return None
        letters.append(told(made, "us"))
    return letters


@pytest.mark.parametrize("seed", seeds())
def test_a_marked_die_that_fails_is_as_a_policy_that_lets_it_lie(seed: int) -> None:
    """TCS3-1-5: who did not fire is not told of, nor why."""
    alike(_a_marked_die_that_fails_is_as_a_policy_that_lets_it_lie, seed)


def _what_shells_do_out_of_sight_is_told_to_nobody(seed: int) -> list[list[object]] | None:
    random = Random(seed)
    place = random.choice([place for place in hidden(Field(seed)) if place != "08.08"])
    letters = list[list[object]]()
    for there in (True, False):
        made = field(seed, ge=HOLD)
        made.put("G-2", hex=place if there else Hex("08.08"), steps=random.randint(1, 5) if there else 5)
        made.put("Z-1", hex=Hex("08.08"))
        made.happen(cast(e.Event, e.AttackBegan(shells(place))))
        if was_seen(made, "G-2"):
            return None
        letters.append(told(made, "us"))
    return letters


@pytest.mark.parametrize("seed", seeds())
def test_what_shells_do_out_of_sight_is_told_to_nobody(seed: int) -> None:
    """TCSB-7-3: a barrage on hexes that nobody sees, with a platoon in them or without."""
    alike(_what_shells_do_out_of_sight_is_told_to_nobody, seed)


def shells(place: Hex) -> Any:
    return HexAttack(f"plot/BTY/T1/1/{place}", place, ("ge",), column=6, direct=False, indirect=True)


def _no_figure_of_the_enemys_changes_what_is_seen_of_his_fire(seed: int) -> list[list[object]] | None:
    letters = list[list[object]]()
    for morale in (1, 6):
        made = field(seed)
        for name in made.board.forces["ge"].units:
            made.put(name, morale=morale)
        acted(made, seed)
        if any(isinstance(event, t.MoraleTried) and event.side == "ge" for event in made.play.events):
            return None
        letters.append(told(made, "us"))
    return letters


@pytest.mark.parametrize("seed", seeds())
def test_no_figure_of_the_enemys_changes_what_is_seen_of_his_fire(seed: int) -> None:
    """TCS3-10-1, TCSB-9-10: morale, ammunition and formations behind the same fire are told to nobody."""
    alike(_no_figure_of_the_enemys_changes_what_is_seen_of_his_fire, seed)


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("seed", seeds(12, 120))
def test_overwatch_never_fires_at_what_cannot_be_seen(seed: int) -> None:
    """TCS3-1-1, TCS3-1-4, TCS3-1-11: each unit that fires at a move sees the hexside, near enough to spot."""
    made = field(seed)
    acted(made, seed)
    board, crossed = cast(Any, OPENING.situation.board), HexsideCrossed(Hex("01.01"), Hex("01.01"))
    for event in made.play.events:
        before = board
        board = made.play.ruleset.knowledge.apply(board, event)
        if isinstance(event, t.UnitsEntered):
            crossed = HexsideCrossed(event.left, event.hex)
        elif isinstance(event, FIRES) and event.manner == "overwatch":
            assert event.hex == crossed.entered
            names = event.units if isinstance(event, t.AreaFired) else (event.unit,)
            assert all(eyes(made, before, before.forces[event.side].units[name], crossed) for name in names)


def eyes(made: Field, board: Any, unit: TacticalUnit, crossed: HexsideCrossed) -> bool:
    """Is anybody there who sees it, for itself, or for a mortar?"""
    movers = board.forces["us"].at(crossed.entered)
    own = board.forces["ge"].units.values() if unit.counter.type == "mortar_section" else (unit,)
    return any(_spots(made, board, one, mover, crossed) for one in own for mover in movers)


def _spots(made: Field, board: Any, one: TacticalUnit, mover: TacticalUnit, crossed: HexsideCrossed) -> bool:
    away = distance(one.hex, crossed.entered)
    table, over = made.game.sight, air(made.game, board)
    near = spotting_range(made.game.book, Spotted(replace(mover, mode="move"), made.game.ground.terrain[mover.hex]))
    return away <= 1 or (away <= near and trigger_in_sight(made.game.book, table, over, one.hex, crossed))


@pytest.mark.parametrize("seed", seeds(6, 60))
def test_steps_and_markers_are_conserved_and_nobody_fires_twice_at_a_trigger(seed: int) -> None:
    """TCSB-10-1, TCSB-14-13, TCSB-14-6: what is lost is told; who fired overwatch is marked with all of its stack."""
    made = field(seed)
    acted(made, seed)
    for side, forces in made.board.forces.items():
        was = sum(unit.steps for unit in cast(Any, OPENING.situation.board).forces[side].units.values())
        now = sum(unit.steps for unit in forces.units.values())
        lost = sum(event.losses for event in made.play.events if isinstance(event, t.UnitStruck) and event.side == side)
        ran = sum(_run(event) for event in made.play.events if isinstance(event, t.FellBack) and event.side == side)
        assert now <= was - lost and (ran or now == was - lost or made.board.forces[side].dead)
        assert not set(forces.units) & set(forces.dead)
    answered = [name for event in made.play.events for name in _who(event)]
    triggers = sum(isinstance(event, t.UnitsEntered) for event in made.play.events)
    assert all(answered.count(name) <= 2 * triggers for name in answered)
    for name in answered:
        units = {unit.id: unit for f in made.board.forces.values() for unit in f.units.values()}
        assert name not in units or units[name].overwatch


def _run(event: t.FellBack) -> int:
    return event.losses


def _who(event: object) -> tuple[str, ...]:
    if isinstance(event, FIRES) and event.manner in ("overwatch", "return"):
        return event.units if isinstance(event, t.AreaFired) else (event.unit,)
    return ()


@pytest.mark.parametrize("seed", seeds(4, 40))
def test_who_is_shown_is_spotted_and_names_are_given_once(seed: int) -> None:
    """TCSB-7-9: whatever fire does, a name is one unit's, and is given to those alone whom the side spots."""
    made = field(seed)
    acted(made, seed)
    shown = [event for event in made.play.events if isinstance(event, e.EnemyShown)]
    assert len({(event.side, event.name) for event in shown}) == len(shown)
    for side in ("us", "ge"):
        known = {enemy.name for enemy in made.picture(side).enemies.values() if enemy.spotted}
        names = {name for unit, name in made.board.shown[side].items() if unit in spotted(made.game, made.board, side)}
        assert known <= names
