"""Initiative, the end of impulses and turns, recovery, the end of the game (TOCS-2.7, 3.4, 3.11, 4.0, 4.1, 5.0)."""

from typing import Any

import pytest

from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import closing
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.parts import standing_orders
from pbem.rulesets.tocs.rules.turn import initiative_modifier, recovered, turn_end_number
from pbem.rulesets.tocs.sequence_of_play import PHASES
from pbem.rulesets.tocs.units import STATES
from pbem.rulesets.tocs.view import Public
from tests.rulesets.tocs.builder import Piece, Scene, source

HIGH, LOW = (6, 6), (1, 1)
BLUE, RED = [Piece("A", "02.02")], [Piece("R", "07.07")]


def scene(**more: Any) -> Scene:
    return Scene([Piece("A", "02.02"), Piece("B", "02.02")], [Piece("R", "07.07")], **more)


@pytest.mark.parametrize(("line", "more", "closes"), [
    ("", {}, True), ("", {"light": "day"}, False), ("night ask", {}, False), ("night else ask", {}, True),
    ("", {"claims": ("03.02",)}, False), ("", {"claims": ("05.05",)}, True), ("", {"engaged": {Hex("02.02"): "blue"}}, False),
    ("night idle if nothing claimed or seen within 3", {"claims": ("05.03",)}, False),
    ("night idle if nothing claimed or seen within 2", {"claims": ("05.03",)}, True),
    ("night idle if nothing claimed or seen within 2", {"claims": ("04.03",)}, False),
    ("night idle always", {"claims": ("02.02",)}, True), ("night idle always", {"light": "day"}, False),
    ("night idle always", {"engaged": {Hex("02.02"): "blue"}}, True),
])  # fmt: skip
def test_an_impulse_of_the_night_closes_by_itself_where_nothing_is_near(line: str, more: dict[str, Any], closes: bool) -> None:
    """TOCS-3.4-1, TOCS-W13.1.1-1: and its owner did not ask for it himself."""
    s = scene(**{"light": "night", **more})
    assert standing_orders.idles(s.policy("blue", s.picture(), (line,) if line else ()), s.game, s.picture()) is closes


def test_an_enemy_that_is_known_to_be_near_keeps_a_night_awake() -> None:
    """TOCS-3.4-1, TOCS-W13.1.1-1: and one that nobody has seen does not."""
    s = Scene([Piece("A", "02.02")], [Piece("R", "02.03")], light="night", standing={"red": ("ezoc never",)})
    quiet = s.policy("blue", s.picture(), ())
    assert standing_orders.idles(quiet, s.game, s.picture())
    s.does("A", "recon 02.03")
    assert not standing_orders.idles(quiet, s.game, s.picture())


def test_impulses_go_from_side_to_side_until_the_turn_ends() -> None:
    """TOCS-3.0-1, TOCS-1.7-1."""
    s = scene(dice={"turn-end": HIGH})
    phasing = []
    for _ in range(4):
        phasing.append((s.public.phasing, s.public.impulse))
        s.close()
    assert phasing == [("blue", 1), ("red", 2), ("blue", 3), ("red", 4)]
    assert s.public.turn == 1


@pytest.mark.parametrize("total, ended", [((1, 1), True), ((1, 2), False)])
def test_the_turn_ends_on_the_number_of_its_box_or_less(total: tuple[int, int], ended: bool) -> None:
    """TOCS-3.11-1: the first box of a day in the postal track is a 2."""
    s = scene(dice={"turn-end": total})
    s.close()
    assert s.happened(e.TurnEndThrown)[0].needed == 2
    assert (s.public.turn == 2) == ended


def test_the_marker_moves_a_box_and_two_after_a_pass() -> None:
    """TOCS-3.11-2, TOCS-3.11-3."""
    s = scene(dice={"turn-end": HIGH})
    s.close()
    assert s.public.box == 1
    s.close("pass")
    assert s.public.box == 3


@pytest.mark.parametrize("setting, number", [("box", 4), ("die", 2), ("nothing", 3)])
def test_a_pass_brings_the_end_nearer_as_the_switch_says(setting: str, number: int) -> None:
    """TOCS-3.4-2, TOCS-3.11-3: the sources say two things; the default adds the one to the number of the box."""
    s = scene(switches={"pass_adds_to": setting})
    assert turn_end_number(s.game, Public(turn=1, box=1), True) == number
    assert turn_end_number(s.game, Public(turn=1, box=1), False) == 3


def test_a_pass_of_each_side_in_a_row_ends_the_turn() -> None:
    """TOCS-3.11-4."""
    s = scene(dice={"turn-end": HIGH})
    s.close("pass")
    s.close("pass")
    assert s.public.turn == 2
    assert s.happened(e.TurnEndThrown)[-1].throw is None


def test_a_pass_a_silence_and_a_pass_do_not_end_the_turn() -> None:
    """TOCS-3.11-4: they must follow one another."""
    s = scene(dice={"turn-end": HIGH})
    for how in ("pass", "silence", "pass"):
        s.close(how)
    assert s.public.turn == 1


def test_a_pass_activates_nothing_and_keeps_its_income() -> None:
    """TOCS-3.4-1."""
    s = scene(dice={"turn-end": HIGH})
    s.close("pass")
    assert s.forces("blue").pools["pool"].bank == 10
    s = scene(dice={"turn-end": HIGH})
    s.activate("A")
    refused = closing.check_close(s.game, s.picture(), "pass")
    assert refused[0].rule == "TOCS-3.4-1"
    s.close("pass")
    assert s.happened(e.ImpulseClosed)[0].how == "end"


def test_the_last_impulse_and_the_first_may_fall_to_one_side() -> None:
    """TOCS-1.3-1."""
    s = scene(dice={"turn-end": LOW, "initiative/T2/blue": (9,), "initiative/T2/red": (2,)})
    s.close()
    assert (s.public.turn, s.public.impulse, s.public.phasing) == (2, 1, "blue")


@pytest.mark.parametrize("blue, red, first", [(2, 9, "red"), (9, 2, "blue"), (10, 9, "blue"), (1, 10, "red")])
def test_the_higher_throw_has_the_initiative(blue: int, red: int, first: str) -> None:
    """TOCS-2.7-1: neither side has a headquarters here, so the dice stand as thrown."""
    s = scene(dice={"turn-end": LOW, "initiative/T2/blue": (blue,), "initiative/T2/red": (red,)})
    s.close()
    assert s.public.holder == first


def test_a_tie_stays_with_the_holder() -> None:
    """TOCS-2.7-1."""
    for holder in ("blue", "red"):
        s = scene(dice={"turn-end": LOW, "initiative/T2": (5,)})
        s.play.happen([e.InitiativeThrown(holder, ())])
        s.close()
        assert s.public.holder == holder


def test_who_begins_the_first_turn_is_the_modules_to_say_else_it_is_thrown_until_it_is_settled() -> None:
    """TOCS-2.7-1."""
    s = scene()
    assert s.game.moves_first == "blue"
    s.play.game = replace(s.game, moves_first="")
    dice = {"initiative/T1/blue/1": (4,), "initiative/T1/red/1": (4,), "initiative/T1/blue/2": (3,), "initiative/T1/red/2": (8,)}
    s.dice.faces = dice
    s.play.happen([e.TurnBegan(1), e.InitiativeThrown("", ())])
    s.enter("initiative")
    assert s.public.holder == "red"
    assert [t.occasion for t in s.play.dice.thrown][:4] == list(dice)


def test_leadership_and_nation_modify_the_initiative() -> None:
    """TOCS-2.7-2, TOCS-W18.0-1, TOCS-W2.1-10: the highest headquarters, fresh or worn staffs, a staff lately lost, NC#."""

    def modifier(*pieces: Piece) -> int:
        s = Scene([*pieces, Piece("A", "01.01")], RED)
        return initiative_modifier(s.view())

    def hq(call: str, level: str, **more: Any) -> Piece:
        return Piece(call, "01.01", "hq", level=level, nation="nobody", **more)

    assert modifier() == 0
    assert modifier(hq("D", "division", state=1), hq("E", "battalion")) == 1
    assert modifier(hq("D", "division")) == 2
    assert modifier(hq("D", "corps")) == 3
    assert modifier(hq("D", "army")) == modifier(hq("D", "army_group")) == 4
    assert modifier(hq("D", "battalion", state=1)) == -1
    assert modifier(Piece("D", "01.01", "hq_company", nation="nobody", state=1)) == -1
    american = whole(scene().game.records("national-characteristics")["american_1944_45"], "nc")
    assert american != 0
    assert modifier(Piece("D", "01.01", "hq", nation="american")) == 1 + american


def test_a_staff_that_is_cut_off_or_hungry_is_not_fresh() -> None:
    """TOCS-2.7-2: staffs that lead are in good order, in communication and in supply. Two of them: fresh +1, worn -1."""

    def modifier(own: str = "01.01", **of_both: Any) -> int:
        above = Piece("UP", "01.01", "hq", level="regiment", nation="nobody", command=1, **of_both)
        below = Piece("LOW", "08.01", "hq", level="battalion", nation="nobody", parent="up", **of_both)
        supply = {"blue": [source("01.01", 0 if of_both else 5), source("08.01", 0 if of_both else 5)]}
        s = Scene([above, below], RED, own=own, supply=supply)
        return initiative_modifier(s.view())

    linked = Scene([Piece("UP", "01.01", "hq", level="regiment", nation="nobody", command=8),
                    Piece("LOW", "01.03", "hq", level="battalion", nation="nobody", parent="up")], RED, own="01.02")  # fmt: skip
    assert initiative_modifier(linked.view()) == 1
    assert modifier() == 0, "one of two has no line to his superior"
    assert modifier(cut="T1.1") == -1


def test_an_initiative_throw_is_told_without_its_modifiers() -> None:
    """TOCS-2.7-1."""
    s = scene(dice={"turn-end": LOW})
    s.close()
    for side in ("blue", "red"):
        seen = s.learnt(side, e.InitiativeThrown)[0]
        assert set(seen.__slots__) == {"holder", "throws"}


@pytest.mark.parametrize("state, after", [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 3)])
def test_a_turn_fixes_two_states(state: int, after: int) -> None:
    """TOCS-4.1-1, TOCS-4.1-2."""
    s = scene()
    unit = replace(s.unit("A"), state=state)
    assert STATES[recovered(s.game, unit, False).state] == STATES[after]


@pytest.mark.parametrize("setting, after", [(2, 3), (1, 4)])
def test_the_switch_says_how_units_in_an_engagement_recover(setting: int, after: int) -> None:
    """TOCS-4.1-1."""
    s = scene(switches={"engaged_recover": setting})
    assert recovered(s.game, replace(s.unit("A"), state=5), True).state == after


def test_both_sides_recover_when_the_turn_ends() -> None:
    """TOCS-1.3-4, TOCS-4.0-1, TOCS-4.1-1."""
    s = Scene([Piece("A", "02.02", state=4)], [Piece("R", "07.07", state=3)], dice={"turn-end": LOW})
    s.close()
    assert (s.unit("A").state, s.unit("R").state) == (2, 1)


def test_the_game_ends_after_its_last_turn_and_opens_both_tallies() -> None:
    """TOCS-5.0-1, TOCS-5.0-2, TOCS-5.0-3, TOCS-1.2-7, TOCS-W1.11-1."""
    aims = {
        "blue": (Victory("blue", "town", 3, "hexes", (Hex("02.02"), Hex("05.05")), (), (), "towns"),),
        "red": (Victory("red", "dead", 2, "destroyed", (), (), ("company",), "companies"),),
    }
    s = Scene([Piece("A", "02.02"), Piece("D", "01.01")], RED, dice={"turn-end": LOW}, turns=1, victory=aims)
    dead = replace(s.unit("D"), status="dead", lost=4)
    s.play.happen([e.UnitDestroyed("blue", dead, "D", "D", "company", "", "test")])
    assert not any(s.learnt(side, o.GameOverSeen) for side in ("blue", "red"))
    s.close()
    assert s.play.situation.closed and s.public.over
    tallies = (("blue", (("towns", 3),), 3), ("red", (("companies", 2),), 2))
    for side in ("blue", "red"):
        assert s.learnt(side, o.GameOverSeen) == [o.GameOverSeen(tallies, "blue")]


def test_the_enemys_victory_conditions_are_in_no_picture_before_the_end() -> None:
    """TOCS-1.2-7."""
    aims = {"red": (Victory("red", "secret", 3, "hexes", (Hex("02.02"),), (), (), "SECRET"),)}
    s = Scene(BLUE, RED, victory=aims)
    s.close()
    assert "SECRET" not in repr(s.picture("blue")) and "SECRET" in repr(s.picture("red"))


def test_the_phases_follow_the_printed_order() -> None:
    """TOCS-2.0-1, TOCS-2.4-1, TOCS-2.6-1, TOCS-3.2-1: engagements ahead of initiative, battles ahead of the end of the impulse."""
    names = [p.name for p in PHASES]
    assert names == ["setup", "special sequence", "turn", "reinforcements", "weather of the turn",
                     "engagements", "initiative", "impulse", "weather", "air", "activation",
                     "announcement", "commitment", "combat", "exploitation", "end of impulse", "recovery",
                     "the end"]  # fmt: skip


@pytest.mark.parametrize("setting", ["draw", "defender"])
@pytest.mark.parametrize(
    "blue, red, winner", [(3, 2, "blue"), (2, 3, "red"), (0, 1, "red"), (1, 0, "blue"), (2, 2, "tie"), (0, 0, "tie")]
)
def test_the_higher_total_wins_whoever_moves_first(blue: int, red: int, winner: str, setting: str) -> None:
    """MASL-16.13-11, TOCS-5.0-1: both sides hear it; a tie alone is left to the module."""
    aims = {side: (Victory(side, "town", worth, "hexes", (Hex(where),), (), (), "towns"),)
            for side, worth, where in (("blue", blue, "02.02"), ("red", red, "08.08"))}  # fmt: skip
    for first in ("blue", "red"):
        s = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], turns=1, victory=aims, switches={"victory_tie": setting})
        s.play.game = s.game = replace(s.game, moves_first=first)
        s.enter("the end")
        second = "red" if first == "blue" else "blue"
        wanted = winner if winner != "tie" else second if setting == "defender" else ""
        for side in ("blue", "red"):
            (seen,) = s.learnt(side, o.GameOverSeen)
            assert ({name: total for name, _, total in seen.tallies}, seen.winner) == ({"blue": blue, "red": red}, wanted)


@pytest.mark.parametrize("setting, winner", [("draw", ""), ("defender", "red")])
def test_equal_points_are_a_draw_or_the_defenders_win(setting: str, winner: str) -> None:
    """MASL-16.13-11: as the module has it; the defender is who does not move first."""
    s = scene(switches={"victory_tie": setting})
    s.game = replace(s.game, moves_first="blue")
    s.play.game = s.game
    s.enter("the end")
    assert s.learnt("blue", o.GameOverSeen)[0].winner == winner
