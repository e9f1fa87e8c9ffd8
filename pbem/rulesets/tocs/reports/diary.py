"""The war diary in words: what happened to an own unit, impulse by impulse; at the end for all of them, with who faced them."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pbem.documents.document import Block, block, theirs
from pbem.kernel.i18n import phrase, say
from pbem.rulesets.form import LogEntry
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.diary import Note
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.battle_report import outcome
from pbem.rulesets.tocs.reports.wording import place
from pbem.rulesets.tocs.units import STATES

TOLD = {
    "moved": phrase("moved to {place}"),
    "moved on": phrase("moved on to {place}"),
    "scouted, empty": phrase("recon of {place}: empty"),
    "scouted, occupied": phrase("recon of {place}: occupied"),
    "probed, empty": phrase("probe of {place}: empty"),
    "probed, occupied": phrase("probe of {place}: occupied"),
    "observed, empty": phrase("observed {place}: empty"),
    "observed, occupied": phrase("observed {place}: occupied"),
    "to attack, {why}": phrase("attack on {place} ordered ({why})"),
    "to steal into": phrase("infiltration of {place} ordered"),
    "battle": phrase("battle at {place}"),
    "after it": phrase("after the battle at {place}"),
    "engaged there": phrase("in contact at {place}"),
    "field battle": phrase("after the field battle at {place}"),
    "retreated": phrase("withdrew to {place}"),
    "withdrew": phrase("withdrew to {place}"),
    "advanced": phrase("advanced to {place}"),
    "broke through": phrase("broke through to {place}"),
    "went over": phrase("changed boats at {place}"),
    "other bank": phrase("on the other bank at {place}"),
    "made good": phrase("1 step replaced at {place}"),
    "in the mines": phrase("ran into mines at {place}"),
    "the cold": phrase("suffered from the cold at {place}"),
    "brought by air": phrase("landed by air at {place}"),
}
"""What a note is in a letter, by what it is in the journal; notes that are not here are printed as they are, with the place."""


class _Teller(NamedTuple):
    """What a story is told of and with: the own unit, what logs say of it, and the enemy's picture, None while it is closed."""

    unit: str
    logs: tuple[LogEntry, ...] = ()
    enemy: Picture | None = None


def story(game: Game, picture: Picture, battles: tuple[Any, ...], call: str) -> tuple[str, ...]:
    """What happened to a unit of the side's own, as the side learnt it."""
    unit = picture.forces.unit_called(call)
    return _story(game, picture, o.whats(battles), _Teller(unit.id if unit else "")) or (
        say(" nothing has happened to {call} yet", call=call),
    )


def war_diary(
    game: Game, picture: Picture, battles: tuple[Any, ...], logs: tuple[LogEntry, ...], enemy: Picture | None
) -> tuple[Block, ...]:
    """The stories of all own units. logs: those of the side's commanders; a unit is told of by its call.

    enemy: the enemy's picture, None when nobody may know it: it tells which of his units were in the same battles.
    """
    forces, battles = picture.forces, o.whats(battles)
    calls = sorted((forces.counter(unit).call, unit) for unit in forces.units)
    told = ((call, _story(game, picture, battles, _Teller(unit, _about(logs, call), enemy))) for call, unit in calls)
    lines = [line for call, lines in told if lines for line in (call, *lines)]
    return block("WAR DIARY, as your side knew it, and who was there", lines)


def _about(logs: tuple[LogEntry, ...], call: str) -> tuple[LogEntry, ...]:
    """The entries that name a call."""
    named = re.compile(rf"(?<![\w/]){re.escape(call)}(?![\w/])", re.IGNORECASE)
    return tuple(entry for entry in logs if any(named.search(line) for line in entry.lines))


def _story(game: Game, picture: Picture, battles: tuple[Any, ...], who: _Teller) -> tuple[str, ...]:
    notes = picture.diary.get(who.unit, ())
    lines: list[str] = []
    day = 0
    for when in sorted({*(n.when for n in notes), *(entry.when for entry in who.logs)}, key=_order):
        turn = _order(when)[0]
        if turn != day and 0 < turn <= len(game.turns):
            lines.append(f" {game.turns[turn - 1].label}")
        day = turn
        lines += _impulse(game, picture, battles, who, when)
    return tuple(lines)


def _impulse(game: Game, picture: Picture, battles: tuple[Any, ...], who: _Teller, when: str) -> Iterator[str]:
    """What happened to a unit in an impulse, its battles, and what the logs say of it."""
    unit, logs, enemy = who
    mine = [n for n in picture.diary.get(unit, ()) if n.when == when]
    if mine:
        said = "; ".join(_words(game, picture, unit, n) for n in mine)
        yield f"  {when} {said}"
    for number in dict.fromkeys(n.battle for n in mine if n.battle):
        yield from _battle(game, picture, battles, number, enemy)
    for text in (text for entry in logs if entry.when == when for text in entry.lines):
        yield from _quoted(text)


def _order(when: str) -> tuple[int, int]:
    """Turn and impulse of `T3.2`; what was before the first turn comes first."""
    turn, _, impulse = when.removeprefix("T").partition(".")
    return (int(turn), int(impulse or 0)) if turn.isdigit() else (0, 0)


def _words(game: Game, picture: Picture, unit: str, note: Note) -> str:
    """`moved to 12.09, 3/4 fatigued`; `battle 3, 14.12 Heumen`."""
    where, steps = place(game, note.hex), picture.forces.counter(unit).steps
    how = f", {steps - note.lost}/{steps} {say(STATES[note.state])}" if note.state >= 0 else ""
    if note.battle:
        return say("battle {battle}, {place}", battle=note.battle, place=where) + how
    parts = {"why": say(note.why), "work": say(note.work), "place": where}
    return (say(TOLD[note.what], **parts) if note.what in TOLD else f"{say(note.what, **parts)}, {where}") + how


def _battle(game: Game, picture: Picture, battles: tuple[Any, ...], number: int, enemy: Picture | None) -> Iterator[str]:
    """How a battle ended, what its field commander wrote, and who faced us, where that is opened."""
    for seen in battles:
        if isinstance(seen, o.BattleFoughtSeen) and seen.number == number:
            yield f"    {outcome(game, picture.side, seen)}"
        if isinstance(seen, t.FieldReported) and seen.number == number:
            told = dict(seen.report.words).get("narrative", "")
            yield from (line for text in told.split("\n") for line in _quoted(text))
    if enemy:
        yield "    " + say("facing it: {there}", there=", ".join(_who_fought(enemy, number)) or say("nobody"))


def _who_fought(enemy: Picture, number: int) -> list[str]:
    """The enemy's units, by call, that were in a battle."""
    return sorted(enemy.forces.counter(unit).call for unit, notes in enemy.diary.items() if any(n.battle == number for n in notes))


def _quoted(text: str) -> tuple[str, ...]:
    """A line of somebody's own words, marked as such."""
    return theirs((text.strip(),), "    ") if text.strip() else ()
