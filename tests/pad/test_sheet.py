"""What a pad knows: the points of every way as the dry run has them, by the desk's own picture and nothing else."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from pbem.documents.pad import Pad, PadReply, page
from pbem.documents.picture_json import SentAs, picture_json
from pbem.kernel.hexes import Hex
from pbem.letters.pad import parts, words
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.control import check_activate
from pbem.rulesets.tocs.actions.move_plan import Move, plan
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import offers
from pbem.rulesets.tocs.reports.advice import what_can
from tests.fog.stage import Stage, game
from tests.fog.test_maps import world
from tests.letter_words import WORDS
from tests.opened import as_game, as_picture, found, hidden

TOCS = RULESETS["tocs"]
REACH = """([data, picture]) => {
  PAD.open(data, picture);
  return Object.fromEntries([...PAD.units.values()].map(unit => {
    const own = PAD.pace(unit.call);
    const all = own ? [...PAD.reach(own, [unit.hex, own.bank], own.hand, true)] : [];
    return [unit.call, all.map(([hex, way]) => [hex, way.path, way.hand.ap])];
  }));
}"""


class Known(NamedTuple):
    """A game, and what a desk knows of it."""

    game: Game
    picture: Picture


def made(known: Known) -> bytes:
    """The pad of a desk, as a letter would bring it."""
    shown = found(TOCS.maps).theatre(hidden(known.game), hidden(known.picture))
    picture = picture_json(shown, SentAs("test", "A-3", "a subject", "allied", found(TOCS.maps).places(hidden(known.game))))
    sheet = found(TOCS.pads).sheet(hidden(known.game), hidden(known.picture))
    reply = PadReply("referee@club.example", "Re: A-3", "BEGIN ORDERS test")
    return page(
        parts(), Pad(picture, sheet, words(WORDS, TOCS), reply, "end impulse", found(TOCS.maps).printed(hidden(known.game)))
    )


def inside(pad: bytes) -> list[Any]:
    """Its data and its picture."""
    text = pad.decode()
    return [json.loads(re.findall(rf'id="{name}">(.*?)</script>', text, re.S)[0]) for name in ("data", "picture")]


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Known]]:
    """What both desks know in the middle of a played campaign, early, later, and late."""
    stage = Stage(tmp_path_factory.mktemp("played"), 3)
    stage.begin()
    known = []
    for at, letter in enumerate(islice(game(stage, 3), 33)):
        stage.say(letter.seat, letter.lines)
        if at in (1, 8, 16, 24, 32):
            campaign = stage.campaign
            known += [Known(as_game(campaign.table.game), as_picture(p)) for p in campaign.state.pictures.values()]
    stage.close()
    yield known


def dry(known: Known, call: str, path: list[str]) -> int | str:
    """The AP left after the very path, by the dry run; why not, if it cannot be gone."""
    refused, ready = check_activate(known.game, offers.with_an_op(known.picture), call, 0)
    assert not refused, refused
    view = ready.view(known.game)
    unit = view.forces.unit_called(call)
    assert unit is not None
    start = [str(unit.hex)] if len(path) == 1 else []  # one hex alone would be a goal
    legs = plan(view, unit, Move(tuple(Hex(h) for h in (*start, *path))), known.picture.held_by_enemy())
    return legs[-1].active.ap if isinstance(legs, tuple) else legs.words


@pytest.mark.browser
def test_the_points_of_every_way_in_reach_are_those_of_the_dry_run(opened: Page, positions: list[Known]) -> None:
    seen = 0
    for known in positions:
        reach = opened.evaluate(REACH, inside(made(known)))
        told = [(call, path, ap) for call, ways in reach.items() for _, path, ap in ways]
        wrong = [(call, path, ap, done) for call, path, ap in told if (done := dry(known, call, path)) != ap]
        assert wrong[:5] == []
        seen += len(told)
    assert len(positions) == 10 and seen > 1000


def test_twin_worlds_have_the_same_pad_byte_by_byte() -> None:
    one, other = (made(Known(*world(changed))) for changed in (False, True))
    assert one == other


def test_what_is_learnt_is_in_it_and_no_enemy_unit_ever_is(positions: list[Known]) -> None:
    game_, picture = world(False)
    told = o.OwnEvent(e.HexScouted("allied", "x", "E/504", Hex("16.08"), False, True, False, ("infantry",), ""))
    after = TOCS.knowledge.learn(hidden(picture), hidden(told))
    assert made(Known(game_, picture)) != made(Known(game_, as_picture(after)))
    for known, enemy in zip(positions, [twin for n in range(0, 10, 2) for twin in (positions[n + 1], positions[n])], strict=True):
        text, theirs = made(known).decode(), {counter.call for counter in enemy.picture.forces.counters.values()}
        assert theirs and not [call for call in theirs if f'"{call}' in text or f"{call}:" in text]


def test_what_can_offers_stands_its_own_check(positions: list[Known]) -> None:
    for known in positions[:4]:
        sheet = found(TOCS.pads).sheet(hidden(known.game), hidden(known.picture))
        lines = [f"{unit.call}: {offer.line}" for unit in sheet.offers for offer in unit.offers]
        said = [line.partition("  #")[0] for unit in sheet.offers for line in what_can(known.game, known.picture, unit.call)]
        assert set(lines) <= set(said)


EXPORTERS = (
    *("documents/pad.py", "documents/pad_sheet.py", "documents/drawings.py", "documents/picture_json.py", "letters/pad.py"),
    *("rulesets/tocs/reports/pad.py", "rulesets/tocs/reports/offers.py", "rulesets/tocs/parts/pads.py"),
)


@pytest.mark.parametrize("name", EXPORTERS)
def test_what_makes_a_pad_knows_no_board(name: str) -> None:
    """import-linter holds the rooms to it; here the very files, their annotations too."""
    source = (Path(__file__).resolve().parents[2] / "pbem" / name).read_text(encoding="utf-8")
    imported = {
        f"{getattr(node, 'module', '')}.{alias.name}"
        for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }  # fmt: skip
    assert not [
        place for place in imported if re.search(r"board|tocs\.(?:told_)?events|folding|situation|\.moment\b|OpaqueBoard", place)
    ]
