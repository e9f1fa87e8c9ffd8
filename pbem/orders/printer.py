"""The canonical form: what was understood, said back in the words of the syntax lines."""

from dataclasses import dataclass, field
from functools import lru_cache

from pbem.kernel.memo import kept
from pbem.orders.lexer import FILLER_WORDS, fold_name
from pbem.orders.scripts import HOLD, guard_of
from pbem.orders.slots import SLOTS
from pbem.orders.syntax import Choice, Option, Pattern, PlainWord, Series, Slot, name_words, parse_syntax
from pbem.orders.tree import (
    Act,
    Amendment,
    BlockLine,
    Branch,
    Command,
    LetterWord,
    Message,
    OrderSheet,
    Question,
    Said,
    StandingLine,
    Step,
    UnitLine,
    Verb,
    Vocabulary,
    Writing,
)

Form = tuple[str | Slot, ...]


@dataclass(slots=True)
class _Telling:
    """An act being said: the words and the names of the slots not yet used, and the form so far: words, and slots to fill."""

    words: tuple[str, ...]
    slots: tuple[str, ...]
    said: list[str | Slot] = field(default_factory=list)


def print_command(command: Command, vocabulary: Vocabulary) -> str:
    """A command in canonical form; a message and its END on lines of their own."""
    match command:
        case UnitLine(units, steps):
            acts = "; ".join(_print_step(step, vocabulary.verbs) for step in steps)
            return f"{', '.join(units)}: {acts}" if units else acts
        case LetterWord(act) | Question(act) | StandingLine(act):
            return _print_waiting(act, vocabulary.verbs) if act.slot("STEPS") is not None else print_act(act, vocabulary)
        case BlockLine(opening):
            return print_act(opening, vocabulary) if opening else "end"
        case Writing(kind, about, lines):
            return "\n".join([f"{kind} {about}".strip(), *lines, f"end {kind}"])
        case Message("log", lines):
            return "\n".join(["log", *lines, "end log"])
        case Message(to, lines):
            return "\n".join([f"message {to}", *lines, "end message"])
        case Amendment():
            return _print_amendment(command)


def print_act(act: Act, vocabulary: Vocabulary) -> str:
    """An act in canonical form; ValueError if no syntax line of its verb says exactly this (a bug)."""
    return _print_act(act, vocabulary.verbs)


def normalised(sheet: OrderSheet) -> str:
    """The whole sheet in canonical form, one order after another; a line not understood stands folded."""
    return "\n".join(line.canonical or fold_name(line.text) for line in sheet.lines)


def _print_step(step: Step, verbs: tuple[Verb, ...]) -> str:
    if isinstance(step, Act):
        return _print_act(step, verbs)
    return _print_branch(step, verbs)


def _print_branch(branch: Branch, verbs: tuple[Verb, ...]) -> str:
    text = f"if {branch.test} {_print_way(branch.then, verbs)}"
    return f"{text}, else {_print_way(branch.otherwise, verbs)}" if branch.otherwise else text


def _print_way(steps: tuple[Step, ...], verbs: tuple[Verb, ...]) -> str:
    """One act as it stands; several, or a branch, in parentheses, so that every `else` shows where it belongs."""
    said = "; ".join(_print_step(step, verbs) for step in steps)
    return said if len(steps) == 1 and isinstance(steps[0], Act) else f"({said})"


def _print_waiting(act: Act, verbs: tuple[Verb, ...]) -> str:
    """Orders that wait for a moment: the guard, the units, the steps ("hold" when there are none)."""
    guard, units = _print_act(guard_of(act), verbs), ", ".join(act.texts("UNITS"))
    steps = "; ".join(_print_step(step, verbs) for step in act.script("STEPS")) or HOLD
    if act.verb == "after":
        return f"{guard}: {units}: {steps}"
    return f"{units}: {guard}" if act.says(HOLD) else f"{units}: {guard} {steps}"


def _print_amendment(amendment: Amendment) -> str:
    match amendment.kind:
        case "drop":
            return f"{', '.join(map(str, (amendment.line, *amendment.more)))} drop"
        case "after":
            return f"after {amendment.line}: {amendment.text}"
        case "replace":
            return f"{amendment.line} {amendment.text}"


def _print_act(act: Act, verbs: tuple[Verb, ...]) -> str:
    slots = dict(act.slots)
    form = _form(_syntax(verbs).get(act.verb, ()), (act.verb, act.words, tuple(slots)))
    if form is None:
        raise ValueError(f"no syntax line says {act}")
    return " ".join([_filled(part, slots[part.name], verbs) if isinstance(part, Slot) else part for part in form])


@kept(16)
def _syntax(verbs: tuple[Verb, ...]) -> dict[str, tuple[str, ...]]:
    """The syntax lines of each verb."""
    found: dict[str, tuple[str, ...]] = {}
    for verb in verbs:
        found[verb.name] = (*found.get(verb.name, ()), *verb.syntax)
    return found


@lru_cache(maxsize=1024)
def _form(lines: tuple[str, ...], said: tuple[str, tuple[str, ...], tuple[str, ...]]) -> Form | None:
    """How acts of a verb with these words and slots are said: by the first syntax line that can say all of it, None by none."""
    forms = (say(parse_syntax(line), *said) for line in lines)
    return next((form for form in forms if form is not None), None)


def say(pattern: Pattern, verb: str, words: tuple[str, ...], slots: tuple[str, ...]) -> Form | None:
    """An act's words and slots in the order of one pattern, or None if it cannot say all of them and nothing else."""
    for tried in ((*name_words(verb), *words), words):
        telling = _Telling(tried, slots)
        if _say(pattern, telling) and not telling.words and not telling.slots:
            return tuple(telling.said)
    return None


def _filled(slot: Slot, value: Said, verbs: tuple[Verb, ...]) -> str:
    if isinstance(value, Act):
        return _print_act(value, verbs)
    if isinstance(value, tuple) and any(isinstance(item, (Act, Branch)) for item in value):
        return _print_script(value, verbs)
    return SLOTS[slot.kind].between.join(map(str, value)) if isinstance(value, tuple) else str(value)


def _say(pattern: Pattern, telling: _Telling) -> bool:
    match pattern:
        case PlainWord(text):
            return _say_word(text, telling)
        case Slot():
            return _say_slot(pattern, telling)
        case Series(parts):
            return all(_say(part, telling) for part in parts)
        case Option(inner):
            _try_to_say(inner, telling)
            return True
        case Choice(branches):
            return _say_longest(branches, telling)


def _say_word(text: str, telling: _Telling) -> bool:
    if text not in FILLER_WORDS:
        if telling.words[:1] != (text,):
            return False
        telling.words = telling.words[1:]
    telling.said.append(text)
    return True


def _say_slot(slot: Slot, telling: _Telling) -> bool:
    if slot.name not in telling.slots:
        return False
    telling.slots = tuple(name for name in telling.slots if name != slot.name)
    telling.said.append(slot)
    return True


def _print_script(steps: tuple[object, ...], verbs: tuple[Verb, ...]) -> str:
    said = "; ".join(_print_step(step, verbs) for step in steps if isinstance(step, (Act, Branch)))
    return f"({said})" if any(isinstance(step, Branch) for step in steps) else said


def _try_to_say(pattern: Pattern, telling: _Telling) -> bool:
    words, slots, said = telling.words, telling.slots, len(telling.said)
    if _say(pattern, telling):
        return True
    telling.words, telling.slots = words, slots
    del telling.said[said:]
    return False


def _say_longest(branches: tuple[Pattern, ...], telling: _Telling) -> bool:
    best: _Telling | None = None
    for branch in branches:
        copy = _Telling(telling.words, telling.slots, list(telling.said))
        if _say(branch, copy) and (best is None or _left(copy) < _left(best)):
            best = copy
    if best is None:
        return False
    telling.words, telling.slots, telling.said = best.words, best.slots, best.said
    return True


def _left(telling: _Telling) -> int:
    return len(telling.words) + len(telling.slots)
