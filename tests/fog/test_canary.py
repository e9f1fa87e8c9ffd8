"""Whole games in which both sides ask everything: no living enemy is ever named (TOCS-1.2-1)."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.rulesets.tocs import observations as o
from tests.fog.canary import sung
from tests.fog.stage import CANARY, MARKS, OTHER, SIDES, Stage, canary_module, play, words_of


@pytest.fixture(scope="module", params=((1, "never"), (2, "always"), pytest.param((3, "always"), marks=pytest.mark.soak)))
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A game of inquisitive commanders, played to its end."""
    folder = tmp_path_factory.mktemp("canary")
    seed, windows = request.param
    stage = Stage(folder, seed, str(canary_module(folder / "module", windows)))
    play(stage, seed, curious=True)
    yield stage
    stage.close()


def test_no_letter_names_an_enemy_that_lives(finished: Stage) -> None:
    assert sung(finished) == []


def test_the_dead_are_named_and_the_own_are_named(finished: Stage) -> None:
    """The canary is alive: these names do reach letters when they may."""
    for side in SIDES:
        words = "\n".join(words_of(m) for m in finished.mail(side))
        told = {s.call for r in finished.records() for d, s in r.seen if d == side and isinstance(s, o.EnemyDestroyed)}
        assert len(set(CANARY[side].findall(words))) > 10
        assert all(call in words for call in told)
    assert any(isinstance(s, o.EnemyDestroyed) for r in finished.records() for _, s in r.seen)


def test_every_kind_of_question_was_asked_and_every_kind_of_letter_written(finished: Stage) -> None:
    kinds = {sent.kind for r in finished.records() for sent in r.letters if hasattr(sent, "kind")}
    assert {"invitation", "welcome", "receipt", "sitrep", "message"} <= kinds
    words = "\n".join(m.text for m in finished.mail("allied"))
    last = [m for m in finished.mail("allied") if "BOTH SIDES REVEALED" in m.text]
    assert len(last) == 1 and "ORDER OF BATTLE" in last[0].text and "THE JOURNAL" in last[0].text  # TOCS-5.0-3
    titles = ("STATUS", "ON FILE", "WHAT CAN", "COST", "WHY", "DIARY", "HELP", "TO FIX", "THE ROLLS, OPENED")
    assert all(title in words for title in titles)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "form", ("WHAT CAN {}", "DIARY {}", "COST {} to 14.12", "{}: move 14.12", "CHECK\n{}: attack 14.12 hasty", "HELP {}")
)
def test_a_name_of_the_enemys_is_answered_like_a_name_of_nobodys(tmp_path: Path, side: str, form: str) -> None:
    stage = Stage(tmp_path, 1, str(canary_module(tmp_path / "module")))
    stage.begin()
    unit, call, _, alias = MARKS[OTHER[side]]
    answers = set()
    for name in (f"{call}02", f"{call}99", f"{alias}02", f"{unit}02", "QUUX7"):
        stage.say(side, form.format(name), after=timedelta(milliseconds=1))
        text = stage.last(side).text
        number = text.split("\n")[0].split()[-1]
        answers.add(" ".join(text.replace(name, "NAME").replace(name.lower(), "NAME").replace(number, "N-0").split()))
        stage.say(side, "CANCEL", after=timedelta(milliseconds=1))
    stage.close()
    assert len(answers) == 1
