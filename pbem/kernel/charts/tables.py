"""Reading charts: `parse_table` turns the TOML text of a chart into a value of `chart`.

Faults are collected and raised together as a TableError, each with its file and the path of the key.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol, TypedDict, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pbem.kernel.charts import forms
from pbem.kernel.charts.chart import (
    Answer,
    Boxes,
    ChartBlock,
    Check,
    Columns,
    DiceRange,
    Drm,
    Grid,
    Item,
    Listing,
    Modifier,
    Modifiers,
    Records,
    RowMap,
    Sheet,
    SheetRow,
    StateMove,
    States,
    Table,
    Track,
    Trial,
)
from pbem.kernel.charts.checks import findings
from pbem.kernel.charts.entries import Entry
from pbem.kernel.charts.findings import Place, ratio
from pbem.kernel.charts.grammar import ChartGrammar
from pbem.kernel.charts.grids import rows_by_number
from pbem.kernel.values import Value

__all__ = [
    "Check",
    "Grid",
    "Item",
    "Listing",
    "Modifier",
    "Modifiers",
    "Records",
    "Sheet",
    "States",
    "Table",
    "TableError",
    "TableFault",
    "Track",
    "key_path",
    "parse_table",
]


# What a value had to be, by pydantic's name for the trouble.
_WANTED = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "literal_error": "{expected}",
    "string_pattern_mismatch": "of the form {pattern}",
    "string_too_short": "a text of at least {min_length} letters",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
}


class TableFault(Value):
    """One thing wrong with a chart: the file, the path of the key in it ("" for the file as a whole), and what."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


class TableError(ValueError):
    """A chart that cannot be used, with every fault found in it."""

    def __init__(self, faults: Sequence[TableFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def parse_table(name: str, text: str, grammar: ChartGrammar) -> Table:
    """Reads a chart; `name` is its file name, with or without folder and ending; grammar: its ruleset's. Raises TableError with
    all faults."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        raise TableError([TableFault(name, "", f"cannot be read: {trouble}")]) from None
    form = forms.FORMS.get(str(document.get("kind")))
    if form is None:
        raise TableError([TableFault(name, "kind", "must be one of " + ", ".join(forms.FORMS))])
    try:
        chart = form.model_validate(document)
    except ValidationError as trouble:
        raise TableError(_form_faults(name, document, trouble.errors())) from None
    stem = name.rpartition("/")[2].removesuffix(".toml")
    faults = [TableFault(name, key_path(document, place), what) for place, what in findings(stem, document, chart, grammar)]
    if faults:
        raise TableError(faults)
    return _table(chart, grammar)


def key_path(document: Mapping[str, object], place: Place) -> str:
    """The path of a key for a person: `drm[probe].value`, `block[attack=hasty].rows[at 5-5].cells`.

    Entries of a list are named by what they carry, else counted from 1.
    """
    path = ""
    node: object = document
    for part in place:
        if isinstance(node, dict):
            path += f".{part}" if path else str(part)
            node = node.get(part)
        elif isinstance(node, list) and isinstance(part, int):
            node = node[part]
            path += f"[{_entry_name(node, part)}]"
        else:
            break
    return path


def _entry_name(entry: object, index: int) -> str:
    match entry:
        case {"id": str(name)}:
            return name
        case {"key": {**pairs}} if pairs:
            return ", ".join(f"{key}={value}" for key, value in pairs.items())
        case {"at": [low, high]}:
            return f"at {low}-{high}"
    return str(index + 1)


def _form_faults(name: str, document: Mapping[str, object], errors: Sequence[ErrorDetails]) -> list[TableFault]:
    """One fault a key: a value that fits none of several types is named once."""
    said: dict[str, list[ErrorDetails]] = {}
    for error in errors:
        said.setdefault(key_path(document, error["loc"]), []).append(error)
    return [TableFault(name, key, _complaint(found)) for key, found in said.items()]


def _complaint(errors: Sequence[ErrorDetails]) -> str:
    first = errors[0]
    if first["type"] == "missing":
        return "is missing"
    if first["type"] == "extra_forbidden":
        near = get_close_matches(str(first["loc"][-1]), _known_keys(), 1, 0.7)
        return "is not a key here" + (f"; did you mean {near[0]!r}?" if near else "")
    return f"must be {' or '.join(map(_wanted, errors))}, not {first['input']!r}"


def _wanted(error: ErrorDetails) -> str:
    words = _WANTED.get(error["type"])
    return words.format(**error.get("ctx", {})) if words else error["msg"].removeprefix("Input should be ")


def _known_keys() -> list[str]:
    """Every key that some part of some chart may carry."""
    parts = [part for part in vars(forms).values() if isinstance(part, type) and issubclass(part, BaseModel)]
    return sorted({field.alias or name for part in parts for name, field in part.model_fields.items()})


def _frozen(entry: Mapping[str, object] | None) -> Entry:
    """The same entry, read-only all the way down; an empty one for none."""
    return MappingProxyType({key: _frozen_value(value) for key, value in (entry or {}).items()})


def _frozen_value(value: object) -> object:
    if isinstance(value, dict):
        return _frozen(value)
    return tuple(map(_frozen_value, value)) if isinstance(value, list) else value


class _Head(TypedDict):
    id: str
    title: str
    source: str
    basis: tuple[int | str, ...]
    rationale: str
    extras: Entry


def _head(form: forms.ChartForm) -> _Head:
    return {
        "id": form.id,
        "title": form.title,
        "source": form.source,
        "basis": tuple(form.basis),
        "rationale": form.rationale,
        "extras": _frozen(form.model_extra),
    }


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


def _by_id(entries: Iterable[T]) -> Mapping[str, T]:
    return MappingProxyType({entry.id: entry for entry in entries})


def _table(form: forms.AnyForm, grammar: ChartGrammar) -> Table:
    match form:
        case forms.GridForm():
            return _grid(form)
        case forms.CheckForm():
            trial = form.check
            target = Trial(trial.roll, trial.test, trial.target, trial.outcome, trial.tie)
            return Check(**_head(form), trial=target, drms=_drms(form.drm))
        case forms.ModifiersForm():
            return Modifiers(**_head(form), modifiers=_by_id(_modifier(entry, grammar) for entry in form.modifier))
        case forms.SheetForm():
            return _sheet(form)
        case forms.TrackForm():
            tracks = _by_id(Boxes(track.id, tuple(track.boxes)) for track in form.track)
            return Track(**_head(form), dice=_dice(form.dice), rule=_frozen(form.rule), tracks=tracks)
        case forms.RecordsForm():
            records = {record.id: _frozen({"id": record.id, **(record.model_extra or {})}) for record in form.record}
            return Records(**_head(form), fields=tuple(form.fields_), records=MappingProxyType(records))
        case forms.ListForm():
            items = _by_id(Item(item.id, item.text, _frozen(item.model_extra)) for item in form.item)
            return Listing(**_head(form), items=items)
        case forms.StatesForm():
            moves = tuple(StateMove(move.start, move.end, move.when) for move in form.move)
            return States(**_head(form), states=MappingProxyType({s.id: s.text for s in form.state}), moves=moves)


def _grid(form: forms.GridForm) -> Grid:
    return Grid(
        **_head(form),
        tokens=form.tokens,
        dice=_dice(form.dice),
        columns=_columns(form.columns),
        blocks=tuple(ChartBlock(MappingProxyType(block.key), MappingProxyType(rows_by_number(block))) for block in form.block),
        drms=_drms(form.drm),
        row_maps=_by_id(RowMap(m.id, m.label, tuple(m.covers), tuple(m.lines)) for m in form.row_map),
        answers=_by_id(Answer(answer.id, answer.question, answer.reveals) for answer in form.answer),
        words=tuple(form.words),
    )


def _sheet(form: forms.SheetForm) -> Sheet:
    return Sheet(
        **_head(form),
        tokens=form.tokens,
        labels=tuple(form.columns.labels),
        rows=_by_id(map(_sheet_row, form.row)),
        bounds={name: tuple(bounds) for name, bounds in form.columns.bounds_by_name.items()},
    )


def _dice(form: forms.DiceForm) -> DiceRange:
    return DiceRange(form.roll, form.lo, form.hi, form.clamp, form.good)


def _columns(form: forms.ColumnsForm) -> Columns:
    return Columns(
        input=form.input,
        pick=form.pick,
        labels=tuple(form.labels),
        bounds=tuple(form.bounds or ()),
        names=tuple(form.names or ()),
        ratios=tuple(found for found in map(ratio, form.labels) if found is not None and form.pick == "ratio"),
        below=form.below,
    )


def _drms(drms: Sequence[forms.DrmForm]) -> Mapping[str, Drm]:
    return _by_id(Drm(drm.id, drm.value, drm.when, drm.group, drm.lo, drm.hi, drm.source) for drm in drms)


def _modifier(form: forms.ModifierForm, grammar: ChartGrammar) -> Modifier:
    absent = {name: key.absent for name, key in grammar.modifier_keys.items()}
    value = Fraction(str(form.value)) if isinstance(form.value, float) else form.value
    extras = _frozen({**absent, **(form.model_extra or {})})
    return Modifier(form.id, form.op, value, form.when, extras, form.source, form.rationale)


def _sheet_row(form: forms.SheetRowForm) -> SheetRow:
    return SheetRow(form.id, form.group, tuple(form.cells), form.note, _frozen(form.model_extra))
