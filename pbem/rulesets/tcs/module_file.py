"""What module.toml ("tcs-module/1") and a scenario-*.toml ("tcs-scenario/1") may hold."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.modules.faults import Door, HexText
from pbem.rulesets.tcs.units import Mode

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
SheetId = Annotated[str, Field(pattern=r"^[A-Z]{1,4}-[0-9]{1,3}$")]
Month = Literal["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
SheetType = Literal["attack", "prep_defense", "hasty_defense", "move", "reserve"]
Hexes = Annotated[list[HexText], Field(min_length=1)]
Boundary = Annotated[list[HexText], Field(min_length=2)]
Points = Annotated[int, Field(ge=-999, le=999)]


class TacticalSideEntry(Door):
    """A side: its names, what heads its reports, the letter its letters bear, what its sheets' numbers begin with. nation: whose
    counters it has, where the rules for armor ask ("" for neither)."""

    id: Id
    name: Annotated[str, Field(min_length=1)]
    adjective: str
    staff: str
    report: str
    letter_prefix: Annotated[str, Field(pattern=r"^[A-Z]$")]
    sheets: Annotated[str, Field(pattern=r"^[A-Z]{1,4}$")]
    form: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]*)?$")] = ""
    nation: Literal["", "american", "german"] = ""


class TacticalModuleFile(Door):
    """A whole module.toml. base: the module whose files stand where it brings none of its own; game: the printed game of the
    series that it is made after, "" for none."""

    schema_: Annotated[Literal["tcs-module/1"], Field(alias="schema")]
    id: Id
    title: str
    ruleset: Literal["tcs"]
    base: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9_-]*)?$")] = ""
    version: str
    month: Month
    year: Annotated[int, Field(ge=1900, le=1999)]
    day: Annotated[int, Field(ge=1, le=31)]
    zone_letter: Annotated[str, Field(pattern=r"^[A-IK-Z]$")]
    about: Annotated[str, Field(max_length=400)] = ""
    side: Annotated[list[TacticalSideEntry], Field(min_length=2, max_length=2)]
    switches: dict[str, str | bool] = Field(default_factory=dict)
    note: str = ""
    game: str = ""


class TacticalSetupEntry(Door):
    """Where a unit begins."""

    unit: str
    hex: HexText
    mode: Mode
    rides: str = ""


class RiderEntry(Door):
    """Who comes mounted, and on what."""

    unit: str
    on: str


class ArrivalEntry(Door):
    """Units that come onto the map as a turn begins, at the first of these hexes of its edge that has room. mode: theirs."""

    turn: Annotated[int, Field(ge=1, le=99)]
    side: str
    units: Annotated[list[str], Field(min_length=1)]
    hexes: Hexes
    mode: Mode = "move"
    riders: list[RiderEntry] = Field(default_factory=list)


class ExitHexesEntry(Door):
    """Hexes of the edge where a side may leave the map. each: points for a unit of these kinds of counter (none named: of any);
    held: hexes that the side must hold first."""

    side: str
    hexes: Hexes
    each: Annotated[int, Field(ge=0)] = 0
    what: str
    counters: list[str] = Field(default_factory=list)
    held: list[HexText] = Field(default_factory=list)


class SeatOfferEntry(Door):
    """A seat that the scenario offers beside its side's commander: "us.c37" has the id c37. title: what its brief begins with."""

    side: str
    id: Id
    formations: Annotated[list[str], Field(min_length=1)]
    title: str = ""


class OptionEntry(Door):
    """A lettered mission of a reserve."""

    letter: Literal["a", "b", "c"]
    type: Literal["attack", "prep_defense", "hasty_defense", "move"]
    objective: Hexes
    left: Boundary
    right: Boundary


class SheetEntry(Door):
    """An op sheet that a side begins with. fail_percent: the share of steps whose loss ends it."""

    id: SheetId
    side: str
    type: SheetType
    status: Literal["implemented", "unimplemented"]
    weighted: Annotated[int, Field(ge=0)] = 0
    force: Annotated[list[str], Field(min_length=1)]
    mission: str
    objective: Hexes
    start_line: list[HexText] = Field(default_factory=list)
    left: list[HexText] = Field(default_factory=list)
    right: list[HexText] = Field(default_factory=list)
    route: list[HexText] = Field(default_factory=list)
    fail_percent: Annotated[int, Field(ge=1, le=50)] = 50
    rally: Hexes
    option: Annotated[list[OptionEntry], Field(max_length=3)] = Field(default_factory=list)


class PointsEntry(Door):
    """What a side gets points for: hexes that it holds at the end, with `all` once for all of them; or counters of the enemy's that
    are destroyed."""

    side: str
    each: Annotated[int, Field(ge=1)]
    what: str
    hexes: list[HexText] = Field(default_factory=list)
    counters: list[str] = Field(default_factory=list)
    all: bool = False


class LevelEntry(Door):
    """Who has won, by the points of the first side less those of the second. winner: "" for a draw."""

    winner: str
    lo: Points
    hi: Points


class FogLiftingEntry(Door):
    """How fog lifts: along a track of `fog-lifting`, from a turn on."""

    track: str
    first_roll: Annotated[int, Field(ge=1, le=99)] = 1


class LightEntry(Door):
    """The light from a turn on: a row of `visibility`, "day" for daylight."""

    turn: Annotated[int, Field(ge=1, le=99)]
    light: Literal["day", "dusk", "night", "moonlight"]


class SortiesEntry(Door):
    """Sorties that a side may ask for. kinds: records of `aircraft`; weather: none fly while it is worse; each: most in a turn."""

    side: str
    kinds: Annotated[list[str], Field(min_length=1)]
    weather: str = "haze"
    each: Annotated[int, Field(ge=1, le=9)] = 1
    total: Annotated[int, Field(ge=1, le=99)]


class MinefieldEntry(Door):
    """Minefields of a side. density: a record of `minefield`."""

    side: str
    density: str
    hexes: Hexes


class BarriersEntry(Door):
    """Wire or roadblocks of a side. kind: a record of `barriers`."""

    side: str
    kind: Literal["wire", "roadblock"]
    hexes: Hexes


class WorksEntry(Door):
    """Works that stand at the start. level: of a prepared position, 0 for none; bunker: a record of `bunkers`, "" for none."""

    side: str
    level: Annotated[int, Field(ge=0, le=3)] = 0
    bunker: str = ""
    hexes: Hexes


class SideBriefEntry(Door):
    """What a side is told before play; seat: what one of its seats is told in its place."""

    side: str
    seat: str = ""
    text: str


class TacticalScenarioFile(Door):
    """A whole scenario-*.toml. hour: when the first turn begins; visibility: a row of the chart of that name; first: who acts first
    in turn 1, "" for a roll; held: hexes that a side holds at the start though none of its units stands there; weather: how fog
    lifts; light: from which turn on it is dark; works: that stand; barriers: wire and
    roadblocks; dig_ground: rows of
    `dig-terrain`; entry: who comes later; exit: where units may leave; absent: units and batteries that take no part."""

    schema_: Annotated[Literal["tcs-scenario/1"], Field(alias="schema")]
    id: Id
    title: str
    turns: Annotated[int, Field(ge=1, le=99)]
    hour: Annotated[str, Field(pattern=r"^[0-2][0-9][0-5][0-9]$")]
    visibility: str
    first: str = ""
    setup: Annotated[list[TacticalSetupEntry], Field(min_length=1)]
    entry: list[ArrivalEntry] = Field(default_factory=list)
    exit: list[ExitHexesEntry] = Field(default_factory=list)
    absent: list[str] = Field(default_factory=list)
    seat: list[SeatOfferEntry] = Field(default_factory=list)
    sheet: list[SheetEntry] = Field(default_factory=list)
    points: list[PointsEntry] = Field(default_factory=list)
    level: Annotated[list[LevelEntry], Field(min_length=1)]
    brief: Annotated[list[SideBriefEntry], Field(min_length=2)]
    trp: dict[str, list[HexText]] = Field(default_factory=dict)
    reserve_drm: dict[str, int] = Field(default_factory=dict)
    held: dict[str, list[HexText]] = Field(default_factory=dict)
    weather: FogLiftingEntry | None = None
    light: list[LightEntry] = Field(default_factory=list)
    sorties: list[SortiesEntry] = Field(default_factory=list)
    mines: list[MinefieldEntry] = Field(default_factory=list)
    barriers: list[BarriersEntry] = Field(default_factory=list)
    works: list[WorksEntry] = Field(default_factory=list)
    dig_ground: list[str] = Field(default_factory=list)
    note: str = ""
