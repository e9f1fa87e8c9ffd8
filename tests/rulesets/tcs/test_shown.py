"""What else a campaign of TCS brings: maps in the signs of all, the pad, boot camp, a host's corrections, rehearsals."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from pbem.documents.cartography.plates import plates
from pbem.documents.picture_json import SentAs, picture_json
from pbem.engine.opaque import OpaqueBoard
from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.letters import help as manual
from pbem.modules import library
from pbem.orders.tree import Act
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Opening, PupilLetter
from pbem.rulesets.tcs import lessons, scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.amending import amends, chained
from pbem.rulesets.tcs.board import TacticalBoard, apply
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import load_module
from pbem.rulesets.tcs.parts import maps, pads, rehearsals
from pbem.rulesets.tcs.parts import scenario as played
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.in_use import NEEDS, not_in_use
from pbem.rulesets.tcs.reports.sitrep import brief, enemy, own_rows
from pbem.rulesets.tcs.reports.wording import GROUNDS
from tests.acceptance.table import plain
from tests.letter_words import WORDS
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load

TCS = RULESETS["tcs"]
GAME, OPENING, PICTURES = scenario.opening(load(), library.charts("tcs"))


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Ford]:
    ford = Ford(tmp_path)
    ford.begin()
    ford.both("ROLL US-2 NEVER", "POLICY ALL FIRE HOLD\nPOLICY ALL ADJACENT HOLD")
    ford.both("A-1: move 05.02\nT-1: move 06.02", "")
    yield ford
    ford.close()


def test_the_map_has_the_signs_of_the_tactical_game(ford: Ford) -> None:
    """125 m a hex, crests, own sheets' boundaries, whom armor faces, what moves; the enemy by the desk's own names."""
    drawn = maps.theatre(GAME, ford.picture("us"))
    (plate,) = plates(maps.job(GAME, drawn))
    assert "125 m" in plate.overlay and "crest" in plate.overlay and "boundary" in plate.overlay
    assert {sighting.name for sighting in drawn.sightings} >= {"foot-1", "gun-1"} and "foot-1" in plate.overlay
    assert {symbol.facing for symbol in drawn.symbols if symbol.call == "T-1"} == {"S"}
    assert (Hex("05.02"), "move mode") in drawn.marks and dict(drawn.goals)[Hex("05.04")] == 6
    text = maps.of_module(load(), "")
    assert text.startswith("<svg") and "A-MG" not in text and "A-MG" in maps.of_module(load(), "us")


def test_picture_json_is_of_the_same_schema(ford: Ford) -> None:
    told = json.loads(picture_json(maps.theatre(GAME, ford.picture("us")), SentAs("test", "A-9", "s", places=maps.places(GAME))))
    assert told["schema"] == "pbem-picture/1" and {unit["call"] for unit in told["units"]} >= {"A-1", "T-1"}
    assert "G-1" not in json.dumps(told) and told["places"]["Village"] == "05.05"


def test_map_in_letters(ford: Ford) -> None:
    whole, near = plain(ford.write("us", "MAP")), plain(ford.write("us", "MAP 05.04"))
    there = next(name for name, enemy in ford.picture("us").enemies.items() if enemy.look.hex == "05.04")
    assert (
        "O own units, X enemy seen" in whole
        and f"05.04 Village: {there}" in near
        and "09.09 is not on this map" in plain(ford.write("us", "MAP 09.09"))
    )


def test_letters_name_the_ground(ford: Ford) -> None:
    """TCSB-20-2: beside own and enemy counters, hex by hex in COST, and as a second drawing of MAP."""
    whole, cost = plain(ford.write("us", "MAP")), plain(ford.write("us", "COST A-1 TO 05.04"))
    assert "GROUND: . open, o crops, b scrub, W woods, V village, ~ stream. A digit is the level of the hex." in whole
    assert "W2" in whole and "HELP TERRAIN" in whole
    assert "05.03 open: 1 MP, 1 in all 05.04 Village: 1 MP, 2 in all" in cost
    rows = {row[0].split()[0]: row[1] for row in own_rows(GAME, ford.picture("us"))}
    assert rows["A-1"] == "05.02 open"
    told = "\n".join(enemy(GAME, ford.picture("us")))
    assert ": 05.04 Village, fire mode; targets seen in its hex: men and guns" in told


def test_help_terrain_has_the_figures_of_the_charts() -> None:
    """TCSB-20-2: MP by how a unit moves, and cover, as the tables have them."""
    costs, effects = GAME.book.sheet("movement-costs"), GAME.book.records("terrain-effects")
    lines = manual.topics(TCS, WORDS)["terrain"].split("\n")
    for terrain, name in GROUNDS.items():
        (line,) = (line for line in lines if line.startswith(f"    {name.ljust(13)}"))
        mp = [costs.cell(terrain, move) for move in ("foot", "tracked", "halftrack", "wheeled", "towed")]
        shelter = [str(effects[terrain]["cover"]), *(["yes"] if effects[terrain]["protective"] else [])]
        assert line.removeprefix(f"    {name}").split() == [*mp, *shelter], line


def test_the_welcome_says_who_wins_and_which_rules_are_not_in_use() -> None:
    """TCSB-28-3, TCSB-1-10: the levels of the scenario; topics of HELP that switches of the module leave idle."""
    blocks = {block.title: block.lines for block in brief(GAME, PICTURES["us"], "")}
    assert blocks["POINTS, both sides know them"][-3:] == (
        " American less German points: 1 or more, American victory",
        " American less German points: -1 to 0, no side wins",
        " American less German points: -2 or less, German victory",
    )
    (idle,) = blocks["RULES NOT IN USE"]
    assert "ARMOR" in idle and "POLICY SFA" in idle and "POLICY FALLBACK" in idle and "POLICY SYR" not in idle
    armed = replace(GAME, switches={**GAME.switches, "armor": True})
    (fewer,) = not_in_use(armed)
    assert "ARMOR" not in fewer and "POLICY FALLBACK" not in fewer and "LINE" in fewer
    assert all(topic in manual.topics(TCS, WORDS) for topic in NEEDS)


def test_the_pad_offers_what_would_pass(ford: Ford) -> None:
    command = pads.sheet(GAME, ford.picture("us"))
    assert "roll US-2 always" in command.deeds and "call off US-1" in command.deeds and not command.offers
    ford.both("", "")
    action = pads.sheet(GAME, ford.picture("us"))
    offered = {one.call: {offer.line for offer in one.offers} for one in action.offers}
    assert "move 05.03" in offered["A-1"] and "fire mode" in offered["A-1"] and "move mode" in offered["T-3"]
    for line in offered["A-1"]:
        assert "On file" in plain(ford.write("us", f"A-1: {line}")), line
    assert pads.MANNERS["move"].walks and len(action.ways) == len({(pace.ways) for pace in action.paces})


def test_a_lessons_example_passes_it(ford: Ford) -> None:
    """Each lesson of the boot camp is passed by the example that it prints."""
    verbs = tuple(WORDS.verbs) if hasattr(WORDS, "verbs") else ()
    shown = {slot: lessons.example(GAME, ford.picture("us"), slot, verbs) for slot in ("unit", "command", "policy")}
    assert shown["unit"] == "A-1" and shown["command"] == "ROLL US-2 ALWAYS"
    ford.both("", "")
    shown["move"] = lessons.example(GAME, ford.picture("us"), "move", verbs)
    assert "On file" in plain(ford.write("us", shown["move"]))
    passes = {
        "command": PupilLetter((), (), True, frozenset({"orders"}), frozenset(), False, frozenset({"roll"})),
        "move": PupilLetter((), (), True, frozenset({"orders"}), frozenset(), False, frozenset({"move"})),
        "policy": PupilLetter((), (), True, frozenset({"standing"}), frozenset(), False),
        "ask": PupilLetter((Act("what can"),), (), False, frozenset(), frozenset(), False),
    }
    for part, letter in passes.items():
        assert [name for name, fits in lessons.PARTS.items() if fits(letter)] == [part]
    assert [*library.lessons("tcs")] == ["report", "command", "move", "fire", "policy"]


@pytest.mark.parametrize(("text", "changed"), [
    ("A-1 at 05.02", ("hex", "05.02")), ("A-1 fire mode", ("mode", "fire")), ("A-1 4 steps", ("steps", 4)),
    ("A-1 suppressed", ("suppressed", True)), ("A-1 not suppressed", ("suppressed", False)),
])  # fmt: skip
def test_a_host_puts_a_unit_right(text: str, changed: tuple[str, object]) -> None:
    """TCSB-1-10."""
    events = played.correct(GAME, OPENING.board, "us", text)
    assert not isinstance(events, Refusal)
    after = apply(OPENING.board, events[0])
    assert getattr(after.forces["us"].units["A-1"], changed[0]) == changed[1]


def test_a_correction_that_says_nothing_is_refused_with_what_could_be_said() -> None:
    """TCSB-1-10."""
    for text in ("A-1 at 09.09", "A-1 6 steps", "G-1 at 05.05", "A-1"):
        refused = played.correct(GAME, OPENING.board, "us", text)
        assert isinstance(refused, Refusal) and "A-1 at 05.02" in refused.words
    (event,) = cast(tuple[t.HexCorrected, ...], played.correct(GAME, OPENING.board, "us", "05.04 held"))
    assert apply(OPENING.board, event).held[Hex("05.04")] == "us"


def test_rehearsals_count_what_a_game_came_to() -> None:
    ruleset = RULESETS["tcs"]
    assert ruleset.rehearsals is not None and isinstance(OPENING.board, TacticalBoard | OpaqueBoard)
    assert rehearsals.length(load()) == 6 and rehearsals.largest(load(), "us")[0] == "A"
    tally = rehearsals.tally((t.BattleOver("us", (t.SideTotal("us", 9), t.SideTotal("ge", 2))),))
    assert (tally.winner, tally.points) == ("us", {"us": 9, "ge": 2})


def patched(patch: str) -> object:
    """The opening of the module with a patch laid over it."""
    assert TCS.patches is not None
    texts = library.module_files(library.module_folder("tcs-training"))
    done = TCS.patches.patched(texts, patch)
    module = load_module(dict(done.texts), charts=library.charts("tcs"), grammar=library.grammar("tcs"))
    return scenario.opening(module, library.charts("tcs"))


def test_a_patch_changes_counters_charts_and_what_counts_from_a_turn_on() -> None:
    """TCSB-1-10."""
    whole = '["oob.toml".unit.A-1]\nmorale = 1\n["scenario-1.toml"]\nvisibility = "clear"\nturns = 7\n'
    after = cast(Opening[TacticalGame, TacticalBoard, TacticalPicture], patched(whole))
    events, refusals = amends(Opening(GAME, OPENING, PICTURES), after, 3)
    assert refusals == () and [event.units[0].morale for event in events if isinstance(event, t.CountersPatched)] == [1]
    assert apply(OPENING.board, events[0]).forces["us"].units["A-1"].morale == 1
    later = chained(GAME, 3, after.game, events)
    assert (later.in_force(2).turns, later.in_force(3).turns) == (6, 7)


@pytest.mark.parametrize(("patch", "why"), [
    ('["module.toml".switches]\npace = "one_letter"\n', "the switch pace stays as play was begun with it"),
    ('["scenario-1.toml".sheet.US-1]\nfail_percent = 40\n', "op sheets: that is how play began"),
    ('["scenario-1.toml"]\nturns = 2\n', "turn 3 would not be played any more"),
    ('["scenario-1.toml".brief.us]\ntext = "Go."\n', "briefs: that is how play began"),
    ('["oob.toml".battery.BTY]\nhe = 9\n', "batteries and their ammunition: that is how play began"),
])  # fmt: skip
def test_a_patch_of_how_play_began_is_refused(patch: str, why: str) -> None:
    """TCSB-1-10."""
    _, refusals = amends(
        Opening(GAME, OPENING, PICTURES), cast(Opening[TacticalGame, TacticalBoard, TacticalPicture], patched(patch)), 3
    )
    assert any(why in refusal for refusal in refusals), refusals
