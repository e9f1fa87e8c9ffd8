"""The sum of a battle: levels, strengths, column shifts, dice, rows (TOCS-3.9, W19.0 to W19.3)."""

from typing import Any, cast

import pytest

from pbem.kernel.charts.tables import Grid, Modifiers
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.rules import battle as b
from pbem.rulesets.tocs.units import Attack
from tests.rulesets.tocs.builder import Piece, Scene, counter, ground, road

CHARTS = library.charts("tocs")
STRENGTH = cast(Modifiers, CHARTS["crt-strength-modifiers"])
SHIFTS = cast(Modifiers, CHARTS["crt-column-shifts"])
CRT = cast(Grid, CHARTS["crt"])
HERE = Hex("03.04")


def fighter(call: str = "A", kind: str = "company", origin: str | None = "03.03", ap: int = 1, **more: Any) -> b.Fighter:
    facts = {k: more.pop(k) for k in list(more) if k in b.Fighter.__struct_fields__}
    printed = counter(call, kind, **more)
    made = b.Fighter(printed, printed.steps, 0, ap, Hex(origin) if origin else None)
    return replace(made, **facts)


def defender(call: str = "R", kind: str = "company", **more: Any) -> b.Fighter:
    return fighter(call, kind, None, 0, **more)


def fought(*attackers: b.Fighter, **facts: Any) -> b.Battle:
    kept: dict[str, Any] = {
        "hex": HERE, "terrain": "farmland", "level": "hasty", "carried": False, "night": False, "works": "",
        "attackers": attackers or (fighter(),), "defenders": (defender(),), **facts,
    }  # fmt: skip
    return b.Battle(**kept)


def strength(battle: b.Battle, side: str = "attacker") -> int:
    return b.strengths(STRENGTH, battle, side)[0]


def shift(battle: b.Battle, side: str = "attacker") -> set[str]:
    return {line.rsplit(" ", 1)[0].replace(" ", "_") for line in b.shifts(SHIFTS, battle, side)[1]}


def test_every_modifier_of_the_charts_has_its_predicate_or_waits_for_its_tenant_and_none_both() -> None:
    """TOCS-W19.3-2, TOCS-W19.3-3, TOCS-3.9-1."""
    charted = {*STRENGTH.modifiers, *SHIFTS.modifiers, *CRT.drms}
    known = [*b.STRENGTH, *b.HEX, *b.RANGED, *b.SHIFTS, *b.DRMS, *b.WAITS]
    assert len(known) == len(set(known))
    assert set(known) == charted
    assert set(b.STRENGTH) <= set(STRENGTH.modifiers) and set(b.SHIFTS) <= set(SHIFTS.modifiers)


# ---------------------------------------------------------------- level


@pytest.mark.parametrize("attacks, level", [
    (((1, False),), "hasty"), (((1, False), (3, False)), "intensive"), (((2, False), (1, False)), "deliberate"),
    (((3, False), (1, True)), "hasty"), (((3, False), (2, True), (1, True)), "hasty"), (((3, False), (2, True)), "deliberate"),
])  # fmt: skip
def test_the_longest_attack_sets_the_level_but_a_scout_lowers_it_to_its_own(
    attacks: tuple[tuple[int, bool], ...], level: str
) -> None:
    """TOCS-W19.0-3, TOCS-W19.0-4, TOCS-W10.4-14, TOCS-W10.4-15, TOCS-W10.5-8."""
    here = Hex("03.03")
    for how in ("scouted", "probed"):
        assert b.level_of(tuple(replace(Attack("a", here, here, 0, ap), **{how: went}) for ap, went in attacks)) == level


# ---------------------------------------------------------------- strength


@pytest.mark.parametrize("state, value", list(enumerate([4, 3, 2, 1, 1, 1])))
def test_each_state_takes_a_point_and_leaves_one(state: int, value: int) -> None:
    assert strength(fought(fighter(state=state))) == value


def test_a_strength_of_nothing_does_not_grow_by_being_degraded() -> None:
    battle = fought(fighter(strength=0, state=3), fighter("B"))
    assert strength(battle) == 4


@pytest.mark.parametrize("steps, value", [(4, 5), (3, 4), (2, 3), (1, 2)])
def test_losses_scale_the_strength_rounded_up(steps: int, value: int) -> None:
    assert strength(fought(fighter(strength=5, steps=4) if steps == 4 else replace(fighter(strength=5), steps=steps))) == value


def test_guns_add_to_the_sum_once_for_a_strike_twice_for_a_bombardment() -> None:
    """TOCS-3.9-4, TOCS-W10.24-6, TOCS-W10.25-3."""
    for kind, value in (("artillery_strike", 8), ("bombardment", 12), ("time_on_target", 16)):
        battle = fought(fire={"attacker": (b.Fire("G", kind, 4),)})
        assert (strength(battle), strength(battle, "defender")) == (value, 4)
        assert strength(replace(battle, carried=True)) == 4  # red text: not in a battle carried over
    assert strength(fought(fire={"defender": (b.Fire("G", "bombardment", 4),)}), "defender") == 12


def test_a_minefield_strengthens_its_defender() -> None:
    """TOCS-W10.11-3."""
    mined = fought(minefield=True)
    assert (strength(mined), strength(mined, "defender")) == (4, 6)
    assert strength(replace(mined, carried=True), "defender") == 6


def test_an_underscored_value_counts_in_defence_only() -> None:
    """TOCS-W2.4-5."""
    gun: dict[str, Any] = {"kind": "battery", "strength": 3, "defence_only": True}
    assert strength(fought(fighter(), fighter("G", **gun))) == 4
    assert strength(fought(defenders=(defender("G", **gun),)), "defender") == 3


@pytest.mark.parametrize(
    "terrain, value", [("farmland", 5), ("woods", 5), ("forest", 3), ("jungle", 3), ("city", 3), ("suburb", 3), ("town", 5)]
)
def test_armour_is_halved_in_close_terrain_rounded_up(terrain: str, value: int) -> None:
    """TOCS-W11.15-1, TOCS-W11.16-1, TOCS-W11.26-1, TOCS-W11.27-1."""
    assert strength(fought(fighter(kind="vehicle_platoon"), terrain=terrain)) == value
    assert strength(fought(defenders=(defender(kind="vehicle_platoon"),), terrain=terrain), "defender") == value


def test_an_ambushed_column_is_halved_rounded_up() -> None:
    """TOCS-W10.1.2-5."""
    assert strength(fought(fighter(strength=5, column=True), level="ambush")) == 3
    assert strength(fought(fighter(strength=5), level="ambush")) == 5


@pytest.mark.parametrize("more, facts, value", [
    ({"over_bridge": True}, {}, 3), ({"out_of_wet": True}, {}, 3), ({}, {"terrain": "marsh"}, 3), ({}, {"terrain": "flooded"}, 3),
    ({"mobility": "foot", "over_bridge": True}, {}, 5), ({}, {}, 5),
])  # fmt: skip
def test_vehicles_over_a_bridge_or_in_and_out_of_wet_ground_are_halved(
    more: dict[str, Any], facts: dict[str, Any], value: int
) -> None:
    """TOCS-W11.4-3, TOCS-W11.5-2."""
    unit = fighter(**{"kind": "vehicle_platoon", **more})
    assert strength(fought(unit, **facts)) == value


def test_armour_without_company_is_halved_at_night() -> None:
    tank = fighter("T", "vehicle_platoon")
    assert strength(fought(tank, night=True)) == 3
    assert strength(fought(tank, fighter(), night=True)) == 9


@pytest.mark.parametrize("works, each", [("entrenched", 2), ("strongpoint", 4), ("fortified_area", 6)])
def test_works_add_to_each_company_in_them_carried_over_or_not(works: str, each: int) -> None:
    two = (defender(), defender("S", state=5), defender("H", "hq"))
    for carried in (False, True):
        battle = fought(defenders=two, works=works, carried=carried)
        assert strength(battle, "defender") == 4 + 1 + 1 + 2 * each


def test_a_nation_with_inherent_anti_tank_defence_has_it_against_armour_only() -> None:
    """TOCS-W2.2-3."""
    facts: dict[str, Any] = {"defenders": tuple(replace(d, at_bonus=1) for d in (defender(), defender("S")))}
    assert strength(fought(fighter("T", "vehicle_platoon"), **facts), "defender") == 10
    assert strength(fought(fighter(), **facts), "defender") == 8


def test_each_defender_has_the_anti_tank_defence_of_its_own_nation() -> None:
    """TOCS-W2.2-3, W18: two of one nation and one of another that has none, in one hex."""
    mixed = (*(replace(defender(c), at_bonus=2) for c in "RS"), defender("T"))
    battle = fought(fighter("V", "vehicle_platoon"), defenders=mixed)
    assert strength(battle, "defender") == 4 * 3 + 2 * 2


def test_mortars_fire_in_battles_but_not_in_ambushes() -> None:
    """TOCS-W10.1.2-3, TOCS-3.9-4."""
    mortar: dict[str, Any] = {"kind": "asset", "arm": "mortar", "artillery": 2}
    assert strength(fought(fighter(), fighter("M", **mortar))) == 4 + 1 + 2
    assert strength(fought(defenders=(defender("M", **mortar),), level="ambush"), "defender") == 1


def test_no_side_falls_below_one() -> None:
    """TOCS-W19.1-1."""
    assert strength(fought(fighter(strength=0), level="ambush")) == 1
    assert strength(fought(defenders=(defender(strength=0),)), "defender") == 1


# ---------------------------------------------------------------- shifts


@pytest.mark.parametrize("more, found", [({"scouted": True}, True), ({"probed": True}, True), ({}, False)])
def test_scouts_shift_a_column_once(more: dict[str, Any], found: bool) -> None:
    """TOCS-W10.4-13, TOCS-W10.5-4."""
    battle = fought(fighter(**more), fighter("B", scouted=True) if found else fighter("B"))
    assert ("reconnaissance" in shift(battle)) == found
    assert b.shifts(SHIFTS, battle, "attacker")[0] == int(found)


@pytest.mark.parametrize("terrain, found", [("farmland", True), ("town", True), ("city", False), ("forest", False)])
def test_tanks_and_infantry_together_shift_but_for_close_terrain(terrain: str, found: bool) -> None:
    both = (fighter("T", "vehicle_platoon"), fighter())
    assert ("combined_arms" in shift(fought(*both, terrain=terrain))) == found
    assert "combined_arms" not in shift(fought(fighter("T", "vehicle_platoon")))


@pytest.mark.parametrize("origins, found", [
    (("03.03", "03.05"), True), (("03.03", "04.03", "04.04"), True), (("03.03", "04.03"), False), (("03.03", "03.03"), False),
])  # fmt: skip
def test_attacks_from_three_sides_or_two_opposite_ones_shift(origins: tuple[str, ...], found: bool) -> None:
    attackers = [fighter(f"A{i}", origin=h) for i, h in enumerate(origins)]
    assert ("concentric" in shift(fought(*attackers))) == found


@pytest.mark.parametrize("unit, facts, found", [
    ({"engineer": True}, {"works": "entrenched"}, True), ({"engineer": True}, {"terrain": "city"}, True),
    ({"engineer": True, "state": 1}, {"works": "entrenched"}, False), ({"engineer": True}, {}, False),
    ({}, {"works": "entrenched"}, False),
])  # fmt: skip
def test_fresh_engineers_shift_against_works_and_cities(unit: dict[str, Any], facts: dict[str, Any], found: bool) -> None:
    assert ("engineers_against_works" in shift(fought(fighter(**unit), **facts))) == found


def test_experience_shifts_for_the_better_side_by_two() -> None:
    """TOCS-W4.2-1: leaders of the attack against the line of the defence; batteries count only when alone."""
    veteran, green = fighter(elr=5), defender(elr=3)
    assert shift(fought(veteran, defenders=(green,))) == {"attacker_experience"}
    assert shift(fought(veteran, defenders=(green, defender("B", "battery", elr=5)))) == {"attacker_experience"}
    assert shift(fought(veteran, defenders=(defender("B", "battery", elr=5),))) == set()
    assert shift(fought(fighter(elr=1)), "defender") == {"defender_experience"}
    assert shift(fought(fighter(elr=1, ap=1), fighter("B", ap=2)), "defender") == set()


def test_an_ambush_shifts_two_columns_for_the_defender() -> None:
    """TOCS-W10.1.2-4."""
    assert b.shifts(SHIFTS, fought(level="ambush"), "defender")[0] == 2


@pytest.mark.parametrize("name, flag", [("uphill", "uphill"), ("stream", "over_stream")])
def test_hills_and_streams_shift_when_all_of_the_attack_crosses_them(name: str, flag: str) -> None:
    crossing: dict[str, Any] = {flag: True}
    assert shift(fought(fighter(**crossing)), "defender") == {name}
    assert shift(fought(fighter(**crossing), fighter("B")), "defender") == set()


def test_a_nation_that_is_bad_at_night_is_shifted_against_at_night() -> None:
    assert shift(fought(night=True, night_penalty=True), "defender") == {"night_unready"}
    assert shift(fought(night_penalty=True), "defender") == set()


def test_what_is_printed_in_red_does_not_count_in_an_engagement() -> None:
    """TOCS-W19.3-1: concentric and scouts are red, combined arms and experience are not."""
    attackers = (fighter("T", "vehicle_platoon", elr=5, scouted=True), fighter(origin="03.05", elr=5))
    facts: dict[str, Any] = {"level": "engagement", "carried": True}
    assert shift(fought(*attackers)) == {"reconnaissance", "combined_arms", "concentric", "attacker_experience"}
    assert shift(fought(*attackers, **facts)) == {"combined_arms", "attacker_experience"}


@pytest.mark.parametrize("probed, drm", [(True, 1), (False, 0)])
def test_a_probe_adds_one_to_the_dice(probed: bool, drm: int) -> None:
    """TOCS-W10.5-4."""
    assert b.drms(CRT, fought(fighter(probed=probed)))[0] == drm


# ---------------------------------------------------------------- column and row


@pytest.mark.parametrize("attack, defence, label", [
    (4, 4, "1:1"), (5, 4, "1:1"), (6, 4, "3:2"), (7, 4, "3:2"), (8, 4, "2:1"), (3, 4, "1:2"), (1, 9, "1:4"), (99, 1, "10:1"),
])  # fmt: skip
def test_a_ratio_between_columns_takes_the_lower_one(attack: int, defence: int, label: str) -> None:
    """TOCS-3.9-2, TOCS-W19.2-1."""
    assert CRT.columns.labels[CRT.column_for(attack, defence)] == label


@pytest.mark.parametrize("terrain, row", [
    ("open", "open_farmland"), ("farmland", "open_farmland"), ("orchard", "open_farmland"), ("desert", "open_farmland"),
    ("woods", "woods"), ("bocage", "bocage"), ("village", "town_village"), ("town", "town_village"), ("forest", "forest_jungle"),
    ("jungle", "forest_jungle"), ("city", "city_suburb"), ("suburb", "city_suburb"), ("polder", "wetland"),
])  # fmt: skip
def test_the_row_of_the_hex(terrain: str, row: str) -> None:
    """TOCS-W19.2-1, TOCS-W11.20-1, TOCS-W11.21-1, TOCS-W11.23-1, TOCS-W11.15-1, TOCS-W11.16-1, TOCS-W11.26-1,
    TOCS-W11.27-1, TOCS-W11.17-1, TOCS-W11.18-1, TOCS-W11.22-1, TOCS-W11.24-1, TOCS-W11.25-1."""
    assert b.terrain_row(CRT, (terrain,)) == row


def test_where_two_rows_fit_the_defender_has_the_better_one() -> None:
    """TOCS-W19.2-2, TOCS-W1.9-1."""
    kinder = replace(CRT.row_maps["open_farmland"], covers=("farmland", "town"))
    both = {"open_farmland": kinder, "town_village": CRT.row_maps["town_village"]}
    assert b.terrain_row(replace(CRT, row_maps=both), ("town",)) == "town_village"


@pytest.mark.parametrize(("terrain", "met", "row"), [
    ("farmland", "03.04 met N farmland+town", "town_village"), ("farmland", "03.04 met S farmland+woods", "woods"),
    ("woods", "03.04 met S farmland", "woods"), ("town", "03.04 met N woods, 03.04 met S city", "city_suburb"),
    ("farmland", "03.05 met N city", "open_farmland"),
])  # fmt: skip
def test_a_mixed_hex_is_fought_on_the_row_best_for_the_defender(terrain: str, met: str, row: str) -> None:
    """TOCS-W1.9-1, TOCS-W19.2-2: whatever the hex is called, and from whatever side it is attacked."""
    land = ground(f"03.04 {terrain}", detail=met)
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], land=land, dice={"battle/1": (3, 4)})
    s.does("A", "attack 03.04 hasty")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert (rolled.row, rolled.line) == (row, CRT.row_maps[row].lines[7 - 2])


def test_tanks_that_attack_a_mixed_hex_meet_its_close_part_and_those_in_it_its_open_one() -> None:
    """TOCS-W1.9-1, TOCS-W11.15-1: 5 against 5 with a city in the hex: 5 halved up is 3, and no combined arms."""
    s = Scene([Piece("T", "03.03", "vehicle_platoon"), Piece("A", "03.03")], [Piece("R", "03.04", "vehicle_platoon")],
              land=ground(detail="03.04 met S city"))  # fmt: skip
    for call in "TA":
        s.does(call, "attack 03.04 hasty")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert (rolled.attacker.total, rolled.defender.total) == (3 + 4, 5)
    assert not any("combined arms" in shift for shift in rolled.attacker.shifts)


def test_a_battle_is_one_throw_read_by_level_column_and_row() -> None:
    """TOCS-W19.0-1, TOCS-3.9-1, TOCS-3.9-3, TOCS-3.9-5, TOCS-3.9-6, TOCS-W19.2-1, TOCS-1.12-1, TOCS-1.12-2.

    Two companies, 8, against one of 4 in works, 6: 8 to 6 is 1:1. They come from opposite sides (+1, right) and one of
    them scouted (+1, right), uphill (1, left): net one right, 3:2. Six and five are eleven, in woods line 13 - 1.
    """
    land = ground("03.04 woods 1")
    s = Scene([Piece("A", "03.03"), Piece("B", "03.05")], [Piece("R", "03.04")], land=land, dice={"battle/1": (6, 5)},
              works={"03.04": ("entrenched", "red")})  # fmt: skip
    s.does("A", "recon 03.04; attack hasty")
    s.does("B", "attack 03.04 hasty")
    s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert (rolled.attacker.total, rolled.defender.total) == (8, 6)
    assert (rolled.attacker.shift, rolled.defender.shift) == (2, 1)
    assert (rolled.basic_column, rolled.column, rolled.row, rolled.line) == ("1:1", "3:2", "woods", 12)
    column = CRT.columns.labels.index("3:2")
    assert rolled.cell == CRT.block({"attack": "hasty"}).cells[12][column]
    assert rolled.throw.occasion == "battle/1/crt"


@pytest.mark.parametrize("level", ["ambush", "hasty", "deliberate", "intensive", "infiltration", "engagement"])
def test_each_kind_of_battle_is_read_in_its_own_block(level: str) -> None:
    """TOCS-W19.0-1, TOCS-3.9-6: each block of the table has another result here."""
    cells = {"ambush": "1/-", "hasty": "-/1", "deliberate": "-/2", "intensive": "1/1", "infiltration": "1/2", "engagement": "2/1"}
    staff = Piece("HQ", "03.02", "hq", command=5, id="hq")
    kept: dict[str, Any] = {"blue": [staff, Piece("A", "03.03", parent="hq")], "claims": ["03.03"]}
    if level == "engagement":
        kept = {"blue": [Piece("A", "03.04")], "own": "03.03", "engaged": {HERE: "red"}, "phase": "engagements"}
    if level == "ambush":
        kept["claims"] = []
    s = Scene(red=[Piece("R", "03.04")], cell=cells, dice={"infiltration": (6, 6)},
              standing={"red": ("ezoc never",)}, **kept)  # fmt: skip
    if level == "engagement":
        s.settle()
    elif level == "ambush":
        s.does("A", "move 03.04")
    else:
        order = "infiltrate 03.04" if level == "infiltration" else f"attack 03.04 {level}"
        s.does("A", order)
        s.fight()
    rolled = s.happened(e.BattleRolled)[0]
    assert (rolled.fight.level, rolled.cell) == (level, cells[level])
    assert [seen.level for seen in s.learnt("red", o.BattleSeen)][:1] == [level]


# ---------------------------------------------------------------- ambush


def ambushed(cell: str = "-/-", **more: Any) -> Scene:
    kept: dict[str, Any] = {"blue": [Piece("A", "03.03")], "red": [Piece("R", "03.04")], **more}
    s = Scene(cell=cell, **kept)
    s.does("A", "move 03.04")
    return s


def test_a_move_into_the_enemy_is_an_ambush_settled_at_once() -> None:
    """TOCS-W10.1.2-1, TOCS-W10.1.2-2, TOCS-W19.0-2: and its AP are gone."""
    s = ambushed("1R1/-")
    rolled = s.happened(e.BattleRolled)
    assert [r.fight.level for r in rolled] == ["ambush"]
    assert s.board.fight is None and s.active().ap == 0
    assert (s.unit("A").hex, s.unit("A").lost) == ("03.03", 1)
    assert s.refusals[0].rule == "TOCS-W10.1.2-1"


def test_the_ambushed_unit_degrades_once_when_it_is_laid_down_and_again_if_it_falls_back() -> None:
    """TOCS-W19.4-6, TOCS-W5.0-2."""
    for cell, state in (("-/-", 1), ("0R1/-", 2)):
        s = ambushed(cell)
        s.fight()
        assert (s.unit("A").state, s.unit("R").state) == (state, 1)


def test_a_column_is_ambushed_at_half_strength() -> None:
    """TOCS-W10.1.2-5, TOCS-W10.1-5."""
    s = ambushed(land=ground("", road("03.03 03.04")))
    assert s.happened(e.BattleRolled)[0].attacker.total == 2


def test_an_ambush_that_nobody_gives_way_in_is_an_engagement_and_one_that_is_won_takes_the_hex() -> None:
    """TOCS-W10.1.2-1, TOCS-3.9-15."""
    assert ambushed().public.engaged == {"03.04": "red"}
    s = ambushed("-/1R1")
    assert s.unit("A").hex == "03.04" and s.owner("03.04") == "blue"


def test_the_mover_alone_is_ambushed_by_all_that_is_there() -> None:
    """TOCS-W10.1.2-1."""
    s = ambushed(blue=[Piece("A", "03.03"), Piece("B", "03.03")], red=[Piece("R", "03.04"), Piece("S", "03.04")])
    fight = s.happened(e.BattleRolled)[0].fight
    assert [a.unit for a in fight.attacks] == ["a"] and fight.defenders == ("r", "s")


def test_both_sides_hear_of_an_ambush_and_neither_of_the_units() -> None:
    """TOCS-1.2-1, TOCS-3.9-1."""
    s = ambushed()
    for side, role in (("blue", "attacker"), ("red", "defender")):
        seen = s.learnt(side, o.BattleSeen)[0]
        assert (seen.role, seen.level) == (role, "ambush")
    assert "'R" not in repr(s.learnt("blue", o.BattleSeen)[0].lines)


# ---------------------------------------------------------------- the keys of the charts


def charted(chart: Modifiers, name: str, **changes: Any) -> Modifiers:
    """The chart with a modifier otherwise."""
    item, own = chart[name], {key: value for key, value in changes.items() if key != "value"}
    other = replace(item, value=changes.get("value", item.value), extras={**item.extras, **own})
    return replace(chart, modifiers={**chart.modifiers, name: other})


@pytest.mark.parametrize(("changes", "total"), [({}, 3), ({"per": ""}, 4), ({"per": "step lost"}, 5), ({"minimum": 4}, 4)])
def test_what_a_state_or_a_step_takes_is_counted_as_the_chart_says(changes: dict[str, Any], total: int) -> None:
    """TOCS-W19.1-1, TOCS-1.3-5: `per`; two states below good order take two of five."""
    tired = fought(fighter(strength=5, state=2))
    assert b.strengths(charted(STRENGTH, "degraded", **changes), tired, "attacker")[0] == total


def test_halves_are_rounded_as_the_chart_says() -> None:
    """TOCS-W19.1-1: `round`."""
    ambushed = fought(fighter(strength=5, column=True), level="ambush")
    assert b.strengths(STRENGTH, ambushed, "attacker")[0] == 3
    assert b.strengths(charted(STRENGTH, "ambushed_on_road", round="down"), ambushed, "attacker")[0] == 2


def test_of_shifts_that_exclude_each_other_the_one_worth_more_counts() -> None:
    """TOCS-W19.3-2, TOCS-W15.10-2: `excludes`."""
    both = fought(fighter(scouted=True), infiltration="success", level="infiltration")
    assert b.shifts(SHIFTS, both, "attacker")[0] == 3
    for name, other in (("reconnaissance", "infiltration_success"), ("infiltration_success", "reconnaissance")):
        only = charted(SHIFTS, name, excludes=(other,))
        assert b.shifts(only, both, "attacker") == (2, ("infiltration success 2",))
    even = charted(charted(SHIFTS, "reconnaissance", value=2), "infiltration_success", excludes=("reconnaissance",))
    assert b.shifts(even, both, "attacker") == (2, ("infiltration success 2",))
