"""Random fights about the village: orders of all kinds, policies of all kinds, and what holds whatever comes of them."""

from random import Random
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.dry_run import shared
from pbem.rulesets.tcs.attacks import Firing
from pbem.rulesets.tcs.settling import turns
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.test_fog_of_fire import field, policy

NEAR = tuple(map(Hex, ("05.03", "04.03", "04.04", "06.04", "06.03", "07.04", "06.06", "05.06", "04.05")))
VERBS = ("move", "assault", "overrun", "move mode", "fire mode", "fire", "fire", "antitank", "button up", "mount", "dismount")


def policies(chance: Random) -> tuple[Act, ...]:
    kinds = (
        policy("fire", "open"), policy("fire", "hold", "until", "fired on"), policy("marked", "no"), policy("return", "strongest"),
        policy("range", N=chance.randint(1, 20)), policy("adjacent", chance.choice(("fire", "hold"))),
        policy("odds", N=chance.randint(0, 60)), policy("assault", N=chance.randint(1, 3)), policy("losses", "guns", "first"),
    )  # fmt: skip
    return tuple(chance.sample(kinds, 3))


def begun(seed: int, chance: Random) -> Field:
    """Both sides close to each other."""
    made = field(seed, policies(chance), policies(chance))
    if chance.random() < 0.5:
        made.put("Z-1", hex=Hex("07.05"))
    for name in made.board.forces["us"].units:
        place = chance.choice(NEAR)
        if not made.board.forces["ge"].at(place):
            made.put(name, hex=place, mode=chance.choice(("move", "move", "fire")))
    return made


def act(made: Field, side: str, call: str, chance: Random) -> Act:
    unit, verb = made.board.forces[side].units[call], chance.choice(VERBS)
    near = made.game.ground.neighbours(unit.hex)
    target = chance.choice((*near, *made.picture(side).known_enemies))
    slots: dict[str, tuple[tuple[str, Any], ...]] = {
        "move": (("PATH", tuple(map(str, chance.sample(near, 1)))),),
        "mount": (("UNIT", chance.choice(list(made.board.forces[side].units))),),
        **dict.fromkeys(("fire", "antitank", "assault", "overrun"), (("HEX", target),)),
    }
    return Act(verb, (chance.choice(("area", "point")),) if verb == "fire" else (), slots.get(verb, ()))


def ordered(made: Field, side: str, chance: Random) -> None:
    """One order, if it is let pass."""
    forces = made.board.forces[side]
    call = chance.choice(list(forces.units))
    stack = tuple(unit.id for unit in forces.at(forces.units[call].hex) if not unit.rides)
    what = act(made, side, call, chance)
    for calls in shared(stack if chance.random() < 0.4 and call in stack else (call,), what):
        alive = tuple(name for name in calls if name in made.board.forces[side].units)
        picture = made.picture(side)
        if alive and not ACTIONS[what.verb].check(made.game, picture, alive, what):
            made.happen(*ACTIONS[what.verb].begun(made.game, picture, alive, what))


@pytest.mark.parametrize("seed", [pytest.param(n, marks=() if n < 4 else pytest.mark.soak) for n in range(150)])
def test_a_fight_ends_with_nothing_on_its_way_and_nobody_in_anothers_hex(seed: int) -> None:
    """TCSB-5-6, TCSB-22-10, TCSB-23-6, TCSB-3-13: and pictures of the own forces are the forces, name for name."""
    chance = Random(seed)
    made = begun(seed, chance)
    for turn in range(1, 4):
        if turn > 1:
            made.happen(*(turns.begun(made.play.moment) or ()))  # type: ignore[arg-type]
        for side in chance.sample(("us", "ge"), 2):
            made.happen(t.ActionBegan(side))
            for _ in range(14):
                if made.board.forces[side].units:
                    ordered(made, side, chance)
            made.happen(e.AssaultsBegan())
            made.happen(t.ActionEnded(side))
            firing = made.board.firing
            left = Firing(triggers=firing.triggers, answered=firing.answered, thrown_back=firing.thrown_back)
            assert not made.board.attacks and firing == left
            assert not {unit.hex for unit in made.board.forces["us"].units.values()} & {
                unit.hex for unit in made.board.forces["ge"].units.values()
            }
        made.happen(*(turns.cleaned_up(made.play.moment) or ()))  # type: ignore[arg-type]
        for side, forces in made.board.forces.items():
            assert made.picture(side).forces == forces and not set(forces.units) & set(forces.dead)
            assert all(0 < unit.steps <= unit.counter.steps for unit in forces.units.values())
