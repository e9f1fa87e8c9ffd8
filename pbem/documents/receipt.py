"""The receipt: what was understood, what is to be fixed, how it ran. Nothing the enemy could shape stands in it."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain, groupby
from typing import NamedTuple

from pbem.documents.ceiling import Ceiling
from pbem.documents.document import FAULTY, WIDTH, Block, block, listed, wrapped
from pbem.engine.opaque import OpaqueSeen
from pbem.engine.run_observations import RUN, LineBegan, LineEnded, ManeuverHalted
from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import counted, say, text
from pbem.kernel.values import Value
from pbem.orders.hints import fixed
from pbem.orders.tree import Remark, SheetLine

Tell = Callable[[tuple[OpaqueSeen, ...]], tuple[str, ...]]
"""What is said of what was learnt in a row."""

_AFTER_ACTS, _BEFORE_WORDS = re.compile(r"(?<=;) "), re.compile(r" (?=[a-z]+(?: |$))")


class Checked(Value):
    """One line of the dry run, for print."""

    line: SheetLine
    refusals: tuple[tuple[str, Refusal], ...]
    warnings: tuple[str, ...]
    cost: int
    beyond: bool

    @property
    def ok(self) -> bool:
        """May it run?"""
        return not self.refusals and "error" not in [remark.kind for remark in self.line.remarks]


def to_fix(checked: Iterable[Checked], ceiling: Ceiling, filed: bool = False) -> tuple[Block, ...]:
    """The faulty lines: the line, a caret under the word, why, the rule, a suggestion; of very many the first. filed: the others
    are in, and these were left out as their writer said."""
    lines, left = ceiling.kept(tuple(_faulty(item)) for item in checked if not item.ok)
    more = counted(left, "{number} more line needs fixing", "{number} more lines need fixing")
    return block("LEFT OUT" if filed else "TO FIX", [*lines, *([f"      {more}"] if left else [])], FAULTY)


def unasked(lines: Iterable[SheetLine], ceiling: Ceiling) -> tuple[Block, ...]:
    """Questions that cannot be read, each with the reason; the others are answered."""
    kept, left = ceiling.kept(tuple(_faulty(Checked(line, (), (), 0, False))) for line in lines)
    more = counted(left, "{number} more question cannot be read", "{number} more questions cannot be read")
    return block("NOT UNDERSTOOD", [*kept, *([f"      {more}"] if left else [])], FAULTY)


def _faulty(item: Checked) -> Iterable[str]:
    shown = f"{item.line.number:>3} ✗ {item.line.text}"
    fits = len(shown) <= WIDTH
    yield from (shown,) if fits else wrapped(item.line.text, "      ", f"{item.line.number:>3} ✗ ")
    meant = _meant(item)
    if meant:
        yield from (_carets(remark) for remark in item.line.remarks if fits)
        yield from wrapped(meant, "              ", say("      Meant:  "))
    else:
        yield from (said for remark in item.line.remarks for said in _remark(remark, fits, _of_all(remark, item.line)))
        yield from (said for call, refusal in item.refusals for said in _refused(call, refusal))


def _refused(call: str, refusal: Refusal) -> Iterable[str]:
    """Why the board forbids a line for a unit, what to try, and the rule."""
    rule = f" ({refusal.rule})" if refusal.rule else ""
    hint = say("; try: {hint}", hint=refusal.hint) if refusal.hint else ""
    words = text(refusal.words)  # some are made before a language is spoken
    said = words if not call or words.startswith(call) else f"{call}: {words}"
    yield from wrapped(f"{said}{hint}{rule}", "      ", "      ")


def _meant(item: Checked) -> str:
    """The whole line as a YES would run it: each fault has just one hint, and nothing else is wrong; "" otherwise."""
    faults = item.line.remarks
    if item.refusals or not faults or any(r.kind != "error" or len(r.hints) != 1 or r.rule for r in faults):
        return ""
    line = item.line.text
    for remark in sorted(faults, key=lambda r: -r.column):
        line = fixed(line, remark)
    return line


def _carets(remark: Remark) -> str:
    return " " * (5 + remark.column) + "^" * max(1, min(remark.length, 60))


def _of_all(remark: Remark, line: SheetLine) -> bool:
    """Is it said of a whole question, rather than of a word in it?"""
    return line.asks and remark.length >= len(line.text)


def _remark(remark: Remark, pointed: bool, of_all: bool) -> Iterable[str]:
    if remark.length and pointed and not of_all:
        yield _carets(remark)
    hints = say("; did you mean {hints}?", hints=say(" or ").join(remark.hints)) if remark.hints else ""
    rule = f" ({remark.rule})" if remark.rule else ""
    if of_all:
        yield from wrapped(f"{remark.text}{hints}{rule}", "      ", "      ")
        return
    yield from wrapped(
        say("column {column}: {remark}{hints}{rule}", column=remark.column, remark=remark.text, hints=hints, rule=rule),
        "      ",
        "      ",
    )


def ready(checked: Iterable[Checked]) -> tuple[Block, ...]:
    """The lines that can run, as understood, with what they cost."""
    lines = [text for item in checked if item.ok and not item.beyond for text in _good(item)]
    return block("READY: checked against your own map, nothing rolled", lines)


def _good(item: Checked) -> Iterable[str]:
    cost = f"  {item.cost} OP" if item.cost else ""
    yield f"{item.line.number:>3} ✓ {item.line.canonical or item.line.text}{cost}"


def watch(checked: Iterable[Checked], filed: bool = False) -> tuple[Block, ...]:
    """What beginners regret; filed: they are in, and wait for no YES."""
    lines = [f"{item.line.number:>3}   {w}" for item in checked for w in item.warnings]
    return block("WATCH" if filed else "BEFORE YOU SEND YES", lines)


class _Taken(Value):
    """A line that was taken up, for one of its units, and what was learnt until the next was. begun: None before the first."""

    begun: LineBegan | None
    seen: tuple[OpaqueSeen, ...]
    said: tuple[str, ...]


def went(seen: Iterable[OpaqueSeen], tell: Tell, lines: Iterable[SheetLine]) -> tuple[Block, ...]:
    """How the lines ran, in the order they ran, from what the writer's own desk learnt."""
    texts = {line.number: line.canonical or line.text for line in lines}
    groups = _in_step(_Taken(begun, items, _words(items, tell)) for begun, items in _parted(seen))
    return block("DONE", (said for group in groups for said in _done(group, tell, texts)))


def _done(group: list[_Taken], tell: Tell, texts: Mapping[int, str]) -> Iterable[str]:
    """A line for units in step, and what it brought."""
    begun = [taken.begun for taken in group if taken.begun]
    if begun:
        yield _taken_up(begun, texts)
    yield from group[0].said if len(group) == 1 else _words(chain.from_iterable(taken.seen for taken in group), tell)


def _parted(seen: Iterable[OpaqueSeen]) -> Iterable[tuple[LineBegan | None, tuple[OpaqueSeen, ...]]]:
    """What was learnt, parted where a line was taken up."""
    begun, items = None, list[OpaqueSeen]()
    for item in seen:
        if type(item) is not LineBegan:
            items.append(item)
            continue
        if begun or items:
            yield begun, tuple(items)
        begun, items = item, []
    yield begun, tuple(items)


def _words(seen: Iterable[OpaqueSeen], tell: Tell) -> tuple[str, ...]:
    """The words for how a line ran, and between them for what was learnt in a row."""
    told = list[str]()
    for of_the_run, group in groupby(filter(_is_told, seen), key=_is_of_the_run):
        items = tuple(group)
        told += chain.from_iterable(map(_ran, items)) if of_the_run else listed(tell(items), "    → ")
    return tuple(told)


def _is_told(item: OpaqueSeen) -> bool:
    """May anything be said of it?"""
    return not _is_of_the_run(item) or bool(_ran(item))


def _is_of_the_run(item: OpaqueSeen) -> bool:
    return type(item) in RUN


def _in_step(taken: Iterable[_Taken]) -> Iterable[list[_Taken]]:
    """The same line for several units in a row, told together: where nothing is said of them, or they do a step of it alike."""
    group: list[_Taken] = []
    for one in taken:
        if group and not _goes_on(group, one):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _goes_on(group: list[_Taken], one: _Taken) -> bool:
    """Is it the same line for another unit, that can be told with those before it?"""
    first, begun = group[0].begun, one.begun
    if first is None or begun is None or (begun.line, begun.acts) != (first.line, first.acts):
        return False
    if any(map(_ends_a_line, chain(one.seen, *(taken.seen for taken in group)))) or any(map(_halts, group)):
        return False
    return bool(first.acts) or not any(taken.said for taken in group)


def _ends_a_line(item: OpaqueSeen) -> bool:
    """Is something said of how the line ended for its unit?"""
    return type(item) is LineEnded and bool(item.status == "failed" or item.ways)


def _halts(taken: _Taken) -> bool:
    """Has the line ended there for all of its units, for now?"""
    return any(type(item) is ManeuverHalted for item in taken.seen)


def _taken_up(begun: list[LineBegan], texts: Mapping[int, str]) -> str:
    """A line that was taken up, for which of its units. texts: of the lines, by number."""
    first, calls = begun[0], ", ".join(text(one.call) for one in begun if one.call)
    acts = first.acts or _acts(texts.get(first.line, ""))
    return f"{first.line:>3} · {calls}: {acts}" if calls else f"{first.line:>3} · {acts}"


def _ran(item: OpaqueSeen) -> tuple[str, ...]:
    """What is printed of how a line ran."""
    match item:
        case ManeuverHalted():
            return (f"    = {item.words}",)
        case LineEnded(status="failed"):
            rule = f" ({item.rule})" if item.rule else ""
            return (say("    ✗ failed: {why}{rule}", why=text(item.words), rule=rule),)
        case LineEnded(ways=ways) if ways:
            return (_gone(item.call, ways),)
    return ()


def _gone(call: str, ways: tuple[str, ...]) -> str:
    """Which ways of its conditions a unit went: `IF`, `ELSE, IF`; `IF NOT` where the condition was not met and no ELSE stands."""
    if ways == ("IF NOT",):
        return say("    = {unit}: the condition was not met, and no ELSE was ordered", unit=text(call))
    return say("    = {unit} went by {ways}", unit=text(call), ways=", ".join(ways))


class LinesEnded(NamedTuple):
    """How many lines of orders came off, came off for some of their units alone, and failed."""

    done: int
    partly: int
    failed: int


def executed(seen: Iterable[OpaqueSeen], words: Collection[int]) -> LinesEnded:
    """How the lines of a letter ended, each counted once, however many units it orders; words: the lines that order no unit."""
    ends: dict[int, set[str]] = {}
    for item in seen:
        if type(item) is LineEnded and item.line not in words:
            ends.setdefault(item.line, set()).add(item.status)
    found = [tuple(sorted(status)) for status in ends.values()]
    return LinesEnded(found.count(("done",)), found.count(("done", "failed")), found.count(("failed",)))


def _acts(text: str) -> str:
    return text.partition(":")[2].strip() or text


def given_back(rest: Iterable[SheetLine], why: str) -> tuple[Block, ...]:
    """The lines that were not executed, in a form that can be sent again unchanged."""
    lines = [text for line in rest for text in _continued(line.canonical or line.text)]
    if not lines:
        return ()
    return (Block(say("NOT EXECUTED ({why}): send again, or change it", why=why), tuple(lines), "form"),)


def plan_again(lines: Iterable[SheetLine]) -> tuple[Block, ...]:
    """A plan that a fault keeps off file, whole, to be fixed where it stands and sent again."""
    body = [f"  {text}" for line in lines for text in _continued(line.canonical or line.text)]
    if not body:
        return ()
    return (Block(say("PLAN NOT FILED: fix it, and send all of it again"), ("PLAN FOR NEXT", *body, "END PLAN"), "form"),)


def _continued(text: str) -> tuple[str, ...]:
    """A long order on lines that continue it, so that it can be sent again: one of a unit is broken between two acts, others
    before a word of the language (a line that begins with a unit's name would be an order of its own)."""
    if len(text) <= WIDTH:
        return (text,)
    parts = _AFTER_ACTS.split(text) if ":" in text else _BEFORE_WORDS.split(text)
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(f"   {part}")
    return tuple(lines)
