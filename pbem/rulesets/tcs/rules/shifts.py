"""The modifiers of a chart, put to the facts: which of them count, by how much, and what they come to."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.kernel.charts.chart import Drm, Sheet
from pbem.kernel.charts.entries import Entry, sections
from pbem.kernel.values import Value


class Shift(Value):
    """A modifier that counts. id: as the chart names it; by: what it adds to the dice; group: of those that share one the strongest
    counts alone."""

    id: str
    by: int
    group: str = ""


def shifts(drms: Mapping[str, Drm], amounts: Mapping[str, int]) -> tuple[Shift, ...]:
    """The modifiers that count, in the chart's order.

    amounts: by id, how often one that has a figure fits (0 or 1), or what one in words comes to, which is then bounded. KeyError
    for an id that the chart has not.
    """
    unknown = amounts.keys() - drms.keys()
    if unknown:
        raise KeyError(f"no such modifier: {sorted(unknown)}")
    fitting = [_shift(drm, amounts[drm.id]) for drm in drms.values() if amounts.get(drm.id)]
    return tuple(one for one in fitting if not any(_outdoes(other, one) for other in fitting))


def total(counting: Iterable[Shift]) -> int:
    """What shifts come to."""
    return sum(one.by for one in counting)


def total_with_floor(counting: Sequence[Shift], groups: Sequence[str], floor: int) -> int:
    """What shifts come to when those of some groups together give never less than a floor."""
    held = total(one for one in counting if one.group in groups)
    return max(floor, held) + total(one for one in counting if one.group not in groups)


def drms_of(sheet: Sheet) -> Mapping[str, Drm]:
    """The modifiers that a sheet lists beside its cells."""
    return {drm.id: drm for drm in map(_drm, sections(sheet.extras, "drm"))}


def _shift(drm: Drm, amount: int) -> Shift:
    by = drm.value * amount if isinstance(drm.value, int) else amount
    if drm.lo is not None:
        by = max(drm.lo, by)
    if drm.hi is not None:
        by = min(drm.hi, by)
    return Shift(drm.id, by, drm.group)


def _outdoes(other: Shift, one: Shift) -> bool:
    """Of one group the strongest counts, of two alike the first by name."""
    return bool(one.group) and other.group == one.group and (abs(other.by), other.id) > (abs(one.by), one.id)


def _drm(entry: Entry) -> Drm:
    value, lo, hi = entry["value"], entry.get("lo"), entry.get("hi")
    return Drm(
        id=str(entry["id"]),
        value=value if isinstance(value, int) else str(value),
        when=str(entry["when"]),
        group=str(entry.get("group", "")),
        lo=lo if isinstance(lo, int) else None,
        hi=hi if isinstance(hi, int) else None,
        source=str(entry["source"]),
    )
