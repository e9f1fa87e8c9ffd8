"""Freeze played campaigns as the program of today stores them:
`python -m tests.replays.freeze NAME [CAMPAIGN…]`.

A frozen campaign is never recreated: it is what hosts have on their disks. What is frozen later stands beside what is here,
under the name of its time, and test_replays.py opens them all.
"""

import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.acceptance.foreign import Hostile
from tests.acceptance.test_foreign_words import TEXT
from tests.acceptance.test_story_of_teams import CHAPTERS, Story
from tests.fog.stage import Stage, play
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.ford_letters import SIX_TURNS

FOLDER = Path(__file__).parent


def over(folder: Path) -> None:
    """A campaign of two inquisitive commanders, played to its end."""
    stage = Stage(folder, 1)
    play(stage, 1, curious=True)
    stage.close()


def taken_back(folder: Path) -> None:
    """A campaign in which each field that a person fills in is filled in, with rulings, a patch, a rollback; not over."""
    hostile = Hostile(folder, TEXT)
    hostile.play()
    hostile.table.close()


def teams(folder: Path) -> None:
    """Two teams of three with battles for field commanders, a replacement, a rollback, a live evening, an outage."""
    story = Story(folder)
    for chapter in CHAPTERS:
        chapter(story)
    story.close()


def at_the_ford(folder: Path) -> None:
    """Six turns of TCS with sheets, a plot of artillery, overwatch, close fire and Clean-Up, to the end."""
    ford = Ford(folder)
    ford.begin()
    for us, ge in SIX_TURNS:
        ford.both(us, ge)
    ford.close()


CAMPAIGNS: Mapping[str, Callable[[Path], None]] = {"over": over, "taken-back": taken_back, "teams": teams, "ford": at_the_ford}


def main() -> int:
    """Play, and put the data folders away. Refuses a name that is taken."""
    name, *wanted = sys.argv[1:]
    for campaign, played in CAMPAIGNS.items():
        if wanted and campaign not in wanted:
            continue
        target = FOLDER / f"{name}-{campaign}.tar.xz"
        with tempfile.TemporaryDirectory() as folder, tarfile.open(target, "x:xz") as tar:
            played(Path(folder))
            tar.add(Path(folder) / "data", "data")
        print(target.name, target.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
