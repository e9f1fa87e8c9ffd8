"""WHY, CHANCE, COST and WHAT CAN of an op sheet: its size, what it gains, when it comes into force, what changes cost."""

from collections.abc import Callable, Iterator, Mapping

from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.dry_run import refusals
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.wording import TYPES
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.sheet_changes import Circumstances, change_passes
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.words.sheet import change_of

AHEAD = 6
"""So many turns CHANCE looks ahead."""
NEVER = 66
DIE = range(1, 7)


@rule("TCSB-6-8", "TCSB-6-11", "TCSB-6-15")
def why(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> Iterator[str]:
    """The figures behind a sheet that is not in force: size, weighted turns, column, number needed."""
    force = command.force_of(picture.forces, sheet)
    companies = command.size(game.book, picture.forces, sheet)
    yield counted(
        len(force), "{sheet}, {type}: {number} counter, size {size} on the scale 1 to {most}.",
        "{sheet}, {type}: {number} counters, size {size} on the scale 1 to {most}.",
        sheet=sheet.id, type=text(TYPES[sheet.type]), size=companies, most=command.largest(game.book),
    )  # fmt: skip
    if sheet.left or sheet.right:
        sides = [", ".join(path) or say("none") for path in (sheet.left, sheet.right)]
        yield say("Boundaries: left {left}; right {right}.", left=sides[0], right=sides[1])
    if sheet.status != "unimplemented":
        lost = sheet.begun - picture.forces.steps(sheet.force)
        words = phrase("It is in force. {lost} of {begun} steps lost; it fails at {percent} percent.")
        yield say(words, lost=max(0, lost), begun=sheet.begun, percent=sheet.fail_percent)
        return
    more = command.gain(game.book, picture.forces, replace(sheet, written=0), picture.public)
    prep = command.preparation(game.book, replace(sheet, weighted=sheet.weighted + more), companies)
    needed = say("no roll brings it into force yet") if prep.needed > NEVER else say(
        "{needed} or more on 2d6 read as tens and units, {chance} percent", needed=prep.needed, chance=command.chance(prep.needed)
    )  # fmt: skip
    yield say("It gains {more} a turn as its force stands: {why}.", more=more, why=_gains(game, picture, sheet))
    words = phrase("Next roll with {weighted} weighted turns, column {column}: {needed}.")
    yield say(words, weighted=sheet.weighted + more, column=prep.column, needed=needed)


@rule("TCSB-6-11", "TCSB-6-12", "TCSB-6-13")
def _gains(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> str:
    """What makes it gain so much."""
    force = command.whole_force(picture.forces, sheet)
    if any(unit.before or unit.gave_before for unit in force):
        why_ = say("some of it fired or was under fire in the last turn")
    elif any(picture.forces.sheet_of(unit) for unit in force):
        why_ = say("some of it is on another sheet in force")
    elif picture.public.dark:
        why_ = say("it is night")
    else:
        why_ = say("none of it is on a sheet or under fire")
    vehicles = all(unit.counter.vehicle or unit.rides for unit in force)
    return say("{why}, three times as many for vehicles only", why=why_) if vehicles else why_


@rule("TCSB-6-14", "TCSB-6-15")
def chance(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> Iterator[str]:
    """How likely it is to be in force by each turn to come, if it goes on as it does now."""
    if sheet.status != "unimplemented":
        yield say("{sheet} is in force.", sheet=sheet.id)
        if sheet.type == "reserve":
            yield _release(game, picture, sheet)
        return
    companies = command.size(game.book, picture.forces, sheet)
    more = command.gain(game.book, picture.forces, replace(sheet, written=0), picture.public)
    rolled = picture.public.letter != "A" or picture.public.takes(str(game.switches["pace"])) == "B"
    first, weighted, left = picture.public.turn + rolled, sheet.weighted + more, 1.0
    for turn in range(first, min(first + AHEAD, game.turns + 1)):
        prep = command.preparation(game.book, replace(sheet, weighted=weighted), companies)
        each = 0 if prep.needed > NEVER else command.chance(prep.needed)
        left *= 1 - each / 100
        yield say(
            "Turn {turn}: {weighted} weighted turns, {each} percent; in force by then {all} percent.",
            turn=turn, weighted=weighted, each=each, all=round(100 * (1 - left)),
        )  # fmt: skip
        weighted += more


@rule("TCSB-6-33", "TCSB-6-35")
def _release(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> str:
    """What the roll needs by which a reserve is committed, as its force stands."""
    staff = command.has_staff(picture.forces, sheet)
    force = command.force_of(picture.forces, sheet)
    facts = Circumstances(force, staff, picture.public.dark, game.reserve_drm.get(picture.side, 0))
    passing = [die for die in DIE if change_passes(game.book.check("reserve-roll"), die, facts)]
    if not passing:
        return say("As its force stands no roll commits it.")
    percent = round(100 * len(passing) / len(DIE))
    return say(
        "As its force stands COMMIT succeeds on {least} or more on 1d6, {percent} percent.", least=min(passing), percent=percent
    )


@rule("TCSB-6-18", "TCSB-6-20")
def cost(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> Iterator[str]:
    """What changes to a sheet cost."""
    if sheet.status != "unimplemented":
        yield say("A sheet in force is not changed. CALL OFF ends it, and its units are on no sheet until a new one is in force.")
        return
    yield say("{sheet} has {weighted} weighted turns.", sheet=sheet.id, weighted=sheet.weighted)
    yield say("Units added: {half} left. Other fields: all left.", half=sheet.weighted // 2)
    yield say("A unit taken off, or another objective, boundary, option or alternate: none left. CALL OFF: none left.")


def can(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> Iterator[str]:
    """What letter A may say of a sheet now, as lines that would run."""
    if "A" not in picture.public.takes(str(game.switches["pace"])):
        yield say("Op sheets are changed in letter A; this letter is for actions.")
        return
    named = ("SHEET", sheet.id)
    found = [Act("roll", (word,), (named,)) for word in ("always", "never")]
    found += [Act("commit", (), (named, ("WORD", option.letter))) for option in sheet.options]
    found += [Act("alternate", (), (named,)), Act("call off", (), (named,))]
    for act in found:
        if not refusals(game, picture, (), act):
            yield f"  {act.verb} {sheet.id} {' '.join((*act.words, act.text('WORD') or ''))}".rstrip()
    if sheet.status == "unimplemented":
        yield f"  {change_of(sheet.id)}"


ANSWERS: Mapping[str, Callable[[TacticalGame, TacticalPicture, OpSheet], Iterator[str]]] = {
    "chance sheet": chance, "cost sheet": cost, "what can sheet": can,
}  # fmt: skip
"""By the question's verb."""
