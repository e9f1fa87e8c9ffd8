"""What must hold of the units of a module: ids, calls, chains of command, places at setup."""

import re
from collections.abc import Iterable, Iterator, Mapping

from pbem.kernel.charts.entries import whole
from pbem.kernel.charts.tables import Records
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import near
from pbem.rulesets.tocs.ground import Ground, bank_named, is_divided, open_waters
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts, owner_at_start
from pbem.rulesets.tocs.national import dated, in_force, names
from pbem.rulesets.tocs.oob import Counter, full_kind

STACKING = 4
"""Companies, platoons and batteries in a hex, and again as many assets."""

GUNS = ("artillery", "self_propelled_artillery", "mortar", "rocket", "anti_tank", "light_flak", "heavy_flak", "infantry_gun")
CALL = re.compile(r"[A-Za-z0-9/]{1,8}")
ALIAS = re.compile(r"[^\s,;:#]+")


class _CheckedUnit(Value):
    """A counter under check and the place of its entry."""

    file: str
    number: int
    counter: Counter

    def wrong(self, key: str, message: str) -> Complaint:
        """A complaint about one key of the counter."""
        return self.file, ("unit", self.number, key), f"{self.counter.call}: {message}"


def _ids(parts: Parts) -> Iterator[Complaint]:
    seen: set[str] = set()
    for unit in _units(parts):
        if unit.counter.id in seen:
            yield unit.wrong("id", f'the id "{unit.counter.id}" is taken')
        seen.add(unit.counter.id)


def _calls(parts: Parts) -> Iterator[Complaint]:
    names = _Names(parts)
    for unit in _units(parts):
        if not CALL.fullmatch(unit.counter.call) or unit.counter.call.isdigit():
            yield unit.wrong("call", "a call is one to eight letters, digits or strokes, not all digits")
        for key, word in _order_names(unit.counter):
            yield from (unit.wrong(key, f'"{word}" {why}') for why in names.enter(unit.counter, key, word))


class _Names:
    """The names that orders could mean: what the rules and the map call by a word, and what units have been called so far."""

    def __init__(self, parts: Parts) -> None:
        self.order_words = {word.casefold() for word in parts.order_words}
        self.places = {name.casefold() for name in (parts.ground.names.values() if parts.ground else ())}
        self.formations: dict[tuple[str, str], str] = {}
        self.taken: dict[tuple[str, str], str] = {}
        for counter in (unit.counter for unit in _units(parts)):
            if counter.formation:
                self.formations[counter.side, counter.formation.casefold()] = counter.call

    def enter(self, counter: Counter, key: str, word: str) -> Iterator[str]:
        """Note a unit's call or alias, and say whatever is wrong with it."""
        folded = word.casefold()
        if not ALIAS.fullmatch(word):
            yield "cannot be written in an order"
        if folded in self.order_words:
            yield "is an order word"
        if folded in self.places:
            yield "is a place on the map"
        hidden = self.formations.get((counter.side, folded))
        if hidden and (key, word) != ("call", hidden):  # a staff called like its formation has no other name for it
            yield f"hides the formation of {hidden}"
        if (counter.side, folded) in self.taken:
            yield f"is what {self.taken[counter.side, folded]} is called"
        self.taken[counter.side, folded] = counter.call


def _nations(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None:
        return
    paid = {(pool.side, nation) for pool in parts.play.pool for nation in (pool.nation, *pool.pays_for)}
    for unit in _units(parts):
        if (unit.counter.side, unit.counter.nation) not in paid:
            yield unit.wrong("nation", f'its side has no pool for "{unit.counter.nation}"')


@rule("TOCS-W18.0-1")
def _characteristics(parts: Parts) -> Iterator[Complaint]:
    """Each nation has a line in the chart `national-characteristics` at the date of the game: without one its supply range,
    its initiative and all else would be nothing."""
    chart = parts.in_force.get("national-characteristics")
    if parts.module is None or not isinstance(chart, Records):
        return
    when = dated(parts.module.year, parts.module.month)
    told: set[str] = set()
    for unit in _units(parts):
        nation = unit.counter.nation
        if nation not in told and in_force(chart, nation, when) is None:
            told.add(nation)
            known = {name for record in chart.records.values() for name in names(record)}
            why = f"has no line for {when}" if nation.lower() in known else "has none by that name" + near(nation.lower(), known)
            yield unit.wrong("nation", f'"{nation}": the chart national-characteristics {why}')


def _headquarters(parts: Parts) -> Iterator[Complaint]:
    for unit in _units(parts):
        counter = unit.counter
        if (counter.kind == "hq") != bool(counter.level) and (counter.kind, counter.level) != ("hq_company", "battalion"):
            yield unit.wrong("level", "a headquarters has a level, and nothing else has one (an HQ company: battalion)")
        if counter.kind in ("hq", "hq_company") and counter.command < 1:
            yield unit.wrong("command", "a headquarters needs a command range")
        if counter.artillery and not counter.range:
            yield unit.wrong("range", "artillery needs a range")


@rule("TOCS-W1.4-1", "TOCS-W2.1-2")
def _steps(parts: Parts) -> Iterator[Complaint]:
    """What a counter can lose, by its kind, a headquarters by its level: as the chart `unit-steps` has them; and that some of it
    is left as play begins."""
    yield from (unit.wrong("lost", "it would be dead") for unit in _units(parts) if unit.counter.lost >= unit.counter.steps)
    chart = parts.in_force.get("unit-steps")
    if not isinstance(chart, Records):
        return
    for unit in _units(parts):
        counter = unit.counter
        figures = chart.records.get(full_kind(counter))
        if figures and counter.steps > (most := whole(figures, "steps")):
            what = f"{counter.level} headquarters" if counter.kind == "hq" else counter.kind.replace("_", " ")
            yield unit.wrong("steps", f"at most {most} for its kind, {what}")


@rule("TOCS-W2.0-2", "TOCS-W10.13-8")
def _classes(parts: Parts) -> Iterator[Complaint]:
    """Guns say what guns they are, and a bridging column goes by road and field like the trucks it is."""
    for unit in _units(parts):
        counter = unit.counter
        if counter.kind == "battery" and counter.arm not in GUNS:
            yield unit.wrong("arm", f"a battery is one of {', '.join(GUNS)}")
        if counter.arm == "bridging" and counter.mobility != "motorized":
            yield unit.wrong("mobility", "a bridging company is motorized")


@rule("TOCS-W12.1.1-1", "TOCS-W11.6-1", "TOCS-W11.7-1")
def _boats(parts: Parts) -> Iterator[Complaint]:
    """Boats are assets; who begins on open water is in boats, or amphibious, unless the scenario knows ice."""
    wet = open_waters(parts.ground) if parts.ground else frozenset[Hex]()
    iced = parts.play is not None and parts.play.weather is not None and any(s.ice for s in parts.play.weather.spell)
    for unit in _units(parts):
        counter = unit.counter
        if counter.boats and counter.kind != "asset":
            yield unit.wrong("boats", "boats are an asset, assigned to those they carry")
        if counter.setup in wet and not iced and not _keeps_afloat(counter, parts.oobs[unit.file]):
            yield unit.wrong("setup", f"{counter.setup} is open water, and it is neither amphibious nor in boats with room for it")


def _keeps_afloat(counter: Counter, oob: Iterable[Counter]) -> bool:
    """Is a counter amphibious, boats, assigned to one that is looked at in its place, or in boats that take its steps?"""
    if "amphibious" in counter.traits or counter.boats or counter.assigned:
        return True
    along = [c for c in oob if c.assigned == counter.id]
    steps = counter.steps + sum(c.steps for c in along if not c.boats and "amphibious" not in c.traits)
    return counter.mobility == "foot" and steps <= sum(c.boats for c in along)


@rule("TOCS-W1.7-1", "TOCS-W2.5-2")
def _assigned(parts: Parts) -> Iterator[Complaint]:
    """Assets begin with a unit of their side, in its hex, four at most; no asset has assets of its own."""
    for unit in _units(parts):
        counter, by_id = unit.counter, {c.id: c for c in parts.oobs[unit.file]}
        if not counter.assigned:
            continue
        owner = by_id.get(counter.assigned)
        if counter.kind != "asset":
            yield unit.wrong("assigned", "only an asset is assigned to a unit")
        elif owner is None:
            yield unit.wrong("assigned", f'its side has no unit "{counter.assigned}"' + near(counter.assigned, by_id))
        elif owner.kind == "asset":
            yield unit.wrong("assigned", f"{owner.call} is an asset, and has none of its own")
        elif (owner.setup, owner.bank) != (counter.setup, counter.bank):
            yield unit.wrong("assigned", f"{owner.call} begins elsewhere")
        elif sum(c.assigned == owner.id for c in by_id.values()) > STACKING:
            yield unit.wrong("assigned", f"{owner.call} has more than {STACKING} assets")


def _parents(parts: Parts) -> Iterator[Complaint]:
    for unit in _units(parts):
        by_id = {counter.id: counter for counter in parts.oobs[unit.file]}
        if unit.counter.parent:
            yield from _parent(unit, by_id)


def _parent(unit: _CheckedUnit, by_id: Mapping[str, Counter]) -> Iterator[Complaint]:
    named = unit.counter.parent
    parent = by_id.get(named)
    if parent is None:
        yield unit.wrong("parent", f'its side has no unit "{named}"' + near(named, by_id))
    elif parent.kind not in ("hq", "hq_company"):
        yield unit.wrong("parent", f"{parent.call} is no headquarters")
    elif _runs_in_a_circle(unit.counter, by_id):
        yield unit.wrong("parent", "the chain of command runs in a circle")


def _setup(parts: Parts) -> Iterator[Complaint]:
    if parts.play is None or parts.ground is None:
        return
    for unit in _units(parts):
        place = unit.counter.setup
        if place is None:
            continue
        if place not in parts.ground.terrain:
            yield unit.wrong("setup", f"{place} is not on the map")
        elif owner_at_start(parts.play, place) != unit.counter.side:
            yield unit.wrong("setup", f"{place} is not its own ground")
        else:
            yield from _bank(unit, place, parts.ground)


def _bank(unit: _CheckedUnit, place: Hex, ground: Ground) -> Iterator[Complaint]:
    bank = unit.counter.bank
    if is_divided(ground, place) and bank_named(ground, place, bank) is None:
        banks = " or ".join("+".join(bank) for bank in ground.banks[place])
        yield unit.wrong("bank", f"{place} is divided by water; its banks are {banks}")
    if bank and not is_divided(ground, place):
        yield unit.wrong("bank", f"{place} has only one bank")


@rule("TOCS-W3.0-1")
def _stacks(parts: Parts) -> Iterator[Complaint]:
    stacks: dict[tuple[Hex, bool], int] = {}
    for unit in _units(parts):
        if unit.counter.setup is None or unit.counter.kind == "hq":
            continue
        asset = unit.counter.kind == "asset"
        stack = (unit.counter.setup, asset)
        stacks[stack] = stacks.get(stack, 0) + 1
        if stacks[stack] > STACKING:
            what = "assets" if asset else "companies, platoons and batteries"
            yield unit.wrong("setup", f"more than {STACKING} {what} in {unit.counter.setup}")


OOB_CHECKS: tuple[Check, ...] = (
    *(_ids, _calls, _nations, _characteristics, _headquarters),
    *(_steps, _classes, _boats, _assigned, _parents, _setup, _stacks),
)


def _units(parts: Parts) -> Iterator[_CheckedUnit]:
    for file, oob in parts.oobs.items():
        for number, counter in enumerate(oob):
            yield _CheckedUnit(file, number, counter)


def _order_names(counter: Counter) -> Iterator[tuple[str, str]]:
    yield "call", counter.call
    for alias in counter.aliases:
        yield "aliases", alias


def _runs_in_a_circle(counter: Counter, by_id: Mapping[str, Counter]) -> bool:
    seen: set[str] = set()
    while counter.parent in by_id and counter.id not in seen:
        seen.add(counter.id)
        counter = by_id[counter.parent]
    return counter.id in seen
