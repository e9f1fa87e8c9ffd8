"""Every observation of a game was one its desk had a right to, at that moment."""

from collections.abc import Iterator
from typing import Any

from pbem.campaign.records import Record
from pbem.rulesets.tocs import observations as o
from tests.fog.stage import OTHER, SIDES, Stage

PUBLIC = (
    o.PauseSeen,
    o.WeatherSeen, o.TurnSeen, o.InitiativeSeen, o.ImpulseSeen, o.OwnerSeen, o.EzocSeen, o.BattlesSeen, o.EngagementSeen,
    o.EngagementFoughtSeen, o.BattleFoughtSeen, o.ImpulseClosedSeen, o.TurnEndSeen, o.TurnEndedSeen, o.GameOverSeen,
    o.InterdictionSeen, o.InterdictionLiftedSeen, o.BattleCalledOffSeen, o.BankSeen,
)  # fmt: skip
ASKED = (o.HexAnswered, o.OwnHalt, o.OwnActivation, o.OwnAttack)
KINDS = {"infantry", "vehicles", "guns"}
LEVELS = {"", "improved", "entrenched", "strongpoint", "fortified_area"}


def unlicensed(stage: Stage) -> list[str]:
    """Observations that a desk had no right to."""
    camps = stage.campaign.script.state(stage.campaign.first_snapshot()).situation.board.camps
    own = {side: set(camps[side].counters) for side in SIDES}
    found = []
    for number, record in enumerate(stage.records(), 1):
        found += [f"record {number}: {fault}" for fault in (*_shared(record), *_private(record, own))]
    return found


def _shared(record: Record) -> Iterator[str]:
    """What is public is told to both, in the same order; a battle to both who fight it."""
    told = [[seen for desk, seen in record.seen if desk == side and isinstance(seen, PUBLIC)] for side in SIDES]
    if told[0] != told[1]:
        yield "the sides were told different things of what both see"
    fights = [[s.number for d, s in record.seen if d == side and isinstance(s, o.BattleSeen)] for side in SIDES]
    if fights[0] != fights[1]:
        yield "a battle was told to one side alone"


def _private(record: Record, own: dict[str, set[str]]) -> Iterator[str]:
    for desk, seen in record.seen:
        if isinstance(seen, ASKED) and record.cause.seat != desk:
            yield f"{desk} was told {seen} and had not asked"
        if isinstance(seen, o.HexAnswered) and (not set(seen.kinds) <= KINDS or (seen.kinds and not seen.probe)):
            yield f"{desk} was told kinds: {seen.kinds}"
        if isinstance(seen, o.HexAnswered) and seen.works not in LEVELS:
            yield f"{desk} was told works: {seen.works}"
        yield from (f"{desk} was told of {i}" for i in _named(seen) if whole(i) not in own[desk])
        if isinstance(seen, o.EnemyDestroyed) and seen.call not in _buried(record, OTHER[desk]):
            yield f"{desk} was told the name of {seen.call}, who lives"


def whole(unit: str) -> str:
    """The id of the company that a half is of, and of any other unit its own."""
    return unit.removesuffix("-half-1").removesuffix("-half-2")


def _named(seen: Any) -> tuple[str, ...]:  # noqa: PLR0911 - a flat table
    """The ids in an observation."""
    match seen:
        case o.OwnUnit() | o.OwnAttackCalledOff():
            return (seen.unit.id,)
        case o.OwnDeployment():
            return tuple(unit.id for unit in seen.units)
        case o.OwnRefit():
            return (seen.unit,)
        case o.OwnHand():
            return (seen.hand.unit,) if seen.hand else ()
        case o.OwnAttack():
            return (seen.attack.unit,)
        case o.OwnBatteries():
            return tuple(unit.id for unit in seen.units)
        case o.OwnMission() | o.OwnSupport():
            return seen.mission.batteries
        case o.OwnTask() | o.OwnTaskEnded():
            return (seen.task.unit,)
        case o.OwnActivation() | o.OwnHalt() | o.HexAnswered():
            return (seen.unit,)
    return ()


def _buried(record: Record, side: str) -> set[str]:
    return {event.call for event in record.events if type(event).__name__ == "UnitDestroyed" and event.side == side}
