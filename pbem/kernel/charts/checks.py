"""What a chart must satisfy beyond its form: its name, sources, sections of its own, and the checks of its kind."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile

from pbem.kernel.charts.findings import (
    Finding,
    Place,
    claim_findings,
    drm_findings,
    listed,
    rising,
    sources,
    token_findings,
    unique,
    unknown_claims,
    unknown_family,
)
from pbem.kernel.charts.forms import (
    AnyForm,
    CheckForm,
    GridForm,
    ListForm,
    ModifierForm,
    ModifiersForm,
    RecordsForm,
    SheetForm,
    StatesForm,
    TrackForm,
)
from pbem.kernel.charts.grammar import ChartGrammar, TokenFamily
from pbem.kernel.charts.grids import grid_findings
from pbem.kernel.dice import number_and_sides


def findings(name: str, document: Mapping[str, object], chart: AnyForm, grammar: ChartGrammar) -> Iterator[Finding]:
    """Everything wrong with a chart that has the right form; `name` is its file name without the ending."""
    if chart.id != name:
        yield ("id",), f"is {chart.id!r}, but the file is named {name!r}"
    yield from _basis(chart, grammar)
    yield from sources((), document, grammar.sources)
    yield from _own_sections(chart, grammar)
    yield from _of_kind(chart, grammar)


def _basis(chart: AnyForm, grammar: ChartGrammar) -> Iterator[Finding]:
    wrong = [line for line in chart.basis if not grammar.sources.counts(line)]
    if wrong:
        yield ("basis",), f"no such line of the rules text: {listed(wrong)}"


def _own_sections(chart: AnyForm, grammar: ChartGrammar) -> Iterator[Finding]:
    """A section of the chart's own is a table, or a list of them, with a source, or what the grammar lets stand without; else the
    key is a slip."""
    known = [field.alias or name for name, field in type(chart).model_fields.items()]
    for key, value in (chart.model_extra or {}).items():
        if key in grammar.bare or key.endswith("_source"):
            continue
        near = get_close_matches(key, known, 1, 0.75)
        if near:
            yield (key,), f"is not a key here; did you mean {near[0]!r}?"
        elif not _is_cited(value):
            yield (key,), "is not a key here; a section of the chart's own needs a source in every entry"


def _is_cited(section: object) -> bool:
    entries = section if isinstance(section, list) else [section]
    return bool(entries) and all(isinstance(entry, dict) and "source" in entry for entry in entries)


def _of_kind(chart: AnyForm, grammar: ChartGrammar) -> Iterator[Finding]:
    match chart:
        case GridForm():
            return grid_findings(chart, grammar)
        case CheckForm():
            return drm_findings(chart.drm)
        case ModifiersForm():
            return _modifiers(chart, grammar)
        case SheetForm():
            return _sheet(chart, grammar)
        case TrackForm():
            return _track(chart)
        case RecordsForm():
            return _records(chart)
        case ListForm():
            return unique("item", [item.id for item in chart.item])
        case StatesForm():
            return _states(chart)


def _modifiers(chart: ModifiersForm, grammar: ChartGrammar) -> Iterator[Finding]:
    yield from unique("modifier", [modifier.id for modifier in chart.modifier])
    for index, modifier in enumerate(chart.modifier):
        yield from _modifier(("modifier", index), modifier, grammar)


def _modifier(place: Place, modifier: ModifierForm, grammar: ChartGrammar) -> Iterator[Finding]:
    if modifier.op not in grammar.operations:
        yield (*place, "op"), f"must be one of {listed(grammar.operations)}, not {modifier.op!r}"
    elif modifier.op not in grammar.without_value and modifier.value is None:
        yield (*place, "value"), f"is missing; {modifier.op!r} needs one"
    own = modifier.model_extra or {}
    for name, value in own.items():
        if complaint := _key_complaint(name, value, grammar):
            yield (*place, name), complaint
    for name in (name for name, key in grammar.modifier_keys.items() if key.required and name not in own):
        yield (*place, name), "is missing"


def _key_complaint(name: str, value: object, grammar: ChartGrammar) -> str:
    if key := grammar.modifier_keys.get(name):
        return key.complaint(value)
    if name.endswith("_source"):
        return ""
    near = get_close_matches(name, [*ModifierForm.model_fields, *grammar.modifier_keys], 1, 0.7)
    return "is not a key here" + (f"; did you mean {near[0]!r}?" if near else "")


def _sheet(sheet: SheetForm, grammar: ChartGrammar) -> Iterator[Finding]:
    found = [*unique("row", [row.id for row in sheet.row]), *_sheet_columns(sheet), *unknown_claims(sheet.monotone, grammar)]
    found += unknown_family(("tokens",), sheet.tokens, grammar)
    if sheet.tokens in grammar.families:
        found += _sheet_cells(sheet, grammar.families[sheet.tokens])
    yield from found
    if not found:
        yield from _sheet_claims(sheet, grammar)


def _sheet_columns(sheet: SheetForm) -> Iterator[Finding]:
    columns, place = sheet.columns, ("columns", "bounds")
    if (columns.bounds is not None) != (columns.pick == "at_least"):
        yield place, "belongs to pick = 'at_least', and only there"
    for name, bounds in columns.bounds_by_name.items():
        where = (*place, name) if name else place
        yield from rising(where, bounds)
        if len(bounds) != len(columns.labels):
            yield where, f"has {len(bounds)} entries for {len(columns.labels)} labels"


def _sheet_cells(sheet: SheetForm, family: TokenFamily) -> Iterator[Finding]:
    width = len(sheet.columns.labels)
    allowed = [row.id for row in sheet.row] if family.own else []
    for index, row in enumerate(sheet.row):
        if len(row.cells) != width:
            yield ("row", index, "cells"), f"has {len(row.cells)} cells for {width} columns"
        if row.cell_source is not None and len(row.cell_source) != width:
            yield ("row", index, "cell_source"), f"has {len(row.cell_source)} entries for {width} columns"
        yield from token_findings(("row", index, "cells"), row.cells, family, allowed)


def _sheet_claims(sheet: SheetForm, grammar: ChartGrammar) -> Iterator[Finding]:
    """The ladders, the falling rows and what else a sheet claims of the order of its cells, as far as they do not hold."""
    family = grammar.families[sheet.tokens]
    cells = {row.id: row.cells for row in sheet.row}
    own = list(cells)
    for place, ladders in ((("columns", "ladders"), sheet.columns.ladders), (("ladders",), sheet.ladders)):
        for index, rungs in enumerate(ladders):
            yield from _ladder((*place, index), rungs, sheet, family)
    for index, name in enumerate(sheet.falling):
        if name not in cells:
            yield ("falling", index), f"no such row: {name}"
        else:
            yield from _falling(("falling", index), cells[name], family)
    ranks = [[family.rank(cell, own) for cell in row] for row in cells.values()]
    yield from claim_findings(("row",), sheet.monotone, ranks, grammar)


def _ladder(place: Place, rungs: Sequence[str], sheet: SheetForm, family: TokenFamily) -> Iterator[Finding]:
    cells = {row.id: row.cells for row in sheet.row}
    unknown = [rung for rung in rungs if rung not in cells]
    if unknown:
        yield place, f"no such row: {listed(unknown)}"
        return
    for column, label in enumerate(sheet.columns.labels):
        costs = [cells[rung][column] for rung in rungs]
        ranks = [family.rank(cost, list(cells)) for cost in costs]
        if ranks != sorted(ranks):
            yield place, f"{label}: must not fall from row to row, but reads {listed(costs)}"


def _falling(place: Place, cells: Sequence[str], family: TokenFamily) -> Iterator[Finding]:
    """A row that must not rise from left to right; where it has come to nothing it stays there."""
    said = list(takewhile(lambda cell: cell != family.nothing, cells))
    ranks = [family.rank(cell, []) for cell in said]
    if ranks != sorted(ranks, reverse=True) or set(cells[len(said) :]) > {family.nothing}:
        yield place, f"must not rise from column to column, but reads {listed(cells)}"


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
