"""The folders of campaigns: which of them a data folder holds, whatever of a campaign is gone.

A campaign is there from the moment its campaign.json is, which is written before anybody is told of it. What else lies in its
folder, the journal first of all, may be missing: that is damage, and never makes a campaign vanish.
"""

import os
from collections.abc import Iterator
from pathlib import Path

ABOUT = "campaign.json"
MODULE = "module"  # the folder of its copy of the module
_BORN = (ABOUT, "index.json", "letters")  # each is made after campaign.json alone: any of them proves that it was there


def homes(data: Path) -> Iterator[Path]:
    """The folders of all campaigns, in the order of their names."""
    yield from (home for home in _folders(data) if is_born(home))


def unfinished(data: Path) -> Iterator[Path]:
    """Folders of campaigns whose making was cut short: nobody was told of them, and they are made again under the same name."""
    yield from (home for home in _folders(data) if not is_born(home))


def is_born(home: Path) -> bool:
    """Is this the folder of a campaign?"""
    return any(os.path.exists(f"{home}/{part}") for part in _BORN)  # noqa: PTH110


def _folders(data: Path) -> Iterator[Path]:
    campaigns = data / "campaigns"
    try:
        names = sorted(entry.name for entry in os.scandir(campaigns) if entry.is_dir())
    except (FileNotFoundError, NotADirectoryError):
        return iter(())
    return (campaigns / name for name in names)
