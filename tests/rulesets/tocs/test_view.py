"""What a side's view answers: its clock, its hexes, the mines and blocks it knows of (TOCS-W13.1.1-1, W10.11-7)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.field_units import FIELD, FieldBattle
from pbem.rulesets.tocs.units import Obstacle
from pbem.rulesets.tocs.view import Public, bases_after, with_field, with_obstacle, without_field, without_obstacle
from tests.rulesets.tocs.builder import Piece, Scene

HERE, THERE = Hex("03.05"), Hex("06.06")
BLOCK, FOREIGN = Obstacle("roadblock", "red"), Obstacle("minefield", "red")
OWN_BLOCK, OWN = Obstacle("roadblock", "blue"), Obstacle("minefield", "blue")


@pytest.mark.parametrize(("laid", "blocked", "mined"), [
    ((), False, False), ((BLOCK,), True, False), ((OWN_BLOCK,), True, False), ((OWN,), True, False), ((FOREIGN,), False, True),
    ((FOREIGN, BLOCK), True, True), ((FOREIGN, OWN), True, True), ((BLOCK, OWN_BLOCK), True, False),
])  # fmt: skip
def test_blocks_shut_roads_whoever_laid_them_and_mines_those_of_their_own_side(
    laid: tuple[Obstacle, ...], blocked: bool, mined: bool
) -> None:
    """TOCS-W10.11-7: what it knows of; enemy mines one drives into, and a block is none."""
    view = replace(Scene([Piece("A", "03.03")], own="03.04").view(), obstacles={HERE: laid} if laid else {})
    assert (view.blocked(HERE), view.mined(HERE)) == (blocked, mined)
    assert not view.blocked(THERE) and not view.mined(THERE)


def test_obstacles_are_laid_once_and_lifted_by_kind() -> None:
    """TOCS-W10.11-7: of two sides' mines in a hex both are lifted; what lies in other hexes stays."""
    known = with_obstacle(with_obstacle({THERE: (BLOCK,)}, HERE, OWN), HERE, BLOCK)
    assert known == {THERE: (BLOCK,), HERE: (OWN, BLOCK)} == with_obstacle(known, HERE, OWN)
    both = with_obstacle(known, HERE, FOREIGN)
    assert without_obstacle(both, HERE, "minefield") == {THERE: (BLOCK,), HERE: (BLOCK,)}
    assert without_obstacle(without_obstacle(both, HERE, "minefield"), HERE, "roadblock") == {THERE: (BLOCK,)}
    assert without_obstacle({THERE: (BLOCK,)}, HERE, "roadblock") == {THERE: (BLOCK,)}


def test_the_turn_before_the_first_is_lit_as_the_first_is() -> None:
    """TOCS-W13.1.1-1."""
    for light, night in (("day", False), ("night", True)):
        view = Scene([Piece("A", "03.03")], light=light, turns=3).view()
        turns = (*view.game.turns[:2], replace(view.game.turns[2], light="night"))
        view = replace(view, game=replace(view.game, turns=turns))
        at = [replace(view, public=replace(view.public, turn=turn)) for turn in (0, 1, 2, 3)]
        assert [v.turn.number for v in at] == [1, 1, 2, 3] and [v.night for v in at] == [night, night, night, True]
    assert [Public(turn=3, impulse=n).impulse_name for n in (0, 1, 2)] == ["T3", "T3.1", "T3.2"]


def test_what_is_a_sides_own_and_what_was_claimed_against_it() -> None:
    """TOCS-W1.10-3: by side."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04", claims=(HERE,))
    blue, red = s.view(), s.view("red")
    assert (blue.own(Hex("03.04")), red.own(Hex("03.04")), blue.own(HERE), red.own(HERE)) == (True, False, False, True)
    assert (blue.ezoc(), red.ezoc(), blue.side, red.side) == ((HERE,), (), "blue", "red")


@pytest.mark.parametrize(("owner", "left"), [
    ("red", {THERE: "blue", HERE: "red"}), ("blue", {THERE: "blue", HERE: "blue"}), ("", {THERE: "blue"}),
])  # fmt: skip
def test_a_base_changes_hands_or_is_no_more(owner: str, left: dict[Hex, str]) -> None:
    """TOCS-W10.26-2 and all that is public: what happens to one base happens to no other."""
    for before in ({THERE: "blue"}, {THERE: "blue", HERE: "red"}):
        assert bases_after(Public(bases=before), HERE, owner) == left


@pytest.mark.parametrize("waits", [True, False])
def test_play_stands_still_for_a_field_battle_that_is_waited_for(waits: bool) -> None:
    """MASL-1.1-3, TOCS-W1.10-3: and for no other; each is on the map until it is over."""
    other = FieldBattle(1, THERE, "blue", "red", "T1.1")
    battle = FieldBattle(2, HERE, "blue", "red", "T1.1", waits)
    begun = with_field(Public(paused="red", fields={THERE: other}), battle)
    assert (begun.paused, begun.battles, begun.fields) == (FIELD if waits else "red", 2, {THERE: other, HERE: battle})
    over = without_field(begun, battle)
    assert (over.paused, over.fields) == ("" if waits else "red", {THERE: other})
