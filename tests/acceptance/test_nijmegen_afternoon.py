"""What the Nijmegen module has of its own, by letters: the four days in three turns, their hours pulled forward, so that waves,
reinforcements, the British pool, Reinhold, the train, the boats, the exit by the north edge and the last tally all come within
one afternoon. Rules of their own files hold each case; here stands what a commander writes and what he is answered.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.admin.module_check import check
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs.module import load_module
from pbem.simulate.game import play
from pbem.simulate.plan import RehearsalPlan
from tests.acceptance.table import Table, plain
from tests.opened import as_board, as_picture

TURNS = ("17-1200", "17-1500", "17-1800")
SPELL = re.compile(r'\[\[weather\.spell\]\]\nfrom = "(\d\d-\d{4})"\n(?:\w+ = .*\n)+\n?')
TURN = re.compile(r'  \{ id = "(\d\d-\d{4})".*\n')
LATE = re.compile(r'"(\d\d-\d{4})"')
HOURS = {"19-2100": TURNS[0], "20-0900": TURNS[1], "20-1800": TURNS[2]}
"""By when a tank is to be over the Waal; whatever else comes later than these turns comes with the second."""
ENDS = "CANCEL\nEND IMPULSE ANYWAY"


def pulled_forward(folder: Path) -> Path:
    """The module with its first three turns alone."""
    for name, text in library.module_files(library.module_folder("omg-nijmegen")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(_sooner(text), encoding="utf-8")
    return folder


def _sooner(text: str) -> str:
    text = TURN.sub(lambda found: found[0] if found[1] in TURNS else "", text)
    text = SPELL.sub(lambda found: found[0] if found[1] in TURNS else "", text)
    text = text.replace('turn = "17-1800"\nby = "edge"', 'turn = "17-1500"\nby = "edge"')  # SS Reconnaissance 9
    text = text.replace('hour = "0000"', 'hour = "1500"').replace("at_least = { 19 = 11, 20 = 10 }", "at_least = { 17 = 3 }")
    return LATE.sub(lambda found: f'"{found[1] if found[1] in TURNS else HOURS.get(found[1], TURNS[1])}"', text)


class Afternoon(Table):
    """The table; letters by a name under which a test looks them up."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, module=str(pulled_forward(folder / "module")))
        self.said: dict[str, str] = {}
        self.played: dict[str, int] = {}

    def asks(self, name: str, side: str, lines: str) -> None:
        """A letter, its answer kept."""
        self.said[name] = plain(self.write(side, lines))

    def until(self, turn: int) -> None:
        """Nobody does anything more until a turn begins."""
        while as_board(self.campaign.state.situation.board).public.turn < turn:
            self.write(self.phasing(), ENDS)

    def report(self, side: str, impulse: str) -> str:
        """What a side was reported as an impulse began."""
        first = f"[test] {impulse} "
        return next(plain(mail) for mail in self.mail(side) if mail.subject.startswith(first) and "RECEIPT" not in mail.text)

    def told(self, side: str) -> str:
        """Every letter of a side up to the third turn, in which the ground was given away."""
        return " ".join(map(plain, self.mail(side)[: self.played[side]]))


def the_allies_hold_all(table: Table, but: str = "") -> None:
    """The ground is theirs, but for a hex, and nobody of the enemy stands near; played it would take four days."""
    state = table.campaign.state
    board = as_board(state.situation.board)
    owner = {hex_: "german" if hex_ == but else "allied" for hex_ in board.public.owner}
    public = replace(board.public, owner=owner)
    camp = board.forces["german"]
    away = replace(camp, units={n: replace(u, status="left") if u.status == "map" else u for n, u in camp.units.items()})
    board = replace(board, public=public, forces={**board.forces, "german": away})
    pictures = {side: replace(as_picture(p), public=public) for side, p in state.pictures.items()}
    pictures["german"] = replace(pictures["german"], forces=away)
    table.campaign.state = replace(state, situation=replace(state.situation, board=board), pictures=pictures)


@pytest.fixture(scope="module")
def afternoon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Afternoon]:
    """The three turns, played."""
    table = Afternoon(tmp_path_factory.mktemp("afternoon"))
    table.begin()
    before_play(table)
    first_turn(table)
    second_turn(table)
    third_turn(table)
    yield table
    table.close()


WRONG_PLAN = """SETUP BROKEN HONINGHUTJE BRIDGE, WEURT BRIDGE
SETUP BROKEN WEURT BRIDGE, HEUMEN BRIDGE, MALDEN BRIDGE
SETUP HOSPITAL FROM 15.07 AT 16.07
SETUP BASE FROM 16.07 AT 20.11
SETUP LSHATERT AT 20.11"""
BATTLE_PLAN = """CANCEL
SETUP BROKEN HATERT BRIDGE, WEURT BRIDGE
SETUP HOSPITAL FROM 15.07 AT 15.08
SETUP BASE FROM 16.07 AT 17.07
SETUP REPAIR CENTRE FROM 14.07 AT 16.08
EZOC NEVER
RETREAT AT BRIDGES AND WORKS PREFER LOSSES UP TO 0
END IMPULSE"""
ATTACK = """CARRY OUT WHAT YOU CAN
C/504: attack 13.11 deliberate
G,H,I/504: move 12.11; attack 13.11 deliberate
C/307: move 10.12
A,B/504: move 10.12
march 505 to 20.12 bold
march 508 to 19.09 bold"""


def before_play(table: Afternoon) -> None:
    table.asks("wrong set-up", "german", WRONG_PLAN)
    table.asks("set-up", "german", BATTLE_PLAN)
    plans = table.mail("allied")[-1].text
    form = plans[plans.index("BEGIN ORDERS") : plans.index("END ORDERS")]
    table.asks("plans sent back", "allied", f"{form}END ORDERS")
    table.asks("another zone", "allied", "flight GL325-1: 06.12 .. 10.11\nflight GL401-2: 06.13 .. 12.12\nEND IMPULSE")


def first_turn(table: Afternoon) -> None:
    table.asks("attack", "allied", ATTACK)
    table.write("allied", ENDS)
    table.asks("early Reinhold", "german", "enter HQREINH at 24.01\nTRAIN ZUG1 TO 31.11\nHQHENKE: demolish 16.05\nblow 16.05")
    table.write("german", ENDS)
    table.asks("no boats", "allied", "C/307: ferry A,B/504")
    table.until(2)


def second_turn(table: Afternoon) -> None:
    table.asks("boats", "allied", "C/307: ferry A,B/504 to south bank")
    table.asks("Dutch elsewhere", "allied", "enter NL2 at 19.07\nenter 153A at 06.15 by HQ82")
    table.asks("British", "allied", "CANCEL\nenter HQGAD, 1A/2GG at 06.15\nenter GADFO at 06.15 by HQGAD")
    table.asks("Dutch", "allied", "enter NL2 at 20.11")
    table.write("allied", ENDS)
    table.asks("Reinhold", "german", "enter HQREINH, 1/10SSPI at 24.01")
    table.asks("train", "german", "TRAIN ZUG1 to 18.10")
    table.asks("exit", "german", "enter HQ9SSAA, 1/9SSAA at 16.01\nexit HQ9SSAA")
    table.write("german", ENDS)
    table.until(3)


def third_turn(table: Afternoon) -> None:
    table.played = {side: len(table.mail(side)) for side in table.address}
    the_allies_hold_all(table, but="12.07")
    table.write("allied", "REPORT")
    table.said["one canal bridge"] = plain(table.mail("allied")[-1])
    the_allies_hold_all(table)
    table.write("allied", "REPORT")
    table.said["both canal bridges"] = plain(table.mail("allied")[-1])
    while table.campaign.state.admin.stage == "playing":
        table.write(table.phasing(), ENDS)


# ---------------------------------------------------------------- before play


def test_the_module_of_an_afternoon_is_clean_and_so_is_the_one_it_was_made_of(afternoon: Afternoon, tmp_path: Path) -> None:
    """MASL-1.2-1: and the second scenario, to the 23rd."""
    for module in (str(pulled_forward(tmp_path / "module")), "omg-nijmegen", "omg-nijmegen-long"):
        told, clean = check((module,))
        assert clean and "clean" in told, told


def test_a_rehearsal_plays_it_to_its_end_with_teams_of_four_and_field_commanders(tmp_path: Path) -> None:
    """MASL-2.1-1, MASL-2.1-2: as `pbem rehearse` plays all 27 turns, which takes longer than a test may."""
    folder = pulled_forward(tmp_path / "module")
    module = load_module(library.module_files(folder), grammar=library.grammar("tocs"))
    game = play(RehearsalPlan(folder, seed=1, team=4, field=True), module, 1)
    assert game.ended and game.battles > 0 and game.winner in ("allied", "german", "")


@pytest.mark.parametrize("side", ["allied", "german"])
def test_boot_camp_is_offered_before_anything_else(afternoon: Afternoon, side: str) -> None:
    invitation, welcome = map(plain, afternoon.mail(side)[:2])
    assert "NEW TO THIS? Boot camp has nine short lessons" in invitation and "Reply HELP BOOT CAMP" in invitation
    assert invitation.index("NEW TO THIS?") < invitation.index("YOUR REPLY")
    assert "First campaign? HELP START." in welcome


def test_the_german_is_told_what_he_may_not_set_up(afternoon: Afternoon) -> None:
    """MASL-16.8-1, MASL-16.8-2, MASL-16.3-1, MASL-16.3-2: two canal bridges, one a hex, each in its town, guards at the canal."""
    told = afternoon.said["wrong set-up"]
    for words in ("no bridge at 12.07 is yours to break", "2 bridges may be broken, not 3",
                  "your base is in 16.07, and no two share one", "your base stands in one of 14.06,",
                  "LSHATERT stands in one of 12.06, 13.05, 13.09"):  # fmt: skip
        assert words in told, words


def test_his_battle_plan_is_carried_out_and_the_strongpoints_follow_the_bridges_left(afternoon: Afternoon) -> None:
    """MASL-16.8-3, MASL-16.3-1: the works of a bridge that is down go to one that stands; the other side reads nothing of it."""
    told, enemy = afternoon.said["set-up"], afternoon.told("allied")
    for words in ("Hatert bridge (13.09): down (set up)", "13.09 Hatert bridge: the works go to another bridge",
                  "12.06 Neerbosch bridge: strongpoint", "Field hospital Nijmegen (15.08 Goffert): intact (set up)",
                  "base at 17.07 Nijmegen East: set up, 12 SP", "Field repair centre Nijmegen (16.08 Brakkenstein)"):  # fmt: skip
        assert words in told, words
    for secret in ("hospital", "repair centre", "base at", "the works go", "Hatert bridge (13.09)", "strongpoint"):
        assert secret not in enemy, secret


def test_default_plans_can_be_sent_back_unchanged_and_others_filed(afternoon: Afternoon) -> None:
    """MASL-7.1-1, MASL-7.1-3: all waves and supply drops before the first turn; nothing of the form is a fault."""
    told = afternoon.said["plans sent back"]
    assert "Orders executed" in told and told.count(" · staff: flight ") == 22 and "need" not in told
    assert "HQ1/325, A/325, B/325, C/325 at 10.11 (gliders)" in afternoon.said["another zone"]


def test_who_plans_before_the_first_turn_keeps_his_time_and_reads_of_no_points(afternoon: Afternoon) -> None:
    """TOCS-2.2-1: nothing costs an OP then; a plan sent in took a commander of two days to twelve hours ("no OP left")."""
    told = afternoon.said["plans sent back"]
    assert "REPLY BY Wed 25 Nov 20:00 CET" in told and "no OP" not in told and " OP " not in told
    assert "you have" not in afternoon.report("german", "T0.1").lower() and " OP " not in afternoon.said["wrong set-up"]


# ---------------------------------------------------------------- in play


def test_waves_come_by_the_schedule_and_by_the_weather(afternoon: Afternoon) -> None:
    """MASL-7.1-4, MASL-12.1-1, MASL-7.1-11: the third is rolled for; the other side reads what it sees and hears."""
    ours, theirs = afternoon.report("allied", "T2.1"), afternoon.report("german", "T2.1")
    assert "wave 2 arrives; wave 3 arrives (rolled 8, comes on 3 or more)" in ours and "[wave/3/17-1500]" in ours
    assert "wave 3" not in theirs and "Enemy gliders came down in 12.12" in theirs and "GL401" not in theirs
    assert "T1.1 63 of 63 units landed" in " ".join(mail.subject for mail in afternoon.mail("allied"))


def test_supplies_come_down_by_air_and_the_report_says_which_are_lost(afternoon: Afternoon) -> None:
    """TOCS-W15.16-2, MASL-7.1-1: points within the perimeter wait on the ground."""
    told = afternoon.report("allied", "T2.1")
    assert "10 of 10 SP landed" in told and "DROP2: all landed on their zones" in told.replace(", ", ": ")
    assert "trucks at 20.12 Breedeweg: 5 SP" in told


def test_the_british_pool_earns_when_they_have_come(afternoon: Afternoon) -> None:
    """MASL-10.1-1, MASL-10.1-2: the Dutch are paid for by the American one; no letter to the German speaks of either."""
    first, second = afternoon.report("allied", "T1.1"), afternoon.report("allied", "T2.1")
    assert "28 American OP (13 earned, 15 kept, 0 spent)" in first and "British OP" not in first
    assert "British OP (10 earned, 10 kept, 0 spent)" in second and "[op/T2.1/british]" in second
    assert "British OP" not in afternoon.told("german")


def test_reinforcements_pay_and_an_hq_brings_its_assets(afternoon: Afternoon) -> None:
    """MASL-8.1-1, MASL-8.1-2, MASL-8.1-4: 1 OP a unit; assets by their HQ's AP; the ferry takes eight steps a turn."""
    told = afternoon.said["British"]
    assert (
        "HQGAD moved to 06.15" in told and "1A/2GG moved to 06.15" in told and "17 British OP (10 earned, 10 kept, 3 spent)" in told
    )
    assert "HQGAD activated (1 OP), order given: 2 AP left → GADFO moved to 06.15" in told
    assert "HQ82 brings on assets of its own, and 153A is none" in afternoon.said["Dutch elsewhere"]
    assert "Entering the map costs 1 OP a unit; free: by air, Dutch" in afternoon.report("allied", "T2.1")
    assert "STUG next turn: no more than 8 steps a turn come at 24.01" in afternoon.report("german", "T2.1")


def test_the_dutch_rise_in_a_town_that_is_held_for_nothing(afternoon: Afternoon) -> None:
    """MASL-8.1-1."""
    assert "19.07 Beek is not inside your perimeter" in afternoon.said["Dutch elsewhere"]
    told = afternoon.said["Dutch"]
    assert "NL2 moved to 20.11 Groesbeek" in told and "18 American OP (13 earned, 7 kept, 2 spent); 17 British OP" in told


def test_command_passes_from_feldt_to_reinhold(afternoon: Afternoon) -> None:
    """MASL-16.2-2, MASL-16.2-3, MASL-16.2-4: when he comes, and not before; the other side hears nothing."""
    assert "HQREINH does not wait to enter" in afternoon.said["early Reinhold"]
    told = afternoon.said["Reinhold"]
    assert "HQREINH takes command of HQHENKE → lines of supply may run to HQFELDT or HQREINH from now on" in told
    assert "REINH" not in afternoon.told("allied")


def test_a_bridge_is_blown_in_the_battle_in_which_it_is_lost_and_by_no_order(afternoon: Afternoon) -> None:
    """MASL-16.7-1, MASL-16.7-2, MASL-16.7-3: on 4, charges having been laid; the other side sees it fall and reads no die."""
    assert (
        "`blow`: not a word I know" in afternoon.said["early Reinhold"]
        and "`16.05`: not expected here" in afternoon.said["early Reinhold"]
    )
    ours, theirs = afternoon.report("german", "T2.1"), afternoon.report("allied", "T2.1")
    assert "LSMALDEN: to blow Malden bridge: 1d6 4 = 4 [charges/german/2/malden], 4 or less: done" in ours
    assert "Malden bridge (13.11): down (blown)" in ours and "Malden bridge (13.11): down (blown)" in theirs
    assert "charges/" not in theirs


def test_the_train_runs_into_the_enemy_and_backs_out(afternoon: Afternoon) -> None:
    """MASL-16.9-1, MASL-16.9-5: its company is ambushed; no OP is paid."""
    told = afternoon.said["train"]
    assert "ZUG1 ran into the enemy in 22.11 and backed out (MASL-16.9-5)" in told and "ambush in 22.11 De Horst" in told
    assert "ZUG1 has not come on yet" in afternoon.said["early Reinhold"] and "30 OP (10 earned, 22 kept, 2 spent)" in told


def test_supply_is_drawn_by_named_headquarters_and_comes_in_by_road(afternoon: Afternoon) -> None:
    """MASL-16.10-3, MASL-16.3-5: two of the nine are on the map by then, and draw a point each; nobody else does."""
    told = afternoon.report("german", "T2.1")
    assert "base at 32.10 Kleve: drawn by HQFELDT, 17 SP" in told and told.count("drawn by") == 2
    assert "base at 17.07 Nijmegen East: drawn by HQHENKE, brought in by road; 19 SP left" in told


def test_ss_reconnaissance_9_leaves_by_the_north_edge_up_to_its_hour(afternoon: Afternoon) -> None:
    """MASL-8.1-4: who is still there is taken off, and said so."""
    assert "HQ9SSAA left the map" in afternoon.said["exit"] and "28 OP (10 earned, 22 kept, 4 spent)" in afternoon.said["exit"]
    assert "to leave by the north edge before the end of Sept 17 1500 (EXIT)" in afternoon.report("german", "T2.2")
    assert "1,2,3,G/9SSAA were taken off the map: their turns to leave it are over" in afternoon.report("german", "T3.1")
    assert "9SSAA" not in afternoon.told("allied")


def test_assault_boats_take_more_than_four_steps_from_their_turn_on(afternoon: Afternoon) -> None:
    """TOCS-W12.1.2-2."""
    assert "can take 0 more steps, B/504 has 4" in afternoon.said["no boats"]
    told = afternoon.said["boats"]
    assert "A/504 crossed the water by the boats of C/307" in told and "B/504 crossed the water by the boats of C/307" in told


# ---------------------------------------------------------------- points


def test_two_bridges_that_pay_once_pay_once_and_an_open_road_pays(afternoon: Afternoon) -> None:
    """MASL-15.1-1."""
    for name in ("one canal bridge", "both canal bridges"):
        told = afternoon.said[name]
        assert "Heumen or Honinghutje owned and passable (once): 3;" in told
        assert "highway or paved road open from 06.15 to 16.05: own hexes, no enemy ZOC, bridges that stand: 5;" in told


def test_points_are_each_sides_own_until_the_tally_tells_both(afternoon: Afternoon) -> None:
    """MASL-16.13-4, MASL-15.1-1: owned or destroyed pays the German for bridges that are down."""
    for side, foreign in (("german", "Heumen or Honinghutje owned"), ("allied", "each owned or destroyed")):
        last = afternoon.report(side, "the campaign is over")
        assert foreign not in afternoon.told(side) and foreign in last
        assert "Allied: 38 points" in last and "Honinghutje bridges, each owned or destroyed: 4;" in last
