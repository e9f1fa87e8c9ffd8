"""Faults in a module's files (what is wrong, in which file, at which key and line) and the TOML door."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypeGuard, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from pbem.documents.document import is_one_line
from pbem.kernel.edit_distance import slips
from pbem.kernel.i18n import say
from pbem.kernel.values import Value

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"\s*\[\[?([A-Za-z0-9_.-]+)\]\]?\s*(#.*)?$")
PROSE = ("note", "text", "source")  # what is printed line by line, or not at all
_NEAR = 3
"""Letters a known key may differ by to be offered in place of an unknown one."""


class Fault(Value, order=True):
    """One thing wrong with a module: file name, key path ("unit[3].call"), line (0: not known), and a sentence."""

    file: str
    key: str
    line: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class ModuleError(Exception):
    """A module that cannot be played; `faults` lists everything found, in file order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults), key=lambda fault: (fault.file, fault.line, fault.key, fault.message)))
        super().__init__("\n".join(map(str, self.faults)))


class Source(Value):
    """A file of a module: its name and its text."""

    file: str
    text: str

    def fault(self, path: KeyPath, message: str) -> Fault:
        """A fault at a key path of this file, with the line where that key stands."""
        return Fault(self.file, spell(path), line_of(self.text, path), message)


class Door(BaseModel):
    """The base of what a file may hold: exact types, and no key that is not named."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def _hex(text: str) -> str:
    if not re.fullmatch(r"(0[1-9]|[1-9][0-9])\.(0[1-9]|[1-9][0-9])", text):
        raise ValueError("should be a hex such as 08.12")
    return text


HexText = Annotated[str, AfterValidator(_hex)]
"""A hex as files write it."""

Model = TypeVar("Model", bound=Door)


def read_toml(source: Source, model: type[Model]) -> Model:
    """A file through its door; ModuleError when it is not TOML or holds what the door does not know."""
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else 0
        raise ModuleError([Fault(source.file, "", line, say("not TOML: {error}", error=error))]) from error
    unfit = [source.fault(path, message) for path, message in unfit_words(data)]
    if unfit:
        raise ModuleError(unfit)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ModuleError(source.fault(_path(item), _sentence(item, model)) for item in error.errors()) from error


JOINERS = {0x200C: None, 0x200D: None}  # they shape letters and figures beside them, and hide nothing


def unfit_words(data: object) -> Iterator[tuple[KeyPath, str]]:
    """Words of a file that letters could not print within a line of theirs: a line break or a sign that nobody sees, or what
    begins and ends orders. Of prose (PROSE) each line is marked as somebody's words, and may hold what it likes."""
    for path, text in _texts(data, ()):
        seen = text.translate(JOINERS)
        if not seen.isprintable():
            yield path, say("a line break, or a sign that nobody sees, stands in it")
        elif len(text) > len("ENDORDERS") and not is_one_line(seen):
            yield path, say("it reads as the beginning or the end of orders")


def _texts(data: object, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Every text of a file but its prose, the names of its keys among them, with where it stands."""
    match data:
        case str():
            yield path, data
        case list():
            for number, value in enumerate(data):
                yield from _texts(value, (*path, number))
        case dict():
            for key, value in data.items():
                yield (*path, key), key
                yield from () if key in PROSE else _texts(value, (*path, key))


def spell(path: KeyPath) -> str:
    """A key path as a designer reads it: ("unit", 3, "call") is "unit[3].call", ("hex", "08.12") is hex."08.12"."""
    words = (f"[{part}]" if isinstance(part, int) else f'."{part}"' if "." in part else f".{part}" for part in path)
    return "".join(words).removeprefix(".")


def near(word: str, known: Iterable[str]) -> str:
    """': did you mean "name"?' when a known word is close enough, else nothing."""
    reach = min(_NEAR, len(word) // 2 + 1)
    far, name = min(((slips(word, name, reach), name) for name in known), default=(reach + 1, ""))
    return say(': did you mean "{name}"?', name=name) if far <= reach else ""


def line_of(text: str, path: KeyPath) -> int:
    """The line (from 1) on which a key path stands, or the nearest line around it that can be told; 0 for none."""
    lines = text.splitlines()
    first, last = 0, len(lines)
    found = 0
    for depth, part in enumerate(path):
        dotted = ".".join(str(key) for key in path[: depth + 1] if isinstance(key, str))
        if isinstance(part, int):
            region = _item(lines, first, dotted, part)
        elif len(path) > depth + 1 and (_heads(lines, dotted) or _heads(lines, f"{dotted}.{path[depth + 1]}")):
            continue  # a list of tables of their own, or what holds one: the number that follows says which
        else:
            region = _key(lines, first, last, part)
        if region is None:
            break
        first, last = region
        found = first + 1
    return found


def _key(lines: Sequence[str], first: int, last: int, key: str) -> tuple[int, int] | None:
    """The lines a key or table of that name takes up."""
    written = re.compile(rf"(^|[{{,\s])\"?{re.escape(key)}\"?\s*=")
    for number in range(first, last):
        header = _HEADER.match(lines[number])
        if header and header[1] == key:
            return number, _next_header(lines, number)
        if written.search(lines[number]):
            return number, last
    return None


def _item(lines: Sequence[str], first: int, name: str, index: int) -> tuple[int, int] | None:
    """The lines of the index-th `[[name]]`, or of the index-th inline table from a line on."""
    heads = _heads(lines, name)
    if heads:
        return (heads[index], _next_header(lines, heads[index])) if index < len(heads) else None
    inline = [number for number in range(first, len(lines)) if re.match(r"\s*\{", lines[number])]
    return (inline[index], inline[index] + 1) if index < len(inline) else None


def _heads(lines: Sequence[str], name: str) -> list[int]:
    return [number for number, text in enumerate(lines) if re.match(rf"\s*\[\[{re.escape(name)}\]\]", text)]


def _next_header(lines: Sequence[str], number: int) -> int:
    return next((later for later in range(number + 1, len(lines)) if _HEADER.match(lines[later])), len(lines))


def _path(item: ErrorDetails) -> KeyPath:
    return tuple(part for part in item["loc"] if part != "[key]")


def _sentence(item: ErrorDetails, model: type[BaseModel]) -> str:
    """What pydantic found, in a designer's words."""
    key = item["loc"][-1] if item["loc"] else ""
    if item["type"] == "extra_forbidden":
        return say('unknown key "{key}"', key=key) + near(str(key), _known_keys(model, item["loc"][:-1]))
    if item["type"] == "missing":
        return say('the key "{key}" is missing', key=key)
    said = item["msg"].removeprefix("Input ").removeprefix("Value error, ")
    return say("{said}, not {item!r}", said=said, item=item["input"]) if isinstance(item["input"], str | int | float) else said


def _known_keys(model: type[BaseModel], path: Sequence[str | int]) -> tuple[str, ...]:
    """The keys a table may have at a path of the door."""
    here: object = model
    for part in path:
        if _is_model(here):
            field = here.model_fields.get(str(part))
            here = field.annotation if field else None
        else:
            here = get_args(here)[-1] if get_args(here) else None
    return tuple(here.model_fields) if _is_model(here) else ()


def _is_model(thing: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(thing, type) and issubclass(thing, BaseModel)
