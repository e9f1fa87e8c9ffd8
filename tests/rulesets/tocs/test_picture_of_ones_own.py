"""What a desk makes of what is public, and of what happens to its own side (TOCS-1.2-1, W9.0); and what lapses with the clock."""

from collections.abc import Mapping

import pytest

from pbem.kernel.decisions import Decision
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.diary import Note
from pbem.rulesets.tocs.field_units import FIELD, FieldBattle
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.units import Activation
from tests.rulesets.tocs.builder import Piece, Scene, attack
from tests.rulesets.tocs.test_picture import FOUGHT, HERE, OURS, THERE, desk, lore

# ---------------------------------------------------------------- what is public, and what lapses


def test_attacks_of_this_impulse_are_kept_and_older_ones_forgotten() -> None:
    """TOCS-1.2-1."""
    now = replace(desk(), launched=(("T1.0", OURS, HERE),))
    once = learn(now, o.OwnEvent(e.AttackOrdered("blue", attack("a", HERE, OURS, 1))))
    assert once.launched == (("T1.1", OURS, HERE),)
    again = learn(once, o.OwnEvent(e.AttackOrdered("blue", attack("f", THERE, FOUGHT, 1))))
    assert again.launched == (("T1.1", OURS, HERE), ("T1.1", FOUGHT, THERE))
    trails: Mapping[str, tuple[Hex, ...]] = {"f": (FOUGHT, OURS), "a": (OURS, HERE), "b": (OURS, HERE)}
    over = learn(replace(again, forces=replace(again.forces, trails=trails)), o.OwnImpulseOver(tuple(now.forces.pools.values()), 0))
    assert over.launched == again.launched and over.ways == ((OURS, HERE), (FOUGHT, OURS)) and not over.forces.trails
    assert learn(replace(now, ways=over.ways), o.OwnImpulseOver((), 0)).launched == ()


@pytest.mark.parametrize("viewer", ["blue", "red"])
@pytest.mark.parametrize(("stands", "before", "after"), [
    (True, (HERE,), (HERE,)), (True, (THERE,), (HERE, THERE)), (False, (HERE, THERE), (THERE,)), (False, (THERE,), (THERE,)),
])  # fmt: skip
def test_a_claim_is_on_the_list_of_the_side_it_is_made_against(
    viewer: str, stands: bool, before: tuple[Hex, ...], after: tuple[Hex, ...]
) -> None:
    """TOCS-1.2-1, TOCS-W6.0-9."""
    claims = {"blue": (OURS,), "red": (OURS,)} | {viewer: before}
    known = replace(desk(), public=replace(desk().public, claims=claims))
    assert learn(known, o.PublicEvent(e.EzocAnswered(viewer, HERE, stands))).public.claims == claims | {viewer: after}


def test_the_clock_of_the_picture() -> None:
    """TOCS-1.2-1, TOCS-2.0-1, TOCS-3.0-1, TOCS-3.11-1: what a new turn and a new impulse wipe out."""
    late = replace(desk().public, turn=1, impulse=2, phasing="red", box=3, passes=1, resolved=(HERE,), fought=(HERE,),
                   turn_over=True, announced=(HERE,), ended="end", battles=5)  # fmt: skip
    turned = learn(replace(desk(), public=late, marks=(1, 2)), o.PublicEvent(e.TurnBegan(2)))
    assert turned.marks == (2, 5)
    assert turned.public == replace(late, turn=2, impulse=0, phasing="", box=0, passes=0, resolved=(), fought=(), turn_over=False)
    begun = learn(replace(desk(), public=late), o.PublicEvent(e.ImpulseBegan(3, "blue"))).public
    assert begun == replace(late, impulse=3, phasing="blue", announced=(), ended="")
    assert [replace(late, impulse=n).impulse_name for n in (0, 1, 2)] == ["T1", "T1.1", "T1.2"]
    ending = learn(replace(desk(), public=late), o.PublicEvent(e.TurnEndThrown("red", True, None, 7, False, 4, 2))).public
    assert ending == replace(late, box=4, passes=2, turn_over=False)
    assert learn(desk(), o.GameOverSeen((), "blue")).public.over and not desk().public.over
    called = replace(desk(), public=replace(late, announced=(HERE, THERE)))
    assert learn(called, o.PublicEvent(e.BattleCalledOff(HERE))).public.announced == (THERE,)
    assert learn(called, o.PublicEvent(e.BattlesAnnounced("red", (OURS, HERE)))).public.announced == (OURS, HERE, THERE)


@pytest.mark.parametrize("waits", [True, False])
def test_play_stands_still_for_a_field_battle_that_is_waited_for_alone(waits: bool) -> None:
    """TOCS-1.2-1, MASL-1.1-3, MASL-4.1-4."""
    battle = FieldBattle(2, HERE, "blue", "red", "T1.1", waits)
    busy = replace(desk(), public=replace(desk().public, paused="red", fields={THERE: replace(battle, hex=THERE)}))
    begun = learn(busy, o.FieldBattleSeen(battle))
    assert (begun.public.paused, begun.public.battles) == (FIELD if waits else "red", 2)
    assert set(begun.public.fields) == {HERE, THERE} and lore(begun, HERE)["contact"].source == "battle {who}"
    over = learn(begun, o.FieldBattleEndedSeen(battle, "agreed", 0, (), "red", True, False))
    assert (over.public.paused, set(over.public.fields)) == ("" if waits else "red", {THERE})


# ---------------------------------------------------------------- one's own side


def test_the_diary_keeps_what_happened_to_a_unit() -> None:
    """TOCS-1.2-1: with the impulse it happened to it in, and what is no story is left out."""
    ordered = attack("a", HERE, OURS, 1)
    after = learn(desk(), o.OwnEvent(e.AttackOrdered("blue", ordered)))
    assert after.diary == {"a": (Note("T1.1", "to attack, {why}", HERE, why="hasty"),)}
    assert after.forces.attacks == (ordered,) and learn(after, o.OwnEvent(e.ActivationChanged("blue", None))).diary == after.diary


def test_own_works_alone_are_in_the_view() -> None:
    """TOCS-1.2-1: those of the enemy's that were seen are on the map, and help nobody of ours."""
    known = replace(desk(), works={HERE: ("works", "red"), OURS: ("fort", "blue")})
    assert known.view(Scene([Piece("A", "03.03")]).game).works == {OURS: "fort"}
    assert known.fixed(HERE) == ("wire", "minefield") and known.fixed(OURS) == ("minefield",) and known.fixed(FOUGHT) == ()


def test_an_attack_that_came_to_nothing_is_struck_off_and_no_other() -> None:
    """TOCS-1.2-1."""
    ours = desk()
    forces = ours.forces.launched(attack("a", HERE, OURS, 1)).launched(attack("f", THERE, FOUGHT, 1))
    assert [a.unit for a in learn(replace(ours, forces=forces), o.OwnEvent(e.AttackLapsed("blue", "a"))).forces.attacks] == ["f"]


def test_units_close_up_where_an_engagement_begins_and_not_where_it_ends() -> None:
    """TOCS-1.2-1, TOCS-1.2-6, TOCS-W10.15-4: a company in extended deployment; other engagements go on."""
    there = replace(desk().forces.units["a"], hex=HERE)
    wide = desk().forces.with_unit(there).with_unit(replace(there, extended="S"))
    ours = replace(desk(), forces=wide)
    begun = learn(ours, o.PublicEvent(e.EngagementMarked(HERE, "red")))
    assert begun.public.engaged == {FOUGHT: "blue", HERE: "red"} and not begun.forces.units["a"].extended
    assert learn(begun, o.PublicEvent(e.EngagementMarked(HERE, "blue"))).public.engaged == {FOUGHT: "blue", HERE: "blue"}
    over = learn(replace(begun, forces=wide), o.PublicEvent(e.EngagementLifted(HERE)))
    assert over.public.engaged == {FOUGHT: "blue"} and over.forces.units["a"].extended
    assert learn(ours, o.PublicEvent(e.EngagementResolved(HERE))).public.resolved == (HERE,)


def test_a_question_is_owed_until_it_is_answered() -> None:
    """TOCS-1.2-1, TOCS-2.6-2: it counts among those of the turn once, and the last word stands."""
    asked = Decision(4, "blue", "retreat", "stand or retreat?", ("stand", "retreat"))
    ours = replace(desk(), forces=replace(desk().forces, asked=3, windows=1, word="old"))
    owing = learn(ours, o.OwnChoice(asked)).forces
    assert (owing.asked, owing.windows, owing.owes, owing.word) == (4, 2, asked, "old")
    done = learn(replace(ours, forces=owing), o.OwnChoice(None, "stand")).forces
    assert (done.asked, done.windows, done.owes, done.word) == (4, 2, None, "stand")
    assert learn(ours, o.PauseSeen("red")).public.paused == "red"


def test_points_the_enemy_handed_over_last_till_income_or_the_end_of_the_turn() -> None:
    """TOCS-1.2-1, TOCS-1.5-2, TOCS-3.3-1, TOCS-3.5-3."""
    credited = learn(desk(), o.EnemyCredit(2))
    (pool,) = credited.forces.pools.values()
    lapsed = learn(learn(credited, o.CreditLapsed(2)), o.PublicEvent(e.TurnEnded(1)))
    assert credited.forces.credit == 2 and lapsed.forces.credit == 0
    earned = learn(credited, o.OwnEvent(e.IncomeEarned("blue", replace(pool, bank=12), Throw("income", "1d6", (2,)), 2))).forces
    assert (earned.credit, earned.pools[pool.id].bank) == (0, 12)


def test_who_is_destroyed_is_no_more_on_the_map_and_who_moves_leaves_a_trail() -> None:
    """TOCS-1.2-1, TOCS-W1.11-1."""
    unit, forces = desk().forces.units["a"], desk().forces.launched(attack("a", HERE, OURS, 1))
    ours = replace(desk(), forces=replace(forces, active=Activation("a", 1)))
    for why in ("lost", "moved"):
        dead = learn(ours, o.OwnEvent(e.UnitChanged("blue", replace(unit, status="dead", lost=4), why))).forces
        assert [u.id for u in dead.on_map()] == ["f"] and not dead.trails and not dead.attacks and dead.active is None
    moved = learn(desk(), o.OwnEvent(e.UnitChanged("blue", replace(unit, hex=OURS), "moved"))).forces
    assert moved.trails == {"a": (Hex("03.03"), OURS)} and moved.units["a"].hex == OURS
    assert not learn(desk(), o.OwnEvent(e.UnitChanged("blue", replace(unit, state=1), "degraded"))).forces.trails


def test_what_a_headquarters_did_is_on_its_papers() -> None:
    """TOCS-1.2-1, TOCS-W2.1-6: woken for an OP, at work, laid aside."""
    ours = desk()
    (pool,) = ours.forces.pools.values()
    woken = learn(ours, o.OwnEvent(e.StaffWoken("blue", "f", replace(pool, spent=1), Activation("f", 2))))
    assert (woken.forces.staffs, woken.forces.activated, woken.forces.pools[pool.id].spent) == (
        {"f": Activation("f", 2)},
        ("f",),
        1,
    )
    worked = learn(woken, o.OwnEvent(e.StaffChanged("blue", Activation("f", 1))))
    assert (worked.forces.staffs, worked.forces.activated) == ({"f": Activation("f", 1)}, ("f",))
    held = learn(worked, o.OwnEvent(e.ActivationChanged("blue", Activation("f", 1))))
    assert learn(held, o.OwnEvent(e.StaffLaidAside("blue", Activation("f", 1)))).forces == held.forces.laid_aside(
        Activation("f", 1)
    )
    with pytest.raises(ValueError, match="no active unit"):
        worked.forces.held()
    assert held.forces.held() == Activation("f", 1)
    assert learn(ours, o.OwnEvent(e.LinksReviewed("blue", (("a", "T1.1"),)))).forces.silent == {"a": "T1.1"}


def test_waters_and_ferries_are_ones_own_affair() -> None:
    """TOCS-1.2-1, TOCS-W11.14-1."""
    ours = desk()
    known = learn(ours, o.OwnEvent(e.WaterKnown("blue", OURS, True, (OURS,), {OURS: 2}))).forces
    assert known == replace(ours.forces, fords=(OURS,), sounded={OURS: 2})
    over = replace(ours.forces.units["a"], bank=0, state=1)
    ferried = learn(ours, o.OwnEvent(e.UnitFerried("blue", over, Activation("a", 1), "ferry", {"ferry": 4}))).forces
    assert (ferried.units["a"], ferried.active, ferried.ferried) == (over, Activation("a", 1), {"ferry": 4})
