"""Newcomers: a boot camp for one pupil, in which the referee's own commander leads every other side."""

from pathlib import Path

from pbem import lessons, library
from pbem.campaign import CampaignError, Setup
from pbem.command.affairs import Seat
from pbem.command.deadlines import Pace
from pbem.kernel.values import replace
from pbem.rulesets.tocs.module import load_module

WEEKS = 4  # an impulse in a camp: long enough to press nobody, short enough that one that was left is closed
HOURS = WEEKS * 7 * 24


def boot_camp(campaign: str, folder: Path, pupil: tuple[str, str], pace: Pace) -> Setup:
    """A boot camp of the module in a folder; pupil: his side and his address, in canonical form. CampaignError: no such side."""
    side, address = pupil
    sides = load_module(library.module_files(folder)).sides
    if side not in {s.id for s in sides}:
        raise CampaignError(f"no such side: {side} (sides: {', '.join(s.id for s in sides)})")
    seats = tuple(
        Seat(s.id, s.id, "commander", address, s.letter_prefix) if s.id == side
        else Seat(s.id, s.id, "commander", "", s.letter_prefix, accepted=True, scripted=True)
        for s in sides
    )  # fmt: skip
    unhurried = replace(pace, hours=HOURS, window=HOURS, after=0)
    return Setup(campaign, folder, seats, unhurried, camp=lessons.opening(side))
