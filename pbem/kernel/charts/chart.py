"""Charts as values, one class a kind, and the questions each kind answers."""

from collections.abc import Mapping
from fractions import Fraction

from pbem.kernel.charts.entries import Entry
from pbem.kernel.values import Value


class Chart(Value, kw_only=True):
    """What every chart has; `extras` holds the sections of its own, read-only, as they stand in the file."""

    id: str
    title: str
    source: str
    basis: tuple[int | str, ...]
    rationale: str
    extras: Entry


class DiceRange(Value):
    """The dice of a grid or track, and the totals it has room for."""

    roll: str
    lo: int
    hi: int
    clamp: bool
    good: str

    def clamped(self, total: int) -> int:
        """The total that is looked up; ValueError when it lies outside and the chart does not clamp."""
        if not self.clamp and not self.lo <= total <= self.hi:
            raise ValueError(f"total {total} is not within {self.lo} to {self.hi}")
        return max(self.lo, min(self.hi, total))


class Columns(Value):
    """The columns of a grid and how one is picked: at_least (by `bounds`), ratio or name."""

    input: str
    pick: str
    labels: tuple[str, ...]
    bounds: tuple[int, ...]
    names: tuple[str, ...]
    ratios: tuple[Fraction, ...]
    below: str


class ChartBlock(Value):
    """One block of a grid: the key it is chosen by, and its cells by row number."""

    key: Mapping[str, str]
    cells: Mapping[int, tuple[str, ...]]


class Drm(Value):
    """A die roll modifier; of those that share a `group` only the one that fits counts.

    A `value` in words is looked up elsewhere or worked out, and then bounded by `lo` and `hi`.
    """

    id: str
    value: int | str
    when: str
    group: str
    lo: int | None
    hi: int | None
    source: str


class RowMap(Value):
    """A step between dice and rows: `lines[total - lo]` is the row number for the terrain in `covers`."""

    id: str
    label: str
    covers: tuple[str, ...]
    lines: tuple[int, ...]


class Answer(Value):
    """A question that an answer letter of a grid stands for."""

    id: str
    question: str
    reveals: str


class Grid(Chart, kw_only=True):
    """Dice against columns, in one or more blocks."""

    tokens: str
    dice: DiceRange
    columns: Columns
    blocks: tuple[ChartBlock, ...]
    drms: Mapping[str, Drm]
    row_maps: Mapping[str, RowMap]
    answers: Mapping[str, Answer]
    words: tuple[str, ...]

    def cell(self, key: Mapping[str, str], column: int, total: int, row_map: str | None = None) -> str:
        """The cell of the block that fits the key, for a modified total.

        `row_map` names a terrain row where the grid has them and is ignored where it has not, so that a chart with
        one block for each terrain (named in the key) can take the place of one with row maps. KeyError when no
        block or row map fits; ValueError for a column that is not there, or a row map left out.
        """
        if not 0 <= column < len(self.columns.labels):
            raise ValueError(f"{self.id} has no column {column}")
        return self.block(key).cells[self._row(total, row_map)][column]

    def block(self, key: Mapping[str, str]) -> ChartBlock:
        """The block whose key the given one contains; KeyError when there is none."""
        fits = (block for block in self.blocks if block.key.items() <= key.items())
        found = next(fits, None)
        if found is None:
            raise KeyError(f"{self.id} has no block for {dict(key)}")
        return found

    def column_for(self, attacker: int, defender: int) -> int:
        """The last ratio column not above attacker : defender, both at least 1; below the first it is the first."""
        if min(attacker, defender) < 1 or self.columns.pick != "ratio":
            raise ValueError(f"{self.id} has no odds of {attacker} to {defender}")
        odds = Fraction(attacker, defender)
        fitting = [index for index, least in enumerate(self.columns.ratios) if least <= odds]
        return fitting[-1] if fitting else 0

    def column_at(self, value: int) -> int | None:
        """The last column whose bound is not above a value; below the first, the first or None for no effect."""
        fitting = [index for index, bound in enumerate(self.columns.bounds) if bound <= value]
        if fitting:
            return fitting[-1]
        return 0 if self.columns.below == "first" else None

    def column_named(self, name: str) -> int:
        """The column with a label or name; ValueError when there is none."""
        if name in self.columns.names:
            return self.columns.names.index(name)
        return self.columns.labels.index(name)

    def shifted(self, column: int, by: int) -> int:
        """The column after a shift to the right (or left, below 0), which stops at the first and the last."""
        return max(0, min(len(self.columns.labels) - 1, column + by))

    def _row(self, total: int, row_map: str | None) -> int:
        looked_up = self.dice.clamped(total)
        if not self.row_maps:
            return looked_up
        if row_map is None:
            raise ValueError(f"{self.id} is read through a row map")
        return self.row_maps[row_map].lines[looked_up - self.dice.lo]


class Trial(Value):
    """The roll of a check: passed when it is le or ge the target, or a contest of two rolls."""

    roll: str
    test: str
    target: int | str
    outcome: str
    tie: str


class Check(Chart, kw_only=True):
    """One roll against a target."""

    trial: Trial
    drms: Mapping[str, Drm]


class Modifier(Value):
    """One thing that multiplies, adds to or shifts a sum; `extras` holds the keys that the grammar gives it, each of them."""

    id: str
    op: str
    value: int | str | Fraction | None
    when: str
    extras: Entry
    source: str
    rationale: str


class Modifiers(Chart, kw_only=True):
    """Modifiers by id, in the order of the file."""

    modifiers: Mapping[str, Modifier]

    def __getitem__(self, modifier_id: str) -> Modifier:
        return self.modifiers[modifier_id]


class SheetRow(Value):
    """A row of a sheet; `extras` holds keys of its own."""

    id: str
    group: str
    cells: tuple[str, ...]
    note: str
    extras: Entry


class Sheet(Chart, kw_only=True):
    """Rows against columns, without dice."""

    tokens: str
    labels: tuple[str, ...]
    rows: Mapping[str, SheetRow]
    bounds: Mapping[str, tuple[int, ...]]

    def cell(self, row: str, column: str) -> str:
        """The token at a row id and a column label; KeyError or ValueError when there is none."""
        return self.rows[row].cells[self.labels.index(column)]

    def column_at(self, value: int, by: str = "") -> int | None:
        """The last column whose bound is not above a value, of the bounds named; None below the first. KeyError for no such."""
        fitting = [index for index, bound in enumerate(self.bounds[by]) if bound <= value]
        return fitting[-1] if fitting else None

    def group(self, name: str) -> tuple[SheetRow, ...]:
        """The rows of a group, in the order of the file."""
        return tuple(row for row in self.rows.values() if row.group == name)


class Boxes(Value):
    """One track: the numbers in its boxes, in order."""

    id: str
    boxes: tuple[int, ...]


class Track(Chart, kw_only=True):
    """Tracks that a marker walks along, box by box."""

    dice: DiceRange
    rule: Entry
    tracks: Mapping[str, Boxes]

    def box(self, track_id: str, index: int) -> int:
        """The number in a box, counted from 0; a marker beyond the end stands on the last box."""
        boxes = self.tracks[track_id].boxes
        if index < 0:
            raise ValueError(f"no box {index}")
        return boxes[min(index, len(boxes) - 1)]


class Records(Chart, kw_only=True):
    """Records by id, in the order of the file; each has at least the listed fields."""

    fields: tuple[str, ...]
    records: Mapping[str, Entry]

    def __getitem__(self, record_id: str) -> Entry:
        return self.records[record_id]

    def group(self, name: str) -> tuple[Entry, ...]:
        """The records whose `group` is the one named, in the order of the file."""
        return tuple(record for record in self.records.values() if record.get("group") == name)


class Item(Value):
    """One entry of a list; `extras` holds keys of its own."""

    id: str
    text: str
    extras: Entry


class Listing(Chart, kw_only=True):
    """An ordered list of things to do or to include."""

    items: Mapping[str, Item]

    def __getitem__(self, item_id: str) -> Item:
        return self.items[item_id]


class StateMove(Value):
    """A move from one state to another."""

    start: str
    end: str
    when: str


class States(Chart, kw_only=True):
    """A state chart: what each state is, and the moves between them."""

    states: Mapping[str, str]
    moves: tuple[StateMove, ...]


Table = Grid | Check | Modifiers | Sheet | Track | Records | Listing | States
