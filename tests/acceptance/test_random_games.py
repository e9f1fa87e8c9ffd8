"""Random games of the training module by scripted commanders, through the whole letter path: in by letter, out by letter.

All of them finish, what must be so is so after every letter, every letter fits its page, the journal audits sound and
each side verifies every die from its own letters. `pytest -m soak` plays all two hundred and prints the figures; the
normal run plays as many as fit. The figures are seen with `-n 0 -s`.
"""

import json
import random
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem import care
from pbem.commander import Temper
from pbem.rulesets.tocs.procedures import stacking
from pbem.rulesets.tocs.view import Camp
from pbem.verify import verify
from tests.acceptance.table import Mail
from tests.fog.stage import SIDES, Stage, game
from tests.rulesets.tocs.builder import check_invariants

WIDTH = FORM = 68
GAMES, FEW = 200, 16
PARTS = 8
FLED = ("retreated", "stacking")  # fell back in this record; fell back in the impulse that ends with it


@dataclass(frozen=True)
class Figures:
    """What came of a game."""

    seed: int
    letters: int
    battles: int
    lost: tuple[int, int]
    points: tuple[int, int]
    winner: str
    seconds: float


def played(folder: Path, seed: int) -> Figures:
    """One game, from the invitations to the last letter, looked at after every letter."""
    begun, chance = time.perf_counter(), random.Random(seed)
    temper = Temper(boldness=chance.random(), noise=chance.random() / 2)
    stage = Stage(folder, seed)
    stage.begin()
    written = 0
    for letter in game(stage, seed, temper=temper):
        before = stage.phasing()
        stage.say(letter.seat, letter.lines)
        written += 1
        looked_at(stage, before)
    board = stage.campaign.state.situation.board
    over = next(e for r in stage.handled for e in r.events if type(e).__name__ == "GameOver")
    assert board.public.over and not stage.playing
    for side in SIDES:
        for mail in stage.mail(side):
            fits_its_page(mail)
    lost = {s: sum(u.status == "dead" for u in board.camps[s].units.values()) for s in SIDES}
    points = {side: total for side, _, total in over.tallies}
    stage.close()
    proven(stage, folder)
    return Figures(
        seed, written, board.public.battles, (lost["allied"], lost["german"]), (points["allied"], points["german"]),
        over.winner, round(time.perf_counter() - begun, 2),
    )  # fmt: skip


def looked_at(stage: Stage, phasing: str) -> None:
    """Perimeters agree, nobody is in two places, nothing is negative, stacks are in bounds where an impulse has ended."""
    state = stage.campaign.state
    play: Any = SimpleNamespace(situation=state.situation, pictures=state.pictures, game=stage.campaign.table.game)
    check_invariants(play)
    board = state.situation.board
    if board.public.phasing != phasing or board.public.over:
        camp: Camp = board.camps[phasing]
        fled = {event.unit.id for event in stage.handled[-1].events if getattr(event, "why", "") in FLED}
        grace = {h for h in stacking.overstacked(camp) if any(u.overstacked or u.id in fled for u in camp.at(h))}
        too_many = set(stacking.overstacked(camp)) - grace  # who fell back has till its next impulse (TOCS-W3.0-4)
        assert not too_many, f"{phasing} stands too thick in {too_many} at the end of its impulse"


def fits_its_page(mail: Mail) -> None:
    """68 columns, so that a quote mark finds room."""
    lines = mail.text.split("\n")
    wide = [line for line in lines if len(line) > WIDTH]
    assert not wide, (mail.subject, wide)
    if "BEGIN ORDERS" in mail.text:
        start = next(i for i, line in enumerate(lines) if line.startswith("BEGIN ORDERS"))
        form = lines[start : lines.index("END ORDERS") + 1]
        assert all(len(line) <= FORM for line in form), (mail.subject, form)


def proven(stage: Stage, folder: Path) -> None:
    """The journal is sound, and either side's own letters verify every die."""
    file = folder / "pbem.toml"
    file.write_text('data = "data"\nfree_mb = 0\n[mailbox]\naddress = "referee@club.example"\n')
    words, sound = care.audit(file)
    assert sound, words
    for side in SIDES:
        kept = folder / "kept" / side
        kept.mkdir(parents=True)
        for number, raw in enumerate(stage.bag(side)):
            (kept / f"{number:04d}.eml").write_bytes(raw)
        words, clean = verify(kept)
        assert clean, words


@pytest.mark.parametrize("seed", range(FEW))
def test_a_random_game_by_letters_comes_to_a_sound_end(tmp_path: Path, seed: int) -> None:
    assert played(tmp_path, seed).battles > 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_two_hundred_random_games_by_letters_come_to_a_sound_end(tmp_path: Path, part: int, capsys: Any) -> None:
    found = [played(tmp_path / str(seed), seed) for seed in range(part, GAMES, PARTS)]
    with capsys.disabled():
        print(f"\n{report(found)}\n{json.dumps([asdict(f) for f in found])}")
    assert any(f.battles for f in found)


def report(found: list[Figures]) -> str:
    """The figures of some games, in words."""
    spread = Counter(f.winner or "draw" for f in found)
    margins = sorted(f.points[0] - f.points[1] for f in found)
    return (
        f"{len(found)} games: {dict(spread)}; "
        f"margin (allied - german) {margins[0]} … {margins[len(margins) // 2]} … {margins[-1]}; "
        f"battles {min(f.battles for f in found)} … {max(f.battles for f in found)}; "
        f"seconds a game {sum(f.seconds for f in found) / len(found):.2f}"
    )
