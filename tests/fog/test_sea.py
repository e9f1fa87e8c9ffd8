"""What neither side may learn of the other at sea: boxes, cargo, mines that nobody has struck, guns that hold."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records import State
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ships import Sea, Ship
from tests.fog.pairs import Change, Worlds, told_apart, unchanged
from tests.fog.worlds import printed, unit
from tests.opened import as_board, as_picture

CLOSE = (("allied", "END IMPULSE ANYWAY"),)
ROUND = (*CLOSE, ("german", "END IMPULSE ANYWAY"))
OUT = (("allied", "WSP: sail Walcheren Roads through 02.06\nMS1: sail Walcheren Roads through 02.06"), *ROUND)
FAILS = {"seek/": (6,), "sail/": (1,), "mines/": (1, 1), "hunt/": (6,), "lurk/": (6,), "patrol/": (6,)}


def landing(folder: Path) -> str:
    """The module with a sea."""
    return "westkapelle"


def sea(side: str, changed: Callable[[Sea], Sea]) -> Change:
    """Something about a side's ships and mines, which that side knows."""

    def of(forces: Forces) -> Forces:
        return replace(forces, sea=changed(forces.sea))

    def change(state: State) -> State:
        board, picture = as_board(state.situation.board), as_picture(state.pictures[side])
        now = replace(board, forces={**board.forces, side: of(board.forces[side])})
        mine = replace(picture, forces=of(picture.forces))
        return replace(state, situation=replace(state.situation, board=now), pictures={**state.pictures, side: mine})

    return change


def ship(side: str, call: str, **changes: Any) -> Change:
    return sea(side, lambda known: known.with_ships((replace(known.ships[call], **changes),)))


def one_more(side: str, new: Ship) -> Change:
    return sea(side, lambda known: known.with_ships((new,)))


def mines(**laid: int) -> Change:
    return sea("german", lambda known: replace(known, mines={Hex(f"{h[1:3]}.{h[3:]}"): n for h, n in laid.items()}))


def worlds(name: str, eye: str, there: Change, **more: Any) -> Worlds:
    plain: dict[str, Any] = {"letters": OUT, "dice": FAILS}
    return Worlds(name, eye, (landing, landing), differs=(unchanged, there), **{**plain, **more})


BOAT = Ship("X1", "A boat more", "german", "german", "submarine", 1, "roads", box=2)
CRUISER = Ship("CR9", "A cruiser more", "allied", "british", "cruiser", 4, "north_sea", box=0)
HOLD = (("german", "COAST GUNS HOLD"),)
NEVER = (("german", "SEA INTERCEPT NEVER"),)
TO_GERMANS = (
    worlds("ships in box 0 beside the others", "german", one_more("allied", CRUISER)),
    worlds("another box", "german", ship("allied", "ERE", box=1)),
    worlds("nothing but submarines go out", "german", ship("allied", "ROB", ship="submarine")),
    worlds("hits on a ship that stays away", "german", ship("allied", "ROB", damage=2)),
    worlds("who is aboard", "german", printed("allied", "A/41", steps=3)),
    worlds("craft aboard another ship", "german", ship("allied", "LCA2", aboard="LST3")),
    worlds("a cover that is never called", "german", ship("allied", "ERE", covers=Hex("04.04")), letters=CLOSE),
    worlds("supplies aboard", "german", ship("allied", "LST3", points=2)),
    worlds("bigger guns", "german", ship("allied", "ERE", dp=9, guns=())),
)  # fmt: skip
TO_ALLIES = (
    worlds("a submarine or none", "allied", one_more("german", BOAT)),
    worlds("a submarine in another box", "allied", ship("german", "SEEH", box=3)),
    worlds("no submarine at all", "allied", ship("german", "SEEH", sunk=True)),
    worlds("a submarine elsewhere", "allied", ship("german", "SEEH", zone="roads")),
    worlds("mines moved one hex", "allied", mines(h0304=2, h0303=2, h0204=1)),
    worlds("more mines off the way", "allied", mines(h0305=5, h0303=2, h0204=1)),
    worlds("no mines", "allied", mines()),
    worlds("mines that miss", "allied", mines(h0206=1, h0305=2)),
    worlds("an order that is not wanted", "allied", unchanged, before=NEVER),
    worlds("a battery that holds", "allied", unit("german", "W15", hex=Hex("09.05")), before=HOLD),
    worlds("a battery out of reach", "allied", unit("german", "W17", hex=Hex("10.03"))),
    worlds("a gun in worse state that holds", "allied", unit("german", "W13", state=2), before=HOLD),
)  # fmt: skip


@pytest.mark.parametrize("pair", [*TO_GERMANS[:3], *TO_ALLIES[:5]], ids=lambda pair: pair.name)
def test_neither_side_is_told_what_it_cannot_know_of_the_sea(tmp_path: Path, pair: Worlds) -> None:
    """TOCS-W16.0-3, TOCS-W16.0-2, TOCS-W16.3-3, TOCS-W17.4-1."""
    assert told_apart(tmp_path, pair) == []


@pytest.mark.soak
@pytest.mark.parametrize("pair", [*TO_GERMANS[3:], *TO_ALLIES[5:]], ids=lambda pair: pair.name)
def test_nor_of_the_rest(tmp_path: Path, pair: Worlds) -> None:
    """TOCS-W16.0-3, TOCS-W16.8-2, TOCS-W17.6-1, TOCS-W17.8-1."""
    assert told_apart(tmp_path, pair) == []


def test_a_pair_at_sea_that_does_differ_is_seen_to(tmp_path: Path) -> None:
    """A mine that strikes is told to whose ship it is: the test can fail."""
    struck = {**FAILS, "mines/": (6, 6)}
    assert told_apart(tmp_path, worlds("struck or not", "allied", mines(h0206=5), dice=struck))


CALLS = ("WSP", "ERE", "ROB", "DD1", "SSEF", "MS1", "LST1", "LST2", "LST3")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(220))
def test_ships_anywhere_that_are_not_met_change_no_letter(tmp_path: Path, seed: int) -> None:
    """TOCS-W16.0-3: either side's mail is a function of what it met."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        there = ship("allied", chance.choice(CALLS), damage=chance.randrange(2), points=chance.randrange(2), radar=True)
        stays = tuple((side, lines) for side, lines in ROUND)
        assert told_apart(tmp_path, worlds(str(seed), "german", there, letters=stays)) == []
        return
    place = chance.choice(("h0301", "h0302", "h0304", "h0306", "h0308"))
    there = chance.choice((mines(**{place: chance.randint(1, 6)}), ship("german", "SEEH", box=chance.randrange(4))))
    assert told_apart(tmp_path, worlds(str(seed), "allied", there)) == []
