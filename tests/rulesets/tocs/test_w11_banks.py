"""The bank a defender takes, told before the battle, and the river that counts for him (TOCS-W1.10-3, TOCS-W11.9-2)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.reports import battle_report, waters
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.resolution import combat
from pbem.rulesets.tocs.standing_orders import bank, policies
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, standing_acts

# The river runs west to east through 03.04; 03.03 lies north of it, 03.05 south.
RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
OVER = road("03.03 03.04 03.05") + bridge("03.04")
FORD = '[[ford]]\nhex = "03.04"\nwater = "river"\n'
FERRY = '[[ferry]]\nhex = "03.04"\nwater = "river"\nname = "the ferry"\n'


def land(kind: str = "medium_river", extra: str = "") -> Ground:
    return ground("", RIVER.replace("medium_river", kind) + extra)


def bank_of(way: str) -> int:
    return next(n for n, sides in enumerate(land().banks[Hex("03.04")]) if way in sides)


NORTH, SOUTH = bank_of("N"), bank_of("S")


def fought(
    order: str, red: Iterable[Piece] | int, where: Ground | None = None, blue: Iterable[Piece] = (Piece("A", "03.03"),), **more: Any
) -> Scene:
    """All of blue attacks 03.04, where red stands (on that bank) under the order."""
    red = [Piece("R", "03.04", bank_index=red)] if isinstance(red, int) else red
    scene = Scene(blue, red, land=where or land(), standing={"red": (order,) if order else ()}, **more)
    for piece in blue:
        scene.does(piece.counter.call, "attack 03.04 hasty")
    scene.fight()
    return scene


def told(scene: Scene) -> str:
    """What both sides hear of the bank, before the throw and only once."""
    kinds = [type(event) for event in scene.play.events]
    assert kinds.index(e.BankTaken) < kinds.index(e.BattleRolled)
    (ours,), (theirs,) = scene.learnt("blue", e.BankTaken), scene.learnt("red", e.BankTaken)
    assert ours == theirs and ours.side == "red" and scene.public.banks == {Hex("03.04"): ours.bank}
    assert scene.picture().public.banks == scene.public.banks
    return str(ours.bank)


def drm(scene: Scene) -> int:
    return int(scene.happened(e.BattleRolled)[-1].drm)


@pytest.mark.parametrize("order, stands, extra, heard", [
    ("", SOUTH, "", "far"), ("bank as set up", NORTH, OVER, "near"), ("bank far", NORTH, "", "near"),
    ("bank far", NORTH, OVER, "far"), ("bank near", SOUTH, OVER, "near"), ("bank near", SOUTH, "", "far"),
    ("bank both", SOUTH, "", "both"), ("bank far in 03.04", NORTH, OVER, "far"), ("bank far in 04.03", NORTH, OVER, "near"),
    ("bank far", NORTH, FORD, "far"), ("bank far", NORTH, FERRY, "far"),
])  # fmt: skip
def test_the_defender_takes_his_bank_as_far_as_he_can_and_both_hear_of_it(order: str, stands: int, extra: str, heard: str) -> None:
    """TOCS-W1.10-3, TOCS-W11.9-2, TOCS-W11.10-3: told before the throw; without a crossing nobody changes banks."""
    assert told(fought(order, stands, land(extra=extra))) == heard


def test_a_ford_that_he_alone_knows_takes_him_over() -> None:
    """TOCS-W11.9-2, TOCS-W11.14-1: what is told is where he stands, not how he came there."""
    scene = fought("bank far", NORTH, sides={"red": {"fords": (Hex("03.04"),)}})
    assert told(scene) == "far" and not scene.learnt("blue", e.WaterKnown)
    assert [seen.unit.bank for seen in scene.learnt("red", e.UnitChanged) if seen.why == "other bank"] == [SOUTH]
    assert not [seen for seen in scene.learnt("blue", e.UnitChanged) if seen.why == "other bank"]


def test_the_ferry_takes_four_steps_and_who_is_left_behind_divides_the_defence() -> None:
    """TOCS-W11.9-2, TOCS-W2.6.4-8: the second company finds the ferry full; both banks are held, and no river counts."""
    red = [Piece(call, "03.04", bank_index=NORTH, steps=3) for call in ("R", "S")]
    scene = fought("bank far", red, land(extra=FERRY))
    assert told(scene) == "both" and drm(scene) == 0
    boats = [*red, Piece("ENG", "03.04", bank_index=SOUTH, engineer=True)]
    scene = fought("bank far", boats, land(extra=FERRY))
    assert told(scene) == "far" and drm(scene) == -2


@pytest.mark.parametrize(("lost", "steps", "heard"), [
    ((2, 2), (4, 4), "far"), ((2, 1), (4, 4), "both"), ((0, 0), (2, 2), "far"), ((0, 0), (1, 4), "both"),
])  # fmt: skip
def test_the_ferry_carries_the_steps_that_are_left(lost: tuple[int, int], steps: tuple[int, int], heard: str) -> None:
    """TOCS-W11.9-2, TOCS-W11.10-3: four of them in all, whatever the counters print."""
    red = [Piece(c, "03.04", bank_index=NORTH, steps=s, lost=n) for c, s, n in zip("RS", steps, lost, strict=True)]
    assert told(fought("bank far", red, land(extra=FERRY))) == heard


@pytest.mark.parametrize(("origin", "near", "far"), [("03.03", NORTH, SOUTH), ("03.05", SOUTH, NORTH)])
def test_near_and_far_are_as_the_attacker_sees_them(origin: str, near: int, far: int) -> None:
    """TOCS-W1.10-3, TOCS-W1.10-1: whichever side of the river he comes from, who is where he is told to be stays there."""
    blue = [Piece("A", origin)]
    for stands in (near, far):
        for word, there in (("near", near), ("far", far)):
            scene = fought(f"bank {word}", stands, land(extra=OVER), blue=blue)
            assert (told(scene), scene.unit("R").bank) == (word, there)


def test_assets_change_banks_with_the_unit_they_are_assigned_to() -> None:
    """TOCS-W2.5-2, TOCS-W11.9-2: they take no room on the ferry, and what is told is where all of them stand then."""
    red = [Piece("R", "03.04", bank_index=NORTH), Piece("X", "03.04", kind="asset", assigned="r", bank_index=NORTH)]
    scene = fought("bank far", red, land(extra=FERRY))
    assert told(scene) == "far" and drm(scene) == -2


@pytest.mark.parametrize("order, stands, kind, modifier", [
    ("", SOUTH, "medium_river", -2), ("", SOUTH, "major_river", -2), ("", SOUTH, "minor_river", -1),
    ("", NORTH, "medium_river", 0), ("bank both", SOUTH, "medium_river", 0),
])  # fmt: skip
def test_a_river_between_them_helps_the_defender(order: str, stands: int, kind: str, modifier: int) -> None:
    """TOCS-W11.10-2, TOCS-W11.9-2: all defenders on one bank, the attack on the other; who claims both goes without."""
    scene = fought(order, stands, land(kind))
    assert drm(scene) == modifier
    (seen,) = scene.learnt("red", o.BattleSeen)
    assert seen.drms == ((f"river {kind[:5]} {modifier}" if kind == "minor_river" else f"river medium or major {modifier}",)
                         if modifier else ())  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(north=st.integers(1, 9), south=st.integers(1, 9), stands=st.sampled_from([NORTH, SOUTH]))
def test_half_of_the_attack_must_come_from_the_other_bank(north: int, south: int, stands: int) -> None:
    """TOCS-W11.10-2: of two companies, one from each side, the weight decides."""
    blue = [Piece("A", "03.03", strength=north), Piece("B", "03.05", strength=south)]
    scene = fought("", stands, blue=blue)
    across = north if stands == SOUTH else south
    assert drm(scene) == (-2 if 2 * across >= north + south else 0)
    assert told(scene) == "far", "one hexside to each bank: the word tells nothing of the weight"


def test_the_near_bank_is_the_one_that_more_hexsides_lead_to_however_weak_who_comes_across_them() -> None:
    """TOCS-W1.10-1: what both see, so that NEAR and FAR tell nobody how strong an attack is."""
    blue = [Piece("A", "03.03", strength=9), Piece("B", "03.05", strength=1), Piece("C", "04.04", strength=1)]
    for order, stands in (("bank near", SOUTH), ("bank far", NORTH)):
        scene = fought(order, NORTH, land(extra=OVER), blue=blue)
        assert scene.unit("R").bank == stands, order
    for order in ("bank near", "bank far"):  # a hexside each: as set up
        assert fought(order, NORTH, land(extra=OVER), blue=blue[:2]).unit("R").bank == NORTH


def test_defenders_on_two_banks_claim_none() -> None:
    """TOCS-W11.10-2, TOCS-W1.10-3."""
    red = [Piece("R", "03.04", bank_index=SOUTH), Piece("S", "03.04", bank_index=NORTH)]
    scene = fought("", red)
    assert told(scene) == "both" and drm(scene) == 0


def test_a_stream_before_the_river_counts_no_more() -> None:
    """TOCS-W11.10-2: the chart gives the shift for a stream or the river, never both."""
    stream = '[streams]\nsides = [["03.03", "03.04"]]\n'
    scenes = [fought(order, SOUTH, land(extra=stream), switches={"odds": "open"}) for order in ("", "bank both")]
    shifts = [scene.learnt("red", o.BattleSeen)[0].shifts for scene in scenes]
    assert ["stream 1" in said for said in shifts] == [False, True]


@pytest.mark.parametrize("first, then, heard, modifier", [
    ("bank both", "bank far", "both", 0), ("bank as set up", "bank near", "far", -2), ("bank far", "bank both", "far", -2),
])  # fmt: skip
def test_in_an_engagement_what_was_declared_stands(first: str, then: str, heard: str, modifier: int) -> None:
    """TOCS-W11.9-2: a bridge or none, nobody changes banks while they are locked together."""
    scene = fought(first, SOUTH, land(extra=OVER), cell="-/-")
    assert scene.public.engaged == {Hex("03.04"): "red"}
    scene.play.standing = {**scene.play.standing, "red": scene.policy("red", scene.picture("red"), (then,))}
    scene.play.happen(combat.engagement(scene.play.moment, Hex("03.04")))
    taken = scene.happened(e.BankTaken)
    assert [event.bank for event in taken] == [heard, heard] and [event.number for event in taken] == [1, 2]
    assert drm(scene) == modifier and scene.unit("R").bank == SOUTH


def test_in_an_ambush_the_bank_is_told_too() -> None:
    """TOCS-W1.10-3, TOCS-W11.10-2: who walks into him from the other side throws with the river against him."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04", bank_index=SOUTH)], land=land(), standing={"red": ("ezoc never",)})
    scene.does("A", "move 03.04")
    assert told(scene) == "far" and drm(scene) == -2
    assert scene.happened(e.BattleRolled)[0].fight.level == "ambush"


def test_where_no_water_divides_the_hex_no_bank_is_told() -> None:
    """TOCS-W1.10-3."""
    scene = Scene([Piece("A", "05.05")], [Piece("R", "05.06")])
    scene.does("A", "attack 05.06 hasty")
    scene.fight()
    assert scene.happened(e.BattleRolled) and not scene.happened(e.BankTaken) and not scene.public.banks


def test_the_battle_report_says_who_holds_which_bank() -> None:
    """TOCS-W1.10-3: in the report, in WHY, and at once; who crossed for it is his own news."""
    scene = fought("bank far", NORTH, land(extra=OVER))
    for side, who in (("blue", "the enemy defends"), ("red", "you defend")):
        news = [seen for desk, seen in scene.play.seen if desk == side]
        (block,) = battle_report.blocks(scene.game, scene.play.pictures[side], news)
        assert f" {who} the far bank" in block.lines
        why = battle_report.why(scene.game, tuple(n for n in news if battle_report.kept(n)), 1)
        assert f"river: {who} the far bank (TOCS-W1.10-3)" in why and "roll modifier: river medium or major -2" in why
        (seen,) = scene.learnt(side, e.BankTaken)
        assert tell(scene.game, scene.picture(side), seen) == (f"03.04: {who} the far bank",)
    (crossed,) = [seen for seen in scene.learnt("red", e.UnitChanged) if seen.why == "other bank"]
    assert waters.line(scene.game, scene.picture("red"), crossed) == ("R changed banks before the battle: 03.04, SE bank",)


def test_the_words_of_the_order() -> None:
    """TOCS-W1.10-3: one word for all hexes, another for each that has its own; only where water divides the hex."""
    scene = Scene([Piece("A", "03.03")], land=land())
    words = vocabulary(scene.game, scene.picture())
    acts = standing_acts(words, ("BANK FAR", "BANK BOTH IN 03.04", "BANK AS SET UP IN 05.04"))
    filed = policies(acts).bank
    assert [bank.answer(filed, Hex(h)) for h in ("03.04", "05.04", "04.03")] == ["both", "as set up", "far"]
    assert [bank.part(act) for act in acts] == ["bank", "bank 03.04", "bank 05.04"]
    off = standing_acts(words, ("BANK NEAR IN 03.03", "BANK NEAR IN 77.77", "BANK NEAR IN 03.04", "BANK NEAR"))
    refused = [bank.REACTION.check(scene.game, scene.picture(), act) for act in off]
    assert [r.rule if r else None for r in refused] == ["TOCS-W1.10-3", "TOCS-W1.2-4", None, None]
