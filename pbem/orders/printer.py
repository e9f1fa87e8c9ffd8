"""The canonical form: what was understood, said back in the words of the syntax lines."""

from functools import lru_cache
from typing import NamedTuple

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
    Condition,
    FieldLine,
    LetterWord,
    Message,
    OrderSheet,
    Query,
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
_JOINTS = {word: f" {word} " for word in ("and", "or")}


class _Telling(NamedTuple):
    """An act being said: the words and the names of the slots not yet used, and the form so far: words, and slots to fill."""

    words: tuple[str, ...]
    slots: tuple[str, ...]
    said: Form = ()

    @property
    def left(self) -> int:
        """How much is not said yet."""
        return len(self.words) + len(self.slots)


def print_command(command: Command, vocabulary: Vocabulary) -> str:
    """A command in canonical form; a message and its END on lines of their own."""
    match command:
        case UnitLine(units, steps):
            acts = "; ".join(_print_step(step, vocabulary.verbs) for step in steps)
            return f"{', '.join(units)}: {acts}" if units else acts
        case LetterWord(act) | Question(act) | StandingLine(act):
            return _print_waiting(act, vocabulary.verbs) if act.slot("STEPS") is not None else print_act(act, vocabulary)
        case FieldLine(form, act):
            return _print_field(act, vocabulary) if act else " ".join(("end", form))
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
    text = f"if {_print_condition(branch.test, verbs)} {_print_way(branch.then, verbs)}"
    return f"{text}, else {_print_way(branch.otherwise, verbs)}" if branch.otherwise else text


def _print_field(act: Act, vocabulary: Vocabulary) -> str:
    """A field; one in free text with its own END, so that it is told from what stands below it. A formation that is whole is said
    by its name."""
    slots = tuple((name, _by_formation(value, vocabulary) if name == "UNITS" else value) for name, value in act.slots)
    said = _print_act(Act(act.verb, act.words, slots), vocabulary.verbs)
    return " ".join((said, "end", act.verb)) if act.slots and act.slots[-1][0] == "TEXT" else said


def _by_formation(units: Said, vocabulary: Vocabulary) -> Said:
    """Units with the names of the formations that are whole among them, the largest first."""
    left = tuple(map(str, units)) if isinstance(units, tuple) else ()
    for name, members in sorted(vocabulary.formations.items(), key=lambda formation: -len(formation[1])):
        if len(members) > 1 and set(members) <= set(left):
            left = tuple(dict.fromkeys(name if unit in members else unit for unit in left))
    return left


def _print_condition(condition: Condition, verbs: tuple[Verb, ...]) -> str:
    ways = ([_print_query(test, verbs) for test in way] for way in condition.ways)
    return _JOINTS["or"].join(_JOINTS["and"].join(way) for way in ways)


def _print_query(test: Query, verbs: tuple[Verb, ...]) -> str:
    said = _print_act(test.act, verbs)
    return " ".join(("not", said)) if test.negated else said


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
    form = _form(_syntax(verbs).get(act.verb, ()), act.verb, act.words, tuple(slots))
    if form is None:
        raise ValueError(f"no syntax line says {act}")
    return " ".join([_filled(part, slots[part.name], verbs) if isinstance(part, Slot) else part for part in form])


@kept(16)
def _syntax(verbs: tuple[Verb, ...]) -> dict[str, tuple[str, ...]]:
    """The syntax lines of each verb."""
    found: dict[str, tuple[str, ...]] = {}
    for verb in verbs:
        found[verb.name] = (*found.get(verb.name, ()), *verb.syntax)
        for name, lines in _syntax(verb.fields).items():
            found[name] = (*found.get(name, ()), *lines)
    return found


@lru_cache(maxsize=1024)
def _form(lines: tuple[str, ...], verb: str, words: tuple[str, ...], slots: tuple[str, ...]) -> Form | None:
    """How acts of a verb with these words and slots are said: by the first syntax line that can say all of it, None by none."""
    forms = (say(parse_syntax(line), verb, words, slots) for line in lines)
    return next((form for form in forms if form is not None), None)


def say(pattern: Pattern, verb: str, words: tuple[str, ...], slots: tuple[str, ...]) -> Form | None:
    """An act's words and slots in the order of one pattern, or None if it cannot say all of them and nothing else."""
    for tried in ((*name_words(verb), *words), words):
        told = _told(pattern, _Telling(tried, slots))
        if told is not None and not told.left:
            return told.said
    return None


def _filled(slot: Slot, value: Said, verbs: tuple[Verb, ...]) -> str:
    if isinstance(value, Act):
        return _print_act(value, verbs)
    if isinstance(value, Condition):
        return _print_condition(value, verbs)
    if isinstance(value, tuple) and any(isinstance(item, (Act, Branch)) for item in value):
        return _print_script(value, verbs)
    return SLOTS[slot.kind].between.join(map(str, value)) if isinstance(value, tuple) else str(value)


def _told(pattern: Pattern, telling: _Telling) -> _Telling | None:
    """What is told after a pattern has said its part; None when it cannot."""
    match pattern:
        case PlainWord(text):
            return _word_told(text, telling)
        case Slot(name=name):
            rest = tuple(other for other in telling.slots if other != name)
            return _Telling(telling.words, rest, (*telling.said, pattern)) if name in telling.slots else None
        case Series(parts):
            return _all_told(parts, telling)
        case Option(inner):
            return _told(inner, telling) or telling
        case Choice(branches):
            ways = [told for branch in branches if (told := _told(branch, telling)) is not None]
            return min(ways, key=lambda told: told.left, default=None)


def _word_told(text: str, telling: _Telling) -> _Telling | None:
    if text in FILLER_WORDS:
        return telling._replace(said=(*telling.said, text))
    return _Telling(telling.words[1:], telling.slots, (*telling.said, text)) if telling.words[:1] == (text,) else None


def _all_told(parts: tuple[Pattern, ...], telling: _Telling) -> _Telling | None:
    now: _Telling | None = telling
    for part in parts:
        if now is None:
            return None
        now = _told(part, now)
    return now


def _print_script(steps: tuple[object, ...], verbs: tuple[Verb, ...]) -> str:
    said = "; ".join(_print_step(step, verbs) for step in steps if isinstance(step, (Act, Branch)))
    return f"({said})" if any(isinstance(step, Branch) for step in steps) else said
