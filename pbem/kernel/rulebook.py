"""The ledger of rules: every row of the rulebook with how far the code has come, and which code cites which row."""

import tomllib
from collections.abc import Callable
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pbem.kernel.values import Value

Status = Literal["done", "part", "open", "waits", "not_used"]

STATUSES: tuple[Status, ...] = ("done", "part", "open", "waits", "not_used")

RULE_ID = r"[A-Z]+[0-9]?-[A-Za-z0-9]+(?:\.[0-9]+[A-Za-z]?)*-m?[0-9]+"
"""The pattern of a row id: the letters of its system, its chapter ("W10.4", "4.1b"), its number, with hyphens between."""

Cited = TypeVar("Cited", bound=Callable[..., object])


class Rule(Value):
    """One row: what the rule is about in a line, how far it is done, and the line of the rules text it stands on, if it stands on
    one.

    `note` says what a row waits for, or why it is not used or done only in part.
    """

    id: str
    system: str
    area: str
    title: str
    status: Status
    note: str
    line: int | None


class RulesError(ValueError):
    """A ledger that cannot be used; its text lists every fault."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    id: str = Field(pattern=f"^{RULE_ID}$")
    system: str
    area: str
    title: str = Field(min_length=1, max_length=90)
    status: Status
    note: str = ""
    line: int | None = Field(default=None, ge=1)


class _Ledger(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    rule: list[_Row]


def parse_rules(text: str) -> dict[str, Rule]:
    """Reads a `rules.toml`: the rows by id, in the order of the file. Raises RulesError with all faults."""
    try:
        rows = _Ledger.model_validate(tomllib.loads(text)).rule
    except tomllib.TOMLDecodeError as trouble:
        raise RulesError(f"rules.toml cannot be read: {trouble}") from None
    except ValidationError as trouble:
        raise RulesError("\n".join(f"{_place(error['loc'])}: {error['msg']}" for error in trouble.errors())) from None
    faults = [*_repeated(rows), *_unexplained(rows)]
    if faults:
        raise RulesError("\n".join(faults))
    return {row.id: Rule(row.id, row.system, row.area, row.title, row.status, row.note, row.line) for row in rows}


def rule(*ids: str) -> Callable[[Cited], Cited]:
    """Marks a function as carrying out rows of the ledger; it is returned unchanged. ValueError without an id."""
    if not ids:
        raise ValueError("a citation names at least one row")

    def mark(function: Cited) -> Cited:
        function.rules = (*ids, *cited(function))  # type: ignore[attr-defined]
        return function

    return mark


def cited(function: Callable[..., object]) -> tuple[str, ...]:
    """The ids of the rows a function carries out; empty when it cites none."""
    ids: tuple[str, ...] = getattr(function, "rules", ())
    return ids


def _place(path: tuple[int | str, ...]) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def _repeated(rows: list[_Row]) -> list[str]:
    seen: set[str] = set()
    repeated = []
    for row in rows:
        if row.id in seen:
            repeated.append(f"{row.id}: has two rows")
        seen.add(row.id)
    return repeated


def _unexplained(rows: list[_Row]) -> list[str]:
    bare = (row for row in rows if row.status in ("part", "waits", "not_used") and not row.note)
    return [f"{row.id}: a row that is {row.status} needs a note that says why" for row in bare]
