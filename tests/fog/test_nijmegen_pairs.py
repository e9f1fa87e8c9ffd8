"""Pairs of worlds on the Nijmegen module: what the German sets up and files before play, the American reads nothing of; and in play
the German nothing of what the American does out of his sight."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.resolution import setup
from pbem.rulesets.tocs.units import Freedom, SupplySource
from tests.fog.pairs import Change, Worlds, played, told_apart
from tests.fog.stage import Stage
from tests.fog.worlds import pool, unit

ENDS = "END IMPULSE ANYWAY"
BRIDGES = {"weurt": "13.05", "neerbosch": "12.06", "hatert": "13.09", "malden": "13.11", "heumen": "14.12", "molenhoek": "15.13"}
TOWN = ("14.06", "15.06", "15.08", "16.06", "16.08", "17.07")
KLEVE = ("32.11",)
LINES = (
    *(f"SETUP BROKEN {BRIDGES[a]} {BRIDGES[b]}" for a, b in combinations(BRIDGES, 2)),
    *(f"SETUP BASE FROM 16.07 AT {where}" for where in TOWN),
    *(f"SETUP HOSPITAL FROM 15.07 AT {where}" for where in TOWN),
    *(f"SETUP REPAIR CENTRE FROM 14.07 AT {where}" for where in TOWN),
    *(f"SETUP BASE FROM 32.10 AT {where}" for where in KLEVE), *(f"SETUP HOSPITAL FROM 33.10 AT {where}" for where in KLEVE),
    *(f"SETUP LSHATERT AT {BRIDGES[name]} TOWARD {toward}" for name, toward in (
        ("heumen", "15.12"), ("molenhoek", "16.12"), ("weurt", "14.05"), ("neerbosch", "13.07"))),
    *(f"CHARGES SPARE EXCEPT {BRIDGES[name]}" for name in BRIDGES), "CHARGES SPARE", "CHARGES BLOW",
    *(f"LOSSES SPARE {what}" for what in ("HQ", "ENGINEERS", "FO")), "EZOC NEVER", "RETREAT TOWARD OWN HQ", "NIGHT ASK",
    *(f"RETREAT HOLD {where}" for where in TOWN), "CAPTURES DESTROY", "RESERVES IDLE", "BANK NEAR IN 16.05",
)  # fmt: skip
"""What the German may write before play, of which nothing shows."""
SAMPLE = (LINES[3], LINES[15])


def as_module(_: Path) -> str:
    return "omg-nijmegen"


def writes(line: str) -> Callable[[Stage], None]:
    """The German's set-up with this line, and without any."""

    def act(stage: Stage) -> None:
        stage.say("german", f"{line}\n{ENDS}" if line else ENDS)

    return act


def pair(line: str) -> Worlds:
    return Worlds(
        line, "allied", modules=(as_module, as_module), acts=(writes(""), writes(line)),
        letters=(("allied", "REPORT\nMAP\nORDERS"), ("allied", ENDS), ("allied", "STATUS\nREPORT 505")),
    )  # fmt: skip


@pytest.mark.parametrize("line", SAMPLE)
def test_the_american_cannot_tell_what_the_german_set_up(line: str, tmp_path: Path) -> None:
    """MASL-16.3-1, MASL-16.8-2, MASL-6.1-1."""
    assert told_apart(tmp_path, pair(line)) == []


@pytest.mark.soak
@pytest.mark.parametrize("line", LINES)
def test_the_same_of_all_that_he_may_write(line: str, tmp_path: Path) -> None:
    assert told_apart(tmp_path, pair(line)) == []


def test_a_base_that_was_marked_for_both_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old rule, by which both know bases, planted for secret ones."""

    def all_bases(forces: Forces) -> tuple[SupplySource, ...]:
        freedom = forces.freedom or Freedom()
        return tuple(s for _, s in sorted(forces.sources.items()) if s.kind == "base" and s.id in freedom.stores)

    monkeypatch.setattr(setup, "free_bases", all_bases)
    assert told_apart(tmp_path, pair("SETUP BASE FROM 16.07 AT 14.06")) != []


# ---------------------------------------------------------------- in play

LANDED = (("german", ENDS), ("allied", ENDS), ("allied", ENDS), ("german", ENDS))
"""To T1.3: the first wave is down, and the American has his second impulse."""
LATER = (
    ("german", "REPORT\nMAP\nORDERS"), ("german", ENDS), ("allied", ENDS), ("german", "STATUS\nINTSUM"), ("allied", ENDS),
    ("german", ENDS),
)  # fmt: skip
DONE = (
    "376A: move 21.13", "D/505: move 21.13", "H/508: dig", "HQ505: move 21.13", "D/508: dig", "504FO: move 10.11",
    "EZOC NEVER", "LOSSES SPARE HQ", "RETREAT HOLD 21.10", "NIGHT ASK", "CAPTURES DESTROY", "IF SILENT PASS",
)  # fmt: skip
"""What the American does far from everybody, or files."""
FACTS: dict[str, Change] = {
    "tired": unit("allied", "A/508", state=1), "a step less": unit("allied", "B/505", lost=1),
    "all points spent": pool("allied", bank=0), "points by the hundred": pool("allied", bank=100),
    "marked as cut off": unit("allied", "376B", cut="T1.1"),
}  # fmt: skip
"""What is so with the American, and his enemy cannot see."""


def does(line: str) -> Callable[[Stage], None]:
    """The American's impulse with this line, and without any."""

    def act(stage: Stage) -> None:
        stage.say("allied", f"{line}\n{ENDS}" if line else ENDS)

    return act


def becomes(change: Change) -> Callable[[Stage], None]:
    """An impulse without orders, after something has become otherwise."""

    def act(stage: Stage) -> None:
        stage.campaign.state = change(stage.campaign.state)
        stage.say("allied", ENDS)

    return act


def in_play(name: str) -> Worlds:
    act = becomes(FACTS[name]) if name in FACTS else does(name)
    return Worlds(name, "german", modules=(as_module, as_module), before=LANDED, acts=(does(""), act), letters=LATER)


@pytest.mark.parametrize("name", [DONE[0], "tired"])
def test_the_german_cannot_tell_what_the_american_does_out_of_his_sight(name: str, tmp_path: Path) -> None:
    """And the American can: the two worlds are two."""
    assert told_apart(tmp_path / "pair", in_play(name)) == []
    with played(tmp_path / "again", in_play(name)) as (here, there):
        assert here.bag("allied") != there.bag("allied")


@pytest.mark.soak
@pytest.mark.parametrize("name", [*DONE, *FACTS])
def test_the_same_of_all_that_he_may_do_there(name: str, tmp_path: Path) -> None:
    assert told_apart(tmp_path, in_play(name)) == []
