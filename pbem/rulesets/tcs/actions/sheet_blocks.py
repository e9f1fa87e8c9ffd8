"""SHEET … END SHEET: a new op sheet, or changes to one, as the lines of its block say."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import FieldLine, SheetLine
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules import command
from pbem.rulesets.tcs.rules.drawing_up import OwnSide, SheetFault, WrittenSheet, drawn_up, faults_of, faults_of_change, filled_in
from pbem.rulesets.tcs.rules.sheet_changes import amended
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.told_events import OwnTold, SheetChanged
from pbem.rulesets.tcs.words.sheet import opening_of


class SheetBlock(Value):
    """The lines of a block, its opening first."""

    lines: tuple[SheetLine, ...]

    @property
    def written(self) -> WrittenSheet:
        """What they say."""
        acts = [line.command.act for line in self.lines if isinstance(line.command, FieldLine) and line.command.act]
        return WrittenSheet(acts[0], tuple(acts[1:]))

    @property
    def number(self) -> str:
        """Its sheet's number."""
        return self.written.opening.text("SHEET") or ""

    def line_of(self, field: int) -> SheetLine:
        """The line that says a field, 0 for the opening."""
        return [line for line in self.lines if isinstance(line.command, FieldLine) and line.command.act][field]


def in_blocks(lines: tuple[SheetLine, ...]) -> Iterator[SheetLine | SheetBlock]:
    """The lines of a letter, those of a sheet together. A field that stands in no sheet is a block of its own."""
    block: list[SheetLine] = []
    for line in lines:
        if block and not _goes_on(line):
            yield SheetBlock(tuple(block))
            block = []
        if not block and not isinstance(line.command, FieldLine):
            yield line
            continue
        block.append(line)
        if _closes(line):
            yield SheetBlock(tuple(block))
            block = []
    if block:
        yield SheetBlock(tuple(block))


def _goes_on(line: SheetLine) -> bool:
    """Does a line stand in the sheet that is open? What cannot be read there does."""
    return line.command is None or (isinstance(line.command, FieldLine) and not line.command.opens)


def _closes(line: SheetLine) -> bool:
    return isinstance(line.command, FieldLine) and line.command.act is None


def own_side(game: TacticalGame, picture: TacticalPicture) -> OwnSide:
    """What a sheet is held against."""
    forces = picture.forces
    return OwnSide(
        {**{unit.id: unit for unit in forces.awaited}, **forces.units},
        frozenset(game.ground.terrain),
        (*forces.sheets, *forces.closed),
    )


@rule("TCSB-6-3", "TCSB-6-18", "TCSB-2-3")
def faults(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> tuple[SheetFault, ...]:
    """All that is wrong with a block, each with the field that is at fault."""
    opening = block.lines[0].command
    if not (isinstance(opening, FieldLine) and opening.opens):
        return (SheetFault(0, illegal(say("this is a field of an op sheet, and stands between SHEET and END SHEET"), "TCSB-6-3")),)
    if game.switches["command"] != "sheets":
        words = say("this module is played without op sheets: LINE orders units in one line")
        return (SheetFault(0, illegal(words, "TCS3-5-3" if game.switches["command"] == "lines" else "TCSB-6-42")),)
    written = block.written
    if written.opening.says("change"):
        return _of_a_change(game, picture, block)
    prefix = game.staff(picture.side).sheets
    if not block.number.startswith(f"{prefix}-"):
        words = say("the numbers of your op sheets begin with {prefix}", prefix=prefix)
        return (SheetFault(0, illegal(words, "TCSB-6-3", opening_of(next_number(game, picture), *written.opening.words))),)
    found = faults_of(written, own_side(game, picture))
    return found or _of_the_size(game, picture, block, drawn(game, picture, block))


def next_number(game: TacticalGame, picture: TacticalPicture) -> str:
    """The number of a side's next sheet."""
    prefix, forces = game.staff(picture.side).sheets, picture.forces
    used = [name.partition("-")[2] for name in (*forces.sheets, *forces.closed)]
    return f"{prefix}-{max((int(number) for number in used if number.isdigit()), default=0) + 1}"


def _of_a_change(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> tuple[SheetFault, ...]:
    before = picture.forces.sheets.get(block.number)
    if before is None:
        known = ", ".join(picture.forces.sheets) or say("none")
        words = say("there is no op sheet {name}; yours are {known}", name=block.number, known=known)
        return (SheetFault(0, illegal(words, "TCSB-6-3")),)
    found = faults_of_change(before, block.written, own_side(game, picture))
    if found:
        return found
    after = changed(game, picture, block)
    return (SheetFault(0, after),) if isinstance(after, Refusal) else _of_the_size(game, picture, block, after)


@rule("TCSB-6-8")
def _of_the_size(
    game: TacticalGame, picture: TacticalPicture, block: SheetBlock, sheet: OpSheet | Refusal
) -> tuple[SheetFault, ...]:
    """A force of more than nine companies is too large for a sheet: the line that names it, and one with as many as fit."""
    if isinstance(sheet, Refusal):
        return ()
    companies, most = command.companies(game.book, picture.forces, sheet), command.largest(game.book)
    if companies <= most:
        return ()
    words = say("a force of {companies} companies is too large: {most} at most, on two sheets", companies=companies, most=most)
    named = next((n for n, act in enumerate(block.written.fields, 1) if act.verb == "force"), 0)
    fits = _as_many_as_fit(game, picture, sheet)
    hint = " ".join(("force", ", ".join(fits))) if named and fits else ""
    return (SheetFault(named, illegal(words, "TCSB-6-8", hint)),)


@rule("TCSB-6-8")
def _as_many_as_fit(game: TacticalGame, picture: TacticalPicture, sheet: OpSheet) -> tuple[str, ...]:
    """The first of a force that are not too many."""
    most = command.largest(game.book)
    sizes = (sheet.force[:number] for number in range(len(sheet.force) - 1, 0, -1))
    return next((some for some in sizes if command.companies(game.book, picture.forces, replace(sheet, force=some)) <= most), ())


def drawn(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> OpSheet:
    """The sheet of a block without a fault."""
    return drawn_up(block.written, own_side(game, picture), picture.public.turn)


def changed(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> OpSheet | Refusal:
    """A sheet after the changes of a block."""
    before = picture.forces.sheets[block.number]
    return amended(before, filled_in(before, block.written.fields, own_side(game, picture)))


def begun(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> tuple[OwnTold, ...]:
    """What comes of a block without a fault."""
    if not block.written.opening.says("change"):
        return (SheetChanged(picture.side, drawn(game, picture, block), "written"),)
    after = changed(game, picture, block)
    return () if isinstance(after, Refusal) else (SheetChanged(picture.side, after, "amended"),)


def remarks(game: TacticalGame, picture: TacticalPicture, block: SheetBlock) -> tuple[str, ...]:
    """What its owner is told of a sheet that could be filed: its size, what it gains, when it could be rolled for."""
    (event, *_) = begun(game, picture, block)
    if not isinstance(event, SheetChanged):
        return ()
    sheet = event.sheet
    forces = picture.forces.with_sheet(sheet)
    size = command.size(game.book, forces, sheet)
    later = replace(sheet, written=0)
    more = command.gain(game.book, forces, later, picture.public)
    lost = picture.forces.sheets[sheet.id].weighted - sheet.weighted if sheet.id in picture.forces.sheets else 0
    cost = (say("{sheet} loses {lost} weighted turns by this change", sheet=sheet.id, lost=lost),) if lost > 0 else ()
    chances = []
    for turn in range(1, 4):
        prep = command.preparation(game.book, replace(later, weighted=sheet.weighted + more * turn), size)
        chances.append(str(command.chance(prep.needed) if prep.needed <= 66 else 0))
    odds = say("chance in each of the next three Command Phases: {chances} percent", chances=", ".join(chances))
    return (
        *cost,
        say("{sheet}: size {size}, {more} weighted turns a turn; {odds}", sheet=sheet.id, size=size, more=more, odds=odds),
    )
