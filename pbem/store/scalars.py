"""The codec's smallest values, to JSON and back: numbers, text, bytes, times, enums, literals."""

import math
import typing
from collections.abc import Callable
from datetime import UTC, datetime
from enum import Enum
from typing import Any

Decoder = Callable[[Any], Any]


class CodecError(ValueError):
    """Data that is not of the type asked for. Says where: `UnitMoved.hex: text expected, found 3`."""


def encode_atom(value: Any) -> Any:
    """Plain JSON data for an enum, a time, bytes, a float or text. TypeError for anything else."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, datetime):
        return _iso(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"no codec for {value!r}")


def _iso(value: datetime) -> str:
    if value.tzinfo is None:
        raise TypeError(f"a time without its zone: {value}")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _time(data: Any) -> datetime:
    try:
        value = datetime.fromisoformat(_text(data))
    except ValueError as fault:
        raise CodecError(f"a time expected, found {data!r}") from fault
    if value.tzinfo is None:
        raise CodecError(f"a time with its zone expected, found {data!r}")
    return value.astimezone(UTC)


def _bytes(data: Any) -> bytes:
    try:
        return bytes.fromhex(_text(data))
    except ValueError as fault:
        raise CodecError(f"hex digits expected, found {data!r}") from fault


def _exactly(kind: type, name: str) -> Decoder:
    def decode(data: Any) -> Any:
        if type(data) is not kind:
            raise CodecError(f"{name} expected, found {data!r}")
        return data

    return decode


def _float(data: Any) -> float:
    if type(data) not in (int, float):
        raise CodecError(f"a number expected, found {data!r}")
    return typing.cast(float, data)


def _anything(data: Any) -> Any:
    return data


_text = _exactly(str, "text")
array = _exactly(list, "a list")
ATOMS: dict[Any, Decoder] = {
    None: _exactly(type(None), "nothing"),
    type(None): _exactly(type(None), "nothing"),
    bool: _exactly(bool, "true or false"),
    int: _exactly(int, "a whole number"),
    float: _float,
    str: _text,
    bytes: _bytes,
    datetime: _time,
    Any: _anything,
    object: _anything,
}


def literal_decoder(values: tuple[Any, ...]) -> Decoder:
    """Takes one of these values and no other, True not for 1."""

    def decode(data: Any) -> Any:
        for value in values:
            if type(value) is type(data) and value == data:
                return value
        raise CodecError(f"one of {values} expected, found {data!r}")

    return decode


def enum_decoder(kind: type[Enum]) -> Decoder:
    """Takes a member's name."""

    def decode(data: Any) -> Enum:
        if type(data) is not str or data not in kind.__members__:
            raise CodecError(f"a {kind.__name__} expected, found {data!r}")
        return kind[data]

    return decode
