"""A battle in a battle, in twin worlds: a whole game of it, letter by letter.

What its course is shows in no letter of those who do not fight it, until its report is in. And what one commander does that the
other cannot see shows in no letter of the other's, nor of the other's side, to the last.
"""

import random
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from pbem.handlers.bot import Commander
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.form import Temper
from pbem.rulesets.tcs.actions.dry_run import after, refusals
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.seeing import spotted
from pbem.rulesets.tcs.units import TacticalUnit
from tests.acceptance.battles_within import HOLDS, at_a_battle, battle, passes, says
from tests.acceptance.table import Table
from tests.fog.twins import TwinWorld

OTHERS = ("allied", "german", "allied.field2")
"""Who does not fight it."""
MEANWHILE = ("STATUS", "INTSUM", "REPORT", "MESSAGE allied\nHow does it go?\nEND MESSAGE", "ORDERS")
QUIET = "POLICY ALL FIRE HOLD; ADJACENT HOLD; RETURN NONE; SFA NONE"


def over(table: Table) -> bool:
    return battle(table).state.admin.stage == "over"


def letters(table: Table, seats: tuple[str, ...]) -> dict[str, list[bytes]]:
    """All that these seats were sent."""
    return {seat: [mail.raw for mail in table.mail(seat)] for seat in seats}


# ---------------------------------------------------------------- the course of it, for who does not fight


class Fought(NamedTuple):
    """How often a battle was fought on, and what others had been sent each time; whether it was over by then."""

    told: list[dict[str, list[bytes]]]
    over: bool


def fought(folder: Path, seed: int, rounds: int) -> Fought:
    """So many letters of the battle, as two commanders of this seed write them, at the same hours in each world; meanwhile the
    others write letters of their own."""
    folder.mkdir()
    told: list[dict[str, list[bytes]]] = []
    with at_a_battle(folder, lay=TwinWorld) as table:
        for number in range(rounds):
            for side, seat in HOLDS.items():
                game = battle(table)
                dice = random.Random(f"{seed}/{side}/{number}")
                mind = Commander(game.table.ruleset, game.table.words, game.table.game, dice, Temper(0.4 + 0.2 * (seed % 3)))
                says(table, seat, f"{mind.letter(game.state.pictures[side], end=False)}\nDONE")
            for seat in ("allied", "german"):
                table.write(seat, MEANWHILE[number % len(MEANWHILE)].replace("MESSAGE allied", f"MESSAGE {_other(seat)}"))
            passes(table)
            if over(table):
                return Fought(told, True)
            told.append(letters(table, OTHERS))
    return Fought(told, False)


def _other(seat: str) -> str:
    return "german" if seat == "allied" else "allied"


@pytest.mark.parametrize(("seeds", "rounds"), [
    ((1, 2), 4), *(pytest.param((one, one + 1), 40, marks=pytest.mark.soak) for one in range(2, 12)),
])  # fmt: skip
def test_how_it_is_fought_shows_in_no_letter_of_others(seeds: tuple[int, int], rounds: int, tmp_path: Path) -> None:
    """MASL-2.1-1: two courses of one battle, up to the letter in which the first of them ends."""
    one, other = (fought(tmp_path / str(seed), seed, rounds) for seed in seeds)
    both = min(len(one.told), len(other.told))
    assert both >= min(rounds, 4) and one.told[:both] == other.told[:both]


# ---------------------------------------------------------------- what one does out of the other's sight


def stays(table: Table, side: str) -> dict[str, str]:
    """A line for each unit of a side by which it stays where it is, though it is on an attack."""
    return {unit: f"{unit}: hold" for unit in cast(TacticalBoard, battle(table).state.situation.board).forces[side].units}


def unseen(table: Table, side: str, number: int) -> dict[str, str]:
    """Lines that would run for units of a side that the other does not spot, nor would when they had done it: a change of mode, a
    hex on; number: of the turn, each another way."""
    game, board = cast(TacticalGame, battle(table).table.game), cast(TacticalBoard, battle(table).state.situation.board)
    picture = cast(TacticalPicture, battle(table).state.pictures[side])
    enemy, forces, lines = game.other(side), board.forces[side], dict[str, str]()
    for unit in forces.units.values():
        turned = unit.mode == "fire" and not refusals(game, picture, (unit.id,), Act("move mode"))
        known = after(game, picture, (unit.id,), Act("move mode")) if turned else picture
        places = [
            place for place in sorted(game.ground.neighbours(unit.hex))
            if not refusals(game, known, (unit.id,), Act("move", slots=(("PATH", (str(place),)),)))
            and not any(unit.id in spotted(game, now, enemy) for now in _as_it_goes(board, unit, place))
        ]  # fmt: skip
        if places:
            lines[unit.id] = f"{unit.id}: {'move mode; ' if turned else ''}move {places[number % len(places)]}"
    return lines


def _as_it_goes(board: TacticalBoard, unit: TacticalUnit, place: Hex) -> tuple[TacticalBoard, ...]:
    """The board as it is, with the unit in move mode, and with it in a hex beside."""
    own = board.forces[unit.side]
    went = (replace(unit, mode="move", hex=where) for where in (unit.hex, place))
    return (board, *(replace(board, forces={**board.forces, unit.side: own.with_unit(now)}) for now in went))


def kept_from(folder: Path, side: str, busy: bool) -> dict[str, list[bytes]]:
    """A whole game in which neither side fires, and one of them acts where nobody sees it, or does not: all the mail of the other
    side's seats, those of the campaign too."""
    folder.mkdir()
    mine, theirs, done = HOLDS[side], HOLDS[_other(side)], 0
    with at_a_battle(folder, lay=TwinWorld) as table:
        for seat in (theirs, mine):
            says(table, seat, QUIET)
        while not over(table):
            begun: datetime = table.at
            turn = cast(TacticalBoard, battle(table).state.situation.board).public.turn
            secret = unseen(table, side, turn) if busy else {}
            answer = says(table, mine, "\n".join({**stays(table, side), **secret}.values()))
            assert "need" not in answer.subject, answer.text
            done += sum(f"✓ {line}" in answer.text for line in secret.values())
            if busy:
                says(table, mine, "STATUS\nWHAT CAN NOBODY")
            says(table, mine, "DONE")
            table.at = begun + timedelta(minutes=30)
            says(table, theirs, "\n".join(("STATUS", *stays(table, _other(side)).values(), "DONE")))
            passes(table)
        assert done >= 8 * busy, "there is something to hide"
        return letters(table, (theirs, *(seat for seat in OTHERS if not seat.startswith(side))))


@pytest.mark.parametrize("side", ["german", "allied"])
def test_what_is_done_out_of_sight_shows_in_no_letter_of_the_other_side(side: str, tmp_path: Path) -> None:
    """MASL-2.1-1, TCSB-2-4: to the last letter of the battle, and of the campaign as its report came in."""
    assert kept_from(tmp_path / "busy", side, True) == kept_from(tmp_path / "quiet", side, False)
