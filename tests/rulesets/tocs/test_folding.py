"""Every event is folded by one rule, on the board and in the pictures of those who are told of it."""

from typing import get_args

import pytest

from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.board import APPLY, BOARD, NOTHING_TRUE
from pbem.rulesets.tocs.folding import FORCES, NOTHING, PARTS
from pbem.rulesets.tocs.folding.rows import Rows
from pbem.rulesets.tocs.folding.tables import OBSTACLES, PUBLIC, WORKS
from pbem.rulesets.tocs.learning import LEARN, MORE, SAYS_ONLY
from pbem.rulesets.tocs.learning import TOLD as TOLD_IN_PART
from pbem.rulesets.tocs.licences import LICENCES
from pbem.rulesets.tocs.observe import OBSERVERS
from pbem.rulesets.tocs.reports.sentences import SENTENCES, SILENT, unsaid
from pbem.rulesets.tocs.view import Public

EVENTS = frozenset(get_args(e.Event))
TOLD = frozenset((*get_args(t.OwnTold), *get_args(t.PublicTold)))


def test_every_event_has_exactly_one_fold() -> None:
    """What is told whole a row of the tables, or a place among what changes nothing; what is not a row of the board's own, smaller
    events that it comes to, or again its place among what changes nothing."""
    shared = {*FORCES.by, *PUBLIC.by, *WORKS.by, *OBSTACLES.by}
    folds = [*shared, *NOTHING, *PARTS, *BOARD.by, *NOTHING_TRUE]
    assert sorted(kind.__name__ for kind in folds) == sorted(kind.__name__ for kind in EVENTS)
    assert shared | NOTHING == TOLD
    assert set(APPLY) == EVENTS


def test_what_is_told_to_a_side_or_to_both_is_told_apart() -> None:
    assert not set(get_args(t.OwnTold)) & set(get_args(t.PublicTold))
    assert {kind for kind in get_args(t.OwnTold) if "side" not in kind.__struct_fields__} == set()


def test_a_second_row_for_a_class_is_refused() -> None:
    rows: Rows[Public] = Rows()
    rows.of(t.TurnBegan)(lambda public, _: public)
    with pytest.raises(TypeError, match="two rows for TurnBegan"):
        rows.of(t.TurnBegan)(lambda public, _: public)


def test_everything_that_can_be_learnt_is_learnt_by_one_rule_and_has_one_sentence() -> None:
    """What is said of it in a receipt and in a report, or that nothing is; a class that is silent has no words beside."""
    learnt = frozenset(get_args(o.What))
    assert learnt >= TOLD and set(LEARN) == set(SENTENCES) == learnt
    assert set(MORE.by) <= TOLD and not set(MORE.by) & set(TOLD_IN_PART.by) and not set(TOLD_IN_PART.by) & set(SAYS_ONLY)
    assert {kind for kind, sentence in SENTENCES.items() if sentence.receipt is sentence.report is sentence.rolls is unsaid} == set(
        SILENT
    )


def test_every_event_has_one_fold_one_row_of_licences_and_its_words() -> None:
    """Of one that is told whole the words are its own; of one that is told in part those of its parts, which all have a row."""
    assert set(APPLY) == set(LICENCES) == set(OBSERVERS) == EVENTS
    assert set(get_args(o.Seen)) == {o.OwnEvent, o.PublicEvent, *get_args(o.PartTold)}
    assert set(SENTENCES) & EVENTS == TOLD and set(SENTENCES) - EVENTS == set(get_args(o.PartTold))
