"""Units in reserve: put there, called by battles and after them (TOCS-3.8, 3.10, W10.21)."""

from typing import Any

import pytest

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Act, LetterWord
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import closing
from pbem.rulesets.tocs.actions import plans as filed
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.parts import decisions
from pbem.rulesets.tocs.reports import reserves
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import Entry, pay
from pbem.rulesets.tocs.units import ReservePlan
from tests.letter_words import WORDS
from tests.rulesets.tocs.builder import Piece, Scene, counter

HQ = Piece("HQ", "02.02", "hq", command=5, id="hq")


def with_hq(*more: Piece, **scene: Any) -> Scene:
    """A blue headquarters with A under it."""
    where = "07.01" if scene.pop("far", False) else "02.03"
    return Scene([HQ, Piece("A", where, parent="hq"), *more], [Piece("R", "07.07")], **scene)


def attacked(*red: Piece, script: str = "", **scene: Any) -> Scene:
    """A at 03.03 attacks R at 03.04; red's reserves as given; the battle fought out, red quiet otherwise."""
    lines = ("ezoc never", "reserves at named objectives hold", *([script] if script else ()))
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), *red], **{"cell": "-/-", "standing": {"red": lines}, **scene})
    s.does("A", "attack 03.04 deliberate")
    return s


def plans(s: Scene, *lines: str) -> tuple[str, ...]:
    """Leave orders for after the battles; the words of a refusal, if any."""
    side = s.public.phasing
    own = RULESET.actions.vocabulary(s.game, s.picture(side))
    words = replace(own, verbs=(*WORDS.verbs, *own.verbs))
    said: tuple[str, ...] = ()
    for text in lines:
        line = read_line(text, words)
        assert isinstance(line.command, LetterWord), line.remarks
        refusals = filed.check_plan(s.game, s.picture(side), line.command.act)
        said += tuple(r.rule for r in refusals)
        if not refusals:
            s.play.happen(filed.plan(s.play.moment, side, line.command.act, line.canonical))
    return said


@pytest.mark.parametrize(("announced", "owner", "engaged", "won", "lost"), [
    ("03.04", "blue", False, True, False), ("03.04", "red", False, False, True), ("03.04", "blue", True, False, True),
    ("05.05", "blue", False, False, False), ("05.05", "red", False, False, False),
])  # fmt: skip
def test_orders_for_after_the_battles_wait_for_the_battle_they_name(
    announced: str, owner: str, engaged: bool, won: bool, lost: bool
) -> None:
    """TOCS-3.10-1, TOCS-3.10-2: fought for in this impulse, ours then and no engagement, or neither."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "07.07")], own="03.04" if owner == "blue" else "",
              engaged={Hex("03.04"): owner} if engaged else {})  # fmt: skip
    picture = replace(s.picture(), public=replace(s.picture().public, announced=(Hex(announced),)))
    plan = ReservePlan("battles", (Hex("03.04"),), ("A",), "")
    assert filed.came(picture, plan)
    assert (filed.came(picture, replace(plan, moment="won")), filed.came(picture, replace(plan, moment="lost"))) == (won, lost)


# ---------------------------------------------------------------- into reserve


@pytest.mark.parametrize("line", ["reserve A", "rally 02.03"])
def test_an_order_ends_the_march_of_the_hq_that_gives_it_but_for_a_rally(line: str) -> None:
    """TOCS-W10.21-1, TOCS-W10.21-2, TOCS-W10.0-5: what is left of the AP it marched with, and its free road hex, are gone."""
    s = with_hq(Piece("C", "02.03", parent="hq", state=3))
    s.activate("HQ")
    marching = replace(s.active(), ap=2, run="move", mp=2, road=True, bonus=True)
    s.play.happen([e.ActivationChanged("blue", marching)])
    s._act(s._acts(line)[0])
    after = replace(marching, ap=1, given=1)
    assert s.active() == (after if line.startswith("rally") else replace(after, run="", mp=0))
    on = pay(replace(s.active(), mp=0), counter("HQ"), Entry(Position(Hex("02.03"), 0), 2, "paved"), "move")
    assert on and on.ap == (1 if line.startswith("rally") else 0), "a free road hex is left after a rally alone"


def test_a_headquarters_puts_a_unit_into_reserve_for_an_ap_and_an_op() -> None:
    """TOCS-W10.21-1: one AP of the HQ, one OP paid now; the unit does not fall a state for it."""
    s = with_hq()
    before = s.forces().pools["pool"].bank
    s.does("HQ", "reserve A")
    assert s.unit("A").reserve and s.unit("A").state == 0
    assert s.active().ap == 2 and s.forces().pools["pool"].bank == before - 2  # the HQ's own OP, and the unit's


def test_a_tired_reserve_is_warned_of_with_what_it_will_have() -> None:
    """TOCS-W10.21-1: "1 AP fewer" left open whether any would be left."""
    s = Scene([HQ, Piece("A", "02.03", parent="hq", state=1)], [Piece("R", "07.07")])
    own = RULESET.actions.vocabulary(s.game, s.picture())
    (line,) = read_orders([NumberedLine(1, "HQ: reserve A")], own).lines
    (verdict,) = RULESET.actions.check(s.game, s.picture(), (line,), Budget())
    assert verdict.warnings == ("A is fatigued: 2 AP when it is called, 1 fewer than in good order",)


def test_who_cannot_be_put_into_reserve() -> None:
    """TOCS-W10.21-1: no other formation's unit, nobody in the enemy's zone; and only a headquarters orders it."""
    s = with_hq(Piece("B", "02.03"), claims=["02.03"])
    assert s.check("A", "reserve B")[0].rule == "TOCS-W10.21-1"
    assert "out of communication" in with_hq(claims=["02.02"], far=True).check("HQ", "reserve A")[0].words
    assert s.check("HQ", "reserve B")[0].words == "B does not answer to HQ"
    assert s.check("HQ", "reserve A")[0].words == "A is in 02.03, where EZOC was claimed: RECON 02.03 asks whether it still stands"


def test_an_order_that_does_not_reach_the_unit_puts_nobody_into_reserve() -> None:
    """TOCS-W10.21-1, TOCS-W7.2-4: A is linked by its battalion; the regiment's own word does not come so far."""
    row = " ".join(f"02.{n:02d}" for n in range(2, 8))
    far, near = {"level": "regiment", "command": 1, "id": "reg"}, {"level": "battalion", "command": 3, "id": "bn", "parent": "reg"}
    for wireless, refused in ((0, "no order of REG gets through to A"), (9, "")):
        pieces = [Piece("REG", "02.02", "hq", wireless=wireless, **far), Piece("BN", "02.06", "hq", wireless=wireless, **near)]
        s = Scene([*pieces, Piece("A", "02.07", parent="bn")], [Piece("R", "08.08")], own=row)
        assert [r.words for r in s.check("REG", "reserve A")] == ([refused] if refused else [])
        assert s.check("BN", "reserve A") == ()


@pytest.mark.parametrize("verb, owner, fought, told", [
    ("lost", "red", "", "03.04 is not ours"), ("lost", "blue", "", ""), ("lost", "blue", "blue", ""), ("attacked", "red", "", ""),
    ("attacked", "blue", "blue", "we were attacked in 02.02"), ("attacked", "blue", "red", ""),
])  # fmt: skip
def test_a_plan_is_void_if_the_hex_is_lost_or_the_side_was_attacked(verb: str, owner: str, fought: str, told: str) -> None:
    """TOCS-3.4-1: what runs by itself as an impulse begins is guarded by what its side has heard; `void if lost 03.04`."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "07.07")], own="03.04" if owner == "blue" else "")
    attacker = {"blue": "red", "red": "blue"}.get(fought, "")
    news = (o.BattleFoughtSeen(1, Hex("02.02"), "hasty", attacker, fought, (), (), "blue", False),) if fought else ()
    act = Act("void", (), (("HEX", "03.04"),) if verb == "lost" else ())
    assert closing.void(s.picture(), news, act) == told


def test_a_branch_of_a_reserves_orders_is_laid_out_when_its_way_is_known() -> None:
    """TOCS-3.10-1: as far as it is known which way each of them went."""
    s = Scene([Piece("G", "03.03")], [Piece("R", "08.08")])
    steps = s.steps("recon 03.04; if empty (move 03.04; recon 03.05; if occupied dig, else recon 03.06), else move 03.02")

    def said(*ways: bool) -> tuple[list[str], str]:
        acts, branch = filed.laid_out(steps, ways)
        return [" ".join((act.verb, *act.hexes("PATH"), *act.hexes("CHAIN"))) for act in acts], branch.test.tests[
            0
        ].act.verb if branch else ""

    assert said() == (["recon 03.04"], "empty") and said(False) == (["recon 03.04", "move 03.02"], "")
    assert said(True) == (["recon 03.04", "move 03.04", "recon 03.05"], "occupied")
    assert said(True, True)[0][3:] == ["dig"] and said(True, False)[0][3:] == ["recon 03.06"]


@pytest.mark.parametrize(("red", "where"), [("08.08", "03.02"), ("02.03", "02.02")])
def test_a_reserve_takes_the_way_of_a_branch_that_it_finds_after_the_battle(red: str, where: str) -> None:
    """TOCS-3.10-1, TOCS-3.10-2."""
    s = won(Piece("G", "03.03", reserve=True), red=(Piece("S", red),), cell="-/-",
            after=("after battles: G: recon 02.03; if empty move 03.02, else move 02.02",))  # fmt: skip
    assert s.unit("G").hex == where and not s.unit("G").reserve


def test_a_reserve_activated_at_another_time_pays_again_and_is_one_no_longer() -> None:
    """TOCS-W10.21-4: the prepaid OP is forfeit."""
    s = with_hq()
    s.does("HQ", "reserve A")
    before = s.forces().pools["pool"].bank
    s.does("A", "move 02.04")
    assert not s.unit("A").reserve and s.forces().pools["pool"].bank == before - 1


def test_the_enemy_sees_nothing_of_a_reserve_that_is_made() -> None:
    """TOCS-W10.21-1 is nowhere announced: inside the perimeter a side may be silent (TOCS-W9.1-5)."""
    s = with_hq()
    s.play.seen.clear()
    s.does("HQ", "reserve A")
    assert {desk for desk, _ in s.play.seen} == {"blue"}


# ---------------------------------------------------------------- the Reserve Commitment Phase


def test_a_script_brings_a_reserve_into_the_battle_without_an_op() -> None:
    """TOCS-3.8-1, TOCS-3.8-2, TOCS-W10.21-3: called by the announcement, it enters the battle hex and fights there."""
    s = attacked(Piece("G", "03.05", reserve=True), script="G: when 03.04 attacked move 03.04, else hold")
    before = s.forces("red").pools["pool"].bank
    s.fight()
    roll = s.happened(e.BattleRolled)[0]
    assert set(roll.fight.defenders) == {"r", "g"}
    assert s.forces("red").pools["pool"].bank == before
    assert not s.unit("G").reserve and s.unit("G").state == 2  # its activation, and the battle
    assert s.learnt("red", e.ReserveCommitted) and not s.learnt("blue", e.ReserveCommitted)


def test_a_reserve_that_stood_in_the_battle_all_along_came_to_nobodys_help() -> None:
    """TOCS-3.8-2: the shift is for a reserve that enters the battle."""
    for where, script, came in (("03.05", "move 03.04", True), ("03.04", "dig", False), ("03.05", "move 03.06", False)):
        s = attacked(Piece("S", where, reserve=True), script=f"S: when 03.04 attacked {script}")
        s.fight()
        assert not s.unit("S").reserve
        assert bool(s.happened(e.BattleRolled)[0].defender.shifts) == came, script


def test_what_a_reserve_did_is_over_when_the_next_impulse_begins() -> None:
    """TOCS-3.8-2, TOCS-3.4-1, TOCS-W10.1.3-2: it shifts no later battle, its side may pass, and it strays like anybody."""
    lines = ("ezoc never", "S: when 03.04 attacked move 03.04", "G: when 03.04 attacked support 03.04")
    guns = Piece("G", "03.06", "battery", range=6, reserve=True)
    s = attacked(Piece("S", "03.05", reserve=True), guns, standing={"red": lines}, turns=3, dice={"turn-end": (6, 6)})
    s.close()
    forces = s.forces("red")
    assert s.happened(e.BattleRolled)[0].defender.shifts and s.public.phasing == "red" and s.unit("G").state == 1
    assert (forces.committed, forces.activated, dict(forces.trails)) == ((), (), {})
    assert closing.check_close(s.game, s.picture("red"), "pass") == ()


def test_both_sides_come_into_an_empty_hex_and_fight_there() -> None:
    """TOCS-3.8-2, TOCS-W10.6-3: a meeting. The attack found nobody when it was launched, and somebody when it came."""
    s = Scene([Piece("A", "03.03")], [Piece("G", "03.05", reserve=True)], cell="-/-",
              standing={"red": ("ezoc never", "G: when 03.04 attacked move 03.04")})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert [r.fight.defenders for r in s.happened(e.BattleRolled)] == [("g",)]
    assert set(s.public.engaged) == {"03.04"} and s.unit("A").hex == s.unit("G").hex == "03.04"


def test_a_reserve_in_a_pocket_breaks_out_to_the_battle_beside_it() -> None:
    """TOCS-3.8-2, TOCS-W9.1-1: a pocket is a perimeter of its own, and its reserves act like any other."""
    around = "02.04 02.05 03.06 04.05 04.04"
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("G", "03.05", reserve=True)], own=around, cell="-/-",
              standing={"red": ("ezoc never", "G: when 03.04 attacked move 03.04")})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert set(s.happened(e.BattleRolled)[0].fight.defenders) == {"r", "g"} and s.owner("03.05") == "red"


def test_an_attack_at_the_attacked_hex_is_a_move_into_the_battle() -> None:
    """TOCS-3.8-2."""
    script = "G: when 02.02, 03.04 attacked move 03.05; attack hasty, else hold"
    s = attacked(Piece("G", "03.06", reserve=True), script=script)
    s.fight()
    assert "g" in s.happened(e.BattleRolled)[0].fight.defenders


def test_a_reserve_may_attack_and_its_battle_is_announced_and_fought() -> None:
    """TOCS-3.8-2, TOCS-3.7-2: whoever was to attack and is beaten from his hex attacks no more."""
    s = attacked(Piece("G", "02.03", strength=40, reserve=True), script="G: when 03.04 attacked attack 03.03 hasty", cell="-/1R1")
    s.fight()
    assert [b.hexes for b in s.happened(e.BattlesAnnounced)] == [("03.04",), ("03.03",)]
    first = s.happened(e.BattleRolled)[0]
    assert (first.attacker.side, first.fight.hex) == ("red", "03.03")
    assert s.happened(e.AttackLapsed) == [e.AttackLapsed("blue", "a")]
    told = changes.lines(s.game, s.picture(), s.learnt("blue", e.AttackLapsed))
    assert "A does not attack: it was itself attacked" in [line.strip(" -") for line in told]
    assert s.learnt("red", e.AttackLapsed) == []
    assert len(s.happened(e.BattleRolled)) == 1 and s.owner("03.03") == "red"


def test_only_a_reserve_acts_and_only_when_its_hex_is_attacked() -> None:
    """TOCS-3.8-1."""
    other = attacked(Piece("G", "03.05", reserve=True), script="G: when 05.05 attacked move 03.04")
    other.fight()
    assert other.unit("G").reserve and other.unit("G").hex == "03.05"
    idle = attacked(Piece("G", "03.05"), script="G: when 03.04 attacked move 03.04")
    idle.fight()
    assert idle.unit("G").hex == "03.05" and idle.unit("G").state == 0


def test_a_script_that_cannot_begin_leaves_the_unit_in_reserve_and_says_so() -> None:
    """TOCS-W10.21-3."""
    s = attacked(Piece("G", "08.08", reserve=True), script="G: when 03.04 attacked move 03.04")
    s.fight()
    assert s.unit("G").reserve and s.unit("G").state == 0
    assert [seen.rule for seen in s.learnt("red", e.ScriptBroke)] == ["TOCS-W10.0-1"]


def test_a_script_that_breaks_off_lays_the_unit_down() -> None:
    """TOCS-W10.21-1: it falls a state once it has acted."""
    s = attacked(Piece("G", "03.06", reserve=True), script="G: when 03.04 attacked move 03.05; probe 03.06")
    s.fight()
    assert (s.unit("G").hex, s.unit("G").state, s.unit("G").reserve) == ("03.05", 1, False)
    assert len(s.learnt("red", e.ScriptBroke)) == 1


def test_there_is_no_room_for_a_fifth_company_in_the_battle() -> None:
    """TOCS-W3.0-1: what stands over the limit would be lost."""
    full = [Piece(c, "03.04") for c in ("S", "T", "U")]
    s = attacked(*full, Piece("G", "03.05", reserve=True), script="G: when 03.04 attacked move")
    s.fight()
    assert s.unit("G").hex == "03.05" and s.unit("G").reserve


def test_what_a_reserve_does_elsewhere_needs_no_room_in_the_battle() -> None:
    """TOCS-W3.0-1, TOCS-3.8-2: it is full at 03.04, and G looks into 02.04; to go there it has not the room of one."""
    for script, done in (("probe 02.04", True), ("move 02.05", True), ("move 03.04", False), ("attack 03.04 hasty", False)):
        s = attacked(*(Piece(c, "03.04") for c in ("S", "T", "U")), Piece("G", "03.05", reserve=True), own="02.04",
                     script=f"G: when 03.04 attacked {script}")  # fmt: skip
        s.fight()
        assert s.unit("G").reserve != done, script
    room = attacked(
        *(Piece(c, "03.04") for c in ("S", "T")), Piece("G", "03.05", reserve=True), script="G: when 03.04 attacked move"
    )
    room.fight()
    assert room.unit("G").hex == "03.04"


def test_without_a_script_a_reserve_goes_to_a_named_objective_by_the_standing_order() -> None:
    """TOCS-3.8-1: RESERVES AT NAMED OBJECTIVES COMMIT is the default; HOLD elsewhere."""
    goal = {"red": (Victory("red", "x", 3, "hexes", (Hex("03.04"),), (), (), "the crossing"),)}
    s = attacked(Piece("G", "03.05", reserve=True), victory=goal, standing={"red": ("ezoc never",)})
    s.fight()
    assert s.unit("G").hex == "03.04"
    held = attacked(Piece("G", "03.05", reserve=True), standing={"red": ("ezoc never",)})
    held.fight()
    assert held.unit("G").hex == "03.05"
    willing = attacked(Piece("G", "03.05", reserve=True), standing={"red": ("ezoc never", "reserves commit")})
    willing.fight()
    assert willing.unit("G").hex == "03.04"


def test_what_is_engaged_probed_or_fought_is_a_reserve_no_longer() -> None:
    """TOCS-W10.21-5."""
    fought = attacked(Piece("G", "03.04", reserve=True))
    fought.fight()
    assert not fought.unit("G").reserve
    probed = Scene([Piece("A", "03.03")], [Piece("R", "03.04", reserve=True)])
    probed.does("A", "probe 03.04")
    assert not probed.unit("R").reserve
    scouted = Scene([Piece("A", "03.03")], [Piece("R", "03.04", reserve=True)])
    scouted.does("A", "recon 03.04")
    assert scouted.unit("R").reserve
    zone = Scene([Piece("A", "03.02"), Piece("B", "03.03", reserve=True)], [Piece("R", "03.04")])
    zone.play.happen((e.EzocAnswered("blue", zone.unit("B").hex, True),))
    zone.play.settle_act()
    assert not zone.unit("B").reserve


# ---------------------------------------------------------------- the window


def test_the_window_opens_with_the_announcement_whether_there_are_reserves_or_not() -> None:
    """TOCS-3.8-1: nothing hidden decides whether play pauses."""
    for more in ((), (Piece("G", "03.05", reserve=True),)):
        s = attacked(*more, switches={"reserve_window": "always"}, script="R: when 03.04 attacked hold")
        s.close()
        owed = s.play.situation.owed
        assert [(d.side, d.kind, d.options) for d in owed] == [("red", "reserves", ("commit", "hold"))]


def test_the_owner_holds_or_lets_his_scripts_run() -> None:
    """TOCS-3.8-1."""
    for word, where in (("hold", "03.05"), ("commit", "03.04"), ("", "03.04")):
        s = attacked(Piece("G", "03.05", reserve=True), switches={"reserve_window": "always"},
                     script="G: when 03.04 attacked move 03.04")  # fmt: skip
        s.close()
        s.play.happen(decisions.answer(s.play.moment, "red", word))
        s.settle()
        assert s.happened(e.BattleRolled) and s.unit("G").hex == where, word


def test_a_side_that_wishes_it_is_asked_at_most_so_often_a_turn() -> None:
    """WINDOWS ASK ME 1: play pauses once (TOCS-3.8-1, TOCS-2.6-2)."""
    s = attacked(standing={"red": ("ezoc never", "windows ask me 1")}, cell="-/0R1")
    s.close()
    assert [d.kind for d in s.play.situation.owed] == ["reserves"]
    s.play.happen(decisions.answer(s.play.moment, "red", ""))
    s.settle()
    assert not s.play.situation.owed and s.happened(e.BattleFought)


# ---------------------------------------------------------------- the Exploitation Phase


def won(*blue: Piece, after: tuple[str, ...], red: tuple[Piece, ...] = (), cell: str = "-/0R2") -> Scene:
    """A beats R out of 03.04; blue's reserves have orders for after it."""
    s = Scene([Piece("A", "03.03"), *blue], [Piece("R", "03.04"), *red], cell=cell,
              standing={"red": ("ezoc never", "retreat toward 08.04")})  # fmt: skip
    assert plans(s, *after) == ()
    s.does("A", "attack 03.04 deliberate")
    s.fight()
    return s


def test_a_reserve_moves_up_after_the_battle_without_an_op() -> None:
    """TOCS-3.10-1, TOCS-3.10-2: by the orders left for it."""
    s = won(Piece("G", "03.03", reserve=True), after=("after 03.04 won: G: move 03.04; recon 03.05",))
    assert s.unit("G").hex == "03.04" and s.unit("G").state == 1
    assert s.happened(e.HexScouted)[0].hex == "03.05" and s.forces().plans


def test_orders_for_after_the_battles_wait_for_their_moment_and_lapse_with_the_impulse() -> None:
    """TOCS-3.10-1."""
    s = won(Piece("G", "03.03", reserve=True), after=("after 03.04 lost: G: move 03.02",))
    assert s.unit("G").hex == "03.03" and s.unit("G").reserve
    s.settle()
    assert s.forces().plans == ()
    stood = won(Piece("G", "03.03", reserve=True), after=("after 03.04 won: G: move 03.04",), cell="-/-")
    assert stood.unit("G").hex == "03.03"
    always = won(Piece("G", "03.03", reserve=True), after=("after battles: G: move 02.03",), cell="-/-")
    assert always.unit("G").hex == "02.03"


@pytest.mark.parametrize(("cell", "after", "said"), [
    ("1R1/-", "after 03.04 won: G: move 03.04", " orders for after 03.04 won have lapsed: G: move 03.04"),
    ("-/1R2", "after 03.04 lost: G: move 03.03", " orders for after 03.04 lost have lapsed: G: move 03.03"),
    ("-/1R2", "after 03.04 won: G: move 03.04", ""),
    ("1R1/-", "after battles: G: move 03.03", ""),
])  # fmt: skip
def test_orders_whose_moment_did_not_come_are_told_in_the_report(cell: str, after: str, said: str) -> None:
    """TOCS-3.10-1: they lapsed without a word."""
    s = Scene([Piece("A", "03.03"), Piece("G", "03.02", reserve=True)], [Piece("R", "03.04")], cell=cell,
              standing={"red": ("ezoc never",)})  # fmt: skip
    s.does("A", "attack 03.04 deliberate")
    before = len(s.play.seen)
    assert plans(s, after) == ()
    s.fight()
    learnt = o.whats(tuple(seen for desk, seen in s.play.seen[before:] if desk == "blue"))
    over = o.OwnImpulseOver(tuple(s.picture("blue").forces.pools.values()), 0)
    assert reserves.lapsed(s.game, s.picture("blue"), (*learnt, over)) == ((said,) if said else ())
    assert reserves.lapsed(s.game, s.picture("blue"), learnt) == (), "not before the impulse is over"


def test_no_attack_after_the_battles_and_only_by_reserves() -> None:
    """TOCS-3.10-2, TOCS-3.10-1."""
    s = Scene([Piece("A", "03.03"), Piece("G", "03.03", reserve=True)], [Piece("R", "03.04")])
    assert plans(s, "after 03.04 won: G: attack 03.05 hasty") == ("TOCS-3.10-2",)
    assert plans(s, "after 03.04 won: A: move 03.04") == ("TOCS-3.10-1",)


def test_before_an_occupied_hex_it_stops_and_its_ap_are_gone() -> None:
    """TOCS-3.10-3: no ambush; both know of the step that was stopped."""
    orders = ("after battles: G: move 03.04 03.05; recon 02.04",)
    s = won(Piece("G", "03.03", reserve=True), after=orders, red=(Piece("S", "03.05"),))
    assert s.unit("G").hex == "03.04" and len(s.happened(e.BattleRolled)) == 1
    assert [x.into for x in s.learnt("blue", e.MoveStopped)] == ["03.05"]
    assert [x.hex for x in s.learnt("red", o.EnemyStopped)] == ["03.05"]
    assert not s.happened(e.HexScouted)


# ---------------------------------------------------------------- guns


GUN: dict[str, Any] = {"kind": "battery", "arm": "artillery", "range": 8, "parent": "rhq"}
STAFF = Piece("RHQ", "03.08", "hq", id="rhq", command=8, wireless=8, level="regiment")


def test_guns_go_into_reserve_for_the_headquarters_order_alone() -> None:
    """TOCS-W10.21-2: the cost of the mission they may fire."""
    s = with_hq(Piece("G", "02.02", "battery", arm="artillery", range=8, parent="hq"))
    before = s.forces().pools["pool"].bank
    s.does("HQ", "reserve G")
    assert s.unit("G").reserve and s.forces().pools["pool"].bank == before - 1 and s.active().ap == 2


@pytest.mark.parametrize("mission", ["support", "strike 03.03", "interdict 03.03", "bombard 03.03 with G,K,L"])
def test_guns_in_reserve_fire_any_mission_when_they_are_called(mission: str) -> None:
    """TOCS-W10.21-2: defensive fire into the battle, strikes, bombardments, interdiction; no order, no AP, no OP."""
    red = [STAFF, *(Piece(c, "03.07", reserve=True, **GUN) for c in ("G", "K", "L"))]
    s = attacked(*red, script=f"G: when 03.04 attacked {mission}, else hold")
    before = s.forces("red").pools["pool"].bank
    s.fight()
    assert not s.unit("G").reserve and s.unit("G").state > 0 and s.forces("red").pools["pool"].bank == before
    assert s.forces("red").staffs == {} and not s.learnt("red", e.ScriptBroke)
    assert s.unit("K").reserve == ("with" not in mission) == s.unit("L").reserve


def test_guns_that_are_not_in_reserve_do_not_fire_with_those_that_are() -> None:
    """TOCS-W10.21-2."""
    red = [STAFF, Piece("G", "03.07", reserve=True, **GUN), Piece("K", "03.07", **GUN), Piece("L", "03.07", reserve=True, **GUN)]
    s = attacked(*red, script="G: when 03.04 attacked bombard 03.03 with G,K,L")
    s.fight()
    assert s.unit("G").reserve and [seen.rule for seen in s.learnt("red", e.ScriptBroke)] == ["TOCS-W10.25-4"]
