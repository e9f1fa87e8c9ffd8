"""Dice for tests: true ones, by a key of their own."""

from collections.abc import Mapping

from pbem.kernel.charts.chart import Drm
from pbem.kernel.dice import Dice

KEY = b"a key for tests of rules"


def dice() -> Dice:
    """Dice by which nothing was thrown yet."""
    return Dice(KEY)


def fixed(drms: Mapping[str, Drm], name: str) -> int:
    """What a modifier that has a figure adds."""
    value = drms[name].value
    assert isinstance(value, int)
    return value
