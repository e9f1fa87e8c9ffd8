"""The written form of each kind of chart, as pydantic reads it at the door.

A chart may carry sections of its own (a range, an exempt list); they are let through here and looked at in
`checks`. Everything else must be spelt as below.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA = "pbem-table/1"
_DICE = r"^[1-9][0-9]?d[1-9][0-9]{0,3}$"
_WORD = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"


class Form(BaseModel):
    """A table of the file whose keys are all known."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class OpenForm(BaseModel):
    """A table of the file that may carry keys of its own."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)


class ChartForm(OpenForm):
    """What every chart begins with."""

    schema_tag: Literal["pbem-table/1"] = Field(alias="schema")
    id: str
    title: str = Field(min_length=1)
    source: str
    basis: list[int | str]
    rationale: str = Field(min_length=1)


class DiceForm(Form):
    roll: str = Field(pattern=_DICE)
    lo: int
    hi: int
    clamp: bool
    good: Literal["high", "low", "none"]


class ColumnsForm(Form):
    input: str
    pick: Literal["at_least", "ratio", "name"]
    labels: list[str] = Field(min_length=1)
    bounds: list[int] | None = None
    names: list[str] | None = None
    below: Literal["first", "no_effect"]
    source: str | None = None


class RowForm(Form):
    at: list[int] = Field(min_length=2, max_length=2)
    cells: list[str]


class BlockForm(Form):
    key: dict[str, str]
    tokens: str = ""
    rows: list[RowForm] = Field(min_length=1)
    source: str
    rationale: str = ""


class DrmForm(Form):
    id: str = Field(pattern=_WORD)
    value: int | str
    when: str
    group: str = ""
    lo: int | None = None
    hi: int | None = None
    source: str


class RowMapForm(Form):
    id: str = Field(pattern=_WORD)
    label: str
    covers: list[str]
    lines: list[int]
    source: str
    name_source: str = ""
    rationale: str = ""


class ClaimForm(Form):
    axis: Literal["rows", "columns"]
    direction: str


class AnswerForm(Form):
    id: str = Field(pattern=r"^[A-Z]$")
    question: str
    reveals: str


class GridForm(ChartForm):
    """Dice against columns."""

    kind: Literal["grid"]
    tokens: str
    dice: DiceForm
    columns: ColumnsForm
    block: list[BlockForm] = Field(min_length=1)
    drm: list[DrmForm] = []
    row_map: list[RowMapForm] = []
    monotone: list[ClaimForm] = []
    words: list[str] = []
    answer: list[AnswerForm] = []


class TrialForm(Form):
    roll: str = Field(pattern=_DICE)
    test: Literal["le", "ge", "contest"]
    target: int | str
    outcome: str = ""
    tie: str = ""
    source: str


class CheckForm(ChartForm):
    """One roll against a target."""

    kind: Literal["check"]
    check: TrialForm
    drm: list[DrmForm] = []


class ModifierForm(OpenForm):
    id: str = Field(pattern=_WORD)
    op: str
    when: str
    source: str
    value: int | float | str | None = None
    rationale: str = ""


class ModifiersForm(ChartForm):
    """What multiplies, adds or shifts, in order."""

    kind: Literal["modifiers"]
    modifier: list[ModifierForm] = Field(min_length=1)


class SheetColumnsForm(Form):
    input: str
    pick: Literal["name", "at_least"]
    labels: list[str] = Field(min_length=1)
    by: str = ""
    bounds: list[int] | dict[str, list[int]] | None = None
    ladders: list[list[str]] = []

    @property
    def bounds_by_name(self) -> dict[str, list[int]]:
        """The bounds, under "" where there is one list of them alone."""
        return self.bounds if isinstance(self.bounds, dict) else {} if self.bounds is None else {"": self.bounds}


class SheetRowForm(OpenForm):
    id: str = Field(pattern=_WORD)
    cells: list[str]
    group: str = ""
    note: str = ""
    source: str = ""
    cell_source: list[str] | None = None


class SheetForm(ChartForm):
    """Rows against columns, without dice."""

    kind: Literal["sheet"]
    tokens: str
    columns: SheetColumnsForm
    row: list[SheetRowForm] = Field(min_length=1)
    ladders: list[list[str]] = []
    falling: list[str] = []
    monotone: list[ClaimForm] = []


class BoxesForm(Form):
    id: str = Field(pattern=_WORD)
    boxes: list[int] = Field(min_length=1)
    source: str
    rationale: str = ""


class TrackForm(ChartForm):
    """Boxes that a marker walks along."""

    kind: Literal["track"]
    dice: DiceForm
    rule: dict[str, object]
    track: list[BoxesForm] = Field(min_length=1)


class RecordForm(OpenForm):
    id: str = Field(pattern=_WORD)


class RecordsForm(ChartForm):
    """Entries with the same fields."""

    kind: Literal["records"]
    fields_: list[str] = Field(alias="fields", min_length=1)
    record: list[RecordForm] = Field(min_length=1)


class ItemForm(OpenForm):
    id: str = Field(pattern=_WORD)
    text: str
    source: str


class ListForm(ChartForm):
    """An ordered list of things to do or to include."""

    kind: Literal["list"]
    item: list[ItemForm] = Field(min_length=1)


class StateForm(Form):
    id: str = Field(pattern=_WORD)
    text: str


class MoveForm(Form):
    start: str = Field(alias="from")
    end: str = Field(alias="to")
    when: str
    source: str


class StatesForm(ChartForm):
    """States and the moves between them."""

    kind: Literal["states"]
    state: list[StateForm] = Field(min_length=1)
    move: list[MoveForm] = []


AnyForm = GridForm | CheckForm | ModifiersForm | SheetForm | TrackForm | RecordsForm | ListForm | StatesForm

FORMS: dict[str, type[AnyForm]] = {
    "grid": GridForm,
    "check": CheckForm,
    "modifiers": ModifiersForm,
    "sheet": SheetForm,
    "track": TrackForm,
    "records": RecordsForm,
    "list": ListForm,
    "states": StatesForm,
}
