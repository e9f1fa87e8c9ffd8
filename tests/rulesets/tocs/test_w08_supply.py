"""Lines of supply: sources, ranges, relays, and what cuts them (TOCS-W8)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports.supply import lines as supply_lines
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.supply import in_los, line_of, los
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source

COLUMN = "01.01 01.02 01.03 01.04 01.05 01.06 01.07 01.08"


def line(s: Scene, call: str) -> tuple[bool, str]:
    link = los(s.view(), s.unit(call))
    return link.ok, link.why


def column(*pieces: Piece, at: str = "01.01", own: str = COLUMN, **more: Any) -> Scene:
    """Blue's column of hexes with a dump at one end; German range, so that it is short."""
    more.setdefault("supply", {"blue": [source(at)]})
    return Scene(pieces, [], own=own, **more)


def test_a_unit_within_the_national_range_of_a_source_is_in_supply() -> None:
    """TOCS-W8.3-3, TOCS-W18.0-1: 12 hexes for Americans of 1944, 6 for Germans."""
    near, far = Piece("A", "01.07", nation="german"), Piece("B", "01.08", nation="german")
    s = column(near, far)
    assert line(s, "A") == (True, "to the dump at 01.01, 6 hexes")
    ok, why = line(s, "B")
    assert not ok and why == "the dump at 01.01 is 7 hexes away, 6 is the supply range, and no headquarters links them"
    assert line(column(Piece("B", "01.08", nation="american")), "B")[0]


@pytest.mark.parametrize("kind", ["base", "dump", "depot", "mobile"])
def test_four_kinds_of_source_count_while_they_hold_points_inside_the_perimeter(kind: str) -> None:
    """TOCS-W8.0-2, TOCS-W8.5-2."""
    for sp, own, ok in ((1, COLUMN, True), (0, COLUMN, False), (1, "01.02 01.03", False)):
        s = column(Piece("A", "01.03"), own=own, supply={"blue": [source("01.01", sp, kind)]})
        assert line(s, "A")[0] is ok


def test_a_source_that_is_left_out_is_named() -> None:
    s = column(Piece("A", "01.03"), supply={"blue": [source("01.01", 0)]})
    assert line(s, "A") == (False, "no source of supply is left")


def test_supply_runs_through_the_chain_of_parents_by_their_command_ranges() -> None:
    """TOCS-W8.3-4, TOCS-W2.1-8."""
    hq = {"kind": "hq", "nation": "german"}
    chain = (
        Piece("REG", "01.05", command=3, level="regiment", **hq),
        Piece("BTL", "01.07", command=2, parent="reg", **hq),
        Piece("A", "01.08", nation="german", parent="btl"),
        Piece("B", "01.08", nation="german"),
    )
    s = column(*chain, supply={"blue": [source("01.01")]})
    assert line(s, "A") == (True, "through BTL to the dump at 01.01")
    s = column(*(p if p.counter.call != "BTL" else Piece("BTL", "01.07", command=1, parent="reg", **hq) for p in chain))
    assert not line(s, "B")[0] and line(s, "A")[0]
    far = column(*chain, supply={"blue": [source("01.01", kind="base")]}, own=COLUMN.replace("01.02", ""))
    assert not line(far, "A")[0]


def test_a_chain_of_headquarters_reaches_further_than_any_of_them() -> None:
    """TOCS-W8.3-4: REG is seven hexes off, and only its superior's command range brings supply to it."""
    hq = {"kind": "hq", "nation": "chinese red"}  # supply range 3
    pieces = (
        Piece("DIV", "01.04", command=4, level="division", **hq),
        Piece("REG", "01.08", command=2, level="regiment", parent="div", **hq),
        Piece("A", "01.08", nation="chinese red", parent="reg"),
    )
    s = column(*pieces)
    assert line(s, "A") == (True, "through REG, DIV to the dump at 01.01")
    dead = column(pieces[0], Piece("REG", "01.08", command=2, parent="div", lost=1, status="dead", **hq), pieces[2])
    assert line(dead, "A") == (True, "through DIV to the dump at 01.01")  # its superior still reaches it


@pytest.mark.parametrize(("where", "ok"), [("01.05", True), ("01.06", True), ("01.07", False)])
def test_a_headquarters_hands_supply_on_as_far_as_it_commands_and_no_farther(where: str, ok: bool) -> None:
    """TOCS-W8.3-4, TOCS-W8.3-5, TOCS-W8.3-6: two hexes; the dump is out of reach of them all but it."""
    s = column(Piece("REG", "01.04", "hq", command=2, nation="chinese red"), Piece("A", where, nation="chinese red", parent="reg"))
    assert line(s, "A")[0] is ok and line(s, "REG")[0]
    assert line_of(s.view(), s.unit("A")).steps == (int(where[-1]) - 4 if ok else 0)


@pytest.mark.parametrize("reg", [{"mobility": "motorized"}, {"mobility": "motorized", "came": 1}, {"independent": True}])
def test_a_headquarters_without_a_line_to_a_source_is_passed_over_for_the_next_in_the_chain(reg: dict[str, Any]) -> None:
    """TOCS-W8.3-4, TOCS-W2.1-8: REG, beside A, is cut off by a marsh that wheels cannot cross, lives on what it brought, or by
    itself: it hands nothing on. DIV does, and its command range reaches A on foot."""
    pieces = (
        Piece("DIV", "01.04", "hq", command=4, level="division", nation="chinese red"),
        Piece("REG", "01.08", "hq", command=2, level="regiment", parent="div", nation="chinese red", **reg),
        Piece("A", "01.08", nation="chinese red", parent="reg"),
    )
    s = column(*pieces, land=ground("01.05 marsh"))
    assert line(s, "A") == (True, "through DIV to the dump at 01.01")
    assert not line(column(*pieces[1:], land=ground("01.05 marsh")), "A")[0]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"own": COLUMN.replace("01.03 ", "")}, "enemy ground at 01.03"),
        ({"claims": (Hex("01.03"),)}, "EZOC at 01.03"),
        ({"engaged": {Hex("01.03"): "blue"}}, "the engagement at 01.03"),
    ],
)
def test_enemy_ground_zones_and_engagements_cut_a_line(more: dict[str, Any], words: str) -> None:
    """TOCS-W8.3-5."""
    pieces = [Piece("A", "01.05")]
    reds: list[Piece] = []
    if "engaged" in more:
        pieces.append(Piece("F", "01.03"))
        reds = [Piece("R", "01.03")]
    s = Scene(pieces, reds, **{"own": COLUMN, "supply": {"blue": [source("01.01")]}, **more})
    assert line(s, "A") == (False, f"{words}, on the way to the dump at 01.01")


def test_a_friend_opens_a_zone_and_a_line_may_leave_an_engagement() -> None:
    """TOCS-W8.3-5."""
    s = column(Piece("A", "01.05"), Piece("F", "01.03"), claims=(Hex("01.03"),))
    assert line(s, "A")[0]
    s = Scene([Piece("A", "01.05")], [Piece("R", "01.05")], own=COLUMN, engaged={Hex("01.05"): "red"},
              supply={"blue": [source("01.01")]})  # fmt: skip
    assert line(s, "A") == (True, "to the dump at 01.01, 4 hexes")


def test_water_is_crossed_at_bridges_only() -> None:
    """TOCS-W8.3-6."""
    water = river("01.04 02.04 03.04 04.04 05.04 06.04 07.04 08.04", "SW", "SE")
    own = " ".join(str(h) for h in ground().hexes)
    for extra, ok in ((water, False), (water + road("01.03 01.04 01.05") + bridge("01.04"), True)):
        s = Scene([Piece("A", "01.06")], [], own=own, land=ground("", extra), supply={"blue": [source("01.02")]})
        assert line(s, "A")[0] is ok
    assert line(Scene([Piece("A", "01.06")], [], own=own, land=ground("", water), supply={"blue": [source("01.02")]}), "A") == (
        False, "no way over land to the dump at 01.02",
    )  # fmt: skip


SPAN = road("01.03 01.04 01.05") + bridge("01.04")


@pytest.mark.parametrize("extra, opened, ok", [
    ("", "", False), ("", {"ground": "frozen"}, False), ("", {"ice": "foot"}, True), ("", {"ice": "vehicles"}, True),
    ("", {"ice": "foot", "mobility": "motorized"}, False), ("", {"ice": "vehicles", "mobility": "motorized"}, True),
    ("", "ford", True), (SPAN, "", True), (SPAN, "down", False), (SPAN, "down unseen", True), (SPAN, "damaged", True),
    ("ferry", "", True), ("ferry out", "", False),
])  # fmt: skip
def test_a_line_crosses_open_water_only_where_something_carries_it_over(extra: str, opened: Any, ok: bool) -> None:
    """TOCS-W8.3-6, TOCS-W7.1-3: frozen water, fords, bridges that stand, ferries that work; as the side knows them."""
    water = river("01.04 02.04 03.04 04.04 05.04 06.04 07.04 08.04", "SW", "SE")
    if extra.startswith("ferry"):
        extra = f'[[ferry]]\nhex = "01.04"\nwater = "river"\nworking = {"false" if "out" in extra else "true"}\n'
    own = " ".join(str(h) for h in ground().hexes)
    sky = dict(opened) if opened and not isinstance(opened, str) else {}
    walks = {"mobility": sky.pop("mobility", "foot"), "mp": 6}
    s = Scene([Piece("H", "01.02", "hq", command=8), Piece("A", "01.06", parent="h", **walks)], [], own=own,
              land=ground("", water + extra), supply={"blue": [source("01.02")]}, weather=sky)  # fmt: skip
    if opened == "ford":
        s.play.happen((e.WaterKnown("blue", Hex("01.04"), True, (Hex("01.04"),), {}),))
    if opened in ("down", "down unseen", "damaged"):
        (span,) = s.game.ground.bridges
        now = replace(span, intact=opened == "damaged", damage=2)
        s.play.happen((e.BridgeChanged(now, "blown", () if "unseen" in opened else ("blue", "red")),))
    seen = s.picture().view(s.game)
    assert line_of(seen, s.unit("A")).ok is ok is los(seen, s.unit("A")).ok


def test_independent_units_need_no_supply() -> None:
    """TOCS-W8.0-1."""
    s = column(Piece("A", "05.05", independent=True), Piece("B", "05.06"))
    assert line(s, "A") == (True, "independent: it lives by itself") and not line(s, "B")[0]


def test_those_who_came_on_by_a_map_edge_trace_to_it_and_nobody_else_does() -> None:
    """TOCS-W8.3-7."""
    s = column(Piece("A", "01.03", entered=Hex("01.01")), Piece("B", "01.03"), supply={"blue": [source("01.01", kind="edge")]})
    assert line(s, "A") == (True, "to the map edge at 01.01, 2 hexes")
    assert line(s, "B") == (False, "no source of supply is left")


def test_landers_live_three_turns_on_what_they_brought() -> None:
    """TOCS-W8.3-8: three turns with the one they landed in."""
    s = column(Piece("A", "05.05", came=1), Piece("B", "05.05"), turns=6)
    assert line(s, "A") == (True, "on what it brought along, to the end of turn 3")
    assert not line(s, "B")[0]
    for turn, ok in ((3, True), (4, False)):
        later = Scene([Piece("A", "05.05", came=1)], [], supply={"blue": [source("01.01")]}, turns=6, turn=turn)
        assert line(later, "A")[0] is ok


def test_the_nearest_source_is_the_end_of_the_line() -> None:
    s = column(Piece("A", "01.04"), supply={"blue": [source("01.01"), source("01.06", kind="base")]})
    assert line_of(s.view(), s.unit("A")).source == "base 01.06"


def test_a_unit_not_yet_marked_acts_as_one_in_supply() -> None:
    """TOCS-W8.3-1, TOCS-W8.3-2: the mark counts, and falls off as soon as the line is open."""
    s = column(Piece("A", "05.05"), Piece("B", "05.06", cut="T1.1"), Piece("C", "01.02", cut="T1.1"))
    assert [in_los(s.view(), s.unit(c)) for c in "ABC"] == [True, False, True]


def test_a_ford_that_is_found_opens_the_lines_at_once() -> None:
    """TOCS-W8.3-2, TOCS-W8.3-6, TOCS-W7.1-3: though no unit has changed, and the lines were asked for just before."""
    land = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))
    own = " ".join(f"0{c}.0{r}" for c in range(1, 8) for r in range(1, 8))
    s = Scene([Piece("H", "02.02", "hq", command=6), Piece("A", "02.06", parent="h", cut="T1.1")], [Piece("R", "08.08")], own=own,
              land=land, supply={"blue": [source("02.02")]})  # fmt: skip
    assert not los(s.view(), s.unit("A")).ok and not in_loc(s.view(), s.unit("A"))
    s.play.happen((e.WaterKnown("blue", Hex("02.04"), True, (Hex("02.04"),), {}),))
    s.play.settle_act()
    assert los(s.view(), s.unit("A")).ok and in_loc(s.view(), s.unit("A")) and not s.unit("A").cut


def test_the_report_names_the_few_who_live_on_what_they_carry() -> None:
    """TOCS-W8.3-8: a number alone leaves its reader looking for them."""
    s = column(Piece("A", "01.02", came=1), Piece("B", "01.02"), turns=6)
    (told,) = [text for text in supply_lines(s.game, s.picture()) if "carried supplies" in text]
    assert told == " 1 unit is on carried supplies, up to the end of turn 3; then it needs a line of supply: A."
    many = column(*(Piece(f"A{n}", "01.02", came=1) for n in range(9)), turns=6)
    assert any(text.endswith("then they need a line of supply.") for text in supply_lines(many.game, many.picture()))
