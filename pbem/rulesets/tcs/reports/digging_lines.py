"""What a desk learnt of digging and of a host's corrections, in sentences."""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.values import Value
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.reports.obstacle_lines import works_words
from pbem.rulesets.tcs.reports.wording import MODES, marked, markers, place
from pbem.rulesets.tcs.rules.digging import DugPosition


def works(game: TacticalGame, hex_: Hex, position: DugPosition | None) -> str:
    """Works in a hex as they are now."""
    if position is None:
        return say("Works at {where}: gone.", where=place(game, hex_))
    return works_words(game, hex_, position)


def _combined(game: TacticalGame, event: t.PlatoonsCombined) -> str:
    now = ", ".join(say("{unit} with {steps} steps", unit=unit.id, steps=unit.steps) for unit in event.after)
    return say("{units} combined: {now}.", units=", ".join(event.units), now=now)


def _patched(game: TacticalGame, event: t.CountersPatched) -> str:
    return say("Counters changed with the module: {units}.", units=", ".join(unit.id for unit in event.units))


def _corrected(game: TacticalGame, event: t.UnitCorrected) -> str:
    unit = event.unit
    said = ", ".join((text(MODES[unit.mode]), *([markers(marked(unit))] if marked(unit) else [])))
    words = phrase("The host has put {unit} right: at {where}, {state}, {steps} of {all} steps.")
    return say(words, unit=unit.id, where=place(game, unit.hex), state=said, steps=unit.steps, all=unit.counter.steps)


def _hex_corrected(game: TacticalGame, event: t.HexCorrected) -> str:
    return say("The host has put right who holds {where}: it is yours.", where=place(game, event.hex))


def _dig_named(game: TacticalGame, event: t.DigNamed) -> str:
    return say("{units} will dig in where their move ends.", units=", ".join(event.units)) if event.later else ""


def _dig_started(game: TacticalGame, event: t.DigStarted) -> str:
    dug, totals = event.digging, ", ".join(map(str, event.digging.totals))
    words = phrase("{unit} begins to dig at {where}: {totals} turns to levels 1, 2, 3 (rolled {roll}).")
    return say(words, unit=dug.unit, where=place(game, dug.hex), totals=totals, roll=sum(dug.faces))


def _dig_went_on(game: TacticalGame, event: t.DigWentOn) -> str:
    if event.digging.paused:
        return say("{unit} has no sheet of hasty defense: digging waits.", unit=event.digging.unit)
    return ""


def _dig_ended(game: TacticalGame, event: t.DigEnded) -> str:
    return say("{unit} no longer digs at {where}.", unit=event.unit, where=place(game, event.hex))


def _reduce(game: TacticalGame, event: t.ReduceSet) -> str:
    return say("Works at {where} are to be lowered.", where=place(game, event.hex))


def _silent(game: TacticalGame, event: Value) -> str:
    return ""


DIGGING: Mapping[type[Value], Callable[..., str]] = {
    t.PlatoonsCombined: _combined,
    t.CountersPatched: _patched,
    t.UnitCorrected: _corrected,
    t.HexCorrected: _hex_corrected,
    t.DigNamed: _dig_named,
    t.CompanyDug: _silent,
    t.DigStarted: _dig_started,
    t.DigWentOn: _dig_went_on,
    t.DigEnded: _dig_ended,
    t.ReduceSet: _reduce,
}
