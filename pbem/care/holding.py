"""Holding: campaigns are paused and go on, one or all of them, also while the daemon runs.

A command leaves its order in the spool like a letter, so that it has its place among the letters, outlives a crash and
needs no lock; then it is carried out at once, or by the daemon that holds the lock.
"""

from pathlib import Path

from pbem import config as configuration
from pbem.campaign import Campaign, CampaignError
from pbem.care.looking import look_at
from pbem.care.running import Now, drop, settled
from pbem.causes.replacing import unfit
from pbem.config import Config
from pbem.mail.sender import canonical_address
from pbem.referee import HOST, RELEASE
from pbem.store.codec import dumps


def pause(file: Path, campaign_id: str, reason: str, now: Now) -> str:
    """Stop the clock of a campaign."""
    config = configuration.load(file)
    affairs = _named(config, campaign_id).state.affairs
    if affairs.paused or affairs.stage == "over":
        raise CampaignError(f"{campaign_id} is {'paused already' if affairs.paused else 'over'}")
    return _order(config, ("pause", ("host", reason)), (campaign_id,), now)


def resume(file: Path, campaign_id: str, now: Now) -> str:
    """Let a campaign go on."""
    config = configuration.load(file)
    if not _named(config, campaign_id).state.affairs.paused:
        raise CampaignError(f"{campaign_id} is not paused")
    return _order(config, ("resume", ()), (campaign_id,), now)


def hold_all(file: Path, reason: str, now: Now) -> str:
    """Stop the clocks of all campaigns that run."""
    config = configuration.load(file)
    running = tuple(c.id for c in look_at(config) if not c.state.affairs.paused and c.state.affairs.stage != "over")
    return _order(config, ("pause", ("all", reason)), running, now)


def resume_all(file: Path, now: Now) -> str:
    """Let the campaigns go on that `hold-all` stopped; one that was paused by itself stays so."""
    config = configuration.load(file)
    held = tuple(c.id for c in look_at(config) if c.state.affairs.paused == "all")
    return _order(config, ("resume", ()), held, now)


def release(file: Path, campaign_id: str, seat: str, now: Now) -> str:
    """A seat's letters had come back; now its addresses work again."""
    config = configuration.load(file)
    if seat not in _named(config, campaign_id).state.affairs.seats:
        raise CampaignError(f"{campaign_id} has no seat {seat}")
    return _order(config, (RELEASE, (seat,)), (campaign_id,), now)


def replace(file: Path, what: tuple[str, str, str], now: Now) -> str:
    """Give a seat to somebody else: (campaign, seat, address)."""
    config = configuration.load(file)
    campaign_id, seat, text = what
    address = canonical_address(text)
    if address is None:
        raise CampaignError(f"{text!r} is not a mail address")
    why = unfit(_named(config, campaign_id).state.affairs, seat, address)
    if why:
        raise CampaignError(f"{seat} was not given to {address}: {why}")
    return _order(config, ("replace", (seat, address)), (campaign_id,), now)


def _named(config: Config, campaign_id: str) -> Campaign:
    return next(look_at(config, campaign_id))


def _order(config: Config, what: tuple[str, tuple[str, ...]], campaigns: tuple[str, ...], now: Now) -> str:
    kind, words = what
    for campaign in campaigns:
        drop(config, dumps({"campaign": campaign, "kind": kind, "words": words}), now(), HOST)
    if not campaigns:
        return "no campaign to stop\n" if kind == "pause" else "no campaign was held\n"
    done = {
        "pause": "paused; both sides are told",
        "resume": "goes on; both sides are told",
        "replace": "the seat is given to somebody else, who has been invited",
        RELEASE: "letters go to this seat again",
    }[kind]
    done = settled(config, now, done)
    return "".join(f"{campaign}: {done}\n" for campaign in campaigns)
