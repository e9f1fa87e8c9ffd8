"""TCS's intelligence summary and the course of a side's own figures: what its own picture holds, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.reports import capabilities, gaps, trend
from pbem.rulesets.tcs.reports.intsum import SECTIONS, intsum
from tests.acceptance.table import plain
from tests.acceptance.test_trend import LINES
from tests.rulesets.tcs.field import OPENING
from tests.rulesets.tcs.ford import Ford

GAP = re.compile(r"(?m)^    (\S+: .+)$")
GAME, US = cast(TacticalGame, OPENING.game), cast(TacticalPicture, OPENING.pictures["us"])


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ford]:
    """The ford village in its second turn, after fire by both sides."""
    ford = Ford(Path(tmp_path_factory.mktemp("intsum")))
    ford.begin()
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-1: move 05.02, 05.03\nA-2: fire 05.04 area", "G-MG: fire 05.02 area\nK-1: fire 06.01 point")
    ford.both("", "")
    yield ford
    ford.close()


def part(text: str, title: str, following: str) -> str:
    return text.partition(title)[2].partition(following)[0]


@pytest.mark.parametrize("side", ["us", "ge"])
def test_it_has_every_section_that_an_intelligence_officer_writes(ford: Ford, side: str) -> None:
    """MASL-5.1-1: situation, identifications, strength and location with source and confidence, activity, capabilities, gaps."""
    text = ford.write(side, "INTSUM").text
    assert re.findall(r"(?m)^\d\. ([A-Z' ]+)$", text) == list(SECTIONS)
    assert re.findall(r"(?m)^(\d)\. [A-Z]", text) == list("1234567")
    enemies = ford.picture(side).enemies
    assert enemies and all(re.search(rf"{name} +{enemy.look.hex}", text) for name, enemy in enemies.items())
    assert "in sight" in text and "good" in text
    assert re.search(r"Turn 1: enemy fire at (A-1|G-MG)", text)


def test_each_gap_names_an_order_that_would_run(ford: Ford) -> None:
    """MASL-5.1-2: sent back as it stands it passes its check, and ends in sight of what it is for."""
    told = part(ford.write("us", "INTSUM").text, "6. GAPS", "7. COMM")
    orders = GAP.findall(told)
    assert orders, told
    for order in orders:
        answer = ford.write("us", f"CHECK\n{order}")
        assert "1 ✓ " in answer.text and "✗" not in answer.text, answer.text


def test_in_the_letter_for_command_a_gap_names_the_hex_to_look_from() -> None:
    picture = replace(US, public=replace(US.public, letter="A", turn=1))
    told = list(gaps.lines(GAME, picture))
    hints = [line for line in told if line.startswith("    look from ")]
    assert hints and not any(GAP.match(line) for line in told)


def test_what_the_enemy_could_do_is_told_of_known_counters_alone(ford: Ford) -> None:
    """MASL-5.1-1: nobody known threatens nobody; who was lost sight of long ago no longer counts."""
    picture = ford.picture("us")
    told = list(capabilities.lines(GAME, picture))
    assert {line.split()[0] for line in told} == set(picture.enemies)
    assert all("in sight, the nearest at " in line or "ould " in line for line in told)
    assert list(capabilities.lines(GAME, replace(picture, enemies={}))) == []
    old = {name: replace(enemy, spotted=False, turn=picture.public.turn - 2) for name, enemy in picture.enemies.items()}
    assert list(capabilities.lines(GAME, replace(picture, enemies=old))) == []


def test_a_counter_moves_as_the_own_fastest_of_its_kind_does_and_guns_stay() -> None:
    at = US.forces.units["T-1"].hex
    fast = capabilities.reached(GAME, US, ShownCounter(at, "Panther", "P", "move", kind="armour"))
    slow = capabilities.reached(GAME, US, ShownCounter(at, "Panther", "P", "fire", kind="armour"))
    foot = capabilities.reached(GAME, US, ShownCounter(at, "Grenadiers", "A", "move", kind="foot"))
    assert at in foot and foot < fast and slow < fast
    assert capabilities.reached(GAME, US, ShownCounter(at, "Pak", "A", "fire", kind="guns")) == frozenset()


def test_who_was_lost_sight_of_is_a_gap_and_of_fair_confidence() -> None:
    known = EnemyCounter("foot-7", ShownCounter(Hex("05.05"), "Grenadiers", "A", "fire"), 1, spotted=False)
    picture = replace(US, public=replace(US.public, turn=2, letter="B"), enemies={"foot-7": known})
    text = "\n".join(line for block in intsum(GAME, picture, (), ()) for line in (*block.lines, *map(" ".join, block.rows)))
    assert "foot-7, Grenadiers: out of sight since turn 1, then at 05.05" in text
    assert "turn 1 fair" in text and "0 enemy counters in sight; 1 more from earlier turns." in text


def test_the_commanders_words_are_his_own_sides(ford: Ford) -> None:
    ford.write("us", "INTENT TURN\nThe ford first.\nEND INTENT")
    words = "The ford first." in plain(ford.write("us", "INTSUM"))
    assert "The ford first." not in plain(ford.write("ge", "INTSUM"))
    assert words or "INTENT" in plain(ford.mail("us")[-2])


def test_the_first_report_of_a_turn_shows_the_course_of_the_own_figures(ford: Ford) -> None:
    """TCSB-28-3: points as the side knows them, objectives it holds, its steps; nothing of the enemy's."""
    for side in ("us", "ge"):
        shown = [mail for mail in ford.mail(side) if LINES.search(mail.text) or "objective hexes held" in mail.text]
        assert len(shown) == 1 and shown[0].subject.startswith("[test] T2.A")
        steps = dict(re.findall(r"own steps on the map, (\S+): \d+, (\d+)", shown[0].text))
        forces = ford.picture(side).forces
        assert set(steps) == {unit.company for unit in forces.units.values()}
        now = trend.now(GAME, ford.picture(side))
        assert sum(f.value for f in now if f.plot == trend.STEPS) == sum(unit.steps for unit in forces.units.values())
