"""MARCH and TAKE: lines for several units, played as acts of single units (TOCS-W10.1-1, TOCS-W10.4-10, TOCS-W10.6-2)."""

from typing import Any

import pytest

from pbem.engine.run_observations import ManeuverHalted
from pbem.engine.runs import Budget, Manner, Verdict
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.orders.parser import read_orders
from pbem.orders.tree import LetterWord
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import MANEUVERS
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.form import ManeuverTurn
from pbem.rulesets.tocs.actions.runner import run
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.laws import check_invariants

HQ = {"kind": "hq", "level": "battalion"}


FREE = Budget()


def battalion(red: str = "08.08", **more: Any) -> Scene:
    """A headquarters and three companies in the west of the field, in their own corner of it."""
    units = [Piece("HQ2/5", "02.03", **HQ), *(Piece(c, "02.03", parent="hq2/5") for c in ("A", "B", "C"))]
    return Scene(units, [Piece("R", red)], own="01.02 01.03 01.04 02.02 02.04 03.03 03.02", **more)


def verdict(scene: Scene, text: str) -> Verdict:
    """What the dry run says of one line."""
    return _checked(scene, text, Budget())[0]


def letter(scene: Scene, text: str, budget: Budget = FREE, **manner: Any) -> ManeuverHalted | None:
    """Check and carry out one letter; how its last maneuver ended."""
    verdicts = _checked(scene, text, budget)
    assert all(v.ok for v in verdicts), [v.refusals for v in verdicts]
    before = len(scene.play.seen)
    run(scene.play, tuple(v.line for v in verdicts), Manner("blue", budget, **manner))
    check_invariants(scene.play)
    return next((s for _, s in reversed(scene.play.seen[before:]) if isinstance(s, ManeuverHalted)), None)


def _checked(scene: Scene, text: str, budget: Budget) -> tuple[Verdict, ...]:
    sheet = read_orders(list(numbered(text.split("\n"), 1)), vocabulary(scene.game, scene.picture()))
    assert not sheet.errors, sheet.errors
    return check(scene.game, scene.picture(), sheet.lines, budget)


def places(scene: Scene) -> dict[str, str]:
    return {call: str(scene.unit(call).hex) for call in ("HQ2/5", "A", "B", "C")}


def test_a_safe_march_keeps_to_own_ground() -> None:
    scene = battalion()
    halt = letter(scene, "march 2/5 to 06.03 safe")
    assert halt and not halt.over and "is in 03.03" in halt.words
    assert set(places(scene).values()) == {"03.03"}
    assert not scene.learnt("red", type(halt)) and scene.owner("04.03") == "red"


@pytest.mark.parametrize(("there", "come"), [(4, 1), (3, 2), (0, 4)])
def test_a_column_does_not_crowd_the_hex_it_marches_to(there: int, come: int) -> None:
    """TOCS-W3.0-1: as many as it has room for, and the HQ, which takes none; the others stay behind and are not lost."""
    units = [Piece("HQ2/5", "02.03", **HQ), *(Piece(c, "02.03", parent="hq2/5") for c in ("A", "B", "C"))]
    units += [Piece(c, "03.03") for c in ("D", "E", "F", "G")[:there]]
    scene = Scene(units, [Piece("R", "08.08")], own="01.02 02.02 03.03 03.02")
    letter(scene, "march 2/5 to 03.03 safe")
    assert sum(where == "03.03" for where in places(scene).values()) == come and places(scene)["HQ2/5"] == "03.03"
    scene.close()
    assert all(scene.unit(call).status == "map" for call in ("A", "B", "C"))


def test_a_march_says_who_stayed_and_why_and_who_runs_ahead_of_the_lead() -> None:
    """TOCS-W10.1-1: a disrupted company has no AP and stays, light units go on past the lead, whose goal is far."""
    units = [Piece("HQ2/5", "02.03", **HQ), *(Piece(c, "02.03", parent="hq2/5") for c in ("A", "B", "C"))]
    units[1] = Piece("A", "02.03", parent="hq2/5", mp=1)
    units[2] = Piece("B", "02.03", parent="hq2/5", state=5)
    scene = Scene(units, [Piece("R", "08.08")], own="01.02 02.02 02.04 03.03 04.03 05.03 06.03 07.03 08.03")
    halt = letter(scene, "march 2/5 to 08.03 safe lead A")
    assert halt and not halt.over
    assert "the head of 2/5, A, is in" in halt.words and f"ahead of it: HQ2/5 {places(scene)['HQ2/5']}, C " in halt.words
    assert "B stayed: " in halt.words and "no AP" in halt.words and scene.unit("B").hex == "02.03"


def test_the_lead_scouts_and_all_go_as_far_as_it_found_empty() -> None:
    scene = battalion(standing={"red": ("ezoc never",)})
    halt = letter(scene, "march 2/5 to 06.03 lead B")
    assert halt and "the head of 2/5, B," in halt.words
    assert scene.owner("05.03") == "blue", "the second look reached further than the first"
    assert len({p for p in places(scene).values() if p > "03.03"}) >= 1
    assert all(scene.owner(p) == "blue" for p in places(scene).values())
    assert len(scene.forces().activated) == 4


def test_a_march_halts_before_an_enemy_it_meets_and_stays_on_file() -> None:
    scene = battalion(red="05.03", standing={"red": ("ezoc never",)})
    halt = letter(scene, "march 2/5 to 05.03 scout lead A")
    assert halt and not halt.over and "halted before the enemy in 05.03" in halt.words
    assert places(scene)["A"] in ("04.02", "04.03")
    assert "05.03" not in places(scene).values()


def test_a_bold_march_may_be_ambushed() -> None:
    scene = battalion(red="04.03", standing={"red": ("ezoc never",)})
    letter(scene, "march 2/5 to 04.03 bold lead A leave B, C, HQ2/5")
    assert "TOCS-W10.1.2-1" in {getattr(seen, "rule", "") for _, seen in scene.play.seen}


def test_those_left_stay_and_no_more_ops_are_spent_than_said() -> None:
    scene = battalion()
    halt = letter(scene, "march 2/5 to 03.03 safe leave HQ2/5, C max 1 op")
    assert halt and "1 OP are spent" in halt.words
    assert sorted(places(scene).values()) == ["02.03", "02.03", "02.03", "03.03"]


def test_a_march_is_over_when_everybody_is_there() -> None:
    scene = battalion()
    halt = letter(scene, "march 2/5 to 03.03 safe")
    assert halt and halt.over and "2/5 is in 03.03" in halt.words


def test_a_march_goes_through_the_hex_named_by_via() -> None:
    scene = battalion()
    letter(scene, "march 2/5 to 03.02 via 02.02 safe leave B, C, HQ2/5")
    assert scene.forces().trails["a"][1] == "02.02"


def test_a_march_by_road_without_a_road_is_refused() -> None:
    refused = verdict(battalion(), "march 2/5 to 03.03 by road")
    assert "knows no road to 03.03 from where it is; without BY ROAD there is a way" in refused.refusals[0][1].words


def test_a_lead_from_elsewhere_and_a_formation_of_the_dead_are_refused() -> None:
    scene = battalion()
    assert "nobody" in verdict(scene, "march 2/5 to 06.03 leave HQ2/5, A, B, C").refusals[0][1].words
    assert "does not march" in verdict(scene, "march 2/5 to 06.03 lead A leave A").refusals[0][1].words


def test_a_march_costs_an_op_a_unit_and_no_more_than_the_budget() -> None:
    scene = battalion()
    assert verdict(scene, "march 2/5 to 03.03 safe").cost == 4
    letter(scene, "march 2/5 to 03.03 safe", Budget(spend=2))
    assert sorted(places(scene).values()).count("03.03") == 2


# ---------------------------------------------------------------- TAKE


def company(red: str = "05.03", **more: Any) -> Scene:
    units = [Piece("A", "03.03"), Piece("B", "03.03"), Piece("C", "01.03")]
    return Scene(units, [Piece("R", red)], own="01.02 02.03 03.02 04.03 04.02", standing={"red": ("ezoc never",)}, **more)


def held_up() -> Scene:
    """B has to come through ground of the enemy's, where a zone that nobody knows of will halt it."""
    units = [Piece("A", "03.03"), Piece("B", "05.05"), Piece("C", "01.03")]
    return Scene(units, [Piece("R", "05.03"), Piece("Q", "04.05")], own="01.02 02.03 03.02 04.03 04.02")


def test_all_come_up_and_attack_together() -> None:
    scene = company()
    halt = letter(scene, "take 05.03 with A,B,C from 04.03 if at least 2")
    assert halt and halt.over and "A, B" in halt.words
    assert {(a.unit, a.origin, a.ap) for a in scene.forces().attacks} >= {("a", "04.03", 2), ("b", "04.03", 2)}


def test_the_scout_looks_first_and_an_empty_hex_is_walked_into() -> None:
    scene = company(red="08.08")
    halt = letter(scene, "take 05.03 with A,B from 04.03 hasty scout A")
    assert halt and "was empty: A is in it" in halt.words
    assert scene.unit("A").hex == "05.03" and not scene.forces().attacks
    assert "b" not in scene.forces().activated


def test_a_scout_who_finds_the_enemy_attacks_with_what_it_has_left() -> None:
    scene = company()
    letter(scene, "take 05.03 with A,B from 04.03 hasty scout A")
    assert {(a.unit, a.scouted) for a in scene.forces().attacks} == {("a", True), ("b", False)}


def test_too_few_who_come_call_the_attack_off_and_it_costs_them_their_state() -> None:
    scene = held_up()
    halt = letter(scene, "take 05.03 with A,B from 04.03 if at least 2")
    assert halt and "called off: 1 came, 2 were wanted" in halt.words
    assert scene.forces().attacks == () and scene.picture().forces.attacks == ()
    assert scene.unit("A").state == 1 and scene.unit("A").hex == "04.03"
    scene.fight()
    assert scene.public.battles == 0


def test_an_attack_called_off_ends_the_letter_but_for_carry_out_what_you_can() -> None:
    text = "take 05.03 with A,B from 04.03 if at least 2\nC: move 01.02"
    for carry_on, where in ((False, "01.03"), (True, "01.02")):
        scene = held_up()
        letter(scene, text, carry_on=carry_on)
        assert scene.unit("C").hex == where


def test_an_attack_that_cannot_come_off_is_refused_before_anything_is_done() -> None:
    refused = verdict(company(points=1), "take 05.03 with A,B from 04.03 if at least 2")
    assert "called off: 1 came" in refused.refusals[0][1].words


def test_more_wanted_than_named_and_a_hex_that_is_not_beside_are_refused() -> None:
    scene = company()
    assert "only 2" in verdict(scene, "take 05.03 with A,B from 04.03 if at least 3").refusals[0][1].words
    assert "not next to" in verdict(scene, "take 05.03 with A,B from 03.03").refusals[0][1].words


def test_sent_again_it_counts_those_who_have_attacked_already() -> None:
    scene = company()
    letter(scene, "take 05.03 with A from 04.03")
    halt = letter(scene, "take 05.03 with A,B from 04.03 if at least 2")
    assert halt and "A, B will attack" in halt.words


def test_guns_named_in_support_lay_their_fire_once_enough_have_come() -> None:
    hq: dict[str, Any] = {"kind": "hq", "level": "regiment", "command": 8, "wireless": 8}
    here: dict[str, Any] = {"parent": "hq"}
    for wanted, laid in ((1, 1), (2, 0)):
        units = [Piece("HQ", "03.01", **hq), Piece("A", "03.03", **here), Piece("B", "05.05", **here)]
        gun = Piece("G", "03.02", "battery", range=8, **here)
        scene = Scene([*units, gun], [Piece("R", "05.03"), Piece("Q", "04.05")], own="04.03 04.02")
        letter(scene, f"take 05.03 with A,B from 04.03 hasty support G if at least {wanted}")
        assert len(scene.forces().missions) == laid


@pytest.mark.parametrize(("words", "pursue", "bearing"), [
    ("pursue 2 toward 05.08", 2, "05.08"), ("pursue 1", 1, None), ("pursue 0 toward 05.08", 0, None), ("", 0, None),
])  # fmt: skip
def test_all_who_attack_pursue_as_they_are_told(words: str, pursue: int, bearing: str | None) -> None:
    """TOCS-W10.6-2, TOCS-3.7-1: so far, and that way."""
    scene = company()
    letter(scene, f"take 05.03 with A,B from 04.03 hasty {words}")
    assert {(a.unit, a.pursue, a.bearing) for a in scene.forces().attacks} == {("a", pursue, bearing), ("b", pursue, bearing)}


@pytest.mark.parametrize(("manner", "verb", "counts_on"), [("scout", "recon", "empty"), ("bold", "move", "")])
def test_a_dry_run_counts_on_an_empty_hex_where_the_lead_looks_first(manner: str, verb: str, counts_on: str) -> None:
    """TOCS-W10.4-10, TOCS-W10.1-1: on nothing where it walks."""
    scene = battalion()
    march = MANEUVERS["march"]
    (found,) = read_orders([NumberedLine(1, f"march 2/5 to 05.03 {manner} lead A")], vocabulary(scene.game, scene.picture())).lines
    assert isinstance(found.command, LetterWord)
    scene.does("A", "move 03.03")
    turn = march.turn(scene.game, scene.picture(), march.order(found.command.act, scene.picture()), ())
    assert isinstance(turn, ManeuverTurn) and (turn.call, turn.act.verb, turn.counts_on) == ("A", verb, counts_on)


def test_a_unit_in_hand_that_does_not_march_is_left_alone() -> None:
    """TOCS-W10.1-1: nor is one that marches taken up again when it could not go on."""
    scene = battalion()
    letter(scene, "A: move 02.04\nmarch 2/5 to 03.03 safe leave A")
    assert places(scene) == {"A": "02.04", "B": "03.03", "C": "03.03", "HQ2/5": "03.03"}
    scene = battalion()
    letter(scene, "C: move 02.04\nmarch 2/5 to 03.03 safe")
    assert set(places(scene).values()) == {"03.03"} and [x.unit for x in scene.happened(e.UnitActivated)][:2] == ["c", "a"]


def test_the_dry_run_names_who_will_not_come() -> None:
    """TOCS-3.5-1, TOCS-W10.0-5."""
    found = verdict(company(points=1), "take 05.03 with A,B from 04.03")
    assert found.ok and any(w.startswith("B will not: ") for w in found.warnings)
