"""The laws of any play are broken by what breaks them: each is shown a fault."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Activation, Obstacle, SupplySource
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.laws import check_events, check_invariants


def scene() -> Scene:
    return Scene([Piece("A", "03.03"), Piece("B", "02.03")], [Piece("R", "03.04")],
                 supply={"blue": [SupplySource("store", "dump", Hex("02.03"), 5)]})  # fmt: skip


def _active(unit: str, **more: Any) -> Activation:
    return replace(Activation(unit, 1), **more)


def _store(forces: Forces, **more: Any) -> Forces:
    return forces.with_source(replace(forces.sources["store"], **more))


CAMPS: tuple[Callable[[Forces], Forces], ...] = (
    lambda c: replace(c, staffs={"a": _active("a", ap=-1)}),
    lambda c: replace(c, active=_active("a", mp=-1)),
    lambda c: replace(c, active=_active("a"), staffs={"a": _active("a")}),
    lambda c: replace(c, staffs={"a": _active("b")}),
    lambda c: replace(c, woken=("nobody",)),
    lambda c: replace(c, silent={"nobody": "T1.1"}),
    lambda c: replace(c, pools={i: replace(p, bank=-1) for i, p in c.pools.items()}),
    lambda c: replace(c, credit=-1),
    lambda c: c.with_unit(replace(c.units["a"], lost=-1)),
    lambda c: c.with_unit(replace(c.units["a"], assigned="nobody")),
    lambda c: _store(c, sp=-1),
    lambda c: _store(c, damage=1),
    lambda c: _store(c, join="nobody"),
    lambda c: _store(c, hex=Hex("03.04")),
)


@pytest.mark.parametrize("fault", range(len(CAMPS)))
def test_a_camp_that_cannot_be_is_noticed(fault: int) -> None:
    s = scene()
    s.settle()
    forces = CAMPS[fault](s.forces())
    board = replace(s.board, forces={**s.board.forces, "blue": forces})
    pictures = {**s.play.pictures, "blue": replace(s.picture(), forces=forces)}
    with pytest.raises(AssertionError):
        check_invariants(SimpleNamespace(game=s.game, situation=replace(s.play.situation, board=board), pictures=pictures))


MAPS: tuple[Callable[[Board], Board], ...] = (
    lambda b: replace(b, public=replace(b.public, owner={h: s for h, s in b.public.owner.items() if h != Hex("01.01")})),
    lambda b: replace(b, public=replace(b.public, owner={**b.public.owner, Hex("01.01"): "nobody"})),
    lambda b: replace(b, public=replace(b.public, weather=replace(b.public.weather, wind_from="N", wind="calm"))),
    lambda b: replace(b, public=replace(b.public, interdicted={Hex("99.99"): ("blue",)})),
    lambda b: replace(b, works={Hex("03.04"): ("entrenched", "blue")}),
    lambda b: replace(b, features={Hex("99.99"): ("Depot 5",)}),
    lambda b: replace(b, obstacles={Hex("99.99"): (Obstacle("minefield", "red"),)}),
)


@pytest.mark.parametrize("fault", range(len(MAPS)))
def test_a_map_that_cannot_be_is_noticed(fault: int) -> None:
    s = scene()
    board = MAPS[fault](s.board)
    pictures = {side: replace(p, public=board.public) for side, p in s.play.pictures.items()}
    with pytest.raises(AssertionError):
        check_invariants(SimpleNamespace(game=s.game, situation=replace(s.play.situation, board=board), pictures=pictures))


def test_what_a_desk_wrongly_believes_to_be_fixed_is_noticed() -> None:
    s = scene()
    pictures = {**s.play.pictures, "blue": replace(s.picture(), features={Hex("03.04"): ("Depot 5",)})}
    with pytest.raises(AssertionError, match="fixtures"):
        check_invariants(SimpleNamespace(game=s.game, situation=s.play.situation, pictures=pictures))


EVENTS: tuple[Callable[[Forces], Any], ...] = (
    lambda c: e.SourceChanged("blue", replace(c.sources["store"], sp=6), "moved"),
    lambda c: e.SourceChanged("blue", replace(c.sources["store"], sp=3), "drawn by A"),
    lambda c: e.SourceChanged("blue", replace(c.sources["store"], sp=6), "shelled"),
    lambda c: e.SourceLost("blue", c.sources["store"], "unloaded"),
    lambda c: e.UnitChanged("blue", replace(c.units["a"], lost=-1), "recovered"),
    lambda c: e.UnitChanged("blue", replace(c.units["a"], hex=Hex("03.04")), "retreated"),
)


@pytest.mark.parametrize("fault", range(len(EVENTS)))
def test_an_event_that_cannot_be_is_noticed(fault: int) -> None:
    s = scene()
    fight = e.Fight(1, Hex("03.04"), "hasty", False, "blue", "red", (), ("r",), 0, 0, 0, 0)
    with pytest.raises(AssertionError):
        check_events(replace(s.board, fight=fight), [EVENTS[fault](s.forces())])


def test_what_is_loaded_and_what_is_drawn_is_within_the_law() -> None:
    """TOCS-W8.2-2, TOCS-W8.5-1."""
    s = scene()
    store = s.forces().sources["store"]
    trucks = SupplySource("mobile-1", "mobile", Hex("02.03"), 2)
    events = (
        e.SourceChanged("blue", replace(store, sp=3), "loaded"),
        e.SourceChanged("blue", trucks, "loaded on trucks"),
        e.SourceChanged("blue", replace(store, sp=2), "drawn by A"),
    )
    assert sum(x.sp for x in check_events(s.board, events).forces["blue"].sources.values()) == 4
