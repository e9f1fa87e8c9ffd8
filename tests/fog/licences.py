"""Every observation of a game was one its desk had a right to, at that moment."""

from collections.abc import Iterator
from typing import Any

from pbem.campaign.records import Record
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from tests.fog.stage import OTHER, SIDES, Stage
from tests.opened import as_board, as_event, as_seen

PUBLIC = (
    o.PublicEvent, o.PauseSeen, o.BattleFoughtSeen, o.ImpulseClosedSeen, o.GameOverSeen, o.InterdictionSeen,
)  # fmt: skip
ASKED = (e.HexScouted, o.OwnHalt, e.UnitActivated, e.AttackOrdered)
KINDS = {"infantry", "vehicles", "guns"}
LEVELS = {"", "improved", "entrenched", "strongpoint", "fortified_area"}


def unlicensed(stage: Stage) -> list[str]:
    """Observations that a desk had no right to."""
    forces_of = as_board(stage.campaign.script.state(stage.campaign.first_snapshot()).situation.board).forces
    own = {side: set(forces_of[side].counters) for side in SIDES}
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
    for desk, told in record.seen:
        if isinstance(told, o.OwnEvent) and told.event.side != desk:
            yield f"{desk} was told {told} as its own"
        seen = o.what(as_seen(told))
        if isinstance(seen, ASKED) and record.cause.seat != desk:
            yield f"{desk} was told {seen} and had not asked"
        if isinstance(seen, e.HexScouted) and (not set(seen.kinds) <= KINDS or (seen.kinds and not seen.probe)):
            yield f"{desk} was told kinds: {seen.kinds}"
        if isinstance(seen, e.HexScouted) and seen.works not in LEVELS:
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
        case e.UnitChanged() | e.AttackCalledOff():
            return (seen.unit.id,)
        case e.CompanyDeployed():
            return tuple(unit.id for unit in seen.units)
        case e.RefitTried():
            return (seen.unit,)
        case e.ActivationChanged():
            return (seen.active.unit,) if seen.active else ()
        case e.AttackOrdered():
            return (seen.attack.unit,)
        case e.BatteriesSpent():
            return tuple(unit.id for unit in seen.units)
        case o.OwnMission() | e.SupportOrdered():
            return seen.mission.batteries
        case e.TaskWent() | e.TaskEnded():
            return (seen.task.unit,)
        case e.UnitActivated() | o.OwnHalt() | e.HexScouted():
            return (seen.unit,)
    return ()


def _buried(record: Record, side: str) -> set[str]:
    return {
        as_event(event).call for event in record.events if type(event).__name__ == "UnitDestroyed" and as_event(event).side == side
    }
