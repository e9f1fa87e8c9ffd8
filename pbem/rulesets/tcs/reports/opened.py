"""What is opened at the end: orders of battle, annals, diaries."""

from collections.abc import Iterator

from pbem.documents.document import Block, block, theirs
from pbem.engine.situation import Control
from pbem.kernel.i18n import say
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.reports.sitrep import story
from pbem.rulesets.tcs.reports.wording import place
from pbem.rulesets.tcs.view import TacticalForces


def troops(game: TacticalGame, forces: TacticalForces) -> Iterator[str]:
    """Every unit of a side with where it stands, and those that are lost."""
    for unit in forces.units.values():
        yield say(" {unit} {title}: {where}, {steps} of {all} steps", unit=unit.id, title=unit.counter.title,
                  where=place(game, unit.hex), steps=unit.steps, all=unit.counter.steps)  # fmt: skip
    if forces.departed:
        yield say(" left the map: {units}", units=", ".join(forces.departed))
    if forces.due:
        yield say(" never came: {units}", units=", ".join(unit.id for unit in forces.awaited))
    if forces.dead:
        yield say(" destroyed: {units}", units=", ".join(forces.dead))


def annals(board: object, events: tuple[Event | Control, ...]) -> tuple[str, ...]:
    """What happened, in words, for the end: turns, moves, sheets."""
    return tuple(line for event in events if (line := _line(event)))


def _line(event: Event | Control) -> str:
    match event:
        case t.TurnOpened(turn):
            return say("Turn {turn}", turn=turn)
        case t.UnitsEntered(_, units, left, hex_):
            return say("{units}: {left} to {hex}", units=", ".join(units), left=left, hex=hex_)
        case t.CommandRolled(_, sheet, _, _, total, needed, passed):
            words = say("passed") if passed else say("not passed")
            return say("{sheet}: rolled {total}, needed {needed}: {words}", sheet=sheet, total=total, needed=needed, words=words)
    return ""


def happened(game: TacticalGame, side: str, kept: tuple[Seen, ...]) -> tuple[Block, ...]:
    """What a side's units did, and what was done to them."""
    return block(say("WHAT HAPPENED, {side} side", side=game.staff(side).adjective), story(game, kept))


def log(lines: tuple[str, ...]) -> tuple[Block, ...]:
    """What a side's commanders wrote."""
    return block("LOG", theirs(lines) if lines else (), "quote")
