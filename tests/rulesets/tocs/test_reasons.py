"""A refusal names what is the matter, and says what would help where something would."""

from typing import Any

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, UnitLine
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.actions import ACTIONS, control
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.reports.wording import arm_words
from pbem.rulesets.tocs.rules.activation import may_activate
from pbem.rulesets.tocs.rules.communications import loc
from pbem.rulesets.tocs.rules.supply import los
from tests.rulesets.tocs.builder import Piece, Scene, ground, source
from tests.rulesets.tocs.test_w07_communications import hq, scene, under


def test_who_lost_the_last_ap_to_communications_is_told_so() -> None:
    """TOCS-W7.0-4: the state alone would leave one."""
    s = scene(hq(), under("A", "02.06", state=2))
    refusal = may_activate(s.view(), s.unit("A"))
    assert refusal is not None and refusal.rule == "TOCS-W7.0-4"
    assert refusal.words == "A: no AP: disordered it has 1 by day, less 1 for being out of communication"


def test_who_has_no_ap_by_its_state_alone_is_told_the_state() -> None:
    """TOCS-W5.0-4."""
    s = scene(hq(), under("A", "02.03", state=4))
    refusal = may_activate(s.view(), s.unit("A"))
    assert refusal is not None and (refusal.words, refusal.rule) == ("A: demoralized, no AP by day", "TOCS-W5.0-4")


def test_the_reason_of_a_wireless_that_does_not_carry_names_the_ground() -> None:
    """TOCS-W7.2-2: four would be enough but for the woods."""
    s = scene(hq("HQ", "02.02", 1, wireless=4), under("A", "02.06"), land=ground("02.04 woods"))
    assert loc(s.view(), s.unit("A")).why.endswith("wireless carries 4, less 1 for the ground between, and 4 is needed")


def test_an_hq_that_is_to_fire_is_shown_the_line_that_does() -> None:
    """TOCS-W10.24-1: the order is the battery's, by the HQ."""
    s = Scene([hq("HQ", "03.02"), Piece("GUN", "03.02", kind="battery", parent="hq", range=6)], [Piece("R", "03.04")], own="03.03")
    (refusal,) = s.check("HQ", "strike 03.04")
    assert "has no artillery" in refusal.words and refusal.hint == "GUN: strike 03.04 by HQ"


def test_an_intensive_attack_is_spelt() -> None:
    """TOCS-W10.6-1."""
    s = Scene([Piece("A", "03.03", state=1)], [Piece("R", "03.04")])
    (refusal,) = s.check("A", "attack 03.04 intensive")
    assert "an intensive attack" in refusal.words


def test_a_brief_names_arms_as_people_do() -> None:
    """No key of a module, whatever it is called there."""
    words = {arm: arm_words(arm) for arm in ("landesschuetzen", "fallschirmjaeger", "light_flak", "parachute_engineer")}
    assert words == {
        "landesschuetzen": "Landesschützen", "fallschirmjaeger": "Fallschirmjäger", "light_flak": "light flak",
        "parachute_engineer": "parachute engineer",
    }  # fmt: skip


# ---------------------------------------------------------------- moves


def refused(s: Scene, text: str) -> tuple[str, str]:
    (refusal,) = s.check("A", text)
    return refusal.rule, refusal.words


def test_a_tank_that_cannot_pay_double_from_zone_to_zone_is_told_so() -> None:
    """TOCS-W6.0-13: known before, and when the zone is claimed only now."""
    tank: dict[str, Any] = {"kind": "vehicle_platoon", "mp": 3, "state": 2}
    land, red = ground("04.05 village"), [Piece("R", "03.06")]
    known = Scene([Piece("A", "03.05", **tank)], red, claims=("03.05", "04.05"), land=land)
    assert refused(known, "move 03.05 04.05") == (
        "TOCS-W6.0-13", "03.05 and 04.05 both lie in EZOC: A pays double, 4 MP; 1 AP left"
    )  # fmt: skip
    told = Scene([Piece("A", "03.05", **tank)], red, claims=("03.05",), land=land).does("A", "move 04.05").failure
    assert told and (told.rule, told.words) == (
        "TOCS-W6.0-13", "04.05 and 03.05 both lie in EZOC: A would pay double, and has too few points left"
    )  # fmt: skip


@pytest.mark.parametrize(("land", "unit", "rule", "words"), [
    ("03.04 bocage", {"mobility": "motorized", "mp": 6}, "TOCS-W11.0-4", "03.04 is bocage: A cannot enter it from any side"),
    ("03.04 bocage", {"kind": "vehicle_platoon", "state": 1}, "TOCS-W11.22-2",
     "03.04 (bocage) takes a unit in good order, and A is fatigued"),
    ("03.04 lake", {}, "TOCS-W11.6-1", "A has no boats with it to cross the lake to 03.04"),
    ("03.04 ocean", {}, "TOCS-W11.7-1", "A has no boats with it to cross the ocean to 03.04"),
    ("03.04 lake", {"mobility": "motorized", "mp": 6}, "TOCS-W11.0-4", "03.04 is lake: A cannot enter it from any side"),
])  # fmt: skip
def test_ground_that_is_shut_is_named(land: str, unit: dict[str, Any], rule: str, words: str) -> None:
    """TOCS-W11.0-4, TOCS-W11.22-2, TOCS-W11.6-1, TOCS-W11.7-1."""
    s = Scene([Piece("A", "03.03", **unit)], [Piece("R", "08.08")], own="03.04 03.05", land=ground(land))
    assert refused(s, "move 03.04") == (rule, words)


def test_a_line_is_cut_by_the_zone_on_own_ground_rather_than_by_the_enemys_hex_beside_it() -> None:
    """TOCS-W8.3-5: what could be opened is named."""
    own = " ".join(h for h in ground().hexes if h[3:] in ("03", "04") and h != "04.03")
    s = Scene([Piece("A", "05.03")], [Piece("R", "08.08")], own=own, claims=("04.04", "04.03"), supply={"blue": [source("02.03")]})
    assert los(s.view(), s.unit("A")).why == "EZOC at 04.04, on the way to the dump at 02.03"


def test_a_receipt_tells_an_ambush_once() -> None:
    """TOCS-W10.1.2-1: the roll in a line, who lost what in the line of the unit, the outcome."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="1R1/-", own="03.02", standing={"red": ("ezoc never",)})
    s.does("A", "move 03.04")
    lines = [line for desk, seen in s.play.seen if desk == "blue" for line in tell(s.game, s.picture(), seen)]
    assert [line.split(":")[0] for line in lines] == ["ambush in 03.04", "A 3/4 fatigued, retreated, 03.03", "battle 1"]


# ---------------------------------------------------------------- WHAT CAN

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, _, PICTURES = scenario.opening(MODULE, library.charts("tocs"))


@pytest.mark.parametrize("turn", [1, 4])
@pytest.mark.parametrize("side", sorted(PICTURES))
@pytest.mark.parametrize("state", [0, 1])
def test_whatever_is_offered_passes_the_check(side: str, turn: int, state: int) -> None:
    """TOCS-3.6-5: by day and by night, fresh and fatigued, for every unit."""
    picture = PICTURES[side]
    units = {i: replace(u, state=state) for i, u in picture.forces.units.items()}
    public = replace(picture.public, turn=turn, impulse=1, phasing=side)
    pools = {name: replace(pool, bank=5) for name, pool in picture.forces.pools.items()}
    picture = replace(picture, public=public, forces=replace(picture.forces, units=units, pools=pools))
    offered = 0
    for unit in picture.forces.on_map():
        for line in advice.what_can(GAME, picture, picture.forces.counter(unit).call)[1:]:
            command = read_line(line, vocabulary(GAME, picture)).command
            if not isinstance(command, UnitLine):
                continue
            act = command.steps[0]
            assert isinstance(act, Act)
            take = control.check_activate if ACTIONS[act.verb].pays else control.check_take_up
            refusals, ready = take(GAME, picture, command.units[0], 0)
            order = ACTIONS[act.verb].order(act, ready)
            assert not refusals and not isinstance(order, Refusal), (line, refusals)
            assert ACTIONS[act.verb].check(GAME, ready, order) == (), line
            offered += 1
    assert offered > 20 or (turn, state) == (4, 1), "else it shows nothing; fatigued by night nobody has an AP"
