"""What two newcomers looked for in their letters and did not find: each is a sentence now."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.documents.station import Heading
from pbem.engine.run_observations import LineEnded
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.fire import FIRE
from pbem.rulesets.tcs.board import apply
from pbem.rulesets.tcs.learning import learn
from pbem.rulesets.tcs.observe import observe
from pbem.rulesets.tcs.parts.reports import idle
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.score import held_by, score
from pbem.rulesets.tcs.reports.sentences import tell
from pbem.rulesets.tcs.reports.sitrep import enemy, sitrep, story
from tests.acceptance.table import plain
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load

GAME, SITUATION, PICTURES = scenario.opening(load(), library.charts("tcs"))


class Told(NamedTuple):
    """A turn behind wire: the letters of both sides, as they stood once it was over."""

    ford: Ford
    filed: str
    receipt: str
    report: str
    theirs: str


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    ford = Ford(Path(tmp_path_factory.mktemp("plainly")), module="ford-wire")
    ford.begin()
    ford.both("PLOT BTY at 05.04 by A-1 8 he converged", "")
    lines = "A-1: move 05.02; fire mode\nA-MG, A-60: fire 05.04 area\nT-1: move 06.02\nA-2: if fired on A-1 fire 05.02 area"
    ford.both(lines, "G-81: fire 05.01 area\nK-1: fire 06.01 point")
    filed, receipt, report = (plain(mail) for mail in ford.mail("us")[-3:])
    theirs = plain(ford.mail("ge")[-1])
    ford.both("PLOT BTY continue 8 he", "")
    yield Told(ford, filed, receipt, report, theirs)
    ford.close()


@pytest.mark.parametrize("said", ["PASS", "End turn", "No orders this turn", "I'm done", "END", "Everyone holds. DONE"])
def test_who_orders_nothing_in_other_words_reads_how_it_is_said(tmp_path: Path, said: str) -> None:
    """All of these were "no orders found", and their writer waited until the reminder came."""
    ford = Ford(tmp_path)
    ford.begin()
    assert "if you order nothing more: DONE on a line of its own says so" in plain(ford.write("us", f"Hi!\n{said}\nSam"))
    assert "says so" not in plain(ford.write("us", f"ROLL US-2 NEVER\n{said}"))
    ford.close()


def test_who_is_done_reads_that_the_run_does_not_wait_for_their_time(tmp_path: Path) -> None:
    """The clock of who had filed said "due Wed 20:00", and the run came two days sooner."""
    ford = Ford(tmp_path)
    ford.begin()
    own = plain(ford.write("us", "ROLL US-2 NEVER\nNot done yet, more to come"))
    assert "your orders for T1.A are in: executed once the other side is done too, or its time is up; yours ends Wed" in own
    assert "your orders for T1.A are due Wed" in plain(ford.write("ge", "STATUS"))
    ford.write("ge", "DONE")
    assert "executed once the other side is done too" in plain(ford.write("us", "STATUS")), "no word of the other side"
    ford.close()


def test_a_letter_that_waits_says_that_an_earlier_one_is_still_on_file(tmp_path: Path) -> None:
    """ "No orders executed yet", and the run carried out those of the first letter: nothing had said so."""
    ford = Ford(tmp_path)
    ford.begin()
    ford.both("ROLL US-2 NEVER", "")
    ford.write("us", "A-1: move 05.02")
    stands = "what you have on file stands until then, and is executed if its time comes first: 1 line (ORDERS)"
    assert stands in plain(ford.write("us", "A-1: move 05.02, 05.03\nA-2: mvoe 04.02")).lower().replace("(orders)", "(ORDERS)")
    assert "on file stands" not in plain(ford.write("us", "YES")).lower()
    ford.write("ge", "DONE")
    assert "on file stands" not in plain(ford.write("ge", "G-1: mvoe 05.06")).lower(), "nothing lies there"
    ford.close()


@pytest.mark.parametrize("word", ["DONE", "Hi,\nDONE\nSam", "EXECUTE"])
def test_done_that_crossed_the_run_is_of_no_letter_to_come(tmp_path: Path, word: str) -> None:
    """Written at the deadline in reply to T1.A, it came after the run, and the side was done in T1.B with nothing ordered."""
    ford = Ford(tmp_path)
    ford.begin()
    before = ford.mail("us")[-1]
    ford.both("ROLL US-2 NEVER", "")
    answer = plain(ford.write("us", word, before))
    said = "EXECUTE" if word == "EXECUTE" else "DONE"
    assert f"{said} does not count: it answers A-3, from before T1.B; say it in reply to a later letter" in answer
    assert not ford.campaign.state.admin.staff("us").done and "your orders for T1.B are due" in answer
    ford.write("us", "DONE")
    assert ford.campaign.state.admin.staff("us").done == ("us",)
    ford.close()


def test_a_sentence_about_a_unit_is_hinted_to_be_no_order(tmp_path: Path) -> None:
    """`A-1 should move` was meant to be `A-1 hold move`, and YES offered to take it."""
    ford = Ford(tmp_path)
    ford.begin()
    ford.both("ROLL US-2 NEVER", "")
    answer = plain(ford.write("us", "A-1 should move to 05.02 and then 05.03"))
    assert "`should`: not a word I know" in answer and "Meant:" not in answer
    ford.close()


@pytest.mark.parametrize("line", ["US-2 roll never", "rol US-2 never"])
def test_an_order_with_a_slip_beside_others_is_no_chat(tmp_path: Path, line: str) -> None:
    """It was left out, and the letter filed without it."""
    ford = Ford(tmp_path)
    ford.begin()
    assert "1 line needs fixing" in ford.write("us", f"PLOT BTY at 05.04 by A-MG 8 he converged\n{line}").subject
    assert not ford.campaign.state.admin.staff("us").files
    ford.close()


def test_area_fire_over_several_hexes_is_warned_of(told: Told) -> None:
    """TCSB-9-5."""
    assert "WATCH 2 A-MG / A-60 stand in 2 hexes: each hex fires by itself, and their strengths are not added" in told.filed
    assert "A-MG / A-60" not in plain(told.ford.write("us", "CHECK\nA-MG: fire 06.07 area\nA-60: fire 05.04 area"))


def test_a_receipt_of_a_run_repeats_nothing_of_the_report(told: Told) -> None:
    assert (
        "3 orders executed; 1 order failed." in told.receipt
        and "DONE 1 · A-1: move 05.02; fire mode 2 · A-MG, A-60: fire 05.04 area" in told.receipt
    )
    assert "fired at" not in told.receipt and "moved" not in told.receipt and "letter closed" not in told.receipt
    assert "A-1 moved to 05.02." in told.report and "fire mode already" not in told.report, "by then it is no failure"


def test_who_takes_no_orders_is_not_asked_for_any() -> None:
    """TCSB-6-25, TCSB-6-32: units of a failed sheet, and those of a reserve that waits."""
    us, ge = (replace(known, public=replace(known.public, letter="B")) for known in (PICTURES["us"], PICTURES["ge"]))
    sheet = us.forces.sheets["US-1"]
    failed = replace(us, forces=us.forces.with_sheet(replace(sheet, status="failed")))
    assert set(idle(us)) - set(idle(failed)) == set(sheet.force)
    assert set(ge.forces.units) - set(idle(ge)) == set(ge.forces.sheets["GE-2"].force)


def test_help_says_what_this_game_does_not_use_and_what_the_words_of_a_report_mean(told: Told) -> None:
    """TCSB-1-10."""
    answer = plain(told.ford.write("us", "HELP ARMOR\nHELP FIRE\nHELP SUPPRESSED"))
    assert "HELP ARMOR This game does not use these rules." in answer and answer.count("does not use") == 1
    assert "HELP SUPPRESSED SUPPRESSED, SUPPRESSION: fires overwatch only, at half strength" in answer


def test_what_failed_stands_in_receipt_and_report(told: Told) -> None:
    """TCSB-9-9: an order under a condition that came about, for a hex in which own units are by then."""
    assert "4 under IF: as things stand own units are in 05.02; it comes off only if that has changed" in told.filed
    assert "4 · A-2: if fired on A-1 fire 05.02 area ✗ failed: own units are in 05.02 (TCSB-9-9)" in told.receipt
    assert "Not done: A-2: own units are in 05.02 (TCSB-9-9)." in told.report


def test_clean_up_says_whom_it_changed(told: Told) -> None:
    """TCSB-2-15: of the own side alone."""
    assert "Clean-Up: A-1 paralyzed no longer, but suppressed." in told.report and "Clean-Up: G-MG" not in told.report
    assert "Clean-Up: G-MG suppressed no longer." in told.theirs and "Clean-Up: A-1" not in told.theirs


def test_cost_knows_who_is_suppressed_who_is_gone_and_how_many_turns_it_takes(told: Told) -> None:
    """TCSB-4-9, TCSB-4-4, TCSB-20-1."""
    answer = plain(told.ford.write("us", "COST A-1 to 05.03\nCOST T-2 to 06.06\nCOST A-MG to 04.05\nCOST A-1 TO 09.09"))
    assert "A-1 is suppressed and stays in fire mode this turn: 2 MP. 05.03 open: 1 MP, 1 in all" in answer
    assert "T-2 is destroyed" in answer and "09.09 is not on the map" in answer
    assert "MOVE MODE first: 3 MP, which leaves 2." in answer
    assert "04.05 open: 1 MP, 1 in all, in its turn 2 It takes 2 turns, each with the MP of that turn." in answer


def test_chance_from_a_hex_where_the_unit_is_not_yet(told: Told) -> None:
    """TCSB-9-7, TCSB-12-1."""
    answer = plain(told.ford.write("us", "CHANCE T-1 FROM 06.03 at gun-1\nCHANCE T-1 FROM 09.09 at gun-1\nCHANCE T-1 at gun-1"))
    there, _, here = answer.partition("09.09 is not on the map")
    assert "CHANCE T-1 from 06.03 at gun-1" in there
    assert "From 06.03, in fire mode: Area fire at 06.07, 4 hexes:" in there and "Area fire at 06.07, 5 hexes:" in here


def test_chance_says_who_may_not_fire_at_all(told: Told) -> None:
    """TCSB-6-30, TCSB-13-1."""
    answer = plain(told.ford.write("us", "CHANCE T-3 at gun-1\nCHANCE A-MG at gun-1"))
    barred, _, free = answer.partition("CHANCE A-MG at gun-1")
    assert "Not as things stand: T-3 is on no op sheet in force: it fires overwatch only. If it could:" in barred
    assert "Not as things stand" not in free


def test_questions_are_called_as_they_are_written(told: Told) -> None:
    assert "answers: WHY, CHANCE, COST" in told.ford.write("us", "WHY A-1\nCHANCE US-2\nCOST US-2").subject


def test_an_enemy_named_may_be_told_area_fire(told: Told) -> None:
    assert "✓ A-MG: fire gun-1 area" in plain(told.ford.write("us", "CHECK\nA-MG: fire gun-1 area"))


def test_who_is_paralyzed_is_not_called_suppressed_or_paralyzed(told: Told) -> None:
    """TCSB-13-1."""
    assert "A-1 is suppressed: it fires overwatch only (TCSB-13-1)" in plain(told.ford.write("us", "CHECK\nA-1: fire 05.04 area"))


def test_points_say_how_it_stands_and_what_held_means(told: Told) -> None:
    """TCSB-28-2, TCSB-28-3."""
    assert " As it stands: American 0, German 0; no side wins." in list(score(GAME, PICTURES["us"]))
    ahead = replace(PICTURES["us"], held={**PICTURES["us"].held, Hex("05.04"): "us"})
    assert " As it stands: American 6, German 0; American victory." in list(score(GAME, ahead))
    (held,) = held_by(GAME)
    invitation, welcome = (plain(mail) for mail in told.ford.mail("us")[:2])
    assert "Length: up to 6 weeks; about " in invitation and "Letters: about 16, each with up to 3 days to answer." in invitation
    assert held.strip() in welcome and "the side whose unit entered it last" in held


@pytest.mark.parametrize(("turns", "last"), [(1, True), (6, False)])
def test_the_last_turn_is_called_so(turns: int, last: bool) -> None:
    picture = replace(PICTURES["us"], public=replace(PICTURES["us"].public, turn=1, letter="A", waits=("us", "ge")))
    report = sitrep(replace(GAME, turns=turns), picture, (), Heading("A-3", "Fri 20:00", "Fri", "BEGIN", ()))
    assert ("This is the last turn." in report.wanted) is last


def test_an_order_that_failed_stands_in_the_report() -> None:
    failed = LineEnded(3, "Z-1", "failed", "Z-1 does not see 06.02", "TCSB-7-4")
    assert tell(GAME, failed) == "Not done: Z-1 does not see 06.02 (TCSB-7-4)."
    assert tell(GAME, replace(failed, words="own units are in 06.02")) == "Not done: Z-1: own units are in 06.02 (TCSB-7-4)."
    assert tell(GAME, replace(failed, call="", words="BTY has no HE left")) == "Not done: BTY has no HE left (TCSB-7-4)."
    assert tell(GAME, LineEnded(3, "Z-1", "done")) == ""


def _under_g1(named: tuple[str, ...], **of_g2: object) -> tuple[list[tuple[str, Any]], TacticalPicture]:
    """What both sides learn as G-1 enters the hex of G-2, and the American picture after it."""
    opening = SITUATION.board
    forces = opening.forces["ge"]
    g1, g2 = forces.units["G-1"], replace(forces.units["G-2"], **of_g2)
    near = opening.forces["us"].with_unit(replace(opening.forces["us"].units["A-1"], hex=Hex("05.05"), mode="fire"))
    below = forces.with_unit(replace(g1, hex=Hex("06.04"))).with_unit(replace(g2, hex=Hex("06.05")))
    board = replace(opening, forces={"us": near, "ge": below})
    picture = replace(PICTURES["us"], forces=near)
    for unit, name in (("G-1", "foot-1"), ("G-2", "foot-2")):
        if unit in named:
            shown = e.EnemyShown("us", unit, name)
            picture = _learnt(picture, observe(GAME, board, shown))
            board = apply(board, shown)
    goes = t.UnitsEntered("ge", ("G-1",), Hex("06.04"), Hex("06.05"), "S", (2,))
    seen = observe(GAME, board, goes)
    return list(seen), _learnt(picture, seen)


def _learnt(picture: TacticalPicture, seen: tuple[tuple[str, Any], ...]) -> TacticalPicture:
    for desk, one in seen:
        picture = learn(picture, one) if desk == "us" else picture
    return picture


def test_who_goes_under_another_counter_is_not_out_of_sight() -> None:
    """TCS3-10-1: the counter that enters its hex is shown in its place; the picture knows the hex, and FIRE is for the hex."""
    seen, picture = _under_g1(("G-1", "G-2"))
    below = [one for desk, one in seen if desk == "us" and isinstance(one, o.EnemyUnder)]
    assert [tell(GAME, one) for one in below] == ["foot-2 is under another counter in 06.05 now."]
    assert [line for line in enemy(GAME, picture) if "foot-2" in line] == [
        " foot-2, Panzergrenadier platoon: under another counter in 06.05 Village"
    ]
    shot = Act("fire", (), (("TARGET", "foot-2"),))
    ((_, why),) = FIRE.check(GAME, picture, ("A-1",), shot)
    assert (why.words, why.hint) == ("foot-2 is under another counter in 06.05: name the hex", "A-1: fire 06.05 area")


def test_a_counter_is_under_another_as_long_as_one_is_shown_there() -> None:
    """TCS3-10-1, TCSB-7-9: when the one above it is out of sight, it was last seen there."""
    _, picture = _under_g1(("G-1", "G-2"))
    assert (picture.enemies["foot-2"].under, picture.enemies["foot-2"].look.hex) == (True, "06.05")
    after = learn(picture, o.EnemyHidden("foot-1"))
    assert (after.enemies["foot-2"].under, after.enemies["foot-2"].look.hex) == (False, "06.05")
    again = learn(picture, o.EnemySeen("foot-1", picture.enemies["foot-1"].look))
    assert again.enemies["foot-2"].under


def test_of_who_is_under_another_counter_its_name_alone_is_told() -> None:
    """TCS3-10-1: the same letter whatever its steps and state are, and nothing of one without a name."""
    ours = [[one for desk, one in _under_g1(("G-1", "G-2"), **of)[0] if desk == "us"] for of in ({}, {"steps": 1, "hit": True})]
    assert ours[0] == ours[1]
    unnamed, _ = _under_g1(("G-1",))
    assert not [one for desk, one in unnamed if desk == "us" and isinstance(one, o.EnemyUnder)]


@pytest.mark.parametrize(("duty", "words"), [
    ("rally", "GE-1 has failed, and its units go toward their rally hex (TCSB-6-25)."),
    ("position", "units of GE-1 go to its position (TCSB-6-28)."),
    ("advance", "after two idle turns units of GE-1 advance a hex (TCSB-6-26)."),
])  # fmt: skip
def test_who_goes_by_itself_is_told_with_the_reason(duty: t.Duty, words: str) -> None:
    """Units of one way and reason in one sentence, and nothing else of their way."""
    out = t.UnitsObliged("ge", "G-1", "GE-1", duty)
    assert tell(GAME, o.OwnNews(out)) == f"G-1 set out without orders: {words}"
    went = [
        step for name in ("G-1", "G-2") for step in (
            t.UnitsObliged("ge", name, "GE-1", duty), t.ModeChanged("ge", name, "move", 6),
            t.MoveBegan("ge", (name,), (Hex("05.06"),)),
            t.UnitsEntered("ge", (name,), Hex("05.05"), Hex("05.06"), "S", (8,)), t.MoveEnded("ge", (name,)),
        )
    ]  # fmt: skip
    assert [*story(GAME, tuple(map(o.OwnNews, went)))] == [f" G-1, G-2 moved to 05.06 without orders: {words}"]
    shot = (*went[:4], t.MoveEnded("ge", ("G-1",), "fired on"))
    assert [*story(GAME, tuple(map(o.OwnNews, shot)))] == [f" G-1 moved to 05.06 without orders and halted, fired on: {words}"]
