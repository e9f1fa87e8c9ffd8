"""The host's words from the shell, to one campaign or to all of them, also while the daemon runs.

A command leaves its order in the spool like a letter, so that it has its place among the letters, outlives a crash and
needs no lock; then it is carried out at once, or by the daemon that holds the lock.
"""

from pathlib import Path

from pbem import config as configuration
from pbem.campaign import Campaign, CampaignError
from pbem.care.looking import look_at
from pbem.care.running import Now, drop, settled
from pbem.causes.hosting import answered
from pbem.causes.work import Work
from pbem.chronicle import Cause
from pbem.config import Config
from pbem.referee import HOST, RELEASE
from pbem.reports.document import folded
from pbem.store.codec import dumps

EACH = "each"  # a word of the host's that is said of every campaign


def host(file: Path, campaign_id: str, words: str, now: Now, sure: bool = False) -> str:
    """A word of the host's, the same as by mail. What changes something is first told; with `sure` it is done."""
    config = configuration.load(file)
    campaign = _named(config, campaign_id)
    lines = tuple(enumerate(words.split("\n"), 1))
    cause = Cause("host", "asked from the shell", now(), lines=lines)
    told = answered(Work(campaign.table, campaign.state, cause), dry=not sure)
    if told.code:
        return _printed((*told.lines, "Say it again with --yes to have it done."))
    if told.refused:
        raise CampaignError(" ".join(f"{line.rstrip('.')}." for line in told.lines[1:]))
    if not told.changed:
        return _printed(told.lines)
    return _order(config, ("host", tuple(words.split("\n"))), (campaign_id,), now, "; ".join(told.lines))


def _printed(lines: tuple[str, ...]) -> str:
    """Lines as a letter's text prints them."""
    return "".join(f"{part}\n" for line in lines for part in folded(line))


def hold_all(file: Path, reason: str, now: Now) -> str:
    """Stop the clocks of all campaigns that run."""
    config = configuration.load(file)
    running = tuple(c.id for c in look_at(config) if not c.state.affairs.paused and c.state.affairs.stage != "over")
    return _order(config, (EACH, (f"hold all {reason}",)), running, now, "paused; both sides are told") or "no campaign to stop\n"


def resume_all(file: Path, now: Now) -> str:
    """Let the campaigns go on that `hold-all` stopped; one that was paused by itself stays so."""
    config = configuration.load(file)
    held = tuple(c.id for c in look_at(config) if c.state.affairs.paused == "all")
    return _order(config, (EACH, ("resume all",)), held, now, "goes on; both sides are told") or "no campaign was held\n"


def release(file: Path, campaign_id: str, seat: str, now: Now) -> str:
    """A seat's letters had come back; now its addresses work again."""
    config = configuration.load(file)
    if seat not in _named(config, campaign_id).state.affairs.seats:
        raise CampaignError(f"{campaign_id} has no seat {seat}")
    return _order(config, (RELEASE, (seat,)), (campaign_id,), now, "letters go to this seat again")


def _named(config: Config, campaign_id: str) -> Campaign:
    return next(look_at(config, campaign_id))


def _order(config: Config, what: tuple[str, tuple[str, ...]], campaigns: tuple[str, ...], now: Now, done: str) -> str:
    kind, words = what
    for campaign in campaigns:
        order = {"campaign": campaign, "kind": "host" if kind == EACH else kind, "words": words, "each": kind == EACH}
        drop(config, dumps(order), now(), HOST)
    done = settled(config, now, done)
    return "".join(f"{campaign}: {done}\n" for campaign in campaigns)
