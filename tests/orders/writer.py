"""A writer of valid orders: hypothesis strategies made from the same patterns that read them."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from pbem.orders.lexer import FILLER_WORDS
from pbem.orders.syntax import Choice, Option, Pattern, PlainWord, Series, Slot, parse_syntax
from pbem.orders.tree import Verb, Vocabulary

Texts = st.SearchStrategy[str]

_numbers = st.integers(1, 400).map(str)
_words = st.sampled_from(["allied", "axis", "g3", "north"])


def orders(vocabulary: Vocabulary) -> Texts:
    """One valid order line of any kind. Made when the first is drawn, as all here: a run that collects draws none."""
    return st.deferred(lambda: _orders(vocabulary))


def _orders(vocabulary: Vocabulary) -> Texts:
    whole = [syntax_text(verb, vocabulary) for verb in vocabulary.verbs if verb.place not in ("unit", "block", "condition")]
    return st.one_of(unit_lines(vocabulary), *whole)


def fields(vocabulary: Vocabulary, form: str) -> Texts:
    """One valid field of a form."""
    return st.deferred(
        lambda: st.one_of(
            [syntax_text(field, vocabulary) for verb in vocabulary.verbs if verb.name == form for field in verb.fields]
        )
    )


def unit_lines(vocabulary: Vocabulary) -> Texts:
    """`UNITS: act; if … ACT, else ACT; act`."""
    act = acts(vocabulary)
    steps = st.lists(st.one_of(act, act, branches(vocabulary, 2)), min_size=1, max_size=3).map("; ".join)
    if not any("SCRIPT" in line for verb in vocabulary.verbs for line in verb.syntax):
        return st.builds(lambda head, mark, text: f"{head}{mark}{text}", _units(vocabulary), _marks(), steps)
    scripts = st.builds(lambda some, last: "; ".join([*some, last]), st.lists(act, max_size=2), acts(vocabulary, scripts=True))
    text = st.one_of(steps, scripts)
    return st.builds(lambda head, mark, text: f"{head}{mark}{text}", _units(vocabulary), _marks(), text)


def branches(vocabulary: Vocabulary, depth: int) -> Texts:
    """`if TEST WAY[, else WAY]`, each way an act, several joined, or more branches in parentheses."""
    act = acts(vocabulary)
    marks = [", ", " and ", ", then "]
    inner = st.one_of(act, branches(vocabulary, depth - 1)) if depth > 1 else act
    several = st.builds(
        lambda mark, some: f"({mark.join(some)})", st.sampled_from([*marks, "; "]), st.lists(inner, min_size=1, max_size=3)
    )
    listed = st.builds(lambda mark, some: mark.join(some), st.sampled_from(marks), st.lists(act, min_size=1, max_size=2))
    way = st.one_of(act, several, listed)
    test = conditions(vocabulary)
    alone = st.builds(lambda t, then: f"if {t} {then}", test, way)
    return st.one_of(alone, st.builds(lambda text, other: f"{text}, else {other}", alone, way))


def conditions(vocabulary: Vocabulary) -> Texts:
    """`TEST and not TEST or TEST`."""
    test = st.one_of([syntax_text(verb, vocabulary, 0) for verb in vocabulary.verbs if verb.place == "condition"])
    some = st.lists(st.one_of(test, test.map("not {}".format)), min_size=1, max_size=3)
    return st.builds(lambda tests, joints: "".join(f"{t}{j}" for t, j in zip(tests, [*joints[: len(tests) - 1], ""], strict=True)),
                     some, st.lists(st.sampled_from([" and ", " or ", " AND "]), min_size=2, max_size=2))  # fmt: skip


def acts(vocabulary: Vocabulary, depth: int = 2, scripts: bool = False) -> Texts:
    """One valid act of a unit; acts inside acts at most `depth` deep; or (scripts) one that takes the rest of the line."""
    return st.deferred(lambda: _acts(vocabulary, depth, scripts))


def _acts(vocabulary: Vocabulary, depth: int, scripts: bool) -> Texts:
    verbs = [verb for verb in vocabulary.verbs if verb.place == "unit" and scripts == any("SCRIPT" in s for s in verb.syntax)]
    plain = [verb for verb in verbs if not any("ACT" in line.split() for line in verb.syntax)]
    return st.one_of([syntax_text(verb, vocabulary, depth) for verb in (verbs if depth else plain)])


def syntax_text(verb: Verb, vocabulary: Vocabulary, depth: int = 2) -> Texts:
    """Any text that one of a verb's syntax lines allows."""
    return st.one_of([_text(parse_syntax(line), vocabulary, depth).map(_tidy) for line in verb.syntax])


def _tidy(text: str) -> str:
    return " ".join(text.split(" ")).strip()


def _text(pattern: Pattern, vocabulary: Vocabulary, depth: int) -> Texts:
    match pattern:
        case PlainWord(text):
            spellings = [text, text.upper(), text.title()]
            return st.sampled_from([*spellings, ""] if text in FILLER_WORDS else spellings)
        case Slot():
            return _slot(pattern, vocabulary, depth)
        case Option(inner):
            return st.one_of(st.just(""), _text(inner, vocabulary, depth))
        case Choice(branches):
            return st.one_of([_text(branch, vocabulary, depth) for branch in branches])
        case Series(parts):
            return _series(parts, vocabulary, depth)


def _series(parts: Sequence[Pattern], vocabulary: Vocabulary, depth: int) -> Texts:
    """The parts in order, each run of optional ones in any order."""
    pieces: list[Texts] = []
    run: list[Texts] = []
    for part in parts:
        if isinstance(part, Option):
            run.append(_text(part, vocabulary, depth))
            continue
        pieces += [_in_any_order(run), _text(part, vocabulary, depth)] if run else [_text(part, vocabulary, depth)]
        run = []
    return st.tuples(*pieces, *([_in_any_order(run)] if run else [])).map(_spaced)


def _in_any_order(run: Sequence[Texts]) -> Texts:
    return st.tuples(st.tuples(*run), st.permutations(range(len(run)))).map(
        lambda drawn: _spaced([drawn[0][place] for place in drawn[1]])
    )


def _spaced(pieces: Sequence[str]) -> str:
    return " ".join(piece for piece in pieces if piece)


def _slot(slot: Slot, vocabulary: Vocabulary, depth: int) -> Texts:
    single = _by_kind(vocabulary, depth)[slot.kind]()
    return st.lists(single, min_size=1, max_size=3).map(", ".join) if slot.many else single


def _by_kind(vocabulary: Vocabulary, depth: int) -> dict[str, Callable[[], Texts]]:
    hexes, unit = _hexes(vocabulary), st.sampled_from(sorted(set(vocabulary.calls.values())))
    path = st.builds(lambda mark, items: mark.join(items), st.sampled_from([" ", ", ", " -> ", " – "]), _some(hexes))
    numbers = dict.fromkeys(("N", "COUNT", "LINE", "TURN"), lambda: _numbers)
    places = dict.fromkeys(("HEX", "BEARING", "AXIS"), lambda: hexes)
    return {
        **numbers,
        **places,
        **dict.fromkeys(("PATH", "CHAIN", "COURSE"), lambda: path),
        **dict.fromkeys(("UNIT", "CALL"), lambda: unit),
        "WORD": lambda: _words,
        "SHARE": lambda: st.sampled_from(["504 5", "allied.505 3", "rest 1-504"]),
        "SEAT": lambda: st.sampled_from(["allied", "allied.504", "german.1-505"]),
        "UNITS": lambda: _units(vocabulary),
        "FORMATION": lambda: st.sampled_from(sorted(vocabulary.formations)),
        "LINES": lambda: st.sampled_from(["4", "4-9", "4, 6 and 7", "1-2, 8"]),
        "LETTER": lambda: st.sampled_from(["A-12", "g-3", "A7"]),
        "CLOCK": lambda: st.sampled_from(["20:00", "9:05", "2330", "20.15"]),
        "MOMENT": lambda: st.sampled_from(["2026-12-01 20:00", "2026-12-01", "1 Dec 20:00", "Dec 1 2026", "9:05"]),
        "PART": lambda: st.sampled_from(["T1.2", "t12", "start"]),
        "RULE": lambda: st.sampled_from(["TOCS-3.9-1", "tocs-w10.15-2", "MASL-2.1-5"]),
        "DIRECTION": lambda: st.sampled_from(["N", "north-east", "sw", "Southeast"]),
        "COMPASS": lambda: st.sampled_from(["e", "West", "NW"]),
        "TOPIC": lambda: st.sampled_from(["attack", "end impulse", "08.12"]),
        "TEXT": lambda: st.sampled_from(["Hold fast.", "x", "We: are = here, all of us; come"]),
        "CONDITION": lambda: conditions(vocabulary),
        "TARGET": lambda: st.sampled_from(sorted(set(vocabulary.targets.values()))),
        "SHEET": lambda: st.sampled_from(["US-5", "ge-2", "A7"]),
        "ACT": lambda: acts(vocabulary, depth - 1),
        "SCRIPT": lambda: _scripts(vocabulary),
    }


def _scripts(vocabulary: Vocabulary) -> Texts:
    plain = st.lists(acts(vocabulary, 1), min_size=1, max_size=3).map("; ".join)
    return st.one_of(plain, branches(vocabulary, 1).map(lambda text: f"({text})"))


def _some(items: Texts) -> st.SearchStrategy[list[str]]:
    return st.lists(items, min_size=1, max_size=3)


def _hexes(vocabulary: Vocabulary) -> Texts:
    column, row = st.integers(1, 99), st.integers(1, 99)
    forms = ["{0:02d}.{1:02d}", "{0:02d}{1:02d}", "{0}.{1:02d}", "{0:02d},{1:02d}", "{0:02d}. {1:02d}"]
    written = st.builds(lambda form, c, r: form.format(c, r), st.sampled_from(forms), column, row)
    return st.one_of(written, st.sampled_from(sorted(vocabulary.places)).map(str.title))


def _units(vocabulary: Vocabulary) -> Texts:
    exact = _some(st.sampled_from(sorted(set(vocabulary.calls.values())))).map(", ".join)
    letters = st.lists(st.sampled_from("ABCDEFGHI"), min_size=1, max_size=4, unique=True)
    group = st.builds(lambda some, mark: f"{mark.join(some)}/504", letters, st.sampled_from([",", ", ", " & ", " and "]))
    if "A/504" not in vocabulary.calls.values():
        return st.one_of(exact, st.sampled_from(sorted(vocabulary.formations)))
    return st.one_of(exact, group, st.sampled_from(sorted(vocabulary.formations)))


def _marks() -> Texts:
    return st.sampled_from([": ", " : ", ":", " = ", " -> ", " → ", " "])
