"""The explicit lists of the ruleset match its folders, its phases and its ledger."""

from importlib import import_module
from pathlib import Path

import pytest

from pbem.engine.moments import Phase
from pbem.modules import library
from pbem.orders.tree import Vocabulary
from pbem.rulesets import tocs
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.events import Event
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders import REACTIONS, policies
from pbem.rulesets.tocs.switches import SWITCHES
from tests.rulesets.tocs.builder import Piece, Scene, standing_acts

HOME = Path(str(tocs.__file__)).parent
RULES = library.rules("tocs")
# Files that are no verb: the taking in hand, and what several verbs share.
NO_VERBS = {
    "__init__", "air_loads", "airstrip", "closing", "control", "deeds", "dry_run", "engineer_rules", "facility_rules",
    "fire_rules", "form", "ground_rules", "halts", "laying", "line_costs", "move_plan", "ordering", "plans", "runner",
    "scripts", "sea_rules", "vocabulary", "works_rules",
}  # fmt: skip


def files(folder: str) -> set[str]:
    return {p.stem for p in (HOME / folder).glob("*.py")}


def test_every_verb_has_its_file_and_every_file_its_verb() -> None:
    assert {*ACTIONS, *MANEUVERS, *DEEDS} == files("actions") - NO_VERBS
    for name, maneuver in MANEUVERS.items():
        assert maneuver.verb.name == name and import_module(f"pbem.rulesets.tocs.actions.{name}").MANEUVER is maneuver
    for name, action in ACTIONS.items():
        assert action.verb.name == name and import_module(f"pbem.rulesets.tocs.actions.{name}").ACTION is action


def test_every_reaction_has_its_file_and_every_file_its_reaction() -> None:
    names = {{"if silent": "silence"}.get(name, name.replace(" ", "_")): reaction for name, reaction in REACTIONS.items()}
    assert set(names) == files("standing_orders") - {"__init__", "asked", "asked_at_sea", "asked_in_the_air", "form"}
    for name, reaction in names.items():
        assert import_module(f"pbem.rulesets.tocs.standing_orders.{name}").REACTION is reaction


@pytest.mark.parametrize("name", REACTIONS)
def test_the_defaults_of_a_standing_order_can_be_read_and_change_nothing(name: str) -> None:
    reaction = REACTIONS[name]
    words = Vocabulary(tuple(r.verb for r in REACTIONS.values()), {}, {}, {})
    acts = standing_acts(words, reaction.defaults)
    assert policies(acts) == policies(())
    scene = Scene([Piece("A", "03.03")])
    assert [reaction.check(scene.game, scene.picture(), act) for act in acts] == [None] * len(acts)
    assert len({reaction.part(act) for act in acts}) == len(acts)


def test_a_standing_order_that_names_a_hex_off_the_map_is_refused() -> None:
    scene = Scene([Piece("A", "03.03")])
    words = Vocabulary(tuple(r.verb for r in REACTIONS.values()), {}, {}, {})
    for line in ("ezoc only 60.60", "ezoc within 2 of 60.60", "retreat hold 60.60", "retreat toward 60.60"):
        act = standing_acts(words, (line,))[0]
        refusal = REACTIONS[act.verb].check(scene.game, scene.picture(), act)
        assert refusal and refusal.rule == "TOCS-W1.2-4"


@pytest.mark.parametrize("phase", RULESET.sequence.PHASES, ids=lambda p: p.name)
def test_every_phase_names_its_row(phase: Phase[Game, Board, Picture, Event]) -> None:
    assert phase.rule in RULES


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_names_rows(name: str) -> None:
    ruled = [rule for rule in SWITCHES[name].rules if rule.startswith("TOCS-")]
    assert all(rule in RULES for rule in ruled)


@pytest.mark.parametrize("name", ["move", "probe", "attack"])
def test_a_verb_without_a_hex_means_the_hex_last_asked_about(name: str) -> None:
    text = {"attack": "attack hasty"}.get(name, name)
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    assert scene.check("A", text)[0].kind == "illegal"
    scene.does("A", "probe 03.04")
    asked = scene.active().asked
    assert asked == "03.04"
    act = ACTIONS[name].order(scene._acts(text)[0], scene.picture())
    assert "03.04" in repr(act)


def test_every_switch_is_asked_by_the_rules() -> None:
    folder = Path(tocs.__file__).parents[2]
    code = "".join(p.read_text(encoding="utf-8") for p in folder.rglob("*.py") if p.name != "switches.py")
    assert [name for name in SWITCHES if f'"{name}"' not in code] == []
