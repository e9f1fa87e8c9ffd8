"""Observations as they were stored until schema 2 are read as the events that they copied, and as nothing else."""

from typing import Any

import pytest

from pbem.engine.observation import Observation
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.licences import LICENCES, OWN, PUBLIC
from pbem.rulesets.tocs.units import Activation, ReplacementPool, Unit
from pbem.store.codec import Codec, CodecError
from pbem.store.recasts import RECASTS, Recast, recast

CODEC = Codec(e.Event, o.Seen)
HERE = Hex("03.04")
ROLL = Throw("x", "2d6", (3, 4))
UNIT, HAND, POOL = Unit("a", HERE), Activation("a", 2), ReplacementPool("pool", "", 0, 0)


def old(kind: str, /, **fields: Any) -> dict[str, Any]:
    return {"_": kind, **{name: CODEC.encode(value) for name, value in fields.items()}}


@pytest.mark.parametrize(("data", "now"), [
    (old("OwnUnit", unit=UNIT, why="moved"), o.OwnEvent(e.UnitChanged("red", UNIT, "moved"))),
    (old("OwnHand", hand=None), o.OwnEvent(e.ActivationChanged("red", None))),
    (old("OwnStaff", hand=HAND, how="woken", pool=POOL), o.OwnEvent(e.StaffWoken("red", "a", POOL, HAND))),
    (old("OwnStaff", hand=HAND, how="aside", pool=None), o.OwnEvent(e.StaffLaidAside("red", HAND))),
    (old("OwnStaff", hand=HAND, how="noted", pool=None), o.OwnEvent(e.StaffChanged("red", HAND, "noted"))),
    (old("OwnObstacle", hex=HERE, kind="minefield", laid=True), o.OwnEvent(e.ObstacleLaid("red", HERE, "minefield"))),
    (old("OwnObstacle", hex=HERE, kind="minefield", laid=False), o.OwnEvent(e.ObstacleCleared("red", HERE, "minefield"))),
    (old("EngagementSeen", hex=HERE, defender="blue"), o.PublicEvent(e.EngagementMarked(HERE, "blue"))),
    (old("EngagementSeen", hex=HERE, defender=""), o.PublicEvent(e.EngagementLifted(HERE))),
    (old("EzocSeen", viewer="blue", hex=HERE, stands=True), o.PublicEvent(e.EzocAnswered("blue", HERE, True))),
    (old("BattlesSeen", side="blue", hexes=(HERE,)), o.PublicEvent(e.BattlesAnnounced("blue", (HERE,)))),
    (old("InfiltrationSeen", side="blue", hex=HERE, throw=ROLL, success=True),
     o.PublicEvent(e.InfiltrationThrown("blue", HERE, ROLL, True))),
    (old("EnemyStopped", hex=HERE), o.EnemyStopped(HERE)),
])  # fmt: skip
def test_what_a_desk_learnt_is_the_event_as_its_side_was_told_of_it(data: dict[str, Any], now: o.Seen) -> None:
    assert CODEC.decode(o.Seen, recast("red", data)) == now
    written = CODEC.encode(now)
    assert recast("red", written) is written


def test_every_row_leads_to_an_event_that_is_told_whole_to_its_side_or_to_both() -> None:
    kinds = {kind.__name__: kind for kind in LICENCES}
    for name, rows in RECASTS.items():
        for row in rows:
            whole = {"OwnEvent": OWN, "PublicEvent": PUBLIC}[row.within]
            assert kinds[row.event] in whole and row.owned == (row.within == "OwnEvent"), name
            assert row.owned <= ("side" in kinds[row.event].__struct_fields__), name
        assert not rows[-1].when, name  # whatever the data, one row fits
        assert name not in kinds and not hasattr(o, name)


def test_a_name_of_before_stays_taken() -> None:
    class OwnUnit(Observation):
        unit: str

    with pytest.raises(TypeError, match="OwnUnit"):
        Codec(OwnUnit | o.EnemyStopped)


def test_what_fits_no_row_and_what_is_no_observation_of_before_is_left_to_the_decoder() -> None:
    for data in ({"_": "Unheard", "hex": HERE}, {"hex": HERE}, ["OwnUnit"], None):
        assert recast("red", data) is data
        with pytest.raises(CodecError):
            CODEC.decode(o.Seen, data)
    with pytest.raises(CodecError):
        CODEC.decode(o.Seen, recast("red", old("OwnUnit", unit=UNIT, why="moved", more=1)))
    assert not Recast("OwnEvent", "UnitChanged", when={"why": "moved"}).fits({"why": "lost"})


def test_a_throw_of_before_is_read_without_its_modifier() -> None:
    """Until schema 2 it stood in the event that both sides are told of now."""
    event = e.InfiltrationThrown("blue", HERE, ROLL, True)
    written = CODEC.encode(event)
    assert CODEC.decode(e.Event, {**written, "drm": 2}) == event == CODEC.decode(e.Event, written)
    with pytest.raises(CodecError):
        CODEC.decode(e.Event, {**written, "drms": 2})
