"""A campaign of the Heumen bridge whose battle is fought as a game of TCS, by mail: what its tests share."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from pbem.campaign.state import Seat
from pbem.handlers.bot import Commander
from pbem.rulesets.form import Temper
from pbem.service.open_campaign import Campaign
from tests.acceptance.table import Mail, Table
from tests.acceptance.test_field_battles import ATTACK, SEATS, module

GAME = "test-b1"
HOLDS = {"allied": "allied.field1", "german": "german.field1"}
INTENT = "INTENT 13.11\nI want Malden bridge before dark.\nEND INTENT"


MALDEN, HEUMEN = "13.11", "14.12"


@contextmanager
def at_a_battle(folder: Path, seats: tuple[Seat, ...] = SEATS, bridge: str = MALDEN, lay: type[Table] = Table) -> Iterator[Table]:
    """A table, of this class, whose first battle, for a bridge, has become a game of its own."""
    files = module(folder / "module", "tcs")
    if bridge == HEUMEN:
        _before_heumen(files)
    table = lay(folder, module=str(files), seats=seats)
    try:
        table.begin()
        table.write("german", "BATTLES FIELD")
        table.write("allied", f"BATTLES FIELD\n{INTENT.replace(MALDEN, bridge)}")
        table.write("allied", ATTACK.replace(MALDEN, bridge))
        yield table
    finally:
        table.close()


def _before_heumen(files: Path) -> None:
    """Two companies of the 504th begin west of the Heumen bridge."""
    oob, scenario = files / "oob-allied.toml", files / "scenario-1.toml"
    lines = oob.read_text(encoding="utf-8").split("\n")
    moved = [
        line.replace('setup = "12.11"', 'setup = "13.12"') if '"A/504"' in line or '"B/504"' in line else line for line in lines
    ]
    oob.write_text("\n".join(moved), encoding="utf-8")
    text = scenario.read_text(encoding="utf-8")
    scenario.write_text(text.replace('"10.10", "10.11"', '"13.12", "10.10", "10.11"', 1), encoding="utf-8")


def battle(table: Table) -> Campaign:
    """The game."""
    return table.referee.campaigns[GAME]


def of_battle(table: Table, seat: str, game: str = GAME) -> list[Mail]:
    """A seat's letters of the game."""
    return [mail for mail in table.mail(seat) if mail.subject.startswith(f"[{game}]")]


def says(table: Table, seat: str, lines: str) -> Mail:
    """A letter to the game, and its answer."""
    return table.write(seat, lines, of_battle(table, seat)[-1])


def passes(table: Table) -> None:
    """A letter of the game runs: time goes by until it does."""
    due = battle(table).shown.runs_out
    assert due is not None
    table.at = max(table.at, due.at) + timedelta(seconds=1)
    table.run()


def fights(table: Table, sides: tuple[str, ...] = ("allied", "german"), seed: int = 1) -> None:
    """Both commanders write one letter each, from what they know, and it runs."""
    fought = battle(table)
    for side in sides:
        mind = Commander(
            fought.table.ruleset, fought.table.words, fought.table.game, random.Random(f"{seed}/{side}/{table.at}"), Temper(0.7)
        )
        says(table, HOLDS[side], f"{mind.letter(fought.state.pictures[side], end=False)}\nDONE")
    turn = fought.state.admin.clocks["allied"].moment
    for _ in range(4):
        if battle(table).state.admin.stage == "over" or battle(table).state.admin.clocks["allied"].moment != turn:
            return
        passes(table)
    raise AssertionError("the letter does not run")


def fought_out(table: Table, seed: int = 1) -> None:
    """The whole of it."""
    for _ in range(20):
        if battle(table).state.admin.stage == "over":
            return
        fights(table, seed=seed)
    raise AssertionError("the battle does not end")
