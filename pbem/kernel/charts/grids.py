"""What a grid must satisfy: columns in order, every total covered once, readable cells, honest claims."""

from collections.abc import Iterator, Sequence

from pbem.kernel.charts.findings import (
    Finding,
    Place,
    claim_findings,
    drm_findings,
    listed,
    ratio,
    rising,
    token_findings,
    unique,
    unknown_claims,
    unknown_family,
)
from pbem.kernel.charts.forms import BlockForm, ColumnsForm, DiceForm, GridForm
from pbem.kernel.charts.grammar import ChartGrammar, TokenFamily
from pbem.kernel.dice import number_and_sides


def grid_findings(grid: GridForm, grammar: ChartGrammar) -> Iterator[Finding]:
    """Everything wrong with a grid."""
    found = [*_columns(grid.columns), *_totals(grid.dice), *_row_maps(grid), *_blocks(grid), *drm_findings(grid.drm)]
    found += unique("answer", [answer.id for answer in grid.answer])
    found += [*_families(grid, grammar), *unknown_claims(grid.monotone, grammar)]
    if not found or all(place[-1] != "tokens" for place, _ in found):
        found += _grid_tokens(grid, grammar)
    yield from found
    if not found:  # cells that cannot be read cannot be compared
        yield from _claims(grid, grammar)


def rows_by_number(block: BlockForm) -> dict[int, tuple[str, ...]]:
    """The cells of a block by row number; a row may stand for several numbers."""
    return {number: tuple(row.cells) for row in block.rows for number in range(row.at[0], row.at[1] + 1)}


def own_tokens(grid: GridForm, family: TokenFamily) -> list[str]:
    """The chart's own words or answers, least first; empty for families that need none."""
    if not family.own:
        return []
    own = grid.words if family.own == "words" else [answer.id for answer in grid.answer]
    return [*filter(None, [family.nothing]), *own]


def _families(grid: GridForm, grammar: ChartGrammar) -> Iterator[Finding]:
    yield from unknown_family(("tokens",), grid.tokens, grammar)
    for index, block in enumerate(grid.block):
        if block.tokens:
            yield from unknown_family(("block", index, "tokens"), block.tokens, grammar)


def _columns(columns: ColumnsForm) -> Iterator[Finding]:
    place = ("columns",)
    if columns.names is not None and len(columns.names) != len(columns.labels):
        yield (*place, "names"), f"has {len(columns.names)} entries for {len(columns.labels)} labels"
    if (columns.bounds is not None) != (columns.pick == "at_least"):
        yield (*place, "bounds"), "belongs to pick = 'at_least', and only there"
    elif columns.bounds is not None:
        yield from rising((*place, "bounds"), columns.bounds)
        if len(columns.bounds) != len(columns.labels):
            yield (*place, "bounds"), f"has {len(columns.bounds)} entries for {len(columns.labels)} labels"
    if columns.pick == "ratio":
        yield from _ratios((*place, "labels"), columns.labels)
    if len(set(columns.labels)) < len(columns.labels):
        yield (*place, "labels"), "names a column twice"


def _ratios(place: Place, labels: Sequence[str]) -> Iterator[Finding]:
    wrong = [label for label in labels if ratio(label) is None]
    if wrong:
        yield place, f"not a ratio such as 3:2: {listed(wrong)}"
    else:
        yield from rising(place, [found for found in map(ratio, labels) if found is not None])


def _totals(dice: DiceForm) -> Iterator[Finding]:
    count, sides = number_and_sides(dice.roll)
    if dice.lo > count or dice.hi < count * sides:
        yield ("dice",), f"{dice.lo} to {dice.hi} does not hold every total of {dice.roll}"


def _row_maps(grid: GridForm) -> Iterator[Finding]:
    yield from unique("row_map", [row_map.id for row_map in grid.row_map])
    height = grid.dice.hi - grid.dice.lo + 1
    for index, row_map in enumerate(grid.row_map):
        place = ("row_map", index, "lines")
        if len(row_map.lines) != height:
            yield place, f"has {len(row_map.lines)} entries for the {height} totals"
        if row_map.lines != sorted(row_map.lines):
            yield place, f"must not fall: {listed(row_map.lines)}"


def _blocks(grid: GridForm) -> Iterator[Finding]:
    keys = [tuple(sorted(block.key.items())) for block in grid.block]
    for index, (key, block) in enumerate(zip(keys, grid.block, strict=True)):
        if key in keys[:index]:
            yield ("block", index, "key"), "is the key of an earlier block"
        if set(block.key) != set(grid.block[0].key):
            yield ("block", index, "key"), f"must name {listed(sorted(grid.block[0].key))}, as the first block does"
        yield from _rows(index, block, _wanted_rows(grid), len(grid.columns.labels))


def _wanted_rows(grid: GridForm) -> list[int]:
    lines = [line for row_map in grid.row_map for line in row_map.lines] or [grid.dice.lo, grid.dice.hi]
    return list(range(min(lines), max(lines) + 1))


def _rows(index: int, block: BlockForm, wanted: list[int], width: int) -> Iterator[Finding]:
    if list(rows_by_number(block)) != wanted or sum(row.at[1] - row.at[0] + 1 for row in block.rows) != len(wanted):
        yield ("block", index, "rows"), f"must go from {wanted[0]} to {wanted[-1]} in order, each number once"
    for number, row in enumerate(block.rows):
        if len(row.cells) != width:
            yield ("block", index, "rows", number, "cells"), f"has {len(row.cells)} cells for {width} columns"


def _grid_tokens(grid: GridForm, grammar: ChartGrammar) -> Iterator[Finding]:
    for index, block in enumerate(grid.block):
        family = grammar.families[block.tokens or grid.tokens]
        for number, row in enumerate(block.rows):
            place = ("block", index, "rows", number, "cells")
            yield from token_findings(place, row.cells, family, own_tokens(grid, family))


def _claims(grid: GridForm, grammar: ChartGrammar) -> Iterator[Finding]:
    for index, block in enumerate(grid.block):
        family = grammar.families[block.tokens or grid.tokens]
        order = own_tokens(grid, family)
        rows = [[family.rank(cell, order) for cell in cells] for cells in rows_by_number(block).values()]
        yield from claim_findings(("block", index, "rows"), grid.monotone, rows, grammar)
