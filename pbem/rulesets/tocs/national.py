"""The chart of national characteristics as a module is measured by it: which record is a nation's, and when (TOCS-W18)."""

from collections.abc import Mapping
from typing import Any

from pbem.kernel.charts.tables import Records
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


def dated(year: int, month: str) -> str:
    """A month as the chart has it, `1944-09`."""
    return f"{year}-{MONTHS.index(month) + 1:02d}"


@rule("TOCS-W0.1-2")
def in_force(chart: Records, nation: str, now: str) -> Any:
    """A nation's record of the date, else the last one before it: in Korea a nation fights as it did when the last war ended;
    None for a nation the chart does not know, or not yet."""
    own = _by_name(chart).get(nation.lower(), ())
    then = next((r for r in own if str(r["from"]) <= now <= str(r["to"])), None)
    return then or max((r for r in own if str(r["to"]) < now), key=lambda r: str(r["to"]), default=None)


@kept(4)
def _by_name(chart: Records) -> Mapping[str, tuple[Any, ...]]:
    """The records of each word that means a nation, in the order of the chart."""
    records = tuple(chart.records.values())
    return {name: tuple(r for r in records if name in names(r)) for record in records for name in names(record)}


def names(record: Any) -> tuple[str, ...]:
    """The words that mean the nation of a record, in small letters."""
    return str(record["nation"]).lower(), *(str(name).lower() for name in record.get("names", ()))
