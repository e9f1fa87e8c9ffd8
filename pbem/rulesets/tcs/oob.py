"""What an oob.toml may hold ("tcs-oob/1"): the counters that are printed, the units that have them, batteries off the map."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import Door, Fault, HexText, ModuleError, Source, near, read_toml
from pbem.rulesets.tcs.units import OPEN_TOPPED, MoveClass, PrintedUnit, Target, UnitType

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_/-]*$")]
Whole = Annotated[int, Field(ge=0)]
AreaClass = Literal["", "area_small_arms", "area_machine_gun", "area_gun", "area_mortar"]
PointClass = Literal["", "point_low", "point_medium", "point_high"]


class CounterEntry(Door):
    """A counter: the figures on its front and back."""

    id: Id
    title: Annotated[str, Field(min_length=1)]
    type: UnitType
    target: Target
    move: MoveClass
    defense: Whole = 0
    steps: Annotated[int, Field(ge=1, le=9)]
    front: Whole
    back: Whole
    area: Whole = 0
    area_class: AreaClass = ""
    area_range: Whole = 0
    point: Whole = 0
    point_class: PointClass = ""
    point_range: Whole = 0
    at: Literal["", "bazooka", "panzerfaust"] = ""
    open_top: bool = False
    smoke: Literal["", "us_tank_smoke", "panther_smoke", "mortar_smoke", "illum_only"] = ""
    aa: Literal["", "light", "medium", "heavy"] = ""
    mortar: str = ""
    note: str = ""


class UnitEntry(Door):
    """A unit: the counter it has, the formations it stands in, innermost first. morale: its own, since that of armor goes by its
    battalion and not by its counter (TCSARM-4.1a-2)."""

    id: Id
    counter: Id
    side: str
    chain: Annotated[list[str], Field(min_length=1)]
    morale: Annotated[int, Field(ge=0, le=7)]
    leader: bool = False
    note: str = ""


class BatteryEntry(Door):
    """A battery: tubes, delay in turns, battery fires by type of round. caliber: a record of `artillery-values`, or rockets: one of
    `rockets`; place: its hex, or the one at the edge of the map behind which it stands, so many hexes behind; range: in hexes, 0 =
    everywhere; units: its tubes, where they are counters on the map."""

    id: Id
    side: str
    battalion: str
    caliber: Annotated[str, Field(pattern=r"^([0-9]{2,3}|[0-9]{1,2}-inch)?$")] = ""
    rockets: str = ""
    tubes: Annotated[int, Field(ge=1)]
    delay: Whole = 0
    he: Whole = 0
    smoke: Whole = 0
    illum: Whole = 0
    place: HexText | None = None
    behind: Whole = 0
    range: Whole = 0
    units: list[Id] = Field(default_factory=list)
    note: str = ""


class OobFile(Door):
    """A whole oob.toml."""

    schema_: Annotated[Literal["tcs-oob/1"], Field(alias="schema")]
    counter: Annotated[list[CounterEntry], Field(min_length=1)]
    unit: Annotated[list[UnitEntry], Field(min_length=1)]
    battery: list[BatteryEntry] = Field(default_factory=list)
    note: str = ""


class Oob(Value, eq=False):
    """An order of battle. counters: by id; all else in the order of the file."""

    counters: dict[str, PrintedUnit]
    units: tuple[UnitEntry, ...]
    batteries: tuple[BatteryEntry, ...]


def parse_oob(file: str, text: str) -> Oob:
    """The order of battle of a file; ModuleError with all its faults."""
    source = Source(file, text)
    entered = read_toml(source, OobFile)
    if faults := [*_faults(entered, source)]:
        raise ModuleError(faults)
    return Oob({entry.id: _counter(entry) for entry in entered.counter}, tuple(entered.unit), tuple(entered.battery))


def _faults(entered: OobFile, source: Source) -> Iterator[Fault]:
    """Ids that are given once, counters that there are, values that have a class and a range."""
    kinds = [entry.id for entry in entered.counter]
    for number, entry in enumerate(entered.counter):
        if entry.id in kinds[:number]:
            yield source.fault(("counter", number, "id"), f'there are two counters "{entry.id}"')
        yield from (source.fault(("counter", number, key), words) for key, words in _unmatched(entry))
    yield from _named(entered, source, kinds)


def _named(entered: OobFile, source: Source, kinds: list[str]) -> Iterator[Fault]:
    """Of units and batteries: each has a name of its own, and each unit a counter that there is."""
    ids = [name.casefold() for name in (*(unit.id for unit in entered.unit), *(battery.id for battery in entered.battery))]
    for number, unit in enumerate(entered.unit):
        if unit.id.casefold() in ids[:number]:
            yield source.fault(("unit", number, "id"), f'there are two units "{unit.id}"')
        if unit.counter not in kinds:
            yield source.fault(("unit", number, "counter"), f'there is no counter "{unit.counter}"' + near(unit.counter, kinds))
    for number, battery in enumerate(entered.battery):
        if ids.count(battery.id.casefold()) > 1:
            yield source.fault(("battery", number, "id"), f'something else is called "{battery.id}"')
        yield from (source.fault(("battery", number, key), words) for key, words in _unfit(battery, entered))


@rule("TCSB-18-1", "TCSB-26-7")
def _unfit(battery: BatteryEntry, entered: OobFile) -> Iterator[tuple[str, str]]:
    """What is wrong with a battery: guns or rockets, a range from somewhere, tubes that are its side's."""
    if bool(battery.caliber) == bool(battery.rockets):
        yield "caliber", "a battery has a caliber or rockets, and not both"
    if battery.rockets and battery.smoke + battery.illum:
        yield "rockets", "rockets have no smoke and no illumination: count barrages as he"
    if battery.range and battery.place is None:
        yield "range", "a range is counted from a place"
    kinds = {entry.id: entry.type for entry in entered.counter}
    tubes = {unit.id: unit for unit in entered.unit if kinds.get(unit.counter) == "gun_tube" and unit.side == battery.side}
    for unit in battery.units:
        if unit not in tubes:
            yield "units", f'{battery.side} has no gun tube "{unit}"' + near(unit, tubes)
    if battery.units and len(battery.units) != battery.tubes:
        yield "tubes", f"it has {len(battery.units)} tubes on the map, not {battery.tubes}"


@rule("TCSB-3-8")
def _unmatched(entry: CounterEntry) -> Iterator[tuple[str, str]]:
    """A kind of fire needs all three: a value, a class and a range."""
    if len({bool(entry.area), bool(entry.area_class), bool(entry.area_range)}) > 1:
        yield "area", "area, area_class and area_range go together: all of them or none"
    if len({bool(entry.point), bool(entry.point_class), bool(entry.point_range)}) > 1:
        yield "point", "point, point_class and point_range go together: all of them or none"
    if entry.mortar and entry.area_class != "area_mortar":
        yield "mortar", "only what has area_mortar fire is a mortar"


@rule("TCSB-3-1", "TCSARM-4.7-2")
def _counter(entry: CounterEntry) -> PrintedUnit:
    """What is printed. Tank destroyers that are open and armored carriers are open-topped by their type."""
    open_top = entry.open_top or (entry.type in OPEN_TOPPED and entry.defense > 0)
    return PrintedUnit(**entry.model_dump(exclude={"note", "open_top"}), open_top=open_top)
