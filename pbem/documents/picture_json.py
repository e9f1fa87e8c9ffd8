"""picture.json: what a desk's map shows, for programs. The schema is versioned: a field may come, none goes or changes."""

import json
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pbem.documents.map_picture import MapPicture

VERSION = "pbem-picture/1"

Place = Annotated[str, Field(pattern=r"^\d\d\.\d\d$", description="column and row of a hex")]


class _StrictJson(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class JsonUnit(_StrictJson):
    """An own unit. lost: steps lost; sign: what the box of its symbol shows; ap: action points it has, 0 while engaged;
    bank: where the bank it stands on lies, "N", "SW" and so on, "" where no water divides the hex."""

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


class JsonContact(_StrictJson):
    """What is believed of the enemy in a hex. seen: the impulse it was last learnt; age: 0 is now, 1 this turn, 2 the last."""

    number: int
    hex: Place
    kinds: list[str]
    seen: str
    age: int


class JsonMark(_StrictJson):
    """Works or stores in a hex, own or the enemy's as far as known."""

    hex: Place
    own: bool


class Goal(_StrictJson):
    """A hex that the side's own conditions pay for."""

    hex: Place
    points: int


class Way(_StrictJson):
    """Where a unit went, hex by hex, or what was attacked from where."""

    path: list[Place]
    attack: bool


class JsonPicture(_StrictJson):
    """All that is on a desk's map. ours: the hexes of the own side, all others are the enemy's; claims: hexes in which EZOC was
    claimed against it; bridges_down, bridges_built: bridges that are not as the map prints them."""

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


def schema() -> dict[str, object]:
    """The JSON Schema of picture.json."""
    # What is published is called as ever: only our classes say which of two values of a name they are.
    named = re.sub(r"\bJson(?=[A-Z])", "", json.dumps(JsonPicture.model_json_schema(by_alias=True)))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **json.loads(named)}


def picture_json(picture: MapPicture, campaign: str, letter: str, subject: str) -> bytes:
    """The file: the same bytes for the same picture."""
    symbols, ways = picture.symbols, picture.arrows
    whole = JsonPicture(
        campaign=campaign, letter=letter, side=picture.side, moment=picture.caption, subject=subject, points=dict(picture.points),
        units=[JsonUnit(call=s.call, hex=s.hex, formation=s.formation, sign=s.sign, size=s.size, steps=s.steps, lost=s.lost,
                    state=s.condition, ap=s.ap, bank=s.bank) for s in symbols],
        contacts=[JsonContact(number=c.number, hex=c.hex, kinds=list(c.kinds), seen=c.when, age=c.age) for c in picture.sightings],
        ways=[Way(path=list(w.path), attack=w.attack) for w in ways],
        ours=list(picture.ours), claims=list(picture.claims), engaged=list(picture.engaged),
        works=[JsonMark(hex=h, own=own) for h, own in picture.works],
        stores=[JsonMark(hex=h, own=own) for h, own in picture.stores],
        goals=[Goal(hex=h, points=points) for h, points in picture.goals],
        bridges_down=list(picture.down), bridges_built=list(picture.bridged),
    )  # fmt: skip
    return whole.model_dump_json(by_alias=True, indent=1).encode() + b"\n"
