"""Mending: indexes and letters made again, letters put back to be read again."""

from pathlib import Path

from pbem import config as configuration
from pbem.referee import Referee


def rebuild(file: Path) -> str:
    """Indexes and missing letters, made again from the journals."""
    config = configuration.load(file)
    with Referee(config) as referee:
        for campaign in referee.campaigns.values():
            campaign.write_index()
            referee.postroom.freeze_all(campaign)
        return "".join(f"{c}: rebuilt\n" for c in sorted(referee.campaigns)) or "no campaigns\n"


def unshunt(file: Path, letter: str) -> str:
    """Shunted letters go back to be read again."""
    with Referee(configuration.load(file)) as referee:
        return f"{referee.unshunt(letter)} put back\n"
