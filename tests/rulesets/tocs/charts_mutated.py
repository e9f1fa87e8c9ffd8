"""One value of a shipped chart changed, for tests that must notice: PBEM_MUTANT=chart/place, and this module as a plugin.

A mutant is a chart with one value otherwise: a modifier or target by one, a list empty, a yes a no, cells in another order.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kernel.charts.chart import Boxes, Drm, Item, Modifier, RowMap, SheetRow
from pbem.kernel.charts.tables import Check, Grid, Listing, Modifiers, Records, Sheet, Table, Track
from pbem.kernel.values import replace
from pbem.modules import library

Mutant = tuple[str, Table]
"""The place of the value in the chart ("drms/observer"), and the chart with another."""
NOTES = ("source", "rationale", "part", "when", "what", "special", "basis", "named_at", "note", "air")
"""Keys that say where a value is from, or in prose what the code does; `air` waits for aircraft."""


def otherwise(value: Any) -> Any:
    """Another value of the same kind; the same one where there is none to think of."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return () if isinstance(value, tuple) and value else value


def mutants(chart: Table) -> Iterator[Mutant]:
    """Every mutant of a chart."""
    yield from _nested(chart, "extras", chart.extras)
    match chart:
        case Grid():
            yield from _each(chart, "drms", chart.drms)
            yield from _each(chart, "row_maps", chart.row_maps)
            for number, block in enumerate(chart.blocks):
                rows = sorted(block.cells)
                upside_down = {row: block.cells[other] for row, other in zip(rows, reversed(rows), strict=True)}
                blocks = (*chart.blocks[:number], replace(block, cells=upside_down), *chart.blocks[number + 1 :])
                yield f"blocks/{number}", replace(chart, blocks=blocks)
        case Check():
            yield from _each(chart, "drms", chart.drms)
            if isinstance(chart.trial.target, int):
                yield "trial/target", replace(chart, trial=replace(chart.trial, target=chart.trial.target + 1))
        case Modifiers():
            yield from _each(chart, "modifiers", chart.modifiers)
        case Sheet():
            yield from _each(chart, "rows", chart.rows)
        case Track():
            yield from _each(chart, "tracks", chart.tracks)
        case Records():
            yield from _nested(chart, "records", chart.records)
        case Listing():
            yield from _each(chart, "items", chart.items)
        case _:
            pass


def _each(chart: Table, part: str, entries: Mapping[str, Any]) -> Iterator[Mutant]:
    for name, entry in entries.items():
        for key, changed in _entry(entry):
            yield f"{part}/{name}{key}", replace(chart, **{part: {**entries, name: changed}})


def _entry(entry: Any) -> Iterator[tuple[str, Any]]:
    match entry:
        case Drm(value=int(value)):
            yield "", replace(entry, value=value + 1)
        case Modifier():
            if isinstance(entry.value, int):
                yield "", replace(entry, value=entry.value + 1)
            own = entry.extras
            yield "/engagement", replace(entry, extras={**own, "engagement": not own["engagement"]})
            if own["attacks"]:
                yield "/attacks", replace(entry, extras={**own, "attacks": ("none",)})
            if own["per"]:
                yield "/per", replace(entry, extras={**own, "per": ""})
        case RowMap():
            yield "", replace(entry, lines=tuple(reversed(entry.lines)))
        case Boxes():
            yield "", replace(entry, boxes=tuple(box + 1 for box in entry.boxes))
        case SheetRow():
            yield "", replace(entry, cells=tuple(_dearer(cell) for cell in entry.cells))
        case Item():
            for key, of in entry.extras.items():
                if key not in NOTES and otherwise(of) != of:
                    yield f"/{key}", replace(entry, extras={**entry.extras, key: otherwise(of)})
        case _:
            pass


def _dearer(cell: str) -> str:
    return str(int(cell) + 1) if cell.isdigit() else {"X": "1", "A": "1"}.get(cell, cell)


def _nested(chart: Table, part: str, values: Mapping[str, Any]) -> Iterator[Mutant]:
    """Every leaf of what a chart holds as plain values."""
    for path in _leaves(values):
        yield "/".join((part, *path)), replace(chart, **{part: _changed(values, path)})


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in NOTES and not key.endswith("source"):
                yield from _leaves(inner, (*path, str(key)))
    elif otherwise(value) != value:
        yield path


def _changed(value: Any, path: tuple[str, ...]) -> Any:
    if not path:
        return otherwise(value)
    return {**value, path[0]: _changed(value[path[0]], path[1:])}


def _installed(place: str) -> None:
    """The shipped charts are those with one value otherwise, for this process."""
    name, _, where = place.partition("/")
    shipped = library.charts("tocs")
    mutant = next(chart for at, chart in mutants(shipped[name]) if at == where)
    changed = {**shipped, name: mutant}
    library.charts = lambda ruleset: changed  # type: ignore[assignment]


if os.environ.get("PBEM_MUTANT"):
    _installed(os.environ["PBEM_MUTANT"])
