"""Errands: what a command of the host's leaves in the spool for whoever holds the data folder, himself or the daemon.

An errand lies there like a letter: it has its place among them, outlives a crash of either, and is carried out once.
"""

from collections.abc import Mapping
from pathlib import Path

from pbem.campaign.boot_camp import BootCamp
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.values import Value
from pbem.kernel.values import field as _field
from pbem.service.open_campaign import Setup
from pbem.store.codec import Codec

HOST = "host:"  # the transport of an errand
SAY, FOUND, REBUILD = "host", "found", "rebuild"  # words of the host's, a new campaign, indexes and letters made again
RELEASE = "release"  # what is the mailroom's and no campaign's: a seat's addresses work again,
LASTING = (SAY, FOUND)  # kinds that play goes on from: a restore has them done once more
AWAY = "away"  # nothing was read for so long: words are since when and until when, as the intake of a league leaves it
UNSHUNT, DISCARD = "unshunt", "discard"  # shunted letters are read again, or one is given up


class Founding(Value):
    """A campaign that is to be, as `Setup` has it. files: the module's, since the daemon may not see its folder; seed: drawn by
    the shell, so that the campaign which came of this errand is known by it.
    """

    id: str
    files: Mapping[str, str]
    seats: tuple[Seat, ...]
    pace: Pace
    seed: bytes
    proof: str = "token"
    tempo: Mapping[str, str] = _field(default_factory=dict)
    camp: BootCamp | None = None

    def setup(self) -> Setup:
        """What `campaign.create` is told."""
        return Setup(self.id, Path(), self.seats, self.pace, seed=self.seed, proof=self.proof, tempo=self.tempo,
                     camp=self.camp, files=self.files)  # fmt: skip


class Errand(Value):
    """What is to be done. each: the words are said of every campaign, each by an errand of its own."""

    kind: str
    campaign: str = ""
    words: tuple[str, ...] = ()
    each: bool = False
    founding: Founding | None = None


_CODEC = Codec(Errand)


def packed(errand: Errand) -> bytes:
    """The errand as it lies in the spool."""
    return _CODEC.dumps(errand)


def unpacked(raw: bytes) -> Errand:
    """The errand that lies there. CodecError."""
    return _CODEC.loads(Errand, raw)
