"""The map of armor: whom tanks face, who leads, hatches shut, smoke, hulls seen to burn; and nothing that was not seen."""

import json
from typing import Any, cast

import pytest

from pbem.documents.cartography.curves import between, distance, heading
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.plates import plates
from pbem.documents.cartography.tactical import FacedSide, pointing
from pbem.documents.map_picture import MapPicture, Wreck
from pbem.documents.picture_json import SentAs, picture_json
from pbem.kernel.hexes import Hex
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.parts import maps
from tests.rulesets.tcs.armor import PANTHER_SMOKE, Armor
from tests.rulesets.tcs.test_fog_of_fire import hidden

BURNS = Hex("06.04")


def battle(seed: int = 0) -> Armor:
    """T-1 leads and has moved south, T-2 has its hatches shut in its own smoke; a Panther that has moved faces them, and another
    counter burns beside it."""
    made = Armor(seed)
    made.put("T-1", hex=Hex("06.02"), mode="move", facing="S", leader=True)
    made.put("T-2", hex=Hex("07.02"), buttoned=True)
    made.printed("Z-1", PANTHER_SMOKE, hex=Hex("06.05"), mode="move", facing="NW", buttoned=True)
    made.printed("K-1", PANTHER_SMOKE, hex=BURNS)
    made.happen(t.SmokeMade("us", ("T-2",), Hex("07.03"), "sfa"))
    made.show("Z-1", "K-1")
    return made


def shown(made: Armor, side: str) -> MapPicture:
    return maps.theatre(made.game, made.picture(side))


def sheet(made: Armor, side: str) -> str:
    (plate,) = plates(maps.job(made.game, shown(made, side)))
    return plate.overlay


def twin(made: Armor, side: str) -> dict[str, Any]:
    about = SentAs("test", "A-9", "a subject", places=maps.places(made.game))
    return cast(dict[str, Any], json.loads(picture_json(shown(made, side), about)))


def test_signs_of_armor_stand_on_the_map_and_in_its_legend() -> None:
    """TCSARM-4.4-1, TCSARM-4.2a-1, TCSB-16-1, TCSARM-4.6-1."""
    made = battle()
    made.happen(t.UnitStruck("ge", "K-1", "point", 1, 0))
    where = made.unit("T-3").hex
    made.happen(t.UnitStruck("us", "T-3", "point", 1, 0))
    drawn = shown(made, "us")
    tanks = {symbol.call: symbol for symbol in drawn.symbols}
    assert tanks["T-1"].leader and tanks["T-1"].facing == "S" and tanks["T-2"].condition == "buttoned up"
    (panther,) = (seen for seen in drawn.sightings if seen.hex == "06.05")
    assert (panther.facing, panther.state, panther.condition) == ("NW", 1, "buttoned up")
    assert (Hex("07.03"), "smoke") in drawn.marks
    assert set(drawn.wrecks) == {Wreck(BURNS, False), Wreck(where, True)}
    words = sheet(made, "us")
    for legend in (
        "own armor faces there", "enemy armor faces there", "leader", "buttoned up", "smoke", "own vehicle burnt out",
        "enemy vehicle seen to burn",
    ):  # fmt: skip
        assert f">{legend}<" in words, legend


def test_the_twin_for_programs_says_it_too() -> None:
    made = battle()
    made.happen(t.UnitStruck("ge", "K-1", "point", 1, 0))
    told = twin(made, "us")
    units = {unit["call"]: unit for unit in told["units"]}
    assert units["T-1"]["leader"] and units["T-1"]["facing"] == "S" and units["T-2"]["state"] == "buttoned up"
    (panther,) = (seen for seen in told["contacts"] if seen["hex"] == "06.05")
    assert panther["facing"] == "NW" and panther["state"] == "buttoned up" and panther["name"].startswith("Panther-")
    assert told["wrecks"] == [{"hex": BURNS, "own": False, "many": 1}]
    assert {"hex": "07.03", "sign": "smoke"} in told["signs"] and {"hex": "06.02", "sign": "move mode"} in told["signs"]


def test_what_went_out_of_sight_is_not_said_to_face_anywhere() -> None:
    """TCSB-7-9: of a counter that is remembered its hex alone is known."""
    made = battle()
    (place, *_) = hidden(made)
    made.happen(t.UnitsEntered("ge", ("Z-1",), Hex("06.05"), place, "N", (2,)))
    (panther,) = (seen for seen in shown(made, "us").sightings if seen.name.startswith("Panther-") and seen.hex == "06.05")
    assert (panther.facing, panther.state, panther.age) == ("", 0, 1)


def test_hulls_stay_when_the_turn_is_over_and_are_counted() -> None:
    made = battle()
    made.printed("Z-1", PANTHER_SMOKE, hex=BURNS)
    made.show("Z-1")
    for name in ("K-1", "Z-1"):
        made.happen(t.UnitStruck("ge", name, "point", 1, 0))
    made.happen(t.CleanUpDone(1), t.TurnOpened(2, 24))
    assert shown(made, "us").wrecks == (Wreck(BURNS, False, 2),)
    assert shown(made, "ge").wrecks == (Wreck(BURNS, True, 2),)
    assert ">2<" in sheet(made, "us")


def test_a_wedge_is_seen_on_a_whole_map_too() -> None:
    """TCSARM-4.4-1: on small hexes it is as wide as its hexside and reaches into the next; on large ones it lies within its own."""
    small, large = Paper(22, 1, 1, 28, 36), Paper(70, 1, 1, 8, 8)
    for way in ("N", "NE", "SE", "S", "SW", "NW"):
        left, tip, right = pointing(small, FacedSide(Hex("05.05"), way, True))
        assert distance(left, right) > 0.85 * small.size and distance(between(left, right), tip) > 9
        left, tip, right = pointing(large, FacedSide(Hex("05.05"), way, True))
        assert distance(large.centre(Hex("05.05")), tip) < large.half and distance(left, right) < large.size / 2
        assert heading(between(left, right), tip) == pytest.approx(heading(large.centre(Hex("05.05")), tip))


CHANGES: tuple[dict[str, Any], ...] = (
    {"facing": "NW", "mode": "move"}, {"facing": "S", "mode": "move", "leader": False}, {"buttoned": True}, {"leader": True},
    {"steps": 0},
)  # fmt: skip


@pytest.mark.parametrize("place", range(12))
def test_nothing_of_armor_out_of_sight_moves_a_stroke_of_the_map(place: int) -> None:
    """TCSB-2-4, TCSB-7-3: worlds in which a Panther that nobody sees faces, shuts its hatches, leads, burns: the same drawing and
    the same twin, byte for byte."""
    worlds = list[tuple[str, dict[str, Any]]]()
    for change in ({}, *CHANGES):
        made = battle()
        unseen = hidden(made)
        made.printed("Z-1", PANTHER_SMOKE, hex=unseen[place % len(unseen)], facing="", buttoned=False)
        if change.get("steps") == 0:
            made.happen(t.UnitStruck("ge", "Z-1", "point", 1, 0))
        else:
            made.put("Z-1", **change)
            made.show("Z-1")
        worlds.append((sheet(made, "us"), twin(made, "us")))
    assert all(world == worlds[0] for world in worlds[1:])
