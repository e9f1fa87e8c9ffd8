"""Infiltration: ordered by an HQ, sealed until the battles begin (TOCS-W10.2)."""

from typing import Any

import pytest

from pbem.kernel.calendar import Light
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS, closing
from pbem.rulesets.tocs.rules.infiltration import Approach, modifier
from tests.rulesets.tocs.builder import Piece, Scene, ground

HQ = Piece("HQ", "03.02", "hq", command=5, id="hq")


def stealing(*red: Piece, more: tuple[Piece, ...] = (), roll: int = 8, **scene: Any) -> Scene:
    """A at 03.03, beside R's zone, and its HQ; the dice of the infiltration fall as told."""
    dice = {"infiltration": (roll - 6, 6) if roll > 6 else (roll - 1, 1)}
    kept: dict[str, Any] = {"claims": ["03.03"], "dice": dice, "cell": "-/-", "standing": {"red": ("ezoc never",)}, **scene}
    return Scene([HQ, Piece("A", "03.03", parent="hq"), *more], red or (Piece("R", "03.04"),), **kept)


def test_an_hq_orders_a_company_in_good_order_to_infiltrate() -> None:
    """TOCS-W10.2-1: 1 AP of the HQ, all AP of the company."""
    s = stealing()
    s.does("A", "infiltrate 03.04")
    assert s.forces().staffs["hq"].ap == 2
    (attack,) = s.forces().attacks
    assert attack.infiltrates and attack.ap == 3 and s.forces().active is None


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ({"claims": []}, "EZOC"),
        ({"more": (Piece("B", "03.03", parent="hq"),), "attack": "B"}, "is attacked already"),
    ],
)
def test_where_it_cannot_be_ordered(scene: dict[str, Any], words: str) -> None:
    """TOCS-W10.2-1, TOCS-W10.2-4: out of EZOC, and ahead of every other attack on the hex."""
    first = scene.pop("attack", "")
    s = stealing(**scene)
    if first:
        s.does(first, "attack 03.04 hasty")
    assert words in s.check("A", "infiltrate 03.04")[0].words


def test_who_cannot_infiltrate() -> None:
    """TOCS-W10.2-1: worn companies, guns, and those who have done something else."""
    pieces = (Piece("B", "03.03", parent="hq", state=1), Piece("G", "03.03", "battery", parent="hq"))
    s = stealing(more=pieces)
    assert "good order" in s.check("B", "infiltrate 03.04")[0].words
    assert "only companies" in s.check("G", "infiltrate 03.04")[0].words
    s.does("A", "probe 03.04")
    assert s.check("A", "infiltrate 03.04")[0].rule == "TOCS-W10.2-1"
    lost = Scene([Piece("HQ", "08.08", "hq", id="hq"), Piece("A", "03.03", parent="hq")], [Piece("R", "03.04")], claims=["03.03"])
    assert "out of communication" in lost.check("A", "infiltrate 03.04")[0].words


def test_enemy_hexes_beside_a_company_in_a_zone_are_offered() -> None:
    """TOCS-W10.2-1, TOCS-W10.2-4: while an HQ can order it, it has all its AP, and the hex is not attacked yet."""
    options = ACTIONS["infiltrate"].options
    s = stealing(more=(Piece("B", "03.03", parent="hq"), Piece("G", "03.03", "battery", parent="hq"), Piece("W", "03.03", state=1)),
                 own="02.03 04.02 02.02")  # fmt: skip
    assert set(options(s.game, s.picture(), "a")) == {"infiltrate 03.04", "infiltrate 04.03"}
    assert options(s.game, s.picture(), "g") == options(s.game, s.picture(), "w") == options(s.game, s.picture(), "hq") == ()
    s.does("B", "attack 03.04 hasty")
    assert options(s.game, s.picture(), "a") == ("infiltrate 04.03",)
    far = Scene([Piece("HQ", "08.08", "hq", id="hq"), Piece("A", "03.03", parent="hq")], [Piece("R", "03.04")], claims=["03.03"])
    assert options(far.game, far.picture(), "a") == ()
    calm = stealing(claims=[])
    assert options(calm.game, calm.picture(), "a") == ()


@pytest.mark.parametrize(("ap", "state", "refused"), [(3, 0, ""), (2, 0, "needs all its AP"), (4, 0, ""), (3, 1, "good order")])
def test_all_its_ap_are_all_that_it_has_been_given(ap: int, state: int, refused: str) -> None:
    """TOCS-W10.2-1."""
    s = stealing(more=(Piece("B", "03.03", parent="hq", state=state),))
    s.activate("B")
    s.play.happen([e.ActivationChanged("blue", replace(s.active(), ap=ap))])
    found = [r.words for r in s.check("B", "infiltrate 03.04")]
    assert bool(found) == bool(refused) and refused in "".join(found)


def test_it_is_not_announced_before_the_battles_and_no_reserve_answers_it() -> None:
    """TOCS-W10.2-2: the announcement names the other battles alone."""
    red = (Piece("R", "03.04"), Piece("S", "05.05"), Piece("G", "03.05", reserve=True))
    s = stealing(*red, more=(Piece("B", "05.04"),),
                 standing={"red": ("ezoc never", "G: when 03.04 attacked move 03.04", "reserves commit")})  # fmt: skip
    s.does("A", "infiltrate 03.04")
    s.does("B", "attack 05.05 hasty")
    s.fight()
    assert [b.hexes for b in s.happened(e.BattlesAnnounced)] == [("05.05",), ("03.04",)]
    assert s.unit("G").hex == "03.05" and s.unit("G").reserve


def test_an_infiltration_alone_announces_nothing_until_the_battles_begin() -> None:
    """TOCS-W10.2-2: and so opens no window."""
    s = stealing(switches={"reserve_window": "always"})
    s.does("A", "infiltrate 03.04")
    s.close()
    assert s.happened(e.BattleRolled) and not s.happened(e.ChoiceAsked)


def test_an_empty_hex_is_taken() -> None:
    """TOCS-W10.2-3."""
    s = stealing(Piece("R", "05.05"))
    s.does("A", "infiltrate 03.04")
    s.fight()
    assert s.owner("03.04") == "blue" and s.unit("A").hex == "03.04" and s.unit("A").state == 1
    assert not s.happened(e.InfiltrationThrown)


@pytest.mark.parametrize(("order", "where"), [("", "03.04"), ("pursue 1", "03.05"), ("exploit toward 01.07", "02.05")])
@pytest.mark.parametrize("light", ["day", "night"])
def test_an_infiltrator_pursues_and_exploits_by_night_too(order: str, where: str, light: Any) -> None:
    """TOCS-W19.6-2, TOCS-W10.4-14: it is the longest of attacks, with however few AP."""
    s = stealing(cell="-/0R2", standing={"red": ("ezoc never", "retreat toward 03.08")}, light=light, roll=12)
    s.does("A", f"infiltrate 03.04 {order}")
    s.fight()
    assert s.happened(e.BattleRolled)[0].fight.level == "infiltration"
    assert s.unit("A").hex == where


def test_others_who_attack_the_hex_lose_an_ap() -> None:
    """TOCS-W10.2-4: a deliberate attack behind it costs three."""
    s = stealing(more=(Piece("B", "04.03"), Piece("C", "04.03", state=1)))
    s.does("A", "infiltrate 03.04")
    assert s.check("C", "attack 03.04 deliberate")[0].words.startswith("C needs 3 AP for a deliberate attack behind")
    s.does("B", "attack 03.04 deliberate")
    s.fight()
    fight = s.happened(e.BattleRolled)[0].fight
    assert fight.level == "infiltration" and {a.unit: a.ap for a in fight.attacks} == {"a": 3, "b": 2}


@pytest.mark.parametrize(
    ("roll", "side", "shift"), [(12, "attacker", "infiltration success 2"), (2, "defender", "infiltration detected 2")]
)
def test_the_throw_decides_whose_the_shift_is(roll: int, side: str, shift: str) -> None:
    """TOCS-W10.2-5, TOCS-W10.2-6: both see the dice and the outcome, nobody the modifiers."""
    s = stealing(roll=roll)
    s.does("A", "infiltrate 03.04")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert shift in getattr(rolled, side).shifts
    assert (
        [x.success for x in s.learnt("red", e.InfiltrationThrown)]
        == [roll == 12]
        == [x.success for x in s.learnt("blue", e.InfiltrationThrown)]
    )


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, 0), ({"elr": 3}, 1), ({"elr": -3}, -1), ({"elr": 9, "ml": -9}, 0), ({"night": True}, 2),
        ({"night": True, "bright": True}, 1), ({"fog": True}, 2), ({"night": True, "fog": True}, 2),
        ({"precipitation": True}, 1), ({"cover": True}, 1), ({"open_approach": True}, -1),
        ({"open_approach": True, "night": True}, 2), ({"reconnoitred": True}, 1), ({"works": True}, -1),
        ({"alert": True}, -1), ({"no_company": True}, 1), ({"national": 1}, 1),
    ],
)  # fmt: skip
def test_the_modifiers_of_the_throw(facts: dict[str, Any], expected: int) -> None:
    """TOCS-W10.2-5: training, morale, night and weather."""
    assert modifier(stealing().game.check("infiltration"), Approach(**facts)) == expected


def test_the_facts_of_the_throw_are_those_of_the_board() -> None:
    """TOCS-W10.2-5: out of woods into woods, at battalion staff alone, scouted before, by better troops."""
    s = stealing(Piece("R", "03.04", "hq", ml=5, elr=1), more=(Piece("B", "04.03"),), land=ground("03.04 woods"))
    s.does("B", "recon 03.04")
    s.does("A", "infiltrate 03.04")
    s.fight()
    (modified,) = s.happened(e.InfiltrationModified)
    assert modified.drm == 1 + 1 + 1 + 1 + 1  # ELR, ML, cover, reconnoitred, no company


@pytest.mark.parametrize(("light", "moon", "sky", "drm"), [
    ("day", "", {}, 0), ("night", "new", {}, 2), ("night", "full", {"cloud": "clear"}, 1),
    ("night", "full", {"cloud": "overcast"}, 2),
    ("night", "waxing", {"cloud": "clear"}, 2), ("day", "", {"cloud": "clear", "fog": True}, 2),
    ("day", "", {"precipitation": "rain"}, 1), ("night", "full", {"cloud": "clear", "fog": True}, 1),
])  # fmt: skip
def test_the_light_and_the_sky_of_the_board_count(light: Light, moon: str, sky: dict[str, Any], drm: int) -> None:
    """TOCS-W10.2-5, TOCS-W13.1.4-4: a full moon helps the defender on a clear night alone; between towns, as nothing else does."""
    s = stealing(land=ground("03.03 town, 03.04 town"), light=light, weather=sky)
    s.game = s.play.game = replace(s.game, turns=tuple(replace(turn, moon=moon) for turn in s.game.turns))
    s.does("A", "infiltrate 03.04")
    s.fight()
    assert s.happened(e.InfiltrationModified)[0].drm == drm


@pytest.mark.parametrize(("facts", "drm"), [
    ({"works": {"03.04": ("entrenched", "red")}}, -1), ({"obstacles": {"03.04": "minefield red"}}, -1),
    ({"obstacles": {"03.04": "minefield blue"}}, 0), ({"obstacles": {"03.04": "roadblock red"}}, 0),
])  # fmt: skip
def test_works_and_mines_of_the_defenders_keep_an_infiltrator_out(facts: dict[str, Any], drm: int) -> None:
    """TOCS-W10.2-5."""
    s = stealing(land=ground("03.03 town, 03.04 town"), **facts)
    s.does("A", "infiltrate 03.04")
    s.fight()
    assert s.happened(e.InfiltrationModified)[0].drm == drm


def test_a_reserve_in_the_battle_hex_shifts_the_odds() -> None:
    """TOCS-3.8-2: the chart's shift for a reserve that came into the battle."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("G", "03.05", reserve=True)], cell="-/-",
              standing={"red": ("ezoc never", "G: when 03.04 attacked move")})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert "reserves 1" in s.happened(e.BattleRolled)[0].defender.shifts


def seen_before_the_battles(*orders: tuple[str, str]) -> list[object]:
    """All that red's desk learnt up to the moment the battles begin."""
    s = stealing(Piece("R", "03.04"), Piece("S", "05.05"), Piece("G", "03.05", reserve=True), more=(Piece("B", "05.04"),),
                 standing={"red": ("ezoc never", "G: when 03.04 05.05 attacked probe 03.05")})  # fmt: skip
    s.play.seen.clear()
    for call, text in orders:
        s.does(call, text)
    s.play.happen(closing.close(s.play.moment, "blue", "end"))
    while s.play.situation.phase != "combat":
        assert s.play._step()
    return [seen for desk, seen in s.play.seen if desk == "red"]


def test_until_the_battles_begin_the_enemy_knows_no_more_than_if_there_were_no_infiltration() -> None:
    """TOCS-W10.2-2: two worlds, with an infiltration and without, give the enemy the same to read."""
    other = ("B", "attack 05.05 hasty")
    assert seen_before_the_battles(("A", "infiltrate 03.04"), other) == seen_before_the_battles(other)
    assert seen_before_the_battles(("A", "infiltrate 03.04")) == seen_before_the_battles()


@pytest.mark.parametrize(("terrain", "met", "drm"), [
    ("farmland", "", -1), ("woods", "", 1), ("woods", "03.04 met S farmland", -1), ("farmland", "03.04 met S woods", -1),
    ("woods", "03.04 met S town", 0), ("town", "03.04 met S woods", 0),
])  # fmt: skip
def test_a_part_of_a_mixed_hex_is_no_cover_for_an_infiltrator(terrain: str, met: str, drm: int) -> None:
    """TOCS-W1.9-1, TOCS-W10.2-5: by day, out of open ground; the part that is best for the defender counts."""
    s = stealing(land=ground(f"03.04 {terrain}", detail=met))
    s.does("A", "infiltrate 03.04")
    s.fight()
    assert s.happened(e.InfiltrationModified)[0].drm == drm
