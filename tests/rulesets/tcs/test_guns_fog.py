"""Twin worlds of guns, aircraft, mines and weather: what a side cannot know changes no byte of its letters."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from pbem.rulesets.tcs import told_events as t
from tests.rulesets.tcs.guns import CLEAR, MORE_HE, SORTIES, Change, Guns, barriers, bunkers, mines, with_battery

GBT: Change = with_battery("GBT", "ge", 'caliber = "105"\ntubes = 4\nhe = 20\nsmoke = 9')
HIDDEN: Change = ("scenario-1.toml", 'trp = { us = ["05.05"] }', 'trp = { us = ["05.05", "08.08"], ge = ["08.08", "01.04"] }')
EMPTY: Change = ("scenario-1.toml", 'unit = "Z-1"\nhex = "08.08"', 'unit = "Z-1"\nhex = "08.07"')
AA: Change = ("oob.toml", 'id = "pz4"\n', 'id = "pz4"\naa = "heavy"\n')
BASE = (MORE_HE, GBT, HIDDEN)


LATER = (MORE_HE, with_battery("GBT", "ge", 'caliber = "105"\ntubes = 4\nhe = 20\nsmoke = 9\ndelay = 3'), HIDDEN)


class World(NamedTuple):
    """A world: files of the module that are changed; letters A and B of both sides, the same in each of two turns."""

    changes: tuple[Change, ...] = BASE
    us: str = "ROLL US-2 NEVER"
    ge: str = ""
    us_acts: str = ""
    ge_acts: str = ""
    policy: str = ""


QUIET = World()
SHELLS = World(us="ROLL US-2 NEVER\nPLOT BTY at 08.08 blind 4 he trp 08.08")
FLYING = World(changes=(*BASE, SORTIES, CLEAR), us="ROLL US-2 NEVER\nSORTIE strafe at 08.08, 08.08")
PAIRS: Mapping[str, tuple[World, World]] = {
    "their battery has no shells": (QUIET, World((MORE_HE, with_battery("GBT", "ge", 'caliber = "105"\ntubes = 4'), HIDDEN))),
    "their battery is of heavier guns": (
        QUIET, World((MORE_HE, with_battery("GBT", "ge", 'caliber = "155"\ntubes = 6\nhe = 9\ndelay = 2'), HIDDEN))
    ),
    "they have no battery": (QUIET, World((MORE_HE, HIDDEN))),
    "they have no TRPs": (QUIET, World((MORE_HE, GBT, (HIDDEN[0], HIDDEN[1], HIDDEN[2].split(", ge")[0] + " }")))),
    "their shells are still to fall": (World(LATER), World(LATER, ge="PLOT GBT at 03.03 by G-MG 4 he")),
    "their smoke is still to fall": (World(LATER), World(LATER, ge="PLOT GBT at 01.04 blind 4 smoke trp 01.04")),
    "they pass over exchanges": (World(LATER), World(LATER, ge="WAIT\nWAIT\nPLOT GBT at 01.04 blind 4 smoke trp 01.04")),
    "they call a mission off": (QUIET, World(ge="PLOT GBT at 03.03 by G-MG 4 he CANCEL IF turn 1")),
    "they have sorties": (QUIET, World((*BASE, (SORTIES[0], SORTIES[1], SORTIES[2].replace('"us"', '"ge"'))))),
    "their mines lie unmet": (QUIET, World((*BASE, mines("ge", "heavy", "05.03", "06.03", "05.02")))),
    "their wire is too far off": (QUIET, World((*BASE, barriers(("ge", "wire", "08.06", "07.07", "04.08"))))),
    "their bunkers are out of sight": (QUIET, World((*BASE, bunkers("ge", "concrete", "01.05", "08.08")))),
    "a bunker out of sight is of logs": (
        World((*BASE, bunkers("ge", "log", "08.08"))), World((*BASE, bunkers("ge", "concrete", "08.08", "01.05")))
    ),
    "far wire lies elsewhere, and near wire is seen in both": (
        World((*BASE, barriers(("ge", "wire", "05.03", "07.07")))),
        World((*BASE, barriers(("ge", "wire", "05.03", "08.06", "04.08")))),
    ),
    "they clear wire out of our sight": (
        World((*BASE, barriers(("ge", "wire", "06.06"))), ge_acts="G-2: move mode"),
        World((*BASE, barriers(("ge", "wire", "06.06"))), ge_acts="G-2: move mode; breach 06.06 wire"),
    ),
    "their mines are light": (
        World((*BASE, mines("ge", "heavy", "05.03"))), World((*BASE, mines("ge", "light", "05.03", "04.03")))
    ),
    "we shell ground that nobody holds": (SHELLS, SHELLS._replace(changes=(*BASE, EMPTY))),
    "their tank that could observe stands elsewhere": (QUIET, World((*BASE, EMPTY))),
    "their anti-air weapon holds its fire": (
        FLYING._replace(policy="POLICY ALL FIRE HOLD"),
        FLYING._replace(changes=(*BASE, SORTIES, CLEAR, AA), policy="POLICY ALL FIRE HOLD"),
    ),
    "we fly at ground that nobody holds": (FLYING, FLYING._replace(changes=(*BASE, SORTIES, CLEAR, EMPTY))),
}  # fmt: skip
SEEDS = tuple(sha256(f"guns {number}".encode()).digest() for number in range(7))


@cache
def letters(world: World, seed: bytes) -> tuple[bytes, ...]:
    """All that the Americans are sent in two turns of a world, answers to questions among it."""
    with TemporaryDirectory() as folder:
        guns = Guns(Path(folder) / "guns", *world.changes, seed=seed)
        guns.begin()
        if world.policy:
            guns.write("ge", world.policy)
        for turn in (1, 2):
            for seat, words in (
                ("us", world.us if turn == 1 or "ROLL" not in world.us else world.us.partition("\n")[2]),
                ("ge", world.ge),
            ):
                guns.count = 100 * turn + (0 if seat == "us" else 50)
                guns.write(seat, f"{words}\nDONE" if words else "DONE")
            _run(guns)
            guns.count = 100 * turn + 20
            guns.write("us", "WHAT CAN BTY\nSEE FROM 05.01\nSTATUS")
            for seat, words in (("us", world.us_acts), ("ge", world.ge_acts if turn == 1 else "")):
                guns.count = 100 * turn + (30 if seat == "us" else 80)
                guns.write(seat, f"{words}\nDONE" if words else "DONE")
            _run(guns)
        for event in guns.events(t.MissionOver):
            assert event.side != "ge" or event.fate in ("fired", "passed", "cancelled", "not adjusted")
        sent = tuple(mail.raw for mail in guns.mail("us"))
        guns.close()
        return sent


def _run(guns: Guns) -> None:
    due = guns.campaign.state.admin.run_at
    assert due is not None, "somebody is not done"
    guns.at = due
    guns.run()


@pytest.mark.parametrize("name", PAIRS)
def test_what_we_cannot_know_changes_no_letter(name: str) -> None:
    """TCSB-2-4, TCSB-7-3, TCSB-21-2, TCSB-24-4, TCS3-2.3-6."""
    one, other = PAIRS[name]
    assert letters(one, SEEDS[0]) == letters(other, SEEDS[0])


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS[1:], ids=range(1, len(SEEDS)))
@pytest.mark.parametrize("name", PAIRS)
def test_nor_with_other_dice(name: str, seed: bytes) -> None:
    one, other = PAIRS[name]
    assert letters(one, seed) == letters(other, seed)


def test_what_we_do_see_changes_our_letters() -> None:
    """A test that cannot fail would be none: shells on ground in sight are told."""
    seen = World(ge="PLOT GBT at 03.03 by G-MG 4 he\nPLOT GBT at 05.03 by G-MG 4 he")
    assert letters(seen, SEEDS[0]) != letters(QUIET, SEEDS[0])


def test_what_we_see_of_works_changes_our_letters() -> None:
    """TCSB-27-9: and what is near, or in sight, does."""
    assert letters(World((*BASE, barriers(("ge", "wire", "05.03")))), SEEDS[0]) != letters(QUIET, SEEDS[0])
    assert letters(World((*BASE, bunkers("ge", "log", "05.04"))), SEEDS[0]) != letters(QUIET, SEEDS[0])


def test_they_do_clear_it() -> None:
    """The pair is no pair of equals: in one of its worlds a try is made."""
    with TemporaryDirectory() as folder:
        guns = Guns(Path(folder) / "guns", *BASE, barriers(("ge", "wire", "06.06")), seed=SEEDS[0])
        guns.begin()
        guns.both("ROLL US-2 NEVER", "")
        guns.both("", "G-2: move mode; breach 06.06 wire")
        assert [event.unit for event in guns.events(t.BreachSet)] == ["G-2"] and guns.events(t.BarrierTried)[0].faces
        guns.close()
