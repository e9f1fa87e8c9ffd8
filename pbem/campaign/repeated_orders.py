"""Words that stand for orders written before: AGAIN for those of the last letter, CONTINUE for a march on file.

They are replaced by what they stand for before anything is checked, so that the receipt shows the expansion.
"""

from collections.abc import Iterable, Iterator

from pbem.campaign.state import AdminState
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import replace
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, Branch, LetterWord, Remark, SheetLine, Step, UnitLine, Vocabulary

STANDING_FOR = ("again", "continue")


def expanded(admin: AdminState, seat: str, lines: Iterable[SheetLine], vocabulary: Vocabulary) -> tuple[SheetLine, ...]:
    """The order lines with AGAIN and CONTINUE replaced, numbered from 1 as the receipt and amendments number them."""
    found = [new for line in lines for new in _line(admin, seat, line, vocabulary)]
    return tuple(_numbered(line, number) for number, line in enumerate(found, 1))


def _numbered(line: SheetLine, number: int) -> SheetLine:
    return replace(line, number=number, remarks=tuple(replace(r, line=number) for r in line.remarks))


def _line(admin: AdminState, seat: str, line: SheetLine, words: Vocabulary) -> tuple[SheetLine, ...]:
    command = line.command
    if isinstance(command, LetterWord) and command.act.verb == "again":
        return _lines_again(admin.ran.get(seat, ()), line, command.act, words)
    if isinstance(command, LetterWord) and command.act.verb == "continue":
        return _continued(admin.marches.get(seat, {}), line, command.act.text("FORMATION"), words)
    if not isinstance(command, UnitLine) or not set(_verbs(command.steps)) & set(STANDING_FOR):
        return (line,)
    if command.steps == (Act("continue"),):
        return _continued(admin.marches.get(seat, {}), line, _formation(command.units, words), words)
    if command.steps == (Act("again"),):
        return tuple(_unit_again(admin.ran.get(seat, ()), line, call, words) for call in command.units)
    return (_faulty(line, say("AGAIN and CONTINUE stand alone on a unit's line")),)


def _verbs(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Branch):
            yield from _verbs((*step.then, *step.otherwise))
        else:
            yield step.verb


def _faulty(line: SheetLine, why: str) -> SheetLine:
    return replace(line, command=None, remarks=(Remark(line.number, 1, max(1, len(line.text)), "error", why),))


def _read(line: SheetLine, texts: Iterable[str], words: Vocabulary) -> tuple[SheetLine, ...]:
    return tuple(replace(read_line(text, words), source=line.source) for text in texts)


def _lines_again(ran: tuple[str, ...], line: SheetLine, act: Act, words: Vocabulary) -> tuple[SheetLine, ...]:
    """Lines of the last letter that was carried out, by the numbers its receipt gave them."""
    named = act.numbers()
    wrong = [n for n in named if not 1 <= n <= len(ran)]
    if not ran or wrong:
        had = (
            say("your last orders have {lines}", lines=counted(len(ran), "{number} line", "{number} lines"))
            if ran
            else say("none of your orders has been executed yet")
        )
        return (_faulty(line, say("there is no line {wrong}: {had}", wrong=wrong[0], had=had) if wrong and ran else had),)
    numbers = [n for n in range(1, len(ran) + 1) if n not in named] if act.says("all") else list(named)
    return _read(line, (ran[n - 1] for n in numbers), words)


def _unit_again(ran: tuple[str, ...], line: SheetLine, call: str, words: Vocabulary) -> SheetLine:
    """The last orders of one unit, for it alone."""
    for text in reversed(ran):
        command = read_line(text, words).command
        if isinstance(command, UnitLine) and call in command.units:
            return _read(line, (f"{call}: {text.partition(': ')[2]}",), words)[0]
    return _faulty(line, say("{call} had no orders in your last letter", call=call))


def _formation(units: tuple[str, ...], words: Vocabulary) -> str:
    return next((name for name, members in words.formations.items() if members == units), ", ".join(units))


def _continued(marches: object, line: SheetLine, formation: str | None, words: Vocabulary) -> tuple[SheetLine, ...]:
    """The marches on file, or one of them."""
    filed = dict(marches) if isinstance(marches, dict) else {}
    texts = [text for name, text in sorted(filed.items()) if formation in (None, name)]
    if texts:
        return _read(line, texts, words)
    return (
        _faulty(line, say("no march of {formation} is on file", formation=formation) if formation else say("no march is on file")),
    )
