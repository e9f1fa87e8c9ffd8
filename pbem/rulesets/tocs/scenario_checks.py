"""What must hold of a module and its scenario: sides, switches, turns, pools, ownership, works, victory."""

from collections.abc import Iterator, Sequence

from pbem.kernel.hexes import DIRECTIONS, Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.tables import Grid, Track
from pbem.rulesets.tocs.faults import KeyPath, near
from pbem.rulesets.tocs.ground import Ground, bank_named, bridge_named, is_divided
from pbem.rulesets.tocs.module_file import (
    BriefEntry,
    PoolEntry,
    ReinforcementEntry,
    ReplacementsEntry,
    SetupEntry,
    SpellEntry,
    SupplyEntry,
    VictoryEntry,
    WorkEntry,
)
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts, owner_at_start
from pbem.rulesets.tocs.oob import KINDS, LEVELS
from pbem.rulesets.tocs.switches import SWITCHES

SideBound = (
    PoolEntry | ReplacementsEntry | WorkEntry | SupplyEntry | ReinforcementEntry | SetupEntry | BriefEntry | VictoryEntry
)
MODULE = "module.toml"
TRACKS = ("day", "night", "postal_day", "postal_night")
"""The turn ending tracks of the ruleset's own chart."""

FIRST_YEAR, LAST_YEAR = 1937, 1953

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
        elif not any(setting == allowed and type(setting) is type(allowed) for allowed in switch.allowed):
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
        "victory": play.victory,
    }
    for table, entries in tables.items():
        yield from ((file, (table, number, "side"), entry.side) for number, entry in enumerate(entries))
    yield from ((file, ("ownership", "hexes", side), side) for side in play.ownership.hexes)
    if play.moves_first:
        yield file, ("moves_first",), play.moves_first
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
    briefed = [brief.side for brief in parts.play.brief]
    for side in parts.sides:
        if briefed.count(side) != 1:
            yield parts.scenario, ("brief",), f'"{side}" has {briefed.count(side)} briefs and needs one'


def _turns(parts: Parts) -> Iterator[Complaint]:
    turns = parts.play.turn if parts.play else []
    own_charts = [chart.tracks for chart in parts.charts.values() if isinstance(chart, Track)]
    tracks = {track for chart in own_charts for track in chart} or set(TRACKS)
    for number, turn in enumerate(turns):
        at: KeyPath = ("turn", number, "id")
        if turn.id != f"{turn.day:02d}-{turn.hour}":
            yield parts.scenario, at, f'"{turn.id}" is not day {turn.day} and hour {turn.hour}'
        if number and turn.id <= turns[number - 1].id:
            yield parts.scenario, at, f'"{turn.id}" does not come after "{turns[number - 1].id}"'
        if turn.track not in tracks:
            yield (
                parts.scenario,
                ("turn", number, "track"),
                f'there is no track "{turn.track}"' + near(turn.track, tracks),
            )
        if (turn.light == "night") != bool(turn.moon):
            yield parts.scenario, ("turn", number, "moon"), "a night has a moon, and only a night"


@rule("TOCS-W13.3-5", "TOCS-W13.4.2-1", "TOCS-W13.4.3-1", "TOCS-W13.4.4-5", "TOCS-W13.4-2")
def _weather(parts: Parts) -> Iterator[Complaint]:
    """Spells begin on turns, in order, the first with the first; and nothing falls from a sky that cannot hold it."""
    if parts.play is None or parts.play.weather is None:
        return
    turns, weather = [turn.id for turn in parts.play.turn], parts.play.weather
    starts = [spell.from_ for spell in weather.spell]
    if starts[0] != turns[0]:
        yield parts.scenario, ("weather", "spell", 0, "from"), f'the first spell begins with the first turn, "{turns[0]}"'
    for number, spell in enumerate(weather.spell):
        at: KeyPath = ("weather", "spell", number)
        if spell.from_ not in turns:
            yield parts.scenario, (*at, "from"), f'there is no turn "{spell.from_}"' + near(spell.from_, turns)
        if number and spell.from_ <= starts[number - 1]:
            yield parts.scenario, (*at, "from"), f'"{spell.from_}" does not come after "{starts[number - 1]}"'
        yield from ((parts.scenario, (*at, key), words) for key, words in _sky(spell, weather.kind == "historical"))


def _sky(spell: SpellEntry, historical: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with the sky of one spell, by key."""
    given = {"cloud": spell.cloud, "precipitation": spell.precipitation, "wind": spell.wind}
    for key, word in given.items():
        if historical and not word:
            yield key, "history has to say what it was"
        if word and not historical:
            yield key, "is rolled for where the weather is variable"
    if spell.fog and not historical:
        yield "fog", "is rolled for where the weather is variable"
    if historical:
        yield from (("precipitation", words) for words in _cannot_fall(spell.precipitation, spell.cloud, spell.temperature))


def _cannot_fall(what: str, cloud: str, temperature: str) -> Iterator[str]:
    if what in ("", "dry"):
        return
    needs = "scattered" if what.endswith("squall") else "overcast"
    if cloud != needs:
        yield f"{what} needs a sky that is {needs}, not {cloud or 'left open'}"
    snow, cold = what.startswith("snow") or what == "blizzard", temperature in ("freezing", "hard_frost")
    if snow != cold:
        yield f"{what} does not fall when it is {temperature}"


def _rain_charts(parts: Parts) -> Iterator[Complaint]:
    """A module's own precipitation chart keeps squalls to scattered cloud and the rest to overcast."""
    charts = [(f, c) for f, c in parts.charts.items() if isinstance(c, Grid) and c.id == "weather-precipitation"]
    for file, chart in charts:
        for number, block in enumerate(chart.blocks):
            cold = block.key.get("temperature", "mild")
            pairs = {pair for row in block.cells.values() for pair in zip(row, chart.columns.labels, strict=True)}
            for cell, cloud in sorted(pairs):
                yield from ((file, ("block", number), words) for words in _cannot_fall(cell, cloud, cold))


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
        if pool.may_draw_from not in turns:
            yield parts.scenario, ("pool", number, "may_draw_from"), f'there is no turn "{pool.may_draw_from}"'
        if pool.id in [other.id for other in parts.play.pool[:number]]:
            yield parts.scenario, ("pool", number, "id"), f'the id "{pool.id}" is taken'


def _replacements(parts: Parts) -> Iterator[Complaint]:
    """A side has its pools once (TOCS-W12.8-1)."""
    entries = parts.play.replacements if parts.play else []
    for number, entry in enumerate(entries):
        if entry.side in [other.side for other in entries[:number]]:
            yield parts.scenario, ("replacements", number, "side"), f"the pools of {entry.side} are told twice"


def _ownership(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None or parts.ground is None:
        return
    named: dict[str, str] = {}
    for side, places in parts.play.ownership.hexes.items():
        at: KeyPath = ("ownership", "hexes", side)
        for place in places:
            if place not in parts.ground.terrain:
                yield parts.scenario, at, f"{place} is not on the map"
            if place in named:
                yield parts.scenario, at, f"{place} is given twice, to {named[place]} and {side}"
            named[place] = side
    if not parts.play.ownership.default:
        for place in sorted(set(parts.ground.hexes) - set(map(Hex, named))):
            yield parts.scenario, ("ownership",), f"nobody owns {place}"


def _works(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None or parts.ground is None:
        return
    for number, work in enumerate(parts.play.improved):
        at: KeyPath = ("improved", number, "hex")
        if work.hex not in parts.ground.terrain:
            yield parts.scenario, at, f"{work.hex} is not on the map"
        elif owner_at_start(parts.play, work.hex) != work.side:
            yield parts.scenario, at, f"{work.hex} does not belong to {work.side}"
        if work.hex in [other.hex for other in parts.play.improved[:number]]:
            yield parts.scenario, at, f"{work.hex} has two improved positions"


def _features(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None or parts.ground is None:
        return
    for number, entry in enumerate(parts.play.feature):
        yield from _owned(parts, ("feature", number), entry.hex, entry.side)


def _owned(parts: Parts, at: KeyPath, hex_: str, side: str) -> Iterator[Complaint]:
    """What a side has somewhere is on the map, and the side is one of the module's."""
    if parts.ground is not None and hex_ not in parts.ground.terrain:
        yield parts.scenario, (*at, "hex"), f"{hex_} is not on the map"
    if side not in parts.sides:
        yield parts.scenario, (*at, "side"), f'there is no side "{side}"' + near(side, parts.sides)


def _facilities(parts: Parts) -> Iterator[Complaint]:
    """Facilities stand on the map, belong to a side, and have names of their own."""
    if parts.play is None or parts.ground is None:
        return
    for number, site in enumerate(parts.play.facility):
        yield from _owned(parts, ("facility", number), site.hex, site.side)
        if site.id in [other.id for other in parts.play.facility[:number]]:
            yield parts.scenario, ("facility", number, "id"), f'the id "{site.id}" is taken'


def _trains(parts: Parts) -> Iterator[Complaint]:
    """Trains belong to a side, stand on a railway, come on in time, and have calls of their own."""
    if parts.play is None or parts.ground is None:
        return
    taken = {c.call for oob in parts.oobs.values() for c in oob}
    for number, train in enumerate(parts.play.train):
        at: KeyPath = ("train", number)
        place = Hex(train.hex)
        if train.side not in parts.sides:
            yield parts.scenario, (*at, "side"), f'there is no side "{train.side}"' + near(train.side, parts.sides)
        if not any((place, other) in parts.ground.rails for other in parts.ground.neighbours.get(place, ())):
            yield parts.scenario, (*at, "hex"), f"no railway runs through {train.hex}"
        elif is_divided(parts.ground, place) and bank_named(parts.ground, place, train.bank) is None:
            yield parts.scenario, (*at, "bank"), f'water divides {train.hex}: name its bank, as in bank = "NE+SE"'
        if train.turn and train.turn not in [turn.id for turn in parts.play.turn]:
            yield parts.scenario, (*at, "turn"), f'there is no turn "{train.turn}"'
        if train.call in taken:
            yield parts.scenario, (*at, "call"), f'"{train.call}" is taken'
        taken.add(train.call)


def _riders(parts: Parts) -> Iterator[Complaint]:
    """Who comes with a train is of its side, and comes by no other way."""
    if parts.play is None:
        return
    counters = {c.call: c for oob in parts.oobs.values() for c in oob}
    scheduled = [call for entry in parts.play.reinforcement for call in entry.units]
    for number, train in enumerate(parts.play.train):
        for call in train.units:
            counter = counters.get(call)
            if counter is None or counter.side != train.side or counter.setup is not None or call in scheduled:
                yield parts.scenario, ("train", number, "units"), f'"{call}" is no unit of {train.side} that waits to come, once'
            scheduled.append(call)


def _engineers(parts: Parts) -> Iterator[Complaint]:
    """Leave to blow bridges is for bridges there are; equipment belongs to a side."""
    if parts.play is None or parts.ground is None:
        return
    for number, leave in enumerate(parts.play.demolition):
        wrong = [name for name in leave.bridges if bridge_named(parts.ground, name) is None]
        yield from ((parts.scenario, ("demolition", number, "bridges"), f'there is no bridge "{name}"') for name in wrong)
    listed = [("demolition", n, leave.side) for n, leave in enumerate(parts.play.demolition)]
    listed += [("equipment", n, gear.side) for n, gear in enumerate(parts.play.equipment)]
    for table, number, side in listed:
        if side not in parts.sides:
            yield parts.scenario, (table, number, "side"), f'there is no side "{side}"' + near(side, parts.sides)


def _supply(parts: Parts) -> Iterator[Complaint]:
    """Each source is on the map, on one bank, and where its owner's people can come to it (TOCS-W8.0-2)."""
    if parts.play is None or parts.ground is None:
        return
    calls = {counter.call: counter.side for oob in parts.oobs.values() for counter in oob}
    for number, entry in enumerate(parts.play.supply):
        if (entry.side, entry.id) in [(other.side, other.id) for other in parts.play.supply[:number]]:
            yield parts.scenario, ("supply", number, "id"), f'{entry.side} has two sources "{entry.id}"'
        if entry.join and (entry.kind != "mobile" or calls.get(entry.join) != entry.side):
            yield parts.scenario, ("supply", number, "join"), f'trucks join a unit of {entry.side}, and "{entry.join}" is none'
        yield from ((parts.scenario, ("supply", number, key), words) for key, words in _supply_place(parts, entry))


def _supply_place(parts: Parts, entry: SupplyEntry) -> Iterator[tuple[str, str]]:
    ground, play = parts.ground, parts.play
    if ground is None or play is None:
        return
    if entry.hex not in ground.terrain:
        yield "hex", f"{entry.hex} is not on the map"
        return
    place = Hex(entry.hex)
    if owner_at_start(play, place) != entry.side:
        yield "hex", f"{entry.hex} does not belong to {entry.side}"
    if is_divided(ground, place) != bool(entry.bank) or (entry.bank and bank_named(ground, place, entry.bank) is None):
        yield "bank", f"name the bank of {entry.hex} by hexsides on it, if water divides it"
    if entry.kind == "edge" and len(ground.neighbours[place]) == len(DIRECTIONS):
        yield "hex", f"{entry.hex} is not at the edge of the map"


def _schedule(parts: Parts) -> Iterator[Complaint]:
    """Reinforcements are their side's, off the map, once; they come on a turn there is, at hexes of the edge."""
    if parts.play is None or parts.ground is None:
        return
    counters = {c.call: c for oob in parts.oobs.values() for c in oob}
    turns, seen = [turn.id for turn in parts.play.turn], set[str]()
    for number, entry in enumerate(parts.play.reinforcement):
        at: KeyPath = ("reinforcement", number)
        if entry.turn and entry.turn not in turns:
            yield parts.scenario, (*at, "turn"), f'there is no turn "{entry.turn}"'
        for call in entry.units:
            counter = counters.get(call)
            if counter is None or counter.side != entry.side or counter.setup is not None or call in seen:
                yield parts.scenario, (*at, "units"), f'"{call}" is no unit of {entry.side} that waits to come, once'
            seen.add(call)
        for place in entry.hexes:
            yield from ((parts.scenario, (*at, "hexes"), words) for words in _entry_hex(parts.ground, Hex(place), entry.by))


def _entry_hex(ground: Ground, place: Hex, by: str) -> Iterator[str]:
    if place not in ground.terrain:
        yield f"{place} is not on the map"
    elif is_divided(ground, place):
        yield f"water divides {place}"
    elif by == "edge" and len(ground.neighbours[place]) == len(DIRECTIONS):
        yield f"{place} is not at the edge of the map"


def _placings(parts: Parts) -> Iterator[Complaint]:
    """What a side may place is its own and there."""
    if parts.play is None or parts.ground is None:
        return
    counters = {c.call: c for oob in parts.oobs.values() for c in oob}
    stores = {(s.side, s.id) for s in parts.play.supply}
    for number, entry in enumerate(parts.play.setup):
        at: KeyPath = ("setup", number)
        wrong = [call for call in entry.units if call not in counters or counters[call].side != entry.side]
        wrong += [name for name in entry.stores if (entry.side, name) not in stores]
        yield from ((parts.scenario, at, f'"{word}" is not one of {entry.side}\'s') for word in wrong)
        wrong = [name for name in entry.bridges if bridge_named(parts.ground, name) is None]
        yield from ((parts.scenario, (*at, "bridges"), f'there is no bridge "{name}"') for name in wrong)
        if entry.broken > len(set(entry.bridges)):
            yield parts.scenario, (*at, "broken"), f"{entry.broken} of {len(set(entry.bridges))} bridges cannot be broken"
        off = [place for place in entry.hexes if place not in parts.ground.terrain]
        yield from ((parts.scenario, (*at, "hexes"), f"{place} is not on the map") for place in off)


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
    lists = {
        "hexes": entry.hexes, "bridges": entry.bridges, "destroyed": entry.unit_kinds, "facilities": entry.facilities,
    }  # fmt: skip
    keys = {"hexes": "hexes", "bridges": "bridges", "destroyed": "unit_kinds", "facilities": "facilities"}
    for kind, named in lists.items():
        if bool(named) != (kind == entry.kind):
            yield keys[kind], f'"{keys[kind]}" goes with kind "{kind}"' + ("" if named else " and may not be empty")
    kinds = {*(kind for kind in KINDS if kind != "hq"), *(f"hq_{level}" for level in LEVELS)}
    for word in sorted(set(entry.unit_kinds) - kinds):
        yield "unit_kinds", f'there is no kind of unit "{word}"' + near(word, kinds)
    sites = [site.id for site in parts.play.facility] if parts.play else []
    for word in sorted(set(entry.facilities) - set(sites)):
        yield "facilities", f'there is no facility "{word}"' + near(word, sites)
    if parts.ground is None:
        return
    for place in entry.hexes:
        if place not in parts.ground.terrain:
            yield "hexes", f"{place} is not on the map"
    for bridge in entry.bridges:
        if bridge_named(parts.ground, bridge) is None:
            yield (
                "bridges",
                f'there is no bridge "{bridge}"' + near(bridge, [known.id for known in parts.ground.bridges]),
            )


SCENARIO_CHECKS: tuple[Check, ...] = (
    _sides,
    _switches,
    _side_words,
    _forces,
    _briefs,
    _turns,
    _turn_length,
    _period,
    _weather,
    _rain_charts,
    _pools,
    _ownership,
    _works,
    _features,
    _facilities,
    _trains,
    _riders,
    _engineers,
    _supply,
    _schedule,
    _placings,
    _replacements,
    _victory,
)
