"""Values to JSON and back, exactly: decode(type, encode(x)) == x, and equal values give equal bytes.

A `Value` becomes an object of its fields; if it belongs to a union it also carries its class name under "_".
Tuples, lists and sets become arrays (sets sorted), bytes hex text, enums their member's name, datetimes ISO text in
UTC. A mapping becomes an object when all its keys are plain text, else an array of [key, value] pairs in key order:
a mapping that was read back is therefore ordered by key, whatever its order was before.

A field that is missing in the data takes its default (so an event may gain a field with one); an unknown field is an
error. Only what stands in the constructor is stored. Old names of classes and fields are read as `Renames` says, and
never written.
"""

import contextlib
import typing
from collections.abc import Callable, Iterable, Mapping, Set
from enum import Enum
from typing import Any, TypeVar, overload

import msgspec
import orjson
from msgspec import ValidationError, convert
from msgspec.structs import asdict

from pbem.kernel.values import Value
from pbem.store.recasts import RECASTS
from pbem.store.renames import RENAMES, TAG, Renames
from pbem.store.scalars import ATOMS, CodecError, Decoder, array, encode_atom, enum_decoder, literal_decoder
from pbem.store.type_info import (
    bare,
    check_union,
    hints_of,
    is_as_json,
    is_named_row,
    is_union,
    is_value,
    is_written,
    items,
    maker,
    members,
    of_shape,
    parts,
)

T = TypeVar("T")
Encoder = Callable[[Any], Any]

__all__ = ["Codec", "CodecError", "dumps"]

_NESTED = (list, dict)
_AS_IT_IS = frozenset((type(None), bool, int, str))

# Only plain data: orjson would also write times by itself, in a form that nothing reads back.
_PLAIN = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def dumps(data: object) -> bytes:
    """JSON of plain data, keys sorted, one line. TypeError for what JSON cannot hold, integers beyond 64 bits too."""
    return orjson.dumps(data, option=_PLAIN)


class Codec:
    """Encodes and decodes the values of some unions. A type is studied once, at its first use.

    Each argument is a union (or one class) whose members are told apart by name. Unions met in their fields join by
    themselves. Two classes of one name, one that bears another's old name, and unions that JSON cannot tell apart, are a
    TypeError.
    """

    def __init__(self, *unions: Any, renames: Renames = RENAMES) -> None:
        self.renames = renames
        self._classes: dict[str, type] = {}
        self._decoders: dict[Any, Decoder] = {}
        self._readers: dict[Any, msgspec.json.Decoder[Any] | None] = {}
        self._encoders: dict[type, Encoder] = {}
        self._seen: set[Any] = set()
        for union in unions:
            for member in members(union):
                self._register(member)
            self._study(union)

    def encode(self, value: Any) -> Any:
        """Plain JSON data for a value."""
        return orjson.loads(self.dumps(value))

    @overload
    def decode(self, kind: type[T], data: object) -> T: ...
    @overload
    def decode(self, kind: Any, data: object) -> Any: ...
    def decode(self, kind: Any, data: object) -> Any:
        """The value of type `kind` (a class, a union, any annotation) that `data` stands for. CodecError."""
        return self._decoder(kind)(data)

    def dumps(self, value: Any) -> bytes:
        """JSON bytes of a value, the same for equal values."""
        return self._written(self._laid_open(value))

    def pieces(self, value: Value) -> dict[str, orjson.Fragment]:
        """The fields of a value, each as JSON that goes as it is into other data."""
        return {name: orjson.Fragment(self._written(part)) for name, part in self._laid_open(value).items()}

    @overload
    def loads(self, kind: type[T], data: bytes) -> T: ...
    @overload
    def loads(self, kind: Any, data: bytes) -> Any: ...
    def loads(self, kind: Any, data: bytes) -> Any:
        """The value in JSON bytes. CodecError, also for what is no JSON."""
        reader = self._reader(kind)
        if reader is not None:
            with contextlib.suppress(msgspec.DecodeError):  # what does not fit is read exactly, or told of in its words
                return reader.decode(data)
        try:
            plain = orjson.loads(memoryview(data))  # a part of a message (`msgspec.Raw`) is no bytes
        except orjson.JSONDecodeError as fault:
            raise CodecError(f"not JSON: {fault}") from fault
        return self.decode(kind, plain)

    # -- which classes carry their name

    def _register(self, member: Any) -> None:
        if not is_value(member):
            return
        if self._classes.setdefault(member.__name__, member) is not member:
            raise TypeError(f"two classes are called {member.__name__}")
        if member.__name__ in self.renames.classes:
            raise TypeError(f"{member.__name__} is the old name of {self.renames.classes[member.__name__]}")
        if member.__name__ in RECASTS:
            raise TypeError(f"{member.__name__} is an observation of before")
        self._encoders.clear()  # one of them may not have known that its class carries its name

    def _study(self, kind: Any) -> None:
        kind = bare(kind)
        if kind in self._seen:
            return
        self._seen.add(kind)
        if is_union(kind):
            self._register_apart(kind)
        for part in parts(kind):
            self._study(part)

    def _register_apart(self, union: Any) -> None:
        # One value beside None needs no name; two values, or one beside a mapping, do, in arrays as well.
        for group in (of_shape(union, "object"), items(union)):
            if len(group) > 1:
                for member in group:
                    self._register(member)

    # -- values to data

    def _written(self, data: Any) -> bytes:
        return orjson.dumps(data, default=self._laid_open, option=_PLAIN)

    def _laid_open(self, value: Any) -> Any:
        """Data that JSON takes for a value, at its surface: the writer asks again for what it comes upon within."""
        kind = type(value)
        if kind in _AS_IT_IS:
            return value
        encoder = self._encoders.get(kind)
        if encoder is None:
            encoder = self._encoders[kind] = self._encoder_of(kind)
        return encoder(value)

    def _encoder_of(self, kind: type) -> Encoder:
        """What encodes values of this very type; chosen once."""
        if issubclass(kind, Value):
            return self._value_encoder(kind)
        if issubclass(kind, Mapping):
            return self._encode_mapping
        if issubclass(kind, (tuple, list)):
            return self._encode_array
        return (lambda value: sorted(self._encode_array(value), key=self.dumps)) if issubclass(kind, Set) else encode_atom

    def _value_encoder(self, kind: type[Value]) -> Encoder:
        self._study(kind)
        hints = typing.get_type_hints(kind)
        names = [name for name in kind.__struct_fields__ if not is_written(hints[name])]
        tag = {TAG: kind.__name__} if self._classes.get(kind.__name__) is kind else {}

        def encoded(value: Value) -> dict[str, Any]:
            data = asdict(value)
            for name in names:
                data[name] = self._laid_open(data[name])
            data.update(tag)
            return data

        return encoded

    def _encode_array(self, value: Iterable[Any]) -> list[Any]:
        encode = self._laid_open
        return [item if type(item) in _AS_IT_IS else encode(item) for item in value]

    def _encode_mapping(self, value: Mapping[Any, Any]) -> Any:
        encode = self._laid_open
        if all(type(key) is str for key in value):
            return {key: encode(item) for key, item in value.items()}
        pairs = [[encode(key), encode(item)] for key, item in value.items()]
        return sorted(pairs, key=self._pair_order)

    def _pair_order(self, pair: list[Any]) -> tuple[int, Any]:
        # Whole numbers by size, everything else by its bytes.
        return (0, pair[0]) if type(pair[0]) is int else (1, self.dumps(pair[0]))

    # -- data to values

    def _is_whole(self, kind: type[Value], around: frozenset[type] = frozenset()) -> bool:
        """May msgspec make such a value at one stroke? Not of one that says its name. around: the classes it stands in."""
        return kind not in self._classes.values() and self._is_whole_within(kind, around)

    def _is_whole_within(self, kind: type[Value], around: frozenset[type] = frozenset()) -> bool:
        """The same but for its name: not of one of before that cannot be told from one of today by the names of its fields, nor of
        one that holds itself, or what JSON has in a form of ours."""
        if kind in around or kind.__struct_config__.tag is not None or not self.renames.is_known_by_name(kind.__name__):
            return False
        hints, deeper = hints_of(kind), around | {kind}
        return all(is_as_json(hints[name], lambda inner: self._is_whole(inner, deeper)) for name in kind.__struct_fields__)

    def _reader(self, kind: Any) -> "msgspec.json.Decoder[Any] | None":
        """What makes values of bytes at one stroke, where JSON has all of them as it is: no plain data comes between."""
        if kind not in self._readers:
            self._study(kind)
            self._readers[kind] = msgspec.json.Decoder(kind) if is_as_json(kind, self._is_whole) else None
        return self._readers[kind]

    def _decoder(self, kind: Any) -> Decoder:
        if kind not in self._decoders:
            self._study(kind)
            self._decoders[kind] = self._build(bare(kind))
        return self._decoders[kind]

    def _build(self, kind: Any) -> Decoder:
        if kind in ATOMS:
            return ATOMS[kind]
        if is_union(kind):
            return self._union_decoder(kind)
        if typing.get_origin(kind) is typing.Literal:
            return literal_decoder(typing.get_args(kind))
        if is_value(kind):
            return self._value_decoder(kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return enum_decoder(kind)
        return self._collection_decoder(kind)

    def _collection_decoder(self, kind: Any) -> Decoder:
        origin, arguments = typing.get_origin(kind) or kind, typing.get_args(kind)
        if not isinstance(origin, type):
            raise TypeError(f"no codec for {kind}")
        if is_named_row(origin):
            return self._row_decoder(tuple(parts(origin)), origin._make)
        if issubclass(origin, tuple) and arguments and arguments[-1] is not Ellipsis:
            return self._row_decoder(arguments)
        if origin in (dict, Mapping):
            exactly = self._mapping_decoder(*(arguments or (str, Any)))
            return _quick(kind, exactly) if is_as_json(kind, self._is_whole) else exactly
        make = maker(origin)
        item = self._decoder(arguments[0] if arguments else Any)

        def decode(data: Any) -> Any:
            return make(item(part) for part in array(data))

        return _quick(kind, decode) if is_as_json(kind, self._is_whole) else decode

    def _row_decoder(self, kinds: tuple[Any, ...], make: Callable[[Iterable[Any]], Any] = tuple) -> Decoder:
        places = [self._decoder(kind) for kind in kinds]

        def decode(data: Any) -> Any:
            if len(array(data)) != len(places):
                raise CodecError(f"{len(places)} items expected, found {len(data)}")
            return make(place(part) for place, part in zip(places, data, strict=True))

        return decode

    def _mapping_decoder(self, key_kind: Any, item_kind: Any) -> Decoder:
        key, item = self._decoder(key_kind), self._decoder(item_kind)

        def decode(data: Any) -> dict[Any, Any]:
            pairs = data.items() if isinstance(data, dict) else map(_pair, array(data))
            return {key(name): item(value) for name, value in pairs}

        return decode

    def _value_decoder(self, kind: type[Value]) -> Decoder:
        # The fields are looked up at the first use, so that a class may hold itself.
        fields: dict[str, Decoder] = {}
        today = self.renames.today

        def decode(data: Any) -> Any:
            if not fields:
                hints = typing.get_type_hints(kind)
                fields.update({name: self._decoder(hints[name]) for name in kind.__struct_fields__})
            return _construct(kind, fields, today(kind.__name__, data))

        if not self._is_whole_within(kind):
            return decode
        return _quick(kind, decode) if self._is_whole(kind) else _quick_but_for_its_name(kind, decode)

    def _union_decoder(self, union: Any) -> Decoder:
        check_union(union)
        kinds = members(union)
        named = {name: self._decoder(kind) for name, kind in self._classes.items() if kind in kinds}
        others = [self._decoder(kind) for kind in kinds if kind not in self._classes.values()]
        named |= {old: named[new] for old, new in self.renames.classes.items() if new in named}

        def decode(data: Any) -> Any:
            if isinstance(data, dict) and data.get(TAG) in named:
                return named[data[TAG]](data)
            return _first_that_fits(others, data, union)

        return decode


def _pair(data: Any) -> tuple[Any, Any]:
    if len(array(data)) != 2:
        raise CodecError(f"a key and a value expected, found {data!r}")
    return data[0], data[1]


def _quick(kind: Any, exactly: Decoder) -> Decoder:
    """What JSON has as it is, at one stroke; `exactly` has the words for what does not fit, and the names of before. A letter may
    have ten thousand lines, a state a thousand counters."""

    def decode(data: Any) -> Any:
        try:
            return convert(data, kind) if type(data) in _NESTED else exactly(data)
        except ValidationError:
            return exactly(data)

    return decode


def _quick_but_for_its_name(kind: type, exactly: Decoder) -> Decoder:
    """The same of a value that says its name."""

    def decode(data: Any) -> Any:
        if type(data) is not dict or data.get(TAG) != kind.__name__:
            return exactly(data)
        try:
            return convert({name: part for name, part in data.items() if name != TAG}, kind)
        except ValidationError:
            return exactly(data)

    return decode


def _construct(kind: type, fields: Mapping[str, Decoder], data: Any) -> Any:
    if type(data) is not dict or data.get(TAG, kind.__name__) != kind.__name__:
        raise CodecError(f"{kind.__name__} expected, found {data!r:.80}")
    if not data.keys() <= fields.keys() and (unknown := sorted(data.keys() - fields.keys() - {TAG})):
        raise CodecError(f"{kind.__name__}: no field {', '.join(unknown)}")
    values, name = {}, ""
    try:
        for name, part in data.items():
            if name != TAG:
                values[name] = fields[name](part)
    except CodecError as fault:
        raise CodecError(f"{kind.__name__}.{name}: {fault}") from fault
    try:
        return kind(**values)
    except (TypeError, ValueError) as fault:
        raise CodecError(f"{kind.__name__}: {fault}") from fault


def _first_that_fits(decoders: Iterable[Decoder], data: Any, union: Any) -> Any:
    for decoder in decoders:
        try:
            return decoder(data)
        except CodecError:
            continue
    raise CodecError(f"{union} expected, found {data!r:.80}")
