"""The counters of a battle: each body of men in the platoons, sections and vehicles that the chart makes of its steps."""

import re
from collections.abc import Iterator, Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, flag, text, texts, whole
from pbem.kernel.values import Value
from pbem.modules.battlefield import FieldGuns, FieldTroop, StatedBattle

TROOPS, COUNTERS, TERMS = "battle-troops", "battle-counters", "battle-terms"
ANY = "bazooka"
"""What men of a nation that the chart does not name have against tanks."""
PLAIN = ("defense", "area", "area_class", "area_range", "point", "point_class", "point_range", "smoke", "aa", "mortar")
"""What a counter may print or not."""
NO_WORDS = frozenset({"all", "stack", "sheet", "company", "none", "plot", "roll", "wait"})


class FieldPiece(Value):
    """One counter of a troop. counter: as its nation has it; place: its number among those of its troop."""

    id: str
    troop: FieldTroop
    counter: str
    morale: int


class PrintedCounter(Value):
    """What a counter prints, by key."""

    id: str
    figures: Mapping[str, str | int]


def pieces(book: ChartBook, battle: StatedBattle, words: frozenset[str] = frozenset()) -> tuple[FieldPiece, ...]:
    """All counters, in the order of the statement. words: that none may be called by."""
    taken = {word.casefold() for word in (*words, *NO_WORDS)}
    taken |= {_plain(guns.name).casefold() for guns in battle.guns}
    nations = {party.id: party.nation for party in battle.parties}
    found: list[FieldPiece] = []
    for troop in battle.troops:
        stem, morale = _stem(troop, taken), _morale(book, troop)
        kinds = [kind for step in _steps(book, troop) for kind in step.split()]
        found += [FieldPiece(f"{stem}-{n}", troop, f"{kind}_{nations[troop.side]}", morale) for n, kind in enumerate(kinds, 1)]
    return tuple(found)


def _steps(book: ChartBook, troop: FieldTroop) -> Iterator[str]:
    """What its steps are here, as many as it has left; a body of more steps than the chart lists is of the first again."""
    kinds = texts(book.records(TROOPS)[troop.kind], "steps")
    return (kinds[number % len(kinds)] for number in range(troop.steps))


def _stem(troop: FieldTroop, taken: set[str]) -> str:
    """What its counters are called by: its name without strokes, one of its own."""
    bare = _plain(troop.name)
    stem = next(name for name in (bare, *(f"{bare}x{n}" for n in range(2, 99))) if name.casefold() not in taken)
    taken.add(stem.casefold())
    return stem


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", name) or "U"


def _morale(book: ChartBook, troop: FieldTroop) -> int:
    terms = book.records(TERMS)
    return whole(terms[f"quality-{troop.quality}"], "value") + whole(terms[f"wear-{troop.wear}"], "value")


def printed(book: ChartBook, found: tuple[FieldPiece, ...]) -> tuple[PrintedCounter, ...]:
    """The counters that are needed, each once."""
    return tuple(_printed(book, name) for name in sorted({piece.counter for piece in found}))


def _printed(book: ChartBook, name: str) -> PrintedCounter:
    kind, _, nation = name.rpartition("_")
    entry = book.records(COUNTERS)[kind]
    keys = ("title", "type", "target", "move", "steps", "front", "back", *(key for key in PLAIN if key in entry))
    figures = {key: _value(entry, key) for key in keys}
    if flag(entry, "throws"):
        figures["at"] = _against_tanks(book, nation)
    return PrintedCounter(name, figures)


def _value(entry: Entry, key: str) -> str | int:
    return whole(entry, key) if isinstance(entry[key], int) else text(entry, key)


def _against_tanks(book: ChartBook, nation: str) -> str:
    terms = book.records(TERMS)
    return text(terms[nation], "value") if nation in terms.records else ANY


def batteries(book: ChartBook, battle: StatedBattle) -> Iterator[Mapping[str, str | int]]:
    """The batteries in support, each called by a name of its own."""
    taken: list[str] = []
    for guns in battle.guns:
        bare = _plain(guns.name)
        taken.append(bare if bare.casefold() not in map(str.casefold, taken) else f"{bare}x{len(taken)}")
        yield _battery(book, guns, taken[-1])


def _battery(book: ChartBook, guns: FieldGuns, name: str) -> Mapping[str, str | int]:
    """A battery in support, as a file has it: its caliber by its power, some rounds for each point of that."""
    terms = book.records(TERMS)
    power = max(1, min(guns.power, whole(terms["heaviest"], "value")))
    return {
        "id": name, "side": guns.side, "battalion": "support", "caliber": text(terms[f"caliber-{power}"], "value"),
        "tubes": 4, "delay": 1, "he": whole(terms["rounds"], "value") * power,
    }  # fmt: skip
