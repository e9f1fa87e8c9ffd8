"""The module that a battle is fought as: its files, written from the statement and read back through the door of all modules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import text, whole
from pbem.kernel.charts.tables import Table
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.battlefield import FieldParty, StatedBattle
from pbem.rulesets.tcs.map_file import parse_map
from pbem.rulesets.tcs.skirmish.breakdown import TERMS, FieldPiece, batteries, pieces, printed
from pbem.rulesets.tcs.skirmish.deployed import deployed, mined, works
from pbem.rulesets.tcs.skirmish.laid_out import HEXES, MIDDLE, SIZE, LaidOut, laid_out, rows

TomlValue = str | int | bool | Sequence[str] | Mapping[str, str]
SIGNS = {
    "open": ".", "crops": "o", "brush": "b", "woods": "W", "village": "V", "town": "T", "farm": "F", "marsh": "m", "stream": "~",
    "river": "=", "gully": "g",
}  # fmt: skip
STANDING = ("mg_", "mortar_", "heavy_mortar", "antitank", "light_flak", "field_gun")
"""Counters that begin ready to fire wherever they are."""
ATTACKS, HOLDS = "AT", "DE"
"""What the op sheets of who attacks, and of who holds, begin with."""
WHOLE_MAP = {"left": (f"{SIZE:02d}.01", f"{SIZE:02d}.{SIZE:02d}"), "right": ("01.01", f"01.{SIZE:02d}")}
STEP = 5
"""Metres of a hex are given in steps of so many."""


class _FieldPlan(Value, eq=False):
    """A battle with its ground and everybody in place."""

    battle: StatedBattle
    book: ChartBook
    land: LaidOut
    pieces: tuple[FieldPiece, ...]
    places: Mapping[str, Hex]


@rule("TCSB-28-1")
def files(battle: StatedBattle, charts: Mapping[str, Table], words: frozenset[str]) -> dict[str, str]:
    """The files of the module that this battle is fought as. charts: the ruleset's own; words: that no unit may be called by.
    ModuleError: the statement has a tactical map, and that has faults."""
    book = ChartBook(charts)
    found = pieces(book, battle, words)
    land = _given(battle) if battle.ground.map else laid_out(book, battle.ground, Dice(battle.seed))
    plan = _FieldPlan(battle, book, land, found, deployed(land, found))
    return {
        "module.toml": _toml(_module(battle)), "map.toml": battle.ground.map or _toml(_map(plan)), "oob.toml": _toml(_oob(plan)),
        "scenario-1.toml": _toml(_scenario(plan)),
    }  # fmt: skip


def _given(battle: StatedBattle) -> LaidOut:
    """A tactical map of the module that the battle comes from: its middle and what lies beside it are fought for."""
    ground = parse_map("map.toml", battle.ground.map)
    wet = frozenset(place for place, terrain in ground.terrain.items() if terrain in ("stream", "river"))
    aims = [MIDDLE, *(place for place in ground.neighbours(MIDDLE) if place not in wet)]
    return LaidOut(ground.terrain, ground.level, (), ground.courses, tuple(sorted(aims[:3])), wet)


# ---------------------------------------------------------------- the four files


class Section(Value):
    """A table of a file. head: "" or "[[side]]"; keys: in order."""

    head: str
    keys: Mapping[str, TomlValue]


def _module(battle: StatedBattle) -> Iterator[Section]:
    date = battle.date
    yield Section("", {
        "schema": "tcs-module/1", "id": battle.id, "title": battle.title, "ruleset": "tcs", "version": "1",
        "month": date.month, "year": date.year, "day": date.day, "zone_letter": date.zone_letter,
        "note": "Made from a battle of another campaign.",
    })  # fmt: skip
    for party, sheets in zip(battle.parties, (ATTACKS, HOLDS), strict=True):
        yield _side(party, sheets)
    yield Section("[switches]", {"pace": "one_letter"})


def _side(party: FieldParty, sheets: str) -> Section:
    nation = party.nation if party.nation in ("american", "german") else ""
    return Section("[[side]]", {
        "id": party.id, "name": party.name, "adjective": party.adjective, "staff": party.staff, "report": "SITUATION REPORT",
        "letter_prefix": party.prefix, "sheets": sheets, "nation": nation,
    })  # fmt: skip


def _map(plan: _FieldPlan) -> Iterator[Section]:
    land = plan.land
    metres = max(STEP, round(plan.battle.ground.hex_metres / SIZE / STEP) * STEP)
    yield Section("", {
        "schema": "tcs-map/1", "columns": SIZE, "rows": SIZE, "hex_metres": metres, "contour_metres": 20, "zero_metres": 0,
        "terrain_key": {sign: terrain for terrain, sign in SIGNS.items()},
        "terrain": rows({place: SIGNS[land.terrain[place]] for place in HEXES}),
        "levels": rows({place: str(land.level[place]) for place in HEXES}),
    })  # fmt: skip
    for number, road in enumerate(land.roads, 1):
        yield Section("[[road]]", {"class": road.kind, "name": f"{road.kind} {number}", "hexes": road.way})
    for number, course in enumerate(land.courses, 1):
        yield Section("[[stream]]", {"name": f"water {number}", "hexes": course})
    yield Section("[[place]]", {"name": plan.battle.aim, "hex": MIDDLE, "hexes": land.aims})


def _oob(plan: _FieldPlan) -> Iterator[Section]:
    yield Section("", {"schema": "tcs-oob/1"})
    for counter in printed(plan.book, plan.pieces):
        yield Section("[[counter]]", {"id": counter.id, **counter.figures})
    for piece in plan.pieces:
        troop = piece.troop
        chain = (piece.id, troop.name, troop.parent or troop.name)
        named: dict[str, TomlValue] = {"id": piece.id, "counter": piece.counter, "side": troop.side}
        yield Section("[[unit]]", {**named, "chain": chain, "morale": piece.morale})
    for figures in batteries(plan.book, plan.battle):
        yield Section("[[battery]]", figures)


def _scenario(plan: _FieldPlan) -> Iterator[Section]:
    battle, attacker, defender = plan.battle, *plan.battle.parties
    sky, aims = text(plan.book.records(TERMS)[f"sky-{battle.sky}"], "value"), plan.land.aims
    yield Section("", {
        "schema": "tcs-scenario/1", "id": battle.id, "title": battle.title, "turns": battle.turns, "hour": battle.date.hour,
        "visibility": sky, "first": attacker.id,
    })  # fmt: skip
    yield Section("[held]", {defender.id: aims})
    yield from map(partial(_setup, plan), plan.pieces)
    yield _sheet(plan, attacker.id, f"{ATTACKS}-1", "attack", say("Take {aim}.", aim=battle.aim))
    yield _sheet(plan, defender.id, f"{HOLDS}-1", "hasty_defense", say("Hold {aim}.", aim=battle.aim))
    worth = say("each hex of {aim}", aim=battle.aim)
    yield Section("[[points]]", {"side": attacker.id, "each": 1, "what": worth, "hexes": aims})
    yield from _levels(attacker.id, defender.id, len(aims))
    for party in battle.parties:
        yield Section("[[brief]]", {"side": party.id, "text": party.told})
    yield from _dug(plan)
    if battle.night:
        yield Section("[[light]]", {"turn": 1, "light": "night"})


def _setup(plan: _FieldPlan, piece: FieldPiece) -> Section:
    ready = not piece.troop.comes or piece.counter.startswith(STANDING)
    return Section("[[setup]]", {"unit": piece.id, "hex": plan.places[piece.id], "mode": "fire" if ready else "move"})


def _levels(attacker: str, defender: str, aims: int) -> Iterator[Section]:
    """All that is fought for is the attacker's victory, nothing of it the defender's, a part of it nobody's."""
    yield Section("[[level]]", {"winner": attacker, "lo": aims, "hi": 999})
    if aims > 1:
        yield Section("[[level]]", {"winner": "", "lo": 1, "hi": aims - 1})
    yield Section("[[level]]", {"winner": defender, "lo": -999, "hi": 0})


def _sheet(plan: _FieldPlan, side: str, number: str, kind: str, mission: str) -> Section:
    """A side's one op sheet, which is in force from the first turn on and reaches over the whole map."""
    own = tuple(piece.id for piece in plan.pieces if piece.troop.side == side)
    stands = {plan.places[unit] for unit in own} if kind != "attack" else set()
    return Section("[[sheet]]", {
        "id": number, "side": side, "type": kind, "status": "implemented", "force": own, "mission": mission,
        "objective": sorted({*plan.land.aims, *stands}), **WHOLE_MAP, "fail_percent": 50, "rally": (plan.places[own[0]],),
    })  # fmt: skip


def _dug(plan: _FieldPlan) -> Iterator[Section]:
    """Works under those who hold, and mines before them."""
    ground, defender, terms = plan.battle.ground, plan.battle.parties[1].id, plan.book.records(TERMS)
    if ground.works:
        level = whole(terms[ground.works], "value")
        yield Section("[[works]]", {"side": defender, "level": level, "hexes": works(plan.places, plan.pieces)})
    laid = mined(plan.land, plan.places, plan.pieces) if ground.mined else ()
    if laid:
        yield Section("[[mines]]", {"side": defender, "density": text(terms["mines"], "value"), "hexes": laid})


# ---------------------------------------------------------------- TOML


def _toml(sections: Iterable[Section]) -> str:
    lines: list[str] = []
    for section in sections:
        lines += ["", section.head] if section.head else []
        lines += [f"{key} = {_value(value)}" for key, value in section.keys.items()]
    return "\n".join(lines) + "\n"


def _value(value: TomlValue) -> str:
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_quoted(key)} = {_quoted(one)}' for key, one in value.items())} }}"
    return f"[{', '.join(map(_quoted, value))}]"


def _quoted(said: str) -> str:
    """A text as TOML writes it: what it may not hold is left out."""
    plain = "".join(sign for sign in said if sign == "\n" or sign.isprintable())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
