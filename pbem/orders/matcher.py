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
from pbem.orders.tree import Act, Branch, Place, Said, Verb

DEEPEST = 3


class Match(Value):
    """Tokens up to `end` taken: the literal words and slots found, in the order of the syntax line."""

    end: int
    words: tuple[str, ...] = ()
    slots: tuple[tuple[str, Said], ...] = ()


def match_pattern(pattern: Pattern, attempt: Attempt, at: int) -> Match | None:
    """Match a pattern against the tokens from `at` on. What would have fitted is left in `attempt`."""
    match pattern:
        case PlainWord():
            return _match_word(pattern, attempt, at)
        case Slot():
            return _match_slot(pattern, attempt, at)
        case Option(inner):
            return match_pattern(inner, attempt, at) or Match(at)
        case Choice(branches):
            found = [match for branch in branches if (match := match_pattern(branch, attempt, at)) is not None]
            return max(found, key=lambda match: match.end, default=None)
        case Series(parts):
            return _match_sequence(parts, attempt, at)


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
        if isinstance(part, Option):
            if place == 0 or not isinstance(parts[place - 1], Option):
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
    end = next((i for i in range(place, len(parts)) if not isinstance(parts[i], Option)), len(parts))
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

    scripted: first words of unit verbs that take the rest of the line, semicolons and all.
    """

    verbs: dict[Place, dict[str, tuple[tuple[Verb, Pattern], ...]]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    scripted: set[str] = field(default_factory=set)

    def first(self, place: Place) -> dict[str, tuple[tuple[Verb, Pattern], ...]]:
        """The verbs that may stand in a place, by first word."""
        return self.verbs.get(place, {})

    def knows(self, word: str, *places: Place) -> bool:
        """Whether a verb of one of these places (of any, if none is named) begins with a folded word."""
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


@cache
def grammar_of(verbs: tuple[Verb, ...]) -> Grammar:
    """The grammar of some verbs; ValueError if a syntax line is not in the notation."""
    grammar = Grammar()
    for verb in verbs:
        entries = grammar.verbs.setdefault(verb.place, {})
        for line in verb.syntax:
            pattern = parse_syntax(line)
            grammar.words.update(literal_words(pattern))
            for word in sorted(first_words(pattern)):
                entries[word] = (*entries.get(word, ()), (verb, pattern))
                if verb.place == "unit" and "SCRIPT" in line:
                    grammar.scripted.add(word)
    return grammar


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
