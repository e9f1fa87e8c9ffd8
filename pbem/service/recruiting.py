"""Newcomers: a boot camp for one pupil, in which the referee's own commander leads every other side.

The host sets one up, or, where he lets them, a stranger's letter that says BOOT CAMP does. What such a letter brings is
bounded: so many camps at a time and so many a day, one for each address; everybody else gets silence.
"""

import base64
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import AdminState, Seat
from pbem.handlers import lessons
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.mail.letter import Cover, Letter
from pbem.mail.sender import sealed
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.loading import load_module
from pbem.service.open_campaign import CampaignError, Setup

WEEKS = 4  # a part of play in a camp: long enough to press nobody, short enough that one that was left is closed
HOURS = WEEKS * 7 * 24
WORDS = "boot camp"  # what a newcomer's letter says
BESIDE = frozenset(
    {"hi", "hello", "hey", "dear", "ref", "referee", "please", "thanks", "thank", "you", "a", "the", "for", "me", "one"}
)
MOST_LINES = 10  # of a letter that are looked at for it
MODULE, SIDE = "heumen-bridge", "allied"  # what he learns on
WAITS = timedelta(days=7)  # for his answer to the invitation; then his place is another's
DAY = timedelta(days=1)


def boot_camp(campaign: str, folder: Path, pupil: tuple[str, str], pace: Pace) -> Setup:
    """A boot camp of the module in a folder; pupil: his side and his address, in canonical form. CampaignError: no such side, or a
    ruleset without lessons, or without a commander of its own."""
    side, address = pupil
    module = load_module(library.module_files(folder))
    sides, ruleset = module.sides, RULESETS[module.ruleset]
    if side not in {s.id for s in sides}:
        raise CampaignError(say("no such side: {side} (sides: {sides})", side=side, sides=", ".join(s.id for s in sides)))
    if ruleset.lessons is None or ruleset.bot is None:
        raise CampaignError(say("{ruleset} has no boot camp", ruleset=ruleset.title))
    seats = tuple(
        Seat(s.id, s.id, "commander", address, s.letter_prefix) if s.id == side
        else Seat(s.id, s.id, "commander", "", s.letter_prefix, accepted=True, scripted=True)
        for s in sides
    )  # fmt: skip
    unhurried = replace(pace, hours=HOURS, window=HOURS, after=0)
    return Setup(campaign, folder, seats, unhurried, camp=lessons.opening(ruleset, side))


# ---------------------------------------------------------------- by a letter of their own


def asks(mail: Cover) -> bool:
    """Is it a person's letter from a plain address, without anybody's token, that says BOOT CAMP: in its subject, or on a line near
    its beginning with nothing beside it but courtesy?"""
    if not isinstance(mail, Letter) or mail.token or not mail.sender:
        return False
    lines = [text for _, text in mail.lines if text.strip()][:MOST_LINES]
    return any(_says_it(text) for text in (mail.subject, *lines))


def _says_it(text: str) -> bool:
    words = re.findall(r"[^\W_]+", text.casefold())
    return any(words[at : at + 2] == WORDS.split() and not {*words[:at], *words[at + 2 :]} - BESIDE for at in range(len(words)))


def name(key: bytes, mail: Cover) -> str:
    """The id of the camp that a letter brings: the same whenever these bytes are read."""
    return "camp-" + base64.b32encode(sealed(key, "camp", mail.sha256)[:5]).decode().lower()


def may_have_one(mail: Cover, at: datetime, places: int, campaigns: Iterable[AdminState]) -> bool:
    """Is there a place for the writer? None for who has an open camp, none when all are taken, or were today."""
    camps = [admin for admin in campaigns if admin.camp]
    mine = [admin for admin in camps if _is_open(admin, at) and mail.sender in _addresses(admin)]
    founded = [admin for admin in camps if admin.camp and admin.camp.founded]
    taken = sum(_is_open(admin, at) for admin in founded)
    today = sum(at - admin.camp.founded < DAY for admin in founded if admin.camp and admin.camp.founded)
    return not mine and taken < places and today < places


def _is_open(admin: AdminState, at: datetime) -> bool:
    """Is it played, or waited for? An invitation that nobody answers keeps its place for a week."""
    founded = admin.camp.founded if admin.camp else None
    return admin.stage == "playing" or (admin.stage == "inviting" and (founded is None or at - founded < WAITS))


def _addresses(admin: AdminState) -> tuple[str, ...]:
    return tuple(address for seat in admin.seats.values() for address in (seat.address, *seat.also) if address)


def newcomers(key: bytes, mail: Cover, at: datetime, pace: Pace) -> Setup:
    """The camp that a newcomer's letter brings. Its seed is sealed from the letter, so that a lost folder brings it back alike."""
    setup = boot_camp(name(key, mail), library.module_folder(MODULE), (SIDE, mail.sender), pace)
    camp = replace(setup.camp, founded=at) if setup.camp else None
    return replace(setup, camp=camp, seed=sealed(key, "camp seed", mail.sha256))
