"""What a chart must satisfy beyond its form: its name, sources, sections of its own, and the checks of its kind."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from typing import Any

from pbem.kernel.charts.findings import LAST_LINE, Finding, drm_findings, listed, sources, token_findings, unique
from pbem.kernel.charts.forms import (
    AnyForm,
    CheckForm,
    GridForm,
    ListForm,
    ModifiersForm,
    RecordsForm,
    SheetForm,
    StatesForm,
    TrackForm,
)
from pbem.kernel.charts.grids import grid_findings
from pbem.kernel.charts.tokens import FAMILY_NAMES, rank
from pbem.kernel.dice import number_and_sides


def findings(name: str, document: Mapping[str, Any], chart: AnyForm) -> Iterator[Finding]:
    """Everything wrong with a chart that has the right form; `name` is its file name without the ending."""
    if chart.id != name:
        yield ("id",), f"is {chart.id!r}, but the file is named {name!r}"
    yield from _basis(chart)
    yield from sources((), document)
    yield from _own_sections(chart)
    yield from _of_kind(chart)


def _basis(chart: AnyForm) -> Iterator[Finding]:
    wrong = [line for line in chart.basis if not 1 <= line <= LAST_LINE]
    if wrong:
        yield ("basis",), f"no such line of the rules text: {listed(wrong)}"


def _own_sections(chart: AnyForm) -> Iterator[Finding]:
    """A section of the chart's own is a table, or a list of them, with a source; else the key is a slip."""
    known = [field.alias or name for name, field in type(chart).model_fields.items()]
    for key, value in (chart.model_extra or {}).items():
        near = get_close_matches(key, known, 1, 0.75)
        entries = value if isinstance(value, list) else [value]
        cited = bool(entries) and all(isinstance(entry, dict) and "source" in entry for entry in entries)
        if near:
            yield (key,), f"is not a key here; did you mean {near[0]!r}?"
        elif not cited:
            yield (key,), "is not a key here; a section of the chart's own needs a source in every entry"


def _of_kind(chart: AnyForm) -> Iterator[Finding]:
    match chart:
        case GridForm():
            return grid_findings(chart)
        case CheckForm():
            return drm_findings(chart.drm)
        case ModifiersForm():
            return _modifiers(chart)
        case SheetForm():
            return _sheet(chart)
        case TrackForm():
            return _track(chart)
        case RecordsForm():
            return _records(chart)
        case ListForm():
            return unique("item", [item.id for item in chart.item])
        case StatesForm():
            return _states(chart)


def _modifiers(chart: ModifiersForm) -> Iterator[Finding]:
    yield from unique("modifier", [modifier.id for modifier in chart.modifier])
    for index, modifier in enumerate(chart.modifier):
        if modifier.op not in ("include", "exclude") and modifier.value is None:
            yield ("modifier", index, "value"), f"is missing; {modifier.op!r} needs one"


def _sheet(sheet: SheetForm) -> Iterator[Finding]:
    ids = [row.id for row in sheet.row]
    found = list(unique("row", ids))
    if sheet.tokens not in FAMILY_NAMES:
        found.append((("tokens",), f"{sheet.tokens!r} is not one of {listed(FAMILY_NAMES)}"))
    else:
        found += _sheet_cells(sheet)
    yield from found
    if not found:
        yield from chain.from_iterable(_ladder(sheet, index) for index in range(len(sheet.columns.ladders)))


def _sheet_cells(sheet: SheetForm) -> Iterator[Finding]:
    width = len(sheet.columns.labels)
    allowed = [row.id for row in sheet.row] if sheet.tokens == "word" else []
    for index, row in enumerate(sheet.row):
        if len(row.cells) != width:
            yield ("row", index, "cells"), f"has {len(row.cells)} cells for {width} columns"
        if row.cell_source is not None and len(row.cell_source) != width:
            yield ("row", index, "cell_source"), f"has {len(row.cell_source)} entries for {width} columns"
        yield from token_findings(("row", index, "cells"), row.cells, sheet.tokens, allowed)


def _ladder(sheet: SheetForm, index: int) -> Iterator[Finding]:
    place = ("columns", "ladders", index)
    cells = {row.id: row.cells for row in sheet.row}
    unknown = [rung for rung in sheet.columns.ladders[index] if rung not in cells]
    if unknown:
        yield place, f"no such row: {listed(unknown)}"
        return
    for column, label in enumerate(sheet.columns.labels):
        costs = [cells[rung][column] for rung in sheet.columns.ladders[index]]
        ranks = [rank(sheet.tokens, cost, list(cells)) for cost in costs]
        if ranks != sorted(ranks):
            yield place, f"{label}: must not fall from row to row, but reads {listed(costs)}"


def _track(chart: TrackForm) -> Iterator[Finding]:
    yield from unique("track", [track.id for track in chart.track])
    count, sides = number_and_sides(chart.dice.roll)
    for index, track in enumerate(chart.track):
        if track.boxes != sorted(track.boxes):
            yield ("track", index, "boxes"), f"must not fall: {listed(track.boxes)}"
        if track.boxes[-1] < count * sides:
            yield ("track", index, "boxes"), f"never ends for certain: the last box is below {count * sides}"


def _records(chart: RecordsForm) -> Iterator[Finding]:
    yield from unique("record", [record.id for record in chart.record])
    for index, record in enumerate(chart.record):
        has = {"id", *(record.model_extra or {})}
        for field in chart.fields_:
            if field not in has:
                yield ("record", index, field), "is missing"


def _states(chart: StatesForm) -> Iterator[Finding]:
    ids = [state.id for state in chart.state]
    yield from unique("state", ids)
    for index, move in enumerate(chart.move):
        for key, state in (("from", move.start), ("to", move.end)):
            if state not in ids:
                yield ("move", index, key), f"{state!r} is not a state of this chart"
