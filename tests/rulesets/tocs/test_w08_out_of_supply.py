"""Out of supply: the mark, what it means, how it comes off, capture, the daily draw (TOCS-W8.1, W8.3 to W8.5)."""

from collections.abc import Callable

import pytest

from pbem.kernel.charts.tables import Listing
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports import supply as stores
from pbem.rulesets.tocs.resolution.supply import drawn
from pbem.rulesets.tocs.rules import communications, morale, movement, rallying, stocks, withdrawal
from pbem.rulesets.tocs.rules.activation import action_points
from tests.rulesets.tocs.builder import Piece, Scene, game, ground, river, source

FAR = {"blue": [source("01.01")], "red": [source("08.08")]}
EMPTY = {**FAR, "red": [source("08.08", 0)]}
CALM = {"turn-end": (6, 6)}


def test_supply_is_tested_as_the_owners_impulse_begins() -> None:
    """TOCS-W8.3-1, TOCS-W8.0-1: red is tested when its impulse begins, blue when blue's comes round again."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "05.05")], own="01.01 03.02", supply=EMPTY, dice=CALM)
    s.close()
    assert (s.unit("R").cut, s.unit("A").cut) == ("T1.2", "")
    assert not s.learnt("blue", e.UnitChanged), "what red lacks is red's affair"
    s.close()
    assert s.unit("A").cut == "T1.3"
    told = [x for seen in s.learnt("blue", e.UnitChanged) for x in stores.told(s.game, s.picture(), seen)]
    assert told == ["A is out of supply: enemy ground at 02.01, on the way to the dump at 01.01"]


def test_the_mark_comes_off_the_moment_the_line_is_open() -> None:
    """TOCS-W8.3-2: B scouts the gap, and A has its third AP again for the same impulse."""
    own = "01.01 02.01 01.02"
    s = Scene([Piece("A", "01.04", cut="T1.1"), Piece("B", "01.02")], [Piece("R", "08.08")], own=own, supply=FAR)
    assert action_points(s.view(), s.unit("A")) == 2
    s.does("B", "recon 01.03")
    assert s.unit("A").cut == "" and action_points(s.view(), s.unit("A")) == 3
    assert [seen.why for seen in s.learnt("blue", e.UnitChanged)][-1] == "in supply again"


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
              supply={"blue": [source("01.01", 0)], "red": [source("08.08", 0)]})  # fmt: skip
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
    assert list(s.forces("red").sources) == ["dump 08.08"]
    assert [(x.kind, x.hex, x.sp) for x in s.forces("blue").sources.values()] == ([(kind, "03.04", 7)] if kept else [])
    assert [x.why for x in s.learnt("red", o.OwnSourceLost)] == ["lost"]
    if kind == "base":
        assert s.learnt("red", e.BaseMarked)[0] == s.learnt("blue", e.BaseMarked)[0]  # TOCS-W8.1-1
        assert s.public.bases == ({Hex("03.04"): "blue"} if kept else {})


def test_a_store_in_an_engagement_is_nobodys_prize() -> None:
    """TOCS-W8.1-4."""
    supply = {"red": [source("03.04")], "blue": [source("03.03")]}
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], supply=supply, cell="-/-")
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.public.engaged and list(s.forces("red").sources) == ["dump 03.04"]


@pytest.mark.parametrize(("cell", "join", "own", "taken"), [
    ("-/-", "r", 4, 0), ("-/-", "", 4, 0), ("-/1", "r", 3, 0), ("-/0R1", "r", 4, 0), ("-/1R1", "r", 3, 0), ("-/0R1", "", 0, 4),
    ("-/4", "r", 0, 4), ("-/4", "", 0, 4),
])  # fmt: skip
def test_trucks_in_a_battle_fall_back_with_their_unit_and_are_taken_with_the_hex_where_it_dies_or_they_have_none(
    cell: str, join: str, own: int, taken: int
) -> None:
    """TOCS-W8.1-4, TOCS-W8.2-3, TOCS-W8.2-4, TOCS-W8.2-5: the hex changes hands while they are still in it."""
    supply = {"red": [source("03.04", 4, "mobile", join=join), source("08.08")], "blue": [source("03.03")]}
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("Q", "08.07")], supply=supply, cell=cell,
              standing={"red": ("ezoc never",)})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    ours, theirs = ([(x.sp, x.hex) for x in s.forces(side).sources.values() if x.kind == "mobile"] for side in ("red", "blue"))
    assert ours == ([(own, s.unit("R").hex)] if own else []) and theirs == ([(taken, "03.04")] if taken else [])
    assert s.forces("red").sources == s.picture("red").forces.sources and s.forces().sources == s.picture().forces.sources


def test_trucks_go_into_a_battle_with_their_unit_and_are_not_taken_while_it_fights() -> None:
    """TOCS-W8.1-4, TOCS-W8.2-4: the hex is the defender's, and the engagement too."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], own="03.02", cell="-/-", standing={"red": ("ezoc never",)},
              supply={"blue": [source("03.03", 4, "mobile", join="a"), source("03.02")], "red": [source("08.08")]})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.public.engaged == {"03.04": "red"} and s.owner("03.04") == "red"
    assert [(x.hex, x.sp) for x in s.forces().sources.values() if x.kind == "mobile"] == [("03.04", 4)]
    assert list(s.forces("red").sources) == ["dump 08.08"] and s.forces().sources == s.picture().forces.sources


def test_who_looks_at_a_store_that_is_held_knows_it_and_not_what_is_in_it() -> None:
    """TOCS-W8.0-2, TOCS-W8.1-2: looking into the hex tells what lies there, not how much of it."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], supply={"red": [source("03.04")], "blue": [source("03.03")]},
              standing={"red": ("ezoc never",)}, own="03.02")  # fmt: skip
    s.does("A", "recon 03.04")
    assert s.owner("03.04") == "red" and list(s.forces("red").sources) == ["dump 03.04"]
    assert [(x.hex, x.kind) for x in s.learnt("blue", o.SourceSeen)] == [("03.04", "dump")]
    assert s.picture().stores == {Hex("03.04"): "dump"} and "10" not in repr(s.learnt("blue", o.SourceSeen))
    assert stores.enemys(s.game, s.picture()) == ["Enemy supply: dump at 03.04"]


@pytest.mark.parametrize("orders", ["recon 03.04", "move 03.04 03.05"])
@pytest.mark.parametrize("line", ["captures keep", "captures destroy"])
def test_who_takes_the_hex_of_a_store_takes_the_store_though_he_does_not_stop_there(orders: str, line: str) -> None:
    """TOCS-W8.1-4: by scouting it empty, or driving on; both pictures know it, the loser not whether it was kept or burnt."""
    s = Scene([Piece("A", "03.03", mobility="motorized", mp=6)], [Piece("R", "08.08")],
              supply={"red": [source("03.04", 7), source("08.08")], "blue": [source("03.03")]},
              standing={"red": ("ezoc never",), "blue": (line,)}, own="03.02")  # fmt: skip
    s.does("A", orders)
    assert s.owner("03.04") == "blue" and list(s.forces("red").sources) == list(s.picture("red").forces.sources) == ["dump 08.08"]
    assert [x.why for x in s.learnt("red", o.OwnSourceLost)] == ["lost"]
    kept = line == "captures keep"
    assert [(x.hex, x.sp) for x in s.picture().forces.sources.values() if x.hex == "03.04"] == ([("03.04", 7)] if kept else [])
    assert s.learnt("blue", o.SourceBurnt) == ([] if kept else [o.SourceBurnt(Hex("03.04"), "dump")])
    assert s.learnt("red", o.SourceBurnt) == []
    assert s.picture().stores == {} and stores.enemys(s.game, s.picture()) == []


def test_what_a_second_look_does_not_find_is_no_longer_believed_there() -> None:
    """TOCS-W8.1-2: trucks drive on."""
    supply = {"red": [source("03.04", 4, "mobile")], "blue": [source("03.03")]}
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], supply=supply,
              standing={"red": ("ezoc never",)}, own="03.02")  # fmt: skip
    s.does("A", "recon 03.04")
    assert s.picture().stores == {Hex("03.04"): "mobile"}
    s.play.happen([e.SourceLost("red", s.forces("red").sources["mobile 03.04"], "moved on")])
    assert s.picture().stores == {Hex("03.04"): "mobile"}
    s.does("A", "recon 03.04")
    assert s.picture().stores == {}


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
    assert {i: x.sp for i, x in s.forces().sources.items()} == {"dump 03.03": 4, "dump 01.01": 9, "edge 01.08": 3}
    column = Piece("E", "01.07", "hq", level="regiment", entered=Hex("01.08"))
    s = day(column, own=own, supply={"blue": [source("01.08", 3, "edge")]})
    s.enter("recovery")
    assert s.forces().sources["edge 01.08"].sp == 2
    s = day(*hqs, own=own, turn=7, supply={"blue": [source("03.03", 9)]})
    s.enter("recovery")
    assert s.forces().sources["dump 03.03"].sp == 9, "not at 1800"


def test_a_formation_that_cannot_draw_is_marked() -> None:
    """TOCS-W8.5-3, TOCS-W8.5-2: two regiments, one point; the second finds the dump empty."""
    pieces = (Piece("H1", "03.03", "hq", level="regiment"), Piece("H2", "03.04", "hq", level="regiment"),
              Piece("A", "03.03", parent="h1"), Piece("B", "03.04", parent="h2"))  # fmt: skip
    s = day(*pieces, supply={"blue": [source("03.03", 1)]})
    s.play.happen(drawn(s.play.moment))
    assert s.forces().sources["dump 03.03"].sp == 0
    assert {c: bool(s.unit(c).cut) for c in ("H1", "A", "H2", "B")} == {"H1": False, "A": False, "H2": True, "B": True}


def test_trucks_share_the_fate_of_their_unit() -> None:
    """TOCS-W8.2-4, TOCS-W8.2-5, TOCS-W8.0-3: they move with it, a quarter goes with each step, all of it with the unit."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04", supply={"blue": [source("03.03", 4, "mobile", join="a")]})
    s.does("A", "move 03.04")
    assert [(x.hex, x.sp) for x in s.forces().sources.values()] == [("03.04", 4)]
    unit = s.unit("A")
    for lost, left in ((1, 3), (3, 1)):  # 4 · ¾ = 3, then 3 · ¾ = 2 and 2 · ¾ = 1
        s.play.happen([e.UnitChanged("blue", replace(unit, lost=lost), "lost")])
        s.play.settle_act()
        assert [x.sp for x in s.forces().sources.values()] == [left]
    s.play.happen([e.UnitDestroyed("blue", replace(unit, lost=4, status="dead"), "A", "A", "company", "", "battle")])
    s.play.settle_act()
    assert not s.forces().sources


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
    assert s.unit("A").bank == 1 and not s.forces("red").sources
    assert [(x.hex, x.bank, x.sp) for x in s.forces().sources.values() if x.sp] == [("02.04", bank, 5)]


# ---------------------------------------------------------------- every item of the chart is obeyed

CUT = "T1.1"
HUNGRY = {**FAR, "blue": [source("01.01")]}
NOTHING = {"red": [source("08.08", 0)]}


def doctored(s: Scene, without: str) -> Scene:
    """The scene with the chart as printed, or without some of its items."""
    printed = s.game.charts["out-of-supply"]
    assert isinstance(printed, Listing)
    left = {name: item for name, item in printed.items.items() if name not in without.split()}
    s.game = s.play.game = replace(s.game, charts={**s.game.charts, "out-of-supply": replace(printed, items=left)})
    return s


def hungry(without: str, *more: Piece, **scene: object) -> Scene:
    """A at 05.05, cut off, and whoever else is needed."""
    pieces = more if any(p.counter.call == "A" for p in more) else (Piece("A", "05.05", strength=5, cut=CUT), *more)
    kept: dict[str, object] = {"supply": HUNGRY, **scene}
    red = kept.pop("red", [Piece("R", "05.04", strength=5)])
    return doctored(Scene(pieces, red, **kept), without)  # type: ignore[arg-type]


def row_of(s: Scene, text: str) -> str:
    refused = s.check("A", text)
    return refused[0].words if refused else ""


def rolled_totals(s: Scene) -> tuple[int, int]:
    s.does("A", "attack 05.04 hasty")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    return rolled.attacker.total, rolled.defender.total


def of_attacks(without: str) -> list[str]:
    """Hasty, deliberate, intensive; with the third AP that the chart takes too, so that it is not for want of that."""
    return [row_of(hungry(f"ap {without}"), f"attack 05.04 {effort}") for effort in ("hasty", "deliberate", "intensive")]


def of_guns(without: str) -> list[str]:
    """What an HQ in supply can have of three batteries without: a strike, a bombardment, an interdiction."""
    guns = [Piece(c, "05.06", "battery", range=5, cut=CUT, parent="hq") for c in "AGH"]
    s = hungry(without, *guns, Piece("HQ", "05.06", "hq", level="brigade", command=6, id="hq"))
    return [row_of(s, line) for line in ("strike 05.04", "bombard 05.04 with A, G, H", "interdict 05.04")]


def of_engineers(without: str, line: str, **scene: object) -> str:
    engineers = Piece("A", "05.05", engineer=True, traits=("bridging",), cut=CUT)
    return row_of(hungry(without, engineers, red=[Piece("R", "08.08")], **scene), line)


def of_works(without: str) -> list[str]:
    """Mines, and the positions that digging comes to."""
    said = [of_engineers(without, "mine")]
    for level in ("", "entrenched", "strongpoint"):
        said.append(of_engineers(without, "dig", works={"05.05": (level, "blue")} if level else {}))
    return said


def of_bridging(without: str) -> str:
    land = ground("", river("01.04 02.04 03.05 04.05 05.05 06.05 07.05 08.05", "NW", "SE"))
    return of_engineers(without, "build footbridge", land=land)


def of_refit(without: str) -> str:
    s = hungry(without, Piece("A", "05.05", lost=1, cut=CUT, parent="hq"),
               Piece("HQ", "05.06", "hq", command=6, id="hq"), red=[Piece("R", "08.08")])  # fmt: skip
    refused = s.staff("refit A")
    return refused[0].words if refused else ""


def of_fuel(without: str) -> int:
    s = hungry(without, Piece("A", "05.05", "vehicle_platoon", cut="T1.1"), turns=23, turn=21, hours=True)
    s.activate("A")
    return movement.allowance(s.active(), s.forces().counters["a"])


def of_recovery(without: str) -> int:
    s = hungry(without, Piece("A", "05.05", state=3, cut=CUT))
    s.enter("recovery")
    return s.unit("A").state


def of_morale(without: str) -> tuple[int, int]:
    s = hungry(without, Piece("A", "05.05", state=4, cut=CUT), Piece("HQ", "05.06", "hq", level="battalion"))
    nerve = withdrawal.steadiness(s.view(), s.unit("A"))
    return morale.drms(s.game.check("morale-check"), nerve)[0], rallying.drms(s.view(), s.unit("HQ"), s.unit("A"))[0]


def of_hunger(without: str) -> bool:
    s = hungry(without, turns=23, turn=21, hours=True)
    return stocks.starves(s.view(), s.unit("A"))


NO_GUNS, NO_WORKS = "A is out of supply: no artillery strike, bombardment or interdiction", (
    "A is out of supply: no minefields; positions may be improved to entrenched only"
)  # fmt: skip
ITEMS: dict[str, tuple[Callable[[str], object], object, object]] = {
    "ap": (lambda w: action_points(hungry(w).view(), hungry(w).unit("A")), 2, 3),
    "attack": (lambda w: rolled_totals(hungry(w)), (3, 5), (5, 5)),
    "defence": (lambda w: rolled_totals(hungry(w, supply=NOTHING, red=[Piece("R", "05.04", strength=5, cut=CUT)])), (3, 4), (3, 5)),
    "no_intensive": (of_attacks, ["", "", "A is out of supply: no intensive attack"], ["", "", ""]),
    "no_guns": (of_guns, [NO_GUNS] * 3, [""] * 3),
    "no_bridging": (of_bridging, "A is out of supply: no bridge may be begun", ""),
    "no_refit": (of_refit, "A is out of supply: no refit, and disbanded steps are lost instead of joining a pool",
                 "A has no line of supply: no source of supply is left"),
    "no_works": (of_works, [NO_WORKS, "", NO_WORKS, NO_WORKS], ["", "", "", ""]),
    "vehicles": (of_fuel, 6, 10),
    "recovery": (of_recovery, 2, 1),
    "morale": (of_morale, (1, 2), (0, 1)),
    "starving": (of_hunger, True, False),
}  # fmt: skip
PROSE = {"leaflets": "missions of the air are not flown yet (TOCS-W15.6-1)"}
"""Items of the chart that no code obeys, and why."""


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_of_the_chart_tells(item: str) -> None:
    """TOCS-W8.4-1, TOCS-W10.11-1, TOCS-W10.9-1, TOCS-W10.13-1, TOCS-W10.24-1, TOCS-W10.25-1, TOCS-W10.26-1, TOCS-W10.22-1: as
    printed, and with that item struck out of the chart."""
    asked, so, otherwise = ITEMS[item]
    assert (asked(""), asked(item)) == (so, otherwise)


def test_no_item_of_the_chart_is_forgotten() -> None:
    """TOCS-W8.4-1."""
    assert set(ITEMS) | set(PROSE) == set(stocks.chart(game(ground())))


def test_an_hq_in_supply_draws_though_its_communication_is_cut() -> None:
    """TOCS-W8.5-1: in line of supply is what counts; it has a parent far away whom it cannot hear."""
    far = Piece("H2", "08.01", "hq", level="division", command=1, id="h2")
    s = day(Piece("H1", "03.03", "hq", level="regiment", parent="h2"), far, supply={"blue": [source("03.03", 9)]})
    assert not communications.in_loc(s.view(), s.unit("H1"))
    s.enter("recovery")
    assert s.forces().sources["dump 03.03"].sp == 8
