"""Armor and what the other side may know: pairs of worlds that differ in what a desk cannot see are told the same."""

from random import Random
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.observations import OwnNews
from pbem.rulesets.tcs.rules.impulses import SEGMENTS
from tests.rulesets.tcs.armor import PANTHER_SMOKE, Armor
from tests.rulesets.tcs.test_fog_of_fire import HOLD, alike, hidden, policy, was_seen

SAMPLE, PAIRS = 2, 40
FIRES = (t.AreaFired, t.PointFired, t.AtThrown, t.SmokeMade)


def seeds() -> list[Any]:
    """A sample by default, and all of them in a soak."""
    return [pytest.param(seed, marks=() if seed < SAMPLE else pytest.mark.soak) for seed in range(PAIRS)]


def made_for(seed: int, ge: tuple[Act, ...] = HOLD) -> Armor:
    made = Armor(seed, ge=ge)
    made.dead("A-60")
    return made


def acted(made: Armor, seed: int, side: str = "us") -> None:
    """A side's three segments, in each of which a tank goes a hex."""
    random, tank = Random(seed), "T-1" if side == "us" else "Z-1"
    for segment in SEGMENTS:
        made.segment(side, segment)
        if tank in made.board.forces[side].units:
            made.put(tank, mode="move", spent=-8)
            near = [place for place in made.game.ground.neighbours(made.unit(tank).hex)
                    if not any(forces.at(place) for name, forces in made.board.forces.items() if name != side)]  # fmt: skip
            made.happen(t.MoveBegan(side, (tank,), (random.choice(near),)))
    made.happen(t.ActionEnded(side))


def told(made: Armor, side: str) -> list[object]:
    return [seen for desk, seen in made.play.seen if desk == side]


def out_of_sight(seed: int, many: int = 1) -> list[Hex]:
    return Random(seed).sample(hidden(made_for(seed)), many)


def _a_tank_out_of_sight(seed: int) -> list[list[object]] | None:
    """It buttons up, loses its leader, has other MP, moves or stays."""
    letters = list[list[object]]()
    (place,) = out_of_sight(seed)
    for change in ({}, {"leader": False}, {"buttoned": True}, {"morale": 7}):
        made = made_for(seed)
        made.put("Z-1", hex=place, **change)
        made.segment("ge", "initial")
        made.happen(t.ActionEnded("ge"))
        acted(made, seed)
        if was_seen(made, "Z-1"):
            return None
        letters.append(told(made, "us"))
    return letters


def _morale_of_armor_that_nobody_sees(seed: int) -> list[list[object]] | None:
    """Shells on a tank out of sight: it stands, shuts its hatches, runs, or there is none."""
    letters = list[list[object]]()
    places = out_of_sight(seed, 2)
    for morale, place in ((0, places[0]), (7, places[0]), (3, places[1])):
        made = made_for(seed)
        made.put("Z-1", hex=place, morale=morale)
        shells = HexAttack("plot/BTY/T1/1/armor", places[0], ("ge",), column=6, direct=False, indirect=True, sheafs=2)
        made.happen(e.AttackBegan(shells))
        ran = [event.path[-1] for event in made.play.events if isinstance(event, t.FellBack) and event.path]
        if was_seen(made, "Z-1") or any(end not in hidden(made) for end in ran):
            return None  # it ran into sight, or under a counter that is shown
        letters.append(told(made, "us"))
    return letters


def _smoke_that_nobody_sees(seed: int) -> list[list[object]] | None:
    """A Panther that makes smoke out of sight, or none."""
    letters = list[list[object]]()
    (place,) = out_of_sight(seed)
    for smoke in (False, True):
        made = made_for(seed)
        made.printed("Z-1", PANTHER_SMOKE, hex=place, mode="move")
        made.segment("ge", "initial")
        made.happen(t.MoveBegan("ge", ("Z-1",), (), smoke_at=place if smoke else None))
        if was_seen(made, "Z-1") or "us" in {desk for desk, seen in made.play.seen if type(seen).__name__ == "SmokeSeen"}:
            return None
        acted(made, seed)
        letters.append(told(made, "us"))
    return letters


def _a_policy_of_armor_that_does_nothing(seed: int) -> list[list[object]] | None:
    """To fall back, smoke, keep a mortar for a segment, let another take a hit: where nothing comes of it nothing is told."""
    letters = list[list[object]]()
    smoke = Act("policy smoke", ("on", "first", "trigger"), (("UNITS", ("Z-1",)), ("HEX", Hex("01.01"))))
    for more in ((), (policy("mortar", "final"),), (policy("leader", "substitute no"),), (smoke,)):
        made = made_for(seed, ge=(*HOLD, *more))
        acted(made, seed)
        if any(isinstance(event, FIRES) and event.side == "ge" for event in made.play.events):
            return None
        letters.append(told(made, "us"))
    return letters


def _what_the_enemys_impulses_give(seed: int) -> list[list[object]] | None:
    """His MP, and whether he used them out of sight: the segments of both are told to both alike."""
    letters = list[list[object]]()
    (place,) = out_of_sight(seed)
    for moves in (False, True):
        made = made_for(seed)
        made.put("Z-1", hex=place, mode="move", spent=-8)
        for segment in SEGMENTS:
            made.segment("ge", segment)
            if moves:
                near = [hex_ for hex_ in made.game.ground.neighbours(made.unit("Z-1").hex) if hex_ in hidden(made)]
                made.happen(t.MoveBegan("ge", ("Z-1",), tuple(near[:1])))
        made.happen(t.ActionEnded("ge"))
        if was_seen(made, "Z-1"):
            return None
        letters.append(told(made, "us"))
    return letters


KINDS = (
    _a_tank_out_of_sight, _morale_of_armor_that_nobody_sees, _smoke_that_nobody_sees, _a_policy_of_armor_that_does_nothing,
    _what_the_enemys_impulses_give,
)  # fmt: skip


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize("kind", KINDS)
def test_what_armor_does_out_of_sight_is_told_to_nobody(kind: Any, seed: int) -> None:
    """TCSB-2-4, TCSB-7-3: worlds that differ in what a desk cannot see give it the same observations, word for word."""
    alike(kind, seed)


def test_who_is_told_of_impulses_learns_no_figure_of_the_enemy() -> None:
    """TCSARM-4.3b-1, TCSB-2-4: what a segment gives, and who shut hatches away from a leader, its own side alone is told."""
    made = made_for(1)
    made.put("Z-1", leader=False)
    acted(made, 1, "ge")
    own = [seen.event for seen in made.seen("us", OwnNews) if isinstance(seen.event, (t.MpAllotted, t.UnitsButtoned, t.ArmorTried))]
    assert not [event for event in own if event.side == "ge"]
    assert [seen for seen in made.seen("ge", OwnNews) if isinstance(seen.event, t.UnitsButtoned)]
