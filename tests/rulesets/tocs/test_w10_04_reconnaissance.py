"""Reconnaissance and probes (TOCS-1.2-2, W10.4, W10.5)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS, control
from pbem.rulesets.tocs.picture import Look
from pbem.rulesets.tocs.reports.ground_lines import answered
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.rules.perimeter import kinds
from tests.rulesets.tocs.builder import Piece, Scene, bridge, counter, ground, river, road

NEVER = {"red": ("ezoc never",)}


def looked(scene: Scene) -> list[tuple[str, bool]]:
    return [(s.hex, s.occupied) for s in scene.happened(e.HexScouted)]


def test_a_scouted_hex_is_empty_or_occupied_and_the_answer_is_true() -> None:
    """TOCS-1.2-2, TOCS-W10.4-4, TOCS-W10.4-10."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], standing=NEVER)
    scene.does("A", "recon 03.04 03.05")
    answers = [(s.hex, s.occupied, s.kinds) for s in scene.learnt("blue", e.HexScouted)]
    assert answers == [("03.04", False, ()), ("03.05", True, ())]
    assert scene.picture().looks[Hex("03.05")].answer == "occupied"
    assert scene.active().answer == "occupied"


def test_the_scout_stays_where_it_is() -> None:
    """TOCS-W10.4-8."""
    scene = Scene([Piece("A", "03.03")])
    scene.does("A", "recon 03.04 03.05")
    assert scene.unit("A").hex == "03.03"
    assert not scene.happened(e.UnitChanged)


def test_the_owner_hears_which_of_his_hexes_was_looked_at() -> None:
    """TOCS-1.2-4, TOCS-W9.1-4."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="02.03")
    scene.does("A", "recon 02.03 02.04")
    assert [s.hex for s in scene.learnt("red", o.EnemyLooked)] == ["02.04"]


@pytest.mark.parametrize("kind, more, may", [
    ("company", {}, True), ("hq", {}, True), ("vehicle_platoon", {}, True), ("battery", {}, False), ("asset", {}, False),
    ("asset", {"recon": True}, True), ("asset", {"mobility": "armored", "mp": 5}, True), ("asset", {"arm": "light_flak"}, False),
])  # fmt: skip
def test_who_may_scout_and_probe(kind: str, more: dict[str, Any], may: bool) -> None:
    """TOCS-W10.4-1, TOCS-W10.5-1, TOCS-W2.4-4, TOCS-W2.5-3."""
    scene = Scene([Piece("A", "03.03", kind=kind, **more)])
    assert (scene.check("A", "recon 03.04") == ()) == may
    assert (scene.check("A", "probe 03.04") == ()) == may


def test_a_scouted_hex_costs_what_it_costs_off_the_road() -> None:
    """TOCS-W10.4-2."""
    scene = Scene([Piece("A", "03.03")], land=ground("03.04 woods", road("03.03 03.04")))
    scene.does("A", "recon 03.04")
    assert (scene.active().ap, scene.active().mp) == (2, 0)


def test_a_scout_uses_bridges() -> None:
    """TOCS-W10.4-2, TOCS-W10.4-3."""
    wet = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    barred = Scene([Piece("A", "03.03")], land=ground("", wet))
    assert barred.check("A", "recon 03.04 03.05")[0].rule == "TOCS-W10.4-3"
    bridged = Scene([Piece("A", "03.03")], land=ground("", wet + road("03.03 03.04 03.05") + bridge("03.04")))
    assert bridged.check("A", "recon 03.04 03.05") == ()


def test_a_hex_that_could_not_be_entered_is_not_scouted() -> None:
    """TOCS-W10.4-3."""
    scene = Scene([Piece("A", "03.03")], land=ground("03.04 lake"))
    assert scene.check("A", "recon 03.04")[0].rule == "TOCS-W10.4-3"
    assert scene.check("A", "probe 03.04")[0].rule == "TOCS-W10.4-3"


def test_a_chain_runs_from_hex_to_hex() -> None:
    """TOCS-W10.4-1."""
    scene = Scene([Piece("A", "03.03")])
    assert scene.check("A", "recon 03.04 03.06")[0].rule == "TOCS-W10.4-1"


def test_a_hex_two_off_is_refused_with_the_line_that_looks_into_it() -> None:
    """TOCS-W10.4-1: nobody who wants to know of a hex thinks of chains; not where an own hex between is out of reach."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")], own="03.04")
    (refused,) = scene.check("A", "recon 03.05")
    assert refused.hint == "A: move 03.04; recon 03.05" and scene.check("A", "move 03.04; recon 03.05") == ()
    scene.activate("A")
    scene.play.happen([e.ActivationChanged("blue", replace(scene.active(), ap=1))])
    assert scene.check("A", "recon 03.05")[0].hint == ""
    far = Scene([Piece("A", "03.03")])
    assert far.check("A", "recon 03.05")[0].hint == "", "nobody knows what stands between"


def test_consecutive_scouting_goes_on_from_the_end_of_the_chain() -> None:
    """TOCS-W10.4-9, TOCS-1.6-2: woods cost two, so the second hex takes what the first AP left and more."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], land=ground("03.05 woods"))
    scene.does("A", "recon 03.04; recon 03.05")
    assert looked(scene) == [("03.04", False), ("03.05", False)]
    assert (scene.active().ap, scene.active().mp) == (1, 2)


def test_a_new_chain_from_the_own_hex_loses_what_was_left() -> None:
    """TOCS-W10.4-9."""
    scene = Scene([Piece("A", "03.03")])
    scene.does("A", "recon 03.04; recon 03.02")
    assert looked(scene) == [("03.04", False), ("03.02", False)]
    assert (scene.active().ap, scene.active().mp) == (1, 2)


def test_an_occupied_hex_is_not_passed() -> None:
    """TOCS-W10.4-7: the chain breaks off, and may go on from the hex before it."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], standing=NEVER)
    outcome = scene.does("A", "recon 03.04 03.05 03.06")
    assert looked(scene) == [("03.04", False), ("03.05", True)]
    assert outcome.contact and outcome.failure is None
    assert scene.check("A", "recon 03.06")[0].rule == "TOCS-W10.4-1"
    scene.does("A", "recon 04.04")
    assert looked(scene)[-1] == ("04.04", False)


def test_an_empty_hex_beside_the_own_perimeter_becomes_ours() -> None:
    """TOCS-W10.4-11, TOCS-W9.1-7, TOCS-W9.1-3."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    scene.does("A", "recon 03.04 03.05")
    assert (scene.owner("03.04"), scene.owner("03.05")) == ("blue", "blue")
    assert [s.hex for s in scene.learnt("red", e.OwnerChanged)] == ["03.04", "03.05"]


def test_an_empty_hex_in_a_claimed_zone_stays_the_enemys_and_so_does_what_lies_behind() -> None:
    """TOCS-W10.4-12, TOCS-W9.1-7, TOCS-W10.4-11: a hex that joins nothing of ours does not change hands."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "02.05")], standing={"red": ("ezoc only 03.05",)}, land=ground())
    scene.does("A", "recon 03.04; recon 03.05 03.06")
    assert (scene.owner("03.04"), scene.owner("03.05"), scene.owner("03.06")) == ("blue", "red", "red")


def test_an_own_hex_is_looked_at_in_silence() -> None:
    """TOCS-1.2-4."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04")
    scene.does("A", "recon 03.04")
    assert not scene.happened(e.HexScouted)
    assert [d for d, _ in scene.play.seen if d == "red"] == []


def test_works_are_told_whether_the_hex_is_held_or_not() -> None:
    """TOCS-W10.4-5, TOCS-W10.5-3."""
    for text in ("recon 03.04", "probe 03.04"):
        scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], works={"03.04": ("entrenched", "red")})
        scene.does("A", text)
        assert scene.learnt("blue", e.HexScouted)[0].works == "entrenched"
        assert scene.picture().works == {"03.04": ("entrenched", "red")}


def test_recon_around_scouts_the_enemy_hexes_one_ap_reaches() -> None:
    """TOCS-W10.4-1."""
    scene = Scene([Piece("A", "03.03")], own="03.02 04.02")
    scene.does("A", "recon around")
    assert looked(scene) == [("04.03", False), ("03.04", False)]
    assert scene.active().ap == 2


@pytest.mark.parametrize(("text", "land", "own", "ap", "words"), [
    *((f"recon {how}", "", "", 3, "") for how in ("around", "toward 03.08")),
    *((f"recon {how}", "", "", 0, "A needs 1 AP to scout") for how in ("around", "toward 03.08")),
    ("recon around", "", "home", 3, "there is nothing beside it to scout that way"),
    ("recon around", "", "home", 0, "A needs 1 AP to scout"), ("recon toward 03.08", "", "home", 3, ""),
    ("recon toward 03.03", "", "", 3, "there is nothing beside it to scout that way"),
    ("recon toward 03.08", "03.04 lake", "", 3, "03.04 cannot be entered from 03.03"),
    ("recon toward 03.08", "03.04 forest", "", 3, "03.04 takes A more than 1 AP: name the hex to scout it"),
    ("recon 03.04", "03.04 forest", "", 3, ""), ("recon 03.04", "03.04 forest", "", 1, "A cannot scout as far as 03.04"),
])  # fmt: skip
def test_why_nothing_is_scouted(text: str, land: str, own: str, ap: int, words: str) -> None:
    """TOCS-W10.4-1, TOCS-W10.4-2, TOCS-W10.4-3: no AP left, nothing of the enemy's beside it, ground that bars it or is dear."""
    scene = Scene([Piece("A", "03.03")], own=" ".join(map(str, ground().hexes)) if own else "", land=ground(land))
    scene.activate("A")
    scene.play.happen([e.ActivationChanged("blue", replace(scene.active(), ap=ap))])
    action, act = ACTIONS["recon"], scene._acts(text)[0]
    order = action.order(act, scene.picture())
    refused = action.check(scene.game, scene.picture(), order)
    assert [r.words.partition(";")[0] for r in refused] == ([words] if words else [])
    assert not words or refused[0].rule.startswith("TOCS-W10.4-")
    assert words or action.execute(scene.play.moment, scene.picture("blue"), order).failure is None


def test_recon_toward_a_place_goes_straight_there() -> None:
    """TOCS-W10.4-1."""
    scene = Scene([Piece("A", "03.03", mp=4)])
    scene.does("A", "recon toward 03.07")
    assert [h for h, _ in looked(scene)] == ["03.04", "03.05", "03.06", "03.07"]


# ---------------------------------------------------------------- probes


def test_a_probe_takes_an_ap_for_one_adjacent_hex() -> None:
    """TOCS-W10.5-1."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    scene.does("A", "probe 03.04")
    assert scene.active().ap == 2
    assert scene.check("A", "probe 03.05")[0].rule == "TOCS-W10.4-3"


def test_the_last_ap_is_enough_for_a_probe_and_none_is_not() -> None:
    """TOCS-W10.5-1: three AP, three hexes, each for the whole of one."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    outcome = scene.does("A", "probe 03.04; probe 03.02; probe 04.03; probe 04.02")
    assert [h for h, _ in looked(scene)] == ["03.04", "03.02", "04.03"] and scene.active().ap == 0
    assert outcome.failure and (outcome.failure.rule, outcome.failure.words) == ("TOCS-W10.5-1", "A needs 1 AP to probe; 0 AP left")


def test_a_hex_of_the_own_that_is_fought_over_is_probed() -> None:
    """TOCS-W10.5-1: the enemy is in it, whoever owns it."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "03.04")], engaged={Hex("03.04"): "blue"})
    assert scene.owner("03.04") == "blue" and scene.check("A", "probe 03.04") == ()


def test_a_probe_tells_the_kinds_and_nothing_else() -> None:
    """TOCS-W10.5-2, TOCS-W10.5-3."""
    red = [Piece("R", "03.04"), Piece("S", "03.04"), Piece("G", "03.04", "battery"), Piece("T", "03.04", "vehicle_platoon")]
    scene = Scene([Piece("A", "03.03")], red)
    scene.does("A", "probe 03.04")
    answer = scene.learnt("blue", e.HexScouted)[0]
    assert (answer.occupied, answer.kinds) == (True, ("infantry", "vehicles", "guns"))
    assert scene.picture().contacts[0].kinds == ("infantry", "vehicles", "guns")


@pytest.mark.parametrize("kind, more, told", [
    ("company", {}, ("infantry",)), ("hq", {}, ("infantry",)), ("hq", {"mobility": "motorized"}, ("infantry",)),
    ("vehicle_platoon", {}, ("vehicles",)), ("battery", {}, ("guns",)), ("asset", {"arm": "mortar"}, ("guns",)),
    ("asset", {"arm": "light_flak", "mobility": "motorized"}, ("guns",)), ("asset", {"mobility": "armored"}, ("vehicles",)),
    ("company", {"mobility": "mechanized"}, ("infantry", "vehicles")),
    ("company", {"mobility": "motorized"}, ("infantry", "vehicles")),
])  # fmt: skip
def test_the_three_kinds(kind: str, more: dict[str, Any], told: tuple[str, ...]) -> None:
    """TOCS-W10.5-6, TOCS-W10.5-7."""
    assert kinds((counter("X", kind, **more),)) == told


@pytest.mark.parametrize("red, owner", [("08.08", "blue"), ("03.05", "red")])
def test_a_probed_empty_hex_becomes_ours_unless_it_is_in_a_zone(red: str, owner: str) -> None:
    """TOCS-W10.5-5."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", red)])
    scene.does("A", "probe 03.04")
    assert scene.owner("03.04") == owner


@pytest.mark.parametrize(
    "red, claim, met", [("03.04", "ezoc never", True), ("03.05", "ezoc always", True), ("08.08", "ezoc never", False)]
)
def test_a_probe_that_meets_the_enemy_or_his_zone_says_so(red: str, claim: str, met: bool) -> None:
    """TOCS-W10.5-2, TOCS-W10.5-5: as `stop on contact` asks."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", red)], standing={"red": (claim,)})
    assert scene.does("A", "probe 03.04").contact is met


def test_enemy_hexes_next_door_that_can_be_entered_are_offered_to_a_probe_and_to_a_scout() -> None:
    """TOCS-W10.5-1, TOCS-W10.4-3."""
    scene = Scene([Piece("A", "03.03"), Piece("G", "03.03", "battery")], own="03.02 04.02", land=ground("03.04 lake"))
    for verb in ("probe", "recon"):
        offered = ACTIONS[verb].options(scene.game, scene.picture(), "a")
        assert set(offered) == {f"{verb} {h}" for h in ("04.03", "02.03", "02.02")}
        assert ACTIONS[verb].options(scene.game, scene.picture(), "g") == ()


def test_a_probe_without_a_hex_means_the_one_asked_about_last() -> None:
    """TOCS-W10.5-1."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    assert [r.words for r in scene.check("A", "probe")] == ["probe what? No hex has been asked about"]
    scene.does("A", "recon 03.04; probe")
    assert scene.active().probed == ("03.04",)


def test_an_own_hex_is_not_probed() -> None:
    """TOCS-W10.5-1."""
    scene = Scene([Piece("A", "03.03")], own="03.04")
    assert scene.check("A", "probe 03.04")[0].rule == "TOCS-W10.5-1"


# ---------------------------------------------------------------- scouts in battles


def test_a_scout_that_attacks_has_only_the_ap_it_has_left() -> None:
    """TOCS-W10.4-15, TOCS-W10.5-8, TOCS-W19.0-5."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    scene.does("A", "probe 03.04")
    assert scene.check("A", "attack 03.04 intensive")[0].rule == "TOCS-W10.6-1"
    scene.does("A", "attack deliberate")
    attack = scene.forces().attacks[0]
    assert (attack.ap, attack.probed, attack.scouted) == (2, True, False)


def test_the_scouted_hex_is_marked_for_the_battle_in_secret() -> None:
    """TOCS-W10.4-13."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    scene.does("A", "recon 03.04")
    before = len([d for d, _ in scene.play.seen if d == "red"])
    scene.does("A", "attack hasty")
    assert scene.forces().attacks[0].scouted
    assert len([d for d, _ in scene.play.seen if d == "red"]) == before


# ---------------------------------------------------------------- what is fixed to a hex


def mined(red: tuple[Piece, ...] = (), **more: Any) -> Scene:
    """Things of red's on 03.04: a minefield, a roadblock and a depot."""
    laid = {"03.04": "minefield red, roadblock red"}
    s = Scene([Piece("A", "03.03")], red or [Piece("R", "08.08")], standing=NEVER, obstacles=laid, **more)
    s.play.situation = replace(s.play.situation, board=replace(s.board, features={Hex("03.04"): ("Depot 5",)}))
    return s


def known(s: Scene) -> tuple[str, ...]:
    """All that blue knows to be fixed to 03.04."""
    picture = s.picture()
    return (*picture.features.get(Hex("03.04"), ()), *(f"{x.side} {x.kind}" for x in picture.obstacles.get(Hex("03.04"), ())))


ALL = ("Depot 5", "red minefield", "red roadblock")


def test_mines_blocks_and_facilities_in_an_empty_hex_are_found_and_do_not_stop_the_scout() -> None:
    """TOCS-W10.4-5, TOCS-W10.4-6."""
    s = mined()
    s.does("A", "recon 03.04 03.05")
    assert looked(s) == [("03.04", False), ("03.05", False)]
    answer = s.learnt("blue", e.HexScouted)[0]
    assert answered(s.game, answer) == "03.04: empty; Depot 5, minefield, roadblock"
    assert known(s) == ALL and s.picture("red").features == {}


def test_one_who_moves_in_comes_upon_mines_and_blocks_and_so_does_no_one_who_moves_at_home() -> None:
    """TOCS-1.9-3: answered when the hex is entered, to the mover alone."""
    s = mined()
    s.does("A", "move 03.04")
    assert s.learnt("blue", e.FixedFound) == [e.FixedFound("blue", "A", Hex("03.04"), ("Depot 5", "minefield", "roadblock"))]
    assert known(s) == ALL and not s.learnt("red", e.FixedFound)
    said = tell(s.game, s.picture(), s.learnt("blue", e.FixedFound)[0])
    assert said == ("A found Depot 5, minefield, roadblock in 03.04",)
    home = Scene([Piece("A", "03.03")], own="03.04", obstacles={"03.04": "minefield blue"})
    home.does("A", "move 03.04")
    assert not home.learnt("blue", e.FixedFound)


@pytest.mark.parametrize("act", ["recon 03.04", "probe 03.04"])
def test_a_probe_finds_all_that_a_scout_finds_and_an_occupied_hex_hides_nothing_fixed(act: str) -> None:
    """TOCS-W10.5-3, TOCS-W10.4-5."""
    s = mined((Piece("R", "03.04"),))
    s.does("A", act)
    answer = s.learnt("blue", e.HexScouted)[0]
    assert answer.occupied and answer.fixed == ("Depot 5", "minefield", "roadblock")


def test_a_bridge_that_is_down_is_told() -> None:
    """TOCS-W10.4-5."""
    wet = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    s = Scene([Piece("A", "03.03")], standing=NEVER, land=ground("", wet + road("03.03 03.04 03.05") + bridge("03.04")))
    (printed,) = s.game.ground.bridges
    s.play.happen((e.BridgeChanged(replace(printed, intact=False), "blown", ("red",)),))
    assert not s.forces().spans
    s.does("A", "recon 03.04")
    assert [(seen.bridge.intact, seen.how) for seen in s.learnt("blue", o.BridgeSeen)] == [(False, "A")]
    assert s.forces().spans == s.board.spans


def test_a_scout_goes_on_by_what_it_was_answered() -> None:
    """TOCS-W10.4-10: each hex is called and answered before the next; a branch is where the commander chooses."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], standing=NEVER)
    s.does("A", "recon 03.04")
    assert control.answer(s.picture(), "occupied") is True and control.answer(s.picture(), "empty") is False
    s.does("A", "recon 04.03")
    assert control.answer(s.picture(), "empty") is True


@pytest.mark.parametrize(("test", "so", "answer", "ezoc"), [
    ("occupied", True, "occupied", False), ("occupied", False, "empty", False), ("empty", True, "empty", False),
    ("empty", False, "occupied", False), ("ezoc", True, "empty", True), ("ezoc", False, "", False), ("unknown", True, "", False),
    ("unknown", False, "", False),
])  # fmt: skip
def test_a_dry_run_counts_in_each_way_of_a_branch_on_what_it_says(test: str, so: bool, answer: str, ezoc: bool) -> None:
    """TOCS-W10.4-10: of the hex asked about, and of no other; what was met there before is not there when it is empty."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("S", "04.03")], standing=NEVER)
    s.does("A", "recon 04.03; recon 03.04")
    before = s.picture()
    after = control.assume(before, test, so)
    if not answer:
        assert after == before
        return
    assert {**after.looks} == {**before.looks, Hex("03.04"): Look(answer, ezoc, "T1.1")}
    assert {c.hex for c in after.contacts} == {"04.03", *(["03.04"] if answer == "occupied" else [])}


def test_where_nothing_was_asked_nothing_is_counted_on() -> None:
    """TOCS-W10.4-10: and only what is unknown is so."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], standing=NEVER)
    for taken in (False, True):
        if taken:
            s.activate("A")
        known = s.picture()
        for test in ("empty", "occupied", "ezoc"):
            assert control.assume(known, test, True) == known and control.answer(known, test) is None
        assert control.answer(known, "unknown") is True
    s.does("A", "recon 03.04")
    found = {test: control.answer(s.picture(), test) for test in ("empty", "occupied", "ezoc", "unknown")}
    assert found == {"empty": False, "occupied": True, "ezoc": False, "unknown": False}


def test_who_is_engaged_neither_scouts_nor_probes() -> None:
    """TOCS-W10.4-3, TOCS-W10.1-6: he can move into no hex."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "03.04")], engaged={Hex("03.04"): "red"})
    for order in ("recon 03.05", "recon around", "recon toward 03.08", "probe 03.05"):
        assert [r.rule for r in scene.check("A", order)] == ["TOCS-W10.4-3"]
    for verb in ("recon", "probe"):
        assert ACTIONS[verb].options(scene.game, scene.picture(), "a") == ()


def test_a_chain_stops_at_a_bridge_that_is_found_down() -> None:
    """TOCS-W10.4-3: the hexes beyond could not be entered, and are not looked at."""
    wet = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    land = ground("", wet + road("03.03 03.04 03.05") + bridge("03.04"))
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], land=land, standing=NEVER)
    scene.play.happen([e.BridgeChanged(replace(land.bridges[0], intact=False), "blown", ("red",))])
    outcome = scene.does("A", "recon 03.04 03.05 03.06")
    assert looked(scene) == [("03.04", False)] and scene.learnt("blue", o.BridgeSeen)
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.4-3"
    assert scene.check("A", "recon 02.03") == ()


@pytest.mark.parametrize("made, told", [
    ({"kind": "battery", "mobility": "armored", "arm": "artillery"}, ("vehicles", "guns")),
    ({"kind": "battery", "mobility": "motorized", "arm": "artillery"}, ("guns",)),
    ({"kind": "vehicle_platoon", "arm": "anti_tank"}, ("vehicles",)),
    ({"kind": "asset", "mobility": "armored", "arm": "anti_tank"}, ("vehicles", "guns")),
    ({"kind": "asset", "mobility": "foot", "arm": "mortar"}, ("guns",)),
    ({"kind": "asset", "mobility": "foot", "arm": "engineer"}, ("infantry",)),
])  # fmt: skip
def test_guns_under_armour_are_vehicles_and_guns_and_platoons_are_vehicles(made: dict[str, Any], told: tuple[str, ...]) -> None:
    """TOCS-W10.5-6, TOCS-W2.4-2."""
    assert kinds((counter("X", **made),)) == told


@pytest.mark.parametrize("more", [{"traits": ("dozer",)}, {"arm": "anti_tank"}, {"arm": "light_flak"}, {"arm": "artillery"}])
def test_armoured_dozers_and_guns_that_are_assets_neither_scout_nor_probe(more: dict[str, Any]) -> None:
    """TOCS-W2.5-3: it goes before what TOCS-W10.4-1 allows armoured assets; a vehicle platoon with dozers may."""
    pieces = [Piece("A", "03.03", kind="asset", mobility="armored", mp=5, **more), Piece("P", "03.03", "vehicle_platoon", **more)]
    scene = Scene(pieces)
    for order in ("recon 03.04", "probe 03.04"):
        assert [r.rule for r in scene.check("A", order)] == ["TOCS-W2.5-3"] and scene.check("P", order) == ()
