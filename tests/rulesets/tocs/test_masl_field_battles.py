"""Battles handed to field commanders (MASL-1.1-3, MASL-2.1, MASL-3.1, MASL-4.1): the rules, before any letter is written."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import closing
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.parts import field_battles
from pbem.rulesets.tocs.reports import field_report
from pbem.rulesets.tocs.resolution import field
from pbem.rulesets.tocs.rules.after_action import differences
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.standing_orders import REACTIONS
from pbem.rulesets.tocs.units import Charge, Mission
from tests.rulesets.tocs.builder import Piece, Scene, attack, bridge, ground, river, road, standing_acts

HOLDS = ("RESULT ATTACKER HOLDS, turn 5", "OWN UNITS A 3 fatigued 03.04", "PERIMETER ALL OF 03.04")
FELL_BACK = ("RESULT attacker holds", "OWN UNITS: R 2 disordered 03.05", "PERIMETER none of 03.04")
ENGAGED_A = ("RESULT ENGAGED", "OWN UNITS A 3 fatigued")
ENGAGED_R = ("RESULT ENGAGED", "OWN UNITS R 3 fatigued")
STANDS = (("retreat hold", "RETREAT HOLD 03.04"), ("ezoc", "EZOC NEVER"))  # of these the first is the defender's business
STANDING = {"red": ("ezoc never", "battles field"), "blue": ("battles field",)}


def fought(how: str = "engagement", **scene: Any) -> Scene:
    """A at 03.03 attacks R at 03.04, and both sides wish the battle to go to field commanders."""
    switches = {"field_battle": how, **scene.pop("switches", {})}
    kept: dict[str, Any] = {"blue": [Piece("A", "03.03")], "red": [Piece("R", "03.04")], "standing": STANDING, **scene}
    s = Scene(switches=switches, **kept)
    s.does("A", "attack 03.04 deliberate")
    s.play.happen(closing.close(s.play.moment, "blue", "end"))
    s.settle()
    return s


def file(s: Scene, side: str, lines: tuple[str, ...]) -> AfterAction:
    """A report comes in; it must be faultless."""
    report, faults = field_report.heard(s.game, s.picture(side), 1, lines)
    assert report is not None, [f"{text}: {why.words}" for _, text, why in faults]
    s.play.happen(field_battles.report(s.play.moment, side, 1, report))
    s.settle()
    return report


def faults(s: Scene, side: str, *lines: str) -> list[str]:
    """What is said of a report that is not fit."""
    report, wrong = field_report.heard(s.game, s.picture(side), 1, lines)
    assert report is None
    return [why.words for _, _, why in wrong]


# ---------------------------------------------------------------- handing over


def test_a_battle_goes_out_when_both_sides_wish_it() -> None:
    """MASL-1.1-3, MASL-2.1-6, MASL-3.1-1: it becomes an engagement nobody throws for, and both sides hear of it."""
    s = fought()
    assert [b.number for b in s.public.fields.values()] == [1] and s.public.engaged == {Hex("03.04"): "red"}
    assert not s.happened(e.BattleRolled)
    for side in ("blue", "red"):
        assert s.learnt(side, o.FieldBattleSeen)
    assert s.unit("A").hex == "03.04"


@pytest.mark.parametrize(
    "standing",
    [{}, {"blue": ("battles field",)}, {"red": ("battles field",)},
     {"blue": ("battles field",), "red": ("battles field if 5 own steps",)},
     {"blue": ("battles field if a named objective",), "red": ("battles field",)}],
)  # fmt: skip
def test_the_crt_decides_when_one_side_does_not_wish_it(standing: dict[str, tuple[str, ...]]) -> None:
    """MASL-1.1-3, MASL-2.1-6."""
    s = fought(standing=standing)
    assert s.happened(e.BattleRolled) and not s.happened(e.FieldBattleBegan)


def test_one_order_may_offer_its_battle() -> None:
    """MASL-1.1-3: `field` at the end of the attack."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], standing={"red": ("battles field",)},
              switches={"field_battle": "engagement"})  # fmt: skip
    s.does("A", "attack 03.04 hasty field")
    s.close()
    assert s.public.fields


def test_a_module_may_settle_everything_on_the_crt() -> None:
    """MASL-1.1-3: then nobody may wish otherwise."""
    s = fought("crt", standing={})
    assert s.happened(e.BattleRolled)
    wish = standing_acts(vocabulary(s.game, s.picture()), ("battles field",))[0]
    refused = REACTIONS["battles"].check(s.game, s.picture(), wish)
    assert refused is not None and refused.rule == "MASL-1.1-3"


def test_only_the_attacker_learns_how_long_it_lasts() -> None:
    """MASL-3.1-6."""
    s = fought()
    ours, theirs = s.learnt("blue", o.OwnForce)[0].force, s.learnt("red", o.OwnForce)[0].force
    assert (ours.level, ours.turns) == ("deliberate", 7)
    assert (theirs.level, theirs.turns, theirs.attacks) == ("", 0, ())
    attackers, defenders = (_text(s, side) for side in ("blue", "red"))
    assert "7 game turns" in attackers and "7 game turns" not in defenders and "LENGTH" not in defenders
    assert "A" in attackers and "R" in defenders


def _text(s: Scene, side: str) -> str:
    blocks = field_battles.brief(s.game, s.picture(side), 1, ("Take it before dark.",), STANDS)
    return "\n".join(line for b in blocks for line in (b.title, *b.lines, *(" ".join(row) for row in b.rows)))


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_brief_shows_every_item_and_own_forces_only(side: str) -> None:
    """MASL-3.1-2, MASL-3.1-3, MASL-3.1-4, MASL-3.1-5, MASL-3.1-7, MASL-3.1-8, TOCS-2.0-2, TOCS-W0.1-4."""
    text = _text(fought(), side)
    common = ("1. GROUND", "2. CONDITIONS", "3. OWN", "SUPPORT", "4. ENEMY", "7. INTENT", "before dark.", "8. ", "9. SPECIAL")
    own = ("5. LENGTH", "6. ENTRY") if side == "blue" else ("5. WORKS", "6. DEPLOYMENT")
    assert all(item in text for item in ("BATTLE", "1, 03.04", "T1", *common, *own))
    assert ("hold this hex to the last step" in text) == (side == "red") and "RETREAT" not in text
    assert ("neither scouted nor probed in the activation of the attack" in text) == (side == "blue"), "an earlier look may be"
    foreign = "\nR " if side == "blue" else "\nA "
    assert foreign not in text


def test_the_support_that_was_laid_on_stands_in_the_brief_of_its_own_side_alone() -> None:
    """MASL-2.1-4, MASL-3.1-2: what the commander allotted goes over with the battle, and is his to give no more."""
    laid = {"blue": (Mission("support", Hex("03.04"), ("g",)),), "red": (Mission("support", Hex("03.04"), ("k",), barrage=True),)}
    s = fought(
        blue=[Piece("A", "03.03"), Piece("G", "03.02", "battery", range=6)],
        red=[Piece("R", "03.04"), Piece("K", "03.06", "battery", range=6)], missions=laid,
    )  # fmt: skip
    for side, own, other in (("blue", "G: support", "K: "), ("red", "K: a barrage", "G: ")):
        text = _text(s, side)
        assert own in text and other not in text and "none granted" not in text
    assert "none granted" in _text(fought(), "blue")


def test_the_commander_cannot_touch_a_battle_that_is_out() -> None:
    """MASL-2.1-5, MASL-2.1-4: nor attack it, fire into it or send anybody into it."""
    s = fought(blue=[Piece("A", "03.03"), Piece("B", "02.04"), Piece("C", "03.03")])
    s.play.happen((e.ImpulseBegan(3, "blue"),))
    assert s.check("A", "withdraw 03.03")[0].rule == "MASL-2.1-5"
    assert s.check("B", "attack 03.04 hasty")[0].rule == "MASL-2.1-5"
    assert s.check("C", "move 03.04")[0].rule == "MASL-2.1-5"


def test_no_headquarters_orders_anything_of_those_who_fight_under_a_field_commander() -> None:
    """MASL-2.1-5: nor divides, breaks up or rallies them."""
    pieces = [Piece("A", "03.03", parent="h"), Piece("H", "03.02", "hq", command=4)]
    s = fought(blue=pieces, own="02.03", switches={"half_companies": True}, dice={"turn-end": (6, 6)})
    s.close()
    s.play.happen([e.UnitChanged("blue", replace(s.unit("A"), state=4), "shelled")])
    assert s.check("H", "rally 03.04")[0].rule == "TOCS-W10.19-1"
    s.play.happen([e.UnitChanged("blue", replace(s.unit("A"), state=0), "rested")])
    assert [s.staff(f"{verb} A")[0].rule for verb in ("split", "disband")] == ["MASL-2.1-5"] * 2
    assert s.unit("A").status == "map" and s.public.engaged == {"03.04": "red"}


def test_in_an_engagement_of_the_tables_the_same_unit_may_be_rallied_and_divided() -> None:
    """TOCS-W10.19-1, TOCS-W10.18-1."""
    pieces = [Piece("A", "03.04", parent="h"), Piece("B", "03.04", parent="h", state=4), Piece("H", "03.03", "hq", command=4)]
    s = Scene(pieces, [Piece("R", "03.04")], engaged={Hex("03.04"): "red"}, switches={"half_companies": True})
    assert s.check("H", "rally 03.04") == () and s.staff("split A") == ()


def test_no_more_than_two_are_out() -> None:
    """MASL-2.1-6: a third is thrown."""
    blue = [Piece(c, f"0{n}.03") for n, c in enumerate("ABC", 2)]
    red = [Piece(c, f"0{n}.04") for n, c in enumerate("RST", 2)]
    s = Scene(blue, red, switches={"field_battle": "engagement"}, standing=STANDING)
    for n, c in enumerate("ABC", 2):
        s.does(c, f"attack 0{n}.04 hasty")
    s.close()
    assert len(s.public.fields) == 2 and len(s.happened(e.BattleRolled)) == 1


# ---------------------------------------------------------------- reports


def test_reports_that_agree_decide_the_battle_at_the_next_engagements() -> None:
    """MASL-4.1-1, MASL-4.1-2, MASL-4.1-4, MASL-2.2-1: losses, states and places as the commanders said."""
    s = fought()
    file(s, "blue", HOLDS)
    assert not s.happened(e.FieldBattleDecided)
    file(s, "red", FELL_BACK)
    assert s.happened(e.FieldBattleDecided) and s.public.fields
    s.enter("engagements")
    assert not s.public.fields and not s.public.engaged and s.owner("03.04") == "blue"
    assert (s.unit("A").hex, s.unit("A").state) == ("03.04", 1)
    assert (s.unit("R").hex, s.unit("R").lost) == ("03.05", s.forces("red").counter("r").steps - 2)
    ends = [s.learnt(side, o.FieldBattleEndedSeen)[0] for side in ("blue", "red")]
    assert [seen.lost for seen in ends] == [s.unit("A").lost, s.unit("R").lost]


def test_each_side_hears_its_own_losses_alone() -> None:
    """MASL-4.1-4: what the enemy lost is the impression of one's own commander."""
    kinds = set()
    for steps in (3, 1):
        s = fought()
        file(s, "blue", HOLDS)
        file(s, "red", (FELL_BACK[0], f"OWN UNITS R {steps} disordered 03.05", FELL_BACK[2]))
        s.enter("engagements")
        kinds.add(repr([seen for desk, seen in s.play.seen if desk == "blue" and "Field" in type(seen).__name__]))
    assert len(kinds) == 1


def test_an_engagement_goes_on_and_is_not_thrown_in_the_same_turn() -> None:
    """MASL-4.1-4, TOCS-2.6-1."""
    s = fought()
    file(s, "blue", ENGAGED_A)
    file(s, "red", ENGAGED_R)
    s.enter("engagements")
    assert s.public.engaged == {Hex("03.04"): "red"} and not s.public.fields and not s.happened(e.BattleRolled)


def test_with_wait_play_stands_still_until_the_reports_are_in() -> None:
    """MASL-2.1-5."""
    s = fought("wait")
    assert s.play.situation.owed and s.public.paused == "field commanders" and s.public.impulse == 1
    file(s, "blue", HOLDS)
    assert s.play.situation.owed
    file(s, "red", FELL_BACK)
    assert not s.play.situation.owed and not s.public.paused and s.owner("03.04") == "blue"


@pytest.mark.parametrize("how", ["engagement", "wait"])
def test_what_comes_too_late_is_thrown(how: str) -> None:
    """MASL-2.1-6, MASL-4.1-1: a battle without both reports falls to the CRT, as it was launched."""
    s = fought(how, cell="1/1")
    file(s, "blue", HOLDS)
    s.play.happen(field_battles.rule(s.play.moment, 1, ""))
    s.settle()
    if how == "engagement":
        s.enter("engagements")
    rolled = s.happened(e.BattleRolled)
    assert [r.fight.level for r in rolled] == ["deliberate"] and not s.public.fields
    s.enter("engagements")
    assert len(s.happened(e.BattleRolled)) <= 2


def test_a_battle_that_is_decided_in_the_last_turn_counts_in_the_tally() -> None:
    """MASL-2.2-1, MASL-4.1-4, TOCS-5.0-1: no engagements of a next turn come to fetch it."""
    s = fought(turn=2, turns=2)
    file(s, "blue", HOLDS)
    file(s, "red", FELL_BACK)
    s.enter("the end")
    assert s.happened(e.GameOver) and s.play.situation.closed
    assert not s.public.fields and not s.public.engaged and (s.owner("03.04"), s.unit("R").hex) == ("blue", "03.05")


@pytest.mark.parametrize("reports", [(), ("blue",), ("blue", "red")])
def test_a_battle_that_is_still_out_when_the_last_turn_is_over_is_thrown_before_the_tally(reports: tuple[str, ...]) -> None:
    """MASL-2.1-6, MASL-4.1-4, TOCS-5.0-1: without reports, with one, or with two that differ."""
    s = fought(turn=2, turns=2, cell="-/4")
    for side in reports:
        file(s, side, {"blue": HOLDS, "red": ENGAGED_R}[side])
    s.enter("the end")
    assert [type(x).__name__ for x in s.play.events if isinstance(x, (e.BattleRolled, e.BattleFought, e.GameOver))] == [
        "BattleRolled", "BattleFought", "GameOver"]  # fmt: skip
    assert not s.public.fields and (s.owner("03.04"), s.unit("R").status) == ("blue", "dead")
    assert [x.how for side in ("blue", "red") for x in s.learnt(side, o.FieldBattleEndedSeen)] == ["end", "end"]


def test_reports_that_differ_wait_and_the_host_may_rule() -> None:
    """MASL-4.1-1: only what both must know is compared."""
    s = fought()
    file(s, "blue", HOLDS)
    file(s, "red", ENGAGED_R)
    assert field_battles.differing(s.board, 1) == ("result", "perimeter")
    assert field_battles.own_words(s.picture("red"), 1, "result") == (" ENGAGED",)
    s.play.happen(field_battles.rule(s.play.moment, 1, "blue"))
    s.enter("engagements")
    assert s.owner("03.04") == "blue" and s.unit("R").hex != "03.04"


@pytest.mark.parametrize(("filed", "side", "result", "how"), [
    (("blue", "red"), "blue", "attacker", "ruled"), (("blue", "red"), "red", "engaged", "ruled"),
    (("blue", "red"), "", "crt", "ruled"), (("blue",), "blue", "crt", "late"), (("red",), "blue", "crt", "late"),
    ((), "", "crt", "late"),
])  # fmt: skip
def test_the_host_rules_by_one_of_two_reports_or_the_battle_is_thrown(
    filed: tuple[str, ...], side: str, result: str, how: str
) -> None:
    """MASL-4.1-1, MASL-1.1-3: of two that differ; while one is missing nobody's word stands alone."""
    s = fought()
    for who in filed:
        file(s, who, {"blue": (*HOLDS, "PRISONERS 1 TAKEN, 0 LOST"), "red": ENGAGED_R}[who])
    s.play.happen(field_battles.rule(s.play.moment, 1, side))
    (verdict,) = (event.verdict for event in s.happened(e.FieldBattleDecided))
    assert (verdict.number, verdict.hex, verdict.result, verdict.how) == (1, Hex("03.04"), result, how)
    assert dict(verdict.prisoners) == ({} if result == "crt" else {"blue": int(side == "blue"), "red": 0})
    assert [(f.side, f.unit, f.lost, f.state) for f in verdict.fates] == (
        [] if result == "crt" else [("blue", "a", 1, 1), ("red", "r", 1, 1)]
    )


def test_each_of_two_battles_has_reports_and_an_outcome_of_its_own() -> None:
    """MASL-2.1-6, MASL-4.1-1: what is filed for one, or ruled, says nothing of the other."""
    s = Scene([Piece("A", "02.03"), Piece("B", "05.03")], [Piece("R", "02.04"), Piece("S", "05.04")], standing=STANDING,
              switches={"field_battle": "engagement"})  # fmt: skip
    for call, there in (("A", "02.04"), ("B", "05.04")):
        s.does(call, f"attack {there} hasty")
    s.close()
    numbers = {battle.hex: battle.number for battle in s.public.fields.values()}
    last = numbers[Hex("05.04")]
    assert sorted(numbers.values()) == [1, 2]
    assert not any(field_battles.decided(s.board, n) for n in (1, 2)) and field_battles.decided(s.board, 3)
    for where, who in (("02.04", {"blue": "A", "red": "R"}), ("05.04", {"blue": "B", "red": "S"})):
        number = numbers[Hex(where)]
        assert field_battles.differing(s.board, number) == ()
        for side, result in (("blue", "ENGAGED"), ("red", "DEFENDER HOLDS")):
            lines = (f"RESULT {result}", f"OWN UNITS {who[side]} 3 fatigued {where}")
            report, wrong = field_report.heard(s.game, s.picture(side), number, lines)
            assert report, [why.words for _, _, why in wrong]
            s.play.happen(field_battles.report(s.play.moment, side, number, report))
    assert [field_battles.differing(s.board, n) for n in (1, 2, 3)] == [("result", "perimeter")] * 2 + [()]
    s.play.happen(field_battles.rule(s.play.moment, last, ""))
    assert [bool(field_battles.differing(s.board, n)) for n in (last, 3 - last)] == [False, True]
    assert [event.verdict.hex for event in s.happened(e.FieldBattleDecided)] == [Hex("05.04")]
    assert [field_battles.decided(s.board, n) for n in (last, 3 - last)] == [True, False]


def test_a_corrected_report_settles_a_difference() -> None:
    """MASL-4.1-1."""
    s = fought()
    file(s, "blue", ENGAGED_A)
    file(s, "red", FELL_BACK)
    assert field_battles.differing(s.board, 1)
    file(s, "blue", HOLDS)
    assert s.happened(e.FieldBattleDecided)[0].verdict.how == "agreed"


def test_prisoners_are_questioned_as_after_any_battle() -> None:
    """MASL-4.1-3, TOCS-W20.1-1: as many as both say."""
    s = fought()
    file(s, "blue", (*HOLDS, "PRISONERS 1 TAKEN, 0 LOST"))
    file(s, "red", (*FELL_BACK[:1], "OWN UNITS R 1 disordered 03.05", FELL_BACK[2], "PRISONERS 0 TAKEN, 1 LOST"))
    s.enter("engagements")
    assert len(s.happened(e.PrisonerSpoke)) == 1
    assert s.learnt("blue", o.PrisonerHeard) and not s.learnt("red", o.PrisonerHeard)


@pytest.mark.parametrize("mine, theirs, names", [
    (HOLDS, FELL_BACK, ()),
    (HOLDS, ENGAGED_R, ("result", "perimeter")),
    ((*HOLDS, "PRISONERS 1"), FELL_BACK, ("prisoners",)),
])  # fmt: skip
def test_what_is_compared(mine: tuple[str, ...], theirs: tuple[str, ...], names: tuple[str, ...]) -> None:
    """MASL-4.1-1, MASL-4.1-4: result, perimeter, bridge, prisoners; never losses nor what was seen of the enemy."""
    s = fought()
    ours, other = (field_report.heard(s.game, s.picture(side), 1, lines)[0] for side, lines in (("blue", mine), ("red", theirs)))
    assert ours is not None and other is not None
    assert differences(ours, other) == names


# ---------------------------------------------------------------- bad reports


@pytest.mark.parametrize("lines, why", [
    (("OWN UNITS A 3 fatigued",), "who holds the hex?"),
    (("RESULT ENGAGED",), "no word of A"),
    (("RESULT ENGAGED", "OWN UNITS A 9 fatigued"), "it cannot have 9 steps left"),
    (("RESULT ENGAGED", "OWN UNITS A 3 good"), "fatigued at best"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued 05.05"), "A cannot be in 05.05"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued ; X 2 good"), "X did not fight in this battle"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued ; A 2 fatigued"), "A stands there twice"),
    (("RESULT ENGAGED", "OWN UNITS A destroyed"), "none of your units is"),
    (("RESULT DEFENDER HOLDS", "OWN UNITS A 3 fatigued"), "where did A withdraw to?"),
    (("RESULT ENGAGED", "OWN UNITS A fatigued"), "how many steps are left?"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued", "PRISONERS some"), "how many steps?"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued", "PRISONERS 0 TAKEN, 2 LOST"), "2 steps cannot be captive"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued", "PERIMETER ALL OF 03.04"), "does not go with the result"),
    (("RESULT ENGAGED", "RESULT ENGAGED", "OWN UNITS A 3 fatigued"), "the item stands there twice"),
    (("we won", "RESULT ENGAGED", "OWN UNITS A 3 fatigued"), "no item of a report begins so"),
    (("RESULT ENGAGED", "OWN UNITS A 3 fatigued", "NARRATIVE " + "x" * 4001), "4000 at most"),
])  # fmt: skip
def test_a_faulty_report_is_given_back_with_every_fault(lines: tuple[str, ...], why: str) -> None:
    """MASL-4.1-2, MASL-2.2-1: checked against the force that was given."""
    assert any(why in said for said in faults(fought(), "blue", *lines))


@pytest.mark.parametrize("taken", [0, 1, 2, 3])
def test_as_many_are_questioned_as_both_sides_say_were_taken(taken: int) -> None:
    """TOCS-W20.1-1, MASL-4.1-4: of three steps that the enemy lost; where nobody was taken nobody is asked."""
    s = fought()
    file(s, "blue", (*HOLDS, f"PRISONERS {taken} TAKEN, 0 LOST"))
    file(s, "red", (*FELL_BACK[:1], "OWN UNITS R 1 disordered 03.05", *FELL_BACK[2:], f"PRISONERS 0 TAKEN, {taken} LOST"))
    s.enter("engagements")
    assert len(s.happened(e.PrisonerSpoke)) == taken


@pytest.mark.parametrize(("left", "captive", "why"), [
    (4, 0, ""), (4, 1, "1 step cannot be captive: by your own units you lost 0"), (3, 1, ""), (3, 0, ""),
    (3, 2, "2 steps cannot be captive: by your own units you lost 1"), (1, 3, ""),
    (5, 0, "A went in with 4, it cannot have 5 steps left"),
])  # fmt: skip
def test_a_report_may_say_as_much_as_there_was_and_no_more(left: int, captive: int, why: str) -> None:
    """MASL-2.2-1, MASL-4.1-3: all that was lost may be captive, all that went in may be left."""
    s = fought()
    lines = ("RESULT ENGAGED", f"OWN UNITS A {left} fatigued", f"PRISONERS 0 TAKEN, {captive} LOST")
    report, wrong = field_report.heard(s.game, s.picture(), 1, lines)
    assert (report is None) == bool(why) and [w.words.startswith(why) for _, _, w in wrong] == [True] * bool(why)
    assert report is None or ([u.steps for u in report.units], report.given) == ([left], captive)


def test_a_bridge_in_the_hex_must_be_spoken_of() -> None:
    """MASL-4.1-3."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    s = fought(land=ground("", water + bridge("03.04") + road("03.03 03.04 03.05")))
    assert any("what of the bridge?" in said for said in faults(s, "blue", *ENGAGED_A))
    file(s, "blue", (*ENGAGED_A, "BRIDGE WHOLE"))
    file(s, "red", (*ENGAGED_R, "BRIDGE DOWN"))
    assert field_battles.differing(s.board, 1) == ("bridge",)
    file(s, "blue", (*ENGAGED_A, "BRIDGE DOWN"))
    s.enter("engagements")
    for side in ("blue", "red"):
        assert not standing(s.picture(side).view(s.game), Hex("03.04"))


@pytest.mark.parametrize(("laid", "trigger", "how"), [
    (True, "", "charges are laid; you may try to blow it once the enemy is within three hexes of it: 1d6, 4 or less"),
    (False, "tank", "no charges are laid; you may try to blow it once an enemy tank is on it: 1d6, 2 or less"),
])  # fmt: skip
def test_a_brief_says_what_a_bridge_can_be_blown_with_and_nothing_of_the_enemys_charges(laid: bool, trigger: str, how: str) -> None:
    """MASL-16.7-1, MASL-16.7-2, MASL-16.7-3: what the attacker reads is the same whatever the defender has laid."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    land = ground("", water + bridge("03.04") + road("03.03 03.04 03.05"))
    charged = {"red": {"rigged": (Charge("bridge", trigger, laid, 4, 2),)}}
    ours, theirs = (_text(fought(land=land, sides=sides), "blue") for sides in (charged, {}))
    assert ours == theirs and "you have nothing to blow it with; what the enemy has is not known" in ours
    assert how in _text(fought(land=land, sides=charged), "red")
    assert "you have nothing to blow it with" in _text(fought(land=land), "red")


def test_the_form_is_a_report_that_can_be_sent_as_it_stands() -> None:
    """MASL-4.1-1: every item of the chart, and what is filled in is lawful."""
    s = fought()
    for side in ("blue", "red"):
        head, *body, end = field_battles.form(s.game, s.picture(side), 1)
        assert (head, end) == ("AAR 1", "END AAR")
        report, wrong = field_report.heard(s.game, s.picture(side), 1, tuple(body))
        assert report is not None and not wrong


def test_a_narrative_keeps_its_lines() -> None:
    """MASL-4.1-2: the account is the commander's own."""
    s = fought()
    told = ("NARRATIVE", "We came by boat.", "result: none", "RECOMMEND dig")
    report, _ = field_report.heard(s.game, s.picture("blue"), 1, (*ENGAGED_A, *told))
    assert report is not None
    assert dict(report.words)["narrative"] == "We came by boat.\nresult: none" and dict(report.words)["recommend"] == "dig"


@pytest.mark.parametrize(("lines", "where"), [
    (("OWN UNITS A 3 fatigued 03.04", "PERIMETER ALL OF 03.04"), 0), (("RESULT who knows", *HOLDS[1:]), 1),
    ((*HOLDS[:1], "", *HOLDS[2:]), 0), ((*HOLDS[:1], "OWN UNITS A 9 fatigued 03.04", *HOLDS[2:]), 2),
])  # fmt: skip
def test_a_fault_stands_at_its_line_or_before_them_all(lines: tuple[str, ...], where: int) -> None:
    """MASL-4.1-2: what is missing stands nowhere."""
    s = fought()
    report, wrong = field_report.heard(s.game, s.picture(), 1, lines)
    assert report is None and next(number for number, _, _ in wrong) == where


def test_who_has_no_way_back_by_then_is_lost() -> None:
    """TOCS-W19.5-5, TOCS-W19.5-6, MASL-4.1-4: every hex beside it is the enemy's, and so it is if lakes bar the last one."""
    for walls, own, lost in (("", "", True), ("03.05 lake", "03.05", True), ("", "03.05", False)):
        s = fought(land=ground(walls), cell="-/-")
        file(s, "blue", HOLDS)
        file(s, "red", FELL_BACK if not walls else ("RESULT attacker holds", "OWN UNITS: R 2 disordered 02.04", FELL_BACK[2]))
        near = s.game.ground.neighbours[Hex("03.04")]
        s.play.happen([e.OwnerChanged(h, "blue", "entered") for h in near if str(h) not in own.split()])
        s.enter("engagements")
        assert (s.unit("R").status == "dead", s.owner("03.04")) == (lost, "blue")


def test_a_hex_that_its_class_cannot_enter_is_no_way_back() -> None:
    """TOCS-W19.5-5, TOCS-W19.5-6: the hex it reported is the enemy's by then, the first of the others is a lake."""
    s = fought(land=ground("02.03 lake"))
    file(s, "blue", HOLDS)
    file(s, "red", ("RESULT attacker holds", "OWN UNITS: R 2 disordered 04.04", FELL_BACK[2]))
    near = [h for h in s.game.ground.neighbours[Hex("03.04")] if h not in ("02.03", "03.05")]
    s.play.happen([e.OwnerChanged(h, "blue", "entered") for h in near])
    s.enter("engagements")
    assert s.unit("R").hex == "03.05"


@pytest.mark.parametrize(("result", "engaged", "left"), [("attacker", False, ("red",)), ("engaged", True, ())])
def test_what_a_field_battle_cost_is_computed_from_what_went_into_it(result: str, engaged: bool, left: tuple[str, ...]) -> None:
    """MASL-2.2-1, MASL-4.1-4: of a company that had lost a step before."""
    s = fought(red=[Piece("R", "03.04", lost=1)])
    file(s, "blue", HOLDS if left else ENGAGED_A)
    file(s, "red", FELL_BACK if left else ("RESULT ENGAGED", "OWN UNITS R 2 fatigued"))
    s.enter("engagements")
    (ended,) = s.happened(e.FieldBattleEnded)
    assert (ended.engaged, ended.left, dict(ended.lost)) == (engaged, left, {"blue": 1, "red": 1})


@pytest.mark.parametrize(("change", "switch", "goes"), [
    ({}, "engagement", True), ({}, "wait", True), ({}, "crt", False), ({"infiltrates": True}, "engagement", False),
])  # fmt: skip
def test_what_goes_to_field_commanders(change: dict[str, Any], switch: str, goes: bool) -> None:
    """MASL-1.1-3, MASL-2.1-6: no battle of a module that keeps to the CRT, none into which one steals, and no engagement that is
    fought again; one order among several may offer it."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03")], [Piece("R", "03.04")], standing=STANDING,
              switches={"field_battle": switch})  # fmt: skip
    here, one = Hex("03.04"), attack("a", "03.04", "03.03", 1)
    attacks = (one, replace(one, unit="b", **change))
    assert field.goes_out(s.play.moment, "blue", here, attacks) is goes
    assert field.goes_out(s.play.moment, "blue", here, attacks[::-1]) is goes
    s.play.standing = {**s.play.standing, "blue": s.policy("blue", s.picture(), ())}
    assert not field.goes_out(s.play.moment, "blue", here, attacks)
    offered = (replace(one, field=True), attacks[1])
    assert (
        field.goes_out(s.play.moment, "blue", here, offered) is goes is field.goes_out(s.play.moment, "blue", here, offered[::-1])
    )
    s.play.happen((e.EngagementMarked(here, "red"),))
    assert not field.goes_out(s.play.moment, "blue", here, offered)


def test_who_came_into_the_hex_meanwhile_falls_back_with_his_side() -> None:
    """MASL-4.1-4, TOCS-W19.5-5: nobody reported of him; of a side that was not beaten he stays."""
    for result, beaten in (("attacker", True), ("engaged", False)):
        s = fought(red=[Piece("R", "03.04"), Piece("S", "03.05")])
        file(s, "blue", HOLDS if beaten else ENGAGED_A)
        file(s, "red", FELL_BACK if beaten else ENGAGED_R)
        s.play.happen((e.UnitChanged("red", replace(s.unit("S"), hex=Hex("03.04")), "moved"),))
        s.enter("engagements")
        assert (s.unit("S").hex != "03.04") == beaten, result


def test_who_is_not_in_the_hex_any_more_is_left_as_he_is_and_who_lost_all_is_dead() -> None:
    """MASL-2.2-1, MASL-4.1-4: what happened to a unit otherwise meanwhile stands; a report heals nobody."""
    s = fought()
    file(s, "blue", ("RESULT ATTACKER HOLDS", "OWN UNITS A 4 fatigued 03.04", "PERIMETER ALL OF 03.04"))
    file(s, "red", ("RESULT attacker holds", "OWN UNITS: R 0", "PERIMETER none of 03.04"))
    s.play.happen((e.UnitChanged("blue", replace(s.unit("A"), lost=2, state=3), "frostbitten"),))
    s.enter("engagements")
    assert (s.unit("A").lost, s.unit("A").state, s.unit("A").origin, s.unit("R").status) == (2, 3, None, "dead")
    gone = fought()
    file(gone, "blue", ENGAGED_A)
    file(gone, "red", ENGAGED_R)
    away = replace(gone.unit("A"), hex=Hex("03.03"))
    gone.play.happen((e.UnitChanged("blue", away, "moved"),))
    gone.enter("engagements")
    assert gone.unit("A") == away and gone.unit("R").lost == 1
    assert gone.happened(e.FieldBattleEnded)[-1].left == ("blue",)


def test_reserves_in_the_hex_are_surprised_and_go_with_the_battle() -> None:
    """MASL-2.1-4, MASL-3.1-1, MASL-3.1-6: those alone; of the fire that was laid on, that on the hex."""
    guns = [Mission("support", Hex(h), ("g",)) for h in ("03.04", "05.05")]
    red = [Piece("R", "03.04"), Piece("V", "03.04", reserve=True), Piece("W", "06.06", reserve=True)]
    s = fought(red=[*red, Piece("G", "07.07", "battery")],
               missions={"red": tuple(guns)}, sides={"red": {"committed": ("r", "w")}})  # fmt: skip
    assert [s.unit(c).reserve for c in "RVW"] == [False, False, True]
    assert [x.unit.id for x in s.happened(e.UnitChanged) if x.why == "no longer in reserve"] == ["v"]
    (battle,) = s.public.fields.values()
    (ours, theirs) = (s.forces(side).force(battle.number) for side in ("blue", "red"))
    assert ours and theirs and (ours.level, theirs.level, theirs.guns) == ("deliberate", "", (guns[0],))
    assert ([u.id for u in theirs.units], theirs.committed) == (["r", "v"], ("r",))


@pytest.mark.parametrize(("said", "damage", "stands"), [("WHOLE", 0, True), ("DAMAGED", 3, True), ("DOWN", 6, False)])
def test_the_bridge_is_as_both_left_it(said: str, damage: int, stands: bool) -> None:
    """MASL-4.1-4, TOCS-W11.3-3: damaged is half of what it takes."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    s = fought(land=ground("", water + road("03.03 03.04 03.05") + bridge("03.04")))
    file(s, "blue", (*HOLDS, f"BRIDGE {said}"))
    file(s, "red", (*FELL_BACK, f"BRIDGE {said}"))
    s.enter("engagements")
    spans = [(b.damage, b.intact) for b in s.board.spans]
    assert spans == ([(damage, stands)] if damage else [])
    for side in ("blue", "red"):
        assert len(s.learnt(side, o.BridgeSeen)) == bool(damage)


def test_captives_are_of_the_steps_that_were_lost_in_the_battle() -> None:
    """TOCS-W20.1-1, MASL-4.1-4: by call, in the state they went in with; the last step of a unit is marked."""
    s = fought(red=[Piece("R", "03.04", steps=2, state=1, lost=1), Piece("Q", "03.04")])
    file(s, "blue", (*HOLDS, "PRISONERS 3 TAKEN, 0 LOST"))
    file(s, "red", ("RESULT attacker holds", "OWN UNITS: Q 2 disordered 03.05; R 0", FELL_BACK[2], "PRISONERS 0 TAKEN, 3 LOST"))
    (battle,) = s.public.fields.values()
    found = [(c.side, c.unit, c.state, c.last) for c in field._captives(s.board, battle)]
    assert found == [("red", "q", 0, False)] * 2 + [("red", "r", 1, True)]


def test_a_unit_whose_way_back_is_closed_by_then_takes_another() -> None:
    """TOCS-W19.5-5, TOCS-W19.5-6: the war went on meanwhile."""
    s = fought()
    file(s, "blue", HOLDS)
    file(s, "red", FELL_BACK)
    s.play.happen((e.OwnerChanged(Hex("03.05"), "blue", "entered"),))
    s.enter("engagements")
    assert s.unit("R").hex != "03.05" and s.owner(str(s.unit("R").hex)) == "red"
