"""Losses for hexes and hexes for losses, by standing order and in the window (TOCS-2.6-2, TOCS-W19.5-3)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, distance, neighbours
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.parts import decisions
from pbem.rulesets.tocs.rules.retreat import Battlefield, path
from pbem.rulesets.tocs.standing_orders import retreat
from pbem.rulesets.tocs.units import Obstacle
from tests.rulesets.tocs.builder import Piece, Scene, ground, standing_acts
from tests.rulesets.tocs.test_3_09_combat import OVER, attacked

QUIET = ("ezoc never", "retreat toward 03.08")


def beaten(cell: str, *lines: str, **more: Any) -> Scene:
    return attacked(cell, standing={"red": (*QUIET, *lines)}, **more)


@pytest.mark.parametrize("cell, line, lost, where", [
    ("-/3", "retreat never to save steps", 3, "03.04"),
    ("-/3", "retreat rather than lose more than 2", 2, "03.05"),
    ("-/3", "retreat rather than lose more than 1", 1, "03.06"),
    ("-/3", "retreat rather than lose more than 3", 3, "03.04"),
    ("-/2R1", "retreat rather than lose more than 1", 1, "03.06"),
])  # fmt: skip
def test_steps_beyond_the_first_are_paid_for_in_hexes_as_the_standing_order_says(
    cell: str, line: str, lost: int, where: str
) -> None:
    """TOCS-2.6-2, TOCS-W19.5-3: one for one, by the chart."""
    s = beaten(cell, line)
    assert (s.unit("R").lost, s.unit("R").hex) == (lost, where)


@pytest.mark.parametrize(
    "hexes, rule, rued", [(1, "", False), (3, "", False), (4, "", True), (6, "", True), (7, "TOCS-2.6-2", True)]
)
def test_six_hexes_may_be_held_to_the_last_and_more_than_three_are_rued(hexes: int, rule: str, rued: bool) -> None:
    """TOCS-2.6-2, TOCS-W19.5-6."""
    s = beaten("-/1")
    (act,) = standing_acts(
        vocabulary(s.game, s.picture("red")), [f"retreat hold {' '.join(map(str, s.game.ground.hexes[:hexes]))}"]
    )
    found = retreat.REACTION.check(s.game, s.picture("red"), act)
    assert (found.rule if found else "", bool(retreat.REACTION.warning(act))) == (rule, rued)


def test_only_hexes_of_the_map_are_held_or_made_for_and_no_other_order_is_rued() -> None:
    """TOCS-W1.2-4, TOCS-2.6-2."""
    s = beaten("-/1")
    lines = ("retreat hold 60.60", "retreat toward 60.60", "retreat toward 03.08", "retreat hold nothing", "retreat toward own hq")
    acts = standing_acts(vocabulary(s.game, s.picture("red")), lines)
    found = [retreat.REACTION.check(s.game, s.picture("red"), act) for act in acts]
    assert [refusal.rule if refusal else "" for refusal in found] == ["TOCS-W1.2-4", "TOCS-W1.2-4", "", "", ""]
    assert not any(map(retreat.REACTION.warning, acts))


def test_the_first_step_is_never_traded() -> None:
    """TOCS-W19.5-3."""
    s = beaten("-/1", "retreat rather than lose more than 0")
    assert (s.unit("R").lost, s.unit("R").hex) == (1, "03.04")


def test_a_held_hex_is_not_yielded_to_save_steps() -> None:
    s = beaten("-/3", "retreat hold 03.04", "retreat rather than lose more than 1")
    assert (s.unit("R").lost, s.unit("R").hex) == (3, "03.04")


def test_nobody_yields_who_has_no_way_back() -> None:
    walls = ground(", ".join(f"{h} lake" for h in neighbours(Hex("03.04")) if h != "03.03"))
    s = beaten("-/3", "retreat rather than lose more than 1", land=walls, own="03.02")
    assert (s.unit("R").lost, s.unit("R").hex) == (3, "03.04")


def test_the_attacker_may_give_way_too_and_then_all_of_him_does() -> None:
    """TOCS-W19.5-3, TOCS-W19.5-4."""
    pieces = [Piece("A", "03.03"), Piece("B", "03.03")]
    s = Scene(pieces, [Piece("R", "03.04")], own="03.02 03.01", cell="3/-",
              standing={"blue": ("retreat rather than lose more than 2", "retreat toward 03.01")})  # fmt: skip
    for call in "AB":
        s.does(call, "attack 03.04 hasty")
    s.fight()
    assert s.unit("A").lost + s.unit("B").lost == 2
    assert {s.unit("A").hex, s.unit("B").hex} == {"03.03"} and s.public.engaged == {}


ASKED: dict[str, Any] = {"retreat_window": "always"}


@pytest.mark.parametrize("cell, carried, options", [
    ("-/0R1", False, ("stand", "retreat")), ("-/2R1", False, ("stand", "retreat", "yield")), ("-/2", False, ("stand", "yield")),
    ("-/1", False, ()), ("2R1/-", False, ("stand", "retreat", "yield")), ("0R1/-", False, ("stand", "retreat")),
    ("2/-", False, ("stand", "yield")),
])  # fmt: skip
def test_the_window_opens_when_the_cell_leaves_a_choice(cell: str, carried: bool, options: tuple[str, ...]) -> None:
    """TOCS-2.6-2, TOCS-W19.5-3: by the cell, which both sides know."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell=cell, switches=ASKED)
    s.does("A", "attack 03.04 hasty")
    s.close()
    asked = s.happened(e.ChoiceAsked)
    assert tuple(a.decision.options for a in asked) == ((options,) if options else ())


@pytest.mark.parametrize("choice, lost, where", [("stand", 3, "03.04"), ("retreat", 2, "03.05"), ("yield", 1, "03.06")])
def test_the_owner_says_which(choice: str, lost: int, where: str) -> None:
    """TOCS-2.6-2, TOCS-W19.5-3."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/2R1", switches=ASKED, standing={"red": QUIET})
    s.does("A", "attack 03.04 hasty")
    s.close()
    words = s.forces("red").owes
    told = "STAND: lose 3 steps and stay; RETREAT: lose 2 steps and withdraw 1 hex; YIELD: lose 1 step and withdraw 2 hexes"
    assert words and words.question.endswith(told)
    s.play.happen(decisions.answer(s.play.moment, "red", choice))
    s.settle()
    assert (s.unit("R").lost, s.unit("R").hex) == (lost, where)


@pytest.mark.parametrize("line, steps, lost, where", [
    ("retreat from attacks prefer losses up to 1", 4, 2, "03.04"), ("retreat from attacks prefer losses up to 1", 2, 1, "03.03"),
    ("retreat from attacks prefer losses up to 0", 4, 1, "03.03"),
    ("retreat at bridges and works prefer losses up to 2", 4, 1, "03.03"),
])  # fmt: skip
def test_an_attacker_who_is_thrown_back_pays_to_fight_on_if_he_is_told_so(line: str, steps: int, lost: int, where: str) -> None:
    """TOCS-W19.5-3, TOCS-W19.6-6: the attacker may trade too; by his standing order, while somebody is left to go in."""
    works = {Hex("03.04"): ("strongpoint", "red")}
    s = Scene([Piece("A", "03.03", steps=steps)], [Piece("R", "03.04")], cell="1R1/-", works=works, standing={"blue": (line,)})
    s.does("A", "attack 03.04 deliberate")
    s.fight()
    assert (s.unit("A").lost, s.unit("A").hex) == (lost, where)
    assert bool(s.public.engaged) == (where == "03.04")


@pytest.mark.parametrize("cell, steps, choice, toll", [
    ("-/2R2", 5, "stand", (2, 2, 2, 0, "chosen")), ("-/2R2", 4, "stand", (2, 2, 2, 0, "chosen")),
    ("-/2R2", 3, "stand", (2, 2, 0, 0, "")), ("-/0R1", 1, "stand", (0, 1, 1, 0, "chosen")),
    ("-/2R2", 5, "retreat", (2, 2, 0, 0, "")), ("-/3R1", 5, "yield", (3, 1, 0, 2, "chosen")),
    ("-/2", 2, "yield", (2, 0, 0, 1, "chosen")),
])  # fmt: skip
def test_the_bill_says_what_the_result_was_and_what_was_paid_for_it(
    cell: str, steps: int, choice: str, toll: tuple[int, int, int, int, str]
) -> None:
    """TOCS-2.6-2, TOCS-W19.5-3: who has not the steps to stand falls back, and has paid nothing."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04", steps=steps)], cell=cell, switches=ASKED, standing={"red": QUIET})
    s.does("A", "attack 03.04 hasty")
    s.close()
    s.play.happen(decisions.answer(s.play.moment, "red", choice))
    s.settle()
    found = next(t for t in s.happened(e.BattleFought)[0].tolls if t.side == "red")
    assert (found.loss, found.retreat, found.paid, found.given, found.how) == toll and found.price == 1
    assert dict(found.steps) == ({"R": s.unit("R").lost} if s.unit("R").lost else {})
    assert s.unit("R").lost == found.loss + found.paid - found.given


def test_who_chose_to_yield_and_finds_no_way_has_given_nothing() -> None:
    """TOCS-2.6-2, TOCS-W19.5-3: lakes on all sides but the attacker's."""
    walls = ground(", ".join(f"{h} lake" for h in neighbours(Hex("03.04")) if h != "03.03"))
    s = Scene(
        [Piece("A", "03.03")], [Piece("R", "03.04", steps=5)], cell="-/3", switches=ASKED, standing={"red": QUIET}, land=walls
    )
    s.does("A", "attack 03.04 hasty")
    s.close()
    s.play.happen(decisions.answer(s.play.moment, "red", "yield"))
    s.settle()
    found = next(t for t in s.happened(e.BattleFought)[0].tolls if t.side == "red")
    assert (found.paid, found.given, found.how, s.unit("R").lost) == (0, 0, "", 3)


def test_an_attacker_is_asked_and_may_pay_to_fight_on_in_the_hex() -> None:
    """TOCS-W19.5-3: all of his force goes in."""
    s = Scene([Piece("A", "03.03"), Piece("B", "02.03")], [Piece("R", "03.04")], cell="0R2/-", switches=ASKED)
    for call in "AB":
        s.does(call, "attack 03.04 hasty")
    s.close()
    owed = s.forces("blue").owes
    assert owed and owed.question.endswith("STAND: lose 2 steps and fight on in the hex; RETREAT: withdraw 2 hexes")
    s.play.happen(decisions.answer(s.play.moment, "blue", "stand"))
    s.settle()
    assert {s.unit(c).hex for c in "AB"} == {"03.04"} and s.unit("A").lost + s.unit("B").lost == 2
    assert s.public.engaged == {Hex("03.04"): "red"}


LINES = ("retreat never to save steps", "retreat rather than lose more than 1", "retreat rather than lose more than 2",
         "retreat hold 03.04", "retreat at bridges and works prefer losses up to 2")  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(
    cell=st.tuples(*(st.tuples(st.integers(0, 5), st.integers(0, 4)) for _ in range(2))),
    line=st.sampled_from(LINES), lost=st.integers(0, 3), two=st.booleans(), wet=st.booleans(),
)  # fmt: skip
def test_losses_are_never_negative_and_no_retreat_comes_nearer_to_the_battle(
    cell: tuple[tuple[int, int], tuple[int, int]], line: str, lost: int, two: bool, wet: bool
) -> None:
    """TOCS-W19.5-1, TOCS-W19.5-4, TOCS-2.6-2."""
    text = "/".join(f"{n}R{r}" if r else str(n) if n else "-" for n, r in cell)
    bank: dict[str, Any] = {"bank_index": 1} if wet else {}
    red = [Piece("R", "03.04", lost=lost, **bank), *([Piece("S", "03.04", **bank)] if two else [])]
    s = attacked(text, land=ground("", OVER) if wet else ground(), red=red,
                 standing={"red": (*QUIET, line), "blue": (line,)})  # fmt: skip
    here, before = Hex("03.04"), {p.unit.id: p.unit.lost for p in red}
    assert all(change.unit.lost >= before.get(change.unit.id, 0) for change in s.happened(e.UnitChanged))
    assert all(n >= 0 for _, n in s.happened(e.BattleFought)[0].lost)
    for went in s.happened(e.FightWent):
        steps = [distance(place, here) for place in (here, *went.fight.path)]
        assert steps == sorted(set(steps))


def test_a_retreat_keeps_out_of_mines_it_knows_of_though_it_gains_no_ground() -> None:
    """TOCS-W19.5-1: every hex farther off, unless that is into known mines; into them where nothing else is left."""
    s = Scene([Piece("A", "01.01")], [Piece("R", "05.05")])
    view, here = s.view("red"), Hex("05.05")
    ring = frozenset(h for h in s.game.ground.hexes if distance(h, here) == 2)
    near = frozenset(neighbours(here))

    def way(mines: frozenset[Hex]) -> list[int]:
        found = path(view, s.unit("R"), Battlefield(here, mines), 2, lambda hex_: (hex_,))
        return [distance(place, here) for place, _ in found]

    assert way(frozenset()) == [1, 2]
    assert way(frozenset(sorted(near)[1:])) == [1, 2]
    assert way(ring) == [1, 1]
    assert way(near) == [1, 2]


def test_known_mines_of_the_enemys_are_shunned_and_unknown_ones_are_not() -> None:
    """TOCS-W19.5-1."""
    mines = {Hex("03.05"): (Obstacle("minefield", "blue"),)}
    free, mined = (Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/0R1", standing={"red": QUIET}) for _ in range(2))
    mined.play.pictures["red"] = replace(mined.picture("red"), obstacles=mines)
    for s in (free, mined):
        s.play.situation = replace(s.play.situation, board=replace(s.board, obstacles=mines))
        s.does("A", "attack 03.04 hasty")
        s.fight()
    assert free.unit("R").hex == "03.05" and mined.unit("R").hex != "03.05"
