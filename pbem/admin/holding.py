"""The host's words from the shell, to one campaign or to all of them, also while the daemon runs."""

from collections.abc import Sequence
from pathlib import Path

from pbem.admin.handing import answer, hand_over
from pbem.admin.looking import look_at
from pbem.admin.running import Now
from pbem.campaign.records import Cause
from pbem.documents.document import folded
from pbem.handlers.host import HostAnswer, answered
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.numbered_lines import numbered
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.directory import house, mailbox
from pbem.service.errands import RELEASE, SAY, Errand
from pbem.service.open_campaign import Campaign, CampaignError


def host(file: Path, campaign_id: str, words: str, now: Now, sure: bool = False) -> str:
    """A word of the host's, the same as by mail. What changes something is first told; with `sure` it is done."""
    config = configuration.load(file)
    campaign = _named(config, campaign_id)
    lines = tuple(numbered(words.split("\n"), 1))
    cause = Cause("host", "asked from the shell", now(), lines=lines, house=house(config), own=mailbox(config).address)
    told = answered(UnitOfWork(campaign.table, campaign.state, cause), dry=not sure)
    if told.code:
        return _printed((*told.lines, "Say it again with --yes to have it done."))
    if told.refused:
        raise CampaignError(_reasons(told))
    if not told.changed:
        return _printed(told.lines)
    return _say(config, (Errand(SAY, campaign_id, tuple(words.split("\n"))),), now)


def _printed(lines: tuple[str, ...]) -> str:
    """Lines as a letter's text prints them."""
    return "".join(f"{part}\n" for line in lines for part in folded(line))


def hold_all(file: Path, reason: str, now: Now) -> str:
    """Stop the clocks of all campaigns that run."""
    config = configuration.load(file)
    running = tuple(c.id for c in look_at(config) if not c.state.admin.paused and c.state.admin.stage != "over")
    return _say(config, [Errand(SAY, name, (f"hold all {reason}",), True) for name in running], now) or "no campaign to stop\n"


def resume_all(file: Path, now: Now) -> str:
    """Let the campaigns go on that `hold-all` stopped; one that was paused by itself stays so."""
    config = configuration.load(file)
    held = tuple(c.id for c in look_at(config) if c.state.admin.paused == "all")
    return _say(config, [Errand(SAY, name, ("resume all",), True) for name in held], now) or "no campaign was held\n"


def release(file: Path, campaign_id: str, seat: str, now: Now) -> str:
    """A seat's letters had come back; now its addresses work again."""
    config = configuration.load(file)
    if seat not in _named(config, campaign_id).state.admin.seats:
        raise CampaignError(f"{campaign_id} has no seat {seat}")
    done = hand_over(config, (Errand(RELEASE, campaign_id, (seat,)),), now)
    return f"{campaign_id}: {done.word if done.waiting else f'letters go to this seat again{done.whose}'}\n"


def _named(config: Config, campaign_id: str) -> Campaign:
    return next(look_at(config, campaign_id))


def _say(config: Config, errands: Sequence[Errand], now: Now) -> str:
    """Have the words said, and print of each campaign what came of them."""
    if not errands:
        return ""
    done, lines = hand_over(config, errands, now), []
    for errand, entry in zip(errands, done.entries, strict=True):
        if entry.name in done.waiting:
            lines.append(f"{errand.campaign}: {done.word}\n")
            continue
        told = answer(config, errand.campaign, entry)
        if told.refused and not errand.each:
            raise CampaignError(_reasons(told))
        lines.append(f"{errand.campaign}: {_reasons(told) if told.refused else '; '.join(told.lines)}{done.whose}\n")
    return "".join(lines)


def _reasons(told: HostAnswer) -> str:
    """Why something is refused, as sentences."""
    return " ".join(f"{line.rstrip('.')}." for line in told.lines[1:])
