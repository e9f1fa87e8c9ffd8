"""A boot camp to play at: one pupil with a mailbox, and the referee's own commander against him."""

import re
from pathlib import Path

from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.values import replace
from pbem.service.open_campaign import Setup
from pbem.service.recruiting import boot_camp
from pbem.store.folder.disk import Disk
from tests.acceptance.table import ADDRESS, PREFIX, SEED, Mail, Postman, Table
from tests.fog.stage import Stage

LESSON = re.compile(r"^LESSON (\d) OF (\d): (.+)$", re.MULTILINE)
NAMES = ("report", "recon", "move", "attack", "standing", "supply", "plans", "impulse", "clocks")


class InCamp(Table):
    """A table at which a pupil sits alone."""

    pupil = "allied"

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        """A boot camp."""
        return replace(boot_camp("test", module, (self.pupil, ADDRESS[self.pupil]), Pace()), seed=seed)

    @property
    def camp(self) -> BootCamp:
        """Where the pupil is."""
        found = self.campaign.state.admin.camp
        assert found
        return found

    def writes(self, lines: str) -> list[Mail]:
        """The pupil writes; every letter that comes of it."""
        before = len(self.mail(self.pupil))
        self.deliver(self.letter(self.pupil, lines, self.newest()))
        self.run()
        return self.mail(self.pupil)[before:]

    def newest(self) -> Mail:
        """The pupil's newest letter."""
        return self.mail(self.pupil)[-1]


def only(pupil: str) -> tuple[Seat, ...]:
    """The seat of the pupil, who has a mailbox."""
    return (Seat(pupil, pupil, "commander", ADDRESS[pupil], PREFIX[pupil]),)


class CampTable(InCamp):
    """On a disk that may fail."""

    def __init__(self, folder: Path, disk: Disk | None = None, postman: Postman | None = None, seed: bytes = SEED) -> None:
        super().__init__(folder, disk, seed=seed, postman=postman, seats=only(self.pupil))


class CampStage(InCamp, Stage):
    """On a quick disk, remembering every record."""

    def __init__(self, folder: Path, pupil: str = "allied", seed: int = 1) -> None:
        self.pupil = pupil
        super().__init__(folder, seed, seats=only(pupil))


def examples(mail: Mail) -> list[str]:
    """The examples of the lesson that a letter teaches, each a letter of the pupil's."""
    found = LESSON.search(mail.text)
    parts = mail.text[found.start() :].partition("To pass: ")[0].split("\n\n") if found else []
    return ["\n".join(line[4:] for line in part.split("\n")) for part in parts if part.startswith("    ")]
