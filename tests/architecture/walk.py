"""The walk of a letter: which rooms of the house hold it, in which form, from its bytes to the record in the journal.

A room is a folder of `pbem/`. A function *holds* a form when one of its arguments is it, or a sequence in which it stands. Forms:
the raw bytes (or bytes in which all of them stand), the message that is read from them, the cause that is made of the message, the
record of that cause, and the record's body as it goes into the journal. A room is *entered* when one of its functions is called
with a form by a function of another room, or by nobody of the house.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Self

import orjson

from pbem.campaign.records import Cause, Record
from pbem.mail.letter import Cover

HOUSE = "pbem."


@dataclass(frozen=True, slots=True)
class Entry:
    """A room was entered: by a function of which room ("" for none), with which form, through which function."""

    form: str
    before: str
    room: str
    door: str


@dataclass
class Walk:
    """Watches calls while it is open (a context manager). raw: the bytes of the letter."""

    raw: bytes
    entries: list[Entry] = field(default_factory=list)

    def __enter__(self) -> Self:
        sys.setprofile(self._called)
        return self

    def __exit__(self, kind: type[BaseException] | None, trouble: BaseException | None, trace: TracebackType | None) -> None:
        sys.setprofile(None)

    def rooms(self, *forms: str) -> list[str]:
        """The rooms entered with these forms, each where it is entered first."""
        return list(dict.fromkeys(entry.room for entry in self.entries if entry.form in forms))

    def times(self, form: str) -> dict[str, int]:
        """How often each room is entered with a form."""
        rooms = [entry.room for entry in self.entries if entry.form == form]
        return {room: rooms.count(room) for room in rooms}

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        module = _module(frame)
        if event != "call" or not module.startswith(HOUSE):
            return
        before, room = _room(_caller(frame)), _room(module)
        if before != room:
            for form in sorted(self._held(frame)):
                self.entries.append(Entry(form, before, room, f"{module}.{frame.f_code.co_name}"))

    def _held(self, frame: FrameType) -> set[str]:
        """The forms that a function was called with."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        found = (self._form(one) for name in names for one in _flat(frame.f_locals.get(name)))
        return {form for form in found if form}

    def _form(self, value: object) -> str:
        match value:
            case bytes() if self.raw in value:
                return "raw"
            case Cover():
                return "message"
            case Cause() if value.kind == "letter":
                return "cause"
            case Record() if value.cause.kind == "letter":
                return "record"
            case {"cause": orjson.Fragment() as cause} if orjson.loads(orjson.dumps(cause))["kind"] == "letter":
                return "body"
            case _:
                return ""


def _flat(value: object) -> Iterator[object]:
    """A value, and what stands in it, if it is a sequence, of which the parts may be sequences."""
    yield value
    if isinstance(value, list | tuple):
        for part in value[:100]:
            yield from _flat(part)


def _module(frame: FrameType) -> str:
    name = frame.f_globals.get("__name__", "")
    return name if isinstance(name, str) else ""


def _caller(frame: FrameType) -> str:
    """The module of the nearest caller that is of the house; "" when there is none."""
    above = frame.f_back
    while above is not None and not _module(above).startswith(HOUSE):
        above = above.f_back
    return _module(above) if above else ""


def _room(module: str) -> str:
    return module.split(".")[1] if module else ""
