"""A module between reading and play: its files as far as they could be read, for the checks that span them."""

from collections.abc import Callable, Iterable, Mapping

from pbem.kernel.charts.tables import Table
from pbem.kernel.values import Value, field
from pbem.modules.faults import KeyPath
from pbem.rulesets.tocs.aircraft import Aircraft
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.module_file import ModuleFile, ScenarioFile
from pbem.rulesets.tocs.oob import Berthed, Counter

Complaint = tuple[str, KeyPath, str]
"""What a check has to say: file, key path, sentence."""


TACTICAL = "tactical/"
"""Where a module has maps of single hexes, for a ruleset in which field battles are fought."""


class Parts(Value):
    """The files of a module as far as they could be read; None for one that could not. in_force: the charts by id, the
    ruleset's with the module's over them; without the ruleset's what they rule is not looked at."""

    files: Mapping[str, str]
    scenario: str
    module: ModuleFile | None
    play: ScenarioFile | None
    ground: Ground | None
    oobs: Mapping[str, tuple[Counter, ...]]
    charts: Mapping[str, Table]
    order_words: frozenset[str]
    in_force: Mapping[str, Table]
    aircraft: Mapping[str, tuple[Aircraft, ...]] = field(default_factory=dict)
    ships: Mapping[str, tuple[Berthed, ...]] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, as far as they are known."""
        return tuple(side.id for side in self.module.side) if self.module else ()


Check = Callable[[Parts], Iterable[Complaint]]


def owner_at_start(play: ScenarioFile, place: str) -> str:
    """The side that owns a hex when play begins, "" for none."""
    named = (side for side, places in play.ownership.hexes.items() if place in places)
    return next(named, play.ownership.default)
