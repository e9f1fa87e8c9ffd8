"""What must hold of what a scenario puts on the map: perimeters, works, facilities, trains, supply, units and when they come."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.kernel.hexes import DIRECTIONS, Hex
from pbem.kernel.rulebook import rule
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tocs.ground import Ground, bank_named, bridge_named, is_divided
from pbem.rulesets.tocs.module_file import (
    CommandPassEntry,
    ReinforcementEntry,
    SetupEntry,
    SupplyDrawEntry,
    SupplyEntry,
    TrainEntry,
)
from pbem.rulesets.tocs.module_parts import TACTICAL, Check, Complaint, Parts, owner_at_start


@rule("TOCS-1.9-4")
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
    if not parts.play.ownership.default and not parts.play.ownership.meeting:
        for place in sorted(set(parts.ground.hexes) - set(map(Hex, named))):
            yield parts.scenario, ("ownership",), f"nobody owns {place}"


@rule("MASL-1.1-3")
def _tactical(parts: Parts) -> Iterator[Complaint]:
    """A tactical map is of a hex that there is: tactical/14.12.toml."""
    for file in parts.files if parts.ground else ():
        place = file.removeprefix(TACTICAL).removesuffix(".toml")
        if file.startswith(TACTICAL) and parts.ground and place not in parts.ground.terrain:
            yield file, (), f"a tactical map is named by its hex: {place} is not on the map"


def _works(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None or parts.ground is None:
        return
    for number, work in enumerate(parts.play.improved):
        at: KeyPath = ("improved", number, "hex")
        if work.hex not in parts.ground.terrain:
            yield parts.scenario, at, f"{work.hex} is not on the map"
        elif owner_at_start(parts.play, work.hex) != work.side:
            yield parts.scenario, at, f"{work.hex} does not belong to {work.side}"
        if work.bridge and bridge_named(parts.ground, work.bridge) is None:
            yield parts.scenario, ("improved", number, "bridge"), f'there is no bridge "{work.bridge}"'
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
    yield from _of_a_side(parts, at, side)


def _of_a_side(parts: Parts, at: KeyPath, side: str) -> Iterator[Complaint]:
    if side not in parts.sides:
        yield parts.scenario, (*at, "side"), f'there is no side "{side}"' + near(side, parts.sides)


def _facilities(parts: Parts) -> Iterator[Complaint]:
    """Facilities stand on the map, belong to a side, and have names of their own."""
    if parts.play is None or parts.ground is None:
        return
    for number, site in enumerate(parts.play.facility):
        yield from _owned(parts, ("facility", number), site.hex, site.side)
        if bool(site.afresh) != bool(site.afresh_edge):
            yield parts.scenario, ("facility", number, "afresh_edge"), "where it is set up afresh and the edge go together"
        if site.id in [other.id for other in parts.play.facility[:number]]:
            yield parts.scenario, ("facility", number, "id"), f'the id "{site.id}" is taken'


def _trains(parts: Parts) -> Iterator[Complaint]:
    """Trains belong to a side, stand on a railway, come on in time, and have calls of their own."""
    if parts.play is None or parts.ground is None:
        return
    taken = {c.call for oob in parts.oobs.values() for c in oob}
    for number, train in enumerate(parts.play.train):
        at: KeyPath = ("train", number)
        yield from _of_a_side(parts, at, train.side)
        yield from ((parts.scenario, (*at, key), words) for key, words in _off_the_rails(parts.ground, train))
        if train.turn and train.turn not in [turn.id for turn in parts.play.turn]:
            yield parts.scenario, (*at, "turn"), f'there is no turn "{train.turn}"'
        if train.call in taken:
            yield parts.scenario, (*at, "call"), f'"{train.call}" is taken'
        taken.add(train.call)


def _off_the_rails(ground: Ground, train: TrainEntry) -> Iterator[tuple[str, str]]:
    """What is wrong with where a train begins, by key."""
    place = Hex(train.hex)
    if not any((place, other) in ground.rails for other in ground.neighbours.get(place, ())):
        yield "hex", f"no railway runs through {train.hex}"
    elif is_divided(ground, place) and bank_named(ground, place, train.bank) is None:
        yield "bank", f'water divides {train.hex}: name its bank, as in bank = "NE+SE"'


def _riders(parts: Parts) -> Iterator[Complaint]:
    """Who comes with a train is of its side, and comes by no other way."""
    if parts.play is None:
        return
    scheduled = [call for entry in parts.play.reinforcement for call in entry.units]
    for number, train in enumerate(parts.play.train):
        wrong = _not_waiting(parts, train.side, train.units, scheduled)
        yield from ((parts.scenario, ("train", number, "units"), words) for words in wrong)
        scheduled += train.units


def _not_waiting(parts: Parts, side: str, calls: Sequence[str], before: Sequence[str]) -> Iterator[str]:
    """Words on those of these calls that are no unit of a side off the map, or that stand among those named before."""
    counters = {c.call: c for oob in parts.oobs.values() for c in oob}
    for number, call in enumerate(calls):
        counter = counters.get(call)
        waits = counter is not None and counter.side == side and counter.setup is None
        if not waits or call in (*before, *calls[:number]):
            yield f'"{call}" is no unit of {side} that waits to come, once'


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
        yield from _of_a_side(parts, (table, number), side)


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
    if entry.secret and entry.kind != "base":
        yield "secret", f"a {entry.kind} is secret by itself, or never"
    if entry.from_ not in ("", *(turn.id for turn in play.turn)):
        yield "from", f'there is no turn "{entry.from_}"'
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
    named: list[str] = []
    for number, entry in enumerate(parts.play.reinforcement):
        yield from ((parts.scenario, ("reinforcement", number, key), words) for key, words in _scheduled(parts, entry, named))
        named += entry.units


def _scheduled(parts: Parts, entry: ReinforcementEntry, named: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the schedule, by key. named: the units of those before it."""
    ground, play = parts.ground, parts.play
    if ground is None or play is None:
        return
    if entry.turn and entry.turn not in [turn.id for turn in play.turn]:
        yield "turn", f'there is no turn "{entry.turn}"'
    yield from (("units", words) for words in _not_waiting(parts, entry.side, entry.units, named))
    yield from _into(entry, [store.id for store in play.supply if store.side == entry.side])
    for place in map(Hex, entry.hexes):
        yield from (("hexes", words) for words in _entry_hex(ground, place, entry.by))


def _into(entry: ReinforcementEntry, stores: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the store that points go into, by key. stores: those of the side."""
    if entry.into and entry.into not in stores:
        yield "into", f'{entry.side} has no store "{entry.into}"' + near(entry.into, stores)
    if bool(entry.into) != bool(entry.path_from):
        yield "path_from", "the store that points go into and the edge they come from go together"


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
    for number, entry in enumerate(parts.play.setup):
        at: KeyPath = ("setup", number)
        if entry.side in [other.side for other in parts.play.setup[:number]]:
            yield parts.scenario, (*at, "side"), f"the set-up of {entry.side} is told twice"
        yield from ((parts.scenario, at, f'"{name}" is not one of {entry.side}\'s') for name in _not_its_own(parts, entry))
        wrong = (*_off_the_map(parts.ground, entry), *_bound(parts, entry))
        yield from ((parts.scenario, (*at, key), fault) for key, fault in wrong)


def _bound(parts: Parts, entry: SetupEntry) -> Iterator[tuple[str, str]]:
    """What is wrong with the hexes that things are bound to, and with those that share none, by key; `_places` are as printed."""
    at = _places(parts, entry.side)
    for name, hexes in entry.bound.items():
        if name not in at:
            yield "bound", f'"{name}" is not one of {entry.side}\'s' + near(name, at)
        elif at[name] not in hexes:
            yield "bound", f"{name} stands in {at[name]}, which is none of its hexes"
        yield from (
            ("bound", f"{place} is not on the map") for place in hexes if parts.ground and place not in parts.ground.terrain
        )
    for number, name in enumerate(entry.one_a_hex):
        if name not in at:
            yield "one_a_hex", f'"{name}" is not one of {entry.side}\'s' + near(name, at)
        elif at[name] in [at.get(other) for other in entry.one_a_hex[:number]]:
            yield "one_a_hex", f"{name} shares {at[name]}"


def _places(parts: Parts, side: str) -> dict[str, str]:
    """Where the units, stores and facilities of a side are printed, by call or id."""
    found: dict[str, str] = {c.call: str(c.setup) for oob in parts.oobs.values() for c in oob if c.side == side and c.setup}
    stores, sites = (parts.play.supply, parts.play.facility) if parts.play else ((), ())
    found |= {store.id: store.hex for store in stores if store.side == side}
    return found | {site.id: site.hex for site in sites if site.side == side}


def _draws(parts: Parts) -> Iterator[Complaint]:
    """Who draws supply is a headquarters of the side, at an hour that a turn has; a side says so once."""
    entries = parts.play.supply_draw if parts.play else []
    for number, entry in enumerate(entries):
        yield from _of_a_side(parts, ("supply_draw", number), entry.side)
        yield from ((parts.scenario, ("supply_draw", number, key), words) for key, words in _draw(parts, entry))
        if entry.side in [other.side for other in entries[:number]]:
            yield parts.scenario, ("supply_draw", number, "side"), f"who draws of {entry.side} is told twice"


def _draw(parts: Parts, entry: SupplyDrawEntry) -> Iterator[tuple[str, str]]:
    """What is wrong with who draws, by key."""
    if parts.play and entry.hour not in [turn.hour for turn in parts.play.turn]:
        yield "hour", f'no turn begins at "{entry.hour}"'
    staffs = [c.call for oob in parts.oobs.values() for c in oob if c.kind == "hq" and c.side == entry.side]
    yield from (("units", f'"{call}" is no headquarters of {entry.side}') for call in entry.units if call not in staffs)


def _dated(parts: Parts) -> Iterator[Complaint]:
    """Who takes command, who leaves and who has boats are units of the side; turns and hexes are there."""
    if parts.play is None:
        return
    turns = [turn.id for turn in parts.play.turn]
    for number, order in enumerate(parts.play.command_pass):
        calls = {"to": [order.to], "from": [order.from_], "units": order.units, "los_to_either": order.los_to_either}
        wrong = (*_strangers(parts, order.side, calls), *_off_board(parts, order))
        yield from ((parts.scenario, ("command_pass", number, key), words) for key, words in wrong)
    for number, leave in enumerate(parts.play.exit):
        wrong = (*_strangers(parts, leave.side, {"units": leave.units}), *_no_turn("by", leave.by, turns))
        yield from ((parts.scenario, ("exit", number, key), words) for key, words in wrong)
    for number, boats in enumerate(parts.play.boats):
        wrong = (*_strangers(parts, boats.side, {"with": boats.with_}), *_no_turn("from", boats.from_, turns))
        yield from ((parts.scenario, ("boats", number, key), words) for key, words in wrong)


def _strangers(parts: Parts, side: str, calls: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """The calls, by key, that are no units of a side; the side itself, if it is none."""
    if side not in parts.sides:
        yield "side", f'there is no side "{side}"' + near(side, parts.sides)
    own = [c.call for oob in parts.oobs.values() for c in oob if c.side == side]
    for key, named in calls.items():
        yield from ((key, f'{side} has no unit "{call}"' + near(call, own)) for call in named if own and call not in own)


def _no_turn(key: str, turn: str, turns: Sequence[str]) -> Iterator[tuple[str, str]]:
    if turn not in turns:
        yield key, f'there is no turn "{turn}"' + near(turn, turns)


def _off_board(parts: Parts, order: CommandPassEntry) -> Iterator[tuple[str, str]]:
    """The hexes that change hands, and the entries, that are not on the map, by key; a unit does not take command of itself."""
    for key, hexes in (("hexes", order.hexes), ("entries", order.entries)):
        off = (place for place in hexes if parts.ground and place not in parts.ground.terrain)
        yield from ((key, f"{place} is not on the map") for place in off)
    if order.to == order.from_:
        yield "to", "command passes from one headquarters to another"


def _not_its_own(parts: Parts, entry: SetupEntry) -> Iterator[str]:
    """The units, stores and facilities that a set-up names and its side does not have."""
    stores, sites = (parts.play.supply, parts.play.facility) if parts.play else ((), ())
    own = (
        (entry.units, {c.call for oob in parts.oobs.values() for c in oob if c.side == entry.side}),
        (entry.stores, {store.id for store in stores if store.side == entry.side}),
        (entry.facilities, {site.id for site in sites if site.side == entry.side}),
    )
    for names, known in own:
        yield from (name for name in names if name not in known)


def _off_the_map(ground: Ground, entry: SetupEntry) -> Iterator[tuple[str, str]]:
    """What of a set-up is not on the map: the key of the file, and what is wrong there."""
    yield from (("bridges", f'there is no bridge "{name}"') for name in entry.bridges if bridge_named(ground, name) is None)
    wrong = sorted(set(entry.down) - set(entry.bridges))
    yield from (("down", f'"{name}" is none of its bridges') for name in wrong)
    if len(set(entry.down)) not in (0, entry.broken):
        yield "down", f"{entry.broken} bridges are broken"
    if entry.broken > len(set(entry.bridges)):
        yield "broken", f"{entry.broken} of {len(set(entry.bridges))} bridges cannot be broken"
    yield from (("hexes", f"{place} is not on the map") for place in entry.hexes if place not in ground.terrain)


PLACE_CHECKS: tuple[Check, ...] = (
    _ownership, _tactical, _works, _features, _facilities, _trains, _riders, _engineers, _supply, _schedule, _placings, _draws,
    _dated,
)  # fmt: skip
