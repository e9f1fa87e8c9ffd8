"""A battle in a battle, struck at the n-th step of the disk: founded once, its letters run once, reported once, and every letter
and record of both campaigns the same."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pbem.handlers.bot import Commander
from pbem.rulesets.form import Temper
from tests.acceptance import turn
from tests.acceptance.battles_within import GAME, HOLDS, battle
from tests.acceptance.table import Postman, Table
from tests.acceptance.test_field_battles import ATTACK, SEATS, module
from tests.acceptance.test_killed import struck
from tests.acceptance.turn import End, ending
from tests.store.failing_disk import DEATHS, Trouble

STRIDE = 251
OPENING = (
    *((seat.id, "ACCEPT") for seat in SEATS), ("german", "BATTLES FIELD"), ("allied", "BATTLES FIELD"), ("allied", ATTACK),
)  # fmt: skip
CLOSING = (("german.field1", "CONCEDE"), ("german.field1", "YES"), ("allied", "STATUS"))
LETTERS = 2
"""How many letters of the battle run before it is conceded: command, then action."""


def script(table: Table) -> Iterator[tuple[str, str]]:
    """The battle is founded, a turn of it is fought by the letters of both, it is conceded and reported; each letter answers the
    last that its seat got."""
    yield from OPENING
    for _ in range(LETTERS):
        for side, seat in HOLDS.items():
            fought = battle(table)
            mind = Commander(
                fought.table.ruleset, fought.table.words, fought.table.game, random.Random(f"{side}/{table.at}"), Temper(0.7)
            )
            yield seat, f"{mind.letter(fought.state.pictures[side], end=False)}\nDONE"
        due = battle(table).state.admin.run_at
        assert due is not None
        table.at = due
        yield "allied", "STATUS"
    yield from CLOSING


def of_both(table: Table, postman: Postman) -> End:
    """What is to be the same, whatever happened on the way: of the campaign, and of the battle."""
    end, fought = ending(table, postman), table.referee.campaigns[GAME]
    records = (*end.records, *fought.journal.all_records())
    out = fought.home / "letters" / "out"
    frozen = {f"{GAME}/{p.relative_to(out).as_posix()}": p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    state = {"campaign": end.state, "battle": fought.script.snapshot(fought.state)}
    return End(state, records, {**end.frozen, **frozen}, end.posted, end.left)


@pytest.fixture(autouse=True)
def the_battle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Instead of a turn of the training module."""
    monkeypatch.setattr(turn, "Table", partial(Table, module=str(module(tmp_path / "module", "tcs")), seats=SEATS))
    monkeypatch.setattr(turn, "script", script)
    monkeypatch.setattr(turn, "ending", of_both)


def test_a_battle_struck_at_some_steps_comes_to_the_same_end(tmp_path: Path) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    causes = [record["body"]["cause"] for record in end.records]
    assert [cause["words"][0] for cause in causes if cause["kind"] == "liaison"] == ["fought"]
    events = [event["_"] for record in end.records for event in record["body"]["events"]]
    assert events.count("PauseClosed") == LETTERS and "UnitsEntered" in events, "its letters were carried out"
    letters = b"".join(raw for raws in end.posted.values() for raw in raws)
    assert f"[{GAME}]".encode() in letters and b"your report has gone in" in letters
    assert struck(tmp_path, iter(range(11, steps + 1, STRIDE)), DEATHS[0], (post, end)) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("trouble", DEATHS)
def test_a_battle_struck_at_any_step_comes_to_the_same_end(tmp_path: Path, trouble: Trouble, part: int) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    assert struck(tmp_path, iter(range(1 + part, steps + 1, 4)), trouble, (post, end)) == []
