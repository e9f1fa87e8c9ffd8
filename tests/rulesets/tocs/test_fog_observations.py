"""Who learns what: every event is observed or silent by name, every observation has its licence (TOCS-1.2, W9.0)."""

from typing import Any, get_args

import pytest

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.field_units import FieldBattle
from pbem.rulesets.tocs.licences import ALTERED, IN_PART, LICENCES, OWN, PUBLIC, WITHHELD
from pbem.rulesets.tocs.observe import OBSERVERS, observe
from pbem.rulesets.tocs.rules import interrogation
from pbem.rulesets.tocs.units import Mission
from tests.rulesets.tocs.builder import Piece, Scene, source

RULES = library.rules("tocs")
HERE, THERE, ROLL = Hex("03.04"), Hex("06.06"), Throw("x", "2d6", (3, 4))
EVENTS = get_args(e.Event)
SILENT = {e.InfiltrationModified, e.HexEntered, e.FightWent, e.FieldBattleDecided, e.InterceptionTried, e.MinesLifted}


def test_every_event_is_observed_or_silent_by_name() -> None:
    assert set(OBSERVERS) == set(EVENTS)
    assert {kind for kind, licence in LICENCES.items() if licence.row == WITHHELD} == SILENT


def test_every_event_has_one_row_of_licences_and_every_field_stands_in_it() -> None:
    rows = [*OWN, *PUBLIC, *IN_PART]
    assert sorted(kind.__name__ for kind in rows) == sorted(kind.__name__ for kind in EVENTS)
    assert set(OWN) == set(get_args(e.OwnTold)) and set(PUBLIC) == set(get_args(e.PublicTold))
    for kind, licence in LICENCES.items():
        assert set(licence.fields) == set(kind.__struct_fields__), kind
        assert {licence.row, *licence.fields.values()} <= {WITHHELD, *RULES}, kind


def test_an_event_is_told_whole_only_with_a_licence_for_each_field() -> None:
    for kind in {**OWN, **PUBLIC}:
        assert LICENCES[kind].whole and WITHHELD not in LICENCES[kind].fields.values(), kind
    assert not any(licence.whole for licence in IN_PART.values())


def test_an_observation_with_all_the_fields_of_an_event_says_why_it_is_not_that_event() -> None:
    """Else it is to go, as the others that copied one did (`store/recasts.py`)."""
    events = [set(kind.__struct_fields__) - {"side"} for kind in IN_PART]
    fields = {seen.__name__: set(seen.__struct_fields__) - {"side"} for seen in get_args(o.PartTold)}
    alike = {name for name, own in fields.items() if len(own) > 1 and own in events}
    assert alike == set(ALTERED)


@pytest.mark.parametrize("wrap", [o.OwnEvent, o.PublicEvent])
def test_an_event_without_that_licence_cannot_be_told_whole(wrap: Any) -> None:
    stole = e.InfiltrationModified("red", HERE, 2)
    events = (e.HexEntered("red", "r", HERE), stole, e.TurnEnded(1), e.SupportSpent("red", HERE))
    told = {o.OwnEvent: e.SupportSpent, o.PublicEvent: e.TurnEnded}[wrap]
    for event in events:
        if isinstance(event, told):
            assert wrap(event).event == event
        else:
            with pytest.raises(ValueError, match="not told whole"):
                wrap(event)


@pytest.mark.parametrize("kind", get_args(o.Seen))
def test_every_observation_has_a_licence_that_is_a_row(kind: type[o.Seen]) -> None:
    if kind not in (o.OwnEvent, o.PublicEvent):  # whose licence is that of the event
        assert kind.licence in RULES
    assert o.licence(o.PublicEvent(e.TurnBegan(2))) == "TOCS-2.0-1" == LICENCES[e.TurnBegan].row


@pytest.mark.parametrize("event", [
    e.InfiltrationModified("red", Hex("03.04"), 0),
    e.MissionFired("red", Mission("strike", Hex("03.04"), ("r",)), 4, Throw("x", "2d6", (3, 4)), (), (), 0, "", "", False, (), ()),
    e.ClearingBarred("red", "r", "R", Hex("03.04")), e.ChoiceMade("red", None),
    e.HexEntered("red", "r", Hex("03.04")),
])  # fmt: skip
def test_what_is_withheld_changes_no_observation(event: e.Event) -> None:
    """Each field that the table withholds, another value in it, and nobody is told anything else."""
    other: dict[str, Any] = {
        "drm": 3, "drms": ("in the woods +3",), "column": "7", "cell": "3/1", "unit": "another", "side": "blue", "hex": THERE,
        "fight": e.Fight(1, Hex("06.06"), "hasty", False, "blue", "red", (), ("s",), 0, 0, 0, 0),
    }  # fmt: skip
    withheld = [name for name, row in LICENCES[type(event)].fields.items() if row == WITHHELD]
    assert withheld
    for name in withheld:
        changed = replace(event, **{name: other[name]})
        assert changed != event and told(board(), changed) == told(board(), event), name


def test_a_side_sees_its_own_pieces_only() -> None:
    """TOCS-1.2-1, TOCS-W9.0-1."""
    s = Scene([Piece("A", "03.03")], [Piece("CANARY", "03.04")])
    s.does("A", "probe 03.04; attack hasty")
    s.fight()
    assert s.unit("CANARY").status == "map"
    assert "canary" not in repr(s.picture("blue")).lower()
    assert not any("canary" in repr(seen).lower() for desk, seen in s.play.seen if desk == "blue")


def test_what_is_wholly_inside_the_own_perimeter_is_not_told() -> None:
    """TOCS-1.2-4, TOCS-W9.1-4: activations, moves, looks, launched attacks."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], own="03.04 04.04")
    s.does("A", "move 03.04; recon 04.04; attack 03.05 hasty")
    assert [seen for desk, seen in s.play.seen if desk == "red"] == []


def test_a_battle_is_told_to_each_side_by_its_own_sum() -> None:
    """TOCS-3.9-1: of the enemy the total and the shift, and nothing of what made them."""
    s = Scene([Piece("A", "03.03", strength=7)], [Piece("R", "03.04", strength=5)], switches={"odds": "open"})
    s.does("A", "attack 03.04 hasty")
    s.fight()
    blue, red = s.learnt("blue", o.BattleSeen)[0], s.learnt("red", o.BattleSeen)[0]
    assert (blue.total, blue.enemy_total) == (7, 5) and (red.total, red.enemy_total) == (5, 7)
    assert "R 5" not in repr(blue) and "A 7" not in repr(red)
    assert (blue.throw, blue.cell, blue.column) == (red.throw, red.cell, red.column)


def test_of_the_odds_the_column_is_told_by_default_and_nothing_of_the_enemys_sum() -> None:
    """TOCS-3.9-1: the own sum and shifts, the column that is read, dice and cell."""
    s = Scene([Piece("A", "03.03", strength=7)], [Piece("R", "03.04", strength=5)])
    s.does("A", "attack 03.04 hasty")
    s.fight()
    for side, own in (("blue", 7), ("red", 5)):
        seen = s.learnt(side, o.BattleSeen)[0]
        assert (seen.total, seen.enemy_total, seen.enemy_shift, seen.basic_column) == (own, None, None, "")
        assert seen.column == s.happened(e.BattleRolled)[0].column != ""


def test_hidden_odds_tell_neither_total_nor_column() -> None:
    """TOCS-3.9-1, by the switch `odds`."""
    s = Scene([Piece("A", "03.03", strength=7)], [Piece("R", "03.04", strength=5)], switches={"odds": "hidden"})
    s.does("A", "attack 03.04 hasty")
    s.fight()
    for side in ("blue", "red"):
        seen = s.learnt(side, o.BattleSeen)[0]
        assert (seen.enemy_total, seen.enemy_shift, seen.column, seen.basic_column) == (None, None, "", "")


def test_a_contact_keeps_its_number_and_is_closed_when_its_hex_is_found_empty() -> None:
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("S", "02.03")], standing={"red": ("ezoc never",)})
    s.does("A", "recon 03.04; probe 03.04; recon 02.03")
    assert [(c.number, c.hex, c.kinds) for c in s.picture().contacts] == [(1, "03.04", ("infantry",)), (2, "02.03", ())]
    assert s.picture().held_by_enemy() == {Hex("03.04"), Hex("02.03")}


@pytest.mark.parametrize(("cell", "blue", "red"), [
    ("-/-", True, True), ("1/1", True, True), ("-/0R1", False, True), ("0R1/-", True, False), ("-/4", False, True),
    ("4/-", True, False), ("0R1/0R1", False, False),
])  # fmt: skip
def test_after_a_battle_the_enemy_is_believed_there_where_he_fights_on_or_holds_the_hex(cell: str, blue: bool, red: bool) -> None:
    """TOCS-1.2-1, TOCS-1.9-4: what each side's map shows of the enemy in the hex, and where it has that from."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell=cell, standing={"red": ("ezoc never", "retreat toward 03.08")})
    s.does("A", "attack 03.04 hasty")
    s.fight()
    here = Hex("03.04")
    assert (here in s.picture().held_by_enemy(), here in s.picture("red").held_by_enemy()) == (blue, red)
    for side, known in (("blue", blue), ("red", red)):
        told = [(c.hex, c.kinds, c.source, c.who, c.seen) for c in s.picture(side).contacts if c.hex == here]
        assert told == ([(here, (), "battle {who}", "1", "T1.1")] if known else [])


def board() -> Scene:
    """A and B of blue's, R and S of red's, whose stores lie in 03.04 and elsewhere."""
    red = (source("03.04", 4), source("03.04", 4, "mobile"), source("03.04", 4, "edge"), source("06.06", 4, "depot"))
    return Scene([Piece("A", "03.03"), Piece("B", "05.05")], [Piece("R", "03.04"), Piece("S", "06.06")], supply={"red": red})


def told(s: Scene, event: e.Event) -> dict[str, list[o.Seen]]:
    """What each side learns of an event."""
    learnt: dict[str, list[o.Seen]] = {"blue": [], "red": []}
    for side, seen in observe(s.game, s.board, event):
        learnt[side].append(seen)
    return learnt


@pytest.mark.parametrize("occupied", [True, False])
@pytest.mark.parametrize("probe", [True, False])
def test_whoever_owns_the_ground_hears_that_it_was_looked_at_and_how(occupied: bool, probe: bool) -> None:
    """TOCS-1.2-4, TOCS-1.2-1, TOCS-W8.1-2, TOCS-W8.1-3, TOCS-W11.19-8: the scout is told of stores in the hex, by kind, and of no
    map edge; of his own ground nobody else hears."""
    s = board()
    sighted = told(s, e.HexObserved("blue", "a", "A", HERE, occupied))
    assert sighted == {"blue": [o.OwnEvent(e.HexObserved("blue", "a", "A", HERE, occupied))],
                       "red": [o.EnemyLooked(HERE, False, occupied, False, sighted=True)]}  # fmt: skip
    scouted = e.HexScouted("blue", "a", "A", HERE, probe, occupied, True, (), "")
    answer = o.OwnEvent(scouted)
    stores = [o.SourceSeen(HERE, "dump"), o.SourceSeen(HERE, "mobile")]
    assert told(s, scouted) == {"blue": [answer, *stores], "red": [o.EnemyLooked(HERE, probe, occupied, True)]}
    assert told(s, replace(scouted, hex=Hex("03.03")))["red"] == []
    assert told(s, replace(scouted, hex=Hex("05.06")))["blue"] == [o.OwnEvent(replace(scouted, hex=Hex("05.06")))]


def test_where_a_unit_died_is_told_where_the_enemy_saw_it() -> None:
    """TOCS-3.7-3, TOCS-1.2-1: in his arms, or in the battle that is fought; else it died out of his sight."""
    s = board()
    dead = e.UnitDestroyed("blue", replace(s.unit("A"), status="dead"), "A", "A Coy", "company", "", "lost")

    def grave(event: e.UnitDestroyed) -> Hex | None:
        (seen,) = told(s, event)["red"]
        assert isinstance(seen, o.EnemyDestroyed)
        return seen.hex

    assert grave(dead) is None
    assert grave(replace(dead, unit=replace(dead.unit, hex=HERE))) == HERE
    fight = e.Fight(1, THERE, "hasty", False, "blue", "red", (), ("s",), 0, 0, 0, 0)
    s.play.situation = replace(s.play.situation, board=replace(s.board, fight=fight))
    assert grave(dead) == THERE and grave(replace(dead, unit=replace(dead.unit, hex=HERE))) == HERE


@pytest.mark.parametrize(("why", "lost", "burnt"), [
    ("captured", "lost", False), ("destroyed", "lost", False), ("burnt", "lost", True), ("shelled", "shelled", False),
    ("lost with A", "lost with A", False),
])  # fmt: skip
def test_who_loses_stores_is_not_told_whether_they_were_kept(why: str, lost: str, burnt: bool) -> None:
    """TOCS-1.2-1, TOCS-W8.1-4."""
    stores = source("03.04", 4)
    seen = told(board(), e.SourceLost("red", stores, why))
    assert seen == {"red": [o.OwnSourceLost(stores, lost)], "blue": [o.SourceBurnt(HERE, "dump")] if burnt else []}


@pytest.mark.parametrize("laid", [True, False])
def test_mines_and_blocks_are_secrets_of_those_who_lay_or_lift_them(laid: bool) -> None:
    """TOCS-1.2-1, TOCS-W10.11-1."""
    event = e.ObstacleLaid("red", HERE, "minefield") if laid else e.ObstacleCleared("red", HERE, "minefield")
    assert told(board(), event) == {"blue": [], "red": [o.OwnEvent(event)]}


@pytest.mark.parametrize("cell", ["", "G"])
def test_of_a_captive_who_kept_silent_no_modifier_is_told(cell: str) -> None:
    """TOCS-W20.1-1, TOCS-W20.2-1, TOCS-1.2-1: it would tell what he is."""
    roll, said = Throw("prisoner", "2d6", (3, 4)), interrogation.Testimony(cell, "words")
    drm = (2, ("worn +2",)) if cell else (0, ())
    asked: tuple[tuple[Any, Any], ...] = ((e.PrisonerSpoke, o.PrisonerHeard), (e.CiviliansSpoke, o.CiviliansHeard))
    for event, heard in asked:
        assert told(board(), event("blue", 1, roll, 2, ("worn +2",), said)) == {"blue": [heard(1, roll, *drm, said)], "red": []}


def test_points_and_silence_are_ones_own_affair() -> None:
    """TOCS-1.2-1, TOCS-3.11-3, TOCS-1.5-2, TOCS-3.5-3: that an impulse was passed shows on the track, that nobody wrote does not;
    deficit points are told him who may spend them, and that they lapse."""
    s = board()
    (pool,) = s.forces().pools.values()
    for how, shown in (("end", "end"), ("silence", "end"), ("pass", "pass")):
        mine = o.ImpulseClosedSeen("blue", how)
        assert told(s, e.ImpulseClosed("blue", how)) == {"blue": [mine], "red": [o.ImpulseClosedSeen("blue", shown)]}
        assert told(s, e.ImpulseClosed("blue", how, (pool,)))["blue"] == [o.OwnBalance((pool,)), mine]
    for credit in (0, 2):
        over = told(s, e.ImpulseOver("blue", (pool,), "red", credit))
        assert over == {"blue": [o.OwnImpulseOver((pool,), credit)], "red": [o.EnemyCredit(2)] if credit else []}
    assert told(s, e.TurnEnded(1)) == {side: [o.PublicEvent(e.TurnEnded(1))] for side in ("blue", "red")}
    owing = replace(s.forces("red"), credit=2)
    s.play.situation = replace(s.play.situation, board=replace(s.board, forces={**s.board.forces, "red": owing}))
    assert told(s, e.TurnEnded(1)) == {
        "blue": [o.PublicEvent(e.TurnEnded(1))],
        "red": [o.CreditLapsed(2), o.PublicEvent(e.TurnEnded(1))],
    }


def test_each_side_reads_its_own_losses_of_a_field_battle() -> None:
    """TOCS-1.2-1, MASL-4.1-4: none, where none are reported."""
    battle = FieldBattle(1, HERE, "blue", "red", "T1.1")
    seen = told(board(), e.FieldBattleEnded(battle, "agreed", (("red", 3),), (), "red", True))
    lost = {side: [x.lost for x in found if isinstance(x, o.FieldBattleEndedSeen)] for side, found in seen.items()}
    assert lost == {"blue": [0], "red": [3]}


def test_income_and_points_are_a_sides_own_affair() -> None:
    """TOCS-W9.0-1."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "07.07")], dice={"turn-end": (6, 6)})
    s.close()
    assert s.learnt("red", e.IncomeEarned) and not s.learnt("blue", e.IncomeEarned)


# ---------------------------------------------------------------- two worlds


def seen_by_blue(red: list[Piece], text: str) -> list[object]:
    s = Scene([Piece("A", "03.03")], red, standing={"red": ("ezoc never",)})
    s.does("A", text)
    return [seen for desk, seen in s.play.seen if desk == "blue"]


@pytest.mark.parametrize("text", ["recon 03.04", "recon 03.04 03.05", "move 03.05", "probe 03.04; recon 02.03"])
def test_worlds_that_differ_where_nobody_looks_are_the_same_to_blue(text: str) -> None:
    """TOCS-W9.0-1, TOCS-1.2-1."""
    assert seen_by_blue([Piece("R", "07.07")], text) == seen_by_blue([Piece("S", "06.06", "battery"), Piece("T", "08.01")], text)


def test_scouting_tells_one_company_from_four_batteries_no_better_than_the_rules_do() -> None:
    """TOCS-W10.4-4, TOCS-W10.5-2."""
    guns = [Piece(f"G{n}", "03.04", "battery") for n in range(4)]
    assert seen_by_blue([Piece("R", "03.04")], "recon 03.04") == seen_by_blue(guns, "recon 03.04")
    assert seen_by_blue([Piece("R", "03.04")], "probe 03.04") == seen_by_blue([Piece(c, "03.04") for c in "RST"], "probe 03.04")
