"""Mending: indexes and letters made again, letters put back to be read again."""

from pathlib import Path

from pbem import config as configuration
from pbem.campaign import CampaignError
from pbem.care.running import Now, drop, settled
from pbem.disk import Disk
from pbem.referee import DISCARD, HOST, UNSHUNT, Referee
from pbem.store.codec import dumps
from pbem.store.spool import Spool
from pbem.store.version import check, present


def rebuild(file: Path) -> str:
    """Indexes and missing letters, made again from the journals."""
    config = configuration.load(file)
    present(config.data)
    with Referee(config) as referee:
        for campaign in referee.campaigns.values():
            campaign.write_index()
            referee.postroom.freeze_all(campaign)
        return "".join(f"{c}: rebuilt\n" for c in sorted(referee.campaigns)) or "no campaigns\n"


def unshunt(file: Path, letter: str, discard: bool, now: Now) -> str:
    """Shunted letters (or one) go back to be read again, or one is given up, also while the daemon runs."""
    config = configuration.load(file)
    present(config.data)
    check(config.data)
    entries = [e for e in Spool(Disk(), config.data / "spool").entries("shunt") if letter in ("", e.name)]
    if letter and not entries:
        raise CampaignError(f"no letter {letter} was put aside; `pbem status` names those that were")
    if discard and not letter:
        raise CampaignError("name the letter that is to be given up; `pbem status` names those that were put aside")
    if not entries:
        return "0 put back\n"
    drop(config, dumps({"campaign": "", "kind": DISCARD if discard else UNSHUNT, "words": (letter,)}), now(), HOST)
    return settled(config, now, "given up; it lies in spool/ignored" if discard else f"{len(entries)} put back") + "\n"
