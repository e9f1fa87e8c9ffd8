"""Out of supply: the mark, what it means, how it comes off, capture, the daily draw (TOCS-W8.1, W8.3 to W8.5)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.procedures import stocks
from pbem.rulesets.tocs.procedures.activation import action_points
from pbem.rulesets.tocs.reports import stores
from pbem.rulesets.tocs.steps.supply import drawn
from tests.rulesets.tocs.builder import Piece, Scene, game, ground, river, source

FAR = {"blue": [source("01.01")], "red": [source("08.08")]}
EMPTY = {**FAR, "red": [source("08.08", 0)]}
CALM = {"turn-end": (6, 6)}


def test_supply_is_tested_as_the_owners_impulse_begins() -> None:
    """TOCS-W8.3-1, TOCS-W8.0-1: red is tested when its impulse begins, blue when blue's comes round again."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "05.05")], own="01.01 03.02", supply=EMPTY, dice=CALM)
    s.close()
    assert (s.unit("R").cut, s.unit("A").cut) == ("T1.2", "")
    assert not s.learnt("blue", o.OwnUnit), "what red lacks is red's affair"
    s.close()
    assert s.unit("A").cut == "T1.3"
    told = [x for seen in s.learnt("blue", o.OwnUnit) for x in stores.told(s.game, s.picture(), seen)]
    assert told == ["A is out of supply: enemy ground at 02.01, on the way to the dump at 01.01"]


def test_the_mark_comes_off_the_moment_the_line_is_open() -> None:
    """TOCS-W8.3-2: B scouts the gap, and A has its third AP again for the same impulse."""
    own = "01.01 02.01 01.02"
    s = Scene([Piece("A", "01.04", cut="T1.1"), Piece("B", "01.02")], [Piece("R", "08.08")], own=own, supply=FAR)
    assert action_points(s.view(), s.unit("A")) == 2
    s.does("B", "recon 01.03")
    assert s.unit("A").cut == "" and action_points(s.view(), s.unit("A")) == 3
    assert [seen.why for seen in s.learnt("blue", o.OwnUnit)][-1] == "in supply again"


# ---------------------------------------------------------------- the chart of disadvantages (TOCS-W8.4-1)


def cut_off(**more: object) -> Scene:
    blue = [Piece("A", "05.05", strength=5, cut="T1.1"), Piece("B", "05.06", strength=5)]
    return Scene(blue, [Piece("R", "04.04", strength=5)], supply=FAR, **more)  # type: ignore[arg-type]


def test_one_action_point_fewer_and_no_intensive_attack() -> None:
    """TOCS-W8.4-1."""
    s = cut_off()
    assert [action_points(s.view(), s.unit(c)) for c in "AB"] == [2, 3]
    s = Scene([Piece("A", "05.05", cut="T1.1")], [Piece("R", "05.04")], supply=FAR)
    refusal = stocks.forbidden(s.view(), s.unit("A"), "intensive_attack")
    assert refusal and refusal.rule == "TOCS-W8.4-1" and refusal.words == "A is out of supply: no intensive attack"
    assert not stocks.forbidden(s.view(), s.unit("A"), "hasty_attack")
    assert stocks.forbidden(s.view(), s.unit("A"), "bombardment")


def test_the_attack_is_halved_and_the_defence_weaker_by_one() -> None:
    """TOCS-W8.4-1, TOCS-3.9-1."""
    s = Scene([Piece("A", "05.05", strength=5, cut="T1.1")], [Piece("R", "05.04", strength=5, cut="T1.1")],
              supply={"blue": [source("01.01")], "red": [source("08.08", 0)]})  # fmt: skip
    s.does("A", "attack 05.04 hasty")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert (rolled.attacker.total, rolled.defender.total) == (3, 4)
    assert "defender unsupplied 1" in rolled.attacker.shifts


def test_one_state_is_recovered_instead_of_two() -> None:
    """TOCS-W8.4-1."""
    s = Scene([Piece("A", "05.05", state=3, cut="T1.1"), Piece("B", "05.06", state=3)], [Piece("R", "08.08")], supply=FAR)
    s.enter("recovery")
    assert [s.unit(c).state for c in "AB"] == [2, 1]


def test_a_whole_day_without_supply_costs_a_state_and_fuel() -> None:
    """TOCS-W8.4-1: the mark of an earlier day counts, that of today does not yet; Red Chinese live off the villages."""
    blue = [Piece("A", "05.05", cut="T1.1"), Piece("B", "05.06", cut="T9.1"),
            Piece("T", "05.07", "vehicle_platoon", cut="T1.1"),
            *(Piece(c, h, cut="T1.1", nation="red chinese") for c, h in (("C", "03.03"), ("D", "03.04")))]  # fmt: skip
    s = Scene(blue, [Piece("R", "08.08")], supply=FAR, turns=23, turn=21, land=ground("03.03 village"), hours=True)
    assert [stocks.days_cut(s.view(), s.unit(c)) for c in "ABT"] == [2, 1, 2]
    assert [stocks.slowed(s.view(), s.unit(c)) for c in "AT"] == [False, True]
    assert [stocks.starves(s.view(), s.unit(c)) for c in "ACD"] == [True, False, True]


# ---------------------------------------------------------------- capture


@pytest.mark.parametrize("kind", ["base", "dump", "depot", "mobile"])
@pytest.mark.parametrize(("line", "kept"), [("captures keep", True), ("captures destroy", False),
                                            ("captures destroy except 03.04", True)])  # fmt: skip
def test_a_store_that_is_overrun_is_kept_or_burnt_as_the_captor_ordered(kind: str, line: str, kept: bool) -> None:
    """TOCS-W8.1-4, TOCS-W8.2-3: the counter changes map, points and all; the loser learns that it is lost, not how."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], supply={"red": [source("03.04", 7, kind), source("08.08")]},
              standing={"blue": (line,)})  # fmt: skip
    s.does("A", "move 03.04")
    assert list(s.camp("red").sources) == ["dump 08.08"]
    assert [(x.kind, x.hex, x.sp) for x in s.camp("blue").sources.values()] == ([(kind, "03.04", 7)] if kept else [])
    assert [x.why for x in s.learnt("red", o.OwnSourceLost)] == ["lost"]
    if kind == "base":
        assert s.learnt("red", o.BaseSeen)[0] == s.learnt("blue", o.BaseSeen)[0]  # TOCS-W8.1-1
        assert s.public.bases == ({Hex("03.04"): "blue"} if kept else {})


def test_a_store_in_an_engagement_is_nobodys_prize() -> None:
    """TOCS-W8.1-4."""
    supply = {"red": [source("03.04")], "blue": [source("03.03")]}
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], supply=supply, cell="-/-")
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.public.engaged and list(s.camp("red").sources) == ["dump 03.04"]


def test_a_hex_that_is_merely_scouted_loses_its_dump_to_nobody_but_supplies_nobody() -> None:
    """TOCS-W8.0-2, TOCS-W8.1-2: looking into the hex tells what lies there, not how much of it."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], supply={"red": [source("03.04")], "blue": [source("03.03")]},
              standing={"red": ("ezoc never",)}, own="03.02")  # fmt: skip
    s.does("A", "recon 03.04")
    assert s.owner("03.04") == "blue" and list(s.camp("red").sources) == ["dump 03.04"]
    assert [(x.hex, x.kind) for x in s.learnt("blue", o.SourceSeen)] == [("03.04", "dump")]
    assert s.picture().stores == {Hex("03.04"): "dump"} and "10" not in repr(s.learnt("blue", o.SourceSeen))
    assert stores.enemys(s.game, s.picture()) == ["his supply: dump at 03.04"]


# ---------------------------------------------------------------- the daily draw


def day(*blue: Piece, red: Piece | None = None, turn: int = 8, **more: object) -> Scene:
    """The end of the 2100 turn."""
    return Scene(blue, [red or Piece("R", "08.08")], turns=23, turn=turn, hours=True, **more)  # type: ignore[arg-type]


def test_each_hq_from_regiment_up_draws_a_point_a_day_from_its_nearest_source() -> None:
    """TOCS-W8.5-1, TOCS-W8.3-7 (an edge is drawn on too)."""
    levels = ("division", "regiment", "brigade", "kampfgruppe", "battalion", "corps")
    hqs = [Piece(f"H{n}", "03.03", "hq", level=level) for n, level in enumerate(levels)]
    hqs += [Piece("E", "03.04", "hq", level="regiment", entered=Hex("01.08")), Piece("A", "03.03")]
    own = " ".join(f"0{c}.0{r}" for c in (1, 2, 3) for r in range(1, 9))
    s = day(*hqs, own=own, supply={"blue": [source("03.03", 9), source("01.01", 9), source("01.08", 3, "edge")]})
    s.enter("recovery")
    assert {i: x.sp for i, x in s.camp().sources.items()} == {"dump 03.03": 4, "dump 01.01": 9, "edge 01.08": 3}
    column = Piece("E", "01.07", "hq", level="regiment", entered=Hex("01.08"))
    s = day(column, own=own, supply={"blue": [source("01.08", 3, "edge")]})
    s.enter("recovery")
    assert s.camp().sources["edge 01.08"].sp == 2
    s = day(*hqs, own=own, turn=7, supply={"blue": [source("03.03", 9)]})
    s.enter("recovery")
    assert s.camp().sources["dump 03.03"].sp == 9, "not at 1800"


def test_a_formation_that_cannot_draw_is_marked() -> None:
    """TOCS-W8.5-3, TOCS-W8.5-2: two regiments, one point; the second finds the dump empty."""
    pieces = (Piece("H1", "03.03", "hq", level="regiment"), Piece("H2", "03.04", "hq", level="regiment"),
              Piece("A", "03.03", parent="h1"), Piece("B", "03.04", parent="h2"))  # fmt: skip
    s = day(*pieces, supply={"blue": [source("03.03", 1)]})
    s.play.happen(drawn(s.play.moment))
    assert s.camp().sources["dump 03.03"].sp == 0
    assert {c: bool(s.unit(c).cut) for c in ("H1", "A", "H2", "B")} == {"H1": False, "A": False, "H2": True, "B": True}


def test_trucks_share_the_fate_of_their_unit() -> None:
    """TOCS-W8.2-4, TOCS-W8.2-5, TOCS-W8.0-3: they move with it, a quarter goes with each step, all of it with the unit."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04", supply={"blue": [source("03.03", 4, "mobile", join="a")]})
    s.does("A", "move 03.04")
    assert [(x.hex, x.sp) for x in s.camp().sources.values()] == [("03.04", 4)]
    unit = s.unit("A")
    for lost, left in ((1, 3), (3, 1)):  # 4 · ¾ = 3, then 3 · ¾ = 2 and 2 · ¾ = 1
        s.play.happen([e.UnitChanged("blue", replace(unit, lost=lost), "lost")])
        s.play.settle_act()
        assert [x.sp for x in s.camp().sources.values()] == [left]
    s.play.happen([e.UnitDestroyed("blue", replace(unit, lost=4, status="dead"), "A", "A", "company", "", "battle")])
    s.play.settle_act()
    assert not s.camp().sources


def test_a_damaged_facility_holds_so_much_less() -> None:
    """TOCS-W12.7-2, TOCS-W12.7-1."""
    whole = source("03.03", 12, "base", dp=4)
    assert [stocks.damaged(whole, n).sp for n in (0, 1, 3, 9)] == [12, 9, 3, 0]
    assert stocks.damaged(replace(whole, sp=5), 1).sp == 5, "there is room enough for what is left"


@pytest.mark.parametrize(("turns", "ends"), [
    ("17-1500 17-1800 17-2100 18-0000 18-0300", [3]),
    ("17-0600 17-1200 17-1800 18-0000 18-0600", [3]),
    ("17-2000 17-2100 17-2200 17-2300 18-0000", [2]),
    ("30-1500 30-1800 01-0600 01-0900", [2]),
    ("17-0900 17-1200", []),
])  # fmt: skip
def test_a_day_ends_with_the_turn_of_2100_or_the_last_of_a_date_without_one(turns: str, ends: list[int]) -> None:
    """TOCS-W8.5-1, TOCS-W1.5-1: turns of six hours, of one hour, nights left out."""
    made = game(ground())
    track = [replace(made.turns[0], number=n, id=t, day=int(t[:2]), hour=t[3:]) for n, t in enumerate(turns.split(), 1)]
    made = replace(made, turns=tuple(track))
    assert [turn.number for turn in made.turns if stocks.day_ends(made, turn.number)] == ends


@pytest.mark.parametrize("bank", [0, 1])
def test_captured_stores_stay_on_their_bank(bank: int) -> None:
    """TOCS-W8.1-4, TOCS-W8.3-6: the same hex, and the same side of the river."""
    land = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))
    s = Scene([Piece("A", "02.03")], [Piece("R", "08.08")], own="02.02", land=land,
              supply={"red": [source("02.04", 5, bank=bank)], "blue": [source("02.02", 0)]})  # fmt: skip
    s.does("A", "move 02.04")
    assert s.unit("A").bank == 1 and not s.camp("red").sources
    assert [(x.hex, x.bank, x.sp) for x in s.camp().sources.values() if x.sp] == [("02.04", bank, 5)]
