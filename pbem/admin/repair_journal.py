"""Fixing: indexes and letters made again, letters put back to be read again."""

from pathlib import Path

from pbem.admin.handing import hand_over
from pbem.admin.looking import look_at
from pbem.admin.running import Now
from pbem.service.config import settings as configuration
from pbem.service.errands import DISCARD, REBUILD, UNSHUNT, Errand
from pbem.service.open_campaign import CampaignError
from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import check, present


def rebuild(file: Path, now: Now) -> str:
    """Indexes and missing letters, made again from the journals, also while the daemon runs."""
    config = configuration.load(file)
    present(config.data)
    done = hand_over(config, (Errand(REBUILD),), now)
    if done.waiting:
        return f"{done.word}\n"
    return "".join(f"{c.id}: rebuilt{done.whose}\n" for c in look_at(config)) or "no campaigns\n"


def unshunt(file: Path, letter: str, discard: bool, now: Now) -> str:
    """Shunted letters (or one) go back to be read again, or one is given up, also while the daemon runs."""
    config = configuration.load(file)
    present(config.data)
    check(config.data)
    entries = [e for e in FolderSpool(Disk(), config.data / "spool").entries("shunt") if letter in ("", e.name)]
    if letter and not entries:
        raise CampaignError(f"no letter {letter} was set aside; `pbem status` names those that were")
    if discard and not letter:
        raise CampaignError("name the letter that is to be given up; `pbem status` names those that were set aside")
    if not entries:
        return "0 put back\n"
    done = hand_over(config, (Errand(DISCARD if discard else UNSHUNT, words=(letter,)),), now)
    if done.waiting:
        return f"{done.word}\n"
    return ("given up; it lies in spool/ignored" if discard else f"{len(entries)} put back") + f"{done.whose}\n"
