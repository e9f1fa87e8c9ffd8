"""What reinforcements pay to come on, who pays it, and how many come by one way (MASL-8.1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.module_file import Fare
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.resolution.arrivals import came
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import Arrival
from tests.rulesets.tocs.builder import Piece, Scene

FILES = library.module_files(library.module_folder("omg-nijmegen"))
EDGE = Arrival(1, ("n", "o", "p", "q"), (Hex("01.01"),))


def waiting(fare: Fare, *, points: int = 10, by: str = "edge", **more: Any) -> Scene:
    """A company and three assets wait at 01.01; their HQ is on the map."""
    there = [Piece("HQ", "02.02", "hq", id="hq", command=5), Piece("N", "01.01", status="waiting", parent="hq")]
    there += [Piece(call, "01.01", "asset", status="waiting", parent="hq") for call in ("O", "P", "Q")]
    s = Scene(there, [Piece("R", "08.08")], own="01.01 01.02", points=points,
              sides={"blue": {"arrivals": (replace(EDGE, by=by),)}}, **more)  # fmt: skip
    s.play.game = s.game = replace(s.game, fare=fare)
    return s


def bank(s: Scene) -> int:
    return s.forces().pools["pool"].bank


def test_each_unit_pays_its_point_to_come_on_and_another_to_act() -> None:
    """MASL-8.1-1."""
    s = waiting(Fare(1))
    assert s.staff("enter N, O at 01.01") == () and bank(s) == 8
    assert {s.unit("N").status, s.unit("O").status} == {"map"} and not s.forces().activated
    s.activate("N")
    assert bank(s) == 7


def test_who_cannot_pay_stays_off_the_board() -> None:
    """MASL-8.1-1."""
    s = waiting(Fare(1), points=1)
    (refused,) = s.staff("enter N, O at 01.01")
    assert refused.rule == "MASL-8.1-1" and "takes 2 OPs" in refused.words
    assert s.staff("enter N at 01.01") == () and bank(s) == 0


@pytest.mark.parametrize(("fare", "by"), [
    (Fare(), "edge"), (Fare(1, ("air",)), "air"), (Fare(1, (), ("american",)), "edge"),
])  # fmt: skip
def test_where_nothing_is_asked_of_the_way_or_the_nation_nothing_is_paid(fare: Fare, by: str) -> None:
    """MASL-8.1-1."""
    s = waiting(fare, points=0, by=by)
    assert s.staff("enter N, O, P, Q at 01.01") == ()


def test_an_hq_on_the_map_brings_its_assets_on_by_its_own_activation() -> None:
    """MASL-8.1-2: the OP that wakes it is all that is paid, for three assets an AP."""
    s = waiting(Fare(1, parents=("asset",)))
    assert s.staff("enter O, P, Q at 01.01 by HQ") == ()
    assert bank(s) == 9 and s.forces().activated == ("hq",) and s.happened(e.StaffWoken)
    left = s.forces().staffs["hq"].ap
    s = waiting(Fare(1, parents=("asset",)))
    for call in "OP":
        assert s.staff(f"enter {call} at 01.01 by HQ") == ()
    assert bank(s) == 9 and s.forces().staffs["hq"].ap == left - 1


@pytest.mark.parametrize(("line", "said"), [
    ("enter N at 01.01 by HQ", "N is none"), ("enter O at 01.01 by N", "N is no headquarters on the map"),
])  # fmt: skip
def test_no_company_comes_so_and_nobody_else_brings_them(line: str, said: str) -> None:
    """MASL-8.1-2."""
    (refused,) = waiting(Fare(1, parents=("asset",))).staff(line)
    assert refused.rule == "MASL-8.1-2" and said in refused.words
    (refused,) = waiting(Fare(1)).staff("enter O at 01.01 by HQ")
    assert refused.rule == "MASL-8.1-2"


def test_the_report_names_the_price_while_somebody_is_to_come() -> None:
    """MASL-8.1-1, MASL-8.1-2."""
    s = waiting(Fare(1, ("air",), ("dutch",), ("asset",)))
    words = " Entering the map costs 1 OP a unit; free: by air, Dutch; an HQ brings on three of its assets for 1 AP (BY)"
    assert coming.lines(s.game, s.picture())[-1] == words
    assert all("costs" not in line for line in coming.lines(waiting(Fare()).game, waiting(Fare()).picture()))


def test_no_more_steps_a_turn_come_by_a_way_than_it_takes() -> None:
    """MASL-8.1-4: in the order of the schedule, across its entries; the rest waits for the next turn."""
    off = [Piece(call, "01.01", status="off") for call in ("N", "O", "P", "Q")]
    due = (Arrival(1, ("n", "o", "p"), (Hex("01.01"),), most=8), Arrival(2, ("q",), (Hex("01.01"),), most=8))
    s = Scene([Piece("A", "02.02"), *off], [Piece("R", "08.08")], own="01.01", sides={"blue": {"arrivals": due}})
    s.play.happen(tuple(came(s.view(), 1)))
    assert [s.unit(call).status for call in ("N", "O", "P", "Q")] == ["waiting", "waiting", "off", "off"]
    assert " P next turn: no more than 8 steps a turn come at 01.01" in coming.lines(s.game, s.picture())
    s.play.happen(tuple(came(s.view(), 2)))
    assert [s.unit(call).status for call in ("P", "Q")] == ["waiting", "waiting"] and not s.forces().late


def test_of_nijmegen_everybody_pays_but_who_flies_and_the_dutch_and_observers_come_assigned() -> None:
    """MASL-8.1-1, MASL-8.1-2, MASL-8.1-3, MASL-8.1-4."""
    module = load_module(FILES, grammar=library.grammar("tocs"))
    assert module.fare == Fare(1, ("air",), ("dutch",), ("asset",))
    forces = opening(module, library.charts("tocs")).situation.board.forces
    (observers,) = (u for u in forces["allied"].units.values() if u.assigned)
    assert (forces["allied"].counter(observers).call, observers.status, observers.assigned) == ("GADFO", "off", "uk-1gg-4")
    ferried = [a for a in forces["german"].arrivals if a.most]
    assert {a.hexes for a in ferried} == {("24.01",)} and {a.most for a in ferried} == {8}


def test_a_nation_that_nobody_is_of_is_a_fault() -> None:
    """MASL-8.1-1."""
    wrong = FILES["scenario-1.toml"].replace('free_nations = ["dutch"]', 'free_nations = ["dutsch"]')
    with pytest.raises(Exception, match="nobody is of the nation"):
        load_module({**FILES, "scenario-1.toml": wrong}, grammar=library.grammar("tocs"))
