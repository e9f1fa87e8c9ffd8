"""Drawing up an op sheet from the fields of its form: what must be on it, and what may not (TCSB-6-2 to 6-6, 6-24, 6-32, 6-34).

A fault names its field, so that the line can be shown and put right. A sheet is drawn up whole or not at all. Silences: a sheet
without a share of losses fails at half of its steps; one without rally hexes stays where it is; the words of its mission may be
left out; so may the boundaries of a defense, which keeps to its position anyway, and of a reserve, whose options have none.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, line
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.sheets import DEFENSES, MissionType, OpSheet, SheetMission, SheetStage, SheetType, StageKind
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words.sheet import EXAMPLES, START_LINE, change_of

MOST_OPTIONS = 3
MOST_PERCENT = 50
OFTEN = ("stage", "option")
"""Fields that may be said several times."""
_TYPES: Mapping[str, SheetType] = {
    "attack": "attack", "move": "move", "hasty": "hasty_defense", "prep": "prep_defense", "reserve": "reserve",
}  # fmt: skip


_WORDS: Mapping[SheetType, tuple[str, ...]] = {
    "attack": ("attack",), "move": ("move",), "hasty_defense": ("hasty", "defense"), "prep_defense": ("prep", "defense"),
    "reserve": ("reserve",),
}  # fmt: skip


class WrittenSheet(Value):
    """A sheet as it was written: its opening line and its fields, in order."""

    opening: Act
    fields: tuple[Act, ...]


class OwnSide(Value, eq=False):
    """What it is held against. units: the side's own, by call; hexes: those of the map; numbers: of sheets that the side had."""

    units: Mapping[str, TacticalUnit]
    hexes: Collection[Hex]
    numbers: Collection[str] = ()


class SheetFault(Value):
    """What is wrong with a field; 0 is the opening line."""

    field: int
    why: Refusal


@rule("TCSB-6-2")
def type_of(act: Act) -> SheetType | None:
    """The type that a line names, None when it names none."""
    return next((kind for word, kind in _TYPES.items() if word in act.words), None)


@rule("TCSB-6-3")
def faults_of(written: WrittenSheet, own: OwnSide) -> tuple[SheetFault, ...]:
    """All that is wrong with a new sheet, in the order of its fields; () for one that can be drawn up."""
    found = (
        *_of_the_opening(written, own),
        *_said_twice(written),
        *_missing(written),
        *_off_the_map(written, own),
        *_of_the_force(written, own),
        *_of_the_ground(written),
        *_of_the_missions(written),
        *_of_the_failure(written),
    )
    return tuple(sorted(found, key=lambda fault: fault.field))


@rule("TCSB-6-18")
def faults_of_change(before: OpSheet, written: WrittenSheet, own: OwnSide) -> tuple[SheetFault, ...]:
    """All that is wrong with changes to a sheet: it is held together with what stands on it."""
    as_of = WrittenSheet(Act("sheet", _WORDS[before.type], (("SHEET", before.id),)), written.fields)
    found = (
        *_said_twice(written),
        *_off_the_map(written, own),
        *_of_the_force(written, own),
        *_of_the_missions(as_of),
        *_of_the_failure(written),
        *_across(before, written),
    )
    return tuple(sorted(found, key=lambda fault: fault.field))


def _across(before: OpSheet, written: WrittenSheet) -> Iterator[SheetFault]:
    """A boundary that is changed must not cross the other."""
    sides = {act.verb: (n, act.hexes()) for n, act in _each(written, "left", "right")}
    left, right = sides.get("left", (0, before.left)), sides.get("right", (0, before.right))
    met = crossing(left[1], right[1]) if sides and left[1] and right[1] else None
    if met:
        yield SheetFault(max(left[0], right[0]), illegal(say("the boundaries cross at {where}", where=met), "TCSB-6-27"))


@rule("TCSB-6-3", "TCSB-6-24", "TCSB-6-32")
def drawn_up(written: WrittenSheet, own: OwnSide, turn: int) -> OpSheet:
    """The sheet that was written without a fault in this turn."""
    kind = type_of(written.opening)
    if kind is None:
        raise ValueError(f"no sheet to draw up: {written.opening}")
    blank = OpSheet(written.opening.text("SHEET") or "", kind, (), "", (), written=turn)
    return filled_in(blank, written.fields, own)


def filled_in(sheet: OpSheet, fields: Sequence[Act], own: OwnSide) -> OpSheet:
    """A sheet with what some fields say in place of what it said."""
    said = {act.verb: act for act in fields}

    def hexes(name: str, before: tuple[Hex, ...]) -> tuple[Hex, ...]:
        return said[name].hexes() if name in said else before

    filled = replace(
        sheet,
        objective=hexes("objective", sheet.objective),
        start_line=hexes(START_LINE, sheet.start_line),
        left=hexes("left", sheet.left),
        right=hexes("right", sheet.right),
        route=hexes("route", sheet.route),
        options=tuple(_mission(act) for act in fields if act.verb == "option") or sheet.options,
    )
    if "stage" in said:
        filled = replace(filled, stages=_stages(fields), stage=0)
    if "prelim" in said:
        filled = replace(filled, prelim=True)
    if "force" in said:
        filled = replace(filled, force=tuple(own.units[call].id for call in said["force"].texts()))
    if "mission" in said:
        filled = replace(filled, mission=said["mission"].text() or "")
    if "alternate" in said:
        filled = replace(filled, alternate=_mission(said["alternate"]))
    return _with_failure(filled, said["fail"]) if "fail" in said else filled


def _with_failure(sheet: OpSheet, fails: Act) -> OpSheet:
    rally = fails.hex("HEX")
    return replace(
        sheet, fail_percent=fails.number("N") or sheet.fail_percent, rally=(rally,) if rally else sheet.rally,
        rally_by=fails.hexes(), fail_when=fails.condition(),
    )  # fmt: skip


def _stages(fields: Sequence[Act]) -> tuple[SheetStage, ...]:
    """The stages that fields say, by their numbers."""
    kinds: Mapping[str, StageKind] = {"reach": "reach", "take": "take", "hold": "hold"}
    found = (
        SheetStage(act.number("N") or 0, next(kinds[word] for word in act.words if word in kinds), act.hexes(), act.condition())
        for act in fields if act.verb == "stage"
    )  # fmt: skip
    return tuple(sorted(found, key=lambda stage: stage.number))


def _mission(act: Act) -> SheetMission:
    kind = type_of(act)
    if kind is None or kind == "reserve":
        raise ValueError(f"no mission: {act}")
    what: MissionType = kind
    return SheetMission(act.text("WORD") or "", what, act.hexes())


def _each(written: WrittenSheet, *names: str) -> Iterator[tuple[int, Act]]:
    """The fields of these names with their numbers, from 1."""
    return ((n, act) for n, act in enumerate(written.fields, 1) if act.verb in names)


def _has(written: WrittenSheet, name: str) -> bool:
    return any(True for _ in _each(written, name))


def _of_the_opening(written: WrittenSheet, own: OwnSide) -> Iterator[SheetFault]:
    number = written.opening.text("SHEET") or ""
    if number in own.numbers:
        words = say("there is an op sheet {number} already; a number is never used twice", number=number)
        yield SheetFault(0, illegal(words, "TCSB-6-3", change_of(number)))


def _said_twice(written: WrittenSheet) -> Iterator[SheetFault]:
    counted = Counter[str]()
    for n, act in enumerate(written.fields, 1):
        counted[act.verb] += 1
        if counted[act.verb] == 2 and act.verb not in OFTEN:
            yield SheetFault(n, illegal(say("{field} stands on this sheet already", field=act.verb.upper()), "TCSB-6-4"))


def _missing(written: WrittenSheet) -> Iterator[SheetFault]:
    kind = type_of(written.opening)
    needed = ["force", "objective"]
    if kind in ("attack", "move"):
        needed += ["left", "right"]
    if kind == "reserve":
        needed += ["option"]
    for name in (name for name in needed if not _has(written, name)):
        row = "TCSB-6-32" if name == "option" else "TCSB-6-3"
        yield SheetFault(0, illegal(say("this sheet has no {field}", field=name.upper()), row, EXAMPLES[name]))


def _places(act: Act) -> tuple[Hex, ...]:
    single = act.hex("HEX")
    return (*act.hexes(), *((single,) if single else ()))


def _off_the_map(written: WrittenSheet, own: OwnSide) -> Iterator[SheetFault]:
    for n, act in enumerate(written.fields, 1):
        off = [hex_ for hex_ in _places(act) if hex_ not in own.hexes]
        if off:
            yield SheetFault(n, illegal(say("{off} is not on this map", off=", ".join(off)), "TCSB-6-3"))


@rule("TCSB-6-4", "TCSB-6-6")
def _of_the_force(written: WrittenSheet, own: OwnSide) -> Iterator[SheetFault]:
    """Own living units, and neither batteries nor a reserve's carriers by themselves."""
    for n, act in _each(written, "force"):
        for call in act.texts():
            unit = own.units.get(call)
            if unit is None or unit.steps < 1:
                yield SheetFault(n, illegal(say("{call} is not yours, or lost", call=call), "TCSB-6-3"))
            elif unit.counter.type == "gun_tube":
                yield SheetFault(n, illegal(say("{call} is artillery, which is on no op sheet", call=call), "TCSB-6-6"))


@rule("TCSB-6-27")
def _of_the_ground(written: WrittenSheet) -> Iterator[SheetFault]:
    """Two boundaries or none, which do not cross."""
    sides = {act.verb: (n, act.hexes()) for n, act in _each(written, "left", "right")}
    if len(sides) == 1:
        name, (n, _) = next(iter(sides.items()))
        other = "RIGHT" if name == "left" else "LEFT"
        words = say("boundaries come in pairs: {other} is missing", other=other)
        if type_of(written.opening) in (*DEFENSES, "reserve"):
            yield SheetFault(n, illegal(words, "TCSB-6-27"))
    elif sides and (met := crossing(sides["left"][1], sides["right"][1])):
        words = say("the boundaries cross at {where}", where=met)
        yield SheetFault(sides["right"][0], illegal(words, "TCSB-6-27"))


@rule("TCSB-6-27")
def crossing(left: Sequence[Hex], right: Sequence[Hex]) -> Hex | None:
    """The first hex that lies on both boundaries, None when they keep apart."""
    drawn = set(along(right))
    return next((hex_ for hex_ in along(left) if hex_ in drawn), None)


def along(boundary: Sequence[Hex]) -> tuple[Hex, ...]:
    """The hexes of a boundary, its hexes joined by straight lines."""
    between = (hex_ for start, end in pairwise(boundary) for hex_ in line(start, end))
    return tuple(dict.fromkeys((*boundary[:1], *between)))


@rule("TCSB-6-32", "TCSB-6-34")
def _of_the_missions(written: WrittenSheet) -> Iterator[SheetFault]:
    """Lettered missions are a reserve's, one to three, each by its own letter; an alternate is an attack's or a defense's."""
    kind, letters = type_of(written.opening), Counter[str]()
    for count, (n, act) in enumerate(_each(written, "option"), 1):
        letter = act.text("WORD") or ""
        letters[letter] += 1
        if kind != "reserve":
            yield SheetFault(n, illegal(say("only a reserve has options"), "TCSB-6-32"))
        elif letters[letter] > 1:
            yield SheetFault(n, illegal(say("there is an option {letter} already", letter=letter), "TCSB-6-32"))
        elif count > MOST_OPTIONS:
            yield SheetFault(n, illegal(say("a reserve has at most {most} options", most=MOST_OPTIONS), "TCSB-6-32"))
        elif type_of(act) == "reserve":
            yield SheetFault(n, illegal(say("a reserve cannot be committed as a reserve"), "TCSB-6-32"))
    for n, act in _each(written, "alternate"):
        if kind not in ("attack", *DEFENSES):
            yield SheetFault(n, illegal(say("an alternate is for an attack or a defense"), "TCSB-6-34"))
        elif type_of(act) == "reserve":
            yield SheetFault(n, illegal(say("an alternate is a mission, not a reserve"), "TCSB-6-34"))


@rule("TCSB-6-24")
def _of_the_failure(written: WrittenSheet) -> Iterator[SheetFault]:
    """At most half of its steps."""
    for n, act in _each(written, "fail"):
        percent = act.number("N")
        if percent is not None and not 1 <= percent <= MOST_PERCENT:
            words = say("a sheet fails at {most} percent of its steps or fewer", most=MOST_PERCENT)
            yield SheetFault(n, illegal(words, "TCSB-6-24", EXAMPLES["fail"]))
