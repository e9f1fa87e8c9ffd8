"""Rehearsals: whole campaigns end, are the same for the same seed, and the days follow the answering model and the pace."""

import random
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from pbem.campaign.deadlines import Pace
from pbem.cli import main
from pbem.documents.document import Block, Document
from pbem.modules import library
from pbem.rulesets.tocs import bot, scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.parts import rehearsals
from pbem.simulate.game import play
from pbem.simulate.people import answer_at, reports
from pbem.simulate.plan import Played, RehearsalPlan
from pbem.simulate.table import report, share_of

FOLDER = library.module_folder("heumen-bridge")
MODULE = load_module(library.module_files(FOLDER))
GAME = scenario.opening(MODULE, library.charts("tocs")).game
ZONE = "Europe/Amsterdam"
NOON = datetime(2026, 11, 26, 11, 0, tzinfo=UTC)


def played(number: int = 1, seed: int = 3, pace: Pace = Pace(), plans: int = 0) -> Played:  # noqa: B008 - a frozen value
    """A game with its stopwatch taken off."""
    game = play(RehearsalPlan(FOLDER, seed=seed, pace=pace, plans=plans), MODULE, number)
    game.seconds = 0.0
    return game


@pytest.fixture(scope="module")
def usual() -> list[Played]:
    """Games at the usual pace, without plans."""
    return [played(n) for n in range(1, 4)]


def test_a_rehearsal_is_a_whole_campaign(usual: list[Played]) -> None:
    game = usual[0]
    assert game.ended
    assert game.moments >= len(MODULE.turns)
    assert game.battles > 0
    assert game.answers >= sum(game.letters.values())  # each letter is answered, and stations tell both
    assert min(game.letters.values()) >= 2
    assert sum(game.points.values()) > 0


def test_the_same_seed_plays_the_same_game_and_another_number_another(usual: list[Played]) -> None:
    assert played() == usual[0] != usual[1]


def test_a_quicker_pace_takes_fewer_days_and_lets_more_impulses_fall_silent(usual: list[Played]) -> None:
    quick = [played(n, pace=Pace(hours=12, evening=20, grace=0)) for n in range(1, 4)]
    assert sum(g.silences for g in quick) > sum(g.silences for g in usual)
    assert sum(g.days for g in quick) / sum(g.moments for g in quick) < sum(g.days for g in usual) / sum(g.moments for g in usual)


def test_plans_left_on_file_carry_parts_of_play_and_spare_days(usual: list[Played]) -> None:
    with_plans = [played(n, plans=60) for n in range(1, 4)]
    assert not any(g.planned for g in usual) and sum(g.planned for g in with_plans) >= 3 and all(g.ended for g in with_plans)
    spared, took = (sum(g.days for g in games) / sum(g.moments for g in games) for games in (with_plans, usual))
    assert spared < 0.8 * took


def test_answers_come_as_often_after_so_many_days_as_the_model_says() -> None:
    chance = random.Random(1)
    home = ZoneInfo(ZONE)
    days = Counter((answer_at(NOON, ZONE, chance).astimezone(home).date() - NOON.date()).days for _ in range(4000))
    for late, share in enumerate((0.42, 0.30, 0.16, 0.07)):
        assert days[late] / 4000 == pytest.approx(share, abs=0.03)
    assert sum(n for late, n in days.items() if late > 3) / 4000 == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize("hour", range(24))
def test_nobody_answers_before_the_letter_came_nor_at_night(hour: int) -> None:
    chance = random.Random(hour)
    for _ in range(200):
        opened = NOON.replace(hour=hour)
        at = answer_at(opened, ZONE, chance)
        assert at > opened
        assert 18 <= at.astimezone(ZoneInfo(ZONE)).hour <= 22


def test_an_answering_evening_is_eighteen_o_clock_on_both_sides_of_a_clock_change() -> None:
    opened = datetime(2026, 10, 24, 10, 0, tzinfo=UTC)  # the clocks go back in the night
    at = [answer_at(opened, ZONE, random.Random(n)).astimezone(ZoneInfo(ZONE)) for n in range(200)]
    assert {a.utcoffset() for a in at} == {timedelta(hours=1), timedelta(hours=2)}
    assert min(a.hour for a in at) == 18


@pytest.mark.parametrize(("values", "share", "found"), [([3, 1, 2], 0.5, 2), ([1, 2], 0.5, 1.5), ([5], 0.9, 5), ([0, 5], 0.2, 1)])
def test_shares_of_values(values: list[float], share: float, found: float) -> None:
    assert share_of(values, share) == pytest.approx(found)


def test_a_game_that_does_not_end_is_told_as_such() -> None:
    games = [Played({"allied": 3, "german": 9}, "german", True), Played({"allied": 0, "german": 0})]
    for side in ("allied", "german"):
        for game in games:
            game.letters[side] = 1
    text = report(RehearsalPlan(Path()), MODULE, games)
    assert "DID NOT END" in text
    assert "won: allied 0, german 1; drawn 0; not ended 1" in text


def test_the_shell_prints_the_table() -> None:
    result = CliRunner().invoke(main, ["rehearse", "heumen-bridge", "--games", "2", "--seed", "9", "--hours", "24"])
    assert result.exit_code == 0, result.output
    for what in (
        "2 games from seed 9; impulses of 24 h",
        "plans left for 40 %",
        "days (forecast)",
        "written, german",
        "ms for an impulse",
        "won: ",
    ):
        assert what in result.output


def test_sides_that_write_at_once_are_rehearsed_too() -> None:
    result = CliRunner().invoke(main, ["rehearse", "tcs-training", "--games", "1", "--seed", "3"])
    assert result.exit_code == 0, result.output
    assert "1 games from seed 3; letters of 48 h" in result.output and "DID NOT END" not in result.output
    assert re.search(r"letters closed by silence +0\.0", result.output), result.output


@pytest.mark.parametrize(("team", "people", "plans"), [("1", "two players", 64), ("3", "teams of three", 92)])
def test_the_model_stands_beside_the_forecast_scaled_to_the_modules_turns(team: str, people: str, plans: int) -> None:
    """Six turns of twenty-seven; where nobody leaves plans the forecast lies above the row that has them."""
    arguments = ["rehearse", "heumen-bridge", "--games", "1", "--seed", "3", "--team", team, "--field", "--plans", "0"]
    lines = CliRunner().invoke(main, arguments).output.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("days (forecast)"))
    assert people in lines[at + 1] and "27 turns, as 6" in lines[at + 1]
    row = next(line for line in lines[at + 2 :] if line.startswith("  48 h, plans on file"))
    median, least, most = (float(figure) for figure in row.split()[-3:])
    assert median == pytest.approx(plans * 6 / 27, abs=0.05) and least < median < most < float(lines[at].split()[2])


@pytest.fixture(scope="module")
def reinforced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped module, but that a company of each side comes by an edge at 1800."""
    folder = tmp_path_factory.mktemp("reinforced")
    files = library.module_files(FOLDER)
    files["oob-allied.toml"] = files["oob-allied.toml"].replace(', setup = "19.14", landed = true }', " }")
    files["oob-german.toml"] = files["oob-german.toml"].replace(', setup = "20.11" }', " }")
    schedule = [("allied", ["E/505"], "20.14"), ("german", ["ALARM"], "15.08")]
    assert [files[f"oob-{side}.toml"].count("setup = ") for side, _, _ in schedule] == [
        library.module_files(FOLDER)[f"oob-{side}.toml"].count("setup = ") - 1 for side, _, _ in schedule
    ]
    told = "".join(
        f'[[reinforcement]]\nside = "{side}"\nturn = "17-1800"\nunits = {units}\nhexes = ["{hex_}"]\n\n'.replace("'", '"')
        for side, units, hex_ in schedule
    )
    files["scenario-1.toml"] = files["scenario-1.toml"].replace("[[brief]]", f"{told}[[brief]]", 1)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_scripted_commanders_bring_their_reinforcements_on(reinforced: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TOCS-2.3-1: a rehearsal is of the whole module, and says who never came on."""
    module = load_module(library.module_files(reinforced))
    for team in (1, 2):
        assert play(RehearsalPlan(reinforced, seed=3, team=team), module, 1).waiting == {"allied": 0, "german": 0}
    monkeypatch.setattr(bot._Commander, "_enters", lambda self, picture, words: ([], picture))
    game = play(RehearsalPlan(reinforced, seed=3), module, 1)
    assert game.waiting == {"allied": 1, "german": 1}
    assert "never came on, german" in report(RehearsalPlan(reinforced), module, [game])


def test_a_module_that_is_not_there_is_told_in_words() -> None:
    result = CliRunner().invoke(main, ["rehearse", "nowhere"])
    assert result.exit_code == 2
    shipped = (
        "arracourt-bezange, ford-wire, groesbeek-drop, heumen-bridge, omg-nijmegen, omg-nijmegen-long, tcs-arracourt, "
        "tcs-training, westkapelle"
    )
    assert f"no module 'nowhere': shipped are {shipped}" in result.output


def test_a_team_of_three_plays_a_whole_campaign_on_end() -> None:
    """Each seat files its own units' lines and is done; it takes longer than two people do."""
    plan = RehearsalPlan(FOLDER, seed=3, team=3)
    game = play(plan, MODULE, 1)
    assert game.ended and game.battles > 0
    assert min(game.letters.values()) > 3 * len(MODULE.turns)  # three of them write in an impulse


def test_field_commanders_fight_the_large_battles() -> None:
    """MASL-1.1-3, MASL-4.1-4: their reports agree and are applied while the war goes on."""
    games = [play(RehearsalPlan(FOLDER, seed=3, field=True), MODULE, n) for n in (1, 2)]
    assert all(game.ended for game in games) and sum(game.fields for game in games) > 0


def briefed(units: str, ways: str, attacks: bool) -> Document:
    """As much of a mission brief as a scripted field commander reads."""
    form = ("BEGIN", "RESULT       ENGAGED", *units.splitlines(), "PERIMETER    PART OF 14.12", "END")
    length = (Block("5. LENGTH", (" 7 game turns",)),) if attacks else ()
    return Document("", (), (), (*length, Block("", (f" withdrawal: {ways}",)), Block("", form, "form")))


@pytest.mark.parametrize(("ours", "theirs", "usual", "never"), [
    ((4, 4, 4, 4), (2,), "ATTACKER HOLDS", "DEFENDER HOLDS"), ((1,), (4, 4, 4), "DEFENDER HOLDS", "ATTACKER HOLDS"),
])  # fmt: skip
def test_a_field_battle_of_a_rehearsal_goes_by_what_both_sides_brought(
    ours: tuple[int, ...], theirs: tuple[int, ...], usual: str, never: str
) -> None:
    """MASL-2.2-1: drawn without a look at the briefs, sixteen steps fell back before two as often as not."""
    lists = ["\n".join(f"{'OWN UNITS' if n == 0 else '  ;'} {c}{n} {steps} fatigued 14.12" for n, steps in enumerate(side))
             for c, side in (("A", ours), ("R", theirs))]  # fmt: skip
    briefs = {"a": briefed(lists[0], "13.12, 13.11", True), "g": briefed(lists[1], "15.12, 15.13", False)}
    results: Counter[str] = Counter()
    for seed in range(200):
        told = reports(briefs, partial(rehearsals.fought, GAME), random.Random(seed))
        first = {text.splitlines()[0] for text in told.values()}
        assert len(first) == 1  # they agree
        result = first.pop().removeprefix("RESULT ")
        results[result] += 1
        for role, text, before in (("ATTACKER", told["a"], ours), ("DEFENDER", told["g"], theirs)):
            units = [line.split() for line in text.splitlines() if line.startswith(("OWN UNITS", "  "))]
            left = [0 if words[-1] == "destroyed" else int(words[-3]) for words in units]
            assert len(units) == len(before) and all(n <= was for n, was in zip(left, before, strict=True))
            places = {words[-1] for words in units} - {"destroyed"}
            stays = result == "ENGAGED" or result.startswith(role)
            assert places == {"14.12"} if stays else "14.12" not in places
    assert results[never] == 0 and results[usual] > 100
