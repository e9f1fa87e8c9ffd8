"""What must hold of a module and its scenario: sides, switches, turns, pools, victory; and all that its rooms check."""

from collections.abc import Iterator, Sequence, Set

from pbem.kernel.charts.tables import Track
from pbem.kernel.rulebook import rule
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tocs.ground import Ground, bridge_named
from pbem.rulesets.tocs.module_file import (
    BriefEntry,
    CiviliansEntry,
    PoolEntry,
    ReinforcementEntry,
    ReplacementsEntry,
    SetupEntry,
    StandingEntry,
    SupplyEntry,
    TurnEntry,
    VictoryEntry,
    WorkEntry,
)
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts
from pbem.rulesets.tocs.oob import KINDS, LEVELS
from pbem.rulesets.tocs.place_checks import PLACE_CHECKS
from pbem.rulesets.tocs.ships import WORDS_OF_CLASS, sunk_kind
from pbem.rulesets.tocs.switches import SWITCHES
from pbem.rulesets.tocs.weather_checks import WEATHER_CHECKS

SideBound = (
    PoolEntry | ReplacementsEntry | WorkEntry | SupplyEntry | ReinforcementEntry | SetupEntry | BriefEntry | VictoryEntry
    | StandingEntry
)  # fmt: skip
MODULE = "module.toml"
TRACKS = ("day", "night", "postal_day", "postal_night")
"""The turn ending tracks of the ruleset's own chart."""

FIRST_YEAR, LAST_YEAR = 1937, 1953

COUNTED = {
    "hexes": ("hexes", "crossing"),
    "bridges": ("bridges", "bridges_or_destroyed"),
    "unit_kinds": ("destroyed", "crossing"),
    "facilities": ("facilities",),
    "from_": ("open_road", "crossing"),
    "to": ("open_road",),
    "roads": ("open_road", "crossing"),
}
"""The keys of what counts for victory, and the kinds of entries that list it there."""

CONTACTS = "C"
"""Contacts are numbered with this letter, so letters cannot be."""


def _sides(parts: Parts) -> Iterator[Complaint]:
    sides = parts.module.side if parts.module else []
    for number, side in enumerate(sides):
        if side.id in parts.sides[:number]:
            yield MODULE, ("side", number, "id"), f'the id "{side.id}" is taken'
        if side.letter_prefix in [other.letter_prefix for other in sides[:number]]:
            yield MODULE, ("side", number, "letter_prefix"), "the other side's letters bear it"
        if side.letter_prefix == CONTACTS:
            yield MODULE, ("side", number, "letter_prefix"), f"{CONTACTS} is kept for contacts"


def _switches(parts: Parts) -> Iterator[Complaint]:
    for name, setting in (parts.module.switches if parts.module else {}).items():
        switch = SWITCHES.get(name)
        if switch is None:
            yield MODULE, ("switches", name), f'unknown switch "{name}"' + near(name, SWITCHES)
        elif not any(switch.read(setting) == allowed and type(setting) is type(allowed) for allowed in switch.allowed):
            allowed = ", ".join(map(repr, switch.allowed))
            yield MODULE, ("switches", name), f"{setting!r} is not one of {allowed}"


def _side_words(parts: Parts) -> Iterator[Complaint]:
    """Every word that should be a side is one."""
    if parts.module is None:
        return
    for file, path, side in _words_for_sides(parts):
        if side not in parts.sides:
            yield file, path, f'there is no side "{side}"' + near(side, parts.sides)


def _words_for_sides(parts: Parts) -> Iterator[tuple[str, KeyPath, str]]:
    yield from ((file, ("side",), oob[0].side) for file, oob in parts.oobs.items() if oob)
    if parts.play is None:
        return
    play, file = parts.play, parts.scenario
    tables: dict[str, Sequence[SideBound]] = {
        "pool": play.pool,
        "improved": play.improved,
        "supply": play.supply,
        "reinforcement": play.reinforcement,
        "setup": play.setup,
        "replacements": play.replacements,
        "brief": play.brief,
        "standing": play.standing,
        "victory": play.victory,
    }
    for table, entries in tables.items():
        yield from ((file, (table, number, "side"), entry.side) for number, entry in enumerate(entries))
    yield from ((file, ("ownership", "hexes", side), side) for side in play.ownership.hexes)
    if play.moves_first:
        yield file, ("moves_first",), play.moves_first
    if play.sets_up_first:
        yield file, ("sets_up_first",), play.sets_up_first
    if play.ownership.default:
        yield file, ("ownership", "default"), play.ownership.default


def _forces(parts: Parts) -> Iterator[Complaint]:
    """Each side has an order of battle: without one it could not be played."""
    if len(parts.oobs) < sum(file.startswith("oob-") for file in parts.files):
        return  # one could not be read: it may be the one that is missed
    led = {counter.side for oob in parts.oobs.values() for counter in oob}
    yield from ((MODULE, ("side", n, "id"), f'"{side}" has no order of battle')
                for n, side in enumerate(parts.sides) if side not in led)  # fmt: skip


def _briefs(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None:
        return
    briefed = [brief.side for brief in parts.play.brief if not brief.seat]
    for side in parts.sides:
        if briefed.count(side) != 1:
            yield parts.scenario, ("brief",), f'"{side}" has {briefed.count(side)} briefs and needs one'


def _seats_briefed(parts: Parts) -> Iterator[Complaint]:
    """Briefs of seats are for seats that the scenario offers, one each."""
    entries = parts.play.brief if parts.play else []
    offered = [(seat.side, seat.id) for seat in parts.play.seat] if parts.play else []
    named = [(brief.side, brief.seat) for brief in entries]
    for number, (side, seat) in enumerate(named):
        if seat and (side, seat) not in offered:
            yield parts.scenario, ("brief", number, "seat"), f'{side} has no seat "{seat}" on offer'
        if seat and (side, seat) in named[:number]:
            yield parts.scenario, ("brief", number, "seat"), f"{seat} has a brief already"


def _turns(parts: Parts) -> Iterator[Complaint]:
    turns = parts.play.turn if parts.play else []
    own_charts = [chart.tracks for chart in parts.charts.values() if isinstance(chart, Track)]
    tracks = {track for chart in own_charts for track in chart} or set(TRACKS)
    for number, (turn, last) in enumerate(zip(turns, (None, *turns), strict=False)):
        yield from ((parts.scenario, ("turn", number, key), words) for key, words in _turn(turn, last, tracks))


def _turn(turn: TurnEntry, last: TurnEntry | None, tracks: Set[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a turn that comes after the last one, by key."""
    if turn.id != f"{turn.day:02d}-{turn.hour}":
        yield "id", f'"{turn.id}" is not day {turn.day} and hour {turn.hour}'
    if last is not None and turn.id <= last.id:
        yield "id", f'"{turn.id}" does not come after "{last.id}"'
    if turn.track not in tracks:
        yield "track", f'there is no track "{turn.track}"' + near(turn.track, tracks)
    if (turn.light == "night") != bool(turn.moon):
        yield "moon", "a night has a moon, and only a night"


@rule("TOCS-W1.5-1")
def _turn_length(parts: Parts) -> Iterator[Complaint]:
    """A turn is three hours unless the scenario says otherwise; a new day, or a month's end, may follow at any hour."""
    turns, hours = (parts.play.turn, parts.play.turn_hours) if parts.play else ([], 3)
    for number in range(1, len(turns)):
        last, now = turns[number - 1], turns[number]
        passed = (now.day - last.day) * 24 + int(now.hour[:2]) - int(last.hour[:2])
        if now.day in (last.day, last.day + 1) and passed != hours:
            yield parts.scenario, ("turn", number, "hour"), f"{passed} hours after the turn before, and a turn has {hours}"


@rule("TOCS-W0.1-2")
def _period(parts: Parts) -> Iterator[Complaint]:
    """These are the rules of the Second World War and of Korea."""
    year = parts.module.year if parts.module else FIRST_YEAR
    if not FIRST_YEAR <= year <= LAST_YEAR:
        yield MODULE, ("year",), f"{year} is not of this rule set: {FIRST_YEAR} to {LAST_YEAR}"


def _pools(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None:
        return
    turns = [turn.id for turn in parts.play.turn]
    for number, pool in enumerate(parts.play.pool):
        dates = {"may_draw_from": pool.may_draw_from, "earns_from": pool.earns_from or turns[0]}
        wrong = ((key, date) for key, date in dates.items() if date not in turns)
        yield from ((parts.scenario, ("pool", number, key), f'there is no turn "{date}"') for key, date in wrong)
        if pool.id in [other.id for other in parts.play.pool[:number]]:
            yield parts.scenario, ("pool", number, "id"), f'the id "{pool.id}" is taken'


@rule("MASL-8.1-1")
def _entry(parts: Parts) -> Iterator[Complaint]:
    """Nations that come on for nothing are in the order of battle."""
    known = sorted({counter.nation for oob in parts.oobs.values() for counter in oob})
    for nation in parts.play.entry.free_nations if parts.play and known else []:
        if nation not in known:
            yield parts.scenario, ("entry", "free_nations"), f'nobody is of the nation "{nation}"' + near(nation, known)


def _battle_notes(parts: Parts) -> Iterator[Complaint]:
    """What words for briefs hold of is on the map."""
    ground, notes = parts.ground, parts.play.battle_note if parts.play else []
    if ground is None:
        return
    known = {
        "hexes": set(map(str, ground.terrain)),
        "terrain": set(ground.terrain.values()),
        "roads": {*ground.roads.values(), *(("railroad",) if ground.rails else ())},
    }
    for number, note in enumerate(notes):
        for key, words in (("hexes", note.hexes), ("terrain", note.terrain), ("roads", note.roads)):
            strange = [word for word in words if word not in known[key]]
            yield from ((parts.scenario, ("battle_note", number, key), f'"{word}" is not on the map') for word in strange)


@rule("MASL-9.1-1")
def _civilians(parts: Parts) -> Iterator[Complaint]:
    """Whom the people of each country are for is said once, of countries of the map; a side met by country has some."""
    entries = parts.play.civilians if parts.play else []
    for number, entry in enumerate(entries):
        wrong = _people(parts, entry, [other.country for other in entries[:number]])
        yield from ((parts.scenario, ("civilians", number, key), words) for key, words in wrong)
    met = [side.civilians for side in parts.module.side] if parts.module and not entries else []
    for number in (number for number, manner in enumerate(met) if manner == "by_country"):
        yield MODULE, ("side", number, "civilians"), "the scenario has no [[civilians]] to say which country is for whom"


def _people(parts: Parts, entry: CiviliansEntry, before: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry, by key. before: the countries told of before it."""
    countries = sorted(set(parts.ground.country.values()) - {""}) if parts.ground else [entry.country]
    if entry.country not in countries:
        yield "country", f'no hex lies in "{entry.country}"' + near(entry.country, countries)
    if entry.country in before:
        yield "country", f"the people of {entry.country} are told of twice"
    if entry.friendly_to not in parts.sides:
        yield "friendly_to", f'there is no side "{entry.friendly_to}"'


def _replacements(parts: Parts) -> Iterator[Complaint]:
    """A side has its pools once (TOCS-W12.8-1)."""
    entries = parts.play.replacements if parts.play else []
    for number, entry in enumerate(entries):
        if entry.side in [other.side for other in entries[:number]]:
            yield parts.scenario, ("replacements", number, "side"), f"the pools of {entry.side} are told twice"


def _victory(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None:
        return
    ids: list[tuple[str, str]] = []
    for number, entry in enumerate(parts.play.victory):
        if (entry.side, entry.id) in ids:
            yield parts.scenario, ("victory", number, "id"), f'{entry.side} has two entries "{entry.id}"'
        ids.append((entry.side, entry.id))
        for key, message in _victory_entry(parts, entry):
            yield parts.scenario, ("victory", number, key), message


def _victory_entry(parts: Parts, entry: VictoryEntry) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry, by key."""
    yield from _miscounted(entry)
    kinds = {*(kind for kind in KINDS if kind != "hq"), *(f"hq_{level}" for level in LEVELS)}
    kinds |= {sunk_kind(ship) for ship in WORDS_OF_CLASS} if entry.kind == "destroyed" else set()
    for word in sorted(set(entry.unit_kinds) - kinds):
        yield "unit_kinds", f'there is no kind of unit "{word}"' + near(word, kinds)
    if parts.play and entry.by and entry.by not in [turn.id for turn in parts.play.turn]:
        yield "by", f'there is no turn "{entry.by}"'
    sites = [site.id for site in parts.play.facility] if parts.play else []
    for word in sorted(set(entry.facilities) - set(sites)):
        yield "facilities", f'there is no facility "{word}"' + near(word, sites)
    if parts.ground is not None:
        yield from _off_the_map(parts.ground, entry)


def _miscounted(entry: VictoryEntry) -> Iterator[tuple[str, str]]:
    """An entry of a kind has the list that the kind counts, and no other; halves are of what it counts."""
    for key, with_ in COUNTED.items():
        named = getattr(entry, key)
        if bool(named) != (entry.kind in with_):
            said = " and ".join(f'"{kind}"' for kind in with_)
            yield key.strip("_"), f'"{key.strip("_")}" goes with kind {said}' + ("" if named else " and may not be empty")
    if entry.kind != "crossing" and (entry.by or entry.nation or entry.arms):
        yield "by", '"by", "nation" and "arms" go with kind "crossing"'
    for word in sorted(set(entry.half) - set(entry.unit_kinds)):
        yield "half", f'"{word}" is none of its unit_kinds'


def _off_the_map(ground: Ground, entry: VictoryEntry) -> Iterator[tuple[str, str]]:
    """What an entry counts that is not on the map, by key."""
    yield from (("hexes", f"{place} is not on the map") for place in entry.hexes if place not in ground.terrain)
    ends = (("from", entry.from_), ("to", entry.to))
    yield from ((key, f"{place} is not on the map") for key, place in ends if place and place not in ground.terrain)
    bridges = [known.id for known in ground.bridges]
    for bridge in entry.bridges:
        if bridge_named(ground, bridge) is None:
            yield "bridges", f'there is no bridge "{bridge}"' + near(bridge, bridges)


SCENARIO_CHECKS: tuple[Check, ...] = (
    _sides,
    _switches,
    _side_words,
    _forces,
    _briefs,
    _seats_briefed,
    _turns,
    _turn_length,
    _period,
    *WEATHER_CHECKS,
    _pools,
    _entry,
    _battle_notes,
    _civilians,
    *PLACE_CHECKS,
    _replacements,
    _victory,
)
