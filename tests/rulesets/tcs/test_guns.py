"""Artillery by mail: plots are checked, adjusted, fired by turns; ammunition, smoke and light; what each side is told."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.guns import DELAYED, MORE_HE, NIGHT, ROCKETS, Change, Guns, with_battery


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guns]:
    """A campaign in letter A of its first turn, in which questions are asked and nothing is done."""
    guns = Guns(
        tmp_path_factory.mktemp("asked") / "guns", MORE_HE, ROCKETS,
        with_battery("DRY", "us", 'caliber = "75"\ntubes = 4\nhe = 1'),
        with_battery("NEAR", "us", 'caliber = "155"\ntubes = 6\nhe = 9\nplace = "05.01"\nbehind = 2\nrange = 5'),
    )  # fmt: skip
    guns.begin()
    yield guns
    guns.close()


BAD = [
    ("PLOT BTY at 05.04 4 he", "`4`: not expected here; expected `by` or `blind`"),
    ("PLOT BTY at 05.05 by A-1 4 he", "A-1 does not see 05.05 now; try: plot BTY at 05.05 by A-MG 4 he converged (TCS3-2.1-5)"),
    ("PLOT BTY at 08.08 by A-MG 4 he", "and none of your units does (TCS3-2.1-5)"),
    ("PLOT BTY at 05.04 blind 4 he", "a blind mission falls on a TRP and nowhere else; yours are 05.05; try: plot BTY at 05.05 "
     "blind 4 he converged trp 05.05 (TCS3-2.1-6)"),
    ("PLOT BTY at 05.05 blind 4 he trp 05.06", "05.06 is none of your TRPs; yours are 05.05 (TCSB-18-3)"),
    ("PLOT BTY at 05.04 by A-MG 9 he", "BTY has plotted 0 of its 8 battery fires of this turn; try: plot BTY at 05.04 by A-MG 8 he "
     "converged (TCS3-2.10-1)"),
    ("PLOT DRY at 05.04 by A-MG 2 he", "DRY has 1 battery fire of he left; try: plot DRY at 05.04 by A-MG 1 he converged"),
    ("PLOT DRY at 05.04 by A-MG 1 smoke", "DRY has no smoke left (TCSB-18-21)"),
    ("PLOT BTY at 03.03 by A-2 4 he", "A-MG would be shelled: own units are in 03.03 (TCSB-9-9)"),
    ("PLOT BTY at 09.09 by A-MG 4 he", "09.09 is not on the map (TCSB-1-6)"),
    ("PLOT NEAR at 05.08 by A-MG 1 he", "05.08 is out of range of NEAR: it reaches 5 hexes (TCSB-9-7)"),
    ("PLOT BTY at 05.04 by A-MG 4 he linear 9", "a linear mission needs an axis by its direction, 1 north and on clockwise; "
                                                "try: plot BTY at 05.04 by A-MG 4 he linear 1 (TCS3-2.13-1)"),
    ("PLOT BTY CONTINUE 4 he", "BTY fired no mission in the last turn that could go on (TCS3-2.6-1)"),
    ("PLOT BTY at 05.04 by A-MG 4 illum", "a mission of illumination is one light, 2 battery fires of BTY; try: "
     "plot BTY at 05.04 by A-MG illum (TCS3-2.5-1)"),
    ("PLOT A-MG at 05.04 by A-MG 4 he", "A-MG is no battery; yours are BTY, DRY, NEAR (TCSB-18-1)"),
    ("PLOT BTY at 05.04 by DRY 4 he", "DRY is a battery and observes nothing: name a unit (TCS3-2.1-4)"),
    ("PLOT BTY at 05.04 by A-MG 0 he", "a mission is one battery fire at least; try: plot BTY at 05.04 by A-MG 8 he"),
    ("PLOT BTY at 05.04 by A-MG 6 he\nPLOT BTY at 05.05 by A-MG 4 he", "BTY has plotted 6 of its 8 battery fires of this "
     "turn; try: plot BTY at 05.05 by A-MG 2 he converged (TCS3-2.10-1)"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "why"), BAD)
def test_a_mission_that_cannot_be_fired_is_refused_with_its_row(lines: str, why: str, asking: Guns) -> None:
    """TCSB-18-3, TCSB-18-8, TCSB-9-7, TCSB-9-9, TCS3-2.1-4, TCS3-2.1-5, TCS3-2.1-6, TCS3-2.10-1, TCS3-2.13-1."""
    answer = asking.asked("us", f"CHECK\n{lines}")
    assert why in answer and "On file" not in answer


def test_a_plot_says_what_it_costs_and_whom_it_endangers(asking: Guns) -> None:
    """TCSB-18-15, TCSB-18-19, TCS3-2.7-1: the answer has the price before anything is fired."""
    answer = asking.asked("us", "CHECK\nPLOT BTY at 05.03 by A-1 5 he open\nPLOT BTY at 05.05 blind 2 he trp 05.05")
    assert "5 battery fires of BTY make 3 sheafs; that leaves it 35 HE" in answer
    assert "danger close: the pattern reaches A-1, A-2, A-MG, T-1, T-2" in answer
    assert "a blind mission can be neither checked nor cancelled (TCS3-2.7-1)" in answer


def test_missions_are_adjusted_and_fired_by_turns(tmp_path: Path) -> None:
    """TCSB-2-6, TCSB-2-7, TCSB-2-8, TCS3-2.2-2, TCS3-2.2-3, TCS3-2.2-4, TCS3-2.3-7, TCSB-18-17, TCS3-2.1-1."""
    guns = Guns(tmp_path / "guns", MORE_HE, with_battery("GBT", "ge", 'caliber = "105"\ntubes = 6\nhe = 20'))
    guns.begin()
    guns.letters(
        "PLOT BTY at 05.04 by A-MG 4 he\nWAIT\nPLOT BTY at 05.05 blind 4 smoke open trp 05.05",
        "PLOT GBT at 03.03 by G-MG 4 he\nPLOT GBT at 04.01 by G-MG 4 he linear 2",
    )
    ended = guns.events(t.MissionOver)
    first = guns.events(t.GunsOrdered)[0].first
    sides = [first, "ge" if first == "us" else "us"] * 2
    assert [over.side for over in ended] == [*sides, "us"]
    assert [over.plot.number for over in ended if over.side == "us"] == [1, 2, 3]
    for adjusted in guns.events(t.MissionAdjusted):
        total = sum(adjusted.faces)
        assert adjusted.adjusted == (adjusted.needed == "A" or (adjusted.needed.isdigit() and total >= int(adjusted.needed)))
    assert guns.battery("BTY").stock("HE") == 40 - 4 * sum(
        o_.fate == "fired" for o_ in ended if o_.plot.number == 1 and o_.side == "us"
    )
    assert guns.battery("BTY").stock("smoke") == 8
    report = plain(guns.mail("us")[-1])
    assert "BTY: smoke" in report and ("Enemy shells burst in" in report) == bool(guns.told("us", o.ShellsSeen))
    assert "GBT" not in report and "G-MG" not in report and "BTY" not in plain(guns.mail("ge")[-1])
    guns.close()


def test_what_was_fired_goes_on_without_adjustment(tmp_path: Path) -> None:
    """TCS3-2.6-1, TCS3-2.2-5, TCSB-18-21, TCS3-2.1-2: other numbers, the same hex; ammunition comes back from check fire alone."""
    guns = Guns(tmp_path / "guns", MORE_HE)
    guns.begin()
    guns.turn("PLOT BTY at 05.05 blind 4 he trp 05.05\nROLL US-2 NEVER")
    assert guns.battery("BTY").before is not None and "may continue at 05.05" in plain(guns.mail("us")[-1])
    smoke = dict(guns.board.smoke)
    guns.letters("PLOT BTY CONTINUE 6 smoke")
    (over,) = [one for one in guns.events(t.MissionOver) if one.plot.turn == 2]
    assert over.fate == "fired" and over.plot.mission is not None and over.plot.mission.target == "05.05"
    assert not [one for one in guns.events(t.MissionAdjusted) if one.plot.turn == 2]
    assert guns.battery("BTY").he == 36 and guns.battery("BTY").smoke == 6
    assert sum(guns.board.smoke.values()) == sum(smoke.values()) + 6
    guns.both("", "")
    assert sum(guns.board.smoke.values()) <= 3 + sum(smoke.values())
    guns.close()


def test_a_condition_checks_fire_before_the_point_is_placed(tmp_path: Path) -> None:
    """TCS3-2.7-1, TCS3-2.7-2: the ammunition is back; a blind mission is never cancelled."""
    guns = Guns(tmp_path / "guns", MORE_HE)
    guns.begin()
    guns.letters(
        "PLOT BTY at 05.03 by A-1 4 he CANCEL IF friends within 2\nPLOT BTY at 05.05 blind 4 he trp 05.05 CANCEL IF turn 1"
    )
    assert [over.fate for over in guns.events(t.MissionOver)] == ["cancelled", "fired"]
    assert guns.battery("BTY").he == 36 and "BTY: mission at 05.03 cancelled" in plain(guns.mail("us")[-1])
    guns.close()


def test_a_battery_with_a_delay_fires_a_turn_later(tmp_path: Path) -> None:
    """TCSB-18-6, TCSB-18-13, TCS3-2.6-2: and cannot go on."""
    guns = Guns(tmp_path / "guns", MORE_HE, DELAYED)
    guns.begin()
    guns.turn("PLOT BTY at 05.05 blind 4 he trp 05.05\nROLL US-2 NEVER")
    report = plain(guns.mail("us")[-1])
    assert not guns.events(e.SheafsFell) and "HE at 05.05 Village falls in turn 2" in report
    guns.letters("ROLL US-2 NEVER")
    assert len(guns.events(e.SheafsFell)) == 1 and not guns.board.forces["us"].plots
    guns.both("", "")
    assert "BTY has a delay and cannot go on with a mission (TCS3-2.6-2)" in guns.asked("us", "PLOT BTY CONTINUE 4 he")
    guns.close()


def test_rockets_fall_where_they_fall(tmp_path: Path) -> None:
    """TCS3-2.8-1, TCS3-2.8-2, TCS3-2.8-3: no adjustment; inner hexes smoke; friend and enemy are struck."""
    guns = Guns(tmp_path / "guns", ROCKETS)
    guns.begin()
    assert "a TRP does not help rockets" not in guns.asked("ge", "CHECK\nPLOT NBW at 03.03 by G-MG he")
    guns.letters("", "PLOT NBW at 03.03 by G-MG he")
    (placed,) = guns.events(t.MissionAdjusted)
    if placed.point is not None:
        (fell,) = guns.events(e.SheafsFell)
        assert {one.hex for one in fell.volley.smoke} <= {one.hex for one in fell.fallen}
        assert all(guns.board.smoke[one.hex] == 1 for one in fell.volley.smoke)
    assert guns.battery("NBW").he == 1
    guns.close()


def test_light_by_night_shows_what_the_dark_hides(tmp_path: Path) -> None:
    """TCS3-2.5-1, TCS3-2.5-2, TCS3-2.5-3, TCSB-19-7, TCSB-19-9, TCSB-25-1, TCSB-1-3, TCS3-2.2-6: a light for all."""
    guns = Guns(tmp_path / "guns", MORE_HE, NIGHT)
    guns.begin()
    assert "2 hexes (haze, night)" in plain(guns.mail("us")[-1]) and guns.board.public.dark
    assert "A-MG does not see 05.05 now" in guns.asked("us", "CHECK\nPLOT BTY at 05.05 by A-MG 4 he")
    guns.letters("PLOT BTY at 04.04 by A-MG illum\nROLL US-2 NEVER")
    assert guns.board.public.lights == {Hex("04.04")} and guns.battery("BTY").illum == 6
    assert all("Illumination over 04.04" in plain(guns.mail(side)[-1]) for side in ("us", "ge"))
    assert any(enemy.look.hex == "05.04" for enemy in guns.picture("us").enemies.values())
    guns.both("", "")
    assert not guns.board.public.lights and "191000A" in guns.mail("us")[-1].text
    guns.close()


def test_a_desk_knows_of_shells_and_smoke_what_it_sees(tmp_path: Path) -> None:
    """TCS3-2.3-6, TCS3-2.3-5: bursts nobody sees are told to nobody, smoke is known where it is seen."""
    guns = Guns(tmp_path / "guns", MORE_HE)
    guns.begin()
    guns.turn("PLOT BTY at 05.05 blind 8 he open trp 05.05\nROLL US-2 NEVER")
    (fell,) = guns.events(e.SheafsFell)
    (own,) = guns.told("us", o.Bursts)
    assert sum(one.many for one in own.seen) + own.unseen == sum(one.many for one in fell.fallen) + fell.lost == 4
    for side in ("us", "ge"):
        known = guns.picture(side).smoke
        assert known == guns.board.smoke_known.get(side, {}) and all(guns.board.smoke[hex_] == many for hex_, many in known.items())
    guns.close()


def test_fog_lifts_along_its_track(tmp_path: Path) -> None:
    """TCSB-2-5, TCSB-7-1, TCSB-1-2: two dice at or below the box thin it by a stage, and every letter says how far one sees."""
    fog: Change = (
        "scenario-1.toml",
        'visibility = "haze"',
        'visibility = "thick_fog"\nweather = { track = "morning", first_roll = 2 }',
    )
    guns = Guns(tmp_path / "guns", fog)
    guns.begin()
    for _ in range(5):
        guns.turn("ROLL US-2 NEVER" if guns.board.public.turn == 1 else "")
    began = guns.events(t.TurnOpened)
    stages, reach = ["thick_fog", "fog", "mist", "haze", "clear"], {"thick_fog": 1, "fog": 3, "mist": 8, "haze": 24, "clear": 40}
    boxes = (3, 4, 5, 6, 7, 8, 9, 12)
    for before, now in pairwise(began):
        thinner = now.rolled <= boxes[before.box]
        assert (
            (now.weather, now.box) == (stages[stages.index(before.weather) + 1], 0) if thinner else (before.weather, before.box + 1)
        )
        assert now.reach == reach[now.weather] and now.rolled > 0
    assert began[0].rolled == 0 and began[0].reach == 1 and len(began) == 6
    assert f"(fog: rolled {began[1].rolled})" in " ".join(plain(mail) for mail in guns.mail("us"))
    guns.close()


def test_sheets_gain_less_by_night(tmp_path: Path) -> None:
    """TCSB-25-4: two weighted turns, for a sheet of vehicles six."""
    guns = Guns(tmp_path / "guns", NIGHT)
    guns.begin()
    guns.letters("ROLL US-2 NEVER")
    assert guns.board.forces["us"].sheets["US-2"].weighted == 6 + 2 * 3
    guns.close()


def test_mortars_lay_smoke_and_give_light(tmp_path: Path) -> None:
    """TCS3-8-1, TCS3-8-2, TCSB-13-7: 81 mm and more lay one marker where an observer sees, American 60 mm give light alone."""
    guns = Guns(tmp_path / "guns", NIGHT)
    guns.begin()
    guns.both("ROLL US-2 NEVER", "")
    assert "A-60 fires no smoke (TCS3-8-1)" in guns.asked("us", "CHECK\nA-60: fire 03.03 smoke")
    assert "A-MG fires no illumination (TCS3-8-2)" in guns.asked("us", "CHECK\nA-MG: fire 03.03 illum")
    assert "G-81 does not see 05.01" in guns.asked("ge", "CHECK\nG-81: fire 05.01 smoke")
    assert "05.07 is 1 hexes off, out of range for G-81" in guns.asked("ge", "CHECK\nG-81: fire 05.07 smoke")
    guns.both("A-60: fire 04.04 illum", "G-81: fire 05.04 smoke")
    assert [event.unit for event in guns.events(t.MortarFired)] == ["A-60", "G-81"]
    assert [event.hex for event in guns.events(t.LightLit)] == ["04.04"] and len(guns.events(e.SmokeLaid)) == 0
    report, theirs = plain(guns.mail("us")[-1]), plain(guns.mail("ge")[-1])
    assert "A-60 fired illumination at 04.04." in report and "Illumination burns over 04.04." in theirs
    assert "G-81 fired smoke at 05.04 Village." in theirs and not guns.board.smoke  # one marker is gone in Clean-Up
    guns.close()


def test_a_far_observer_adjusts_worse_where_the_setting_says_so(tmp_path: Path) -> None:
    """TCS3-2.2-4: nothing within eight hexes, and the roll is told with what counts."""
    far: Change = ("module.toml", 'sfa = "action"', 'sfa = "action"\nobserver_range = true')
    guns = Guns(tmp_path / "guns", MORE_HE, far)
    guns.begin()
    guns.letters("PLOT BTY at 05.08 by A-MG 4 he\nROLL US-2 NEVER")
    (adjusted,) = guns.events(t.MissionAdjusted)
    assert adjusted.shift == 0 and "takes" not in plain(guns.mail("us")[-1])
    guns.close()


@pytest.mark.parametrize(
    "said", ["Wait", "Hi ref,\nPlease wait!\nSam", "WAIT\nWAIT", "PLOT BTY at 05.05 blind 4 he open trp 05.05\nWAIT"]
)
def test_a_wait_before_no_mission_is_not_filed(tmp_path: Path, said: str) -> None:
    """TCSB-2-8: `Please wait` took the place of all missions on file, and its writer was done."""
    guns = Guns(tmp_path / "guns", MORE_HE)
    guns.begin()
    guns.write("us", "ROLL US-2 NEVER\nWAIT\nPLOT BTY at 05.04 by A-MG 4 he")
    before = guns.campaign.state.admin.staff("us")
    answer = plain(guns.write("us", said))
    assert "no PLOT stands below it; EXTEND gives you another day" in answer
    assert guns.campaign.state.admin.staff("us") == before and len(before.files["us"].lines) == 3
    guns.close()


def test_ammunition_and_markers_are_conserved(tmp_path: Path) -> None:
    """TCSB-18-21, TCS3-2.1-2, TCS3-2.3-5: what was fired is gone; smoke is what was laid less Clean-Up."""
    guns = Guns(tmp_path / "guns", MORE_HE, with_battery("GBT", "ge", 'caliber = "75"\ntubes = 4\nhe = 24\nsmoke = 12'))
    guns.begin()
    for turn in range(1, 5):
        guns.turn(
            f"PLOT BTY at 05.05 blind {turn} he open trp 05.05\nPLOT BTY at 05.05 blind 2 smoke trp 05.05" if turn % 2 else "",
            f"PLOT GBT at 03.03 by G-MG {turn + 2} he\nPLOT GBT at 03.03 by G-MG 3 smoke linear 3" if turn < 3 else "",
        )
    fired: Counter[tuple[str, str]] = Counter()
    for over in guns.events(t.MissionOver):
        if over.fate == "fired" and over.plot.mission:
            fired[over.plot.battery, over.plot.mission.round] += over.plot.mission.fires
    begun = {("BTY", "HE"): 40, ("BTY", "smoke"): 12, ("GBT", "HE"): 24, ("GBT", "smoke"): 12}
    for (name, round_), many in begun.items():
        assert guns.battery(name).stock("HE" if round_ == "HE" else "smoke") == many - fired[name, round_]
    smoke: dict[Hex, int] = {}
    for record in recorded(guns):
        for event in record.events:
            if isinstance(event, e.SmokeLaid):
                smoke = {place: smoke.get(place, 0) + dict(event.smoke).get(place, 0) for place in {*smoke, *dict(event.smoke)}}
            if isinstance(event, t.CleanUpDone):
                smoke = {place: many // 2 for place, many in smoke.items() if many // 2}
    assert smoke == guns.board.smoke and fired
    guns.close()
