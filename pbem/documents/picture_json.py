"""picture.json: what a desk's map shows, for programs. The schema is versioned: a field may come, none goes or changes."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pbem.documents.map_picture import MapPicture, Sighting, Symbol
from pbem.kernel.values import Value

VERSION = "pbem-picture/1"

Place = Annotated[str, Field(pattern=r"^\d\d\.\d\d$", description="column and row of a hex")]


class _StrictJson(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, defer_build=True)


class JsonUnit(_StrictJson):
    """An own unit. lost: steps lost; sign: what the box of its symbol shows; ap: action points it has, 0 while engaged;
    bank: where the bank it stands on lies, "N", "SW" and so on, "" where no water divides the hex; motorized: it goes on wheels or
    tracks; commands: the seat that orders it; facing: the hexside it faces ("NE"), "" for none; leader: others look to it."""

    call: str
    hex: Place
    formation: str
    sign: str
    size: str
    steps: int
    lost: int
    state: str
    ap: int
    bank: str = ""
    motorized: bool = False
    commands: str = ""
    facing: str = ""
    leader: bool = False


class JsonContact(_StrictJson):
    """What is believed of the enemy in a hex. seen: when it was last learnt; age: 0 is now, 1 this turn, 2 the last; name: what the
    letter calls it, "" where that is its number; state: as it shows, "good" where nothing does; facing: the hexside it faces."""

    number: int
    hex: Place
    kinds: list[str]
    seen: str
    age: int
    name: str = ""
    state: str = "good"
    facing: str = ""


class JsonMark(_StrictJson):
    """Works or stores in a hex, own or the enemy's as far as known."""

    hex: Place
    own: bool


class JsonSign(_StrictJson):
    """What else is known to stand in a hex or to lie over it: "smoke", "airfield", "own aircraft" and so on."""

    hex: Place
    sign: str


class JsonWreck(_StrictJson):
    """So many vehicles of a side that were seen to burn in a hex."""

    hex: Place
    own: bool
    many: int


class JsonObstacle(_StrictJson):
    """What is in the way in a hex: "minefield", "roadblock", "wire", "bunker"."""

    hex: Place
    own: bool
    kind: str


class Goal(_StrictJson):
    """A hex that the side's own conditions pay for."""

    hex: Place
    points: int


class Way(_StrictJson):
    """Where a unit went, hex by hex, or what was attacked from where."""

    path: list[Place]
    attack: bool


class JsonDue(_StrictJson):
    """Until when orders are awaited: for which part of play, the moment (RFC 3339), and the zone in which the letter tells it."""

    impulse: str
    at: datetime
    zone: str


class JsonPurse(_StrictJson):
    """A pool of points: left to spend, spent in this part of play, and deficit that may still be run up."""

    left: int
    spent: int
    deficit_allowed: int


class JsonLook(_StrictJson):
    """A hex that was looked at, and the part of play in which it last was."""

    hex: Place
    seen: str


class JsonPicture(_StrictJson):
    """All that is on a desk's map. ours: the hexes of the own side, all others are the enemy's; claims: hexes in which EZOC was
    claimed against it; bridges_down, bridges_built: bridges that are not as the map prints them. seat: whose letter it came with;
    due: null while no orders of the side are awaited; bank: points by pool; share: of all of them, what the seat may spend, null
    where nothing is allotted; asleep: own units that cannot be ordered now; done: those that were activated in this part of play,
    attack, or are at a work; places: names on the printed map; formations: own ones, with their units; looked: where it asked;
    signs: what else the map shows in a hex; wrecks: vehicles that were seen to burn; obstacles: what it knows of that is in the
    way."""

    schema_: Annotated[Literal["pbem-picture/1"], Field(alias="schema")] = VERSION  # type: ignore[assignment]
    campaign: str
    letter: str
    side: str
    moment: str
    subject: str
    points: dict[str, int]
    units: list[JsonUnit]
    contacts: list[JsonContact]
    ways: list[Way]
    ours: list[Place]
    claims: list[Place]
    engaged: list[Place]
    works: list[JsonMark]
    stores: list[JsonMark]
    goals: list[Goal]
    bridges_down: list[Place]
    bridges_built: list[Place]
    seat: str = ""
    due: JsonDue | None = None
    bank: dict[str, JsonPurse] = {}
    share: int | None = None
    asleep: list[str] = []
    done: list[str] = []
    places: dict[str, Place] = {}
    formations: dict[str, list[str]] = {}
    looked: list[JsonLook] = []
    signs: list[JsonSign] = []
    wrecks: list[JsonWreck] = []
    obstacles: list[JsonObstacle] = []


class SentAs(Value):
    """What a picture is sent with: campaign, number and subject of the letter, its seat, and the names on the printed map."""

    campaign: str
    letter: str
    subject: str
    seat: str = ""
    places: Mapping[str, str] = {}


def schema() -> dict[str, object]:
    """The JSON Schema of picture.json."""
    # What is published is called as ever: only our classes say which of two values of a name they are.
    named = re.sub(r"\bJson(?=[A-Z])", "", json.dumps(JsonPicture.model_json_schema(by_alias=True)))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **json.loads(named)}


def picture_json(picture: MapPicture, about: SentAs) -> bytes:
    """The file: the same bytes for the same picture."""
    due = picture.due
    whole = JsonPicture(
        campaign=about.campaign, letter=about.letter, side=picture.side, moment=picture.caption, subject=about.subject,
        points=dict(picture.points),
        units=[_unit(symbol) for symbol in picture.symbols],
        contacts=[_contact(sighting) for sighting in picture.sightings],
        ways=[Way(path=list(w.path), attack=w.attack) for w in picture.arrows],
        ours=list(picture.ours), claims=list(picture.claims), engaged=list(picture.engaged),
        works=[JsonMark(hex=h, own=own) for h, own in picture.works],
        stores=[JsonMark(hex=h, own=own) for h, own in picture.stores],
        goals=[Goal(hex=h, points=points) for h, points in picture.goals],
        bridges_down=list(picture.down), bridges_built=list(picture.bridged),
        seat=about.seat, due=JsonDue(impulse=due.moment, at=due.at, zone=due.zone) if due else None,
        bank={p.pool: JsonPurse(left=p.left, spent=p.spent, deficit_allowed=p.deficit) for p in picture.purses},
        share=picture.share, asleep=list(picture.asleep), done=list(picture.done), places=dict(about.places),
        formations={f.name: list(f.calls) for f in picture.formations},
        obstacles=[JsonObstacle(hex=o.hex, own=o.own, kind=o.kind) for o in picture.obstacles],
        looked=[JsonLook(hex=look.hex, seen=look.when) for look in picture.looked],
        signs=[JsonSign(hex=h, sign=sign) for h, sign in picture.marks],
        wrecks=[JsonWreck(hex=wreck.hex, own=wreck.own, many=wreck.many) for wreck in picture.wrecks],
    )  # fmt: skip
    return whole.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


def _unit(symbol: Symbol) -> JsonUnit:
    return JsonUnit(
        call=symbol.call, hex=symbol.hex, formation=symbol.formation, sign=symbol.sign, size=symbol.size, steps=symbol.steps,
        lost=symbol.lost, state=symbol.condition, ap=symbol.ap, bank=symbol.bank, motorized=symbol.motorized,
        commands=symbol.commands, facing=symbol.facing, leader=symbol.leader,
    )  # fmt: skip


def _contact(seen: Sighting) -> JsonContact:
    return JsonContact(
        number=seen.number, hex=seen.hex, kinds=list(seen.kinds), seen=seen.when, age=seen.age, name=seen.name,
        state=seen.condition, facing=seen.facing,
    )  # fmt: skip
