"""Matching: tokens against the patterns of syntax lines, without going back, so that no line can take long."""

from functools import cache

from pbem.kernel.values import Value, field
from pbem.orders.lexer import FILLER_WORDS
from pbem.orders.parse_state import Attempt, Expected
from pbem.orders.slots import SLOTS, several
from pbem.orders.syntax import (
    Choice,
    Option,
    Pattern,
    PlainWord,
    Series,
    Slot,
    first_words,
    literal_words,
    name_words,
    parse_syntax,
)
from pbem.orders.tree import Act, Branch, Condition, Place, Query, Said, Verb

DEEPEST = 3


class Match(Value):
    """Tokens up to `end` taken: the literal words and slots found, in the order of the syntax line."""

    end: int
    words: tuple[str, ...] = ()
    slots: tuple[tuple[str, Said], ...] = ()


def match_pattern(pattern: Pattern, attempt: Attempt, at: int) -> Match | None:
    """Match a pattern against the tokens from `at` on. What would have fitted is left in `attempt`."""
    if type(pattern) is PlainWord:  # by class: a value that is asked whether it is of another costs as much as the rest
        return _match_word(pattern, attempt, at)
    if type(pattern) is Slot:
        return _match_slot(pattern, attempt, at)
    if type(pattern) is Series:
        return _match_sequence(pattern.parts, attempt, at)
    if type(pattern) is Option:
        return match_pattern(pattern.inner, attempt, at) or Match(at)
    assert type(pattern) is Choice
    found = [match for branch in pattern.branches if (match := match_pattern(branch, attempt, at)) is not None]
    return max(found, key=lambda match: match.end, default=None)


def _match_word(word: PlainWord, attempt: Attempt, at: int) -> Match | None:
    end = attempt.past_fillers(at)
    if word.text in FILLER_WORDS:
        return Match(end)
    if attempt.word(end) == word.text:
        return Match(end + 1, (word.text,))
    attempt.wanted(end, Expected("word", word.text, word.phrase))
    return None


def _match_slot(slot: Slot, attempt: Attempt, at: int) -> Match | None:
    read, last = SLOTS[slot.kind].read, attempt.past_fillers(at)
    for start in range(at, last + 1):
        found = several(read, attempt, start) if slot.many else read(attempt, start)
        if found is not None:
            value, end = found
            if slot.many or slot.kind in ("PATH", "CHAIN", "COURSE", "UNITS", "LINES"):
                attempt.wanted(attempt.past_fillers(end), Expected("slot", slot.kind))
            return Match(end, (), ((slot.name, _value(value)),))
    attempt.wanted(last, Expected("slot", slot.kind))
    return None


def _value(value: Said | tuple[Said, ...]) -> Said:
    if not isinstance(value, tuple) or any(isinstance(item, (Act, Branch)) for item in value):
        return value  # type: ignore[return-value]
    numbers = tuple(item for item in value if isinstance(item, int))
    return numbers if numbers else tuple(str(item) for item in value)


def _match_sequence(parts: tuple[Pattern, ...], attempt: Attempt, at: int) -> Match | None:
    found: dict[int, Match] = {}
    for place, part in enumerate(parts):
        if type(part) is Option:
            if place == 0 or type(parts[place - 1]) is not Option:
                at = _match_run(parts, place, found, attempt, at)
            continue
        match = match_pattern(part, attempt, at)
        while match is None:
            early = _early_option(parts, place, found, attempt, at)
            if early is None:
                return None
            at = early
            match = match_pattern(part, attempt, at)
        found[place], at = match, match.end
    return _joined(found, at)


def _match_run(parts: tuple[Pattern, ...], place: int, found: dict[int, Match], attempt: Attempt, at: int) -> int:
    """Optional parts that stand side by side, in whatever order they were written."""
    end = next((i for i in range(place, len(parts)) if type(parts[i]) is not Option), len(parts))
    progress = True
    while progress:
        progress = False
        for i in (i for i in range(place, end) if i not in found):
            match = _match_option(parts[i], attempt, at)
            if match is not None:
                found[i], at, progress = match, match.end, True
                break
    return at


def _match_option(part: Pattern, attempt: Attempt, at: int) -> Match | None:
    named = len(attempt.seen)
    match = match_pattern(part, attempt, at)
    if match is not None and (match.words or match.slots):
        return match
    del attempt.seen[named:]
    return None


def _early_option(parts: tuple[Pattern, ...], place: int, found: dict[int, Match], attempt: Attempt, at: int) -> int | None:
    """An optional part written before the part that must be there: `move by road to 12.07`."""
    word = attempt.word(attempt.past_fillers(at))
    for i in range(place + 1, len(parts)):
        part = parts[i]
        if i in found or not isinstance(part, Option) or word not in _openings(part.inner):
            continue
        match = _match_option(part, attempt, at)
        if match is not None:
            found[i] = match
            return match.end
    return None


def _openings(pattern: Pattern) -> frozenset[str]:
    match pattern:
        case PlainWord(text):
            return frozenset({text}) - FILLER_WORDS
        case Choice(branches):
            return frozenset().union(*map(_openings, branches))
        case Series(parts):
            return _openings(parts[0])
    return frozenset()


def _joined(found: dict[int, Match], end: int) -> Match:
    ordered = [found[i] for i in sorted(found)]
    return Match(
        end,
        tuple(word for match in ordered for word in match.words),
        tuple(slot for match in ordered for slot in match.slots),
    )


class Grammar(Value):
    """The verbs of a vocabulary by where they may stand and by their first word, and all their literal words.

    scripted: first words of unit verbs that take the rest of the line, semicolons and all. conditions: what a condition may
    ask, by the words that begin it ("" for a name or a hex); asking: the words of conditions, which are no order words. heads:
    what a line begins with that says several things, by its first word. forms: the fields of each block that is a form. closing:
    names of several words of what closes the writer's part of play.
    """

    verbs: dict[Place, dict[str, tuple[tuple[Verb, Pattern], ...]]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    scripted: set[str] = field(default_factory=set)
    conditions: dict[str, tuple[tuple[Verb, Pattern], ...]] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)
    heads: dict[str, Pattern] = field(default_factory=dict)
    forms: dict[str, "Grammar"] = field(default_factory=dict)
    closing: set[tuple[str, ...]] = field(default_factory=set)

    def first(self, place: Place) -> dict[str, tuple[tuple[Verb, Pattern], ...]]:
        """The verbs that may stand in a place, by first word."""
        return self.verbs.get(place, {})

    def knows(self, word: str, *places: Place) -> bool:
        """Whether a verb of one of these places (of any, if none is named) begins with a folded word."""
        if len(places) == 1:
            return word in self.verbs.get(places[0], ())
        return any(word in self.verbs.get(place, ()) for place in places or self.verbs)

    def read_act(self, attempt: Attempt, at: int) -> tuple[Act, int] | None:
        """A unit's act inside another act (`order C/307 dig`), at most DEEPEST deep."""
        if attempt.depth >= DEEPEST:
            return None
        attempt.depth += 1
        found = match_verb(self, "unit", attempt, at)
        attempt.depth -= 1
        if found is None:
            attempt.wanted(attempt.past_fillers(at), Expected("slot", "ACT"))
        return found

    def read_condition(self, attempt: Attempt, at: int) -> tuple[Condition, int] | None:
        """`TEST and not TEST or TEST`, the more words the better."""
        ways: list[tuple[Query, ...]] = [()]
        while (found := self._test(attempt, at)) is not None:
            ways[-1] = (*ways[-1], found[0])
            joint = attempt.past_fillers(found[1])
            if attempt.word(joint) not in ("and", "or"):
                return Condition(tuple(ways)), found[1]
            ways += [()] if attempt.word(joint) == "or" else []
            at = joint + 1
        return None

    def _test(self, attempt: Attempt, at: int) -> tuple[Query, int] | None:
        at = attempt.past_fillers(at)
        negated = attempt.word(at) == "not"
        at = attempt.past_fillers(at + 1) if negated else at
        best, named = None, len(attempt.seen)
        for verb, pattern in (*self.conditions.get(attempt.word(at), ()), *self.conditions.get("", ())):
            match = match_pattern(pattern, attempt, at)
            if match is not None and (best is None or match.end > best[1].end):
                best = verb.name, match
            del attempt.seen[named:]
        if best is not None:
            name, match = best
            return Query(Act(name, _after_name(name, match.words), match.slots), negated), match.end
        for word in self.conditions:
            if word:
                attempt.wanted(at, Expected("word", word, self._phrase(word)))
        return None

    def _phrase(self, word: str) -> str:
        """The words of a condition from its first on: `fired on`."""
        first = (part for _, pattern in self.conditions[word] for part in _parts(pattern) if isinstance(part, PlainWord))
        return next((part.phrase for part in first if part.text == word), word)


def _parts(pattern: Pattern) -> tuple[Pattern, ...]:
    return pattern.parts if isinstance(pattern, Series) else (pattern,)


@cache
def grammar_of(verbs: tuple[Verb, ...]) -> Grammar:
    """The grammar of some verbs; ValueError if a syntax line is not in the notation."""
    grammar = Grammar()
    for verb in verbs:
        if verb.place == "condition":
            _add_condition(grammar, verb)
            continue
        entries = grammar.verbs.setdefault(verb.place, {})
        _add_beside(grammar, verb)
        for line in verb.syntax:
            pattern = parse_syntax(line)
            grammar.words.update(literal_words(pattern))
            for word in sorted(first_words(pattern)):
                entries[word] = (*entries.get(word, ()), (verb, pattern))
                if verb.place == "unit" and "SCRIPT" in line:
                    grammar.scripted.add(word)
    return grammar


def _add_condition(grammar: Grammar, verb: Verb) -> None:
    for line in verb.syntax:
        pattern = parse_syntax(line)
        grammar.asking.update(word for word in literal_words(pattern) if word not in FILLER_WORDS)
        for word in dict.fromkeys(_condition_openings(pattern)):
            grammar.conditions[word] = (*grammar.conditions.get(word, ()), (verb, pattern))


def _condition_openings(pattern: Pattern) -> tuple[str, ...]:
    """The words that a condition may begin with, "" for a slot."""
    match pattern:
        case PlainWord(text):
            return (text,)
        case Slot():
            return ("",)
        case Option(inner):
            return _condition_openings(inner)
        case Choice(branches):
            return tuple(word for branch in branches for word in _condition_openings(branch))
        case Series(parts):
            rest = _condition_openings(Series(parts[1:])) if isinstance(parts[0], Option) else ()
            return (*rest, *_condition_openings(parts[0]))


def _add_beside(grammar: Grammar, verb: Verb) -> None:
    """What a verb says of its line beside its form."""
    if verb.head:
        pattern = parse_syntax(verb.head)
        grammar.heads.update(dict.fromkeys(first_words(pattern), pattern))
    if verb.fields:
        grammar.forms[verb.name] = grammar_of(verb.fields)
    if "closes" in verb.traits and len(name_words(verb.name)) > 1:
        grammar.closing.add(name_words(verb.name))


def match_verb(grammar: Grammar, place: Place, attempt: Attempt, at: int) -> tuple[Act, int] | None:
    """The act that begins at token `at`: the first syntax line that takes the whole line, else the longest."""
    best: tuple[Act, int] | None = None
    start, named = attempt.past_fillers(at), len(attempt.seen)
    for verb, pattern in grammar.first(place).get(attempt.word(start), ()):
        del attempt.seen[named:]
        match = match_pattern(pattern, attempt, start)
        if match is None:
            continue
        act = Act(verb.name, _after_name(verb.name, match.words), match.slots)
        if ends(attempt, match.end):
            return act, match.end
        best = (act, match.end) if best is None or match.end > best[1] else best
    return best


def ends(attempt: Attempt, at: int) -> bool:
    """Whether nothing but fillers is left, or a word that ends an act (`else`)."""
    at = attempt.past_fillers(at)
    if at >= len(attempt.tokens) or attempt.word(at) in attempt.stops:
        return True
    attempt.wanted(at, Expected("end", ""))
    return False


def _after_name(name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    own = name_words(name)
    return words[len(own) :] if words[: len(own)] == own else words
