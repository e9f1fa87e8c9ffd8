"""The edge of the map, and FragOrds, in the fog: pairs of worlds that differ in what a desk cannot know are told the same."""

from random import Random
from typing import Any, cast

import pytest

from pbem.engine.play import Play, PlayState
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, disc
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.arrivals import Exit
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.observations import OwnNews
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.sentences import tell
from pbem.rulesets.tcs.settling.arrivals import arrived
from pbem.rulesets.tcs.units import TacticalUnit
from tests.rulesets.tcs.armor import Armor
from tests.rulesets.tcs.test_arrivals import load
from tests.rulesets.tcs.test_fog_of_fire import HOLD, alike, hidden, was_seen

TCS = RULESETS["tcs"]
OPENING: Any = TCS.scenario.opening(load(), library.charts("tcs"))
DOORS = tuple(map(Hex, ("28.08", "28.09", "28.10")))
"""Where the second company of Panthers comes in, in turn 3."""
SAMPLE, PAIRS = 2, 40
TANKS = ("C37-21", "C37-22", "C37-23", "C37-24", "D37-11", "D37-12", "D37-13", "AG37-1", "C37-33")


def seeds() -> list[Any]:
    """A sample by default, and all of them in a soak."""
    return [pytest.param(seed, marks=() if seed < SAMPLE else pytest.mark.soak) for seed in range(PAIRS)]


class Edge:
    """Arracourt in its third turn, with some units put where a test wants them before it begins."""

    def __init__(self, **places: dict[str, Any]) -> None:
        board = cast(TacticalBoard, OPENING.situation.board)
        forces = {side: self._put(side, of.units, places) for side, of in board.forces.items()}
        now = {side: replace(board.forces[side], units=units) for side, units in forces.items()}
        pictures = {side: replace(picture, forces=now[side]) for side, picture in OPENING.pictures.items()}
        situation = replace(OPENING.situation, board=cast(Any, replace(board, forces=now)))
        self.play = Play(TCS, OPENING.game, PlayState(situation, pictures), {"us": (), "ge": ()}, Dice(b"edge"))

    @staticmethod
    def _put(side: str, units: Any, places: dict[str, dict[str, Any]]) -> dict[str, TacticalUnit]:
        changed = {name.replace("_", "-"): how for name, how in places.items()}
        return {name: replace(unit, **changed.get(name, {})) for name, unit in units.items()}

    def turn(self, number: int) -> None:
        self.play.happen(
            cast(Any, (t.TurnOpened(number, 1, "thick_fog"), *arrived(cast(TacticalBoard, self.play.situation.board), number)))
        )
        self.play.settle_act()

    def waiting(self, many: int) -> None:
        """So many of the group that comes in by the doors, and nobody else."""
        board = cast(TacticalBoard, self.play.situation.board)
        group = next(group for group in board.forces["ge"].due if group.hexes == DOORS)
        forces = replace(board.forces["ge"], due=(replace(group, units=group.units[:many]),) if many else ())
        board = replace(board, forces={**board.forces, "ge": forces})
        self.play.situation = replace(self.play.situation, board=cast(Any, board))
        self.play.pictures["ge"] = cast(Any, replace(cast(TacticalPicture, self.play.pictures["ge"]), forces=forces))

    def told(self, side: str) -> list[object]:
        return [seen for desk, seen in self.play.seen if desk == side]

    def said(self, side: str) -> str:
        return " ".join(tell(OPENING.game, cast(Any, seen)) for seen in self.told(side))


def barring(names: tuple[str, ...], **state: Any) -> dict[str, dict[str, Any]]:
    """These stand in the doors, one after another; the armored cars that would see the doors are gone elsewhere."""
    doors = {name.replace("-", "_"): {"hex": DOORS[number % len(DOORS)], **state} for number, name in enumerate(names)}
    return {"C25_11": {"hex": Hex("10.30")}, "C25_12": {"hex": Hex("10.30")}, **doors}


def test_the_owner_is_told_that_the_enemy_is_in_the_way() -> None:
    """TCSB-28-1, TCSB-20-7: where it is, and who waits, though nobody of the side has ever looked there; the other side nothing."""
    edge = Edge(**barring(TANKS[:3]))
    edge.turn(3)
    for door in DOORS:
        assert f"The enemy is in the way at {door}: P2-0, P2-11" in edge.said("ge")
    picture = cast(Any, edge.play.pictures["ge"])
    assert {picture.held[door] for door in DOORS} == {"us"} and picture.enemies == {}
    assert "P2-0" not in str(edge.told("us")) and "in the way" not in edge.said("us")
    beside = Edge(**barring(TANKS[:1]))
    beside.turn(3)
    assert "The enemy is in the way at 28.08: P2-0" in beside.said("ge")
    assert "P2-0, P2-11, P2-12, P2-13, P2-21 at 28.09" in beside.said("ge")
    assert "Spotted: M4-1, M4 75 mm, at 28.08" in beside.said("ge"), "now it is beside them"


def _who_bars_the_way_is_told_to_nobody_who_waits(seed: int) -> list[list[object]] | None:
    """Which counters stand in the doors, how many, in what state: who waits outside learns that the enemy is there."""
    chance, letters = Random(seed), list[list[object]]()
    for _ in range(2):
        names = tuple(chance.sample(TANKS, chance.randint(3, 6)))
        edge = Edge(**barring(names, mode=chance.choice(("fire", "move")), buttoned=chance.random() < 0.5))
        edge.turn(3)
        letters.append(edge.told("ge"))
    return letters


def _who_waits_is_told_to_nobody_who_bars_the_way(seed: int) -> list[list[object]] | None:
    """The group that waits is whole, smaller, or there is none: the other side reads the same."""
    chance, letters = Random(seed), list[list[object]]()
    standing = barring(tuple(chance.sample(TANKS, chance.randint(3, 5))))
    for many in (8, chance.randint(1, 7), 0):
        edge = Edge(**standing)
        edge.waiting(many)
        edge.turn(3)
        letters.append(edge.told("us"))
    return letters


def _an_enemy_near_the_edge_but_not_at_it_keeps_nobody_out(seed: int) -> list[list[object]] | None:
    """Two hexes off a door in thick fog, or at the other end of the map: who comes in is told the same."""
    near = [place for place in disc(DOORS[1], 4) if place in OPENING.game.ground.terrain
            and all(place not in disc(door, 1) for door in DOORS)]  # fmt: skip
    letters = list[list[object]]()
    for place in (Random(seed).choice(near), Hex("10.30")):
        edge = Edge(C25_11={"hex": Hex("10.30")}, C25_12={"hex": Hex("10.30")}, D37_11={"hex": place})
        edge.turn(3)
        letters.append(edge.told("ge"))
    return letters


def _who_leaves_out_of_sight_is_missed_by_nobody(seed: int) -> list[list[object]] | None:
    """A unit that goes off the map where no enemy sees it, stays there, or never was there."""
    letters = list[list[object]]()
    for how in ("leaves", "stays", "is elsewhere"):
        made = Armor(seed, ge=HOLD)
        unseen = Random(seed).sample(hidden(made), 2)
        made.game = replace(made.game, exits=(Exit("ge", (unseen[0],), 3, "each that leaves"),))
        made.play.game = cast(Any, made.game)
        made.put("Z-1", hex=unseen[how == "is elsewhere"], mode="move")
        made.segment("ge", "normal")
        if how == "leaves":
            made.happen(t.UnitsLeft("ge", ("Z-1",), unseen[0]))
        made.happen(t.ActionEnded("ge"))
        made.segment("us", "normal")
        made.happen(t.ActionEnded("us"))
        if was_seen(made, "Z-1"):
            return None
        letters.append([seen for desk, seen in made.play.seen if desk == "us"])
    return letters


def _a_fragord_is_told_to_its_own_side_alone(seed: int) -> list[list[object]] | None:
    """Asked for, passed, not passed, or none; and what half the MP come to out of sight."""
    letters = list[list[object]]()
    for passed in (None, True, False):
        made = Armor(seed, ge=HOLD)
        made.put("Z-1", hex=Random(seed).choice(hidden(made)), mode="move")
        if passed is not None:
            sheet = replace(made.board.forces["ge"].sheets["GE-2"], status="unimplemented", force=("Z-1",))
            made.happen(t.SheetChanged("ge", sheet, "written"), t.FragAsked("ge", "GE-2", ("Z-1",)))
            made.happen(t.FragRolled("ge", "GE-2", ("Z-1",), (5 if passed else 1,), 5 if passed else 1, 4, passed))
        made.segment("ge", "normal")
        made.happen(t.ActionEnded("ge"))
        made.segment("us", "normal")
        made.happen(t.MoveBegan("us", ("T-1",), (Hex("06.02"),)), t.ActionEnded("us"))
        if was_seen(made, "Z-1"):
            return None
        letters.append([seen for desk, seen in made.play.seen if desk == "us"])
        own = [seen for seen in made.seen("ge", OwnNews) if isinstance(seen.event, t.FragRolled)]
        assert bool(own) == (passed is not None)
    return letters


KINDS = (
    _who_bars_the_way_is_told_to_nobody_who_waits, _who_waits_is_told_to_nobody_who_bars_the_way,
    _an_enemy_near_the_edge_but_not_at_it_keeps_nobody_out, _who_leaves_out_of_sight_is_missed_by_nobody,
    _a_fragord_is_told_to_its_own_side_alone,
)  # fmt: skip


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize("kind", KINDS)
def test_what_happens_at_the_edge_and_on_fragords_is_told_to_who_sees_it(kind: Any, seed: int) -> None:
    """TCSB-2-4, TCSB-7-3, TCSB-28-1, TCSB-1-6, TCSARM-4.8-1."""
    alike(kind, seed)
