"""Values: nothing that the collector of cycles has to look through, and nothing that keeps a campaign from going."""

import gc
import weakref
from pathlib import Path

from pbem.kernel.values import Value, replace
from tests.acceptance.table import Table


class _Stand(Value):
    units: tuple[str, ...]
    at: dict[str, str]


def test_values_are_nothing_to_the_collector_of_cycles() -> None:
    stand = _Stand(("A/504",), {"A/504": "12.11"})
    assert not gc.is_tracked(stand) and not gc.is_tracked(replace(stand, at={}))


def test_a_campaign_that_is_let_go_is_gone(tmp_path: Path) -> None:
    """A value that held a way back to its holder would keep it for ever."""
    table = Table(tmp_path)
    table.begin()
    table.write("allied", "A/504: recon around")
    campaign = weakref.ref(table.campaign)
    table.close()
    del table
    gc.collect()
    assert campaign() is None
