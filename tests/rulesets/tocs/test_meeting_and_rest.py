"""Meeting engagements, whose ground nobody owns at first, and days of rest between turns (TOCS-1.2-6, TOCS-1.9-4, TOCS-W1.5-2)."""

import tomllib
from functools import partial
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.module import ModuleError
from pbem.rulesets.tocs.reports import turn_lines
from pbem.rulesets.tocs.scenario import opening
from tests.rulesets.tocs.builder import Piece, Scene

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
FOLDER = Path(__file__).parents[3] / "games" / "heumen-bridge"
FILES = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")}


def meeting(words: str) -> dict[str, str]:
    """The training module, its ground between the perimeters nobody's."""
    play = FILES["scenario-1.toml"]
    printed = tomllib.loads(play)
    units = tomllib.loads(FILES["oob-german.toml"])["unit"]
    held = {unit["setup"] for unit in units if unit.get("setup")}
    held |= {entry["hex"] for key in ("supply", "facility", "improved", "feature") for entry in printed.get(key, ())
             if entry["side"] == "german"}  # fmt: skip
    held |= {h for entry in printed.get("reinforcement", ()) if entry["side"] == "german" for h in entry["hexes"]}
    held -= set(printed["ownership"]["hexes"]["allied"])
    german = "german = [" + ", ".join(f'"{place}"' for place in sorted(held)) + "]\n"
    play = play.replace('[ownership]\ndefault = "german"', f"[ownership]\n{words}")
    return {**FILES, "scenario-1.toml": play.replace("[ownership.hexes]\n", "[ownership.hexes]\n" + german)}


def test_a_module_that_begins_as_a_meeting_engagement_has_ground_that_nobody_owns() -> None:
    """TOCS-1.9-4, TOCS-1.2-6: only where it says so."""
    owner = opening(load_module(meeting("meeting = true")), library.charts("tocs")).situation.board.public.owner
    assert {"allied", "german", ""} == set(owner.values())
    with pytest.raises(ModuleError) as found:
        load_module(meeting(""))
    assert all("nobody owns" in fault.message for fault in found.value.faults)


def test_ground_that_nobody_owns_becomes_his_who_enters_it() -> None:
    """TOCS-1.9-4, TOCS-1.2-6: the entry is announced, and the hex is friendly from then on."""
    s = Scene((Piece("B", "03.03"),), (Piece("R", "08.08"),))
    free = {h: "" if h not in ("03.03", "08.08") else side for h, side in s.public.owner.items()}
    s.play.situation = replace(s.play.situation, board=replace(s.board, public=replace(s.public, owner=free)))
    for side in ("blue", "red"):
        known = replace(s.picture(side).public, owner=free)
        s.play.pictures = {**s.play.pictures, side: replace(s.picture(side), public=known)}
    assert s.does("B", "B: move 03.04").failure is None
    assert s.owner("03.04") == "blue" and s.public.owner[Hex("05.05")] == ""
    assert [event.hex for event in s.learnt("red", t.OwnerChanged)] == ["03.04"]


def test_days_of_rest_bring_all_back_to_good_order() -> None:
    """TOCS-W1.5-2: but those in an engagement; both sides read of it."""
    pieces = (Piece("A", "03.03", state=3), Piece("B", "05.05", state=2))
    s = Scene(pieces, (Piece("R", "08.08", state=1), Piece("Q", "05.05")), engaged={Hex("05.05"): "blue"}, turn=1, turns=3)
    second = replace(s.game.turns[1], rest=2)
    s.game = replace(s.game, turns=(s.game.turns[0], second, *s.game.turns[2:]))
    s.play.game = s.game
    s.enter("turn")
    rested = [event.unit.id for event in s.happened(e.UnitChanged) if event.why == "rested"]
    assert sorted(rested) == ["a", "r"]
    assert turn_lines.turn(s.game, s.picture(), t.TurnBegan(2))[0] == "2 days of rest went by"
