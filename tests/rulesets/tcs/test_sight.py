"""Lines of sight (TCSB-8), what lies over them, and what is spotted (TCSB-7)."""

from fractions import Fraction

import pytest

from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex, beneath, disc, distance, hex_at, neighbours, offset
from pbem.rulesets.tcs.rules.lines import is_clear_along, is_clear_to_side
from pbem.rulesets.tcs.rules.relief import Relief
from pbem.rulesets.tcs.rules.sight import (
    HexsideCrossed,
    SightTable,
    TurnVisibility,
    farthest,
    in_sight,
    lighted,
    smoke_on_line,
    smoked,
    trigger_in_sight,
)
from pbem.rulesets.tcs.rules.spotting import (
    Spotted,
    is_spotted_by_any,
    may_see,
    shown,
    spotting_range,
)
from pbem.rulesets.tcs.units import Mode, MoveClass
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.grounds import chance, laid, village
from tests.rulesets.tcs.people import unit

TABLE = SightTable(village(), farthest(BOOK))
CLEAR = TurnVisibility(reach=40)


def is_clear(relief: Relief, start: Hex, end: Hex) -> bool:
    """Does the ground leave the line between the centres of two hexes clear?"""
    return is_clear_along(relief, relief.index[start], relief.index[end], offset(start, end))


def strip(levels: str, terrain: str = "", crests: tuple[int, ...] = ()) -> SightTable:
    """A row of hexes from north to south; crests: after which of them one stands across the way."""
    places = [hex_at(5, 5 + step) for step in range(len(levels))]
    kinds = {".": "open", "W": "woods", "V": "village"}
    ground = {place: kinds[sign] for place, sign in zip(places, terrain or "." * len(levels), strict=True)}
    sides = [(places[step], places[step + 1]) for step in crests]
    return SightTable(laid(ground, dict(zip(places, map(int, levels), strict=True)), sides), 40)


def ends(table: SightTable) -> bool:
    return table.sees(table.places[0], table.places[-1])


def test_hexes_lie_in_a_list_as_on_the_map_and_a_rim_lies_round_them() -> None:
    """TCSB-8-2: a step in any direction is the same step in the list, and none from a hex of the map leaves it."""
    relief = TABLE.relief
    ways = ((column, slant) for column in (-1, 0, 1) for slant in (-1, 0, 1) if abs(column + slant) < 2)
    steps = [column * relief.stride + slant for column, slant in ways]
    assert sorted(relief.index) == sorted(TABLE.places) and len(set(relief.index.values())) == len(TABLE.places)
    columns, slants = ({offset(TABLE.places[0], place)[axis] for place in TABLE.places} for axis in (0, 1))
    assert (relief.stride, len(relief.ground)) == (len(slants) + 2, (len(columns) + 2) * relief.stride)
    assert all(0 < at % relief.stride < relief.stride - 1 for at in relief.index.values())
    for place, at in relief.index.items():
        assert {relief.index[near] - at for near in neighbours(place) if near in relief.index} <= set(steps)
        assert all(0 <= at + step < len(relief.ground) for step in steps)


@pytest.mark.parametrize(("levels", "terrain", "crests", "sees"), [
    ("000", "", (), True),  # TCSB-8-1, TCSB-8-10
    ("010", "", (), False),  # TCSB-8-5: a level over the line
    ("021", "", (), False),
    ("110", "", (), True),  # half a level over it is within the band
    ("000", ".W.", (), False),  # TCSB-8-2
    ("000", ".V.", (), False),
    ("202", ".W.", (), True),  # TCSB-8-8: one wood exactly at the line blocks not
    ("1001", ".WW.", (), False),  # two of them do
    ("1001", ".VW.", (), True),
    ("2002", ".WW.", (), True),
    ("000", "WWW"[0] + "." + "W", (), True),  # TCSB-8-3: what stands at the ends does not count
    ("0000", "", (1,), False),  # TCSB-8-6
    ("0000", "", (0,), True),  # an end of the line stands at the crest
    ("0000", "", (2,), True),
    ("1111", "", (1,), False),
    ("2002", "", (1,), True),  # TCSB-8-4: the line passes high over it
])  # fmt: skip
def test_what_blocks_a_line(levels: str, terrain: str, crests: tuple[int, ...], sees: bool) -> None:
    assert ends(strip(levels, terrain, crests)) is sees


def test_a_line_along_a_hexside_is_blocked_by_both_hands_alone() -> None:
    """TCSB-8-7"""
    start, end = hex_at(5, 5), hex_at(7, 5)
    hands = beneath(start, end)[1]
    assert len(hands) == 2
    for wooded, sees in (((), True), (hands[:1], True), (hands[1:], True), (hands, False)):
        terrain = {place: "woods" if place in wooded else "open" for place in disc(start, 3)}
        assert is_clear(laid(terrain, dict.fromkeys(terrain, 0)), start, end) is sees


@pytest.mark.parametrize("seed", range(3))
def test_sight_is_mutual_and_neighbours_see_each_other(seed: int) -> None:
    """TCSB-8-11, TCSB-7-2; and a table says what the lines say, whichever row is asked first."""
    ground = chance(seed)
    table = SightTable(ground, 40)
    for viewer in reversed(table.places):
        for target in table.places:
            assert table.sees(viewer, target) is is_clear(ground, viewer, target) is is_clear(ground, target, viewer)
            assert table.sees(viewer, target) or distance(viewer, target) > 1
    assert dict(table.fill()) == {place: SightTable(ground, 40).row(place) for place in table.places}
    assert all(set(table.seen(place)) >= set(neighbours(place)) & set(table.places) for place in table.places)


def test_higher_ground_at_an_end_never_hides_what_was_seen_over_woods() -> None:
    for step in range(3):
        seen = [ends(strip(f"{eye}{'0' * step}0{'0'}", f".{'.' * step}W.")) for eye in range(4)]
        assert seen == sorted(seen)


def test_levels_in_between_are_refused() -> None:
    """TCSB-8-2: what stands on a hex reaches to a half level or a whole one."""
    assert {Fraction(str(record["height"])) * 2 % 1 for record in BOOK.records("terrain-effects").records.values()} == {0}


@pytest.mark.parametrize(("viewer", "left", "entered", "sees"), [
    ("05.04", "05.01", "05.02", True), ("06.05", "06.02", "06.03", True), ("03.03", "05.06", "05.05", True),
    ("05.04", "04.01", "04.02", True), ("06.07", "06.02", "06.03", True),
])  # fmt: skip
def test_the_middle_of_a_hexside_in_the_ford_village(viewer: str, left: str, entered: str, sees: bool) -> None:
    """TCSB-14-1, TCSB-8-12: the lines of the worked turn."""
    crossed = HexsideCrossed(Hex(left), Hex(entered))
    assert trigger_in_sight(BOOK, TABLE, TurnVisibility(reach=24), Hex(viewer), crossed) is sees


@pytest.mark.parametrize("seed", range(2))
def test_a_hexside_is_seen_from_its_own_hexes_and_from_next_to_the_hex_entered(seed: int) -> None:
    ground = chance(seed, 4)
    table = SightTable(ground, 40)
    flat = laid(dict.fromkeys(table.places, "open"), dict.fromkeys(table.places, 1))
    for left in table.places:
        for entered in set(neighbours(left)) & set(table.places):
            for viewer in table.places:
                near = viewer == left or distance(viewer, entered) <= 1
                assert not near or is_clear_to_side(ground, viewer, left, entered)
                assert is_clear_to_side(flat, viewer, left, entered)


def test_woods_before_a_hexside_hide_it_and_those_of_its_hexes_do_not() -> None:
    """TCSB-8-12: both hexes are ends."""
    places = [hex_at(5, row) for row in range(5, 10)]
    for wooded, sees in ((1, False), (2, False), (3, True), (4, True)):
        terrain = {place: "woods" if place == places[wooded] else "open" for place in places}
        assert is_clear_to_side(laid(terrain, dict.fromkeys(places, 0)), places[0], places[4], places[3]) is sees


def test_visibility_bounds_sight_but_for_neighbours_and_for_what_is_lit() -> None:
    """TCSB-7-1, TCSB-7-2, TCSB-25-2, TCSB-19-7, TCS3-2.2-6"""
    table = strip("0000000000")
    first, last = table.places[0], table.places[-1]
    for record in BOOK.records("visibility").records.values():
        air = TurnVisibility(whole(record, "hexes"))
        seen = [in_sight(BOOK, table, air, first, place) for place in table.places]
        assert seen == [step <= max(1, air.reach) for step in range(10)]
    lit = lighted(BOOK, [last])
    assert {distance(last, place) for place in lit} == {0, 1, 2, 3}
    seen = [in_sight(BOOK, table, TurnVisibility(2, True, lit), first, place) for place in table.places]
    assert seen == [step <= 2 or step >= 6 for step in range(10)]
    for air, step in ((TurnVisibility(2), 4), (TurnVisibility(40), 4)):
        crossed = HexsideCrossed(table.places[step + 1], table.places[step])
        assert trigger_in_sight(BOOK, table, air, first, crossed) is (air.reach >= step)
    assert trigger_in_sight(BOOK, table, TurnVisibility(2, True, lit), first, HexsideCrossed(last, table.places[-2]))


def test_four_markers_of_smoke_block_a_line_the_viewers_own_hex_left_out() -> None:
    """TCSB-8-9"""
    table = strip("00000")
    first, second, *_, last = table.places
    for markers in range(6):
        assert smoked(BOOK, {second: markers}, first, last) is (markers >= 4)
        assert smoked(BOOK, {last: markers}, first, last) is (markers >= 4)
        assert smoked(BOOK, {first: 9, second: markers - 1, last: 1}, first, last) is (markers >= 4)
        assert not smoked(BOOK, {second: markers}, first, second)
        assert in_sight(BOOK, table, TurnVisibility(40, smoke={second: markers}), first, last) is (markers < 4)
        assert in_sight(BOOK, table, TurnVisibility(40, smoke={second: markers}), first, second)
        crossed = HexsideCrossed(last, table.places[3])
        assert trigger_in_sight(BOOK, table, TurnVisibility(40, smoke={second: markers}), first, crossed) is (markers < 4)
    assert smoke_on_line({first: 2}, first, first) == 2
    hands = beneath(hex_at(5, 5), hex_at(7, 5))[1]
    assert smoke_on_line({hands[0]: 3}, hex_at(5, 5), hex_at(7, 5)) == 0
    assert smoke_on_line(dict.fromkeys(hands, 3), hex_at(5, 5), hex_at(7, 5)) == 3


def looked_at(
    move: MoveClass = "foot", mode: Mode = "fire", terrain: str = "open", dug_in: bool = False, fired: bool = False
) -> Spotted:
    return Spotted(unit(move=move, mode=mode), terrain, dug_in, fired)


@pytest.mark.parametrize("move", ["foot", "tracked", "halftrack", "wheeled", "towed"])
def test_what_fires_or_moves_is_spotted_from_farther_and_what_hides_from_nearer(move: MoveClass) -> None:
    """TCSB-7-3, TCSB-7-7, TCSB-27-7"""
    for terrain in BOOK.records("terrain-effects").records:
        hidden = spotting_range(BOOK, looked_at(move, terrain=terrain))
        fired = spotting_range(BOOK, looked_at(move, terrain=terrain, fired=True))
        moving = spotting_range(BOOK, looked_at(move, "move", terrain))
        assert hidden <= fired <= moving <= spotting_range(BOOK, looked_at(move, "move"))
        assert spotting_range(BOOK, looked_at(move, terrain=terrain, dug_in=True)) <= hidden
        for marked in (unit(move=move, fired=True), unit(move=move, overwatch=True), unit(move=move, gave_fire=True)):
            assert spotting_range(BOOK, Spotted(marked, terrain)) == fired


def test_a_spotter_needs_sight_as_well_and_neighbours_are_always_spotted() -> None:
    """TCSB-7-2, TCSB-7-8, TCSB-7-9, TCSB-16-6"""
    table = strip("00000000000")
    for away, place in enumerate(table.places):
        target = Spotted(unit(move="tracked", hex=place), "open")
        viewer = unit(hex=table.places[0])
        assert is_spotted_by_any(BOOK, table, CLEAR, [viewer], target)
        assert is_spotted_by_any(BOOK, table, TurnVisibility(3), [viewer], target) is (away <= 3)
        shut = unit(hex=table.places[0], buttoned=True)
        assert is_spotted_by_any(BOOK, table, CLEAR, [shut], target) is may_see(BOOK, table, CLEAR, shut, place) is (away <= 4)
        man = Spotted(unit(hex=place), "open", dug_in=True)
        assert is_spotted_by_any(BOOK, table, CLEAR, [viewer], man) is (away <= 1)
        assert is_spotted_by_any(BOOK, table, CLEAR, [shut, viewer], man) is (away <= 1)
    assert not is_spotted_by_any(BOOK, table, CLEAR, [], looked_at())


def test_a_stack_shows_its_top_and_tells_its_classes_truly() -> None:
    """TCSB-5-7, TCS3-10-1"""
    told = shown(["smoke", "T-1", "A-1"], ["P", "A", "A"])
    assert (told.top, told.classes) == ("smoke", ("A", "P"))
