"""Rows that were called done and, looked at from outside, were not: each in play, with what both sides learn of it."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.rules import interrogation, straying
from pbem.rulesets.tocs.rules.nations import unready
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source
from tests.rulesets.tocs.test_w10_02_infiltration import stealing
from tests.rulesets.tocs.test_w20_interrogation import beaten

HERE = Hex("03.04")
NEVER = {"red": ("ezoc never",)}


# ---------------------------------------------------------------- zones


@pytest.mark.parametrize("company", [True, False])
def test_a_claim_on_a_hex_that_proves_occupied_is_answered_too(company: bool) -> None:
    """TOCS-W6.0-9: the zone is confirmed or given up, and the hex said to be occupied."""
    red = [Piece("G", "03.05", "battery"), *([Piece("R", "03.06")] if company else [])]
    s = Scene([Piece("A", "03.04")], red, claims=("03.05",), standing=NEVER)
    s.does("A", "recon 03.05")
    assert [(x.occupied, x.ezoc) for x in s.learnt("blue", e.HexScouted)] == [(True, company)]
    assert (Hex("03.05") in s.view().ezoc()) == company
    assert [(x.hex, x.stands) for x in s.learnt("blue", e.EzocAnswered)] == ([] if company else [("03.05", False)])


def test_an_occupied_hex_that_was_not_claimed_is_answered_as_before() -> None:
    """TOCS-W6.0-9, TOCS-1.2-2."""
    s = Scene([Piece("A", "03.04")], [Piece("R", "03.05"), Piece("Q", "03.06")])
    s.does("A", "recon 03.05")
    assert s.learnt("blue", e.EzocAnswered) == [] and not s.learnt("blue", e.HexScouted)[0].ezoc


# ---------------------------------------------------------------- mines


def mined(*blue: Piece, faces: tuple[int, ...], **more: Any) -> Scene:
    """Mines of red's in 03.03, where blue stands."""
    obstacles = {"03.03": "minefield red"}
    red = [Piece("R", "08.08"), *more.pop("red", ())]
    return Scene(blue, red, standing=NEVER, obstacles=obstacles, dice={"mines/": faces}, **more)


@pytest.mark.parametrize(("faces", "where", "state"), [((1, 1), "03.04", 1), ((6, 6), "03.03", 2)])
def test_an_attack_on_an_empty_hex_out_of_mines_takes_the_check(faces: tuple[int, ...], where: str, state: int) -> None:
    """TOCS-W10.11-6, TOCS-W10.6-3: whoever fails stays, a state lower besides his activation."""
    s = mined(Piece("A", "03.03"), faces=faces)
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert (s.unit("A").hex, s.unit("A").state) == (where, state)
    assert s.owner("03.04") == ("blue" if where == "03.04" else "red")
    assert len(s.happened(e.MoraleChecked)) == 1 and s.picture().forces == s.forces()


def test_engineers_attack_out_of_mines_without_a_check() -> None:
    """TOCS-W10.11-6."""
    s = mined(Piece("A", "03.03", engineer=True), faces=(6, 6))
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.unit("A").hex == "03.04" and not s.happened(e.MoraleChecked)


@pytest.mark.parametrize(("faces", "where", "state"), [((1, 1), "03.02", 0), ((6, 6), "03.03", 1)])
def test_a_withdrawal_out_of_mines_takes_the_check(faces: tuple[int, ...], where: str, state: int) -> None:
    """TOCS-W10.11-6, TOCS-W10.3-5: after that of the withdrawal itself, of which a scout is free."""
    s = mined(Piece("HQ", "03.02", "hq", command=4), Piece("A", "03.03", parent="hq", recon=True), Piece("B", "03.03", parent="hq"),
              faces=faces, red=(Piece("Q", "03.03"),), engaged={Hex("03.03"): "blue"})  # fmt: skip
    assert s.does("A", "withdraw 03.02").failure is None
    assert (s.unit("A").hex, s.unit("A").state) == (where, state)
    assert len(s.happened(e.MoraleChecked)) == 1 and s.picture().forces == s.forces()


# ---------------------------------------------------------------- civilians


def test_people_who_were_bombarded_talk_less() -> None:
    """TOCS-W20.2-1: the asking side bombarded the hex this turn; a strike is no bombardment, and a new turn forgets."""
    gun: dict[str, Any] = {"kind": "battery", "arm": "artillery", "range": 8, "parent": "bhq", "nation": "german"}
    found = []
    for text in ("bombard 03.04 with H, I", "harass 03.04", ""):
        blue = [Piece("BHQ", "03.01", "hq", level="regiment", command=8, wireless=8), *(Piece(c, "03.02", **gun) for c in "GHI")]
        s = Scene([Piece("A", "03.03"), *blue], [Piece("R", "03.04", elr=1)], cell="-/0R1", land=ground("03.04 village"),
                  standing=NEVER, dice={"bombard/": (1, 1), "harass/": (1, 1)})  # fmt: skip
        s.does("A", "attack 03.04 hasty")
        if text:
            assert s.does("G", text).failure is None
        assert s.picture().forces == s.forces()
        s.fight()
        found.append(next(x.drms for x in s.happened(e.CiviliansSpoke)))
        assert s.forces().new_turn().bombarded == ()
    assert found == [("shelled -1",), (), ()]


@pytest.mark.parametrize(("land", "scene", "held"), [
    ("village", {}, ()), ("town", {}, ()), ("suburb", {}, ("large place +1",)), ("city", {}, ("large place +1",)),
    ("village", {"light": "night"}, ("night -1",)), ("city", {"light": "night"}, ("large place +1", "night -1")),
    ("village", {"weather": {"fog": True}}, ()),
    ("town", {"with": [Piece("P", "04.03", arm="partisan")]}, ("resistance +1",)),
    ("town", {"with": [Piece("P", "03.03", arm="resistance")]}, ("resistance +1",)),
    ("town", {"with": [Piece("P", "03.02", arm="partisan")]}, ()), ("town", {"with": [Piece("P", "04.03")]}, ()),
])  # fmt: skip
def test_where_and_when_people_are_asked_changes_what_they_say(land: str, scene: dict[str, Any], held: tuple[str, ...]) -> None:
    """TOCS-W20.2-1: the modifiers of the chart, each by itself, and the answer of the throw so modified."""
    told, shift = list[str](), sum(int(words[-2:]) for words in held)
    for face in range(2, 13):
        faces = (face - 6, 6) if face > 6 else (face - 1, 1)
        rest = {k: v for k, v in scene.items() if k != "with"}
        s = Scene([Piece("A", "03.03"), *scene.get("with", ())], [Piece("R", "03.04", elr=1)], cell="-/0R1",
                  land=ground(f"03.04 {land}"), standing=NEVER, dice={"civilians": faces}, **rest)  # fmt: skip
        s.does("A", "attack 03.04 hasty")
        s.fight()
        (spoke,) = s.happened(e.CiviliansSpoke)
        assert spoke.drms == held and spoke.drm == shift
        told.append(spoke.answer.cell)
    neutral = ["", "", "", "", "", "", "", "W", "N", "M", "F"]  # of 2 to 12
    assert told == [neutral[min(max(n + shift, 0), len(neutral) - 1)] for n in range(len(neutral))]


@pytest.mark.parametrize(("cell", "steps", "words"), [
    ("-/1R1", 1, "they went to 03.05"), ("-/2R2", 1, "they went to 03.06"), ("-/0R1", 1, "they went to 03.05"),
])  # fmt: skip
def test_people_tell_where_the_living_went(cell: str, steps: int, words: str) -> None:
    """TOCS-W20.2-1: of those who fell in the place nothing is told, and they went nowhere."""
    red = [Piece("R", "03.04"), *(Piece(f"D{n}", "03.04", "asset", steps=steps) for n in range(2))]
    s = Scene([Piece("A", "03.03")], red, cell=cell, land=ground("03.04 village"), dice={"civilians": (3, 6)},
              standing={"red": ("ezoc never", "retreat toward 03.08", "losses weakest first")})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    (seen,) = s.learnt("blue", o.CiviliansHeard)
    assert seen.answer.words == words
    assert [h for h, _ in seen.answer.occupied] == [Hex(words[-5:])]


def test_people_know_hospitals_and_repair_centres_as_they_know_stores() -> None:
    """TOCS-W20.2-1: the nearest supply source, hospital or repair centre, if it works and is still theirs."""
    for kind, damage, words in (("hospital", 0, "to the south, 1-3"), ("field_repair", 0, "to the south, 1-3"),
                                ("railyard", 0, "nowhere"), ("hospital", 4, "nowhere")):  # fmt: skip
        s = Scene([Piece("A", "03.03")], [Piece("R", "03.04", elr=1)], cell="-/0R1", land=ground("03.04 village"),
                  standing=NEVER, dice={"civilians": (6, 6)})  # fmt: skip
        s.play.happen((e.FacilityChanged(Facility("w", kind, "W", Hex("03.06"), 4, damage), "set up", ("red",)),))
        s.does("A", "attack 03.04 hasty")
        s.fight()
        (seen,) = s.learnt("blue", o.CiviliansHeard)
        assert words in seen.answer.words, kind


def test_people_tell_what_became_of_the_bridges_next_door() -> None:
    """TOCS-W20.2-1: built, repaired or destroyed, as it is."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    land = ground("", water + road("03.03 03.04 03.05") + bridge("03.04"))
    (printed,) = land.bridges
    s = Scene([Piece("A", "03.02")], [Piece("R", "08.08")], land=land)
    down = replace(printed, intact=False)
    built = replace(printed, id="new", name="Pontoon", intact=True)
    said = []
    for game, spans in ((s.game, ()), (s.game, (down,)), (s.game, (down, built)),
                        (replace(s.game, ground=replace(land, bridges=(down,))), (printed,))):  # fmt: skip
        seen = interrogation.Seen(Hex("03.03"), (), {}, {}, spans)
        said.append(interrogation.civilians("M", game, s.forces("red"), seen).words)
    nothing = "nothing dug, mined or blown in the adjacent hexes"
    assert said == [nothing, "destroyed: Bridge", "destroyed: Bridge; built: Pontoon", "repaired: Bridge"]


# ---------------------------------------------------------------- infiltration, straying, nations


def test_an_infiltrator_finds_it_easier_through_stretched_companies_and_harder_through_mines() -> None:
    """TOCS-W10.2-5."""
    plain = stealing()
    wide = stealing(Piece("R", "03.04", extended="N"))
    mines = stealing(obstacles={"03.04": "minefield red"})
    drms = []
    for s in (plain, wide, mines):
        s.does("A", "infiltrate 03.04")
        s.fight()
        drms.append(s.happened(e.InfiltrationModified)[0].drm)
    assert [d - drms[0] for d in drms] == [0, 1, -1]


def test_finns_know_their_way_in_a_forest_by_night() -> None:
    """TOCS-W18.1.3-1: no modifier for night there; elsewhere as others."""
    added = {}
    for nation in ("finnish", "german"):
        for terrain in ("forest", "woods"):
            s = Scene([Piece("A", "03.03", nation=nation)], land=ground(f"03.03 {terrain}"), light="night")
            added[nation, terrain] = straying.modifier(s.view(), s.unit("A"), Hex("03.04"))
    night = int(str(s.game.check("straying").drms["night"].value))
    assert night and added["german", "forest"] - added["finnish", "forest"] == night
    assert added["german", "woods"] == added["finnish", "woods"]


def test_nations_that_train_for_the_night_attack_in_it_as_by_day() -> None:
    """TOCS-W18.1.8-1, TOCS-W13.2-2: by the chart's trait, whatever their action points."""
    game = replace(Scene([Piece("A", "03.03")]).game, year=1942, month="JUN")
    chart = game.records("national-characteristics")
    assert not unready(game, "japanese") and unready(game, "american")
    slow = {**chart.records, "japanese_1941_42": {**chart["japanese_1941_42"], "night_ap": -1}}
    none = {**slow, "japanese_1941_42": {**slow["japanese_1941_42"], "traits": ()}}
    for records, found in ((slow, False), (none, True)):
        charts = {**game.charts, "national-characteristics": replace(chart, records=records)}
        assert unready(replace(game, charts=charts), "japanese") == found


def test_self_propelled_guns_are_guns() -> None:
    """TOCS-W2.0-2: the arm that maps and orders of battle call them by."""
    from tests.rulesets.tocs.test_w02_units import AT, complaints, unit

    guns = unit("SP", "battery", 'arm = "self_propelled_artillery"', "artillery = 2", "range = 4", AT, steps=2, mobility="armored")
    assert "a battery is one of" not in complaints(guns)


# ---------------------------------------------------------------- ambush, deficit


def test_who_is_ambushed_has_no_free_road_hex_left() -> None:
    """TOCS-W10.1.2-2: nothing is left of his movement, so that there is no second battle for nothing."""
    land = ground("", road("03.02 03.03 03.04 03.05 03.06"))
    s = Scene([Piece("A", "03.02", mp=6, mobility="motorized")], [Piece("R", "03.04")], land=land, standing=NEVER, own="03.03",
              cell="-/4")  # fmt: skip
    s.does("A", "move 03.04 by road")
    active = s.forces().active
    assert active is None or (active.ap, active.mp, active.bonus) == (0, 0, False)


def test_deficit_points_that_lapsed_are_not_told_as_coming() -> None:
    """TOCS-3.5-3."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], supply={"blue": [source("03.03")]})
    came, lapsed = o.EnemyCredit(2), o.CreditLapsed(2)
    told = {name: " ".join(changes.lines(s.game, s.picture(), news)) for name, news in
            (("came", (came,)), ("both", (came, lapsed)), ("lapsed", (lapsed,)))}  # fmt: skip
    assert "you gain 2 OP" in told["came"]
    assert "you gain 2 OP" not in told["both"] and told["both"] == told["lapsed"]
    assert "overspent by 2; the turn is over" in told["both"]


def test_civilians_of_a_beaten_place_are_still_heard() -> None:
    """TOCS-W20.2-1."""
    assert len(beaten(8, cell="-/0R1", land="03.04 village").learnt("blue", o.CiviliansHeard)) == 1
