"""The codec: exact there and back, deterministic, and plain about what it cannot read."""

import enum
import re
from collections import Counter, deque
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Literal, NamedTuple, NewType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.admin_events import ClocksSet, Reminded
from pbem.campaign.state import AdminState, Clock
from pbem.kernel.values import Instant, Value, field, replace
from pbem.store.codec import Codec, CodecError, dumps
from pbem.store.renames import Renames

Hex = NewType("Hex", str)


class Light(enum.Enum):
    DAY = "day"
    NIGHT = "night"


class Place(Value):
    hex: Hex
    level: int | None = None


class Moved(Value):
    unit: str
    path: tuple[Place, ...]
    at: datetime
    cost: tuple[int, str] = (0, "AP")


class Burned(Value):
    bridges: frozenset[str]
    seal: bytes
    light: Light
    share: float


class Stop(Value):
    why: Literal["contact", "order"]


class Wait(Value):
    turns: int


class Sheet(Value):
    steps: tuple[Stop | Wait, ...]
    slots: tuple[tuple[str, str | int | tuple[str, ...] | None], ...]
    owners: dict[Hex, str]
    roads: Mapping[tuple[Hex, Hex], str]
    boxes: dict[int, Place]
    then: "Sheet | None" = None
    notes: list[str] = field(default_factory=list)


EVENING = datetime(2026, 11, 23, 19, tzinfo=UTC)
RAN = {"side": "us", "impulse": "T1.1", "due": "2026-11-23T19:00:00Z", "last": "2026-11-23T19:00:00Z", "reminded": False}
EMPTY = {"campaign": "c", "title": "C", "seats": {}}

Event = Moved | Burned | Sheet
CODEC = Codec(Event)

texts = st.text(max_size=6)
hexes = st.builds("{:02}.{:02}".format, st.integers(1, 99), st.integers(1, 99)).map(Hex)
whole = st.integers(-(2**63), 2**63 - 1)
places = st.builds(Place, hexes, st.none() | whole)
times = st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29), timezones=st.just(UTC))
moved = st.builds(Moved, texts, st.lists(places, max_size=3).map(tuple), times, st.tuples(whole, texts))
burned = st.builds(
    Burned,
    st.frozensets(texts, max_size=4),
    st.binary(max_size=8),
    st.sampled_from(Light),
    st.floats(allow_nan=False, allow_infinity=False),
)
steps = st.lists(st.builds(Stop, st.sampled_from(["contact", "order"])) | st.builds(Wait, whole), max_size=3).map(tuple)
slots = st.tuples(texts, texts | whole | st.lists(texts, max_size=2).map(tuple) | st.none())


def sheets(then: st.SearchStrategy[Sheet | None]) -> st.SearchStrategy[Sheet]:
    return st.builds(
        Sheet,
        steps,
        st.lists(slots, max_size=3).map(tuple),
        st.dictionaries(hexes, texts, max_size=3),
        st.dictionaries(st.tuples(hexes, hexes), texts, max_size=3),
        st.dictionaries(whole, places, max_size=3),
        then,
        st.lists(texts, max_size=2),
    )


events = moved | burned | sheets(st.none() | sheets(st.none()))


@given(events)
def test_what_is_written_reads_back_equal(event: Event) -> None:
    assert CODEC.loads(Event, CODEC.dumps(event)) == event


@given(events)
def test_writing_again_what_was_read_gives_the_same_bytes(event: Event) -> None:
    written = CODEC.dumps(event)
    assert CODEC.dumps(CODEC.loads(Event, written)) == written


@given(st.dictionaries(texts, whole, max_size=5), st.randoms())
def test_the_order_in_which_a_mapping_was_filled_leaves_no_trace(mapping: dict[str, int], chance: Any) -> None:
    items = list(mapping.items())
    chance.shuffle(items)
    assert CODEC.dumps(dict(items)) == CODEC.dumps(mapping)
    pairs = {(name, 1): number for name, number in items}
    assert CODEC.dumps(pairs) == CODEC.dumps({(name, 1): number for name, number in mapping.items()})


class Deep(Value):
    lights: tuple[Light, ...]
    boxes: tuple[dict[int, Place], ...]
    shares: tuple[tuple[str, float], ...]
    seals: tuple[frozenset[bytes], ...]
    whatever: tuple[Any, ...]


def test_what_json_has_no_form_for_is_written_in_ours_however_deep_it_stands() -> None:
    deep = Deep(
        (Light.DAY,),
        ({10: Place(Hex("a")), 9: Place(Hex("b"))},),
        (("x", 0.5),),
        (frozenset({b"\x02", b"\x01"}),),
        ({1: Light.DAY},),
    )
    written = {
        "lights": ["DAY"],
        "boxes": [[[9, {"hex": "b", "level": None}], [10, {"hex": "a", "level": None}]]],
        "shares": [["x", 0.5]],
        "seals": [["01", "02"]],
        "whatever": [[[1, "DAY"]]],
    }
    assert CODEC.encode(deep) == written
    assert CODEC.encode({"all": (deep, {2: deep})}) == {"all": [written, [[2, written]]]}
    with pytest.raises(TypeError):
        CODEC.dumps(replace(deep, shares=(("x", float("nan")),)))


@given(events)
def test_the_pieces_of_a_value_make_the_value(event: Event) -> None:
    assert dumps(CODEC.pieces(event)) == CODEC.dumps(event)


def test_a_mapping_reads_back_in_the_order_of_its_keys() -> None:
    boxes = {10: "c", 9: "b", -1: "a"}
    assert list(CODEC.decode(dict[int, str], CODEC.encode(boxes))) == [-1, 9, 10]


def test_members_of_a_union_carry_their_name_and_others_do_not() -> None:
    event = Moved("E/504", (Place(Hex("08.12")),), datetime(1944, 9, 17, 15, tzinfo=UTC))
    assert CODEC.encode(event) == {
        "_": "Moved",
        "unit": "E/504",
        "path": [{"hex": "08.12", "level": None}],
        "at": "1944-09-17T15:00:00Z",
        "cost": [0, "AP"],
    }


def test_a_union_deep_inside_a_class_is_found_by_itself() -> None:
    sheet = Sheet((Stop("contact"), Wait(2)), (), {}, {}, {})
    assert CODEC.encode(sheet)["steps"] == [{"_": "Stop", "why": "contact"}, {"_": "Wait", "turns": 2}]


def test_a_time_in_another_zone_is_stored_in_utc() -> None:
    local = datetime(1944, 9, 17, 15, tzinfo=timezone(timedelta(hours=2)))
    assert CODEC.encode(local) == "1944-09-17T13:00:00Z"
    assert CODEC.decode(datetime, CODEC.encode(local)) == local


def test_a_missing_field_takes_its_default() -> None:
    assert CODEC.decode(Place, {"hex": "08.12"}) == Place(Hex("08.12"))


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        (Event, {"_": "Vanished"}, "expected, found"),
        (Place, {"level": 1}, "Place: .*hex"),
        (Place, {"hex": 3}, "Place.hex: text expected, found 3"),
        (Place, {"hex": "08.12", "depth": 1}, "Place: no field depth"),
        (Stop, {"why": "tired"}, "Stop.why: one of"),
        (Place, {"_": "Stop", "hex": "08.12"}, "Place expected"),
        (int, True, "a whole number expected"),
        (bytes, "xyz", "hex digits expected"),
        (datetime, "yesterday", "a time expected"),
        (datetime, "1944-09-17T15:00:00", "a time with its zone"),
        (Light, "DUSK", "a Light expected"),
        (Light, ["DAY"], "a Light expected"),
        (tuple[int, int], [1], "2 items expected, found 1"),
        (tuple[int, ...], "12", "a list expected"),
        (dict[int, str], [[1]], "a key and a value expected"),
        (dict[int, str], 7, "a list expected"),
    ],
)
def test_what_does_not_fit_is_named(kind: Any, data: Any, message: str) -> None:
    with pytest.raises(CodecError, match=message):
        CODEC.decode(kind, data)


def test_what_is_no_json_is_a_codec_error() -> None:
    with pytest.raises(CodecError, match="not JSON"):
        CODEC.loads(Place, b'{"hex": "08.')


def test_a_part_of_a_message_is_read_as_all_of_it_would_be_and_what_does_not_fit_is_named_in_the_same_words() -> None:
    """At one stroke where JSON has it as it is (`Place`), else piece by piece."""
    for kind, value in (
        (Place, Place(Hex("08.12"))),
        (Event, Moved("a", (Place(Hex("08.12")),), datetime(1944, 9, 17, tzinfo=UTC))),
    ):
        assert CODEC.loads(kind, msgspec.Raw(CODEC.dumps(value))) == value
    wrongs: tuple[object, ...] = ({"hex": 3}, {"hex": "08.12", "more": 1}, [], {})
    for wrong in wrongs:
        with pytest.raises(CodecError) as told:
            CODEC.decode(Place, wrong)
        with pytest.raises(CodecError, match=f"^{re.escape(str(told.value))}$"):
            CODEC.loads(Place, msgspec.Raw(dumps(wrong)))


@pytest.mark.parametrize("value", [datetime(1944, 9, 17), float("nan"), float("inf"), object(), 2**64])
def test_what_json_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        CODEC.dumps(value)


@pytest.mark.parametrize(
    "kind",
    [
        str | datetime,
        str | bytes,
        Light | str,
        list[int] | tuple[int, ...],
        dict[str, int] | dict[str, str],
        dict[int, str] | tuple[int, ...],
        tuple[str, ...] | tuple[datetime, str],
    ],
)
def test_a_union_that_json_cannot_tell_apart_is_a_type_error(kind: Any) -> None:
    with pytest.raises(TypeError, match="cannot tell apart"):
        CODEC.decode(kind, "x")


@pytest.mark.parametrize("kind", [Counter[str], deque[int]])
def test_a_type_that_would_come_back_as_another_is_a_type_error(kind: Any) -> None:
    with pytest.raises(TypeError, match="no codec"):
        CODEC.decode(kind, [])


def test_two_classes_of_one_name_are_a_type_error() -> None:
    other = msgspec.defstruct("Moved", [("unit", str)], bases=(Value,))
    with pytest.raises(TypeError, match="two classes"):
        Codec(Moved | Burned, other)


def test_plain_json_passes_through_as_anything() -> None:
    body: dict[str, Any] = {"cause": {"kind": "letter", "at": [1, 2.5, None, True, "x"]}}
    again: object = CODEC.decode(Any, CODEC.encode(body))
    assert again == body


class Camp(Value):
    places: Mapping[str, Place]
    since: Instant
    stores: Mapping[int, int] = field(default_factory=dict)
    light: Literal["day", "night"] = "day"
    beside: Place | None = None


CAMP = {"places": {"a": {"hex": "08.12"}}, "since": "1944-09-17T15:00:00Z", "stores": [], "beside": {"hex": "08.13", "level": 1}}


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"places": {"a": {"hex": "08.12", "depth": 1}}}, "Camp.places: Place: no field depth"),
        ({"places": {"a": {"hex": 8}}}, "Camp.places: Place.hex: text expected"),
        ({"beside": {"level": 1}}, "Camp.beside: .*Place . None expected"),
        ({"since": "1944-09-17T15:00:00"}, "Camp.since: a time with its zone"),
        ({"stores": {"1": 2}}, "Camp.stores: a whole number expected"),
        ({"light": "dusk"}, "Camp.light: one of"),
        ({"beside": {"hex": "08.13", "level": True}}, "Camp.beside: .*Place . None expected"),
        ({"since": None, "tents": 1}, "Camp: no field tents"),
    ],
)
def test_what_is_read_at_one_stroke_is_read_as_exactly_and_says_the_same_of_what_does_not_fit(
    other: dict[str, Any], words: str
) -> None:
    made = Camp({"a": Place(Hex("08.12"))}, datetime(1944, 9, 17, 15, tzinfo=UTC), {}, "day", Place(Hex("08.13"), 1))
    assert CODEC.decode(Camp, {**CAMP, "stores": {}}) == CODEC.decode(Camp, CAMP) == made
    assert CODEC.decode(Camp, {**CAMP, "stores": [[1, 2]]}).stores == {1: 2}
    with pytest.raises(CodecError, match=words):
        CODEC.decode(Camp, CAMP | other)


# ------------------------------------------------------------ names of before


class Ordered(Value):
    unit: str
    hexes: tuple[str, ...] = ()


class Halted(Value):
    unit: str


RENAMED = Renames({"Told": "Ordered"}, {"Ordered": {"who": "unit", "way": "hexes"}})


def test_old_names_of_classes_and_fields_are_read_and_todays_are_written() -> None:
    codec = Codec(Ordered | Halted, renames=RENAMED)
    for data in ({"_": "Told", "who": "A", "way": ["12.10"]}, {"_": "Ordered", "unit": "A", "way": ["12.10"]}):
        value = codec.decode(Ordered | Halted, data)
        assert value == Ordered("A", ("12.10",))
        assert codec.encode(value) == {"_": "Ordered", "unit": "A", "hexes": ["12.10"]}
    assert codec.decode(Ordered, {"who": "A"}) == Ordered("A")


@pytest.mark.parametrize(
    "data",
    [
        {"_": "Told", "who": "A", "unit": "B"},  # which of the two?
        {"_": "Said", "who": "A"},
        {"_": "Halted", "who": "A"},  # another class's old field
        {"_": "Told", "whom": "A"},
        ["Told"],
    ],
)
def test_no_other_name_is_read(data: object) -> None:
    with pytest.raises(CodecError):
        Codec(Ordered | Halted, renames=RENAMED).decode(Ordered | Halted, data)


@pytest.mark.parametrize(
    ("kind", "data", "value"),
    [
        (Clock, {**RAN, "reminded": False}, Clock("us", "T1.1", EVENING, EVENING)),
        (Clock, {**RAN, "reminded": True}, Clock("us", "T1.1", EVENING, EVENING, True, kind="decision")),
        (Clock, {**RAN, "reminded": True, "kind": "orders"}, Clock("us", "T1.1", EVENING, EVENING, True)),
        (ClocksSet | Reminded, {"_": "ClockSet", "clock": None}, ClocksSet(())),
        (ClocksSet | Reminded, {"_": "ClockSet", "clock": RAN}, ClocksSet((Clock("us", "T1.1", EVENING, EVENING),))),
        (ClocksSet | Reminded, {"_": "Reminded"}, Reminded("")),
        (AdminState, {**EMPTY, "clock": None}, AdminState("c", "C", {})),
        (AdminState, {**EMPTY, "clock": RAN}, AdminState("c", "C", {}, clocks={"us": Clock("us", "T1.1", EVENING, EVENING)})),
    ],
)
def test_the_one_clock_of_schema_1_is_read_as_the_clock_of_its_side(kind: Any, data: Any, value: Value) -> None:
    codec = Codec(ClocksSet | Reminded)
    assert codec.decode(kind, data) == value
    assert codec.decode(kind, codec.encode(value)) == value


def test_an_old_name_is_not_used_again() -> None:
    with pytest.raises(TypeError, match="Halted is the old name of Ordered"):
        Codec(Ordered | Halted, renames=Renames({"Halted": "Ordered"}))


@pytest.mark.parametrize("bad", ([[1, "a", 2]], [[True, "a"]], [[1.0, "a"]], [["1", "a"]], ([1, "a"],), [1], {"1": "a"}, [None]))
def test_rows_of_plain_items_are_read_as_exactly_as_any_others(bad: object) -> None:
    kind = tuple[tuple[int, str], ...]
    assert CODEC.decode(kind, [[1, "a"], [2**70, ""]]) == ((1, "a"), (2**70, ""))
    assert CODEC.decode(list[Hex], ["01.01"]) == ["01.01"]
    assert CODEC.decode(tuple[str | int | None, ...], ["a", 1, None]) == ("a", 1, None)
    with pytest.raises(CodecError, match="expected"):
        CODEC.decode(kind, bad)


class _Place(NamedTuple):
    column: int
    row: str


class _Trail(Value):
    places: tuple[_Place, ...]
    last: _Place | None = None


def test_a_tuple_whose_places_have_names_is_stored_as_any_tuple_and_comes_back_with_them() -> None:
    trail = _Trail((_Place(1, "a"), _Place(2, "b")), _Place(3, "c"))
    stored = CODEC.encode(trail)
    assert stored == {"places": [[1, "a"], [2, "b"]], "last": [3, "c"]}
    again = CODEC.decode(_Trail, stored)
    assert again == trail and again.last is not None and (again.places[1].row, again.last.column) == ("b", 3)
    for wrong in ([1], [1, 2], ["a", "b"], 7):
        with pytest.raises(CodecError):
            CODEC.decode(_Trail, {"places": [wrong]})
        with pytest.raises(CodecError):
            CODEC.decode(_Trail, {"places": [], "last": wrong})
