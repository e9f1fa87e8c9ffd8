"""What module.toml ("pbem-module/1") and a scenario-*.toml ("pbem-scenario/1") may hold."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.rulesets.tocs.faults import Door, HexText
from pbem.rulesets.tocs.switches import Setting

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
TurnId = Annotated[str, Field(pattern=r"^[0-9]{2}-[0-2][0-9][0-5][0-9]$")]
Month = Literal["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]


class SideEntry(Door):
    """A side: its names, the heads of its reports, the letter its letters are numbered with."""

    id: Id
    name: Annotated[str, Field(min_length=1)]
    adjective: str
    nation: str
    staff: str
    report: str
    letter_prefix: Annotated[str, Field(pattern=r"^[A-Z]$")]


class ModuleFile(Door):
    """A whole module.toml."""

    schema_: Annotated[Literal["pbem-module/1"], Field(alias="schema")]
    id: Id
    title: str
    ruleset: Literal["tocs"]
    version: str
    month: Month
    year: Annotated[int, Field(ge=1900, le=1999)]
    zone_letter: Annotated[str, Field(pattern=r"^[A-IK-Z]$")]
    side: Annotated[list[SideEntry], Field(min_length=2, max_length=2)]
    switches: dict[str, Setting] = Field(default_factory=dict)
    note: str = ""


class TurnEntry(Door):
    """One turn of the track."""

    id: TurnId
    label: str
    day: Annotated[int, Field(ge=1, le=31)]
    hour: Annotated[str, Field(pattern=r"^[0-2][0-9][0-5][0-9]$")]
    light: Literal["day", "dawn", "dusk", "night"]
    track: str
    moon: Literal["", "new", "waxing", "full", "waning"] = ""


class PoolEntry(Door):
    """The operational points of a nation."""

    id: Id
    side: Id
    nation: str
    minimum: Annotated[int, Field(ge=0)]
    reserve: Annotated[int, Field(ge=0)] = 0
    may_draw_from: TurnId
    note: str = ""


class OwnershipEntry(Door):
    """Who owns the map: the hexes named for a side, and the rest."""

    default: str = ""
    hexes: dict[Id, list[HexText]] = Field(default_factory=dict)


class WorkEntry(Door):
    """An improved position."""

    hex: HexText
    level: Literal["entrenched", "strongpoint", "fortified_area"]
    side: Id
    note: str = ""


class SupplyEntry(Door):
    """A place supply comes from: a base both sides know of, a secret dump or depot, trucks, or a map edge."""

    side: Id
    id: Id
    kind: Literal["base", "dump", "depot", "mobile", "edge"]
    hex: HexText
    bank: str = ""
    points: Annotated[int, Field(ge=0)]
    damage_points: Annotated[int, Field(ge=0)] = 0
    join: str = ""
    note: str = ""


class BriefEntry(Door):
    """What a commander reads before the first turn."""

    side: Id
    text: Annotated[str, Field(min_length=1)]


class VictoryEntry(Door):
    """What a side is paid for, each time."""

    side: Id
    id: Id
    points: int
    kind: Literal["hexes", "bridges", "destroyed"]
    what: str
    hexes: list[HexText] = Field(default_factory=list)
    bridges: list[str] = Field(default_factory=list)
    unit_kinds: list[str] = Field(default_factory=list)
    note: str = ""


class ScenarioFile(Door):
    """A whole scenario-*.toml."""

    schema_: Annotated[Literal["pbem-scenario/1"], Field(alias="schema")]
    id: Id
    title: str
    moves_first: str = ""
    turn: Annotated[list[TurnEntry], Field(min_length=1)]
    pool: Annotated[list[PoolEntry], Field(min_length=1)]
    ownership: OwnershipEntry
    improved: list[WorkEntry] = Field(default_factory=list)
    supply: list[SupplyEntry] = Field(default_factory=list)
    brief: list[BriefEntry]
    victory: Annotated[list[VictoryEntry], Field(min_length=1)]
    note: str = ""
