"""FieldBattles: battles that people fight elsewhere, and report."""

from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import field_report
from pbem.rulesets.tocs.reports.field import brief, over
from pbem.rulesets.tocs.reports.field_report import form, own_words, whole
from pbem.rulesets.tocs.reports.field_report import heard as read
from pbem.rulesets.tocs.resolution import field
from pbem.rulesets.tocs.resolution.field import differing
from pbem.rulesets.tocs.resolution.field import is_decided as decided
from pbem.rulesets.tocs.resolution.field import ruled as rule
from pbem.rulesets.tocs.resolution.field_outcome import reports
from pbem.rulesets.tocs.resolution.field_statement import statement
from pbem.rulesets.tocs.rules.field_battle import days, out, played_with

__all__ = [
    "brief", "days", "decided", "differing", "form", "out", "over", "own_words", "played_with", "read", "report", "reports", "rule",
    "statement", "understood", "whole",
]  # fmt: skip


def understood(game: Game, picture: Picture, report: object) -> tuple[str, ...]:
    """What a report was taken to say."""
    return field_report.understood(game, picture, _own(report))


def report(moment: Moment, side: str, number: int, report: object) -> field.Events:
    """A report is filed."""
    return field.reported(moment, side, number, _own(report))


def _own(report: object) -> AfterAction:
    if not isinstance(report, AfterAction):
        raise TypeError(f"no report that `read` has made: {type(report).__name__}")
    return report
