"""The charts of a campaign as one book: each is asked for by its id, as the kind it is."""

from collections.abc import Mapping
from typing import TypeVar

from pbem.kernel.charts.chart import Chart, Check, Grid, Listing, Modifiers, Records, Sheet, Table, Track
from pbem.kernel.values import Value

ChartT = TypeVar("ChartT", bound=Chart)


class ChartBook(Value):
    """Charts by id. Each question raises KeyError for a chart that is not there, TypeError for one of another kind."""

    tables: Mapping[str, Table]

    def grid(self, name: str) -> Grid:
        """A chart of dice against columns."""
        return self._of(name, Grid)

    def sheet(self, name: str) -> Sheet:
        """A chart of rows against columns."""
        return self._of(name, Sheet)

    def records(self, name: str) -> Records:
        """A chart of records."""
        return self._of(name, Records)

    def modifiers(self, name: str) -> Modifiers:
        """A chart of modifiers."""
        return self._of(name, Modifiers)

    def listing(self, name: str) -> Listing:
        """A chart that lists what is done."""
        return self._of(name, Listing)

    def track(self, name: str) -> Track:
        """A chart of tracks."""
        return self._of(name, Track)

    def check(self, name: str) -> Check:
        """A chart of a trial and what is added to it."""
        return self._of(name, Check)

    def _of(self, name: str, kind: type[ChartT]) -> ChartT:
        chart = self.tables[name]
        if not isinstance(chart, kind):
            raise TypeError(f"{name} is no {kind.__name__}")
        return chart
