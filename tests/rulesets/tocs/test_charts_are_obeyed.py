"""Every item of every chart is obeyed by code, or stands here with the reason why it is not.

The quick test holds the names: what a chart lists is named by the code that reads it, is looked up by a word of maps, units or
dates, or is prose or waits, with its reason. Of the charts that battles, fire and talk go by every single value is changed, and
what code makes of the chart must change. The soak draws values of every chart and lets the tests of the chart's rules run.
"""

import ast
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from pbem.kernel.calendar import Light
from pbem.kernel.charts.entries import texts
from pbem.kernel.charts.tables import Check, Grid, Modifiers, Records, Sheet, Table, Track
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module_file import Spell
from pbem.rulesets.tocs.rules import battle as b
from pbem.rulesets.tocs.rules import facilities, infiltration, interrogation, replacing, shellfire, terrain
from pbem.rulesets.tocs.rules import weather_rolls as sky
from pbem.rulesets.tocs.rules.shellfire import Target
from pbem.rulesets.tocs.rules.turn import turn_end_number
from pbem.rulesets.tocs.units import Replacements, Task
from pbem.rulesets.tocs.view import Public, View, Weather
from tests.rulesets.tocs.builder import Piece, Scene, counter
from tests.rulesets.tocs.charts_mutated import mutants
from tests.rulesets.tocs.test_w19_battle import defender, fighter, fought

HOME = Path(__file__).parents[3]
TOCS = HOME / "pbem" / "rulesets" / "tocs"
CHARTS = library.charts("tocs")
PARTS = ("drms", "modifiers", "rows", "tracks", "records", "items", "states", "answers", "row_maps")

AIR = ("aircraft-states",)
WAITS = {
    **dict.fromkeys(AIR, "code that says its moves; test_w15_missions holds the two together"),
}  # fmt: skip
"""Charts that nothing reads yet, and what they wait for."""

READERS = {
    **dict.fromkeys((name for name in CHARTS if name.startswith("naval-")), "rules/naval.py"),
    "naval-battle-order": "resolution/sea_battle.py",
    "aa-combat": "rules/flak.py",
    "ambush": "resolution/patrol.py",
    "artillery-strike": "rules/shellfire.py",
    "bombardment": "rules/shellfire.py",
    "bombing": "rules/bombing.py",
    "bridges": "rules/bridges.py rules/engineers.py resolution/bridgework.py",
    "civilian-interrogation": "resolution/interrogation.py rules/interrogation.py",
    "cost-of-terrain": "rules/terrain.py rules/weather.py rules/stocks.py rules/crossings.py",
    "crt": "rules/modifiers.py",
    "descending-drift": "rules/descent.py",
    "crt-battle-procedure": "resolution/pursuit.py resolution/casualties.py reports/battle_report.py",
    "crt-column-shifts": "rules/modifiers.py",
    "crt-strength-modifiers": "rules/modifiers.py",
    "field-battle": "rules/field_battle.py",
    "fording": "rules/wading.py",
    "infiltration": "rules/infiltration.py",
    "initiative": "rules/turn.py",
    "morale-check": "rules/morale.py rules/withdrawal.py",
    "out-of-supply": "rules/stocks.py rules/activation.py resolution/battle_facts.py rules/turn.py",
    "prisoner-interrogation": "resolution/interrogation.py rules/interrogation.py",
    "rally": "rules/rallying.py",
    "refit": "rules/replacing.py resolution/refitting.py",
    "straying": "rules/straying.py resolution/straying.py",
    "weather-cloud": "rules/weather_rolls.py",
    "weather-fog": "rules/weather_rolls.py",
    "weather-precipitation": "rules/weather_rolls.py rules/weather.py",
    "weather-wind": "rules/weather_rolls.py",
}
"""Where the items of a chart are named by the code that obeys them."""

BY_WORD = {
    ("air-missions", "records"): "the mission that is ordered",
    ("bridges", "records"): "the kind that the map gives a bridge",
    ("cost-of-terrain", "rows"): "terrain, roads and waters by the word the map has for them",
    ("crt", "row_maps"): "the row that covers the terrain of the hex (battle.terrain_row)",
    ("engineering", "records"): "the work that is ordered",
    ("facilities", "records"): "the kind that the module gives a facility",
    ("field-battle", "records"): "the level of the attack",
    ("ground-conditions", "rows"): "the state of the ground",
    ("national-characteristics", "records"): "nation and date",
    ("sight", "records"): "terrain",
    ("trains", "records"): "trains",
    ("turn-ending", "tracks"): "the track that a turn of the scenario names",
    ("unit-states", "records"): "the state of a unit, by rank",
    ("unit-steps", "records"): "the kind of a unit, and the level of a headquarters",
    ("visibility", "records"): "light, moon and what falls",
    ("weather-cloud", "rows"): "the climate of the scenario",
}
"""Parts of charts whose entries are looked up by a word that modules and play bring."""

SEQUENCE = "the order of the phases (sequence_of_play) is this list"
PROCEDURE = "said in prose; resolution/ does so, and its tests cite the rows"
PROSE = {
    "naval-movement": {"choice": PROCEDURE},
    "naval-battle-order": {
        **dict.fromkeys(("higher_box", "air_to_surface", "cleanup"), PROCEDURE),
        **dict.fromkeys(("air_to_sub", "asw", "sub_to_surface"), PROCEDURE),
    },
    "initiative": {"national": "the nation's own figure, nc"},
    "cost-of-terrain": {"road_bonus": "one hex for whom it says: movement.pay, tested under TOCS-W10.1-2"},
    "crt-battle-procedure": {
        **dict.fromkeys(("cause_breakthrough", "cause_train", "rank_engagement", "losses_attacker", "losses_defender"), PROCEDURE),
        **dict.fromkeys(("trade_all_or_none", "pursuit_limit", "retreat_path", "degrade_battle"), PROCEDURE),
        **dict.fromkeys(("degrade_retreat", "degrade_engagement", "breakthrough"), PROCEDURE),
        "cause_landing": "waits for the air war",
    },
    "out-of-supply": {
        **dict.fromkeys(("no_intensive", "no_guns", "no_bridging", "no_refit", "no_works"), "read by what its `forbids` names"),
        "leaflets": "air_missions, tested under TOCS-W15.6-1",
        "attack": "named in crt-strength-modifiers", "defence": "named in crt-column-shifts",
        "recovery": "turn.recovered, tested under TOCS-W8.4-1", "morale": "morale-check's out_of_supply",
    },
    "aerial-ground-strike": {"pathfinder": "pathfinders fly with bombers, drops and supplies (TOCS-W15.12-1)"},
    "prisoner-interrogation": {"national": "the captive's nation's own figure"},
    "civilian-interrogation": {},
    "refit": {"limit": "said in prose; tested under TOCS-W10.22-3"},
    "straying": {
        **dict.fromkeys(("stray", "applies", "exempt"), "said in prose; straying.may_stray and follows do so"),
        "civilians": "whose side the people are on waits for modules",
    },
    "unit-recovery": {
        **dict.fromkeys(("bridges", "refit", "recover", "overstack", "supply_day", "starve", "deficit", "markers"), SEQUENCE),
        **dict.fromkeys(("airfields", "naval"), "waits for the air war and the sea"),
    },
    "weather-precipitation": {"air_over_target": "said in prose; air.arrived throws so, tested under TOCS-W13.4.3-2"},
}  # fmt: skip
"""Items that no code reads, with the reason."""


@cache
def named(files: tuple[Path, ...]) -> frozenset[str]:
    """Every word that stands in the code of some files as a string, a keyword or an attribute."""
    words: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.keyword) and node.arg:
                words.add(node.arg)
            elif isinstance(node, ast.Attribute):
                words.add(node.attr)
    return frozenset(words)


ALL = tuple(sorted(TOCS.rglob("*.py")))


def items(name: str) -> Iterator[tuple[str, str]]:
    """Every item of a chart: the part it stands in, and its name."""
    chart = CHARTS[name]
    for part in PARTS:
        for item in getattr(chart, part, {}):
            yield part, item
    for item in chart.extras:
        yield "extras", item


def obeyed(name: str, part: str, item: str) -> bool:
    """Is the item named by the code that reads the chart, or looked up by a word, or excused?"""
    readers = tuple(TOCS / file for file in READERS[name].split()) if name in READERS else ALL
    return (name, part) in BY_WORD or item in PROSE.get(name, {}) or item in named(readers)


@pytest.mark.parametrize("name", sorted(set(CHARTS) - set(WAITS)))
def test_every_item_of_a_chart_is_obeyed_or_excused_with_a_reason(name: str) -> None:
    assert name in named(ALL), "no code reads the chart"
    unnamed = [f"{part}/{item}" for part, item in items(name) if not obeyed(name, part, item)]
    assert unnamed == [], f"name it in {READERS.get(name, 'the code that reads the chart')}, or say in PROSE why no code does"


PROSE_KEYS = {"source", "note", "notes", "rule", "when", "text", "rationale", "title", "roll", "except", "basis"}
"""Keys whose values are for readers, in every chart; so are those that end in `_source`."""

BUILT_KEYS = {
    "build_turns": "engineers.turns", "dismantle_turns": "engineers.turns",
    "demolish_d6": "facilities: f\"{what}_d6\"", "repair_d6": "facilities: f\"{what}_d6\"",
}  # fmt: skip
"""Keys that code puts together from two words."""

PROSE_OF = {
    "aa-combat": {"loses": "what FlakFired does to the gun", "roll_source": ""},
    "national-characteristics": {"named_at": "where the source names the record"},
    "bridges": {"destroy_source": "", "weight_source": ""},
    "bombing": {"miss_direction": "drift.astray, one die for the side", "miss_distance": "drift.astray"},
    "air-missions": {"plan": "which missions take a path is what their orders ask for"},
}
"""Keys of one chart whose values are for readers."""


def keys(value: object) -> Iterator[str]:
    """Every key of nested records; under prose there is nothing to obey."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in PROSE_KEYS:
                yield str(key)
                yield from keys(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from keys(inner)


def unread(name: str) -> set[str]:
    """Keys of a chart's records and extras that no code reads."""
    chart, excused = CHARTS[name], {*PROSE_OF.get(name, {}), *BUILT_KEYS}
    records = [record for record in getattr(chart, "records", {}).values() if isinstance(record, Mapping)]
    extras = {key: value for key, value in chart.extras.items() if key not in PROSE.get(name, {})}
    return {key for key in keys((*records, extras)) if key not in named(ALL) and key not in excused}


@pytest.mark.parametrize("name", sorted(set(CHARTS) - set(WAITS)))
def test_every_key_of_a_chart_is_read(name: str) -> None:
    """A value under a key that no code knows is obeyed by nothing (TOCS-1.1-1)."""
    assert unread(name) == set()


def test_every_trait_of_a_nation_is_named_by_code() -> None:
    """TOCS-W18.0-1."""
    records = CHARTS["national-characteristics"].records  # type: ignore[union-attr]
    traits = {trait for record in records.values() for trait in (texts(record, "traits") if "traits" in record else ())}
    assert traits and traits <= named(ALL)


def test_no_excuse_is_out_of_date() -> None:
    """Every chart, part and item that is excused is there, and a chart that waits is read by nothing."""
    assert set(PROSE) | set(READERS) | {name for name, _ in BY_WORD} | set(WAITS) <= set(CHARTS)
    assert all(item in {i for _, i in items(name)} for name, excused in PROSE.items() for item in excused)
    assert all(part == "rows" or getattr(CHARTS[name], part) for name, part in BY_WORD)
    assert not {name for name in WAITS if name in named(ALL)}
    assert all((TOCS / file).is_file() for files in READERS.values() for file in files.split())


def test_a_word_that_no_code_knows_is_found() -> None:
    """The test can fail: a modifier nobody obeys, as `stretched` of the chart of infiltrations was."""
    assert not obeyed("infiltration", "drms", "moonstruck") and not obeyed("straying", "drms", "moonstruck")


# ---------------------------------------------------------------- the soak: one value after another


TESTS = {
    "air-interception": "test_w15_watch",
    "air-combat": "test_w15_patrols test_w14_dogfights",
    "aerial-ground-strike": "test_w15_missions",
    "air-missions": "test_w15_missions",
    "ambush": "test_w10_01_movement test_w02_reconnaissance_units",
    "artillery-strike": "test_w10_24_artillery test_charts",
    "bombardment": "test_w10_24_artillery test_charts",
    "bridges": "test_w11_3_bridges test_w10_13_bridging test_w12_1_ferries",
    "civilian-interrogation": "test_w20_interrogation test_rows_found_wanting test_charts",
    "cost-of-terrain": "test_w11_terrain test_w10_01_movement test_w11_rivers test_w13_weather test_w13_winter test_charts",
    "crt": "test_w19_battle test_charts test_3_09_combat",
    "crt-battle-procedure": "test_3_09_combat test_3_09_pursuit test_w19_5_trades test_w19_battle test_battle_report",
    "crt-column-shifts": "test_w19_battle test_3_09_combat test_charts",
    "crt-strength-modifiers": "test_w19_battle test_3_09_combat test_w10_09_improve",
    "engineering": "test_w10_09_improve test_w10_10_roadblocks test_w10_11_mines test_w10_13_bridging",
    "facilities": "test_w12_facilities test_module",
    "field-battle": "test_masl_field_battles",
    "fording": "test_w11_rivers test_charts",
    "ground-conditions": "test_w13_weather test_weather_rolls",
    "infiltration": "test_w10_02_infiltration test_rows_found_wanting",
    "initiative": "test_3_11_turn_end",
    "morale-check": "test_w10_03_withdraw test_w10_11_mines test_w13_winter",
    "national-characteristics": "test_w18_nations test_w10_24_artillery test_rows_found_wanting",
    "out-of-supply": "test_w08_out_of_supply",
    "prisoner-interrogation": "test_w20_interrogation test_charts",
    "rally": "test_w10_19_rally",
    "refit": "test_w10_22_refit",
    "sight": "test_sight",
    "straying": "test_w10_01_straying test_rows_found_wanting",
    "trains": "test_w12_3_trains",
    "turn-ending": "test_3_11_turn_end test_charts",
    "unit-recovery": "test_3_11_turn_end test_states",
    "unit-states": "test_states test_w06_zones test_w02_units",
    "unit-steps": "test_module test_w06_zones test_w02_units",
    "visibility": "test_sight test_w13_weather",
    "weather-cloud": "test_weather_rolls test_w13_weather",
    "weather-fog": "test_weather_rolls test_w13_weather",
    "weather-precipitation": "test_weather_rolls test_w13_weather",
    "weather-wind": "test_weather_rolls test_w13_weather",
}
"""Test files that must notice when a chart says something else."""

LEAST_NOTICED = 0.6  # what survives is printed
A_CHART = 3  # mutants of a chart that are tried in a soak, drawn from PBEM_SEED


def noticed(name: str, place: str) -> bool:
    """Does one of the chart's tests fail when this value is another?"""
    files = [f"tests/rulesets/tocs/{test}.py" for test in TESTS[name].split()]
    run = [sys.executable, "-m", "pytest", "-p", "tests.rulesets.tocs.charts_mutated", "-p", "no:cacheprovider", "-n", "0", "-xq"]
    done = subprocess.run(
        [*run, *files], cwd=HOME, env={**os.environ, "PBEM_MUTANT": f"{name}/{place}"}, capture_output=True, check=False
    )
    return done.returncode != 0


@pytest.mark.soak
def test_most_values_that_are_others_are_noticed_by_the_tests_of_their_rules() -> None:
    survivors, tried = list[str](), 0
    for name in sorted(set(TESTS) - set(SEEN)):  # of the others every value is looked at below
        places = [place for place, _ in mutants(CHARTS[name]) if place.split("/")[1] not in PROSE.get(name, {})]
        chosen = random.Random(os.environ.get("PBEM_SEED", "charts") + name).sample(places, min(A_CHART, len(places)))
        survivors += [f"{name}/{place}" for place in chosen if not noticed(name, place)]
        tried += len(chosen)
    print(f"{tried - len(survivors)} of {tried} noticed; not:", *survivors, sep="\n  ")
    assert len(survivors) <= (1 - LEAST_NOTICED) * tried, survivors


# ---------------------------------------------------------------- what one can see of a chart in a moment: every value


def _fire(name: str, chart: Table) -> Iterator[object]:
    """Every modifier by itself, and every cell."""
    assert isinstance(chart, Grid)
    tank, foot = (Target("t", counter("T", "vehicle_platoon"), 2), Target("f", counter("F"), 4))
    kinds = ("strike", "harass") if name == "artillery-strike" else ("bombard",)
    yes, lands, aims = (True, False), ("farmland", "town", "woods"), ("", "vehicles", "bridge")
    for kind, seen, night, land, works, target, aim in product(kinds, yes, yes, lands, ("", "strongpoint"), (tank, foot), aims):
        shoot = shellfire.Shoot(kind, seen, night, land, works, (target,), aim)
        yield [shellfire.drms(chart, replace(shoot, spotter=spotter, shore=shore)) for spotter, shore in product(yes, yes)]
    yield [chart.cell({}, column, total) for column in range(len(chart.columns.labels)) for total in range(2, 13)]


ALOFT = (
    "aerial_observer", "tactical_ground_support", "napalm_ground_support", "defender_ground_support", "reconnaissance",
)  # fmt: skip
FACTS: tuple[dict[str, Any], ...] = (
    {}, {"night": True, "night_penalty": True}, {"works": "entrenched"}, {"works": "strongpoint"}, {"works": "fortified_area"},
    *({"aloft": (name,)} for name in ALOFT),
    {"minefield": True}, {"reserves": True}, {"terrain": "forest"}, {"terrain": "city"}, {"terrain": "marsh"},
    {"water": "minor_river"}, {"water": "major_river"},
    {"water": "open_water"}, {"afloat": True}, {"infiltration": "success"}, {"infiltration": "detected"},
    {"fire": {"attacker": (b.Fire("G", "artillery_strike", 4), b.Fire("H", "bombardment", 4), b.Fire("I", "time_on_target", 4)),
              "defender": (b.Fire("G", "artillery_strike", 4), b.Fire("H", "bombardment", 4), b.Fire("R", "naval_strike", 8))}},
)  # fmt: skip
ATTACKERS: tuple[tuple[b.Fighter, ...], ...] = (
    (fighter("A", strength=5),), (fighter("A", strength=5, state=2),),
    (fighter("T", "vehicle_platoon"),), (fighter("A"), fighter("T", "vehicle_platoon")), (fighter("A", strength=5, column=True),),
    (fighter("T", "vehicle_platoon", over_bridge=True),),
    (fighter("T", "vehicle_platoon", over_water=True),), (fighter("A", strength=5, unsupplied=True),),
    (fighter("A", uphill=True),),
    (fighter("A", over_stream=True),), (fighter("A", scouted=True),), (fighter("A", probed=True),), (fighter("A", linked=False),),
    (fighter("A", engineer=True),), (fighter("A", elr=5),), (fighter("A", elr=1),),
    (fighter("A", origin="03.03"), fighter("B", origin="03.05")),
    (fighter("M", "asset", arm="mortar", artillery=3),), (fighter("U", strength=5, defence_only=True),),
    (replace(fighter("A", strength=5), steps=2),), (fighter("Z", "asset", strength=0),),
)  # fmt: skip
DEFENDERS: tuple[tuple[b.Fighter, ...], ...] = (
    (defender("R"),), (defender("R", extended=True),), (defender("R", unsupplied=True, strength=5),), (defender("R", at_bonus=2),),
    (defender("R", state=2, strength=5),), (replace(defender("R", strength=5), steps=2),), (defender("V", "vehicle_platoon"),),
)  # fmt: skip


def _battles(levels: tuple[str, ...] = ("ambush", "hasty", "intensive", "infiltration")) -> Iterator[b.Battle]:
    """Each fact, each attacker and each defender beside plain ones, and tanks in every ground and light."""
    plain, tanks = ATTACKERS[0], ATTACKERS[2]
    for level, carried in product(levels, (False, True)):
        for facts, attackers in product(FACTS, (plain, tanks)):
            yield fought(*attackers, level=level, carried=carried, **facts)
        for attackers in ATTACKERS:
            yield fought(*attackers, level=level, carried=carried, works="entrenched")
        for defenders, attackers in product(DEFENDERS, (plain, tanks)):
            yield fought(*attackers, defenders=defenders, level=level, carried=carried)


BATTLES = tuple(_battles())


def _sums(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Modifiers)
    for battle in BATTLES:
        yield [b.strengths(chart, battle, side)[0] for side in ("attacker", "defender")]


def _shifts(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Modifiers)
    for battle in BATTLES:
        yield [b.shifts(chart, battle, side)[0] for side in ("attacker", "defender")]


def _results(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Grid)
    for battle in BATTLES:
        yield b.drms(chart, battle)[0]
    columns = range(len(chart.columns.labels))
    for level, row in product(("ambush", "hasty", "deliberate", "intensive", "infiltration", "engagement"), chart.row_maps):
        yield [chart.cell({"attack": level}, column, total, row) for column in columns for total in range(2, 13)]


def _stealth(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Check)
    facts = ("night", "fog", "precipitation", "cover", "open_approach", "reconnoitred", "works", "alert", "no_company", "stretched")
    yield chart.trial.target
    yield [infiltration.modifier(chart, infiltration.Approach(**{fact: True})) for fact in facts]
    yield [infiltration.modifier(chart, infiltration.Approach(elr=n, ml=m)) for n, m in product(range(-9, 10, 3), repeat=2)]


def _tracks(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Track)
    game = Scene([Piece("A", "03.03")]).game
    for track, box in product(chart.tracks, range(9)):
        turns = tuple(replace(turn, track=track) for turn in game.turns)
        now = replace(game, turns=turns, charts={**game.charts, "turn-ending": chart})
        yield turn_end_number(now, Public(1, 1, "blue", "blue", box=box, owner={}, claims={}), False)


def _talk(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Grid)
    yield [interrogation.drms(chart, [name])[0] for name in chart.drms]
    yield [chart.cell({}, column, total) for column in range(len(chart.columns.labels)) for total in range(2, 13)]


def _with(chart: Table, *pieces: Piece, **scene: Any) -> View:
    """What blue sees of a game that has this chart; a game of its own, since games keep what they computed."""
    s = Scene(pieces or [Piece("A", "03.03")], [Piece("R", "08.08")], **scene)
    return replace(s.view(), game=replace(s.game, charts={**s.game.charts, chart.id: chart}, ways={}, floods={}))


def _going(chart: Table) -> Iterator[object]:
    """Every terrain, road and hexside to units of every mobility."""
    assert isinstance(chart, Sheet)
    view = _with(chart)
    movers = [counter("M", mobility=mobility, mp=6) for mobility in chart.labels]
    for mover in movers:
        yield [terrain.terrain_cost(view, mover, row.id) for row in chart.group("terrain")]
        yield [terrain.by_road(view, mover, Hex("03.03"), Hex("03.04"), row.id) for row in chart.group("road")]
        yield [terrain.added(view, mover, row.id) for row in chart.group("hexside")]


def _sites(chart: Table) -> Iterator[object]:
    assert isinstance(chart, Records)
    game = _with(chart).game
    for kind in chart.records:
        site = Facility("f", kind, "F", Hex("03.04"), 4)
        yield facilities.strength(game, kind), [facilities.needed(game, site, what) for what in ("demolish", "repair")]


def _refits(chart: Table) -> Iterator[object]:
    """Each modifier by itself, and every throw in every column."""
    works, worn = (Facility("h", "hospital", "H", Hex("08.01"), 4, damage) for damage in (0, 2))
    near, centre = Facility("n", "hospital", "N", Hex("03.03"), 4), Facility("c", "field_repair", "C", Hex("08.01"), 4)
    for light, kind in (("day", "company"), ("night", "vehicle_platoon")):
        side = {"replacements": Replacements(since={"men": 0, "vehicles": 0})}
        for own in (side, {}):
            view = _with(chart, Piece("A", "03.03", kind, lost=1), light=light, sides={"blue": own})
            unit = view.forces.units["a"]
            for site, done in product((None, works, worn, near, centre), (0, 1)):
                yield replacing.chances(view, unit, Task("a", "refit", "refit", Hex("03.03"), done=done), site)
                yield [replacing.came_back(view, site, total) for total in range(-3, 10)]


WEATHERS = (
    Weather(), Weather(cloud="overcast"), Weather(cloud="scattered", wind="moderate", ground="wet"),
    Weather(cloud="overcast", precipitation="rain", fog=True, wind="gusty"), Weather(precipitation="mist", wind="light"),
)  # fmt: skip


def _skies(chart: Table) -> Iterator[object]:
    """Every throw under every sky before and now, in every regime, temperature and light."""
    assert isinstance(chart, Grid)
    game = _with(chart).game
    rolls = (("cloud", sky.clouds), ("wind", sky.wind), ("precipitation", sky.precipitation), ("fog", sky.fog))
    roll = {f"weather-{name}": thrown for name, thrown in rolls}[chart.id]
    for regime, warmth, light in product(("settled", "changeable", "unsettled"), ("mild", "freezing"), get_args(Light)):
        spell = Spell(1, regime, warmth, False, "", 0, 0, 0, "", "", "", False, "", "")
        for was, now in product(WEATHERS, WEATHERS):
            facts = (sky.Sky(was, now, spell, light), sky.Sky(was, now, spell, light, sea=True))
            yield [roll(game, fact, total) for fact in facts for total in range(1, 14)]


SEEN: dict[str, Callable[[Table], Iterator[object]]] = {
    "cost-of-terrain": _going, "facilities": _sites, "refit": _refits,
    **dict.fromkeys(("weather-cloud", "weather-fog", "weather-precipitation", "weather-wind"), _skies),
    "artillery-strike": partial(_fire, "artillery-strike"), "bombardment": partial(_fire, "bombardment"), "crt": _results,
    "crt-column-shifts": _shifts, "crt-strength-modifiers": _sums, "infiltration": _stealth, "turn-ending": _tracks,
    "civilian-interrogation": _talk, "prisoner-interrogation": _talk,
}  # fmt: skip
"""What code makes of a chart over every fact it knows, one at a time."""

WAITING = {*shellfire.WAITS, *b.WAITS}
SAME = {
    "crt-strength-modifiers": {
        "modifiers/floor/engagement": "nothing is below it in a battle carried over either",
    },
}  # fmt: skip
"""Mutants that say the same."""


@pytest.mark.parametrize("name", sorted(SEEN))
def test_every_value_of_a_chart_shows(name: str) -> None:
    """TOCS-W10.11-3, TOCS-W19.1-1, TOCS-W19.3-2, TOCS-W19.3-3, TOCS-W10.24-1, TOCS-W10.25-1, TOCS-W10.2-5, TOCS-3.11-1,
    TOCS-W20.1-1, TOCS-W20.2-1, TOCS-W11.4-1, TOCS-W11.5-1, TOCS-W12.0-2, TOCS-W10.22-4, TOCS-W13.3-1, TOCS-W13.4-1,
    TOCS-W13.1.3-3, TOCS-2.5-1."""
    as_it_is, blind = list(SEEN[name](CHARTS[name])), []
    for place, mutant in mutants(CHARTS[name]):
        words = place.split("/")
        excused = words[1] in WAITING or words[1] in PROSE.get(name, {}) or place in SAME.get(name, {}) or words[0] == "extras"
        if not excused and list(SEEN[name](mutant)) == as_it_is:
            blind.append(place)
    assert blind == []
