"""The list of hazards (hazards.toml) against the folder of letters and the tests: each hazard is shown, each letter has one."""

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from pbem.mail.sender_auth import vouched
from pbem.mail.trust import Trust

HERE = Path(__file__).parent
TESTS = HERE.parent
HAZARDS = tomllib.loads((HERE / "hazards.toml").read_text(encoding="utf-8"))["hazard"]
LETTERS = sorted(path.stem for path in (HERE / "letters").glob("*.eml"))


def test_every_letter_shows_one_hazard_and_every_hazard_is_shown() -> None:
    named = Counter(name for hazard in HAZARDS for name in hazard.get("letters", ()))
    assert sorted(named) == LETTERS
    assert [name for name, count in named.items() if count > 1] == []
    assert len({hazard["what"] for hazard in HAZARDS}) == len(HAZARDS) == 60


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda h: h["what"])
def test_a_hazard_has_its_behaviour_and_something_that_shows_it(hazard: dict[str, list[str]]) -> None:
    assert set(hazard) <= {"what", "then", "letters", "tests"}
    assert hazard["then"]
    assert hazard.get("letters") or hazard.get("tests")
    for place in hazard.get("tests", ()):
        file, _, test = place.partition("::")
        assert test in _functions(TESTS / file), place


def _functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", ["forged_from", "forged_verdict"])
def test_only_our_servers_topmost_verdict_is_believed(name: str) -> None:
    raw = (HERE / "letters" / f"{name}.eml").read_bytes()
    trust = Trust("mx.example.net")
    assert not vouched(raw, trust)
    assert vouched(raw.replace(b"dmarc=fail", b"dmarc=pass"), trust)
