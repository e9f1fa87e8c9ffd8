"""What a patch makes of a campaign that runs: the game both may know, and what each side has, from a turn on (TOCS-1.1-1).

Two openings of the module are compared, before the patch and after it. What the second says of printed counters, charts, the
ground, the turns to come and who comes in them, trains, aircraft and flights among them, can take effect in mid-campaign;
stores and facilities that are new come into play. What only shaped the beginning (where units stood, what lay in the depots
that there were) cannot, and is refused: what came of it stands (TOCS-1.14-1), and CORRECT puts right where units are now and
whose a hex is.
"""

from collections.abc import Iterator
from typing import Any

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import amending_air
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game, Later
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import Arrival, ForcesPatch, SupplySource, Train, Unit

PRINTED = ("side", "kind", "level", "setup", "bank", "landed", "assigned", "lost")  # of a counter: how it came into play
TAKEN = (
    "counters",
    "units",
    "pools",
    "arrivals",
    "trains",
    "objectives",
    "brief",
    "charges",
    "air",
    "schedule",
)  # of forces: what `ForcesPatch` brings
ADDED = ("sources", "sites")  # of which something new may come into play
CORRECTED = "public"
BEGUN = {
    "works": phrase("field works"), "features": phrase("what is fixed to hexes"), "spans": phrase("bridges that are down"),
    "obstacles": phrase("mines and blocks"),
        "public": phrase("who owns the ground, and the weather before the first turn"),
    "replacements": phrase("replacements"), "freedom": phrase("what may be set up otherwise"),
        "labour": phrase("points for works"),
    "gear": phrase("bridging equipment"),
    "rigged": phrase("charges on bridges"), "draw": phrase("who draws supply"),
    "afresh": phrase("facilities that may be set up afresh"), "passes": phrase("command that passes"),
    "leaves": phrase("who has to leave the map"), "boats": phrase("boats of engineers"),
    "sea": phrase("ships and mines"), "coast_guns": phrase("coast guns"),
    "briefs": phrase("briefs of seats"), "titles": phrase("titles of seats"), "lines": phrase("standing orders of the first day"),
}  # fmt: skip


@rule("TOCS-1.1-1")
def amends(before: Any, after: Any, turn: int) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """The events that make of one opening the other from a turn on, and what cannot be made of it, in words."""
    (game, now, _), (other, then, _) = before, after
    alike = replace(then.board, public=replace(then.board.public, bases=now.board.public.bases))  # of stores, told below
    refusals = [*_game(game, other, turn), *_begun(now.board, alike, ("forces", *ADDED))]
    events = list[Any]()
    for side in sorted(now.board.forces):
        old, new = now.board.forces[side], then.board.forces[side]
        whys = (*_begun(old, new, (*TAKEN, *ADDED)), *_forces(old, new, turn), *_trains(old, new, turn), *_stores(old, new),
                *amending_air.refused(old, new, turn))  # fmt: skip
        refusals += [f"{side}: {why}" for why in whys]
        events += [e.ForcesPatched(side, _patch_of(old, new, turn))] if _differs(old, new, TAKEN) else []
        events += _stocked(old, new, turn)
    refusals += _sites(now.board, then.board)
    return (*events, *_built(now.board, then.board)), tuple(refusals)


def chained(game: Game, turn: int, other: Game, events: tuple[Any, ...]) -> Game:
    """The game that becomes the other with a turn."""
    return replace(game, later=Later(turn, other, events))


def _differs(old: Any, new: Any, fields: tuple[str, ...]) -> bool:
    return any(getattr(old, name) != getattr(new, name) for name in fields)


def _begun(old: Any, new: Any, left: tuple[str, ...]) -> Iterator[str]:
    for name in old.__struct_fields__:
        if name not in left and getattr(old, name) != getattr(new, name):
            if name == CORRECTED:
                yield say("{begun}: that is how play began; CORRECT puts right what is so now", begun=say(BEGUN[name]))
            else:
                yield _stands(say(BEGUN.get(name, name)))


@rule("TOCS-1.14-1")
def _stands(what: str) -> str:
    return say("{what}: that is how play began, and what has come of it since stands (TOCS-1.14-1)", what=what)


def _game(game: Game, other: Game, turn: int) -> Iterator[str]:
    names = [tuple((s.id, s.nation, s.prefix) for s in g.sides) for g in (game, other)]
    if names[0] != names[1] or (game.id, game.title, game.moves_first) != (other.id, other.title, other.moves_first):
        yield say("the names of the module and its sides, their nations and who moves first stay as they are")
    if other.turns[: turn - 1] != game.turns[: turn - 1]:
        yield say("turns before turn {turn} have gone by when it takes effect", turn=turn)
    if len(other.turns) < turn:
        yield say("turn {turn} would not be played any more", turn=turn)
    ground, made = game.ground, other.ground
    if (ground.hexes, ground.banks) != (made.hexes, made.banks):
        yield say("the hexes and the banks of rivers stay as they are: units stand on them")
    if {b.id for b in ground.bridges} - {b.id for b in made.bridges}:
        yield say("a bridge does not leave the map; what became of it in play does not either")


def _forces(old: Forces, new: Forces, turn: int) -> Iterator[str]:
    if set(old.pools) != set(new.pools) or any(old.pools[i].reserve != new.pools[i].reserve for i in old.pools):
        yield say("OP pools and their reserves: they were filled as play began")
    if [a for a in old.arrivals if a.turn < turn] != [a for a in new.arrivals if a.turn < turn]:
        yield say("who comes before turn {turn} has come when it takes effect", turn=turn)
    yield from _in_play(old, new, turn)
    for name in sorted({*old.counters} & {*new.counters}):
        yield from _counter(old.counters[name], new.counters[name])


def _in_play(old: Forces, new: Forces, turn: int) -> Iterator[str]:
    """Units stay where play has brought them, but for those that neither opening has in play before the turn."""
    for name in sorted({*old.units, *new.units} - _to_come(old, turn) - _to_come(new, turn)):
        called = _called(old, new, name)
        if name not in old.units or name not in new.units:
            yield say("{called}: it is in play, or has no turn of arrival; from turn {turn} on one may be given",
                      called=called, turn=turn)  # fmt: skip
        elif old.units[name] != new.units[name]:
            yield say("{called}: where it stood as play began; CORRECT puts right what is so now", called=called)


def _to_come(forces: Forces, turn: int) -> set[str]:
    """The units that come on, by themselves, by train or by air, from a turn on."""
    carried = (*_riders(forces, turn), *amending_air.flyers(forces, turn))
    return {name for arrival in _later(forces, turn) for name in arrival.units} | {unit.id for unit in carried}


def _counter(old: Counter, new: Counter) -> Iterator[str]:
    for name in PRINTED:
        if getattr(old, name) != getattr(new, name):
            yield say("{old}: its {name} says how it came into play; CORRECT puts right what is so now", old=old.call, name=name)
    if old.kind == "hq" and old.call != new.call:
        yield say("{old}: seats and orders on file name its formation; it keeps its call", old=old.call)


def _called(old: Forces, new: Forces, name: str) -> str:
    return (old.counters.get(name) or new.counters[name]).call


def _later(forces: Forces, turn: int) -> tuple[Arrival, ...]:
    return tuple(a for a in forces.arrivals if a.turn >= turn)


def _due(forces: Forces, turn: int) -> tuple[Train, ...]:
    """The trains that come on from a turn on."""
    return tuple(train for _, train in sorted(forces.trains.items()) if train.due >= turn)


def _riders(forces: Forces, turn: int) -> tuple[Unit, ...]:
    due = {train.id for train in _due(forces, turn)}
    return tuple(unit for _, unit in sorted(forces.units.items()) if unit.train in due)


@rule("TOCS-W12.3-1")
def _trains(old: Forces, new: Forces, turn: int) -> Iterator[str]:
    """Trains of turns to come may come, go and change; those of turns gone by are where play has brought them."""
    before, after = ({i: t for i, t in forces.trains.items() if t.due < turn} for forces in (old, new))
    yield from (_stands(name) for name in sorted({*before, *after}) if before.get(name) != after.get(name))


@rule("TOCS-W12.7-1")
def _stores(old: Forces, new: Forces) -> Iterator[str]:
    """Stores that there have been have been drawn on, moved or captured since."""
    yield from (_stands(name) for name, source in sorted(old.sources.items()) if new.sources.get(name) != source)


@rule("TOCS-W12.7-1", "TOCS-W8.1-1")
def _stocked(old: Forces, new: Forces, turn: int) -> Iterator[Any]:
    """Stores that are new come into play; they take a name that no store made in play has."""
    for name, source in sorted(new.sources.items()):
        if name not in old.sources:
            brought: SupplySource = replace(source, id=f"{name}@T{turn}")
            yield e.SourceChanged(new.side, brought, phrase("comes into play"))
            if source.kind == "base" and not source.secret:
                yield e.BaseMarked(source.hex, new.side)


@rule("TOCS-W12.0-2")
def _sites(now: Board, then: Board) -> Iterator[str]:
    """Facilities that there have been may have been hit, taken and found since."""
    for name, site in now.sites.items():
        if then.sites.get(name) != site or _known(now, name) != _known(then, name):
            yield _stands(site.name)


def _known(board: Board, site: str) -> tuple[str, ...]:
    return tuple(side for side, forces in sorted(board.forces.items()) if any(known.id == site for known in forces.sites))


@rule("TOCS-W12.0-2")
def _built(now: Board, then: Board) -> Iterator[Any]:
    """Facilities that are new come into play, known to those who know of them as the patch has it."""
    for name, site in sorted(then.sites.items()):
        if name not in now.sites:
            yield e.FacilityChanged(site, phrase("comes into play"), _known(then, name))


def _patch_of(old: Forces, new: Forces, turn: int) -> ForcesPatch:
    counters = tuple(c for i, c in sorted(new.counters.items()) if c != old.counters.get(i))
    gone = tuple(sorted({*old.units} - {*new.units}))
    pools = tuple(p for i, p in sorted(new.pools.items()) if p != old.pools[i])
    came = (_later(new, turn), gone, pools, new.objectives, new.brief, new.charges)
    carried = (*_riders(new, turn), *amending_air.flyers(new, turn))
    return ForcesPatch(turn, counters, *came, trains=_due(new, turn), riders=carried, air=amending_air.patch_of(old, new, turn))
