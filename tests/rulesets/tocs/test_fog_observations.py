"""Who learns what: every event is observed or silent by name, every observation has its licence (TOCS-1.2, W9.0)."""

import inspect
import re
from typing import get_args

import pytest

from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.observe import observe
from tests.rulesets.tocs.builder import Piece, Scene

RULES = library.rules("tocs")
SILENT = {e.HexEntered, e.FightWent, e.FieldBattleDecided}


def test_every_event_is_observed_or_silent_by_name() -> None:
    text = inspect.getsource(observe)
    named = set(re.findall(r"case e\.(\w+)|\| e\.(\w+)", text))
    assert {a or b for a, b in named} == {event.__name__ for event in get_args(e.Event)}
    last = text.index("return ()")
    quiet = text[text.rindex("case", 0, last) : last]
    assert {getattr(e, n) for n in re.findall(r"e\.(\w+)", quiet)} == SILENT


@pytest.mark.parametrize("kind", get_args(o.Seen))
def test_every_observation_has_a_licence_that_is_a_row(kind: type[o.TurnSeen]) -> None:
    assert kind.licence in RULES


def test_the_list_of_observations_is_their_union() -> None:
    assert set(o.ALL) == set(get_args(o.Seen)) and len(o.ALL) == len(set(o.ALL))


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


def test_income_and_points_are_a_sides_own_affair() -> None:
    """TOCS-W9.0-1."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "07.07")], dice={"turn-end": (6, 6)})
    s.close()
    assert s.learnt("red", o.OwnIncome) and not s.learnt("blue", o.OwnIncome)


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
