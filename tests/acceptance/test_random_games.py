"""Random games of the training module by scripted commanders, through the whole letter path: in by letter, out by letter.

All of them finish, what must be so is so after every letter and in every event, every letter fits its page and names no
enemy that lives, the journal audits sound and each side verifies every die from its own letters. On a sample drawn by the
seed either side's mail is written again by a referee who knows only that side, what is kept is computed afresh, and a world
that differs in one hidden fact is played beside this one. `make soak` plays all of them; what was played and looked at is
summed at the end of the run (`tests/conftest.py`).
"""

import random
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.admin.verify import verify
from pbem.engine.play import fold_picture
from pbem.engine.situation import CONTROL
from pbem.handlers.bot import Temper
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules import stacking
from tests.acceptance.singular import slips
from tests.acceptance.table import Mail, audited
from tests.conftest import TALLY
from tests.fog.blind import rewritten
from tests.fog.canary import sung
from tests.fog.stage import SIDES, Letter, Stage, canary_module, game
from tests.fog.test_worlds import SEEN_BY
from tests.fog.worlds import compared
from tests.opened import as_board, as_event, as_game, as_picture, hidden
from tests.rulesets.tocs.laws import check_events, check_invariants
from tests.rulesets.tocs.test_kept_is_as_good_as_afresh import compared as kept_and_afresh

WIDTH = FORM = 68
GAMES, FEW = 500, 3
PARTS = 50
BLIND, PAIR, RECREATED = (
    5,
    5,
    20,
)  # one game in so many is written again blindly, or gets a twin; one letter in so many is computed afresh
STRAY = 0.15  # how many of the lines that could be added to a letter are
LATEST = 30  # letters written before two worlds part, at most
FLED = ("retreated", "stacking")  # fell back in this record; fell back in the impulse that ends with it
LATER = {"strength", "experience", "morale", "guns", "zone order", "reserve order", "retreat order"}  # may differ at any moment

Told = Callable[[str, object], None]


def played(folder: Path, seed: int) -> dict[str, int]:
    """One game, from the invitations to the last letter, looked at after every letter; what was done, in numbers."""
    begun, chance = time.perf_counter(), random.Random(seed)
    temper = Temper(boldness=chance.random(), noise=chance.random() / 2)
    stage = Stage(folder, seed, str(canary_module(folder / "module", chance.choice(("never", "always")))))
    watch = Watch(stage)
    stage.begin()
    told = {"games": 1, "orders read": 0, "kept values computed afresh": 0}
    for letter in game(stage, seed, temper=temper):
        before = stage.phasing()
        stage.say(letter.seat, embroidered(stage, letter, chance))
        told["orders read"] += 1
        watch.look(before)
        told["kept values computed afresh"] += chance.random() * RECREATED < 1 and watch.afresh()
    over = next(e for r in stage.handled for e in r.events if type(e).__name__ == "GameOver")
    board = stage.campaign.state.situation.board
    assert as_board(board).public.over and not stage.playing
    mails = [mail for side in SIDES for mail in stage.mail(side)]
    for mail in mails:
        fits_its_page(mail)
    assert sung(stage) == []
    told |= {"letters": len(mails), "letters no canary was in": len(mails), f"won by {as_event(over).winner or 'nobody'}": 1}
    if chance.random() * BLIND < 1:
        faults = [fault for side in SIDES for fault in rewritten(stage, side)]
        assert faults == []
        told["letters written again blindly"] = len(mails)
    dead = sum(u.status == "dead" for side in SIDES for u in as_board(board).forces[side].units.values())
    stage.close()
    proven(stage, folder)
    told |= {"battles": as_board(board).public.battles, "units lost": dead, "events": watch.events}
    return told | {"milliseconds": int(1000 * (time.perf_counter() - begun))}


def embroidered(stage: Stage, letter: Letter, chance: random.Random) -> str:
    """A letter of orders with what the scripted commander never thinks of: his staff's own work, stealth, standing orders."""
    head, _, orders = letter.lines.partition("\n")
    if not head.startswith("CARRY OUT"):
        return letter.lines
    camp: Forces = as_picture(stage.campaign.state.pictures[letter.seat]).forces
    hexes = sorted(as_game(stage.campaign.table.game).ground.hexes)
    here = sorted({s.hex for s in camp.sources.values() if s.kind != "edge"}) or hexes
    unit = chance.choice(camp.on_map()) if camp.on_map() else None
    call = camp.counter(unit).call if unit else "nobody"
    near = sorted(as_game(stage.campaign.table.game).ground.neighbours[unit.hex]) if unit else hexes
    more = (
        f"trucks {chance.randrange(1, 5)} SP from {chance.choice(here)} to {chance.choice(hexes)}",
        f"trucks 2 SP from {chance.choice(here)} to {chance.choice(near)} join {call}",
        f"depot at {chance.choice(here)}",
        *(f"{call}: infiltrate {hex_}" for hex_ in near),
        f"after battles: {call}: move {chance.choice(near)}",
        chance.choice(("captures keep", "captures destroy", "ezoc never", "ezoc always", "reserves commit")),
    )
    return "\n".join((head, *(line for line in more if chance.random() < STRAY), orders))


class Watch:
    """Looks at a game after every letter: the state itself, and the events and observations that led to it."""

    def __init__(self, stage: Stage) -> None:
        first = stage.campaign.script.state(stage.campaign.first_snapshot())
        self.stage, self.board, self.pictures = stage, first.situation.board, dict(first.pictures)
        self.handled = self.events = 0

    def look(self, phasing: str) -> None:
        """State and events hold to the laws; board and pictures are what events and observations fold into."""
        state, ruleset = self.stage.campaign.state, self.stage.campaign.table.ruleset
        for record in self.stage.handled[self.handled :]:
            self.board = hidden(check_events(as_board(self.board), [e for e in record.events if type(e) not in CONTROL]))
            for side in SIDES:
                own = [seen for desk, seen in record.seen if desk == side]
                self.pictures[side] = fold_picture(ruleset, self.pictures[side], own)
            self.events += len(record.events)
        self.handled = len(self.stage.handled)
        assert self.board == state.situation.board and self.pictures == dict(state.pictures)
        play = SimpleNamespace(situation=state.situation, pictures=state.pictures, game=self.stage.campaign.table.game)
        check_invariants(play)
        self.stacks(phasing)

    def stacks(self, phasing: str) -> None:
        """Stacks are in bounds where an impulse has ended; who fell back has till its next impulse (TOCS-W3.0-4)."""
        board = self.stage.campaign.state.situation.board
        if phasing and (as_board(board).public.phasing != phasing or as_board(board).public.over):
            camp: Forces = as_board(board).forces[phasing]
            fled = {as_event(event).unit.id for event in self.stage.handled[-1].events if getattr(event, "why", "") in FLED}
            grace = {h for h in stacking.overstacked(camp) if any(u.overstacked or u.id in fled for u in camp.at(h))}
            too_many = set(stacking.overstacked(camp)) - grace
            assert not too_many, f"{phasing} stands too thick in {too_many} at the end of its impulse"

    def afresh(self) -> int:
        """Lines of supply and communication, zones and ways as they are kept, and as they are computed afresh."""
        for picture in self.stage.campaign.state.pictures.values():
            kept_and_afresh(as_game(self.stage.campaign.table.game), as_picture(picture))
        return 1


def twinned(folder: Path, seed: int) -> dict[str, int]:
    """A world beside one that differs in a hidden fact, drawn by the seed, from the beginning or from a later letter on."""
    chance = random.Random(seed)
    eye = chance.choice(SIDES)
    fact = chance.choice(SEEN_BY[eye])
    late = chance.randrange(LATEST) if fact.kind in LATER else 0
    found = compared(folder, fact, seed, eye, most=120, late=late)
    assert found.faults == []
    return {"pairs of worlds": 1, "letters the same in both": found.same, "pairs where a rule showed it": bool(found.first)}


def fits_its_page(mail: Mail) -> None:
    """68 columns, so that a quote mark finds room; and one of a thing is one."""
    lines = mail.text.split("\n")
    assert slips(mail.text) == [], mail.subject
    wide = [line for line in lines if len(line) > WIDTH]
    assert not wide, (mail.subject, wide)
    if "BEGIN ORDERS" in mail.text:
        start = next(i for i, line in enumerate(lines) if line.startswith("BEGIN ORDERS"))
        form = lines[start : lines.index("END ORDERS") + 1]
        assert all(len(line) <= FORM for line in form), (mail.subject, form)


def proven(stage: Stage, folder: Path) -> None:
    """The journal is sound, and either side's own letters verify every die."""
    file = folder / "pbem.toml"
    file.write_text('data = "data"\nfree_mb = 0\npictures = false\n[mailbox]\naddress = "referee@club.example"\n')
    words, sound = audited(stage, file)
    assert sound, words
    for side in SIDES:
        kept = folder / "kept" / side
        kept.mkdir(parents=True)
        for number, raw in enumerate(stage.bag(side)):
            (kept / f"{number:04d}.eml").write_bytes(raw)
        words, clean = verify(kept)
        assert clean, words


def looked_at(folder: Path, seeds: range, told: Told) -> None:
    """Some games and, for one in so many, a pair of worlds; the numbers are told to the run."""
    for seed in seeds:
        told(TALLY, played(folder / f"{seed}", seed))
        if seed % PAIR == 0:
            told(TALLY, twinned(folder / f"{seed}-twins", seed))


@pytest.mark.parametrize("seed", range(FEW))
def test_a_random_game_by_letters_comes_to_a_sound_end(tmp_path: Path, seed: int, record_property: Told) -> None:
    looked_at(tmp_path, range(seed, seed + 1), record_property)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_five_hundred_random_games_by_letters_come_to_a_sound_end(tmp_path: Path, part: int, record_property: Told) -> None:
    looked_at(tmp_path, range(part, GAMES, PARTS), record_property)
