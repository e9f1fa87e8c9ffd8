"""Drafts: orders that wait to be fixed, and what a letter makes of them: changes by line number, YES, orders beside them."""

from collections.abc import Iterable
from functools import cache

from pbem.campaign.state import Draft
from pbem.campaign.units_ordered import ordered
from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import Value, replace
from pbem.orders.hints import fixed
from pbem.orders.line_numbers import in_runs
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Amendment, FieldLine, LetterWord, SheetLine, Verb, Vocabulary
from pbem.orders.whose import begins_with_act, begins_with_units, ordered_by, without_units


@cache
def closing_words(verbs: tuple[Verb, ...]) -> tuple[str, ...]:
    """The words by which a side closes its part of play, the plain one first; a ruleset may have none."""
    return tuple(verb.name for verb in verbs if "closes" in verb.traits)


def closing_word(verbs: tuple[Verb, ...]) -> str:
    """The plain one of them, "" for none."""
    return next(iter(closing_words(verbs)), "")


class DraftChange(Value):
    """What a letter changes in a draft: its lines by number, whether every hint is taken, the order lines written beside it."""

    amendments: tuple[Amendment, ...]
    hints: bool
    beside: tuple[SheetLine, ...]


class Redrafted(Value):
    """The draft's lines afresh. problems: changes that cannot be made; notes: what gave way to what."""

    lines: tuple[SheetLine, ...]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def amended(draft: Draft, change: DraftChange, vocabulary: Vocabulary) -> Redrafted:
    """The draft's lines after changes by number and YES, with the lines written beside them joined to it."""
    texts: list[list[str]] = [[text] for text in draft.lines]
    each = [replace(a, line=line) for a in change.amendments for line in (a.line, *a.more)]
    problems = _missing([a.line for a in each if not 1 <= a.line <= len(texts)], len(texts))
    for amendment in each:
        if 1 <= amendment.line <= len(texts):
            _amend(texts, amendment, vocabulary, problems)
    flat = [text for slot in texts for text in slot]
    if change.hints:
        flat = [with_hints(text, vocabulary) for text in flat]
    joined = _joined(flat, change.beside, vocabulary)
    return replace(joined, problems=(*problems, *joined.problems))


def _missing(lines: list[int], number: int) -> list[str]:
    """Lines that are to be changed and do not stand in the draft."""
    if len(set(lines)) < 2:
        return [say("there is no line {line}: the draft has {number}", line=line, number=number) for line in lines[:1]]
    return [say("there are no lines {lines}: the draft has {number}", lines=in_runs(lines), number=number)]


def _joined(texts: Iterable[str], beside: tuple[SheetLine, ...], vocabulary: Vocabulary) -> Redrafted:
    """The draft with further order lines: those for the same units take the place of what it says of them, and END stays last."""
    fresh = frozenset(call for line in beside for call in _units(line, vocabulary))
    orders, ends = _ends_apart(texts, vocabulary)
    kept, given_way = _without(orders, fresh, vocabulary) if fresh else (orders, [])
    afresh = [line.text for line in beside if is_closing(line, vocabulary.verbs)][-1:]
    if afresh and ends and _closed_by(afresh[0], vocabulary) != _closed_by(ends[0], vocabulary):
        given_way.append(ends[0])
    flat = [*kept, *(line.text for line in beside if not is_closing(line, vocabulary.verbs)), *(afresh or ends)]
    notes = tuple(say("in place of the draft's: {text}", text=text) for text in given_way)
    return Redrafted(read_orders(tuple(numbered(flat, 1)), vocabulary).lines, (), notes)


def _ends_apart(texts: Iterable[str], vocabulary: Vocabulary) -> tuple[list[str], list[str]]:
    """The lines of a draft that do not end the part of play, and the last that does, if one does."""
    orders, ends = list[str](), list[str]()
    for text in texts:
        (ends if is_closing(read_line(text, vocabulary), vocabulary.verbs) else orders).append(text)
    return orders, ends[-1:]


def _without(texts: list[str], units: frozenset[str], vocabulary: Vocabulary) -> tuple[list[str], list[str]]:
    """What lines say of other units than these, and the lines that lose something by it."""
    formed = _lines_of_forms(texts, vocabulary)
    rest = [text if n in formed else without_units(text, units, vocabulary) for n, text in enumerate(texts, 1)]
    lost = [text for text, left in zip(texts, rest, strict=True) if left != text]
    return [left for left in rest if left], lost


def _lines_of_forms(texts: list[str], vocabulary: Vocabulary) -> set[int]:
    """The numbers of lines that stand in a form, which is kept or replaced as a whole."""
    if not any(verb.fields for verb in vocabulary.verbs):
        return set()
    return {line.source for line in read_orders(tuple(numbered(texts, 1)), vocabulary).lines if isinstance(line.command, FieldLine)}


def _units(line: SheetLine, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The units that a line orders, of a formation all of them; of one that cannot be read, those it begins with."""
    if isinstance(line.command, FieldLine):
        return ()
    if isinstance(line.command, LetterWord):
        return ordered_by(line.command, vocabulary)
    return ordered(line.command, vocabulary.formations) if line.command else begins_with_units(line.text, vocabulary)


def is_closing(line: SheetLine, verbs: tuple[Verb, ...]) -> bool:
    """Does the line close its writer's part of play?"""
    return isinstance(line.command, LetterWord) and line.command.act.verb in closing_words(verbs)


def _closed_by(text: str, vocabulary: Vocabulary) -> str:
    """The word by which a line ends the part of play."""
    command = read_line(text, vocabulary).command
    return command.act.verb if isinstance(command, LetterWord) else ""


def _amend(texts: list[list[str]], amendment: Amendment, vocabulary: Vocabulary, problems: list[str]) -> None:
    slot = texts[amendment.line - 1]
    if amendment.kind == "drop":
        slot.clear()
    elif amendment.kind == "after":
        slot.append(amendment.text)
    else:
        changed = amendment.text
        if slot and begins_with_act(amendment.text, vocabulary):
            whole = _replaced_act(slot[0], amendment.text, vocabulary)
            if whole is None and any(line.remarks for line in read_orders((NumberedLine(1, changed),), vocabulary).lines):
                problems.append(say("line {line}: write the whole line, with its units", line=amendment.line))
                return
            changed = whole or changed
        slot[:] = [changed]


def _replaced_act(text: str, acts: str, vocabulary: Vocabulary) -> str | None:
    """The line with its faulty act replaced, where it has just one and one act is written; else with all that it does replaced.
    None where the line has no colon behind its units."""
    head, colon, body = text.partition(":")
    if not colon:
        return None
    parts = body.split(";")
    faults = [r for r in read_line(text, vocabulary).remarks if r.kind == "error"]
    if len(parts) == 1 or len(faults) != 1 or ";" in acts:
        return f"{head}: {acts}"
    at, offset = faults[0].column - 1, len(head) + 1
    for index, part in enumerate(parts):
        if offset <= at <= offset + len(part):
            parts[index] = f" {acts}"
            return f"{head}:{';'.join(parts)}"
        offset += len(part) + 1
    return None


def with_hints(text: str, vocabulary: Vocabulary) -> str:
    """The line with the hint of each of its faults taken, from the last fault backwards; never a choice among several."""
    remarks = [r for r in read_line(text, vocabulary).remarks if r.kind == "error"]
    if any(len(r.hints) != 1 for r in remarks):
        return text
    for remark in sorted(remarks, key=lambda r: -r.column):
        text = fixed(text, remark)
    return text
