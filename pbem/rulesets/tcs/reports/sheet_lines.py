"""Op sheets as their owner reads them: what they are to do, who is on them, how likely the next roll is."""

from collections.abc import Iterator

from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.values import replace
from pbem.rulesets.tcs.actions.duties import rallying
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.wording import TYPES
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.sheets import OpSheet

KINDS = {"reach": phrase("reach"), "take": phrase("take"), "hold": phrase("hold")}


def sheet_lines(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """A line for each sheet, and one for how it stands."""
    for sheet in picture.forces.sheets.values():
        force = _force(picture, sheet)
        yield say(" {sheet} {type} at {objective}: {force}", sheet=sheet.id, type=text(TYPES[sheet.type]),
                  objective=", ".join(sheet.objective), force=force)  # fmt: skip
        yield f"   {_standing(game, picture, sheet)}"
        ahead = ", ".join(unit.id for unit in picture.forces.units.values() if unit.fragord == sheet.id)
        if ahead:
            yield say("   on a FragOrd: {units}", units=ahead)


def _force(picture: TacticalPicture, sheet: OpSheet) -> str:
    """Who is on it: on the map, and still to come."""
    here = ", ".join(unit.id for unit in command.force_of(picture.forces, sheet))
    later = ", ".join(unit.id for unit in picture.forces.awaited if unit.id in sheet.force)
    if not later:
        return here or say("nobody left")
    return say("{here}; to come: {later}", here=here, later=later) if here else say("to come: {later}", later=later)


def _standing(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> str:
    if sheet.status == "failed":
        return say("failed: its units {rally}", rally=rallying(sheet))
    if sheet.status == "unimplemented":
        return _preparing(game, picture, sheet)
    fails = _failing(picture, sheet)
    if sheet.fail_when:
        fails = say("{fails}, or by its own terms", fails=fails)
    if sheet.now:
        where = ", ".join(sheet.now.hexes)
        fails = say(
            "{fails}; stage {number}: {kind} {where}",
            fails=fails,
            number=sheet.now.number,
            kind=text(KINDS[sheet.now.kind]),
            where=where,
        )
    if sheet.alternate:
        other = text(TYPES[sheet.alternate.type])
        fails = say("{fails}; alternate: {type} {where}", fails=fails, type=other, where=", ".join(sheet.alternate.objective))
    if sheet.type != "reserve":
        return fails
    options = ", ".join(f"{option.letter} {text(TYPES[option.type])} {', '.join(option.objective)}" for option in sheet.options)
    return say("{fails}; missions: {options}", fails=fails, options=options)


def _failing(picture: TacticalPicture, sheet: OpSheet) -> str:
    """How much it may still lose, and where its units then go."""
    if command.has_failed(picture.forces, sheet):
        words = phrase(
            "in force, but it fails in the next Command Phase: {percent} percent of its steps are lost, and its units {rally}"
        )
    else:
        words = phrase("in force; fails when {percent} percent of its steps are lost: its units then {rally}")
    return say(words, percent=sheet.fail_percent, rally=rallying(sheet))


def _preparing(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> str:
    """Weighted turns, what the next Command Phase adds, and the number that its roll then needs."""
    if not command.has_anybody(picture.forces, sheet):
        return say("not in force, and not rolled for: nobody is left of its force")
    companies = command.size(game.book, picture.forces, sheet)
    more = command.gain(game.book, picture.forces, replace(sheet, written=0), picture.public)
    prep = command.preparation(game.book, replace(sheet, weighted=sheet.weighted + more), companies)
    rolls = {"always": "", "never": say(", not rolled for"), "when": say(", rolled for on a condition")}[sheet.rolls]
    line = ", ".join(sheet.start_line) if game.switches["armor"] is not True else ""
    start = say("; until then no farther than {line}", line=line) if line else ""
    if prep.needed > 66:
        words = phrase("not in force: {weighted} weighted turns, {more} more a turn, no roll yet{rolls}{start}")
        return say(words, weighted=sheet.weighted,
                   more=more, rolls=rolls, start=start)  # fmt: skip
    return say(
        "not in force: {weighted} weighted turns, {more} more a turn; the next roll needs {needed} or more ({chance} percent)"
        "{rolls}{start}",
        weighted=sheet.weighted, more=more, needed=prep.needed, chance=command.chance(prep.needed), rolls=rolls, start=start,
    )  # fmt: skip
