"""What the last letter opens (TOCS-5.0-3): both orders of battle as they were, and what happened, a line an event."""

import pytest

from pbem.documents.document import Block
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import AirRound, Sortie
from pbem.rulesets.tocs.flights import FlightLeg, FlightPlan, Landing
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.resolution.reveal import annals, orders_of_battle, retold
from pbem.rulesets.tocs.units import Activation, ReplacementPool
from tests.rulesets.tocs.builder import Piece, Scene, attack, source
from tests.rulesets.tocs.seas import at_sea, ship

HERE = Hex("03.04")
POOL = ReplacementPool("pool", "american", 2, bank=1, earned=1)
SIXES = Throw("turn-end", "2d6", (6, 6))
A = Piece("A", "03.04", lost=1, state=2, parent="").unit
EMPTY, FOUND = (e.HexScouted("blue", "a", "A", HERE, probe, probe, False, (), "") for probe in (False, True))
FOUGHT = e.BattleFought(4, HERE, "hasty", "blue", "red", (), (), "red", False)
DEPOT = replace(source("02.02", 7, "depot"), id="depot")


def told(*events: e.Event) -> list[str]:
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], supply={"blue": [DEPOT]})
    return [line.strip() for line in annals(s.board, events)]


@pytest.mark.parametrize("event, line", [
    (e.TurnBegan(3), "TURN 3"), (e.ImpulseBegan(2, "blue"), "impulse 2, blue"),
    (e.UnitActivated("blue", "a", POOL, Activation("a", 3)), "A activated"),
    (e.UnitChanged("blue", A, "lost"), "A lost, 03.04, 3/4 disordered"),
    (e.UnitDestroyed("red", Piece("R", "08.08").unit, "R", "R", "company", "", "lost"), "R destroyed at 08.08 (lost)"),
    (EMPTY, "A scouted 03.04: empty"), (FOUND, "A probed 03.04: occupied"),
    (e.AttackOrdered("blue", attack("a", "03.04", "03.03", 1)), "A will attack 03.04"),
    (FOUGHT, "battle 4 at 03.04: red holds the hex"), (replace(FOUGHT, engaged=True), "battle 4 at 03.04: it goes on"),
    (e.SourceChanged("blue", DEPOT, "captured"), "blue depot at 02.02: captured, 7 SP"),
    (e.SourceLost("blue", DEPOT, "burnt"), "blue depot at 02.02 lost: burnt"),
    (e.TurnEndThrown("blue", False, SIXES, 7, True, 1, 0), "2d6 = 12: the turn ends"),
    (e.TurnEndThrown("blue", False, None, 7, False, 1, 0), "it goes on"),
    (e.AirFought(1, HERE, "red", "fighters", "transports", (AirRound(SIXES, 1, 0, 0, 2),)),
     "fight in the air over 03.04: red fighters against transports; 1 and 2 lost or driven off"),
    (e.SortieFlew("blue", Sortie("TYP1", "strike", (HERE,), ("TYP1", "TYP2")), "takes off"),
     "blue TYP1, TYP2: strike at 03.04, takes off"),
    (e.FlightFlown("blue", FlightPlan("J1", 2, (HERE,)), (FlightLeg(HERE, "hit", "N"),), None),
     "blue J1: never came to its zone (03.04 hit)"),
    (e.StickLanded("blue", "J1", (Landing("A", "parachute", HERE, None), Landing("", "supply", HERE, HERE)), ()),
     "A jumps over 03.04: lost|1 SP jumps over 03.04: 03.04"),
    (e.AirStruck("blue", "TYP1", HERE, 1, "guns", SIXES, (), (), 0, "1d", ()), "TYP1 strikes 03.04: guns, 1d"),
    (e.AirStruck("blue", "TYP1", HERE, 1, "", None, (), (), 0, "-", ()), "TYP1 strikes 03.04: nothing found, -"),
    (e.BombsFell("blue", "B1", HERE, 4, SIXES, (), (), 0, "1D"), "B1 bombs 03.04: 1D"),
    (e.SailThrown("blue", "TF1", "high_sea", SIXES, (), 6, True), "TF1 sails to high sea"),
    (e.SailThrown("blue", "TF1", "high_sea", SIXES, (), 6, False), "TF1 does not get away to high sea"),
    (e.SeaBattleBegan(2, "high_sea", "red", True), "battle S2 in high sea: red attacks by surprise"),
    (e.SeaAirFought(2, "high_sea", "red", (AirRound(SIXES, 1, 0, 0, 2),)),
     "S2: aircraft of red against the screen, 1 and 2 down or driven off"),
    (e.ShipsBombed("red", 2, "high_sea", 3, "carrier", SIXES, (), 1, ("CV1",)), "S2: 3 aircraft of red bomb ships: CV1"),
    (e.SurfaceDuel(2, "red", ("cruiser",), "monitor", SIXES, (), "-", "2X"),
     "S2: red cruiser against monitor: 2X, return fire -"),
    (e.Torpedoed("red", "U1", "high_sea", "monitor", "ERE", SIXES, (), "2"), "U1 attacks ERE in high sea: 2"),
    (e.SubHunted("blue", "DD1", "high_sea", SIXES, "sunk"), "DD1 finds a submarine in high sea: sunk"),
    (e.MineStruck("blue", "MS1", HERE, SIXES, (), "1"), "MS1 strikes a mine in 03.04: 1"),
    (e.ShipSunk("blue", "HMS Erebus", "monitor"), "HMS Erebus of blue sunk"),
    (e.ShipsShelled("blue", ("ERE",), HERE, "14-16", "", 6, SIXES, (), 0, "6", "1D", False, (), ()), 'ERE shell 03.04, 14-16": 1D'),
    (e.CoastGunsFired("blue", "W17", "Z1", "cruiser", SIXES, (), "1"), "W17 fires at Z1: 1"),
    (e.FlakFired("blue", A, HERE, "transports", SIXES, (), "h", SIXES, True), "A fires at transports over 03.04: h"),
])  # fmt: skip
def test_what_happened_is_told_a_line_an_event(event: e.Event, line: str) -> None:
    """TOCS-5.0-3."""
    assert told(event) == line.split("|")


@pytest.mark.parametrize("kept, said", [
    ("  A/504 scouted 13.11: empty", "  A/504 reconnoitred 13.11: empty"),
    ("  A/504 will attack 13.11", "  A/504 ordered to attack 13.11"),
    ("  A/504 moved, 13.12, 4/4 good", "  A/504 moved to 13.12, 4/4 good"),
    ("  A/504 battle, 13.12, 3/4 good", "  A/504 after the battle at 13.12, 3/4 good"),
    ("  battle 4 at 03.04: it goes on", "  battle 4 at 03.04: both sides remain in contact"),
    ("  battle 4 at 03.04: red holds the hex", "  battle 4 at 03.04: held by the red side"),
    (" 2d6 = 12: the turn ends", " 2d6 = 12: turn over"), (" it goes on", " turn continues"),
    ("  A lost, 03.04, 3/4 disordered", "  A lost, 03.04, 3/4 disordered"),
])  # fmt: skip
def test_a_letter_says_the_annals_in_its_own_words(kept: str, said: str) -> None:
    """TOCS-5.0-3: they are kept in the words of the day they were written."""
    assert retold(kept) == said


def test_stores_that_merely_went_along_and_what_units_spent_fill_no_line() -> None:
    """TOCS-5.0-3."""
    assert told(e.SourceChanged("blue", DEPOT, "moved"), e.ActivationChanged("blue", Activation("a", 2)), e.TurnEnded(1)) == []


def test_a_battle_is_told_with_the_sums_of_both_sides() -> None:
    """TOCS-5.0-3: in the order of the record, the lines and shifts of the attacker first."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03")], [Piece("R", "03.04")])
    s.does("A", "attack 03.04 hasty")
    s.fight()
    lines = [line.strip() for line in annals(s.board, tuple(s.play.events))]
    (rolled,) = s.happened(e.BattleRolled)
    at = next(n for n, line in enumerate(lines) if line.startswith("battle 1 at 03.04, hasty"))
    assert lines[at].endswith(f"{rolled.attacker.total} to {rolled.defender.total}, {rolled.cell}")
    assert [line.partition(":")[0] for line in lines[at + 1 : at + 3]] == ["blue", "red"]
    assert (
        lines.index("A will attack 03.04") < at < next(n for n, line in enumerate(lines) if line.startswith("battle 1 at 03.04: "))
    )


def rows(blocks: tuple[Block, ...]) -> list[str]:
    """The rows of the tables and the lines below them."""
    return [line for block in blocks for line in (*(" | ".join(row) for row in block.rows), *block.lines)]


@pytest.mark.parametrize("state, where", [
    ({}, "03.04"), ({"status": "off"}, "never came"), ({"status": "waiting"}, "waits off the map"),
    ({"status": "split"}, "divided into halves"), ({"status": "joined"}, "in its company"),
    ({"status": "dead", "fell": 3, "lost": 4}, "destroyed, turn 3"),
])  # fmt: skip
def test_every_unit_of_both_sides_is_opened_with_what_became_of_it(state: dict[str, object], where: str) -> None:
    """TOCS-5.0-3, TOCS-W1.11-1."""
    hill = Victory("red", "hill", 2, "hexes", (HERE,), (), (), "the hill")
    s = Scene([Piece("A", "03.04", setup=Hex("01.01")), Piece("B", "03.03", lost=1, state=2)], [Piece("R", "08.08")],
              supply={"blue": [DEPOT]}, victory={"red": (hill,)})  # fmt: skip
    forces = s.forces()
    board = replace(
        s.board, forces={**s.board.forces, "blue": replace(forces, units={**forces.units, "a": replace(s.unit("A"), **state)})}
    )
    opened = rows(orders_of_battle(s.game, board))
    left = 4 - board.forces["blue"].units["a"].lost
    strength = f"{left}/4" if state.get("status") == "dead" else f"{left}/4 good"
    assert f"A | {strength} | {where} | 01.01" in opened and "B | 3/4 disordered | 03.03 | off the map" in opened
    assert "R | 4/4 good | 08.08 | off the map" in opened
    assert "depot at 02.02: 7 SP" in opened and "points counted: 2 the hill" in opened


def test_ships_and_mines_of_both_sides_stand_in_the_last_letter() -> None:
    """TOCS-5.0-3, TOCS-W16.0-3: nothing of them was told before."""
    ours = (ship("ERE", "monitor", damage=1), ship("LCA", "landing_craft", aboard="ERE"), ship("TR", "transport", sunk=True))
    s = at_sea(ours, (ship("U1", "submarine", "red", box=1),), red_sea={"mines": {Hex("02.03"): 2}})
    blue, red = (str(block) for block in orders_of_battle(s.game, s.board))
    assert "ERE HMS ERE, monitor: roads, box 3, damage 1 of 3" in blue and "LCA HMS LCA, landing craft: aboard ERE" in blue
    assert "TR HMS TR, transport: sunk" in blue
    assert "U1 HMS U1, submarine: roads, box 1" in red and "mines in 02.03: 2" in red
