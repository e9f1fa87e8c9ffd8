"""Lines of communication: over land, by wireless, and what being cut off costs (TOCS-W7)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.reports import communications as signals
from pbem.rulesets.tocs.resolution.communications import heard
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.communications import by_wireless, in_loc, loc, strain
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entries
from pbem.rulesets.tocs.units import Mission
from pbem.rulesets.tocs.view import View
from tests.rulesets.tocs.builder import Piece, Scene, bridge, game, ground, river, road

ROW = "02.02 02.03 02.04 02.05 02.06 02.07 02.08"


def hq(call: str = "HQ", where: str = "02.02", command: int = 3, **more: Any) -> Piece:
    return Piece(call, where, "hq", command=command, **more)


def under(call: str, where: str, parent: str = "hq", **more: Any) -> Piece:
    return Piece(call, where, parent=parent, **more)


def scene(*blue: Piece, own: str = ROW, **more: Any) -> Scene:
    return Scene(blue, [Piece("R", "08.08")], own=own, **more)


def linked(s: Scene, call: str = "A") -> bool:
    return in_loc(s.view(), s.unit(call))


def test_the_commander_of_a_side_reads_which_headquarters_of_other_seats_are_cut_off() -> None:
    """TOCS-W7.0-4: once each, since when; nothing of those in communication, and nothing to who commands one formation."""
    s = scene(
        hq(level="division"), hq("HQ5", "02.07", parent="hq", level="battalion"), hq("HQ6", "02.03", parent="hq", level="battalion")
    )
    game, picture = s.game, s.picture()
    assert signals.of_other_seats(game, picture, None, frozenset({"HQ"})) == (" Cut off from their HQ, one AP fewer: HQ5 now",)
    forces = replace(picture.forces, silent={"hq5": "T2.2"})
    later = replace(picture, forces=forces)
    assert signals.of_other_seats(game, later, None, frozenset({"HQ"})) == (" Cut off from their HQ, one AP fewer: HQ5 since T2.2",)
    for calls, own in ((frozenset({"HQ6"}), frozenset({"HQ6"})), (None, None), (None, frozenset({"HQ", "HQ5"}))):
        assert signals.of_other_seats(game, later, calls, own) == ()


def test_a_unit_is_linked_as_far_as_the_command_range_of_its_hq_and_no_farther() -> None:
    """TOCS-W7.0-1, TOCS-W7.0-2, TOCS-W7.1-1, TOCS-W2.1-3."""
    assert linked(scene(hq(), under("A", "02.05")))
    far = scene(hq(), under("A", "02.06"))
    assert not linked(far)
    why = loc(far.view(), far.unit("A")).why
    assert why == "HQ is 4 hexes away by land, and commands 3; it has no wireless"


def test_the_chain_goes_up_from_the_nearest_hq() -> None:
    """TOCS-W2.1-1, TOCS-W2.1-11, TOCS-W2.0-1: battalion, regiment, division."""
    division = hq("DIV", level="division", steps=3)
    s = scene(division, hq("REG", "02.03", level="regiment", parent="div"), hq("BN", parent="reg"), under("A", "02.04", "bn"))
    assert [s.forces().counter(u).call for u in superiors(s.forces(), s.unit("A"))] == ["BN", "REG", "DIV"]


def test_an_hq_that_is_dead_commands_nobody_and_the_next_one_takes_over() -> None:
    """TOCS-W7.0-1."""
    s = scene(hq("REG", "02.02", 1), hq("BN", "02.05", 3, parent="reg"), Piece("A", "02.06", parent="bn"))
    assert linked(s)
    bn = s.unit("BN")
    dead = replace(bn, status="dead", lost=1)
    s.play.happen([e.UnitDestroyed("blue", dead, "BN", "BN", "hq_battalion", "battalion", "battle")])
    assert not linked(s) and superiors(s.forces(), s.unit("A")) == (s.unit("REG"),)


def test_a_top_hq_and_independent_units_need_no_line() -> None:
    """TOCS-W7.0-6, TOCS-W2.6.1-1, TOCS-W2.6.1-2: full AP wherever they are."""
    s = scene(hq(), Piece("CDO", "08.01", parent="hq", independent=True), Piece("LOST", "08.02", parent="hq"))
    assert linked(s, "HQ") and linked(s, "CDO") and not linked(s, "LOST")
    assert [action_points(s.view(), s.unit(c)) for c in ("HQ", "CDO", "LOST")] == [3, 3, 2]


@pytest.mark.parametrize(("bar", "said"), [
    ({"own": "02.04 02.05"}, "enemy ground at 02.03"),
    ({"claims": ["02.03"]}, "EZOC at 02.03"),
])  # fmt: skip
def test_what_bars_a_line_over_land(bar: dict[str, Any], said: str) -> None:
    """TOCS-W7.1-2: enemy ground, EZOC nobody stands in; a friend in the EZOC hex opens it again."""
    s = scene(hq(), under("A", "02.05"), **bar)
    assert not linked(s)
    assert loc(s.view(), s.unit("A")).why == said
    if "claims" in bar:
        assert linked(scene(hq(), under("A", "02.05"), under("B", "02.03"), **bar))


def test_out_of_an_engagement_but_not_through_one() -> None:
    """TOCS-W7.1-2."""
    engaged = {Hex("02.04"): "blue"}
    enemy = [Piece("R", "02.04")]
    pieces = [hq(), under("A", "02.04"), under("B", "02.05")]
    s = Scene(pieces, enemy, own=ROW, engaged=engaged)
    assert linked(s, "A") and not linked(s, "B")
    assert loc(s.view(), s.unit("B")).why == "the engagement at 02.04"


def test_a_line_crosses_a_river_at_a_bridge_only() -> None:
    """TOCS-W7.1-3."""
    flows = river("01.03 02.03 03.04 04.04 05.05 06.05 07.06 08.06", "SW", "SE")
    pieces = [hq("HQ", "02.02", 3), under("A", "02.04")]
    own = " ".join(f"{c:02d}.{r:02d}" for c in range(1, 5) for r in range(1, 6))
    assert not linked(scene(*pieces, own=own, land=ground("", flows)))
    assert linked(scene(*pieces, own=own, land=ground("", flows + road("02.02 02.03 02.04") + bridge("02.03"))))


# ---------------------------------------------------------------- wireless


def carries(land: Ground, a: str, b: str) -> int:
    return strain(game(land), Hex(a), Hex(b))


def test_wireless_reaches_as_many_hexes_as_the_hq_prints() -> None:
    """TOCS-W7.2-1: centre to centre, over the enemy's heads."""
    s = scene(hq("HQ", "02.02", 1, wireless=4), under("A", "02.06"), under("B", "02.07"), own="")
    assert linked(s, "A") and not linked(s, "B")


def test_every_obstacle_higher_than_both_ends_shortens_it() -> None:
    """TOCS-W7.2-2: hill, woods, town and suburb one hex each; what is no higher than an end does not count."""
    assert carries(ground(), "02.02", "02.06") == 0
    assert carries(ground("02.04 farmland 1"), "02.02", "02.06") == -1
    assert carries(ground("02.03 woods, 02.04 town, 02.05 suburb"), "02.02", "02.06") == -3
    assert carries(ground("02.04 village"), "02.02", "02.06") == 0
    assert carries(ground("02.04 woods, 02.02 farmland 1"), "02.02", "02.06") == 0
    assert carries(ground("02.04 farmland 1, 02.06 farmland 1"), "02.02", "02.06") == 0


def test_roofs_and_crests_raise_an_aerial() -> None:
    """TOCS-W7.2-3: a level for each crest line, one in a city or suburb."""
    assert carries(ground("02.04 woods, 02.02 city"), "02.02", "02.06") == 0
    assert carries(ground("02.04 farmland 2, 02.02 city 1"), "02.02", "02.06") == 0
    assert carries(ground("02.04 farmland 2, 02.02 farmland 1"), "02.02", "02.06") == -1


def test_forest_takes_one_a_hex_and_jungle_two() -> None:
    """TOCS-W11.26-2, TOCS-W11.27-2: unless both ends stand over it."""
    assert carries(ground("02.04 forest"), "02.02", "02.06") == -1
    assert carries(ground("02.03 jungle, 02.04 forest"), "02.02", "02.06") == -3
    assert carries(ground("02.04 jungle, 02.02 farmland 2"), "02.02", "02.06") == -2
    assert carries(ground("02.04 jungle, 02.02 farmland 2, 02.06 farmland 2"), "02.02", "02.06") == 0


def test_a_height_two_levels_over_everything_carries_two_farther() -> None:
    """TOCS-W11.19-5."""
    assert carries(ground("02.02 farmland 3, 02.04 woods"), "02.02", "02.06") == 2
    assert carries(ground("02.02 farmland 2, 02.04 woods"), "02.02", "02.06") == 0
    assert carries(ground("02.02 farmland 3"), "02.02", "02.03") == 0


def test_between_two_hqs_the_stronger_set_counts() -> None:
    """TOCS-W7.2-1."""
    s = scene(hq("REG", "02.02", 1, wireless=1, level="regiment"), hq("BN", "02.06", 1, wireless=4, parent="reg"))
    assert by_wireless(s.view(), s.unit("REG"), s.unit("BN")) and linked(s, "BN")


# ---------------------------------------------------------------- what it costs


def test_out_of_communication_costs_one_ap_and_never_two() -> None:
    """TOCS-W7.0-4, TOCS-W13.1.1-2: three by day and two by night are for units in communication; never below none."""
    for light, wanted in (("day", [3, 2, 1, 0, 0]), ("night", [2, 1, 0, 0, 0])):
        for state, full in enumerate(wanted):
            for where, lost in (("02.05", 0), ("02.06", 1)):
                s = scene(hq(), under("A", where, state=state, nation="british"), light=light)
                assert action_points(s.view(), s.unit("A")) == max(full - lost, 0)


def test_a_worn_unit_that_is_cut_off_cannot_be_activated() -> None:
    """TOCS-W7.0-4."""
    s = scene(hq(), under("A", "02.06", state=2), own="02.02 02.06")
    assert s.activate("A").failure
    assert s.forces().active is None and s.forces().pools["pool"].spent == 0


def test_the_side_itself_hears_since_when_a_unit_is_cut_off_and_nobody_else() -> None:
    """TOCS-W7.0-4: marked as the impulse ends, taken off when the line is open again."""
    s = scene(hq(), under("A", "02.06"), own="02.02 02.06", dice={"turn-end": (6, 6)})
    s.close()
    assert s.forces().silent == {"a": "T1.1"} == s.picture().forces.silent
    assert s.learnt("blue", e.LinksReviewed) == [e.LinksReviewed("blue", (("a", "T1.1"),))] and not s.learnt("red", e.LinksReviewed)
    s.play.happen([e.OwnerChanged(Hex(h), "blue", "entered") for h in ("02.03", "02.04", "02.05")])
    s.play.happen([e.UnitChanged("blue", s.unit("A"), "moved")])
    assert not linked(s)  # four hexes are one too many


def test_an_attack_of_troops_out_of_command_is_a_column_worse() -> None:
    """TOCS-W7.0-4: one shift to the defender, unless a company or platoon of the attackers is in communication."""
    shifts = []
    for own in ("02.02 02.06", "02.03 02.04 02.05"):
        s = Scene([hq(command=4), under("A", "02.06")], [Piece("R", "02.07")], own=own)
        s.does("A", "attack 02.07 hasty")
        s.fight()
        shifts.append(s.happened(e.BattleRolled)[-1].defender.shifts)
    assert "attacker out of command 1" in shifts[0] and "attacker out of command 1" not in shifts[1]


# ---------------------------------------------------------------- properties


def brute(view: View, unit: Any) -> bool:
    """Is there any path at all, hex by hex from the unit, no longer than an HQ's range? The slow way round."""
    return any(_walks(view, unit, above) for above in superiors(view.forces, unit))


def _walks(view: View, unit: Any, above: Any) -> bool:
    counter, limit = view.forces.counter(unit), view.forces.counter(above).command
    friends = {u.hex for u in view.forces.on_map()}
    places = {Position(unit.hex, unit.bank)}
    for _ in range(limit + 1):
        if (above.hex, above.bank) in places:
            return True
        places |= {way.to for at in places if _through(view, at[0], unit.hex, friends) for way in entries(view, counter, at)}
    return False


def _through(view: View, hex_: Hex, start: Hex, friends: set[Hex]) -> bool:
    """May a line come to this hex and go on?"""
    if hex_ == start:
        return True
    return view.own(hex_) and hex_ not in view.public.engaged and (hex_ not in view.ezoc() or hex_ in friends)


HEXES = st.sampled_from([f"{c:02d}.{r:02d}" for c in range(1, 6) for r in range(1, 6)])


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(HEXES, min_size=3, max_size=3), st.sets(HEXES, max_size=14), st.sets(HEXES, max_size=5), st.integers(1, 4))
def test_lines_over_land_are_those_a_plain_search_finds(places: Iterable[str], lost: set[str], zone: set[str], reach: int) -> None:
    """TOCS-W7.1-1, TOCS-W7.1-2: every path tried out, over random ground of two owners under random zones."""
    where = list(places)
    own = " ".join(f"{c:02d}.{r:02d}" for c in range(1, 6) for r in range(1, 6) if f"{c:02d}.{r:02d}" not in lost)
    pieces = [hq("HQ", where[0], reach), under("A", where[1]), under("B", where[2])]
    s = Scene(pieces, [Piece("R", "08.08")], own=own, claims=sorted(map(Hex, zone)))
    view = s.view()
    for call in ("A", "B"):
        unit = s.unit(call)
        assert in_loc(view, unit) == brute(view, unit)
        assert loc(view, unit).ok or loc(view, unit).why
        assert 0 <= action_points(view, unit) <= 3


@settings(max_examples=60)
@given(st.integers(0, 5), st.booleans(), st.booleans(), st.booleans())
def test_action_points_are_never_negative(state: int, night: bool, cut: bool, unsupplied: bool) -> None:
    """TOCS-W7.0-4."""
    own = "02.02 02.06" if cut else ROW
    s = scene(hq(), under("A", "02.04" if not cut else "02.06", state=state), own=own, light="night" if night else "day")
    assert 0 <= action_points(s.view(), s.unit("A")) <= (2 if night else 3) - cut * (state == 0)


def test_the_battle_that_hears_is_the_one_its_troops_are_in() -> None:
    """TOCS-W7.0-5, TOCS-W7.0-4: those who attack the hex or stand in it; a linked company in another battle calls no guns here."""
    s = scene(hq(command=4), under("A", "02.06"), Piece("FAR", "06.06", parent="hq"), own=ROW)
    s.does("A", "attack 03.06 hasty")
    s.does("FAR", "attack 06.07 hasty")
    assert [heard(s.play.moment, "blue", Hex(h)) for h in ("03.06", "06.07", "02.06", "06.06", "05.05")] == [
        True, False, True, False, False]  # fmt: skip
    assert not heard(s.play.moment, "red", Hex("03.06"))


@pytest.mark.parametrize(("own", "gun", "calls"), [
    (ROW, "02.03", ["G"]), ("02.02 02.06", "02.03", []), ("02.02 02.03 02.04 02.05", "06.06", []),
])  # fmt: skip
def test_guns_are_called_only_while_unit_hq_and_battery_are_linked(own: str, gun: str, calls: list[str]) -> None:
    """TOCS-W7.0-5: the unit cut off, or the battery: no support, in attack or defence."""
    pieces = [hq(command=4), under("A", "02.06"), Piece("G", gun, "battery", parent="hq", arm="artillery", range=8)]
    s = Scene(pieces, [Piece("R", "03.06")], own=own.replace("02.07 02.08", ""))
    s.does("A", "attack 03.06 hasty")
    s.play.happen([e.SupportOrdered("blue", Mission("support", Hex("03.06"), ("g",)))])
    s.fight()
    lines = " / ".join(s.happened(e.BattleRolled)[-1].attacker.lines)
    assert [c for c in ("G",) if f"{c} " in lines] == calls, lines
