"""How a receipt tells the lines that ran: a ruleset says what was learnt in a row, units in step share their line."""

from pbem.documents.receipt import went
from pbem.engine.observation import Observation
from pbem.engine.run_observations import LineBegan, LineEnded, ManeuverHalted
from tests.rulesets.race.rules import Ran  # an event of some ruleset

STEP = "move 12.11"


def told(*seen: Observation | Ran) -> list[str]:
    (block,) = went(seen, lambda items: (f"{len(items)} learnt",), ())
    return [line.strip() for line in block.lines]


def began(call: str, acts: str = STEP, line: int = 1) -> LineBegan:
    return LineBegan(line, call, acts)


def failed(call: str) -> LineEnded:
    return LineEnded(1, call, "failed", "too far")


def test_what_is_learnt_in_a_row_is_told_together() -> None:
    ran = Ran("red", 1)
    assert told(began("A"), ran, ran, LineEnded(1, "A", "done"), ran) == ["1 · A: move 12.11", "→ 3 learnt"]
    assert told(ran, began("A")) == ["→ 1 learnt", "1 · A: move 12.11"]


def test_units_in_step_share_a_line_and_one_that_fails_has_its_own() -> None:
    ran = Ran("red", 1)
    assert told(began("A"), ran, began("B"), ran, ManeuverHalted(1, "there", True)) == [
        "1 · A, B: move 12.11", "→ 2 learnt", "= there",
    ]  # fmt: skip
    assert told(began("A"), ran, began("B"), failed("B"), began("C"), ran) == [
        "1 · A: move 12.11", "→ 1 learnt", "1 · B: move 12.11", "✗ failed: too far", "1 · C: move 12.11", "→ 1 learnt",
    ]  # fmt: skip
    assert told(began("A"), ran, began("A", "move 12.12"), ran) == [
        "1 · A: move 12.11", "→ 1 learnt", "1 · A: move 12.12", "→ 1 learnt",
    ]  # fmt: skip
    whole = [began("A", ""), ran, began("B", ""), ran]
    assert told(*whole) == ["1 · A:", "→ 1 learnt", "1 · B:", "→ 1 learnt"], "each by itself, unless nothing is said"
