"""WHY, CHANCE, COST, WHAT CAN and DIARY of fires and op sheets, answered by mail from what the side knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.fire import unseen
from pbem.rulesets.tcs.learning import learn
from pbem.rulesets.tcs.plots import CountedHex, Plot, PlottedMission
from pbem.rulesets.tcs.reports.figures import is_kept, strength_of, why
from pbem.rulesets.tcs.rules.area_fire import AreaFire, AreaTarget, Shelter, area_shifts
from tests.acceptance.table import plain
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.ford import Ford


class Asked(Ford):
    """The ford village after a turn of fire. before: what questions were answered before it; report: of that turn."""

    before = report = ""


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    table = Asked(Path(tmp_path_factory.mktemp("figures")))
    table.begin()
    table.before = plain(
        table.write("us", "WHY US-2\nCHANCE US-2\nCOST US-2\nCOST US-1\nWHAT CAN US-2\nWHY US-1\nWHY A-1\nWHY US-9\nCOST US-9")
    )
    table.both("ROLL US-2 NEVER", "")
    table.both("A-MG: fire 05.04 area\nA-1: move 05.02, 05.03", "K-1: fire M4-1 point")
    table.report = plain(table.mail("us")[-1])
    yield table
    table.close()


@pytest.mark.parametrize("said", [
    "US-2, attack: 3 counters, size 1 on the scale 1 to 9. Boundaries: left ",
    "It gains 9 a turn as its force stands: none of it is on a sheet or under fire, three times as many for vehicles only.",
    "Next roll with 15 weighted turns, column 4: 52 or more on 2d6 read as tens and units, 31 percent.",
    "Turn 1: 15 weighted turns, 31 percent; in force by then 31 percent. Turn 2: 24 weighted turns, 56 percent; in force by",
    "US-2 has 6 weighted turns. Units added: 3 left.",
    "A sheet in force is not changed.",
    "roll US-2 always roll US-2 never call off US-2 sheet US-2 change",
    "It is in force. 0 of 14 steps lost; it fails at 50 percent.",
    "WHY A-1 Nothing has happened to A-1 yet.",
    "There is no unit or op sheet US-9.", "There is no op sheet US-9; yours are US-1, US-2.",
])  # fmt: skip
def test_a_sheet_answers_with_size_column_and_chance(ford: Asked, said: str) -> None:
    """TCSB-6-8, TCSB-6-11, TCSB-6-15, TCSB-6-18: the worked turn's figures (15 weighted turns, column 4, 52 or more)."""
    assert said in ford.before


def test_a_reserve_says_what_its_roll_needs(ford: Asked) -> None:
    """TCSB-6-33, TCSB-6-35: a tank with its radio by day needs 3 or more."""
    asked = plain(ford.write("ge", "CHANCE GE-2"))
    assert "GE-2 is in force. As its force stands COMMIT succeeds on 3 or more on 1d6, 67 percent." in asked


def test_a_unit_answers_with_the_figures_of_its_fire_and_of_what_struck_it(ford: Asked) -> None:
    """TCSB-11-7, TCSB-12-1, TCSB-17-2: dice, what counted, what it came to; the enemy's figures are not among them."""
    own = plain(ford.write("us", "WHY A-1\nWHY A-MG\nDIARY A-1"))
    assert "Column 2: 2d6 2+5 = 7, moving +2, 9 in all: 1 lost, morale is tried." in own
    assert "Effective morale 4: 2d6 6+4 = 10" in own and "Column 1 is a strength of 5 to 14." in own
    assert "DIARY A-1 Turn 1: A-1 entered 05.02. A-1 lost 1 step" in own and "G-" not in own
    theirs = plain(ford.write("ge", "WHY K-1\nWHY G-MG"))
    assert "Net value 2, range +1: 461 or more on 3d6 in order, 36 percent." in theirs
    assert "Column 1: 2d6 4+4 = 8, terrain -2, hasty -1, 5 in all: no effect." in theirs and "A-" not in theirs


def test_chance_says_what_area_fire_would_do(ford: Asked) -> None:
    """TCS3-7-2, TCSB-11-2, TCSB-11-7, TCSB-9-5."""
    said = plain(ford.write("us", "CHANCE A-MG at 05.04\nCHANCE T-1 at 06.03\nWHY 1"))
    assert "Area fire at 05.04 Village, 2 hexes: strength 14, column 1." in said
    there = next(name for name, enemy in ford.picture("us").enemies.items() if enemy.look.hex == "05.04")
    assert f"At {there}: 2d6 (terrain -2). Losses 3 percent, morale alone 14, no effect 83" in said
    assert "halved: nobody is spotted there. On one line with its stack (T-1, T-2): column 1." in said
    assert "WHY <unit> has the figures" in said


def test_chance_gives_no_odds_of_what_cannot_be_fired(ford: Asked) -> None:
    """TCSB-7-6, TCSB-7-9: no hex out of sight, nobody who is no longer spotted: who fired overwatch from the village is hidden
    once Clean-Up takes its marker off; the check says so too, from the side's own picture."""
    (gone,) = (enemy for enemy in ford.picture("us").enemies.values() if not enemy.spotted)
    assert gone.look.hex == "06.05" and f"No longer spotted: {gone.name}." in ford.report
    said = plain(ford.write("us", f"CHANCE T-1 at 05.05\nCHANCE T-1 at {gone.name}\nCHANCE BTY at 05.04"))
    assert "T-1 does not see 05.05: it cannot fire there now." in said and "percent" not in said
    assert f"{gone.name} is not spotted now: last seen at 06.05 Village in turn 1." in said
    assert "BTY fires by missions, not from a counter: WHAT CAN BTY tells what it may fire." in said


def test_why_of_an_enemy_says_where_it_is_and_whom_to_ask(ford: Asked) -> None:
    """TCSB-7-11: what the side itself knows of it, and no figures."""
    said = plain(ford.write("us", "WHY foot-3\nWHY gun-1\nWHY foot-77"))
    assert "foot-3, Panzergrenadier platoon, is an enemy, last seen at 06.05 in turn 1. WHY has figures of your own units" in said
    assert "gun-1, 7.5 cm Pak 40, is an enemy in sight at 06.07." in said and "foot-77, " not in said


def test_a_letter_that_fires_at_somebody_out_of_sight_is_warned(tmp_path: Path) -> None:
    """TCSB-7-6: point fire at a hex where nobody is spotted comes off only if somebody is by then; a name out of sight is no hex
    off the map."""
    table = Asked(tmp_path)
    table.begin()
    table.both("ROLL US-2 NEVER", "")
    table.both("A-1: move 05.02, 05.03", "K-1: fire M4-1 point")
    table.both("ROLL US-2 NEVER", "")
    (gone,) = (enemy.name for enemy in table.picture("us").enemies.values() if not enemy.spotted)
    said = plain(table.write("us", f"CHECK\nA-MG: fire {gone}"))
    theirs = plain(table.write("ge", "CHECK\nK-1: fire 06.02 point"))
    assert "no enemy is spotted in 06.02 now: the fire comes off only if one is when its turn comes" in theirs
    assert f"{gone} is out of sight now (TCSB-7-6)" in said and "not on the map" not in said
    table.close()


def test_columns_are_strengths_by_ten_rounded_once() -> None:
    """TCSB-9-5, TCSB-1-9."""
    assert [strength_of(BOOK, column) for column in (0, 1, 7, 10)] == ["0 to 4", "5 to 14", "75 to 94", "165 and more"]


def figures_of(name: str, *events: o.Seen) -> list[str]:
    """WHY of a unit of the ford village's after these."""
    made = Field()
    kept = (o.PublicNews(t.TurnOpened(2, 24)), *events)
    assert all(is_kept(seen) for seen in kept)
    return list(why(made.game, made.picture("us").forces, kept, name))


def test_antitank_rolls_and_morale_of_armor_have_figures() -> None:
    """TCSB-15-5, TCSARM-4.1b-1: dice, modifiers, chance."""
    thrown = o.OwnNews(t.AtThrown("us", "A-1", Hex("05.02"), "sfa", "Panther-1", "9", (4, 4), 9, True))
    assert "  2d6 4+4 = 8, modifiers +1, 9 in all: 9 or more destroys, 42 percent." in figures_of("A-1", thrown)
    held = o.OwnNews(t.AtThrown("us", "A-1", Hex("05.02"), "sfa", "", "-", (), 0, False))
    assert len(figures_of("A-1", held)) == 2, "what was not rolled has none"
    shaken = o.OwnNews(t.ArmorTried("us", Hex("06.01"), ("T-1", "T-2"), 4, (5, 2), 8, "S"))
    assert "  Effective morale 4: 2d6 5+2 = 7, modifiers +1, 8 in all; it holds at 6 or less." in figures_of("T-2", shaken)
    broken = o.OwnNews(t.ArmorTried("us", Hex("06.01"), ("T-1", "T-2"), 12, (1, 1), 2, "P"))
    assert "  Effective morale 12: 2d6 1+1 = 2, modifiers +0, 2 in all; no roll holds." in figures_of("T-2", broken)


def test_shells_have_figures_for_who_fired_them_and_for_whom_they_struck() -> None:
    """TCSB-18-15, TCSB-18-17, TCS3-2.2-4, TCS3-2.11-1: what a sheaf was worth, what it needed."""
    plot = Plot(1, "BTY", PlottedMission(Hex("05.04"), "A-MG", "HE", 6, "converged"), 2, 2)
    adjusted = o.OwnNews(t.MissionAdjusted("us", plot, Hex("05.04"), 0, True, "7", (3, 3), False, -1))
    bursts = o.Bursts(plot, (CountedHex(Hex("05.04"), 2),), 1)
    lines = figures_of("BTY", adjusted, bursts)
    assert "  2d6 3+3 = 6, distance of the observer -1: 7 or more adjusts, 42 percent." in lines
    worth = "Battery fires: 6; sheafs: 3 of strength 20; 1 in a hex column 2, 2 in a hex column 4."
    assert f"  {worth} Each rolls against each vehicle too." in lines
    smoke = o.Bursts(Plot(2, "BTY", PlottedMission(Hex("05.04"), "A-MG", "smoke", 4, "converged"), 2, 2), (), 2)
    assert len(figures_of("BTY", smoke)) == 2
    struck = o.OwnNews(t.UnitStruck("us", "T-1", "mortar_line", 1, 1, column=4))
    assert "  Mortar line against defense 3: 663 or more on 3d6 in order for each sheaf, 2 percent." in figures_of("T-1", struck)


def test_cover_and_works_count_no_further_than_the_chart_lets_them() -> None:
    """TCSB-11-8: a bunker in a village; what is cut off is no smoke."""
    counting = area_shifts(BOOK, AreaFire(1, True, 0, False), AreaTarget("A", Shelter(cover=-2, bunker=-4)))
    struck = t.UnitStruck("us", "A-1", "area", 0, 5, column=1, faces=(2, 2), total=0, counting=counting)
    (line,) = figures_of("A-1", o.OwnNews(struck))[2:]
    assert (
        line == "  Column 1: 2d6 2+2 = 4, terrain -2, bunker -4, -4 together, since cover counts no further, 0 in all: no effect."
    )
    smoked = replace(struck, total=-1)
    assert "no further, smoke and what lay between -1, -1 in all" in figures_of("A-1", o.OwnNews(smoked))[2]


def test_clearing_has_its_chance() -> None:
    """TCSB-21-5, TCSB-27-9."""
    tried = o.OwnNews(t.BarrierTried("us", ("A-1",), Hex("05.02"), "wire", "5", (2,), False, (6,)))
    assert "  5 or more on 1d6, 33 percent." in figures_of("A-1", tried)


def test_chance_takes_several_hexes_and_why_a_battery(ford: Asked) -> None:
    """TCSB-11-7: one hex after another, each once."""
    said = plain(ford.write("us", "CHANCE A-MG at 05.04, 05.05, 05.04\nWHY BTY"))
    assert said.count("Area fire at 05.04 Village") == 1 and said.count("Area fire at 05.05 Village") == 1
    assert "WHY BTY Nothing has happened to BTY yet." in said


@pytest.mark.parametrize(("shut", "why"), [
    (True, "T-1 is buttoned up and does not see as far as 08.07"), (False, "T-1 does not see 08.07"),
])  # fmt: skip
def test_a_tank_with_its_hatches_shut_is_told_why_it_does_not_see(shut: bool, why: str) -> None:
    """TCSB-7-8: four hexes and no farther."""
    field = Field()
    tank = replace(field.unit("T-1"), hex=Hex("06.01"), buttoned=shut)
    assert unseen(field.game, tank, Hex("08.07")) == why


def test_an_enemy_was_last_seen_in_the_turn_in_which_it_went_out_of_sight() -> None:
    """TCSB-7-9: it was shown until then, as it had stood since."""
    picture = learn(
        Field().picture("us"), o.EnemySeen("foot-9", o.ShownCounter(Hex("05.04"), "Heavy MG section", "A", "fire"), True)
    )
    later = replace(picture, public=replace(picture.public, turn=4))
    hidden = learn(later, o.EnemyHidden("foot-9"))
    assert (hidden.enemies["foot-9"].turn, hidden.enemies["foot-9"].spotted) == (4, False)
    after = replace(hidden, public=replace(hidden.public, turn=5))
    assert learn(after, o.EnemiesForgotten(("foot-9",))).enemies["foot-9"].turn == 4
