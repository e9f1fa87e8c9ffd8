"""What neither side may learn of the other's part in the air: guns that hold or miss, flights that nobody hears, who comes down."""

import random
from pathlib import Path

import pytest

from pbem.campaign.records import State
from pbem.kernel.hexes import Hex, distance, hex_at
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from tests.fog.pairs import Change, Worlds, at_once, told_apart, unchanged
from tests.fog.worlds import printed, unit
from tests.opened import as_board, as_picture

MISS = {"flak/": (1, 1), "rate/": (6,)}
MISS_AND_KEEP = {"flak/": (1, 1), "rate/": (1,)}
CLOSE = (("allied", "END IMPULSE"),)
PLAY = (*CLOSE, ("allied", "END IMPULSE"), ("german", "END IMPULSE"), ("allied", "END IMPULSE"))


def drop(folder: Path) -> str:
    """The Groesbeek drop."""
    return "groesbeek-drop"


def schedule(call: str, **changes: object) -> Change:
    """Something about a flight of the Allies'."""

    def changed(forces: Forces) -> Forces:
        plan = forces.schedule.flights[call]
        return replace(forces, schedule=forces.schedule.with_flight(replace(plan, **changes)))

    def change(state: State) -> State:
        board, picture = as_board(state.situation.board), as_picture(state.pictures["allied"])
        now = replace(board, forces={**board.forces, "allied": changed(board.forces["allied"])})
        mine = replace(picture, forces=changed(picture.forces))
        return replace(state, situation=replace(state.situation, board=now), pictures={**state.pictures, "allied": mine})

    return change


def worlds(name: str, eye: str, there: Change, **more: object) -> Worlds:
    plain: dict[str, object] = {"letters": PLAY, "dice": MISS}
    return Worlds(name, eye, (drop, drop), differs=(unchanged, there), **{**plain, **more})  # type: ignore[arg-type]


HOLD = (("german", "FLAK HOLD"),)
FLYER = (
    worlds("guns that hold stand elsewhere", "allied", unit("german", "FLMOOK", hex=Hex("23.13")), before=HOLD),
    worlds("a gun that holds is worn", "allied", unit("german", "FLMOOK", state=1), before=HOLD),
    worlds("a gun misses, or is out of reach", "allied", unit("german", "FLMOOK", hex=Hex("23.13"))),
    worlds("a gun misses, or is worn", "allied", unit("german", "FLMOOK", state=2)),
    worlds("a stronger gun misses", "allied", printed("german", "FLGROES", aa=3)),
    worlds("a gun keeps its rate of fire, or does not", "allied", printed("german", "FLMOOK", rof=6),
           dice={"flak/": (1, 1), "rate/": (5,)}),
    worlds("guns that are to fire at fighters alone", "allied", unit("german", "FLMOOK", hex=Hex("18.11")),
           before=(("german", "FLAK AT FIGHTERS"),)),
)  # fmt: skip
GUNNER = (
    worlds("more aircraft in a flight", "german", schedule("J505-1", aircraft=12), dice=MISS_AND_KEEP),
    worlds("a pathfinder more", "german", schedule("J505-0", pathfinders=3)),
    worlds("who is aboard", "german", printed("allied", "A/505", steps=2)),
    worlds("more supplies that have not come yet", "german", schedule("R505", points=2, aircraft=2), letters=CLOSE),
    worlds("another plan of a flight that has not come yet", "german",
           schedule("R505", path=(Hex("21.14"), Hex("21.13"), Hex("22.12"))), letters=CLOSE),
    worlds("which way the staff's flight goes on after it was heard", "german",
           at_once(schedule("R505", free=False), schedule("J505-0", aircraft=1))),
)  # fmt: skip


@pytest.mark.parametrize("pair", [*FLYER, *GUNNER], ids=lambda pair: pair.name)
def test_neither_side_is_told_what_it_cannot_know_of_the_air(tmp_path: Path, pair: Worlds) -> None:
    """Case 3 of the paper games: TOCS-W14.5-1, TOCS-3.2-9, MASL-7.1-5, MASL-7.1-11."""
    assert told_apart(tmp_path, pair) == []


def test_a_pair_that_does_differ_is_seen_to(tmp_path: Path) -> None:
    """A hit is told to the flyer: the test can fail."""
    hit = {"flak/": (6, 6), "rate/": (1,), "drift/": (1,)}
    assert told_apart(tmp_path, worlds("hit or not", "allied", unit("german", "FLMOOK", hex=Hex("23.13")), dice=hit))


ZONES = (Hex("22.12"), Hex("21.12"), Hex("21.13"))
EAST = tuple(hex_at(column, row) for column in range(22, 26) for row in range(8, 15))
FAR = tuple(h for h in EAST if all(distance(h, zone) > 2 for zone in ZONES))
"""Hexes that no flight comes near, nor anything that drifts: where troops come down on a gun they learn of it."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(500))
def test_guns_anywhere_that_hold_or_miss(tmp_path: Path, seed: int) -> None:
    """TOCS-W14.5-1: the flyer's mail is a function of what hit him."""
    chance = random.Random(seed)
    gun, where = chance.choice(("FLMOOK", "FLGROES")), chance.choice(FAR)
    changes = {"hex": where} if gun == "FLMOOK" and chance.random() < 0.5 else {"state": chance.randint(1, 3)}
    holds = chance.random() < 0.5
    pair = worlds(str(seed), "allied", unit("german", "FLMOOK", **changes), before=HOLD if holds else (), letters=CLOSE,
                  dice={"flak/": (1, chance.randint(1, 3)), "rate/": (chance.randint(1, 6),)})  # fmt: skip
    assert told_apart(tmp_path, pair) == []
