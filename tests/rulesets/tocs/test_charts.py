"""The shipped charts: all load, and the figures they were designed to give are the figures they give.

Figures are worked out with exact fractions from the charts themselves.
"""

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import pytest

from pbem.kernel.charts.entries import section
from pbem.kernel.charts.tables import Grid, Records, Sheet, Table, TableError, Track, parse_table
from pbem.kernel.dice import number_and_sides
from pbem.modules import library
from pbem.rulesets.tocs.rules.cells import crt_cell

T = TypeVar("T", bound=Table)

FOLDER = files("pbem.rulesets.tocs") / "tables"
NAMES = sorted(Path(name).stem for name in library.chart_texts("tocs"))
ATTACKS = ("ambush", "hasty", "deliberate", "intensive", "infiltration", "engagement")
TERRAIN = ("open_farmland", "woods", "bocage", "town_village", "forest_jungle", "city_suburb", "wetland")


def text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def chart(kind: type[T], name: str) -> T:
    table = _parsed(name)
    assert isinstance(table, kind)
    return table


@cache
def _parsed(name: str) -> Table:
    return parse_table(name, text(name), library.grammar("tocs"))


@cache
def spread(roll: str) -> Mapping[int, Fraction]:
    """The chance of every total of some dice."""
    count, sides = number_and_sides(roll)
    chances: dict[int, Fraction] = {}
    for faces in itertools.product(range(1, sides + 1), repeat=count):
        chances[sum(faces)] = chances.get(sum(faces), Fraction(0)) + Fraction(1, sides**count)
    return chances


class Odds:
    """What a battle brings: mean step losses, and the chances of repulse, engagement and ground won."""

    def __init__(self, attack: str, terrain: str, column: int, drm: int = 0) -> None:
        crt = chart(Grid, "crt")
        self.attacker = self.defender = self.repulse = self.engaged = self.won = Fraction(0)
        for total, chance in spread(crt.dice.roll).items():
            ours, theirs = crt_cell(crt.cell({"attack": attack}, column, total + drm, terrain))
            self.attacker += chance * ours[0]
            self.defender += chance * theirs[0]
            self.repulse += chance * (ours[1] > 0)
            self.engaged += chance * (ours[1] == theirs[1] == 0)
            self.won += chance * (theirs[1] > 0 and ours[1] == 0)


odds = cache(Odds)


def at(label: str) -> int:
    return chart(Grid, "crt").column_named(label)


def columns() -> range:
    return range(len(chart(Grid, "crt").columns.labels))


# ---------------------------------------------------------------- all charts


def test_the_house_charts_are_all_there() -> None:
    assert len(NAMES) >= 50  # and what later rules brought with them


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_chart_loads(name: str) -> None:
    assert _parsed(name).id == name


def test_every_grid_can_be_read_at_every_total_and_column() -> None:
    for grid in (table for table in map(_parsed, NAMES) if isinstance(table, Grid)):
        rows: list[str | None] = [*grid.row_maps] or [None]
        for block, row, total in itertools.product(grid.blocks, rows, spread(grid.dice.roll)):
            cells = [grid.cell(block.key, column, total, row) for column in range(len(grid.columns.labels))]
            assert all(cells), grid.id


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("crt", '"1R2', '"1R0', "crt.toml: block[attack="),
        (
            "cost-of-terrain",
            'cells = ["2", "3", "2", "4", "3", "3"]',
            'cells = ["2"]',
            "cost-of-terrain.toml: row[woods].cells: has 1",
        ),
        ("turn-ending", "12]", "11]", "turn-ending.toml: track[day].boxes: never ends"),
        ("unit-states", "ap_night = 0\n", "", "unit-states.toml: record[disordered].ap_night: is missing"),
        ("initiative", 'kind = "check"', "kind = 3", "initiative.toml: kind: must be one of grid"),
    ],
)
def test_a_broken_chart_is_told_with_file_and_key(name: str, old: str, new: str, fault: str) -> None:
    assert old in text(name)
    with pytest.raises(TableError) as told:
        parse_table(f"{name}.toml", text(name).replace(old, new, 1), library.grammar("tocs"))
    assert fault in str(told.value)


# ---------------------------------------------------------------- the CRT


@pytest.mark.parametrize(
    ("attack", "label", "attacker", "defender", "chances"),
    [
        ("infiltration", "1:1", "1.64", "1.42", (17, 42, 42)),
        ("infiltration", "10:1", "0.28", "3.81", (0, 0, 100)),
        ("engagement", "1:1", "1.00", "0.75", (17, 56, 28)),
        ("engagement", "3:1", "0.61", "1.25", (0, 28, 72)),
        ("deliberate", "7:1", "0.28", "2.36", (0, 0, 100)),
        ("intensive", "7:1", "0.61", "2.89", (0, 0, 100)),
    ],
)
def test_a_battle_in_the_open_brings_what_was_worked_out(
    attack: str, label: str, attacker: str, defender: str, chances: tuple[int, int, int]
) -> None:
    found = odds(attack, "open_farmland", at(label))
    assert (f"{float(found.attacker):.2f}", f"{float(found.defender):.2f}") == (attacker, defender)
    assert tuple(round(100 * chance) for chance in (found.repulse, found.engaged, found.won)) == chances


@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "terrain", "won"),
    [
        (23, 3, 0, "open_farmland", 100),  # a rifle battalion and a strike against a depot company
        (23, 7, 0, "open_farmland", 72),  # the same company in a strongpoint
        (23, 7, 1, "town_village", 58),  # in a village, the battalion having reconnoitred
        (23, 7, 0, "city_suburb", 28),  # in the city
        (12, 6, 0, "town_village", 28),  # a depot battalion against an airborne company
        (28, 14, 0, "city_suburb", 17),  # tanks and a battalion against two entrenched companies
    ],
)
def test_a_deliberate_attack_wins_the_ground_as_often_as_worked_out(
    attacker: int, defender: int, shift: int, terrain: str, won: int
) -> None:
    crt = chart(Grid, "crt")
    column = crt.shifted(crt.column_for(attacker, defender), shift)
    assert round(100 * odds("deliberate", terrain, column).won) == won


def test_a_defender_behind_a_big_river_is_hard_to_move() -> None:
    assert round(100 * odds("deliberate", "open_farmland", at("2:1"), -2).won) == 28


def test_the_crt_meets_its_design_targets() -> None:
    even, three = odds("deliberate", "open_farmland", at("1:1")), odds("deliberate", "open_farmland", at("3:1"))
    assert three.won >= Fraction(65, 100)
    assert even.engaged >= Fraction(1, 2)
    assert even.attacker > even.defender
    assert odds("deliberate", "city_suburb", at("3:1")).won <= Fraction(35, 100)
    assert odds("deliberate", "open_farmland", at("10:1")).won == 1


def test_an_ambush_throws_the_mover_back() -> None:
    crt = chart(Grid, "crt")
    assert odds("ambush", "open_farmland", crt.shifted(at("1:1"), -2)).repulse >= Fraction(1, 2)
    heavier = odds("ambush", "open_farmland", crt.shifted(at("3:1"), -2))
    assert heavier.attacker > heavier.defender


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("terrain", TERRAIN)
def test_better_odds_never_hurt_the_attacker(attack: str, terrain: str) -> None:
    for worse, better in itertools.pairwise(odds(attack, terrain, column) for column in columns()):
        assert better.attacker <= worse.attacker and better.repulse <= worse.repulse
        assert better.defender >= worse.defender and better.won >= worse.won


@pytest.mark.parametrize("terrain", TERRAIN)
def test_a_longer_attack_costs_both_sides_more(terrain: str) -> None:
    for column in columns():
        dead = [odds(attack, terrain, column).attacker + odds(attack, terrain, column).defender for attack in ATTACKS[:5]]
        assert dead == sorted(dead)


@pytest.mark.parametrize("attack", ATTACKS)
def test_rougher_ground_never_helps_the_attacker(attack: str) -> None:
    for column in columns():
        gains = [odds(attack, terrain, column).won - odds(attack, terrain, column).repulse for terrain in TERRAIN[:6]]
        assert gains == sorted(gains, reverse=True)


# ---------------------------------------------------------------- charts that must fit together


def terrain_rows() -> Iterator[str]:
    return (row.id for row in chart(Sheet, "cost-of-terrain").group("terrain"))


def test_every_terrain_with_a_cost_has_a_row_on_the_crt() -> None:
    covered = {name for row in chart(Grid, "crt").row_maps.values() for name in row.covers}
    assert set(terrain_rows()) == covered


def test_a_battle_carried_over_has_its_own_block() -> None:
    assert {block.key["attack"] for block in chart(Grid, "crt").blocks} == set(ATTACKS)


def test_the_states_of_units_are_those_that_recover() -> None:
    recover = section(section(_parsed("unit-recovery").extras, "recover"), "table")
    assert list(recover) == list(chart(Records, "unit-states").records)


@pytest.mark.parametrize(("track_id", "mean"), [("day", "6.3"), ("night", "4.6"), ("postal_day", "3.8"), ("postal_night", "2.9")])
def test_turns_are_as_long_as_worked_out(track_id: str, mean: str) -> None:
    track = chart(Track, "turn-ending")
    alive, length = Fraction(1), Fraction(0)
    for index in range(len(track.tracks[track_id].boxes)):
        length += alive
        ends = sum(chance for total, chance in spread(track.dice.roll).items() if total <= track.box(track_id, index))
        alive *= 1 - ends
    assert f"{float(length):.1f}" == mean


@pytest.mark.parametrize(
    ("name", "value", "nothing", "shaken"),
    [
        ("artillery-strike", 1, 58, 42),
        ("artillery-strike", 6, 3, 56),
        ("bombardment", 10, 3, 56),
        ("bombardment", 49, 0, 0),
        ("bombing", 2, 17, 56),
    ],
)
def test_guns_and_bombs_shake_as_often_as_worked_out(name: str, value: int, nothing: int, shaken: int) -> None:
    grid = chart(Grid, name)
    column = grid.column_at(value)
    assert column is not None
    cells = [(grid.cell({}, column, total), chance) for total, chance in spread(grid.dice.roll).items()]
    assert round(100 * sum(chance for cell, chance in cells if cell == "-")) == nothing
    assert round(100 * sum(chance for cell, chance in cells if cell in ("d", "D"))) == shaken


def test_a_foot_unit_marches_as_the_sheet_says() -> None:
    sheet = chart(Sheet, "cost-of-terrain")
    assert [sheet.cell(row, "foot") for row in ("open", "woods", "polder", "lake")] == list("121X")
    assert sheet.cell("highway", "motorized") == "0.5"
