"""Kinds of units, what their counters print, and what an order of battle may not hold (TOCS-W1.3, W2, W4.0)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.module import ModuleError, load_module
from pbem.rulesets.tocs.oob import parse_oob
from pbem.rulesets.tocs.reports.advice import what_can
from pbem.rulesets.tocs.rules import withdrawal
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entries, may_enter_enemy_ground
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.rulesets.tocs.test_module import ALLIED, FILES, WORDS

AT = 'setup = "11.10"'
PRINTED = 'nation = "american", mobility = "{mobility}", steps = {steps}, strength = 1, mp = 2, ml = {ml}, elr = {elr}'


def oob(*units: str) -> str:
    return 'schema = "pbem-oob/1"\nside = "allied"\n' + "\n".join(f"[[unit]]\n{text}" for text in units)


def unit(name: str, kind: str, *more: str, mobility: str = "foot", steps: int = 1, ml: int = 8, elr: int = 4) -> str:
    values = PRINTED.format(mobility=mobility, steps=steps, ml=ml, elr=elr).replace(", ", "\n")
    return "\n".join((f'id = "{name}"\ncall = "{name}"\nname = "{name}"\nkind = "{kind}"', values, *more))


def complaints(*units: str) -> str:
    """What the checks say of these units, added to those of the shipped module."""
    text = FILES[ALLIED].rstrip().removesuffix("]").rstrip()
    more = ",\n".join("  { " + ", ".join(u.splitlines()) + " }" for u in units)
    try:
        load_module({**FILES, ALLIED: f"{text}\n{more},\n]\n"}, WORDS, charts=library.charts("tocs"))
    except ModuleError as trouble:
        return str(trouble)
    return ""


def test_every_kind_of_unit_can_be_printed() -> None:
    """TOCS-W1.3-1, TOCS-W2.0-2, TOCS-W4.0-1: five kinds with halves and HQ companies; class, morale and experience of each."""
    kinds = ("company", "half_company", "hq_company", "vehicle_platoon", "battery", "asset")
    classes = ("foot", "horse", "cavalry", "motorized", "mechanized", "armored")
    units = (unit(f"u{n}", kind, mobility=classes[n], ml=6 + n % 3, elr=n % 6) for n, kind in enumerate(kinds))
    parsed = parse_oob("oob", oob(*units))
    assert [(c.kind, c.mobility, c.ml, c.elr) for c in parsed] == [(k, classes[n], 6 + n % 3, n % 6) for n, k in enumerate(kinds)]


def test_the_class_of_a_unit_decides_what_ground_costs_it() -> None:
    """TOCS-W2.0-2."""
    costs = {}
    for mobility in ("foot", "motorized", "armored"):
        s = Scene([Piece("A", "02.02", mobility=mobility)], [Piece("R", "08.08")], land=ground("02.03 woods"))
        ways = entries(s.view(), s.forces().counters["a"], Position(s.unit("A").hex, 0))
        costs[mobility] = {w.to[0]: w.cost for w in ways}.get(Hex("02.03"))
    assert len(set(costs.values())) > 1


def test_specialists_bear_their_marks() -> None:
    """TOCS-W2.6-1, TOCS-W2.6.4-1: engineers of four forms, traits of the rare trades, independent units."""
    forms = (unit("c", "company", "engineer = true"), unit("p", "vehicle_platoon", "engineer = true", mobility="armored"),
             unit("a", "asset", "engineer = true"), unit("i", "company", "engineer = true", "independent = true"),
             unit("d", "vehicle_platoon", 'traits = ["dozer"]', mobility="armored"),
             unit("m", "company", 'traits = ["commando"]'))  # fmt: skip
    parsed = parse_oob("oob", oob(*forms))
    assert [c.engineer for c in parsed] == [True] * 4 + [False] * 2
    assert parsed[3].independent and [c.traits for c in parsed[4:]] == [("dozer",), ("commando",)]
    with pytest.raises(ModuleError):
        parse_oob("oob", oob(unit("x", "company", 'traits = ["wizard"]')))


@pytest.mark.parametrize(("added", "said"), [
    ((unit("P", "vehicle_platoon", AT, steps=3),), "at most 2 for its kind, vehicle platoon"),
    ((unit("B", "hq", 'level = "battalion"', "command = 2", AT, steps=2),), "at most 1 for its kind, battalion headquarters"),
    ((unit("A", "asset", AT, steps=2),), "at most 1 for its kind, asset"),
    ((unit("G", "battery", "artillery = 2", "range = 4", AT, steps=2, mobility="motorized"),), "a battery is one of"),
    ((unit("Z", "company", 'arm = "bridging"', 'setup = "11.10"', steps=4),), "a bridging company is motorized"),
    ((unit("H", "company", 'level = "battalion"', 'setup = "11.10"', steps=4),), "a headquarters has a level"),
    ((unit("T", "asset", 'assigned = "us-504-a"', 'setup = "11.10"'),), "begins elsewhere"),
    ((unit("T", "asset", 'assigned = "nobody"', 'setup = "12.11"'),), 'no unit "nobody"'),
    ((unit("T", "asset", 'assigned = "us-82-rcn"', 'setup = "11.12"'),), "has none of its own"),
    ((unit("K", "company", 'assigned = "us-504-a"', 'setup = "12.11"', steps=4),), "only an asset is assigned"),
])  # fmt: skip
def test_what_an_order_of_battle_may_not_print(added: tuple[str, ...], said: str) -> None:
    """TOCS-W1.4-1, TOCS-W2.1-2, TOCS-W1.7-1, TOCS-W10.13-8, TOCS-W2.0-2."""
    assert said in complaints(*added)


def test_a_unit_has_four_assets_at_most() -> None:
    """TOCS-W1.7-1."""
    five = tuple(unit(f"T{n}", "asset", 'assigned = "us-504-a"', 'setup = "12.11"') for n in range(5))
    assert "more than 4 assets" in complaints(*five)


def test_self_propelled_guns_under_armour_are_a_platoon_and_a_battery() -> None:
    """TOCS-W2.4-2: they scout and enter enemy ground as a platoon, and fire as a battery; towed guns do neither."""
    s = Scene([Piece("SP", "02.02", "battery", mobility="armored"), Piece("GUN", "02.02", "battery")], [Piece("R", "08.08")])
    sp, gun = (s.forces().counters[i] for i in ("sp", "gun"))
    assert (sp.platoon, gun.platoon) == (True, False) == (may_enter_enemy_ground(sp), may_enter_enemy_ground(gun))
    assert s.check("SP", "recon 02.03") == () and s.check("GUN", "recon 02.03")[0].rule == "TOCS-W2.4-4"
    assert sp.kind == gun.kind == "battery" and sp.artillery


def test_what_a_unit_can_be_told_depends_on_its_kind() -> None:
    """TOCS-3.6-5."""
    pieces = [Piece("HQ", "02.02", "hq", command=3), Piece("A", "02.03", parent="hq", state=4),
              Piece("G", "02.03", "battery", parent="hq"), Piece("M", "02.03", "asset", parent="hq")]  # fmt: skip
    s = Scene(pieces, [Piece("R", "08.08")], own="02.04")
    told = {call: " ".join(what_can(s.game, s.picture(), call)) for call in ("HQ", "G", "M", "A")}
    assert "rally 02.03" in told["HQ"] and "wake M" in told["HQ"] and "recon" in told["HQ"]
    assert "recon" not in told["G"] and "recon" not in told["M"] and "wake" not in told["M"] and "move" in told["M"]
    assert "no AP" in told["A"]


def test_what_a_battery_can_do_says_whose_order_its_guns_wait_for() -> None:
    """TOCS-W10.24-3: a mortar was offered moves alone; TOCS-W10.24-1: or why it cannot fire."""
    pieces = [Piece("HQ", "02.02", "hq", command=3), Piece("G", "02.03", "battery", parent="hq", artillery=3, range=7)]
    s = Scene(pieces, [Piece("R", "08.08")], own="02.04")
    assert any("its guns fire on an order of HQ, by STRIKE or SUPPORT" in line for line in what_can(s.game, s.picture(), "G"))
    late = replace(s.picture(), forces=s.forces().with_unit(replace(s.unit("G"), gathers=1)))
    assert any("cannot fire, just landed" in line for line in what_can(s.game, late, "G"))


def test_a_move_into_known_enemy_troops_is_offered_with_a_remark() -> None:
    """TOCS-W10.4-10: the list had it among the others, and it is an ambush; the line can be copied as it stands."""
    s = Scene([Piece("A", "02.03")], [Piece("R", "02.04")], own="02.02")
    s.does("A", "recon 02.04")
    fresh = replace(s.picture(), forces=replace(s.forces(), active=None, activated=()))
    lines = [line for line in what_can(s.game, fresh, "A") if line.startswith("A: move 02.04")]
    assert lines == ["A: move 02.04  # enemy troops in 02.04: an ambush"]
    assert what_can(s.game, fresh, "A").count("A: move 02.02") == 1


def test_what_is_dead_stays_dead_forward_observers_too() -> None:
    """TOCS-W2.6.2-5."""
    s = Scene([Piece("FO", "02.03", "asset", arm="observer"), Piece("A", "02.02")], [Piece("R", "02.04")], cell="1/-", own="02.02",
              dice={"turn-end": (1, 1)})  # fmt: skip
    s.does("FO", "attack 02.04 hasty")
    s.close()
    assert s.unit("FO").status == "dead" and s.happened(e.TurnEnded)
    assert "destroyed" in s.check("FO", "move 02.02")[0].words


@pytest.mark.parametrize("ml", [5, 8, 11])
@pytest.mark.parametrize(("lost", "state"), [(0, 3), (1, 3), (3, 3), (0, 4), (3, 4), (0, 5), (3, 5)])
def test_a_worn_unit_rallies_and_a_whole_one_by_the_morale_its_counter_prints(ml: int, lost: int, state: int) -> None:
    """TOCS-W4.0-2, TOCS-W10.19-2: the throw that just passes, and one above it; the state is a modifier of the chart."""
    worth = {3: 0, 4: 1, 5: 2}[state]
    for total in (ml - worth, ml - worth + 1):
        faces = (total - 6, 6) if total > 6 else (total - 1, 1)
        s = Scene([Piece("HQ", "02.02", "hq", command=3), Piece("A", "02.04", parent="hq", lost=lost, state=state, ml=ml)],
                  [Piece("R", "08.08")], own="02.03", dice={"rally/A": faces})  # fmt: skip
        s.does("HQ", "rally 02.04")
        (tried,) = s.happened(e.MoraleChecked)
        assert (tried.needed, tried.drm, tried.passed) == (ml, worth, total + worth <= ml)


@pytest.mark.parametrize("state", [0, 2, 4])
@pytest.mark.parametrize("lost", [0, 3])
def test_a_withdrawal_and_a_captive_go_by_the_printed_values_too(lost: int, state: int) -> None:
    """TOCS-W4.0-2."""
    s = Scene([Piece("A", "02.03", lost=lost, state=state, ml=8, elr=2)], [Piece("R", "08.08")])
    assert withdrawal.steadiness(s.view(), s.unit("A")).ml == withdrawal.nerve(s.view(), s.unit("A")).ml == 8
    s = Scene([Piece("B", "03.03")], [Piece("A", "03.04", lost=lost, state=state, elr=3, steps=9)], cell="-/1",
              dice={"prisoner": (5, 5)})  # fmt: skip
    s.does("B", "attack 03.04 deliberate")
    s.fight()
    (spoke,) = s.happened(e.PrisonerSpoke)
    chart = s.game.grid("prisoner-interrogation")
    assert spoke.answer.cell == chart.cell({}, chart.column_named("middle"), 10 + spoke.drm).strip("-")


def test_morale_and_experience_are_printed_and_stay_as_they_are() -> None:
    """TOCS-W4.0-2: neither losses nor state change them."""
    s = Scene([Piece("A", "02.03", lost=3, state=5, ml=8, elr=2), Piece("B", "02.03", ml=8)], [Piece("R", "08.08")])
    assert withdrawal.nerve(s.view(), s.unit("A")).ml == withdrawal.nerve(s.view(), s.unit("B")).ml == 8
    before = dict(s.forces().counters)
    s.does("B", "move 02.02")
    s.close()
    assert s.forces().counters == before and RULESET.name == "tocs"
