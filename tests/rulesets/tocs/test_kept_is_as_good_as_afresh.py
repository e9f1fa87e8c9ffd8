"""What is kept (views, stacks, ways, lines of supply) is what would be computed afresh, whatever changed just before."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import forces as shared
from pbem.rulesets.tocs import picture as desk
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.actions.vocabulary import _vocabulary, vocabulary
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import communications, stacking, supply, zoc
from pbem.rulesets.tocs.rules import overland_lines as overland
from pbem.rulesets.tocs.rules.adjacent_moves import Ways, ways_of
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.route_graph import graph_of
from pbem.rulesets.tocs.units import Obstacle, Unit

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, _, PICTURES = scenario.opening(MODULE, library.charts("tocs"))
HEXES = st.sampled_from(sorted(GAME.ground.hexes))
WET = st.sampled_from(sorted(GAME.ground.banks))
SIDE = "allied"
UNITS = sorted(PICTURES[SIDE].forces.units)
STAFFS = sorted(c.id for c in PICTURES[SIDE].forces.counters.values() if c.kind == "hq")

moves = st.tuples(st.just("unit"), st.sampled_from(UNITS), HEXES, st.sampled_from(["map", "dead", "left"]), st.integers(0, 2))
others = st.tuples(st.just("under"), st.sampled_from(sorted({*UNITS} - {*STAFFS})), st.sampled_from(["", *STAFFS]))
owners = st.tuples(st.just("owner"), HEXES, st.sampled_from(["allied", "german"]))
claims = st.tuples(st.just("claims"), st.lists(HEXES, max_size=6, unique=True))
battles = st.tuples(st.just("engaged"), st.dictionaries(HEXES, st.sampled_from(["allied", "german"]), max_size=3))
dusk = st.tuples(st.just("turn"), st.integers(1, 6))
fords = st.tuples(st.just("fords"), st.lists(WET, max_size=3, unique=True))
spans = st.tuples(st.just("spans"), st.lists(st.sampled_from(GAME.ground.bridges), max_size=2, unique_by=lambda b: b.id))
blocks = st.tuples(st.just("blocks"), st.lists(WET, max_size=2, unique=True))
skies = st.tuples(st.just("weather"), st.sampled_from(["dry", "mist", "rain", "snow_heavy"]), st.booleans())
changes = st.lists(st.one_of(moves, others, owners, claims, battles, dusk, fords, spans, blocks, skies), min_size=1, max_size=6)


def changed(picture: Picture, change: tuple[Any, ...]) -> Picture:
    """The picture with one thing changed, and everything else the very same objects."""
    public, forces = picture.public, picture.forces
    match change:
        case ("unit", unit, place, status, state):
            return moved(picture, replace(forces.units[unit], hex=place, bank=0, status=status, state=state))
        case ("under", unit, hq):
            return moved(picture, replace(forces.units[unit], under=hq))
        case ("owner", place, owner):
            return replace(picture, public=replace(public, owner={**public.owner, place: owner}))
        case ("claims", places):
            return replace(picture, public=replace(public, claims={**public.claims, SIDE: tuple(sorted(places))}))
        case ("fords" | "spans" as what, places):
            known = sorted(places) if what == "fords" else (replace(b, intact=not b.intact) for b in places)
            return replace(picture, forces=replace(forces, **{what: tuple(known)}))
        case ("blocks", places):
            return replace(picture, obstacles={h: (Obstacle("roadblock", SIDE),) for h in places})
        case ("weather", falls, fog):
            return replace(picture, public=replace(public, weather=replace(public.weather, precipitation=falls, fog=fog)))
        case ("engaged" | "turn" as what, value):
            return replace(picture, public=replace(public, **{what: value}))
    raise AssertionError(change)


def moved(picture: Picture, unit: Unit) -> Picture:
    """The picture with this unit as it is now."""
    return replace(picture, forces=picture.forces.with_unit(unit))


def stacked(forces: Forces) -> dict[Hex, tuple[Unit, ...]]:
    """Who stands where, by looking at all of them."""
    there = [u for _, u in sorted(forces.units.items()) if u.status == "map"]
    return {h: tuple(u for u in there if u.hex == h) for h in {u.hex for u in there}}


def compared(game: Game, picture: Picture) -> None:
    """Everything that is kept, beside what is computed on a game that keeps nothing yet."""
    view, fresh = picture.view(game), replace(game)
    afresh = desk._view.__wrapped__(picture, fresh)  # type: ignore[attr-defined]
    assert (view.public, view.forces, view.works) == (afresh.public, afresh.forces, afresh.works)
    assert view.forces.stacks() == stacked(view.forces)
    assert view.forces.on_map() == shared._on_map.__wrapped__(view.forces.units)  # type: ignore[attr-defined]
    assert vocabulary(game, picture) == _vocabulary(game.ground, picture.forces)
    assert stacking.overstacked(view.forces) == tuple(sorted(h for h in stacked(view.forces) if stacking.too_many(view.forces, h)))
    assert overland.passable(view) == overland.passable.__wrapped__(afresh)  # type: ignore[attr-defined]
    assert supply.lines(view) == supply.lines(afresh)
    assert all(communications.in_loc(view, u) == communications.in_loc(afresh, u) for u in view.forces.on_map())
    assert all(zoc.covers(view, h) == zoc.covers(afresh, h) for h in game.ground.hexes)
    for unit in view.forces.on_map():
        counter, at = view.forces.counter(unit), Position(unit.hex, unit.bank)
        assert view.forces.unit_called(counter.call) == unit
        for by_road in (True, False):
            assert ways_of(view, counter, by_road).out_of(at) == Ways(afresh, counter, by_road).out_of(at)


@given(changes)
def test_what_is_kept_is_what_would_be_computed_afresh(steps: list[tuple[Any, ...]]) -> None:
    picture = PICTURES[SIDE]
    compared(GAME, picture)
    for step in steps:
        before, picture = picture, changed(picture, step)
        compared(GAME, picture)
        compared(GAME, before)


def test_whether_a_way_leads_anywhere_is_asked_again_when_paths_end_elsewhere() -> None:
    """TOCS-W10.1-2: a wall round a unit, a gap in it, the wall again, another wall; from inside and from next to it."""
    view = PICTURES[SIDE].view(GAME)
    unit = next(u for u in view.forces.on_map() if view.forces.counter(u).kind == "company")
    graph, at = graph_of(view, view.forces.counter(unit), False, False), Position(unit.hex, unit.bank)
    led = graph._area(at, frozenset()).hexes
    goals = sorted(h for h in led if distance(h, unit.hex) > 4)
    wall, far = (frozenset(h for h in led if distance(h, unit.hex) == ring) for ring in (3, 4))
    assert goals and wall and far
    for ends in (wall, frozenset(), wall, far, wall | far, wall - {min(wall)}, frozenset()):
        afresh = graph._area(at, ends).hexes
        assert all(graph.leads(at, goal, ends) == (goal in afresh) for goal in goals), sorted(ends)
        for near in GAME.ground.neighbours[unit.hex]:
            beside = Position(near, 0)
            assert all(graph.leads(beside, goal, ends) >= (goal in graph._area(beside, ends).hexes) for goal in goals[:3])


def test_how_far_lines_lead_is_asked_again_when_a_hex_that_they_try_changes() -> None:
    """TOCS-W8.3-5: each hex round a staff in turn lost, fought over, and as it was; a flood kept is the one made afresh."""
    picture = PICTURES[SIDE]
    staff = picture.forces.units[STAFFS[0]]
    counter, starts, limit = picture.forces.counter(staff), {Position(staff.hex, staff.bank): staff.id}, 3
    forms = set[frozenset[Position]]()
    for place in sorted(h for h in GAME.ground.hexes if distance(h, staff.hex) <= limit + 1):
        owner = "german" if picture.public.owner[place] == SIDE else SIDE
        for step in (("owner", place, owner), ("engaged", {place: "german"}), ("engaged", {})):
            now = changed(picture, step)
            found = overland.flood(now.view(GAME), counter, starts, limit)
            assert found == overland.flood(now.view(replace(GAME)), counter, starts, limit), step
            forms.add(frozenset(found))
    assert len(forms) > limit  # else nothing of what was changed had mattered
